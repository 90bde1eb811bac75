//! The author's SQL: defaults, generated columns and checks for every type, with quotes and braces
//! in unexpected places.

use spanner_keys::schema::{Scalar, SqlText, SqlType};

use super::wish::Picks;
use crate::tables::two;

fn leak(text: &str, field: &str) -> &'static str {
    text.replace('$', &format!("{{{field}}}")).leak()
}

/// A default for this type, if the type has one.
pub(super) fn default_of(ty: SqlType, picks: &mut Picks<'_>) -> Option<SqlText<'static>> {
    let choices: &[(&str, &str)] = match (ty.scalar, ty.array) {
        (Scalar::Bool, false) => &[("TRUE", "true"), ("FALSE", "false")],
        (Scalar::Int64, false) => &[("1", "1"), ("ABS(-3)", "abs(-3)"), ("1 + 2", "1 + 2")],
        (Scalar::Float64, false) => &[("1.5", "1.5::float8")],
        (Scalar::Float32, false) => &[("CAST(1.5 AS FLOAT32)", "1.5::float4")],
        (Scalar::Numeric, false) => &[("NUMERIC '1.5'", "1.5")],
        (Scalar::Text, false) => &[
            ("'plain'", "'plain'"),
            (r"'it\'s'", "'it''s'"),
            ("'{{}} ;--('", "'{{}} ;--('"),
            ("\"`\"", "'`'"),
            ("'naïve 漢字'", "'naïve 漢字'"),
            ("UPPER('x')", "upper('x')"),
        ],
        (Scalar::Binary, false) => &[(r"b'\x00\xff'", r"'\x00ff'::bytea")],
        (Scalar::CalendarDate, false) => &[("DATE '2024-02-29'", "'2024-02-29'::date")],
        (Scalar::UtcTimestamp, false) => &[("CURRENT_TIMESTAMP()", "now()")],
        (Scalar::JsonDocument, false) => &[(r#"JSON '{{"a": [1, "}}"]}}'"#, "to_jsonb(1)")],
        (Scalar::Int64, true) => &[("[1, 2]", "ARRAY[1, 2]::bigint[]")],
        (Scalar::Text, true) => &[("['a', ')']", "ARRAY['a', ')']::text[]")],
        _ => return None,
    };
    picks.from(choices).map(|(google, postgres)| two(google, postgres))
}

/// An expression of this type from a column of the same type.
pub(super) fn generated_of(ty: SqlType, field: &str, picks: &mut Picks<'_>) -> SqlText<'static> {
    let choices: &[(&str, &str)] = match (ty.scalar, ty.array) {
        (Scalar::Int64, false) => {
            &[("$ + 1", "$ + 1"), ("MOD($, 7) - 2", "mod($, 7) - 2"), ("-($)", "-($)")]
        }
        (Scalar::Text, false) => &[
            ("LOWER($)", "lower($)"),
            ("CONCAT($, '{{')", "$ || '{{'"),
            ("UPPER(CONCAT($, ')'))", "upper($ || ')')"),
        ],
        (Scalar::Bool, false) => &[("NOT $", "NOT $")],
        _ => &[("$", "$")],
    };
    let (google, postgres) = picks.from(choices).unwrap_or(("$", "$"));
    SqlText { googlesql: Some(leak(google, field)), postgresql: Some(leak(postgres, field)) }
}

/// A condition on a column of this type.
pub(super) fn check_of(ty: SqlType, field: &str, picks: &mut Picks<'_>) -> SqlText<'static> {
    let choices: &[(&str, &str)] = match (ty.scalar, ty.array) {
        (Scalar::Int64, false) => &[
            ("$ > 0", "$ > 0"),
            ("($ > 0) OR ($ < -5)", "($ > 0) OR ($ < -5)"),
            ("$ IN (1, 2)", "$ <> 3"),
        ],
        (Scalar::Text, false) => &[
            ("$ <> ''", "$ <> ''"),
            (r"$ != 'it\'s {{)'", "$ <> 'it''s {{)'"),
            ("LENGTH($) > 2", "length($) > 2"),
            ("$ <> \"--\"", "$ <> '--'"),
        ],
        (Scalar::Bool, false) => &[("$", "$"), ("NOT $", "NOT $")],
        _ => &[("$ IS NOT NULL", "$ IS NOT NULL")],
    };
    let (google, postgres) = picks.from(choices).unwrap_or(("$ IS NOT NULL", "$ IS NOT NULL"));
    SqlText { googlesql: Some(leak(google, field)), postgresql: Some(leak(postgres, field)) }
}
