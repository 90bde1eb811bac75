//! The options of sequences and identity columns.

use super::{misspelt, options};
use crate::catalog::cursor::{Cursor, Parsed, SyntaxError, Tokens};
use crate::catalog::lex::Token;
use crate::dialect::Dialect;
use crate::schema::CounterOptions;

/// Options of a sequence or an identity column that a statement sets.
#[derive(Default)]
pub(in crate::catalog) struct CounterChanges {
    pub(in crate::catalog) skip_range: Option<(i64, i64)>,
    pub(in crate::catalog) no_skip_range: bool,
    pub(in crate::catalog) skip_min: Option<i64>,
    pub(in crate::catalog) skip_max: Option<i64>,
    pub(in crate::catalog) start: Option<i64>,
}

impl CounterChanges {
    pub(in crate::catalog) fn apply(&self, options: &mut CounterOptions) {
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

/// The words that begin options.
pub(super) const COUNTER_OPTIONS: &[&str] =
    &["SKIP", "NO", "START", "RESTART", "OPTIONS", "OWNED", "BIT_REVERSED_POSITIVE"];

/// The options of a sequence or an identity column, in either dialect.
pub(super) fn counter(cursor: &mut Cursor<'_>) -> Parsed<CounterChanges> {
    let mut changes = CounterChanges::default();
    while !cursor.is_done() && !cursor.sees_mark(",") {
        if cursor.sees(&["OPTIONS"]) {
            let written = cursor.rest();
            for (name, value) in options(cursor)? {
                let mut value = cursor.within(value);
                let before = value;
                match name.as_str() {
                    "skip_range_min" => {
                        changes.skip_min = nullable(&mut value)?;
                        changes.no_skip_range |= changes.skip_min.is_none();
                    }
                    "skip_range_max" => {
                        changes.skip_max = nullable(&mut value)?;
                        changes.no_skip_range |= changes.skip_max.is_none();
                    }
                    "start_with_counter" => changes.start = nullable(&mut value)?,
                    "sequence_kind" => {
                        const KIND: &str = "bit_reversed_positive";
                        if value.bump().and_then(Token::literal) != Some(KIND) {
                            return Err(before.expected(&format!("`'{KIND}'`")));
                        }
                    }
                    _ => return Err(unknown(written, &name)),
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
        } else if !cursor.eat(&["BIT_REVERSED_POSITIVE"]) && !usual(cursor) {
            return Err(cursor.expected_clause("an option of a sequence", COUNTER_OPTIONS));
        }
    }
    Ok(changes)
}

/// The error of an option that no sequence has.
fn unknown(written: Tokens<'_>, name: &str) -> SyntaxError {
    const KNOWN: &[&str] =
        &["sequence_kind", "skip_range_min", "skip_range_max", "start_with_counter"];
    let meant = misspelt(name, KNOWN.iter().copied());
    let help = meant.map(|meant| format!(", did you mean `{meant}`?")).unwrap_or_default();
    let message = format!("unknown option `{name}` of a sequence{help}");
    let place = written.iter().find(|token| token.text == name).or(written.first());
    let (start, end) = place.map_or((0, 0), |token| (token.start, token.end()));
    SyntaxError { message, start, end }
}

/// What PostgreSQL may state and Spanner always does.
fn usual(cursor: &mut Cursor<'_>) -> bool {
    const USUAL: [&[&str]; 4] =
        [&["NO", "MINVALUE"], &["NO", "MAXVALUE"], &["NO", "CYCLE"], &["OWNED", "BY", "NONE"]];
    cursor.dialect == Dialect::PostgreSql && USUAL.iter().any(|words| cursor.eat(words))
}

pub(super) fn nullable(cursor: &mut Cursor<'_>) -> Parsed<Option<i64>> {
    if cursor.eat(&["NULL"]) { Ok(None) } else { cursor.number().map(Some) }
}
