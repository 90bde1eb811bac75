//! Inserts whose keys the database fills.

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
];

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
async fn order_of_keys<C: Through>(
    &Stage { ref client, dialect, .. }: &Stage<'_, C>,
) -> Result<(), Failure> {
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

async fn children_in_one_commit<C: Through>(
    &Stage { ref client, dialect, .. }: &Stage<'_, C>,
) -> Result<(), Failure> {
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
    &Stage { ref client, ref database, dialect, .. }: &Stage<'_, C>,
) -> Result<(), Failure> {
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
