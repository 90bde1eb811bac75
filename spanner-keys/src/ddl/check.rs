//! What Spanner would refuse, found before anything is sent.
//!
//! These are the database's own rules, in both dialects; whether a key is hot is judged elsewhere.
//! Everything that names a column by position goes through [`View::column`], so that no table
//! definition can make the code panic.

mod columns;
mod foreign_keys;
mod indexes;
mod keys;
mod shards;
mod ttl;

pub(super) use columns::check_text;
pub(super) use foreign_keys::foreign_key;
pub(super) use ttl::{Held, ttl};

use super::SchemaError;
use super::names;
use super::view::View;
use crate::dialect::Dialect;
use crate::schema::{Fill, Scalar, SqlType};

const MOST_COLUMNS: usize = 1024;
const MOST_INDEXES: usize = 128;
/// The most columns of a primary key, or of an index with the key columns that it carries.
const MOST_KEY_COLUMNS: usize = 16;

/// Everything that can be said about a table without looking at others but its ancestors.
pub(super) fn table(view: &View<'_>) -> Result<(), SchemaError> {
    let table = &view.table;
    let refuse = |problem: String| Err(SchemaError::InvalidTable { table: view.label(), problem });
    names::check(view, "table", table.name)?;
    if let Some(schema) = table.schema {
        names::check(view, "schema", schema)?;
    }
    if table.columns.is_empty() {
        return refuse("has no columns: add one, and make it the key".to_owned());
    }
    if table.columns.len() > MOST_COLUMNS {
        return refuse(format!(
            "has {} columns, and spanner takes at most {MOST_COLUMNS}: move some to another table",
            table.columns.len()
        ));
    }
    if table.indexes.len() > MOST_INDEXES {
        return refuse(format!(
            "has {} indexes, and spanner takes at most {MOST_INDEXES}: drop some",
            table.indexes.len()
        ));
    }
    column_names(view)?;
    for at in 0..table.columns.len() {
        columns::column(view, at)?;
    }
    keys::key(view)?;
    for at in 0..table.columns.len() {
        if let Fill::Shard(shard) = view.fill(at) {
            shards::shard(view, at, &shard)?;
        }
        columns::generated(view, at)?;
    }
    if let Some(parent) = table.parent {
        keys::parent(view, parent.table)?;
    }
    for index in table.indexes {
        indexes::index(view, index)?;
    }
    Ok(())
}

fn column_names(view: &View<'_>) -> Result<(), SchemaError> {
    let label = view.label();
    let mut taken: std::collections::HashMap<String, &str> = std::collections::HashMap::new();
    for column in view.table.columns {
        names::check(view, "column", column.name)?;
        if let Some(first) = taken.insert(column.name.to_ascii_lowercase(), column.name) {
            return Err(SchemaError::DuplicateName {
                name: column.name.to_owned(),
                first: format!("column `{first}` of table `{label}`"),
                second: format!("column `{}` of table `{label}`", column.name),
            });
        }
    }
    Ok(())
}

/// Why a column of this type cannot stand in a key or an index of any dialect.
const fn unsortable(ty: SqlType) -> Option<&'static str> {
    match ty.scalar {
        _ if ty.array => Some("an array"),
        Scalar::JsonDocument => Some("JSON"),
        Scalar::Float32 => Some("FLOAT32"),
        _ => None,
    }
}

/// Whether the column is a NUMERIC that the dialect cannot sort.
fn unsortable_numeric(view: &View<'_>, at: usize) -> bool {
    view.dialect == Dialect::PostgreSql && matches!(view.ty(at).scalar, Scalar::Numeric)
}
