//! Rows in wire format, as the mutations of a client.

use super::table::SpannerTable;
use crate::client_types::{ClientMutation, Operation};
use crate::value::WireValue;

/// A row in wire format.
pub(super) struct WireRow {
    pub(super) operation: Operation,
    pub(super) columns: Columns,
    pub(super) values: Vec<WireValue>,
}

impl WireRow {
    #[inline]
    pub(super) fn into_mutation<T: SpannerTable, M: ClientMutation>(self) -> M {
        M::write(self.operation, &T::TABLE.path(), self.columns.as_ref(), self.values)
    }
}

/// The names of the columns that a row writes: nearly always all that the table writes.
pub(super) enum Columns {
    All(&'static [&'static str]),
    Some(Vec<&'static str>),
}

impl Columns {
    /// The columns of an insert without those that the database's default fills.
    pub(super) fn written<T: SpannerTable>(left_out: &[usize]) -> Self {
        let all = T::SHAPE.written;
        if left_out.is_empty() {
            return Self::All(all);
        }
        let is_written =
            |name: &&str| !left_out.iter().any(|at| T::TABLE.columns[*at].name == *name);
        Self::Some(all.iter().copied().filter(is_written).collect())
    }
}

impl PartialEq for Columns {
    fn eq(&self, other: &Self) -> bool {
        match (self, other) {
            // Only rows of one table are compared, and they share this list.
            (Self::All(_), Self::All(_)) => true,
            (Self::Some(names), Self::Some(others)) => names == others,
            _ => false,
        }
    }
}

impl AsRef<[&'static str]> for Columns {
    fn as_ref(&self) -> &[&'static str] {
        match self {
            Self::All(names) => names,
            Self::Some(names) => names,
        }
    }
}

/// One mutation, or as few as the client can, for consecutive rows with the same operation and
/// columns.
pub(super) fn group<T: SpannerTable, M: ClientMutation>(
    rows: impl Iterator<Item = WireRow>,
) -> Vec<M> {
    let path = T::TABLE.path();
    let mut mutations = Vec::new();
    let mut rows = rows.peekable();
    while let Some(WireRow { operation, columns, values }) = rows.next() {
        let mut batch = vec![values];
        while let Some(row) =
            rows.next_if(|row| row.operation == operation && row.columns == columns)
        {
            batch.push(row.values);
        }
        mutations.extend(M::write_all(operation, &path, columns.as_ref(), batch));
    }
    mutations
}
