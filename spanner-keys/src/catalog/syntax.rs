//! The statements that are understood, as they are written. Names and expressions are resolved when
//! a statement is applied, because only then are all columns known.

use super::cursor::{Cursor, Parsed, SyntaxError, Tokens};
use super::lex::{Token, TokenKind};
use super::{CatalogInterleave, KeyColumn, ObjectName, SourceSpan};
use crate::dialect::Dialect;
use crate::schema::{CounterOptions, OnDelete, Scalar, SqlType};

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
        name: ObjectName,
        span: SourceSpan,
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

#[derive(Default)]
pub(super) struct TableBody<'t> {
    pub(super) columns: Vec<ColumnSyntax<'t>>,
    pub(super) constraints: Vec<ConstraintSyntax<'t>>,
    /// `None` without any PRIMARY KEY.
    pub(super) key: Option<Vec<KeyColumn>>,
    pub(super) interleave: Option<CatalogInterleave>,
    pub(super) ttl: Option<TtlSyntax<'t>>,
    pub(super) options: Vec<OptionSyntax<'t>>,
    pub(super) synonyms: Vec<String>,
}

pub(super) struct TtlSyntax<'t> {
    pub(super) column: &'t Token<'t>,
    pub(super) days: u32,
}

pub(super) struct TypeSyntax {
    pub(super) ty: SqlType,
    /// The name of a type that is not among the known ones.
    pub(super) other: Option<String>,
    pub(super) vector_length: Option<u32>,
    pub(super) commit_timestamp: bool,
    /// PostgreSQL's `serial` types.
    pub(super) serial: bool,
}

impl TypeSyntax {
    /// A type of which nothing is known.
    const OPAQUE: Self = Self {
        ty: SqlType::BYTES,
        other: None,
        vector_length: None,
        commit_timestamp: false,
        serial: false,
    };
}

#[allow(clippy::struct_excessive_bools, reason = "each is a clause that is there or not")]
pub(super) struct ColumnSyntax<'t> {
    pub(super) name: &'t Token<'t>,
    pub(super) ty: TypeSyntax,
    pub(super) not_null: bool,
    pub(super) default: Option<Tokens<'t>>,
    pub(super) on_update: Option<Tokens<'t>>,
    pub(super) generated: Option<(Tokens<'t>, bool)>,
    pub(super) identity: Option<CounterChanges>,
    pub(super) hidden: bool,
    pub(super) placement_key: bool,
    pub(super) primary_key: bool,
    pub(super) constraints: Vec<ConstraintSyntax<'t>>,
    pub(super) options: Option<Vec<OptionSyntax<'t>>>,
}

pub(super) struct ConstraintSyntax<'t> {
    pub(super) name: Option<String>,
    pub(super) span: SourceSpan,
    pub(super) kind: ConstraintKind<'t>,
}

pub(super) enum ConstraintKind<'t> {
    Check(Tokens<'t>),
    ForeignKey {
        columns: Vec<String>,
        other: ObjectName,
        other_columns: Vec<String>,
        on_delete: OnDelete,
    },
    PrimaryKey(Vec<KeyColumn>),
}

/// Options of a sequence or an identity column that a statement sets.
#[derive(Default)]
pub(super) struct CounterChanges {
    pub(super) skip_range: Option<(i64, i64)>,
    pub(super) no_skip_range: bool,
    pub(super) skip_min: Option<i64>,
    pub(super) skip_max: Option<i64>,
    pub(super) start: Option<i64>,
}

impl CounterChanges {
    pub(super) fn apply(&self, options: &mut CounterOptions) {
        if self.no_skip_range {
            options.skip_range = None;
        }
        options.skip_range = self.skip_range.or(options.skip_range);
        if self.skip_min.is_some() || self.skip_max.is_some() {
            let (min, max) = options.skip_range.unwrap_or((1, i64::MAX));
            options.skip_range = Some((self.skip_min.unwrap_or(min), self.skip_max.unwrap_or(max)));
        }
        options.start_counter = self.start.or(options.start_counter);
    }
}

pub(super) enum TableAction<'t> {
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
    AddSynonym(String),
    DropSynonym(String, SourceSpan),
    SetOptions(Vec<OptionSyntax<'t>>),
}

pub(super) enum ColumnAction<'t> {
    /// GoogleSQL: the whole definition again.
    Restate(Box<ColumnSyntax<'t>>),
    Type(TypeSyntax),
    NotNull(bool),
    Default(Option<Tokens<'t>>),
    OnUpdate(Option<Tokens<'t>>),
    Options(Vec<OptionSyntax<'t>>),
    Counter(CounterChanges),
}

pub(super) struct IndexSyntax<'t> {
    pub(super) name: ObjectName,
    pub(super) span: SourceSpan,
    pub(super) table: ObjectName,
    pub(super) table_span: SourceSpan,
    pub(super) unique: bool,
    pub(super) null_filtered: bool,
    pub(super) columns: Vec<(KeyColumn, &'t Token<'t>)>,
    pub(super) storing: Vec<&'t Token<'t>>,
    pub(super) not_null: Vec<&'t Token<'t>>,
    pub(super) interleave: Option<(ObjectName, SourceSpan)>,
    pub(super) options: Vec<OptionSyntax<'t>>,
}

pub(super) enum IndexAction<'t> {
    Store(&'t Token<'t>),
    Unstore(&'t Token<'t>),
    Options(Vec<OptionSyntax<'t>>),
}

/// A statement that is kept, as far as it is understood.
pub(super) struct OtherSyntax {
    pub(super) kind: String,
    pub(super) action: KeptAction,
    pub(super) name: Option<ObjectName>,
    pub(super) if_exists: bool,
}

/// What a kept statement does to its object.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KeptAction {
    /// It creates the object.
    Create,
    /// It creates the object, or replaces the one with that name.
    Replace,
    /// It alters an object.
    Alter,
    /// It drops an object.
    Drop,
    /// It grants or revokes, or is not a schema change at all: it reads or writes rows.
    Other,
}

const CONTROL: &[&str] = &["START", "RUN", "ABORT", "BEGIN", "COMMIT", "ROLLBACK", "END", "USE"];
const ROWS: &[&str] = &[
    "INSERT", "UPDATE", "DELETE", "SELECT", "WITH", "MERGE", "CALL", "ANALYZE", "SET", "RESET",
    "SHOW", "EXPLAIN", "EXPORT", "TRUNCATE", "GRAPH", "COMMENT",
];

/// Reads one statement, which has at least one token.
pub(super) fn statement<'t>(cursor: &mut Cursor<'t>) -> Parsed<Statement<'t>> {
    let Some(first) = cursor.peek() else { return Err(cursor.expected("a statement")) };
    if first.is_any(CONTROL) {
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
        grant(cursor)?;
        return Ok(other(first.text, KeptAction::Other, None));
    } else if first.is_any(ROWS) {
        balanced(cursor)?;
        return Ok(other(first.text, KeptAction::Other, None));
    } else {
        return Err(cursor.expected("a statement"));
    };
    if !matches!(statement, Statement::Other(_)) {
        cursor.expect_end()?;
    }
    Ok(statement)
}

fn other<'t>(kind: &str, action: KeptAction, name: Option<ObjectName>) -> Statement<'t> {
    let kind = kind.to_ascii_uppercase();
    Statement::Other(OtherSyntax { kind, action, name, if_exists: false })
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
        // PostgreSQL: without the tables that inherit from it, which Spanner does not have.
        if cursor.dialect == Dialect::PostgreSql
            && cursor.sees(&["ONLY"])
            && cursor.peek_after(1).is_some_and(Token::is_name)
        {
            cursor.bump();
        }
        let (name, span) = cursor.path()?;
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
        let name = cursor.until(|cursor| cursor.sees(&["SET"]) || cursor.sees(&["RESET"]))?;
        return Ok(Statement::AlterDatabase { name, options: database_options(cursor)? });
    }
    object(cursor, KeptAction::Alter)
}

fn database_options<'t>(cursor: &mut Cursor<'t>) -> Parsed<Vec<OptionSyntax<'t>>> {
    if cursor.eat(&["RESET"]) {
        return Ok(vec![(cursor.path()?.0.to_string(), &[])]);
    }
    cursor.keywords(&["SET"])?;
    if cursor.sees(&["OPTIONS"]) {
        return options(cursor);
    }
    // PostgreSQL: SET spanner.name = value
    let (name, _) = cursor.path()?;
    if !cursor.eat_mark("=") {
        cursor.keywords(&["TO"])?;
    }
    let value = cursor.until(|_| false)?;
    if value.is_empty() {
        return Err(cursor.expected("a value"));
    }
    Ok(vec![(name.to_string(), value)])
}

fn drop<'t>(cursor: &mut Cursor<'t>) -> Parsed<Statement<'t>> {
    for kind in ["TABLE", "INDEX", "SEQUENCE", "SCHEMA"] {
        if cursor.eat(&[kind]) {
            let if_exists = cursor.eat(&["IF", "EXISTS"]);
            let (name, span) = cursor.path()?;
            return Ok(Statement::Drop { kind, name, span, if_exists });
        }
    }
    object(cursor, KeptAction::Drop)
}

/// The kinds of objects with two words. Others have one, also those that are not known yet.
const TWO_WORDS: &[[&str; 2]] = &[
    ["CHANGE", "STREAM"],
    ["SEARCH", "INDEX"],
    ["VECTOR", "INDEX"],
    ["PROPERTY", "GRAPH"],
    ["PROTO", "BUNDLE"],
    ["LOCALITY", "GROUP"],
    ["MATERIALIZED", "VIEW"],
];

/// A statement about an object that is kept as it is. Its head is read, and its parentheses, its
/// options and its literals must be complete.
fn object<'t>(cursor: &mut Cursor<'t>, action: KeptAction) -> Parsed<Statement<'t>> {
    let two = TWO_WORDS.iter().find(|words| cursor.eat(*words));
    let kind = match two {
        Some(words) => words.join(" "),
        None => match cursor.peek() {
            Some(token) if token.kind == TokenKind::Word => {
                cursor.bump();
                token.text.to_ascii_uppercase()
            }
            _ => return Err(cursor.expected("the kind of an object")),
        },
    };
    let if_exists = cursor.eat(&["IF", "EXISTS"]) || cursor.eat(&["IF", "NOT", "EXISTS"]);
    // A database has one proto bundle, and it has no name.
    let name = if kind == "PROTO BUNDLE" { None } else { Some(cursor.path()?.0) };
    if cursor.sees(&["IF"]) {
        return Err(cursor.expected("the definition; `IF` belongs before the name"));
    }
    if action == KeptAction::Drop && name.is_some() && !cursor.eat(&["CASCADE"]) {
        cursor.expect_end()?;
    }
    while !cursor.is_done() {
        if cursor.eat(&["SQL", "SECURITY"]) {
            if !cursor.eat(&["INVOKER"]) && !cursor.eat(&["DEFINER"]) {
                return Err(cursor.expected("`INVOKER` or `DEFINER`"));
            }
        } else if action == KeptAction::Alter && cursor.eat(&["SET"]) {
            if !cursor.peek().is_some_and(|token| token.kind == TokenKind::Word) {
                return Err(cursor.expected("what to set"));
            }
        } else if cursor.sees(&["OPTIONS"])
            && cursor.peek_after(1).is_some_and(|token| token.is_mark("("))
        {
            options(cursor)?;
        } else {
            one(cursor)?;
        }
    }
    Ok(Statement::Other(OtherSyntax { kind, action, name, if_exists }))
}

/// Privileges on sequences are not those on tables.
fn grant(cursor: &mut Cursor<'_>) -> Parsed<()> {
    if cursor.is_done() {
        return Err(cursor.expected("privileges or roles"));
    }
    let mut ahead = *cursor;
    let mut rows = None;
    while let Some(token) = ahead.peek() {
        if token.is("ON") {
            ahead.bump();
            ahead.eat(&["ALL"]);
            let sequences = ahead.sees(&["SEQUENCE"]) || ahead.sees(&["SEQUENCES"]);
            if let (true, Some(token)) = (sequences, rows) {
                return Err(SyntaxError::at(token, "a sequence has no such privilege"));
            }
            break;
        }
        if token.is_any(&["INSERT", "DELETE"]) {
            rows = Some(token);
        }
        ahead.bump();
    }
    balanced(cursor)
}

/// Reads to the end of the statement.
fn balanced(cursor: &mut Cursor<'_>) -> Parsed<()> {
    while !cursor.is_done() {
        one(cursor)?;
    }
    Ok(())
}

/// Moves past a token, or past parentheses.
fn one(cursor: &mut Cursor<'_>) -> Parsed<()> {
    match cursor.peek() {
        Some(token) if token.is_mark("(") => cursor.parentheses().map(|_| ()),
        Some(token) if token.is_mark(")") || token.kind == TokenKind::Unclosed => {
            Err(cursor.expected("the end of the statement"))
        }
        _ => {
            cursor.bump();
            Ok(())
        }
    }
}

/// `OPTIONS (name = value, …)`
fn options<'t>(cursor: &mut Cursor<'t>) -> Parsed<Vec<OptionSyntax<'t>>> {
    cursor.keywords(&["OPTIONS"])?;
    let found = cursor.list(|cursor| {
        let (name, _) = cursor.path()?;
        cursor.expect_mark("=")?;
        let start = *cursor;
        let value = cursor.until(|cursor| cursor.sees_mark("["))?;
        // The value of an option may be a list.
        if cursor.sees_mark("[") {
            while !cursor.eat_mark("]") {
                if cursor.is_done() {
                    return Err(cursor.expected("`]`"));
                }
                one(cursor)?;
            }
            let length = start.rest().len() - cursor.rest().len();
            return Ok((name.to_string(), &start.rest()[..length]));
        }
        if value.is_empty() {
            return Err(cursor.expected("a value"));
        }
        Ok((name.to_string(), value))
    })?;
    if found.is_empty() { Err(cursor.expected("an option before this")) } else { Ok(found) }
}

fn table<'t>(cursor: &mut Cursor<'t>) -> Parsed<TableBody<'t>> {
    let mut body = TableBody::default();
    let inside = cursor.parentheses()?;
    let mut lines = cursor.within(inside);
    while !lines.is_done() {
        if lines.sees(&["SYNONYM"]) && lines.peek_after(1).is_some_and(|next| next.is_mark("(")) {
            lines.bump();
            // A table has one synonym, and the last one counts.
            let names = lines.columns()?;
            body.synonyms = names.last().map(|name| name.name(lines.dialect)).into_iter().collect();
        } else if is_constraint(&lines) {
            let constraint = constraint(&mut lines)?;
            if let ConstraintKind::PrimaryKey(parts) = constraint.kind {
                body.key = Some(parts);
            } else {
                body.constraints.push(constraint);
            }
        } else {
            let mut column = column(&mut lines)?;
            if column.primary_key {
                let name = column.name.name(lines.dialect);
                body.key = Some(vec![KeyColumn { name, descending: false }]);
            }
            body.constraints.append(&mut column.constraints);
            body.columns.push(column);
        }
        if !lines.eat_mark(",") && !lines.is_done() {
            return Err(lines.expected("`,` or `)`"));
        }
    }
    if cursor.eat(&["PRIMARY", "KEY"]) {
        body.key = Some(key_parts(cursor)?);
    }
    while !cursor.is_done() {
        let comma = cursor.eat_mark(",");
        if cursor.sees(&["INTERLEAVE"]) {
            body.interleave = Some(interleave(cursor)?);
        } else if cursor.sees(&["ROW"]) || cursor.sees(&["TTL"]) {
            body.ttl = Some(ttl(cursor)?);
        } else if cursor.sees(&["OPTIONS"]) {
            body.options = options(cursor)?;
        } else if comma && cursor.is_done() {
            break;
        } else {
            return Err(cursor.expected("a clause of the table"));
        }
    }
    Ok(body)
}

fn key_parts(cursor: &mut Cursor<'_>) -> Parsed<Vec<KeyColumn>> {
    cursor.list(|cursor| Ok(sorted_column(cursor)?.0))
}

/// A column of a key or an index, with its direction. PostgreSQL also orders NULLs, which Spanner
/// stores in one way only.
fn sorted_column<'t>(cursor: &mut Cursor<'t>) -> Parsed<(KeyColumn, &'t Token<'t>)> {
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

fn interleave(cursor: &mut Cursor<'_>) -> Parsed<CatalogInterleave> {
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

fn on_delete(cursor: &mut Cursor<'_>) -> Parsed<OnDelete> {
    cursor.keywords(&["ON", "DELETE"])?;
    if cursor.eat(&["CASCADE"]) {
        return Ok(OnDelete::Cascade);
    }
    if cursor.eat(&["NO", "ACTION"]) {
        return Ok(OnDelete::NoAction);
    }
    Err(cursor.expected("`CASCADE` or `NO ACTION`"))
}

/// `ROW DELETION POLICY (OLDER_THAN(column, INTERVAL n DAY))`, or `TTL INTERVAL 'n days' ON column`.
fn ttl<'t>(cursor: &mut Cursor<'t>) -> Parsed<TtlSyntax<'t>> {
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
fn days(interval: &str) -> Option<u32> {
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

fn is_constraint(cursor: &Cursor<'_>) -> bool {
    let next =
        |count, mark| cursor.peek_after(count).is_some_and(|token: &Token<'_>| token.is_mark(mark));
    (cursor.sees(&["CONSTRAINT"])
        && cursor
            .peek_after(2)
            .is_some_and(|token| token.is_any(&["FOREIGN", "CHECK", "PRIMARY", "UNIQUE"])))
        || (cursor.sees(&["FOREIGN", "KEY"]) && next(2, "("))
        || (cursor.sees(&["PRIMARY", "KEY"]) && next(2, "("))
        || (cursor.sees(&["CHECK"]) && next(1, "("))
}

fn constraint<'t>(cursor: &mut Cursor<'t>) -> Parsed<ConstraintSyntax<'t>> {
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
        let columns = names(cursor)?;
        references(cursor, columns)?
    } else {
        return Err(cursor.expected("`CHECK` or `FOREIGN KEY`"));
    };
    Ok(ConstraintSyntax { name, span, kind })
}

fn check<'t>(cursor: &mut Cursor<'t>) -> Parsed<Tokens<'t>> {
    let condition = expression(cursor)?;
    // Spanner enforces every check.
    cursor.eat(&["ENFORCED"]);
    Ok(condition)
}

/// An expression in parentheses that is not empty.
fn expression<'t>(cursor: &mut Cursor<'t>) -> Parsed<Tokens<'t>> {
    let before = *cursor;
    let inside = cursor.parentheses()?;
    if inside.is_empty() { Err(before.expected("an expression")) } else { Ok(inside) }
}

fn names(cursor: &mut Cursor<'_>) -> Parsed<Vec<String>> {
    Ok(cursor.columns()?.iter().map(|token| token.name(cursor.dialect)).collect())
}

fn references<'t>(cursor: &mut Cursor<'t>, columns: Vec<String>) -> Parsed<ConstraintKind<'t>> {
    cursor.keywords(&["REFERENCES"])?;
    let (other, _) = cursor.path()?;
    let other_columns = if cursor.sees_mark("(") { names(cursor)? } else { Vec::new() };
    let mut on_delete = OnDelete::NoAction;
    loop {
        if cursor.sees(&["ON", "DELETE"]) {
            on_delete = self::on_delete(cursor)?;
        } else if cursor.eat(&["ON", "UPDATE"]) {
            cursor.keywords(&["NO", "ACTION"])?;
        } else if cursor.eat(&["NOT", "ENFORCED"]) {
            on_delete = OnDelete::Unchecked;
        } else if !cursor.eat(&["ENFORCED"]) {
            break;
        }
    }
    Ok(ConstraintKind::ForeignKey { columns, other, other_columns, on_delete })
}

fn column<'t>(cursor: &mut Cursor<'t>) -> Parsed<ColumnSyntax<'t>> {
    let name = cursor.name()?;
    let ty = column_type(cursor)?;
    clauses(cursor, name, ty)
}

/// Words that end a default without parentheses.
const CLAUSES: &[&str] = &[
    "NOT",
    "NULL",
    "PRIMARY",
    "CHECK",
    "UNIQUE",
    "REFERENCES",
    "CONSTRAINT",
    "GENERATED",
    "HIDDEN",
    "OPTIONS",
    "DEFAULT",
    "ON",
];

fn clauses<'t>(
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
        primary_key: false,
        constraints: Vec::new(),
        options: None,
    };
    while let Some(token) = cursor.peek() {
        if token.is_mark(",") || token.is_mark(")") {
            break;
        }
        if cursor.eat(&["NOT", "NULL"]) {
            column.not_null = true;
        } else if !google && cursor.eat(&["NULL"]) {
            column.not_null = false;
        } else if cursor.eat(&["DEFAULT"]) {
            column.default = Some(default(cursor)?);
        } else if cursor.eat(&["ON", "UPDATE"]) {
            column.on_update = Some(default(cursor)?);
        } else if cursor.eat(&["GENERATED", "BY", "DEFAULT", "AS", "IDENTITY"]) {
            let changes = if cursor.sees_mark("(") {
                let inside = cursor.parentheses()?;
                counter(&mut cursor.within(inside))?
            } else {
                CounterChanges::default()
            };
            column.identity = Some(changes);
        } else if cursor.eat(&["AUTO_INCREMENT"]) {
            column.identity = Some(CounterChanges::default());
        } else if (google && cursor.eat(&["AS"])) || cursor.eat(&["GENERATED", "ALWAYS", "AS"]) {
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
            column.primary_key = true;
        } else if cursor.sees(&["OPTIONS"]) {
            column.options = Some(options(cursor)?);
        } else if cursor.sees(&["REFERENCES"]) {
            let kind = references(cursor, vec![name.name(cursor.dialect)])?;
            column.constraints.push(ConstraintSyntax {
                name: None,
                span: cursor.span(token),
                kind,
            });
        } else if is_constraint(cursor) {
            column.constraints.push(constraint(cursor)?);
        } else {
            return Err(cursor.expected("a clause of the column"));
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

/// GoogleSQL writes a default in parentheses.
fn default<'t>(cursor: &mut Cursor<'t>) -> Parsed<Tokens<'t>> {
    if cursor.dialect == Dialect::GoogleSql {
        return expression(cursor);
    }
    let first = cursor.peek().map(|token| token.start);
    let value = cursor.until(|cursor| {
        cursor.peek().is_some_and(|token| Some(token.start) != first && token.is_any(CLAUSES))
    })?;
    if value.is_empty() { Err(cursor.expected("an expression")) } else { Ok(value) }
}

/// The options of a sequence or an identity column, in either dialect.
fn counter(cursor: &mut Cursor<'_>) -> Parsed<CounterChanges> {
    let mut changes = CounterChanges::default();
    while !cursor.is_done() && !cursor.sees_mark(",") {
        if cursor.sees(&["OPTIONS"]) {
            for (name, value) in options(cursor)? {
                let mut value = cursor.within(value);
                match name.as_str() {
                    "skip_range_min" => changes.skip_min = nullable(&mut value)?,
                    "skip_range_max" => changes.skip_max = nullable(&mut value)?,
                    "start_with_counter" => changes.start = nullable(&mut value)?,
                    "sequence_kind" => {}
                    _ => return Err(value.expected(&format!("a known option, not `{name}`"))),
                }
            }
        } else if cursor.eat(&["NO", "SKIP", "RANGE"]) {
            changes.no_skip_range = true;
        } else if cursor.eat(&["SKIP", "RANGE"]) {
            let min = cursor.number()?;
            cursor.eat_mark(",");
            changes.skip_range = Some((min, cursor.number()?));
        } else if cursor.eat(&["START", "COUNTER"]) || cursor.eat(&["RESTART", "COUNTER"]) {
            cursor.eat(&["WITH"]);
            changes.start = Some(cursor.number()?);
        } else if !cursor.eat(&["BIT_REVERSED_POSITIVE"]) {
            return Err(cursor.expected("an option of a sequence"));
        }
    }
    Ok(changes)
}

fn nullable(cursor: &mut Cursor<'_>) -> Parsed<Option<i64>> {
    if cursor.eat(&["NULL"]) { Ok(None) } else { cursor.number().map(Some) }
}

fn column_type(cursor: &mut Cursor<'_>) -> Parsed<TypeSyntax> {
    match cursor.dialect {
        Dialect::GoogleSql => google_type(cursor),
        Dialect::PostgreSql => postgres_type(cursor),
    }
}

fn google_type(cursor: &mut Cursor<'_>) -> Parsed<TypeSyntax> {
    let array = cursor.eat(&["ARRAY"]);
    if array {
        cursor.expect_mark("<")?;
    }
    let mut found = TypeSyntax::OPAQUE;
    let known = cursor.peek().filter(|token| token.kind == TokenKind::Word).and_then(|token| {
        let word = token.text.to_ascii_uppercase();
        Scalar::ALL.into_iter().find(|scalar| scalar.name() == word)
    });
    if let Some(scalar) = known {
        cursor.bump();
        found.ty = SqlType::of(scalar);
        if matches!(scalar, Scalar::Text | Scalar::Binary) && cursor.eat_mark("(") {
            if !cursor.eat(&["MAX"]) {
                found.ty.length = Some(length(cursor)?);
            }
            cursor.expect_mark(")")?;
        }
    } else {
        let mut text = String::new();
        loop {
            let token = cursor.name()?;
            text.push_str(token.text);
            if !cursor.eat_mark(".") {
                break;
            }
            text.push('.');
        }
        // STRUCT is not a column type, but a newer one may look like it.
        if cursor.sees_mark("<") {
            return Err(cursor.expected("the end of the type"));
        }
        found.other = Some(if text.contains(['.', '`']) { text } else { known_case(text) });
    }
    if array {
        found.ty.array = true;
        cursor.expect_mark(">")?;
        if cursor.eat_mark("(") {
            cursor.keywords(&["vector_length"])?;
            cursor.expect_mark("=")?;
            cursor.expect_mark(">")?;
            found.vector_length = Some(length(cursor)?);
            cursor.expect_mark(")")?;
        }
    }
    Ok(found)
}

/// Type names of Spanner's in upper case; those of messages keep theirs.
fn known_case(name: String) -> String {
    let upper = name.to_ascii_uppercase();
    if upper == "TOKENLIST" { upper } else { name }
}

fn length(cursor: &mut Cursor<'_>) -> Parsed<u32> {
    let before = *cursor;
    u32::try_from(cursor.number()?).map_err(|_| before.expected("a length"))
}

fn postgres_type(cursor: &mut Cursor<'_>) -> Parsed<TypeSyntax> {
    let first = cursor.name()?;
    let word = first.name(cursor.dialect);
    let mut found = TypeSyntax::OPAQUE;
    let scalar = match word.as_str() {
        "bool" | "boolean" => Scalar::Bool,
        "bigint" | "int8" | "int" | "int4" | "integer" | "int2" | "smallint" => Scalar::Int64,
        "serial" | "bigserial" | "serial4" | "serial8" => {
            found.serial = true;
            Scalar::Int64
        }
        "real" | "float4" => Scalar::Float32,
        "float8" | "float" => Scalar::Float64,
        "double" => {
            cursor.keywords(&["PRECISION"])?;
            Scalar::Float64
        }
        "numeric" | "decimal" => Scalar::Numeric,
        "varchar" | "text" => Scalar::Text,
        "character" if cursor.eat(&["VARYING"]) => Scalar::Text,
        "bytea" => Scalar::Binary,
        "uuid" => Scalar::NativeUuid,
        "date" => Scalar::CalendarDate,
        "timestamptz" => Scalar::UtcTimestamp,
        "timestamp" if cursor.eat(&["WITH", "TIME", "ZONE"]) => Scalar::UtcTimestamp,
        "jsonb" => Scalar::JsonDocument,
        _ => {
            let mut text = first.text.to_owned();
            while cursor.eat_mark(".") {
                text.push('.');
                text.push_str(cursor.name()?.text);
            }
            if text.eq_ignore_ascii_case("spanner.commit_timestamp") {
                found.commit_timestamp = true;
                Scalar::UtcTimestamp
            } else {
                found.other = Some(text.to_ascii_lowercase());
                Scalar::Binary
            }
        }
    };
    found.ty.scalar = scalar;
    if cursor.sees_mark("(") {
        let arguments = cursor.list(Cursor::number)?;
        if scalar == Scalar::Text {
            found.ty.length = arguments.first().and_then(|length| u32::try_from(*length).ok());
        }
    }
    if cursor.eat_mark("[") {
        if !cursor.sees_mark("]") {
            cursor.number()?;
        }
        cursor.expect_mark("]")?;
        found.ty.array = true;
    }
    if cursor.eat(&["VECTOR", "LENGTH"]) {
        found.vector_length = Some(length(cursor)?);
    }
    Ok(found)
}

fn alter_table<'t>(
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
fn renames<'t>(
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

fn table_action<'t>(cursor: &mut Cursor<'t>) -> Parsed<TableAction<'t>> {
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
        cursor.eat(&["COLUMN"]);
        let column = cursor.name()?;
        return Ok(TableAction::AlterColumn { column, action: column_action(cursor, column)? });
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
        return Ok(TableAction::SetInterleave(interleave(cursor)?));
    }
    if cursor.eat(&["RENAME"]) {
        // The synonym has the old name.
        let keeps_synonym = cursor.eat(&["WITH", "SYNONYM"]);
        cursor.keywords(&["TO"])?;
        let (to, span) = cursor.path()?;
        return Ok(TableAction::Rename { to, span, keeps_synonym });
    }
    Err(cursor.expected("`ADD`, `DROP`, `ALTER`, `SET` or `RENAME`"))
}

fn add<'t>(cursor: &mut Cursor<'t>) -> Parsed<TableAction<'t>> {
    if cursor.eat(&["SYNONYM"]) {
        return Ok(TableAction::AddSynonym(cursor.name()?.name(cursor.dialect)));
    }
    if cursor.sees(&["ROW", "DELETION"]) || cursor.sees(&["TTL", "INTERVAL"]) {
        return Ok(TableAction::Ttl { ttl: ttl(cursor)?, replaces: false });
    }
    if is_constraint(cursor) {
        return Ok(TableAction::AddConstraint(constraint(cursor)?));
    }
    let word = cursor.eat(&["COLUMN"]);
    if !word && cursor.dialect == Dialect::GoogleSql {
        return Err(cursor.expected("`COLUMN` or a constraint"));
    }
    let if_not_exists = cursor.eat(&["IF", "NOT", "EXISTS"]);
    Ok(TableAction::AddColumn { column: Box::new(column(cursor)?), if_not_exists })
}

fn drop_part<'t>(cursor: &mut Cursor<'t>) -> Parsed<TableAction<'t>> {
    let first = cursor.peek().map(|token| cursor.span(token)).unwrap_or_default();
    if cursor.eat(&["ROW", "DELETION", "POLICY"]) || cursor.eat(&["TTL"]) {
        return Ok(TableAction::DropTtl(first));
    }
    if cursor.eat(&["SYNONYM"]) {
        let token = cursor.name()?;
        return Ok(TableAction::DropSynonym(token.name(cursor.dialect), cursor.span(token)));
    }
    if cursor.eat(&["CONSTRAINT"]) {
        let if_exists = cursor.eat(&["IF", "EXISTS"]);
        let token = cursor.name()?;
        let (name, span) = (token.name(cursor.dialect), cursor.span(token));
        return Ok(TableAction::DropConstraint { name, span, if_exists });
    }
    let word = cursor.eat(&["COLUMN"]);
    if !word && cursor.dialect == Dialect::GoogleSql {
        return Err(cursor.expected("`COLUMN` or `CONSTRAINT`"));
    }
    let if_exists = cursor.eat(&["IF", "EXISTS"]);
    Ok(TableAction::DropColumn { column: cursor.name()?, if_exists })
}

fn column_action<'t>(cursor: &mut Cursor<'t>, column: &'t Token<'t>) -> Parsed<ColumnAction<'t>> {
    if cursor.eat(&["SET", "NOT", "NULL"]) {
        return Ok(ColumnAction::NotNull(true));
    }
    if cursor.eat(&["DROP", "NOT", "NULL"]) {
        return Ok(ColumnAction::NotNull(false));
    }
    if cursor.eat(&["SET", "DEFAULT"]) {
        return Ok(ColumnAction::Default(Some(default(cursor)?)));
    }
    if cursor.eat(&["DROP", "DEFAULT"]) {
        return Ok(ColumnAction::Default(None));
    }
    if cursor.eat(&["SET", "ON", "UPDATE"]) {
        return Ok(ColumnAction::OnUpdate(Some(expression(cursor)?)));
    }
    if cursor.eat(&["DROP", "ON", "UPDATE"]) {
        return Ok(ColumnAction::OnUpdate(None));
    }
    if cursor.sees(&["SET", "OPTIONS"]) {
        cursor.bump();
        return Ok(ColumnAction::Options(options(cursor)?));
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
    Ok(ColumnAction::Restate(Box::new(clauses(cursor, column, ty)?)))
}

fn identity_options<'t>(cursor: &mut Cursor<'t>) -> Parsed<ColumnAction<'t>> {
    cursor.eat(&["SET"]);
    if cursor.is_done() {
        return Err(cursor.expected("what to alter in the column"));
    }
    Ok(ColumnAction::Counter(counter(cursor)?))
}

fn create_index<'t>(
    cursor: &mut Cursor<'t>,
    unique: bool,
    null_filtered: bool,
) -> Parsed<Statement<'t>> {
    let if_not_exists = cursor.eat(&["IF", "NOT", "EXISTS"]);
    let (name, span) = cursor.path()?;
    cursor.keywords(&["ON"])?;
    let (table, table_span) = cursor.path()?;
    if cursor.eat(&["USING"]) {
        cursor.name()?;
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
    while !cursor.is_done() {
        let comma = cursor.eat_mark(",");
        if !comma && (cursor.eat(&["STORING"]) || cursor.eat(&["INCLUDE"])) {
            index.storing = cursor.columns()?;
        } else if cursor.eat(&["INTERLEAVE", "IN"]) {
            index.interleave = Some(cursor.path()?);
        } else if !comma && cursor.eat(&["WHERE"]) {
            index.not_null = filled(cursor)?;
        } else if cursor.sees(&["OPTIONS"]) {
            index.options = options(cursor)?;
        } else {
            return Err(cursor.expected("a clause of the index"));
        }
    }
    Ok(Statement::CreateIndex { index, if_not_exists })
}

/// `a IS NOT NULL AND b IS NOT NULL`, as the server accepts and writes it.
fn filled<'t>(cursor: &mut Cursor<'t>) -> Parsed<Vec<&'t Token<'t>>> {
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

fn index_action<'t>(cursor: &mut Cursor<'t>) -> Parsed<IndexAction<'t>> {
    if cursor.eat(&["SET"]) {
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

impl From<SyntaxError> for super::ReadProblem {
    fn from(error: SyntaxError) -> Self {
        let span = SourceSpan { source: 0, start: error.start, end: error.end };
        Self { kind: super::ProblemKind::Syntax, message: error.message, span }
    }
}
