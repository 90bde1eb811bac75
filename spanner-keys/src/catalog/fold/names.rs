//! Dropped and renamed objects.

use std::collections::HashSet;

use super::{Applied, Context, Used, exists, unresolved};
use crate::catalog::lex::lex;
use crate::catalog::{Catalog, ObjectName, SourceSpan};
use crate::dialect::Dialect;

impl Catalog {
    pub(super) fn rename_all(
        &mut self,
        renames: &[(ObjectName, SourceSpan, ObjectName)],
        context: &Context<'_>,
    ) -> Applied<Used> {
        let missing = renames.iter().position(|(name, ..)| !self.table_places.contains_key(name));
        // One statement swaps names, so a name may be free only after a later rename.
        let froms: HashSet<&ObjectName> = renames.iter().map(|(name, ..)| name).collect();
        let later =
            missing.is_some_and(|at| renames[..at].iter().any(|(.., to)| *to == renames[at].0));
        if let (Some(at), false) = (missing, later) {
            let (name, span, _) = renames[at].clone();
            let what = ("table", &name.clone());
            return self.keep_unresolved("TABLE", name, what, span, context);
        }
        let swaps =
            renames.iter().any(|(.., to)| froms.contains(to) && self.table_places.contains_key(to));
        for (from, span, to) in renames {
            stays(from, to, *span)?;
            if self.table_places.contains_key(to) && !swaps {
                return exists("table", to, *span, false);
            }
        }
        if swaps {
            // Through names that cannot exist.
            for (from, _, to) in renames {
                self.rename(from, &ObjectName { name: format!("{}\0", to.name), ..to.clone() });
            }
            for (.., to) in renames {
                self.rename(&ObjectName { name: format!("{}\0", to.name), ..to.clone() }, to);
            }
        } else {
            for (from, _, to) in renames {
                self.rename(from, to);
            }
        }
        Ok(Used::Applied)
    }

    /// In PostgreSQL the new name of a table has no schema: it stays in its own.
    pub(super) fn in_schema_of(&self, to: &mut ObjectName, from: &ObjectName) {
        if self.dialect == Dialect::PostgreSql && to.schema.is_none() {
            to.schema.clone_from(&from.schema);
        }
    }

    /// Renames a table, and what names it. The database renames neither views nor functions.
    pub(super) fn rename(&mut self, from: &ObjectName, to: &ObjectName) {
        let Some(place) = self.table_places.remove(from) else { return };
        self.table_places.insert(to.clone(), place);
        if let Some(columns) = self.filled_later.remove(from) {
            self.filled_later.insert(to.clone(), columns);
        }
        let dialect = self.dialect;
        for table in self.tables.iter_mut().flatten() {
            if table.name == *from {
                table.name = to.clone();
            }
            if let Some(interleave) = table.interleave.as_mut().filter(|link| link.parent == *from)
            {
                interleave.parent = to.clone();
            }
            for key in table.foreign_keys.iter_mut().filter(|key| key.other == *from) {
                key.other = to.clone();
            }
            for index in &mut table.indexes {
                if index.interleave.as_ref() == Some(from) {
                    index.interleave = Some(to.clone());
                }
            }
        }
        let follows = ["CHANGE STREAM", "SEARCH INDEX", "VECTOR INDEX", "GRANT", "REVOKE"];
        for kept in self.kept.iter_mut().flatten() {
            if let Some(mention) = kept.tables.iter_mut().find(|table| *table == from)
                && follows.contains(&kept.kind.as_str())
            {
                *mention = to.clone();
                kept.sql = renamed(&kept.sql, &from.name, &to.name, dialect);
            }
        }
    }

    pub(super) fn drop(
        &mut self,
        kind: &'static str,
        name: ObjectName,
        span: SourceSpan,
        if_exists: bool,
        context: &Context<'_>,
    ) -> Applied<Used> {
        if let Some(user) = self.needs(kind, &name) {
            let kind = kind.to_lowercase();
            return Err(unresolved(format!("the {kind} `{name}` is needed by {user}"), span));
        }
        let found = match kind {
            "TABLE" => match self.table_places.remove(&name) {
                Some(place) => {
                    let table = self.tables.get_mut(place).and_then(Option::take);
                    for index in table.iter().flat_map(|table| &table.indexes) {
                        self.index_places.remove(&index.name);
                    }
                    self.filled_later.remove(&name);
                    true
                }
                None => false,
            },
            "INDEX" => match self.index_places.remove(&name) {
                Some(place) => {
                    if let Some(Some(table)) = self.tables.get_mut(place) {
                        table.indexes.retain(|index| index.name != name);
                    }
                    true
                }
                None => false,
            },
            "SEQUENCE" => remove(&mut self.sequences, |sequence| sequence.name == name),
            _ => remove(&mut self.schemas, |schema| *schema == name.name),
        };
        // PostgreSQL drops vector indexes like others.
        let mut forgets = |kind| self.forget(kind, Some(&name));
        if found || forgets(kind) || (kind == "INDEX" && forgets("VECTOR INDEX")) || if_exists {
            return Ok(Used::Applied);
        }
        let what = (&*kind.to_lowercase(), &name.clone());
        self.keep_unresolved(kind, name, what, span, context)
    }

    /// What keeps a table or a schema from being dropped.
    pub(super) fn needs(&self, kind: &str, name: &ObjectName) -> Option<String> {
        if kind == "SCHEMA" {
            let tables = self.tables().map(|table| ("the table", &table.name));
            let sequences = self.sequences.iter().map(|one| ("the sequence", &one.name));
            let mut all = tables.chain(sequences);
            return all
                .find(|(_, one)| one.schema.as_ref() == Some(&name.name))
                .map(|(what, one)| format!("{what} `{one}`"));
        }
        if kind != "TABLE" || !self.table_places.contains_key(name) {
            return None;
        }
        self.tables().filter(|table| table.name != *name).find_map(|table| {
            if table.interleave.as_ref().is_some_and(|link| link.parent == *name) {
                return Some(format!("its child `{}`", table.name));
            }
            let referenced = table.foreign_keys.iter().any(|key| key.other == *name);
            referenced.then(|| format!("a foreign key of `{}`", table.name))
        })
    }
}

/// A kept statement with another name for a table.
fn renamed(sql: &str, from: &str, to: &str, dialect: Dialect) -> String {
    let mut text = String::new();
    let mut end = 0;
    for token in lex(sql, dialect).tokens {
        if token.is_name() && token.name(dialect) == from {
            text.push_str(&sql[end..token.start]);
            text.push_str(&dialect.quote(to));
            end = token.end();
        }
    }
    text + &sql[end..]
}

/// A table that is renamed stays in its schema.
pub(super) fn stays(from: &ObjectName, to: &ObjectName, span: SourceSpan) -> Applied<()> {
    if from.schema == to.schema {
        return Ok(());
    }
    Err(unresolved(format!("`{from}` cannot become `{to}`: a table stays in its schema"), span))
}

pub(super) fn remove<T>(list: &mut Vec<T>, is: impl Fn(&T) -> bool) -> bool {
    let before = list.len();
    list.retain(|item| !is(item));
    list.len() < before
}
