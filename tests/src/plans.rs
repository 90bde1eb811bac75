//! Options for plans between random schemas.

use spanner_keys::Dialect;
use spanner_keys::catalog::Catalog;
use spanner_keys::migrate::{Options, plan};
use spanner_keys::schema::Scalar;

/// The options that a plan asks for: every drop, by its name.
pub fn allow_all(from: &Catalog, to: &Catalog, mut options: Options) -> Result<Options, String> {
    loop {
        let refusals = plan(from, to, &options).refusals;
        let allow: Vec<String> = refusals.into_iter().filter_map(|one| one.allow).collect();
        if allow.is_empty() {
            return Ok(options);
        }
        for allow in allow {
            options = options.allow(&allow)?;
        }
    }
}

/// Values for the rows that have none in a column that becomes NOT NULL.
#[must_use]
pub fn backfills(wanted: &Catalog) -> Options {
    let (mut options, dialect) = (Options::new(), wanted.dialect());
    for table in wanted.tables() {
        for column in &table.columns {
            // The emulator's PostgreSQL has no such literal.
            let other = matches!(column.ty.scalar, Scalar::JsonDocument | Scalar::Float32);
            if dialect == Dialect::PostgreSql && other {
                continue;
            }
            let value = value_of(column.ty.scalar, column.ty.array, dialect);
            options = options.backfill(&format!("{}.{}", table.name, column.name), &value);
        }
    }
    options
}

fn value_of(scalar: Scalar, array: bool, dialect: Dialect) -> String {
    let (google, text, ty) = match scalar {
        Scalar::Bool => ("false", "false", "boolean"),
        Scalar::Int64 => ("0", "0", "bigint"),
        Scalar::Float32 => ("CAST(0 AS FLOAT32)", "0", "real"),
        Scalar::Float64 => ("0.0", "0", "double precision"),
        Scalar::Numeric => ("NUMERIC '0'", "0", "numeric"),
        Scalar::Text => ("''", "", "varchar"),
        Scalar::Binary => ("b''", "", "bytea"),
        Scalar::CalendarDate => ("DATE '2020-01-01'", "2020-01-01", "date"),
        Scalar::UtcTimestamp => {
            ("TIMESTAMP '2020-01-01 00:00:00+00'", "2020-01-01 00:00:00+00", "timestamptz")
        }
        Scalar::JsonDocument => ("JSON '{}'", "{}", "jsonb"),
        Scalar::NativeUuid => ("NEW_UUID()", "", "uuid"),
    };
    match (dialect, array) {
        (Dialect::GoogleSql, true) => "[]".to_owned(),
        (Dialect::GoogleSql, false) => google.to_owned(),
        (Dialect::PostgreSql, true) => format!("ARRAY[]::{ty}[]"),
        (Dialect::PostgreSql, false) => format!("'{text}'::{ty}"),
    }
}
