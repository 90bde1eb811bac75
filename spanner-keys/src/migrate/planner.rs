//! The order of statements that Spanner accepts. Every statement is applied to a copy of the old
//! schema at once, so that the plan is checked: at its end the copy must be the new schema.

use std::collections::{HashMap, HashSet};

use super::compare::{
    ColumnDifference, Difference, ObjectKind, differences, kept_key, option_names, same_index_key,
    same_storing,
};
use super::moves::{self, bare};
use super::{Change, Check, Cost, Options, Plan, Refusal, Step};
use crate::catalog::normal::Likeness;
use crate::catalog::{
    BEFORE, Catalog, CatalogColumn, CatalogIndex, CatalogTable, ColumnValue, KeptAction, ObjectName,
};
use crate::ddl::alter::{self, Alter};
use crate::dialect::Dialect;
use crate::schema::facts::Path;
use crate::schema::{IndexDef, OnDelete, Scalar, TableDef};

/// Statements that validate or backfill, in one batch.
const SLOW_STATEMENTS: usize = 10;

/// An ordered plan from one schema to another.
///
/// ```
/// use spanner_keys::Dialect;
/// use spanner_keys::catalog::Catalog;
/// use spanner_keys::migrate::{Options, plan};
///
/// let [mut old, mut new] = [Dialect::GoogleSql; 2].map(Catalog::new);
/// old.read("a.sql", "CREATE TABLE T (Id STRING(36) NOT NULL, Note STRING(MAX)) PRIMARY KEY (Id)");
/// new.read("b.sql", "CREATE TABLE T (Id STRING(36) NOT NULL) PRIMARY KEY (Id)");
///
/// let refused = plan(&old, &new, &Options::new());
/// assert_eq!(refused.refusals[0].allow.as_deref(), Some("drop-column:T.Note"));
/// let allowed = plan(&old, &new, &Options::new().allow("drop-column:T.Note")?);
/// assert_eq!(allowed.steps[0].sql, "ALTER TABLE `T` DROP COLUMN `Note`");
/// # Ok::<(), String>(())
/// ```
#[must_use]
pub fn plan(from: &Catalog, to: &Catalog, options: &Options) -> Plan {
    if from.dialect() != to.dialect() {
        let refusal = Refusal {
            object: "the database".to_owned(),
            why: format!("one schema is {}, the other {}", from.dialect(), to.dialect()),
            procedure: vec!["-- A database keeps its dialect: create a new one.".to_owned()],
            allow: None,
        };
        return Plan { refusals: vec![refusal], ..Plan::default() };
    }
    to.with_tables(|tables| {
        let name = |table: &TableDef<'_>| ObjectName {
            schema: table.schema.map(str::to_owned),
            name: table.name.to_owned(),
        };
        let mut planner = Planner {
            now: from.clone(),
            to,
            dialect: to.dialect(),
            order: tables.iter().map(name).collect(),
            defs: tables.iter().map(|table| (name(table), *table)).collect(),
            options,
            plan: Plan::default(),
            moved: HashSet::new(),
            copies: HashMap::new(),
        };
        planner.run();
        planner.plan
    })
}

type Column = (ObjectName, String);

struct Planner<'a> {
    /// The old schema, with the statements of the plan so far.
    now: Catalog,
    to: &'a Catalog,
    dialect: Dialect,
    /// The tables of the new schema, parents first.
    order: Vec<ObjectName>,
    defs: HashMap<ObjectName, TableDef<'a>>,
    options: &'a Options,
    plan: Plan,
    /// Tables that cannot be altered.
    moved: HashSet<ObjectName>,
    /// New columns that were other columns.
    copies: HashMap<Column, String>,
}

/// What the plan does, by kind of object.
#[derive(Default)]
struct Work {
    drop_tables: Vec<ObjectName>,
    drop_columns: Vec<Column>,
    /// With their tables: another table may get an index of the same name.
    drop_indexes: Vec<(ObjectName, ObjectName)>,
    add_columns: Vec<Column>,
    alter_columns: Vec<Column>,
    /// Generated columns that are dropped and added again.
    remade_columns: HashSet<Column>,
    /// Columns whose nullability changes, which no index key and no foreign key may name.
    null_changes: HashSet<Column>,
    /// Columns between STRING and BYTES, which no constraint may name.
    retyped: HashSet<Column>,
}

impl Work {
    fn blocks(&self, table: &ObjectName, column: &str) -> bool {
        let column = (table.clone(), column.to_owned());
        self.null_changes.contains(&column)
            || self.retyped.contains(&column)
            || self.remade_columns.contains(&column)
    }
}

impl Planner<'_> {
    fn run(&mut self) {
        self.rename_tables();
        let found = differences(&self.now, self.to);
        let work = self.decide(&found);
        let found: Vec<Difference> = found
            .into_iter()
            .filter(|one| !one.table.as_ref().is_some_and(|table| self.moved.contains(table)))
            .collect();
        self.views_in_the_way(&work);
        self.names_of_sequences(&found);
        let remade = self.drop_early(&found, &work);
        let collides = self.collides(&found, &work);
        if collides {
            self.drop_tables(&work);
        }
        self.create(&found);
        self.columns(&work);
        self.indexes();
        self.constraints(&found, &remade);
        self.policies(&found);
        self.drop_late(&work);
        self.rest(&found);
        if !collides {
            self.drop_tables(&work);
        }
        self.drop_last(&found);
        self.verify();
        self.number_batches();
    }

    // What every phase uses.

    fn emit(&mut self, table: &ObjectName, cost: Cost, why: impl Into<String>, sql: String) {
        self.emit_checked(table, cost, why, sql, Vec::new());
    }

    fn emit_checked(
        &mut self,
        table: &ObjectName,
        cost: Cost,
        why: impl Into<String>,
        sql: String,
        checks: Vec<Check>,
    ) {
        let problems = self.now.problems().len();
        self.now.read("the plan", &sql);
        if let Some(problem) = self.now.problems().get(problems) {
            // After a refusal, others follow from it: one mistake, one report.
            if self.plan.refusals.is_empty() {
                let (object, why) = (format!("`{sql}`"), problem.message.clone());
                self.refuse(object, why, Vec::new(), None);
            }
            return;
        }
        let (why, table) = (why.into(), table.to_string());
        self.plan.steps.push(Step { sql, is_dml: false, cost, why, checks, batch: 0, table });
    }

    fn emit_dml(&mut self, table: &ObjectName, why: impl Into<String>, sql: String) {
        let (why, table) = (why.into(), table.to_string());
        let (cost, checks) = (Cost::Backfill, Vec::new());
        self.plan.steps.push(Step { sql, is_dml: true, cost, why, checks, batch: 0, table });
    }

    fn refuse(
        &mut self,
        object: String,
        why: impl Into<String>,
        procedure: Vec<String>,
        allow: Option<String>,
    ) {
        self.plan.refusals.push(Refusal { object, why: why.into(), procedure, allow });
    }

    /// Whether an object may be dropped; if not, this is reported.
    fn may_drop(&mut self, kind: &str, name: &str, loss: &str) -> bool {
        if self.options.allows(kind, name) {
            return true;
        }
        let allow = format!("drop-{}:{name}", kind.to_lowercase().replace(' ', "-"));
        let why = format!("the new schema does not have it, and dropping it {loss}");
        let way = vec![format!("-- If it should be dropped, pass `--allow {allow}`.")];
        self.refuse(format!("{} `{name}`", kind.to_lowercase()), why, way, Some(allow));
        false
    }

    fn new_table(&self, name: &ObjectName) -> Option<&CatalogTable> {
        self.to.table(name)
    }

    fn column_place(&self, (table, column): &Column) -> Option<usize> {
        let mut columns = self.defs.get(table)?.columns.iter();
        columns.position(|one| one.name == column)
    }

    // Decisions.

    /// Renames come first: whatever else changes is then found under the new names.
    fn rename_tables(&mut self) {
        let find = |catalog: &Catalog, text: &str| {
            catalog.tables().map(|table| &table.name).find(|name| name.to_string() == text).cloned()
        };
        for (from, to) in self.options.renames.clone() {
            if let (Some(old), Some(new)) = (find(&self.now, &from), find(self.to, &to)) {
                if self.now.table(&new).is_some() {
                    let why = format!("a table `{new}` exists already");
                    self.refuse(format!("the rename of `{old}`"), why, Vec::new(), None);
                    continue;
                }
                self.drop_views(|kept, _| kept.contains(&old));
                let sql = alter::rename_table(old.path(), new.path(), self.dialect);
                self.emit(&new, Cost::Metadata, format!("`{old}` is now `{new}`"), sql);
                continue;
            }
            // `T.old=T.new` or `T.old=new`; a rename that is done already has no old name.
            let parts = from.rsplit_once('.').map(|(table, column)| {
                let new = to.rsplit_once('.').map_or(to.as_str(), |(_, new)| new);
                (table.to_owned(), column.to_owned(), new.to_owned())
            });
            if let Some((table, old, new)) = parts
                && let Some(name) = find(self.to, &table)
                && self.new_table(&name).is_some_and(|table| table.column(&new).is_some())
            {
                self.copies.insert((name, new), old);
            } else if find(self.to, &to).is_none() {
                let why = format!("the new schema has no `{to}`");
                self.refuse(format!("the rename of `{from}`"), why, Vec::new(), None);
            }
        }
    }

    fn decide(&mut self, found: &[Difference]) -> Work {
        let mut work = Work::default();
        let mut moves: Vec<(ObjectName, String)> = Vec::new();
        for one in found {
            let Some(table) = one.table.clone() else { continue };
            let column = (table.clone(), one.name.clone());
            match (one.kind, one.change) {
                (ObjectKind::PrimaryKey, _) => {
                    moves.push((table, "Spanner cannot alter a primary key".to_owned()));
                }
                (ObjectKind::Interleave, _) if !self.same_parent(&table) => {
                    moves.push((table, "Spanner cannot alter the parent of a table".to_owned()));
                }
                (ObjectKind::Column, Change::Changed) => {
                    self.decide_column(&column, one, &mut work, &mut moves);
                }
                (ObjectKind::Column, Change::Added) => work.add_columns.push(column),
                _ => {}
            }
        }
        self.move_tables(moves);
        for one in found {
            let Some(table) = one.table.clone() else { continue };
            if one.change != Change::Dropped || self.moved.contains(&table) {
                continue;
            }
            match one.kind {
                ObjectKind::Table if self.may_drop("TABLE", &one.name, "deletes its rows") => {
                    work.drop_tables.push(table);
                }
                ObjectKind::Column => {
                    let copied = self
                        .copies
                        .iter()
                        .find(|((new, _), old)| *new == table && **old == one.name);
                    if let Some(((_, new), old)) = copied
                        && !self.options.allows("COLUMN", &one.path())
                    {
                        self.plan.notes.push(format!(
                            "`{table}.{old}` is copied to `{table}.{new}` and kept: when no program uses it, pass `--allow drop-column:{table}.{old}`"
                        ));
                    } else if self.may_drop("COLUMN", &one.path(), "deletes its values") {
                        work.drop_columns.push((table, one.name.clone()));
                    }
                }
                ObjectKind::Index => {
                    let old = self.now.table(&table);
                    let old = old.and_then(|old| {
                        old.indexes.iter().find(|index| index.name.to_string() == one.name)
                    });
                    let Some(old) = old.cloned() else { continue };
                    if self.has_double(&table, &old)
                        || self.may_drop("INDEX", &one.name, "slows down the queries that use it")
                    {
                        work.drop_indexes.push((table, old.name));
                    }
                }
                _ => {}
            }
        }
        let is_moved = |(table, _): &Column| self.moved.contains(table);
        for list in [&mut work.add_columns, &mut work.alter_columns, &mut work.drop_columns] {
            list.retain(|column| !is_moved(column));
        }
        for set in [&mut work.null_changes, &mut work.retyped, &mut work.remade_columns] {
            set.retain(|column| !is_moved(column));
        }
        work
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

    fn decide_column(
        &mut self,
        column: &Column,
        one: &Difference,
        work: &mut Work,
        moves: &mut Vec<(ObjectName, String)>,
    ) {
        let (table, name) = column;
        let now = self.now.table(table);
        let (Some(old_table), Some(new)) =
            (now, self.new_table(table).and_then(|table| table.column(name)))
        else {
            return;
        };
        let Some(old) = old_table.column(name) else { return };
        let change = ColumnDifference::of(old, new, self.dialect);
        let is_key = old_table.key.iter().flatten().any(|part| part.name == *name);
        let has_children = self
            .now
            .tables()
            .any(|child| child.interleave.as_ref().is_some_and(|link| link.parent == *table));
        let generated =
            |column: &CatalogColumn| matches!(column.value, ColumnValue::Generated { .. });
        let identity = |column: &CatalogColumn| matches!(column.value, ColumnValue::Identity(_));
        let (alterable_type, retyped) = type_change(old, new, self.dialect);
        let alterable_type = !change.ty || alterable_type;
        let feeds = old_table.columns.iter().any(|other| match &other.value {
            ColumnValue::Generated { sql, .. } => sql.contains(&format!("{{{name}}}")),
            _ => false,
        });
        let why = if change.fixed {
            "Spanner cannot alter this property of a column"
        } else if !alterable_type {
            "Spanner cannot alter the type of a column in this way"
        } else if retyped && (feeds || is_key) {
            "Spanner cannot alter the type of a column that a key or a generated column uses"
        } else if identity(old) != identity(new) {
            "Spanner cannot make a column an identity column, or the reverse"
        } else if generated(old) && !generated(new) {
            "Spanner cannot make a generated column an ordinary one"
        } else if change.nullable && !new.nullable && new.ty.array {
            "Spanner sets NOT NULL on an array only when its column is created"
        } else if is_key && change.nullable {
            "Spanner cannot alter the nullability of a key column"
        } else if is_key && change.ty && has_children {
            "Spanner cannot alter a key column that interleaved tables inherit"
        } else if is_key
            && generated(new)
            && (change.value == Likeness::Different || !generated(old))
        {
            "Spanner cannot alter the expression of a generated key column"
        } else {
            ""
        };
        if !why.is_empty() {
            if is_key {
                moves.push((table.clone(), format!("{why}: `{name}`")));
            } else if !self.moved.contains(table) {
                let def = self.defs.get(table);
                let procedure = match (def, self.column_place(column)) {
                    (Some(def), Some(at)) => {
                        moves::column(Alter { table: def, dialect: self.dialect }, at)
                    }
                    _ => Vec::new(),
                };
                self.refuse(format!("column `{table}.{name}`"), why, procedure, None);
            }
            return;
        }
        let changes_null = change.nullable;
        let remade = generated(new) && (change.value == Likeness::Different || !generated(old));
        if remade {
            let path = one.path();
            if self.options.allows("COLUMN", &path) {
                work.remade_columns.insert(column.clone());
            } else {
                let allow = format!("drop-column:{path}");
                let why = "Spanner cannot alter the expression of a generated column";
                let way = vec![format!(
                    "-- Pass `--allow {allow}` to drop the column and add it again: its values are computed again."
                )];
                self.refuse(format!("column `{path}`"), why, way, Some(allow));
            }
            return;
        }
        if changes_null {
            work.null_changes.insert(column.clone());
        }
        if retyped {
            work.retyped.insert(column.clone());
        }
        work.alter_columns.push(column.clone());
    }

    /// Refuses to alter tables, and everything that is interleaved in them.
    fn move_tables(&mut self, moves: Vec<(ObjectName, String)>) {
        let mut reasons: HashMap<ObjectName, Vec<String>> = HashMap::new();
        for (table, why) in moves {
            let list = reasons.entry(table).or_default();
            if !list.contains(&why) {
                list.push(why);
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
            let why = tables.iter().filter_map(|table| reasons.get(table)).flatten().cloned();
            let why: Vec<String> = why.collect();
            let procedure = moves::tables(&self.now, self.to, &tables);
            self.refuse(format!("table `{root}`"), why.join("; "), procedure, None);
        }
    }

    // Phases.

    /// Drops views and the like that would block a change. They are created again at the end.
    fn views_in_the_way(&mut self, work: &Work) {
        let columns: Vec<&Column> = work
            .drop_columns
            .iter()
            .chain(&work.remade_columns)
            .chain(&work.retyped)
            .chain(&work.null_changes)
            .collect();
        self.drop_views(|tables, sql| {
            tables.iter().any(|table| {
                work.drop_tables.contains(table)
                    || columns.iter().any(|(of, column)| of == table && names(sql, column))
            })
        });
    }

    fn drop_views(&mut self, blocks: impl Fn(&[ObjectName], &str) -> bool) {
        let free = ["GRANT", "REVOKE", "ROLE", "ANALYZE"];
        let blocking: Vec<_> = self
            .now
            .kept()
            .filter(|kept| kept.is_ddl() && !free.contains(&kept.kind.as_str()))
            .filter(|kept| blocks(&kept.tables, &kept.sql))
            .filter_map(|kept| Some((kept.kind.clone(), kept.name.clone()?)))
            .collect();
        for (kind, name) in blocking {
            let stays =
                self.to.kept().any(|kept| kept.kind == kind && kept.name.as_ref() == Some(&name));
            // A change stream would lose what it has recorded.
            let free = stays && kind != "CHANGE STREAM";
            if free || self.may_drop(&kind, &name.to_string(), "is needed for another change") {
                let sql = alter::drop_object(&kind, name.path(), self.dialect);
                self.emit(&name, Cost::Metadata, "it is in the way of another change", sql);
            }
        }
    }

    /// Drops constraints and indexes that go, or that would block a change. Returns the foreign keys
    /// and checks to add again.
    fn drop_early(&mut self, found: &[Difference], work: &Work) -> HashSet<(ObjectName, String)> {
        let mut remade = HashSet::new();
        let mut drops: Vec<(ObjectName, Option<String>, &str)> = Vec::new();
        for one in found {
            if let (Some(table), ObjectKind::ForeignKey | ObjectKind::Check) =
                (&one.table, one.kind)
                && matches!(one.change, Change::Dropped | Change::Changed)
            {
                let name = (!one.name.is_empty()).then(|| one.name.clone());
                let why = match one.change {
                    Change::Dropped => "the new schema does not have it",
                    _ => "it changes, and is added again",
                };
                drops.push((table.clone(), name, why));
            }
        }
        let dropped: HashSet<&ObjectName> = work.drop_tables.iter().collect();
        for table in self.now.tables().filter(|table| !self.moved.contains(&table.name)) {
            for key in &table.foreign_keys {
                let in_the_way = key.columns.iter().any(|one| work.blocks(&table.name, one))
                    || key.other_columns.iter().any(|one| work.blocks(&key.other, one));
                // A dropped table takes its own constraints along, but what they name may go first.
                let between = dropped.contains(&table.name);
                if in_the_way || between {
                    let why = "it is in the way of another change";
                    drops.push((table.name.clone(), key.name.clone(), why));
                }
            }
            for check in &table.checks {
                let in_the_way = |(of, column): &&Column| {
                    *of == table.name && check.sql.contains(&format!("{{{column}}}"))
                };
                if work.retyped.iter().chain(&work.remade_columns).any(|one| in_the_way(&one))
                    || work.drop_columns.iter().any(|one| in_the_way(&one))
                {
                    let why = "it is in the way of another change";
                    drops.push((table.name.clone(), check.name.clone(), why));
                }
            }
        }
        for (table, name, why) in drops {
            let Some(name) = name else {
                let object = format!("a constraint of `{table}`");
                let why = "it has no name in this source, and only a name can be dropped";
                let way =
                    vec!["-- Compare with the database itself: it prints the name.".to_owned()];
                self.refuse(object, why, way, None);
                continue;
            };
            if remade.insert((table.clone(), name.clone())) {
                let bare = bare(&table);
                let sql = Alter { table: &bare, dialect: self.dialect }.drop_constraint(&name);
                self.emit(&table, Cost::Metadata, why, sql);
            }
        }
        for one in found {
            if let (Some(table), ObjectKind::RowDeletionPolicy, Change::Dropped) =
                (&one.table, one.kind, one.change)
            {
                let sql = Alter { table: &bare(table), dialect: self.dialect }.drop_ttl();
                self.emit(table, Cost::Metadata, "rows no longer expire", sql);
            }
        }
        self.drop_blocking_indexes(work);
        remade
    }

    fn drop_blocking_indexes(&mut self, work: &Work) {
        let mut drops = Vec::new();
        let needed = self.created_names();
        for table in self.now.tables().filter(|table| !self.moved.contains(&table.name)) {
            for index in &table.indexes {
                let keys = index.columns.iter().map(|part| &part.name).chain(&index.not_null);
                let stored = |column: &String| {
                    work.remade_columns.contains(&(table.name.clone(), column.clone()))
                };
                let blocks = keys.into_iter().any(|column| work.blocks(&table.name, column))
                    || index.storing.iter().any(stored);
                let dropped = (table.name.clone(), index.name.clone());
                let allowed = work.drop_indexes.contains(&dropped);
                let stays = self
                    .new_table(&table.name)
                    .is_some_and(|new| new.indexes.iter().any(|one| one.name == index.name));
                // Another table gets an index of this name.
                let collides = allowed && needed.contains(&index.name.to_string().to_lowercase());
                if (blocks && (stays || allowed)) || collides {
                    drops.push((table.name.clone(), index.name.clone(), stays));
                }
            }
        }
        for (table, index, stays) in drops {
            let why = if stays {
                "no statement changes a column of an index key: it is created again below"
            } else {
                "the new schema does not have it"
            };
            let sql = alter::drop_object("INDEX", index.path(), self.dialect);
            self.emit(&table, Cost::Metadata, why, sql);
        }
    }

    /// The names of objects that the plan creates, without letter case.
    fn created_names(&self) -> HashSet<String> {
        let lower = |name: &ObjectName| name.to_string().to_lowercase();
        let mut olds = HashSet::new();
        for table in self.now.tables() {
            olds.extend(table.indexes.iter().map(|index| (&table.name, &index.name)));
        }
        let mut names = HashSet::new();
        for table in self.to.tables() {
            if self.now.table(&table.name).is_none() {
                names.insert(lower(&table.name));
            }
            for index in &table.indexes {
                if !olds.contains(&(&table.name, &index.name)) {
                    names.insert(lower(&index.name));
                }
            }
            let old = self.now.table(&table.name);
            let has = |name: &String| {
                old.is_some_and(|old| {
                    old.checks.iter().any(|one| one.name.as_ref() == Some(name))
                        || old.foreign_keys.iter().any(|one| one.name.as_ref() == Some(name))
                })
            };
            let checks = table.checks.iter().filter_map(|check| check.name.as_ref());
            let keys = table.foreign_keys.iter().filter_map(|key| key.name.as_ref());
            names.extend(
                checks.chain(keys).filter(|name| !has(name)).map(|name| name.to_lowercase()),
            );
        }
        names.extend(self.to.sequences().iter().map(|one| lower(&one.name)));
        names
    }

    /// Whether a table that goes, or something in it, has the name of something new.
    fn collides(&self, found: &[Difference], work: &Work) -> bool {
        let created = self.created_names();
        let new_sequences = found
            .iter()
            .filter(|one| one.kind == ObjectKind::Sequence && one.change == Change::Added)
            .map(|one| one.name.to_lowercase());
        let new_sequences: HashSet<String> = new_sequences.collect();
        work.drop_tables.iter().filter_map(|name| self.now.table(name)).any(|table| {
            let indexes = table.indexes.iter().map(|index| index.name.to_string());
            let checks = table.checks.iter().filter_map(|check| check.name.clone());
            let keys = table.foreign_keys.iter().filter_map(|key| key.name.clone());
            let mut all = indexes.chain(checks).chain(keys).chain([table.name.to_string()]);
            all.any(|name| {
                let name = name.to_lowercase();
                created.contains(&name) || new_sequences.contains(&name)
            })
        })
    }

    /// A sequence goes last, so that its name is not free before.
    fn names_of_sequences(&mut self, found: &[Difference]) {
        let created = self.created_names();
        for one in found {
            if one.kind == ObjectKind::Sequence
                && one.change == Change::Dropped
                && created.contains(&one.name.to_lowercase())
            {
                let why = "something new has its name, and a sequence is dropped last";
                let way = vec![
                    "-- Migrate in two steps: give the new object another name first.".to_owned(),
                ];
                self.refuse(format!("sequence `{}`", one.name), why, way, None);
            }
        }
    }

    fn drop_tables(&mut self, work: &Work) {
        let mut left: Vec<ObjectName> = work.drop_tables.clone();
        // Children first.
        while !left.is_empty() {
            let parents: HashSet<ObjectName> = self
                .now
                .tables()
                .filter_map(|table| table.interleave.as_ref().map(|link| link.parent.clone()))
                .collect();
            let (free, rest): (Vec<_>, Vec<_>) =
                left.iter().cloned().partition(|name| !parents.contains(name));
            if free.is_empty() {
                for name in rest {
                    let why = "a table that stays is interleaved in it";
                    self.refuse(format!("table `{name}`"), why, Vec::new(), None);
                }
                return;
            }
            for name in free {
                let indexes = self.now.table(&name).map(|table| {
                    table.indexes.iter().map(|index| index.name.clone()).collect::<Vec<_>>()
                });
                for index in indexes.unwrap_or_default() {
                    let sql = alter::drop_object("INDEX", index.path(), self.dialect);
                    self.emit(&name, Cost::Metadata, "its table is dropped", sql);
                }
                let sql = alter::drop_object("TABLE", name.path(), self.dialect);
                self.emit(&name, Cost::Metadata, "allowed: the new schema does not have it", sql);
            }
            left = rest;
        }
    }

    fn create(&mut self, found: &[Difference]) {
        let none = |name: &str| ObjectName { schema: None, name: name.to_owned() };
        for one in found.iter().filter(|one| one.kind == ObjectKind::Schema) {
            if one.change == Change::Added {
                let sql = crate::ddl::create_schema(&one.name, self.dialect);
                self.emit(&none(&one.name), Cost::Metadata, "new schema", sql);
            }
        }
        self.create_kept(true);
        for one in found.iter().filter(|one| one.kind == ObjectKind::Sequence) {
            let sequence = self.to.sequences().iter().find(|new| new.name.to_string() == one.name);
            let Some(sequence) = sequence.cloned() else { continue };
            let path = sequence.name.path();
            let statements = if one.change == Change::Added {
                vec![self.dialect.create_sequence(path, sequence.options)]
            } else {
                let mut olds = self.now.sequences().iter();
                let old = olds.find(|old| old.name == sequence.name).map(|old| old.options);
                let old = old.unwrap_or_default();
                alter::alter_sequence(path, old, sequence.options, self.dialect)
            };
            for sql in statements {
                self.emit(&sequence.name, Cost::Metadata, "the counter's options", sql);
            }
        }
        for one in found.iter().filter(|one| one.kind == ObjectKind::Interleave) {
            if let Some(table) = &one.table {
                self.interleave(table);
            }
        }
        let added: HashSet<&ObjectName> = found
            .iter()
            .filter(|one| one.kind == ObjectKind::Table && one.change == Change::Added)
            .filter_map(|one| one.table.as_ref())
            .collect();
        for name in self.order.clone() {
            if added.contains(&name)
                && let Some(table) = self.defs.get(&name).copied()
            {
                let table = Alter { table: &table, dialect: self.dialect };
                for (at, sql) in table.create().into_iter().enumerate() {
                    let why =
                        if at == 0 { "new table" } else { "index of a new table: no backfill" };
                    self.emit(&name, Cost::Metadata, why, sql);
                }
            }
        }
    }

    fn interleave(&mut self, name: &ObjectName) {
        let link = |table: Option<&CatalogTable>| table.and_then(|table| table.interleave.clone());
        let (Some(old), Some(new)) = (link(self.now.table(name)), link(self.new_table(name)))
        else {
            return;
        };
        let bare = bare(name);
        let table = Alter { table: &bare, dialect: self.dialect };
        let parent = new.parent.path();
        let (was, is) =
            (old.on_delete != OnDelete::Unchecked, new.on_delete != OnDelete::Unchecked);
        let mut action = old.on_delete;
        if was != is {
            let keys = |table: Option<&CatalogTable>| -> Vec<String> {
                table
                    .iter()
                    .flat_map(|table| table.key.iter().flatten())
                    .map(|part| part.name.clone())
                    .collect()
            };
            let keys = keys(self.new_table(&new.parent));
            let keys: Vec<&str> = keys.iter().map(String::as_str).collect();
            let checks = is.then(|| Check {
                sql: table.count_orphans(&keys, parent, &keys),
                why: format!(
                    "rows of `{name}` without a row in `{}`: add or delete rows first",
                    new.parent
                ),
            });
            let cost = if is { Cost::Validation } else { Cost::Metadata };
            let sql = table.set_interleave(parent, is);
            self.emit_checked(
                name,
                cost,
                "parent rows become required, or not",
                sql,
                checks.into_iter().collect(),
            );
            action = if is { OnDelete::NoAction } else { OnDelete::Unchecked };
        }
        if action != new.on_delete {
            let sql = table.set_on_delete(new.on_delete);
            self.emit(name, Cost::Metadata, "what happens to children changes", sql);
        }
    }

    fn columns(&mut self, work: &Work) {
        for (table, column) in &work.remade_columns {
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
        added.extend(&work.remade_columns);
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

    /// The value for rows that have none.
    fn backfill(&self, (table, column): &Column) -> Option<String> {
        if let Some(old) = self.copies.get(&(table.clone(), column.clone())) {
            return Some(self.dialect.quote(old));
        }
        let path = format!("{table}.{column}");
        let given = self.options.backfills.iter().find(|(name, _)| *name == path);
        given.map(|(_, value)| value.clone())
    }

    fn add_column(&mut self, column: &Column, later: &mut Vec<(Column, Option<String>)>) {
        let (Some(def), Some(at), Some(new)) = (
            self.defs.get(&column.0).copied(),
            self.column_place(column),
            self.new_table(&column.0).and_then(|table| table.column(&column.1)).cloned(),
        ) else {
            return;
        };
        let (table, name) = (Alter { table: &def, dialect: self.dialect }, &column.0);
        let copied = self.copies.contains_key(column);
        let value = self.backfill(column);
        if copied {
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
                let why = "a new NOT NULL array needs a value for existing rows";
                self.refuse(format!("column `{name}.{}`", new.name), why, way, None);
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
                self.emit(
                    name,
                    Cost::Backfill,
                    "new column, computed for old rows",
                    table.add_column(at),
                );
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
    fn alter_column(&mut self, column: &Column, later: &mut Vec<(Column, Option<String>)>) {
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
        match (&old.value, &new.value) {
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
                        "the default; existing rows keep their values",
                        sql,
                    );
                }
            }
            _ => self.emit(name, Cost::Metadata, "the default", table.drop_default(at)),
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
            let sql = table.set_column_options(at, &changed(&change.options, &new.options));
            self.emit(name, Cost::Metadata, "options", sql);
        }
        if change.ty || change.nullable {
            let fills = change.nullable && !new.nullable;
            let default =
                matches!(new.value, ColumnValue::Default(_)).then(|| "DEFAULT".to_owned());
            let value = self.backfill(column).or(default).filter(|_| fills);
            later.push((column.clone(), value));
        }
    }

    /// Gives a column its type, nullability and default.
    fn restate(&mut self, column: &Column, filled: bool) {
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
        let narrower = length(new.ty.length) < length(old.ty.length);
        if narrower && let Some(limit) = new.ty.length {
            let why =
                format!("values of `{path}` that are longer than {limit}: shorten them first");
            checks.push(Check { sql: table.count_longer(at, limit), why });
        }
        let validates = !checks.is_empty() || old.ty.scalar != new.ty.scalar;
        let cost = if validates { Cost::Validation } else { Cost::Metadata };
        for (place, sql) in table.restate(at).into_iter().enumerate() {
            if place == 0 {
                let why = "type and nullability; what is not restated would be lost";
                self.emit_checked(name, cost, why, sql, std::mem::take(&mut checks));
            } else {
                self.emit(name, Cost::Metadata, "the default again", sql);
            }
        }
    }

    fn indexes(&mut self) {
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
                        &name,
                        &def,
                        &def.indexes[at],
                        index,
                        "new index, backfilled",
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
                    let sql = alter::set_index_options(path, &changes, dialect);
                    self.emit(&name, Cost::Metadata, "options", sql);
                }
            }
        }
    }

    fn create_index(
        &mut self,
        name: &ObjectName,
        def: &TableDef<'_>,
        index: &IndexDef<'_>,
        read: &CatalogIndex,
        why: &str,
    ) {
        let table = Alter { table: def, dialect: self.dialect };
        let columns: Vec<usize> = index.columns.iter().map(|part| part.column).collect();
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
    fn replace_index(
        &mut self,
        name: &ObjectName,
        def: &TableDef<'_>,
        at: usize,
        index: &CatalogIndex,
    ) {
        let head: String = index.name.name.chars().take(58).collect();
        let next = ObjectName { schema: index.name.schema.clone(), name: format!("{head}_next") };
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

    fn constraints(&mut self, found: &[Difference], remade: &HashSet<(ObjectName, String)>) {
        let mut wanted: HashMap<&ObjectName, HashSet<&str>> = HashMap::new();
        let mut unnamed: HashSet<&ObjectName> = HashSet::new();
        let mut added: HashSet<&ObjectName> = HashSet::new();
        for one in found {
            let Some(table) = &one.table else { continue };
            match (one.kind, one.change) {
                (ObjectKind::Table, Change::Added) => drop(added.insert(table)),
                (ObjectKind::Check | ObjectKind::ForeignKey, Change::Added | Change::Changed) => {
                    if one.name.is_empty() {
                        unnamed.insert(table);
                    }
                    wanted.entry(table).or_default().insert(&one.name);
                }
                _ => {}
            }
        }
        for (table, name) in remade {
            wanted.entry(table).or_default().insert(name);
        }
        let mut keys = Vec::new();
        for name in self.order.clone() {
            let is_new = added.contains(&name);
            let Some(def) = self.defs.get(&name).copied() else { continue };
            let wanted = wanted.get(&name);
            if wanted.is_none() && !is_new {
                continue;
            }
            let table = Alter { table: &def, dialect: self.dialect };
            let wants = |constraint: Option<&str>| match constraint {
                Some(constraint) => wanted.is_some_and(|wanted| wanted.contains(constraint)),
                None => unnamed.contains(&name),
            };
            for check in def.checks.iter().filter(|check| !is_new && wants(check.name)) {
                let checks = vec![Check {
                    sql: table.count_breaking(check.sql),
                    why: format!("rows of `{name}` that break the check: change them first"),
                }];
                let sql = table.add_check(check.name.unwrap_or_default(), check.sql);
                self.emit_checked(
                    &name,
                    Cost::Validation,
                    "a check, validated for old rows",
                    sql,
                    checks,
                );
            }
            for (at, key) in def.foreign_keys.iter().enumerate() {
                if is_new || wants(key.name) {
                    keys.push((name.clone(), at));
                }
            }
        }
        for (name, at) in keys {
            let (Some(def), Some(new)) =
                (self.defs.get(&name).copied(), self.new_table(&name).cloned())
            else {
                continue;
            };
            let table = Alter { table: &def, dialect: self.dialect };
            let sql = table.add_foreign_key(&def.foreign_keys[at]);
            if added.contains(&name) {
                self.emit(&name, Cost::Metadata, "foreign key of a new table", sql);
                continue;
            }
            let key = &new.foreign_keys[at];
            let list = |names: &'_ [String]| names.iter().map(String::clone).collect::<Vec<_>>();
            let (columns, others) = (list(&key.columns), list(&key.other_columns));
            let [columns, others] = [&columns, &others]
                .map(|names| names.iter().map(String::as_str).collect::<Vec<&str>>());
            let checks = (key.on_delete != OnDelete::Unchecked).then(|| Check {
                sql: table.count_orphans(&columns, key.other.path(), &others),
                why: format!(
                    "rows of `{name}` that reference a row that `{}` does not have",
                    key.other
                ),
            });
            let why = "a foreign key, validated, with an index for it";
            self.emit_checked(&name, Cost::Backfill, why, sql, checks.into_iter().collect());
        }
    }

    fn policies(&mut self, found: &[Difference]) {
        for one in found.iter().filter(|one| one.kind == ObjectKind::RowDeletionPolicy) {
            let Some(table) = &one.table else { continue };
            let had = self.now.table(table).is_some_and(|table| table.ttl.is_some());
            if let Some(def) = self.defs.get(table).copied()
                && let Some(sql) = (Alter { table: &def, dialect: self.dialect }).set_ttl(had)
            {
                self.emit(table, Cost::Metadata, "rows expire: the database deletes them", sql);
            }
        }
    }

    fn drop_late(&mut self, work: &Work) {
        for (table, index) in &work.drop_indexes {
            let owner = self.now.table(table);
            if owner.is_some_and(|owner| owner.indexes.iter().any(|one| one.name == *index)) {
                let sql = alter::drop_object("INDEX", index.path(), self.dialect);
                self.emit(table, Cost::Metadata, "the new schema does not have it", sql);
            }
        }
        // Generated columns go before the columns that they use.
        let generated = |(table, column): &&Column| {
            let column = self.now.table(table).and_then(|table| table.column(column));
            !column.is_some_and(|one| matches!(one.value, ColumnValue::Generated { .. }))
        };
        let mut columns: Vec<&Column> = work.drop_columns.iter().collect();
        columns.sort_by_key(generated);
        for (table, column) in columns {
            let sql = Alter { table: &bare(table), dialect: self.dialect }.drop_column(column);
            self.emit(table, Cost::Metadata, "allowed: the new schema does not have it", sql);
        }
    }

    fn rest(&mut self, found: &[Difference]) {
        for one in found {
            let table = one.table.clone();
            let def = table.as_ref().and_then(|table| self.defs.get(table)).copied();
            let (Some(table), Some(def)) = (table, def) else {
                if one.kind == ObjectKind::Database {
                    self.database_option(one);
                }
                continue;
            };
            let alter = Alter { table: &def, dialect: self.dialect };
            let sql = match (one.kind, one.change) {
                (ObjectKind::Options, _) => {
                    let options = |table: Option<&CatalogTable>| {
                        table.map(|table| table.options.clone()).unwrap_or_default()
                    };
                    let (old, new) =
                        (options(self.now.table(&table)), options(self.new_table(&table)));
                    alter.set_options(&changed(&option_names(&old, &new, self.dialect), &new))
                }
                (ObjectKind::Synonym, Change::Added) => {
                    crate::ddl::add_synonym(Path::of(&def), &one.name, self.dialect)
                }
                (ObjectKind::Synonym, Change::Dropped) => alter.drop_synonym(&one.name),
                _ => continue,
            };
            self.emit(&table, Cost::Metadata, "options and other names", sql);
        }
        self.create_kept(false);
    }

    fn database_option(&mut self, one: &Difference) {
        let names = [self.now.database_name(), self.to.database_name()];
        let Some(name) = names.into_iter().flatten().next().map(str::to_owned) else { return };
        let value = one.after.clone().unwrap_or_else(|| "null".to_owned());
        let changes = [(one.name.clone(), value)];
        for sql in crate::ddl::alter_database(&name, &changes, self.dialect) {
            let table = ObjectName { schema: None, name: name.clone() };
            self.emit(&table, Cost::Metadata, "an option of the database", sql);
        }
    }

    /// Creates and replaces views, change streams, roles and the like.
    fn create_kept(&mut self, before: bool) {
        let found = differences_of_kept(&self.now, self.to);
        for one in found {
            let statements: Vec<_> = self
                .to
                .kept()
                .filter(|kept| kept.is_ddl() && kept_key(kept) == one.name)
                .cloned()
                .collect();
            let kind = one.name.clone();
            let first = statements.first();
            if first.is_some_and(|kept| before != BEFORE.contains(&kept.kind.as_str())) {
                continue;
            }
            match (one.change, first) {
                (Change::Added, _) => {
                    for kept in &statements {
                        let name = kept
                            .name
                            .clone()
                            .unwrap_or(ObjectName { schema: None, name: kind.clone() });
                        self.emit(&name, Cost::Metadata, "new, or created again", kept.sql.clone());
                    }
                }
                (Change::Changed, Some(kept)) => {
                    let Some(name) = kept.name.clone() else { continue };
                    let replaces = matches!(kept.kind.as_str(), "VIEW" | "FUNCTION")
                        && statements.len() == 1
                        && kept.action != KeptAction::Alter;
                    if replaces {
                        let sql = alter::or_replace(&kept.sql);
                        self.emit(&name, Cost::Metadata, "replaced", sql);
                    } else if self.options.allows(&kept.kind, &name.to_string()) {
                        let sql = alter::drop_object(&kept.kind, name.path(), self.dialect);
                        self.emit(&name, Cost::Metadata, "allowed: created again below", sql);
                        for kept in &statements {
                            self.emit(&name, Cost::Metadata, "created again", kept.sql.clone());
                        }
                    } else {
                        let word = kept.kind.to_lowercase().replace(' ', "-");
                        let allow = format!("drop-{word}:{name}");
                        let way = vec![format!(
                            "-- Alter it by hand, or pass `--allow {allow}` to drop it and create it again."
                        )];
                        let why = "it changes, and this plan can only drop it and create it again";
                        self.refuse(
                            format!("{} `{name}`", kept.kind.to_lowercase()),
                            why,
                            way,
                            Some(allow),
                        );
                    }
                }
                (Change::Dropped, None) if !before => {
                    let old = self.now.kept().find(|kept| kept_key(kept) == one.name).cloned();
                    let Some(old) = old else { continue };
                    let Some(name) = old.name.clone() else { continue };
                    if self.options.allows(&old.kind, &name.to_string()) {
                        let sql = alter::drop_object(&old.kind, name.path(), self.dialect);
                        self.emit(
                            &name,
                            Cost::Metadata,
                            "allowed: the new schema does not have it",
                            sql,
                        );
                    } else {
                        let word = old.kind.to_lowercase().replace(' ', "-");
                        self.plan.notes.push(format!(
                            "{} `{name}` is not in the new schema and is left as it is; `--allow drop-{word}:{name}` drops it",
                            old.kind.to_lowercase()
                        ));
                    }
                }
                _ => {}
            }
        }
    }

    fn drop_last(&mut self, found: &[Difference]) {
        // A schema goes after what is in it.
        let mut dropped: Vec<&Difference> =
            found.iter().filter(|one| one.change == Change::Dropped).collect();
        dropped.sort_by_key(|one| one.kind == ObjectKind::Schema);
        for one in dropped {
            let (kind, loss) = match one.kind {
                ObjectKind::Sequence => ("SEQUENCE", "loses its counter"),
                ObjectKind::Schema => ("SCHEMA", "loses what is in it"),
                _ => continue,
            };
            let sequences = self.now.sequences().iter().map(|sequence| sequence.name.clone());
            let name = sequences
                .filter(|_| kind == "SEQUENCE")
                .find(|name| name.to_string() == one.name)
                .unwrap_or_else(|| ObjectName { schema: None, name: one.name.clone() });
            if self.may_drop(kind, &one.name, loss) {
                let sql = alter::drop_object(kind, name.path(), self.dialect);
                self.emit(&name, Cost::Metadata, "allowed: the new schema does not have it", sql);
            }
        }
    }

    /// The plan must reach the new schema, unless it says what it does not do.
    fn verify(&mut self) {
        let kept_columns: HashSet<(ObjectName, String)> =
            self.copies.iter().map(|((table, _), old)| (table.clone(), old.clone())).collect();
        for one in differences(&self.now, self.to) {
            if one.change == Change::Unclear {
                self.plan.notes.push(format!("{one}; `diff --judge emulator` asks a database"));
                continue;
            }
            let left = one.change == Change::Dropped
                && (one.kind == ObjectKind::Other
                    || (one.kind == ObjectKind::Column
                        && one.table.clone().is_some_and(|table| {
                            kept_columns.contains(&(table, one.name.clone()))
                        })));
            if self.plan.refusals.is_empty() && !left {
                let why = "no order of statements was found for this change";
                let way = vec!["-- Please report this, with both schemas.".to_owned()];
                self.refuse(one.to_string(), why, way, None);
            }
        }
        if self.plan.steps.iter().any(|step| step.why.starts_with("allowed")) {
            self.plan.notes.push(alter::DROP_PROTECTION.to_owned());
        }
    }

    /// Statements share a batch as long as they are of one kind, few of them are slow, and no query
    /// must see what an earlier one does.
    fn number_batches(&mut self) {
        let (mut batch, mut slow, mut tables) = (0_usize, 0_usize, HashSet::new());
        let mut was_dml = None;
        for step in &mut self.plan.steps {
            let full = slow >= SLOW_STATEMENTS && step.cost != Cost::Metadata;
            let waits = !step.checks.is_empty() && tables.contains(&step.table);
            if was_dml != Some(step.is_dml) || full || waits || batch == 0 {
                batch += 1;
                slow = 0;
                tables.clear();
            }
            was_dml = Some(step.is_dml);
            slow += usize::from(step.cost != Cost::Metadata);
            tables.insert(step.table.clone());
            step.batch = batch;
        }
    }
}

fn differences_of_kept(now: &Catalog, to: &Catalog) -> Vec<Difference> {
    let mut found = super::compare::kept_differences(now, to);
    // Those that are dropped come first, so that their names are free.
    found.sort_by_key(|one| one.change != Change::Dropped);
    found
}

/// New values of options; `null` removes one.
fn changed(names: &[String], new: &[(String, String)]) -> Vec<(String, String)> {
    let value = |name: &String| {
        let mut options = new.iter();
        let found = options.find(|(known, _)| known == name).map(|(_, value)| value.clone());
        (name.clone(), found.unwrap_or_else(|| "null".to_owned()))
    };
    names.iter().map(value).collect()
}

/// Whether a text has this name as a word.
fn names(sql: &str, name: &str) -> bool {
    let mut words = sql.split(|letter: char| !(letter.is_alphanumeric() || letter == '_'));
    words.any(|word| word.eq_ignore_ascii_case(name))
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
