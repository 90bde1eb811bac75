//! New tables, and everything that is neither a column nor an index.

use std::collections::{HashMap, HashSet};

use super::drops::{STREAM, read_first};
use super::{Planner, changed};
use crate::catalog::{
    BEFORE, Catalog, CatalogSequence, CatalogTable, KeptAction, KeptStatement, ObjectName, stream,
};
use crate::ddl::alter::{self, Alter};
use crate::migrate::compare::{Difference, ObjectKind, kept_differences, kept_key, option_names};
use crate::migrate::moves::bare;
use crate::migrate::{Change, Check, Cost, Refusal, RefusalKind, drop_argument};
use crate::schema::OnDelete;
use crate::schema::facts::Path;

impl Planner<'_> {
    pub(super) fn create(&mut self, found: &[Difference]) {
        let none = |name: &str| ObjectName { schema: None, name: name.to_owned() };
        for one in found.iter().filter(|one| one.kind == ObjectKind::Schema) {
            if one.change == Change::Added {
                let sql = crate::ddl::create_schema(&one.name, self.dialect);
                self.emit(&none(&one.name), Cost::Metadata, "new schema", sql);
            }
        }
        self.create_kept(true);
        let named = |catalog: &Catalog| -> HashMap<String, CatalogSequence> {
            let sequences = catalog.sequences().iter();
            sequences.map(|one| (one.name.to_string(), one.clone())).collect()
        };
        let (olds, news) = (named(&self.now), named(self.to));
        for one in found.iter().filter(|one| one.kind == ObjectKind::Sequence) {
            let Some(sequence) = news.get(&one.name) else { continue };
            let path = sequence.name.path();
            let is_new = one.change == Change::Added;
            let statements = if is_new {
                vec![self.dialect.create_sequence(path, sequence.options)]
            } else {
                let old = olds.get(&one.name).map(|old| old.options).unwrap_or_default();
                alter::alter_sequence(path, old, sequence.options, self.dialect)
            };
            let why = if is_new { "new sequence" } else { "the counter's options" };
            for sql in statements {
                self.emit(&sequence.name, Cost::Metadata, why, sql);
            }
        }
        for one in found.iter().filter(|one| one.kind == ObjectKind::Interleave) {
            if let Some(table) = &one.table {
                self.interleave(table);
            }
        }
        let added: HashSet<&ObjectName> = found
            .iter()
            .filter(|one| one.kind == ObjectKind::Table && one.change == Change::Added)
            .filter_map(|one| one.table.as_ref())
            .collect();
        for name in self.order.clone() {
            if added.contains(&name)
                && let Some(table) = self.defs.get(&name).copied()
            {
                let table = Alter { table: &table, dialect: self.dialect };
                for (at, sql) in table.create().into_iter().enumerate() {
                    let why =
                        if at == 0 { "new table" } else { "index of a new table: no backfill" };
                    self.emit(&name, Cost::Metadata, why, sql);
                }
                let synonyms = self.new_table(&name).map(|table| table.synonyms.clone());
                for synonym in synonyms.unwrap_or_default() {
                    let sql = crate::ddl::add_synonym(name.path(), synonym.path(), self.dialect);
                    self.emit(&name, Cost::Metadata, "another name of a new table", sql);
                }
            }
        }
    }

    pub(super) fn interleave(&mut self, name: &ObjectName) {
        let link = |table: Option<&CatalogTable>| table.and_then(|table| table.interleave.clone());
        let (Some(old), Some(new)) = (link(self.now.table(name)), link(self.new_table(name)))
        else {
            return;
        };
        let bare = bare(name);
        let table = Alter { table: &bare, dialect: self.dialect };
        let parent = new.parent.path();
        let (was, is) =
            (old.on_delete != OnDelete::Unchecked, new.on_delete != OnDelete::Unchecked);
        let mut action = old.on_delete;
        if was != is {
            let keys = |table: Option<&CatalogTable>| -> Vec<String> {
                table
                    .iter()
                    .flat_map(|table| table.key.iter().flatten())
                    .map(|part| part.name.clone())
                    .collect()
            };
            let keys = keys(self.new_table(&new.parent));
            let keys: Vec<&str> = keys.iter().map(String::as_str).collect();
            let checks = is.then(|| Check {
                sql: table.count_orphans(&keys, parent, &keys),
                why: format!(
                    "rows of `{name}` without a row in `{}`: add or delete rows first",
                    new.parent
                ),
            });
            let cost = if is { Cost::Validation } else { Cost::Metadata };
            let sql = table.set_interleave(parent, is);
            self.emit_checked(
                name,
                cost,
                "parent rows become required, or not",
                sql,
                checks.into_iter().collect(),
            );
            action = if is { OnDelete::NoAction } else { OnDelete::Unchecked };
        }
        if action != new.on_delete {
            let sql = table.set_on_delete(new.on_delete);
            let why = match new.on_delete {
                OnDelete::Cascade => "its rows are deleted with their parent row",
                _ => "a parent row with rows here can no longer be deleted",
            };
            self.emit(name, Cost::Metadata, why, sql);
        }
    }

    pub(super) fn constraints(
        &mut self,
        found: &[Difference],
        remade: &HashSet<(ObjectName, String)>,
    ) {
        let mut wanted: HashMap<&ObjectName, HashSet<&str>> = HashMap::new();
        let mut unnamed: HashSet<&ObjectName> = HashSet::new();
        let mut added: HashSet<&ObjectName> = HashSet::new();
        for one in found {
            let Some(table) = &one.table else { continue };
            match (one.kind, one.change) {
                (ObjectKind::Table, Change::Added) => drop(added.insert(table)),
                (ObjectKind::Check | ObjectKind::ForeignKey, Change::Added | Change::Changed) => {
                    if one.name.is_empty() {
                        unnamed.insert(table);
                    }
                    wanted.entry(table).or_default().insert(&one.name);
                }
                _ => {}
            }
        }
        for (table, name) in remade {
            wanted.entry(table).or_default().insert(name);
        }
        let mut keys = Vec::new();
        for name in self.order.clone() {
            let is_new = added.contains(&name);
            let Some(def) = self.defs.get(&name).copied() else { continue };
            let wanted = wanted.get(&name);
            if wanted.is_none() && !is_new {
                continue;
            }
            let table = Alter { table: &def, dialect: self.dialect };
            let wants = |constraint: Option<&str>| match constraint {
                Some(constraint) => wanted.is_some_and(|wanted| wanted.contains(constraint)),
                None => unnamed.contains(&name),
            };
            for check in def.checks.iter().filter(|check| !is_new && wants(check.name)) {
                let checks = vec![Check {
                    sql: table.count_breaking(check.sql),
                    why: format!("rows of `{name}` that break the check: change them first"),
                }];
                let sql = table.add_check(check.name.unwrap_or_default(), check.sql);
                self.emit_checked(
                    &name,
                    Cost::Validation,
                    "a check, validated for old rows",
                    sql,
                    checks,
                );
            }
            for (at, key) in def.foreign_keys.iter().enumerate() {
                if is_new || wants(key.name) {
                    keys.push((name.clone(), at));
                }
            }
        }
        for (name, at) in keys {
            let (Some(def), Some(new)) =
                (self.defs.get(&name).copied(), self.new_table(&name).cloned())
            else {
                continue;
            };
            let table = Alter { table: &def, dialect: self.dialect };
            let sql = table.add_foreign_key(&def.foreign_keys[at]);
            if added.contains(&name) {
                self.emit(&name, Cost::Metadata, "foreign key of a new table", sql);
                continue;
            }
            let key = &new.foreign_keys[at];
            let list = |names: &'_ [String]| names.iter().map(String::clone).collect::<Vec<_>>();
            let (columns, others) = (list(&key.columns), list(&key.other_columns));
            let [columns, others] = [&columns, &others]
                .map(|names| names.iter().map(String::as_str).collect::<Vec<&str>>());
            let checks = (key.on_delete != OnDelete::Unchecked).then(|| Check {
                sql: table.count_orphans(&columns, key.other.path(), &others),
                why: format!(
                    "rows of `{name}` that reference a row that `{}` does not have",
                    key.other
                ),
            });
            if added.contains(&key.other) || self.rewritten.contains(&key.other) {
                self.rewritten.insert(name.clone());
            }
            let why = "a foreign key, validated, with an index for it";
            self.emit_checked(&name, Cost::Backfill, why, sql, checks.into_iter().collect());
        }
    }

    pub(super) fn policies(&mut self, found: &[Difference]) {
        for one in found.iter().filter(|one| one.kind == ObjectKind::RowDeletionPolicy) {
            let Some(table) = &one.table else { continue };
            let had = self.now.table(table).is_some_and(|table| table.ttl.is_some());
            if let Some(def) = self.defs.get(table).copied()
                && let Some(sql) = (Alter { table: &def, dialect: self.dialect }).set_ttl(had)
            {
                self.emit(table, Cost::Metadata, "rows expire: the database deletes them", sql);
            }
        }
    }

    pub(super) fn rest(&mut self, found: &[Difference]) {
        for one in found {
            let table = one.table.clone();
            let def = table.as_ref().and_then(|table| self.defs.get(table)).copied();
            let (Some(table), Some(def)) = (table, def) else {
                if one.kind == ObjectKind::Database {
                    self.database_option(one);
                }
                continue;
            };
            let alter = Alter { table: &def, dialect: self.dialect };
            let sql = match (one.kind, one.change) {
                (ObjectKind::Options, _) => {
                    let options = |table: Option<&CatalogTable>| {
                        table.map(|table| table.options.clone()).unwrap_or_default()
                    };
                    let (old, new) =
                        (options(self.now.table(&table)), options(self.new_table(&table)));
                    alter.set_options(&changed(&option_names(&old, &new, self.dialect), &new))
                }
                (ObjectKind::Synonym, Change::Added) => {
                    let name = ObjectName::parse(&one.name);
                    vec![crate::ddl::add_synonym(Path::of(&def), name.path(), self.dialect)]
                }
                (ObjectKind::Synonym, Change::Dropped) => {
                    vec![alter.drop_synonym(ObjectName::parse(&one.name).path())]
                }
                _ => continue,
            };
            for sql in sql {
                self.emit(&table, Cost::Metadata, "options and other names", sql);
            }
        }
        self.create_kept(false);
    }

    pub(super) fn database_option(&mut self, one: &Difference) {
        let names = [self.now.database_name(), self.to.database_name()];
        let Some(name) = names.into_iter().flatten().next().map(str::to_owned) else { return };
        let value = one.after.clone().unwrap_or_else(|| "null".to_owned());
        let changes = [(one.name.clone(), value)];
        for sql in crate::ddl::alter_database(&name, &changes, self.dialect) {
            let table = ObjectName { schema: None, name: name.clone() };
            self.emit(&table, Cost::Metadata, "an option of the database", sql);
        }
    }

    fn alter_stream(&self, one: &Difference, new: &KeptStatement) -> Option<Vec<String>> {
        let old = self.now.kept().find(|kept| kept_key(kept) == one.name)?;
        let [old, new] = [old, new].map(|kept| stream(&kept.sql, self.dialect));
        Some(old?.to(&new?, self.dialect))
    }

    /// Creates and replaces views, change streams, roles and the like.
    pub(super) fn create_kept(&mut self, before: bool) {
        let mut found = kept_differences(&self.now, self.to);
        // Those that are dropped come first, so that their names are free. A view comes after those
        // that it reads.
        let order = read_first(self.to.kept().cloned().collect());
        let mut places = HashMap::new();
        for (at, kept) in order.iter().enumerate() {
            places.entry(kept_key(kept)).or_insert(at);
        }
        let place = |one: &Difference| places.get(&one.name).copied();
        found.sort_by_cached_key(|one| (one.change != Change::Dropped, place(one)));
        for one in found {
            let statements: Vec<_> = self
                .to
                .kept()
                .filter(|kept| kept.is_ddl() && kept_key(kept) == one.name)
                .cloned()
                .collect();
            let kind = one.name.clone();
            let first = statements.first();
            if first.is_some_and(|kept| before != BEFORE.contains(&kept.kind.as_str())) {
                continue;
            }
            match (one.change, first) {
                (Change::Added, _) => {
                    for kept in &statements {
                        let name = kept
                            .name
                            .clone()
                            .unwrap_or(ObjectName { schema: None, name: kind.clone() });
                        self.emit(&name, Cost::Metadata, "new, or created again", kept.sql.clone());
                    }
                }
                (Change::Changed, Some(kept)) => {
                    let Some(name) = kept.name.clone() else { continue };
                    if kept.kind == STREAM
                        && let Some(statements) = self.alter_stream(&one, kept)
                    {
                        for sql in statements {
                            self.emit(
                                &name,
                                Cost::Metadata,
                                "what it watches, or its options",
                                sql,
                            );
                        }
                        continue;
                    }
                    let replaces = matches!(kept.kind.as_str(), "VIEW" | "FUNCTION")
                        && statements.len() == 1
                        && kept.action != KeptAction::Alter;
                    if replaces {
                        let sql = alter::or_replace(&kept.sql);
                        self.emit(&name, Cost::Metadata, "replaced", sql);
                    } else if self.options.allows(&kept.kind, &name.to_string()) {
                        let sql = alter::drop_object(&kept.kind, name.path(), self.dialect);
                        self.emit(&name, Cost::Metadata, "allowed: created again below", sql);
                        for kept in &statements {
                            self.emit(&name, Cost::Metadata, "created again", kept.sql.clone());
                        }
                    } else {
                        let allow = drop_argument(&kept.kind, &name.to_string());
                        let object = format!("{} `{name}`", kept.kind.to_lowercase());
                        let why = "it changes, and this plan can only drop it and create it again";
                        let way = "-- Alter it by hand, or pass `--allow {}` to drop it and create it again.";
                        let refusal = Refusal::new(RefusalKind::Drops, object, why).because(&one);
                        self.refuse(refusal.allowed_by(allow, way));
                    }
                }
                (Change::Dropped, None) if !before => {
                    let old = self.now.kept().find(|kept| kept_key(kept) == one.name).cloned();
                    let Some(old) = old else { continue };
                    let Some(name) = old.name.clone() else { continue };
                    let allow = drop_argument(&old.kind, &name.to_string());
                    if self.options.allowed.contains(&allow) {
                        let sql = alter::drop_object(&old.kind, name.path(), self.dialect);
                        self.emit(
                            &name,
                            Cost::Metadata,
                            "allowed: the new schema does not have it",
                            sql,
                        );
                    } else if self
                        .plan
                        .refusals
                        .iter()
                        .all(|one| one.allow.as_ref() != Some(&allow))
                    {
                        self.plan.notes.push(format!(
                            "{} `{name}` is not in the new schema and is left as it is (`--allow {allow}` drops it)",
                            old.kind.to_lowercase()
                        ));
                    }
                }
                _ => {}
            }
        }
    }
}
