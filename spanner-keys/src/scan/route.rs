//! The columns that determine the order of a scan, and the role of each.

use super::error::{ScanError, ScanErrorKind};
use crate::dialect::Dialect;
use crate::keys::order::{encode, encode_in_index};
use crate::row::{is_computed, shard_at};
use crate::schema::{ColumnDef, Fill, IndexDef, TableDef};
use crate::value::WireValue;

/// The columns that determine the order: the table's key, or an index's columns and then the key
/// columns it does not name.
#[derive(Debug)]
pub(super) struct Route<'a> {
    pub(super) table: &'a TableDef<'a>,
    pub(super) index: Option<&'a IndexDef<'a>>,
    pub(super) stops: Vec<Stop<'a>>,
    /// How many stops, from the first, a key range may name: in an index, only its own columns.
    pub(super) seekable: usize,
}

/// A column of the route.
#[derive(Debug)]
pub(super) struct Stop<'a> {
    /// The column, by position in the table.
    pub(super) at: usize,
    pub(super) column: &'a ColumnDef<'a>,
    pub(super) descending: bool,
    /// Whether rows with NULL here are on the route.
    pub(super) nullable: bool,
    pub(super) role: Role,
}

#[derive(Debug)]
pub(super) enum Role {
    /// The application bounds it.
    Part,
    /// The scan is spread over it, unless the bounds fix it.
    Shard(Shard),
    /// A computed shard of the primary key that follows the columns of an index. It only sorts rows
    /// that are equal there.
    Tail(Shard),
}

#[derive(Debug)]
pub(super) struct Shard {
    pub(super) count: u16,
    /// The stops that it is computed from; `None` if they are not on the route, or if it is not
    /// computed at all.
    pub(super) inputs: Option<Vec<usize>>,
}

impl Role {
    /// Whether rows with the same parts may be in different shards.
    pub(super) const fn is_by_chance(&self) -> bool {
        matches!(self, Self::Shard(Shard { inputs: None, .. }))
    }
}

impl<'a> Route<'a> {
    pub(super) fn of(table: &'a TableDef<'a>, index: Option<&str>) -> Result<Self, ScanError> {
        match index {
            None => Ok(Self::by_key(table)),
            Some(name) => match table.indexes.iter().find(|index| index.name == name) {
                Some(index) => Ok(Self::by_index(table, index)),
                None => Err(ScanError::new(table, Some(name), None, ScanErrorKind::UnknownIndex)),
            },
        }
    }

    fn by_key(table: &'a TableDef<'a>) -> Self {
        let columns: Vec<(usize, bool)> =
            table.key.iter().map(|part| (part.column, part.descending)).collect();
        Self::through(table, None, &columns, columns.len())
    }

    fn by_index(table: &'a TableDef<'a>, index: &'a IndexDef<'a>) -> Self {
        let mut columns: Vec<(usize, bool)> =
            index.columns.iter().map(|column| (column.column, column.descending)).collect();
        let own = columns.len();
        columns.extend(
            table
                .key
                .iter()
                .map(|part| (part.column, part.descending))
                .filter(|(at, _)| !index.columns.iter().any(|column| column.column == *at)),
        );
        Self::through(table, Some(index), &columns, own)
    }

    /// `own` of the columns are the key's or the index's own: shards among them are spread over.
    fn through(
        table: &'a TableDef<'a>,
        index: Option<&'a IndexDef<'a>>,
        columns: &[(usize, bool)],
        own: usize,
    ) -> Self {
        let stop = |(position, (at, descending)): (usize, &(usize, bool))| {
            let column = table.columns.get(*at)?;
            let nullable =
                column.nullable && !index.is_some_and(|index| leaves_null_out(table, index, *at));
            let role = match shard_in(table, *at, columns) {
                Some(shard) if position < own => Role::Shard(shard),
                Some(shard) if shard.inputs.is_some() => Role::Tail(shard),
                // A shard at the tail that cannot be computed is an ordinary part.
                _ => Role::Part,
            };
            Some(Stop { at: *at, column, descending: *descending, nullable, role })
        };
        Self {
            table,
            index,
            stops: columns.iter().enumerate().filter_map(stop).collect(),
            seekable: own,
        }
    }

    /// The name of the index, as reads know it.
    pub(super) fn index_path(&self) -> Option<String> {
        let index = self.index?;
        Some(
            self.table
                .schema
                .map_or_else(|| index.name.to_owned(), |schema| format!("{schema}.{}", index.name)),
        )
    }

    /// Whether two rows may be equal in all that a key range can name.
    pub(super) fn has_ties(&self) -> bool {
        self.seekable < self.stops.len() && !self.index.is_some_and(|index| index.unique)
    }

    /// Whether the index has all columns of the table.
    pub(super) fn is_covering(&self) -> bool {
        self.index.is_none_or(|index| {
            (0..self.table.columns.len()).all(|at| {
                index.storing.contains(&at) || self.stops.iter().any(|stop| stop.at == at)
            })
        })
    }

    /// An error about the column of a stop, or about the whole scan.
    pub(super) fn error(
        &self,
        stop: impl Into<Option<usize>>,
        kind: impl Into<ScanErrorKind>,
    ) -> ScanError {
        let column = stop.into().and_then(|stop| Some(self.stops.get(stop)?.column.name));
        ScanError::new(self.table, self.index.map(|index| index.name), column, kind)
    }

    /// Appends the value of a stop so that bytes sort as rows do.
    pub(super) fn encode(
        &self,
        stop: usize,
        value: &WireValue,
        dialect: Dialect,
        out: &mut Vec<u8>,
    ) -> Result<(), ScanError> {
        let Some(Stop { column, descending, .. }) = self.stops.get(stop) else { return Ok(()) };
        // A bound may be NULL even if no row is.
        let encoded = match self.index {
            Some(_) => encode_in_index(value, column.ty, *descending, dialect, out),
            None => encode(value, column.ty, *descending, out),
        };
        encoded.map_err(|error| self.error(stop, error))
    }
}

/// Whether the index does not contain the rows with NULL in this column.
pub(super) fn leaves_null_out(table: &TableDef<'_>, index: &IndexDef<'_>, column: usize) -> bool {
    index.not_null.contains(&column)
        || table.leaves_nulls_out(index) && index.columns.iter().any(|part| part.column == column)
}

/// The shard that a column holds, with the places of its inputs among `columns`.
fn shard_in(table: &TableDef<'_>, at: usize, columns: &[(usize, bool)]) -> Option<Shard> {
    let own = match table.columns.get(at)?.fill {
        Fill::Shard(shard) => Some(shard),
        _ => None,
    };
    let position = table.key_position(at);
    let shard = position.and_then(|position| shard_at(table, position)).or(own)?;
    // The inputs of an inherited shard are columns of the ancestor, at the same places of both
    // keys.
    let ancestor = position.and_then(|position| ancestor_of(table, position));
    let place = |input: &usize| {
        let at = match ancestor {
            Some(ancestor) => table.key.get(ancestor.key_position(*input)?)?.column,
            None => *input,
        };
        columns.iter().position(|(column, _)| *column == at)
    };
    let inputs = if is_computed(&shard) {
        shard.inputs.iter().map(place).collect::<Option<Vec<usize>>>()
    } else {
        None
    };
    Some(Shard { count: shard.count.max(1), inputs: inputs.filter(|inputs| !inputs.is_empty()) })
}

/// The ancestor that declared this part of the key; `None` if the table itself did.
fn ancestor_of<'a>(table: &TableDef<'a>, position: usize) -> Option<&'a TableDef<'a>> {
    if !table.key.get(position)?.inherited {
        return None;
    }
    let parent = table.parent?.table;
    Some(ancestor_of(parent, position).unwrap_or(parent))
}

/// Shards are integers, which are text on the wire.
pub(super) fn shard_value(number: i64) -> WireValue {
    WireValue::Text(number.to_string())
}
