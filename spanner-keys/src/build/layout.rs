//! What Spanner cannot alter about a table: its key, its parent, and its stored generated columns.

use std::fmt;

use crate::dialect::Dialect;
use crate::schema::sql_text::named_by_column;
use crate::schema::{Fill, Scalar, ShardBy, ShardDef, SqlText, SqlType, TableDef};

/// The layout of one table, as a lock file holds it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Layout {
    /// The table's name, after its schema's.
    pub(super) table: String,
    pub(super) parent: Option<String>,
    /// In the order of the key, inherited parts first.
    pub(super) key: Vec<KeyColumn>,
    /// In the order of their names.
    pub(super) stored: Vec<Stored>,
}

/// A column of the key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct KeyColumn {
    pub(super) name: String,
    /// The type without its length.
    pub(super) ty: String,
    /// As it is written: a number, `MAX`, or nothing.
    pub(super) length: String,
    pub(super) nullable: bool,
    pub(super) commit_timestamp: bool,
    pub(super) descending: bool,
    /// Who fills it, in the words of the attributes.
    pub(super) fill: String,
}

/// The fill of an inherited part: the parent's key.
pub(super) const FROM_PARENT: &str = "parent";

/// A stored generated column.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Stored {
    pub(super) name: String,
    /// The type without its length, which can be altered.
    pub(super) ty: String,
    /// What it is computed from in each dialect, with columns as `{name}`; at least one of them is
    /// set.
    pub(super) googlesql: Option<String>,
    pub(super) postgresql: Option<String>,
}

impl Layout {
    /// The layout of a table that has DDL, so its positions and texts are valid.
    pub(super) fn of(table: &TableDef<'_>) -> Self {
        let mut stored: Vec<Stored> =
            (0..table.columns.len()).filter_map(|at| stored(table, at)).collect();
        stored.sort_by(|one, two| one.name.cmp(&two.name));
        Self {
            table: table.path().into_owned(),
            parent: table.parent.map(|parent| parent.table.path().into_owned()),
            key: (0..table.key.len()).filter_map(|part| key_column(table, part)).collect(),
            stored,
        }
    }
}

fn key_column(table: &TableDef<'_>, part: usize) -> Option<KeyColumn> {
    let part = table.key.get(part)?;
    let column = table.columns.get(part.column)?;
    let (ty, length) = type_and_length(column.ty);
    Some(KeyColumn {
        name: column.name.to_owned(),
        ty,
        length,
        nullable: column.nullable,
        commit_timestamp: column.commit_timestamp,
        descending: part.descending,
        fill: if part.inherited { FROM_PARENT.to_owned() } else { fill(table, column.fill) },
    })
}

/// `STRING` and `36` of STRING(36), in Spanner's own names. The length of an array is part of its
/// type.
fn type_and_length(ty: SqlType) -> (String, String) {
    if ty.array {
        return (Dialect::GoogleSql.type_name(ty), String::new());
    }
    let length = match (ty.scalar, ty.length) {
        (Scalar::Text | Scalar::Binary, None) => "MAX".to_owned(),
        (_, length) => length.map_or_else(String::new, |length| length.to_string()),
    };
    (ty.scalar.name().to_owned(), length)
}

fn fill(table: &TableDef<'_>, fill: Fill<'_>) -> String {
    match fill {
        Fill::Supplied => "supplied".to_owned(),
        // Spanner can alter its text.
        Fill::Default(_) => "default".to_owned(),
        // Its text is with the other stored columns.
        Fill::Generated { .. } => "generated".to_owned(),
        Fill::UuidV4 => "uuid".to_owned(),
        Fill::UuidV7 => "uuid_v7".to_owned(),
        Fill::UlidKey => "ulid".to_owned(),
        Fill::Random => "random".to_owned(),
        Fill::BitReversed => "bit_reversed".to_owned(),
        // Spanner can alter its options.
        Fill::Sequence(sequence) => format!("sequence {}", sequence.name),
        Fill::Identity(_) => "identity".to_owned(),
        Fill::Shard(shard) => shard_words(table, shard),
    }
}

fn shard_words(table: &TableDef<'_>, shard: ShardDef<'_>) -> String {
    let inputs: Vec<&str> =
        shard.inputs.iter().filter_map(|at| Some(table.columns.get(*at)?.name)).collect();
    let of = format!("shard {} of ({})", shard.count, inputs.join(", "));
    match shard.by {
        ShardBy::Database => of,
        ShardBy::Client => of + " client",
        ShardBy::Chance => format!("shard {} random", shard.count),
    }
}

fn stored(table: &TableDef<'_>, at: usize) -> Option<Stored> {
    let column = table.columns.get(at)?;
    let part = table.key.iter().find(|part| part.column == at);
    if part.is_some_and(|part| part.inherited) {
        return None;
    }
    let (googlesql, postgresql) = match column.fill {
        Fill::Generated { sql: SqlText { googlesql, postgresql }, stored: true } => {
            let text = |sql: Option<&str>| sql.map(|sql| named_by_column(table, sql));
            (text(googlesql), text(postgresql))
        }
        // In the key, the part's fill describes it.
        Fill::Shard(shard) if shard.by == ShardBy::Database && part.is_none() => {
            let words = shard_words(table, shard);
            (Some(words.clone()), Some(words))
        }
        _ => return None,
    };
    Some(Stored {
        name: column.name.to_owned(),
        ty: type_and_length(SqlType { length: None, ..column.ty }).0,
        googlesql,
        postgresql,
    })
}

/// `STRING(36) DESC`: a key column without its name and its fill.
impl fmt::Display for KeyColumn {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(&self.ty)?;
        if !self.length.is_empty() {
            write!(out, "({})", self.length)?;
        }
        for (word, is) in [
            ("NULL", self.nullable),
            ("commit_timestamp", self.commit_timestamp),
            ("DESC", self.descending),
        ] {
            if is {
                write!(out, " {word}")?;
            }
        }
        Ok(())
    }
}
