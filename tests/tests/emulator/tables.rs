//! Short words for hand-built tables.

use spanner_keys::schema::{
    ColumnDef, CounterOptions, Fill, IndexColumn, KeyPart, OnDelete, Parent, SequenceDef, ShardBy, ShardDef, SqlText, SqlType, TableDef,
};
use spanner_keys::{Dialect, Schema};
use spanner_keys_tests::emulator::{Database, Emulator};
use spanner_keys_tests::readback;

/// Makes the tables in a new database and reads them back.
pub(crate) fn make<'e>(emulator: &'e Emulator, dialect: Dialect, tables: &[TableDef<'_>]) -> Result<Database<'e>, String> {
    let schema = tables.iter().fold(Schema::new(), |schema, &table| schema.add(table));
    let statements = schema.ddl(dialect).map_err(|error| error.to_string())?;
    let database = emulator.database(dialect)?;
    database.apply(&statements).map_err(|error| format!("{error}\n{}", statements.join(";\n")))?;
    readback::check(&database, tables)?;
    Ok(database)
}

/// Fails unless the database refuses, with this in its message.
pub(crate) fn refused<T>(answer: Result<T, String>, because: &str) -> Result<(), String> {
    match answer {
        Ok(_) => Err(format!("accepted, although it should say `{because}`")),
        Err(error) if error.contains(because) => Ok(()),
        Err(error) => Err(format!("refused, but with `{error}` and not `{because}`")),
    }
}

/// A list that lives as long as its table needs; tests may leak.
pub(crate) fn list<'a, T: 'a, const N: usize>(items: [T; N]) -> &'a [T] {
    Vec::from(items).leak()
}

pub(crate) const fn col(name: &str, ty: SqlType) -> ColumnDef<'_> {
    ColumnDef::new(name, ty)
}

pub(crate) const fn null(name: &str, ty: SqlType) -> ColumnDef<'_> {
    ColumnDef { nullable: true, ..ColumnDef::new(name, ty) }
}

pub(crate) const fn filled<'a>(name: &'a str, ty: SqlType, fill: Fill<'a>) -> ColumnDef<'a> {
    ColumnDef { fill, ..ColumnDef::new(name, ty) }
}

pub(crate) const fn sequence(name: &str, options: CounterOptions) -> Fill<'_> {
    Fill::Sequence(SequenceDef { name, options })
}

pub(crate) const fn shard(count: u16, inputs: &[usize], by: ShardBy) -> Fill<'_> {
    Fill::Shard(ShardDef { count, inputs, by })
}

pub(crate) const fn generated(sql: SqlText<'_>, stored: bool) -> Fill<'_> {
    Fill::Generated { sql, stored }
}

pub(crate) const fn two<'a>(googlesql: &'a str, postgresql: &'a str) -> SqlText<'a> {
    SqlText { googlesql: Some(googlesql), postgresql: Some(postgresql) }
}

pub(crate) const fn inherited(column: usize) -> KeyPart<'static> {
    KeyPart { inherited: true, ..KeyPart::new(column) }
}

pub(crate) const fn up(column: usize) -> IndexColumn {
    IndexColumn { column, descending: false }
}

pub(crate) const fn down(column: usize) -> IndexColumn {
    IndexColumn { column, descending: true }
}

#[allow(clippy::unnecessary_wraps, reason = "a table's parent is an option")]
pub(crate) const fn under<'a>(table: &'a TableDef<'a>, on_delete: OnDelete) -> Option<Parent<'a>> {
    Some(Parent { table, on_delete })
}
