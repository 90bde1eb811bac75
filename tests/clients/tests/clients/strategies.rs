//! Ten thousand rows of each key strategy are all found by the keys that were told.

use std::collections::HashMap;
use std::fmt::Debug;
use std::hash::Hash;

use spanner_keys::insert::InsertReturning;
use spanner_keys::value::RowError;
use spanner_keys::{HasKey, KnownKey};
use ulid::Ulid;

use super::prelude::*;

pub(super) const CASES: &[Case] = cases![
    uuid_text,
    uuid_bytes,
    random,
    bit_reversed,
    sequence,
    identity,
    shard_by_database,
    shard_by_client,
    shard_by_chance,
    uuid_v7_below_shard,
    supplied,
];

const ROWS: i64 = 10_000;
/// Rows of one commit.
const BATCH: usize = 2_000;
/// Rows of one statement, each with one parameter.
const STATEMENT: usize = 900;
/// Every so many rows, one is read by its key alone.
const POINT: usize = 50;

/// A table whose rows are numbered.
trait Numbered: SpannerTable + HasKey {
    fn number(&self) -> i64;
}

macro_rules! numbered {
    ($($table:ident)*) => {$(
        impl Numbered for $table {
            fn number(&self) -> i64 {
                self.number
            }
        }
    )*};
}

numbered!(UuidText UuidBytes Random Reversed Sequenced Identified ShardByDatabase ShardByClient ShardByChance BelowShard Supplied);

#[derive(SpannerTable)]
struct UuidText {
    #[key(uuid)]
    id: Uuid,
    number: i64,
}

#[derive(SpannerTable)]
struct UuidBytes {
    #[key(uuid, storage = bytes)]
    id: Uuid,
    number: i64,
}

#[derive(SpannerTable)]
struct Random {
    #[key(random)]
    id: i64,
    number: i64,
}

#[derive(SpannerTable)]
struct Reversed {
    #[key(bit_reversed)]
    id: i64,
    number: i64,
}

#[derive(SpannerTable)]
struct Sequenced {
    #[key(sequence = "Numbers")]
    id: i64,
    number: i64,
}

#[derive(SpannerTable)]
struct Identified {
    #[key(identity)]
    id: i64,
    number: i64,
}

#[derive(SpannerTable)]
struct ShardByDatabase {
    #[key(shard = 16)]
    shard: i64,
    #[key(ulid)]
    id: Ulid,
    number: i64,
}

#[derive(SpannerTable)]
struct ShardByClient {
    #[key(shard = 16, client)]
    shard: i64,
    #[key(ulid)]
    id: Ulid,
    number: i64,
}

#[derive(SpannerTable)]
struct ShardByChance {
    #[key(shard = 16, random)]
    shard: i64,
    #[key(ulid)]
    id: String,
    number: i64,
}

#[derive(SpannerTable)]
struct BelowShard {
    #[key(shard = 8)]
    shard: i64,
    #[key(uuid_v7)]
    id: Uuid,
    number: i64,
}

#[derive(SpannerTable)]
struct Supplied {
    #[key]
    name: String,
    number: i64,
}

fn numbers() -> Vec<i64> {
    (0..ROWS).collect()
}

/// Every key finds its row: all of them among the rows that were read, some by a read of their own.
async fn all_found<C: Through, T: Numbered>(client: &C, keys: Vec<T::Key>) -> Result<(), Failure>
where
    T::Key: Clone + Debug + Eq + Hash,
{
    let rows = client.scan(T::scan()).await?;
    let rows: HashMap<T::Key, i64> =
        rows.into_iter().map(|row| (row.key(), row.number())).collect();
    same("different rows", &rows.len(), &keys.len())?;
    let found: Vec<i64> = keys.iter().filter_map(|key| rows.get(key).copied()).collect();
    same("rows in the order of their keys", &(found == numbers()), &true)?;
    for (number, key) in numbers().into_iter().zip(keys).step_by(POINT) {
        let row: Option<T> = client.find(key).await?;
        same("row by its key", &row.map(|row| row.number()), &Some(number))?;
    }
    Ok(())
}

/// The statements that drop the CHECK constraints of a table, and those that add them again.
fn checks<T: SpannerTable>(dialect: Dialect) -> Result<(Vec<String>, Vec<String>), Failure> {
    let mut statements = (Vec::new(), Vec::new());
    for create in Schema::new().table::<T>().ddl(dialect)? {
        let Some(table) =
            create.strip_prefix("CREATE TABLE ").and_then(|rest| rest.split_whitespace().next())
        else {
            continue;
        };
        for line in create.lines().map(|line| line.trim().trim_end_matches(',')) {
            if let Some((name, check)) =
                line.strip_prefix("CONSTRAINT ").and_then(|line| line.split_once(" CHECK "))
            {
                statements.0.push(format!("ALTER TABLE {table} DROP CONSTRAINT {name}"));
                statements
                    .1
                    .push(format!("ALTER TABLE {table} ADD CONSTRAINT {name} CHECK {check}"));
            }
        }
    }
    Ok(statements)
}

/// Changes the schema, if there is something to change.
fn change(
    database: &spanner_keys_emulator::Database<'_>,
    statements: &[String],
) -> Result<(), String> {
    if statements.is_empty() { Ok(()) } else { database.apply(statements) }
}

async fn known<C: Through, T: Numbered + KnownKey>(
    Stage { client, database, dialect, .. }: &Stage<'_, C>,
    new: impl Fn(i64, &mut KeySource) -> Result<Insert<T>, RowError>,
) -> Result<(), Failure>
where
    T::Key: Clone + Debug + Eq + Hash,
{
    let mut source = KeySource::new(*dialect);
    let inserts =
        (0..ROWS).map(|number| new(number, &mut source)).collect::<Result<Vec<_>, _>>()?;
    let keys = inserts.iter().map(|insert| insert.key().clone()).collect();
    // The emulator takes ten times as long for a row that it has to check. All rows are checked at
    // the end, at once.
    let (drop_checks, add_checks) = checks::<T>(*dialect)?;
    change(database, &drop_checks)?;
    let mut inserts = inserts.into_iter().peekable();
    while inserts.peek().is_some() {
        client.apply(Insert::into_mutations(inserts.by_ref().take(BATCH))).await?;
    }
    change(database, &add_checks)?;
    all_found::<C, T>(client, keys).await
}

async fn returned<C: Through, T: Numbered>(
    Stage { client, dialect, .. }: &Stage<'_, C>,
    new: impl Fn(i64, &mut KeySource) -> Result<InsertReturning<T>, RowError>,
) -> Result<(), Failure>
where
    T::Key: Clone + Debug + Eq + Hash,
{
    let mut source = KeySource::new(*dialect);
    let mut keys = Vec::new();
    for numbers in numbers().chunks(STATEMENT) {
        let rows = numbers.iter().map(|number| new(*number, &mut source));
        let statement = InsertReturning::all(rows.collect::<Result<Vec<_>, _>>()?)?;
        keys.extend(client.insert_returning(statement).await?.1);
    }
    all_found::<C, T>(client, keys).await
}

macro_rules! strategies {
    ($($way:ident $case:ident: $table:ident, $new:expr;)*) => {$(
        fn $case<C: Through>(emulator: &Emulator, dialect: Dialect) -> Result<(), String> {
            run(emulator, dialect, &Schema::new().table::<$table>(), async |stage: &Stage<'_, C>| $way(stage, $new).await)
        }
    )*};
}

strategies! {
    known uuid_text: UuidText, |number, keys| NewUuidText { number }.insert_with(keys);
    known uuid_bytes: UuidBytes, |number, keys| NewUuidBytes { number }.insert_with(keys);
    known random: Random, |number, keys| NewRandom { number }.insert_with(keys);
    known bit_reversed: Reversed, |number, keys| NewReversed { id: number, number }.insert_with(keys);
    returned sequence: Sequenced, |number, keys| NewSequenced { number }.insert_returning_with(keys);
    returned identity: Identified, |number, keys| NewIdentified { number }.insert_returning_with(keys);
    known shard_by_database: ShardByDatabase, |number, keys| NewShardByDatabase { number }.insert_with(keys);
    known shard_by_client: ShardByClient, |number, keys| NewShardByClient { number }.insert_with(keys);
    known shard_by_chance: ShardByChance, |number, keys| NewShardByChance { number }.insert_with(keys);
    known uuid_v7_below_shard: BelowShard, |number, keys| NewBelowShard { number }.insert_with(keys);
    known supplied: Supplied, |number, keys| NewSupplied { name: format!("row {number}"), number }.insert_with(keys);
}
