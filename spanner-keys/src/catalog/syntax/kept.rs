//! Statements that are kept as they are: their heads are read, and their parentheses.

use super::{Statement, options};
use crate::catalog::ObjectName;
use crate::catalog::cursor::{Cursor, Parsed, SyntaxError};
use crate::catalog::keywords::is_reserved;
use crate::catalog::lex::{Token, TokenKind};
use crate::dialect::Dialect;
use crate::rules::distance;

/// A statement that is kept, as far as it is understood.
pub(in crate::catalog) struct OtherSyntax {
    pub(in crate::catalog) kind: String,
    pub(in crate::catalog) action: KeptAction,
    pub(in crate::catalog) name: Option<ObjectName>,
    pub(in crate::catalog) if_exists: bool,
}

/// What a kept statement does to its object.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KeptAction {
    /// It creates the object.
    Create,
    /// It creates the object, or replaces the one with that name.
    Replace,
    /// It alters an object.
    Alter,
    /// It drops an object.
    Drop,
    /// It grants or revokes, or is not a schema change at all: it reads or writes rows.
    Other,
}

pub(super) fn other<'t>(kind: &str, action: KeptAction, name: Option<ObjectName>) -> Statement<'t> {
    let kind = kind.to_ascii_uppercase();
    Statement::Other(OtherSyntax { kind, action, name, if_exists: false })
}

/// The kinds of objects with two words. Others have one, also those that are not known yet.
const TWO_WORDS: &[[&str; 2]] = &[
    ["CHANGE", "STREAM"],
    ["SEARCH", "INDEX"],
    ["VECTOR", "INDEX"],
    ["PROPERTY", "GRAPH"],
    ["PROTO", "BUNDLE"],
    ["LOCALITY", "GROUP"],
    ["MATERIALIZED", "VIEW"],
];

/// First words after `CREATE`, `ALTER` and `DROP`, of either dialect and of PostgreSQL itself. What is
/// nearly one of them is a mistake; what is not may be newer than this list.
const KINDS: &[&str] = &[
    "TABLE", "INDEX", "UNIQUE", "NULL_FILTERED", "SEQUENCE", "SCHEMA", "DATABASE", "VIEW",
    "CHANGE", "SEARCH", "VECTOR", "PROPERTY", "PROTO", "LOCALITY", "MATERIALIZED", "ROLE", "MODEL",
    "FUNCTION", "PLACEMENT", "STATISTICS", "QUEUE", "PROCEDURE", "TRIGGER", "TYPE", "DOMAIN",
    "EXTENSION", "RULE", "USER", "POLICY", "GROUP",
];

/// The kinds as one word each: `change-stream`.
pub(crate) fn kinds() -> impl Iterator<Item = String> {
    let first = |word: &&&str| TWO_WORDS.iter().any(|[first, _]| *first == **word);
    let one = KINDS.iter().filter(move |word| !first(word)).map(|word| kind_word(word));
    one.chain(TWO_WORDS.iter().map(|words| kind_word(&words.join(" "))))
}

/// A kind as one word.
pub(crate) fn kind_word(kind: &str) -> String {
    kind.to_lowercase().replace(' ', "-")
}

/// The word that is probably meant, if this is not one of them: one letter is wrong, one of four in a
/// long word, or two are swapped.
pub(crate) fn misspelt<'k>(
    word: &str,
    known: impl IntoIterator<Item = &'k str>,
) -> Option<&'k str> {
    let letters = |word: &str| {
        let mut letters = word.to_ascii_uppercase().into_bytes();
        letters.sort_unstable();
        letters
    };
    let mut near = None;
    for known in known {
        let is_near = match distance(word, known) {
            0 => return None,
            2 if letters(word) == letters(known) => true,
            far => far <= (word.len() / 4).max(1),
        };
        near = near.or(is_near.then_some(known));
    }
    near
}

/// Keywords without which a definition is not complete.
const NEEDED: &[(&str, &str)] = &[
    ("VIEW", "AS"),
    ("MATERIALIZED VIEW", "AS"),
    ("SEARCH INDEX", "ON"),
    ("VECTOR INDEX", "ON"),
    ("PROPERTY GRAPH", "TABLES"),
];

/// A statement about an object that is kept as it is. Its head is read, and its parentheses, its
/// options and its literals must be complete.
pub(super) fn object<'t>(cursor: &mut Cursor<'t>, action: KeptAction) -> Parsed<Statement<'t>> {
    let two = TWO_WORDS.iter().find(|words| cursor.eat(*words));
    let kind = match two {
        Some(words) => words.join(" "),
        None => match cursor.peek() {
            Some(token) if token.kind == TokenKind::Word => {
                if let Some(meant) = misspelt(token.text, KINDS.iter().copied()) {
                    let message =
                        format!("unknown kind of object `{}`, did you mean `{meant}`?", token.text);
                    return Err(SyntaxError::at(token, &message));
                }
                cursor.bump();
                // The second word of a known kind is another one.
                let second = match TWO_WORDS.iter().find(|[first, _]| token.is(first)) {
                    Some([_, second]) => Some(second),
                    None if token.is_any(&["UNIQUE", "NULL_FILTERED"]) => {
                        cursor.eat(&["NULL_FILTERED"]);
                        Some(&"INDEX")
                    }
                    None => None,
                };
                if let Some(second) = second {
                    return Err(cursor.expected(&format!("`{second}`")));
                }
                token.text.to_ascii_uppercase()
            }
            _ => return Err(cursor.expected("the kind of an object")),
        },
    };
    let if_exists = cursor.eat(&["IF", "EXISTS"]) || cursor.eat(&["IF", "NOT", "EXISTS"]);
    // A database has one proto bundle, and it has no name.
    let name = match cursor.peek() {
        _ if kind == "PROTO BUNDLE" => None,
        // A keyword of a clause is where the name should be; the kinds that are not known may have
        // two words.
        Some(token)
            if kinds().any(|known| kind_word(&kind) == known)
                && token.kind == TokenKind::Word
                && is_reserved(token.text, cursor.dialect) =>
        {
            return Err(cursor.expected("a name"));
        }
        _ => Some(cursor.path()?.0),
    };
    if cursor.sees(&["IF"]) {
        return Err(cursor.expected("the definition; `IF` belongs before the name"));
    }
    let creates = matches!(action, KeptAction::Create | KeptAction::Replace);
    if let Some((_, word)) = NEEDED.iter().find(|(of, _)| creates && *of == kind)
        && !cursor.rest().iter().rev().skip(1).any(|token| token.is(word))
    {
        while cursor.bump().is_some() {}
        return Err(cursor.expected(&format!("`{word}`")));
    }
    if action == KeptAction::Drop && name.is_some() && !cursor.eat(&["CASCADE"]) {
        cursor.expect_end()?;
    }
    while !cursor.is_done() {
        let misspelt = |next: &Token<'_>| misspelt(next.text, ["SECURITY"]).is_some();
        if cursor.sees(&["SQL"]) && cursor.peek_after(1).is_some_and(misspelt) {
            cursor.bump();
            return Err(cursor.expected("`SECURITY`"));
        }
        if cursor.eat(&["SQL", "SECURITY"]) {
            if !cursor.eat(&["INVOKER"]) && !cursor.eat(&["DEFINER"]) {
                return Err(cursor.expected("`INVOKER` or `DEFINER`"));
            }
        } else if action == KeptAction::Alter && cursor.eat(&["SET"]) {
            let is_list = cursor.dialect == Dialect::PostgreSql && cursor.sees_mark("(");
            if !is_list && !cursor.peek().is_some_and(|token| token.kind == TokenKind::Word) {
                return Err(cursor.expected("what to set"));
            }
        } else if cursor.sees(&["OPTIONS"])
            && cursor.peek_after(1).is_some_and(|token| token.is_mark("("))
        {
            options(cursor)?;
        } else {
            cursor.one();
        }
    }
    Ok(Statement::Other(OtherSyntax { kind, action, name, if_exists }))
}

/// `GRANT … TO …` and `REVOKE … FROM …`. Privileges on sequences are not those on tables.
pub(super) fn grant(cursor: &mut Cursor<'_>, link: &str) -> Parsed<()> {
    if cursor.is_done() || cursor.sees(&[link]) {
        return Err(cursor.expected("privileges or roles"));
    }
    let mut rows = None;
    while let Some(token) = cursor.bump() {
        if token.is(link) {
            return if cursor.is_done() { Err(cursor.expected("a role")) } else { Ok(()) };
        }
        if token.is("ON") {
            cursor.eat(&["ALL"]);
            let sequences = cursor.sees(&["SEQUENCE"]) || cursor.sees(&["SEQUENCES"]);
            if let (true, Some(token)) = (sequences, rows) {
                return Err(SyntaxError::at(token, "a sequence has no such privilege"));
            }
        }
        if token.is_any(&["INSERT", "DELETE"]) {
            rows = Some(token);
        }
    }
    Err(cursor.expected(&format!("`{link}`")))
}
