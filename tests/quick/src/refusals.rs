//! Every kind of refusal, each with a near miss that is accepted.
//!
//! `tests/quick/refusals.rs` checks the errors; the emulator suite creates every near miss, to show
//! that Spanner accepts it too.

mod columns;
mod keys;
mod links;
mod names;
mod texts;

use spanner_keys::Dialect;
use spanner_keys::rules::{Finding, Rule};
use spanner_keys::schema::TableDef;

use crate::tables::schema;
use crate::waivers::settled;

/// Refused tables, and nearly identical tables that are accepted.
pub struct Refusal {
    /// What is wrong.
    pub name: &'static str,
    /// The dialects in which it is wrong.
    pub dialects: &'static [Dialect],
    /// The tables that are refused.
    pub wrong: Vec<TableDef<'static>>,
    /// The rule that refuses them.
    pub rule: Rule,
    /// The column that the finding names.
    pub column: Option<&'static str>,
    /// The index that the finding names.
    pub index: Option<&'static str>,
    /// What was counted, and the limit.
    pub counted: Option<(usize, usize)>,
    /// Another rule that refuses the same tables, because the mistake breaks both.
    pub also: Option<Rule>,
    /// The tables that are accepted.
    pub near: Vec<TableDef<'static>>,
    /// Whether the emulator accepts the near miss, which the documentation allows in any case.
    pub emulator_agrees: bool,
}

const BOTH: &[Dialect] = &[Dialect::GoogleSql, Dialect::PostgreSql];
const GOOGLE: &[Dialect] = &[Dialect::GoogleSql];
const POSTGRES: &[Dialect] = &[Dialect::PostgreSql];

/// What is wrong, tables with the mistake, and nearly identical tables without it.
type Case<const W: usize, const N: usize> =
    (&'static str, [TableDef<'static>; W], [TableDef<'static>; N]);

impl Refusal {
    /// What cases of this rule have in common.
    const fn of(rule: Rule) -> Self {
        Self {
            name: "",
            dialects: BOTH,
            wrong: Vec::new(),
            rule,
            column: None,
            index: None,
            counted: None,
            also: None,
            near: Vec::new(),
            emulator_agrees: true,
        }
    }

    /// Hot tables get a waiver: hotspots are tested elsewhere.
    fn case<const W: usize, const N: usize>(&self, (name, wrong, near): Case<W, N>) -> Self {
        Self { name, wrong: settled(&wrong), near: settled(&near), ..*self }
    }

    fn cases<const C: usize, const W: usize, const N: usize>(
        &self,
        cases: [Case<W, N>; C],
    ) -> Vec<Self> {
        cases.into_iter().map(|case| self.case(case)).collect()
    }

    fn only(self, dialects: &'static [Dialect]) -> Self {
        Self { dialects, ..self }
    }

    fn column(self, column: &'static str) -> Self {
        Self { column: Some(column), ..self }
    }

    fn index(self, index: &'static str) -> Self {
        Self { index: Some(index), ..self }
    }

    fn counted(self, count: usize, limit: usize) -> Self {
        Self { counted: Some((count, limit)), ..self }
    }

    fn also(self, rule: Rule) -> Self {
        Self { also: Some(rule), ..self }
    }

    fn emulator_disagrees(self) -> Self {
        Self { emulator_agrees: false, ..self }
    }

    fn is_expected(&self, finding: &Finding) -> bool {
        finding.rule == self.rule
            && finding.column.as_deref() == self.column
            && finding.index.as_deref() == self.index
            && finding.count.zip(finding.limit) == self.counted
    }
}

/// All of them.
#[must_use]
pub fn all() -> Vec<Refusal> {
    [columns::all(), keys::all(), links::all(), names::all(), texts::all()]
        .into_iter()
        .flatten()
        .collect()
}

/// The cases that are not refused as expected, and the near misses that are refused.
#[must_use]
pub fn mistakes() -> Vec<String> {
    let mut wrong = Vec::new();
    for case in all() {
        for &dialect in case.dialects {
            let name = format!("{} ({dialect})", case.name);
            match schema(&case.wrong).ddl(dialect) {
                Ok(statements) => {
                    wrong.push(format!("{name}: accepted:\n{}", statements.join(";\n")));
                }
                Err(error) => {
                    let findings = error.findings();
                    if !findings.iter().any(|finding| case.is_expected(finding)) {
                        wrong.push(format!("{name}: not as expected: {findings:#?}"));
                    }
                    let known = |rule: Rule| rule == case.rule || Some(rule) == case.also;
                    wrong.extend(findings.iter().filter(|finding| !known(finding.rule)).map(
                        |finding| format!("{name}: refused by {} too: {finding}", finding.rule),
                    ));
                    wrong.extend(
                        findings.iter().filter_map(odd_words).map(|odd| format!("{name}: {odd}")),
                    );
                }
            }
            if let Err(error) = schema(&case.near).ddl(dialect) {
                wrong.push(format!("{name}: the near miss is refused: {error}"));
            }
        }
    }
    wrong
}

/// What is wrong with the form of a message: one sentence, then notes, then a help.
fn odd_words(finding: &Finding) -> Option<String> {
    let text = finding.to_string();
    let mut lines = text.lines();
    let first = lines.next().unwrap_or_default();
    let is_sentence = !first.ends_with('.') && !first.starts_with(char::is_uppercase);
    let is_marked = lines.all(|line| line.starts_with("note: ") || line.starts_with("help: "));
    let is_helpful = text.lines().last().is_some_and(|line| line.starts_with("help: "));
    let is_plain = !text.contains(|letter: char| letter.is_control() && letter != '\n');
    let fine = is_sentence && is_marked && is_helpful && is_plain;
    (!fine).then(|| format!("`{}` is not a sentence, notes, and a help", text.escape_debug()))
}
