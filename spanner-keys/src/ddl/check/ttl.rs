//! Row deletion policies.

use std::collections::HashMap;

use super::super::SchemaError;
use super::super::order::Tables;
use super::super::view::{Path, View};
use crate::dialect::Dialect;
use crate::schema::{OnDelete, ReferenceDef, Scalar, TableDef};

/// The tables whose rows cannot simply go, because rows of another table hang on them without a
/// cascade; with the first reason. Gathered once, so that many expiring tables cost no more than a
/// look each.
pub(in super::super) struct Held<'a>(HashMap<Path<'a>, Holder<'a>>);

#[derive(Clone, Copy)]
enum Holder<'a> {
    Child { child: Path<'a>, parent: Path<'a> },
    ForeignKey { of: Path<'a> },
}

impl<'a> Held<'a> {
    pub(in super::super) fn of(tables: &Tables<'a>) -> Self {
        let mut held = Self(HashMap::new());
        for table in &tables.list {
            if let Some(parent) =
                table.parent.filter(|parent| parent.on_delete == OnDelete::NoAction)
            {
                held.hold(
                    parent.table,
                    Holder::Child { child: Path::of(table), parent: Path::of(parent.table) },
                );
            }
            for key in table.foreign_keys.iter().filter(|key| key.on_delete == OnDelete::NoAction) {
                let referenced = match key.references {
                    ReferenceDef::Table { table, .. } => Some(table()),
                    ReferenceDef::Named { schema, table, .. } => {
                        tables.find(Path { schema, name: table })
                    }
                };
                if let Some(referenced) = referenced {
                    held.hold(referenced, Holder::ForeignKey { of: Path::of(table) });
                }
            }
        }
        held
    }

    /// Holds a table and, since its rows go with theirs, its ancestors. Chains are short: longer
    /// ones were refused before.
    fn hold(&mut self, table: &TableDef<'a>, holder: Holder<'a>) {
        let mut next = Some(table);
        while let Some(table) = next {
            self.0.entry(Path::of(table)).or_insert(holder);
            next = table.parent.map(|parent| parent.table);
        }
    }
}

pub(in super::super) fn ttl(view: &View<'_>, held: &Held<'_>) -> Result<(), SchemaError> {
    let Some(ttl) = view.table.ttl else { return Ok(()) };
    let refuse = |problem: String| Err(SchemaError::InvalidTtl { table: view.label(), problem });
    let column = view.column(ttl.column, || "the row deletion policy".to_owned())?;
    if column.ty.array || column.ty.scalar != Scalar::UtcTimestamp {
        return refuse(format!(
            "uses `{}`, which is no TIMESTAMP: use a timestamp column",
            column.name
        ));
    }
    if view.dialect == Dialect::PostgreSql && i32::try_from(ttl.days).is_err() {
        return refuse(format!(
            "waits {} days, and PostgreSQL takes at most {}: choose fewer",
            ttl.days,
            i32::MAX
        ));
    }
    match held.0.get(&Path::of(&view.table)) {
        None => Ok(()),
        Some(Holder::Child { child, parent }) => refuse(format!(
            "cannot delete rows while table `{}` is interleaved in `{}` without a cascade: use `on_delete = cascade` there",
            child.label(),
            parent.label()
        )),
        Some(Holder::ForeignKey { of }) => refuse(format!(
            "cannot delete rows while a foreign key of table `{}` references them, or rows below them, without a cascade: use `on_delete = cascade` there",
            of.label()
        )),
    }
}
