//! Constraints of tables and columns.

use super::table::{KeyPart, action, key_parts, on_delete};
use crate::catalog::cursor::{Cursor, Parsed, SyntaxError, Tokens};
use crate::catalog::lex::Token;
use crate::catalog::{ObjectName, SourceSpan};
use crate::schema::OnDelete;

pub(in crate::catalog) struct ConstraintSyntax<'t> {
    pub(in crate::catalog) name: Option<String>,
    pub(in crate::catalog) span: SourceSpan,
    pub(in crate::catalog) kind: ConstraintKind<'t>,
}

pub(in crate::catalog) enum ConstraintKind<'t> {
    Check(Tokens<'t>),
    ForeignKey {
        columns: Vec<&'t Token<'t>>,
        other: ObjectName,
        other_columns: Vec<String>,
        on_delete: OnDelete,
    },
    PrimaryKey(Vec<KeyPart<'t>>),
}

pub(super) fn is_constraint(cursor: &Cursor<'_>) -> bool {
    let next =
        |count, mark| cursor.peek_after(count).is_some_and(|token: &Token<'_>| token.is_mark(mark));
    // A column may name its key too: `CONSTRAINT k PRIMARY KEY`, without columns.
    let kind = |token: &Token<'_>| {
        token.is_any(&["FOREIGN", "CHECK", "UNIQUE"]) || (token.is("PRIMARY") && next(4, "("))
    };
    (cursor.sees(&["CONSTRAINT"]) && cursor.peek_after(2).is_some_and(kind))
        || (cursor.sees(&["FOREIGN", "KEY"]) && next(2, "("))
        || (cursor.sees(&["PRIMARY", "KEY"]) && next(2, "("))
        || ((cursor.sees(&["CHECK"]) || cursor.sees(&["UNIQUE"])) && next(1, "("))
}

pub(super) fn constraint<'t>(cursor: &mut Cursor<'t>) -> Parsed<ConstraintSyntax<'t>> {
    let first = cursor.peek();
    let named = cursor.eat(&["CONSTRAINT"]);
    let token = if named { Some(cursor.name()?) } else { first };
    let name = token.filter(|_| named).map(|token| token.name(cursor.dialect));
    let span = token.map(|token| cursor.span(token)).unwrap_or_default();
    let kind = if cursor.eat(&["CHECK"]) {
        ConstraintKind::Check(check(cursor)?)
    } else if cursor.eat(&["PRIMARY", "KEY"]) {
        ConstraintKind::PrimaryKey(key_parts(cursor)?)
    } else if cursor.eat(&["FOREIGN", "KEY"]) {
        let columns = cursor.columns()?;
        references(cursor, columns)?
    } else {
        return Err(unique(cursor).unwrap_or_else(|| cursor.expected("`CHECK` or `FOREIGN KEY`")));
    };
    Ok(ConstraintSyntax { name, span, kind })
}

/// The error of a constraint that PostgreSQL has, and Spanner not.
pub(super) fn unique(cursor: &Cursor<'_>) -> Option<SyntaxError> {
    let token = cursor.peek().filter(|token| token.is("UNIQUE"))?;
    let message = "Spanner has no `UNIQUE` constraints: write `CREATE UNIQUE INDEX`";
    Some(SyntaxError::at(token, message))
}

pub(super) fn check<'t>(cursor: &mut Cursor<'t>) -> Parsed<Tokens<'t>> {
    let condition = expression(cursor)?;
    // Spanner enforces every check.
    cursor.eat(&["ENFORCED"]);
    Ok(condition)
}

/// An expression in parentheses that is not empty.
pub(super) fn expression<'t>(cursor: &mut Cursor<'t>) -> Parsed<Tokens<'t>> {
    let before = *cursor;
    let inside = cursor.parentheses()?;
    if inside.is_empty() { Err(before.expected("an expression")) } else { Ok(inside) }
}

pub(super) fn names(cursor: &mut Cursor<'_>) -> Parsed<Vec<String>> {
    Ok(cursor.columns()?.iter().map(|token| token.name(cursor.dialect)).collect())
}

pub(super) fn references<'t>(
    cursor: &mut Cursor<'t>,
    columns: Vec<&'t Token<'t>>,
) -> Parsed<ConstraintKind<'t>> {
    cursor.keywords(&["REFERENCES"])?;
    let (other, _) = cursor.path()?;
    let other_columns = if cursor.sees_mark("(") { names(cursor)? } else { Vec::new() };
    let mut on_delete = OnDelete::NoAction;
    loop {
        if cursor.eat(&["ON", "UPDATE"]) {
            // Spanner accepts and ignores it: keys do not change.
            action(cursor)?;
        } else if cursor.sees(&["ON"]) {
            on_delete = self::on_delete(cursor)?;
        } else if cursor.eat(&["NOT", "ENFORCED"]) {
            on_delete = OnDelete::Unchecked;
        } else if !cursor.eat(&["ENFORCED"]) {
            break;
        }
    }
    Ok(ConstraintKind::ForeignKey { columns, other, other_columns, on_delete })
}
