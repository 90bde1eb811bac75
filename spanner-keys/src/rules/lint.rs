//! All rules at run time, for tables that are not derived.

use std::collections::HashMap;

use super::message::Fault;
use super::names::{Named, UsedNames};
use super::{
    Finding, Rule, advice, expiry, expression, fill, foreign_key, hotspot, index, interleave, key,
    names, shard, table, waiver,
};
use crate::schema::facts::Path;
use crate::schema::{CounterOptions, Fill, IndexParent, ReferenceDef, TableDef};

/// Checks one table against every rule, as far as that table alone shows. A foreign key to a table
/// that is known only by name is not followed; [`Schema::lint`](crate::Schema::lint) follows it.
///
/// In a derived table it finds nothing but [advice](super::Level::Advice), because the compiler
/// rejects the rest.
///
/// ```
/// use spanner_keys::rules::{Rule, lint};
/// use spanner_keys::schema::{ColumnDef, KeyPart, SqlType, TableDef};
///
/// let columns =
///     [ColumnDef::new("CreatedAt", SqlType::TIMESTAMP), ColumnDef::new("Id", SqlType::text(36))];
/// let key = [KeyPart::new(0), KeyPart::new(1)];
/// let events = TableDef { key: &key, ..TableDef::new("Events", &columns) };
/// assert_eq!(lint(&events)[0].rule, Rule::ClockLeads);
/// ```
#[must_use]
pub fn lint(table: &TableDef<'_>) -> Vec<Finding> {
    let mut findings = Findings { table, found: Vec::new() };
    findings.table(|_| None);
    findings.found
}

/// Checks all tables of a schema. `constraints` are the names of each table's constraints, written
/// or derived.
pub(crate) fn lint_schema(tables: &[TableDef<'_>], constraints: &[Vec<&str>]) -> Vec<Finding> {
    let places: HashMap<Path<'_>, &TableDef<'_>> =
        tables.iter().map(|table| (Path::of(table), table)).collect();
    let mut found = Vec::new();
    for table in tables {
        let mut findings = Findings { table, found: Vec::new() };
        findings.table(|path| places.get(&path).copied());
        findings.unknown_tables(&|path| places.contains_key(&path));
        found.append(&mut findings.found);
    }
    unique_names(tables, constraints, &mut found);
    found
}

/// Duplicate names in a schema, and sequences with different options.
fn unique_names(tables: &[TableDef<'_>], constraints: &[Vec<&str>], found: &mut Vec<Finding>) {
    let mut used = UsedNames::default();
    let mut schemas = Vec::new();
    for table in tables {
        if let Some(schema) = table.schema.filter(|schema| !schemas.contains(schema)) {
            let name = Path { schema: None, name: schema };
            used.add(Path::of(table), Named::Schema, name, found);
            schemas.push(schema);
        }
    }
    let mut sequences: HashMap<Path<'_>, CounterOptions> = HashMap::new();
    for table in tables {
        for at in 0..table.columns.len() {
            let Fill::Sequence(sequence) = table.fill(at) else { continue };
            let path = Path { schema: table.schema, name: sequence.name };
            match sequences.insert(path, sequence.options) {
                None => used.add(Path::of(table), Named::Sequence, path, found),
                Some(options) if options == sequence.options => {}
                Some(_) => found.push(Finding {
                    column: Some(table.columns[at].name.to_owned()),
                    ..Finding::new(
                        Rule::Counter,
                        table.path().into_owned(),
                        format!("the sequence `{path}` is used with different options\nhelp: give all uses the same options, or use two sequences"),
                    )
                }),
            }
        }
    }
    for (table, constraints) in tables.iter().zip(constraints) {
        let owner = Path::of(table);
        used.add(owner, Named::Table, owner, found);
        for name in constraints {
            used.add(owner, Named::Constraint, Path { schema: table.schema, name }, found);
        }
        for index in table.indexes {
            let name = Path { schema: table.schema, name: index.name };
            used.add(owner, Named::Index, name, found);
        }
    }
}

/// Whether the other rules can check the table: it is not its own ancestor, and all columns that it
/// and its ancestors name exist.
pub(crate) fn is_sound(table: &TableDef<'_>) -> bool {
    interleave::circle_fault(table).is_none()
        && table::position_fault(table).is_none()
        && table.parent.is_none_or(|parent| is_sound(parent.table))
        && table.indexes.iter().all(|index| match index.interleave {
            Some(IndexParent::Ancestor(ancestor)) => is_sound(ancestor),
            _ => true,
        })
}

struct Findings<'t, 'a> {
    table: &'t TableDef<'a>,
    found: Vec<Finding>,
}

impl<'a> Findings<'_, 'a> {
    fn add(&mut self, fault: Option<Fault<'_>>) -> bool {
        let Some(fault) = fault else { return false };
        let message = fault.message.as_str().to_owned();
        self.found.push(Finding {
            index: fault.index.map(str::to_owned),
            column: fault.column.map(str::to_owned),
            count: fault.counted.map(|(count, _)| count),
            limit: fault.counted.map(|(_, limit)| limit),
            ..Finding::new(fault.rule, self.table.path().into_owned(), message)
        });
        true
    }

    /// Every rule. `find` looks up a table by name.
    fn table<'t>(&mut self, find: impl Fn(Path<'a>) -> Option<&'t TableDef<'a>>)
    where
        'a: 't,
    {
        let table = self.table;
        if self.add(interleave::circle_fault(table)) || self.add(table::position_fault(table)) {
            return;
        }
        // Problems of an ancestor are reported there.
        if !is_sound(table) {
            return;
        }
        self.names();
        self.add(table::size_fault(table));
        self.key();
        self.add(interleave::fault(table));
        self.indexes();
        self.foreign_keys(find);
        self.add(expiry::fault(table));
        for at in 0..table.columns.len() {
            if !self.add(fill::fault(table, at)) {
                self.add(shard::fault(table, at));
            }
            self.add(expression::column_fault(table, at));
        }
        for check in table.checks {
            self.add(expression::check_fault(table, check));
        }
    }

    fn names(&mut self) {
        let table = self.table;
        self.add(names::fault(table, Named::Table, table.name));
        if let Some(schema) = table.schema {
            self.add(names::fault(table, Named::Schema, schema));
        }
        for (at, column) in table.columns.iter().enumerate() {
            self.add(names::fault(table, Named::Column, column.name));
            if let Fill::Sequence(sequence) = table.fill(at) {
                self.add(names::fault(table, Named::Sequence, sequence.name));
            }
        }
        names::columns(table, &mut self.found);
        for index in table.indexes {
            self.add(names::fault(table, Named::Index, index.name));
        }
        let checks = table.checks.iter().map(|check| check.name);
        for name in checks.chain(table.foreign_keys.iter().map(|key| key.name)).flatten() {
            self.add(names::fault(table, Named::Constraint, name));
        }
    }

    fn key(&mut self) {
        let table = self.table;
        if self.add(key::fault(table)) {
            return;
        }
        self.add(hotspot::key_finding(table));
        for part in 0..table.key.len() {
            if !self.add(key::type_fault(table, part)) {
                self.add(advice::unbounded_key(table, part));
            }
            self.add(waiver::key_fault(table, part));
        }
        self.add(advice::key(table));
    }

    fn indexes(&mut self) {
        let table = self.table;
        for index in table.indexes {
            for place in 0..index.columns.len() {
                self.add(index::type_fault(table, index, place));
            }
            self.add(index::fault(table, index));
            self.add(hotspot::index_finding(table, index));
            self.add(waiver::index_fault(table, index));
            self.add(advice::index(table, index));
        }
    }

    fn foreign_keys<'t>(&mut self, find: impl Fn(Path<'a>) -> Option<&'t TableDef<'a>>)
    where
        'a: 't,
    {
        let table = self.table;
        for key in table.foreign_keys {
            let other = match key.references {
                ReferenceDef::Table { table, .. } => Some(*table()),
                ReferenceDef::Named { schema, table, .. } => {
                    find(Path { schema, name: table }).copied()
                }
            };
            if let Some(other) = other.filter(is_sound) {
                self.add(foreign_key::fault(table, key, &other));
                self.add(waiver::foreign_key_fault(table, key, &other));
            }
        }
    }

    /// Foreign keys to tables that the schema does not have.
    fn unknown_tables(&mut self, known: &dyn Fn(Path<'a>) -> bool) {
        let table = self.table;
        for key in table.foreign_keys {
            if let ReferenceDef::Named { schema, table: name, .. } = key.references
                && !known(Path { schema, name })
            {
                let other = Path { schema, name };
                let message = format!(
                    "a foreign key of `{}` references `{other}`, which is not in the schema\nhelp: add that table, or correct the name",
                    table.name
                );
                let owner = table.path().into_owned();
                self.found.push(Finding::new(Rule::UnknownColumn, owner, message));
            }
        }
    }
}
