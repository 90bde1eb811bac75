//! CREATE INDEX and ALTER INDEX.

use super::table::{KeyPart, sorted_column};
use super::{KeptAction, OptionSyntax, OtherSyntax, Statement, named_option, options};
use crate::catalog::cursor::{Clauses, Cursor, Parsed};
use crate::catalog::lex::Token;
use crate::catalog::{ObjectName, SourceSpan};

pub(in crate::catalog) struct IndexSyntax<'t> {
    pub(in crate::catalog) name: ObjectName,
    pub(in crate::catalog) span: SourceSpan,
    pub(in crate::catalog) table: ObjectName,
    pub(in crate::catalog) table_span: SourceSpan,
    pub(in crate::catalog) unique: bool,
    pub(in crate::catalog) null_filtered: bool,
    pub(in crate::catalog) columns: Vec<KeyPart<'t>>,
    pub(in crate::catalog) storing: Vec<&'t Token<'t>>,
    pub(in crate::catalog) not_null: Vec<&'t Token<'t>>,
    pub(in crate::catalog) interleave: Option<(ObjectName, SourceSpan)>,
    pub(in crate::catalog) options: Vec<OptionSyntax<'t>>,
}

pub(in crate::catalog) enum IndexAction<'t> {
    Store(&'t Token<'t>),
    Unstore(&'t Token<'t>),
    Options(Vec<OptionSyntax<'t>>),
}

pub(super) fn create_index<'t>(
    cursor: &mut Cursor<'t>,
    unique: bool,
    null_filtered: bool,
) -> Parsed<Statement<'t>> {
    let if_not_exists = cursor.eat(&["IF", "NOT", "EXISTS"]);
    let (name, span) = cursor.path()?;
    cursor.keywords(&["ON"])?;
    let (table, table_span) = cursor.table()?;
    // Other methods than that of plain indexes are for vectors.
    let vector = cursor.eat(&["USING"]) && !cursor.name()?.is("btree");
    if vector || is_computed(*cursor) {
        return Ok(Statement::Other(OtherSyntax {
            kind: if vector { "VECTOR INDEX" } else { "INDEX" }.to_owned(),
            action: KeptAction::Create,
            name: Some(name),
            if_exists: if_not_exists,
        }));
    }
    let before = *cursor;
    let columns = cursor.list(sorted_column)?;
    if columns.is_empty() {
        return Err(before.expected("the columns of the index"));
    }
    let mut index = IndexSyntax {
        name,
        span,
        table,
        table_span,
        unique,
        null_filtered,
        columns,
        storing: Vec::new(),
        not_null: Vec::new(),
        interleave: None,
        options: Vec::new(),
    };
    let mut clauses = Clauses::default();
    while !cursor.is_done() {
        let comma = cursor.eat_mark(",");
        clauses.once(cursor)?;
        if !comma && (cursor.eat(&["STORING"]) || cursor.eat(&["INCLUDE"])) {
            index.storing = cursor.columns()?;
        } else if cursor.eat(&["INTERLEAVE", "IN"]) {
            index.interleave = Some(cursor.path()?);
        } else if !comma && cursor.eat(&["WHERE"]) {
            index.not_null = filled(cursor)?;
        } else if cursor.sees(&["OPTIONS"]) || cursor.sees(&["WITH"]) {
            index.options.extend(options(cursor)?);
        } else if let Some(option) = named_option(cursor)? {
            index.options.push(option);
        } else {
            const CLAUSES: &[&str] =
                &["STORING", "INCLUDE", "INTERLEAVE", "WHERE", "OPTIONS", "WITH"];
            return Err(cursor.expected_clause("a clause of the index", CLAUSES));
        }
    }
    Ok(Statement::CreateIndex { index, if_not_exists })
}

/// Whether a column of the index is an expression, or a field of a message.
fn is_computed(mut cursor: Cursor<'_>) -> bool {
    let Ok(inside) = cursor.parentheses() else { return false };
    let mut parts = cursor.within(inside);
    while !parts.is_done() {
        let is_part = |token: &Token<'_>| token.is_mark("(") || token.is_mark(".");
        if parts.sees_mark("(") || parts.peek_after(1).is_some_and(is_part) {
            return true;
        }
        parts.until(|_| false);
        if !parts.eat_mark(",") {
            break;
        }
    }
    false
}

/// `a IS NOT NULL AND b IS NOT NULL`, as the server accepts and writes it.
pub(super) fn filled<'t>(cursor: &mut Cursor<'t>) -> Parsed<Vec<&'t Token<'t>>> {
    let mut columns = Vec::new();
    let mut depth = 0_usize;
    loop {
        while cursor.eat_mark("(") {
            depth += 1;
        }
        columns.push(cursor.name()?);
        cursor.keywords(&["IS", "NOT", "NULL"])?;
        while depth > 0 && cursor.eat_mark(")") {
            depth -= 1;
        }
        if !cursor.eat(&["AND"]) {
            return if depth == 0 { Ok(columns) } else { Err(cursor.expected("`)`")) };
        }
    }
}

pub(super) fn index_action<'t>(cursor: &mut Cursor<'t>) -> Parsed<IndexAction<'t>> {
    if cursor.eat(&["SET"]) || cursor.sees(&["OPTIONS"]) {
        if let Some(option) = named_option(cursor)? {
            return Ok(IndexAction::Options(vec![option]));
        }
        return Ok(IndexAction::Options(options(cursor)?));
    }
    let add = cursor.eat(&["ADD"]);
    if !add {
        cursor.keywords(&["DROP"])?;
    }
    if !cursor.eat(&["INCLUDE"]) {
        cursor.keywords(&["STORED"])?;
    }
    cursor.keywords(&["COLUMN"])?;
    let column = cursor.name()?;
    Ok(if add { IndexAction::Store(column) } else { IndexAction::Unstore(column) })
}
