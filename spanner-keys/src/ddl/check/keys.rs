//! Primary keys, alone and under a parent.

use super::super::SchemaError;
use super::super::view::{Path, View};
use super::{MOST_KEY_COLUMNS, unsortable, unsortable_numeric};
use crate::dialect::Dialect;
use crate::schema::{KeyPart, TableDef};

pub(super) fn key(view: &View<'_>) -> Result<(), SchemaError> {
    let key = view.table.key;
    let refuse = |problem: String| Err(SchemaError::InvalidKey { table: view.label(), problem });
    if key.is_empty() {
        return refuse("is missing: give the table at least one key column".to_owned());
    }
    if key.len() > MOST_KEY_COLUMNS {
        return refuse(format!(
            "has {} columns, and spanner takes at most {MOST_KEY_COLUMNS}: shorten it",
            key.len()
        ));
    }
    let inherited = view.table.parent.map_or(0, |parent| parent.table.key.len());
    for (at, part) in key.iter().enumerate() {
        let column = view.column(part.column, || "the primary key".to_owned())?;
        let name = column.name;
        if key[..at].iter().any(|earlier| earlier.column == part.column) {
            return refuse(format!("names `{name}` twice: name it once"));
        }
        if part.inherited && at >= inherited {
            return refuse(format!(
                "inherits `{name}`, which is not part of the parent's key: make it a key part of its own"
            ));
        }
        if let Some(kind) = unsortable(view.ty(part.column)) {
            return refuse(format!(
                "holds `{name}`, which is {kind} and cannot be sorted by spanner: use another column"
            ));
        }
        if unsortable_numeric(view, part.column) {
            return Err(SchemaError::NumericKey { table: view.label(), column: name.to_owned() });
        }
        if view.dialect == Dialect::PostgreSql {
            if part.descending {
                return Err(SchemaError::DescendingKey {
                    table: view.label(),
                    column: name.to_owned(),
                });
            }
            if column.nullable {
                return Err(SchemaError::NullableKey {
                    table: view.label(),
                    column: name.to_owned(),
                });
            }
        }
    }
    Ok(())
}

/// The table's key begins with the parent's whole key, column by column the same.
pub(super) fn parent(view: &View<'_>, parent: &TableDef<'_>) -> Result<(), SchemaError> {
    let above = View { table: *parent, dialect: view.dialect };
    let refuse = |problem: String| {
        Err(SchemaError::InvalidInterleave {
            table: view.label(),
            parent: Path::of(parent).label(),
            problem,
        })
    };
    for (at, wanted) in parent.key.iter().enumerate() {
        let wanted_name = above.column(wanted.column, || "the primary key".to_owned())?.name;
        let Some(part) = view.table.key.get(at) else {
            return refuse(format!(
                "its key must begin with the parent's whole key, and `{wanted_name}` is missing"
            ));
        };
        let name = view.column(part.column, || "the primary key".to_owned())?.name;
        let place = at + 1;
        if name != wanted_name {
            return refuse(format!(
                "its key must begin with the parent's whole key, and part {place} is `{name}` instead of `{wanted_name}`"
            ));
        }
        let (found, needed) = (traits(view, part), traits(&above, wanted));
        if found != needed {
            return refuse(format!(
                "key part `{name}` is {found} and the parent's is {needed}, which must be the same"
            ));
        }
    }
    Ok(())
}

/// All that parent and child must agree on, besides the name.
fn traits(view: &View<'_>, part: &KeyPart<'_>) -> String {
    let at = part.column;
    let commit_timestamp = view.table.columns.get(at).is_some_and(|column| column.commit_timestamp);
    format!(
        "`{}{}{}{}`",
        // The lengths of bytes count in both dialects, so that one model fits both.
        Dialect::GoogleSql.type_name(view.ty(at)),
        if view.nullable(at) { "" } else { " NOT NULL" },
        if part.descending { " DESC" } else { "" },
        if commit_timestamp { " with commit timestamps" } else { "" }
    )
}
