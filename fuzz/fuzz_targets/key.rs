//! Any bytes as a key. The first byte selects the type and the direction.
#![no_main]

use libfuzzer_sys::fuzz_target;
use spanner_keys::keys::order::{decode, encode};
use spanner_keys::schema::SqlType;

const TYPES: [SqlType; 11] = [
    SqlType::BOOL,
    SqlType::INT64,
    SqlType::FLOAT32,
    SqlType::FLOAT64,
    SqlType::NUMERIC,
    SqlType::TEXT,
    SqlType::BYTES,
    SqlType::UUID,
    SqlType::DATE,
    SqlType::TIMESTAMP,
    SqlType::JSON,
];

fuzz_target!(|bytes: &[u8]| {
    let Some((&choice, bytes)) = bytes.split_first() else { return };
    let (ty, descending) = (TYPES[usize::from(choice >> 1) % TYPES.len()], choice & 1 == 1);
    if let Some((value, rest)) = decode(bytes, ty, descending) {
        let mut again = Vec::new();
        let encoded = encode(&value, ty, descending, &mut again);
        assert_eq!(encoded, Ok(()), "{value:?}");
        assert_eq!(again, bytes[..bytes.len() - rest.len()], "{value:?}");
    }
    assert!(decode(bytes, ty.array(), descending).is_none());
});
