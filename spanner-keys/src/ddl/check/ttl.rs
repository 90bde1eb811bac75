//! Row deletion policies.

use super::super::order::Tables;
use super::super::view::{Path, View};
use super::super::{Dialect, SchemaError};
use crate::schema::{OnDelete, ReferenceDef, Scalar, TableDef};

pub(in super::super) fn ttl(view: &View<'_>, tables: &Tables<'_>) -> Result<(), SchemaError> {
    let Some(ttl) = view.table.ttl else { return Ok(()) };
    let refuse = |problem: String| Err(SchemaError::InvalidTtl { table: view.label(), problem });
    let column = view.column(ttl.column, || "the row deletion policy".to_owned())?;
    if column.ty.array || column.ty.scalar != Scalar::UtcTimestamp {
        return refuse(format!("uses `{}`, which is no TIMESTAMP: use a timestamp column", column.name));
    }
    if view.dialect == Dialect::PostgreSql && i32::try_from(ttl.days).is_err() {
        return refuse(format!("waits {} days, and PostgreSQL takes at most {}: choose fewer", ttl.days, i32::MAX));
    }
    let path = Path::of(&view.table);
    for other in &tables.list {
        if let Some(parent) = other.parent.filter(|parent| parent.on_delete == OnDelete::NoAction && descends(parent.table, path)) {
            return refuse(format!(
                "cannot delete rows while table `{}` is interleaved in `{}` without a cascade: use `on_delete = cascade` there",
                Path::of(other).label(),
                Path::of(parent.table).label()
            ));
        }
        for key in other.foreign_keys {
            let expires = match key.references {
                ReferenceDef::Table { table, .. } => descends(table(), path),
                ReferenceDef::Named { schema, table, .. } => {
                    let named = Path { schema, name: table };
                    tables.list.iter().any(|table| Path::of(table) == named && descends(table, path))
                }
            };
            if key.on_delete == OnDelete::NoAction && expires {
                return refuse(format!(
                    "cannot delete rows while a foreign key of table `{}` references them, or rows below them, without a cascade: use `on_delete = cascade` there",
                    Path::of(other).label()
                ));
            }
        }
    }
    Ok(())
}

/// Whether the table is the one at `path` or a descendant of it. Chains are short: longer ones were refused before.
fn descends(table: &TableDef<'_>, path: Path<'_>) -> bool {
    let mut next = Some(table);
    while let Some(table) = next {
        if Path::of(table) == path {
            return true;
        }
        next = table.parent.map(|parent| parent.table);
    }
    false
}
