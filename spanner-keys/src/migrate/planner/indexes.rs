//! Indexes of tables that exist.

use super::{Planner, changed};
use crate::catalog::{CatalogIndex, ObjectName};
use crate::ddl::alter::{self, Alter};
use crate::dialect::Dialect;
use crate::migrate::compare::{option_names, same_index_key};
use crate::migrate::moves::with_suffix;
use crate::migrate::{Check, Cost};
use crate::schema::{IndexDef, TableDef};

impl Planner<'_> {
    pub(super) fn indexes(&mut self) {
        let dialect = self.dialect;
        for name in self.order.clone() {
            let (Some(def), Some(new)) =
                (self.defs.get(&name).copied(), self.new_table(&name).cloned())
            else {
                continue;
            };
            if self.moved.contains(&name) {
                continue;
            }
            for (at, index) in new.indexes.iter().enumerate() {
                let Some(now) = self.now.table(&name) else { continue };
                let Some(old) = now.indexes.iter().find(|old| old.name == index.name).cloned()
                else {
                    self.create_index(
                        &name, &def, &def.indexes[at], index, "new index, backfilled",
                    );
                    continue;
                };
                if !same_index_key((now, &old), (&new, index), dialect) {
                    self.replace_index(&name, &def, at, index);
                    continue;
                }
                let path = index.name.path();
                for column in index.storing.iter().filter(|one| !old.storing.contains(one)) {
                    let sql = alter::alter_index(path, column, true, dialect);
                    self.emit(&name, Cost::Backfill, "a stored column, backfilled", sql);
                }
                for column in old.storing.iter().filter(|one| !index.storing.contains(one)) {
                    let sql = alter::alter_index(path, column, false, dialect);
                    self.emit(&name, Cost::Metadata, "no longer stored", sql);
                }
                let options = option_names(&old.options, &index.options, dialect);
                if !options.is_empty() {
                    let changes = changed(&options, &index.options);
                    for sql in alter::set_index_options(path, &changes, dialect) {
                        self.emit(&name, Cost::Metadata, "options", sql);
                    }
                }
            }
        }
    }

    pub(super) fn create_index(
        &mut self,
        name: &ObjectName,
        def: &TableDef<'_>,
        index: &IndexDef<'_>,
        read: &CatalogIndex,
        why: &str,
    ) {
        let table = Alter { table: def, dialect: self.dialect };
        let columns: Vec<&str> =
            index.columns.iter().map(|part| def.columns[part.column].name).collect();
        let without_nulls =
            read.null_filtered || !read.not_null.is_empty() || self.dialect == Dialect::PostgreSql;
        let checks = index.unique.then(|| Check {
            sql: table.count_duplicates(&columns, without_nulls),
            why: format!(
                "values that the unique index `{}` does not allow: more than one row has them",
                read.name
            ),
        });
        let sql = self.dialect.create_index(def, index);
        self.emit_checked(name, Cost::Backfill, why, sql, checks.into_iter().collect());
    }

    /// An index cannot be renamed, so one with another name serves queries while it is replaced.
    pub(super) fn replace_index(
        &mut self,
        name: &ObjectName,
        def: &TableDef<'_>,
        at: usize,
        index: &CatalogIndex,
    ) {
        let next = ObjectName {
            schema: index.name.schema.clone(),
            name: with_suffix(&index.name.name, "_next"),
        };
        let exists = self
            .now
            .table(name)
            .is_some_and(|table| table.indexes.iter().any(|other| other.name == next));
        let stand_in = IndexDef { name: &next.name, ..def.indexes[at] };
        if !exists {
            let why = "replaces the index while the one with its name is created again";
            self.create_index(name, def, &stand_in, index, why);
        }
        let drop = alter::drop_object("INDEX", index.name.path(), self.dialect);
        self.emit(name, Cost::Metadata, "Spanner cannot alter it: it is created again", drop);
        self.create_index(name, def, &def.indexes[at], index, "the index as it is now, backfilled");
        let drop = alter::drop_object("INDEX", next.path(), self.dialect);
        self.emit(name, Cost::Metadata, "no longer needed", drop);
    }
}
