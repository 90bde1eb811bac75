//! Everything that is specific to GoogleSQL.

use super::sql::LexicalRules;
use super::write::{filled, list, path, setting, settings, sorted};
use crate::dialect::Dialect;
use crate::schema::facts::Path;
use crate::schema::limits::NAME_LENGTH;
use crate::schema::{CounterOptions, IndexDef, Scalar, SqlType, TableDef};

const GOOGLESQL: Dialect = Dialect::GoogleSql;

/// The longest name, in characters.
pub(super) const NAME_LIMIT: usize = NAME_LENGTH;

pub(super) const LEXICAL_RULES: LexicalRules =
    LexicalRules { hash_comments: true, backslashes: true, quotes: b"'\"`", dollar_quotes: false };

pub(super) const PENDING_COMMIT_TIMESTAMP: &str = "PENDING_COMMIT_TIMESTAMP()";
pub(super) const RETURNING: &str = " THEN RETURN ";
pub(super) const COMMIT_TIMESTAMP_OPTION: (&str, &str) = ("allow_commit_timestamp", "true");

/// The only place where a name is inserted into SQL. A rule refuses names with a backtick or a
/// backslash.
pub(super) fn quote(name: &str) -> String {
    format!("`{name}`")
}

/// A text as a literal, with escapes where the literal could end or break.
pub(super) fn text_literal(text: &str) -> String {
    let letters = text.chars().map(|letter| match letter {
        '\'' | '\\' => format!("\\{letter}"),
        letter if letter.is_control() => format!("\\u{:04x}", u32::from(letter)),
        letter => letter.to_string(),
    });
    format!("'{}'", letters.collect::<String>())
}

/// The emulator does not know when a query may use a null-filtered index. The service does, and
/// ignores this hint.
pub(super) fn index_hint(path: &str, null_filtered: bool) -> String {
    let unchecked = if null_filtered {
        ", spanner_emulator.disable_query_null_filtered_index_check=true"
    } else {
        ""
    };
    format!("@{{FORCE_INDEX={}{unchecked}}}", quote(path))
}

pub(super) fn type_name(ty: SqlType) -> String {
    let word = ty.scalar.name();
    let one = match (ty.scalar, ty.length) {
        (Scalar::Text | Scalar::Binary, Some(length)) => format!("{word}({length})"),
        (Scalar::Text | Scalar::Binary, None) => format!("{word}(MAX)"),
        _ => word.to_owned(),
    };
    if ty.array { format!("ARRAY<{one}>") } else { one }
}

/// A random UUID from the server.
pub(super) fn uuid_default(scalar: Scalar) -> Option<String> {
    let uuid = match scalar {
        Scalar::Text => "GENERATE_UUID()",
        Scalar::Binary => "FROM_HEX(REPLACE(GENERATE_UUID(), '-', ''))",
        Scalar::NativeUuid => "NEW_UUID()",
        _ => return None,
    };
    Some(format!("DEFAULT ({uuid})"))
}

pub(super) fn generated(sql: &str, stored: bool) -> String {
    format!("AS ({sql}){}", if stored { " STORED" } else { "" })
}

pub(super) fn sequence_default(name: Path<'_>) -> String {
    format!("DEFAULT (GET_NEXT_SEQUENCE_VALUE(SEQUENCE {}))", path(name, GOOGLESQL))
}

pub(super) fn create_sequence(name: Path<'_>, options: CounterOptions) -> String {
    let mut settings = vec!["sequence_kind = 'bit_reversed_positive'".to_owned()];
    if let Some((min, max)) = options.skip_range {
        settings.push(format!("skip_range_min = {min}"));
        settings.push(format!("skip_range_max = {max}"));
    }
    if let Some(start) = options.start_counter {
        settings.push(format!("start_with_counter = {start}"));
    }
    format!("CREATE SEQUENCE {} OPTIONS ({})", path(name, GOOGLESQL), settings.join(", "))
}

pub(super) fn skip_range(min: i64, max: i64) -> String {
    format!("SKIP RANGE {min}, {max}")
}

pub(super) fn create_table(
    first_line: &str,
    lines: &[String],
    key: Option<String>,
    mut clauses: Vec<String>,
) -> String {
    let lines = lines.join(",\n  ");
    let key = key.map_or_else(String::new, |key| format!(" PRIMARY KEY ({key})"));
    clauses.insert(0, format!("{first_line}\n  {lines}\n){key}"));
    clauses.join(",\n  ")
}

pub(super) fn vector(length: u32) -> String {
    format!("(vector_length=>{length})")
}

pub(super) fn row_deletion_policy(column: &str, days: u32) -> String {
    format!("ROW DELETION POLICY (OLDER_THAN({column}, INTERVAL {days} DAY))")
}

/// FARM_FINGERPRINT of quoted columns, joined with 0x1F.
pub(super) fn fingerprint(inputs: &[(String, Scalar)]) -> String {
    match inputs {
        [(name, Scalar::Binary)] => format!("FARM_FINGERPRINT({name})"),
        [one] => format!("FARM_FINGERPRINT({})", as_text(one)),
        many => {
            let texts: Vec<String> = many.iter().map(as_text).collect();
            format!(r"FARM_FINGERPRINT(CONCAT({}))", texts.join(r", '\x1f', "))
        }
    }
}

/// MOD keeps the sign of the hash, so the sign bit is cleared first.
pub(super) fn modulo(fingerprint: &str, count: u16) -> String {
    format!("MOD({fingerprint} & 0x7FFFFFFFFFFFFFFF, {count})")
}

/// The text of a value, the same in every session. A cast of a timestamp would depend on the time
/// zone, and bytes have no cast, so their own fingerprint is used.
fn as_text((name, scalar): &(String, Scalar)) -> String {
    match scalar {
        Scalar::Text => name.clone(),
        Scalar::Binary => format!("CAST(FARM_FINGERPRINT({name}) AS STRING)"),
        Scalar::UtcTimestamp => format!("CAST(UNIX_MICROS({name}) AS STRING)"),
        _ => format!("CAST({name} AS STRING)"),
    }
}

/// One clause has all options.
pub(super) fn option_clauses(options: &[(&str, &str)]) -> Vec<String> {
    let options: Vec<String> = options.iter().map(|option| setting(*option)).collect();
    let clause = (!options.is_empty()).then(|| format!("OPTIONS ({})", options.join(", ")));
    clause.into_iter().collect()
}

pub(super) fn create_index(table: &TableDef<'_>, index: &IndexDef<'_>) -> String {
    let unique = if index.unique { "UNIQUE " } else { "" };
    let null_filtered = if table.leaves_nulls_out(index) { "NULL_FILTERED " } else { "" };
    let columns = index.columns.iter().map(|part| (part.column, part.descending));
    let storing = if index.storing.is_empty() {
        String::new()
    } else {
        format!(" STORING ({})", list(table, index.storing.iter().copied(), GOOGLESQL))
    };
    let host = table.index_host(index).map_or_else(String::new, |host| {
        format!(", INTERLEAVE IN {}", path(Path::of(host), GOOGLESQL))
    });
    let filter = if index.not_null.is_empty() {
        String::new()
    } else {
        format!(" WHERE {}", filled(table, index.not_null.iter().copied(), GOOGLESQL))
    };
    let options = option_clauses(&settings(index.options));
    let options = options.first().map_or_else(String::new, |clause| format!(" {clause}"));
    format!(
        "CREATE {unique}{null_filtered}INDEX {} ON {} ({}){storing}{filter}{host}{options}",
        path(Path { schema: table.schema, name: index.name }, GOOGLESQL),
        path(Path::of(table), GOOGLESQL),
        sorted(table, columns, GOOGLESQL)
    )
}
