//! What was shipped: every table and object as statements, and what no statement shows.

use std::collections::{BTreeMap, HashMap, HashSet};

use crate::catalog::{BEFORE, Catalog, KeptAction, KeptStatement};
use crate::ddl::alter::Alter;
use crate::dialect::Dialect;
use crate::schema::{Fill, ShardBy, ShardDef, StoredValue, TableDef};

/// What was shipped, in order: what comes before the tables, the tables by name, and the rest.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Shipped {
    pub(super) parts: BTreeMap<Part, Content>,
}

/// A part of a schema with its own checksum.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Part {
    /// Objects that tables use, such as sequences.
    Before,
    /// A table, by its name after its schema's.
    Table(String),
    /// Objects that use tables, such as views.
    After,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Content {
    /// The table that a table is interleaved in.
    pub(super) parent: Option<String>,
    /// Of each column, what only the application knows.
    pub(super) facts: BTreeMap<String, Fact>,
    /// The statements, of the dialects that are known.
    pub(super) sql: BTreeMap<Dialect, String>,
}

/// What only the application knows of a column.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Fact {
    /// The variants of an enum and their values in rows, as SQL literals.
    Variants(Vec<(String, String)>),
    /// How the application computes a shard.
    Shard(String),
}

impl Shipped {
    /// Adds the statements of a schema.
    pub(super) fn add(&mut self, catalog: &Catalog) {
        let dialect = catalog.dialect();
        let [before, after] = objects(catalog);
        catalog.with_tables(|tables| {
            for table in tables {
                let writer = Alter { table, dialect };
                let mut statements = writer.create();
                statements.extend(table.foreign_keys.iter().map(|key| writer.add_foreign_key(key)));
                let content =
                    self.put(Part::Table(table.path().into_owned()), dialect, &statements);
                content.parent = table.parent.map(|parent| parent.table.path().into_owned());
            }
        });
        for (part, statements) in [(Part::Before, before), (Part::After, after)] {
            if !statements.is_empty() {
                self.put(part, dialect, &statements);
            }
        }
    }

    fn put(&mut self, part: Part, dialect: Dialect, statements: &[String]) -> &mut Content {
        let sql = format!("{};", statements.join(";\n"));
        let content = self.parts.entry(part).or_default();
        content.sql.insert(dialect, sql);
        content
    }

    /// Adds what only the structs know of the columns that were shipped.
    pub(super) fn add_facts(
        &mut self,
        tables: &[TableDef<'_>],
        is_shipped: impl Fn(&TableDef<'_>, &str) -> bool,
    ) {
        for table in tables {
            if let Some(content) = self.parts.get_mut(&Part::Table(table.path().into_owned())) {
                let known = |(column, _): &(String, Fact)| is_shipped(table, column);
                content.facts.extend(facts(table).filter(known));
            }
        }
    }

    /// The schema in one dialect, if it is known.
    pub(super) fn catalog(&self, dialect: Dialect) -> Catalog {
        let mut catalog = Catalog::new(dialect);
        let mut read = |content: &Content| {
            if let Some(sql) = content.sql.get(&dialect) {
                catalog.read("the lock", sql);
            }
        };
        let part = |part: &Part| self.parts.get(part);
        part(&Part::Before).into_iter().for_each(&mut read);
        let mut children: HashMap<Option<&str>, Vec<&str>> = HashMap::new();
        for (part, content) in &self.parts {
            if let Part::Table(name) = part {
                let parent = content.parent.as_deref().filter(|parent| self.has(parent));
                children.entry(parent).or_default().push(name);
            }
        }
        let mut next: Vec<&str> = children.remove(&None).unwrap_or_default();
        while !next.is_empty() {
            let mut below = Vec::new();
            for name in next {
                part(&Part::Table(name.to_owned())).into_iter().for_each(&mut read);
                below.extend(children.remove(&Some(name)).unwrap_or_default());
            }
            next = below;
        }
        part(&Part::After).into_iter().for_each(&mut read);
        catalog
    }

    /// The names of the tables.
    pub(super) fn tables(&self) -> impl Iterator<Item = &str> {
        self.parts.keys().filter_map(|part| match part {
            Part::Table(name) => Some(name.as_str()),
            _ => None,
        })
    }

    pub(super) fn has(&self, table: &str) -> bool {
        self.parts.contains_key(&Part::Table(table.to_owned()))
    }

    /// Whether any statement is in this dialect.
    pub(super) fn knows(&self, dialect: Dialect) -> bool {
        self.parts.values().any(|content| content.sql.contains_key(&dialect))
    }

    /// Forgets the statements of a dialect.
    pub(super) fn forget(&mut self, dialect: Dialect) {
        for content in self.parts.values_mut() {
            content.sql.remove(&dialect);
        }
    }

    /// Forgets parts without any statement.
    pub(super) fn forget_empty(&mut self) {
        self.parts.retain(|_, content| !content.sql.is_empty());
    }

    /// Forgets what only the application knows.
    pub(super) fn forget_facts(&mut self) {
        self.parts.values_mut().for_each(|content| content.facts.clear());
    }

    /// Keeps the statements of the dialects that only `old` has, for parts that still exist.
    pub(super) fn keep_dialects_of(&mut self, old: &Self) {
        let known: HashSet<Dialect> =
            self.parts.values().flat_map(|content| content.sql.keys().copied()).collect();
        for (part, content) in &mut self.parts {
            let olds = old.parts.get(part).into_iter().flat_map(|old| &old.sql);
            let others = olds.filter(|(dialect, _)| !known.contains(dialect));
            content.sql.extend(others.map(|(dialect, sql)| (*dialect, sql.clone())));
        }
    }

    /// Keeps the tables that another schema has.
    pub(super) fn keep_tables_of(&mut self, other: &Self) {
        self.parts.retain(|part, _| !matches!(part, Part::Table(name) if !other.has(name)));
    }
}

/// The statements that are not part of a table: those that tables use, and those that use tables.
fn objects(catalog: &Catalog) -> [Vec<String>; 2] {
    let dialect = catalog.dialect();
    let schemas: HashSet<&String> =
        catalog.tables().filter_map(|table| table.name.schema.as_ref()).collect();
    let empty = catalog.schemas().iter().filter(|schema| !schemas.contains(schema));
    let mut before: Vec<String> =
        empty.map(|schema| crate::ddl::create_schema(schema, dialect)).collect();
    before.extend(
        catalog
            .sequences()
            .iter()
            .map(|sequence| dialect.create_sequence(sequence.name.path(), sequence.options)),
    );
    let is_first = |kept: &&KeptStatement| {
        BEFORE.contains(&kept.kind.as_str()) && kept.action != KeptAction::Drop
    };
    let (first, last): (Vec<_>, Vec<_>) =
        catalog.kept().filter(|kept| kept.is_ddl()).partition(is_first);
    before.extend(first.into_iter().map(|kept| kept.sql.clone()));
    let mut after: Vec<String> = last.into_iter().map(|kept| kept.sql.clone()).collect();
    for table in catalog.tables() {
        let path = table.name.path();
        after.extend(
            table.synonyms.iter().map(|one| crate::ddl::add_synonym(path, one.path(), dialect)),
        );
    }
    if let Some(name) = catalog.database_name() {
        after.extend(crate::ddl::alter_database(name, catalog.database_options(), dialect));
    }
    [before, after]
}

fn facts<'a>(table: &'a TableDef<'_>) -> impl Iterator<Item = (String, Fact)> + 'a {
    table.columns.iter().filter_map(|column| {
        let variants = column.variants.iter().map(|one| (one.name.to_owned(), literal(one.value)));
        let fact = match column.fill {
            Fill::Shard(shard) if shard.by != ShardBy::Database => {
                Fact::Shard(shard_words(table, shard))
            }
            _ if column.variants.is_empty() => return None,
            _ => Fact::Variants(variants.collect()),
        };
        Some((column.name.to_owned(), fact))
    })
}

fn literal(value: StoredValue<'_>) -> String {
    match value {
        StoredValue::Name(text) => format!("'{text}'"),
        StoredValue::Number(number) => number.to_string(),
    }
}

/// A shard as the attributes describe it.
pub(super) fn shard_words(table: &TableDef<'_>, shard: ShardDef<'_>) -> String {
    let inputs: Vec<&str> =
        shard.inputs.iter().filter_map(|at| Some(table.columns.get(*at)?.name)).collect();
    let of = format!("{} of ({})", shard.count, inputs.join(", "));
    match shard.by {
        ShardBy::Database => of,
        ShardBy::Client => of + " client",
        ShardBy::Chance => format!("{} random", shard.count),
    }
}
