//! What the rules find in a catalog, with levels and places.

use std::collections::{HashMap, HashSet};

use spanner_keys::Schema;
use spanner_keys::catalog::{
    Catalog, CatalogTable, ObjectName, ProblemKind, ReadProblem, SourceSpan,
};
use spanner_keys::rules::{self, Rule};
use spanner_keys::schema::{Scalar, TableDef};

use crate::{extra_rules, fixes};

/// How certain a finding is, and how bad.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Level {
    /// Worth a look.
    Advice,
    /// A hotspot, if the values are what their name and type suggest.
    Likely,
    /// A hotspot: the types show it.
    Hot,
}

impl Level {
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Advice => "advice",
            Self::Likely => "likely",
            Self::Hot => "hot",
        }
    }
}

/// A finding, with its place.
#[derive(Debug)]
pub(crate) struct Finding {
    pub(crate) rule: &'static str,
    pub(crate) level: Level,
    pub(crate) table: String,
    pub(crate) index: Option<String>,
    pub(crate) column: Option<String>,
    /// One sentence.
    pub(crate) message: String,
    /// The reasons.
    pub(crate) notes: Vec<String>,
    /// The ways out.
    pub(crate) helps: Vec<String>,
    pub(crate) span: SourceSpan,
}

impl Finding {
    /// What a baseline compares: a finding stays the same if its line or its words change.
    pub(crate) fn identity(&self) -> [String; 4] {
        let text = |part: &Option<String>| part.clone().unwrap_or_default();
        [self.rule.to_owned(), self.table.clone(), text(&self.index), text(&self.column)]
    }
}

/// All findings, the worst first, and what could not be read or applied.
pub(crate) fn run(catalog: &Catalog) -> (Vec<Finding>, Vec<ReadProblem>) {
    let mut findings = catalog.with_tables(|tables| {
        let schema = tables.iter().fold(Schema::new(), |schema, table| schema.add(*table));
        let found = schema.lint(catalog.dialect());
        let places: HashMap<_, _> = tables.iter().map(|table| (table.path(), table)).collect();
        let found = found.iter().filter_map(|finding| {
            judge(catalog, places.get(finding.table.as_str()).copied(), finding)
        });
        let mut findings: Vec<Finding> = found.collect();
        extra_rules::add(catalog, tables, &mut findings);
        findings
    });
    findings.sort_by(|one, two| {
        two.level.cmp(&one.level).then_with(|| {
            (one.span.source, one.span.start, one.rule)
                .cmp(&(two.span.source, two.span.start, two.rule))
        })
    });
    let mut seen = HashSet::new();
    findings.retain(|finding| seen.insert(finding.identity()));
    let mut trouble = catalog.problems().to_vec();
    trouble.extend(unknown_references(catalog));
    (findings, trouble)
}

/// Foreign keys may reference tables that are created later, so they are checked at the end.
fn unknown_references(catalog: &Catalog) -> impl Iterator<Item = ReadProblem> {
    let keys = catalog.tables().flat_map(|table| &table.foreign_keys);
    let is_unknown =
        |other: &ObjectName| catalog.table(other).is_none() && !catalog.has_failed(other);
    keys.filter(move |key| is_unknown(&key.other)).map(|key| ReadProblem {
        kind: ProblemKind::UnknownTable,
        message: format!("unknown table `{}` in a foreign key", key.other),
        span: key.span,
    })
}

/// A finding of the rules that the compiler uses. Some of them matter only for new tables.
fn judge(
    catalog: &Catalog,
    table: Option<&TableDef<'_>>,
    finding: &rules::Finding,
) -> Option<Finding> {
    let level = match finding.rule {
        Rule::OnlyFewValuesBefore if ends_in_integer(table, finding) => Level::Likely,
        Rule::ClockLeads if is_other_date(table, finding) => Level::Likely,
        Rule::IntegerLeads if is_shard(finding) => Level::Advice,
        Rule::ClockLeads
        | Rule::TimeOrderedIdLeads
        | Rule::ShardOfFewValues
        | Rule::OnlyFewValuesBefore => Level::Hot,
        Rule::IntegerLeads | Rule::StateBeforeClock => Level::Likely,
        // The database accepted these: the schema exists.
        Rule::Name
        | Rule::Expression
        | Rule::FillType
        | Rule::DialectLimit
        | Rule::UnknownColumn => {
            return None;
        }
        _ => Level::Advice,
    };
    let text = finding.to_string();
    let mut lines = text.lines();
    let mut message = lines.next().unwrap_or_default().to_owned();
    if finding.rule == Rule::IntegerLeads
        || (finding.rule == Rule::OnlyFewValuesBefore && level == Level::Likely)
    {
        message.push_str(", if it is a counter");
    }
    if finding.rule == Rule::ClockLeads && level == Level::Likely {
        message.push_str(", if the dates are those of the inserts");
    }
    let (mut notes, mut helps) = (Vec::new(), Vec::new());
    for line in lines {
        match (line.strip_prefix("help: "), line.strip_prefix("note: ")) {
            (Some(help), _) => helps.push(help.to_owned()),
            (_, Some(note)) => notes.push(note.to_owned()),
            _ => notes.push(line.to_owned()),
        }
    }
    if let Some(table) = table
        && level >= Level::Likely
    {
        if let (Rule::IntegerLeads, Some(column)) = (finding.rule, finding.column.as_deref()) {
            helps.extend(fixes::sequence(catalog, table, column));
        }
        helps.extend(fixes::fixes(
            catalog,
            table,
            finding.index.as_deref(),
            finding.column.as_deref(),
        ));
    }
    if finding.rule == Rule::UniqueInteger {
        helps.push(
            "or in a comment above the statement: `-- spanner-keys: spread \"why\"`".to_owned(),
        );
    }
    helps.extend(table.and_then(|table| fixes::alteration(catalog, table, finding)));
    Some(Finding {
        rule: finding.rule.name(),
        level,
        table: finding.table.clone(),
        index: finding.index.clone(),
        column: finding.column.clone(),
        message,
        notes,
        helps,
        span: place(catalog, &finding.table, finding.index.as_deref(), finding.column.as_deref()),
    })
}

/// Whether the column of a finding has this type.
fn is_of(table: Option<&TableDef<'_>>, finding: &rules::Finding, scalar: Scalar) -> bool {
    let column = table
        .zip(finding.column.as_deref())
        .and_then(|(table, name)| table.columns.iter().find(|column| column.name == name));
    column.is_some_and(|column| column.ty.scalar == scalar)
}

/// Whether what follows the few values is an integer, which may be random.
fn ends_in_integer(table: Option<&TableDef<'_>>, finding: &rules::Finding) -> bool {
    is_of(table, finding, Scalar::Int64)
}

/// Dates of birth do not follow the clock, and other dates need not.
fn is_other_date(table: Option<&TableDef<'_>>, finding: &rules::Finding) -> bool {
    const BIRTHS: &[&str] = &["birth", "dob", "born"];
    const DATES: &[&str] = &[
        "release", "publi", "expir", "valid", "effective", "maturity", "due", "hire", "start",
        "end",
    ];
    let name = finding.column.as_deref().unwrap_or_default().to_lowercase();
    let has = |parts: &[&str]| parts.iter().any(|part| name.contains(part));
    has(BIRTHS) || (is_of(table, finding, Scalar::CalendarDate) && has(DATES))
}

/// A number that is named like a shard is not a counter.
fn is_shard(finding: &rules::Finding) -> bool {
    let word = extra_rules::names::last_word(finding.column.as_deref().unwrap_or_default());
    ["shard", "bucket", "hash", "fingerprint"].contains(&word.as_str())
}

/// The smallest place that shows the finding.
pub(crate) fn place(
    catalog: &Catalog,
    table: &str,
    index: Option<&str>,
    column: Option<&str>,
) -> SourceSpan {
    let Some(table) = find(catalog, table) else { return SourceSpan::default() };
    let index = index.and_then(|name| table.indexes.iter().find(|index| index.name.name == name));
    if let Some(index) = index {
        let parts = index.columns.iter().zip(&index.column_spans);
        let part = parts.into_iter().find(|(part, _)| Some(part.name.as_str()) == column);
        return part.map_or(index.span, |(_, span)| *span);
    }
    column.and_then(|name| table.column(name)).map_or(table.span, |column| column.span)
}

/// The table with this path. Names may contain dots, so every place to split the path is tried.
pub(crate) fn find<'c>(catalog: &'c Catalog, path: &str) -> Option<&'c CatalogTable> {
    let table = |schema: Option<&str>, name: &str| {
        catalog.table(&ObjectName { schema: schema.map(str::to_owned), name: name.to_owned() })
    };
    table(None, path).or_else(|| {
        let mut dots = path.match_indices('.');
        dots.find_map(|(at, _)| table(Some(&path[..at]), &path[at + 1..]))
    })
}
