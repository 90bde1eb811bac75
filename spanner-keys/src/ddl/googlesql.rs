//! Every word of GoogleSQL.

use super::plan::{
    Check, Column, Condition, ForeignKey, Hash, Index, Sorted, Statement, Table, Value,
};
use super::text::Lexis;
use super::view::Path;
use crate::schema::{CounterOptions, OnDelete, Scalar, SqlType};

/// The longest name, in characters.
pub(super) const NAME_LIMIT: usize = 128;

pub(super) const LEXIS: Lexis =
    Lexis { hash_comments: true, backslashes: true, quotes: b"'\"`", dollar_quotes: false };

pub(super) const PENDING_COMMIT_TIMESTAMP: &str = "PENDING_COMMIT_TIMESTAMP()";
pub(super) const RETURNING: &str = " THEN RETURN ";

/// The only place where a name enters the text. Names have no backtick and no backslash:
/// `names::check` saw to that.
pub(super) fn quote(name: &str) -> String {
    format!("`{name}`")
}

/// The emulator cannot tell when a query may use an index without NULLs; the service can, and does
/// not look at its hint.
pub(super) fn index_hint(path: &str, null_filtered: bool) -> String {
    let unchecked = if null_filtered {
        ", spanner_emulator.disable_query_null_filtered_index_check=true"
    } else {
        ""
    };
    format!("@{{FORCE_INDEX={}{unchecked}}}", quote(path))
}

fn path(path: Path<'_>) -> String {
    path.schema.map_or_else(
        || quote(path.name),
        |schema| format!("{}.{}", quote(schema), quote(path.name)),
    )
}

fn list(names: &[&str]) -> String {
    names.iter().map(|name| quote(name)).collect::<Vec<_>>().join(", ")
}

/// A type's name without its length.
pub(crate) const fn type_word(scalar: Scalar) -> &'static str {
    match scalar {
        Scalar::Bool => "BOOL",
        Scalar::Int64 => "INT64",
        Scalar::Float32 => "FLOAT32",
        Scalar::Float64 => "FLOAT64",
        Scalar::Numeric => "NUMERIC",
        Scalar::Text => "STRING",
        Scalar::Binary => "BYTES",
        Scalar::NativeUuid => "UUID",
        Scalar::CalendarDate => "DATE",
        Scalar::UtcTimestamp => "TIMESTAMP",
        Scalar::JsonDocument => "JSON",
    }
}

pub(super) fn type_name(ty: SqlType) -> String {
    let word = type_word(ty.scalar);
    let one = match (ty.scalar, ty.length) {
        (Scalar::Text | Scalar::Binary, Some(length)) => format!("{word}({length})"),
        (Scalar::Text | Scalar::Binary, None) => format!("{word}(MAX)"),
        _ => word.to_owned(),
    };
    if ty.array { format!("ARRAY<{one}>") } else { one }
}

/// A random UUID made by the server.
pub(super) const fn uuid_default(scalar: Scalar) -> Option<&'static str> {
    match scalar {
        Scalar::Text => Some("GENERATE_UUID()"),
        Scalar::Binary => Some("FROM_HEX(REPLACE(GENERATE_UUID(), '-', ''))"),
        Scalar::NativeUuid => Some("NEW_UUID()"),
        _ => None,
    }
}

pub(super) fn statement(statement: &Statement<'_>) -> String {
    match statement {
        Statement::Schema(name) => format!("CREATE SCHEMA {}", quote(name)),
        Statement::Sequence(name, options) => sequence(*name, *options),
        Statement::Table(it) => table(it),
        Statement::Index(it) => index(it),
        Statement::ForeignKey(it) => foreign_key(it),
    }
}

fn sequence(name: Path<'_>, options: CounterOptions) -> String {
    let mut settings = vec!["sequence_kind = 'bit_reversed_positive'".to_owned()];
    if let Some((min, max)) = options.skip_range {
        settings.push(format!("skip_range_min = {min}"));
        settings.push(format!("skip_range_max = {max}"));
    }
    if let Some(start) = options.start_counter {
        settings.push(format!("start_with_counter = {start}"));
    }
    format!("CREATE SEQUENCE {} OPTIONS ({})", path(name), settings.join(", "))
}

pub(super) fn create_table_line(table: Path<'_>) -> String {
    format!("CREATE TABLE {} (", path(table))
}

fn table(table: &Table<'_>) -> String {
    let mut lines: Vec<String> = table.columns.iter().map(column).collect();
    lines.extend(table.checks.iter().map(check));
    let lines = lines.join(",\n  ");
    let mut clauses = vec![format!(
        "{}\n  {lines}\n) PRIMARY KEY ({})",
        create_table_line(table.path),
        sorted(&table.key)
    )];
    if let Some((parent, action)) = table.parent {
        clauses.push(format!(
            "INTERLEAVE IN PARENT {} ON DELETE {}",
            path(parent),
            on_delete(action)
        ));
    }
    if let Some((column, days)) = table.ttl {
        clauses.push(format!(
            "ROW DELETION POLICY (OLDER_THAN({}, INTERVAL {days} DAY))",
            quote(column)
        ));
    }
    clauses.join(",\n  ")
}

fn column(column: &Column<'_>) -> String {
    let mut words = vec![quote(column.name), type_name(column.ty)];
    if !column.nullable {
        words.push("NOT NULL".to_owned());
    }
    match &column.value {
        Value::Nothing => {}
        Value::Uuid => words
            .extend(uuid_default(column.ty.scalar).map(|default| format!("DEFAULT ({default})"))),
        Value::Default(sql) => words.push(format!("DEFAULT ({sql})")),
        Value::Generated { sql, stored: true } => words.push(format!("AS ({sql}) STORED")),
        Value::Generated { sql, stored: false } => words.push(format!("AS ({sql})")),
        Value::Sequence(name) => {
            words.push(format!("DEFAULT (GET_NEXT_SEQUENCE_VALUE(SEQUENCE {}))", path(*name)))
        }
        Value::Identity(options) => {
            words.push(format!("GENERATED BY DEFAULT AS IDENTITY ({})", counter(*options)))
        }
        Value::Shard(shard) => words.push(format!("AS ({}) STORED", hash(shard))),
    }
    if column.commit_timestamp {
        words.push("OPTIONS (allow_commit_timestamp = true)".to_owned());
    }
    words.join(" ")
}

fn counter(options: CounterOptions) -> String {
    let mut words = vec!["BIT_REVERSED_POSITIVE".to_owned()];
    words.extend(options.skip_range.map(|(min, max)| format!("SKIP RANGE {min}, {max}")));
    words.extend(options.start_counter.map(|start| format!("START COUNTER WITH {start}")));
    words.join(" ")
}

fn check(check: &Check<'_>) -> String {
    let condition = match &check.condition {
        Condition::Text(sql) => sql.clone(),
        Condition::Hashed(column, from) => format!("{} = {}", quote(column), hash(from)),
        Condition::Below(column, count) => {
            format!("{} BETWEEN 0 AND {}", quote(column), count.saturating_sub(1))
        }
    };
    format!("CONSTRAINT {} CHECK ({condition})", quote(&check.name))
}

/// A number from 0 to `count - 1`. MOD keeps the sign of the hash, so the sign bit goes first.
fn hash(hash: &Hash<'_>) -> String {
    let fingerprint = match hash.inputs.as_slice() {
        [(name, Scalar::Binary)] => format!("FARM_FINGERPRINT({})", quote(name)),
        [(name, scalar)] => format!("FARM_FINGERPRINT({})", as_text(name, *scalar)),
        many => {
            let texts: Vec<String> =
                many.iter().map(|(name, scalar)| as_text(name, *scalar)).collect();
            format!(r"FARM_FINGERPRINT(CONCAT({}))", texts.join(r", '\x1f', "))
        }
    };
    if hash.count.is_power_of_two() {
        format!("{fingerprint} & {}", hash.count - 1)
    } else {
        format!("MOD({fingerprint} & 0x7FFFFFFFFFFFFFFF, {})", hash.count)
    }
}

/// The text of a value, the same in every session. A cast of a timestamp would depend on the time
/// zone, and bytes have no cast, so they enter as their own fingerprint.
fn as_text(name: &str, scalar: Scalar) -> String {
    let name = quote(name);
    match scalar {
        Scalar::Text => name,
        Scalar::Binary => format!("CAST(FARM_FINGERPRINT({name}) AS STRING)"),
        Scalar::UtcTimestamp => format!("CAST(UNIX_MICROS({name}) AS STRING)"),
        _ => format!("CAST({name} AS STRING)"),
    }
}

fn sorted(columns: &[Sorted<'_>]) -> String {
    let columns: Vec<String> = columns
        .iter()
        .map(|column| {
            format!("{}{}", quote(column.name), if column.descending { " DESC" } else { "" })
        })
        .collect();
    columns.join(", ")
}

fn index(index: &Index<'_>) -> String {
    let kind = match (index.unique, index.null_filtered) {
        (false, false) => "INDEX",
        (true, false) => "UNIQUE INDEX",
        (false, true) => "NULL_FILTERED INDEX",
        (true, true) => "UNIQUE NULL_FILTERED INDEX",
    };
    let columns = format!(
        "CREATE {kind} {} ON {} ({})",
        path(index.path),
        path(index.table),
        sorted(&index.columns)
    );
    let storing = if index.storing.is_empty() {
        String::new()
    } else {
        format!(" STORING ({})", list(&index.storing))
    };
    let interleave = index
        .interleave
        .map_or_else(String::new, |parent| format!(", INTERLEAVE IN {}", path(parent)));
    columns + &storing + &interleave
}

fn foreign_key(key: &ForeignKey<'_>) -> String {
    format!(
        "ALTER TABLE {} ADD CONSTRAINT {} FOREIGN KEY ({}) REFERENCES {} ({}) ON DELETE {}",
        path(key.table),
        quote(&key.name),
        list(&key.columns),
        path(key.referenced),
        list(&key.referenced_columns),
        on_delete(key.on_delete)
    )
}

const fn on_delete(action: OnDelete) -> &'static str {
    match action {
        OnDelete::NoAction => "NO ACTION",
        OnDelete::Cascade => "CASCADE",
    }
}
