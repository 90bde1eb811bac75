//! What is dropped, and what is in the way of another change and is dropped for it.

use std::cmp::Reverse;
use std::collections::HashSet;

use super::{Column, Planner, Work, names};
use crate::catalog::{CatalogColumn, KeptStatement, ObjectName, stream};
use crate::ddl::alter::{self, Alter};
use crate::migrate::compare::{Difference, ObjectKind, kept_key};
use crate::migrate::moves::bare;
use crate::migrate::{Change, Cost, Refusal, RefusalKind, drop_argument};

impl Planner<'_> {
    /// Drops views and the like that would block a change. They are created again at the end.
    pub(super) fn views_in_the_way(&mut self, work: &Work) {
        let dropped: Vec<&Column> = work.drop_columns.iter().chain(&work.remade_columns).collect();
        let changed: Vec<&Column> = work.retyped.iter().chain(&work.null_changes).collect();
        self.drop_views(work, |kept| {
            let uses = |columns: &[&Column], table: &ObjectName| {
                columns.iter().any(|(of, column)| of == table && mentions(kept, column))
            };
            kept.tables.iter().any(|table| {
                work.drop_tables.contains(table)
                    || uses(&dropped, table)
                    // A change stream follows the type of a column.
                    || (kept.kind != STREAM && uses(&changed, table))
            })
        });
    }

    pub(super) fn drop_views(&mut self, work: &Work, blocks: impl Fn(&KeptStatement) -> bool) {
        let free = ["GRANT", "REVOKE", "ROLE", "ANALYZE"];
        let all: Vec<KeptStatement> = self
            .now
            .kept()
            .filter(|kept| kept.is_ddl() && kept.name.is_some())
            .filter(|kept| !free.contains(&kept.kind.as_str()))
            .cloned()
            .collect();
        let mut blocking: Vec<KeptStatement> = Vec::new();
        loop {
            // What reads a view that is dropped is dropped before it.
            let reads = |kept: &KeptStatement| {
                kept.tables
                    .iter()
                    .any(|table| blocking.iter().any(|one| one.name.as_ref() == Some(table)))
            };
            let is_new = |kept: &&KeptStatement| !blocking.contains(kept);
            let more = all.iter().filter(is_new).filter(|kept| blocks(kept) || reads(kept));
            let more: Vec<KeptStatement> = more.cloned().collect();
            if more.is_empty() {
                break;
            }
            blocking.extend(more);
        }
        for kept in read_first(blocking).into_iter().rev() {
            if let Some(name) = kept.name.clone() {
                self.drop_view(&kept, &name, work);
            }
        }
    }

    fn drop_view(&mut self, kept: &KeptStatement, name: &ObjectName, work: &Work) {
        let kind = &kept.kind;
        let same = |one: &&KeptStatement| one.kind == *kind && one.name.as_ref() == Some(name);
        let new = self.to.kept().find(same).map(|new| new.sql.clone());
        let why = "it is in the way of another change";
        let streams = [Some(&kept.sql), new.as_ref()].map(|sql| stream(sql?, self.dialect));
        if let [Some(old), Some(new)] = streams {
            let goes = |table: &ObjectName, column: Option<&str>| match column {
                None => work.drop_tables.contains(table),
                Some(column) => {
                    let column = (table.clone(), column.to_owned());
                    work.drop_columns.contains(&column) || work.remade_columns.contains(&column)
                }
            };
            // What it watches in the new schema, if that is there already.
            let next = Some(new).filter(|new| self.is_there(new.watched()));
            if let Some(next) = next.or_else(|| old.without(goes, self.dialect)) {
                if let Some(sql) = old.watch(&next, self.dialect) {
                    self.emit(name, Cost::Metadata, why, sql);
                }
                return;
            }
        }
        let dropped = Difference {
            change: Change::Dropped,
            kind: ObjectKind::Other,
            table: None,
            name: name.to_string(),
            before: None,
            after: None,
        };
        // A change stream would lose what it has recorded.
        let may_drop = match (kind == STREAM, new.is_some()) {
            (false, true) => true,
            (_, false) => {
                let loss = "is needed for another change";
                self.may_drop(kind, &dropped, RefusalKind::Drops, loss)
            }
            (true, true) if self.options.allows(kind, &dropped.name) => true,
            (true, true) => {
                let why =
                    "everything that it watches is dropped before what it watches then is created";
                let way = "-- Pass `--allow {}` to drop it and create it again: it loses what it has recorded.";
                let refusal =
                    Refusal::new(RefusalKind::Drops, format!("change stream `{name}`"), why);
                self.refuse(refusal.allowed_by(drop_argument(kind, &dropped.name), way));
                false
            }
        };
        if may_drop {
            let sql = alter::drop_object(kind, name.path(), self.dialect);
            self.emit(name, Cost::Metadata, why, sql);
        }
    }

    /// Whether the tables and columns that a change stream watches exist before the plan adds any.
    fn is_there(&self, watched: &str) -> bool {
        let new_tables = self.to.tables().filter(|table| self.now.table(&table.name).is_none());
        let mut new_names: Vec<String> = new_tables.map(|table| table.name.name.clone()).collect();
        for table in self.to.tables() {
            let Some(now) = self.now.table(&table.name) else { continue };
            let columns = table.columns.iter().filter(|one| now.column(&one.name).is_none());
            new_names.extend(columns.map(|column| column.name.clone()));
        }
        !new_names.iter().any(|name| names(watched, name))
    }

    /// Drops constraints and indexes that the new schema does not have, or that would block a change. Returns the foreign keys
    /// and checks to add again.
    pub(super) fn drop_early(
        &mut self,
        found: &[Difference],
        work: &Work,
    ) -> HashSet<(ObjectName, String)> {
        let mut remade = HashSet::new();
        let mut drops: Vec<(ObjectName, Option<String>, &str)> = Vec::new();
        for one in found {
            if let (Some(table), ObjectKind::ForeignKey | ObjectKind::Check) =
                (&one.table, one.kind)
                && matches!(one.change, Change::Dropped | Change::Changed)
            {
                let name = (!one.name.is_empty()).then(|| one.name.clone());
                let why = match one.change {
                    Change::Dropped => "the new schema does not have it",
                    _ => "it changes, and is added again",
                };
                drops.push((table.clone(), name, why));
            }
        }
        let dropped: HashSet<&ObjectName> = work.drop_tables.iter().collect();
        for table in self.now.tables().filter(|table| !self.moved.contains(&table.name)) {
            for key in &table.foreign_keys {
                let in_the_way = key.columns.iter().any(|one| work.blocks(&table.name, one))
                    || key.other_columns.iter().any(|one| work.blocks(&key.other, one));
                // A dropped table drops its own constraints, but what they name may be dropped first.
                let between = dropped.contains(&table.name);
                if in_the_way || between {
                    let why = "it is in the way of another change";
                    drops.push((table.name.clone(), key.name.clone(), why));
                }
            }
            for check in &table.checks {
                let in_the_way = |column: &CatalogColumn| {
                    let one = (table.name.clone(), column.name.clone());
                    check.sql.contains(&format!("{{{}}}", column.name))
                        && (work.retyped.contains(&one)
                            || work.remade_columns.contains(&one)
                            || work.drop_columns.contains(&one))
                };
                if table.columns.iter().any(in_the_way) {
                    let why = "it is in the way of another change";
                    drops.push((table.name.clone(), check.name.clone(), why));
                }
            }
        }
        for (table, name, why) in drops {
            let Some(name) = name else {
                let object = format!("a constraint of `{table}`");
                let why = "it has no name in this source, and only a name can be dropped";
                let way =
                    vec!["-- Compare with the database itself: it prints the name.".to_owned()];
                self.refuse(Refusal::new(RefusalKind::Blocked, object, why).instead(way));
                continue;
            };
            if remade.insert((table.clone(), name.clone())) {
                let bare = bare(&table);
                let sql = Alter { table: &bare, dialect: self.dialect }.drop_constraint(&name);
                self.emit(&table, Cost::Metadata, why, sql);
            }
        }
        for one in found {
            if let (Some(table), ObjectKind::RowDeletionPolicy, Change::Dropped) =
                (&one.table, one.kind, one.change)
            {
                let sql = Alter { table: &bare(table), dialect: self.dialect }.drop_ttl();
                self.emit(table, Cost::Metadata, "rows no longer expire", sql);
            }
        }
        self.drop_blocking_indexes(work);
        remade
    }

    pub(super) fn drop_blocking_indexes(&mut self, work: &Work) {
        let mut drops = Vec::new();
        let needed = self.created_names();
        for table in self.now.tables().filter(|table| !self.moved.contains(&table.name)) {
            for index in &table.indexes {
                let keys = index.columns.iter().map(|part| &part.name).chain(&index.not_null);
                let stored = |column: &String| {
                    work.remade_columns.contains(&(table.name.clone(), column.clone()))
                };
                let blocks = keys.into_iter().any(|column| work.blocks(&table.name, column))
                    || index.storing.iter().any(stored);
                let dropped = (table.name.clone(), index.name.clone());
                let allowed = work.drop_indexes.contains(&dropped);
                let stays = self
                    .new_table(&table.name)
                    .is_some_and(|new| new.indexes.iter().any(|one| one.name == index.name));
                // Another table gets an index of this name.
                let collides = allowed && needed.contains(&index.name.to_string().to_lowercase());
                if (blocks && (stays || allowed)) || collides {
                    drops.push((table.name.clone(), index.name.clone(), stays));
                }
            }
        }
        for (table, index, stays) in drops {
            let why = if stays {
                "no statement changes a column of an index key: it is created again below"
            } else {
                "the new schema does not have it"
            };
            let sql = alter::drop_object("INDEX", index.path(), self.dialect);
            self.emit(&table, Cost::Metadata, why, sql);
        }
    }

    /// The names of objects that the plan creates, without letter case.
    pub(super) fn created_names(&self) -> HashSet<String> {
        let lower = |name: &ObjectName| name.to_string().to_lowercase();
        let mut olds = HashSet::new();
        for table in self.now.tables() {
            olds.extend(table.indexes.iter().map(|index| (&table.name, &index.name)));
        }
        let mut names = HashSet::new();
        for table in self.to.tables() {
            if self.now.table(&table.name).is_none() {
                names.insert(lower(&table.name));
            }
            for index in &table.indexes {
                if !olds.contains(&(&table.name, &index.name)) {
                    names.insert(lower(&index.name));
                }
            }
            let old = self.now.table(&table.name);
            let has = |name: &String| {
                old.is_some_and(|old| {
                    old.checks.iter().any(|one| one.name.as_ref() == Some(name))
                        || old.foreign_keys.iter().any(|one| one.name.as_ref() == Some(name))
                })
            };
            let checks = table.checks.iter().filter_map(|check| check.name.as_ref());
            let keys = table.foreign_keys.iter().filter_map(|key| key.name.as_ref());
            names.extend(
                checks.chain(keys).filter(|name| !has(name)).map(|name| name.to_lowercase()),
            );
        }
        names.extend(self.to.sequences().iter().map(|one| lower(&one.name)));
        names
    }

    /// Whether a table that is dropped, or something in it, has the name of something new.
    pub(super) fn collides(&self, found: &[Difference], work: &Work) -> bool {
        let created = self.created_names();
        let new_sequences = found
            .iter()
            .filter(|one| one.kind == ObjectKind::Sequence && one.change == Change::Added)
            .map(|one| one.name.to_lowercase());
        let new_sequences: HashSet<String> = new_sequences.collect();
        work.drop_tables.iter().filter_map(|name| self.now.table(name)).any(|table| {
            let indexes = table.indexes.iter().map(|index| index.name.to_string());
            let checks = table.checks.iter().filter_map(|check| check.name.clone());
            let keys = table.foreign_keys.iter().filter_map(|key| key.name.clone());
            let mut all = indexes.chain(checks).chain(keys).chain([table.name.to_string()]);
            all.any(|name| {
                let name = name.to_lowercase();
                created.contains(&name) || new_sequences.contains(&name)
            })
        })
    }

    /// A sequence is dropped last, so that its name is not free before.
    pub(super) fn names_of_sequences(&mut self, found: &[Difference]) {
        let created = self.created_names();
        for one in found {
            if one.kind == ObjectKind::Sequence
                && one.change == Change::Dropped
                && created.contains(&one.name.to_lowercase())
            {
                let why = "something new has its name, and a sequence is dropped last";
                let way = vec![
                    "-- Migrate in two steps: give the new object another name first.".to_owned(),
                ];
                let object = format!("sequence `{}`", one.name);
                self.refuse(Refusal::new(RefusalKind::Blocked, object, why).instead(way));
            }
        }
    }

    pub(super) fn drop_tables(&mut self, work: &Work) {
        let mut left: Vec<ObjectName> = work.drop_tables.iter().cloned().collect();
        // Children first.
        while !left.is_empty() {
            let parents: HashSet<ObjectName> = self
                .now
                .tables()
                .filter_map(|table| table.interleave.as_ref().map(|link| link.parent.clone()))
                .collect();
            let (free, rest): (Vec<_>, Vec<_>) =
                left.iter().cloned().partition(|name| !parents.contains(name));
            if free.is_empty() {
                for name in rest {
                    let why = "a table that stays is interleaved in it";
                    self.refuse(Refusal::new(RefusalKind::Blocked, format!("table `{name}`"), why));
                }
                return;
            }
            for name in free {
                let indexes = self.now.table(&name).map(|table| {
                    table.indexes.iter().map(|index| index.name.clone()).collect::<Vec<_>>()
                });
                for index in indexes.unwrap_or_default() {
                    let sql = alter::drop_object("INDEX", index.path(), self.dialect);
                    self.emit(&name, Cost::Metadata, "its table is dropped", sql);
                }
                let sql = alter::drop_object("TABLE", name.path(), self.dialect);
                self.emit(&name, Cost::Metadata, "allowed: the new schema does not have it", sql);
            }
            left = rest;
        }
    }

    pub(super) fn drop_late(&mut self, work: &Work) {
        for (table, index) in &work.drop_indexes {
            let owner = self.now.table(table);
            if owner.is_some_and(|owner| owner.indexes.iter().any(|one| one.name == *index)) {
                let sql = alter::drop_object("INDEX", index.path(), self.dialect);
                self.emit(table, Cost::Metadata, "the new schema does not have it", sql);
            }
        }
        // Generated columns are dropped before the columns that they use.
        let mut columns: Vec<&Column> = work.drop_columns.iter().collect();
        columns.sort_by_key(|column| Reverse(self.depth(column)));
        for (table, column) in columns {
            let sql = Alter { table: &bare(table), dialect: self.dialect }.drop_column(column);
            let renamed = self.copies.iter();
            let copied = renamed.filter(|((of, _), old)| of == table && *old == column);
            let checks = copied.map(|((_, new), old)| self.uncopied(table, old, new)).collect();
            let why = "allowed: the new schema does not have it";
            self.emit_checked(table, Cost::Metadata, why, sql, checks);
        }
    }

    pub(super) fn drop_last(&mut self, found: &[Difference]) {
        // A schema is dropped after what is in it.
        let mut dropped: Vec<&Difference> =
            found.iter().filter(|one| one.change == Change::Dropped).collect();
        dropped.sort_by_key(|one| one.kind == ObjectKind::Schema);
        for one in dropped {
            let (kind, loss) = match one.kind {
                ObjectKind::Sequence => ("SEQUENCE", "loses its counter"),
                ObjectKind::Schema => ("SCHEMA", "loses what is in it"),
                _ => continue,
            };
            let name = ObjectName::parse(&one.name);
            if self.may_drop(kind, one, RefusalKind::Drops, loss) {
                let sql = alter::drop_object(kind, name.path(), self.dialect);
                self.emit(&name, Cost::Metadata, "allowed: the new schema does not have it", sql);
            }
        }
    }
}

/// The kind of a kept statement about a change stream.
pub(super) const STREAM: &str = "CHANGE STREAM";

/// Whether a statement names a column, or all columns.
fn mentions(kept: &KeptStatement, column: &str) -> bool {
    names(&kept.sql, column) || kept.sql.replace("(*)", "").contains('*')
}

/// Statements, each after those about the objects that it reads, and otherwise in their order.
/// Privileges come last: they may be on anything.
pub(super) fn read_first(statements: Vec<KeptStatement>) -> Vec<KeptStatement> {
    let mut sorted = Vec::with_capacity(statements.len());
    let (privileges, mut left): (Vec<_>, Vec<_>) =
        statements.into_iter().partition(|kept| ["GRANT", "REVOKE"].contains(&kept.kind.as_str()));
    while !left.is_empty() {
        let names: HashSet<ObjectName> = left.iter().filter_map(|kept| kept.name.clone()).collect();
        let mut waiting = HashSet::new();
        let (waits, free): (Vec<_>, Vec<_>) = left.into_iter().partition(|kept| {
            // Whatever concerns one object stays in its order, too.
            let waits = kept.tables.iter().any(|table| names.contains(table))
                || waiting.contains(&kept_key(kept));
            if waits {
                waiting.insert(kept_key(kept));
            }
            waits
        });
        // A circle cannot be created.
        left = if free.is_empty() { Vec::new() } else { waits.clone() };
        sorted.extend(if free.is_empty() { waits } else { free });
    }
    sorted.extend(privileges);
    sorted
}
