//! The lock file: what was shipped, as lines that people review and programs read back.
//!
//! ```text
//! version 2
//!
//! table Customers
//!   variants plan
//!     Free = 1
//!     Team = 2
//!   googlesql
//!     CREATE TABLE `Customers` (
//!       `customer_id` STRING(36) NOT NULL DEFAULT (GENERATE_UUID()),
//!       `plan` INT64 NOT NULL
//!     ) PRIMARY KEY (`customer_id`);
//!   sum 3f6c0d0f2d1f2a55
//!
//! end
//! ```
//!
//! Every table has its own checksum, so that two branches that each add a table can be merged, and
//! a line that was changed by hand is noticed. The last line shows that the file is complete.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use super::old_lock::{self, Layout};
use super::script_dialect;
use super::shipped::{Content, Fact, Part, Shipped};
use crate::dialect::Dialect;
use crate::keys::fingerprint::fingerprint64;

/// The version that is written, and the newest that is read.
const VERSION: u32 = 2;

const HEADER: &str = "\
# What was shipped: every table, and everything else that its databases have.
# Written by spanner-keys: review it and commit it, but do not edit it.
";

const BEFORE: &str = "before the tables";
const AFTER: &str = "after the tables";

/// Why a lock file cannot be used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Unreadable {
    Damaged { line: usize, problem: String },
    Newer { version: u32 },
}

/// The content of a lock file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Lock {
    /// The keys and stored columns of the first version.
    Layouts(Vec<Layout>),
    Shipped(Shipped),
}

/// The file.
pub(super) fn write(shipped: &Shipped) -> String {
    let mut file = format!("{HEADER}version {VERSION}\n");
    for (part, content) in &shipped.parts {
        let lines = lines(part, content);
        let sum = sum(&lines);
        _ = write!(file, "\n{}\n  sum {sum}\n", lines.join("\n"));
    }
    file + "\nend\n"
}

/// Whether two files have the same content: comments and line ends do not matter.
pub(super) fn says_the_same(kept: &str, now: &str) -> bool {
    let lines = |file: &'_ str| -> Vec<String> {
        let lines = file.lines().filter(|line| !line.starts_with('#') && !line.is_empty());
        lines.map(str::to_owned).collect()
    };
    lines(kept) == lines(now)
}

fn sum<T: AsRef<str>>(lines: &[T]) -> String {
    let lines: Vec<&str> = lines.iter().map(AsRef::as_ref).collect();
    format!("{:016x}", fingerprint64(lines.join("\n").as_bytes()))
}

/// The lines of a part, without its checksum.
fn lines(part: &Part, content: &Content) -> Vec<String> {
    let parent = content.parent.as_ref().map_or_else(String::new, |parent| format!(" in {parent}"));
    let mut lines = vec![match part {
        Part::Before => BEFORE.to_owned(),
        Part::After => AFTER.to_owned(),
        Part::Table(name) => format!("table {name}{parent}"),
    }];
    for (column, fact) in &content.facts {
        match fact {
            Fact::Shard(words) => lines.push(format!("  shard {column} = {words}")),
            Fact::Variants(variants) => {
                lines.push(format!("  variants {column}"));
                let variants = variants.iter();
                lines.extend(
                    variants.map(|(name, value)| format!("    {name} = {}", escape(value))),
                );
            }
        }
    }
    for (dialect, sql) in &content.sql {
        lines.push(format!("  {}", script_dialect(*dialect)));
        lines.extend(sql.split('\n').map(|line| match line {
            "" => "    \\".to_owned(),
            line => format!("    {}", escape(line)),
        }));
    }
    lines
}

/// Text on one line.
fn escape(text: &str) -> String {
    text.replace('\\', r"\\").replace('\n', r"\n").replace('\r', r"\r")
}

pub(super) fn unescape(text: &str) -> Option<String> {
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

/// A part that is being read.
struct Open<'f> {
    part: Part,
    content: Content,
    /// For the checksum.
    lines: Vec<&'f str>,
    /// What lines with a deeper indent belong to.
    block: Option<Block>,
    layout: Layout,
}

enum Block {
    Variants(String),
    Sql(Dialect),
}

/// Reads a lock file.
pub(super) fn read(file: &str) -> Result<Lock, Unreadable> {
    let (mut shipped, mut layouts) = (Shipped::default(), Vec::new());
    let mut seen: BTreeSet<Part> = BTreeSet::new();
    let mut version = None;
    let mut open: Option<Open<'_>> = None;
    let mut ended = None;
    for (at, line) in file.lines().enumerate() {
        let line_number = at + 1;
        let damaged =
            |problem: &str| Unreadable::Damaged { line: line_number, problem: problem.to_owned() };
        if line.trim().is_empty() || line.starts_with('#') {
            continue;
        }
        if ended.is_some() {
            return Err(damaged("follows `end`"));
        }
        let Some(known) = version else {
            version = Some(read_version(line).map_err(|newer| {
                newer.unwrap_or_else(|| damaged(&format!("should be `version {VERSION}`")))
            })?);
            continue;
        };
        let (word, rest) = line.trim().split_once(' ').unwrap_or((line.trim(), ""));
        let Some(part) = &mut open else {
            if line == "end" {
                ended = Some(line_number);
                continue;
            }
            let part = head(line, known).map_err(&damaged)?;
            if !seen.insert(part.part.clone()) {
                return Err(damaged(&format!("is a second `{line}`")));
            }
            open = Some(Open { lines: vec![line], ..part });
            continue;
        };
        if line.strip_prefix("  ").is_some_and(|rest| rest.starts_with("sum ")) {
            // No fuzzer guesses a checksum.
            if rest != sum(&part.lines) && !cfg!(fuzzing) {
                let of = part.lines[0];
                let problem = format!(
                    "has a checksum mismatch for {}: its lines were changed by hand",
                    quoted(of)
                );
                return Err(damaged(&problem));
            }
            let Some(mut part) = open.take() else { continue };
            for sql in part.content.sql.values_mut() {
                sql.pop();
            }
            layouts.push(part.layout);
            shipped.parts.insert(part.part, part.content);
            continue;
        }
        part.lines.push(line);
        let read = if known == 1 { part.layout.read(word, rest) } else { part.read(line) };
        read.map_err(|problem| match problem {
            Some(problem) => damaged(problem),
            None => damaged(&format!("has an unexpected `{}`", shown(line))),
        })?;
    }
    if ended.is_none() {
        return Err(Unreadable::Damaged {
            line: file.lines().count(),
            problem: "is the last one, but should be `end`".to_owned(),
        });
    }
    for (part, Content { parent, .. }) in &shipped.parts {
        if let (Part::Table(name), Some(parent)) = (part, parent)
            && !shipped.has(parent)
        {
            return Err(Unreadable::Damaged {
                line: ended.unwrap_or_default(),
                problem: format!("is the end, but table `{name}` misses its parent `{parent}`"),
            });
        }
    }
    Ok(if version == Some(1) { Lock::Layouts(layouts) } else { Lock::Shipped(shipped) })
}

/// The version; an error without a content is a damaged line.
fn read_version(line: &str) -> Result<u32, Option<Unreadable>> {
    let number = line.strip_prefix("version ").and_then(|rest| rest.parse::<u32>().ok());
    match number {
        Some(version @ 1..=VERSION) => Ok(version),
        Some(version) if version > VERSION => Err(Some(Unreadable::Newer { version })),
        _ => Err(None),
    }
}

/// The first line of a part.
fn head(line: &str, version: u32) -> Result<Open<'static>, &'static str> {
    const EXPECTED: &str = "should be `table NAME`, or `table NAME in PARENT`";
    let mut content = Content::default();
    let mut layout = Layout::default();
    let part = match line {
        BEFORE if version > 1 => Part::Before,
        AFTER if version > 1 => Part::After,
        line => {
            let rest = line.strip_prefix("table ").ok_or(EXPECTED)?;
            let (name, parent) =
                rest.split_once(" in ").map_or((rest, None), |(name, parent)| (name, Some(parent)));
            if !is_path(name) || !parent.is_none_or(is_path) {
                return Err(EXPECTED);
            }
            content.parent = parent.map(str::to_owned);
            layout = Layout::new(name, parent);
            Part::Table(name.to_owned())
        }
    };
    Ok(Open { part, content, lines: Vec::new(), block: None, layout })
}

impl Open<'_> {
    /// Reads a line of the current version. The error is what is wrong with the line, if it is known.
    fn read(&mut self, line: &str) -> Result<(), Option<&'static str>> {
        if let Some(text) = line.strip_prefix("    ") {
            return self.read_in_block(text).ok_or(None);
        }
        let (word, rest) = line.trim().split_once(' ').unwrap_or((line.trim(), ""));
        if !line.starts_with("  ") {
            return Err(None);
        }
        match (word, rest) {
            ("variants", column) if is_name(column) => {
                let variants = Fact::Variants(Vec::new());
                if self.content.facts.insert(column.to_owned(), variants).is_some() {
                    return Err(Some("is a second line for this column"));
                }
                self.block = Some(Block::Variants(column.to_owned()));
            }
            ("shard", rest) => {
                let (column, words) = rest.split_once(" = ").ok_or(None)?;
                let shard = Fact::Shard(words.to_owned());
                if !is_name(column) || self.content.facts.insert(column.to_owned(), shard).is_some()
                {
                    return Err(Some("is not a valid shard"));
                }
                self.block = None;
            }
            (name, "") => {
                let dialect = [Dialect::GoogleSql, Dialect::PostgreSql]
                    .into_iter()
                    .find(|dialect| script_dialect(*dialect) == name)
                    .ok_or(None)?;
                if self.content.sql.insert(dialect, String::new()).is_some() {
                    return Err(Some("is a second line for this dialect"));
                }
                self.block = Some(Block::Sql(dialect));
            }
            _ => return Err(None),
        }
        Ok(())
    }

    fn read_in_block(&mut self, text: &str) -> Option<()> {
        match self.block.as_ref()? {
            Block::Variants(column) => {
                let (name, value) = text.split_once(" = ")?;
                let Some(Fact::Variants(list)) = self.content.facts.get_mut(column) else {
                    return None;
                };
                list.push((name.to_owned(), unescape(value)?));
            }
            Block::Sql(dialect) => {
                let line = if text == "\\" { String::new() } else { unescape(text)? };
                let sql = self.content.sql.get_mut(dialect)?;
                sql.push_str(&line);
                sql.push('\n');
            }
        }
        Some(())
    }
}

/// The head of a part, for an error.
fn quoted(head: &str) -> String {
    match head.strip_prefix("table ") {
        Some(rest) => format!("table `{}`", rest.split(' ').next().unwrap_or_default()),
        None => format!("`{head}`"),
    }
}

/// A line with arbitrary content, for an error.
fn shown(line: &str) -> String {
    let line = line.trim();
    let start: String = line.chars().take(60).collect();
    if start.len() < line.len() { start + "…" } else { start }
}

pub(super) fn is_name(text: &str) -> bool {
    !text.is_empty() && text.chars().all(|letter| letter.is_ascii_alphanumeric() || letter == '_')
}

fn is_path(text: &str) -> bool {
    text.split('.').count() <= 2 && text.split('.').all(is_name)
}

/// The content of a lock of any version. Tables of the first version are completed from the structs.
pub(super) fn upgraded(
    lock: Lock,
    now: &[crate::schema::TableDef<'_>],
    dialects: &[Dialect],
) -> Shipped {
    match lock {
        Lock::Shipped(shipped) => shipped,
        Lock::Layouts(layouts) => old_lock::upgraded(&layouts, now, dialects),
    }
}
