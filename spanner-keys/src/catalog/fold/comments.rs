//! Waivers and renames in comments.

use std::ops::Range;

use crate::catalog::lex::Lexed;
use crate::catalog::syntax::misspelt;
use crate::catalog::{RenameComment, WaiverComment};

/// The waivers in the comments of a statement.
#[derive(Default)]
pub(super) struct Comments {
    pub(super) waivers: Vec<WaiverComment>,
    pub(super) renames: Vec<RenameComment>,
    /// Those that are for us and cannot be understood.
    pub(super) problems: Vec<(Range<usize>, String)>,
}

/// The comments before and inside a statement, and behind it in its last line.
pub(super) fn comments(text: &str, lexed: &Lexed<'_>, tokens: &Range<usize>) -> Comments {
    let Lexed { tokens: all, comments } = lexed;
    // The `;` is not part of the statement.
    let end = tokens.end + usize::from(all.get(tokens.end).is_some_and(|token| token.is_mark(";")));
    let first = comments.partition_point(|(_, before)| *before < tokens.start);
    let last = comments.partition_point(|(_, before)| *before <= end);
    let is_own = |(range, before): &&(Range<usize>, usize)| {
        let token = before.checked_sub(1).and_then(|at| all.get(at));
        let is_behind =
            token.is_some_and(|token| !text[token.end()..range.start].contains(['\n', '\r']));
        (*before > tokens.start && *before < tokens.end)
            || (*before == tokens.start && !is_behind)
            || (*before >= tokens.end && is_behind)
    };
    let own = comments[first..last].iter().filter(is_own);
    let mut found = Comments::default();
    for (range, _) in own {
        let comment = text[range.clone()].trim_start_matches(['-', '#', '/', '*']);
        let comment = comment.trim_end_matches(['*', '/']).trim();
        let waiver = waiver(comment);
        if let (None, Some(words)) = (&waiver, comment.strip_prefix("spanner-keys:")) {
            found.problems.push((range.clone(), misunderstood(words)));
        }
        found.waivers.extend(waiver);
        found.renames.extend(rename(comment));
    }
    found
}

/// Why these words accept nothing.
fn misunderstood(words: &str) -> String {
    let word = words.split([' ', '=', ':', '"']).find(|word| !word.is_empty()).unwrap_or_default();
    let known = ["allow_hotspot", "spread"];
    match (known.contains(&word), misspelt(word, known)) {
        (true, _) => format!("`{word}` needs a reason: `-- spanner-keys: {word} \"why\"`"),
        (_, Some(meant)) => format!("unknown word `{word}`, did you mean `{meant}`?"),
        _ => format!(
            "unknown word `{word}`: a statement is accepted with `allow_hotspot` or `spread`"
        ),
    }
}

/// A rename in a comment: `renamed_from: Old`, or `renamed_from of column: old`.
fn rename(comment: &str) -> Option<RenameComment> {
    let (place, from) = comment.strip_prefix("renamed_from")?.split_once(": ")?;
    let column = match place.trim() {
        "" => None,
        place => Some(place.strip_prefix("of ")?.trim().to_owned()),
    };
    let from = from.trim().to_owned();
    (!from.is_empty() && !from.contains(' ')).then_some(RenameComment { column, from })
}

/// A waiver in a comment: `spanner-keys: allow_hotspot "why"`, or `spread of Id: why` and
/// `allow_hotspot on Id: why` as our scripts have it.
fn waiver(comment: &str) -> Option<WaiverComment> {
    let words = comment.strip_prefix("spanner-keys:").map(str::trim_start);
    for (word, link, spread) in [("spread", "of", true), ("allow_hotspot", "on", false)] {
        if let Some(rest) = words.and_then(|words| words.strip_prefix(word)) {
            let why = rest.trim().trim_start_matches(['=', ':']).trim().trim_matches('"').trim();
            return (!why.is_empty()).then(|| WaiverComment {
                spread,
                on: None,
                why: why.to_owned(),
            });
        }
        let rest = comment.strip_prefix(word).and_then(|rest| rest.trim_start().strip_prefix(link));
        if let Some((on, why)) = rest.and_then(|rest| rest.split_once(": ")) {
            let (on, why) = (on.trim().to_owned(), why.trim().to_owned());
            return (!why.is_empty() && !on.contains(' ')).then_some(WaiverComment {
                spread,
                on: Some(on),
                why,
            });
        }
    }
    None
}
