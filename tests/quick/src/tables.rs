//! Short constructors for hand-built tables.

#![allow(missing_docs, reason = "each name describes what it creates")]
#![allow(clippy::must_use_candidate, reason = "they have no side effects")]

use spanner_keys::Schema;
use spanner_keys::rules::{Rule, lint};
use spanner_keys::schema::{
    ColumnDef, CounterOptions, Fill, IndexColumn, KeyPart, OnDelete, ParentDef, SequenceDef,
    ShardBy, ShardDef, SqlText, SqlType, TableDef, Waiver,
};

use crate::waivers::settled;

pub const ID: ColumnDef<'static> = filled("Id", SqlType::text(36), Fill::UuidV4);
pub const AT: ColumnDef<'static> = col("At", SqlType::TIMESTAMP);
pub const DAY: ColumnDef<'static> = col("Day", SqlType::DATE);
pub const NUMBER: ColumnDef<'static> = col("Number", SqlType::INT64);
pub const DONE: ColumnDef<'static> = col("Done", SqlType::BOOL);
pub const NAME: ColumnDef<'static> = col("Name", SqlType::text(64));
pub const DOCUMENT: ColumnDef<'static> = col("Document", SqlType::JSON);
pub const ULID: ColumnDef<'static> = filled("Ulid", SqlType::text(26), Fill::UlidKey);

/// The rules that a table breaks.
pub fn found(table: &TableDef<'_>) -> Vec<Rule> {
    lint(table).into_iter().map(|finding| finding.rule).collect()
}

/// A leaked list, which lives as long as any table needs.
pub fn list<'a, T: 'a, const N: usize>(items: [T; N]) -> &'a [T] {
    Vec::from(items).leak()
}

/// The same for a slice.
pub fn kept<T: Clone>(items: &[T]) -> &'static [T] {
    items.to_vec().leak()
}

pub const fn col(name: &str, ty: SqlType) -> ColumnDef<'_> {
    ColumnDef::new(name, ty)
}

pub const fn null(name: &str, ty: SqlType) -> ColumnDef<'_> {
    ColumnDef { nullable: true, ..ColumnDef::new(name, ty) }
}

pub const fn filled<'a>(name: &'a str, ty: SqlType, fill: Fill<'a>) -> ColumnDef<'a> {
    ColumnDef { fill, ..ColumnDef::new(name, ty) }
}

pub const fn sequence(name: &str, options: CounterOptions) -> Fill<'_> {
    Fill::Sequence(SequenceDef { name, options })
}

pub const fn shard(count: u16, inputs: &[usize], by: ShardBy) -> Fill<'_> {
    Fill::Shard(ShardDef { count, inputs, by })
}

/// A column of 16 shards.
pub const fn shard_column<'a>(name: &'a str, inputs: &'a [usize], by: ShardBy) -> ColumnDef<'a> {
    filled(name, SqlType::INT64, shard(16, inputs, by))
}

pub const fn generated(sql: SqlText<'_>, stored: bool) -> Fill<'_> {
    Fill::Generated { sql, stored }
}

pub const fn two<'a>(googlesql: &'a str, postgresql: &'a str) -> SqlText<'a> {
    SqlText { googlesql: Some(googlesql), postgresql: Some(postgresql) }
}

pub const fn inherited(column: usize) -> KeyPart<'static> {
    KeyPart { inherited: true, ..KeyPart::new(column) }
}

pub const fn up(column: usize) -> IndexColumn {
    IndexColumn { column, descending: false }
}

pub const fn down(column: usize) -> IndexColumn {
    IndexColumn { column, descending: true }
}

#[allow(clippy::unnecessary_wraps, reason = "a table's parent is an option")]
pub const fn under<'a>(table: &'a TableDef<'a>, on_delete: OnDelete) -> Option<ParentDef<'a>> {
    Some(ParentDef { table, on_delete })
}

/// The schema of these tables, which may be hot.
pub fn schema<'a>(tables: &[TableDef<'a>]) -> Schema<'a> {
    settled(tables).into_iter().fold(Schema::new(), Schema::add)
}

/// The table with this waiver on a part of its key.
pub fn waived(
    part: usize,
    waiver: Option<Waiver<'static>>,
    table: TableDef<'static>,
) -> TableDef<'static> {
    let mut key = table.key.to_vec();
    key[part].waiver = waiver;
    TableDef { key: key.leak(), ..table }
}

/// A table whose first columns are its key.
pub fn led_by(
    parts: usize,
    name: &'static str,
    columns: &[ColumnDef<'static>],
) -> TableDef<'static> {
    let key: Vec<_> = (0..parts).map(KeyPart::new).collect();
    TableDef { key: key.leak(), ..TableDef::new(name, kept(columns)) }
}

/// A table whose first column is the key.
pub const fn keyed<'a>(name: &'a str, columns: &'a [ColumnDef<'a>]) -> TableDef<'a> {
    TableDef { key: const { &[KeyPart::new(0)] }, ..TableDef::new(name, columns) }
}

/// The same, with columns that the test leaks.
pub fn table<const N: usize>(
    name: &'static str,
    columns: [ColumnDef<'static>; N],
) -> TableDef<'static> {
    keyed(name, list(columns))
}

/// A table below another. Its first columns are the parent's key and one more key part.
pub fn child<const N: usize>(
    name: &'static str,
    parent: TableDef<'static>,
    on_delete: OnDelete,
    columns: [ColumnDef<'static>; N],
) -> TableDef<'static> {
    let mut key: Vec<KeyPart<'static>> = (0..parent.key.len()).map(inherited).collect();
    key.push(KeyPart::new(parent.key.len()));
    TableDef {
        key: key.leak(),
        parent: under(&list([parent])[0], on_delete),
        ..TableDef::new(name, list(columns))
    }
}
