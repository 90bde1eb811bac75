//! The catalog as the tables that the rules and the DDL know.

use std::cell::OnceCell;
use std::collections::{HashMap, HashSet};

use super::fold::sequence_name;
use super::syntax::KeptAction;
use super::{
    Catalog, CatalogColumn, CatalogTable, ColumnValue, KeptStatement, KeyColumn, ObjectName,
    WaiverComment,
};
use crate::ddl::Schema;
use crate::ddl::alter::{Alter, drop_object};
use crate::dialect::Dialect;
use crate::rules::{hotspot, shard};
use crate::schema::sql_text::{fields, mixes};
use crate::schema::{
    Arrival, CheckDef, ColumnDef, ColumnExtra, CounterOptions, Fill, ForeignKeyDef, IndexColumn,
    IndexDef, IndexParent, KeyPart, Keyless, OptionDef, ParentDef, ReferenceDef, Scalar,
    SequenceDef, ShardBy, ShardDef, SqlText, SqlType, TableDef, Ttl, Waiver,
};

/// Kinds of statements that come before the tables that use them.
pub(crate) const BEFORE: &[&str] =
    &["PROTO BUNDLE", "LOCALITY GROUP", "PLACEMENT", "FUNCTION", "ROLE"];

impl Catalog {
    /// Hands out the tables, parents before children and otherwise in the order of their creation.
    ///
    /// A parent that does not exist is left out; it is among the [`problems`](Self::problems).
    pub fn with_tables<R>(&self, use_tables: impl FnOnce(&[TableDef<'_>]) -> R) -> R {
        let order = self.parents_first();
        let tables: Vec<&CatalogTable> =
            order.iter().filter_map(|&at| self.tables[at].as_ref()).collect();
        let places: HashMap<&ObjectName, usize> =
            tables.iter().enumerate().map(|(at, table)| (&table.name, at)).collect();
        let parents: Vec<Option<usize>> = tables
            .iter()
            .enumerate()
            .map(|(at, table)| {
                let parent = places.get(&table.interleave.as_ref()?.parent)?;
                // In a circle, one table has no parent before it.
                (*parent < at).then_some(*parent)
            })
            .collect();
        let sequences = self.sequences.iter().map(|sequence| (&sequence.name, sequence.options));
        let sequences: HashMap<_, _> = sequences.collect();

        // Each of these borrows from those before it.
        let positions: Vec<Positions<'_>> =
            tables.iter().map(|table| Positions::of(table)).collect();
        let extras: Vec<Vec<Option<ColumnExtra<'_>>>> = tables
            .iter()
            .zip(&positions)
            .map(|(table, positions)| {
                let columns = table.columns.iter().zip(&positions.column_options);
                columns.map(|(column, options)| extra(self.dialect, column, options)).collect()
            })
            .collect();
        let lists: Vec<Lists<'_>> = tables
            .iter()
            .zip(&positions)
            .zip(&extras)
            .map(|((table, positions), extras)| {
                Lists::of(self.dialect, table, positions, extras, &sequences)
            })
            .collect();
        let slots: Vec<Slot<'_>> = tables.iter().map(|_| Slot::default()).collect();
        for (at, table) in tables.iter().enumerate() {
            let (slot, positions, lists) = (&slots[at], &positions[at], &lists[at]);
            let host = |name: &ObjectName| match places.get(name) {
                Some(&host) if host == at => Some(IndexParent::OwnTable),
                Some(&host) => slots[host].table.get().map(IndexParent::Ancestor),
                None => None,
            };
            let indexes = table.indexes.iter().zip(&positions.indexes).zip(&lists.index_options);
            let indexes = indexes.map(|((index, positions), options)| IndexDef {
                storing: &positions.storing,
                unique: index.unique,
                null_filtered: index.null_filtered,
                keeps_nulls: index.unique && !index.null_filtered,
                not_null: &positions.not_null,
                options,
                interleave: index.interleave.as_ref().and_then(host),
                waiver: index.waivers.first().map(WaiverComment::waiver),
                ..IndexDef::new(&index.name.name, &positions.columns)
            });
            let indexes = slot.indexes.get_or_init(|| indexes.collect());
            let parent = parents[at].and_then(|parent| slots[parent].table.get());
            let inherited = parent.map_or(0, |parent| parent.key.len());
            let key = slot.key.get_or_init(|| positions.key(table, inherited));
            let interleave = table.interleave.as_ref();
            let definition = TableDef {
                schema: table.name.schema.as_deref(),
                key,
                parent: parent.zip(interleave).map(|(parent, interleave)| ParentDef {
                    table: parent,
                    on_delete: interleave.on_delete,
                }),
                indexes,
                foreign_keys: &lists.foreign_keys,
                checks: &lists.checks,
                ttl: positions.ttl,
                keyless: match &table.key {
                    None => Keyless::HiddenRowId,
                    Some(parts) if parts.is_empty() => Keyless::OneRow,
                    Some(_) => Keyless::Forbidden,
                },
                options: &lists.options,
                ..TableDef::new(&table.name.name, &lists.columns)
            };
            let waived = slot.waived.get_or_init(|| waive(table, &definition));
            let foreign_keys = slot.foreign_keys.get_or_init(|| waive_keys(table, &definition));
            slot.table.get_or_init(|| TableDef { key: waived, foreign_keys, ..definition });
        }
        let list: Vec<TableDef<'_>> =
            slots.iter().filter_map(|slot| slot.table.get().copied()).collect();
        use_tables(&list)
    }

    /// Positions of the tables, each after its parent.
    fn parents_first(&self) -> Vec<usize> {
        let mut done = vec![false; self.tables.len()];
        let mut order = Vec::with_capacity(self.tables.len());
        for first in 0..self.tables.len() {
            let mut chain = Vec::new();
            let mut next = Some(first);
            while let Some(at) = next.filter(|&at| !done[at]) {
                done[at] = true;
                chain.push(at);
                let interleave =
                    self.tables[at].as_ref().and_then(|table| table.interleave.as_ref());
                next = interleave.and_then(|link| self.table_places.get(&link.parent).copied());
            }
            order.extend(chain.into_iter().rev());
        }
        order
    }

    /// The statements that create the schema in an empty database, in an order that the database
    /// accepts. Statements that read or write rows are left out. Rules do not apply: the schema
    /// exists.
    ///
    /// ```
    /// use spanner_keys::Dialect;
    /// use spanner_keys::catalog::Catalog;
    ///
    /// let mut catalog = Catalog::new(Dialect::GoogleSql);
    /// catalog.read("a.sql", "create table T (Id string(36) not null) primary key (Id)");
    /// catalog.read("b.sql", "create change stream S for all");
    /// assert_eq!(
    ///     catalog.ddl(),
    ///     ["CREATE TABLE `T` (\n  `Id` STRING(36) NOT NULL\n) PRIMARY KEY (`Id`)", "create change stream S for all"]
    /// );
    /// ```
    #[must_use]
    pub fn ddl(&self) -> Vec<String> {
        let dialect = self.dialect;
        let used: HashSet<&ObjectName> = self.used_sequences().into_iter().collect();
        let mut before: Vec<String> = Vec::new();
        for schema in &self.schemas {
            if !self.tables().any(|table| table.name.schema.as_ref() == Some(schema)) {
                before.push(crate::ddl::create_schema(schema, dialect));
            }
        }
        for sequence in &self.sequences {
            if !used.contains(&sequence.name) {
                before.push(dialect.create_sequence(sequence.name.path(), sequence.options));
            }
        }
        let statement = |kept: &KeptStatement| kept.is_ddl().then(|| kept.sql.clone());
        let (first, last): (Vec<&KeptStatement>, Vec<&KeptStatement>) =
            self.kept().partition(|kept| {
                BEFORE.contains(&kept.kind.as_str()) && kept.action != KeptAction::Drop
            });
        before.extend(first.into_iter().filter_map(statement));
        let mut after: Vec<String> = last.into_iter().filter_map(statement).collect();
        for table in self.tables() {
            for synonym in &table.synonyms {
                after.push(crate::ddl::add_synonym(table.name.path(), synonym.path(), dialect));
            }
        }
        if let Some(name) = &self.database {
            after.extend(crate::ddl::alter_database(name, &self.database_options, dialect));
        }
        self.with_tables(|tables| {
            let schema = tables.iter().fold(Schema::new(), |schema, table| schema.add(*table));
            let schema = before
                .iter()
                .fold(schema, |schema, sql| schema.statement_before(SqlText::both(sql)));
            let schema =
                after.iter().fold(schema, |schema, sql| schema.statement_after(SqlText::both(sql)));
            schema.ddl_as_read(dialect)
        })
    }

    /// The definition of a column that spreads the rows of a table over `count` shards, computed from
    /// its key; `None` if no part of the key can be hashed.
    ///
    /// ```
    /// use spanner_keys::Dialect;
    /// use spanner_keys::catalog::Catalog;
    ///
    /// let mut catalog = Catalog::new(Dialect::GoogleSql);
    /// catalog.read("a.sql", "CREATE TABLE T (Id STRING(36) NOT NULL, At TIMESTAMP) PRIMARY KEY (Id)");
    /// let column = catalog.with_tables(|tables| catalog.shard_column(&tables[0], "Shard", 16));
    /// assert_eq!(column.unwrap(), "`Shard` INT64 NOT NULL AS (FARM_FINGERPRINT(`Id`) & 15) STORED");
    /// ```
    #[must_use]
    pub fn shard_column(&self, table: &TableDef<'_>, name: &str, count: u16) -> Option<String> {
        with_shard(table, name, count, |table, at| crate::ddl::column(table, at, self.dialect))
    }

    /// The statements that replace an index by one that is spread over `count` shards: the column, the
    /// new index, and the drop of the old one. `None` if the index is unique, because a shard would
    /// change what is unique, or if no part of the key can be hashed.
    ///
    /// ```
    /// use spanner_keys::Dialect;
    /// use spanner_keys::catalog::Catalog;
    ///
    /// let mut catalog = Catalog::new(Dialect::GoogleSql);
    /// catalog.read("a.sql", "CREATE TABLE T (Id STRING(36) NOT NULL, At TIMESTAMP, N INT64) PRIMARY KEY (Id);
    ///     CREATE NULL_FILTERED INDEX I ON T (At) STORING (N)");
    /// let sql = catalog.with_tables(|tables| catalog.sharded_index(&tables[0], "I", "Shard", 16));
    /// let sql = sql.unwrap();
    /// assert_eq!(sql[1], "CREATE NULL_FILTERED INDEX `ISharded` ON `T` (`Shard`, `At`) STORING (`N`)");
    /// assert_eq!(sql[2], "DROP INDEX `I`");
    /// ```
    #[must_use]
    pub fn sharded_index(
        &self,
        table: &TableDef<'_>,
        index: &str,
        shard: &str,
        count: u16,
    ) -> Option<[String; 3]> {
        let old = table.indexes.iter().find(|one| one.name == index && !one.unique)?;
        let dialect = self.dialect;
        with_shard(table, shard, count, |table, at| {
            let suffix = if dialect == Dialect::GoogleSql { "Sharded" } else { "_sharded" };
            let name = format!("{index}{suffix}");
            let mut columns = vec![IndexColumn { column: at, descending: false }];
            columns.extend(old.columns);
            // The shard is not a part of another table's key.
            let new = IndexDef { name: &name, columns: &columns, interleave: None, ..*old };
            let path = crate::schema::facts::Path { schema: table.schema, name: index };
            [
                Alter { table, dialect }.add_column(at),
                dialect.create_index(table, &new),
                drop_object("INDEX", path, dialect),
            ]
        })
    }

    /// The statements that let a new sequence fill a column. Its numbers skip those from 1 to `last`.
    ///
    /// ```
    /// use spanner_keys::Dialect;
    /// use spanner_keys::catalog::Catalog;
    ///
    /// let mut catalog = Catalog::new(Dialect::PostgreSql);
    /// catalog.read("a.sql", "create table t (id bigint primary key)");
    /// let table = catalog.tables().next().unwrap();
    /// assert_eq!(
    ///     catalog.fill_from_sequence(table, "id", "t_ids", 1_000),
    ///     [
    ///         "CREATE SEQUENCE \"t_ids\" BIT_REVERSED_POSITIVE SKIP RANGE 1 1000",
    ///         "ALTER TABLE \"t\" ALTER COLUMN \"id\" SET DEFAULT nextval('t_ids')",
    ///     ]
    /// );
    /// ```
    #[must_use]
    pub fn fill_from_sequence(
        &self,
        table: &CatalogTable,
        column: &str,
        sequence: &str,
        last: i64,
    ) -> [String; 2] {
        let name = crate::schema::facts::Path { name: sequence, ..table.name.path() };
        let options = CounterOptions { skip_range: Some((1, last)), start_counter: None };
        [
            self.dialect.create_sequence(name, options),
            crate::ddl::set_sequence(table.name.path(), column, name, self.dialect),
        ]
    }

    /// The sequences that fill columns of tables in their own schema.
    fn used_sequences(&self) -> Vec<&ObjectName> {
        let known: HashMap<_, _> =
            self.sequences.iter().map(|sequence| (&sequence.name, sequence.options)).collect();
        let mut used = Vec::new();
        for table in self.tables() {
            for column in &table.columns {
                if let ColumnValue::Default(sql) = &column.value
                    && let Some((name, _)) = sequence(self.dialect, table, sql, &known)
                {
                    used.push(name);
                }
            }
        }
        used
    }
}

/// The table with one more column, a shard of its key, and the place of the column.
fn with_shard<R>(
    table: &TableDef<'_>,
    name: &str,
    count: u16,
    write: impl FnOnce(&TableDef<'_>, usize) -> R,
) -> Option<R> {
    let inputs: Vec<usize> = table
        .key
        .iter()
        .map(|part| part.column)
        .filter(|&column| shard::is_hashed_alike(table, column))
        .collect();
    // All rows of a day would be in one shard.
    let spreads = |scalar| !matches!(scalar, Scalar::Bool | Scalar::CalendarDate);
    if !inputs.iter().any(|&column| spreads(table.columns[column].ty.scalar)) {
        return None;
    }
    let fill = Fill::Shard(ShardDef { count, inputs: &inputs, by: ShardBy::Database });
    let mut columns = table.columns.to_vec();
    columns.push(ColumnDef { fill, ..ColumnDef::new(name, SqlType::INT64) });
    Some(write(&TableDef { columns: &columns, ..*table }, columns.len() - 1))
}

impl ObjectName {
    pub(crate) fn path(&self) -> crate::schema::facts::Path<'_> {
        crate::schema::facts::Path { schema: self.schema.as_deref(), name: &self.name }
    }
}

impl WaiverComment {
    fn waiver(&self) -> Waiver<'_> {
        if self.spread { Waiver::Spread(&self.why) } else { Waiver::AllowHotspot(&self.why) }
    }
}

/// A table that is being built. The parts of it that name other tables are filled after those.
#[derive(Default)]
struct Slot<'a> {
    indexes: OnceCell<Vec<IndexDef<'a>>>,
    key: OnceCell<Vec<KeyPart<'a>>>,
    waived: OnceCell<Vec<KeyPart<'a>>>,
    foreign_keys: OnceCell<Vec<ForeignKeyDef<'a>>>,
    table: OnceCell<TableDef<'a>>,
}

/// The key, where a waiver that names no column is on the part that the rules refuse.
fn waive<'a>(table: &'a CatalogTable, definition: &TableDef<'a>) -> Vec<KeyPart<'a>> {
    let mut key = definition.key.to_vec();
    if let Some(waiver) = table.waivers.iter().find(|waiver| waiver.on.is_none())
        && let Some((part, _)) = hotspot::key_fault(definition)
        && let Some(part) = key.get_mut(part)
    {
        part.waiver = Some(waiver.waiver());
    }
    key
}

/// The foreign keys, with the waiver of the statement that added each. One above `CREATE TABLE` is
/// for them if it names them, or if the key needs none.
fn waive_keys<'a>(table: &'a CatalogTable, definition: &TableDef<'a>) -> Vec<ForeignKeyDef<'a>> {
    let for_key = hotspot::key_fault(definition).is_some();
    let keys = definition.foreign_keys.iter().zip(&table.foreign_keys);
    keys.map(|(key, owned)| {
        let own = |waiver: &&WaiverComment| match &waiver.on {
            Some(on) => owned.name.as_ref() == Some(on),
            None => !for_key,
        };
        let waiver = owned.waivers.first().or_else(|| table.waivers.iter().find(own));
        ForeignKeyDef { waiver: waiver.map(WaiverComment::waiver), ..*key }
    })
    .collect()
}

/// Where the columns are that a table names. Every name has a place: the reader refuses statements
/// with other names.
struct Positions<'c> {
    key: Vec<usize>,
    indexes: Vec<IndexPositions>,
    foreign_keys: Vec<(Vec<usize>, Vec<&'c str>)>,
    ttl: Option<Ttl>,
    column_options: Vec<Vec<OptionDef<'c>>>,
}

struct IndexPositions {
    columns: Vec<IndexColumn>,
    storing: Vec<usize>,
    not_null: Vec<usize>,
}

impl<'c> Positions<'c> {
    fn of(table: &'c CatalogTable) -> Self {
        let columns = table.columns.iter().enumerate();
        let places: HashMap<&str, usize> =
            columns.map(|(at, column)| (column.name.as_str(), at)).collect();
        let place = |name: &String| places.get(name.as_str()).copied();
        let list = |names: &[String]| names.iter().filter_map(place).collect::<Vec<usize>>();
        let index_column = |part: &KeyColumn| {
            Some(IndexColumn { column: place(&part.name)?, descending: part.descending })
        };
        let indexes = table.indexes.iter().map(|index| IndexPositions {
            columns: index.columns.iter().filter_map(index_column).collect(),
            storing: list(&index.storing),
            not_null: list(&index.not_null),
        });
        let foreign_keys = table.foreign_keys.iter().map(|key| {
            (list(&key.columns), key.other_columns.iter().map(String::as_str).collect())
        });
        let ttl = table.ttl.as_ref();
        Self {
            key: table.key.iter().flatten().filter_map(|part| place(&part.name)).collect(),
            indexes: indexes.collect(),
            foreign_keys: foreign_keys.collect(),
            ttl: ttl.and_then(|(name, days)| Some(Ttl { column: place(name)?, days: *days })),
            column_options: table.columns.iter().map(|column| options(&column.options)).collect(),
        }
    }

    fn key(&self, table: &'c CatalogTable, inherited: usize) -> Vec<KeyPart<'c>> {
        let parts = self.key.iter().zip(table.key.iter().flatten()).enumerate();
        let part = |(at, (&column, part)): (usize, (&usize, &KeyColumn))| {
            let named = |waiver: &&WaiverComment| waiver.on.as_ref() == Some(&part.name);
            let waiver = table.waivers.iter().find(named).map(WaiverComment::waiver);
            KeyPart {
                descending: part.descending,
                inherited: at < inherited,
                waiver: waiver.filter(|_| at >= inherited),
                ..KeyPart::new(column)
            }
        };
        parts.map(part).collect()
    }
}

fn options(options: &[(String, String)]) -> Vec<OptionDef<'_>> {
    options.iter().map(|(name, value)| OptionDef { name, value }).collect()
}

/// The text for the dialect of the catalog only.
const fn text(dialect: Dialect, sql: &str) -> SqlText<'_> {
    match dialect {
        Dialect::GoogleSql => SqlText { googlesql: Some(sql), postgresql: None },
        Dialect::PostgreSql => SqlText { googlesql: None, postgresql: Some(sql) },
    }
}

fn extra<'c>(
    dialect: Dialect,
    column: &'c CatalogColumn,
    options: &'c [OptionDef<'c>],
) -> Option<ColumnExtra<'c>> {
    let extra = ColumnExtra {
        sql_type: column.type_name.as_deref().map(|name| text(dialect, name)),
        vector_length: column.vector_length,
        hidden: column.hidden,
        on_update: column.on_update.as_deref().map(|sql| text(dialect, sql)),
        placement_key: column.placement_key,
        without_default: false,
        // A database has a plain CHECK for it.
        check_values: false,
        options,
        renamed_from: None,
    };
    (extra != ColumnExtra::NONE).then_some(extra)
}

/// The parts of a table's definition that point to no other table.
struct Lists<'c> {
    columns: Vec<ColumnDef<'c>>,
    foreign_keys: Vec<ForeignKeyDef<'c>>,
    checks: Vec<CheckDef<'c>>,
    options: Vec<OptionDef<'c>>,
    index_options: Vec<Vec<OptionDef<'c>>>,
}

impl<'c> Lists<'c> {
    fn of(
        dialect: Dialect,
        table: &'c CatalogTable,
        positions: &'c Positions<'c>,
        extras: &'c [Option<ColumnExtra<'c>>],
        sequences: &Sequences<'c>,
    ) -> Self {
        let columns = table.columns.iter().zip(extras).map(|(column, extra)| ColumnDef {
            nullable: column.nullable,
            fill: fill(dialect, table, column, sequences),
            commit_timestamp: column.commit_timestamp,
            extra: extra.as_ref(),
            arrival: arrival(table, column),
            ..ColumnDef::new(&column.name, column.ty)
        });
        let foreign_keys = table.foreign_keys.iter().zip(&positions.foreign_keys);
        let foreign_keys = foreign_keys.map(|(key, (columns, others))| {
            let schema = key.other.schema.as_deref();
            let other = ReferenceDef::Named { schema, table: &key.other.name, columns: others };
            let name = key.name.as_deref();
            ForeignKeyDef { name, on_delete: key.on_delete, ..ForeignKeyDef::new(columns, other) }
        });
        let checks = table.checks.iter();
        Self {
            columns: columns.collect(),
            foreign_keys: foreign_keys.collect(),
            checks: checks
                .map(|check| CheckDef {
                    name: check.name.as_deref(),
                    sql: text(dialect, &check.sql),
                })
                .collect(),
            options: options(&table.options),
            index_options: table.indexes.iter().map(|index| options(&index.options)).collect(),
        }
    }
}

/// How the values arrive: a CHECK constraint may list all of them, and an expression may spread or
/// limit them.
fn arrival(table: &CatalogTable, column: &CatalogColumn) -> Arrival {
    if lists_few_values(table, column) {
        return Arrival::FewValues;
    }
    let usual = column.ty.usual_arrival();
    let (ColumnValue::Generated { sql, .. } | ColumnValue::Default(sql)) = &column.value else {
        return usual;
    };
    if usual != Arrival::Counter {
        return usual;
    }
    let hashed = mixes(sql);
    let inputs: Vec<Arrival> = fields(sql)
        .into_iter()
        .filter_map(|name| table.column(name))
        .filter(|input| input.name != column.name)
        .map(|input| {
            // All rows of a day have the same hash of its date.
            let day = hashed && input.ty.scalar == Scalar::CalendarDate;
            let few = day || lists_few_values(table, input);
            if few { Arrival::FewValues } else { input.ty.usual_arrival() }
        })
        .collect();
    let ordered =
        |input: &Arrival| matches!(input, Arrival::Counter | Arrival::Clock | Arrival::TimeOrdered);
    if !inputs.is_empty() && inputs.iter().all(|input| *input == Arrival::FewValues) {
        Arrival::FewValues
    } else if hashed || (!inputs.is_empty() && !inputs.iter().any(ordered)) {
        Arrival::Natural
    } else {
        usual
    }
}

/// Whether a CHECK constraint lists the values of the column. PostgreSQL prints casts.
fn lists_few_values(table: &CatalogTable, column: &CatalogColumn) -> bool {
    const MOST: usize = 64;
    let name = format!("{{{}}}", column.name);
    table.checks.iter().any(|check| {
        let Some(rest) = check.sql.trim_start_matches('(').strip_prefix(&name) else {
            return false;
        };
        let rest = rest.trim_start_matches(')');
        let cast = rest.strip_prefix("::").map(|rest| {
            rest.trim_start_matches(|letter: char| letter.is_alphanumeric() || letter == ' ')
        });
        let list = cast.unwrap_or(rest).to_ascii_lowercase();
        let list = list.trim_start().trim_end_matches(')');
        let inside = ["in (", "in(", "= any (array[", "= any ((array[", "= any(array["]
            .iter()
            .find_map(|begin| list.strip_prefix(begin));
        inside.is_some_and(|list| !list.contains(['(', '{']) && list.split(',').count() <= MOST)
    })
}

type Sequences<'c> = HashMap<&'c ObjectName, CounterOptions>;

fn fill<'c>(
    dialect: Dialect,
    table: &'c CatalogTable,
    column: &'c CatalogColumn,
    sequences: &Sequences<'c>,
) -> Fill<'c> {
    match &column.value {
        ColumnValue::Supplied => Fill::Supplied,
        ColumnValue::Identity(options) => Fill::Identity(*options),
        ColumnValue::Generated { sql, stored } => {
            Fill::Generated { sql: text(dialect, sql), stored: *stored }
        }
        ColumnValue::Default(sql) => {
            if column.type_name.is_none() && is_uuid(dialect, column.ty, sql) {
                return Fill::UuidV4;
            }
            match sequence(dialect, table, sql, sequences) {
                Some((name, options)) => Fill::Sequence(SequenceDef { name: &name.name, options }),
                None => Fill::Default(text(dialect, sql)),
            }
        }
    }
}

/// Whether a default is the random UUID that we would write.
pub(super) fn is_uuid(dialect: Dialect, ty: SqlType, sql: &str) -> bool {
    let Some(clause) = dialect.uuid_default(ty.scalar) else { return false };
    let written = clause.trim_start_matches("DEFAULT ");
    let written =
        written.strip_prefix('(').and_then(|inside| inside.strip_suffix(')')).unwrap_or(written);
    written.eq_ignore_ascii_case(sql)
}

/// The sequence that fills the column, if it is in the schema of the table.
fn sequence<'c>(
    dialect: Dialect,
    table: &CatalogTable,
    sql: &str,
    sequences: &Sequences<'c>,
) -> Option<(&'c ObjectName, CounterOptions)> {
    let name = sequence_name(sql, dialect)?;
    let (name, options) = sequences.get_key_value(&name)?;
    (name.schema == table.name.schema).then_some((*name, *options))
}
