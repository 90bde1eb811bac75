//! SQL that the author of a table wrote: fields become columns, and the text stays inside its
//! place.

use super::SchemaError;
use super::view::View;
use crate::dialect::Dialect;
use crate::schema::SqlText;

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

/// A text that is ready to be written.
pub(super) struct Text {
    pub(super) sql: String,
    /// The columns that the text names as `{field}`, by position.
    pub(super) columns: Vec<usize>,
}

/// Makes the text of one dialect ready. `place` says where it belongs.
pub(super) fn ready(view: &View<'_>, text: SqlText<'_>, place: &str) -> Result<Text, SchemaError> {
    let refuse = |problem: String| SchemaError::InvalidText {
        table: view.label(),
        place: place.to_owned(),
        problem,
    };
    let given = match view.dialect {
        Dialect::GoogleSql => text.googlesql,
        Dialect::PostgreSql => text.postgresql,
    };
    let Some(given) = given else {
        return Err(SchemaError::MissingText {
            table: view.label(),
            place: place.to_owned(),
            dialect: view.dialect,
        });
    };
    if given.trim().is_empty() {
        return Err(refuse("it is empty".to_owned()));
    }
    let mut sql = String::new();
    let mut columns = Vec::new();
    for piece in pieces(given) {
        match piece.map_err(|problem| refuse(problem.to_owned()))? {
            Piece::Sql(part) => sql.push_str(part),
            Piece::Field(field) => {
                let at = view.table.column_of_field(field).ok_or_else(|| {
                    refuse(format!("`{{{}}}` is not a field of the table", field.escape_debug()))
                })?;
                sql.push_str(&view.dialect.quote(view.column(at, || place.to_owned())?.name));
                if !columns.contains(&at) {
                    columns.push(at);
                }
            }
        }
    }
    // What is scanned is what will be sent, so nothing that the fields brought in escapes the scan.
    stays_inside(&sql, view.dialect.lexis()).map_err(|problem| refuse(problem.to_owned()))?;
    Ok(Text { sql, columns })
}

/// A text with its fields as `{column}`, so that it stays the same where only a field gets another
/// name.
#[cfg(feature = "build")]
pub(crate) fn named_by_column(table: &crate::schema::TableDef<'_>, given: &str) -> String {
    let mut named = String::new();
    for piece in pieces(given.trim()) {
        match piece {
            Ok(Piece::Sql(brace @ ("{" | "}"))) => named.push_str(&brace.repeat(2)),
            Ok(Piece::Sql(sql)) => named.push_str(sql),
            Ok(Piece::Field(field)) => {
                let column = table.column_of_field(field).and_then(|at| table.columns.get(at));
                named.extend(["{", column.map_or(field, |column| column.name), "}"]);
            }
            Err(_) => {}
        }
    }
    named
}

/// The fields that a text names, each once, in order; a text with broken braces names those before
/// the break.
pub(super) fn fields(given: &str) -> Vec<&str> {
    let mut fields = Vec::new();
    for piece in pieces(given) {
        match piece {
            Ok(Piece::Field(field)) if !fields.contains(&field) => fields.push(field),
            Ok(_) => {}
            Err(_) => break,
        }
    }
    fields
}

enum Piece<'t> {
    Sql(&'t str),
    Field(&'t str),
}

/// Cuts a text at its braces. Braces are markup everywhere, inside literals too; `{{` and `}}`
/// stand for one brace.
fn pieces(given: &str) -> impl Iterator<Item = Result<Piece<'_>, &'static str>> {
    let mut rest = given;
    core::iter::from_fn(move || {
        if rest.is_empty() {
            return None;
        }
        let cut = rest.find(['{', '}']).unwrap_or(rest.len());
        if cut > 0 {
            let (part, after) = rest.split_at(cut);
            rest = after;
            return Some(Ok(Piece::Sql(part)));
        }
        if rest.starts_with("{{") || rest.starts_with("}}") {
            let part = &rest[..1];
            rest = &rest[2..];
            return Some(Ok(Piece::Sql(part)));
        }
        let inside = &rest[1..];
        let field = if rest.starts_with('{') { inside.split_once('}') } else { None };
        if let Some((field, after)) = field.filter(|(field, _)| !field.contains('{')) {
            rest = after;
            return Some(Ok(Piece::Field(field)));
        }
        rest = "";
        Some(Err(
            "a brace stands alone: write `{field}` for a column, and `{{` or `}}` for a brace",
        ))
    })
}

/// Refuses text that could end the place it is put in, or that hides what follows it.
fn stays_inside(sql: &str, lexis: Lexis) -> Result<(), &'static str> {
    let text = sql.as_bytes();
    if text.contains(&0) {
        return Err("it holds a NUL character");
    }
    let mut depth = 0_usize;
    let mut at = 0;
    while let Some(&byte) = text.get(at) {
        let next = text.get(at + 1).copied();
        match byte {
            b'(' => depth += 1,
            b')' => {
                depth =
                    depth.checked_sub(1).ok_or("it closes a parenthesis that it did not open")?
            }
            b';' => return Err("it holds a `;` outside quotes"),
            b'-' if next == Some(b'-') => return Err("it holds a comment"),
            b'/' if next == Some(b'*') => return Err("it holds a comment"),
            b'#' if lexis.hash_comments => return Err("it holds a comment"),
            b'$' if lexis.dollar_quotes => return Err("it holds a `$` outside quotes"),
            quote if lexis.quotes.contains(&quote) => {
                at = quoted(text, at, lexis)?;
                continue;
            }
            _ => {}
        }
        at += 1;
    }
    if depth > 0 { Err("it does not close a parenthesis that it opened") } else { Ok(()) }
}

/// The position after the quoted thing that begins at `start`.
fn quoted(text: &[u8], start: usize, lexis: Lexis) -> Result<usize, &'static str> {
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
                return Err("two literals follow each other: write them as one");
            }
            return Ok(end);
        }
    }
    Err("a quote is not closed")
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
    use super::{fields, stays_inside};
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

    #[test]
    fn fields_are_found_once_and_escapes_are_none() {
        assert_eq!(fields("{a} > {b} + {a} || '{{x}}'"), ["a", "b"]);
        assert_eq!(fields("{a} > {"), ["a"]);
    }
}
