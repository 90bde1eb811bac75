//! Any text, number or list in the wire format, as a value of every column type. The first byte
//! selects the shape.
#![no_main]

use std::fmt::Debug;
use std::time::SystemTime;

use libfuzzer_sys::fuzz_target;
use spanner_keys::schema::SqlType;
use spanner_keys::value::WireValue;
use spanner_keys::{Column, Uuid};

/// What is read can be written, and is then read as the same value.
fn read<T: Column + Clone + Debug + PartialEq>(wire: &WireValue, ty: SqlType) {
    let Ok(value) = T::from_wire(wire.clone(), ty) else { return };
    let written = value.clone().into_wire(ty);
    match T::from_wire(written.clone(), ty) {
        Ok(again) => {
            // Not even NaN is equal to itself.
            let same = again == value || format!("{again:?}") == format!("{value:?}");
            assert!(same, "{wire:?} is {value:?}, {written:?} is {again:?}");
            assert_eq!(again.into_wire(ty), written, "from {wire:?}");
        }
        Err(error) => panic!("{wire:?} became {written:?}, which {error}"),
    }
}

fn read_all<T: Column + Clone + Debug + PartialEq>(wire: &WireValue, types: &[SqlType])
where
    Option<T>: Column,
{
    for ty in types {
        read::<T>(wire, *ty);
        read::<Option<T>>(wire, *ty);
    }
}

fuzz_target!(|bytes: &[u8]| {
    let Some((&shape, rest)) = bytes.split_first() else { return };
    let wire = match shape % 4 {
        0 | 1 => match std::str::from_utf8(rest) {
            Ok(text) => WireValue::Text(text.to_owned()),
            Err(_) => return,
        },
        2 => match rest.first_chunk() {
            Some(number) => WireValue::Number(f64::from_le_bytes(*number)),
            None => return,
        },
        _ => {
            let parts = rest.split(|byte| *byte == 0);
            let texts = parts.map(|part| WireValue::Text(String::from_utf8_lossy(part).into()));
            WireValue::List(texts.collect())
        }
    };
    if let WireValue::List(_) = wire {
        read::<Vec<i64>>(&wire, SqlType::INT64.array());
        read::<Vec<String>>(&wire, SqlType::TEXT.array());
        read::<Vec<Option<SystemTime>>>(&wire, SqlType::TIMESTAMP.array());
        return;
    }
    let text = [SqlType::TEXT, SqlType::text(36)];
    let bytes = [SqlType::BYTES, SqlType::bytes(16)];
    read_all::<String>(&wire, &text);
    read_all::<bytes::Bytes>(&wire, &bytes);
    read::<Vec<u8>>(&wire, SqlType::BYTES);
    read::<[u8; 16]>(&wire, SqlType::bytes(16));
    for ids in [&text[..], &bytes, &[SqlType::UUID]] {
        read_all::<Uuid>(&wire, ids);
        read_all::<ulid::Ulid>(&wire, ids);
    }
    read_all::<i8>(&wire, &[SqlType::INT64]);
    read_all::<u32>(&wire, &[SqlType::INT64]);
    read_all::<i64>(&wire, &[SqlType::INT64]);
    read_all::<f32>(&wire, &[SqlType::FLOAT32]);
    read_all::<f64>(&wire, &[SqlType::FLOAT64]);
    read_all::<rust_decimal::Decimal>(&wire, &[SqlType::NUMERIC]);
    read_all::<bigdecimal::BigDecimal>(&wire, &[SqlType::NUMERIC]);
    read_all::<serde_json::Value>(&wire, &[SqlType::JSON]);
    read_all::<SystemTime>(&wire, &[SqlType::TIMESTAMP]);
    read_all::<chrono::DateTime<chrono::Utc>>(&wire, &[SqlType::TIMESTAMP]);
    read_all::<time::OffsetDateTime>(&wire, &[SqlType::TIMESTAMP]);
    read_all::<jiff::Timestamp>(&wire, &[SqlType::TIMESTAMP]);
    read_all::<chrono::NaiveDate>(&wire, &[SqlType::DATE]);
    read_all::<time::Date>(&wire, &[SqlType::DATE]);
    read_all::<jiff::civil::Date>(&wire, &[SqlType::DATE]);
});
