//! Secondary indexes.

use super::super::view::{Path, View};
use super::super::{SchemaError, names};
use super::{MOST_KEY_COLUMNS, unsortable, unsortable_numeric};
use crate::schema::{IndexDef, IndexParent, TableDef};

pub(super) fn index(view: &View<'_>, index: &IndexDef<'_>) -> Result<(), SchemaError> {
    names::check(view, "index", index.name)?;
    let refuse = |problem: String| Err(refusal(view, index, problem));
    if index.columns.is_empty() {
        return refuse("has no columns: name at least one".to_owned());
    }
    for (at, part) in index.columns.iter().enumerate() {
        let name = view.column(part.column, || format!("index `{}`", index.name))?.name;
        if index.columns[..at].iter().any(|earlier| earlier.column == part.column) {
            return refuse(format!("names `{name}` twice: name it once"));
        }
        if let Some(kind) = unsortable(view.ty(part.column)) {
            return refuse(format!(
                "holds `{name}`, which is {kind} and cannot be sorted by spanner: store it instead"
            ));
        }
        if unsortable_numeric(view, part.column) {
            return Err(SchemaError::NumericKey { table: view.label(), column: name.to_owned() });
        }
    }
    let width = view.index_width(&index.columns.iter().map(|part| part.column).collect::<Vec<_>>());
    if width > MOST_KEY_COLUMNS {
        return refuse(format!(
            "has {width} columns with the table's key columns that it carries, and spanner takes at most {MOST_KEY_COLUMNS}: index fewer columns"
        ));
    }
    stored(view, index)?;
    match index.interleave {
        None => Ok(()),
        Some(IndexParent::OwnTable) => interleave(view, index, &view.table),
        Some(IndexParent::Ancestor(ancestor)) => {
            let mut next = view.table.parent;
            while let Some(parent) = next {
                if Path::of(parent.table) == Path::of(ancestor) {
                    return interleave(view, index, parent.table);
                }
                next = parent.table.parent;
            }
            if Path::of(ancestor) == Path::of(&view.table) {
                return interleave(view, index, &view.table);
            }
            refuse(format!(
                "is interleaved in `{}`, which is not an ancestor of its table: name an ancestor",
                Path::of(ancestor).label()
            ))
        }
    }
}

fn refusal(view: &View<'_>, index: &IndexDef<'_>, problem: String) -> SchemaError {
    SchemaError::InvalidIndex { table: view.label(), index: index.name.to_owned(), problem }
}

fn stored(view: &View<'_>, index: &IndexDef<'_>) -> Result<(), SchemaError> {
    for (at, &column) in index.storing.iter().enumerate() {
        let name = view.column(column, || format!("index `{}`", index.name))?.name;
        let problem = if view.in_key(column) {
            "which is a key column of the table and in every index already"
        } else if index.columns.iter().any(|part| part.column == column) {
            "which the index holds already"
        } else if index.storing[..at].contains(&column) {
            "which it stores already"
        } else {
            continue;
        };
        return Err(refusal(view, index, format!("stores `{name}`, {problem}: do not store it")));
    }
    Ok(())
}

/// The index begins with the whole key of the table whose rows it is stored with.
fn interleave(
    view: &View<'_>,
    index: &IndexDef<'_>,
    host: &TableDef<'_>,
) -> Result<(), SchemaError> {
    let above = View { table: *host, dialect: view.dialect };
    for (at, wanted) in host.key.iter().enumerate() {
        let name = above.column(wanted.column, || "the primary key".to_owned())?.name;
        let fits = match index.columns.get(at) {
            Some(part) => {
                let column = view.column(part.column, || format!("index `{}`", index.name))?;
                column.name == name && part.descending == wanted.descending
            }
            None => false,
        };
        if !fits {
            return Err(refusal(
                view,
                index,
                format!(
                    "is interleaved in `{}` and must begin with that table's key in the same order, but column {} is not `{name}{}`: begin with the key",
                    Path::of(host).label(),
                    at + 1,
                    if wanted.descending { " desc" } else { "" },
                ),
            ));
        }
    }
    Ok(())
}
