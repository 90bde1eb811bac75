//! The parameters of a SQL text: each `@name` outside of strings, quoted names and comments.

use std::ops::Range;

use crate::dialect::Dialect;
use crate::statement::StatementError;

/// The places of all parameters, `@` included. `is_bound` decides about `a<@b` in PostgreSQL, which
/// is a comparison with the parameter `b` if there is one, and otherwise the operator `<@`.
pub(super) fn parameters(
    text: &str,
    dialect: Dialect,
    is_bound: impl Fn(&str) -> bool,
) -> Result<Vec<Range<usize>>, StatementError> {
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(rest) = text.as_bytes().get(at..).filter(|rest| !rest.is_empty()) {
        let (length, is_parameter) = match (rest, dialect) {
            ([b'@', next, ..], _) if begins_name(*next) => (1 + name(&rest[1..]), true),
            // A system variable, or PostgreSQL's text search.
            ([b'@', b'@', ..], _) => (2 + name(&rest[2..]), false),
            ([b'<', b'@', next, ..], Dialect::PostgreSql) => {
                let after = name(&rest[2..]);
                let is_comparison = begins_name(*next) && is_bound(&text[at + 2..at + 2 + after]);
                // The parameter of a comparison is found in the next iteration.
                (if is_comparison { 1 } else { 2 + after }, false)
            }
            _ => (other(rest, dialect)?, false),
        };
        if is_parameter {
            found.push(at..at + length);
        }
        at += length;
    }
    Ok(found)
}

/// The length of the token that is not a parameter.
fn other(rest: &[u8], dialect: Dialect) -> Result<usize, StatementError> {
    let is_postgresql = dialect == Dialect::PostgreSql;
    match rest {
        [b'-', b'-', ..] => Ok(line(rest)),
        [b'#', ..] if !is_postgresql => Ok(line(rest)),
        [b'/', b'*', ..] => comment(rest, is_postgresql).ok_or(unclosed("comment")),
        [b'\'', ..] if is_postgresql => quoted(rest, b"'", PLAIN).ok_or(unclosed("string")),
        [b'"', ..] if is_postgresql => quoted(rest, b"\"", PLAIN).ok_or(unclosed("quoted name")),
        [b'$', ..] if is_postgresql => dollar(rest),
        [b'`', ..] if !is_postgresql => {
            quoted(rest, b"`", ESCAPED_LINE).ok_or(unclosed("quoted name"))
        }
        [quote @ (b'\'' | b'"'), ..] => {
            let triple = [*quote; 3];
            let end = if rest.starts_with(&triple) {
                quoted(rest, &triple, ESCAPED)
            } else {
                quoted(rest, &triple[..1], ESCAPED_LINE)
            };
            end.ok_or(unclosed("string"))
        }
        [b'e' | b'E', b'\'', ..] if is_postgresql => {
            quoted(&rest[1..], b"'", ESCAPED).map(|length| length + 1).ok_or(unclosed("string"))
        }
        [first, ..] if begins_name(*first) || first.is_ascii_digit() => {
            let in_word = |byte: &u8| in_name(*byte) || is_postgresql && *byte == b'$';
            Ok(rest.iter().take_while(|byte| in_word(byte)).count())
        }
        _ => Ok(1),
    }
}

const fn unclosed(what: &'static str) -> StatementError {
    StatementError::Unclosed { what }
}

/// Letters of other scripts are in names of PostgreSQL, and nowhere else outside of quotes.
const fn begins_name(byte: u8) -> bool {
    byte.is_ascii_alphabetic() || byte == b'_' || !byte.is_ascii()
}

const fn in_name(byte: u8) -> bool {
    begins_name(byte) || byte.is_ascii_digit()
}

fn name(rest: &[u8]) -> usize {
    rest.iter().take_while(|byte| in_name(**byte)).count()
}

fn line(rest: &[u8]) -> usize {
    rest.iter().take_while(|byte| !matches!(byte, b'\n' | b'\r')).count()
}

/// The length of a comment. Those of PostgreSQL contain others.
fn comment(rest: &[u8], nested: bool) -> Option<usize> {
    let (mut at, mut depth) = (2, 1);
    while depth > 0 {
        match rest.get(at..at + 2)? {
            b"*/" => depth -= 1,
            b"/*" if nested => depth += 1,
            _ => {
                at += 1;
                continue;
            }
        }
        at += 2;
    }
    Some(at)
}

/// What ends a string or quoted name.
#[derive(Clone, Copy)]
struct Rules {
    /// A backslash keeps the next character in it, in raw strings too.
    escapes: bool,
    /// It cannot contain the end of a line.
    one_line: bool,
}

const PLAIN: Rules = Rules { escapes: false, one_line: false };
const ESCAPED: Rules = Rules { escapes: true, one_line: false };
const ESCAPED_LINE: Rules = Rules { escapes: true, one_line: true };

/// The length from one quote to the other. A doubled quote ends one string and begins another, which
/// makes no difference here.
fn quoted(rest: &[u8], quote: &[u8], rules: Rules) -> Option<usize> {
    let mut at = quote.len();
    while !rest.get(at..)?.starts_with(quote) {
        match rest.get(at)? {
            b'\n' | b'\r' if rules.one_line => return None,
            b'\\' if rules.escapes => at += 2,
            _ => at += 1,
        }
    }
    Some(at + quote.len())
}

/// The length of `$tag$ … $tag$`.
fn dollar(rest: &[u8]) -> Result<usize, StatementError> {
    let digits = rest[1..].iter().take_while(|byte| byte.is_ascii_digit()).count();
    if digits > 0 {
        let number = String::from_utf8_lossy(&rest[..=digits]).into_owned();
        return Err(StatementError::PositionalParameter { number });
    }
    let tag = 1 + name(&rest[1..]);
    if rest.get(tag) != Some(&b'$') {
        return Ok(1);
    }
    let quote = &rest[..=tag];
    quoted(rest, quote, PLAIN).ok_or(unclosed("string"))
}
