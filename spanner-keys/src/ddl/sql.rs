//! SQL that the author of a table wrote: replaces fields with columns, and rejects text that could
//! end its clause.

use crate::dialect::Dialect;
use crate::rules::{Message, Rule};
use crate::schema::facts::any;
use crate::schema::sql_text::{Piece, Pieces};
use crate::schema::{SqlText, TableDef};

/// How a dialect writes literals and comments.
#[derive(Clone, Copy)]
pub(super) struct LexicalRules {
    /// `#` begins a comment.
    pub(super) hash_comments: bool,
    /// A backslash escapes in every quoted thing, quotes are not doubled, and three quotes open a
    /// long literal. Otherwise quotes are doubled, and only `E'…'` knows backslashes.
    pub(super) backslashes: bool,
    /// The characters that quote.
    pub(super) quotes: &'static [u8],
    /// `$` quotes text or names a parameter; neither is allowed in a schema.
    pub(super) dollar_quotes: bool,
}

/// The text for one dialect, with its fields replaced by quoted columns.
pub(super) fn render(table: &TableDef<'_>, text: &str, dialect: Dialect) -> String {
    let mut sql = String::new();
    for piece in Pieces::new(text) {
        match piece {
            Piece::Sql(part) => sql.push_str(part),
            // A rule rejects other names and unmatched braces.
            Piece::Field(field) => {
                let column =
                    table.column_of_field(field).map_or(field, |at| table.columns[at].name);
                sql.push_str(&dialect.quote(column));
            }
            Piece::LoneBrace => {}
        }
    }
    sql
}

/// What is wrong with a text, and the fix.
type Problem = (&'static str, &'static str);

const COMMENT: Problem = ("has a comment", "remove the comment");
const NUL: Problem = ("has a NUL character", "remove the character");

/// Rejects text that no dialect accepts. Text that only one dialect rejects is reported with the
/// DDL of that dialect.
///
/// # Panics
///
/// If the text is rejected: a panic at compile time is an error of the compiler.
#[track_caller]
pub const fn check_sql(sql: SqlText<'_>) {
    let google = problem(sql.googlesql, Dialect::GoogleSql);
    // One accepted text settles it: the other is not read, because this runs in the compiler.
    if matches!(google, Some(Ok(()))) {
        return;
    }
    let postgres = problem(sql.postgresql, Dialect::PostgreSql);
    let (what, help) = match (google, postgres) {
        (_, Some(Ok(()))) => return,
        (Some(Err(problem)), _) | (_, Some(Err(problem))) => problem,
        _ => return,
    };
    let message = Message::new().text("the SQL text ").text(what).help().text(help);
    panic!("{}", message.page_of(Rule::Expression).as_str())
}

const fn problem(text: Option<&str>, dialect: Dialect) -> Option<Result<(), Problem>> {
    match text {
        Some(text) => Some(stays_inside(text, dialect.lexical_rules())),
        None => None,
    }
}

/// Rejects text that could end its clause, or hide what follows it.
pub(super) const fn stays_inside(sql: &str, lexical_rules: LexicalRules) -> Result<(), Problem> {
    let text = sql.as_bytes();
    let mut depth = 0_usize;
    let mut at = 0;
    while at < text.len() {
        let next = if at + 1 < text.len() { text[at + 1] } else { 0 };
        match text[at] {
            0 => return Err(NUL),
            b'(' => depth += 1,
            b')' if depth == 0 => {
                return Err(("closes a parenthesis that it does not open", "remove the `)`"));
            }
            b')' => depth -= 1,
            b';' => return Err(("has a `;` outside quotes", "remove the `;`")),
            b'-' if next == b'-' => return Err(COMMENT),
            b'/' if next == b'*' => return Err(COMMENT),
            b'#' if lexical_rules.hash_comments => return Err(COMMENT),
            b'$' if lexical_rules.dollar_quotes => {
                return Err(("has a `$` outside quotes", "use single quotes for text"));
            }
            b'\'' | b'"' | b'`' if holds(lexical_rules.quotes, text[at]) => {
                match quoted(text, at, lexical_rules) {
                    Ok(end) => at = end,
                    Err(problem) => return Err(problem),
                }
                continue;
            }
            _ => {}
        }
        at += 1;
    }
    if depth > 0 {
        Err(("does not close a parenthesis that it opens", "close the parenthesis in the SQL"))
    } else {
        Ok(())
    }
}

/// The position after the quoted text that begins at `start`.
const fn quoted(text: &[u8], start: usize, lexical_rules: LexicalRules) -> Result<usize, Problem> {
    let quote = text[start];
    let long = lexical_rules.backslashes && quote != b'`' && is_triple(text, start, quote);
    let escapes = lexical_rules.backslashes || (quote == b'\'' && opens_escapes(text, start));
    let mut at = start + if long { 3 } else { 1 };
    while at < text.len() {
        if text[at] == 0 {
            return Err(NUL);
        }
        if text[at] == b'\\' && escapes {
            at += 2;
        } else if text[at] != quote {
            at += 1;
        } else if long {
            if is_triple(text, at, quote) {
                return Ok(at + 3);
            }
            at += 1;
        } else if !lexical_rules.backslashes && at + 1 < text.len() && text[at + 1] == quote {
            at += 2;
        } else {
            // A literal that continues after white space keeps the escapes of its first part, which
            // is easy to misread.
            let mut next = at + 1;
            while next < text.len() && (text[next].is_ascii_whitespace() || text[next] == 0x0b) {
                next += 1;
            }
            let continues = next < text.len() && text[next] == b'\'';
            if !lexical_rules.backslashes && quote == b'\'' && continues {
                return Err(("has two literals in a row", "write them as one"));
            }
            return Ok(at + 1);
        }
    }
    Err(("does not close a quote", "add the missing quote"))
}

const fn is_triple(text: &[u8], at: usize, quote: u8) -> bool {
    at + 2 < text.len() && text[at] == quote && text[at + 1] == quote && text[at + 2] == quote
}

const fn holds(list: &[u8], wanted: u8) -> bool {
    any!(at < list.len(), list[at] == wanted)
}

/// Whether the quote at this position opens a literal with backslashes, as `E'…'` does.
const fn opens_escapes(text: &[u8], quote: usize) -> bool {
    if quote == 0 || !matches!(text[quote - 1], b'E' | b'e') {
        return false;
    }
    quote == 1
        || !(text[quote - 2].is_ascii_alphanumeric()
            || matches!(text[quote - 2], b'_' | b'$' | 0x80..))
}

#[cfg(test)]
mod tests {
    use super::stays_inside;
    use crate::dialect::Dialect;

    fn google(sql: &str) -> bool {
        stays_inside(sql, Dialect::GoogleSql.lexical_rules()).is_ok()
    }

    fn postgres(sql: &str) -> bool {
        stays_inside(sql, Dialect::PostgreSql.lexical_rules()).is_ok()
    }

    #[test]
    fn harmless_text_passes() {
        for sql in [
            "`Total` >= 0", "LOWER(`A`) != ';--('", r"REGEXP_CONTAINS(`A`, r'\)\'')", r"'it\'s ('",
            "'''a'b(''' = \"c)\"", "1 - 2",
        ] {
            assert!(google(sql), "{sql}");
        }
        for sql in [
            r#""Total" >= 0"#, r#"lower("A") <> ';--('"#, "'it''s ('", r"E'it\'s ('", "1 # 2",
            r"'\' = 'x'", r#""odd;""name" > 0"#,
        ] {
            assert!(postgres(sql), "{sql}");
        }
    }

    #[test]
    fn text_that_could_end_its_clause_is_refused() {
        for sql in ["1) x (", "(1", "1)", "'a", "\"a", "1; 2", "1 -- x", "1 /* x */", "a\0b"] {
            assert!(!google(sql) && !postgres(sql), "{sql}");
        }
        for sql in ["`a", "1 # x", r"'a\'", "'''a'", r"r'\'"] {
            assert!(!google(sql), "{sql}");
        }
        for sql in [r"E'a\'", "$$a$$", "$1", "E'a'\n'\\''", "'a' 'b'"] {
            assert!(!postgres(sql), "{sql}");
        }
        // The same bytes, read by the rules of each dialect.
        assert!(postgres(r"'a\'") && !google(r"'a\'"));
        assert!(google(r"'\''") && !postgres(r"'\''"));
    }
}
