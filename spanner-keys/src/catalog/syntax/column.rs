//! Columns and their clauses.

use super::constraint::{
    ConstraintSyntax, constraint, expression, is_constraint, references, unique,
};
use super::sequence::{CounterChanges, counter};
use super::types::{TypeSyntax, column_type};
use super::{OptionSyntax, misspelt, named_option, options};
use crate::catalog::cursor::{Clauses, Cursor, Parsed, SyntaxError, Tokens};
use crate::catalog::lex::{Token, TokenKind};
use crate::dialect::Dialect;

#[allow(clippy::struct_excessive_bools, reason = "each is a clause that is there or not")]
pub(in crate::catalog) struct ColumnSyntax<'t> {
    pub(in crate::catalog) name: &'t Token<'t>,
    pub(in crate::catalog) ty: TypeSyntax,
    pub(in crate::catalog) not_null: bool,
    pub(in crate::catalog) default: Option<Tokens<'t>>,
    pub(in crate::catalog) on_update: Option<Tokens<'t>>,
    pub(in crate::catalog) generated: Option<(Tokens<'t>, bool)>,
    pub(in crate::catalog) identity: Option<CounterChanges>,
    pub(in crate::catalog) hidden: bool,
    pub(in crate::catalog) placement_key: bool,
    /// Where `PRIMARY KEY` is.
    pub(in crate::catalog) primary_key: Option<&'t Token<'t>>,
    pub(in crate::catalog) constraints: Vec<ConstraintSyntax<'t>>,
    pub(in crate::catalog) options: Option<Vec<OptionSyntax<'t>>>,
}

pub(super) fn column<'t>(cursor: &mut Cursor<'t>) -> Parsed<ColumnSyntax<'t>> {
    if let Some(error) = misspelt_constraint(cursor) {
        return Err(error);
    }
    let name = cursor.name()?;
    let ty = column_type(cursor)?;
    clauses(cursor, name, ty)
}

/// The error of a misspelt constraint, which looks like a column of a type that is not known.
fn misspelt_constraint(cursor: &Cursor<'_>) -> Option<SyntaxError> {
    let token = cursor.peek().filter(|token| token.kind == TokenKind::Word)?;
    let meant = misspelt(token.text, ["CONSTRAINT", "FOREIGN", "PRIMARY", "CHECK", "SYNONYM"])?;
    let (place, words): (_, &[&str]) = match meant {
        "CONSTRAINT" => (2, &["CHECK", "FOREIGN", "PRIMARY", "UNIQUE"]),
        "FOREIGN" | "PRIMARY" => (1, &["KEY"]),
        _ => (1, &["("]),
    };
    let next = cursor.peek_after(place)?;
    let is_one = next.is_any(words) || words.iter().any(|mark| next.is_mark(mark));
    is_one.then(|| SyntaxError::unknown_word(token, meant))
}

/// Words that end a default without parentheses.
const CLAUSES: &[&str] = &[
    "NOT", "NULL", "PRIMARY", "CHECK", "UNIQUE", "REFERENCES", "CONSTRAINT", "GENERATED", "HIDDEN",
    "OPTIONS", "DEFAULT", "ON", "LOCALITY",
];

pub(super) fn clauses<'t>(
    cursor: &mut Cursor<'t>,
    name: &'t Token<'t>,
    ty: TypeSyntax,
) -> Parsed<ColumnSyntax<'t>> {
    let google = cursor.dialect == Dialect::GoogleSql;
    let mut column = ColumnSyntax {
        name,
        identity: ty.serial.then(CounterChanges::default),
        ty,
        not_null: false,
        default: None,
        on_update: None,
        generated: None,
        hidden: false,
        placement_key: false,
        primary_key: None,
        constraints: Vec::new(),
        options: None,
    };
    let mut seen = Clauses::default();
    while let Some(token) = cursor.peek() {
        if token.is_mark(",") || token.is_mark(")") {
            break;
        }
        let constraint_name = named_clause(cursor);
        seen.once(cursor)?;
        if cursor.eat(&["NOT"]) {
            cursor.keywords(&["NULL"])?;
            column.not_null = true;
        } else if !google && cursor.eat(&["NULL"]) {
            column.not_null = false;
        } else if cursor.eat(&["DEFAULT"]) {
            column.default = Some(default(cursor)?);
        } else if cursor.eat(&["ON", "UPDATE"]) {
            column.on_update = Some(default(cursor)?);
        } else if cursor.eat(&["GENERATED", "BY"]) {
            cursor.keywords(&["DEFAULT", "AS", "IDENTITY"])?;
            let changes = if cursor.sees_mark("(") {
                let inside = cursor.parentheses()?;
                counter(&mut cursor.within(inside))?
            } else {
                CounterChanges::default()
            };
            column.identity = Some(changes);
        } else if cursor.eat(&["AUTO_INCREMENT"]) {
            column.identity = Some(CounterChanges::default());
        } else if (google && cursor.sees(&["AS"])) || cursor.eat(&["GENERATED"]) {
            if !cursor.sees(&["AS"]) {
                cursor.keywords(&["ALWAYS"])?;
            }
            cursor.keywords(&["AS"])?;
            let sql = expression(cursor)?;
            let stored = cursor.eat(&["STORED"]);
            if !stored && !cursor.eat(&["VIRTUAL"]) && !google {
                return Err(cursor.expected("`STORED` or `VIRTUAL`"));
            }
            column.generated = Some((sql, stored));
        } else if cursor.eat(&["HIDDEN"]) {
            column.hidden = true;
        } else if cursor.eat(&["PLACEMENT", "KEY"]) {
            column.placement_key = true;
        } else if cursor.eat(&["PRIMARY", "KEY"]) {
            column.primary_key = Some(token);
        } else if google && cursor.sees(&["OPTIONS"]) {
            column.options = Some(options(cursor)?);
        } else if let Some(option) = named_option(cursor)? {
            column.options.get_or_insert_default().push(option);
        } else if cursor.sees(&["REFERENCES"]) {
            let kind = references(cursor, vec![name])?;
            let span = cursor.span(constraint_name.unwrap_or(token));
            let name = constraint_name.map(|name| name.name(cursor.dialect));
            column.constraints.push(ConstraintSyntax { name, span, kind });
        } else if is_constraint(cursor) {
            column.constraints.push(constraint(cursor)?);
        } else {
            return Err(unique(cursor)
                .unwrap_or_else(|| cursor.expected_clause("a clause of the column", CLAUSES)));
        }
        let sources =
            [column.default.is_some(), column.generated.is_some(), column.identity.is_some()];
        if sources.iter().filter(|given| **given).count() > 1 {
            return Err(SyntaxError::at(
                token,
                "a column has one of `DEFAULT`, a generated value and an identity",
            ));
        }
    }
    Ok(column)
}

/// Moves past `CONSTRAINT name` before a clause that has no name in Spanner, or that references.
fn named_clause<'t>(cursor: &mut Cursor<'t>) -> Option<&'t Token<'t>> {
    const NAMED: &[&str] = &["NOT", "NULL", "DEFAULT", "GENERATED", "PRIMARY", "REFERENCES"];
    let is_clause = cursor.dialect == Dialect::PostgreSql
        && cursor.sees(&["CONSTRAINT"])
        && cursor.peek_after(2).is_some_and(|token| token.is_any(NAMED))
        && !is_constraint(cursor);
    if !is_clause {
        return None;
    }
    cursor.bump();
    cursor.bump()
}

/// GoogleSQL writes a default in parentheses.
pub(super) fn default<'t>(cursor: &mut Cursor<'t>) -> Parsed<Tokens<'t>> {
    if cursor.dialect == Dialect::GoogleSql {
        return expression(cursor);
    }
    let first = cursor.peek().map(|token| token.start);
    let value = cursor.until(|cursor| {
        cursor.peek().is_some_and(|token| Some(token.start) != first && token.is_any(CLAUSES))
    });
    if value.is_empty() { Err(cursor.expected("an expression")) } else { Ok(value) }
}
