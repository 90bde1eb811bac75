//! Plans on the emulator: an old schema with rows, the plan applied, read back equal to the new
//! schema, no row lost, and a second plan that is empty.

use std::cell::Cell;
use std::path::Path;
use std::{env, fs};

use serde_json::{Value, json};
use spanner_keys::Dialect;
use spanner_keys::catalog::{Catalog, ColumnValue, guess_dialect};
use spanner_keys::migrate::{Change, Difference, ObjectKind, Options, Plan, differences, plan};
use spanner_keys::schema::Scalar;
use spanner_keys_tests::emulator::{Database, Emulator, Error};
use spanner_keys_tests::random::{
    self, Spec, Values, changed as changed_spec, pairs, resolve, to_json,
};

use super::Case;
use super::fragile::{ENDS, Fragile};
use super::tables::{quoted, schema};

pub(crate) const CASES: &[Case] = cases![
    every_change_with_rows,
    what_is_in_the_way,
    random_pairs,
    states_of_real_schemas,
    a_table_move,
    a_column_move,
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

/// The options that a plan asks for: every drop, by its name.
fn allow_all(from: &Catalog, to: &Catalog, mut options: Options) -> Result<Options, String> {
    for refusal in plan(from, to, &options).refusals {
        if let Some(allow) = refusal.allow {
            options = options.allow(&allow)?;
        }
    }
    Ok(options)
}

fn count(database: &Database<'_>, table: &str) -> Result<Value, String> {
    let name: Vec<String> = table.split('.').map(|part| quoted(database.dialect(), part)).collect();
    let rows = database.query(&format!("SELECT COUNT(*) FROM {}", name.join(".")))?;
    Ok(rows[0][0].clone())
}

/// One kind of change: the old table, the new one, and what the plan has to be told.
struct Changed {
    name: &'static str,
    /// GoogleSQL and PostgreSQL.
    old: [&'static str; 2],
    new: [&'static str; 2],
    told: &'static [&'static str],
    /// What the first statement of the plan holds.
    first: [&'static str; 2],
}

const OLD: [&str; 2] = [
    "CREATE TABLE P (Id STRING(36) NOT NULL) PRIMARY KEY (Id);
     CREATE TABLE T (Id STRING(36) NOT NULL, A STRING(20), N INT64, At TIMESTAMP, CONSTRAINT Small CHECK (N < 100)) PRIMARY KEY (Id);
     CREATE INDEX ByA ON T (A);
     CREATE TABLE C (Id STRING(36) NOT NULL, K INT64 NOT NULL) PRIMARY KEY (Id, K), INTERLEAVE IN PARENT P;
     CREATE SEQUENCE S OPTIONS (sequence_kind = 'bit_reversed_positive')",
    "create table \"P\" (\"Id\" varchar(36) primary key);
     create table \"T\" (\"Id\" varchar(36) primary key, \"A\" varchar(20), \"N\" bigint, \"At\" timestamptz, constraint \"Small\" check (\"N\" < 100));
     create index \"ByA\" on \"T\" (\"A\");
     create table \"C\" (\"Id\" varchar(36) not null, \"K\" bigint not null, primary key (\"Id\", \"K\")) interleave in parent \"P\";
     create sequence \"S\" bit_reversed_positive",
];

/// The old schema with one text in place of another.
const fn changed(
    name: &'static str,
    google: [&'static str; 2],
    postgres: [&'static str; 2],
    first: [&'static str; 2],
    told: &'static [&'static str],
) -> Changed {
    Changed { name, old: [google[0], postgres[0]], new: [google[1], postgres[1]], told, first }
}

const CHANGES: &[Changed] = &[
    changed(
        "nullable column",
        ["N INT64,", "N INT64, X BOOL,"],
        ["\"N\" bigint,", "\"N\" bigint, \"X\" boolean,"],
        ["ADD COLUMN `X` BOOL", "ADD COLUMN \"X\" boolean"],
        &[],
    ),
    changed(
        "NOT NULL column with a default",
        ["N INT64,", "N INT64, X INT64 NOT NULL DEFAULT (5),"],
        ["\"N\" bigint,", "\"N\" bigint, \"X\" bigint not null default 5,"],
        ["NOT NULL DEFAULT (5)", "NOT NULL DEFAULT (5)"],
        &[],
    ),
    changed(
        "NOT NULL column, told a value",
        ["N INT64,", "N INT64, X INT64 NOT NULL,"],
        ["\"N\" bigint,", "\"N\" bigint, \"X\" bigint not null,"],
        ["NOT NULL DEFAULT (7)", "NOT NULL DEFAULT (7)"],
        &["T.X=7"],
    ),
    changed(
        "NOT NULL column from another",
        ["N INT64,", "N INT64, X STRING(36) NOT NULL,"],
        ["\"N\" bigint,", "\"N\" bigint, \"X\" varchar(36) not null,"],
        ["ADD COLUMN `X` STRING(36)", "ADD COLUMN \"X\" varchar(36)"],
        &["T.X=LOWER(#Id#)"],
    ),
    changed(
        "stored column",
        ["N INT64,", "N INT64, G INT64 AS (N + 1) STORED,"],
        ["\"N\" bigint,", "\"N\" bigint, \"G\" bigint generated always as (\"N\" + 1) stored,"],
        ["STORED", "STORED"],
        &[],
    ),
    changed(
        "set NOT NULL on an indexed column",
        ["A STRING(20),", "A STRING(20) NOT NULL,"],
        ["\"A\" varchar(20),", "\"A\" varchar(20) not null,"],
        ["DROP INDEX", "DROP INDEX"],
        &["T.A='none'"],
    ),
    changed(
        "set NOT NULL with a default",
        ["N INT64,", "N INT64 NOT NULL DEFAULT (3),"],
        ["\"N\" bigint,", "\"N\" bigint not null default 3,"],
        ["SET DEFAULT (3)", "SET DEFAULT (3)"],
        &[],
    ),
    changed(
        "widen",
        ["A STRING(20),", "A STRING(MAX) DEFAULT ('x'),"],
        ["\"A\" varchar(20),", "\"A\" varchar default 'x',"],
        ["SET DEFAULT", "SET DEFAULT"],
        &[],
    ),
    changed(
        "narrow",
        ["A STRING(20),", "A STRING(10),"],
        ["\"A\" varchar(20),", "\"A\" varchar(10),"],
        ["STRING(10)", "varchar(10)"],
        &[],
    ),
    changed(
        "text to bytes",
        ["A STRING(20),", "A BYTES(20),"],
        ["\"A\" varchar(20),", "\"A\" bytea,"],
        ["DROP INDEX", "DROP INDEX"],
        &[],
    ),
    changed(
        "longer key of a leaf",
        ["T (Id STRING(36)", "T (Id STRING(40)"],
        ["\"T\" (\"Id\" varchar(36)", "\"T\" (\"Id\" varchar(40)"],
        ["STRING(40)", "varchar(40)"],
        &[],
    ),
    changed(
        "default of a key",
        ["T (Id STRING(36) NOT NULL", "T (Id STRING(36) NOT NULL DEFAULT (GENERATE_UUID())"],
        ["\"T\" (\"Id\" varchar(36)", "\"T\" (\"Id\" varchar(36) default spanner.generate_uuid()"],
        ["SET DEFAULT", "SET DEFAULT"],
        &[],
    ),
    changed(
        "commit timestamp",
        ["At TIMESTAMP", "At TIMESTAMP OPTIONS (allow_commit_timestamp = true)"],
        ["timestamptz", "spanner.commit_timestamp"],
        ["allow_commit_timestamp = true", "spanner.commit_timestamp"],
        &[],
    ),
    changed(
        "changed check",
        ["N < 100", "N < 200"],
        ["\"N\" < 100", "\"N\" < 200"],
        ["DROP CONSTRAINT", "DROP CONSTRAINT"],
        &[],
    ),
    changed(
        "check of values",
        ["N < 100", "N IN (1, 2, 3, 4, 5)"],
        ["\"N\" < 100", "\"N\" in (1, 2, 3, 4, 5)"],
        ["DROP CONSTRAINT", "DROP CONSTRAINT"],
        &[],
    ),
    changed(
        "dropped check",
        [", CONSTRAINT Small CHECK (N < 100)", ""],
        [", constraint \"Small\" check (\"N\" < 100)", ""],
        ["DROP CONSTRAINT", "DROP CONSTRAINT"],
        &[],
    ),
    changed(
        "foreign key",
        ["CONSTRAINT Small", "CONSTRAINT Ref FOREIGN KEY (Id) REFERENCES P (Id), CONSTRAINT Small"],
        [
            "constraint \"Small\"",
            "constraint \"Ref\" foreign key (\"Id\") references \"P\" (\"Id\"), constraint \"Small\"",
        ],
        ["ADD CONSTRAINT", "ADD CONSTRAINT"],
        &[],
    ),
    changed(
        "on delete",
        ["IN PARENT P", "IN PARENT P ON DELETE CASCADE"],
        ["in parent \"P\"", "in parent \"P\" on delete cascade"],
        ["SET ON DELETE CASCADE", "SET ON DELETE CASCADE"],
        &[],
    ),
    changed(
        "stored column of an index",
        ["ON T (A)", "ON T (A) STORING (N)"],
        ["on \"T\" (\"A\")", "on \"T\" (\"A\") include (\"N\")"],
        ["ADD STORED COLUMN", "ADD INCLUDE COLUMN"],
        &[],
    ),
    changed(
        "key of an index",
        ["ON T (A)", "ON T (A, N DESC)"],
        ["on \"T\" (\"A\")", "on \"T\" (\"A\", \"N\" desc)"],
        ["`ByA_next`", "\"ByA_next\""],
        &[],
    ),
    changed(
        "unique index",
        ["CREATE INDEX ByA", "CREATE UNIQUE INDEX ByA"],
        ["create index \"ByA\"", "create unique index \"ByA\""],
        ["`ByA_next`", "\"ByA_next\""],
        &[],
    ),
    changed(
        "index under another name",
        ["INDEX ByA ", "INDEX OnA "],
        ["index \"ByA\" ", "index \"OnA\" "],
        ["CREATE INDEX `OnA`", "CREATE INDEX \"OnA\""],
        &[],
    ),
    changed(
        "dropped column",
        [" N INT64, At TIMESTAMP, CONSTRAINT Small CHECK (N < 100)", " At TIMESTAMP"],
        [
            " \"N\" bigint, \"At\" timestamptz, constraint \"Small\" check (\"N\" < 100)",
            " \"At\" timestamptz",
        ],
        ["DROP CONSTRAINT", "DROP CONSTRAINT"],
        &["drop-column:T.N"],
    ),
    changed(
        "dropped table",
        [
            "CREATE TABLE C (Id STRING(36) NOT NULL, K INT64 NOT NULL) PRIMARY KEY (Id, K), INTERLEAVE IN PARENT P;",
            "",
        ],
        [
            "create table \"C\" (\"Id\" varchar(36) not null, \"K\" bigint not null, primary key (\"Id\", \"K\")) interleave in parent \"P\";",
            "",
        ],
        ["DROP TABLE", "DROP TABLE"],
        &["drop-table:C"],
    ),
    changed(
        "row deletion policy",
        [
            "PRIMARY KEY (Id);\n     CREATE INDEX",
            "PRIMARY KEY (Id), ROW DELETION POLICY (OLDER_THAN(At, INTERVAL 36500 DAY));\n     CREATE INDEX",
        ],
        ["< 100));", "< 100)) ttl interval '36500 days' on \"At\";"],
        ["ADD ROW DELETION POLICY", "ADD TTL"],
        &[],
    ),
    changed(
        "skip range of a sequence",
        [
            "'bit_reversed_positive'",
            "'bit_reversed_positive', skip_range_min = 1, skip_range_max = 1000",
        ],
        ["bit_reversed_positive", "bit_reversed_positive skip range 1 1000"],
        ["skip_range_max = 1000", "SKIP RANGE 1 1000"],
        &[],
    ),
    changed(
        "renamed table",
        ["TABLE T (", "TABLE T2 ("],
        ["\"T\" (\"Id\"", "\"T2\" (\"Id\""],
        ["RENAME TO `T2`", "RENAME TO \"T2\""],
        &["rename:T=T2"],
    ),
    changed(
        "renamed column",
        ["N INT64, At TIMESTAMP, CONSTRAINT Small CHECK (N < 100)", "M INT64, At TIMESTAMP"],
        [
            "\"N\" bigint, \"At\" timestamptz, constraint \"Small\" check (\"N\" < 100)",
            "\"M\" bigint, \"At\" timestamptz",
        ],
        ["DROP CONSTRAINT", "DROP CONSTRAINT"],
        &["rename:T.N=M", "drop-column:T.N"],
    ),
    changed(
        "NOT NULL column with the name of its table",
        ["N INT64,", "N INT64, T INT64 NOT NULL,"],
        ["\"N\" bigint,", "\"N\" bigint, \"T\" bigint not null,"],
        ["ADD COLUMN `T` INT64", "ADD COLUMN \"T\" bigint"],
        &["T.T=LENGTH(#Id#)"],
    ),
    changed(
        "identity column",
        [
            "N INT64,",
            "N INT64, X INT64 NOT NULL GENERATED BY DEFAULT AS IDENTITY (BIT_REVERSED_POSITIVE),",
        ],
        [
            "\"N\" bigint,",
            "\"N\" bigint, \"X\" bigint not null generated by default as identity (bit_reversed_positive),",
        ],
        ["AS IDENTITY", "AS IDENTITY"],
        &[],
    ),
    changed(
        "array column",
        ["N INT64,", "N INT64, X ARRAY<STRING(10)>,"],
        ["\"N\" bigint,", "\"N\" bigint, \"X\" varchar(10)[],"],
        ["ADD COLUMN `X` ARRAY<STRING(10)>", "ADD COLUMN \"X\" varchar(10)[]"],
        &[],
    ),
    changed(
        "index without NULL",
        ["CREATE INDEX ByA ON T (A)", "CREATE NULL_FILTERED INDEX ByA ON T (A)"],
        ["on \"T\" (\"A\");", "on \"T\" (\"A\") where \"A\" is not null;"],
        ["`ByA_next`", "\"ByA_next\""],
        &[],
    ),
    changed(
        "foreign key that cascades",
        [
            "CONSTRAINT Small",
            "CONSTRAINT Ref FOREIGN KEY (Id) REFERENCES P (Id) ON DELETE CASCADE, CONSTRAINT Small",
        ],
        [
            "constraint \"Small\"",
            "constraint \"Ref\" foreign key (\"Id\") references \"P\" (\"Id\") on delete cascade, constraint \"Small\"",
        ],
        ["ON DELETE CASCADE", "ON DELETE CASCADE"],
        &[],
    ),
    changed(
        "default of a column",
        ["N INT64,", "N INT64 DEFAULT (3),"],
        ["\"N\" bigint,", "\"N\" bigint default 3,"],
        ["SET DEFAULT (3)", "SET DEFAULT (3)"],
        &[],
    ),
    changed(
        "table in a new schema",
        [
            "CREATE SEQUENCE",
            "CREATE SCHEMA sales; CREATE TABLE sales.Q (Id INT64 NOT NULL) PRIMARY KEY (Id); CREATE SEQUENCE",
        ],
        [
            "create sequence",
            "create schema sales; create table sales.\"Q\" (\"Id\" bigint primary key); create sequence",
        ],
        ["CREATE SCHEMA", "CREATE SCHEMA"],
        &[],
    ),
    changed(
        "new sequence",
        [
            "CREATE SEQUENCE S ",
            "CREATE SEQUENCE S2 OPTIONS (sequence_kind = 'bit_reversed_positive'); CREATE SEQUENCE S ",
        ],
        [
            "create sequence \"S\" ",
            "create sequence \"S2\" bit_reversed_positive; create sequence \"S\" ",
        ],
        ["CREATE SEQUENCE `S2`", "CREATE SEQUENCE \"S2\""],
        &[],
    ),
    changed(
        "view",
        [
            "CREATE SEQUENCE",
            "CREATE VIEW V SQL SECURITY INVOKER AS SELECT T.Id FROM T; CREATE SEQUENCE",
        ],
        [
            "create sequence",
            "create view \"V\" sql security invoker as select \"T\".\"Id\" from \"T\"; create sequence",
        ],
        ["VIEW", "view"],
        &[],
    ),
    changed(
        "change stream",
        ["CREATE SEQUENCE", "CREATE CHANGE STREAM W FOR T; CREATE SEQUENCE"],
        ["create sequence", "create change stream \"W\" for \"T\"; create sequence"],
        ["CHANGE STREAM", "change stream"],
        &[],
    ),
    changed(
        "new table with an index",
        [
            "CREATE SEQUENCE",
            "CREATE TABLE Q (Id STRING(36) NOT NULL) PRIMARY KEY (Id); CREATE UNIQUE INDEX ByQ ON Q (Id DESC); CREATE SEQUENCE",
        ],
        [
            "create sequence",
            "create table \"Q\" (\"Id\" varchar(36) primary key); create unique index \"ByQ\" on \"Q\" (\"Id\" desc); create sequence",
        ],
        ["CREATE TABLE", "CREATE TABLE"],
        &[],
    ),
];

fn every_change_with_rows(emulator: &Emulator, dialect: Dialect) -> Result<(), String> {
    let mut wrong = Vec::new();
    for change in CHANGES {
        if let Err(error) = one_change(emulator, dialect, change) {
            wrong.push(format!("{}: {error}", change.name));
        }
    }
    println!("{} kinds of changes with rows, {dialect}", CHANGES.len() - wrong.len());
    if wrong.is_empty() { Ok(()) } else { Err(wrong.join("\n\n")) }
}

fn one_change(emulator: &Emulator, dialect: Dialect, change: &Changed) -> Result<(), String> {
    let side = usize::from(dialect == Dialect::PostgreSql);
    let (from, to) = (change.old[side], change.new[side]);
    let mut new = OLD[side].replacen(from, to, 1);
    if new == OLD[side] {
        return Err(format!("`{from}` is not in the old schema"));
    }
    let mut options = Options::new();
    for told in change.told {
        if let Some((old, name)) =
            told.strip_prefix("rename:").and_then(|told| told.split_once('='))
        {
            options = options.rename(old, name);
            if !old.contains('.') {
                let quote = |name: &str| {
                    if side == 0 { format!("ON {name} ") } else { format!("on \"{name}\" ") }
                };
                new = new.replace(&quote(old), &quote(name));
            }
        } else if told.starts_with("drop-") {
            options = options.allow(told)?;
        } else if let Some((column, value)) = told.split_once('=') {
            let quote = if side == 0 { "`" } else { "\"" };
            options = options.backfill(column, &value.replace('#', quote));
        }
    }
    let database = emulator.database(dialect)?;
    database.apply(&read(dialect, OLD[side])?.ddl())?;
    let text = |text: &str| json!(text);
    database.insert("P", &["Id"], &[vec![text("a")], vec![text("b")]])?;
    database.insert("C", &["Id", "K"], &[vec![text("a"), text("1")]])?;
    let rows = [
        vec![text("a"), text("one"), text("1"), text("2024-01-01T00:00:00Z")],
        vec![text("b"), Value::Null, Value::Null, Value::Null],
    ];
    database.insert("T", &["Id", "A", "N", "At"], &rows)?;
    let wanted = read(dialect, &new)?;
    let first = plan(&live(&database)?, &wanted, &options);
    if !first.steps.first().is_some_and(|step| step.sql.contains(change.first[side])) {
        return Err(format!("unexpected plan:\n{}", script(&first)));
    }
    match migrate(&database, &wanted, &options)? {
        Some(Outcome::Done) => {}
        Some(Outcome::Stopped) => return Err(format!("stopped by its query:\n{}", script(&first))),
        None => return Err(format!("refused:\n{}", script(&first))),
    }
    let table = if change.name == "renamed table" { "T2" } else { "T" };
    if count(&database, table)? != json!("2") || count(&database, "P")? != json!("2") {
        return Err("rows are lost".to_owned());
    }
    let second = plan(&live(&database)?, &wanted, &options);
    // The emulator ignores one, and does not print the other.
    let ignored = ["commit timestamp", "index without NULL"].contains(&change.name) && side == 1;
    if !second.is_empty() && !ignored {
        return Err(format!("again:\n{}", script(&second)));
    }
    if ignored { Ok(()) } else { and_back(&database, change) }
}

/// The way back, with the rows that are there: what was added is dropped, if it is allowed by name.
fn and_back(database: &Database<'_>, change: &Changed) -> Result<(), String> {
    let dialect = database.dialect();
    // The emulator has no such statement in PostgreSQL.
    if change.name == "skip range of a sequence" && dialect == Dialect::PostgreSql {
        return Ok(());
    }
    let old = read(dialect, OLD[usize::from(dialect == Dialect::PostgreSql)])?;
    let mut options = Options::new();
    for told in change.told.iter().filter_map(|told| told.strip_prefix("rename:")) {
        let (from, to) = told.split_once('=').ok_or("a rename has two names")?;
        if from.contains('.') {
            return Ok(());
        }
        options = options.rename(to, from);
    }
    let options = allow_all(&live(database)?, &old, options)?;
    let plan = plan(&live(database)?, &old, &options);
    match migrate(database, &old, &options).map_err(|error| format!("back: {error}"))? {
        Some(Outcome::Done) if count(database, "T")? == json!("2") => Ok(()),
        _ => Err(format!("the way back:\n{}", script(&plan))),
    }
}

/// Values for rows that have none.
fn value_of(scalar: Scalar, array: bool, dialect: Dialect) -> String {
    let (google, text, ty) = match scalar {
        Scalar::Bool => ("false", "false", "boolean"),
        Scalar::Int64 => ("0", "0", "bigint"),
        Scalar::Float32 => ("CAST(0 AS FLOAT32)", "0", "real"),
        Scalar::Float64 => ("0.0", "0", "double precision"),
        Scalar::Numeric => ("NUMERIC '0'", "0", "numeric"),
        Scalar::Text => ("''", "", "varchar"),
        Scalar::Binary => ("b''", "", "bytea"),
        Scalar::CalendarDate => ("DATE '2020-01-01'", "2020-01-01", "date"),
        Scalar::UtcTimestamp => {
            ("TIMESTAMP '2020-01-01 00:00:00+00'", "2020-01-01 00:00:00+00", "timestamptz")
        }
        Scalar::JsonDocument => ("JSON '{}'", "{}", "jsonb"),
        Scalar::NativeUuid => ("NEW_UUID()", "", "uuid"),
    };
    match (dialect, array) {
        (Dialect::GoogleSql, true) => "[]".to_owned(),
        (Dialect::GoogleSql, false) => google.to_owned(),
        (Dialect::PostgreSql, true) => format!("ARRAY[]::{ty}[]"),
        (Dialect::PostgreSql, false) => format!("'{text}'::{ty}"),
    }
}

/// Inserts random rows, and returns the number of rows of each table.
fn insert_rows(
    database: &Database<'_>,
    spec: &Spec,
    seed: u64,
) -> Result<Vec<(String, usize)>, String> {
    let mut counts = Vec::new();
    for (table, rows) in spec.tables.iter().zip(spec.rows(&mut Values::new(seed), 3)?) {
        let name = table
            .schema
            .map_or_else(|| table.name.to_owned(), |schema| format!("{schema}.{}", table.name));
        let columns: Vec<&str> = rows.written.iter().map(|&at| table.columns[at].name).collect();
        let mut written = 0;
        for row in &rows.rows {
            let values: Option<Vec<Value>> =
                rows.written.iter().map(|&at| row[at].as_ref().map(to_json)).collect();
            // A row that only the database can complete is left out.
            if let Some(values) = values
                && database.insert(&name, &columns, &[values]).is_ok()
            {
                written += 1;
            }
        }
        counts.push((name, written));
    }
    Ok(counts)
}

#[derive(Default)]
struct Tally {
    done: Cell<usize>,
    empty: Cell<usize>,
    refused: Cell<usize>,
    stopped: Cell<usize>,
    rows: Cell<usize>,
    ended: Cell<usize>,
}

fn add(cell: &Cell<usize>, count: usize) {
    cell.set(cell.get() + count);
}

fn pair(
    emulator: &Emulator,
    dialect: Dialect,
    [old, new]: &[Spec; 2],
    tally: &Tally,
    with_rows: bool,
) -> Result<(), String> {
    let statements = |spec: &Spec| {
        schema(&spec.tables()).ddl(dialect).map_err(|error| format!("we refuse it: {error}"))
    };
    let database = emulator.database(dialect)?;
    let olds = statements(old)?;
    database.apply(&olds).map_err(|error| format!("{error}\n{}", olds.join(";\n")))?;
    // The emulator prints the new schema, so that only real differences are found.
    let judge = emulator.database(dialect)?;
    let news = statements(new)?;
    judge.apply(&news).map_err(|error| format!("{error}\n{}", news.join(";\n")))?;
    let counts = if with_rows { insert_rows(&database, old, random::seed())? } else { Vec::new() };
    let (from, wanted) = (live(&database)?, read(dialect, &news.join(";\n"))?);
    let mut options = Options::new();
    for table in wanted.tables() {
        for column in &table.columns {
            // The emulator's PostgreSQL has no such literal.
            let other = matches!(column.ty.scalar, Scalar::JsonDocument | Scalar::Float32);
            if dialect == Dialect::PostgreSql && other {
                continue;
            }
            let value = value_of(column.ty.scalar, column.ty.array, dialect);
            options = options.backfill(&format!("{}.{}", table.name, column.name), &value);
        }
    }
    let options = allow_all(&from, &wanted, options)?;
    let whole =
        |error: String| format!("{error}\nfrom:\n{}\nto:\n{}", olds.join(";\n"), news.join(";\n"));
    match migrate(&database, &wanted, &options).map_err(whole)? {
        None => {
            let plan = plan(&from, &wanted, &options);
            if plan
                .refusals
                .iter()
                .any(|one| one.why.starts_with("no order") || one.object.starts_with('`'))
            {
                return Err(whole(script(&plan)));
            }
            add(&tally.refused, 1);
        }
        Some(Outcome::Stopped) => add(&tally.stopped, 1),
        Some(Outcome::Done) => {
            let made = plan(&from, &wanted, &options);
            add(if made.steps.is_empty() { &tally.empty } else { &tally.done }, 1);
            for (table, written) in counts {
                let stays = wanted.tables().any(|one| one.name.to_string() == table);
                if stays && count(&database, &table).map_err(whole)? != json!(written.to_string()) {
                    return Err(whole(format!("rows of {table} are lost")));
                }
                add(&tally.rows, written);
            }
            same_prints(&database, &judge).map_err(whole)?;
        }
    }
    Ok(())
}

/// What the emulator prints for the migrated database and for one that was created with the new
/// schema: the same, texts included, so a plan between them is empty.
fn same_prints(database: &Database<'_>, judge: &Database<'_>) -> Result<(), String> {
    let (ours, fresh) = (live(database)?, live(judge)?);
    let second = plan(&ours, &fresh, &Options::new());
    let found = differences(&ours, &fresh);
    if found.is_empty() && second.is_empty() {
        return Ok(());
    }
    let found: Vec<String> = found.iter().map(ToString::to_string).collect();
    Err(format!("a new database prints otherwise: {}\n{}", found.join("\n"), script(&second)))
}

fn random_pairs(emulator: &Emulator, dialect: Dialect) -> Result<(), String> {
    let cases = random::count("SPANNER_KEYS_RANDOM_PAIRS", 150);
    let (fragile, tally, turn) = (Fragile::on(emulator), Tally::default(), Cell::new(0_u32));
    random::run(&format!("random pairs, {dialect}"), cases, &pairs(), |(old, changes)| {
        turn.set(turn.get() + 1);
        let with_rows = turn.get() % 2 == 0;
        let old = resolve(&old, dialect);
        let old = if with_rows { old.for_rows() } else { old };
        let new = changed_spec(&old, &changes, dialect);
        let specs = [old, new];
        let test = |emulator: &Emulator| pair(emulator, dialect, &specs, &tally, with_rows);
        match fragile.again_if_it_ends(dialect, test) {
            Err(error) if error.starts_with(ENDS) => {
                add(&tally.ended, 1);
                Ok(())
            }
            answer => answer,
        }
    })?;
    println!(
        "{cases} random pairs, {dialect}, seed {}: {} migrated and read back with {} rows, {} equal, {} need a table move, {} stopped by their query, {} ended the emulator",
        random::seed(),
        tally.done.get(),
        tally.rows.get(),
        tally.empty.get(),
        tally.refused.get(),
        tally.stopped.get(),
        tally.ended.get()
    );
    Ok(())
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

/// A name, the old and the new schema in GoogleSQL and PostgreSQL, and what may be dropped. An empty
/// text leaves a dialect out.
type Pair = (&'static str, [[&'static str; 2]; 2], &'static [&'static str]);

const PAIRS: &[Pair] = &[
    (
        "views that read views",
        [
            [
                "CREATE TABLE T (Id INT64, A STRING(9)) PRIMARY KEY (Id); CREATE VIEW Z SQL SECURITY INVOKER AS SELECT T.A FROM T; CREATE VIEW A1 SQL SECURITY INVOKER AS SELECT Z.A FROM Z",
                "CREATE TABLE T (Id INT64, A BYTES(9)) PRIMARY KEY (Id); CREATE VIEW Z SQL SECURITY INVOKER AS SELECT T.A FROM T; CREATE VIEW A1 SQL SECURITY INVOKER AS SELECT Z.A FROM Z",
            ],
            [
                "create table t (id bigint primary key, a varchar(9)); create view z sql security invoker as select t.a from t; create view a1 sql security invoker as select z.a from z",
                "create table t (id bigint primary key, a bytea); create view z sql security invoker as select t.a from t; create view a1 sql security invoker as select z.a from z",
            ],
        ],
        &[],
    ),
    (
        "a change stream of a column that is dropped",
        [
            [
                "CREATE TABLE T (Id INT64, A INT64, N INT64) PRIMARY KEY (Id); CREATE CHANGE STREAM S FOR T(A)",
                "CREATE TABLE T (Id INT64, N INT64) PRIMARY KEY (Id); CREATE CHANGE STREAM S FOR T(N)",
            ],
            [
                "create table t (id bigint primary key, a bigint, n bigint); create change stream s for t(a)",
                "create table t (id bigint primary key, n bigint); create change stream s for t(n)",
            ],
        ],
        &["drop-column:T.A", "drop-column:t.a"],
    ),
    (
        "a change stream of a column that is replaced by a new one",
        [
            [
                "CREATE TABLE T (Id INT64, A INT64, B INT64) PRIMARY KEY (Id); CREATE TABLE U (Id INT64) PRIMARY KEY (Id); CREATE CHANGE STREAM S FOR T(A, B), U",
                "CREATE TABLE T (Id INT64, A INT64, N INT64) PRIMARY KEY (Id); CREATE CHANGE STREAM S FOR T(A, N)",
            ],
            [
                "create table t (id bigint primary key, a bigint, b bigint); create table u (id bigint primary key); create change stream s for t(a, b), u",
                "create table t (id bigint primary key, a bigint, n bigint); create change stream s for t(a, n)",
            ],
        ],
        &["drop-column:T.B", "drop-column:t.b", "drop-table:U", "drop-table:u"],
    ),
    (
        "the options of a change stream, and a table that it watches too",
        [
            [
                "CREATE TABLE T (Id INT64) PRIMARY KEY (Id); CREATE CHANGE STREAM S FOR T",
                "CREATE TABLE T (Id INT64) PRIMARY KEY (Id); CREATE TABLE U (Id INT64) PRIMARY KEY (Id); CREATE CHANGE STREAM S FOR T, U OPTIONS (value_capture_type = 'NEW_ROW', retention_period = '3d')",
            ],
            [
                "create table t (id bigint primary key); create change stream s for t",
                "create table t (id bigint primary key); create table u (id bigint primary key); create change stream s for t, u with (value_capture_type = 'NEW_ROW', retention_period = '3d')",
            ],
        ],
        &[],
    ),
    (
        "another type with another default",
        [
            [
                "CREATE TABLE T (Id INT64, A STRING(9) NOT NULL DEFAULT ('x')) PRIMARY KEY (Id)",
                "CREATE TABLE T (Id INT64, A BYTES(9) NOT NULL DEFAULT (b'xy')) PRIMARY KEY (Id)",
            ],
            [
                "create table t (id bigint primary key, a bytea not null default 'x'::bytea)",
                "create table t (id bigint primary key, a varchar(9) not null default 'xy')",
            ],
        ],
        &[],
    ),
    (
        "a view that changes",
        [
            [
                "CREATE TABLE T (Id INT64, A INT64) PRIMARY KEY (Id); CREATE VIEW V SQL SECURITY INVOKER AS SELECT T.Id FROM T",
                "CREATE TABLE T (Id INT64, A INT64) PRIMARY KEY (Id); CREATE VIEW V SQL SECURITY INVOKER AS SELECT T.A FROM T",
            ],
            [
                "create table t (id bigint primary key, a bigint); create view v sql security invoker as select t.id from t",
                "create table t (id bigint primary key, a bigint); create view v sql security invoker as select t.a from t",
            ],
        ],
        &[],
    ),
    (
        "another name of a new table",
        [
            [
                "CREATE TABLE T (Id INT64) PRIMARY KEY (Id)",
                "CREATE TABLE T (Id INT64) PRIMARY KEY (Id); CREATE TABLE U (Id INT64, SYNONYM (V)) PRIMARY KEY (Id)",
            ],
            ["", ""],
        ],
        &[],
    ),
    (
        "a default from a sequence with the name of a column that is dropped",
        [
            [
                "CREATE SEQUENCE Q OPTIONS (sequence_kind = 'bit_reversed_positive'); CREATE SEQUENCE R OPTIONS (sequence_kind = 'bit_reversed_positive'); CREATE TABLE T (Id INT64, A INT64 DEFAULT (GET_NEXT_SEQUENCE_VALUE(SEQUENCE Q)), R INT64) PRIMARY KEY (Id)",
                "CREATE SEQUENCE Q OPTIONS (sequence_kind = 'bit_reversed_positive'); CREATE SEQUENCE R OPTIONS (sequence_kind = 'bit_reversed_positive'); CREATE TABLE T (Id INT64, A INT64 DEFAULT (GET_NEXT_SEQUENCE_VALUE(SEQUENCE R))) PRIMARY KEY (Id)",
            ],
            [
                "create sequence q bit_reversed_positive; create sequence r bit_reversed_positive; create table t (id bigint primary key, a bigint default nextval('q'), r bigint)",
                "create sequence q bit_reversed_positive; create sequence r bit_reversed_positive; create table t (id bigint primary key, a bigint default nextval('r'))",
            ],
        ],
        &["drop-column:T.R", "drop-column:t.r"],
    ),
    (
        "generated columns of one that changes",
        [
            [
                "CREATE TABLE T (Id INT64, A INT64, G INT64 AS (A + 1) STORED, H INT64 AS (G + 1) STORED, B INT64 AS (H + 1) STORED) PRIMARY KEY (Id)",
                "CREATE TABLE T (Id INT64, A INT64, G INT64 AS (A + 2) STORED, H INT64 AS (G + 1) STORED, B INT64 AS (H + 1) STORED) PRIMARY KEY (Id)",
            ],
            ["", ""],
        ],
        &["drop-column:T.G", "drop-column:T.H", "drop-column:T.B"],
    ),
];

fn what_is_in_the_way(emulator: &Emulator, dialect: Dialect) -> Result<(), String> {
    let side = usize::from(dialect == Dialect::PostgreSql);
    for (name, schemas, allowed) in PAIRS {
        let [old, new] = schemas[side];
        if old.is_empty() {
            continue;
        }
        let database = emulator.database(dialect)?;
        database.apply(&read(dialect, old)?.ddl())?;
        database.insert(if side == 0 { "T" } else { "t" }, &["id"], &[vec![json!("1")]])?;
        let wanted = read(dialect, new)?;
        let mut options = Options::new();
        for allow in *allowed {
            options = options.allow(allow)?;
        }
        let first = plan(&live(&database)?, &wanted, &options);
        let migrated = migrate(&database, &wanted, &options);
        let Some(Outcome::Done) = migrated.map_err(|error| format!("{name}: {error}"))? else {
            return Err(format!("{name}:\n{}", script(&first)));
        };
        let second = plan(&live(&database)?, &wanted, &options);
        if !second.is_empty() || count(&database, "t")? != json!("1") {
            return Err(format!("{name}, again:\n{}", script(&second)));
        }
    }
    Ok(())
}

/// A name, and in GoogleSQL and PostgreSQL: the old schema, the new one, rows, and queries whose
/// answers stay the same.
type Move = (&'static str, [[&'static str; 4]; 2]);

const MOVES: &[Move] = &[
    (
        "another key",
        [
            [
                "CREATE TABLE T (Id INT64 NOT NULL, A INT64 NOT NULL, CONSTRAINT Small CHECK (A < 100)) PRIMARY KEY (Id); CREATE INDEX ByA ON T (A); CREATE VIEW V SQL SECURITY INVOKER AS SELECT T.A FROM T",
                "CREATE TABLE T (Id INT64 NOT NULL, A INT64 NOT NULL, CONSTRAINT Small CHECK (A < 100)) PRIMARY KEY (A, Id); CREATE INDEX ByA ON T (A); CREATE VIEW V SQL SECURITY INVOKER AS SELECT T.A FROM T",
                "INSERT INTO T (Id, A) VALUES (1, 5), (2, 6)",
                "SELECT Id, A FROM T ORDER BY Id",
            ],
            [
                "create table t (id bigint not null, a bigint not null, constraint small check (a < 100), primary key (id)); create index bya on t (a); create view v sql security invoker as select t.a from t",
                "create table t (id bigint not null, a bigint not null, constraint small check (a < 100), primary key (a, id)); create index bya on t (a); create view v sql security invoker as select t.a from t",
                "insert into t (id, a) values (1, 5), (2, 6)",
                "select id, a from t order by id",
            ],
        ],
    ),
    (
        "a tenant in the keys of a family, and foreign keys",
        [
            [
                "CREATE TABLE R (K INT64) PRIMARY KEY (K); CREATE TABLE P (Id INT64 NOT NULL, Tenant INT64, Ref INT64, CONSTRAINT PF FOREIGN KEY (Ref) REFERENCES R (K)) PRIMARY KEY (Id); CREATE TABLE C (Id INT64 NOT NULL, N INT64 NOT NULL, V STRING(9)) PRIMARY KEY (Id, N), INTERLEAVE IN PARENT P ON DELETE CASCADE; CREATE UNIQUE INDEX ByV ON C (V); CREATE TABLE X (Id INT64, C1 INT64, C2 INT64, CONSTRAINT XF FOREIGN KEY (C1, C2) REFERENCES C (Id, N)) PRIMARY KEY (Id)",
                "CREATE TABLE R (K INT64) PRIMARY KEY (K); CREATE TABLE P (Id INT64 NOT NULL, Tenant INT64 NOT NULL, Ref INT64, CONSTRAINT PF FOREIGN KEY (Ref) REFERENCES R (K)) PRIMARY KEY (Tenant, Id); CREATE TABLE C (Id INT64 NOT NULL, N INT64 NOT NULL, V STRING(9), Tenant INT64 NOT NULL) PRIMARY KEY (Tenant, Id, N), INTERLEAVE IN PARENT P ON DELETE CASCADE; CREATE UNIQUE INDEX ByV ON C (V); CREATE TABLE X (Id INT64, C1 INT64, C2 INT64, CONSTRAINT XF FOREIGN KEY (C1, C2) REFERENCES C (Id, N)) PRIMARY KEY (Id)",
                "INSERT INTO R (K) VALUES (1); INSERT INTO P (Id, Tenant, Ref) VALUES (1, 7, 1), (2, 8, NULL); INSERT INTO C (Id, N, V) VALUES (1, 1, 'a'), (2, 1, 'b'); INSERT INTO X (Id, C1, C2) VALUES (1, 1, 1)",
                "SELECT Id, Tenant, Ref FROM P ORDER BY Id; SELECT Id, N, V FROM C ORDER BY Id; SELECT Id, C1, C2 FROM X",
            ],
            [
                "create table r (k bigint primary key); create table p (id bigint, tenant bigint, ref bigint, constraint pf foreign key (ref) references r (k), primary key (id)); create table c (id bigint, n bigint, v varchar(9), primary key (id, n)) interleave in parent p on delete cascade; create unique index byv on c (v); create table x (id bigint primary key, c1 bigint, c2 bigint, constraint xf foreign key (c1, c2) references c (id, n))",
                "create table r (k bigint primary key); create table p (id bigint, tenant bigint, ref bigint, constraint pf foreign key (ref) references r (k), primary key (tenant, id)); create table c (id bigint, n bigint, v varchar(9), tenant bigint, primary key (tenant, id, n)) interleave in parent p on delete cascade; create unique index byv on c (v); create table x (id bigint primary key, c1 bigint, c2 bigint, constraint xf foreign key (c1, c2) references c (id, n))",
                "insert into r (k) values (1); insert into p (id, tenant, ref) values (1, 7, 1), (2, 8, null); insert into c (id, n, v) values (1, 1, 'a'), (2, 1, 'b'); insert into x (id, c1, c2) values (1, 1, 1)",
                "select id, tenant, ref from p order by id; select id, n, v from c order by id; select id, c1, c2 from x",
            ],
        ],
    ),
    (
        "a default for a key that children have",
        [
            [
                "CREATE TABLE T (Id STRING(36) NOT NULL) PRIMARY KEY (Id); CREATE TABLE C (Id STRING(36) NOT NULL, N INT64) PRIMARY KEY (Id, N), INTERLEAVE IN PARENT T ON DELETE CASCADE",
                "CREATE TABLE T (Id STRING(36) NOT NULL DEFAULT (GENERATE_UUID())) PRIMARY KEY (Id); CREATE TABLE C (Id STRING(36) NOT NULL, N INT64) PRIMARY KEY (Id, N), INTERLEAVE IN PARENT T ON DELETE CASCADE",
                "INSERT INTO T (Id) VALUES ('a'), ('b'); INSERT INTO C (Id, N) VALUES ('a', 1)",
                "SELECT Id FROM T ORDER BY Id; SELECT Id, N FROM C",
            ],
            [
                "create table t (id varchar(36) primary key); create table c (id varchar(36), n bigint, primary key (id, n)) interleave in parent t on delete cascade",
                "create table t (id varchar(36) default spanner.generate_uuid() primary key); create table c (id varchar(36), n bigint, primary key (id, n)) interleave in parent t on delete cascade",
                "insert into t (id) values ('a'), ('b'); insert into c (id, n) values ('a', 1)",
                "select id from t order by id; select id, n from c",
            ],
        ],
    ),
    (
        "another shard count, type of a key and type of a column",
        [
            [
                "CREATE TABLE T (S INT64 NOT NULL AS (MOD(ABS(FARM_FINGERPRINT(CAST(Id AS STRING))), 16)) STORED, Id INT64 NOT NULL, A INT64, Gone INT64) PRIMARY KEY (S, Id)",
                "CREATE TABLE T (S INT64 NOT NULL AS (MOD(ABS(FARM_FINGERPRINT(Id)), 32)) STORED, Id STRING(20) NOT NULL, A STRING(20)) PRIMARY KEY (S, Id)",
                "INSERT INTO T (Id, A) VALUES (1, 5), (2, NULL)",
                "SELECT CAST(Id AS STRING), CAST(A AS STRING) FROM T ORDER BY 1",
            ],
            [
                "create table t (s bigint not null generated always as (mod(abs(spanner.farm_fingerprint(cast(id as varchar))), 16)) stored, id bigint, a bigint, gone bigint, primary key (s, id))",
                "create table t (s bigint not null generated always as (mod(abs(spanner.farm_fingerprint(id)), 32)) stored, id varchar(20), a varchar(20), primary key (s, id))",
                "insert into t (id, a) values (1, 5), (2, null)",
                "select cast(id as varchar), cast(a as varchar) from t order by 1",
            ],
        ],
    ),
];

/// Runs what a refusal prints.
fn follow(database: &Database<'_>, procedure: &[String]) -> Result<(), String> {
    let mut counts = Vec::new();
    for line in procedure {
        let sql = line.trim_end_matches(';');
        if sql.starts_with("--") {
            continue;
        }
        let failed = |error: Error| format!("{error}: {sql}");
        if sql.starts_with("INSERT") || sql.starts_with("UPDATE") {
            // Each part can run again.
            dml(database, sql).map_err(failed)?;
            dml(database, sql).map_err(failed)?;
        } else if sql.starts_with("SELECT") {
            counts.push(database.query(sql)?);
        } else {
            database.apply(&one_by_one(sql)).map_err(failed)?;
        }
    }
    let equal = counts.chunks(2).all(|pair| pair.first() == pair.last());
    if equal { Ok(()) } else { Err(format!("the numbers differ: {counts:?}")) }
}

/// The emulator has no rename of several tables, but several renames.
fn one_by_one(sql: &str) -> Vec<String> {
    if let Some(renames) = sql.strip_prefix("RENAME TABLE ") {
        let one = |rename: &str| format!("ALTER TABLE {}", rename.replace(" TO ", " RENAME TO "));
        return renames.split(", ").map(one).collect();
    }
    let renames = sql.split(", ALTER TABLE ").enumerate();
    let one = |(at, rename): (usize, &str)| {
        if at == 0 { rename.to_owned() } else { format!("ALTER TABLE {rename}") }
    };
    renames.map(one).collect()
}

fn parts(texts: &str) -> impl Iterator<Item = &str> {
    texts.split(';').map(str::trim)
}

/// The statements of a refused change lead to the new schema, with the rows.
fn a_table_move(emulator: &Emulator, dialect: Dialect) -> Result<(), String> {
    let side = usize::from(dialect == Dialect::PostgreSql);
    for (name, sides) in MOVES {
        let [old, new, rows, queries] = sides[side];
        let database = emulator.database(dialect)?;
        database.apply(&read(dialect, old)?.ddl())?;
        for sql in parts(rows) {
            dml(&database, sql)?;
        }
        let answers = || -> Result<Vec<_>, String> {
            parts(queries).map(|sql| database.query(sql).map_err(String::from)).collect()
        };
        let before = answers()?;
        let wanted = read(dialect, new)?;
        let refused = plan(&live(&database)?, &wanted, &Options::new());
        let [refusal] = refused.refusals.as_slice() else {
            return Err(format!("{name}: expected one refusal:\n{}", script(&refused)));
        };
        follow(&database, &refusal.procedure).map_err(|error| format!("{name}: {error}"))?;
        match migrate(&database, &wanted, &Options::new())? {
            Some(Outcome::Done) if answers()? == before => {}
            _ => {
                let left = plan(&live(&database)?, &wanted, &Options::new());
                return Err(format!("{name}: {:?}\n{}", answers()?, script(&left)));
            }
        }
    }
    Ok(())
}

/// So do those for a column. Its new name is the one that they print.
fn a_column_move(emulator: &Emulator, dialect: Dialect) -> Result<(), String> {
    let side = usize::from(dialect == Dialect::PostgreSql);
    let [old, new, row, query] = [
        [
            "CREATE TABLE T (Id INT64, A INT64 NOT NULL, CONSTRAINT Small CHECK (A < 100)) PRIMARY KEY (Id); CREATE INDEX ByA ON T (A)",
            "CREATE TABLE T (Id INT64, A STRING(9) NOT NULL, CONSTRAINT Small CHECK (A != 'x')) PRIMARY KEY (Id); CREATE INDEX ByA ON T (A)",
            "INSERT INTO T (Id, A) VALUES (1, 5)",
            "SELECT A_new FROM T",
        ],
        [
            "create table t (id bigint primary key, a bigint not null, constraint small check (a < 100)); create index bya on t (a)",
            "create table t (id bigint primary key, a varchar(9) not null, constraint small check (a <> 'x')); create index bya on t (a)",
            "insert into t (id, a) values (1, 5)",
            "select a_new from t",
        ],
    ][side];
    let database = emulator.database(dialect)?;
    database.apply(&read(dialect, old)?.ddl())?;
    dml(&database, row)?;
    let refused = plan(&live(&database)?, &read(dialect, new)?, &Options::new());
    let [refusal] = refused.refusals.as_slice() else {
        return Err(format!("expected one refusal:\n{}", script(&refused)));
    };
    follow(&database, &refusal.procedure)?;
    let (from, to) = if side == 0 { (" A ", " A_new ") } else { (" a ", " a_new ") };
    let new = new.replace(from, to).replace("(A", "(A_new").replace("(a", "(a_new");
    let left = plan(&live(&database)?, &read(dialect, &new)?, &Options::new());
    if left.is_empty() && database.query(query)? == [[json!("5")]] {
        return Ok(());
    }
    Err(script(&left))
}
