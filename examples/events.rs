//! Events with ids from a Spanner sequence: the database fills the key, and the insert returns it.
//!
//! Prints the DDL and the statements. If the emulator is installed, or SPANNER_EMULATOR_HOST is set,
//! it then runs them in both dialects with the client `gcloud-spanner`.

use std::error::Error;
use std::time::SystemTime;

use spanner_keys::client::gcloud;
use spanner_keys::keys::counter_of;
use spanner_keys::row::InsertReturning;
use spanner_keys::value::RowError;
use spanner_keys::{Dialect, Insert, KeySource, NewRow as _, Schema, SpannerTable};
use spanner_keys_emulator::Emulator;
use spanner_keys_examples::{connect, live_ddl};

#[derive(SpannerTable, Debug)]
#[table(name = "Events")]
struct Event {
    #[key(sequence = "EventSeq", start_counter = 50)]
    event_id: i64,
    #[column(length = 64)]
    kind: String,
    #[column(commit_timestamp)]
    at: SystemTime,
}

#[derive(SpannerTable, Debug)]
#[table(name = "EventNotes")]
#[interleave(Event, on_delete = cascade)]
struct EventNote {
    #[key(parent)]
    event_id: i64,
    #[key(random)]
    note_id: i64,
    text: String,
}

fn event(kind: &str, dialect: Dialect) -> Result<InsertReturning<Event>, RowError> {
    NewEvent { kind: kind.to_owned() }.insert_returning_with(&mut KeySource::new(dialect))
}

async fn run(
    emulator: &Emulator,
    schema: &Schema<'_>,
    dialect: Dialect,
) -> Result<(), Box<dyn Error>> {
    let database = emulator.database(dialect)?;
    database.apply(&schema.ddl(dialect)?)?;
    // At the start of a program: the database is what the structs describe.
    schema.verify(&live_ddl(emulator, &database).await?, dialect)?;
    let client = connect(emulator, &database).await?;

    // One statement inserts many rows and returns all their keys.
    let kinds = ["started", "paused", "resumed"];
    let events = kinds.iter().map(|kind| event(kind, dialect)).collect::<Result<Vec<_>, _>>()?;
    let (_, keys) = gcloud::insert_returning(&client, InsertReturning::all(events)?).await?;
    for key in &keys {
        println!("  {:>20}, the sequence's number {}", key.event_id, counter_of(key.event_id));
    }

    // Writes a row and its children in one commit, although its key is not known in advance.
    let (_, keys) = gcloud::insert_returning_with(&client, event("stopped", dialect)?, |keys| {
        let notes = keys
            .iter()
            .map(|key| NewEventNote { event: key.clone(), text: "by hand".into() }.insert());
        Ok(Insert::into_mutations(notes.collect::<Result<Vec<_>, _>>()?))
    })
    .await?;
    let stopped = keys.into_iter().next().ok_or("a key for every row")?;
    let mut tx = client.single().await?;
    let event: Event = gcloud::find(&mut tx, stopped).await?.ok_or("the event is there")?;
    println!(
        "  {:>20}, `{}`, written {:?} ago",
        event.event_id,
        event.kind,
        event.at.elapsed().unwrap_or_default()
    );
    client.close().await;
    Ok(())
}

#[tokio::main]
async fn main() -> Result<(), Box<dyn Error>> {
    let schema = Schema::new().table::<Event>().table::<EventNote>();
    for dialect in [Dialect::GoogleSql, Dialect::PostgreSql] {
        println!("===== {dialect} =====\n\n{}", schema.script(dialect)?);
        println!("{}\n", event("started", dialect)?.sql().text);
    }
    let emulator = match Emulator::start() {
        Ok(emulator) => emulator,
        Err(missing) => {
            println!("not run on the emulator: {missing}");
            return Ok(());
        }
    };
    for dialect in [Dialect::GoogleSql, Dialect::PostgreSql] {
        println!("on the emulator, {dialect}:");
        run(&emulator, &schema, dialect).await?;
    }
    Ok(())
}
