//! Whole rows: what an update writes, and how rows are read.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use spanner_keys::schema::SqlType;
use spanner_keys::value::{RowError, ValueError, WireValue};
use spanner_keys::{Column, SpannerTable};
use spanner_keys_tests::recorded::{Recorded, RecordedRow};

/// A column of every kind, and more columns than generated code handles in one call.
#[derive(SpannerTable, Debug, Clone, PartialEq)]
struct Visit {
    #[key(shard = 16, of(site))]
    shard: i64,
    #[key]
    site: String,
    #[key]
    #[column(commit_timestamp)]
    at: SystemTime,
    #[column(default = "1")]
    count: i64,
    #[column(generated = "UPPER({site})")]
    shown: String,
    #[column(commit_timestamp)]
    seen: SystemTime,
    #[column(shard = 4, of(site), client)]
    group: i64,
    note: Option<String>,
    #[column(length = 3)]
    country: String,
    ratio: f64,
}

fn visit() -> Visit {
    Visit {
        shard: 3,
        site: "home".into(),
        at: UNIX_EPOCH + Duration::from_secs(1),
        count: 2,
        shown: "HOME".into(),
        seen: UNIX_EPOCH + Duration::from_secs(2),
        group: -1,
        note: None,
        country: "NZ".into(),
        ratio: 0.5,
    }
}

fn written(row: impl SpannerTable) -> Result<Vec<(String, WireValue)>, RowError> {
    Ok(row.update()?.into_mutation::<Recorded>().row())
}

fn names(row: &[(String, WireValue)]) -> Vec<&str> {
    row.iter().map(|(name, _)| name.as_str()).collect()
}

#[test]
fn update_omits_what_the_database_writes() -> Result<(), RowError> {
    let update = written(visit())?;
    // The database's shard, the generated column, and the time outside the key are not sent; the
    // time in the key is sent unchanged.
    assert_eq!(names(&update), ["group", "site", "at", "count", "note", "country", "ratio"]);
    assert_eq!(
        update[0].1,
        WireValue::Text("1".into()),
        "the shard is not the one that the row had"
    );
    assert_eq!(update[2].1, visit().at.into_wire(SqlType::TIMESTAMP));
    assert_eq!(update[6].1, WireValue::Number(0.5));
    Ok(())
}

#[derive(SpannerTable, Debug, Clone, PartialEq)]
struct Drawn {
    #[key(shard = 8, random)]
    shard: i64,
    #[key(ulid)]
    id: String,
}

#[derive(SpannerTable, Debug, Clone, PartialEq)]
struct Counted {
    #[key(identity)]
    id: i64,
    #[key(sequence = "Second")]
    second: i64,
    name: String,
}

#[test]
fn update_sends_the_whole_key() -> Result<(), RowError> {
    assert_eq!(names(&written(Drawn { shard: 5, id: "0".repeat(26) })?), ["shard", "id"]);
    assert_eq!(
        names(&written(Counted { id: 1, second: 2, name: "n".into() })?),
        ["id", "second", "name"]
    );
    Ok(())
}

#[test]
fn first_invalid_value_is_reported() {
    let twice = Visit { country: "New Zealand".into(), ratio: f64::NAN, ..visit() };
    let error = twice.update().map(drop).unwrap_err();
    assert_eq!((error.table.as_str(), error.column.as_str()), ("Visit", "country"));
    assert_eq!(error.error, ValueError::TooLong { length: 11, limit: 3 });
}

/// The row as the database stores it.
fn stored() -> Vec<(String, WireValue)> {
    let Visit { shard, site, at, count, shown, seen, group, note, country, ratio } = visit();
    let times = SqlType::TIMESTAMP;
    [
        ("ratio", ratio.into_wire(SqlType::FLOAT64)),
        ("shard", shard.into_wire(SqlType::INT64)),
        ("site", site.into_wire(SqlType::TEXT)),
        ("at", at.into_wire(times)),
        ("count", count.into_wire(SqlType::INT64)),
        ("shown", shown.into_wire(SqlType::TEXT)),
        ("seen", seen.into_wire(times)),
        ("group", group.into_wire(SqlType::INT64)),
        ("note", note.into_wire(SqlType::TEXT)),
        ("country", country.into_wire(SqlType::TEXT)),
        ("more", WireValue::Null),
    ]
    .map(|(name, value)| (name.to_owned(), value))
    .to_vec()
}

#[test]
fn columns_are_read_in_any_order() {
    assert_eq!(Visit::from_row(RecordedRow(stored())), Ok(visit()));
}

#[test]
fn missing_column_is_named() {
    for missing in Visit::COLUMNS {
        let row = stored().into_iter().filter(|(name, _)| name != missing).collect();
        let error = Visit::from_row(RecordedRow(row)).unwrap_err();
        assert_eq!(
            (error.table.as_str(), error.column.as_str(), error.error),
            ("Visit", *missing, ValueError::Missing)
        );
    }
}
