//! Shard numbers: the database and the fingerprint in Rust must agree, for every type and count.

use serde_json::{Value, json};
use spanner_keys::Dialect;
use spanner_keys::keys::fingerprint::fingerprint64;
use spanner_keys::schema::{ColumnDef, KeyPart, ShardBy, SqlType, TableDef};
use spanner_keys_tests::emulator::Emulator;
use spanner_keys_tests::random::base64;

use super::Case;
use super::tables::{col, filled, led_by, list, make, quoted, refused, shard};

pub(crate) const CASES: &[Case] = cases![
    shards_of_one_column,
    shards_of_numeric in GoogleSql,
    shards_of_many_columns,
    shards_of_as_many_columns_as_a_key_has,
    shards_filled_by_the_client,
    shards_filled_at_random,
];

const COUNTS: [u16; 10] = [2, 3, 5, 7, 16, 48, 64, 100, 1000, 1024];

/// A value as it is sent, and the bytes that are hashed for it.
#[derive(Clone)]
struct Sample {
    wire: Value,
    bytes: Vec<u8>,
    /// Whether the column is BYTES; a hash of several columns uses their fingerprint instead.
    binary: bool,
}

type Samples = fn() -> Vec<Sample>;

fn sample(wire: &str, hashed: &str) -> Sample {
    Sample { wire: json!(wire), bytes: hashed.as_bytes().to_vec(), binary: false }
}

fn texts() -> Vec<Sample> {
    let long = "ab".repeat(100);
    [
        "", "a", "user-1", "é", "日本語 😀", "a\u{1f}b", "\u{1f}", "it's `q` \"q\" \\", " x ",
        "null\0byte", &long,
    ]
    .map(|text| sample(text, text))
    .into()
}

fn integers() -> Vec<Sample> {
    [0, 1, -1, 7, -5, 1_000_000_007, i64::MAX, i64::MIN]
        .map(|number: i64| sample(&number.to_string(), &number.to_string()))
        .into()
}

fn byte_strings() -> Vec<Sample> {
    let all: Vec<u8> = (0..=255).collect();
    [&b""[..], b"a", b"\0", b"\x1f", b"\xff\xfe\x00\x01", b"user-1", &all]
        .map(|bytes| Sample { wire: json!(base64(bytes)), bytes: bytes.to_vec(), binary: true })
        .into()
}

/// Each with the whole microseconds since 1970, rounded down.
fn timestamps() -> Vec<Sample> {
    [
        ("1970-01-01T00:00:00Z", "0"),
        ("1970-01-01T00:00:00.000000999Z", "0"),
        ("1969-12-31T23:59:59.999999999Z", "-1"),
        ("1969-12-31T23:59:59.123456789Z", "-876544"),
        ("1583-01-01T01:02:03.333333333Z", "-12212549876666667"),
        ("0001-01-01T00:00:00.000000001Z", "-62135596800000000"),
        ("2026-03-04T05:06:07.123456999Z", "1772600767123456"),
        ("2026-07-04T05:06:07Z", "1783141567000000"),
        ("9999-12-31T23:59:59.999999999Z", "253402300799999999"),
    ]
    .map(|(wire, micros)| sample(wire, micros))
    .into()
}

fn dates() -> Vec<Sample> {
    ["1970-01-01", "0001-01-01", "1600-02-29", "2026-12-31", "9999-12-31"]
        .map(|date| sample(date, date))
        .into()
}

fn booleans() -> Vec<Sample> {
    [true, false]
        .map(|value| Sample {
            wire: json!(value),
            ..sample("", if value { "true" } else { "false" })
        })
        .into()
}

fn numerics() -> Vec<Sample> {
    [
        ("0", "0"),
        ("1.50", "1.5"),
        ("-0.000000001", "-0.000000001"),
        ("1e3", "1000"),
        ("99999999999999999999999999999.999999999", "99999999999999999999999999999.999999999"),
    ]
    .map(|(wire, text)| sample(wire, text))
    .into()
}

/// The shard number of a row, computed as documented for users.
fn number(row: &[Sample], count: u16) -> i64 {
    let bytes = match row {
        [alone] => alone.bytes.clone(),
        many => {
            let parts: Vec<Vec<u8>> = many
                .iter()
                .map(|part| {
                    if part.binary {
                        fingerprint64(&part.bytes).cast_signed().to_string().into_bytes()
                    } else {
                        part.bytes.clone()
                    }
                })
                .collect();
            parts.join(&0x1f)
        }
    };
    let hash = fingerprint64(&bytes).cast_signed();
    if count.is_power_of_two() {
        hash & (i64::from(count) - 1)
    } else {
        (hash & i64::MAX) % i64::from(count)
    }
}

/// Creates a table with the columns as inputs and a shard for every count, one of them in the key;
/// writes the rows and compares.
fn compare(
    emulator: &Emulator,
    dialect: Dialect,
    types: &[SqlType],
    rows: &[Vec<Sample>],
) -> Result<(), String> {
    const INPUTS: [&str; 4] = ["A", "B", "C", "D"];
    let inputs: Vec<usize> = (2..types.len() + 2).collect();
    let names: Vec<String> = COUNTS.iter().map(|count| format!("Shard{count}")).collect();
    let mut columns = vec![
        filled("Leading", SqlType::INT64, shard(16, &inputs, ShardBy::Database)),
        col("Row", SqlType::INT64),
    ];
    columns.extend(types.iter().zip(INPUTS).map(|(&ty, name)| col(name, ty)));
    columns.extend(names.iter().zip(COUNTS).map(|(name, count)| {
        filled(name, SqlType::INT64, shard(count, &inputs, ShardBy::Database))
    }));
    let key: Vec<KeyPart<'_>> =
        [0].into_iter().chain(inputs.iter().copied()).chain([1]).map(KeyPart::new).collect();
    let table = TableDef { key: &key, ..TableDef::new("Sharded", &columns) };
    let database = make(emulator, dialect, &[table])?;
    let written: Vec<&str> = columns[1..2 + types.len()].iter().map(|column| column.name).collect();
    let values: Vec<Vec<Value>> = rows
        .iter()
        .enumerate()
        .map(|(at, row)| {
            [json!(at.to_string())]
                .into_iter()
                .chain(row.iter().map(|part| part.wire.clone()))
                .collect()
        })
        .collect();
    database.insert("Sharded", &written, &values)?;
    let quote = |name: &str| quoted(dialect, name);
    let read: Vec<String> =
        ["Leading"].into_iter().chain(names.iter().map(String::as_str)).map(quote).collect();
    let found = database.query(&format!(
        "SELECT {} FROM {} ORDER BY {}",
        read.join(", "),
        quote("Sharded"),
        quote("Row")
    ))?;
    if found.len() != rows.len() {
        return Err(format!("{} rows instead of {}", found.len(), rows.len()));
    }
    for (row, found) in rows.iter().zip(&found) {
        for (count, found) in [16].iter().chain(&COUNTS).zip(found) {
            let wanted = number(row, *count);
            if found != &json!(wanted.to_string()) || !(0..i64::from(*count)).contains(&wanted) {
                let row: Vec<&Value> = row.iter().map(|part| &part.wire).collect();
                return Err(format!(
                    "shard {count} of {row:?} is {found} in the database and {wanted} here"
                ));
            }
        }
    }
    Ok(())
}

fn shards_of_one_column(emulator: &Emulator, dialect: Dialect) -> Result<(), String> {
    for (ty, samples) in [
        (SqlType::TEXT, texts()),
        (SqlType::text(300), texts()),
        (SqlType::INT64, integers()),
        (SqlType::BYTES, byte_strings()),
        (SqlType::TIMESTAMP, timestamps()),
        (SqlType::DATE, dates()),
        (SqlType::BOOL, booleans()),
    ] {
        let rows: Vec<Vec<Sample>> = samples.into_iter().map(|sample| vec![sample]).collect();
        compare(emulator, dialect, &[ty], &rows).map_err(|error| format!("{ty:?}: {error}"))?;
    }
    Ok(())
}

fn shards_of_numeric(emulator: &Emulator, dialect: Dialect) -> Result<(), String> {
    let rows: Vec<Vec<Sample>> = numerics().into_iter().map(|sample| vec![sample]).collect();
    compare(emulator, dialect, &[SqlType::NUMERIC], &rows)?;
    let rows: Vec<Vec<Sample>> =
        numerics().into_iter().map(|sample| vec![sample, texts()[3].clone()]).collect();
    compare(emulator, dialect, &[SqlType::NUMERIC, SqlType::TEXT], &rows)
}

fn shards_of_many_columns(emulator: &Emulator, dialect: Dialect) -> Result<(), String> {
    let (text, bytes, time, day) =
        (SqlType::TEXT, SqlType::BYTES, SqlType::TIMESTAMP, SqlType::DATE);
    let pick = |samples: Vec<Sample>, at: usize| samples[at % samples.len()].clone();
    let check = |parts: &[(SqlType, Samples)]| {
        let rows: Vec<Vec<Sample>> = (0..12)
            .map(|at| {
                let steps = parts.iter().enumerate();
                steps.map(|(step, (_, samples))| pick(samples(), at * (step + 1))).collect()
            })
            .collect();
        let types: Vec<SqlType> = parts.iter().map(|(ty, _)| *ty).collect();
        compare(emulator, dialect, &types, &rows)
    };
    check(&[(text, texts), (SqlType::INT64, integers)])?;
    check(&[(text, texts), (text, texts)])?;
    check(&[(bytes, byte_strings), (time, timestamps)])?;
    check(&[(bytes, byte_strings), (bytes, byte_strings), (SqlType::bytes(300), byte_strings)])?;
    check(&[(SqlType::BOOL, booleans), (day, dates), (time, timestamps), (text, texts)])
}

fn shards_filled_by_the_client(emulator: &Emulator, dialect: Dialect) -> Result<(), String> {
    let columns: [ColumnDef<'_>; 4] = [
        filled("Shard", SqlType::INT64, shard(16, &[1, 2], ShardBy::Client)),
        col("At", SqlType::TIMESTAMP),
        col("Id", SqlType::bytes(16)),
        filled("Odd", SqlType::INT64, shard(7, &[2], ShardBy::Client)),
    ];
    let database = make(emulator, dialect, &[led_by(3, "Clients", &columns)])?;
    for (at, id) in timestamps().into_iter().zip(byte_strings()) {
        // The last of the byte strings is longer than the column.
        if id.bytes.len() > 16 {
            continue;
        }
        let (shard, odd) =
            (number(list([at.clone(), id.clone()]), 16), number(std::slice::from_ref(&id), 7));
        let row = |shard: i64, odd: i64| {
            let values = vec![
                json!(shard.to_string()),
                at.wire.clone(),
                id.wire.clone(),
                json!(odd.to_string()),
            ];
            database.insert("Clients", &["Shard", "At", "Id", "Odd"], &[values])
        };
        refused(row((shard + 1) % 16, odd), "Clients_Shard_shard")?;
        refused(row(shard, (odd + 1) % 7), "Clients_Odd_shard")?;
        row(shard, odd)?;
    }
    Ok(())
}

fn shards_filled_at_random(emulator: &Emulator, dialect: Dialect) -> Result<(), String> {
    let columns = [
        filled("Shard", SqlType::INT64, shard(48, &[], ShardBy::Chance)),
        ColumnDef { commit_timestamp: true, ..col("At", SqlType::TIMESTAMP) },
        col("Id", SqlType::INT64),
    ];
    let database = make(emulator, dialect, &[led_by(3, "Chances", &columns)])?;
    let row = |shard: &str| {
        let values = vec![json!(shard), json!("spanner.commit_timestamp()"), json!("1")];
        database.insert("Chances", &["Shard", "At", "Id"], &[values])
    };
    row("0")?;
    row("47")?;
    refused(row("48"), "Chances_Shard_shard")?;
    refused(row("-1"), "Chances_Shard_shard")
}

/// Fifteen inputs, each with the deepest expression that a type has: Spanner limits how deep
/// expressions nest.
fn shards_of_as_many_columns_as_a_key_has(
    emulator: &Emulator,
    dialect: Dialect,
) -> Result<(), String> {
    let names: Vec<String> = (0..15).map(|at| format!("t{at}")).collect();
    let inputs: Vec<usize> = (1..16).collect();
    let key: Vec<KeyPart<'_>> = (0..16).map(KeyPart::new).collect();
    for by in [ShardBy::Database, ShardBy::Client] {
        let mut columns = vec![filled("s", SqlType::INT64, shard(100, &inputs, by))];
        columns.extend(names.iter().map(|name| col(name, SqlType::TIMESTAMP)));
        make(emulator, dialect, &[TableDef { key: &key, ..TableDef::new("T", &columns) }])?;
    }
    Ok(())
}
