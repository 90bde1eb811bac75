//! Whole rows: what an update writes, and how rows are read.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use spanner_keys::schema::SqlType;
use spanner_keys::value::{RowError, ValueError, WireValue};
use spanner_keys::{Column, Dialect, NewRow, SpannerTable, TableKey, Update, Uuid, update};
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

/// Fields of every kind outside the key, and a shard that is computed here from some of them.
#[derive(SpannerTable, Debug, Clone, PartialEq)]
#[index(StepsByToken, columns(token))]
struct Step {
    #[key(shard = 16, of(task))]
    shard: i64,
    #[key]
    task: String,
    #[key]
    part: Option<String>,
    title: String,
    #[column(length = 3)]
    country: String,
    ratio: f64,
    ratios: Vec<f64>,
    token: Uuid,
    #[column(default = "1")]
    count: i64,
    #[column(shard = 1000, of(task, title), client)]
    group: i64,
    #[column(commit_timestamp)]
    at: SystemTime,
}

fn step() -> Step {
    Step {
        shard: 0,
        task: "paint".into(),
        part: Some("door".into()),
        title: "first".into(),
        country: "NZ".into(),
        ratio: 0.0,
        ratios: vec![0.0],
        token: Uuid::from_u128(1),
        count: 1,
        group: -1,
        at: UNIX_EPOCH,
    }
}

#[test]
fn update_writes_what_is_named_and_the_shards_of_it() -> Result<(), RowError> {
    let whole = Step { title: "second".into(), ..step() };
    let group = written(whole.clone())?.into_iter().find(|(name, _)| name == "group");
    let update = update!(Step, whole.key(), title = "second".into())?;
    let row = update.into_mutation::<Recorded>().row();
    assert_eq!(names(&row), ["task", "part", "title", "group"]);
    assert_eq!(row.into_iter().find(|(name, _)| name == "group"), group);
    let row = update!(Step, step().key(), count = 5)?.stamped().into_mutation::<Recorded>().row();
    assert_eq!(names(&row), ["task", "part", "count", "at"]);
    Ok(())
}

#[test]
fn statements_name_the_whole_key_with_its_shard() -> Result<(), RowError> {
    let partial = update!(Step, step().key(), count = 5)?.stamped().sql()?;
    assert_eq!(
        partial.text,
        "UPDATE `Step` SET `count` = @p1, `at` = PENDING_COMMIT_TIMESTAMP() WHERE `shard` = @p2 AND `task` = @p3 AND `part` = @p4"
    );
    assert_eq!(partial.params[1].value, step().key().into_values()[0]);
    let whole = Step { part: None, ..step() }.update_for(Dialect::PostgreSql)?.sql()?;
    assert!(
        whole.text.ends_with(r#"WHERE "shard" = $8 AND "task" = $9 AND "part" IS NULL"#),
        "{}",
        whole.text
    );
    Ok(())
}

#[test]
fn update_checks_values_and_the_key() {
    let refused = |update: Result<Update<Step>, RowError>| update.err().map(|error| error.error);
    let too_long = update!(Step, step().key(), country = "NZLX".into());
    assert_eq!(refused(too_long), Some(ValueError::TooLong { length: 4, limit: 3 }));
    let time_ordered = update!(Step, step().key(), token = Uuid::from_u128(7 << 76));
    assert_eq!(refused(time_ordered), Some(ValueError::TimeOrderedUuid { version: 7 }));
    let key = StepKey { part: Some("x".repeat(9000)), ..step().key() };
    let large = refused(update!(Step, key, count = 1));
    assert!(matches!(large, Some(ValueError::KeyTooLarge { .. })), "{large:?}");
}

#[test]
fn changes_are_what_is_stored_differently() -> Result<(), RowError> {
    let changed = |old: &Step, new: &Step| -> Result<Vec<&'static str>, RowError> {
        Ok(old.changes_to(new)?.map(|update| update.columns().collect()).unwrap_or_default())
    };
    let old = step();
    let computed =
        Step { shard: 9, group: 3, at: UNIX_EPOCH + Duration::from_secs(9), ..old.clone() };
    assert!(old.changes_to(&computed)?.is_none(), "what is computed does not count");
    assert_eq!(
        changed(&old, &Step { ratio: -0.0, ratios: vec![-0.0], ..old.clone() })?,
        ["ratio", "ratios"]
    );
    let nan = Step { ratio: f64::NAN, ..old.clone() };
    assert!(nan.changes_to(&nan)?.is_none());
    let renamed = changed(&old, &Step { title: "second".into(), ..old.clone() })?;
    assert_eq!(renamed, ["group", "title"]);
    // The old row may break a limit that is newer than it.
    let long = Step { country: "too long".into(), ..old.clone() };
    assert_eq!(changed(&long, &old)?, ["country"]);
    assert!(old.changes_to(&long).is_err());
    let other = old.changes_to(&Step { part: None, ..old.clone() });
    assert_eq!(
        other.map_err(|error| error.to_string()).err().as_deref(),
        Some("column `part` of table `Step` has two values, but the row has one key")
    );
    Ok(())
}

#[test]
fn rows_are_inserted_as_they_are() -> Result<(), RowError> {
    let row = step().insert()?.into_mutation::<Recorded>().row();
    let all =
        ["group", "task", "part", "title", "country", "ratio", "ratios", "token", "count", "at"];
    assert_eq!(names(&row), all);
    assert_eq!(row[9].1, UNIX_EPOCH.into_wire(SqlType::TIMESTAMP));
    let stamped = step().insert()?.stamped().or_update().into_mutation::<Recorded>().row();
    assert_eq!(names(&stamped), all);
    assert_eq!(stamped[9].1, WireValue::Text("spanner.commit_timestamp()".into()));
    let late = Step { token: Uuid::from_u128(7 << 76), ..step() }.insert();
    assert_eq!(late.err().map(|error| error.column).as_deref(), Some("token"));
    Ok(())
}

/// A random id, in a table with a supplied part and a shard outside the key.
#[derive(SpannerTable, Debug, Clone, PartialEq)]
struct Payment {
    #[key(uuid)]
    id: Uuid,
    #[key]
    account: String,
    #[column(shard = 8, of(id, account), client)]
    group: i64,
    amount: i64,
}

#[test]
fn a_chosen_key_replaces_what_would_be_filled() -> Result<(), RowError> {
    let new = || NewPayment { account: "a".into(), amount: 5 };
    let key = |version: u128, account: &str| PaymentKey {
        id: Uuid::from_u128(1 | version << 76),
        account: account.into(),
    };
    let insert = new().insert_as(key(4, "a"))?;
    assert_eq!(*insert.key(), key(4, "a"));
    let whole = Payment { id: key(4, "a").id, account: "a".into(), group: 99, amount: 5 };
    let (chosen, whole) = (
        insert.into_mutation::<Recorded>().row(),
        whole.insert()?.into_mutation::<Recorded>().row(),
    );
    let sorted = |mut row: Vec<(String, WireValue)>| {
        row.sort_by(|one, two| one.0.cmp(&two.0));
        row
    };
    assert_eq!(sorted(chosen), sorted(whole));

    let refused =
        |insert: Result<_, RowError>| insert.err().map(|error| (error.column, error.error));
    assert_eq!(
        refused(new().insert_as(key(4, "b")).map(drop)),
        Some(("account".into(), ValueError::DifferentKey))
    );
    let time_ordered = Some(("id".into(), ValueError::TimeOrderedUuid { version: 7 }));
    assert_eq!(refused(new().insert_as(key(7, "a")).map(drop)), time_ordered);
    let whole = Payment { id: key(7, "a").id, account: "a".into(), group: 0, amount: 5 };
    assert_eq!(refused(whole.insert().map(drop)), time_ordered);
    Ok(())
}
