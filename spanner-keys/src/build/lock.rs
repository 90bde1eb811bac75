//! The lock file: layouts as lines that people review and programs read back.
//!
//! ```text
//! version 1
//!
//! table Transactions
//!   key shard_id INT64, shard 16 of (txn_id)
//!   key txn_id STRING(26), ulid
//!   sum 3f6c0d0f2d1f2a55
//!
//! end
//! ```
//!
//! Every table has its own checksum, so that two branches that each add a table can be merged, and
//! a line that was changed by hand is noticed. The last line shows that the file is complete.

use std::collections::HashSet;
use std::fmt::Write as _;

use super::layout::{KeyColumn, Layout, Stored};
use crate::keys::fingerprint::fingerprint64;

/// The version that is written, and the newest that is read.
const VERSION: u32 = 1;

const HEADER: &str = "\
# The key layout of every table, which Spanner cannot alter once the table is made.
# Written by spanner-keys: review it and commit it, but do not edit it.
";

/// Why a lock file cannot be used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Unreadable {
    Damaged { line: usize, problem: String },
    Newer { version: u32 },
}

/// The file for these layouts, sorted by the names of their tables.
pub(super) fn write(layouts: &[Layout]) -> String {
    let mut sorted: Vec<&Layout> = layouts.iter().collect();
    sorted.sort_by(|one, two| one.table.cmp(&two.table));
    let mut file = format!("{HEADER}version {VERSION}\n");
    for layout in sorted {
        let lines = lines(layout);
        let sum = sum(&lines);
        _ = write!(file, "\n{}\n  sum {sum}\n", lines.join("\n"));
    }
    file + "\nend\n"
}

fn sum<T: AsRef<str>>(lines: &[T]) -> String {
    let lines: Vec<&str> = lines.iter().map(AsRef::as_ref).collect();
    format!("{:016x}", fingerprint64(lines.join("\n").as_bytes()))
}

/// The lines of a table, without its checksum.
fn lines(layout: &Layout) -> Vec<String> {
    let parent = layout.parent.as_ref().map_or_else(String::new, |parent| format!(" in {parent}"));
    let mut lines = vec![format!("table {}{parent}", layout.table)];
    lines.extend(
        layout.key.iter().map(|column| format!("  key {} {column}, {}", column.name, column.fill)),
    );
    for Stored { name, ty, googlesql, postgresql } in &layout.stored {
        if googlesql == postgresql {
            lines.extend(
                googlesql.iter().map(|text| format!("  stored {name} {ty} = {}", escape(text))),
            );
        } else {
            lines.extend(
                googlesql
                    .iter()
                    .map(|text| format!("  stored {name} {ty} googlesql = {}", escape(text))),
            );
            lines.extend(
                postgresql
                    .iter()
                    .map(|text| format!("  stored {name} {ty} postgresql = {}", escape(text))),
            );
        }
    }
    lines
}

/// SQL on one line.
fn escape(text: &str) -> String {
    text.replace('\\', r"\\").replace('\n', r"\n").replace('\r', r"\r")
}

fn unescape(text: &str) -> Option<String> {
    let mut plain = String::new();
    let mut letters = text.chars();
    while let Some(letter) = letters.next() {
        plain.push(match letter {
            '\\' => match letters.next()? {
                '\\' => '\\',
                'n' => '\n',
                'r' => '\r',
                _ => return None,
            },
            letter => letter,
        });
    }
    Some(plain)
}

/// Reads a lock file.
pub(super) fn read(file: &str) -> Result<Vec<Layout>, Unreadable> {
    let mut layouts: Vec<Layout> = Vec::new();
    let mut names = HashSet::new();
    let mut versioned = false;
    // The lines of the table that is being read.
    let mut table: Option<(Layout, Vec<&str>)> = None;
    let mut ended = None;
    for (at, line) in file.lines().enumerate() {
        let line_number = at + 1;
        let damaged = |problem: String| Unreadable::Damaged { line: line_number, problem };
        if line.trim().is_empty() || line.starts_with('#') {
            continue;
        }
        if ended.is_some() {
            return Err(damaged("follows `end`".to_owned()));
        }
        let (word, rest) = line.trim().split_once(' ').unwrap_or((line.trim(), ""));
        if !versioned {
            let version = (word == "version").then(|| rest.parse::<u32>().ok()).flatten();
            match version {
                Some(VERSION) => versioned = true,
                Some(version) if version > VERSION => return Err(Unreadable::Newer { version }),
                _ => return Err(damaged(format!("should be `version {VERSION}`"))),
            }
            continue;
        }
        match (word, &mut table) {
            ("table", None) => {
                let (name, parent) = rest
                    .split_once(" in ")
                    .map_or((rest, None), |(name, parent)| (name, Some(parent)));
                if !is_path(name) || !parent.is_none_or(is_path) {
                    return Err(damaged(
                        "should be `table NAME`, or `table NAME in PARENT`".to_owned(),
                    ));
                }
                if !names.insert(name) {
                    return Err(damaged(format!("is a second table `{name}`")));
                }
                let parent = parent.map(str::to_owned);
                table = Some((
                    Layout { table: name.to_owned(), parent, key: Vec::new(), stored: Vec::new() },
                    vec![line],
                ));
            }
            ("key", Some((layout, lines))) => {
                let column = key_column(rest)
                    .ok_or_else(|| damaged("is not a valid key column".to_owned()))?;
                layout.key.push(column);
                lines.push(line);
            }
            ("stored", Some((layout, lines))) => {
                stored(rest, &mut layout.stored)
                    .ok_or_else(|| damaged("is not a valid stored column".to_owned()))?;
                lines.push(line);
            }
            ("sum", Some((layout, lines))) => {
                // No fuzzer guesses a checksum.
                if rest != sum(lines) && !cfg!(fuzzing) {
                    let problem = format!(
                        "has a checksum mismatch for table `{}`: its lines were changed by hand",
                        layout.table
                    );
                    return Err(damaged(problem));
                }
                layouts.extend(table.take().map(|(layout, _)| layout));
            }
            ("end", None) => ended = Some(line_number),
            _ => return Err(damaged(format!("has an unexpected `{}`", shown(line)))),
        }
    }
    if ended.is_none() {
        return Err(Unreadable::Damaged {
            line: file.lines().count(),
            problem: "is the last one, but should be `end`".to_owned(),
        });
    }
    Ok(layouts)
}

/// A line with arbitrary content, for an error.
fn shown(line: &str) -> String {
    let line = line.trim();
    let start: String = line.chars().take(60).collect();
    if start.len() < line.len() { start + "…" } else { start }
}

fn is_name(text: &str) -> bool {
    !text.is_empty() && text.chars().all(|letter| letter.is_ascii_alphanumeric() || letter == '_')
}

fn is_path(text: &str) -> bool {
    text.split('.').count() <= 2 && text.split('.').all(is_name)
}

/// `shard_id INT64 DESC, shard 16 of (txn_id)`
fn key_column(line: &str) -> Option<KeyColumn> {
    let (column, fill) = line.split_once(", ")?;
    let mut words = column.split(' ');
    let (name, whole) = (words.next()?, words.next()?);
    let (ty, length) = match whole.split_once('(') {
        Some((ty, length)) => (ty, length.strip_suffix(')')?),
        None => (whole, ""),
    };
    let mut read = KeyColumn {
        name: name.to_owned(),
        ty: ty.to_owned(),
        length: length.to_owned(),
        nullable: false,
        commit_timestamp: false,
        descending: false,
        fill: fill.to_owned(),
    };
    for word in words {
        match word {
            "NULL" => read.nullable = true,
            "commit_timestamp" => read.commit_timestamp = true,
            "DESC" => read.descending = true,
            _ => return None,
        }
    }
    (is_name(name) && !ty.is_empty() && !fill.is_empty()).then_some(read)
}

/// `email_lower STRING = LOWER({email})`, or a text of one dialect.
fn stored(line: &str, all: &mut Vec<Stored>) -> Option<()> {
    let (column, text) = line.split_once(" = ")?;
    let mut words = column.split(' ');
    let (name, ty, dialect) = (words.next()?, words.next()?, words.next());
    let text = Some(unescape(text)?);
    let one =
        Stored { name: name.to_owned(), ty: ty.to_owned(), googlesql: None, postgresql: None };
    let known = all.last_mut().filter(|known| known.name == name);
    match (dialect, known) {
        (None, None) => all.push(Stored { googlesql: text.clone(), postgresql: text, ..one }),
        (Some("googlesql"), None) => all.push(Stored { googlesql: text, ..one }),
        (Some("postgresql"), None) => all.push(Stored { postgresql: text, ..one }),
        (Some("postgresql"), Some(known)) if known.postgresql.is_none() && known.ty == ty => {
            known.postgresql = text;
        }
        _ => return None,
    }
    (is_name(name) && !ty.is_empty() && words.next().is_none()).then_some(())
}
