//! Rows to update.

use std::fmt;
use std::marker::PhantomData;

use super::debug::key_values;
use super::filler::RowFiller;
use super::key_source::KeySource;
use super::mutation::{Columns, WireRow, group};
use super::table::SpannerTable;
use crate::client_types::{ClientMutation, Operation};
use crate::dialect::Dialect;
use crate::value::{RowError, WireValue};

/// A row that replaces the values of the existing row with its key. Made by
/// [`SpannerTable::update`].
pub struct Update<T> {
    columns: Vec<&'static str>,
    values: Vec<WireValue>,
    stamped: bool,
    table: PhantomData<fn() -> T>,
}

impl<T> Clone for Update<T> {
    fn clone(&self) -> Self {
        Self {
            columns: self.columns.clone(),
            values: self.values.clone(),
            stamped: self.stamped,
            table: self.table,
        }
    }
}

impl<T> PartialEq for Update<T> {
    fn eq(&self, other: &Self) -> bool {
        self.columns == other.columns
            && self.values == other.values
            && self.stamped == other.stamped
    }
}

impl<T: SpannerTable> fmt::Debug for Update<T> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let row = self.columns.iter().copied().zip(self.values.iter().map(Some));
        let mut out = out.debug_struct("Update");
        out.field("table", &T::TABLE.path())
            .field("key", &key_values(&T::TABLE, row))
            .field("columns", &self.columns)
            .finish_non_exhaustive()
    }
}

impl<T: SpannerTable> Update<T> {
    pub(super) fn new(row: T, dialect: Dialect) -> Result<Self, RowError> {
        let mut keys = KeySource::new(dialect);
        let mut fill = RowFiller::new::<T>(T::COLUMNS.len(), &mut keys);
        row.change(&mut fill);
        let changed = std::mem::take(&mut fill.changed);
        fill.finish(&changed)?;
        Ok(Self { columns: changed, values: fill.rest, stamped: false, table: PhantomData })
    }

    /// Also writes the time of the commit into every `commit_timestamp` column outside the key.
    #[must_use]
    pub fn stamped(self) -> Self {
        Self { stamped: true, ..self }
    }

    /// The mutation of a client.
    #[must_use]
    pub fn into_mutation<M: ClientMutation>(self) -> M {
        self.into_row().into_mutation::<T, M>()
    }

    /// The mutations that make all of these updates, in order: with gcloud-spanner one for
    /// consecutive rows with the same columns, with Google's client one for each row.
    #[must_use]
    pub fn into_mutations<M: ClientMutation>(rows: impl IntoIterator<Item = Self>) -> Vec<M> {
        group::<T, M>(rows.into_iter().map(Self::into_row))
    }

    fn into_row(self) -> WireRow {
        let Self { mut columns, mut values, stamped, .. } = self;
        if stamped {
            let table = &T::TABLE;
            for (_, column) in
                table.columns.iter().enumerate().filter(|(at, column)| {
                    column.commit_timestamp && table.key_position(*at).is_none()
                })
            {
                columns.push(column.name);
                values.push(WireValue::commit_timestamp());
            }
        }
        WireRow { operation: Operation::Update, columns: Columns::Some(columns), values }
    }
}
