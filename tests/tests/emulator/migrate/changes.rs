//! Each kind of change that a person makes, with rows, and the way back.

use serde_json::{Value, json};
use spanner_keys::Dialect;
use spanner_keys::migrate::{Options, plan};
use spanner_keys_tests::emulator::{Database, Emulator};
use spanner_keys_tests::plans::allow_all;

use super::{Outcome, count, live, migrate, read, script};

/// The old schema, in GoogleSQL and PostgreSQL.
const OLD: [&str; 2] = [
    "CREATE TABLE P (Id STRING(36) NOT NULL) PRIMARY KEY (Id);
     CREATE TABLE T (Id STRING(36) NOT NULL, A STRING(20), N INT64, At TIMESTAMP, CONSTRAINT Small CHECK (N < 100)) PRIMARY KEY (Id);
     CREATE INDEX ByA ON T (A);
     CREATE TABLE C (Id STRING(36) NOT NULL, K INT64 NOT NULL) PRIMARY KEY (Id, K), INTERLEAVE IN PARENT P;
     CREATE SEQUENCE S OPTIONS (sequence_kind = 'bit_reversed_positive')",
    r#"create table "P" ("Id" varchar(36) primary key);
     create table "T" ("Id" varchar(36) primary key, "A" varchar(20), "N" bigint, "At" timestamptz, constraint "Small" check ("N" < 100));
     create index "ByA" on "T" ("A");
     create table "C" ("Id" varchar(36) not null, "K" bigint not null, primary key ("Id", "K")) interleave in parent "P";
     create sequence "S" bit_reversed_positive"#,
];

/// A case of `changes.txt`.
struct Changed {
    name: &'static str,
    /// The text of the old schema, the text in its place, and what the first statement of the plan
    /// contains; in GoogleSQL and PostgreSQL.
    texts: [Vec<&'static str>; 2],
    options: Vec<&'static str>,
}

impl Changed {
    fn read(case: &'static str) -> Option<Self> {
        let mut lines = case.lines();
        let name = lines.next()?;
        let mut texts = || Some(lines.next()?.split("=>").map(str::trim).collect());
        Some(Self { name, texts: [texts()?, texts()?], options: lines.collect() })
    }
}

pub(super) fn every_change_with_rows(emulator: &Emulator, dialect: Dialect) -> Result<(), String> {
    let (mut count, mut wrong) = (0, Vec::new());
    for case in include_str!("changes.txt").split("\n\n").skip(1) {
        let change = Changed::read(case).ok_or_else(|| format!("incomplete: {case}"))?;
        match one_change(emulator, dialect, &change) {
            Ok(()) => count += 1,
            Err(error) => wrong.push(format!("{}: {error}", change.name)),
        }
    }
    println!("{count} kinds of changes with rows, {dialect}");
    if wrong.is_empty() { Ok(()) } else { Err(wrong.join("\n\n")) }
}

fn one_change(emulator: &Emulator, dialect: Dialect, change: &Changed) -> Result<(), String> {
    let side = usize::from(dialect == Dialect::PostgreSql);
    let [from, to, first_statement] = change.texts[side][..] else {
        return Err("expected three texts".to_owned());
    };
    let mut new = OLD[side].replacen(from, to, 1);
    if new == OLD[side] {
        return Err(format!("`{from}` is not in the old schema"));
    }
    let mut options = Options::new();
    for option in &change.options {
        if let Some((old, name)) =
            option.strip_prefix("rename:").and_then(|names| names.split_once('='))
        {
            options = options.rename(old, name);
            if !old.contains('.') {
                let quote = |name: &str| {
                    if side == 0 { format!("ON {name} ") } else { format!("on \"{name}\" ") }
                };
                new = new.replace(&quote(old), &quote(name));
            }
        } else if option.starts_with("drop-") {
            options = options.allow(option)?;
        } else if let Some((column, value)) = option.split_once('=') {
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
    if !first.steps.first().is_some_and(|step| step.sql.contains(first_statement)) {
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
    for names in change.options.iter().filter_map(|option| option.strip_prefix("rename:")) {
        let (from, to) = names.split_once('=').ok_or("a rename has two names")?;
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
