//! Which dialect a text is written in.

use super::lex::{TokenKind, lex};
use crate::dialect::Dialect;

/// Words that only one dialect has in its DDL.
const GOOGLESQL: &[&str] = &[
    "INT64", "FLOAT64", "FLOAT32", "STRING", "BYTES", "STORING", "NULL_FILTERED", "OLDER_THAN",
    "OPTIONS",
];
const POSTGRESQL: &[&str] = &[
    "BIGINT", "VARCHAR", "VARYING", "TEXT", "BYTEA", "TIMESTAMPTZ", "JSONB", "BOOLEAN", "FLOAT8",
    "NEXTVAL", "INCLUDE", "TTL", "DECIMAL", "INT", "PRECISION", "INTEGER", "SMALLINT", "SERIAL",
    "BIGSERIAL",
];

/// The dialect that a text is probably written in: the one with more of its own words. GoogleSQL, if
/// nothing decides.
///
/// ```
/// use spanner_keys::Dialect;
/// use spanner_keys::catalog::guess_dialect;
///
/// assert_eq!(guess_dialect("CREATE TABLE T (Id INT64) PRIMARY KEY (Id)"), Dialect::GoogleSql);
/// assert_eq!(guess_dialect("create table t (id bigint primary key)"), Dialect::PostgreSql);
/// ```
#[must_use]
pub fn guess_dialect(text: &str) -> Dialect {
    // Both dialects agree on comments well enough, and on words.
    let (mut google, mut postgres) = (0_usize, 0_usize);
    let tokens = lex(text, Dialect::GoogleSql).tokens;
    for (at, token) in tokens.iter().enumerate() {
        let compared = at.checked_sub(1).is_some_and(|before| tokens[before].is_mark("="));
        match token.kind {
            TokenKind::QuotedName => google += 1,
            // A name in PostgreSQL, and in GoogleSQL a literal.
            TokenKind::Literal if token.text.starts_with('"') && compared => google += 1,
            TokenKind::Literal if token.text.starts_with('"') => postgres += 1,
            // PostgreSQL's has a time zone, or a precision.
            _ if token.is("TIMESTAMP")
                && !tokens
                    .get(at + 1)
                    .is_some_and(|next| next.is_any(&["WITH", "WITHOUT"]) || next.is_mark("(")) =>
            {
                google += 1;
            }
            // The names of types, functions and settings.
            _ if token.is("SPANNER")
                && tokens.get(at + 1).is_some_and(|next| next.is_mark(".")) =>
            {
                postgres += 1;
            }
            _ if token.is_any(GOOGLESQL) => google += 1,
            _ if token.is_any(POSTGRESQL) => postgres += 1,
            _ => {}
        }
    }
    if postgres > google { Dialect::PostgreSql } else { Dialect::GoogleSql }
}
