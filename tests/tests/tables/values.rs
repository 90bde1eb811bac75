//! Values that are refused, each next to one that is accepted: before they are sent, and when they
//! are read.

use std::collections::BTreeMap;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use bigdecimal::BigDecimal;
use chrono::{DateTime, NaiveDate, Utc};
use rust_decimal::Decimal;
use serde_json::json;
use spanner_keys::column::{FillValue, Json};
use spanner_keys::keys::{Seeded, Source as _, order};
use spanner_keys::schema::SqlType;
use spanner_keys::value::{RowError, ValueContext, ValueError, WireValue};
use spanner_keys::{Column, Dialect, SpannerColumn, Uuid};
use ulid::Ulid;

const GOOGLE: ValueContext = ValueContext { dialect: Dialect::GoogleSql, in_key: false };
const POSTGRES: ValueContext = ValueContext { dialect: Dialect::PostgreSql, in_key: false };
const KEY: ValueContext = ValueContext { dialect: Dialect::PostgreSql, in_key: true };

fn text(text: &str) -> WireValue {
    WireValue::Text(text.to_owned())
}

#[derive(SpannerColumn, Debug, PartialEq)]
enum Color {
    Red,
}

#[derive(SpannerColumn, Debug, PartialEq)]
struct Name(String);

#[test]
fn text_and_bytes_have_a_maximum_length() {
    let three = SqlType::text(3);
    assert_eq!("日本語".to_owned().check(three, GOOGLE), Ok(()), "code points count, not bytes");
    assert_eq!(
        "four".to_owned().check(three, GOOGLE),
        Err(ValueError::TooLong { length: 4, limit: 3 })
    );
    assert_eq!(
        Name("four".into()).check(three, GOOGLE),
        Err(ValueError::TooLong { length: 4, limit: 3 }),
        "through a newtype"
    );
    assert_eq!(
        Some("four".to_owned()).check(three, GOOGLE),
        Err(ValueError::TooLong { length: 4, limit: 3 }),
        "through an option"
    );
    assert_eq!(
        vec!["ok".to_owned(), "four".to_owned()].check(three.array(), GOOGLE),
        Err(ValueError::TooLong { length: 4, limit: 3 })
    );
    assert_eq!(Color::Red.check(three, GOOGLE), Ok(()));
    assert_eq!(
        Color::Red.check(SqlType::text(2), GOOGLE),
        Err(ValueError::TooLong { length: 3, limit: 2 }),
        "the name of a variant"
    );
    assert_eq!(vec![0_u8; 3].check(SqlType::bytes(3), GOOGLE), Ok(()));
    assert_eq!(
        vec![0_u8; 4].check(SqlType::bytes(3), GOOGLE),
        Err(ValueError::TooManyBytes { bytes: 4, limit: 3 })
    );
}

#[test]
fn nan_is_not_a_key() {
    assert_eq!(f64::NAN.check(SqlType::FLOAT64, KEY), Err(ValueError::NotANumber));
    assert_eq!(f64::INFINITY.check(SqlType::FLOAT64, KEY), Ok(()));
    assert_eq!(f64::NAN.check(SqlType::FLOAT64, POSTGRES), Ok(()), "outside a key it is a value");
}

#[test]
fn numbers_keep_the_digits_of_the_dialect() {
    let fits = |place, number: &str| {
        let number: BigDecimal = number.parse().expect("a number");
        number.check(SqlType::NUMERIC, place).is_ok()
    };
    assert!(fits(GOOGLE, "99999999999999999999999999999.999999999"));
    assert!(!fits(GOOGLE, "100000000000000000000000000000"), "30 digits before the point");
    assert!(fits(GOOGLE, "0.1000000000000"), "trailing zeros do not count");
    assert!(!fits(GOOGLE, "0.0000000001"), "10 digits after the point");
    assert!(fits(POSTGRES, "0.0000000001"));
    assert!(Decimal::new(1, 9).check(SqlType::NUMERIC, GOOGLE).is_ok());
    assert!(Decimal::new(1, 10).check(SqlType::NUMERIC, GOOGLE).is_err());
    assert!(Decimal::new(1, 10).check(SqlType::NUMERIC, POSTGRES).is_ok());
}

#[test]
fn times_stay_within_spanners_years() {
    let last = UNIX_EPOCH + Duration::from_secs(253_402_300_799);
    assert_eq!(last.check(SqlType::TIMESTAMP, GOOGLE), Ok(()));
    assert!(matches!(
        (last + Duration::from_secs(1)).check(SqlType::TIMESTAMP, GOOGLE),
        Err(ValueError::OutOfRange { .. })
    ));
    assert!(matches!(
        NaiveDate::MAX.check(SqlType::DATE, GOOGLE),
        Err(ValueError::OutOfRange { .. })
    ));
    assert!(
        SystemTime::from_wire(text("2026-02-29T00:00:00Z"), SqlType::TIMESTAMP).is_err(),
        "no such day"
    );
    assert!(SystemTime::from_wire(text("2024-02-29T00:00:00Z"), SqlType::TIMESTAMP).is_ok());
    assert!(NaiveDate::from_wire(text("0000-01-01"), SqlType::DATE).is_err());
    // A type with a smaller range than Spanner's reports its own limit.
    let late = jiff::Timestamp::from_wire(text("9999-12-31T23:00:00Z"), SqlType::TIMESTAMP);
    assert!(matches!(late, Err(ValueError::WrongKind { .. })), "{late:?}");
}

type Nested = (Option<f32>, Vec<BTreeMap<String, f64>>);

/// `serde_json` writes NaN as null, which is another value when it is read.
#[test]
fn json_has_neither_nan_nor_infinity() {
    let refused = |error: Result<(), ValueError>| matches!(error, Err(ValueError::NotJson { reason }) if reason.contains("NaN"));
    let nested = |single: Option<f32>, double: f64| -> Json<Nested> {
        Json((single, vec![BTreeMap::from([("é".to_owned(), double)])]))
    };
    for other in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
        assert!(refused(Json(other).check(SqlType::JSON, GOOGLE)), "{other}");
        assert!(refused(Json(Some([other])).check(SqlType::JSON, GOOGLE)), "{other}");
        assert!(refused(nested(None, other).check(SqlType::JSON, GOOGLE)), "{other}");
        let all = vec![None, Some(Json(other))];
        assert!(refused(all.check(SqlType::JSON.array(), GOOGLE)), "{other}");
    }
    assert!(refused(nested(Some(f32::NAN), 0.5).check(SqlType::JSON, GOOGLE)));
    assert_eq!(nested(None, f64::MAX).check(SqlType::JSON, GOOGLE), Ok(()));
    assert_eq!(nested(Some(f32::MIN), -0.0).check(SqlType::JSON, GOOGLE), Ok(()));
}

/// What is measured is the text that is sent, where a wide float has all of its digits.
#[test]
fn json_is_as_large_as_its_text() {
    for document in [
        json!([1e16, [-1.234_567_890_123_456_7e19], {"e1\\\"\u{1}é": 2e10}]),
        json!({"a": [null, true, "1e16", 1e300, 1e-7, u64::MAX]}),
    ] {
        let bytes = document.value_bytes(SqlType::JSON);
        let WireValue::Text(text) = document.into_wire(SqlType::JSON) else { panic!("text") };
        assert_eq!(bytes, text.len(), "{text}");
    }
    // Eighteen digits, a point and a comma for each.
    let wide = |count| serde_json::Value::from(vec![1e16; count]).check(SqlType::JSON, GOOGLE);
    assert_eq!(wide(500_000), Ok(()));
    assert_eq!(
        wide(600_000),
        Err(ValueError::TooManyBytes { bytes: 600_000 * 20 + 1, limit: 10_485_760 })
    );
}

/// Spanner has no leap seconds: writing one as another second would change it.
#[test]
fn leap_seconds_are_refused() {
    let leap = NaiveDate::from_ymd_opt(2016, 12, 31)
        .and_then(|day| day.and_hms_nano_opt(23, 59, 59, 1_500_000_000))
        .expect("chrono has leap seconds")
        .and_utc();
    assert!(matches!(
        leap.check(SqlType::TIMESTAMP, GOOGLE),
        Err(ValueError::OutOfRange { range }) if range.contains("leap")
    ));
    // A key for a read or a delete is not checked. The database rejects this text, and would read
    // second 60 as the next minute.
    let written = leap.into_wire(SqlType::TIMESTAMP);
    assert_eq!(written, text("2016-12-31T23:59:60.500000000 (a leap second)"));
    assert!(order::encode(&written, SqlType::TIMESTAMP, false, &mut Vec::new()).is_err());
    let before = leap - chrono::TimeDelta::nanoseconds(500_000_001);
    assert_eq!(before.check(SqlType::TIMESTAMP, GOOGLE), Ok(()));
    assert_eq!(before.into_wire(SqlType::TIMESTAMP), text("2016-12-31T23:59:59.999999999Z"));
}

/// The parser reads eight letters at once, so it is compared with another one: on times of all
/// years, and on texts that differ from a time in up to two letters.
#[test]
fn timestamps_are_read_as_another_parser_reads_them() {
    // The digits of a time, with all of its fraction.
    fn whole(text: &str) -> String {
        let (time, fraction) = text.trim_end_matches('Z').split_once('.').unwrap_or((text, ""));
        format!("{}.{fraction:0<9}", time.trim_end_matches('Z'))
    }
    let mut source = Seeded::new(19);
    let mut below = |end: usize| usize::try_from(source.random() % end as u64).expect("below");
    let letters: Vec<char> = "0123456789-:.TtZz +_,é\u{661}".chars().collect();
    let (mut read, mut refused) = (0, 0);
    for _ in 0..50_000 {
        let (year, month, day) = (below(10_001), below(14), below(33));
        let (hour, minute, second) = (below(25), below(61), below(62));
        let mut time = format!("{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}");
        if below(4) > 0 {
            time += &format!(".{:09}", below(1_000_000_000))[..=below(10)];
        }
        let mut changed: Vec<char> = format!("{time}Z").chars().collect();
        for _ in 0..below(3) {
            let at = below(changed.len());
            match below(4) {
                0 => drop(changed.remove(at)),
                1 => changed.insert(at, letters[below(letters.len())]),
                _ => changed[at] = letters[below(letters.len())],
            }
        }
        let time: String = changed.into_iter().collect();
        // The other parser also accepts other separators and offsets, leap seconds, and the year 0,
        // which Spanner does not send.
        let wanted = DateTime::parse_from_rfc3339(&time).ok().map(|time| time.to_utc());
        let wanted = wanted.filter(|wanted| {
            let form = wanted.format("%Y-%m-%dT%H:%M:%S%.9f").to_string();
            let leap = wanted.timestamp_subsec_nanos() >= 1_000_000_000;
            !leap && !time.starts_with("0000") && time.ends_with('Z') && form == whole(&time)
        });
        let found = DateTime::<Utc>::from_wire(text(&time), SqlType::TIMESTAMP).ok();
        assert_eq!(found, wanted, "{time}");
        let standard = SystemTime::from_wire(text(&time), SqlType::TIMESTAMP).ok();
        assert_eq!(standard, wanted.map(SystemTime::from), "{time}");
        let nanos = wanted.and_then(|wanted| wanted.timestamp_nanos_opt().map(i128::from));
        let crates = (
            time::OffsetDateTime::from_wire(text(&time), SqlType::TIMESTAMP).ok(),
            time::UtcDateTime::from_wire(text(&time), SqlType::TIMESTAMP).ok(),
        );
        assert_eq!((crates.0.is_some(), crates.1.is_some()), (wanted.is_some(), wanted.is_some()));
        // Nanoseconds in 64 bits end in 2262.
        if nanos.is_some() {
            assert_eq!(crates.0.map(time::OffsetDateTime::unix_timestamp_nanos), nanos, "{time}");
            assert_eq!(crates.1.map(time::UtcDateTime::unix_timestamp_nanos), nanos, "{time}");
        }
        if wanted.is_some() { read += 1 } else { refused += 1 }
    }
    assert!(read > 10_000 && refused > 10_000, "{read} read, {refused} refused");
}

/// A FLOAT64 holds numbers that an `f32` does not.
#[test]
fn floats_are_read_exactly_or_not_at_all() {
    let narrow = |number| f32::from_wire(WireValue::Number(number), SqlType::FLOAT32);
    for exact in
        [0.0, -0.0, 0.5, f64::from(0.1_f32), f64::from(f32::MAX), f64::from(f32::from_bits(1))]
    {
        assert_eq!(narrow(exact).map(|number| f64::from(number).to_bits()), Ok(exact.to_bits()));
    }
    for other in [0.1, 1e39, f64::MIN_POSITIVE, 16_777_217.0, f64::from(f32::MAX) * 1.000_000_1] {
        assert!(
            matches!(narrow(other), Err(ValueError::Malformed { expected, .. }) if expected.contains("f32")),
            "{other}"
        );
        assert_eq!(f64::from_wire(WireValue::Number(other), SqlType::FLOAT64), Ok(other));
    }
    assert_eq!(f32::from_wire(text("-Infinity"), SqlType::FLOAT32), Ok(f32::NEG_INFINITY));
    assert!(f32::from_wire(text("NaN"), SqlType::FLOAT32).is_ok_and(f32::is_nan));
}

/// The database compares text: an id in another spelling is a different key, and must not be read
/// as this one.
#[test]
fn ids_have_one_spelling() {
    let uuid = "4192bff0-e1e0-43ce-a4db-912808c32493";
    assert!(Uuid::from_wire(text(uuid), SqlType::text(36)).is_ok());
    for other in [
        &uuid.to_uppercase(),
        &uuid.replace('-', ""),
        "{4192bff0-e1e0-43ce-a4db-912808c32493}",
        "x",
    ] {
        assert!(Uuid::from_wire(text(other), SqlType::text(36)).is_err(), "{other}");
    }
    let sortable = "01ARZ3NDEKTSV4RRFFQ69G5FAV";
    assert!(Ulid::from_wire(text(sortable), SqlType::text(26)).is_ok());
    for other in [&sortable.to_lowercase(), "8ZZZZZZZZZZZZZZZZZZZZZZZZZ", "x"] {
        assert!(Ulid::from_wire(text(other), SqlType::text(26)).is_err(), "{other}");
    }
}

#[test]
fn read_values_must_fit_the_field() {
    assert_eq!(i64::from_wire(WireValue::Null, SqlType::INT64), Err(ValueError::Null));
    assert_eq!(Option::<i64>::from_wire(WireValue::Null, SqlType::INT64), Ok(None));
    assert!(matches!(
        i8::from_wire(text("128"), SqlType::INT64),
        Err(ValueError::Malformed { .. })
    ));
    assert_eq!(i8::from_wire(text("127"), SqlType::INT64), Ok(127));
    assert!(matches!(
        bool::from_wire(text("true"), SqlType::BOOL),
        Err(ValueError::WrongKind { .. })
    ));
    assert!(matches!(
        Color::from_wire(text("Blue"), SqlType::TEXT),
        Err(ValueError::Malformed { .. })
    ));
    assert_eq!(Color::from_wire(text("Red"), SqlType::TEXT), Ok(Color::Red));
    assert!(<[u8; 2]>::from_wire(text("AAA="), SqlType::bytes(2)).is_ok());
    assert!(<[u8; 2]>::from_wire(text("AAAA"), SqlType::bytes(2)).is_err(), "three bytes");
    assert!(Vec::<u8>::from_wire(text("A*=="), SqlType::BYTES).is_err(), "no base64");
    // Text that could be base64 is not a byte string, and base64 is not a text.
    let wrong = |expected, found| ValueError::WrongKind { expected, found };
    for ty in [SqlType::TEXT, SqlType::INT64, SqlType::JSON] {
        assert_eq!(Vec::<u8>::from_wire(text("AAAA"), ty), Err(wrong("bytes", "text")));
        assert_eq!(<[u8; 3]>::from_wire(text("AAAA"), ty), Err(wrong("bytes", "text")));
    }
    assert_eq!(String::from_wire(text("AAAA"), SqlType::BYTES), Err(wrong("text", "bytes")));
    let list = WireValue::List(vec![text("AAAA")]);
    let bytes = SqlType::BYTES.array();
    assert_eq!(Vec::<String>::from_wire(list, bytes), Err(wrong("text", "bytes")));
    let error = RowError { table: "T".into(), column: "c".into(), error: ValueError::Null };
    assert_eq!(
        error.to_string(),
        "column `c` of table `T` is NULL, but the field is not an `Option`"
    );
}

#[test]
fn fills_convert_to_types_that_fit() {
    let uuid = Uuid::max();
    assert_eq!(String::from_fill(FillValue::UuidValue(uuid)), Some(uuid.to_string()));
    assert_eq!(<[u8; 16]>::from_fill(FillValue::UuidValue(uuid)), Some([255; 16]));
    assert_eq!(Name::from_fill(FillValue::UlidValue(0)), Some(Name("0".repeat(26))));
    assert_eq!(i64::from_fill(FillValue::Int64(7)), Some(7));
    assert_eq!(i64::from_fill(FillValue::UuidValue(uuid)), None);
    assert_eq!(
        Option::<Uuid>::from_fill(FillValue::UuidValue(uuid)),
        None,
        "a filled key is never NULL"
    );
}
