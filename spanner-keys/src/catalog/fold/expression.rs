//! Expressions in a normal form, and the columns that they name.

use std::borrow::Cow;
use std::cell::OnceCell;
use std::collections::{HashMap, HashSet};

use crate::catalog::cursor::{Cursor, Tokens, closes, partner};
use crate::catalog::keywords::is_reserved;
use crate::catalog::lex::{TokenKind, lex};
use crate::catalog::{CatalogTable, ObjectName};
use crate::dialect::Dialect;

/// The columns that expressions name.
pub(super) struct Names<'n> {
    dialect: Dialect,
    columns: Vec<Cow<'n, str>>,
    /// By the name as it is compared: GoogleSQL ignores its letter case. Most tables have no
    /// expression and never need it.
    known: OnceCell<HashMap<String, usize>>,
}

impl<'n> Names<'n> {
    /// The columns of a table.
    pub(super) fn of(table: &CatalogTable, dialect: Dialect) -> Self {
        // Copies: the table changes while its names are in use.
        Self::new(table.columns.iter().map(|column| column.name.clone().into()), dialect)
    }

    /// A name that is there twice; the letter case does not matter.
    pub(super) fn duplicate(&self) -> Option<usize> {
        const FEW: usize = 16;
        let names = &self.columns;
        if names.len() <= FEW && names.iter().all(|name| name.is_ascii()) {
            let is_known =
                |at: &usize| names[..*at].iter().any(|name| name.eq_ignore_ascii_case(&names[*at]));
            return (0..names.len()).find(is_known);
        }
        let mut seen = HashSet::new();
        names.iter().position(|name| !seen.insert(name.to_lowercase()))
    }

    pub(super) fn new(names: impl IntoIterator<Item = Cow<'n, str>>, dialect: Dialect) -> Self {
        Self { dialect, columns: names.into_iter().collect(), known: OnceCell::new() }
    }

    fn find(&self, name: &str) -> Option<&str> {
        let known = self.known.get_or_init(|| {
            let names = self.columns.iter().enumerate();
            names.map(|(at, name)| (compared(name, self.dialect).into_owned(), at)).collect()
        });
        known.get(&*compared(name, self.dialect)).map(|&at| &*self.columns[at])
    }

    /// An expression in a normal form: columns as `{column}`, single spaces, and no parentheses
    /// around all of it.
    pub(super) fn expression(&self, mut tokens: Tokens<'_>) -> String {
        while let Some(inside) = unwrapped(tokens) {
            tokens = inside;
        }
        self.text(tokens)
    }

    /// The same, with all parentheses.
    fn text(&self, tokens: Tokens<'_>) -> String {
        let mut text = String::new();
        for (at, token) in tokens.iter().enumerate() {
            let previous = at.checked_sub(1).map(|at| &tokens[at]);
            let gap = previous.is_some_and(|previous| {
                previous.end() < token.start
                    && !previous.is_mark("(")
                    && !token.is_mark(")")
                    && !token.is_mark(",")
            });
            if gap {
                text.push(' ');
            }
            match self.column(tokens, at) {
                Some(name) => {
                    text.push('{');
                    text.push_str(name);
                    text.push('}');
                }
                // The server keeps quotes as they were written.
                None if names_sequence(tokens, at) => {
                    text.push_str(&self.dialect.quote(&token.name(self.dialect)));
                }
                None if token.text.contains(['{', '}']) => {
                    text.push_str(&token.text.replace('{', "{{").replace('}', "}}"));
                }
                None => text.push_str(token.text),
            }
        }
        text
    }

    /// The column that a token names. A word can also be a function, a part of a date, a type, or a
    /// field of the name before it.
    fn column(&self, tokens: Tokens<'_>, at: usize) -> Option<&str> {
        const PARTS: &[&str] = &[
            "YEAR", "QUARTER", "MONTH", "WEEK", "DAY", "HOUR", "MINUTE", "SECOND", "DATE", "TIME",
            "TIMESTAMP", "ISOYEAR", "ISOWEEK", "DAYOFWEEK", "DAYOFYEAR", "MILLISECOND",
            "MICROSECOND", "NANOSECOND",
        ];
        let token = tokens.get(at).filter(|token| token.is_name())?;
        let before = at.checked_sub(1).map(|at| &tokens[at]);
        let after = tokens.get(at + 1);
        if before.is_some_and(|token| token.is_mark("."))
            || after.is_some_and(|next| next.is_mark("("))
        {
            return None;
        }
        // A brace in a name would end it.
        let known = self.find(&token.borrowed_name(self.dialect))?;
        if known.contains(['{', '}']) {
            return None;
        }
        if token.kind == TokenKind::Word {
            if is_reserved(token.text, self.dialect) {
                return None;
            }
            let is_type = before.is_some_and(|token| token.is("AS"))
                || (at > 1 && tokens[at - 1].is_mark(":"))
                || after.is_some_and(|next| next.kind == TokenKind::Literal);
            let is_part = token.is_any(PARTS)
                && (after.is_some_and(|next| next.is("FROM"))
                    || before.is_some_and(|token| token.kind == TokenKind::Number)
                    || (before.is_some_and(|token| token.is_mark(","))
                        && after.is_some_and(|next| next.is_mark(")"))));
            if is_type || is_part {
                return None;
            }
        }
        Some(known)
    }
}

/// A text that cannot name a column, in a normal form.
pub(super) fn constant(tokens: Tokens<'_>, dialect: Dialect) -> String {
    Names::new([], dialect).expression(tokens)
}

/// The value of an option. What is in its parentheses may not be one.
pub(super) fn option_value(tokens: Tokens<'_>, dialect: Dialect) -> String {
    Names::new([], dialect).text(tokens)
}

/// Whether the token is in the name after `SEQUENCE`.
fn names_sequence(tokens: Tokens<'_>, at: usize) -> bool {
    let is = |count: usize, word: &str| {
        at.checked_sub(count).is_some_and(|at| tokens[at].is(word) || tokens[at].is_mark(word))
    };
    tokens[at].is_name() && (is(1, "SEQUENCE") || (is(1, ".") && is(3, "SEQUENCE")))
}

fn compared(name: &str, dialect: Dialect) -> Cow<'_, str> {
    match dialect {
        Dialect::GoogleSql => name.to_lowercase().into(),
        Dialect::PostgreSql => name.into(),
    }
}

/// What is inside parentheses that enclose all of the tokens.
fn unwrapped(tokens: Tokens<'_>) -> Option<Tokens<'_>> {
    let (first, last) = (tokens.first()?, tokens.last()?);
    if !first.is_mark("(") || !last.is_mark(")") || tokens.len() < 3 {
        return None;
    }
    let mut depth = 0_usize;
    for token in &tokens[..tokens.len() - 1] {
        if partner(token).is_some() {
            depth += 1;
        } else if closes(token) {
            depth = depth.saturating_sub(1);
        }
        // A list needs its parentheses.
        if depth == 0 || (depth == 1 && token.is_mark(",")) {
            return None;
        }
    }
    Some(&tokens[1..tokens.len() - 1])
}

/// The sequence that a default gets its values from.
pub(in crate::catalog) fn sequence_name(sql: &str, dialect: Dialect) -> Option<ObjectName> {
    let lexed = lex(sql, dialect);
    let mut cursor = Cursor::new(&lexed.tokens, dialect, 0);
    let name = match dialect {
        Dialect::GoogleSql => {
            cursor.keywords(&["GET_NEXT_SEQUENCE_VALUE"]).ok()?;
            cursor.expect_mark("(").ok()?;
            cursor.keywords(&["SEQUENCE"]).ok()?;
            let (name, _) = cursor.path().ok()?;
            cursor.expect_mark(")").ok()?;
            name
        }
        Dialect::PostgreSql => {
            cursor.keywords(&["NEXTVAL"]).ok()?;
            cursor.expect_mark("(").ok()?;
            // The raw name: quotes in the literal would be part of it.
            let name = cursor.bump()?.literal()?;
            // The server prints a cast.
            while !cursor.sees_mark(")") {
                cursor.bump()?;
            }
            cursor.bump();
            let (schema, name) = match name.split_once('.') {
                Some((schema, name)) => (Some(schema.to_owned()), name),
                None => (None, name),
            };
            ObjectName { schema, name: name.to_owned() }
        }
    };
    cursor.expect_end().ok()?;
    Some(name)
}
