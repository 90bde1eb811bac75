//! Values through the wire format: what a Rust type writes, it reads back, and a shard of it is the
//! database's.

use std::fmt::Debug;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use chrono::{DateTime, NaiveDate, Utc};
use rust_decimal::Decimal;
use serde_json::{Value, json};
use spanner_keys::keys::{HashInput, Seeded, Source, random_uuid, shard_of};
use spanner_keys::schema::{
    ColumnDef, Fill, KeyPart, Scalar, ShardBy, ShardDef, SqlType, TableDef,
};
use spanner_keys::value::{ValueContext, WireValue};
use spanner_keys::{Column, Dialect, Schema, SpannerColumn, Uuid};
use spanner_keys_tests::emulator::{Database, Emulator};
use ulid::Ulid;

use super::Case;

pub(crate) const CASES: &[Case] = &[
    Case::new("every_type_round_trips", every_type_round_trips),
    Case::new("arrays_round_trip", arrays_round_trip),
    Case::new("shards_of_rust_values", shards_of_rust_values),
];

#[derive(SpannerColumn, Clone, Debug, PartialEq)]
struct CustomerId(Uuid);

#[derive(SpannerColumn, Clone, Debug, PartialEq)]
struct Named {
    name: String,
}

#[derive(SpannerColumn, Clone, Debug, PartialEq)]
#[column(rename_all = "SCREAMING_SNAKE_CASE")]
enum Color {
    DeepRed,
    #[column(name = "grün")]
    Green,
}

#[derive(SpannerColumn, Clone, Debug, PartialEq)]
#[column(storage = integer)]
enum Level {
    Low = -3,
    High = 70_000,
}

pub(crate) fn to_json(plain: WireValue) -> Value {
    match plain {
        WireValue::Null => Value::Null,
        WireValue::Boolean(value) => json!(value),
        WireValue::Number(value) => json!(value),
        WireValue::Text(value) => json!(value),
        WireValue::List(values) => values.into_iter().map(to_json).collect(),
    }
}

pub(crate) fn from_json(value: &Value) -> WireValue {
    match value {
        Value::Null => WireValue::Null,
        Value::Bool(value) => WireValue::Boolean(*value),
        Value::Number(value) => WireValue::Number(value.as_f64().unwrap_or(f64::NAN)),
        Value::String(value) => WireValue::Text(value.clone()),
        Value::Array(values) => WireValue::List(values.iter().map(from_json).collect()),
        Value::Object(_) => WireValue::Text(value.to_string()),
    }
}

/// Writes each value into a column of its own type, and NULL into one that takes it; reads all of
/// them back.
fn round_trip<T: Column + Clone + Debug + PartialEq>(
    emulator: &Emulator,
    dialect: Dialect,
    ty: SqlType,
    values: &[T],
) -> Result<(), String> {
    let database = emulator.database(dialect)?;
    let columns = [
        ColumnDef::new("N", SqlType::INT64),
        ColumnDef { nullable: T::NULLABLE, ..ColumnDef::new("V", ty) },
    ];
    let table = TableDef { key: &[KeyPart::new(0)], ..TableDef::new("T", &columns) };
    database.apply(&Schema::new().add(table).ddl(dialect).map_err(|error| error.to_string())?)?;
    let place = ValueContext { dialect, in_key: false };
    let rows: Vec<Vec<Value>> = values
        .iter()
        .enumerate()
        .map(|(number, value)| {
            value.check(ty, place).map_err(|problem| format!("{value:?} {problem}"))?;
            Ok(vec![json!(number.to_string()), to_json(value.clone().into_wire(ty))])
        })
        .collect::<Result<_, String>>()?;
    database.insert("T", &["N", "V"], &rows)?;
    let found = database.query(&select(dialect, "V", "N"))?;
    for (row, wanted) in found.iter().zip(values) {
        let value = T::from_wire(from_json(&row[0]), ty)
            .map_err(|problem| format!("{wanted:?} {problem}"))?;
        if value != *wanted {
            return Err(format!("{wanted:?} was written, {value:?} was read"));
        }
    }
    if found.len() == values.len() {
        Ok(())
    } else {
        Err(format!("{} of {} rows came back", found.len(), values.len()))
    }
}

fn select(dialect: Dialect, column: &str, order: &str) -> String {
    let quote = if dialect == Dialect::GoogleSql { '`' } else { '"' };
    format!("SELECT {quote}{column}{quote} FROM {quote}T{quote} ORDER BY {quote}{order}{quote}")
}

fn times() -> Vec<(i64, u32)> {
    vec![
        (0, 0),
        (-1, 999_999_999),
        (-62_135_596_800, 1),
        (253_402_300_799, 999_999_999),
        (1_772_600_767, 123_456_789),
        (-12_212_549_877, 333_333_333),
        (951_782_400, 500_000_000),
    ]
}

fn system_time((seconds, nanos): (i64, u32)) -> SystemTime {
    let distance = Duration::from_secs(seconds.unsigned_abs());
    let whole = if seconds < 0 { UNIX_EPOCH - distance } else { UNIX_EPOCH + distance };
    whole + Duration::from_nanos(nanos.into())
}

fn nanos((seconds, nanos): (i64, u32)) -> i128 {
    i128::from(seconds) * 1_000_000_000 + i128::from(nanos)
}

const DATES: [(i16, u8, u8); 5] =
    [(1, 1, 1), (1600, 2, 29), (1969, 12, 31), (2026, 11, 16), (9999, 12, 31)];

fn every_type_round_trips(emulator: &Emulator, dialect: Dialect) -> Result<(), String> {
    macro_rules! trip {
        ($type:ty: $($value:expr),* $(,)?) => { round_trip::<$type>(emulator, dialect, <$type>::TYPE, &[$($value),*])? };
        ($type:ty as $ty:expr => $values:expr) => { round_trip::<$type>(emulator, dialect, $ty, &$values)? };
    }
    trip!(bool: true, false);
    trip!(i8: i8::MIN, -1, 0, i8::MAX);
    trip!(i16: i16::MIN, i16::MAX);
    trip!(i32: i32::MIN, i32::MAX);
    trip!(i64: i64::MIN, -1, 0, i64::MAX);
    trip!(u8: 0, u8::MAX);
    trip!(u16: 0, u16::MAX);
    trip!(u32: 0, u32::MAX);
    trip!(f32: 0.0, -1.5, 0.1, f32::MIN, f32::MAX, f32::MIN_POSITIVE, f32::INFINITY, f32::NEG_INFINITY);
    trip!(f64: 0.0, -1.5, 0.1, f64::MIN, f64::MAX, f64::MIN_POSITIVE, f64::INFINITY, f64::NEG_INFINITY);
    trip!(String: String::new(), "é 日本語 😀".into(), "it's `q` \"q\" \\ \u{1f}".into(), "x".repeat(5000));
    trip!(String as SqlType::text(3) => ["😀😀😀".to_owned()]);
    trip!(Vec<u8>: vec![], vec![0], vec![0, 255], (0..=255).collect(), vec![7; 10_000]);
    trip!(bytes::Bytes: bytes::Bytes::from_static(b"\x00\xff\x1f"), bytes::Bytes::new());
    trip!([u8; 5]: [0, 1, 2, 254, 255]);
    let uuid = random_uuid(&mut Seeded::new(1));
    trip!(Uuid as SqlType::text(36) => [uuid, Uuid::nil(), Uuid::max()]);
    trip!(Uuid as SqlType::bytes(16) => [uuid, Uuid::nil(), Uuid::max()]);
    trip!(Ulid as SqlType::text(26) => [Ulid(0), Ulid(u128::MAX), Ulid(uuid.as_u128())]);
    trip!(Ulid as SqlType::bytes(16) => [Ulid(0), Ulid(u128::MAX), Ulid(uuid.as_u128())]);
    let time_error = |error: time::error::ComponentRange| error.to_string();
    trip!(SystemTime as SqlType::TIMESTAMP => times().into_iter().map(system_time).collect::<Vec<_>>());
    let chrono: Vec<_> = times()
        .into_iter()
        .filter_map(|(seconds, nanos)| DateTime::from_timestamp(seconds, nanos))
        .collect();
    trip!(DateTime<Utc> as SqlType::TIMESTAMP => chrono);
    let offset: Vec<_> = times()
        .into_iter()
        .map(nanos)
        .map(time::OffsetDateTime::from_unix_timestamp_nanos)
        .collect::<Result<_, _>>()
        .map_err(time_error)?;
    trip!(time::OffsetDateTime as SqlType::TIMESTAMP => offset);
    let utc: Vec<_> = times()
        .into_iter()
        .map(nanos)
        .map(time::UtcDateTime::from_unix_timestamp_nanos)
        .collect::<Result<_, _>>()
        .map_err(time_error)?;
    trip!(time::UtcDateTime as SqlType::TIMESTAMP => utc);
    // jiff ends a little before the last moments of the year 9999.
    let jiff: Vec<_> = times()
        .into_iter()
        .map(nanos)
        .filter_map(|nanos| jiff::Timestamp::from_nanosecond(nanos).ok())
        .collect();
    trip!(jiff::Timestamp as SqlType::TIMESTAMP => jiff);
    let chrono: Vec<_> = DATES
        .iter()
        .filter_map(|&(y, m, d)| NaiveDate::from_ymd_opt(y.into(), m.into(), d.into()))
        .collect();
    trip!(NaiveDate as SqlType::DATE => chrono);
    let time: Vec<_> = DATES
        .iter()
        .filter_map(|&(y, m, d)| {
            time::Date::from_calendar_date(y.into(), m.try_into().ok()?, d).ok()
        })
        .collect();
    trip!(time::Date as SqlType::DATE => time);
    let jiff: Vec<_> = DATES
        .iter()
        .filter_map(|&(y, m, d)| jiff::civil::Date::new(y, m.cast_signed(), d.cast_signed()).ok())
        .collect();
    trip!(jiff::civil::Date as SqlType::DATE => jiff);
    trip!(Decimal: Decimal::ZERO, Decimal::new(-15, 1), Decimal::new(1, 9), Decimal::MAX, Decimal::MIN);
    let big =
        |text: &str| text.parse::<bigdecimal::BigDecimal>().map_err(|error| error.to_string());
    trip!(bigdecimal::BigDecimal: big("0")?, big("-1.5")?, big("99999999999999999999999999999.999999999")?, big("-0.000000001")?);
    trip!(Value: json!({"a": [1, "x", null, true], "b": {"c": 2.5}}), json!([]), json!("text"), json!(3));
    trip!(CustomerId: CustomerId(uuid));
    trip!(Named: Named { name: "Ada".into() });
    trip!(Color: Color::DeepRed, Color::Green);
    trip!(Level: Level::Low, Level::High);
    trip!(Option<i64>: None, Some(-5));
    trip!(Option<String>: None, Some(String::new()));
    trip!(Option<Color>: None, Some(Color::Green));
    Ok(())
}

fn arrays_round_trip(emulator: &Emulator, dialect: Dialect) -> Result<(), String> {
    macro_rules! trip {
        ($type:ty: $($value:expr),*) => { round_trip::<$type>(emulator, dialect, <$type>::TYPE, &[$($value),*])? };
    }
    trip!(Vec<bool>: vec![], vec![true, false]);
    trip!(Vec<i64>: vec![i64::MIN, 0]);
    trip!(Vec<Option<i64>>: vec![None, Some(1), None], vec![]);
    trip!(Option<Vec<Option<String>>>: None, Some(vec![]), Some(vec![None, Some("x".into())]));
    trip!(Vec<f32>: vec![0.1, f32::INFINITY]);
    trip!(Vec<f64>: vec![0.1, f64::NEG_INFINITY]);
    trip!(Vec<String>: vec![String::new(), "a,b\"c".into()]);
    trip!(Vec<Vec<u8>>: vec![vec![], vec![0, 255]]);
    trip!(Vec<Option<u8>>: vec![None, Some(255)]);
    trip!(Vec<[u8; 2]>: vec![[0, 1], [254, 255]]);
    trip!(Vec<Uuid>: vec![Uuid::nil(), Uuid::max()]);
    trip!(Vec<SystemTime>: times().into_iter().map(system_time).collect());
    trip!(Vec<NaiveDate>: vec![NaiveDate::MIN.with_ymd()?, NaiveDate::MAX.with_ymd()?]);
    trip!(Vec<Decimal>: vec![Decimal::MAX, Decimal::new(15, 1)]);
    trip!(Vec<Value>: vec![json!({"a": 1}), json!(null), json!([1])]);
    trip!(Vec<Color>: vec![Color::DeepRed, Color::Green]);
    trip!(Vec<Option<Level>>: vec![None, Some(Level::Low)]);
    trip!(Vec<CustomerId>: vec![CustomerId(Uuid::max())]);
    Ok(())
}

/// chrono's own first and last days are far outside of Spanner's.
trait WithYmd: Sized {
    fn with_ymd(self) -> Result<Self, String>;
}

impl WithYmd for NaiveDate {
    fn with_ymd(self) -> Result<Self, String> {
        let (year, month, day) = if self == Self::MIN { (1, 1, 1) } else { (9999, 12, 31) };
        Self::from_ymd_opt(year, month, day).ok_or_else(|| "no such day".to_owned())
    }
}

/// A value's type, what is sent, and what is hashed.
struct Sample {
    ty: SqlType,
    wire: Value,
    hashed: HashInput<'static>,
}

fn sample<T: Column + Clone>(ty: SqlType, value: &T) -> Sample {
    let hashed = match value.hashed(ty) {
        HashInput::Text(text) => HashInput::Text(text.into_owned().into()),
        HashInput::Bytes(bytes) => HashInput::Bytes(bytes.into_owned().into()),
        HashInput::Never => HashInput::Never,
    };
    Sample { ty, wire: to_json(value.clone().into_wire(ty)), hashed }
}

/// A random value of every type that can be hashed.
fn samples(source: &mut Seeded, dialect: Dialect) -> Vec<Sample> {
    let time = (
        i64::try_from(source.random() % 315_537_897_600).unwrap_or(0) - 62_135_596_800,
        u32::try_from(source.random() % 1_000_000_000).unwrap_or(0),
    );
    let days = i64::try_from(source.random() % 3_652_059).unwrap_or(0) - 719_162;
    let date = DateTime::from_timestamp(days * 86_400, 0).unwrap_or_default().date_naive();
    let texts = ["", "é", "日本語", "a\u{1f}b", "\u{1f}", "😀"];
    let text = format!(
        "{}{}",
        texts[usize::try_from(source.random() % 6).unwrap_or(0)],
        source.random() % 3
    );
    let bytes: Vec<u8> =
        source.random().to_be_bytes()[..usize::try_from(source.random() % 9).unwrap_or(0)].to_vec();
    let (number, uuid) = (source.random().cast_signed(), random_uuid(source));
    let sortable = Ulid(u128::from(source.random()) << 64 | u128::from(source.random()));
    let mut samples = vec![
        sample(SqlType::TEXT, &text),
        sample(SqlType::INT64, &number),
        sample(SqlType::INT64, &u32::try_from(source.random() >> 32).unwrap_or(0)),
        sample(SqlType::BOOL, &(number > 0)),
        sample(SqlType::BYTES, &bytes),
        sample(SqlType::text(36), &uuid),
        sample(SqlType::bytes(16), &uuid),
        sample(SqlType::text(26), &sortable),
        sample(SqlType::bytes(16), &sortable),
        sample(SqlType::TIMESTAMP, &system_time(time)),
        sample(SqlType::TIMESTAMP, &DateTime::from_timestamp(time.0, time.1).unwrap_or_default()),
        sample(SqlType::DATE, &date),
        sample(SqlType::text(36), &CustomerId(uuid)),
        sample(SqlType::TEXT, &if number > 0 { Color::DeepRed } else { Color::Green }),
        sample(SqlType::INT64, &if number > 0 { Level::Low } else { Level::High }),
    ];
    if let Ok(time) = time::OffsetDateTime::from_unix_timestamp_nanos(nanos(time)) {
        samples.push(sample(SqlType::TIMESTAMP, &time));
        samples.push(sample(SqlType::DATE, &time.date()));
    }
    if let Ok(time) = jiff::Timestamp::from_nanosecond(nanos(time)) {
        samples.push(sample(SqlType::TIMESTAMP, &time));
    }
    if dialect == Dialect::GoogleSql {
        let scale = u32::try_from(source.random() % 10).unwrap_or(0);
        samples.push(sample(SqlType::NUMERIC, &Decimal::new(number, scale)));
        samples.push(sample(
            SqlType::NUMERIC,
            &bigdecimal::BigDecimal::new(number.into(), scale.into()),
        ));
    }
    samples
}

/// Each type alone, and all of them together, over random values: the shard in Rust is the one in
/// the database.
fn shards_of_rust_values(emulator: &Emulator, dialect: Dialect) -> Result<(), String> {
    let mut source = Seeded::new(11);
    let types: Vec<SqlType> =
        samples(&mut source, dialect).iter().map(|sample| sample.ty).collect();
    let names: Vec<String> = (0..types.len()).map(|at| format!("c{at}")).collect();
    let inputs: Vec<usize> = (0..types.len()).collect();
    let shards: Vec<String> = (0..=types.len()).map(|at| format!("s{at}")).collect();
    let counts: Vec<u16> = (0..=types.len()).map(|at| [16, 7, 1000, 2, 1023, 64][at % 6]).collect();
    let mut columns: Vec<ColumnDef<'_>> =
        names.iter().zip(&types).map(|(name, ty)| ColumnDef::new(name, *ty)).collect();
    for (at, name) in shards.iter().enumerate() {
        let inputs = if at < types.len() { &inputs[at..=at] } else { &inputs[..] };
        let fill = Fill::Shard(ShardDef { count: counts[at], inputs, by: ShardBy::Database });
        columns.push(ColumnDef { fill, ..ColumnDef::new(name, SqlType::INT64) });
    }
    let key = columns.len();
    columns.push(ColumnDef::new("N", SqlType::INT64));
    let key = [KeyPart::new(key)];
    let table = TableDef { key: &key, ..TableDef::new("T", &columns) };
    let database = emulator.database(dialect)?;
    database.apply(&Schema::new().add(table).ddl(dialect).map_err(|error| error.to_string())?)?;

    let mut wanted = Vec::new();
    let mut rows = Vec::new();
    while rows.len() < 200 {
        let row = samples(&mut source, dialect);
        // A moment that one of the crates cannot hold makes a shorter row: left out.
        if row.len() != types.len() {
            continue;
        }
        let alone = row
            .iter()
            .enumerate()
            .map(|(at, sample)| shard_of(std::slice::from_ref(&sample.hashed), counts[at]));
        let together: Vec<HashInput<'_>> = row.iter().map(|sample| sample.hashed.clone()).collect();
        wanted.push(alone.chain([shard_of(&together, counts[types.len()])]).collect::<Vec<i64>>());
        let number = rows.len().to_string();
        rows.push(
            row.into_iter()
                .map(|sample| sample.wire)
                .chain([json!(number)])
                .collect::<Vec<Value>>(),
        );
    }
    let written: Vec<&str> = names.iter().map(String::as_str).chain(["N"]).collect();
    database.insert("T", &written, &rows)?;
    compare(&database, dialect, &shards, &wanted, &types)
}

fn compare(
    database: &Database<'_>,
    dialect: Dialect,
    shards: &[String],
    wanted: &[Vec<i64>],
    types: &[SqlType],
) -> Result<(), String> {
    let mut compared = 0;
    for (at, name) in shards.iter().enumerate() {
        for (row, wanted) in database.query(&select(dialect, name, "N"))?.iter().zip(wanted) {
            let found = match from_json(&row[0]) {
                WireValue::Text(text) => text.parse::<i64>().map_err(|error| error.to_string())?,
                other => return Err(format!("{other:?} is no shard")),
            };
            if found != wanted[at] {
                let what = types.get(at).map_or("all columns", |ty| match ty.scalar {
                    Scalar::UtcTimestamp => "a timestamp",
                    _ => "a column",
                });
                return Err(format!(
                    "the shard {name} of {what} is {found} in the database and {} in Rust",
                    wanted[at]
                ));
            }
            compared += 1;
        }
    }
    if compared == wanted.len() * shards.len() {
        Ok(())
    } else {
        Err(format!("only {compared} shards were compared"))
    }
}
