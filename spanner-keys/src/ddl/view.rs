//! One table as a dialect has to see it: what its columns really become.

use super::SchemaError;
use crate::dialect::Dialect;
use crate::schema::{ColumnDef, Fill, SqlType, TableDef};

/// A name and the schema that holds it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Path<'a> {
    pub(crate) schema: Option<&'a str>,
    pub(crate) name: &'a str,
}

impl<'a> Path<'a> {
    pub(crate) const fn of(table: &TableDef<'a>) -> Self {
        Self { schema: table.schema, name: table.name }
    }

    /// The name as people write it.
    pub(crate) fn label(self) -> String {
        self.schema.map_or_else(|| self.name.to_owned(), |schema| format!("{schema}.{}", self.name))
    }
}

/// A table and the dialect it is written in.
#[derive(Clone, Copy)]
pub(super) struct View<'a> {
    pub(super) table: TableDef<'a>,
    pub(super) dialect: Dialect,
}

impl<'a> View<'a> {
    pub(super) fn label(&self) -> String {
        Path::of(&self.table).label()
    }

    /// The column at a position; `place` says what names it.
    pub(super) fn column(
        &self,
        at: usize,
        place: impl FnOnce() -> String,
    ) -> Result<&'a ColumnDef<'a>, SchemaError> {
        self.table.columns.get(at).ok_or_else(|| SchemaError::UnknownColumn {
            table: self.label(),
            place: place(),
            column: format!("#{at}"),
        })
    }

    /// Who writes the column. An inherited key part is a plain column, whatever fills it in the
    /// parent.
    pub(super) fn fill(&self, at: usize) -> Fill<'a> {
        if self.table.key.iter().any(|part| part.column == at && part.inherited) {
            return Fill::Supplied;
        }
        self.table.columns.get(at).map_or(Fill::Supplied, |column| column.fill)
    }

    /// Whether the column is computed when it is read. Spanner has no NOT NULL and no length there.
    pub(super) fn is_virtual(&self, at: usize) -> bool {
        matches!(self.fill(at), Fill::Generated { stored: false, .. })
    }

    /// Whether the column takes NULL in the database.
    pub(super) fn nullable(&self, at: usize) -> bool {
        self.is_virtual(at) || self.table.columns.get(at).is_some_and(|column| column.nullable)
    }

    /// The type in the database.
    pub(super) fn ty(&self, at: usize) -> SqlType {
        let ty = self.table.columns.get(at).map_or(SqlType::INT64, |column| column.ty);
        if self.is_virtual(at) { SqlType { length: None, ..ty } } else { ty }
    }

    /// Whether the key holds the column.
    pub(super) fn in_key(&self, at: usize) -> bool {
        self.table.key_position(at).is_some()
    }

    /// Whether the database computes the column.
    pub(super) fn is_generated(&self, at: usize) -> bool {
        match self.fill(at) {
            Fill::Generated { .. } => true,
            Fill::Shard(shard) => shard.by == crate::schema::ShardBy::Database,
            _ => false,
        }
    }

    /// Whether the database has a value for the column when a row comes without one.
    pub(super) fn has_default(&self, at: usize) -> bool {
        match self.fill(at) {
            Fill::Default(_) | Fill::Sequence(_) | Fill::Identity(_) => true,
            Fill::UuidV4 => self.dialect.uuid_default(self.ty(at).scalar).is_some(),
            _ => false,
        }
    }

    /// How many columns stand in an index over these columns: its own and the rest of the table's
    /// key.
    pub(super) fn index_width(&self, columns: &[usize]) -> usize {
        columns.len() + self.table.key.iter().filter(|part| !columns.contains(&part.column)).count()
    }
}
