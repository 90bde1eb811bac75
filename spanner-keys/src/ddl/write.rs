//! SQL that is the same in both dialects.

use super::names::ConstraintNames;
use super::sql::render;
use crate::dialect::Dialect;
use crate::schema::facts::Path;
use crate::schema::{
    ColumnExtra, Fill, ForeignKeyDef, Keyless, OnDelete, OptionDef, ReferenceDef, Scalar, ShardBy,
    ShardDef, SqlText, StoredValue, TableDef, VariantDef,
};

/// A quoted path.
pub(super) fn path(path: Path<'_>, dialect: Dialect) -> String {
    let name = dialect.quote(path.name);
    path.schema.map_or_else(|| name.clone(), |schema| format!("{}.{name}", dialect.quote(schema)))
}

/// Quoted column names, separated by commas.
pub(super) fn list(
    table: &TableDef<'_>,
    columns: impl IntoIterator<Item = usize>,
    dialect: Dialect,
) -> String {
    let names = columns.into_iter().map(|at| dialect.quote(table.columns[at].name));
    names.collect::<Vec<_>>().join(", ")
}

/// The condition that no column is NULL.
pub(super) fn filled(
    table: &TableDef<'_>,
    columns: impl IntoIterator<Item = usize>,
    dialect: Dialect,
) -> String {
    let names = columns.into_iter().map(|at| dialect.quote(table.columns[at].name));
    names.map(|name| format!("{name} IS NOT NULL")).collect::<Vec<_>>().join(" AND ")
}

/// Columns of a key with their direction.
pub(super) fn sorted(
    table: &TableDef<'_>,
    columns: impl IntoIterator<Item = (usize, bool)>,
    dialect: Dialect,
) -> String {
    let column = |(at, descending): (usize, bool)| {
        let name: &str = table.columns[at].name;
        dialect.quote(name) + if descending { " DESC" } else { "" }
    };
    columns.into_iter().map(column).collect::<Vec<_>>().join(", ")
}

pub(crate) fn create_schema(name: &str, dialect: Dialect) -> String {
    format!("CREATE SCHEMA {}", dialect.quote(name))
}

#[cfg(feature = "migrate")]
pub(crate) fn add_synonym(table: Path<'_>, name: Path<'_>, dialect: Dialect) -> String {
    format!("ALTER TABLE {} ADD SYNONYM {}", path(table, dialect), synonym(name, dialect))
}

/// In PostgreSQL the synonym of a table has no schema: it is in that of the table.
#[cfg(feature = "migrate")]
pub(super) fn synonym(name: Path<'_>, dialect: Dialect) -> String {
    match dialect {
        Dialect::GoogleSql => path(name, dialect),
        Dialect::PostgreSql => dialect.quote(name.name),
    }
}

/// The statement that fills a column from a sequence.
#[cfg(feature = "migrate")]
pub(crate) fn set_sequence(
    table: Path<'_>,
    column: &str,
    sequence: Path<'_>,
    dialect: Dialect,
) -> String {
    let (table, column) = (path(table, dialect), dialect.quote(column));
    format!("ALTER TABLE {table} ALTER COLUMN {column} SET {}", dialect.sequence_default(sequence))
}

/// The statements that set options of the database.
#[cfg(feature = "migrate")]
pub(crate) fn alter_database(
    name: &str,
    settings: &[(String, String)],
    dialect: Dialect,
) -> Vec<String> {
    let name = dialect.quote(name);
    // Only names that are not plain need quotes, and no documented option has such a name.
    let is_plain = |name: &str| {
        let is_part = |part: &str| {
            part.starts_with(|first: char| first.is_ascii_lowercase() || first == '_')
                && part.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_')
        };
        name.split('.').all(is_part)
    };
    let setting = |(option, value): &(String, String)| {
        if is_plain(option) {
            format!("{option} = {value}")
        } else {
            format!("{} = {value}", dialect.quote(option))
        }
    };
    match dialect {
        Dialect::GoogleSql => {
            let options: Vec<String> = settings.iter().map(setting).collect();
            let alter = || format!("ALTER DATABASE {name} SET OPTIONS ({})", options.join(", "));
            (!options.is_empty()).then(alter).into_iter().collect()
        }
        Dialect::PostgreSql => {
            let settings = settings.iter().map(setting);
            settings.map(|setting| format!("ALTER DATABASE {name} SET {setting}")).collect()
        }
    }
}

/// The first line of the statement that creates a table.
pub(super) fn create_table_line(table: &TableDef<'_>, dialect: Dialect) -> String {
    format!("CREATE TABLE {} (", path(Path::of(table), dialect))
}

pub(super) fn create_table(
    table: &TableDef<'_>,
    names: &ConstraintNames,
    dialect: Dialect,
) -> String {
    let mut lines: Vec<String> =
        (0..table.columns.len()).map(|at| column(table, at, dialect)).collect();
    for (at, name) in names.shards.iter().enumerate() {
        if let Fill::Shard(shard) = table.fill(at)
            && let Some(condition) = shard_condition(table, at, &shard, dialect)
        {
            lines.push(check(name, &condition, dialect));
        }
    }
    for (at, name) in names.values.iter().enumerate() {
        if let Some(condition) = values_condition(table, at, dialect) {
            lines.push(check(name, &condition, dialect));
        }
    }
    for (written, name) in table.checks.iter().zip(&names.checks) {
        lines.push(check(name, &text(table, written.sql, dialect), dialect));
    }
    let parts = table.key.iter().map(|part| (part.column, part.descending));
    let key = sorted(table, parts, dialect);
    let key = (table.keyless != Keyless::HiddenRowId || !key.is_empty()).then_some(key);
    let parent = table.parent.map(|parent| {
        let path = path(Path::of(parent.table), dialect);
        match on_delete(parent.on_delete) {
            Some(action) => format!("INTERLEAVE IN PARENT {path} {action}"),
            None => format!("INTERLEAVE IN {path}"),
        }
    });
    let ttl = table.ttl.map(|ttl| {
        let column = dialect.quote(table.columns[ttl.column].name);
        dialect.row_deletion_policy(&column, ttl.days)
    });
    let options = dialect.option_clauses(&settings(table.options));
    let place = parent.into_iter().chain(ttl);
    let clauses = match dialect {
        Dialect::GoogleSql => place.chain(options).collect(),
        Dialect::PostgreSql => options.into_iter().chain(place).collect(),
    };
    dialect.create_table(&create_table_line(table, dialect), &lines, key, clauses)
}

/// Options as names and values.
pub(super) fn settings<'a>(options: &[OptionDef<'a>]) -> Vec<(&'a str, &'a str)> {
    options.iter().map(|option| (option.name, option.value)).collect()
}

pub(super) fn setting((name, value): (&str, &str)) -> String {
    format!("{name} = {value}")
}

/// The definition of a column.
pub(crate) fn column(table: &TableDef<'_>, at: usize, dialect: Dialect) -> String {
    let column = &table.columns[at];
    let ty = table.database_type(at);
    let extra = column.extra.unwrap_or(&ColumnExtra::NONE);
    let mut words = vec![dialect.quote(column.name), dialect.column_type(ty, column)];
    if !table.is_nullable(at) {
        words.push("NOT NULL".to_owned());
    }
    words.extend(value(table, at, dialect));
    if let Some(sql) = extra.on_update {
        words.push(format!("ON UPDATE ({})", text(table, sql, dialect)));
    }
    if extra.hidden {
        words.push("HIDDEN".to_owned());
    }
    if extra.placement_key {
        words.push("PLACEMENT KEY".to_owned());
    }
    let commit = column.commit_timestamp.then(|| dialect.commit_timestamp_option()).flatten();
    let options = commit.into_iter().chain(settings(extra.options)).collect::<Vec<_>>();
    words.extend(dialect.option_clauses(&options));
    words.join(" ")
}

/// The clause that fills a column: its default, its expression or its counter.
pub(super) fn value(table: &TableDef<'_>, at: usize, dialect: Dialect) -> Option<String> {
    let ty = table.database_type(at);
    match table.fill(at) {
        Fill::UuidV4 if table.columns[at].extra.is_some_and(|extra| extra.without_default) => None,
        Fill::UuidV4 => dialect.uuid_default(ty.scalar),
        // PostgreSQL does not need the parentheses, but they enclose the author's text.
        Fill::Default(sql) => Some(format!("DEFAULT ({})", text(table, sql, dialect))),
        Fill::Generated { sql, stored } => {
            Some(dialect.generated(&text(table, sql, dialect), stored))
        }
        Fill::Sequence(sequence) => {
            let name = Path { schema: table.schema, name: sequence.name };
            Some(dialect.sequence_default(name))
        }
        Fill::Identity(options) => {
            Some(format!("GENERATED BY DEFAULT AS IDENTITY ({})", dialect.counter(options)))
        }
        Fill::Shard(shard) if shard.by == ShardBy::Database => {
            Some(dialect.generated(&hash(table, &shard, dialect), true))
        }
        // The client fills these.
        Fill::Supplied
        | Fill::UuidV7
        | Fill::UlidKey
        | Fill::UuidHalf(_)
        | Fill::Random
        | Fill::BitReversed
        | Fill::Shard(_) => None,
    }
}

/// The author's text for this dialect.
pub(super) fn text(table: &TableDef<'_>, sql: SqlText<'_>, dialect: Dialect) -> String {
    render(table, sql.for_dialect(dialect).unwrap_or_default(), dialect)
}

pub(super) fn check(name: &str, condition: &str, dialect: Dialect) -> String {
    format!("{}CHECK ({condition})", constraint(name, dialect))
}

/// The name of a constraint; one that was read from a schema may have none.
fn constraint(name: &str, dialect: Dialect) -> String {
    if name.is_empty() { String::new() } else { format!("CONSTRAINT {} ", dialect.quote(name)) }
}

/// The condition on a shard that the client fills.
fn shard_condition(
    table: &TableDef<'_>,
    at: usize,
    shard: &ShardDef<'_>,
    dialect: Dialect,
) -> Option<String> {
    let column = dialect.quote(table.columns[at].name);
    match shard.by {
        ShardBy::Database => None,
        ShardBy::Client => Some(format!("{column} = {}", hash(table, shard, dialect))),
        ShardBy::Chance => {
            Some(format!("{column} BETWEEN 0 AND {}", shard.count.saturating_sub(1)))
        }
    }
}

/// The condition that a column holds a value of its enum. It is not false for NULL.
fn values_condition(table: &TableDef<'_>, at: usize, dialect: Dialect) -> Option<String> {
    let value = |variant: &VariantDef<'_>| match variant.value {
        StoredValue::Name(text) => dialect.text_literal(text),
        StoredValue::Number(number) => number.to_string(),
    };
    let values: Vec<String> = table.checked_values(at).iter().map(value).collect();
    let column = dialect.quote(table.columns[at].name);
    (!values.is_empty()).then(|| format!("{column} IN ({})", values.join(", ")))
}

/// A shard number, from 0 to `count - 1`.
fn hash(table: &TableDef<'_>, shard: &ShardDef<'_>, dialect: Dialect) -> String {
    let input = |&at: &usize| (dialect.quote(table.columns[at].name), table.columns[at].ty.scalar);
    let inputs: Vec<(String, Scalar)> = shard.inputs.iter().map(input).collect();
    let fingerprint = dialect.fingerprint(&inputs);
    if shard.count.is_power_of_two() {
        format!("{fingerprint} & {}", shard.count - 1)
    } else {
        dialect.modulo(&fingerprint, shard.count)
    }
}

pub(super) fn add_foreign_key(
    table: &TableDef<'_>,
    key: &ForeignKeyDef<'_>,
    name: &str,
    dialect: Dialect,
) -> String {
    let (other, columns) = match key.references {
        ReferenceDef::Table { table, .. } => {
            let other = table();
            let columns = (0..key.referenced_count()).filter_map(|at| key.referenced(other, at).1);
            (Path::of(other), list(other, columns, dialect))
        }
        ReferenceDef::Named { schema, table, columns } => {
            let columns: Vec<String> = columns.iter().map(|name| dialect.quote(name)).collect();
            (Path { schema, name: table }, columns.join(", "))
        }
    };
    let own = list(table, key.columns.iter().copied(), dialect);
    format!(
        "ALTER TABLE {} ADD {}{}",
        path(Path::of(table), dialect),
        constraint(name, dialect),
        foreign_key(&own, other, &columns, key.on_delete, dialect)
    )
}

/// A foreign key without its name. The columns are lists.
pub(super) fn foreign_key(
    columns: &str,
    other: Path<'_>,
    other_columns: &str,
    action: OnDelete,
    dialect: Dialect,
) -> String {
    format!(
        "FOREIGN KEY ({columns}) REFERENCES {} ({other_columns}) {}",
        path(other, dialect),
        on_delete(action).unwrap_or("NOT ENFORCED")
    )
}

pub(crate) const fn on_delete(action: OnDelete) -> Option<&'static str> {
    match action {
        OnDelete::NoAction => Some("ON DELETE NO ACTION"),
        OnDelete::Cascade => Some("ON DELETE CASCADE"),
        OnDelete::Unchecked => None,
    }
}
