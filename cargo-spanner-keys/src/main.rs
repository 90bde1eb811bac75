//! `cargo spanner-keys`: finds what is hot in the schema of a Cloud Spanner database.

#![forbid(unsafe_code)]

#[cfg(feature = "live")]
mod apply;
mod audit;
mod explain;
mod extra_rules;
mod fixes;
#[cfg(feature = "live")]
mod live;
mod migrate;
#[cfg(feature = "live")]
mod observe;
mod report;
mod source;

use std::collections::HashSet;
use std::io::{self, IsTerminal, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use clap::{CommandFactory, Parser, Subcommand, ValueEnum};
use spanner_keys::Dialect;

use audit::Level;
use report::Format;

/// The exit codes: nothing to report, something found, something went wrong, refused.
const NOTHING: u8 = 0;
const FOUND: u8 = 1;
const TROUBLE: u8 = 2;
const REFUSED: u8 = 3;

#[derive(Parser)]
#[command(
    name = "cargo spanner-keys",
    bin_name = "cargo spanner-keys",
    version,
    about = "Keys that spread, for Cloud Spanner"
)]
#[command(
    after_help = "Exit codes: 0 nothing to report, 1 something found, 2 trouble (usage, unreadable input), 3 refused"
)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Find hot keys and indexes in an existing schema
    ///
    /// Reads DDL of either dialect, checks it with the rules of the compiler and a few more, and shows
    /// each finding in its file.
    #[command(after_help = AUDIT_EXAMPLES)]
    Audit(Audit),
    /// Compare two schemas
    ///
    /// Reports what differs, in words. Quotes, spaces and upper case do not count.
    #[command(after_help = migrate::DIFF_EXAMPLES)]
    Diff(migrate::Diff),
    /// Plan the way from an existing schema to a new one, and apply it
    ///
    /// Prints statements in an order that Spanner accepts, in batches with their cost. Drops only
    /// what is allowed by name.
    #[command(after_help = migrate::MIGRATE_EXAMPLES)]
    Migrate(migrate::Migrate),
    /// Print the page of a rule, or the list of all rules
    #[command(
        after_help = "Examples:\n  cargo spanner-keys explain              # all rules\n  cargo spanner-keys explain clock-leads"
    )]
    Explain {
        /// The name of the rule, as findings show it
        rule: Option<String>,
    },
    /// Print completions for a shell
    #[command(
        after_help = "Example:\n  cargo spanner-keys completions bash > ~/.local/share/bash-completion/completions/cargo-spanner-keys"
    )]
    Completions {
        /// The shell
        shell: clap_complete::Shell,
    },
}

const AUDIT_EXAMPLES: &str = "\
Examples:
  cargo spanner-keys audit schema.sql             # one file
  cargo spanner-keys audit migrations/            # a folder of migrations, in order
  cargo spanner-keys audit spanner://my-project/my-instance/my-database --observe
  gcloud spanner databases ddl describe DB --instance I | cargo spanner-keys audit -
  cargo spanner-keys audit schema.sql --format json > audit.json
  cargo spanner-keys audit schema.sql --baseline audit.json   # only new findings

Accept a hotspot with a reason, in a comment above the statement:
  -- spanner-keys: allow_hotspot \"ten rows a day\"";

#[derive(clap::Args)]
struct Audit {
    /// A file, a folder of migrations, `-` for standard input, or
    /// `spanner://project/instance/database`; without one, this package's schema file
    #[arg(value_name = "SOURCE")]
    sources: Vec<String>,
    /// How findings are printed
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
    /// The lowest level that makes the exit code 1
    #[arg(long, value_enum, default_value_t = FailOn::Hot)]
    fail_on: FailOn,
    /// Check only these rules
    #[arg(long, value_name = "RULE", value_delimiter = ',')]
    only: Vec<String>,
    /// Leave these rules out
    #[arg(long, value_name = "RULE", value_delimiter = ',')]
    skip: Vec<String>,
    /// Leave out the findings of this file, which `--format json` wrote
    #[arg(long, value_name = "FILE")]
    baseline: Option<PathBuf>,
    /// The dialect of the DDL; detected by default
    #[arg(long, value_name = "googlesql|postgresql")]
    dialect: Option<Dialect>,
    /// Settle what is likely: sample keys of the live database (stale reads, at most 1,000 rows for
    /// each column), and read its statistics
    #[arg(long)]
    observe: bool,
    /// When to use colors
    #[arg(long, value_enum, default_value_t = Color::Auto)]
    color: Color,
    /// Print findings only, no summary
    #[arg(long, short)]
    quiet: bool,
}

#[derive(Clone, Copy, ValueEnum)]
enum FailOn {
    /// Certain hotspots
    Hot,
    /// Likely ones too
    Likely,
    /// Any finding
    Any,
    /// Nothing
    Never,
}

impl FailOn {
    fn fails(self, level: Level) -> bool {
        match self {
            Self::Hot => level == Level::Hot,
            Self::Likely => level >= Level::Likely,
            Self::Any => true,
            Self::Never => false,
        }
    }
}

#[derive(Clone, Copy, ValueEnum)]
enum Color {
    /// On a terminal, unless NO_COLOR is set
    Auto,
    /// Always
    Always,
    /// Never
    Never,
}

impl Color {
    fn is_on(self) -> bool {
        match self {
            Self::Always => true,
            Self::Never => false,
            Self::Auto => {
                io::stdout().is_terminal()
                    && std::env::var_os("NO_COLOR").is_none_or(|set| set.is_empty())
            }
        }
    }
}

fn main() -> ExitCode {
    // Cargo passes the name of the subcommand.
    let mut arguments: Vec<_> = std::env::args_os().collect();
    if arguments.get(1).is_some_and(|first| first == "spanner-keys") {
        arguments.remove(1);
    }
    let result = match Cli::parse_from(arguments).command {
        Command::Audit(options) => audit(&options),
        Command::Diff(arguments) => migrate::diff(&arguments),
        Command::Migrate(arguments) => migrate::migrate(&arguments),
        Command::Explain { rule } => explain(rule.as_deref()),
        Command::Completions { shell } => {
            let mut text = Vec::new();
            clap_complete::generate(shell, &mut Cli::command(), "cargo-spanner-keys", &mut text);
            print(&String::from_utf8_lossy(&text)).map(|()| NOTHING)
        }
    };
    match result {
        Ok(code) => code.into(),
        Err(message) => {
            // Nothing to be done if standard error is closed.
            let _ = writeln!(io::stderr(), "error: {message}");
            TROUBLE.into()
        }
    }
}

/// Writes to standard output. A reader that stops early is not an error.
fn print(text: &str) -> Result<(), String> {
    let mut out = io::stdout().lock();
    match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
            Err(format!("cannot write: {error}"))
        }
        _ => Ok(()),
    }
}

fn explain(rule: Option<&str>) -> Result<u8, String> {
    let text = match rule {
        None => explain::list(),
        Some(rule) => explain::page(rule).ok_or_else(|| unknown_rule(rule))?,
    };
    print(&text).map(|()| NOTHING)
}

fn unknown_rule(rule: &str) -> String {
    let hint = explain::nearest(rule).map_or_else(
        || "`cargo spanner-keys explain` lists all rules".to_owned(),
        |near| format!("did you mean `{near}`?"),
    );
    format!("unknown rule `{rule}`\nhelp: {hint}")
}

fn audit(options: &Audit) -> Result<u8, String> {
    if let Some(rule) =
        options.only.iter().chain(&options.skip).find(|rule| explain::page(rule).is_none())
    {
        return Err(unknown_rule(rule));
    }
    let known = match &options.baseline {
        Some(path) => report::read_baseline(path)?,
        None => HashSet::new(),
    };
    let catalog = source::read(&options.sources, options.dialect)?;
    let (mut findings, trouble) = audit::run(&catalog);
    if options.observe {
        observe(&options.sources, &catalog, &mut findings)?;
    }
    let wanted = |rule: &str| {
        (options.only.is_empty() || options.only.iter().any(|only| only == rule))
            && !options.skip.iter().any(|skip| skip == rule)
    };
    findings.retain(|finding| wanted(finding.rule));
    let all = findings.len();
    findings.retain(|finding| !known.contains(&finding.identity()));
    let settled = all - findings.len();
    print(&report::write(options.format, &findings, &catalog, options.color.is_on()))?;
    let color = options.color.is_on() && io::stderr().is_terminal();
    let _ = io::stderr().write_all(report::problems(&trouble, &catalog, color).as_bytes());
    if !options.quiet && options.format == Format::Text {
        print(&report::summary(&findings, &catalog, settled))?;
    }
    let syntax =
        trouble.iter().any(|problem| problem.kind == spanner_keys::catalog::ProblemKind::Syntax);
    Ok(if syntax {
        TROUBLE
    } else if findings.iter().any(|finding| options.fail_on.fails(finding.level)) {
        FOUND
    } else {
        NOTHING
    })
}

#[cfg(feature = "live")]
fn observe(
    sources: &[String],
    catalog: &spanner_keys::catalog::Catalog,
    findings: &mut Vec<audit::Finding>,
) -> Result<(), String> {
    let live = sources.iter().find(|source| source.starts_with("spanner://"));
    let live = live
        .ok_or("`--observe` needs a database\nhelp: pass `spanner://project/instance/database`")?;
    live::observe(&live::database(live)?, catalog, findings)?;
    findings.sort_by_key(|finding| std::cmp::Reverse(finding.level));
    Ok(())
}

#[cfg(not(feature = "live"))]
fn observe(
    _: &[String],
    _: &spanner_keys::catalog::Catalog,
    _: &mut Vec<audit::Finding>,
) -> Result<(), String> {
    Err("this build does not connect to databases\nhelp: install it with the feature `live`"
        .to_owned())
}
