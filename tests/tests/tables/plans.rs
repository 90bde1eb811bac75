//! Plans between random schemas, without a database: what a plan leads to, and where another one
//! goes on after an interruption.

use std::cell::Cell;

use spanner_keys::Dialect;
use spanner_keys::catalog::Catalog;
use spanner_keys::migrate::{Change, Cost, Options, Plan, RefusalKind, differences, plan};
use spanner_keys_tests::plans::{allow_all, backfills};
use spanner_keys_tests::random::{self, Spec, changed, pairs, resolve};
use spanner_keys_tests::tables::schema;

fn read(dialect: Dialect, sql: &str) -> Result<Catalog, String> {
    let mut catalog = Catalog::new(dialect);
    catalog.read("sql", sql);
    match catalog.problems() {
        [] => Ok(catalog),
        problems => Err(format!("{problems:?}\n{sql}")),
    }
}

/// The schema after the first steps of a plan.
fn after(from: &Catalog, plan: &Plan, steps: usize) -> Result<Catalog, String> {
    let mut now = from.clone();
    for step in plan.steps.iter().take(steps).filter(|step| !step.is_dml) {
        now.read("the plan", &step.sql);
    }
    match now.problems() {
        [] => Ok(now),
        problems => Err(format!("{problems:?}")),
    }
}

fn script(plan: &Plan) -> String {
    let steps: Vec<&str> = plan.steps.iter().map(|step| step.sql.as_str()).collect();
    let refusals: Vec<String> = plan.refusals.iter().map(ToString::to_string).collect();
    format!("{}\nrefused: {}", steps.join(";\n"), refusals.join("; "))
}

/// What Spanner cannot do is refused; everything else is planned.
fn is_ours(plan: &Plan) -> bool {
    plan.refusals.iter().any(|one| {
        one.kind == RefusalKind::Blocked
            && (one.why.starts_with("no order") || one.object.starts_with('`'))
    })
}

fn pair(dialect: Dialect, old: &Spec, new: &Spec) -> Result<bool, String> {
    let ddl = |spec: &Spec| {
        schema(&spec.tables()).ddl(dialect).map_err(|error| format!("we refuse it: {error}"))
    };
    let (olds, news) = (ddl(old)?.join(";\n"), ddl(new)?.join(";\n"));
    let whole = |error: String| format!("{error}\nfrom:\n{olds}\nto:\n{news}");
    let (from, to) = (read(dialect, &olds)?, read(dialect, &news)?);
    // Nothing is dropped without a name.
    let careful = plan(&from, &to, &Options::new());
    for step in &careful.steps {
        let sql = &step.sql;
        if sql.starts_with("DROP TABLE") || sql.contains(" DROP COLUMN ") {
            return Err(whole(format!("not allowed: {}", script(&careful))));
        }
    }
    let options = allow_all(&from, &to, backfills(&to))?;
    let made = plan(&from, &to, &options);
    if is_ours(&made) {
        return Err(whole(script(&made)));
    }
    if !made.refusals.is_empty() {
        return Ok(false);
    }
    for batch in made.batches() {
        let slow = batch.iter().filter(|step| step.cost != Cost::Metadata).count();
        if slow > 10 && !batch[0].is_dml {
            return Err(whole(format!("a batch of {slow}: {}", script(&made))));
        }
    }
    for steps in 0..=made.steps.len() {
        let now = after(&from, &made, steps).map_err(whole)?;
        let rest = plan(&now, &to, &options);
        let end = after(&now, &rest, rest.steps.len()).map_err(whole)?;
        let mut left = differences(&end, &to);
        left.retain(|one| one.change != Change::Unclear);
        let is_end = steps == made.steps.len();
        if !rest.refusals.is_empty() || !left.is_empty() || (is_end && !rest.is_empty()) {
            let error = format!(
                "after {steps} steps of\n{}\nthe plan is\n{}",
                script(&made),
                script(&rest)
            );
            return Err(whole(error));
        }
    }
    Ok(true)
}

fn plans(dialect: Dialect) -> Result<(), String> {
    let cases = random::count("SPANNER_KEYS_RANDOM_PLANS", 200);
    let (made, refused) = (Cell::new(0_u32), Cell::new(0_u32));
    random::run(&format!("random plans, {dialect}"), cases, &pairs(), |(old, changes)| {
        let old = resolve(&old, dialect);
        let new = changed(&old, &changes, dialect);
        let count = if pair(dialect, &old, &new)? { &made } else { &refused };
        count.set(count.get() + 1);
        Ok(())
    })?;
    println!("{cases} random plans, {dialect}: {} made, {} refused", made.get(), refused.get());
    Ok(())
}

#[test]
fn random_plans_reach_the_new_schema_also_after_an_interruption_in_googlesql() {
    plans(Dialect::GoogleSql).unwrap_or_else(|error| panic!("{error}"));
}

#[test]
fn random_plans_reach_the_new_schema_also_after_an_interruption_in_postgresql() {
    plans(Dialect::PostgreSql).unwrap_or_else(|error| panic!("{error}"));
}
