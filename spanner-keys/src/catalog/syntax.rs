//! The statements that are understood, as they are written. Names and expressions are resolved when
//! a statement is applied, because only then are all columns known.

mod alter;
mod column;
mod constraint;
mod index;
mod kept;
mod sequence;
mod table;
mod types;

pub(super) use alter::{ColumnAction, TableAction};
pub(super) use column::ColumnSyntax;
pub(super) use constraint::{ConstraintKind, ConstraintSyntax};
pub(super) use index::{IndexAction, IndexSyntax};
pub use kept::KeptAction;
pub(super) use kept::OtherSyntax;
pub(crate) use kept::{kind_word, kinds, misspelt};
pub(super) use table::{KeyPart, TableBody, TtlSyntax};

use super::cursor::{Cursor, Parsed, SyntaxError, Tokens, partner, unpaired};
use super::lex::{Token, TokenKind};
use super::{ObjectName, SourceSpan};
use crate::ddl::NAMED_OPTIONS;
use crate::dialect::Dialect;
use alter::alter_table;
use index::{create_index, index_action};
use kept::{grant, object, other};
use sequence::{CounterChanges, counter};
use table::table;

pub(super) enum Statement<'t> {
    CreateTable {
        name: ObjectName,
        span: SourceSpan,
        if_not_exists: bool,
        body: TableBody<'t>,
    },
    AlterTable {
        name: ObjectName,
        span: SourceSpan,
        if_exists: bool,
        actions: Vec<TableAction<'t>>,
    },
    CreateIndex {
        index: IndexSyntax<'t>,
        if_not_exists: bool,
    },
    AlterIndex {
        name: ObjectName,
        span: SourceSpan,
        action: IndexAction<'t>,
    },
    CreateSequence {
        name: ObjectName,
        span: SourceSpan,
        if_not_exists: bool,
        changes: CounterChanges,
    },
    AlterSequence {
        name: ObjectName,
        span: SourceSpan,
        if_exists: bool,
        changes: CounterChanges,
    },
    CreateSchema {
        name: ObjectName,
        span: SourceSpan,
        lenient: bool,
    },
    /// Objects of the kinds that are understood: `TABLE`, `INDEX`, `SEQUENCE` and `SCHEMA`.
    Drop {
        kind: &'static str,
        names: Vec<(ObjectName, SourceSpan)>,
        if_exists: bool,
    },
    /// Tables and their new names.
    Rename(Vec<(ObjectName, SourceSpan, ObjectName)>),
    AlterDatabase {
        name: Tokens<'t>,
        options: Vec<OptionSyntax<'t>>,
    },
    /// A statement that is kept as it is.
    Other(OtherSyntax),
    /// `RUN BATCH`, `COMMIT` and the like.
    Control,
}

pub(super) type OptionSyntax<'t> = (String, Tokens<'t>);

const CONTROL: &[&str] = &["START", "RUN", "ABORT", "BEGIN", "COMMIT", "ROLLBACK", "END", "USE"];

const ROWS: &[&str] = &[
    "INSERT", "UPDATE", "DELETE", "SELECT", "WITH", "MERGE", "CALL", "ANALYZE", "SET", "RESET",
    "SHOW", "EXPLAIN", "EXPORT", "TRUNCATE", "GRAPH", "COMMENT", "REINDEX", "COPY",
];

const FIRST: &[&str] = &["CREATE", "ALTER", "DROP", "RENAME", "GRANT", "REVOKE"];

/// Whether a statement may begin with this token.
pub(super) fn begins_any_statement(token: &Token<'_>) -> bool {
    [FIRST, ROWS, CONTROL].iter().any(|words| token.is_any(words))
}

/// Reads one statement, which has at least one token.
pub(super) fn statement<'t>(cursor: &mut Cursor<'t>) -> Parsed<Statement<'t>> {
    if let Some(error) = unpaired(cursor.rest(), cursor.dialect) {
        return Err(error);
    }
    // A hint before a query or DML.
    if cursor.dialect == Dialect::GoogleSql
        && cursor.sees_mark("@")
        && cursor.peek_after(1).is_some_and(|next| next.is_mark("{"))
    {
        cursor.bump();
        cursor.one();
    }
    let Some(first) = cursor.peek() else { return Err(cursor.expected("a statement")) };
    if first.is_any(CONTROL) || first.kind == TokenKind::Command {
        return Ok(Statement::Control);
    }
    let statement = if cursor.eat(&["CREATE"]) {
        create(cursor)?
    } else if cursor.eat(&["ALTER"]) {
        alter(cursor)?
    } else if cursor.eat(&["DROP"]) {
        drop(cursor)?
    } else if cursor.eat(&["RENAME", "TABLE"]) {
        let mut renames = Vec::new();
        loop {
            let (from, span) = cursor.path()?;
            cursor.keywords(&["TO"])?;
            renames.push((from, span, cursor.path()?.0));
            if !cursor.eat_mark(",") {
                break;
            }
        }
        Statement::Rename(renames)
    } else if first.is_any(&["GRANT", "REVOKE"]) {
        cursor.bump();
        grant(cursor, if first.is("GRANT") { "TO" } else { "FROM" })?;
        return Ok(other(first.text, KeptAction::Other, None));
    } else if first.is_any(ROWS) {
        return Ok(other(first.text, KeptAction::Other, None));
    } else {
        let meant =
            [FIRST, ROWS].into_iter().find_map(|known| misspelt(first.text, known.iter().copied()));
        return Err(meant.map_or_else(
            || cursor.expected("a statement"),
            |meant| {
                let message =
                    format!("unknown statement `{}`, did you mean `{meant}`?", first.text);
                SyntaxError::at(first, &message)
            },
        ));
    };
    if !matches!(statement, Statement::Other(_)) {
        cursor.expect_end()?;
    }
    Ok(statement)
}

fn create<'t>(cursor: &mut Cursor<'t>) -> Parsed<Statement<'t>> {
    let replace = cursor.eat(&["OR", "REPLACE"]);
    let mut ahead = *cursor;
    let unique = ahead.eat(&["UNIQUE"]);
    let null_filtered = ahead.eat(&["NULL_FILTERED"]);
    if ahead.eat(&["INDEX"]) {
        *cursor = ahead;
        return create_index(cursor, unique, null_filtered);
    }
    if cursor.eat(&["TABLE"]) {
        let if_not_exists = cursor.eat(&["IF", "NOT", "EXISTS"]);
        let (name, span) = cursor.path()?;
        return Ok(Statement::CreateTable { name, span, if_not_exists, body: table(cursor)? });
    }
    if cursor.eat(&["SEQUENCE"]) {
        let if_not_exists = cursor.eat(&["IF", "NOT", "EXISTS"]);
        let (name, span) = cursor.path()?;
        let changes = counter(cursor)?;
        return Ok(Statement::CreateSequence { name, span, if_not_exists, changes });
    }
    if cursor.eat(&["SCHEMA"]) {
        let lenient = cursor.eat(&["IF", "NOT", "EXISTS"]) || replace;
        let (name, span) = cursor.path()?;
        return Ok(Statement::CreateSchema { name, span, lenient });
    }
    object(cursor, if replace { KeptAction::Replace } else { KeptAction::Create })
}

fn alter<'t>(cursor: &mut Cursor<'t>) -> Parsed<Statement<'t>> {
    if cursor.eat(&["TABLE"]) {
        let if_exists = cursor.eat(&["IF", "EXISTS"]);
        let (name, span) = cursor.table()?;
        return alter_table(cursor, name, span, if_exists);
    }
    if cursor.eat(&["INDEX"]) {
        let (name, span) = cursor.path()?;
        let action = index_action(cursor)?;
        return Ok(Statement::AlterIndex { name, span, action });
    }
    if cursor.eat(&["SEQUENCE"]) {
        let if_exists = cursor.eat(&["IF", "EXISTS"]);
        let (name, span) = cursor.path()?;
        cursor.eat(&["SET"]);
        if cursor.is_done() {
            return Err(cursor.expected("the options of the sequence"));
        }
        let changes = counter(cursor)?;
        return Ok(Statement::AlterSequence { name, span, if_exists, changes });
    }
    if cursor.eat(&["DATABASE"]) {
        // The name may be a template, or hold hyphens.
        let name = cursor.until(|cursor| cursor.sees(&["SET"]) || cursor.sees(&["RESET"]));
        if name.is_empty() {
            return Err(cursor.expected("the name of the database"));
        }
        let is_unquoted = |token: &Token<'_>| {
            !matches!(token.kind, TokenKind::QuotedName | TokenKind::Literal)
                && !token.text.contains(|letter: char| letter.is_control() || letter == '\\')
        };
        if !matches!(name, [one] if one.is_name())
            && let Some(token) = name.iter().find(|token| !is_unquoted(token))
        {
            let message =
                format!("unexpected `{}` in the name of a database", token.text.escape_debug());
            return Err(SyntaxError { message, start: token.start, end: token.end() });
        }
        return Ok(Statement::AlterDatabase { name, options: database_options(cursor)? });
    }
    object(cursor, KeptAction::Alter)
}

fn database_options<'t>(cursor: &mut Cursor<'t>) -> Parsed<Vec<OptionSyntax<'t>>> {
    if cursor.eat(&["RESET"]) {
        return Ok(vec![(cursor.path()?.0.to_string(), &[])]);
    }
    cursor.keywords(&["SET"])?;
    if cursor.dialect == Dialect::GoogleSql || cursor.sees(&["OPTIONS"]) {
        return options(cursor);
    }
    // PostgreSQL: SET spanner.name = value
    let (name, _) = cursor.path()?;
    if !cursor.eat_mark("=") {
        cursor.keywords(&["TO"])?;
    }
    Ok(vec![(name.to_string(), value(cursor)?)])
}

fn drop<'t>(cursor: &mut Cursor<'t>) -> Parsed<Statement<'t>> {
    for kind in ["TABLE", "INDEX", "SEQUENCE", "SCHEMA"] {
        if cursor.eat(&[kind]) {
            let if_exists = cursor.eat(&["IF", "EXISTS"]);
            let mut names = vec![cursor.path()?];
            while cursor.dialect == Dialect::PostgreSql && cursor.eat_mark(",") {
                names.push(cursor.path()?);
            }
            // The other choice would drop what depends on it, which Spanner does not do.
            if cursor.dialect == Dialect::PostgreSql {
                cursor.eat(&["RESTRICT"]);
            }
            return Ok(Statement::Drop { kind, names, if_exists });
        }
    }
    object(cursor, KeptAction::Drop)
}

/// `OPTIONS (name = value, …)`, which is `WITH (…)` in PostgreSQL.
fn options<'t>(cursor: &mut Cursor<'t>) -> Parsed<Vec<OptionSyntax<'t>>> {
    if cursor.dialect == Dialect::GoogleSql || !cursor.eat(&["WITH"]) {
        cursor.keywords(&["OPTIONS"])?;
    }
    settings(cursor)
}

/// `(name = value, …)`
pub(super) fn settings<'t>(cursor: &mut Cursor<'t>) -> Parsed<Vec<OptionSyntax<'t>>> {
    let found = cursor.list(|cursor| {
        let (name, _) = cursor.path()?;
        cursor.expect_mark("=")?;
        let (before, value) = (*cursor, value(cursor)?);
        let is_switch =
            |value: Tokens<'_>| matches!(value, [one] if one.is_any(&["TRUE", "FALSE", "NULL"]));
        if name.name == "allow_commit_timestamp" && !is_switch(value) {
            return Err(before.expected("`true`, `false` or `null`"));
        }
        Ok((name.to_string(), value))
    })?;
    if found.is_empty() { Err(cursor.expected("an option before this")) } else { Ok(found) }
}

/// The value of an option: a literal, perhaps with its type, a number, a name or a list.
fn value<'t>(cursor: &mut Cursor<'t>) -> Parsed<Tokens<'t>> {
    let (before, rest) = (*cursor, cursor.rest());
    if !cursor.eat_mark("-") {
        cursor.eat_mark("+");
    }
    match cursor.peek() {
        Some(token) if token.is_name() => {
            cursor.path()?;
            if cursor.peek().is_some_and(|next| next.kind == TokenKind::Literal) {
                cursor.bump();
            }
        }
        Some(token)
            if matches!(token.kind, TokenKind::Literal | TokenKind::Number)
                || partner(token).is_some() =>
        {
            cursor.one();
        }
        _ => return Err(before.expected("a value")),
    }
    Ok(&rest[..rest.len() - cursor.rest().len()])
}

/// An option that PostgreSQL writes as a clause, if one comes next. Its value is a name.
fn named_option<'t>(cursor: &mut Cursor<'t>) -> Parsed<Option<OptionSyntax<'t>>> {
    for (name, clause) in NAMED_OPTIONS {
        let words: Vec<&str> = clause.split(' ').collect();
        if cursor.dialect == Dialect::PostgreSql && cursor.eat(&words) {
            let value = &cursor.rest()[..cursor.rest().len().min(1)];
            // The other dialect writes it as a text.
            let is_plain = |name: &str| !name.contains(['\'', '"', '\\']);
            let is_name =
                |token: &Token<'_>| token.is_name() && is_plain(&token.name(cursor.dialect));
            if !value.iter().any(|token| is_name(token) || token.literal().is_some()) {
                return Err(cursor.expected("a name"));
            }
            cursor.bump();
            return Ok(Some((name.to_owned(), value)));
        }
    }
    Ok(None)
}

impl From<SyntaxError> for super::ReadProblem {
    fn from(error: SyntaxError) -> Self {
        let span = SourceSpan { source: 0, start: error.start, end: error.end };
        Self { kind: super::ProblemKind::Syntax, message: error.message, span }
    }
}
