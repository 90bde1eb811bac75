//! Every word of Spanner's PostgreSQL.

use super::plan::{
    Check, Column, Condition, ForeignKey, Hash, Index, Sorted, Statement, Table, Value,
};
use super::text::Lexis;
use super::view::Path;
use crate::schema::{CounterOptions, OnDelete, Scalar, SqlType};

/// The longest name, in bytes; Spanner cuts longer ones without a word.
pub(super) const NAME_LIMIT: usize = 63;

pub(super) const LEXIS: Lexis =
    Lexis { hash_comments: false, backslashes: false, quotes: b"'\"", dollar_quotes: true };

pub(super) const PENDING_COMMIT_TIMESTAMP: &str = "SPANNER.PENDING_COMMIT_TIMESTAMP()";
pub(super) const RETURNING: &str = " RETURNING ";

/// The only place where a name enters the text. Names have no quote: `names::check` saw to that.
pub(super) fn quote(name: &str) -> String {
    format!("\"{name}\"")
}

pub(super) fn index_hint(path: &str) -> String {
    format!("/*@ FORCE_INDEX={} */", quote(path))
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

pub(super) fn type_name(ty: SqlType) -> String {
    let one = match (ty.scalar, ty.length) {
        (Scalar::Text, Some(length)) => format!("varchar({length})"),
        (scalar, _) => type_word(scalar).to_owned(),
    };
    if ty.array { format!("{one}[]") } else { one }
}

/// A type's name without its length; `bytea` never has one.
const fn type_word(scalar: Scalar) -> &'static str {
    match scalar {
        Scalar::Bool => "boolean",
        Scalar::Int64 => "bigint",
        Scalar::Float32 => "real",
        Scalar::Float64 => "double precision",
        Scalar::Numeric => "numeric",
        Scalar::Text => "text",
        Scalar::Binary => "bytea",
        Scalar::NativeUuid => "uuid",
        Scalar::CalendarDate => "date",
        Scalar::UtcTimestamp => "timestamptz",
        Scalar::JsonDocument => "jsonb",
    }
}

/// A random UUID made by the server. There is no way to make one as bytes here; the client fills
/// those.
pub(super) const fn uuid_default(scalar: Scalar) -> Option<&'static str> {
    match scalar {
        Scalar::Text => Some("spanner.generate_uuid()"),
        Scalar::NativeUuid => Some("gen_random_uuid()"),
        _ => None,
    }
}

pub(super) fn statement(statement: &Statement<'_>) -> String {
    match statement {
        Statement::Schema(name) => format!("CREATE SCHEMA {}", quote(name)),
        Statement::Sequence(name, options) => {
            format!("CREATE SEQUENCE {} {}", path(*name), counter(*options))
        }
        Statement::Table(it) => table(it),
        Statement::Index(it) => index(it),
        Statement::ForeignKey(it) => foreign_key(it),
    }
}

fn counter(options: CounterOptions) -> String {
    let mut words = vec!["BIT_REVERSED_POSITIVE".to_owned()];
    words.extend(options.skip_range.map(|(min, max)| format!("SKIP RANGE {min} {max}")));
    words.extend(options.start_counter.map(|start| format!("START COUNTER WITH {start}")));
    words.join(" ")
}

pub(super) fn create_table_line(table: Path<'_>) -> String {
    format!("CREATE TABLE {} (", path(table))
}

fn table(table: &Table<'_>) -> String {
    let mut lines: Vec<String> = table.columns.iter().map(column).collect();
    lines.extend(table.checks.iter().map(check));
    lines.push(format!("PRIMARY KEY ({})", sorted(&table.key)));
    let mut clauses =
        vec![format!("{}\n  {}\n)", create_table_line(table.path), lines.join(",\n  "))];
    if let Some((parent, action)) = table.parent {
        clauses.push(format!(
            "INTERLEAVE IN PARENT {} ON DELETE {}",
            path(parent),
            on_delete(action)
        ));
    }
    if let Some((column, days)) = table.ttl {
        clauses.push(format!("TTL INTERVAL '{days} days' ON {}", quote(column)));
    }
    clauses.join(" ")
}

fn column(column: &Column<'_>) -> String {
    let ty = if column.commit_timestamp {
        "spanner.commit_timestamp".to_owned()
    } else {
        type_name(column.ty)
    };
    let mut words = vec![quote(column.name), ty];
    if !column.nullable {
        words.push("NOT NULL".to_owned());
    }
    match &column.value {
        Value::Nothing => {}
        Value::Uuid => {
            words.extend(uuid_default(column.ty.scalar).map(|default| format!("DEFAULT {default}")))
        }
        // The parentheses are not needed here, but they keep the author's text in its place.
        Value::Default(sql) => words.push(format!("DEFAULT ({sql})")),
        Value::Generated { sql, stored: true } => {
            words.push(format!("GENERATED ALWAYS AS ({sql}) STORED"))
        }
        Value::Generated { sql, stored: false } => {
            words.push(format!("GENERATED ALWAYS AS ({sql}) VIRTUAL"))
        }
        // The raw name: quotes inside the literal would be part of it.
        Value::Sequence(name) => words.push(format!("DEFAULT nextval('{}')", name.label())),
        Value::Identity(options) => {
            words.push(format!("GENERATED BY DEFAULT AS IDENTITY ({})", counter(*options)))
        }
        Value::Shard(shard) => words.push(format!("GENERATED ALWAYS AS ({}) STORED", hash(shard))),
    }
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

/// The texts with 0x1F between them. Halves are joined, and not one text after the other: Spanner
/// takes expressions of a limited depth, and a row of `||` is as deep as it is long.
fn joined(texts: &[String]) -> String {
    let side = |texts: &[String]| {
        if texts.len() == 1 { joined(texts) } else { format!("({})", joined(texts)) }
    };
    match texts {
        [] => "''".to_owned(),
        [one] => one.clone(),
        many => {
            let (left, right) = many.split_at(many.len().div_ceil(2));
            format!(r"{} || E'\x1f' || {}", side(left), side(right))
        }
    }
}

/// A number from 0 to `count - 1`. `mod` keeps the sign of the hash, so the sign bit goes first.
fn hash(hash: &Hash<'_>) -> String {
    let fingerprint = match hash.inputs.as_slice() {
        [(name, Scalar::Binary)] => format!("spanner.farm_fingerprint({})", quote(name)),
        [(name, scalar)] => format!("spanner.farm_fingerprint({})", as_text(name, *scalar)),
        many => {
            let texts: Vec<String> =
                many.iter().map(|(name, scalar)| as_text(name, *scalar)).collect();
            format!("spanner.farm_fingerprint({})", joined(&texts))
        }
    };
    if hash.count.is_power_of_two() {
        format!("{fingerprint} & {}", hash.count - 1)
    } else {
        format!("mod({fingerprint} & 9223372036854775807, {})", hash.count)
    }
}

/// The text of a value, the same in every session. A cast of a timestamp would depend on the time
/// zone, and bytes have no cast, so they enter as their own fingerprint.
fn as_text(name: &str, scalar: Scalar) -> String {
    let name = quote(name);
    match scalar {
        Scalar::Text => name,
        Scalar::Binary => format!("spanner.farm_fingerprint({name})::text"),
        Scalar::UtcTimestamp => format!("((extract(epoch from {name}) * 1000000)::bigint)::text"),
        _ => format!("{name}::text"),
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
    let kind = if index.unique { "UNIQUE INDEX" } else { "INDEX" };
    // The index lands in the schema of its table and takes no schema of its own here.
    let name = quote(index.path.name);
    let mut clauses =
        vec![format!("CREATE {kind} {name} ON {} ({})", path(index.table), sorted(&index.columns))];
    if !index.storing.is_empty() {
        clauses.push(format!("INCLUDE ({})", list(&index.storing)));
    }
    if let Some(parent) = index.interleave {
        clauses.push(format!("INTERLEAVE IN {}", path(parent)));
    }
    if index.null_filtered && !index.nullable.is_empty() {
        let filled: Vec<String> =
            index.nullable.iter().map(|name| format!("{} IS NOT NULL", quote(name))).collect();
        clauses.push(format!("WHERE {}", filled.join(" AND ")));
    }
    clauses.join(" ")
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
