//! ALTER TABLE.

use super::column::{ColumnSyntax, clauses, column, default};
use super::constraint::{ConstraintSyntax, constraint, is_constraint};
use super::sequence::{COUNTER_OPTIONS, CounterChanges, counter};
use super::table::{TtlSyntax, interleave, on_delete, ttl};
use super::types::{TypeSyntax, google_type, postgres_type};
use super::{OptionSyntax, Statement, misspelt, named_option, options};
use crate::catalog::cursor::{Cursor, Parsed, SyntaxError, Tokens};
use crate::catalog::lex::Token;
use crate::catalog::{CatalogInterleave, ObjectName, SourceSpan};
use crate::dialect::Dialect;
use crate::schema::OnDelete;

pub(in crate::catalog) enum TableAction<'t> {
    AddColumn {
        column: Box<ColumnSyntax<'t>>,
        if_not_exists: bool,
    },
    DropColumn {
        column: &'t Token<'t>,
        if_exists: bool,
    },
    AlterColumn {
        column: &'t Token<'t>,
        action: ColumnAction<'t>,
    },
    AddConstraint(ConstraintSyntax<'t>),
    DropConstraint {
        name: String,
        span: SourceSpan,
        if_exists: bool,
    },
    SetOnDelete(OnDelete, SourceSpan),
    SetInterleave(CatalogInterleave),
    /// Adds a policy, or replaces the one that is there.
    Ttl {
        ttl: TtlSyntax<'t>,
        replaces: bool,
    },
    DropTtl(SourceSpan),
    Rename {
        to: ObjectName,
        span: SourceSpan,
        keeps_synonym: bool,
    },
    AddSynonym(ObjectName),
    DropSynonym(ObjectName, SourceSpan),
    SetOptions(Vec<OptionSyntax<'t>>),
}

pub(in crate::catalog) enum ColumnAction<'t> {
    /// GoogleSQL: the whole definition again.
    Restate(Box<ColumnSyntax<'t>>),
    Type(TypeSyntax),
    NotNull(bool),
    Default(Option<Tokens<'t>>),
    OnUpdate(Option<Tokens<'t>>),
    Options(Vec<OptionSyntax<'t>>),
    Counter(CounterChanges),
}

pub(super) fn alter_table<'t>(
    cursor: &mut Cursor<'t>,
    name: ObjectName,
    span: SourceSpan,
    if_exists: bool,
) -> Parsed<Statement<'t>> {
    let mut actions = Vec::new();
    loop {
        actions.push(table_action(cursor)?);
        if !cursor.eat_mark(",") {
            break;
        }
        // PostgreSQL: several renames in one statement.
        if cursor.eat(&["ALTER", "TABLE"]) {
            return renames(cursor, name, span, actions);
        }
    }
    Ok(Statement::AlterTable { name, span, if_exists, actions })
}

/// `ALTER TABLE a RENAME TO b, ALTER TABLE c RENAME TO d`
pub(super) fn renames<'t>(
    cursor: &mut Cursor<'t>,
    name: ObjectName,
    span: SourceSpan,
    actions: Vec<TableAction<'t>>,
) -> Parsed<Statement<'t>> {
    let to = |cursor: &Cursor<'t>, action: Option<TableAction<'t>>| match action {
        Some(TableAction::Rename { to, keeps_synonym: false, .. }) => Ok(to),
        _ => Err(cursor.expected("only `RENAME TO`")),
    };
    let first = to(cursor, actions.into_iter().next())?;
    let mut renames = vec![(name, span, first)];
    loop {
        let (name, span) = cursor.path()?;
        let action = table_action(cursor)?;
        renames.push((name, span, to(cursor, Some(action))?));
        if !cursor.eat_mark(",") {
            return Ok(Statement::Rename(renames));
        }
        cursor.keywords(&["ALTER", "TABLE"])?;
    }
}

pub(super) fn table_action<'t>(cursor: &mut Cursor<'t>) -> Parsed<TableAction<'t>> {
    const ACTIONS: &[&str] = &["ADD", "DROP", "ALTER", "SET", "RENAME", "REPLACE"];
    if cursor.eat(&["ADD"]) {
        return add(cursor);
    }
    if cursor.eat(&["DROP"]) {
        return drop_part(cursor);
    }
    if cursor.eat(&["REPLACE"]) || (cursor.sees(&["ALTER", "TTL"]) && cursor.eat(&["ALTER"])) {
        return Ok(TableAction::Ttl { ttl: ttl(cursor)?, replaces: true });
    }
    if cursor.eat(&["ALTER"]) {
        let before = *cursor;
        cursor.eat(&["COLUMN"]);
        let column = cursor.name()?;
        let action = column_action(cursor, column);
        let action = action.map_err(|error| misspelt_column(&before, error))?;
        return Ok(TableAction::AlterColumn { column, action });
    }
    if let Some(token) = cursor.peek()
        && cursor.eat(&["SET"])
    {
        let span = cursor.span(token);
        if cursor.sees(&["ON"]) {
            return Ok(TableAction::SetOnDelete(on_delete(cursor)?, span));
        }
        if cursor.sees(&["OPTIONS"]) {
            return Ok(TableAction::SetOptions(options(cursor)?));
        }
        if let Some(option) = named_option(cursor)? {
            return Ok(TableAction::SetOptions(vec![option]));
        }
        return Ok(TableAction::SetInterleave(interleave(cursor)?));
    }
    if cursor.eat(&["RENAME"]) {
        // The synonym has the old name.
        let keeps_synonym = cursor.eat(&["WITH", "SYNONYM"]);
        cursor.keywords(&["TO"])?;
        let (to, span) = cursor.path()?;
        return Ok(TableAction::Rename { to, span, keeps_synonym });
    }
    Err(cursor.expected_clause("`ADD`, `DROP`, `ALTER`, `SET` or `RENAME`", ACTIONS))
}

pub(super) fn add<'t>(cursor: &mut Cursor<'t>) -> Parsed<TableAction<'t>> {
    if cursor.eat(&["SYNONYM"]) {
        return Ok(TableAction::AddSynonym(cursor.path()?.0));
    }
    if cursor.sees(&["ROW", "DELETION"]) || cursor.sees(&["TTL", "INTERVAL"]) {
        return Ok(TableAction::Ttl { ttl: ttl(cursor)?, replaces: false });
    }
    if is_constraint(cursor) {
        return Ok(TableAction::AddConstraint(constraint(cursor)?));
    }
    if cursor.is_done() {
        return Err(cursor.expected("`COLUMN` or a constraint"));
    }
    let before = *cursor;
    let word = cursor.eat(&["COLUMN"]);
    let if_not_exists =
        (word || cursor.dialect == Dialect::PostgreSql) && cursor.eat(&["IF", "NOT", "EXISTS"]);
    let column = column(cursor).map_err(|error| misspelt_column(&before, error))?;
    if let Some(token) = column.primary_key {
        return Err(SyntaxError::at(token, "a primary key cannot be added with a column"));
    }
    Ok(TableAction::AddColumn { column: Box::new(column), if_not_exists })
}

/// The error of `ADD COLUM name …`, which is also the start of a column named `COLUM`.
fn misspelt_column(before: &Cursor<'_>, error: SyntaxError) -> SyntaxError {
    let word = before.peek().filter(|token| misspelt(token.text, ["COLUMN"]).is_some());
    word.map_or(error, |token| SyntaxError::unknown_word(token, "COLUMN"))
}

pub(super) fn drop_part<'t>(cursor: &mut Cursor<'t>) -> Parsed<TableAction<'t>> {
    let first = cursor.peek().map(|token| cursor.span(token)).unwrap_or_default();
    if cursor.eat(&["ROW", "DELETION", "POLICY"]) || cursor.eat(&["TTL"]) {
        return Ok(TableAction::DropTtl(first));
    }
    if cursor.eat(&["SYNONYM"]) {
        let (name, span) = cursor.path()?;
        return Ok(TableAction::DropSynonym(name, span));
    }
    if cursor.eat(&["CONSTRAINT"]) {
        let if_exists = cursor.eat(&["IF", "EXISTS"]);
        let token = cursor.name()?;
        let (name, span) = (token.name(cursor.dialect), cursor.span(token));
        if cursor.dialect == Dialect::PostgreSql && !cursor.eat(&["RESTRICT"]) {
            cursor.eat(&["CASCADE"]);
        }
        return Ok(TableAction::DropConstraint { name, span, if_exists });
    }
    let word = cursor.eat(&["COLUMN"]);
    let if_exists =
        (word || cursor.dialect == Dialect::PostgreSql) && cursor.eat(&["IF", "EXISTS"]);
    if !word && cursor.peek_after(1).is_some_and(Token::is_name) {
        const PARTS: &[&str] = &["COLUMN", "CONSTRAINT", "SYNONYM", "ROW"];
        return Err(cursor.expected_clause("what to drop", PARTS));
    }
    Ok(TableAction::DropColumn { column: cursor.name()?, if_exists })
}

pub(super) fn column_action<'t>(
    cursor: &mut Cursor<'t>,
    column: &'t Token<'t>,
) -> Parsed<ColumnAction<'t>> {
    let drops = cursor.sees(&["DROP"]);
    if cursor.eat(&["SET", "NOT"]) || cursor.eat(&["DROP", "NOT"]) {
        cursor.keywords(&["NULL"])?;
        return Ok(ColumnAction::NotNull(!drops));
    }
    if cursor.eat(&["SET", "DEFAULT"]) {
        return Ok(ColumnAction::Default(Some(default(cursor)?)));
    }
    if cursor.eat(&["DROP", "DEFAULT"]) {
        return Ok(ColumnAction::Default(None));
    }
    if cursor.eat(&["SET", "ON", "UPDATE"]) {
        return Ok(ColumnAction::OnUpdate(Some(default(cursor)?)));
    }
    if cursor.eat(&["DROP", "ON", "UPDATE"]) {
        return Ok(ColumnAction::OnUpdate(None));
    }
    if cursor.dialect == Dialect::GoogleSql && cursor.sees(&["SET", "OPTIONS"]) {
        cursor.bump();
        return Ok(ColumnAction::Options(options(cursor)?));
    }
    if cursor.sees(&["SET", "LOCALITY"]) {
        cursor.bump();
        let option = named_option(cursor)?;
        return Ok(ColumnAction::Options(option.into_iter().collect()));
    }
    if cursor.eat(&["ALTER", "IDENTITY"]) {
        return identity_options(cursor);
    }
    if cursor.dialect == Dialect::PostgreSql {
        if cursor.eat(&["TYPE"]) || cursor.eat(&["SET", "DATA", "TYPE"]) {
            return Ok(ColumnAction::Type(postgres_type(cursor)?));
        }
        return identity_options(cursor);
    }
    let ty = google_type(cursor)?;
    let first = cursor.peek();
    let stated = clauses(cursor, column, ty)?;
    match (first, stated.primary_key.is_some() || !stated.constraints.is_empty()) {
        (Some(first), true) => {
            Err(SyntaxError::at(first, "a key or a constraint is not a part of an altered column"))
        }
        _ => Ok(ColumnAction::Restate(Box::new(stated))),
    }
}

pub(super) fn identity_options<'t>(cursor: &mut Cursor<'t>) -> Parsed<ColumnAction<'t>> {
    const PARTS: &[&str] = &["TYPE", "SET", "DROP", "NOT", "DEFAULT", "DATA", "IDENTITY"];
    cursor.eat(&["SET"]);
    if !cursor.peek().is_some_and(|token| token.is_any(COUNTER_OPTIONS)) {
        return Err(cursor.expected_clause("what to alter in the column", PARTS));
    }
    Ok(ColumnAction::Counter(counter(cursor)?))
}
