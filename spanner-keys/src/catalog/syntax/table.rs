//! CREATE TABLE, and the clauses behind its columns.

use super::column::{ColumnSyntax, column};
use super::constraint::{ConstraintKind, ConstraintSyntax, constraint, is_constraint};
use super::{OptionSyntax, named_option, options};
use crate::catalog::cursor::{Clauses, Cursor, Parsed, SyntaxError};
use crate::catalog::lex::Token;
use crate::catalog::{CatalogInterleave, KeyColumn, ObjectName};
use crate::dialect::Dialect;
use crate::schema::OnDelete;

/// A column of a key or an index, where it is named.
pub(in crate::catalog) type KeyPart<'t> = (KeyColumn, &'t Token<'t>);

#[derive(Default)]
pub(in crate::catalog) struct TableBody<'t> {
    pub(in crate::catalog) columns: Vec<ColumnSyntax<'t>>,
    pub(in crate::catalog) constraints: Vec<ConstraintSyntax<'t>>,
    /// `None` without any PRIMARY KEY.
    pub(in crate::catalog) key: Option<Vec<KeyPart<'t>>>,
    pub(in crate::catalog) interleave: Option<CatalogInterleave>,
    pub(in crate::catalog) ttl: Option<TtlSyntax<'t>>,
    pub(in crate::catalog) options: Vec<OptionSyntax<'t>>,
    pub(in crate::catalog) synonyms: Vec<ObjectName>,
}

pub(in crate::catalog) struct TtlSyntax<'t> {
    pub(in crate::catalog) column: &'t Token<'t>,
    pub(in crate::catalog) days: u32,
}

pub(super) fn table<'t>(cursor: &mut Cursor<'t>) -> Parsed<TableBody<'t>> {
    let mut body = TableBody::default();
    let inside = cursor.parentheses()?;
    let mut lines = cursor.within(inside);
    let mut clauses = Clauses::default();
    while !lines.is_done() {
        if lines.sees(&["SYNONYM"]) && lines.peek_after(1).is_some_and(|next| next.is_mark("(")) {
            lines.bump();
            // A table has one synonym, and the last one counts.
            body.synonyms = lines.list(|lines| Ok(lines.path()?.0))?.pop().into_iter().collect();
        } else if is_constraint(&lines) {
            let first = lines.peek();
            let constraint = constraint(&mut lines)?;
            if let ConstraintKind::PrimaryKey(parts) = constraint.kind {
                body.set_key(parts, first)?;
            } else {
                body.constraints.push(constraint);
            }
        } else {
            let mut column = column(&mut lines)?;
            if let Some(first) = column.primary_key {
                let name = column.name.name(lines.dialect);
                let part = KeyColumn { name, descending: false };
                body.set_key(vec![(part, column.name)], Some(first))?;
            }
            body.constraints.append(&mut column.constraints);
            body.columns.push(column);
        }
        if !lines.eat_mark(",") && !lines.is_done() {
            return Err(lines.expected("`,` or `)`"));
        }
    }
    // Only GoogleSQL has the key here; read as the other dialect, nothing would be known of its types.
    let first = cursor.peek();
    if cursor.dialect == Dialect::GoogleSql && cursor.eat(&["PRIMARY", "KEY"]) {
        body.set_key(key_parts(cursor)?, first)?;
    }
    while !cursor.is_done() {
        let comma = cursor.eat_mark(",");
        clauses.once(cursor)?;
        if cursor.sees(&["INTERLEAVE"]) {
            body.interleave = Some(interleave(cursor)?);
        } else if cursor.sees(&["ROW"]) || cursor.sees(&["TTL"]) {
            body.ttl = Some(ttl(cursor)?);
        } else if cursor.sees(&["OPTIONS"]) || cursor.sees(&["WITH"]) {
            body.options.extend(options(cursor)?);
        } else if let Some(option) = named_option(cursor)? {
            body.options.push(option);
        } else if comma && cursor.is_done() {
            break;
        } else {
            const CLAUSES: &[&str] = &["PRIMARY", "INTERLEAVE", "OPTIONS", "WITH"];
            return Err(cursor.expected_clause("a clause of the table", CLAUSES));
        }
    }
    Ok(body)
}

impl<'t> TableBody<'t> {
    /// A table has one key; the token is where this one begins.
    fn set_key(&mut self, parts: Vec<KeyPart<'t>>, first: Option<&Token<'_>>) -> Parsed<()> {
        match (self.key.replace(parts), first) {
            (Some(_), Some(first)) => Err(SyntaxError::at(first, "duplicate primary key")),
            _ => Ok(()),
        }
    }
}

pub(super) fn key_parts<'t>(cursor: &mut Cursor<'t>) -> Parsed<Vec<KeyPart<'t>>> {
    cursor.list(sorted_column)
}

/// A column of a key or an index, with its direction. PostgreSQL also orders NULLs, which Spanner
/// stores in one way only.
pub(super) fn sorted_column<'t>(cursor: &mut Cursor<'t>) -> Parsed<KeyPart<'t>> {
    let token = cursor.name()?;
    let descending = cursor.eat(&["DESC"]);
    if !descending {
        cursor.eat(&["ASC"]);
    }
    if cursor.eat(&["NULLS"]) && !cursor.eat(&["FIRST"]) {
        cursor.keywords(&["LAST"])?;
    }
    Ok((KeyColumn { name: token.name(cursor.dialect), descending }, token))
}

pub(super) fn interleave(cursor: &mut Cursor<'_>) -> Parsed<CatalogInterleave> {
    cursor.keywords(&["INTERLEAVE", "IN"])?;
    // A table can be named `parent`.
    let in_parent = cursor.sees(&["PARENT"])
        && cursor.peek_after(1).is_some_and(|token| token.is_name() && !token.is("ON"));
    if in_parent {
        cursor.bump();
    }
    let (parent, span) = cursor.path()?;
    let mut on_delete = if in_parent { OnDelete::NoAction } else { OnDelete::Unchecked };
    if in_parent && cursor.sees(&["ON", "DELETE"]) {
        on_delete = self::on_delete(cursor)?;
    }
    Ok(CatalogInterleave { parent, span, on_delete })
}

pub(super) fn on_delete(cursor: &mut Cursor<'_>) -> Parsed<OnDelete> {
    cursor.keywords(&["ON", "DELETE"])?;
    action(cursor)
}

pub(super) fn action(cursor: &mut Cursor<'_>) -> Parsed<OnDelete> {
    if cursor.eat(&["CASCADE"]) {
        return Ok(OnDelete::Cascade);
    }
    // The two differ only for deferred constraints, which Spanner does not have.
    let restricts = cursor.dialect == Dialect::PostgreSql && cursor.eat(&["RESTRICT"]);
    if restricts || cursor.eat(&["NO", "ACTION"]) {
        return Ok(OnDelete::NoAction);
    }
    Err(cursor.expected("`CASCADE` or `NO ACTION`"))
}

/// `ROW DELETION POLICY (OLDER_THAN(column, INTERVAL n DAY))`, or `TTL INTERVAL 'n days' ON column`.
pub(super) fn ttl<'t>(cursor: &mut Cursor<'t>) -> Parsed<TtlSyntax<'t>> {
    if cursor.eat(&["TTL"]) {
        cursor.keywords(&["INTERVAL"])?;
        let days = cursor.peek().and_then(Token::literal).and_then(days);
        let days = days.ok_or_else(|| cursor.expected("a number of days, as `'30 days'`"))?;
        cursor.bump();
        cursor.keywords(&["ON"])?;
        return Ok(TtlSyntax { column: cursor.name()?, days });
    }
    cursor.keywords(&["ROW", "DELETION", "POLICY"])?;
    cursor.expect_mark("(")?;
    cursor.keywords(&["OLDER_THAN"])?;
    cursor.expect_mark("(")?;
    let column = cursor.name()?;
    cursor.expect_mark(",")?;
    cursor.keywords(&["INTERVAL"])?;
    let before = *cursor;
    let days = u32::try_from(cursor.number()?).map_err(|_| before.expected("a number of days"))?;
    cursor.keywords(&["DAY"])?;
    cursor.expect_mark(")")?;
    cursor.expect_mark(")")?;
    Ok(TtlSyntax { column, days })
}

/// The days of an interval. The server writes 60 days as 2 months.
pub(super) fn days(interval: &str) -> Option<u32> {
    let mut words = interval.split_whitespace().peekable();
    words.peek()?;
    let mut days = 0_u32;
    while let Some(count) = words.next() {
        let unit = match words.next()?.to_ascii_lowercase().trim_end_matches('s') {
            // The server prints one day as 24 hours.
            "hour" => {
                let hours = count.parse::<u32>().ok()?;
                days = days.checked_add((hours % 24 == 0).then_some(hours / 24)?)?;
                continue;
            }
            "day" => 1,
            "week" => 7,
            "month" | "mon" => 30,
            "year" => 365,
            _ => return None,
        };
        days = days.checked_add(count.parse::<u32>().ok()?.checked_mul(unit)?)?;
    }
    Some(days)
}
