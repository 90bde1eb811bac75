//! Partial updates, and rows that come with their key.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use spanner_keys::column::Json;
use spanner_keys::value::WireValue;
use spanner_keys::{NewRow, TableKey, update};

use super::prelude::*;

pub(super) const CASES: &[Case] = cases![
    some_columns: Task,
    children: Project Note,
    statements_instead_of_mutations: Item,
    whole_rows: Event,
    chosen_keys: Item,
    documents: Document,
    stated_dialect: Task,
];

/// A shard that the database computes, one that is computed here, and a time.
#[derive(SpannerTable, Clone, Debug, PartialEq)]
struct Task {
    #[key(shard = 16, of(name))]
    shard: i64,
    #[key]
    name: String,
    #[key]
    part: i64,
    title: String,
    count: i64,
    due: Option<i64>,
    #[column(shard = 1000, of(name, title), client)]
    group: i64,
    #[column(commit_timestamp)]
    changed_at: SystemTime,
}

async fn some_columns<C: Through>(Stage { client, dialect, .. }: Stage<'_, C>) -> Result {
    for part in [0, 3] {
        let new = NewTask {
            name: "paint".to_owned(),
            part,
            title: "first".to_owned(),
            count: 1,
            due: Some(5),
        };
        let insert = new.insert_with(&mut KeySource::new(dialect))?;
        let key = insert.key().clone();
        client.apply(vec![insert.into_mutation()]).await?;
        let found = async || {
            client
                .find::<Task>(key.clone())
                .await?
                .ok_or_else(|| Failure::from("no row".to_owned()))
        };
        let first: Task = found().await?;

        // A mutation; the CHECK constraint verifies that the shard was computed again.
        let update = update!(Task, key.clone(), title = "second".to_owned(), due = None; dialect)?;
        client.apply(vec![update.into_mutation()]).await?;
        let second = found().await?;
        let wanted =
            Task { title: "second".to_owned(), due: None, group: second.group, ..first.clone() };
        same("update!", &second, &wanted)?;
        ensure(second.group != first.group, || "the shard is the old one".to_owned())?;

        // A statement, with the time of its commit.
        let update = update!(Task, key.clone(), count = 2; dialect)?.stamped();
        same("rows", &client.execute(update.sql()?).await?, &1)?;
        let third = found().await?;
        ensure(third.changed_at > second.changed_at, || "the time is the old one".to_owned())?;
        same("sql", &third, &Task { count: 2, changed_at: third.changed_at, ..second })?;

        // What differs, both ways.
        let new = Task { title: "third".to_owned(), due: Some(9), ..third.clone() };
        let Some(update) = third.changes_to_for(&new, dialect)? else {
            return Err("nothing differs".to_owned().into());
        };
        let columns: Vec<_> = update.columns().collect();
        same("columns", &columns, &vec!["group", "title", "due"])?;
        client.apply(vec![update.into_mutation()]).await?;
        let fourth = found().await?;
        same("changes_to", &fourth, &Task { group: fourth.group, ..new })?;
        same("no changes", &fourth.changes_to_for(&fourth, dialect)?.is_none(), &true)?;
        same("rows", &client.execute(third.update_for(dialect)?.sql()?).await?, &1)?;
        same("the whole row", &found().await?.title, &"second".to_owned())?;
    }
    let missing = TaskKey { name: "none".to_owned(), part: 0 };
    let update = update!(Task, missing, count = 2; dialect)?;
    same("no row", &client.execute(update.clone().sql()?).await?, &0)?;
    let refused = client.apply(vec![update.into_mutation()]).await;
    ensure(refused.is_err_and(|failure| failure.is(Failure::NOT_FOUND)), || {
        "a missing row was updated".to_owned()
    })
}

#[derive(SpannerTable, Clone, Debug, PartialEq)]
struct Project {
    #[key(shard = 4)]
    shard: i64,
    #[key]
    name: String,
}

/// The name of a column is that of the table.
#[derive(SpannerTable, Clone, Debug, PartialEq)]
#[interleave(Project)]
struct Note {
    #[key(parent)]
    shard: i64,
    #[key(parent)]
    name: String,
    #[key]
    line: i64,
    #[column(name = "note")]
    text: String,
    data: Vec<u8>,
}

async fn children<C: Through>(Stage { client, dialect, .. }: Stage<'_, C>) -> Result {
    let mut keys = KeySource::new(dialect);
    let project = NewProject { name: "house".to_owned() }.insert_with(&mut keys)?;
    let new =
        NewNote { project: project.key().clone(), line: 1, text: "old".to_owned(), data: vec![1] };
    let note = new.insert_with(&mut keys)?;
    let key = note.key().clone();
    client.apply(vec![project.into_mutation(), note.into_mutation()]).await?;
    let update = update!(Note, key.clone(), text = "new".to_owned(); dialect)?;
    client.apply(vec![update.into_mutation()]).await?;
    let update = update!(Note, key.clone(), data = vec![2, 3]; dialect)?;
    same("rows", &client.execute(update.sql()?).await?, &1)?;
    let found = client.find::<Note>(key).await?.map(|found| (found.text, found.data));
    same("the child", &found, &Some(("new".to_owned(), vec![2, 3])))
}

/// The emulator refuses an update of this table that leaves out `active`.
#[derive(SpannerTable, Clone, Debug, PartialEq)]
struct Item {
    #[key(uuid)]
    id: Uuid,
    name: String,
    #[column(default = "TRUE")]
    active: bool,
}

async fn statements_instead_of_mutations<C: Through>(
    Stage { client, dialect, .. }: Stage<'_, C>,
) -> Result {
    let new = NewItem { name: "one".to_owned(), active: Some(false) };
    let insert = new.insert_with(&mut KeySource::new(dialect))?;
    let key = insert.key().clone();
    client.apply(vec![insert.into_mutation()]).await?;
    let update = update!(Item, key.clone(), name = "two".to_owned(); dialect)?;
    same("rows", &client.execute(update.sql()?).await?, &1)?;
    let wanted = Item { id: key.id, name: "two".to_owned(), active: false };
    same("the row", &client.find(key).await?, &Some(wanted))
}

/// The database fills the key.
#[derive(SpannerTable, Clone, Debug, PartialEq)]
struct Event {
    #[key(identity)]
    id: i64,
    #[column(shard = 8, of(name), client)]
    group: i64,
    name: String,
    #[column(commit_timestamp)]
    at: SystemTime,
}

async fn whole_rows<C: Through>(Stage { client, dialect, .. }: Stage<'_, C>) -> Result {
    let at = UNIX_EPOCH + Duration::from_secs(1_000_000_000);
    let event = Event { id: 77, group: -1, name: "restored".to_owned(), at };
    client.apply(vec![event.clone().insert_for(dialect)?.into_mutation()]).await?;
    let found = client.find::<Event>(event.key()).await?;
    let group = found.as_ref().map_or(-1, |found| found.group);
    same("restored", &found, &Some(Event { group, ..event.clone() }))?;
    let again = client.apply(vec![event.clone().insert_for(dialect)?.into_mutation()]).await;
    ensure(again.is_err_and(|failure| failure.is(Failure::ALREADY_EXISTS)), || {
        "a row was inserted twice".to_owned()
    })?;
    let named = Event { name: "again".to_owned(), ..event.clone() };
    let upsert = named.clone().insert_for(dialect)?.or_update().stamped();
    let commit = client.apply(vec![upsert.into_mutation()]).await?;
    let found = client.find::<Event>(event.key()).await?;
    let group = found.as_ref().map_or(-1, |found| found.group);
    same("upserted", &found, &Some(Event { group, at: commit, ..named }))
}

async fn chosen_keys<C: Through>(Stage { client, dialect, .. }: Stage<'_, C>) -> Result {
    let key = ItemKey { id: Uuid::from_u128(0x0123_4567_89ab_4def_8000_0000_0000_0001) };
    let new = |name: &str| NewItem { name: name.to_owned(), active: None };
    for name in ["one", "two"] {
        let insert = new(name).insert_as_for(key.clone(), dialect)?.or_update();
        client.apply(vec![insert.into_mutation()]).await?;
    }
    let wanted = Item { id: key.id, name: "two".to_owned(), active: true };
    same("the row", &client.find(key.clone()).await?, &Some(wanted))?;
    let again = new("three").insert_as_for(key.clone(), dialect)?;
    same("the key", &again.key().clone().into_values(), &key.into_values())?;
    let again = client.apply(vec![again.into_mutation()]).await;
    ensure(again.is_err_and(|failure| failure.is(Failure::ALREADY_EXISTS)), || {
        "a row was inserted twice".to_owned()
    })
}

/// JSON of types that serde knows.
#[derive(SpannerTable, Clone, Debug, PartialEq)]
struct Document {
    #[key(uuid)]
    id: Uuid,
    lines: Json<Vec<(String, u32)>>,
    note: Option<Json<Option<String>>>,
    all: Vec<Json<f64>>,
}

async fn documents<C: Through>(Stage { client, dialect, .. }: Stage<'_, C>) -> Result {
    for note in [None, Some(Json(None)), Some(Json(Some("it's".to_owned())))] {
        let lines = Json(vec![("nail".to_owned(), 12), ("\u{1f528}".to_owned(), 0)]);
        let all = vec![Json(0.5), Json(1e16), Json(-3.0)];
        let new = NewDocument { lines: lines.clone(), note: note.clone(), all: all.clone() };
        let insert = new.insert_with(&mut KeySource::new(dialect))?;
        let key = insert.key().clone();
        client.apply(vec![insert.into_mutation()]).await?;
        let wanted = Document { id: key.id, lines, note, all };
        same("the document", &client.find(key.clone()).await?, &Some(wanted))?;
        let lines = Json(vec![("screw".to_owned(), 3)]);
        let update = update!(Document, key.clone(), lines = lines.clone(); dialect)?;
        same("rows", &client.execute(update.sql()?).await?, &1)?;
        let found = client.find::<Document>(key).await?.map(|found| found.lines);
        same("the new lines", &found, &Some(lines))?;
    }
    Ok(())
}

/// A table of PostgreSQL databases: nothing else has to name the dialect.
#[derive(SpannerTable, Clone, Debug, PartialEq)]
#[table(dialect = postgresql)]
#[index(StatedByNote, columns(note))]
struct Stated {
    #[key(identity)]
    id: i64,
    note: Option<String>,
}

async fn stated_dialect<C: Through>(
    Stage { client, database, dialect, .. }: Stage<'_, C>,
) -> Result {
    let ddl = Schema::new().table::<Stated>().ddl(dialect);
    if dialect == Dialect::GoogleSql {
        return ensure(ddl.is_err(), || "there is DDL for the other dialect".to_owned());
    }
    database.apply(&ddl?)?;
    let insert = NewStated { note: None }.insert_returning()?;
    let (_, keys) = client.insert_returning(insert).await?;
    let key = keys.into_iter().next().ok_or_else(|| Failure::from("no key".to_owned()))?;
    let update = update!(Stated, key.clone(), note = Some("new".to_owned()))?;
    same("rows", &client.execute(update.sql()?).await?, &1)?;
    client.apply(vec![Stated { id: 5, note: None }.insert()?.into_mutation()]).await?;
    // The order of NULL in an index depends on the dialect.
    let notes = client.scan(Stated::scan().index("StatedByNote")).await?;
    let notes: Vec<_> = notes.into_iter().map(|found| found.note).collect();
    same("the scan", &notes, &vec![Some("new".to_owned()), None])?;
    let values = key.into_values();
    ensure(matches!(values.as_slice(), [WireValue::Text(_)]), || format!("{values:?}"))
}
