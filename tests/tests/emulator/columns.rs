//! Columns: types, fills, defaults, generated columns, checks, row deletion policies.

use serde_json::json;
use spanner_keys::Dialect;
use spanner_keys::schema::{
    CheckDef, ColumnDef, CounterOptions, Fill, Scalar, SqlText, SqlType, TableDef, Ttl,
};
use spanner_keys_tests::emulator::Emulator;

use super::Case;
use super::tables::{
    col, filled, generated, keyed, led_by, list, make, null, quoted, refused, sequence, table, two,
};

pub(crate) const CASES: &[Case] = cases![
    every_type,
    every_fill,
    server_fills_keys,
    counters,
    defaults_and_generated_columns,
    virtual_columns_have_no_not_null_and_no_length,
    checks,
    commit_timestamps_and_expiry
];

const SCALARS: [Scalar; 10] = [
    Scalar::Bool,
    Scalar::Int64,
    Scalar::Float32,
    Scalar::Float64,
    Scalar::Numeric,
    Scalar::Text,
    Scalar::Binary,
    Scalar::CalendarDate,
    Scalar::UtcTimestamp,
    Scalar::JsonDocument,
];

fn every_type(emulator: &Emulator, dialect: Dialect) -> Result<(), String> {
    let names: Vec<String> = (0..100).map(|at| format!("C{at}")).collect();
    let mut columns = vec![col("Id", SqlType::INT64)];
    for scalar in SCALARS {
        let one = SqlType::of(scalar);
        let mut types = vec![one, one.array()];
        if matches!(scalar, Scalar::Text | Scalar::Binary) {
            types.extend([one.with_length(1), one.with_length(300), one.with_length(7).array()]);
            types.push(one.with_length(if scalar == Scalar::Text {
                2_621_440
            } else {
                10_485_760
            }));
        }
        for ty in types {
            columns.push(col(&names[columns.len()], ty));
            columns.push(null(&names[columns.len()], ty));
        }
    }
    make(emulator, dialect, &[keyed("Types", &columns)]).map(drop)
}

/// Every fill, and every type that a key of the dialect may have.
fn every_fill(emulator: &Emulator, dialect: Dialect) -> Result<(), String> {
    let none = CounterOptions::default();
    let fills = [
        ("Supplied", SqlType::text(20), Fill::Supplied),
        ("UuidText", SqlType::text(36), Fill::UuidV4),
        ("UuidLongText", SqlType::TEXT, Fill::UuidV4),
        ("UuidBytes", SqlType::bytes(16), Fill::UuidV4),
        ("UuidV7Text", SqlType::text(36), Fill::UuidV7),
        ("UuidV7Bytes", SqlType::bytes(16), Fill::UuidV7),
        ("UlidText", SqlType::text(26), Fill::UlidKey),
        ("UlidBytes", SqlType::bytes(16), Fill::UlidKey),
        ("Random", SqlType::INT64, Fill::Random),
        ("BitReversed", SqlType::INT64, Fill::BitReversed),
        ("Sequence", SqlType::INT64, sequence("FillSequence", none)),
        ("Identity", SqlType::INT64, Fill::Identity(none)),
        ("Default", SqlType::INT64, Fill::Default(SqlText::both("7"))),
        ("Bool", SqlType::BOOL, Fill::Supplied),
        ("Date", SqlType::DATE, Fill::Supplied),
        ("Time", SqlType::TIMESTAMP, Fill::Supplied),
        ("Float", SqlType::FLOAT64, Fill::Supplied),
        ("Bytes", SqlType::BYTES, Fill::Supplied),
    ];
    let tables = fills.map(|(name, ty, fill)| table(name, [filled("Id", ty, fill)]));
    make(emulator, dialect, &tables).map(drop)
}

fn server_fills_keys(emulator: &Emulator, dialect: Dialect) -> Result<(), String> {
    let none = CounterOptions::default();
    let columns = [
        filled("Id", SqlType::text(36), Fill::UuidV4),
        filled("Bytes", SqlType::bytes(16), Fill::UuidV4),
        filled("FromSequence", SqlType::INT64, sequence("Counter", none)),
        filled("FromIdentity", SqlType::INT64, Fill::Identity(none)),
        col("Note", SqlType::TEXT),
    ];
    let database = make(emulator, dialect, &[keyed("Filled", &columns)])?;
    let inserted = database.insert("Filled", &["Note"], &[vec![json!("a")]]);
    match dialect {
        Dialect::GoogleSql => inserted?,
        // PostgreSQL has no default for bytes.
        Dialect::PostgreSql => {
            refused(inserted, "Bytes")?;
            let row = vec![json!("a"), json!("AAAAAAAAAAAAAAAAAAAAAA==")];
            database.insert("Filled", &["Note", "Bytes"], &[row])?;
        }
    }
    let names = ["Id", "Bytes", "FromSequence", "FromIdentity"];
    let names = names.map(|name| quoted(dialect, name)).join(", ");
    let rows = database.query(&format!("SELECT {names} FROM {}", quoted(dialect, "Filled")))?;
    let lengths: Vec<usize> =
        rows.iter().flatten().map(|value| value.as_str().map_or(0, str::len)).collect();
    // A text of 36, 16 bytes in base64, and the first values of two bit-reversed counters.
    if lengths != [36, 24, 19, 19] {
        return Err(format!("{rows:?}"));
    }
    Ok(())
}

fn counters(emulator: &Emulator, dialect: Dialect) -> Result<(), String> {
    let skip = CounterOptions { skip_range: Some((1, 1000)), start_counter: None };
    let start = CounterOptions { skip_range: None, start_counter: Some(50) };
    let all = CounterOptions { skip_range: Some((-5, 5)), start_counter: Some(i64::MAX) };
    let one = CounterOptions { skip_range: Some((7, 7)), start_counter: Some(1) };
    let columns = [
        filled("Id", SqlType::INT64, sequence("Skipping", skip)),
        filled("A", SqlType::INT64, sequence("Starting", start)),
        filled("B", SqlType::INT64, sequence("Everything", all)),
        // Two columns share one sequence.
        filled("C", SqlType::INT64, sequence("Skipping", skip)),
        filled("D", SqlType::INT64, Fill::Identity(skip)),
        filled("E", SqlType::INT64, Fill::Identity(start)),
        filled("F", SqlType::INT64, Fill::Identity(one)),
        filled("G", SqlType::INT64, Fill::Identity(CounterOptions::default())),
    ];
    make(emulator, dialect, &[keyed("Counters", &columns)]).map(drop)
}

fn defaults_and_generated_columns(emulator: &Emulator, dialect: Dialect) -> Result<(), String> {
    let columns = [
        col("Id", SqlType::INT64),
        filled("Now", SqlType::TIMESTAMP, Fill::Default(two("CURRENT_TIMESTAMP()", "now()"))),
        filled(
            "Note",
            SqlType::text(30),
            Fill::Default(two(r"'it\'s; -- (#{{ok}}'", "'it''s; -- (#{{ok}}'")),
        ),
        filled("Sum", SqlType::INT64, Fill::Default(SqlText::both("(5 + 6) * 2"))),
        ColumnDef {
            nullable: true,
            ..filled("Tags", SqlType::TEXT.array(), Fill::Default(two("[]", "ARRAY[]::text[]")))
        },
        ColumnDef { field: "e_mail", ..null("EMail", SqlType::text(320)) },
        ColumnDef {
            nullable: true,
            ..filled(
                "Lower",
                SqlType::text(320),
                generated(two("LOWER({e_mail})", "lower({e_mail})"), true),
            )
        },
        filled("Twice", SqlType::INT64, generated(SqlText::both("{Id} * 2"), true)),
        // GoogleSQL also generates from a generated column; PostgreSQL does not.
        filled("FourTimes", SqlType::INT64, generated(two("{Twice} * 2", "{Id} * 4"), true)),
    ];
    let database = make(emulator, dialect, &[keyed("Texts", &columns)])?;
    database.insert("Texts", &["Id", "EMail"], &[vec![json!("21"), json!("A@B.C")]])?;
    let sql = match dialect {
        Dialect::GoogleSql => "SELECT Note, Sum, Lower, FourTimes FROM Texts",
        Dialect::PostgreSql => r#"SELECT "Note", "Sum", "Lower", "FourTimes" FROM "Texts""#,
    };
    let rows = database.query(sql)?;
    if rows != [[json!("it's; -- (#{ok}"), json!("22"), json!("a@b.c"), json!("84")]] {
        return Err(format!("{rows:?}"));
    }
    Ok(())
}

fn virtual_columns_have_no_not_null_and_no_length(
    emulator: &Emulator,
    dialect: Dialect,
) -> Result<(), String> {
    let columns = [
        col("Id", SqlType::INT64),
        filled(
            "Text",
            SqlType::text(12),
            generated(two("CAST({Id} AS STRING)", "{Id}::text"), false),
        ),
        filled("Number", SqlType::INT64, generated(SqlText::both("{Id} + 1"), false)),
    ];
    make(emulator, dialect, &[keyed("Virtuals", &columns)]).map(drop)
}

fn checks(emulator: &Emulator, dialect: Dialect) -> Result<(), String> {
    let columns = [
        col("Id", SqlType::INT64),
        ColumnDef { field: "order_total", ..col("Total", SqlType::INT64) },
    ];
    let table = TableDef {
        checks: list([
            CheckDef { name: Some("Positive"), sql: SqlText::both("{order_total} >= 0") },
            CheckDef { name: None, sql: SqlText::both("{order_total} < 1000") },
            CheckDef { name: None, sql: SqlText::both("{order_total} <> 13") },
            CheckDef { name: None, sql: SqlText::both("({Id} > 0) OR ({order_total} > 5)") },
            CheckDef {
                name: None,
                sql: two("MOD(Id, 2) = 0 OR Id > 3", r#"mod("Id", 2) = 0 OR "Id" > 3"#),
            },
        ]),
        ..keyed("Checked", &columns)
    };
    let database = make(emulator, dialect, &[table])?;
    let row = |id: &str, total: &str| {
        database.insert("Checked", &["Id", "Total"], &[vec![json!(id), json!(total)]])
    };
    row("2", "7")?;
    refused(row("4", "-1"), "Positive")?;
    refused(row("4", "1000"), "Checked_Total_ck")?;
    refused(row("4", "13"), "Checked_Total_ck_2")?;
    refused(row("0", "1"), "Checked_Id_Total_ck")?;
    refused(row("1", "1"), "Checked_ck")
}

fn commit_timestamps_and_expiry(emulator: &Emulator, dialect: Dialect) -> Result<(), String> {
    let columns = [
        col("Id", SqlType::INT64),
        ColumnDef { commit_timestamp: true, ..col("At", SqlType::TIMESTAMP) },
        ColumnDef { commit_timestamp: true, ..null("Seen", SqlType::TIMESTAMP) },
    ];
    let plain = [col("Id", SqlType::INT64), null("Until", SqlType::TIMESTAMP)];
    let computed = [
        col("Id", SqlType::INT64),
        col("From", SqlType::TIMESTAMP),
        filled("Until", SqlType::TIMESTAMP, generated(SqlText::both("{From}"), true)),
    ];
    let expiring = |table, column, days| TableDef { ttl: Some(Ttl { column, days }), ..table };
    let tables = [
        expiring(led_by(2, "Events", &columns), 1, 30),
        expiring(keyed("Now", &plain), 1, 0),
        expiring(keyed("Weekly", &plain), 1, 7),
        expiring(keyed("Late", &plain), 1, 3650),
        expiring(keyed("Computed", &computed), 2, 1),
    ];
    make(emulator, dialect, &tables).map(drop)
}
