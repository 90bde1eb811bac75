//! Plans on the emulator: an old schema with rows, the plan applied, read back equal to the new
//! schema, no row lost, and a second plan that is empty.

mod changes;
mod in_the_way;
mod moves;
mod pairs;

use std::path::Path;
use std::{env, fs};

use serde_json::{Value, json};
use spanner_keys::Dialect;
use spanner_keys::catalog::{Catalog, ColumnValue, guess_dialect};
use spanner_keys::migrate::{Change, Difference, ObjectKind, Options, Plan, differences, plan};
use spanner_keys_tests::emulator::{Database, Emulator, Error};
use spanner_keys_tests::plans::allow_all;

use self::changes::every_change_with_rows;
use self::in_the_way::what_is_in_the_way;
use self::moves::{a_column_move, a_table_move, every_type_as_every_other};
use self::pairs::random_pairs;
use super::Case;
use super::tables::quoted;

pub(crate) const CASES: &[Case] = cases![
    every_change_with_rows,
    what_is_in_the_way,
    random_pairs,
    states_of_real_schemas,
    a_table_move,
    a_column_move,
    every_type_as_every_other in GoogleSql,
];

fn read(dialect: Dialect, sql: &str) -> Result<Catalog, String> {
    let mut catalog = Catalog::new(dialect);
    catalog.read("sql", sql);
    match catalog.problems() {
        [] => Ok(catalog),
        problems => Err(format!("{problems:?}\n{sql}")),
    }
}

fn live(database: &Database<'_>) -> Result<Catalog, String> {
    read(database.dialect(), &database.ddl()?.join(";\n"))
}

fn script(plan: &Plan) -> String {
    let steps: Vec<String> = plan
        .steps
        .iter()
        .map(|step| format!("{}: {}; -- {} ({})", step.batch, step.sql, step.why, step.cost))
        .collect();
    let refusals: Vec<String> = plan.refusals.iter().map(ToString::to_string).collect();
    format!("{}\nrefused: {}", steps.join("\n"), refusals.join("; "))
}

/// What the plan does, or why it does not.
enum Outcome {
    Done,
    /// A query of the plan found rows that the new schema does not allow.
    Stopped,
}

/// Runs a plan as the command does: the queries of a batch, then its statements.
fn apply(database: &Database<'_>, plan: &Plan) -> Result<Outcome, String> {
    let failed =
        |sql: &str, error: Error| format!("{error}\nin: {sql}\nof the plan:\n{}", script(plan));
    for batch in plan.batches() {
        for check in batch.iter().flat_map(|step| &step.checks) {
            let rows = match database.query(&check.sql) {
                // PostgreSQL has no cast that returns NULL for bytes that are not text.
                Err(Error::Refused(why)) if why.contains("Invalid cast of bytes") => {
                    return Ok(Outcome::Stopped);
                }
                answer => answer.map_err(|error| failed(&check.sql, error))?,
            };
            if rows != [[json!("0")]] {
                return Ok(Outcome::Stopped);
            }
        }
        if batch[0].is_dml {
            for step in batch {
                dml(database, &step.sql).map_err(|error| failed(&step.sql, error))?;
            }
        } else {
            let statements: Vec<String> = batch.iter().map(|step| step.sql.clone()).collect();
            match database.apply(&statements) {
                // No number is left for the rows.
                Err(Error::Refused(why)) if why.contains("is exhausted") => {
                    return Ok(Outcome::Stopped);
                }
                answer => answer.map_err(|error| failed(&statements.join(";\n"), error))?,
            }
        }
    }
    Ok(Outcome::Done)
}

fn dml(database: &Database<'_>, sql: &str) -> Result<(), Error> {
    let begin =
        json!({ "sql": sql, "seqno": "1", "transaction": { "begin": { "readWrite": {} } } });
    let answer = database.call("executeSql", &begin)?;
    let id = &answer["metadata"]["transaction"]["id"];
    database.call("commit", &json!({ "transactionId": id })).map(|_| ())
}

/// What still differs, but for what the emulator does not show: it prints virtual columns as
/// stored, and ignores a commit timestamp that is turned off in PostgreSQL.
fn rest(database: &Database<'_>, wanted: &Catalog) -> Result<Vec<Difference>, String> {
    let now = live(database)?;
    let shown = |one: &Difference| {
        if let (ObjectKind::Index, Some(before), Some(after)) = (one.kind, &one.before, &one.after)
        {
            // Nor does it print which rows an index omits.
            let start = |sql: &'_ str| sql.split(" WHERE ").next().map(str::to_owned);
            return start(before) != start(after);
        }
        let (Some(table), ObjectKind::Column) = (&one.table, one.kind) else {
            return one.kind != ObjectKind::Other || one.change != Change::Dropped;
        };
        let column = |catalog: &Catalog| catalog.table(table)?.column(&one.name).cloned();
        let (Some(mut old), Some(mut new)) = (column(&now), column(wanted)) else { return true };
        for column in [&mut old, &mut new] {
            if let ColumnValue::Generated { stored, .. } = &mut column.value {
                *stored = true;
                column.nullable = true;
                column.ty.length = None;
            }
            column.commit_timestamp &= wanted.dialect() == Dialect::GoogleSql;
        }
        // The texts are compared by the second plan, which normalizes them.
        let both = [old, new].map(|column| {
            let text = match column.value {
                ColumnValue::Default(_) => "default",
                ColumnValue::Generated { .. } => "generated",
                ColumnValue::Identity(_) => "identity",
                ColumnValue::Supplied => "",
            };
            (column.ty, column.nullable, text, column.commit_timestamp)
        });
        both[0] != both[1]
    };
    let found = differences(&now, wanted);
    Ok(found.into_iter().filter(|one| one.change != Change::Unclear && shown(one)).collect())
}

/// Applies a plan to a database and checks the end. `None` if the plan is refused.
fn migrate(
    database: &Database<'_>,
    wanted: &Catalog,
    options: &Options,
) -> Result<Option<Outcome>, String> {
    let plan = plan(&live(database)?, wanted, options);
    if !plan.refusals.is_empty() {
        return Ok(None);
    }
    let outcome = apply(database, &plan)?;
    if matches!(outcome, Outcome::Done) {
        let rest = rest(database, wanted)?;
        if !rest.is_empty() {
            let rest: Vec<String> = rest.iter().map(ToString::to_string).collect();
            return Err(format!("still different: {}\n{}", rest.join("\n"), script(&plan)));
        }
    }
    Ok(Some(outcome))
}

fn count(database: &Database<'_>, table: &str) -> Result<Value, String> {
    let name: Vec<String> = table.split('.').map(|part| quoted(database.dialect(), part)).collect();
    let rows = database.query(&format!("SELECT COUNT(*) FROM {}", name.join(".")))?;
    Ok(rows[0][0].clone())
}

/// Every state of a real schema follows from the one before it by a plan.
fn states_of_real_schemas(emulator: &Emulator, dialect: Dialect) -> Result<(), String> {
    let Some(corpus) = env::var_os("SPANNER_KEYS_CORPUS") else {
        println!("states of real schemas were NOT tried: SPANNER_KEYS_CORPUS is not set");
        return Ok(());
    };
    let folder = Path::new(&corpus).join("spanner");
    let mut files: Vec<_> = fs::read_dir(&folder)
        .map_err(|error| format!("{}: {error}", folder.display()))?
        .filter_map(|entry| Some(entry.ok()?.path()))
        .collect();
    files.sort();
    let (mut states, mut moved, mut wrong) = (0, 0, Vec::new());
    for file in files {
        let text = fs::read_to_string(&file).map_err(|error| error.to_string())?;
        if guess_dialect(&text) != dialect {
            continue;
        }
        let (original, ours) = (emulator.database(dialect)?, emulator.database(dialect)?);
        // The file, because the emulator does not print all of it.
        let mut wanted = Catalog::new(dialect);
        for sql in super::catalog::statements(&text) {
            if original.apply(std::slice::from_ref(&sql)).is_err() {
                continue;
            }
            wanted.read("file", &sql);
            let options = allow_all(&live(&ours)?, &wanted, Options::new())?;
            let result = migrate(&ours, &wanted, &options);
            match result {
                Ok(Some(_)) => states += 1,
                Ok(None) => {
                    moved += 1;
                    // Our database is migrated like the original.
                    ours.apply(std::slice::from_ref(&sql))?;
                }
                Err(error) => {
                    wrong.push(format!("{}: {sql}\n{error}", file.display()));
                    break;
                }
            }
        }
    }
    println!("{states} states of real schemas reached by plans, {moved} refused, {dialect}");
    if wrong.is_empty() { Ok(()) } else { Err(wrong.join("\n\n")) }
}
