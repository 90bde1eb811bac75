//! Each kind of change that a person makes, with rows, and the way back.

use serde_json::{Value, json};
use spanner_keys::Dialect;
use spanner_keys::migrate::{Options, plan};
use spanner_keys_tests::emulator::{Database, Emulator};
use spanner_keys_tests::plans::allow_all;

use super::{Outcome, count, live, migrate, read, script};

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

pub(super) fn every_change_with_rows(emulator: &Emulator, dialect: Dialect) -> Result<(), String> {
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
