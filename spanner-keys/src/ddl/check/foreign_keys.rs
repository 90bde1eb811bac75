//! Foreign keys: both ends exist and fit.

use super::super::SchemaError;
use super::super::order::Tables;
use super::super::view::{Path, View};
use super::{MOST_KEY_COLUMNS, unsortable, unsortable_numeric};
use crate::schema::{ForeignKeyDef, ReferenceDef};

/// Checks a foreign key and gives the referenced table with its columns.
pub(in super::super) fn foreign_key<'a>(
    view: &View<'a>,
    key: &ForeignKeyDef<'a>,
    name: &str,
    tables: &Tables<'a>,
) -> Result<(Path<'a>, Vec<&'a str>), SchemaError> {
    let refuse = |problem: String| SchemaError::InvalidForeignKey {
        table: view.label(),
        constraint: name.to_owned(),
        problem,
    };
    let (other, columns) = referenced(view, key, name, tables)?;
    if key.columns.is_empty() {
        return Err(refuse("has no columns: name at least one".to_owned()));
    }
    if key.columns.len() != columns.len() {
        return Err(refuse(format!(
            "has {} columns and references {}: name as many on both sides",
            key.columns.len(),
            columns.len()
        )));
    }
    let place = || format!("foreign key `{name}`");
    for (end, positions) in [(view, key.columns), (&other, columns.as_slice())] {
        for (at, &position) in positions.iter().enumerate() {
            let column = end.column(position, place)?;
            if positions[..at].contains(&position) {
                return Err(refuse(format!(
                    "names `{}` of table `{}` twice: name it once",
                    column.name,
                    end.label()
                )));
            }
            if unsortable_numeric(end, position) {
                return Err(SchemaError::NumericKey {
                    table: end.label(),
                    column: column.name.to_owned(),
                });
            }
            let unfit =
                if column.commit_timestamp { Some("holds commit timestamps") } else { None };
            if let Some(kind) =
                unfit.or(unsortable(end.ty(position)).map(|_| "cannot be sorted by spanner"))
            {
                return Err(refuse(format!(
                    "uses `{}` of table `{}`, which {kind}: use another column",
                    column.name,
                    end.label()
                )));
            }
        }
        // Spanner keeps an index of its own over these columns.
        if end.index_width(positions) > MOST_KEY_COLUMNS {
            return Err(refuse(format!(
                "needs an index of more than {MOST_KEY_COLUMNS} columns on table `{}`, the key columns included: use fewer columns",
                end.label()
            )));
        }
    }
    let mut names = Vec::new();
    for (&own, &theirs) in key.columns.iter().zip(&columns) {
        let (from, to) = (view.column(own, place)?, other.column(theirs, place)?);
        if !view.ty(own).same_but_length(other.ty(theirs)) {
            return Err(refuse(format!(
                "joins `{}` of type {} to `{}` of type {}: use columns of one type",
                from.name,
                view.dialect.type_name(view.ty(own)),
                to.name,
                view.dialect.type_name(other.ty(theirs))
            )));
        }
        names.push(to.name);
    }
    Ok((Path::of(&other.table), names))
}

/// The referenced table and the positions of its columns.
fn referenced<'a>(
    view: &View<'a>,
    key: &ForeignKeyDef<'a>,
    name: &str,
    tables: &Tables<'a>,
) -> Result<(View<'a>, Vec<usize>), SchemaError> {
    let path = match key.references {
        ReferenceDef::Table { table, .. } => Path::of(table()),
        ReferenceDef::Named { schema, table, .. } => Path { schema, name: table },
    };
    let table = *tables.find(path).ok_or_else(|| SchemaError::UnknownTable {
        table: view.label(),
        referenced: path.label(),
    })?;
    let other = View { table, dialect: view.dialect };
    let unknown = |column: &str| SchemaError::UnknownColumn {
        table: other.label(),
        place: format!("foreign key `{name}` of table `{}`", view.label()),
        column: column.to_owned(),
    };
    let positions = match key.references {
        ReferenceDef::Table { fields, .. } => fields
            .iter()
            .map(|field| table.column_of_field(field).ok_or_else(|| unknown(field)))
            .collect::<Result<_, _>>()?,
        ReferenceDef::Named { columns, .. } => columns
            .iter()
            .map(|column| {
                table
                    .columns
                    .iter()
                    .position(|known| known.name == *column)
                    .ok_or_else(|| unknown(column))
            })
            .collect::<Result<_, _>>()?,
    };
    Ok((other, positions))
}
