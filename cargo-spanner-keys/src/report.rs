//! Findings as text, JSON, SARIF, and lines for GitHub and editors.

use std::collections::HashSet;
use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use annotate_snippets::{AnnotationKind, Level as Title, Origin, Renderer, Snippet};
use clap::ValueEnum;
use serde_json::{Value, json};
use spanner_keys::catalog::{Catalog, ProblemKind, ReadProblem, SourceSpan};

use crate::audit::{Finding, Level};
use crate::explain;

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    /// As the compiler prints errors
    Text,
    /// A list with one object for each finding
    Json,
    /// SARIF 2.1.0, for code scanning
    Sarif,
    /// Annotations of GitHub Actions
    Github,
    /// `file:line:column: level: message [rule]`
    Gcc,
}

/// A catalog, and where the lines of its files begin.
struct Files<'c> {
    catalog: &'c Catalog,
    lines: Vec<Vec<usize>>,
    /// The characters before every block of a file: a file may be one long line.
    characters: Vec<Vec<usize>>,
}

/// The bytes of a block.
const BLOCK: usize = 1024;

/// The bytes before and behind a finding that are shown of a long line.
const AROUND: usize = 200;

fn count_characters(bytes: &[u8]) -> usize {
    bytes.iter().filter(|byte| **byte & 0xC0 != 0x80).count()
}

impl<'c> Files<'c> {
    fn of(catalog: &'c Catalog) -> Self {
        let begins = |text: &str| {
            let ends = text.bytes().enumerate().filter(|(_, byte)| *byte == b'\n');
            std::iter::once(0).chain(ends.map(|(at, _)| at + 1)).collect()
        };
        let characters = |text: &str| {
            let mut count = 0;
            let before = text.as_bytes().chunks(BLOCK).map(|block| {
                count += count_characters(block);
                count
            });
            std::iter::once(0).chain(before).collect()
        };
        let sources = catalog.sources().iter();
        Self {
            catalog,
            lines: sources.clone().map(|source| begins(&source.text)).collect(),
            characters: sources.map(|source| characters(&source.text)).collect(),
        }
    }

    /// The characters before a position.
    fn characters(&self, source: usize, at: usize) -> usize {
        let text = self.catalog.sources().get(source).map_or(&[][..], |file| file.text.as_bytes());
        let at = at.min(text.len());
        let block = at / BLOCK;
        let before = self.characters.get(source).and_then(|counts| counts.get(block));
        before.copied().unwrap_or_default() + count_characters(&text[block * BLOCK..at])
    }

    /// The line of a position, counted from 0, and where it begins.
    fn line(&self, source: usize, at: usize) -> (usize, usize) {
        let lines = self.lines.get(source).map_or(&[][..], Vec::as_slice);
        let line = lines.partition_point(|begin| *begin <= at).saturating_sub(1);
        (line, lines.get(line).copied().unwrap_or_default())
    }

    fn place(&self, span: SourceSpan) -> Place<'c> {
        let Some(source) = self.catalog.sources().get(span.source) else {
            return Place { file: "", line: 1, column: 1, end_line: 1, end_column: 1 };
        };
        let position = |at: usize| {
            let (line, begin) = self.line(span.source, at);
            let characters = |at| self.characters(span.source, at);
            (line + 1, characters(at) - characters(begin) + 1)
        };
        let ((line, column), (end_line, end_column)) = (position(span.start), position(span.end));
        Place { file: &source.name, line, column, end_line, end_column }
    }
}

/// A position for people: lines and columns count from 1.
struct Place<'c> {
    file: &'c str,
    line: usize,
    column: usize,
    end_line: usize,
    end_column: usize,
}

pub(crate) fn write(
    format: Format,
    findings: &[Finding],
    catalog: &Catalog,
    color: bool,
) -> String {
    let files = &Files::of(catalog);
    match format {
        Format::Text => text(findings, files, color),
        Format::Json => json_list(findings, files),
        Format::Sarif => sarif(findings, files),
        Format::Github => lines(findings, files, |finding, place| {
            let level = match finding.level {
                Level::Hot => "error",
                Level::Likely => "warning",
                Level::Advice => "notice",
            };
            format!(
                "::{level} file={},line={},col={},title={}::{}",
                property(place.file),
                place.line,
                place.column,
                property(&format!("{} ({})", finding.rule, finding.level.name())),
                data(&whole(finding))
            )
        }),
        Format::Gcc => lines(findings, files, |finding, place| {
            let level = match finding.level {
                Level::Hot => "error",
                Level::Likely => "warning",
                Level::Advice => "note",
            };
            format!(
                "{}:{}:{}: {level}: {} [{}]",
                place.file, place.line, place.column, finding.message, finding.rule
            )
        }),
    }
}

fn lines(
    findings: &[Finding],
    files: &Files<'_>,
    line: impl Fn(&Finding, &Place<'_>) -> String,
) -> String {
    findings.iter().map(|finding| line(finding, &files.place(finding.span)) + "\n").collect()
}

/// The message with its reasons and ways out.
fn whole(finding: &Finding) -> String {
    let notes = finding.notes.iter().map(|note| format!("\nnote: {note}"));
    let helps = finding.helps.iter().map(|help| format!("\nhelp: {help}"));
    finding.message.clone() + &notes.chain(helps).collect::<String>()
}

/// GitHub's escapes in a message.
fn data(text: &str) -> String {
    text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A")
}

/// GitHub's escapes in a property.
fn property(text: &str) -> String {
    data(text).replace(':', "%3A").replace(',', "%2C")
}

fn text(findings: &[Finding], files: &Files<'_>, color: bool) -> String {
    let mut out = String::new();
    for finding in findings {
        let title = match finding.level {
            Level::Hot => Title::ERROR,
            Level::Likely => Title::WARNING,
            Level::Advice => Title::NOTE,
        };
        let title =
            title.with_name(finding.level.name()).primary_title(&*finding.message).id(finding.rule);
        let notes = finding.notes.iter().map(|note| Title::NOTE.message(&**note));
        let helps = finding.helps.iter().map(|help| Title::HELP.message(&**help));
        let footers: Vec<_> = notes.chain(helps).collect();
        out.push_str(&render(title, finding.span, files, footers, color));
        out.push('\n');
    }
    out
}

/// A title, the place in the file, and footers.
fn render<'a>(
    title: annotate_snippets::Title<'a>,
    span: SourceSpan,
    files: &Files<'a>,
    footers: Vec<annotate_snippets::Message<'a>>,
    color: bool,
) -> String {
    let renderer = if color { Renderer::styled() } else { Renderer::plain() };
    let source = files.catalog.sources().get(span.source);
    // Only the lines that are shown: the renderer reads all of a source for each finding.
    let group = match source {
        Some(source) if source.text.get(span.start..span.end).is_some() => {
            let (line, begin) = files.line(span.source, span.start);
            let text = &*source.text;
            // Of a long line, what is near.
            let boundary = |at: usize| (0..=at).rev().find(|at| text.is_char_boundary(*at));
            let first = begin.max(boundary(span.start.saturating_sub(AROUND)).unwrap_or(begin));
            let near = boundary(text.len().min(span.end + AROUND)).unwrap_or(text.len());
            let last = text[span.end..near].find('\n').map_or(near, |end| span.end + end);
            let place = files.place(span);
            let origin = Origin::path(place.file).line(place.line).char_column(place.column);
            let snippet = Snippet::source(&text[first..last])
                .line_start(line + 1)
                .annotation(AnnotationKind::Primary.span(span.start - first..span.end - first));
            if first == begin {
                title.element(snippet.path(place.file)).elements(footers)
            } else {
                title.element(origin).element(snippet).elements(footers)
            }
        }
        _ => title.elements(footers),
    };
    renderer.render(&[group]) + "\n"
}

/// What could not be read or applied.
pub(crate) fn problems(problems: &[ReadProblem], catalog: &Catalog, color: bool) -> String {
    let files = &Files::of(catalog);
    let report = |problem: &ReadProblem| {
        let (title, help) = match problem.kind {
            ProblemKind::Syntax => (Title::ERROR, "this statement was skipped; the rest was read"),
            ProblemKind::UnknownTable => (
                Title::WARNING,
                "pass the files that create it too, before this one; without them this is not checked",
            ),
            ProblemKind::Comment => (Title::WARNING, "the comment was ignored"),
            ProblemKind::Unresolved => {
                (Title::WARNING, "this statement was not applied; the rest was read")
            }
        };
        let footer = vec![Title::HELP.message(help)];
        render(title.primary_title(&*problem.message), problem.span, files, footer, color) + "\n"
    };
    problems.iter().map(report).collect()
}

/// The last lines of a text report.
pub(crate) fn summary(findings: &[Finding], catalog: &Catalog, settled: usize) -> String {
    let count = |level: Level| findings.iter().filter(|finding| finding.level == level).count();
    let tables = catalog.tables().count();
    let indexes: usize = catalog.tables().map(|table| table.indexes.len()).sum();
    let kept = catalog.kept().count();
    let plural = |count: usize, one: &str, many: &str| {
        format!("{count} {}", if count == 1 { one } else { many })
    };
    let mut line = format!(
        "{}, {} ({}): {} hot, {} likely, {} advice",
        plural(tables, "table", "tables"),
        plural(indexes, "index", "indexes"),
        catalog.dialect(),
        count(Level::Hot),
        count(Level::Likely),
        count(Level::Advice)
    );
    if settled > 0 {
        let _ = write!(line, "; {settled} in the baseline");
    }
    if kept > 0 {
        // Kinds that are newer than this program are among them, by their names.
        let mut kinds: Vec<(&str, usize)> = Vec::new();
        for statement in catalog.kept() {
            match kinds.iter_mut().find(|(kind, _)| *kind == statement.kind) {
                Some((_, count)) => *count += 1,
                None => kinds.push((&statement.kind, 1)),
            }
        }
        let kinds: Vec<String> = kinds
            .into_iter()
            .map(
                |(kind, count)| {
                    if count == 1 { kind.to_owned() } else { format!("{count} {kind}") }
                },
            )
            .collect();
        let others = plural(kept, "other statement", "other statements");
        let _ = write!(line, "; {others} not checked ({})", kinds.join(", "));
    }
    line.push('\n');
    if !findings.is_empty() {
        line.push_str("`cargo spanner-keys explain RULE` prints the page of a rule\n");
    }
    line
}

fn json_list(findings: &[Finding], files: &Files<'_>) -> String {
    let objects: Vec<String> = findings
        .iter()
        .map(|finding| {
            let place = files.place(finding.span);
            // In this order, whatever the map type of serde_json.
            let fields = [
                ("rule", json!(finding.rule)),
                ("level", json!(finding.level.name())),
                ("table", json!(finding.table)),
                ("index", json!(finding.index)),
                ("column", json!(finding.column)),
                ("message", json!(whole(finding))),
                ("file", json!(place.file)),
                ("line", json!(place.line)),
            ];
            let fields = fields.map(|(name, value)| format!("\"{name}\": {value}"));
            format!("  {{{}}}", fields.join(", "))
        })
        .collect();
    if objects.is_empty() { "[]\n".to_owned() } else { format!("[\n{}\n]\n", objects.join(",\n")) }
}

/// The findings that a file of `--format json` holds, as [`Finding::identity`] has them.
pub(crate) fn read_baseline(path: &Path) -> Result<HashSet<[String; 4]>, String> {
    let name = path.display();
    let text = fs::read_to_string(path).map_err(|error| {
        format!("cannot read the baseline `{name}`: {error}\nhelp: write it with `--format json`")
    })?;
    let wrong = |why: String| {
        format!(
            "the baseline `{name}` is invalid: {why}\nhelp: write it again with `--format json`"
        )
    };
    let list: Value = serde_json::from_str(&text).map_err(|error| wrong(error.to_string()))?;
    let list = list.as_array().ok_or_else(|| wrong("expected a list".to_owned()))?;
    let identity = |finding: &Value| {
        let text = |name: &str| finding[name].as_str().unwrap_or_default().to_owned();
        let identity = [text("rule"), text("table"), text("index"), text("column")];
        if identity[0].is_empty() {
            Err(wrong("a finding has no `rule`".to_owned()))
        } else {
            Ok(identity)
        }
    };
    list.iter().map(identity).collect()
}

fn sarif(findings: &[Finding], files: &Files<'_>) -> String {
    let mut rules: Vec<&str> = findings.iter().map(|finding| finding.rule).collect();
    rules.sort_unstable();
    rules.dedup();
    let results: Vec<Value> = findings
        .iter()
        .map(|finding| {
            let place = files.place(finding.span);
            let level = match finding.level {
                Level::Hot => "error",
                Level::Likely => "warning",
                Level::Advice => "note",
            };
            json!({
                "ruleId": finding.rule,
                "ruleIndex": rules.iter().position(|rule| *rule == finding.rule),
                "level": level,
                "message": { "text": whole(finding) },
                "locations": [{
                    "physicalLocation": {
                        "artifactLocation": { "uri": uri(place.file) },
                        "region": {
                            "startLine": place.line,
                            "startColumn": place.column,
                            "endLine": place.end_line,
                            "endColumn": place.end_column,
                        },
                    },
                    "logicalLocations": [{ "fullyQualifiedName": finding.table, "kind": "type" }],
                }],
                "partialFingerprints": { "spannerKeys/v1": finding.identity().join("/") },
            })
        })
        .collect();
    let rules: Vec<Value> = rules
        .iter()
        .map(|rule| {
            let page = explain::page(rule).unwrap_or_default();
            json!({
                "id": rule,
                "shortDescription": { "text": page.lines().nth(2).unwrap_or(rule) },
                "fullDescription": { "text": page },
            })
        })
        .collect();
    let log = json!({
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [{
            "tool": {
                "driver": {
                    "name": "cargo-spanner-keys",
                    "semanticVersion": env!("CARGO_PKG_VERSION"),
                    "informationUri": env!("CARGO_PKG_REPOSITORY"),
                    "rules": rules,
                },
            },
            "columnKind": "unicodeCodePoints",
            "results": results,
        }],
    });
    format!("{log:#}\n")
}

/// A path as a relative URI.
fn uri(path: &str) -> String {
    let mut uri = String::new();
    for byte in path.replace('\\', "/").bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' | b'/' => {
                uri.push(char::from(byte));
            }
            _ => {
                let _ = write!(uri, "%{byte:02X}");
            }
        }
    }
    uri
}
