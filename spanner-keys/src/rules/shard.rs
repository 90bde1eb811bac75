//! Rule [`ShardInput`](Rule::ShardInput): what a shard number may be computed from.

use super::Rule;
use super::expression::key_input_fault;
use super::message::{Fault, Message, say};
use crate::schema::facts::contains;
use crate::schema::limits::{FEWEST_SHARDS, MOST_SHARDS};
use crate::schema::{Fill, Scalar, ShardBy, TableDef};

use super::fill::column_fault;

/// What is wrong with the shard in this column, if it is one.
pub(crate) const fn fault<'a>(table: &TableDef<'a>, at: usize) -> Option<Fault<'a>> {
    let Fill::Shard(shard) = table.fill(at) else { return None };
    let column = &table.columns[at];
    if shard.count < FEWEST_SHARDS || shard.count > MOST_SHARDS {
        let message = say!(
            {column.name} " of " {table.name} " has " {number shard.count as usize}
            " shards, but a shard column has " {number FEWEST_SHARDS as usize} " to "
            {number MOST_SHARDS as usize}
            help "choose a count in that range, such as 16"
        );
        return Some(
            Fault::new(Rule::ShardInput, message)
                .column(column.name)
                .exceeds(shard.count as usize, MOST_SHARDS as usize),
        );
    }
    if matches!(shard.by, ShardBy::Chance) {
        return None;
    }
    if shard.inputs.is_empty() {
        let (problem, help) = ("is a shard of no columns", "name the columns that it hashes");
        return Some(column_fault(Rule::ShardInput, table, column, problem, help));
    }
    let mut place = 0;
    while place < shard.inputs.len() {
        let input = shard.inputs[place];
        let (earlier, _) = shard.inputs.split_at(place);
        let why = if contains(earlier, input) {
            Some("it is named twice")
        } else {
            unfit(table, input, shard.by)
        };
        if let Some(why) = why
            && !table.columns[input].stand_in
        {
            let message = say!(
                {table.columns[input].name} " cannot be hashed into the shard " {column.name} " of "
                {table.name} ": " {text why}
                help "hash another column"
            );
            return Some(Fault::new(Rule::ShardInput, message).column(column.name));
        }
        place += 1;
    }
    if matches!(shard.by, ShardBy::Database) && table.key_position(at).is_some() {
        key_input_fault(Rule::ShardInput, table, at, shard.inputs)
    } else {
        None
    }
}

/// Why this column cannot be hashed: Rust and SQL would disagree, or the value is not known in
/// time.
const fn unfit(table: &TableDef<'_>, input: usize, by: ShardBy) -> Option<&'static str> {
    let column = &table.columns[input];
    match column.ty.scalar {
        _ if column.ty.array => Some("it is an array"),
        Scalar::Float32 | Scalar::Float64 => Some("it is a float"),
        Scalar::JsonDocument => Some("it is JSON"),
        _ if column.commit_timestamp => Some("its value is not known before the commit"),
        _ if table.is_nullable(input) => Some("it is nullable"),
        _ => match table.fill(input) {
            Fill::Shard(_) => Some("it is a shard itself"),
            Fill::Generated { .. } => Some("it is generated"),
            // The client supplies the value of a column with a default, so it knows it.
            Fill::Sequence(_) | Fill::Identity(_) if matches!(by, ShardBy::Client) => {
                Some("the database fills it after the client computed the shard")
            }
            _ => None,
        },
    }
}

/// Whether a shard that the database computes can hash the column.
pub(crate) const fn is_hashed_alike(table: &TableDef<'_>, column: usize) -> bool {
    unfit(table, column, ShardBy::Database).is_none()
}

/// The same for generated code, which reports an invalid key type separately.
#[must_use]
pub const fn may_be_hashed(table: &TableDef<'_>, column: usize) -> bool {
    let def = &table.columns[column];
    def.stand_in
        || is_hashed_alike(table, column)
        || (table.key_position(column).is_some() && !super::key::fits_key(def.ty))
}
