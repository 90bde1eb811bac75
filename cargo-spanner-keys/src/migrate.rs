//! `diff` and `migrate`: what differs between two sources, and the plan from one to the other.

use std::env;
use std::fmt::Write as _;
use std::fs;
use std::io::{self, IsTerminal, Write as _};
use std::path::{Path, PathBuf};

use serde_json::{Value, json};
use spanner_keys::Dialect;
use spanner_keys::catalog::{Catalog, ProblemKind, guess_dialect};
use spanner_keys::migrate::{
    Change, Difference, ObjectKind, Options, Plan, Step, differences, migration_files, plan,
};

use crate::{FOUND, NOTHING, REFUSED, print, report, source};

/// What is written: for people, or for programs.
#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum Format {
    /// For people
    Text,
    /// For programs
    Json,
}

/// Who decides where texts cannot.
#[derive(Clone, Copy, clap::ValueEnum)]
pub(crate) enum Judge {
    /// Scratch databases in the emulator at SPANNER_EMULATOR_HOST
    Emulator,
}

pub(crate) const DIFF_EXAMPLES: &str = "\
Examples:
  cargo spanner-keys diff old.sql new.sql
  cargo spanner-keys diff spanner://my-project/my-instance/my-database   # with this package's schema file
  cargo spanner-keys diff migrations/ schema.sql --check                 # exit code 1 if they differ";

#[derive(clap::Args)]
pub(crate) struct Diff {
    /// The old schema, and the new one: files, folders of migrations, `-`, or
    /// `spanner://project/instance/database`; without a second one, this package's schema file
    #[arg(value_name = "SOURCE", required = true, num_args = 1..=2)]
    sources: Vec<String>,
    /// Make the exit code 1 if the schemas differ
    #[arg(long)]
    check: bool,
    /// Also print the statements
    #[arg(long)]
    sql: bool,
    /// How differences are printed
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
    /// Create both schemas in scratch databases, and compare what these print
    #[arg(long, value_enum)]
    judge: Option<Judge>,
    /// The dialect of the DDL; detected by default
    #[arg(long, value_name = "googlesql|postgresql")]
    dialect: Option<Dialect>,
}

pub(crate) const MIGRATE_EXAMPLES: &str = "\
Examples:
  cargo spanner-keys migrate --from spanner://my-project/my-instance/my-database   # to this package's schema file
  cargo spanner-keys migrate schema.sql --from migrations/ --out migrations/       # the next numbered files
  cargo spanner-keys migrate --from spanner://p/i/d --apply --yes
  cargo spanner-keys migrate --from spanner://p/i/d --allow drop-column:Orders.Note --rename Users=Accounts

Exit codes: 0 nothing to do, or done; 1 `--check` found a difference; 2 trouble; 3 refused";

#[derive(clap::Args)]
pub(crate) struct Migrate {
    /// The new schema; without it, this package's schema file
    #[arg(value_name = "TO")]
    to: Option<String>,
    /// The schema that exists: a file, a folder of migrations, `-`, or a database; without it, the
    /// folder `migrations` of this package
    #[arg(long, value_name = "SOURCE")]
    from: Option<String>,
    /// Write numbered files to this folder, one for each batch
    #[arg(long, value_name = "DIR", conflicts_with = "apply")]
    out: Option<PathBuf>,
    /// Run the plan on the database of `--from`
    #[arg(long)]
    apply: bool,
    /// Do not ask before `--apply`; required without a terminal
    #[arg(long, requires = "apply")]
    yes: bool,
    /// Make the exit code 1 if there is anything to do, and write nothing
    #[arg(long, conflicts_with_all = ["apply", "out"])]
    check: bool,
    /// What may be dropped: drop-table:T, drop-column:T.c, drop-index:I …
    #[arg(long, value_name = "DROP", value_delimiter = ',')]
    allow: Vec<String>,
    /// A table or column (T.c) that has another name in the new schema
    #[arg(long, value_name = "OLD=NEW")]
    rename: Vec<String>,
    /// The SQL expression for rows without a value in a column that becomes NOT NULL
    #[arg(long, value_name = "T.c=EXPRESSION")]
    backfill: Vec<String>,
    /// How the plan is printed
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
    /// The dialect of the DDL; detected by default
    #[arg(long, value_name = "googlesql|postgresql")]
    dialect: Option<Dialect>,
}

impl Migrate {
    /// The command that writes this plan to files.
    fn writing(&self, from: &str) -> String {
        let out = if Path::new(from).is_dir() { from } else { "migrations" };
        let mut words = vec!["cargo spanner-keys migrate".to_owned()];
        words.extend(self.to.as_deref().map(quoted));
        words.extend(self.dialect.map(|dialect| format!("--dialect {dialect}").to_lowercase()));
        words.push(format!("--from {}", quoted(from)));
        for (option, values) in
            [("--allow", &self.allow), ("--rename", &self.rename), ("--backfill", &self.backfill)]
        {
            words.extend(values.iter().map(|value| format!("{option} {}", quoted(value))));
        }
        words.push(format!("--out {}", quoted(out)));
        words.join(" ")
    }
}

/// An argument as a shell reads it.
fn quoted(text: &str) -> String {
    let is_plain = |letter: char| letter.is_alphanumeric() || "/._-:=,".contains(letter);
    if !text.is_empty() && text.chars().all(is_plain) {
        return text.to_owned();
    }
    format!("'{}'", text.replace('\'', "'\\''"))
}

/// Reads a source. A schema that is only partly understood is not compared: the rest would look
/// dropped.
fn read(source: Option<&String>, dialect: Option<Dialect>) -> Result<Catalog, String> {
    let sources: Vec<String> = source.into_iter().cloned().collect();
    let mut catalog = source::read_empty(&sources, dialect)?;
    if let Some(live) = source.filter(|source| source.starts_with("spanner://"))
        && catalog.has_unnamed_constraints()
    {
        name_constraints(live, &mut catalog)?;
    }
    if catalog.problems().is_empty() {
        return Ok(catalog);
    }
    let _ =
        io::stderr().write_all(report::problems(catalog.problems(), &catalog, false).as_bytes());
    let has = |kind| catalog.problems().iter().any(|problem| problem.kind == kind);
    let texts: Vec<&str> = catalog.sources().iter().map(|source| source.text.as_str()).collect();
    let looks = guess_dialect(&texts.join("\n"));
    let other = format!(
        "it looks like {looks}: each dialect has its own schema file, and its own folder, `migrations/{}`",
        looks.to_string().to_lowercase()
    );
    let help = if has(ProblemKind::Syntax) && looks != catalog.dialect() {
        &other
    } else if has(ProblemKind::Syntax) {
        "correct the statement, or report it if the database accepts it"
    } else if has(ProblemKind::UnknownTable) || has(ProblemKind::Unresolved) {
        "pass all files of the schema, in order"
    } else {
        "correct the comment"
    };
    Err(format!("the schema is not complete, so it cannot be compared\nhelp: {help}"))
}

/// The dialect in which a folder for both is read.
fn of_folder(source: &str, other: &Catalog) -> Option<Dialect> {
    let folder = Path::new(source);
    let both = folder.is_dir() && source::of_dialect(folder, None).is_err();
    both.then(|| other.dialect())
}

/// Both schemas, in one dialect.
fn both(
    from: &String,
    to: Option<&String>,
    dialect: Option<Dialect>,
) -> Result<(Catalog, Catalog), String> {
    if from == "-" && to.is_some_and(|to| to == "-") {
        return Err(
            "standard input can be one schema only\nhelp: write the other one to a file".to_owned()
        );
    }
    // The one that is named decides which file or folder of the package is the other one.
    let (mut from_read, mut to_read);
    if to.is_none() {
        from_read = read(Some(from), dialect)?;
        let known = from_read.tables().next().map(|_| from_read.dialect());
        to_read = read(to, dialect.or(known))?;
    } else {
        to_read = read(to, dialect)?;
        from_read = read(Some(from), dialect.or(of_folder(from, &to_read)))?;
    }
    if dialect.is_none() && from_read.dialect() != to_read.dialect() {
        // An empty schema, or one with few words, proves nothing.
        if from_read.tables().next().is_none() {
            from_read = Catalog::new(to_read.dialect());
        } else if to_read.tables().next().is_none() {
            to_read = Catalog::new(from_read.dialect());
        } else {
            return Err(format!(
                "one schema is {}, the other {}\nhelp: pass two schemas of one dialect, or `--dialect`",
                from_read.dialect(),
                to_read.dialect()
            ));
        }
    }
    Ok((from_read, to_read))
}

pub(crate) fn diff(arguments: &Diff) -> Result<u8, String> {
    let (mut from, mut to) =
        both(&arguments.sources[0], arguments.sources.get(1), arguments.dialect)?;
    if arguments.judge.is_some() {
        [from, to] = judged([from, to])?;
    }
    let mut found = differences(&from, &to);
    if arguments.judge.is_some() {
        // One database printed both: other words are another meaning.
        found.iter_mut().filter(|one| one.change == Change::Unclear).for_each(|one| {
            one.change = Change::Changed;
        });
    }
    let found: Vec<&Difference> = found.iter().collect();
    let text = match arguments.format {
        Format::Json => json_text(&found.iter().map(|one| difference_json(one)).collect()),
        Format::Text => {
            let mut text: String =
                found.iter().fold(String::new(), |text, one| text + &format!("{one}\n"));
            if arguments.sql && !found.is_empty() {
                let plan = plan(&from, &to, &Options::new());
                text.push_str(&plan_text(&plan));
            }
            let unclear = found.iter().filter(|one| one.change == Change::Unclear).count();
            match (found.len(), unclear) {
                (0, _) => text.push_str("the schemas are the same\n"),
                (1, 0) => text.push_str("1 difference\n"),
                (all, 0) => {
                    let _ = writeln!(text, "{all} differences");
                }
                (all, unclear) => {
                    let _ = writeln!(
                        text,
                        "{} differences; {unclear} undetermined: `--judge emulator` asks a database",
                        all - unclear
                    );
                }
            }
            text
        }
    };
    print(&text)?;
    Ok(if arguments.check && !found.is_empty() { FOUND } else { NOTHING })
}

fn pair(text: &str, option: &str, form: &str) -> Result<(String, String), String> {
    match text.split_once('=') {
        Some((one, two)) if !one.is_empty() && !two.is_empty() => {
            Ok((one.to_owned(), two.to_owned()))
        }
        _ => Err(format!("`{text}` is not valid for `{option}`\nhelp: write `{option} {form}`")),
    }
}

pub(crate) fn migrate(arguments: &Migrate) -> Result<u8, String> {
    let mut options = Options::new();
    for what in &arguments.allow {
        options = options.allow(what)?;
    }
    for text in &arguments.rename {
        let (old, new) = pair(text, "--rename", "OLD=NEW")?;
        options = options.rename(&old, &new);
    }
    for text in &arguments.backfill {
        let (column, value) = pair(text, "--backfill", "T.c=EXPRESSION")?;
        options = options.backfill(&column, &value);
    }
    let from_source = match &arguments.from {
        Some(from) => from.clone(),
        None => source::own_migrations()?,
    };
    let is_live = from_source.starts_with("spanner://");
    if arguments.apply && !is_live {
        return Err(
            "`--apply` needs a database\nhelp: pass `--from spanner://project/instance/database`"
                .to_owned(),
        );
    }
    if arguments.apply && !arguments.yes && !io::stdin().is_terminal() {
        return Err(
            "`--apply` does not ask without a terminal\nhelp: pass `--yes` to apply the plan"
                .to_owned(),
        );
    }
    if arguments.apply {
        settle(&from_source)?;
    }
    let (from, to) = both(&from_source, arguments.to.as_ref(), arguments.dialect)?;
    if is_live && env::var_os("SPANNER_EMULATOR_HOST").is_some() {
        options = options.for_emulator();
    }
    if let Some(error) = options.unknown_renames(&from, &to).into_iter().next() {
        return Err(error);
    }
    let mut plan = plan(&from, &to, &options);
    for error in options.unknown_drops(&from, &to) {
        // A run that was interrupted may have dropped it, or one that wrote files.
        let is_done = plan.refusals.iter().all(|refusal| refusal.allow.is_none())
            && (is_live || (plan.steps.is_empty() && plan.notes.is_empty()));
        if !is_done {
            return Err(error);
        }
        plan.notes.push(error.lines().next().unwrap_or_default().to_owned());
    }
    if is_live && plan.refusals.is_empty() {
        plan = with_copies(&from_source, plan)?;
    }
    print(&match arguments.format {
        Format::Json => plan_json(&plan),
        Format::Text => plan_text(&plan),
    })?;
    if !plan.refusals.is_empty() {
        return Ok(REFUSED);
    }
    if plan.steps.is_empty() {
        return Ok(NOTHING);
    }
    if arguments.check {
        let _ = writeln!(
            io::stderr(),
            "help: write the migration with `{}`",
            arguments.writing(&from_source)
        );
        return Ok(FOUND);
    }
    if let Some(folder) = &arguments.out {
        let (folder, _) = source::of_dialect(folder, Some(to.dialect()))?;
        for file in write_files(&plan, &folder)? {
            let _ = writeln!(io::stderr(), "wrote {}", file.display());
        }
    }
    if arguments.apply {
        if !arguments.yes && !asked()? {
            return Ok(NOTHING);
        }
        apply(&from_source, &plan)?;
    }
    Ok(NOTHING)
}

fn asked() -> Result<bool, String> {
    let _ = write!(io::stderr(), "apply this plan? [y/N] ");
    let mut answer = String::new();
    io::stdin()
        .read_line(&mut answer)
        .map_err(|error| format!("cannot read the answer: {error}"))?;
    Ok(matches!(answer.trim(), "y" | "Y" | "yes"))
}

#[cfg(feature = "live")]
fn name_constraints(source: &str, catalog: &mut Catalog) -> Result<(), String> {
    crate::live::name_constraints(&crate::live::database(source)?, catalog)
}

#[cfg(not(feature = "live"))]
fn name_constraints(_: &str, _: &mut Catalog) -> Result<(), String> {
    Ok(())
}

#[cfg(feature = "live")]
fn apply(source: &str, plan: &Plan) -> Result<(), String> {
    crate::apply::apply(&crate::live::database(source)?, plan)
}

#[cfg(not(feature = "live"))]
fn apply(_: &str, _: &Plan) -> Result<(), String> {
    Err("this build does not connect to databases\nhelp: install it with the feature `live`"
        .to_owned())
}

#[cfg(feature = "live")]
fn with_copies(source: &str, plan: Plan) -> Result<Plan, String> {
    crate::apply::with_copies(&crate::live::database(source)?, plan)
}

#[cfg(not(feature = "live"))]
fn with_copies(_: &str, plan: Plan) -> Result<Plan, String> {
    Ok(plan)
}

/// Waits for schema updates of an earlier run.
#[cfg(feature = "live")]
fn settle(source: &str) -> Result<(), String> {
    crate::apply::settle(&crate::live::database(source)?)
}

#[cfg(not(feature = "live"))]
fn settle(_: &str) -> Result<(), String> {
    Ok(())
}

#[cfg(feature = "live")]
fn judged(catalogs: [Catalog; 2]) -> Result<[Catalog; 2], String> {
    let dialect = catalogs[0].dialect();
    let printed = crate::apply::judged(&catalogs.map(|catalog| catalog.ddl()), dialect)?;
    Ok(printed.map(|statements| {
        let mut catalog = Catalog::new(dialect);
        catalog.read("the emulator", &statements.join(";\n"));
        catalog
    }))
}

#[cfg(not(feature = "live"))]
fn judged(_: [Catalog; 2]) -> Result<[Catalog; 2], String> {
    Err("this build does not connect to databases\nhelp: install it with the feature `live`"
        .to_owned())
}

fn plan_text(plan: &Plan) -> String {
    let mut text = String::new();
    for batch in plan.batches() {
        let slowest = batch.iter().map(|step| step.cost).max();
        let cost = slowest.map(|cost| cost.to_string()).unwrap_or_default();
        let kind = if batch[0].is_dml { "partitioned DML" } else { "schema" };
        let plural = if batch.len() == 1 { "" } else { "s" };
        let _ = writeln!(
            text,
            "-- batch {}: {} {kind} statement{plural}, {cost}",
            batch[0].batch,
            batch.len()
        );
        for check in batch.iter().flat_map(|step| &step.checks) {
            let _ = writeln!(
                text,
                "-- before it, this must return 0 ({}):\n--   {}",
                check.why, check.sql
            );
        }
        for step in batch {
            let _ = writeln!(text, "{}; -- {}: {}", step.sql, step.cost, step.why);
        }
        text.push('\n');
    }
    for refusal in &plan.refusals {
        let _ = writeln!(text, "refused: {refusal}");
        for line in &refusal.procedure {
            let _ = writeln!(text, "  {}", line.replace('\n', "\n  "));
        }
        text.push('\n');
    }
    for note in &plan.notes {
        let _ = writeln!(text, "note: {note}");
    }
    match (plan.steps.len(), plan.refusals.len()) {
        (0, 0) => text.push_str("nothing to do\n"),
        (steps, 0) => {
            let batches = plan.batches().count();
            let batches = format!("{batches} batch{}", if batches == 1 { "" } else { "es" });
            let plural = if steps == 1 { "" } else { "s" };
            let _ = writeln!(text, "{steps} statement{plural} in {batches}");
        }
        (_, refusals) => {
            let plural = if refusals == 1 { "" } else { "s" };
            let _ =
                writeln!(text, "{refusals} change{plural} refused: nothing is written or applied");
        }
    }
    text
}

fn json_text(list: &Vec<Value>) -> String {
    format!("{:#}\n", json!(list))
}

fn kind_name(kind: ObjectKind) -> String {
    kind.to_string().trim_end_matches(" of").replace(' ', "_")
}

fn difference_json(one: &Difference) -> Value {
    json!({
        "change": one.change.to_string().replace(' ', "_"),
        "kind": kind_name(one.kind),
        "table": one.table.as_ref().map(ToString::to_string),
        "name": one.name,
        "before": one.before,
        "after": one.after,
        "message": one.to_string(),
    })
}

fn plan_json(plan: &Plan) -> String {
    let list = |steps: &[Step]| {
        let list = steps.iter().map(|step| {
            let checks =
                step.checks.iter().map(|check| json!({ "sql": check.sql, "why": check.why }));
            json!({
                "sql": step.sql,
                "kind": if step.is_dml { "dml" } else { "ddl" },
                "cost": step.cost.to_string(),
                "batch": step.batch,
                "why": step.why,
                "checks": checks.collect::<Vec<_>>(),
            })
        });
        list.collect::<Vec<_>>()
    };
    let refusals = plan.refusals.iter().map(|refusal| {
        json!({
            "kind": format!("{:?}", refusal.kind),
            "object": refusal.object,
            "why": refusal.why,
            "procedure": refusal.procedure,
            "allow": refusal.allow,
        })
    });
    let all = json!({
        "steps": list(&plan.steps),
        "refusals": refusals.collect::<Vec<_>>(),
        "notes": plan.notes,
        "copies": list(&plan.copies),
    });
    format!("{all:#}\n")
}

/// One file for each batch, after the files that exist. All are written, or none.
fn write_files(plan: &Plan, folder: &Path) -> Result<Vec<PathBuf>, String> {
    let failed =
        |path: &Path, error: io::Error| format!("cannot write `{}`: {error}", path.display());
    fs::create_dir_all(folder).map_err(|error| failed(folder, error))?;
    let entries = fs::read_dir(folder).map_err(|error| failed(folder, error))?;
    let numbers = entries.flatten().filter_map(|entry| {
        let name = entry.file_name().to_string_lossy().into_owned();
        // Flyway's numbers follow a letter.
        let (letter, name) = match name.strip_prefix(['V', 'v']) {
            Some(rest) if rest.contains("__") => (name[..1].to_owned(), rest),
            _ => (String::new(), name.as_str()),
        };
        let digits: String = name.chars().take_while(char::is_ascii_digit).collect();
        Some((digits.parse::<u64>().ok()?, digits.len(), letter))
    });
    let (last, width, letter) = numbers.max().unwrap_or((0, 6, String::new()));
    let separator = if letter.is_empty() { "_" } else { "__" };
    let (ending, marker) = (ending(folder), marker(folder));
    let mut written = Vec::new();
    for (number, batch) in (last + 1..).zip(plan.batches()) {
        let name = file_name(batch);
        let path = folder.join(format!("{letter}{number:0width$}{separator}{name}{ending}"));
        let mut text = format!(
            "{marker}-- Written by `cargo spanner-keys migrate`. {}\n",
            if batch[0].is_dml {
                "Run it as partitioned DML."
            } else {
                "Run it as one schema update, and wait for its end."
            }
        );
        for check in batch.iter().flat_map(|step| &step.checks) {
            let _ = writeln!(
                text,
                "-- Before it, this must return 0 ({}):\n--   {}",
                comment(&check.why),
                check.sql
            );
        }
        for step in batch {
            let _ = write!(text, "\n-- {}: {}\n{};\n", step.cost, comment(&step.why), step.sql);
        }
        let made = fs::File::create_new(&path).and_then(|mut file| file.write_all(text.as_bytes()));
        if let Err(error) = made {
            for path in &written {
                let _ = fs::remove_file(path);
            }
            return Err(failed(&path, error));
        }
        written.push(path);
    }
    Ok(written)
}

/// The ending of new files: that of the files that exist. golang-migrate and wrench read `.up.sql`.
fn ending(folder: &Path) -> &'static str {
    let files = migration_files(folder).unwrap_or_default();
    let plain = |file: &PathBuf| !file.to_string_lossy().to_lowercase().ends_with(".up.sql");
    if files.last().is_some_and(plain) { ".sql" } else { ".up.sql" }
}

/// The line with which the files that exist begin, for goose, sql-migrate and dbmate.
fn marker(folder: &Path) -> String {
    const MARKERS: [&str; 3] = ["-- +goose Up", "-- +migrate Up", "-- migrate:up"];
    let files = migration_files(folder).unwrap_or_default();
    let text = files.last().and_then(|file| fs::read_to_string(file).ok()).unwrap_or_default();
    let mut found = MARKERS.into_iter().filter(|marker| text.lines().any(|line| line == *marker));
    found.next().map_or_else(String::new, |marker| format!("{marker}\n"))
}

/// A text for a comment: some tools split files at every `;`.
fn comment(text: &str) -> String {
    text.replace(';', ",")
}

/// A name from the first statement: `add_column_orders_note`.
fn file_name(batch: &[Step]) -> String {
    let first = batch.first().map(|step| step.sql.as_str()).unwrap_or_default();
    let words = first.split(|letter: char| !(letter.is_ascii_alphanumeric() || letter == '_'));
    let words: Vec<String> =
        words.filter(|word| !word.is_empty()).take(5).map(str::to_lowercase).collect();
    words.join("_").chars().take(60).collect()
}
