//! Whole rows to insert, with the key that they have.

use std::fmt;

use super::filler::Purpose;
use super::mutation::{WireRow, group};
use super::table::SpannerTable;
use super::update::Update;
use crate::client_types::{ClientMutation, Operation};
use crate::dialect::Dialect;
use crate::value::RowError;

/// A row that is inserted as it is, with its key and its commit timestamps: an import, a restored
/// row, a copy. Made by [`SpannerTable::insert`].
///
/// `NewUser` has no id and gets one; `User` has one and keeps it.
///
/// ```
/// # #[cfg(feature = "gcloud-spanner")] {
/// use gcloud_googleapis::spanner::v1::Mutation;
/// use spanner_keys::{SpannerTable, Uuid};
///
/// #[derive(SpannerTable)]
/// struct User {
///     #[key(uuid)]
///     user_id: Uuid,
///     name: String,
/// }
///
/// let user = User { user_id: Uuid::from_u128(0x0123_4567_89ab_4def_8000_0000_0000_0001), name: "Ada".into() };
/// let mutation: Mutation = user.insert()?.or_update().into_mutation();
/// # }
/// # Ok::<(), spanner_keys::value::RowError>(())
/// ```
pub struct InsertRow<T> {
    operation: Operation,
    row: Update<T>,
}

clone_and_eq!(InsertRow: operation, row);

impl<T: SpannerTable> fmt::Debug for InsertRow<T> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.row.show(out.debug_struct("InsertRow").field("operation", &self.operation))
    }
}

impl<T: SpannerTable> InsertRow<T> {
    pub(super) fn new(row: T, dialect: Dialect) -> Result<Self, RowError> {
        let row = Update::new(row, dialect, Purpose::Insert)?;
        Ok(Self { operation: Operation::Insert, row })
    }

    /// Writes the row whether it exists or not.
    #[must_use]
    pub fn or_update(self) -> Self {
        Self { operation: Operation::InsertOrUpdate, ..self }
    }

    /// Writes the row whether it exists or not.
    ///
    /// **Deletes children**: see [`Insert::or_replace`](crate::Insert::or_replace).
    #[must_use]
    pub fn or_replace(self) -> Self {
        Self { operation: Operation::Replace, ..self }
    }

    /// Writes the time of the commit into every `commit_timestamp` column outside the key, instead
    /// of the times that the row has.
    #[must_use]
    pub fn stamped(self) -> Self {
        Self { row: self.row.stamped(), ..self }
    }

    /// The mutation of a client.
    #[must_use]
    pub fn into_mutation<M: ClientMutation>(self) -> M {
        self.into_row().into_mutation::<T, M>()
    }

    /// The mutations that write all of these rows, in order: with gcloud-spanner one for consecutive
    /// rows, with Google's client one for each row.
    #[must_use]
    pub fn into_mutations<M: ClientMutation>(rows: impl IntoIterator<Item = Self>) -> Vec<M> {
        group::<T, M>(rows.into_iter().map(Self::into_row))
    }

    fn into_row(self) -> WireRow {
        WireRow { operation: self.operation, ..self.row.into_row() }
    }
}
