//! SQL that the author of a table wrote: fields become columns, and the text stays inside its
//! place.

use crate::dialect::Dialect;
use crate::schema::TableDef;
use crate::schema::sql_text::{Piece, Pieces};

/// How a dialect writes literals and comments.
#[derive(Clone, Copy)]
pub(super) struct Lexis {
    /// `#` begins a comment.
    pub(super) hash_comments: bool,
    /// A backslash escapes in every quoted thing, quotes are not doubled, and three quotes open a
    /// long literal. Otherwise quotes are doubled, and only `E'…'` knows backslashes.
    pub(super) backslashes: bool,
    /// The characters that quote.
    pub(super) quotes: &'static [u8],
    /// `$` quotes too, or stands for a parameter; neither belongs in a schema.
    pub(super) dollar_quotes: bool,
}

/// The text of one dialect with its fields as quoted columns.
pub(super) fn render(table: &TableDef<'_>, text: &str, dialect: Dialect) -> String {
    let mut sql = String::new();
    for piece in Pieces::new(text) {
        match piece {
            Piece::Sql(part) => sql.push_str(part),
            // A rule refuses other names and lone braces.
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

/// What is wrong with a text, and the way out.
type Problem = (&'static str, &'static str);

const COMMENT: Problem = ("has a comment", "remove the comment");

/// Refuses text that could end the place it is put in, or that hides what follows it.
pub(super) fn stays_inside(sql: &str, lexis: Lexis) -> Result<(), Problem> {
    let text = sql.as_bytes();
    if text.contains(&0) {
        return Err(("has a NUL character", "remove the character"));
    }
    let mut depth = 0_usize;
    let mut at = 0;
    while let Some(&byte) = text.get(at) {
        let next = text.get(at + 1).copied();
        match byte {
            b'(' => depth += 1,
            b')' => {
                let surplus = ("closes a parenthesis that it does not open", "remove the `)`");
                depth = depth.checked_sub(1).ok_or(surplus)?;
            }
            b';' => return Err(("has a `;` outside quotes", "remove the `;`")),
            b'-' if next == Some(b'-') => return Err(COMMENT),
            b'/' if next == Some(b'*') => return Err(COMMENT),
            b'#' if lexis.hash_comments => return Err(COMMENT),
            b'$' if lexis.dollar_quotes => {
                return Err(("has a `$` outside quotes", "use single quotes for text"));
            }
            quote if lexis.quotes.contains(&quote) => {
                at = quoted(text, at, lexis)?;
                continue;
            }
            _ => {}
        }
        at += 1;
    }
    if depth > 0 {
        return Err(("does not close a parenthesis that it opens", "add the missing `)`"));
    }
    Ok(())
}

/// The position after the quoted thing that begins at `start`.
fn quoted(text: &[u8], start: usize, lexis: Lexis) -> Result<usize, Problem> {
    let quote = text[start];
    let long = lexis.backslashes && quote != b'`' && text[start..].starts_with(&[quote; 3]);
    let escapes = lexis.backslashes || (quote == b'\'' && opens_escapes(&text[..start]));
    let mut at = start + if long { 3 } else { 1 };
    while let Some(&byte) = text.get(at) {
        if byte == b'\\' && escapes {
            at += 2;
        } else if byte != quote {
            at += 1;
        } else if long {
            if text[at..].starts_with(&[quote; 3]) {
                return Ok(at + 3);
            }
            at += 1;
        } else if !lexis.backslashes && text.get(at + 1) == Some(&quote) {
            at += 2;
        } else {
            let end = at + 1;
            // A literal that goes on after white space keeps the rules of its first part, which is
            // easy to misread.
            let goes_on =
                text[end..].iter().find(|byte| !byte.is_ascii_whitespace() && **byte != 0x0b)
                    == Some(&b'\'');
            if !lexis.backslashes && quote == b'\'' && goes_on {
                return Err(("has two literals in a row", "write them as one"));
            }
            return Ok(end);
        }
    }
    Err(("does not close a quote", "add the missing quote"))
}

/// Whether a quote after this text opens a literal with backslashes, as `E'…'` does.
fn opens_escapes(before: &[u8]) -> bool {
    match before {
        [.., previous, b'E' | b'e'] => {
            !(previous.is_ascii_alphanumeric() || matches!(previous, b'_' | b'$' | 0x80..))
        }
        [b'E' | b'e'] => true,
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::stays_inside;
    use crate::dialect::Dialect;

    fn google(sql: &str) -> bool {
        stays_inside(sql, Dialect::GoogleSql.lexis()).is_ok()
    }

    fn postgres(sql: &str) -> bool {
        stays_inside(sql, Dialect::PostgreSql.lexis()).is_ok()
    }

    #[test]
    fn harmless_text_passes() {
        for sql in [
            "`Total` >= 0",
            "LOWER(`A`) != ';--('",
            r"REGEXP_CONTAINS(`A`, r'\)\'')",
            r"'it\'s ('",
            "'''a'b(''' = \"c)\"",
            "1 - 2",
        ] {
            assert!(google(sql), "{sql}");
        }
        for sql in [
            r#""Total" >= 0"#,
            r#"lower("A") <> ';--('"#,
            "'it''s ('",
            r"E'it\'s ('",
            "1 # 2",
            r"'\' = 'x'",
            r#""odd;""name" > 0"#,
        ] {
            assert!(postgres(sql), "{sql}");
        }
    }

    #[test]
    fn text_that_leaves_its_place_is_refused() {
        for sql in [
            "1) x (",
            "(1",
            "1)",
            "'a",
            "\"a",
            "`a",
            "1; 2",
            "1 -- x",
            "1 /* x */",
            "1 # x",
            "a\0b",
            r"'a\'",
            "'''a'",
            r"r'\'",
        ] {
            assert!(!google(sql), "{sql}");
        }
        for sql in [
            "1) x (",
            "(1",
            "1)",
            "'a",
            "\"a",
            "1; 2",
            "1 -- x",
            "1 /* x */",
            "a\0b",
            r"E'a\'",
            "$$a$$",
            "$1",
            "E'a'\n'\\''",
            "'a' 'b'",
        ] {
            assert!(!postgres(sql), "{sql}");
        }
        // The same bytes, read by the rules of each dialect.
        assert!(postgres(r"'a\'") && !google(r"'a\'"));
        assert!(google(r"'\''") && !postgres(r"'\''"));
    }
}
