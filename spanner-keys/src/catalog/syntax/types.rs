//! The types of columns, in each dialect.

use std::fmt::Write as _;

use super::kept::misspelt;
use crate::catalog::cursor::{Cursor, Parsed, SyntaxError};
use crate::catalog::lex::TokenKind;
use crate::dialect::Dialect;
use crate::schema::{Scalar, SqlType};

pub(in crate::catalog) struct TypeSyntax {
    pub(in crate::catalog) ty: SqlType,
    /// The name of a type that is not among the known ones.
    pub(in crate::catalog) other: Option<String>,
    pub(in crate::catalog) vector_length: Option<u32>,
    pub(in crate::catalog) commit_timestamp: bool,
    /// PostgreSQL's `serial` types.
    pub(in crate::catalog) serial: bool,
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

pub(super) fn column_type(cursor: &mut Cursor<'_>) -> Parsed<TypeSyntax> {
    match cursor.dialect {
        Dialect::GoogleSql => google_type(cursor),
        Dialect::PostgreSql => postgres_type(cursor),
    }
}

pub(super) fn google_type(cursor: &mut Cursor<'_>) -> Parsed<TypeSyntax> {
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
        if matches!(scalar, Scalar::Text | Scalar::Binary) {
            cursor.expect_mark("(")?;
            if !cursor.eat(&["MAX"]) {
                found.ty.length = Some(length(cursor)?);
            }
            cursor.expect_mark(")")?;
        }
    } else {
        let mut text = String::new();
        // The name of a message has dots or quotes; that of a newer type is like no known one.
        if let Some(token) = cursor.peek().filter(|token| token.kind == TokenKind::Word)
            && cursor.peek_after(1).is_none_or(|next| !next.is_mark("."))
            && let Some(meant) = misspelt(token.text, Scalar::ALL.iter().map(|one| one.name()))
        {
            let message = format!("unknown type `{}`, did you mean `{meant}`?", token.text);
            return Err(SyntaxError::at(token, &message));
        }
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
        text = if text.contains(['.', '`']) { text } else { known_case(text) };
        if cursor.sees_mark("(") {
            let arguments = cursor.parentheses()?;
            let words: Vec<&str> = arguments.iter().map(|token| token.text).collect();
            let _ = write!(text, "({})", words.join(" ").replace(" ,", ","));
        }
        found.other = Some(text);
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
pub(super) fn known_case(name: String) -> String {
    let upper = name.to_ascii_uppercase();
    if upper == "TOKENLIST" { upper } else { name }
}

pub(super) fn length(cursor: &mut Cursor<'_>) -> Parsed<u32> {
    let before = *cursor;
    u32::try_from(cursor.number()?).map_err(|_| before.expected("a length"))
}

/// The types of PostgreSQL that are spelled in one word. What is nearly one of them is a mistake.
const POSTGRES_TYPES: &[&str] = &[
    "boolean", "bigint", "integer", "smallint", "bigserial", "serial", "real", "float4", "float8",
    "numeric", "decimal", "varchar", "text", "bytea", "uuid", "date", "timestamptz", "jsonb",
    "interval", "oid", "tokenlist",
];

pub(super) fn postgres_type(cursor: &mut Cursor<'_>) -> Parsed<TypeSyntax> {
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
                if let Some(meant) = misspelt(&text, POSTGRES_TYPES.iter().copied()) {
                    let message = format!("unknown type `{text}`, did you mean `{meant}`?");
                    return Err(SyntaxError::at(first, &message));
                }
                found.other = Some(text.to_ascii_lowercase());
                Scalar::Binary
            }
        }
    };
    found.ty.scalar = scalar;
    if cursor.sees_mark("(") {
        let arguments = cursor.list(Cursor::number)?;
        if let Some(other) = &mut found.other {
            let arguments: Vec<String> = arguments.iter().map(i64::to_string).collect();
            let _ = write!(other, "({})", arguments.join(", "));
        }
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
