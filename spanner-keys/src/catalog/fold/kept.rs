//! Statements that are kept as they are.

use std::collections::HashSet;

use super::{Applied, Context, Used};
use crate::catalog::cursor::Tokens;
use crate::catalog::lex::{Token, lex};
use crate::catalog::stream::altered;
use crate::catalog::syntax::{KeptAction, OtherSyntax};
use crate::catalog::{Catalog, KeptStatement, ObjectName, ProblemKind, ReadProblem, SourceSpan};

impl Catalog {
    /// Whether a kept statement creates this object.
    pub(super) fn creates(&self, kind: &str, name: Option<&ObjectName>) -> bool {
        let creates =
            |kept: &KeptStatement| matches!(kept.action, KeptAction::Create | KeptAction::Replace);
        let mut places = self.kept_places.get(&kept_key(kind, name)).into_iter().flatten();
        places.any(|&at| self.kept[at].as_ref().is_some_and(creates))
    }

    /// Forgets the kept statements about an object if one of them created it, and returns whether.
    pub(super) fn forget(&mut self, kind: &str, name: Option<&ObjectName>) -> bool {
        let known = self.creates(kind, name);
        if known {
            for place in self.kept_places.remove(&kept_key(kind, name)).unwrap_or_default() {
                self.kept[place] = None;
            }
        }
        known
    }

    /// Keeps a statement about an object, and reports what in it is not known.
    pub(super) fn keep_unresolved(
        &mut self,
        kind: &str,
        name: ObjectName,
        (what, unknown): (&str, &ObjectName),
        span: SourceSpan,
        context: &Context<'_>,
    ) -> Applied<Used> {
        let message =
            format!("unknown {what} `{unknown}`: no statement before this one creates it");
        let first = context.tokens.first();
        let action = match first {
            Some(token) if token.is("DROP") => KeptAction::Drop,
            Some(token) if token.is("CREATE") => KeptAction::Create,
            _ => KeptAction::Alter,
        };
        self.push_kept(kind.to_owned(), action, Some(name), context);
        let is_table = what == "table";
        if is_table && self.failed.contains(unknown) {
            return Ok(Used::Unresolved);
        }
        let kind = if is_table { ProblemKind::UnknownTable } else { ProblemKind::Unresolved };
        Err(ReadProblem { kind, message, span })
    }

    /// Keeps a statement, or applies it to those that are kept.
    pub(super) fn keep(&mut self, other: OtherSyntax, context: &Context<'_>) {
        let OtherSyntax { kind, action, name, if_exists } = other;
        let known = match action {
            KeptAction::Drop | KeptAction::Replace => self.forget(&kind, name.as_ref()),
            _ => self.kept_places.contains_key(&kept_key(&kind, name.as_ref())),
        };
        let done = match action {
            KeptAction::Drop => known || if_exists,
            KeptAction::Create => known && if_exists,
            _ => false,
        };
        // A change stream is kept as what it has become.
        let places = self.kept_places.get(&kept_key(&kind, name.as_ref())).into_iter().flatten();
        let become_one = places.copied().find_map(|at| {
            let kept = self.kept[at].as_ref()?;
            Some((at, altered(&kind, action, &kept.sql, context.sql(), self.dialect)?))
        });
        if let Some((at, sql)) = become_one {
            let tables = self.mentioned(&lex(&sql, self.dialect).tokens, name.as_ref());
            if let Some(kept) = &mut self.kept[at] {
                (kept.sql, kept.tables) = (sql, tables);
            }
            return;
        }
        if !done {
            self.push_kept(kind, action, name, context);
        }
    }

    pub(super) fn push_kept(
        &mut self,
        kind: String,
        action: KeptAction,
        name: Option<ObjectName>,
        context: &Context<'_>,
    ) {
        if action != KeptAction::Other && action != KeptAction::Drop {
            let key = kept_key(&kind, name.as_ref());
            self.kept_places.entry(key).or_default().push(self.kept.len());
        }
        let tables = self.mentioned(context.tokens, name.as_ref());
        let sql = context.sql().to_owned();
        self.kept.push(Some(KeptStatement { kind, action, name, tables, sql, span: context.span }));
    }

    /// The tables that a statement mentions: names in a place for tables, and names of known tables.
    pub(super) fn mentioned(
        &self,
        tokens: Tokens<'_>,
        own: Option<&ObjectName>,
    ) -> Vec<ObjectName> {
        const NOT_NAMES: &[&str] = &[
            "ALL", "TABLE", "SELECT", "UNNEST", "VIEW", "CHANGE", "SEQUENCE", "SCHEMA", "FUNCTION",
            "ROLE", "IF", "DATABASE", "LATERAL", "ONLY", "DELETE", "UPDATE",
        ];
        let mut found: Vec<ObjectName> = Vec::new();
        let mut seen = HashSet::new();
        let mut at = 0;
        while at < tokens.len() {
            let token = &tokens[at];
            if !token.is_name() {
                at += 1;
                continue;
            }
            let mut names = vec![token.name(self.dialect)];
            let place = !token.is_any(NOT_NAMES) && precedes_table(tokens, at);
            let from = at > 0 && tokens[at - 1].is_any(&["FROM", "JOIN"]);
            while tokens.get(at + 1).is_some_and(|next| next.is_mark("."))
                && tokens.get(at + 2).is_some_and(Token::is_name)
            {
                names.push(tokens[at + 2].name(self.dialect));
                at += 2;
            }
            at += 1;
            let is_call = from && tokens.get(at).is_some_and(|next| next.is_mark("("));
            let mut name = |count: usize| {
                let path = names.get(..count)?;
                let (last, schema) = path.split_last()?;
                let schema = (!schema.is_empty()).then(|| schema.join("."));
                let name = ObjectName { schema, name: last.clone() };
                let known = self.table_places.contains_key(&name);
                (known || (place && count == names.len() && !is_call)).then_some(name)
            };
            // `Singers.Name` and `sales.Singers.Name` mention a table too.
            let hit = (1..=names.len()).rev().find_map(&mut name);
            if let Some(hit) = hit
                && own != Some(&hit)
                && seen.insert(hit.clone())
            {
                found.push(hit);
            }
        }
        found
    }
}

/// Whether the name at this place is that of a table: `FROM` and `ON` have other meanings too.
fn precedes_table(tokens: Tokens<'_>, at: usize) -> bool {
    let (Some(first), Some(before)) = (tokens.first(), at.checked_sub(1)) else { return false };
    let token = &tokens[before];
    let earlier =
        |count: usize, word: &str| before.checked_sub(count).is_some_and(|at| tokens[at].is(word));
    if token.is("FROM") {
        return !first.is("REVOKE") && !earlier(1, "DISTINCT") && !earlier(3, "EXTRACT");
    }
    if token.is("UPDATE") {
        return before == 0;
    }
    if token.is("ON") {
        return first.is("CREATE") && tokens[..at].iter().any(|token| token.is("INDEX"));
    }
    token.is_any(&["JOIN", "INTO", "REFERENCES", "FOR", "TABLE"])
}

/// A database has one proto bundle, and it has no name.
fn kept_key(kind: &str, name: Option<&ObjectName>) -> (String, ObjectName) {
    let none = || ObjectName { schema: None, name: String::new() };
    (kind.to_owned(), name.cloned().unwrap_or_else(none))
}
