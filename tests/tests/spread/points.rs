//! Where to split a table before its first load.

use std::path::PathBuf;
use std::process::Command;
use std::time::{Duration, SystemTime};

use spanner_keys::client::ClientKey;
use spanner_keys::spread::{NoSplitPoints, SplitPoint, split_points};
use spanner_keys::value::{RowError, WireValue};
use spanner_keys::{
    Dialect, Insert, KeySource, KnownKey, NewRow as _, SpannerTable, TableKey, Uuid,
};

use crate::tables::*;

#[derive(SpannerTable)]
struct HighHalves {
    #[key(uuid_high)]
    high: i64,
    #[key(uuid_low)]
    low: i64,
}

#[derive(SpannerTable)]
struct LowHalves {
    #[key(uuid_low)]
    low: i64,
    #[key(uuid_high)]
    high: i64,
}

/// The application supplies the key.
#[derive(SpannerTable)]
#[table(name = "Sessions", schema = "web")]
struct Session {
    #[key]
    session: Uuid,
    #[key]
    page: String,
}

/// How many of these keys are before each point, and after the last.
fn counts<T: SpannerTable>(
    points: &[Vec<WireValue>],
    keys: impl Iterator<Item = Vec<WireValue>>,
) -> Vec<usize> {
    let code = |values: &[WireValue]| {
        let mut code = Vec::new();
        for (part, value) in T::TABLE.key.iter().zip(values) {
            spanner_keys::keys::order::encode(
                value,
                T::TABLE.columns[part.column].ty,
                part.descending,
                &mut code,
            )
            .expect("a key");
        }
        code
    };
    let points: Vec<Vec<u8>> = points.iter().map(|point| code(point)).collect();
    assert!(points.is_sorted(), "the points are in the order of the key");
    let mut counts = vec![0; points.len() + 1];
    for key in keys {
        counts[points.partition_point(|point| *point <= code(&key))] += 1;
    }
    counts
}

/// The key of a new row.
fn values<T: KnownKey>(insert: Result<Insert<T>, RowError>) -> Vec<WireValue>
where
    T::Key: Clone,
{
    insert.expect("a row").key().clone().into_values()
}

/// The points divide the table's real keys evenly.
fn assert_even<T: SpannerTable>(count: usize, keys: impl Iterator<Item = Vec<WireValue>>) {
    let points = split_points::<T>(count).expect("the key is even");
    let values: Vec<Vec<WireValue>> = points.iter().map(|point| point.values().to_vec()).collect();
    assert_eq!(values.len(), count);
    let counts = counts::<T>(&values, keys);
    let even = counts.iter().sum::<usize>() / counts.len();
    assert!(counts.iter().all(|count| count.abs_diff(even) * 4 < even), "{counts:?}");
}

#[test]
fn points_cut_the_keys_evenly() {
    let mut keys = KeySource::seeded(Dialect::GoogleSql, 1);
    let mut uuids = || values(NewUuids { note: String::new() }.insert_with(&mut keys));
    assert_even::<Uuids>(1, (0..1000).map(|_| uuids()));
    assert_even::<Uuids>(9, (0..10_000).map(|_| uuids()));
    let mut keys = KeySource::seeded(Dialect::GoogleSql, 1);
    let mut bytes = || values(NewUuidBytes {}.insert_with(&mut keys));
    assert_even::<UuidBytes>(6, (0..10_000).map(|_| bytes()));
    let mut keys = KeySource::seeded(Dialect::GoogleSql, 1);
    let mut randoms = || values(NewRandoms {}.insert_with(&mut keys));
    assert_even::<Randoms>(9, (0..10_000).map(|_| randoms()));
    let mut keys = KeySource::seeded(Dialect::GoogleSql, 1);
    let mut highs = || values(NewHighHalves {}.insert_with(&mut keys));
    assert_even::<HighHalves>(9, (0..10_000).map(|_| highs()));
    let mut keys = KeySource::seeded(Dialect::GoogleSql, 1);
    let mut lows = || values(NewLowHalves {}.insert_with(&mut keys));
    assert_even::<LowHalves>(9, (0..10_000).map(|_| lows()));
    assert_even::<Reversed>(9, (0..10_000).map(|id| values(NewReversed { id }.insert())));
    let times = || (0..20_000).map(|n| SystemTime::UNIX_EPOCH + Duration::from_millis(n));
    assert_even::<Shards64>(15, times().map(|at| values(NewShards64 { at }.insert())));
    assert_even::<Shards16>(15, times().map(|at| values(NewShards16 { at }.insert())));
}

#[test]
fn points_are_text_for_gcloud() {
    fn text<T: SpannerTable>(count: usize) -> String {
        split_points::<T>(count).expect("even").to_string()
    }
    assert_eq!(text::<Uuids>(1), "TABLE Uuids ('80000000-0000-0000-0000-000000000000')\n");
    assert_eq!(text::<UuidBytes>(1), "TABLE UuidBytes ('gAAAAAAAAAAAAAAAAAAAAA==')\n");
    assert_eq!(text::<Identified>(1), "TABLE Identified ('4611686018427387904')\n");
    assert_eq!(
        text::<Shards64>(1),
        "TABLE Shards64 ('32','9999-12-31T23:59:59.999999999Z')\n",
        "a descending part begins with its largest value"
    );
    assert_eq!(
        text::<Session>(3),
        "TABLE web.Sessions ('40000000-0000-0000-0000-000000000000','')\n\
         TABLE web.Sessions ('80000000-0000-0000-0000-000000000000','')\n\
         TABLE web.Sessions ('c0000000-0000-0000-0000-000000000000','')\n"
    );
    let many = split_points::<Uuids>(250).expect("even");
    assert_eq!(
        many.files().iter().map(|file| file.lines().count()).collect::<Vec<_>>(),
        [100, 100, 50]
    );
    assert_eq!(many.files().concat(), many.to_string());
    assert_eq!(text::<Uuids>(0), "");
}

#[derive(SpannerTable)]
struct Measure {
    #[key(random)]
    id: i64,
    #[key]
    value: f64,
    #[key(desc)]
    amount: rust_decimal::Decimal,
    #[key(desc)]
    name: String,
    #[key]
    raw: Vec<u8>,
    #[key]
    day: chrono::NaiveDate,
}

/// The folder of the Google Cloud CLI that contains its parser of such files.
fn gcloud_home() -> Option<PathBuf> {
    let path = std::env::var_os("PATH")?;
    let gcloud = std::env::split_paths(&path)
        .map(|folder| folder.join("gcloud"))
        .find(|file| file.is_file())?;
    let home = gcloud.canonicalize().ok()?.parent()?.parent()?.to_owned();
    home.join("lib/googlecloudsdk/command_lib/spanner/split_file_parser.py")
        .is_file()
        .then_some(home)
}

/// The file as the Google Cloud CLI parses it, if it is installed.
#[test]
fn gcloud_reads_the_file() {
    const READER: &str = "
import sys
from googlecloudsdk.command_lib.spanner.split_file_parser import SplitFileParser
for point in SplitFileParser(sys.argv[1], None).Process():
    parts = [part for key in point.keys for part in key.keyParts]
    print(point.table, *[part.double_value if part.string_value is None else part.string_value for part in parts], sep='|')
";
    let Some(home) = gcloud_home() else {
        println!("gcloud_reads_the_file did NOT run: no Google Cloud CLI that reads split points");
        return;
    };
    let text = [
        split_points::<Session>(2).expect("even").to_string(),
        split_points::<UuidBytes>(1).expect("even").to_string(),
        split_points::<Shards64>(1).expect("even").to_string(),
        split_points::<Measure>(1).expect("even").to_string(),
    ];
    let file = std::env::temp_dir().join(format!("spanner-keys-splits-{}.txt", std::process::id()));
    std::fs::write(&file, text.concat()).expect("the file is written");
    let libraries = [home.join("lib"), home.join("lib/third_party")];
    let output = Command::new("python3")
        .args(["-c", READER])
        .arg(&file)
        .env("PYTHONPATH", std::env::join_paths(libraries).expect("folders"))
        .env("PYTHONDONTWRITEBYTECODE", "1")
        .env("PYTHONIOENCODING", "utf-8")
        .output();
    std::fs::remove_file(&file).expect("the file can be removed");
    let Ok(output) = output else {
        println!("gcloud_reads_the_file did NOT run: no python3");
        return;
    };
    assert_eq!(
        String::from_utf8_lossy(&output.stdout),
        "web.Sessions|55555555-5555-5555-5555-555555555556|\n\
         web.Sessions|aaaaaaaa-aaaa-aaaa-aaaa-aaaaaaaaaaac|\n\
         UuidBytes|gAAAAAAAAAAAAAAAAAAAAA==\n\
         Shards64|32|9999-12-31T23:59:59.999999999Z\n\
         Measure|4611686018427387904|-1.7976931348623157e+308|99999999999999999999999999999.999999999|\u{10ffff}||0001-01-01\n",
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
}

struct Parts(Vec<WireValue>);

impl ClientKey for Parts {
    fn from_values(values: Vec<WireValue>) -> Self {
        Self(values)
    }
}

#[test]
fn points_are_typed_keys() {
    let points = split_points::<Session>(1).expect("even");
    let point = points.iter().next().expect("one");
    let half = Uuid::from_u128(1 << 127);
    assert_eq!(point.key(), Some(SessionKey { session: half, page: String::new() }));
    assert_eq!(point.part::<Uuid>("session"), Some(half));
    assert_eq!(point.part::<String>("page"), Some(String::new()));
    assert_eq!(point.part::<String>("nothing"), None);
    assert_eq!(point.client_key::<Parts>().0, point.values());
    // No row has the shard of this point, so the type that computes shards cannot hold it.
    let points = split_points::<Shards16>(3).expect("even");
    assert!(points.iter().all(|point| point.key().is_none()));
    assert_eq!(
        points.iter().map(|point| point.part::<i64>("shard")).collect::<Vec<_>>(),
        [Some(4), Some(8), Some(12)]
    );
    let points = split_points::<ChanceShards>(1).expect("even");
    assert_eq!(points.iter().next().and_then(SplitPoint::key).map(|key| key.shard), Some(8));
}

#[test]
fn useless_split_points_are_refused() {
    fn refused<T: SpannerTable>(count: usize) -> NoSplitPoints {
        split_points::<T>(count).expect_err("points that do not help")
    }
    let name = |text: &str| text.to_owned();
    for (refused, table, column) in [
        (refused::<Timestamp>(3), "Timestamp", "at"),
        (refused::<Newest>(3), "Newest", "at"),
        (refused::<Counter>(3), "Counter", "id"),
        (refused::<Ulids>(3), "Ulids", "id"),
        (refused::<Uuids7>(3), "Uuids7", "id"),
        (refused::<Stamped>(3), "Stamped", "at"),
    ] {
        assert_eq!(refused, NoSplitPoints::Ordered { table: name(table), column: name(column) });
        assert!(refused.to_string().contains("grows with the inserts"));
    }
    assert_eq!(
        refused::<Tenants>(3),
        NoSplitPoints::DependsOnData { table: name("Tenants"), column: name("tenant") }
    );
    assert_eq!(
        refused::<TenantIds>(3),
        NoSplitPoints::DependsOnData { table: name("TenantIds"), column: name("tenant") }
    );
    assert_eq!(
        refused::<ByStatus>(3),
        NoSplitPoints::FewValues { table: name("ByStatus"), column: name("status") }
    );
    assert_eq!(
        refused::<Orders>(3),
        NoSplitPoints::Interleaved { table: name("Orders"), root: name("Customers") }
    );
    assert_eq!(refused::<Shards2>(2), NoSplitPoints::TooMany { table: name("Shards2"), most: 1 });
    assert_eq!(
        refused::<Shards16>(16).to_string(),
        "`Shards16` has 15 boundaries between its shards, and a split inside a shard does not help"
    );
}
