//! FARM_FINGERPRINT and shard numbers of random keys: the database and Rust agree on every one.

use std::time::SystemTime;

use bigdecimal::BigDecimal;
use chrono::{DateTime, NaiveDate, Utc};
use rust_decimal::Decimal;
use serde_json::{Value, json};
use spanner_keys::keys::fingerprint::fingerprint64;
use spanner_keys::keys::{HashInput, shard_of};
use spanner_keys::schema::{ColumnDef, KeyPart, ShardBy, SqlType, TableDef};
use spanner_keys::value::WireValue;
use spanner_keys::{Column, Dialect, SpannerColumn, Uuid};
use spanner_keys_tests::emulator::Emulator;
use spanner_keys_tests::random::{self, Bar, Values, base64, to_json};
use ulid::Ulid;

use super::Case;
use super::tables::{col, filled, make, quoted, shard};

pub(crate) const CASES: &[Case] = cases![random_keys];

/// The rows of one table.
const ROWS: u32 = 400;
/// The names of its inputs.
const INPUTS: [&str; 6] = ["A", "B", "C", "D", "E", "F"];

#[derive(SpannerColumn)]
struct CustomerId(Uuid);

#[derive(SpannerColumn, Clone, Copy)]
#[column(rename_all = "SCREAMING_SNAKE_CASE")]
enum Color {
    DeepRed,
    #[column(name = "grün")]
    Green,
}

#[derive(SpannerColumn, Clone, Copy)]
#[column(storage = integer)]
enum Level {
    Low = -3,
    High = 70_000,
}

/// A Rust type as a key part: its column, a value of it on the wire, and what a shard hashes of
/// that value.
#[derive(Clone, Copy)]
struct Kind {
    ty: SqlType,
    value: fn(&mut Values) -> WireValue,
    hashed: fn(&WireValue, SqlType) -> Result<HashInput<'static>, String>,
}

/// Hashes through the Rust type, like a value of an application.
fn hashed<T: Column>(plain: &WireValue, ty: SqlType) -> Result<HashInput<'static>, String> {
    let value =
        T::from_wire(plain.clone(), ty).map_err(|problem| format!("{plain:?} {problem}"))?;
    Ok(value.hashed(ty).into_owned())
}

const fn kind<T: Column>(ty: SqlType, value: fn(&mut Values) -> WireValue) -> Kind {
    Kind { ty, value, hashed: hashed::<T> }
}

const TIME: fn(&mut Values) -> WireValue = |values| WireValue::Text(values.timestamp());
const DAY: fn(&mut Values) -> WireValue = |values| WireValue::Text(values.date());
const KINDS: &[Kind] = &[
    kind::<i64>(SqlType::INT64, |values| WireValue::Text(values.integer().to_string())),
    kind::<u32>(SqlType::INT64, |values| WireValue::Text((values.bits() >> 32).to_string())),
    kind::<i8>(SqlType::INT64, |values| {
        WireValue::Text(values.integer().to_le_bytes()[0].cast_signed().to_string())
    }),
    kind::<String>(SqlType::TEXT, |values| WireValue::Text(values.text(None, true))),
    kind::<String>(SqlType::text(20), |values| WireValue::Text(values.text(Some(20), true))),
    kind::<Vec<u8>>(SqlType::BYTES, |values| WireValue::Text(base64(&values.bytes(None, true)))),
    kind::<bytes::Bytes>(SqlType::bytes(40), |values| {
        WireValue::Text(base64(&values.bytes(Some(40), true)))
    }),
    kind::<Uuid>(SqlType::text(36), |values| WireValue::Text(values.uuid().to_string())),
    kind::<Uuid>(SqlType::bytes(16), |values| WireValue::Text(base64(values.uuid().as_bytes()))),
    kind::<Ulid>(SqlType::text(26), |values| {
        WireValue::Text(Ulid::from(values.uuid().as_u128()).to_string())
    }),
    kind::<Ulid>(SqlType::bytes(16), |values| WireValue::Text(base64(values.uuid().as_bytes()))),
    kind::<CustomerId>(SqlType::text(36), |values| WireValue::Text(values.uuid().to_string())),
    kind::<Color>(SqlType::TEXT, |values| {
        values.pick(&[Color::DeepRed, Color::Green]).into_wire(SqlType::TEXT)
    }),
    kind::<Level>(SqlType::INT64, |values| {
        values.pick(&[Level::Low, Level::High]).into_wire(SqlType::INT64)
    }),
    kind::<SystemTime>(SqlType::TIMESTAMP, TIME),
    kind::<DateTime<Utc>>(SqlType::TIMESTAMP, TIME),
    kind::<time::UtcDateTime>(SqlType::TIMESTAMP, TIME),
    kind::<time::OffsetDateTime>(SqlType::TIMESTAMP, TIME),
    kind::<jiff::Timestamp>(SqlType::TIMESTAMP, TIME),
    kind::<NaiveDate>(SqlType::DATE, DAY),
    kind::<time::Date>(SqlType::DATE, DAY),
    kind::<jiff::civil::Date>(SqlType::DATE, DAY),
    kind::<bool>(SqlType::BOOL, |values| WireValue::Boolean(values.one_in(2))),
    // The last two: PostgreSQL writes a NUMERIC in more than one way, so no shard hashes it there.
    kind::<BigDecimal>(SqlType::NUMERIC, |values| values.of(SqlType::NUMERIC, true)),
    kind::<Decimal>(SqlType::NUMERIC, |values| {
        let scale = u32::try_from(values.below(10)).unwrap_or(0);
        Decimal::new(values.integer(), scale).into_wire(SqlType::NUMERIC)
    }),
];

fn random_keys(emulator: &Emulator, dialect: Dialect) -> Result<(), String> {
    let wanted = random::count("SPANNER_KEYS_RANDOM_KEYS", 2000);
    let bar = Bar::new(&format!("random keys, {dialect}"), wanted.into());
    let mut values = Values::new(random::seed());
    let all = if dialect == Dialect::GoogleSql { KINDS } else { &KINDS[..KINDS.len() - 2] };
    // Every type once, then some at random.
    let mut once = all.chunks(INPUTS.len());
    let (mut keys, mut shards, mut fingerprints) = (0, 0, 0);
    while keys < wanted {
        let kinds = once.next().map_or_else(
            || (0..=values.below(INPUTS.len() - 1)).map(|_| values.pick(all)).collect(),
            <[Kind]>::to_vec,
        );
        let compared = one_table(emulator, dialect, &kinds, &mut values)
            .map_err(|error| format!("seed {}: {error}", random::seed()))?;
        shards += compared.0;
        fingerprints += compared.1;
        keys += ROWS;
        bar.step(ROWS.into());
    }
    println!(
        "{keys} random keys, {shards} shard numbers and {fingerprints} fingerprints equal in Rust and {dialect}"
    );
    Ok(())
}

/// One table over these types, with shards of each alone, and of all together in four counts; how
/// many shards and fingerprints were compared.
fn one_table(
    emulator: &Emulator,
    dialect: Dialect,
    kinds: &[Kind],
    values: &mut Values,
) -> Result<(usize, usize), String> {
    let counts: Vec<u16> = [values.below(1023), values.below(14), 14, values.below(200)]
        .map(|count| u16::try_from(count + 2).unwrap_or(2))
        .into();
    let inputs: Vec<usize> = (2..kinds.len() + 2).collect();
    // Each shard with its inputs.
    let shards: Vec<(u16, &[usize])> = counts
        .iter()
        .map(|&count| (count, &inputs[..]))
        .chain(inputs.chunks(1).zip(counts.iter().cycle()).map(|(one, &count)| (count, one)))
        .collect();
    let names: Vec<String> = (0..shards.len()).map(|at| format!("Shard{at}")).collect();
    let mut columns: Vec<ColumnDef<'_>> = vec![
        filled(&names[0], SqlType::INT64, shard(counts[0], &inputs, ShardBy::Database)),
        col("Row", SqlType::INT64),
    ];
    columns.extend(kinds.iter().zip(INPUTS).map(|(kind, name)| col(name, kind.ty)));
    columns.extend([col("AnyText", SqlType::TEXT), col("AnyBytes", SqlType::BYTES)]);
    columns.extend(names.iter().zip(&shards).skip(1).map(|(name, &(count, inputs))| {
        filled(name, SqlType::INT64, shard(count, inputs, ShardBy::Database))
    }));
    let key: Vec<KeyPart<'_>> =
        [0].into_iter().chain(inputs.iter().copied()).chain([1]).map(KeyPart::new).collect();
    let database =
        make(emulator, dialect, &[TableDef { key: &key, ..TableDef::new("Sharded", &columns) }])?;

    let rows: Vec<Vec<WireValue>> =
        (0..ROWS).map(|_| kinds.iter().map(|kind| (kind.value)(values)).collect()).collect();
    let others: Vec<(String, Vec<u8>)> =
        rows.iter().map(|_| (values.text(None, false), values.bytes(None, false))).collect();
    let written: Vec<&str> = columns[1..kinds.len() + 4].iter().map(|column| column.name).collect();
    let sent: Vec<Vec<Value>> = rows
        .iter()
        .zip(&others)
        .enumerate()
        .map(|(at, (row, (text, bytes)))| {
            [json!(at.to_string())]
                .into_iter()
                .chain(row.iter().map(to_json))
                .chain([json!(text), json!(base64(bytes))])
                .collect()
        })
        .collect();
    database.insert("Sharded", &written, &sent)?;

    let hash = match dialect {
        Dialect::GoogleSql => "FARM_FINGERPRINT",
        Dialect::PostgreSql => "spanner.farm_fingerprint",
    };
    let quote = |name: &str| quoted(dialect, name);
    let found = database.query(&format!(
        "SELECT {}, {hash}({}), {hash}({}) FROM {} ORDER BY {}",
        names.iter().map(|name| quote(name)).collect::<Vec<_>>().join(", "),
        quote("AnyText"),
        quote("AnyBytes"),
        quote("Sharded"),
        quote("Row")
    ))?;
    if found.len() != rows.len() {
        return Err(format!("{} rows instead of {}", found.len(), rows.len()));
    }
    for ((row, (text, bytes)), found) in rows.iter().zip(&others).zip(&found) {
        let parts = row
            .iter()
            .zip(kinds)
            .map(|(plain, kind)| (kind.hashed)(plain, kind.ty))
            .collect::<Result<Vec<_>, _>>()?;
        let hashes = [text.as_bytes(), bytes].map(|bytes| fingerprint64(bytes).cast_signed());
        // The inputs start at the third column.
        let wanted: Vec<Value> = shards
            .iter()
            .map(|(count, inputs)| shard_of(&parts[inputs[0] - 2..][..inputs.len()], *count))
            .chain(hashes)
            .map(|number| json!(number.to_string()))
            .collect();
        if *found != wanted {
            let shards: Vec<u16> = shards.iter().map(|(count, _)| *count).collect();
            return Err(format!(
                "shards {shards:?} of {row:?} and the hashes of {text:?} and {bytes:?} are {found:?}, here {wanted:?}"
            ));
        }
    }
    Ok((shards.len() * rows.len(), 2 * rows.len()))
}
