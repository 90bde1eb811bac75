//! Everything that is specific to PostgreSQL.

use super::sql::LexicalRules;
use super::write::{filled, list, path, setting, settings, sorted};
use crate::dialect::Dialect;
use crate::schema::facts::Path;
use crate::schema::limits::POSTGRESQL_NAME_LENGTH;
use crate::schema::{CounterOptions, IndexDef, Scalar, SqlType, TableDef};

const POSTGRESQL: Dialect = Dialect::PostgreSql;

/// The longest name, in bytes.
pub(super) const NAME_LIMIT: usize = POSTGRESQL_NAME_LENGTH;

pub(super) const LEXICAL_RULES: LexicalRules =
    LexicalRules { hash_comments: false, backslashes: false, quotes: b"'\"", dollar_quotes: true };

pub(super) const PENDING_COMMIT_TIMESTAMP: &str = "SPANNER.PENDING_COMMIT_TIMESTAMP()";
pub(super) const RETURNING: &str = " RETURNING ";
pub(super) const COMMIT_TIMESTAMP_TYPE: &str = "spanner.commit_timestamp";

/// The only place where a name is inserted into SQL. A rule refuses names with a quote.
pub(super) fn quote(name: &str) -> String {
    format!("\"{}\"", name.replace('"', "\"\""))
}

/// A text as a literal, in which only quotes have a meaning.
pub(super) fn text_literal(text: &str) -> String {
    format!("'{}'", text.replace('\'', "''"))
}

pub(super) fn index_hint(path: &str) -> String {
    format!("/*@ FORCE_INDEX={} */", quote(path))
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

/// A random UUID from the server, which cannot generate one as bytes; the client does that.
pub(super) fn uuid_default(scalar: Scalar) -> Option<String> {
    let uuid = match scalar {
        Scalar::Text => "spanner.generate_uuid()",
        Scalar::NativeUuid => "gen_random_uuid()",
        _ => return None,
    };
    Some(format!("DEFAULT {uuid}"))
}

pub(super) fn generated(sql: &str, stored: bool) -> String {
    format!("GENERATED ALWAYS AS ({sql}) {}", if stored { "STORED" } else { "VIRTUAL" })
}

/// The raw name: quotes inside the literal would be part of it.
pub(super) fn sequence_default(name: Path<'_>) -> String {
    format!("DEFAULT nextval('{name}')")
}

pub(super) fn create_sequence(name: Path<'_>, options: CounterOptions) -> String {
    format!("CREATE SEQUENCE {} {}", path(name, POSTGRESQL), POSTGRESQL.counter(options))
}

pub(super) fn skip_range(min: i64, max: i64) -> String {
    format!("SKIP RANGE {min} {max}")
}

pub(super) fn create_table(
    first_line: &str,
    lines: &[String],
    key: Option<String>,
    mut clauses: Vec<String>,
) -> String {
    let key = key.map(|key| format!("PRIMARY KEY ({key})"));
    let lines = lines.iter().cloned().chain(key).collect::<Vec<_>>().join(",\n  ");
    clauses.insert(0, format!("{first_line}\n  {lines}\n)"));
    clauses.join(" ")
}

pub(super) fn vector(length: u32) -> String {
    format!(" vector length {length}")
}

pub(super) fn row_deletion_policy(column: &str, days: u32) -> String {
    format!("TTL INTERVAL '{days} days' ON {column}")
}

/// Options that are a separate clause here. The value is a name, and a text in GoogleSQL.
pub(crate) const NAMED_OPTIONS: [(&str, &str); 2] =
    [("locality_group", "LOCALITY GROUP"), ("columnar_policy", "COLUMNAR POLICY")];

pub(super) fn option_clauses(options: &[(&str, &str)]) -> Vec<String> {
    let mut clauses = Vec::new();
    let mut others: Vec<String> = Vec::new();
    for (name, value) in options {
        let named = NAMED_OPTIONS.iter().find(|(known, _)| known == name);
        match named {
            Some((_, clause)) if value.eq_ignore_ascii_case("null") => {
                // Every database has the group of this name.
                let none = if *name == "locality_group" { "\"default\"" } else { "NULL" };
                clauses.push(format!("{clause} {none}"));
            }
            Some((_, clause)) => {
                clauses.push(format!("{clause} {}", quote(value.trim_matches(['\'', '"']))));
            }
            None => others.push(setting((name, value))),
        }
    }
    if !others.is_empty() {
        clauses.insert(0, format!("WITH ({})", others.join(", ")));
    }
    clauses
}

/// The same number as GoogleSQL's FARM_FINGERPRINT.
pub(super) fn fingerprint(inputs: &[(String, Scalar)]) -> String {
    match inputs {
        [(name, Scalar::Binary)] => format!("spanner.farm_fingerprint({name})"),
        many => {
            let texts: Vec<String> = many.iter().map(as_text).collect();
            format!("spanner.farm_fingerprint({})", joined(&texts))
        }
    }
}

/// The texts with 0x1F between them, joined as a balanced tree: Spanner limits the depth of
/// expressions, and a chain of `||` is as deep as it is long.
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

/// `mod` keeps the sign of the hash, so the sign bit is cleared first.
pub(super) fn modulo(fingerprint: &str, count: u16) -> String {
    format!("mod({fingerprint} & 9223372036854775807, {count})")
}

/// The text of a value, the same in every session. A cast of a timestamp would depend on the time
/// zone, and bytes have no cast, so their own fingerprint is used.
fn as_text((name, scalar): &(String, Scalar)) -> String {
    match scalar {
        Scalar::Text => name.clone(),
        Scalar::Binary => format!("spanner.farm_fingerprint({name})::text"),
        Scalar::UtcTimestamp => format!("((extract(epoch from {name}) * 1000000)::bigint)::text"),
        _ => format!("{name}::text"),
    }
}

pub(super) fn create_index(table: &TableDef<'_>, index: &IndexDef<'_>) -> String {
    let unique = if index.unique { "UNIQUE " } else { "" };
    let columns = index.columns.iter().map(|part| (part.column, part.descending));
    // The index belongs to the schema of its table and is created without naming it.
    let mut clauses = vec![format!(
        "CREATE {unique}INDEX {} ON {} ({})",
        quote(index.name),
        path(Path::of(table), POSTGRESQL),
        sorted(table, columns, POSTGRESQL)
    )];
    if !index.storing.is_empty() {
        let storing = list(table, index.storing.iter().copied(), POSTGRESQL);
        clauses.push(format!("INCLUDE ({storing})"));
    }
    clauses.extend(option_clauses(&settings(index.options)));
    if let Some(host) = table.index_host(index) {
        clauses.push(format!("INTERLEAVE IN {}", path(Path::of(host), POSTGRESQL)));
    }
    let mut not_null = index.not_null.to_vec();
    if table.leaves_nulls_out(index) {
        let columns = index.columns.iter().map(|part| part.column);
        let nullable = columns.filter(|column| table.is_nullable(*column));
        not_null.extend(nullable.filter(|column| !index.not_null.contains(column)));
    }
    if !not_null.is_empty() {
        clauses.push(format!("WHERE {}", filled(table, not_null, POSTGRESQL)));
    }
    clauses.join(" ")
}
