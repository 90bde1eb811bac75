//! The order of statements that Spanner accepts. Every statement is applied to a copy of the old
//! schema at once, so that the plan is checked: at its end the copy must be the new schema.

mod columns;
mod decide;
mod drops;
mod indexes;
mod objects;

use std::collections::{BTreeSet, HashMap, HashSet};
use std::ops::Range;

use super::compare::{Difference, ObjectKind, differences};
use super::{Change, Check, Cost, Options, Plan, Refusal, RefusalKind, Step, drop_argument};
use crate::catalog::{Catalog, CatalogTable, ObjectName};
use crate::ddl::alter;
use crate::dialect::Dialect;
use crate::schema::TableDef;

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
        let why = format!("one schema is {}, the other {}", from.dialect(), to.dialect());
        let way = vec!["-- A database keeps its dialect: create a new one.".to_owned()];
        let refusal = Refusal::new(RefusalKind::Blocked, "the database", why).instead(way);
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
            early: 0..0,
            rewritten: HashSet::new(),
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
    /// The steps that drop what is in the way.
    early: Range<usize>,
    /// Tables whose old rows or columns are others after steps of the plan. A query about them has no
    /// answer before those.
    rewritten: HashSet<ObjectName>,
}

/// What the plan does, by kind of object.
#[derive(Default)]
struct Work {
    drop_tables: BTreeSet<ObjectName>,
    drop_columns: BTreeSet<Column>,
    /// With their tables: another table may get an index of the same name.
    drop_indexes: BTreeSet<(ObjectName, ObjectName)>,
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
        let start = self.plan.steps.len();
        self.views_in_the_way(&work);
        self.names_of_sequences(&found);
        let remade = self.drop_early(&found, &work);
        self.early = start..self.plan.steps.len();
        let changed = [&work.remade_columns, &work.retyped].into_iter().flatten();
        let changed = changed.chain(&work.add_columns);
        self.rewritten = changed.map(|(table, _)| table.clone()).collect();
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
                let why = problem.message.clone();
                self.refuse(Refusal::new(RefusalKind::Blocked, format!("`{sql}`"), why));
            }
            return;
        }
        let (why, at) = (why.into(), self.plan.steps.len());
        let step =
            Step { sql, is_dml: false, cost, why, checks, batch: 0, table: table.to_string() };
        self.plan.steps.push(step);
        // Nothing is dropped before what can be known then.
        if !self.early.is_empty() && !self.rewritten.contains(table) {
            let checks = std::mem::take(&mut self.plan.steps[at].checks);
            self.plan.steps[self.early.start].checks.extend(checks);
        }
    }

    fn emit_dml(&mut self, table: &ObjectName, why: impl Into<String>, sql: String) {
        self.rewritten.insert(table.clone());
        let (why, table) = (why.into(), table.to_string());
        let (cost, checks) = (Cost::Backfill, Vec::new());
        self.plan.steps.push(Step { sql, is_dml: true, cost, why, checks, batch: 0, table });
    }

    fn refuse(&mut self, refusal: Refusal) {
        self.plan.refusals.push(refusal);
    }

    /// Whether an object may be dropped; if not, this is reported.
    fn may_drop(&mut self, kind: &str, one: &Difference, refused: RefusalKind, loss: &str) -> bool {
        let name = one.path();
        let allow = drop_argument(kind, &name);
        if self.options.allowed.contains(&allow) {
            return true;
        }
        let object = format!("{} `{name}`", kind.to_lowercase());
        let why = format!("the new schema does not have it, and dropping it {loss}");
        let way = match one.kind {
            ObjectKind::Table | ObjectKind::Column => format!(
                "-- If it should be dropped, pass `--allow {{}}`. If it has another name now, pass `--rename {name}=NAME`."
            ),
            _ => "-- If it should be dropped, pass `--allow {}`.".to_owned(),
        };
        self.refuse(Refusal::new(refused, object, why).because(one).allowed_by(allow, &way));
        false
    }

    fn new_table(&self, name: &ObjectName) -> Option<&CatalogTable> {
        self.to.table(name)
    }

    fn column_place(&self, (table, column): &Column) -> Option<usize> {
        let mut columns = self.defs.get(table)?.columns.iter();
        columns.position(|one| one.name == column)
    }

    /// The plan must reach the new schema, unless it reports what it leaves out.
    fn verify(&mut self) {
        let kept_columns: HashSet<(ObjectName, String)> =
            self.copies.iter().map(|((table, _), old)| (table.clone(), old.clone())).collect();
        for one in differences(&self.now, self.to) {
            if one.change == Change::Unclear {
                self.plan.notes.push(format!("{one} (`diff --judge emulator` asks a database)"));
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
                let refusal = Refusal::new(RefusalKind::Blocked, one.to_string(), why);
                self.refuse(refusal.instead(way).because(&one));
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
        for (at, step) in self.plan.steps.iter_mut().enumerate() {
            let full = slow >= SLOW_STATEMENTS && step.cost != Cost::Metadata;
            // The first of the early steps has the queries of others, too.
            let waits =
                !step.checks.is_empty() && (tables.contains(&step.table) || at == self.early.start);
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
