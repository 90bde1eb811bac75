//! What will be written: checked tables, resolved to names, without a word of SQL.

use std::collections::{HashMap, HashSet};

use super::names::{ConstraintNames, Taken};
use super::order::Tables;
use super::view::{Path, View};
use super::{SchemaError, check, text};
use crate::dialect::Dialect;
use crate::schema::{
    CounterOptions, Fill, IndexDef, IndexParent, OnDelete, Scalar, SequenceDef, ShardBy, ShardDef,
    SqlType, TableDef, Waiver,
};

/// One statement and what people should know about it.
pub(super) struct Step<'a> {
    /// Comments for the written file.
    pub(super) notes: Vec<String>,
    pub(super) statement: Statement<'a>,
}

pub(super) enum Statement<'a> {
    Schema(&'a str),
    Sequence(Path<'a>, CounterOptions),
    Table(Table<'a>),
    Index(Index<'a>),
    ForeignKey(ForeignKey<'a>),
}

pub(super) struct Table<'a> {
    pub(super) path: Path<'a>,
    pub(super) columns: Vec<Column<'a>>,
    pub(super) checks: Vec<Check<'a>>,
    pub(super) key: Vec<Sorted<'a>>,
    pub(super) parent: Option<(Path<'a>, OnDelete)>,
    /// The column and the days.
    pub(super) ttl: Option<(&'a str, u32)>,
}

pub(super) struct Column<'a> {
    pub(super) name: &'a str,
    pub(super) ty: SqlType,
    pub(super) nullable: bool,
    pub(super) commit_timestamp: bool,
    pub(super) value: Value<'a>,
}

/// What the database itself does for a column's value.
pub(super) enum Value<'a> {
    Nothing,
    Uuid,
    Default(String),
    Generated { sql: String, stored: bool },
    Sequence(Path<'a>),
    Identity(CounterOptions),
    Shard(Hash<'a>),
}

/// A shard number: a hash of some columns, brought into `0..count`.
pub(super) struct Hash<'a> {
    pub(super) inputs: Vec<(&'a str, Scalar)>,
    pub(super) count: u16,
}

pub(super) struct Check<'a> {
    pub(super) name: String,
    pub(super) condition: Condition<'a>,
}

pub(super) enum Condition<'a> {
    Text(String),
    /// The column holds the shard number of the hash.
    Hashed(&'a str, Hash<'a>),
    /// The column is one of `0..count`.
    Below(&'a str, u16),
}

/// A column of a key, and whether it is descending.
pub(super) struct Sorted<'a> {
    pub(super) name: &'a str,
    pub(super) descending: bool,
}

pub(super) struct Index<'a> {
    pub(super) path: Path<'a>,
    pub(super) table: Path<'a>,
    pub(super) columns: Vec<Sorted<'a>>,
    pub(super) storing: Vec<&'a str>,
    pub(super) unique: bool,
    /// Whether rows with a NULL in an indexed column stay out.
    pub(super) null_filtered: bool,
    /// The indexed columns that take NULL.
    pub(super) nullable: Vec<&'a str>,
    pub(super) interleave: Option<Path<'a>>,
}

pub(super) struct ForeignKey<'a> {
    pub(super) table: Path<'a>,
    pub(super) name: String,
    pub(super) columns: Vec<&'a str>,
    pub(super) referenced: Path<'a>,
    pub(super) referenced_columns: Vec<&'a str>,
    pub(super) on_delete: OnDelete,
}

/// Checks the tables and lists the statements that make them.
pub(super) fn steps<'a>(
    added: &[TableDef<'a>],
    dialect: Dialect,
) -> Result<Vec<Step<'a>>, SchemaError> {
    let tables = Tables::gather(added)?;
    let views: Vec<View<'a>> = tables.list.iter().map(|&table| View { table, dialect }).collect();
    for view in &views {
        check::table(view)?;
    }
    let mut plan = Plan::default();
    for view in &views {
        plan.schema(view)?;
    }
    for view in &views {
        plan.sequences(view)?;
    }
    let mut foreign_keys = Vec::new();
    for view in &views {
        let names = ConstraintNames::of(view)?;
        plan.table(view, &names)?;
        foreign_keys.push((view, names.foreign_keys));
    }
    for (view, names) in foreign_keys {
        plan.foreign_keys(view, names, &tables)?;
    }
    let held = check::Held::of(&tables);
    for view in &views {
        check::ttl(view, &held)?;
    }
    Ok(plan.steps)
}

#[derive(Default)]
struct Plan<'a> {
    steps: Vec<Step<'a>>,
    taken: Taken,
    sequences: HashMap<Path<'a>, CounterOptions>,
    schemas: HashSet<&'a str>,
}

impl<'a> Plan<'a> {
    fn push(&mut self, statement: Statement<'a>, notes: Vec<String>) {
        self.steps.push(Step { notes, statement });
    }

    fn schema(&mut self, view: &View<'a>) -> Result<(), SchemaError> {
        if let Some(schema) = view.table.schema.filter(|schema| !self.schemas.contains(schema)) {
            self.taken.take(Path { schema: None, name: schema }, format!("schema `{schema}`"))?;
            self.schemas.insert(schema);
            self.push(Statement::Schema(schema), Vec::new());
        }
        Ok(())
    }

    fn sequences(&mut self, view: &View<'a>) -> Result<(), SchemaError> {
        for at in 0..view.table.columns.len() {
            if let Fill::Sequence(SequenceDef { name, options }) = view.fill(at) {
                let path = Path { schema: view.table.schema, name };
                match self.sequences.get(&path) {
                    Some(known) if *known == options => {}
                    Some(_) => {
                        return Err(SchemaError::InvalidSequence {
                            table: view.label(),
                            sequence: name.to_owned(),
                            problem: "is used elsewhere with other options: give both uses the same options, or use two sequences"
                                .to_owned(),
                        });
                    }
                    None => {
                        self.taken.take(path, format!("sequence `{}`", path.label()))?;
                        self.sequences.insert(path, options);
                        self.push(Statement::Sequence(path, options), Vec::new());
                    }
                }
            }
        }
        Ok(())
    }

    fn table(&mut self, view: &View<'a>, names: &ConstraintNames) -> Result<(), SchemaError> {
        let table = &view.table;
        let label = view.label();
        let path = Path::of(table);
        self.taken.take(path, format!("table `{label}`"))?;
        for name in names.shards.iter().chain(&names.checks).filter(|name| !name.is_empty()) {
            self.taken.take_constraint(
                table.schema,
                name,
                &format!("check `{name}` of table `{label}`"),
            )?;
        }
        for name in &names.foreign_keys {
            self.taken.take_constraint(
                table.schema,
                name,
                &format!("foreign key `{name}` of table `{label}`"),
            )?;
        }
        let columns =
            (0..table.columns.len()).map(|at| column(view, at)).collect::<Result<_, _>>()?;
        let mut key = Vec::new();
        let mut notes = Vec::new();
        for part in table.key {
            let name = view.column(part.column, || "the primary key".to_owned())?.name;
            key.push(Sorted { name, descending: part.descending });
            match part.waiver {
                Some(Waiver::Spread(why)) => notes.push(format!("spread of {name}: {why}")),
                Some(Waiver::AllowHotspot(why)) => {
                    notes.push(format!("allow_hotspot on {name}: {why}"))
                }
                None => {}
            }
        }
        let ttl = match table.ttl {
            Some(ttl) => Some((
                view.column(ttl.column, || "the row deletion policy".to_owned())?.name,
                ttl.days,
            )),
            None => None,
        };
        let statement = Table {
            path,
            columns,
            checks: checks(view, names)?,
            key,
            parent: table.parent.map(|parent| (Path::of(parent.table), parent.on_delete)),
            ttl,
        };
        self.push(Statement::Table(statement), notes);
        for index in table.indexes {
            self.index(view, index)?;
        }
        Ok(())
    }

    fn index(&mut self, view: &View<'a>, index: &IndexDef<'a>) -> Result<(), SchemaError> {
        let place = || format!("index `{}`", index.name);
        let path = Path { schema: view.table.schema, name: index.name };
        self.taken.take(path, format!("index `{}` of table `{}`", index.name, view.label()))?;
        let mut columns = Vec::new();
        let mut nullable = Vec::new();
        for part in index.columns {
            let name = view.column(part.column, place)?.name;
            columns.push(Sorted { name, descending: part.descending });
            if view.nullable(part.column) {
                nullable.push(name);
            }
        }
        let storing = index
            .storing
            .iter()
            .map(|&at| Ok(view.column(at, place)?.name))
            .collect::<Result<_, SchemaError>>()?;
        let statement = Index {
            path,
            table: Path::of(&view.table),
            columns,
            storing,
            unique: index.unique,
            // GoogleSQL takes two NULLs for a clash and PostgreSQL does not; without the rows with
            // NULL both mean the same.
            null_filtered: index.null_filtered || (index.unique && !nullable.is_empty()),
            nullable,
            interleave: index.interleave.map(|parent| match parent {
                IndexParent::Ancestor(table) => Path::of(table),
                IndexParent::OwnTable => Path::of(&view.table),
            }),
        };
        let notes = index
            .allow_hotspot
            .map(|why| format!("allow_hotspot on {}: {why}", index.name))
            .into_iter()
            .collect();
        self.push(Statement::Index(statement), notes);
        Ok(())
    }

    fn foreign_keys(
        &mut self,
        view: &View<'a>,
        names: Vec<String>,
        tables: &Tables<'a>,
    ) -> Result<(), SchemaError> {
        for (key, name) in view.table.foreign_keys.iter().zip(names) {
            let (referenced, referenced_columns) = check::foreign_key(view, key, &name, tables)?;
            let columns = key
                .columns
                .iter()
                .map(|&at| Ok(view.column(at, || format!("foreign key `{name}`"))?.name))
                .collect::<Result<_, SchemaError>>()?;
            let statement = ForeignKey {
                table: Path::of(&view.table),
                columns,
                referenced,
                referenced_columns,
                on_delete: key.on_delete,
                name,
            };
            self.push(Statement::ForeignKey(statement), Vec::new());
        }
        Ok(())
    }
}

fn column<'a>(view: &View<'a>, at: usize) -> Result<Column<'a>, SchemaError> {
    let column = view.column(at, || "the table".to_owned())?;
    let place = || format!("column `{}`", column.name);
    let value = match view.fill(at) {
        Fill::UuidV4 => Value::Uuid,
        Fill::Default(sql) => Value::Default(text::ready(view, sql, &place())?.sql),
        Fill::Generated { sql, stored } => {
            Value::Generated { sql: text::ready(view, sql, &place())?.sql, stored }
        }
        Fill::Sequence(sequence) => {
            Value::Sequence(Path { schema: view.table.schema, name: sequence.name })
        }
        Fill::Identity(options) => Value::Identity(options),
        Fill::Shard(shard) if shard.by == ShardBy::Database => Value::Shard(hash(view, &shard)?),
        // The client fills these.
        Fill::Supplied
        | Fill::UuidV7
        | Fill::UlidKey
        | Fill::Random
        | Fill::BitReversed
        | Fill::Shard(_) => Value::Nothing,
    };
    Ok(Column {
        name: column.name,
        ty: view.ty(at),
        nullable: view.nullable(at),
        commit_timestamp: column.commit_timestamp,
        value,
    })
}

/// The checks that the shards need, then those that the author wrote.
fn checks<'a>(view: &View<'a>, names: &ConstraintNames) -> Result<Vec<Check<'a>>, SchemaError> {
    let mut checks = Vec::new();
    for (at, name) in names.shards.iter().enumerate() {
        if let Fill::Shard(shard) = view.fill(at) {
            let column = view.column(at, || "a shard".to_owned())?.name;
            let condition = match shard.by {
                ShardBy::Database => continue,
                ShardBy::Client => Condition::Hashed(column, hash(view, &shard)?),
                ShardBy::Chance => Condition::Below(column, shard.count),
            };
            checks.push(Check { name: name.clone(), condition });
        }
    }
    for (check, name) in view.table.checks.iter().zip(&names.checks) {
        let text = check::check_text(view, check.sql, name)?;
        checks.push(Check { name: name.clone(), condition: Condition::Text(text) });
    }
    Ok(checks)
}

fn hash<'a>(view: &View<'a>, shard: &ShardDef<'a>) -> Result<Hash<'a>, SchemaError> {
    let mut inputs = Vec::new();
    for &at in shard.inputs {
        inputs.push((view.column(at, || "a shard".to_owned())?.name, view.ty(at).scalar));
    }
    Ok(Hash { inputs, count: shard.count })
}
