//! Change streams: what they watch, and their options.

use super::ObjectName;
use super::cursor::Cursor;
use super::lex::{Token, lex};
use super::syntax::{KeptAction, settings};
use crate::ddl::alter;
use crate::dialect::Dialect;

/// A change stream, as texts of the statement that creates it.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Stream {
    name: String,
    /// `FOR` and what follows, or nothing.
    watched: String,
    options: Vec<(String, String)>,
}

/// A change stream from the statement that creates it.
pub(crate) fn stream(sql: &str, dialect: Dialect) -> Option<Stream> {
    let tokens = lex(sql, dialect).tokens;
    let is = |at: usize, word| tokens.get(at).is_some_and(|token: &Token<'_>| token.is(word));
    if !(is(0, "CREATE") && is(1, "CHANGE") && is(2, "STREAM")) {
        return None;
    }
    let name = tokens.get(3)?;
    let mut end = 3;
    while tokens.get(end + 1).is_some_and(|next| next.is_mark(".")) {
        end += 2;
    }
    let name = sql.get(name.start..tokens.get(end)?.end())?.to_owned();
    let [watched, options] = parts(sql, &tokens, end + 1)?;
    Some(Stream { name, watched, options: self::options(&options, dialect)? })
}

/// `FOR …` and the options in parentheses, from this token on.
fn parts(sql: &str, tokens: &[Token<'_>], from: usize) -> Option<[String; 2]> {
    let rest = tokens.get(from..)?;
    let text = |tokens: &[Token<'_>]| match (tokens.first(), tokens.last()) {
        (Some(first), Some(last)) => sql.get(first.start..last.end()).map(str::to_owned),
        _ => Some(String::new()),
    };
    let is_option = |token: &Token<'_>| token.is_any(&["OPTIONS", "WITH"]);
    let options = rest.iter().position(is_option).unwrap_or(rest.len());
    Some([text(&rest[..options])?, text(rest.get(options + 1..).unwrap_or_default())?])
}

/// `(name = value, …)`, sorted. There may be none.
fn options(sql: &str, dialect: Dialect) -> Option<Vec<(String, String)>> {
    let tokens = lex(sql, dialect).tokens;
    let mut found = Vec::new();
    let mut cursor = Cursor::new(&tokens, dialect, 0);
    if !cursor.is_done() {
        for (name, value) in settings(&mut cursor).ok()? {
            let (first, last) = (value.first()?, value.last()?);
            found.push((name.to_lowercase(), sql.get(first.start..last.end())?.to_owned()));
        }
        cursor.expect_end().ok()?;
    }
    found.sort();
    Some(found)
}

impl Stream {
    /// The stream after this statement, if it is one that alters it.
    fn altered(mut self, sql: &str, dialect: Dialect) -> Option<Self> {
        let tokens = lex(sql, dialect).tokens;
        let is_verb = |token: &Token<'_>| token.is_any(&["SET", "DROP", "RESET"]);
        let verb = tokens.iter().position(is_verb)?;
        let next = tokens.get(verb + 1)?;
        if tokens[verb].is("DROP") {
            let [all] = tokens.get(verb + 2..)? else { return None };
            if !(next.is("FOR") && all.is("ALL")) {
                return None;
            }
            self.watched = String::new();
        } else if tokens[verb].is("RESET") {
            let reset = |name: &String| tokens[verb..].iter().any(|one| one.is(name));
            self.options.retain(|(name, _)| !reset(name));
        } else if next.is("FOR") {
            [self.watched, _] = parts(sql, &tokens, verb + 1)?;
        } else {
            let start = if next.is("OPTIONS") { tokens.get(verb + 2)? } else { next };
            for (name, value) in options(&sql[start.start..], dialect)? {
                self.options.retain(|(known, _)| *known != name);
                if !value.eq_ignore_ascii_case("null") {
                    self.options.push((name, value));
                }
            }
            self.options.sort();
        }
        Some(self)
    }

    fn create(&self, dialect: Dialect) -> String {
        alter::create_stream(&self.name, &self.watched, &self.options, dialect)
    }

    /// The statements that lead from this stream to another one.
    pub(crate) fn to(&self, new: &Self, dialect: Dialect) -> Vec<String> {
        let mut statements = Vec::new();
        statements.extend(self.watch(new, dialect));
        let mut changes = Vec::new();
        for (name, _) in self.options.iter().filter(|(name, _)| !new.has(name)) {
            changes.push((name.clone(), "null".to_owned()));
        }
        changes.extend(new.options.iter().filter(|one| !self.options.contains(one)).cloned());
        if !changes.is_empty() {
            statements.push(alter::set_stream_options(&self.name, &changes, dialect));
        }
        statements
    }

    fn has(&self, name: &str) -> bool {
        self.options.iter().any(|(known, _)| known == name)
    }

    /// The statement that watches what another one does, if that is something else.
    pub(crate) fn watch(&self, new: &Self, dialect: Dialect) -> Option<String> {
        let words = |text: &str| -> Vec<String> {
            let tokens = lex(text, dialect).tokens;
            tokens
                .iter()
                .map(
                    |token| {
                        if token.is_name() { token.name(dialect) } else { token.text.to_owned() }
                    },
                )
                .collect()
        };
        let same = words(&self.watched) == words(&new.watched);
        (!same).then(|| alter::watch(&new.name, &new.watched))
    }

    /// The stream without the tables and columns that are dropped. `None` if it would watch nothing.
    pub(crate) fn without(
        &self,
        goes: impl Fn(&ObjectName, Option<&str>) -> bool,
        dialect: Dialect,
    ) -> Option<Self> {
        let tokens = lex(&self.watched, dialect).tokens;
        let mut cursor = Cursor::new(&tokens, dialect, 0);
        cursor.keywords(&["FOR"]).ok()?;
        let mut left = Vec::new();
        loop {
            let (table, span) = cursor.path().ok()?;
            let mut text = self.watched.get(span.start..span.end)?.to_owned();
            if cursor.sees_mark("(") {
                let mut columns = cursor.columns().ok()?;
                columns.retain(|column| !goes(&table, Some(&column.name(dialect))));
                let columns: Vec<&str> = columns.iter().map(|column| column.text).collect();
                text = format!("{text}({})", columns.join(", "));
            }
            if !goes(&table, None) {
                left.push(text);
            }
            if !cursor.eat_mark(",") {
                break;
            }
        }
        cursor.expect_end().ok()?;
        let watched = format!("FOR {}", left.join(", "));
        let (name, options) = (self.name.clone(), self.options.clone());
        (!left.is_empty()).then_some(Self { name, watched, options })
    }

    /// What it watches.
    pub(crate) fn watched(&self) -> &str {
        &self.watched
    }
}

/// The statement that creates a stream, after one that alters it. `None` if that is not possible.
pub(super) fn altered(
    kind: &str,
    action: KeptAction,
    create: &str,
    alter: &str,
    dialect: Dialect,
) -> Option<String> {
    let is_alter = kind == "CHANGE STREAM" && action == KeptAction::Alter;
    let stream = is_alter.then(|| stream(create, dialect))??;
    Some(stream.altered(alter, dialect)?.create(dialect))
}

/// The statement that makes a stream watch again what it watches: it follows tables whose names
/// change.
pub(crate) fn watch_again(create: &str, dialect: Dialect) -> Option<String> {
    let stream = stream(create, dialect)?;
    Some(alter::watch(&stream.name, &stream.watched))
}

/// Whether two streams are equal. `None` if one cannot be read.
pub(crate) fn same_streams(one: &str, two: &str, dialect: Dialect) -> Option<bool> {
    let (one, two) = (stream(one, dialect)?, stream(two, dialect)?);
    Some(one.to(&two, dialect).is_empty())
}
