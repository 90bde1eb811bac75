//! SQL that the author of a table wrote, and the columns that it names. Only the braces are parsed
//! here; a dialect handles the rest.

use super::SqlText;
use super::facts::any;
use crate::dialect::Dialect;

impl<'a> SqlText<'a> {
    /// The text for this dialect.
    pub(crate) const fn for_dialect(self, dialect: Dialect) -> Option<&'a str> {
        match dialect {
            Dialect::GoogleSql => self.googlesql,
            Dialect::PostgreSql => self.postgresql,
        }
    }

    /// The texts that are set.
    pub(crate) const fn given(self) -> [&'a str; 2] {
        match (self.googlesql, self.postgresql) {
            (Some(one), Some(two)) => [one, two],
            (Some(one), None) | (None, Some(one)) => [one, ""],
            (None, None) => ["", ""],
        }
    }
}

/// A piece of a text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Piece<'t> {
    /// SQL; for `{{` and `}}`, one brace.
    Sql(&'t str),
    /// `{field}`.
    Field(&'t str),
    /// A brace without its partner. Nothing follows.
    LoneBrace,
}

/// Splits a text at its braces, which are markup inside literals too.
pub(crate) struct Pieces<'t> {
    rest: &'t str,
}

impl<'t> Pieces<'t> {
    pub(crate) const fn new(text: &'t str) -> Self {
        Self { rest: text }
    }

    /// The next piece, for a `const fn`.
    pub(crate) const fn take_next(&mut self) -> Option<Piece<'t>> {
        let bytes = self.rest.as_bytes();
        if bytes.is_empty() {
            return None;
        }
        let cut = find_brace(bytes, 0);
        if cut > 0 {
            return Some(Piece::Sql(self.take(cut)));
        }
        if bytes.len() > 1 && bytes[1] == bytes[0] {
            let brace = self.take(1);
            self.take(1);
            return Some(Piece::Sql(brace));
        }
        let close = find_brace(bytes, 1);
        if bytes[0] == b'{' && close < bytes.len() && bytes[close] == b'}' {
            self.take(1);
            let field = self.take(close - 1);
            self.take(1);
            return Some(Piece::Field(field));
        }
        self.rest = "";
        Some(Piece::LoneBrace)
    }

    const fn take(&mut self, length: usize) -> &'t str {
        let (taken, rest) = self.rest.split_at(length);
        self.rest = rest;
        taken
    }

    /// The next field, for a `const fn`.
    pub(crate) const fn take_next_field(&mut self) -> Option<&'t str> {
        while let Some(piece) = self.take_next() {
            if let Piece::Field(field) = piece {
                return Some(field);
            }
        }
        None
    }
}

impl<'t> Iterator for Pieces<'t> {
    type Item = Piece<'t>;

    fn next(&mut self) -> Option<Piece<'t>> {
        self.take_next()
    }
}

const fn find_brace(bytes: &[u8], from: usize) -> usize {
    let mut at = from;
    while at < bytes.len() && !matches!(bytes[at], b'{' | b'}') {
        at += 1;
    }
    at
}

/// The fields that a text names, each once, in order.
pub(crate) fn fields(text: &str) -> Vec<&str> {
    let mut fields = Vec::new();
    for piece in Pieces::new(text) {
        if let Piece::Field(field) = piece
            && !fields.contains(&field)
        {
            fields.push(field);
        }
    }
    fields
}

/// The functions that hash: their results do not follow the order of their inputs.
const HASHES: [&str; 5] = ["farm_fingerprint", "sha1", "sha256", "sha512", "md5"];

/// Whether the text calls a function that hashes. Its name in a literal is not a call.
pub(crate) const fn calls_hash(text: &str) -> bool {
    let bytes = text.as_bytes();
    let (mut at, mut quote) = (0, None);
    while at < bytes.len() {
        match (bytes[at], quote) {
            (b'\\', Some(_)) => at += 1,
            (letter, Some(end)) if letter == end => quote = None,
            (b'\'' | b'"', None) => quote = Some(bytes[at]),
            (_, None) if calls_hash_at(bytes, at) => return true,
            _ => {}
        }
        at += 1;
    }
    false
}

const fn calls_hash_at(text: &[u8], at: usize) -> bool {
    any!(hash < HASHES.len(), calls_at(text, at, HASHES[hash].as_bytes()))
}

/// Whether the text hashes a value, reverses its bits, takes a remainder, or asks a sequence: its
/// numbers do not follow their inputs.
#[cfg(feature = "migrate")]
pub(crate) fn mixes(text: &str) -> bool {
    const MORE: [&str; 5] =
        ["bit_reverse", "mod", "get_next_sequence_value", "nextval", "generate_uuid"];
    let bytes = text.as_bytes();
    let calls = |at| MORE.iter().any(|function| calls_at(bytes, at, function.as_bytes()));
    calls_hash(text) || text.contains(['%', '&']) || (0..bytes.len()).any(calls)
}

/// Whether the text takes the remainder of a time in fractions of a second, which is different for
/// each row.
pub(crate) const fn takes_remainder(text: &str) -> bool {
    let bytes = text.as_bytes();
    any!(at < bytes.len(), bytes[at] == b'%' || calls_at(bytes, at, b"mod"))
        && any!(at < bytes.len(), calls_at(bytes, at, b"unix_micros"))
}

/// Whether a call of this function begins here, in any letter case.
const fn calls_at(text: &[u8], at: usize, function: &[u8]) -> bool {
    if at > 0 && (text[at - 1].is_ascii_alphanumeric() || text[at - 1] == b'_') {
        return false;
    }
    let mut place = 0;
    while place < function.len() {
        if at + place >= text.len() || text[at + place].to_ascii_lowercase() != function[place] {
            return false;
        }
        place += 1;
    }
    let mut next = at + place;
    while next < text.len() && text[next].is_ascii_whitespace() {
        next += 1;
    }
    next < text.len() && text[next] == b'('
}

#[cfg(test)]
mod tests {
    use super::{Piece, Pieces, calls_hash, fields, takes_remainder};

    #[test]
    fn fields_are_found_once_and_escaped_braces_are_not_fields() {
        assert_eq!(fields("{a} > {b} + {a} || '{{x}}'"), ["a", "b"]);
        assert_eq!(fields("{a} > {"), ["a"]);
    }

    #[test]
    fn lone_braces_end_a_text() {
        for text in ["{", "}", "{a{b}", "a } b", "{a"] {
            assert_eq!(Pieces::new(text).last(), Some(Piece::LoneBrace), "{text}");
        }
        let pieces: Vec<_> = Pieces::new("é{a}}}").collect();
        assert_eq!(pieces, [Piece::Sql("é"), Piece::Field("a"), Piece::Sql("}")]);
    }

    #[test]
    fn remainders_of_fractions_of_a_second_are_found() {
        for text in ["MOD(UNIX_MICROS({a}), 16)", "unix_micros ({a}) % 16"] {
            assert!(takes_remainder(text), "{text}");
        }
        for text in ["MOD(UNIX_SECONDS({a}), 16)", "UNIX_MICROS({a})", "MODULE({a})"] {
            assert!(!takes_remainder(text), "{text}");
        }
    }

    #[test]
    fn calls_of_hash_functions_are_found() {
        for text in ["FARM_FINGERPRINT({a})", "spanner.farm_fingerprint ({a})", "1 + Sha256({a})"] {
            assert!(calls_hash(text), "{text}");
        }
        for text in ["my_sha1({a})", "sha1", "{sha1}", "md55({a})", "'md5'"] {
            assert!(!calls_hash(text), "{text}");
        }
    }
}
