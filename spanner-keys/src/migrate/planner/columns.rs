//! New columns, and columns that change: first what needs no rows, then backfills, then what validates them.

use std::cmp::Reverse;

use super::{Column, Planner, Work, changed, names};
use crate::catalog::normal::Likeness;
use crate::catalog::{CatalogColumn, CatalogTable, ColumnValue, ObjectName};
use crate::ddl::alter::Alter;
use crate::ddl::convert::{as_type, convert};
use crate::dialect::Dialect;
use crate::migrate::compare::ColumnDifference;
use crate::migrate::moves::bare;
use crate::migrate::{Check, Cost, Refusal, RefusalKind};
use crate::schema::{Fill, Scalar};

impl Planner<'_> {
    pub(super) fn columns(&mut self, work: &Work) {
        // Generated columns are dropped before the columns that they use.
        let mut remade: Vec<&Column> = work.remade_columns.iter().collect();
        remade.sort_by_key(|column| (Reverse(self.depth(column)), *column));
        for (table, column) in &remade {
            let bare = bare(table);
            let sql = Alter { table: &bare, dialect: self.dialect }.drop_column(column);
            self.emit(
                table,
                Cost::Metadata,
                "it is added again below, with its new expression",
                sql,
            );
        }
        let mut added: Vec<&Column> = work.add_columns.iter().collect();
        added.extend(remade.iter().rev());
        // Generated columns come after the columns that they use.
        let depth = |column: &&Column| {
            let new = self.new_table(&column.0).and_then(|table| table.column(&column.1));
            match new.map(|new| &new.value) {
                Some(ColumnValue::Generated { sql, .. }) => {
                    let uses = added.iter().filter(|other| other.0 == column.0);
                    1 + uses.filter(|other| sql.contains(&format!("{{{}}}", other.1))).count()
                }
                _ => 0,
            }
        };
        let mut sorted = added.clone();
        sorted.sort_by_key(depth);
        let mut later = Vec::new();
        for column in sorted {
            self.add_column(column, &mut later);
        }
        for column in &work.alter_columns {
            self.alter_column(column, &mut later);
        }
        // Backfills run before the statements that validate them.
        for (column, value) in &later {
            if let (Some(value), Some(def)) = (value, self.defs.get(&column.0).copied()) {
                let table = Alter { table: &def, dialect: self.dialect };
                let sql = table.fill(&column.1, value);
                self.emit_dml(&column.0, "partitioned DML: old rows get a value", sql);
            }
        }
        for (column, value) in later {
            self.restate(&column, value.is_some());
        }
    }

    /// How many generated columns are computed, one from the other, until this one.
    pub(super) fn depth(&self, column: &Column) -> usize {
        let Some(table) = self.now.table(&column.0) else { return 0 };
        let mut names = vec![column.1.as_str()];
        // A circle cannot be created.
        for depth in 0..table.columns.len() {
            let is_used = |name: &str| names.iter().any(|user| uses(table, user, name));
            let columns = table.columns.iter().map(|column| column.name.as_str());
            names = columns.filter(|name| is_used(name)).collect();
            if names.is_empty() {
                return depth;
            }
        }
        table.columns.len()
    }

    /// The value for rows that have none.
    pub(super) fn backfill(&self, (table, column): &Column) -> Option<String> {
        if let Some(value) = self.options.given(table, column) {
            return Some(value.to_owned());
        }
        let old = self.copies.get(&(table.clone(), column.clone()))?;
        let before = self.now.table(table)?.column(old)?;
        let after = self.new_table(table)?.column(column)?;
        let value = self.dialect.quote(old);
        if before.type_name == after.type_name {
            return convert(&value, before.ty, after.ty, self.dialect);
        }
        // Types that are kept as they are: protocol buffers and their enums.
        Some(as_type(&value, after.type_name.as_deref().unwrap_or(after.ty.scalar.name())))
    }

    /// Why a new column cannot have its name, or the values of the one that it was.
    fn not_added(
        &self,
        table: &ObjectName,
        new: &CatalogColumn,
        old: Option<&String>,
        has_values: bool,
    ) -> Option<Refusal> {
        let refusal = |why: String, way: String| {
            let object = format!("column `{table}.{}`", new.name);
            Some(Refusal::new(RefusalKind::Blocked, object, why).instead(vec![way]))
        };
        let same = |one: &&CatalogColumn| one.name.eq_ignore_ascii_case(&new.name);
        if let Some(near) = self.now.table(table).and_then(|now| now.columns.iter().find(same)) {
            let why = format!(
                "the table has `{}`, and Spanner does not distinguish upper and lower case in names",
                near.name
            );
            let way = "-- Give it a third name first, and this one when the old column is dropped.";
            return refusal(why, way.to_owned());
        }
        let old = old.filter(|_| !has_values)?;
        refusal(
            format!("no cast makes the values of `{old}` values of its type"),
            format!("-- Pass `--backfill {table}.{}=EXPRESSION`.", new.name),
        )
    }

    pub(super) fn add_column(
        &mut self,
        column: &Column,
        later: &mut Vec<(Column, Option<String>)>,
    ) {
        let (Some(def), Some(at), Some(new)) = (
            self.defs.get(&column.0).copied(),
            self.column_place(column),
            self.new_table(&column.0).and_then(|table| table.column(&column.1)).cloned(),
        ) else {
            return;
        };
        let (table, name) = (Alter { table: &def, dialect: self.dialect }, &column.0);
        let copied = self.copies.get(column).cloned();
        let value = self.backfill(column);
        if let Some(refusal) = self.not_added(name, &new, copied.as_ref(), value.is_some()) {
            self.refuse(refusal);
            return;
        }
        if let (ColumnValue::Identity(_), Some(old)) = (&new.value, &copied) {
            let why = "the new name of a column, numbered for old rows";
            self.emit(name, Cost::Backfill, why, table.add_column(at));
            let why = "partitioned DML: old rows keep their numbers";
            self.emit_dml(name, why, table.renumber(old, &column.1));
            return;
        }
        if copied.is_some() {
            self.emit(
                name,
                Cost::Metadata,
                "the new name of a column",
                table.add_nullable_column(at),
            );
            later.push((column.clone(), value));
            return;
        }
        match (&new.value, new.nullable, value) {
            (ColumnValue::Supplied, false, Some(value)) => {
                let uses_columns = def.columns.iter().any(|one| names(&value, one.name));
                if (uses_columns || new.commit_timestamp) && !new.ty.array {
                    self.emit(name, Cost::Metadata, "new column", table.add_nullable_column(at));
                    later.push((column.clone(), Some(value)));
                } else {
                    let [add, done] = table.add_filled_column(at, &value);
                    self.emit(
                        name,
                        Cost::Backfill,
                        "new column, old rows get the given value",
                        add,
                    );
                    self.emit(name, Cost::Metadata, "the value was for old rows only", done);
                }
            }
            (ColumnValue::Supplied, false, None) if new.ty.array => {
                let way = vec![format!("-- Pass `--backfill {name}.{}=EXPRESSION`.", new.name)];
                let object = format!("column `{name}.{}`", new.name);
                let why = "a new NOT NULL array needs a value for existing rows";
                self.refuse(Refusal::new(RefusalKind::Blocked, object, why).instead(way));
            }
            (ColumnValue::Supplied, false, None) => {
                self.emit(
                    name,
                    Cost::Metadata,
                    "new column, nullable at first",
                    table.add_nullable_column(at),
                );
                later.push((column.clone(), None));
            }
            (ColumnValue::Generated { stored: true, .. } | ColumnValue::Identity(_), ..) => {
                let checks = match def.columns[at].fill {
                    Fill::Generated { sql, .. } if !new.nullable => vec![Check {
                        sql: table.count_null_result(sql),
                        why: format!(
                            "rows for which `{name}.{}` would be NULL: change them first",
                            new.name
                        ),
                    }],
                    _ => Vec::new(),
                };
                let why = match new.value {
                    ColumnValue::Identity(_) => "new column, numbered for old rows",
                    _ => "new column, computed for old rows",
                };
                self.emit_checked(name, Cost::Backfill, why, table.add_column(at), checks);
            }
            (ColumnValue::Default(_), false, _) => {
                self.emit(
                    name,
                    Cost::Backfill,
                    "new column, old rows get the default",
                    table.add_column(at),
                );
            }
            _ => self.emit(name, Cost::Metadata, "new column", table.add_column(at)),
        }
    }

    /// Alters what needs no rows. Type and nullability follow after the backfills.
    pub(super) fn alter_column(
        &mut self,
        column: &Column,
        later: &mut Vec<(Column, Option<String>)>,
    ) {
        let (name, dialect) = (&column.0, self.dialect);
        let find =
            |table: Option<&CatalogTable>| table.and_then(|table| table.column(&column.1)).cloned();
        let (Some(def), Some(at), Some(old), Some(new)) = (
            self.defs.get(name).copied(),
            self.column_place(column),
            find(self.now.table(name)),
            find(self.new_table(name)),
        ) else {
            return;
        };
        let change = ColumnDifference::of(&old, &new, dialect);
        let table = Alter { table: &def, dialect };
        if change.on_update == Likeness::Different && new.on_update.is_none() {
            self.emit(name, Cost::Metadata, "updates no longer fill it", table.on_update(at));
        }
        let retyped = old.ty.scalar != new.ty.scalar || old.type_name != new.type_name;
        match (&old.value, &new.value) {
            // A default fits one of the two types only. The new one comes with the new type.
            (ColumnValue::Default(_), _) if retyped => {
                let sql = table.drop_default(at);
                self.emit(name, Cost::Metadata, "the type of the default changes", sql);
            }
            (_, ColumnValue::Default(_)) if retyped => {}
            _ if change.value != Likeness::Different => {}
            (ColumnValue::Identity(one), ColumnValue::Identity(two)) => {
                for sql in table.identity(at, *one, *two) {
                    self.emit(name, Cost::Metadata, "the counter's options", sql);
                }
            }
            (_, ColumnValue::Default(_)) => {
                if let Some(sql) = table.set_default(at) {
                    self.emit(
                        name,
                        Cost::Metadata,
                        "the default (existing rows keep their values)",
                        sql,
                    );
                }
            }
            _ => {
                let why = "no default any more (existing rows keep their values)";
                self.emit(name, Cost::Metadata, why, table.drop_default(at));
            }
        }
        if change.on_update == Likeness::Different && new.on_update.is_some() {
            self.emit(name, Cost::Metadata, "updates fill it", table.on_update(at));
        }
        if change.commit_timestamp {
            let checks = new.commit_timestamp.then(|| Check {
                sql: table.count_future(&new.name),
                why: "timestamps in the future: change them first".to_owned(),
            });
            let cost = if new.commit_timestamp { Cost::Validation } else { Cost::Metadata };
            let sql = table.set_commit_timestamp(at);
            self.emit_checked(
                name,
                cost,
                "the commit timestamp",
                sql,
                checks.into_iter().collect(),
            );
            // PostgreSQL loses the default.
            if let (Dialect::PostgreSql, Some(sql)) = (dialect, table.set_default(at)) {
                self.emit(name, Cost::Metadata, "the default again", sql);
            }
        }
        if !change.options.is_empty() {
            let changes = changed(&change.options, &new.options);
            for sql in table.set_column_options(at, &changes) {
                self.emit(name, Cost::Metadata, "options", sql);
            }
        }
        if change.ty || change.nullable {
            let fills = change.nullable && !new.nullable;
            let default = (matches!(new.value, ColumnValue::Default(_)) && !retyped)
                .then(|| "DEFAULT".to_owned());
            let value = self.backfill(column).or(default).filter(|_| fills);
            later.push((column.clone(), value));
        }
    }

    /// Gives a column its type, nullability and default.
    pub(super) fn restate(&mut self, column: &Column, filled: bool) {
        let name = &column.0;
        let find =
            |table: Option<&CatalogTable>| table.and_then(|table| table.column(&column.1)).cloned();
        let (Some(def), Some(at), Some(old), Some(new)) = (
            self.defs.get(name).copied(),
            self.column_place(column),
            find(self.now.table(name)),
            find(self.new_table(name)),
        ) else {
            return;
        };
        let table = Alter { table: &def, dialect: self.dialect };
        let change = ColumnDifference::of(&old, &new, self.dialect);
        if !change.ty && !change.nullable {
            if change.value == Likeness::Different
                && let Some(sql) = table.set_default(at)
            {
                self.emit(name, Cost::Metadata, "the default", sql);
            }
            return;
        }
        let mut checks = Vec::new();
        let path = format!("{name}.{}", new.name);
        if change.nullable && !new.nullable {
            let way = if filled {
                "the backfill before this batch is not complete: run `migrate` again".to_owned()
            } else {
                format!(
                    "rows without a value: pass `--backfill {path}=EXPRESSION`, or fill them and run `migrate` again"
                )
            };
            checks.push(Check { sql: table.count_null(&new.name), why: way });
        }
        let length = |ty: Option<u32>| ty.unwrap_or(u32::MAX);
        let retyped = old.ty.scalar != new.ty.scalar;
        if retyped && new.ty.scalar == Scalar::Text && old.ty.scalar == Scalar::Binary {
            let why = format!(
                "values of `{path}` that are not text in UTF-8: change them first (in PostgreSQL the query itself fails for them)"
            );
            checks.push(Check { sql: table.count_not_text(at), why });
        }
        if (retyped || length(new.ty.length) < length(old.ty.length))
            && let Some(limit) = new.ty.length
        {
            let why =
                format!("values of `{path}` that are longer than {limit}: shorten them first");
            checks.push(Check { sql: table.count_longer(at, limit, old.ty), why });
        }
        let validates = !checks.is_empty() || retyped;
        let mut why = match (change.ty, change.nullable, new.nullable) {
            (true, false, _) => "another type or length",
            (false, _, false) => "every row must have a value",
            (false, _, true) => "rows may be without a value",
            (true, true, false) => "another type or length, and every row must have a value",
            (true, true, true) => "another type or length, and rows may be without a value",
        }
        .to_owned();
        let keeps_null = !new.nullable && !change.nullable;
        if self.dialect == Dialect::GoogleSql
            && (keeps_null || matches!(new.value, ColumnValue::Default(_)))
        {
            why.push_str("; what is not repeated would be lost");
        }
        let cost = if validates { Cost::Validation } else { Cost::Metadata };
        for (place, sql) in table.restate(at).into_iter().enumerate() {
            if place == 0 {
                self.emit_checked(name, cost, why.clone(), sql, std::mem::take(&mut checks));
            } else {
                self.emit(name, Cost::Metadata, "the default again", sql);
            }
        }
    }
}

/// Whether a generated column is computed from another column.
pub(super) fn uses(table: &CatalogTable, generated: &str, column: &str) -> bool {
    table.column(generated).is_some_and(|one| match &one.value {
        ColumnValue::Generated { sql, .. } => sql.contains(&format!("{{{column}}}")),
        _ => false,
    })
}
