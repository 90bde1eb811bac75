//! Rule [`TableSize`](Rule::TableSize) and rule [`UnknownColumn`](Rule::UnknownColumn): the table as
//! a whole.

use super::Rule;
use super::message::{Fault, Message, say};
use crate::schema::limits::{COLUMNS, INDEXES};
use crate::schema::{Fill, TableDef};

/// Rejects a table without columns, and one with too many columns or indexes.
pub(crate) const fn size_fault<'a>(table: &TableDef<'a>) -> Option<Fault<'a>> {
    let (count, limit, what) = if table.columns.is_empty() {
        let message = say!(
            {table.name} " has no columns"
            help "add one, and make it the key"
        );
        return Some(Fault::new(Rule::TableSize, message));
    } else if table.columns.len() > COLUMNS {
        (table.columns.len(), COLUMNS, " columns")
    } else if table.indexes.len() > INDEXES {
        (table.indexes.len(), INDEXES, " indexes")
    } else {
        return None;
    };
    let message = say!(
        {table.name} " has " {number count} {text what} ", but Spanner allows at most "
        {number limit}
        help "move some to another table"
    );
    Some(Fault::new(Rule::TableSize, message).exceeds(count, limit))
}

const INDEX: &str = "the index";
const SHARD: &str = "the shard";

/// Rejects a table that names a column by a position that does not exist. All other rules rely on
/// this.
pub(crate) fn position_fault<'a>(table: &TableDef<'a>) -> Option<Fault<'a>> {
    let places = |list: &[usize]| list.iter().copied().max();
    let keys = table.key.iter().map(|part| ("the primary key", None, Some(part.column)));
    let indexes = table.indexes.iter().flat_map(|index| {
        let columns = index.columns.iter().map(|part| part.column).max();
        [columns, places(index.storing), places(index.not_null)]
            .map(|at| (INDEX, Some(index.name), at))
    });
    let foreign_keys =
        table.foreign_keys.iter().map(|key| ("a foreign key", key.name, places(key.columns)));
    // An inherited shard is a plain column, so its inputs do not matter.
    let shards = table.columns.iter().enumerate().filter_map(|(at, column)| match table.fill(at) {
        Fill::Shard(shard) => Some((SHARD, Some(column.name), places(shard.inputs))),
        _ => None,
    });
    let ttl = table.ttl.iter().map(|ttl| ("the row deletion policy", None, Some(ttl.column)));
    let (what, name, at) = keys
        .chain(indexes)
        .chain(foreign_keys)
        .chain(shards)
        .chain(ttl)
        .find(|(_, _, at)| at.is_some_and(|at| at >= table.columns.len()))?;
    let mut message = Message::new().text(what);
    if let Some(name) = name {
        message = message.text(" ").escaped(name);
    }
    let message = say!(
        message; " of " {escaped table.name} " names column " {number at.unwrap_or_default()}
        ", but the table has only " {number table.columns.len()}
        help "positions count from 0"
    );
    let fault = Fault::new(Rule::UnknownColumn, message);
    Some(match (what, name) {
        (INDEX, Some(name)) => fault.index(name),
        (SHARD, Some(name)) => fault.column(name),
        _ => fault,
    })
}
