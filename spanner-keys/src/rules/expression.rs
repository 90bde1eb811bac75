//! Rule [`Expression`](Rule::Expression): the SQL texts of defaults, generated columns and checks,
//! as far as the dialects agree.

use super::Rule;
use super::fill::column_fault as column_problem;
use super::message::{Fault, Message, say};
use super::names::starts_with;
use crate::schema::facts::{any, find};
use crate::schema::sql_text::{Piece, Pieces};
use crate::schema::{CheckDef, ColumnDef, Fill, SqlText, TableDef};

/// What is wrong with the SQL text of one column.
pub(crate) const fn column_fault<'a>(table: &TableDef<'a>, at: usize) -> Option<Fault<'a>> {
    let (sql, generated) = match table.fill(at) {
        Fill::Default(sql) => (sql, false),
        Fill::Generated { sql, .. } => (sql, true),
        _ => return None,
    };
    let column = &table.columns[at];
    if let Some((problem, help)) = text_problem(table, sql) {
        return Some(fault(table, column, problem, help));
    }
    if !generated {
        if first_named(table, sql).is_none() {
            return None;
        }
        let problem = "has a default that uses a column";
        return Some(fault(table, column, problem, "use `generated` to compute it from columns"));
    }
    if let Some(used) = commit_timestamp(table, sql) {
        let message = say!(
            subject(table, column); "is generated from " {used} ", which holds commit timestamps"
            note "Spanner has no generated columns over commit timestamps"
            help "use another column"
        );
        return Some(Fault::new(Rule::Expression, message).column(column.name));
    }
    if reaches(table, at, sql) {
        let help = "name only columns that do not use it";
        return Some(fault(table, column, "is generated from itself", help));
    }
    if table.key_position(at).is_none() {
        return None;
    }
    if let Fill::Generated { stored: false, .. } = table.fill(at) {
        let problem = "is a key part, but virtual";
        return Some(fault(table, column, problem, "remove `virtual`, so that it is stored"));
    }
    let (named, count) = named(table, sql);
    let (inputs, _) = named.split_at(count);
    key_input_fault(Rule::Expression, table, at, inputs)
}

const fn subject(table: &TableDef<'_>, column: &ColumnDef<'_>) -> Message {
    say!({column.name} " of " {table.name} " ")
}

const fn fault<'a>(
    table: &TableDef<'a>,
    column: &ColumnDef<'a>,
    problem: &str,
    help: &str,
) -> Fault<'a> {
    column_problem(Rule::Expression, table, column, problem, help)
}

/// What is wrong with a CHECK constraint.
pub(crate) const fn check_fault<'a>(
    table: &TableDef<'a>,
    check: &CheckDef<'a>,
) -> Option<Fault<'a>> {
    let message = if let Some((problem, help)) = text_problem(table, check.sql) {
        say!(
            check_subject(table, check); {text problem}
            help {text help}
        )
    } else if let Some(used) = commit_timestamp(table, check.sql) {
        say!(
            check_subject(table, check); "uses " {used} ", which holds commit timestamps"
            note "the database writes them only with the commit, after the check"
            help "check another column"
        )
    } else if !mentions_column(table, check.sql) {
        say!(
            check_subject(table, check); "uses no column of the table"
            help "name a field between braces"
        )
    } else {
        return None;
    };
    Some(Fault::new(Rule::Expression, message))
}

const fn check_subject(table: &TableDef<'_>, check: &CheckDef<'_>) -> Message {
    match check.name {
        Some(name) => say!("the check " {name} " of " {table.name} " "),
        None => say!("a check of " {table.name} " "),
    }
}

/// What is wrong with the braces of a text, and the fix.
pub(crate) const fn text_problem(
    table: &TableDef<'_>,
    sql: SqlText<'_>,
) -> Option<(&'static str, &'static str)> {
    if let Some(given) = sql.googlesql
        && let Some(problem) = one_text_problem(table, given)
    {
        return Some(problem);
    }
    match sql.postgresql {
        Some(given) => one_text_problem(table, given),
        None => None,
    }
}

const fn one_text_problem(
    table: &TableDef<'_>,
    text: &str,
) -> Option<(&'static str, &'static str)> {
    if text.trim_ascii().is_empty() {
        return Some(("has an empty SQL text", "write the expression"));
    }
    let mut pieces = Pieces::new(text);
    while let Some(piece) = pieces.take_next() {
        match piece {
            Piece::Sql(_) => {}
            Piece::LoneBrace => {
                return Some((
                    "has an SQL text with a single brace",
                    "write `{field}` for a column, and `{{` or `}}` for a brace",
                ));
            }
            Piece::Field(field) => {
                if table.column_of_field(field).is_none() {
                    return Some((
                        "has an SQL text that names an unknown field",
                        "name a field of the table between the braces",
                    ));
                }
            }
        }
    }
    None
}

/// The first column that a text names.
const fn first_named(table: &TableDef<'_>, sql: SqlText<'_>) -> Option<usize> {
    let (named, count) = named(table, sql);
    if count > 0 { Some(named[0]) } else { None }
}

/// The maximum number of columns that are considered. No realistic expression has more.
const MOST_NAMED: usize = 64;

/// Columns, each once, and how many there are.
type Columns = ([usize; MOST_NAMED], usize);

/// The columns that the texts name.
const fn named(table: &TableDef<'_>, sql: SqlText<'_>) -> Columns {
    named_too(table, sql, ([0; MOST_NAMED], 0))
}

/// The same after those that are known.
const fn named_too(
    table: &TableDef<'_>,
    sql: SqlText<'_>,
    (mut found, mut count): Columns,
) -> Columns {
    let texts = sql.given();
    let mut text = 0;
    while text < texts.len() {
        let mut pieces = Pieces::new(texts[text]);
        while let Some(field) = pieces.take_next_field() {
            if let Some(column) = table.column_of_field(field)
                && count < MOST_NAMED
            {
                let (known, _) = found.split_at(count);
                if !crate::schema::facts::contains(known, column) {
                    found[count] = column;
                    count += 1;
                }
            }
        }
        text += 1;
    }
    (found, count)
}

/// A column with commit timestamps that the texts name.
const fn commit_timestamp<'a>(table: &TableDef<'a>, sql: SqlText<'_>) -> Option<&'a str> {
    let (named, count) = named(table, sql);
    match find!(at < count, table.columns[named[at]].commit_timestamp) {
        Some(at) => Some(table.columns[named[at]].name),
        None => None,
    }
}

/// Whether the generated columns that the texts name lead back to this one.
const fn reaches(table: &TableDef<'_>, target: usize, sql: SqlText<'_>) -> bool {
    let mut reached = named(table, sql);
    let mut at = 0;
    while at < reached.1 {
        if let Fill::Generated { sql, .. } = table.fill(reached.0[at]) {
            reached = named_too(table, sql, reached);
        }
        at += 1;
    }
    any!(at < reached.1, reached.0[at] == target)
}

/// Whether a text could use a column: an author may write a name without braces.
const fn mentions_column(table: &TableDef<'_>, sql: SqlText<'_>) -> bool {
    if first_named(table, sql).is_some() {
        return true;
    }
    let texts = sql.given();
    any!(at < table.columns.len(), holds(texts[0], table.columns[at].name))
        || any!(at < table.columns.len(), holds(texts[1], table.columns[at].name))
}

/// Whether the text contains the word, ignoring case.
const fn holds(text: &str, word: &str) -> bool {
    any!(start < text.len(), starts_with(text.as_bytes().split_at(start).1, word))
}

/// What a generated key column may use, according to the documentation. The emulator does not
/// enforce it.
pub(super) const fn key_input_fault<'a>(
    rule: Rule,
    table: &TableDef<'a>,
    at: usize,
    inputs: &[usize],
) -> Option<Fault<'a>> {
    let column = &table.columns[at];
    let mut outside = 0;
    let mut place = 0;
    while place < inputs.len() {
        let input = inputs[place];
        if table.is_generated(input) {
            let problem = "is a key part that is generated from a generated column";
            return Some(column_problem(
                rule, table, column, problem, "generate it from plain columns",
            ));
        }
        if table.key_position(input).is_none() {
            outside += 1;
            if outside > 1 {
                let problem = "is a key part that is generated from two columns outside the key";
                let help = "generate it from key columns, and at most one other column";
                return Some(column_problem(rule, table, column, problem, help));
            }
            if matches!(
                table.fill(input),
                Fill::Default(_) | Fill::UuidV4 | Fill::Sequence(_) | Fill::Identity(_)
            ) {
                let problem =
                    "is a key part that is generated from a column with a default outside the key";
                let help = "generate it from a column without a default";
                return Some(column_problem(rule, table, column, problem, help));
            }
        }
        place += 1;
    }
    None
}
