//! What each difference means: a statement, a drop that must be allowed, or a move.

use std::collections::{HashMap, HashSet};

use super::columns::uses;
use super::drops::STREAM;
use super::{Column, Planner, Work};
use crate::catalog::normal::Likeness;
use crate::catalog::{
    Catalog, CatalogColumn, CatalogForeignKey, CatalogIndex, CatalogTable, ColumnValue, ObjectName,
};
use crate::ddl::alter::{self, Alter};
use crate::dialect::Dialect;
use crate::migrate::compare::{
    ColumnDifference, Difference, ObjectKind, same_index_key, same_storing,
};
use crate::migrate::moves::{self, bare};
use crate::migrate::{Cause, Change, Check, Cost, Refusal, RefusalKind, Step};
use crate::schema::Scalar;

impl Planner<'_> {
    /// Renames come first: whatever else changes is then found under the new names.
    pub(super) fn rename_tables(&mut self) {
        let find = |catalog: &Catalog, text: &str| {
            catalog.table(&ObjectName::parse(text)).map(|table| table.name.clone())
        };
        let mut columns = Vec::new();
        for (from, to) in self.options.renames.clone() {
            if let (Some(old), Some(new)) = (find(&self.now, &from), find(self.to, &to)) {
                if self.now.table(&new).is_some() {
                    let object = format!("the rename of `{old}`");
                    let why = format!("a table `{new}` exists already");
                    self.refuse(Refusal::new(RefusalKind::Blocked, object, why));
                } else {
                    self.rename_table(&old, &new);
                }
                continue;
            }
            // `T.old=T.new` or `T.old=new`; a rename that is done already has no old name.
            let parts = from.rsplit_once('.').map(|(table, column)| {
                let new = to.rsplit_once('.').map_or(to.as_str(), |(_, new)| new);
                (table, column.to_owned(), new.to_owned())
            });
            if let Some((table, old, new)) = parts
                && let Some(name) = self.options.now_named(table, self.to)
                && self.new_table(&name).is_some_and(|table| table.column(&new).is_some())
            {
                columns.push((name, new, old));
            } else if find(self.to, &to).is_none() {
                let object = format!("the rename of `{from}`");
                let why = format!("the new schema has no `{to}`");
                self.refuse(Refusal::new(RefusalKind::Blocked, object, why));
            }
        }
        // What the structs state holds for every database, also for those that have the new name.
        for table in self.to.tables() {
            for rename in &table.renames {
                if let Some(column) = &rename.column {
                    columns.push((table.name.clone(), column.clone(), rename.from.clone()));
                    continue;
                }
                let schema = table.name.schema.clone();
                let old = ObjectName { schema, name: rename.from.clone() };
                if self.now.table(&old).is_some() && self.now.table(&table.name).is_none() {
                    self.rename_table(&old, &table.name);
                }
            }
        }
        for (table, new, old) in columns {
            let is_written = |column: &CatalogColumn| !is_generated(column);
            if self.now.table(&table).is_some_and(|now| now.column(&old).is_some())
                && self.new_table(&table).and_then(|to| to.column(&new)).is_some_and(is_written)
            {
                self.copies.insert((table, new), old);
            }
        }
        self.copies_again();
    }

    /// An earlier plan may have been interrupted between adding a column and filling it from the one
    /// with the former name. The schema does not show it, only the rows do.
    fn copies_again(&mut self) {
        let mut copies: Vec<(Column, String)> = Vec::new();
        for (column, old) in &self.copies {
            if self.now.table(&column.0).is_some_and(|now| now.column(&column.1).is_some()) {
                copies.push((column.clone(), old.clone()));
            }
        }
        copies.sort();
        for (column, old) in copies {
            let (Some(value), Some(def)) =
                (self.backfill(&column), self.defs.get(&column.0).copied())
            else {
                continue;
            };
            let table = Alter { table: &def, dialect: self.dialect };
            let (name, new) = &column;
            self.plan.copies.push(Step {
                sql: if self.is_numbered(&column) {
                    table.renumber(&old, new)
                } else {
                    table.fill(new, &value)
                },
                is_dml: true,
                cost: Cost::Backfill,
                why: format!("rows whose `{old}` was not copied to `{new}`"),
                checks: vec![self.uncopied(name, &old, new)],
                batch: 1,
                table: name.to_string(),
            });
        }
    }

    /// Whether the new schema has an identity column here.
    pub(super) fn is_numbered(&self, (table, column): &Column) -> bool {
        let column = self.new_table(table).and_then(|table| table.column(column));
        column.is_some_and(|column| matches!(column.value, ColumnValue::Identity(_)))
    }

    /// The query for rows whose value only the column with the former name has.
    pub(super) fn uncopied(&self, table: &ObjectName, old: &str, new: &str) -> Check {
        let bare = bare(table);
        let alter = Alter { table: &bare, dialect: self.dialect };
        let numbered = self.is_numbered(&(table.clone(), new.to_owned()));
        let count = if numbered { Alter::count_other_numbers } else { Alter::count_uncopied };
        Check {
            sql: count(alter, old, new),
            why: format!(
                "rows whose `{table}.{old}` was not copied to `{new}`: copy the values, or set `{old}` to NULL where they are not needed"
            ),
        }
    }

    fn rename_table(&mut self, old: &ObjectName, new: &ObjectName) {
        if old.schema != new.schema {
            let procedure = moves::between_schemas(&self.now, self.to, old, new, self.options);
            let why = format!("a table cannot move to another schema, as `{new}`");
            let refusal = Refusal::new(RefusalKind::MovesTable, format!("table `{old}`"), why);
            self.refuse(refusal.instead(procedure));
            self.moved.insert(old.clone());
            return;
        }
        self.drop_views(&Work::default(), |kept| kept.kind != STREAM && kept.tables.contains(old));
        if self.options.emulator {
            let keys = self.now.tables().flat_map(|table| {
                let touched = |key: &&CatalogForeignKey| key.other == *old || table.name == *old;
                let keys = table.foreign_keys.iter().filter(touched);
                keys.filter_map(|key| Some((table.name.clone(), key.name.clone()?)))
            });
            for (table, name) in keys.collect::<Vec<_>>() {
                let sql =
                    Alter { table: &bare(&table), dialect: self.dialect }.drop_constraint(&name);
                let why = "the emulator does not rename a table with foreign keys";
                self.emit(&table, Cost::Metadata, why, sql);
            }
        }
        let sql = alter::rename_table(old.path(), new.path(), self.dialect);
        self.emit(new, Cost::Metadata, format!("`{old}` is now `{new}`"), sql);
    }

    /// A value for a column that does not exist would be ignored.
    fn unknown_backfills(&mut self) {
        for (path, _) in &self.options.backfills {
            let known = path.rsplit_once('.').is_some_and(|(table, column)| {
                let table = self.new_table(&ObjectName::parse(table));
                table.is_some_and(|table| table.column(column).is_some())
            });
            if !known {
                let why = format!("the new schema has no column `{path}`");
                let object = format!("the backfill of `{path}`");
                self.plan.refusals.push(Refusal::new(RefusalKind::Blocked, object, why));
            }
        }
    }

    pub(super) fn decide(&mut self, found: &[Difference]) -> Work {
        self.unknown_backfills();
        let mut work = Work::default();
        let mut moves: Vec<Cause> = Vec::new();
        let mut refusals: Vec<(Column, Refusal)> = Vec::new();
        let mut parents: HashSet<ObjectName> = HashSet::new();
        for table in self.now.tables() {
            parents.extend(table.interleave.as_ref().map(|link| link.parent.clone()));
        }
        for one in found {
            let Some(table) = one.table.clone() else { continue };
            let mut must_move =
                |why: &str| moves.push(Cause { difference: one.clone(), why: why.to_owned() });
            match (one.kind, one.change) {
                (ObjectKind::PrimaryKey, _) => {
                    must_move(
                        "Spanner cannot add, remove, reorder or reverse columns of a primary key",
                    );
                }
                (ObjectKind::Interleave, _) if !self.same_parent(&table) => {
                    must_move(
                        "Spanner cannot interleave an existing table, nor detach it from its parent",
                    );
                }
                (ObjectKind::Column, Change::Changed) => {
                    let inherited = parents.contains(&table);
                    moves.extend(self.decide_column(one, inherited, &mut work, &mut refusals));
                }
                (ObjectKind::Column, Change::Added) => {
                    work.add_columns.push((table, one.name.clone()));
                }
                _ => {}
            }
        }
        let before = self.plan.refusals.len();
        self.move_tables(moves);
        // A table that moves takes all its columns along.
        refusals.retain(|((table, _), _)| !self.moved.contains(table));
        let refusals = refusals.into_iter().map(|(_, refusal)| refusal);
        self.plan.refusals.splice(before..before, refusals);
        for one in found.iter().filter(|one| one.change == Change::Dropped) {
            self.decide_drop(one, &mut work);
        }
        self.remake_users(&mut work);
        let is_moved = |(table, _): &Column| self.moved.contains(table);
        work.drop_columns.retain(|column| !is_moved(column));
        for list in [&mut work.add_columns, &mut work.alter_columns] {
            list.retain(|column| !is_moved(column));
        }
        for set in [&mut work.null_changes, &mut work.retyped, &mut work.remade_columns] {
            set.retain(|column| !is_moved(column));
        }
        work
    }

    /// A generated column that is computed from one that is added again is added again too.
    fn remake_users(&mut self, work: &mut Work) {
        let mut gone: Vec<Column> = work.remade_columns.iter().cloned().collect();
        gone.sort();
        while let Some((table, column)) = gone.pop() {
            let Some(now) = self.now.table(&table).cloned() else { continue };
            for user in now.columns.iter().filter(|user| uses(&now, &user.name, &column)) {
                let user = (table.clone(), user.name.clone());
                if work.drop_columns.contains(&user) || !work.remade_columns.insert(user.clone()) {
                    continue;
                }
                let path = format!("{table}.{}", user.1);
                if !self.options.allows("COLUMN", &path) {
                    let why =
                        format!("it is computed from `{column}`, which is dropped and added again");
                    let way = "-- Pass `--allow {}` to drop the column and add it again: its values are computed again.";
                    let refusal = Refusal::new(RefusalKind::Drops, format!("column `{path}`"), why);
                    self.refuse(refusal.allowed_by(format!("drop-column:{path}"), way));
                }
                work.alter_columns.retain(|column| *column != user);
                gone.push(user);
            }
        }
    }

    fn decide_drop(&mut self, one: &Difference, work: &mut Work) {
        let Some(table) = one.table.clone() else { return };
        if self.moved.contains(&table) {
            return;
        }
        match one.kind {
            ObjectKind::Table
                if self.may_drop("TABLE", one, RefusalKind::LosesData, "deletes its rows") =>
            {
                work.drop_tables.insert(table);
            }
            ObjectKind::Column => {
                let is_this =
                    |((new, _), old): &(&Column, &String)| *new == table && **old == one.name;
                if let Some(((_, new), old)) = self.copies.iter().find(is_this)
                    && !self.options.allows("COLUMN", &one.path())
                {
                    self.plan.notes.push(format!(
                        "`{table}.{old}` is copied to `{table}.{new}` and kept: when no program uses it, pass `--allow drop-column:{table}.{old}`"
                    ));
                    return;
                }
                let old = self.now.table(&table).and_then(|old| old.column(&one.name));
                let (refused, loss) = if old.is_some_and(is_generated) {
                    (RefusalKind::Drops, "breaks the queries that use it")
                } else {
                    (RefusalKind::LosesData, "deletes its values")
                };
                if self.may_drop("COLUMN", one, refused, loss) {
                    work.drop_columns.insert((table, one.name.clone()));
                }
            }
            ObjectKind::Index => {
                let old = self.now.table(&table).and_then(|old| {
                    old.indexes.iter().find(|index| index.name.to_string() == one.name)
                });
                let Some(old) = old.cloned() else { return };
                let loss = "slows down the queries that use it";
                if self.has_double(&table, &old)
                    || self.may_drop("INDEX", one, RefusalKind::Drops, loss)
                {
                    work.drop_indexes.insert((table, old.name));
                }
            }
            _ => {}
        }
    }

    /// Whether the new schema has the same index under another name.
    fn has_double(&self, table: &ObjectName, old: &CatalogIndex) -> bool {
        let (Some(now), Some(new)) = (self.now.table(table), self.new_table(table)) else {
            return false;
        };
        new.indexes.iter().any(|index| {
            same_index_key((now, old), (new, index), self.dialect) && same_storing(old, index)
        })
    }

    fn same_parent(&self, table: &ObjectName) -> bool {
        let parent =
            |table: Option<&CatalogTable>| Some(table?.interleave.as_ref()?.parent.clone());
        parent(self.now.table(table)) == parent(self.new_table(table))
    }

    /// What a changed column means. Returns why its table must move, if it must.
    fn decide_column(
        &mut self,
        one: &Difference,
        has_children: bool,
        work: &mut Work,
        refusals: &mut Vec<(Column, Refusal)>,
    ) -> Option<Cause> {
        let column = (one.table.clone()?, one.name.clone());
        let (table, name) = &column;
        let old_table = self.now.table(table)?;
        let (old, new) = (old_table.column(name)?, self.new_table(table)?.column(name)?);
        let change = ColumnDifference::of(old, new, self.dialect);
        let is_key = old_table.key.iter().flatten().any(|part| part.name == *name);
        let identity = |column: &CatalogColumn| matches!(column.value, ColumnValue::Identity(_));
        let (alterable_type, retyped) = type_change(old, new, self.dialect);
        let feeds = old_table.columns.iter().any(|other| uses(old_table, &other.name, name));
        let remade =
            is_generated(new) && (change.value == Likeness::Different || !is_generated(old));
        let why = if change.fixed {
            "Spanner cannot alter this property of a column"
        } else if change.ty && !alterable_type {
            "Spanner cannot change the type of a column in this way"
        } else if retyped && (feeds || is_key || is_generated(old)) {
            "Spanner cannot change the type of a generated column, or of one that a key or a generated column uses"
        } else if identity(old) != identity(new) {
            "Spanner cannot turn a plain column into an identity column, nor the reverse"
        } else if is_generated(old) && !is_generated(new) {
            "Spanner cannot turn a generated column into a plain one"
        } else if change.nullable && !new.nullable && new.ty.array {
            "Spanner sets NOT NULL on an array only when its column is created"
        } else if is_key && change.nullable {
            "Spanner cannot change whether a key column may be NULL"
        } else if is_key && (change.ty || change.value == Likeness::Different) && has_children {
            "Spanner cannot change the length or the default of a key column that interleaved tables inherit"
        } else if is_key && remade {
            "the value is part of the key of every row, and Spanner can change neither a key nor a stored expression"
        } else {
            ""
        };
        if !why.is_empty() {
            if is_key {
                return Some(Cause { difference: one.clone(), why: why.to_owned() });
            }
            let procedure = moves::column(&self.now, self.to, table, name, self.options);
            let object = format!("column `{table}.{name}`");
            let refusal = Refusal::new(RefusalKind::MovesColumn, object, why).instead(procedure);
            let refusal = refusal.because(one);
            refusals.push((column, refusal));
            return None;
        }
        if remade {
            let path = one.path();
            if self.options.allows("COLUMN", &path) {
                work.remade_columns.insert(column);
                return None;
            }
            let is_virtual = |column: &CatalogColumn| {
                matches!(column.value, ColumnValue::Generated { stored: false, .. })
            };
            let kind = match (is_generated(old), is_virtual(old) && is_virtual(new)) {
                (false, _) => RefusalKind::LosesData,
                (true, false) => RefusalKind::MovesColumn,
                (true, true) => RefusalKind::Drops,
            };
            let (why, way) = if is_generated(old) {
                (
                    "every row keeps a value of the old expression, and Spanner cannot change the expression of a generated column",
                    "-- Pass `--allow {}` to drop the column and add it again: its values are computed again.",
                )
            } else {
                (
                    "Spanner cannot turn a plain column into a generated one",
                    "-- Pass `--allow {}` to drop the column and add it again: the values that it has now are lost, others are computed.",
                )
            };
            let refusal = Refusal::new(kind, format!("column `{path}`"), why).because(one);
            let refusal = refusal.allowed_by(format!("drop-column:{path}"), way);
            refusals.push((column, refusal));
            return None;
        }
        if change.nullable {
            work.null_changes.insert(column.clone());
        }
        if retyped {
            work.retyped.insert(column.clone());
        }
        work.alter_columns.push(column);
        None
    }

    /// Refuses to alter tables, and everything that is interleaved in them.
    fn move_tables(&mut self, moves: Vec<Cause>) {
        let mut reasons: HashMap<ObjectName, Vec<Cause>> = HashMap::new();
        for cause in moves {
            let Some(table) = cause.difference.table.clone() else { continue };
            reasons.entry(table).or_default().push(cause);
        }
        for causes in reasons.values_mut() {
            // Columns that are computed from the key change with it.
            let whole = |cause: &Cause| cause.difference.kind != ObjectKind::Column;
            if causes.iter().any(whole) {
                causes.retain(whole);
            }
        }
        // Parents come first, so that a child finds its parent's decision.
        let mut roots: Vec<(ObjectName, Vec<ObjectName>)> = Vec::new();
        let mut root_of: HashMap<ObjectName, usize> = HashMap::new();
        for name in &self.order {
            let parent = self.new_table(name).and_then(|table| table.interleave.as_ref());
            let at = match parent.and_then(|link| root_of.get(&link.parent)) {
                Some(&at) => at,
                None if reasons.contains_key(name) => {
                    roots.push((name.clone(), Vec::new()));
                    roots.len() - 1
                }
                None => continue,
            };
            roots[at].1.push(name.clone());
            root_of.insert(name.clone(), at);
        }
        for (root, tables) in roots {
            self.moved.extend(tables.iter().cloned());
            let mut causes = Vec::new();
            for cause in tables.iter().filter_map(|table| reasons.remove(table)).flatten() {
                let name = &cause.difference.name;
                // What a child inherits is reported for its parent.
                let inherited = cause.difference.table.as_ref() != Some(&root)
                    && cause.difference.kind == ObjectKind::Column
                    && self.new_table(&root).is_some_and(|root| {
                        root.key.iter().flatten().any(|part| part.name == *name)
                    });
                if !inherited {
                    causes.push(cause);
                }
            }
            let mut whys: Vec<String> = Vec::new();
            for cause in &causes {
                let why = match cause.difference.kind {
                    ObjectKind::Column => format!("{}: `{}`", cause.why, cause.difference.name),
                    _ => cause.why.clone(),
                };
                if !whys.contains(&why) {
                    whys.push(why);
                }
            }
            let procedure = moves::tables(&self.now, self.to, &tables, self.options);
            let refusal =
                Refusal::new(RefusalKind::MovesTable, format!("table `{root}`"), whys.join("; "));
            self.refuse(Refusal { causes, ..refusal.instead(procedure) });
        }
    }
}

const fn is_generated(column: &CatalogColumn) -> bool {
    matches!(column.value, ColumnValue::Generated { .. })
}

/// Whether Spanner changes this type into the other, and whether it changes between text and bytes.
fn type_change(old: &CatalogColumn, new: &CatalogColumn, dialect: Dialect) -> (bool, bool) {
    let text = [old, new].map(|column| {
        column.type_name.is_none() && matches!(column.ty.scalar, Scalar::Text | Scalar::Binary)
    });
    let retyped = text == [true, true] && old.ty.scalar != new.ty.scalar;
    let alterable = if old.type_name.is_some() || new.type_name.is_some() {
        let plain = |column: &CatalogColumn| {
            column.type_name.is_some() || matches!(column.ty.scalar, Scalar::Binary | Scalar::Int64)
        };
        dialect == Dialect::GoogleSql && plain(old) && plain(new) && old.ty.array == new.ty.array
    } else {
        text == [true, true]
            && old.ty.array == new.ty.array
            && (!old.ty.array || (!retyped && new.ty.length.is_none()))
    };
    (alterable, retyped)
}
