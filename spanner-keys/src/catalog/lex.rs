//! Splits DDL text into tokens, comments, and statements.

use std::borrow::Cow;
use std::ops::Range;

use super::syntax::begins_any_statement;
use crate::dialect::Dialect;

/// What a token is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TokenKind {
    /// A keyword or a name without quotes.
    Word,
    /// A name in quotes.
    QuotedName,
    /// A text or bytes literal.
    Literal,
    Number,
    /// One character of punctuation.
    Mark,
    /// A literal, a name or a comment that does not end.
    Unclosed,
    /// A line for psql, as `\connect`.
    Command,
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Token<'t> {
    pub(super) kind: TokenKind,
    pub(super) text: &'t str,
    /// The position of the first byte in the file.
    pub(super) start: usize,
}

impl<'t> Token<'t> {
    pub(super) const fn end(&self) -> usize {
        self.start + self.text.len()
    }

    /// Whether the token is this keyword, in any letter case.
    pub(super) fn is(&self, keyword: &str) -> bool {
        self.kind == TokenKind::Word && self.text.eq_ignore_ascii_case(keyword)
    }

    pub(super) fn is_any(&self, keywords: &[&str]) -> bool {
        keywords.iter().any(|keyword| self.is(keyword))
    }

    pub(super) fn is_mark(&self, mark: &str) -> bool {
        self.kind == TokenKind::Mark && self.text == mark
    }

    pub(super) const fn is_name(&self) -> bool {
        matches!(self.kind, TokenKind::Word | TokenKind::QuotedName)
    }

    /// The name without its quotes. PostgreSQL folds names without quotes to lower case.
    pub(super) fn name(&self, dialect: Dialect) -> String {
        self.borrowed_name(dialect).into_owned()
    }

    /// The same, as it is in the text where possible.
    pub(super) fn borrowed_name(&self, dialect: Dialect) -> Cow<'t, str> {
        let quoted = self.kind == TokenKind::QuotedName;
        let text = if quoted { self.inside() } else { self.text };
        match dialect {
            Dialect::PostgreSql if quoted && text.contains('"') => {
                text.replace("\"\"", "\"").into()
            }
            Dialect::PostgreSql if !quoted => text.to_lowercase().into(),
            _ => text.into(),
        }
    }

    fn inside(&self) -> &'t str {
        self.text.get(1..self.text.len().saturating_sub(1)).unwrap_or_default()
    }

    /// The value of a text literal without prefix, where nothing in it is escaped.
    pub(super) fn literal(&self) -> Option<&'t str> {
        let quoted = self.kind == TokenKind::Literal && self.text.starts_with(['\'', '"']);
        quoted.then(|| self.inside()).filter(|text| !text.contains(['\\', '\'', '"']))
    }
}

/// The tokens and the comments of a text, both in the order of the text.
#[derive(Default)]
pub(super) struct Lexed<'t> {
    pub(super) tokens: Vec<Token<'t>>,
    /// The comments, as ranges of bytes, with the number of tokens before each.
    pub(super) comments: Vec<(Range<usize>, usize)>,
}

/// After so many literals and comments that do not end, the rest of a text is not read.
const MOST_UNCLOSED: usize = 16;

pub(super) fn lex(text: &str, dialect: Dialect) -> Lexed<'_> {
    // Most texts have fewer tokens.
    let tokens = Vec::with_capacity(text.len() / 5);
    let mut lexed = Lexed { tokens, comments: Vec::new() };
    let (mut at, mut unclosed) = (0, 0);
    // Where the rows of a dump begin.
    let mut rows = None;
    while let Some(byte) = text.as_bytes().get(at) {
        if rows.is_some_and(|from| at >= from) {
            rows = None;
            let end = text[at..].find("\n\\.").map_or(text.len(), |end| at + end + 3);
            lexed.comments.push((at..end, lexed.tokens.len()));
            at = end;
            continue;
        }
        if *byte == b' ' || *byte == b'\n' {
            at += 1;
            continue;
        }
        if let Some((kind, length)) = plain(&text.as_bytes()[at..]) {
            let word = &text[at..at + length];
            if dialect == Dialect::PostgreSql && word.eq_ignore_ascii_case("COPY") {
                rows = rows.or(rows_behind(text, at));
            }
            lexed.tokens.push(Token { kind, text: word, start: at });
            at += length;
            continue;
        }
        let rest = &text[at..];
        let Some(first) = rest.chars().next() else { break };
        if first.is_whitespace() || first == '\u{feff}' {
            at += first.len_utf8();
            continue;
        }
        if first == '\\' && dialect == Dialect::PostgreSql && begins_any_line(&text[..at]) {
            let text = rest[..line_length(rest)].trim_end();
            lexed.tokens.push(Token { kind: TokenKind::Command, text, start: at });
            at += text.len();
            continue;
        }
        let (kind, length) = if begins_comment(rest, dialect) {
            if let Some(length) = comment(rest, dialect) {
                lexed.comments.push((at..at + length, lexed.tokens.len()));
                at += length;
                continue;
            }
            (TokenKind::Unclosed, line_length(rest))
        } else {
            token(rest, first, dialect)
        };
        unclosed += usize::from(kind == TokenKind::Unclosed);
        // Each search for an end may read to the end of the text.
        let length = if unclosed > MOST_UNCLOSED { rest.len() } else { length };
        lexed.tokens.push(Token { kind, text: &rest[..length], start: at });
        at += length;
    }
    lexed
}

/// The end of the line of a `COPY … FROM stdin`, which rows follow up to a line with `\.`.
fn rows_behind(text: &str, at: usize) -> Option<usize> {
    let line = &text[at..at + line_length(&text[at..])];
    let copies = begins_any_line(&text[..at]) && line.to_lowercase().contains("from stdin");
    copies.then_some(at + line.len())
}

/// A word or a mark in ASCII, as nearly all are, that cannot be anything else.
fn plain(bytes: &[u8]) -> Option<(TokenKind, usize)> {
    let first = *bytes.first()?;
    if first.is_ascii_alphabetic() || first == b'_' {
        let more = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'_' || *byte == b'$';
        let length = bytes.iter().position(|byte| !more(byte)).unwrap_or(bytes.len());
        // A quote may make it the prefix of a literal.
        let ends = bytes.get(length).is_none_or(|next| next.is_ascii() && !b"'\"".contains(next));
        return ends.then_some((TokenKind::Word, length));
    }
    b"(),;=<>".contains(&first).then_some((TokenKind::Mark, 1))
}

/// The length of the first line. What is not closed ends with its line, so that the rest is read.
fn line_length(rest: &str) -> usize {
    rest.find(['\n', '\r']).unwrap_or(rest.len())
}

fn begins_comment(rest: &str, dialect: Dialect) -> bool {
    ["--", "/*"].iter().any(|mark| rest.starts_with(mark))
        || (dialect == Dialect::GoogleSql && rest.starts_with('#'))
}

/// The length of the comment at the start, if it ends.
fn comment(rest: &str, dialect: Dialect) -> Option<usize> {
    if !rest.starts_with("/*") {
        return Some(line_length(rest));
    }
    let mut depth = 0_usize;
    let bytes = rest.as_bytes();
    let mut at = 0;
    while at + 1 < bytes.len() {
        match &bytes[at..at + 2] {
            // Only PostgreSQL nests comments.
            b"/*" if depth == 0 || dialect == Dialect::PostgreSql => {
                depth += 1;
                at += 2;
            }
            b"*/" => {
                depth -= 1;
                at += 2;
                if depth == 0 {
                    return Some(at);
                }
            }
            _ => at += 1,
        }
    }
    None
}

/// The kind and the length of the token at the start, which is not empty.
fn token(rest: &str, first: char, dialect: Dialect) -> (TokenKind, usize) {
    if let Some((kind, length)) = quoted(rest, dialect) {
        return length.map_or((TokenKind::Unclosed, line_length(rest)), |length| (kind, length));
    }
    if first.is_alphabetic() || first == '_' {
        let more = |letter: char| letter.is_alphanumeric() || letter == '_' || letter == '$';
        let length = rest.find(|letter| !more(letter)).unwrap_or(rest.len());
        return (TokenKind::Word, length);
    }
    let digits = if first == '.' { &rest[1..] } else { rest };
    if digits.starts_with(|letter: char| letter.is_ascii_digit()) {
        let mut length = 0;
        let mut last = ' ';
        for letter in rest.chars() {
            let exponent_sign = matches!(letter, '+' | '-')
                && matches!(last, 'e' | 'E')
                && !rest.starts_with("0x")
                && !rest.starts_with("0X");
            if !(letter.is_ascii_alphanumeric() || letter == '.' || exponent_sign) {
                break;
            }
            length += letter.len_utf8();
            last = letter;
        }
        return (TokenKind::Number, length);
    }
    (TokenKind::Mark, first.len_utf8())
}

/// The quoted thing at the start, if there is one; its length is `None` if it does not end.
fn quoted(rest: &str, dialect: Dialect) -> Option<(TokenKind, Option<usize>)> {
    let bytes = rest.as_bytes();
    match dialect {
        Dialect::GoogleSql => {
            if bytes[0] == b'`' {
                return Some((TokenKind::QuotedName, in_line(bytes, 1, b'`')));
            }
            let prefix = bytes.iter().take_while(|byte| b"rRbB".contains(byte)).count();
            let quote = *bytes.get(prefix).filter(|byte| b"'\"".contains(byte))?;
            if prefix > 2 {
                return None;
            }
            let triple = [quote; 3];
            // A raw literal keeps its backslashes, but they still protect a quote.
            let end = if bytes[prefix..].starts_with(&triple) {
                until(bytes, prefix + 3, &triple, true, false)
            } else {
                in_line(bytes, prefix + 1, quote)
            };
            Some((TokenKind::Literal, end))
        }
        Dialect::PostgreSql => match bytes {
            [b'"', ..] => Some((TokenKind::QuotedName, until(bytes, 1, b"\"", false, true))),
            [b'\'', ..] => Some((TokenKind::Literal, until(bytes, 1, b"'", false, true))),
            [b'E' | b'e', b'\'', ..] => {
                Some((TokenKind::Literal, until(bytes, 2, b"'", true, true)))
            }
            [b'B' | b'b' | b'X' | b'x' | b'N' | b'n', b'\'', ..] => {
                Some((TokenKind::Literal, until(bytes, 2, b"'", false, true)))
            }
            [b'$', ..] => {
                let tag = bytes[1..].iter().position(|byte| *byte == b'$')? + 2;
                let name = &bytes[1..tag - 1];
                let is_tag = name.iter().all(|byte| byte.is_ascii_alphanumeric() || *byte == b'_')
                    && !name.first().is_some_and(u8::is_ascii_digit);
                let end = || rest[tag..].find(&rest[..tag]).map(|at| tag + at + tag);
                is_tag.then(|| (TokenKind::Literal, end()))
            }
            _ => None,
        },
    }
}

/// The position after the closing quote, which GoogleSQL requires in the same line.
fn in_line(bytes: &[u8], from: usize, quote: u8) -> Option<usize> {
    let mut at = from;
    while let Some(byte) = bytes.get(at).filter(|byte| **byte != b'\n') {
        at += if *byte == b'\\' { 2 } else { 1 };
        if *byte == quote {
            return Some(at);
        }
    }
    None
}

/// The position after the closing quote.
fn until(
    bytes: &[u8],
    from: usize,
    quote: &[u8],
    backslashes: bool,
    doubled: bool,
) -> Option<usize> {
    let mut at = from;
    while at < bytes.len() {
        if backslashes && bytes[at] == b'\\' {
            at += 2;
        } else if bytes[at..].starts_with(quote) {
            at += quote.len();
            if !(doubled && bytes[at..].starts_with(quote)) {
                return Some(at);
            }
            at += quote.len();
        } else {
            at += 1;
        }
    }
    None
}

/// Words that begin a statement where one of these words follows, and not a clause such as
/// `ALTER COLUMN`.
const BEGINNINGS: &[(&[&str], &[&str])] = &[
    (
        &["CREATE", "ALTER", "DROP"],
        &[
            "TABLE", "INDEX", "UNIQUE", "NULL_FILTERED", "VIEW", "SEQUENCE", "SCHEMA", "CHANGE",
            "ROLE", "DATABASE", "OR", "PROTO", "MODEL", "PROPERTY", "SEARCH", "VECTOR", "FUNCTION",
            "LOCALITY", "PLACEMENT", "QUEUE",
        ],
    ),
    (&["RENAME"], &["TABLE"]),
    (&["START", "RUN", "ABORT"], &["BATCH"]),
    (&["INSERT"], &["INTO", "OR"]),
    (&["DELETE"], &["FROM"]),
    (&["GRANT", "REVOKE"], &["SELECT", "INSERT", "UPDATE", "DELETE", "EXECUTE", "USAGE", "ROLE"]),
];

fn begins_statement(token: &Token<'_>, next: &Token<'_>) -> bool {
    BEGINNINGS.iter().any(|(first, second)| token.is_any(first) && next.is_any(second))
}

/// The statements of a text: ranges of tokens, without their `;`. The parts of a migration that undo
/// it are left out.
pub(super) fn statements(text: &str, lexed: &Lexed<'_>) -> Vec<Range<usize>> {
    let tokens = &lexed.tokens;
    let mut comments = lexed.comments.iter().peekable();
    let mut found = Vec::new();
    let (mut start, mut depth) = (0, 0_usize);
    let mut undo = false;
    for (at, token) in tokens.iter().enumerate() {
        while let Some((range, _)) = comments.next_if(|(_, before)| *before <= at) {
            let Some(marker) = marker(&text[range.clone()]) else { continue };
            if start < at && !undo {
                found.push(start..at);
            }
            (start, depth) = (at, 0);
            undo = match marker {
                Marker::Up => false,
                Marker::Down => true,
                Marker::Other => undo,
            };
        }
        if token.is_mark("(") {
            depth += 1;
        } else if token.is_mark(")") {
            depth = depth.saturating_sub(1);
        }
        // In a list of columns it is a mistake for a comma.
        let is_comma =
            |next: &Token<'_>| depth > 0 && next.is_name() && !begins_any_statement(next);
        let ends = token.is_mark(";") && !tokens.get(at + 1).is_some_and(is_comma);
        // A statement without its `;`: also inside parentheses, where one was not closed. A line for
        // psql is a statement.
        let begins = at > start
            && (token.kind == TokenKind::Command
                || tokens[at - 1].kind == TokenKind::Command
                || (begins_line(&text[tokens[at - 1].end()..token.start], depth > 0)
                    // Several renames in one statement.
                    && !(depth == 0 && tokens[at - 1].is_mark(",") && token.is("ALTER"))
                    && tokens.get(at + 1).is_some_and(|next| begins_statement(token, next))));
        if ends || begins {
            if start < at && !undo {
                found.push(start..at);
            }
            start = if ends { at + 1 } else { at };
            depth = 0;
        }
    }
    if start < tokens.len() && !undo {
        found.push(start..tokens.len());
    }
    found
}

/// Whether only spaces are before this place in its line.
fn begins_any_line(before: &str) -> bool {
    let line = before.rsplit(['\n', '\r']).next().unwrap_or_default();
    line.trim().is_empty() || line == "\u{feff}"
}

/// Whether a new line begins in the gap before a token; `strictly` means right at the token.
fn begins_line(gap: &str, strictly: bool) -> bool {
    let ends = ['\n', '\r'];
    if strictly { gap.ends_with(ends) } else { gap.contains(ends) }
}

enum Marker {
    Up,
    Down,
    Other,
}

/// The markers of goose, sql-migrate and dbmate, which all end a statement. Those of Liquibase do not
/// matter here: it keeps what undoes a change in comments.
fn marker(comment: &str) -> Option<Marker> {
    let words: Vec<String> = comment
        .trim_start_matches('-')
        .split_whitespace()
        .take(2)
        .map(str::to_ascii_lowercase)
        .collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    match words.as_slice() {
        ["+goose" | "+migrate", "up"] | ["migrate:up", ..] => Some(Marker::Up),
        ["+goose" | "+migrate", "down"] | ["migrate:down", ..] => Some(Marker::Down),
        ["+goose" | "+migrate", "statementbegin" | "statementend"] => Some(Marker::Other),
        _ => None,
    }
}
