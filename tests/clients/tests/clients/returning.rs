//! Inserts whose keys the database fills.

#![allow(clippy::duplicated_attributes, reason = "false positive for two `index` attributes")]

use std::cell::Cell;
use std::collections::HashMap;
use std::time::SystemTime;

use spanner_keys::row::InsertReturning;
use spanner_keys::value::{RowError, ValueError};

use super::prelude::*;

pub(super) const CASES: &[Case] = cases![
    order_of_keys: Event,
    children_in_one_commit: Note,
    refused_rows_are_undone: Event Visit,
    sent_again_with_an_id: Line,
];

/// With a column that is named like the table, a key that is drawn in part, and another unique index.
#[derive(SpannerTable, Clone, Debug, PartialEq)]
#[index(OrdersByRetry, columns(retry), unique)]
#[index(OrdersByCode, columns(code), unique)]
struct Order {
    #[key(shard = 4, random)]
    shard: i64,
    #[key(sequence = "OrderNumbers")]
    id: i64,
    code: String,
    #[column(retry_id, name = "order")]
    retry: String,
}

#[derive(SpannerTable, Clone, Debug, PartialEq)]
#[index(LinesByRetry, columns(retry), unique)]
#[interleave(Parent)]
struct Line {
    #[key(parent)]
    name: String,
    #[key(identity)]
    number: i64,
    #[column(retry_id)]
    retry: Uuid,
}

#[derive(SpannerTable, Clone, Debug, PartialEq)]
struct Parent {
    #[key]
    name: String,
}

/// The same insert sent twice returns the same keys, in the order of its rows. Another row that is in
/// its way is still an error.
async fn sent_again_with_an_id<C: Through>(
    Stage { client, database, dialect, .. }: Stage<'_, C>,
) -> Result {
    let mut source = KeySource::new(dialect);
    let parent = NewParent { name: "p".to_owned() }.insert_with(&mut source)?;
    let key = parent.key().clone();
    client.apply(vec![parent.into_mutation()]).await?;
    let lines = (0..40).map(|_| NewLine { parent: key.clone() }.insert_returning_with(&mut source));
    let insert = InsertReturning::all(lines.collect::<Result<Vec<_>, _>>()?)?;
    let (time, first) = client.insert_returning(insert.clone()).await?;
    let (again, second) = client.insert_returning(insert.clone()).await?;
    same("keys", &second, &first)?;
    same("times", &(time.is_some(), again), &(true, None))?;
    same("lines", &client.scan(Line::scan()).await?.len(), &40)?;
    // What depends on the keys was in the same commit, and is not written again.
    let (_, third) = client
        .insert_returning_with(insert, |_| {
            Err(RowError {
                table: String::new(),
                column: String::new(),
                error: ValueError::Missing,
            })
        })
        .await?;
    same("keys", &third, &first)?;

    let ddl = Schema::new().table::<Order>().ddl(dialect)?;
    database.apply(&ddl)?;
    let order = |code: &str| NewOrder { code: code.to_owned() };
    let insert = order("a").insert_returning_with(&mut source)?;
    let (_, first) = client.insert_returning(insert.clone()).await?;
    let (_, second) = client.insert_returning(insert).await?;
    same("keys of orders", &second, &first)?;
    let taken = order("a").insert_returning_with(&mut source)?;
    let refused = client.insert_returning(taken).await;
    ensure(refused.is_err_and(|failure| failure.is(Failure::ALREADY_EXISTS)), || {
        "a code was taken twice".to_owned()
    })?;
    // As a mutation, the row that is there is an error.
    let insert = order("b").insert_with(&mut source)?;
    client.apply(vec![insert.to_mutation()]).await?;
    let again = client.apply(vec![insert.to_mutation()]).await;
    ensure(again.is_err_and(|failure| failure.is(Failure::ALREADY_EXISTS)), || {
        "a row was inserted twice".to_owned()
    })?;
    same("orders", &client.scan(Order::scan()).await?.len(), &2)
}

#[derive(SpannerTable, Clone, Debug, PartialEq)]
#[table(name = "Events")]
struct Event {
    #[key(sequence = "EventNumbers")]
    id: i64,
    number: i64,
}

#[derive(SpannerTable, Clone, Debug, PartialEq)]
#[table(name = "Notes")]
#[interleave(Event)]
struct Note {
    #[key(parent)]
    id: i64,
    #[key]
    line: i64,
    text: String,
}

/// Keys are returned in the order of the rows. Spanner does not promise it, so nothing relies on
/// it; the emulator keeps it, and this test shows when it stops.
async fn order_of_keys<C: Through>(Stage { client, dialect, .. }: Stage<'_, C>) -> Result {
    let events = (0..500)
        .map(|number| NewEvent { number }.insert_returning_with(&mut KeySource::new(dialect)));
    let (_, keys) = client
        .insert_returning(InsertReturning::all(events.collect::<Result<Vec<_>, _>>()?)?)
        .await?;
    let events: HashMap<i64, i64> =
        client.scan(Event::scan()).await?.iter().map(|event| (event.id, event.number)).collect();
    let found = keys.iter().map(|key| events.get(&key.id).copied()).collect::<Vec<_>>();
    same("numbers in the order of the keys", &found, &(0..500).map(Some).collect())
}

async fn children_in_one_commit<C: Through>(Stage { client, dialect, .. }: Stage<'_, C>) -> Result {
    let mut source = KeySource::new(dialect);
    let events = (0..3)
        .map(|number| NewEvent { number }.insert_returning_with(&mut KeySource::new(dialect)));
    let insert = InsertReturning::all(events.collect::<Result<Vec<_>, _>>()?)?;
    let (_, keys) = client
        .insert_returning_with(insert, |keys| {
            let note = |key: &EventKey, line| NewNote {
                event: key.clone(),
                line,
                text: format!("{} {line}", key.id),
            };
            let notes = keys.iter().flat_map(|key| [note(key, 1), note(key, 2)]);
            notes.map(|note| Ok(note.insert_with(&mut source)?.into_mutation())).collect()
        })
        .await?;
    same("keys", &keys.len(), &3)?;
    for EventKey { id } in keys {
        for line in [1, 2] {
            let note: Option<Note> = client.find(NoteKey { event: EventKey { id }, line }).await?;
            same("note", &note, &Some(Note { id, line, text: format!("{id} {line}") }))?;
        }
    }
    // No rows, no statement.
    let (_, none) = client.insert_returning(InsertReturning::<Event>::all([])?).await?;
    same("keys of nothing", &none, &Vec::new())
}

#[derive(SpannerTable, Clone, Debug, PartialEq)]
#[table(name = "Visits")]
struct Visit {
    #[key]
    page: String,
    #[key]
    #[column(commit_timestamp)]
    at: SystemTime,
}

async fn refused_rows_are_undone<C: Through>(
    Stage { client, database, dialect, .. }: Stage<'_, C>,
) -> Result {
    let mut keys = KeySource::new(dialect);
    let count = Cell::new(0);
    let error = RowError {
        table: "Notes".to_owned(),
        column: "text".to_owned(),
        error: ValueError::NegativeCounter,
    };
    let event = NewEvent { number: 1 }.insert_returning_with(&mut keys)?;
    let refused = client
        .insert_returning_with(event, |keys| {
            count.set(keys.len());
            Err(error.clone())
        })
        .await;
    same("keys", &count.get(), &1)?;
    same("error", &refused.err().map(|failure| failure.text), &Some(error.to_string()))?;

    // A key that the commit completes is not known before it.
    let visit = NewVisit { page: "/".to_owned() }.insert_returning_with(&mut keys)?;
    let refused = client.insert_returning_with(visit, |_| Ok(Vec::new())).await;
    let text = refused.err().map(|failure| failure.text).unwrap_or_default();
    ensure(text.starts_with("column `at` of table `Visits`"), || format!("other words: {text}"))?;

    for table in ["Events", "Visits"] {
        let quote = if dialect == Dialect::GoogleSql { '`' } else { '"' };
        let rows = database.query(&format!("SELECT 1 FROM {quote}{table}{quote}"))?;
        same(table, &rows.len(), &0)?;
    }
    Ok(())
}
