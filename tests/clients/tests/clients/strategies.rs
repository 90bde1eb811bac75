//! Ten thousand rows of each key strategy: the returned keys find all of them.

use std::collections::HashMap;
use std::fmt::Debug;
use std::hash::Hash;

use futures_util::future::try_join_all;
use spanner_keys::row::InsertReturning;
use spanner_keys::value::RowError;
use spanner_keys::{HasKey, KnownKey};
use ulid::Ulid;

use super::prelude::*;

pub(super) const CASES: &[Case] = cases![
    uuid_text: UuidText,
    uuid_bytes: UuidBytes,
    random: Random,
    bit_reversed: Reversed,
    sequence: Sequenced,
    identity: Identified,
    shard_by_database: ShardByDatabase,
    shard_by_client: ShardByClient,
    shard_by_chance: ShardByChance,
    uuid_v7_below_shard: BelowShard,
    supplied: Supplied,
];

const ROWS: i64 = 10_000;
/// Rows of one commit.
const BATCH: usize = 2_000;
/// Rows of one statement, each with one parameter.
const STATEMENT: usize = 900;
/// One in this many rows is read by its key alone.
const POINT: usize = 50;
/// Reads at a time: the emulator answers each after about forty milliseconds.
const AT_ONCE: usize = 20;

/// A table whose rows are numbered.
trait Numbered: SpannerTable + HasKey {
    fn number(&self) -> i64;
}

fn numbers() -> Vec<i64> {
    (0..ROWS).collect()
}

/// Every key finds its row: all of them in a scan, and some by a separate read.
async fn all_found<C: Through, T: Numbered>(client: &C, keys: Vec<T::Key>) -> Result
where
    T::Key: Clone + Debug + Eq + Hash,
{
    let rows = client.scan(T::scan()).await?;
    let rows: HashMap<T::Key, i64> =
        rows.into_iter().map(|row| (row.key(), row.number())).collect();
    same("different rows", &rows.len(), &keys.len())?;
    let found: Vec<i64> = keys.iter().filter_map(|key| rows.get(key).copied()).collect();
    same("rows in the order of their keys", &(found == numbers()), &true)?;
    let points: Vec<_> = numbers().into_iter().zip(keys).step_by(POINT).collect();
    for points in points.chunks(AT_ONCE) {
        let reads = points.iter().map(|(_, key)| client.find::<T>(key.clone()));
        for (row, (number, _)) in try_join_all(reads).await?.into_iter().zip(points) {
            same("row by its key", &row.map(|row| row.number()), &Some(*number))?;
        }
    }
    Ok(())
}

/// The statements that drop the CHECK constraints of a table, and those that add them again.
fn checks<T: SpannerTable>(dialect: Dialect) -> Result<(Vec<String>, Vec<String>)> {
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
) -> Result<(), spanner_keys_emulator::Error> {
    if statements.is_empty() { Ok(()) } else { database.apply(statements) }
}

async fn known<C: Through, T: Numbered + KnownKey>(
    Stage { client, database, dialect, .. }: Stage<'_, C>,
    new: impl Fn(i64, &mut KeySource) -> Result<Insert<T>, RowError>,
) -> Result
where
    T::Key: Clone + Debug + Eq + Hash,
{
    let mut source = KeySource::new(dialect);
    let inserts =
        (0..ROWS).map(|number| new(number, &mut source)).collect::<Result<Vec<_>, _>>()?;
    let keys = inserts.iter().map(|insert| insert.key().clone()).collect();
    // A row with a CHECK is ten times slower on the emulator. All rows are checked at the end, at
    // once.
    let (drop_checks, add_checks) = checks::<T>(dialect)?;
    change(database, &drop_checks)?;
    let mut inserts = inserts.into_iter().peekable();
    while inserts.peek().is_some() {
        client.apply(Insert::into_mutations(inserts.by_ref().take(BATCH))).await?;
    }
    change(database, &add_checks)?;
    all_found::<C, T>(client, keys).await
}

async fn returned<C: Through, T: Numbered>(
    Stage { client, dialect, .. }: Stage<'_, C>,
    new: impl Fn(i64, &mut KeySource) -> Result<InsertReturning<T>, RowError>,
) -> Result
where
    T::Key: Clone + Debug + Eq + Hash,
{
    let mut source = KeySource::new(dialect);
    let mut keys = Vec::new();
    for numbers in numbers().chunks(STATEMENT) {
        let rows = numbers.iter().map(|number| new(*number, &mut source));
        let statement = InsertReturning::all(rows.collect::<Result<Vec<_>, _>>()?)?;
        keys.extend(client.insert_returning(statement).await?.1);
    }
    all_found::<C, T>(client, keys).await
}

/// For each strategy its table, how a row of this number is made, and the case.
macro_rules! strategies {
    ($($way:ident $insert:ident $case:ident: $table:ident { $($fields:tt)* } = $new:expr;)*) => {$(
        #[derive(SpannerTable)]
        struct $table {
            $($fields)*
            number: i64,
        }

        impl Numbered for $table {
            fn number(&self) -> i64 {
                self.number
            }
        }

        async fn $case<C: Through>(stage: Stage<'_, C>) -> Result {
            let new = $new;
            $way(stage, |number, keys| new(number).$insert(keys)).await
        }
    )*};
}

strategies! {
    known insert_with uuid_text: UuidText { #[key(uuid)] id: Uuid, }
        = |number| NewUuidText { number };
    known insert_with uuid_bytes: UuidBytes { #[key(uuid, storage = bytes)] id: Uuid, }
        = |number| NewUuidBytes { number };
    known insert_with random: Random { #[key(random)] id: i64, }
        = |number| NewRandom { number };
    known insert_with bit_reversed: Reversed { #[key(bit_reversed)] id: i64, }
        = |number| NewReversed { id: number, number };
    returned insert_returning_with sequence: Sequenced { #[key(sequence = "Numbers")] id: i64, }
        = |number| NewSequenced { number };
    returned insert_returning_with identity: Identified { #[key(identity)] id: i64, }
        = |number| NewIdentified { number };
    known insert_with shard_by_database: ShardByDatabase {
        #[key(shard = 16)] shard: i64,
        #[key(ulid)] id: Ulid,
    } = |number| NewShardByDatabase { number };
    known insert_with shard_by_client: ShardByClient {
        #[key(shard = 16, client)] shard: i64,
        #[key(ulid)] id: Ulid,
    } = |number| NewShardByClient { number };
    known insert_with shard_by_chance: ShardByChance {
        #[key(shard = 16, random)] shard: i64,
        #[key(ulid)] id: String,
    } = |number| NewShardByChance { number };
    known insert_with uuid_v7_below_shard: BelowShard {
        #[key(shard = 8)] shard: i64,
        #[key(uuid_v7)] id: Uuid,
    } = |number| NewBelowShard { number };
    known insert_with supplied: Supplied { #[key] name: String, }
        = |number| NewSupplied { name: format!("row {number}"), number };
}
