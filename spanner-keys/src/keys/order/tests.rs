use std::cmp::Ordering;

use super::encode;
use crate::column::Column;
use crate::keys::{Seeded, Source};
use crate::schema::SqlType;
use crate::value::{ValueError, WireValue};

/// A value in a form that can be compared without its encoding.
#[derive(Clone, Debug)]
enum Worth {
    Null,
    Whole(i128),
    Float(f64),
    Bytes(Vec<u8>),
    /// A number and how many of its digits are after the point; both may be negative.
    Decimal(i128, i32),
    /// NaN of a decimal, which is larger than all numbers.
    Most,
}

impl Worth {
    fn compare(&self, other: &Self) -> Ordering {
        match (self, other) {
            (Self::Null, Self::Null) | (Self::Most, Self::Most) => Ordering::Equal,
            (Self::Null, _) | (_, Self::Most) => Ordering::Less,
            (_, Self::Null) | (Self::Most, _) => Ordering::Greater,
            (Self::Whole(one), Self::Whole(two)) => one.cmp(two),
            (Self::Bytes(one), Self::Bytes(two)) => one.cmp(two),
            (Self::Float(one), Self::Float(two)) => {
                one.partial_cmp(two).unwrap_or_else(|| two.is_nan().cmp(&one.is_nan()))
            }
            (Self::Decimal(one, after), Self::Decimal(two, other_after)) => {
                let most = *after.max(other_after);
                let scaled =
                    |number: i128, after: i32| number * 10_i128.pow((most - after).unsigned_abs());
                scaled(*one, *after).cmp(&scaled(*two, *other_after))
            }
            _ => unreachable!("values of one column"),
        }
    }
}

struct Sample {
    wire: WireValue,
    worth: Worth,
}

type Maker = fn(&mut Seeded) -> Sample;

fn below(source: &mut Seeded, limit: u64) -> u64 {
    source.random() % limit
}

/// Numbers of every length, so that small ones are as likely as large ones.
fn whole(source: &mut Seeded) -> i64 {
    let shift = below(source, 64);
    source.random().cast_signed() >> shift
}

fn boolean(source: &mut Seeded) -> Sample {
    let value = below(source, 2) == 1;
    Sample { wire: value.into_wire(SqlType::BOOL), worth: Worth::Whole(value.into()) }
}

fn integer(source: &mut Seeded) -> Sample {
    let value = match below(source, 20) {
        0 => i64::MIN,
        1 => i64::MAX,
        _ => whole(source),
    };
    Sample { wire: value.into_wire(SqlType::INT64), worth: Worth::Whole(value.into()) }
}

fn float(source: &mut Seeded) -> Sample {
    let value = match below(source, 12) {
        0 => f64::NAN,
        1 => f64::INFINITY,
        2 => f64::NEG_INFINITY,
        3 => -0.0,
        4 => 0.0,
        5 => f64::MIN_POSITIVE / 4.0,
        6 => -f64::MIN_POSITIVE / 4.0,
        7 => f64::from_bits(source.random()),
        _ => f64::from(i32::try_from(whole(source) >> 32).expect("32 bits")) / 8.0,
    };
    Sample { wire: value.into_wire(SqlType::FLOAT64), worth: Worth::Float(value) }
}

fn small_float(source: &mut Seeded) -> Sample {
    let value = match below(source, 8) {
        0 => f32::NAN,
        1 => f32::INFINITY,
        2 => f32::NEG_INFINITY,
        3 => -0.0,
        _ => f32::from_bits(u32::try_from(source.random() >> 32).expect("32 bits")),
    };
    Sample { wire: value.into_wire(SqlType::FLOAT32), worth: Worth::Float(value.into()) }
}

fn decimal(source: &mut Seeded) -> Sample {
    let digits = i128::from(whole(source) >> 24);
    let after = i32::try_from(below(source, 20)).expect("small") - 8;
    let sign = if digits < 0 {
        "-"
    } else {
        ["", "", "+"][usize::try_from(below(source, 3)).expect("small")]
    };
    let plain = digits.unsigned_abs().to_string();
    let zeros = |count: u64| "0".repeat(usize::try_from(count).expect("small"));
    let wire = match (below(source, 30), after) {
        (0, _) => return Sample { wire: WireValue::Text("NaN".into()), worth: Worth::Most },
        (1..10, _) => format!(
            "{sign}{plain}{}e{}",
            [".", ".000", ""][usize::try_from(below(source, 3)).expect("small")],
            -after
        ),
        (_, after @ 1..) => {
            let padded = format!("{plain:0>width$}", width = after.unsigned_abs() as usize + 1);
            let (before, behind) = padded.split_at(padded.len() - after.unsigned_abs() as usize);
            format!("{sign}{}{before}.{behind}{}", zeros(below(source, 2)), zeros(below(source, 3)))
        }
        (_, after) => format!("{sign}{plain}{}", zeros(after.unsigned_abs().into())),
    };
    Sample { wire: WireValue::Text(wire), worth: Worth::Decimal(digits, after) }
}

fn letters(source: &mut Seeded) -> Sample {
    const LETTERS: [char; 9] = ['\0', '\u{1}', 'a', 'b', '\u{7f}', 'é', 'ÿ', '\u{ffff}', '😀'];
    let text: String = (0..below(source, 5))
        .map(|_| LETTERS[usize::try_from(below(source, 9)).expect("small")])
        .collect();
    Sample { worth: Worth::Bytes(text.clone().into_bytes()), wire: WireValue::Text(text) }
}

fn bytes(source: &mut Seeded) -> Sample {
    let bytes: Vec<u8> = (0..below(source, 6))
        .map(|_| {
            [0, 1, 2, 0x7f, 0x80, 0xfe, 0xff][usize::try_from(below(source, 7)).expect("small")]
        })
        .collect();
    Sample { wire: bytes.clone().into_wire(SqlType::BYTES), worth: Worth::Bytes(bytes) }
}

fn uuid(source: &mut Seeded) -> Sample {
    let mut bits = u128::from(source.random()) << 64 | u128::from(source.random());
    bits >>= below(source, 128);
    let uuid = uuid::Uuid::from_u128(bits);
    Sample { wire: uuid.into_wire(SqlType::UUID), worth: Worth::Bytes(uuid.as_bytes().to_vec()) }
}

/// Days of a calendar with 28 days a month sort as these numbers do.
fn date(source: &mut Seeded) -> Sample {
    let (year, month, day) =
        (1 + below(source, 9999), 1 + below(source, 12), 1 + below(source, 28));
    let wire = WireValue::Text(format!("{year:04}-{month:02}-{day:02}"));
    Sample { wire, worth: Worth::Whole(i128::from(year * 10_000 + month * 100 + day)) }
}

fn timestamp(source: &mut Seeded) -> Sample {
    // Few distinct days, so that seconds and fractions decide.
    let (year, day, second) =
        (2020 + below(source, 2), 1 + below(source, 3), below(source, 86_400) >> below(source, 17));
    let nanos = [0, 1, 500_000_000, 123_456_789, 120_000_000, 999_999_999]
        [usize::try_from(below(source, 6)).expect("small")];
    let mut text = format!(
        "{year:04}-02-{day:02}T{:02}:{:02}:{:02}",
        second / 3600,
        second / 60 % 60,
        second % 60
    );
    if nanos > 0 {
        let fraction = format!("{nanos:09}");
        text.push('.');
        text.push_str(if below(source, 2) == 0 {
            fraction.trim_end_matches('0')
        } else {
            &fraction
        });
    }
    text.push('Z');
    Sample {
        wire: WireValue::Text(text),
        worth: Worth::Whole(i128::from(
            ((year * 10 + day) * 100_000 + second) * 1_000_000_000 + nanos,
        )),
    }
}

const TYPES: [(SqlType, Maker); 11] = [
    (SqlType::BOOL, boolean),
    (SqlType::INT64, integer),
    (SqlType::FLOAT64, float),
    (SqlType::FLOAT32, small_float),
    (SqlType::NUMERIC, decimal),
    (SqlType::TEXT, letters),
    (SqlType::BYTES, bytes),
    (SqlType::UUID, uuid),
    (SqlType::DATE, date),
    (SqlType::TIMESTAMP, timestamp),
    (SqlType::text(36), letters),
];

fn encoded(wire: &WireValue, ty: SqlType, descending: bool) -> Vec<u8> {
    let mut out = Vec::new();
    encode(wire, ty, descending, &mut out).expect("a value of the type");
    out
}

fn or_null(make: Maker, source: &mut Seeded) -> Sample {
    if below(source, 20) == 0 {
        Sample { wire: WireValue::Null, worth: Worth::Null }
    } else {
        make(source)
    }
}

#[test]
fn values_sort_like_their_bytes() {
    for (seed, (ty, make)) in TYPES.into_iter().enumerate() {
        let mut source = Seeded::for_test(seed as u64);
        let samples: Vec<Sample> = (0..500).map(|_| or_null(make, &mut source)).collect();
        let both =
            |sample: &Sample| (encoded(&sample.wire, ty, false), encoded(&sample.wire, ty, true));
        let encodings: Vec<(Vec<u8>, Vec<u8>)> = samples.iter().map(both).collect();
        for (one, (ascending, descending)) in samples.iter().zip(&encodings) {
            for (two, (other_ascending, other_descending)) in samples.iter().zip(&encodings) {
                let wanted = one.worth.compare(&two.worth);
                assert_eq!(
                    ascending.cmp(other_ascending),
                    wanted,
                    "{:?} and {:?}",
                    one.wire,
                    two.wire
                );
                assert_eq!(
                    descending.cmp(other_descending),
                    wanted.reverse(),
                    "descending, {:?} and {:?}",
                    one.wire,
                    two.wire
                );
            }
        }
    }
}

#[test]
fn no_encoding_is_a_prefix_of_another() {
    for (seed, (ty, make)) in TYPES.into_iter().enumerate() {
        let mut source = Seeded::for_test(100 + seed as u64);
        for descending in [false, true] {
            let samples: Vec<Vec<u8>> = (0..300)
                .map(|_| encoded(&or_null(make, &mut source).wire, ty, descending))
                .collect();
            for one in &samples {
                for two in &samples {
                    assert!(one == two || !two.starts_with(one), "{one:?} begins {two:?}");
                }
            }
        }
    }
}

#[test]
fn keys_sort_like_their_bytes() {
    let mut source = Seeded::for_test(7);
    for _ in 0..200 {
        let parts: Vec<(SqlType, Maker, bool)> = (0..=below(&mut source, 4))
            .map(|_| {
                let (ty, make) = TYPES[usize::try_from(below(&mut source, 11)).expect("small")];
                (ty, make, below(&mut source, 2) == 0)
            })
            .collect();
        let mut pool: Vec<Vec<Sample>> = parts
            .iter()
            .map(|(_, make, _)| (0..3).map(|_| or_null(*make, &mut source)).collect())
            .collect();
        let keys: Vec<Vec<usize>> = (0..20)
            .map(|_| {
                parts
                    .iter()
                    .map(|_| usize::try_from(below(&mut source, 3)).expect("small"))
                    .collect()
            })
            .collect();
        let bytes = |key: &Vec<usize>, pool: &mut Vec<Vec<Sample>>| {
            let mut out = Vec::new();
            for (at, (ty, _, descending)) in parts.iter().enumerate() {
                encode(&pool[at][key[at]].wire, *ty, *descending, &mut out)
                    .expect("a value of the type");
            }
            out
        };
        for one in &keys {
            for two in &keys {
                let compared = parts.iter().enumerate().map(|(at, (_, _, descending))| {
                    let order = pool[at][one[at]].worth.compare(&pool[at][two[at]].worth);
                    if *descending { order.reverse() } else { order }
                });
                let wanted = compared.fold(Ordering::Equal, Ordering::then);
                assert_eq!(bytes(one, &mut pool).cmp(&bytes(two, &mut pool)), wanted);
            }
        }
    }
}

#[test]
fn equal_numbers_have_one_encoding() {
    for same in [
        &["0", "-0", "0.000", "+0", "00", ".0", "0e9", "-0.0e-3"][..],
        &["1200", "1.2e3", "01200.00", "+12E2", "0.12e4", "1200."],
        &["-0.00123", "-.00123000", "-123e-5", "-0.000000123e4"],
    ] {
        for text in same {
            let one = encoded(&WireValue::Text((*text).into()), SqlType::NUMERIC, false);
            assert_eq!(
                one,
                encoded(&WireValue::Text(same[0].into()), SqlType::NUMERIC, false),
                "{text}"
            );
        }
    }
    let zero = encoded(&WireValue::Number(0.0), SqlType::FLOAT64, false);
    assert_eq!(encoded(&WireValue::Number(-0.0), SqlType::FLOAT64, false), zero);
}

#[test]
fn numbers_of_any_length() {
    let long = |digit: &str| digit.repeat(1000);
    let rising = [
        format!("-{}", long("9")),
        format!("-{}", long("8")),
        "-1e200".into(),
        format!("-0.{}1", long("0")),
        "0".into(),
        format!("0.{}1", long("0")),
        format!("0.{}2", long("0")),
        format!("1.{}1", long("0")),
        "1.1".into(),
        "1e200".into(),
        long("8"),
        format!("{}.5", long("8")),
        long("9"),
        "NaN".into(),
    ];
    let encodings: Vec<Vec<u8>> = rising
        .iter()
        .map(|text| encoded(&WireValue::Text(text.clone()), SqlType::NUMERIC, false))
        .collect();
    assert!(encodings.is_sorted_by(|one, two| one < two));
}

#[test]
fn values_of_another_type_are_refused() {
    let text = |text: &str| WireValue::Text(text.into());
    for (ty, wrong) in [
        (SqlType::BOOL, text("true")),
        (SqlType::INT64, WireValue::Number(1.0)),
        (SqlType::INT64, text("1.0")),
        (SqlType::INT64, text("9223372036854775808")),
        (SqlType::FLOAT64, text("1.0")),
        (SqlType::FLOAT64, text("nan")),
        (SqlType::NUMERIC, text("")),
        (SqlType::NUMERIC, text(".")),
        (SqlType::NUMERIC, text("-")),
        (SqlType::NUMERIC, text("1e")),
        (SqlType::NUMERIC, text("1.2.3")),
        (SqlType::NUMERIC, text("Infinity")),
        (SqlType::NUMERIC, text("１")),
        (SqlType::TEXT, WireValue::Boolean(true)),
        (SqlType::BYTES, text("*")),
        (SqlType::UUID, text("x")),
        (SqlType::DATE, text("2026-1-1")),
        (SqlType::DATE, text("2026-01-01Z")),
        (SqlType::TIMESTAMP, text("2026-01-01T00:00:00")),
        (SqlType::TIMESTAMP, text("2026-01-01T00:00:00+01:00")),
        (SqlType::TIMESTAMP, text("2026-01-01T00:00:00.1234567890Z")),
        (SqlType::TIMESTAMP, text("2026-01-01 00:00:00Z")),
        (SqlType::JSON, text("{}")),
        (SqlType::INT64.array(), WireValue::List(vec![])),
        (SqlType::TEXT, WireValue::List(vec![])),
    ] {
        let mut out = vec![9];
        let problem = encode(&wrong, ty, true, &mut out).expect_err("another type");
        assert!(
            matches!(problem, ValueError::Malformed { .. } | ValueError::WrongKind { .. }),
            "{problem}"
        );
        assert_eq!(out, [9], "nothing is left behind");
    }
}

#[test]
fn values_are_decoded() {
    for (seed, (ty, make)) in TYPES.into_iter().enumerate() {
        let mut source = Seeded::for_test(200 + seed as u64);
        for _ in 0..500 {
            let descending = below(&mut source, 2) == 1;
            let sample = or_null(make, &mut source);
            let mut code = encoded(&sample.wire, ty, descending);
            let length = code.len();
            code.extend([0, 1, 255, 7]);
            let (value, rest) = super::decode(&code, ty, descending).expect("it was encoded");
            assert_eq!(rest, [0, 1, 255, 7], "{value:?}");
            #[cfg(feature = "spread")]
            assert_eq!(super::width(&code, ty, descending), Some(length), "{value:?}");
            // The spelling may differ, the value does not.
            assert_eq!(
                encoded(&value, ty, descending),
                code[..length],
                "{:?} came back as {value:?}",
                sample.wire
            );
            if [SqlType::BOOL, SqlType::INT64, SqlType::TEXT, SqlType::BYTES, SqlType::DATE]
                .contains(&ty)
            {
                assert_eq!(value, sample.wire);
            }
        }
    }
}

#[test]
fn decimals_are_decoded_without_an_exponent() {
    let (zeros, more) = ("0".repeat(1000), "0".repeat(1001));
    for (written, back) in [
        ("1.50", "1.5".to_owned()),
        ("-0.05", "-0.05".to_owned()),
        ("1200", "1200".to_owned()),
        ("12e1", "120".to_owned()),
        ("+7", "7".to_owned()),
        ("-0", "0".to_owned()),
        ("NaN", "NaN".to_owned()),
        // An exponent, where the number would have more than a thousand zeros.
        ("3e999", format!("3{}", &zeros[..999])),
        ("-3e1000", "-0.3e1001".to_owned()),
        ("3e-1001", format!("0.{zeros}3")),
        ("3e-1002", "0.3e-1001".to_owned()),
        (&format!("3{more}"), "0.3e1002".to_owned()),
    ] {
        let code = encoded(&WireValue::Text(written.into()), SqlType::NUMERIC, false);
        assert_eq!(
            super::decode(&code, SqlType::NUMERIC, false),
            Some((WireValue::Text(back), &[][..])),
            "{written}"
        );
    }
}

#[test]
fn invalid_bytes_are_not_decoded() {
    let mut source = Seeded::for_test(9);
    for (ty, make) in TYPES {
        let whole = encoded(&make(&mut source).wire, ty, false);
        for end in 0..whole.len() {
            assert_eq!(super::decode(&whole[..end], ty, false), None, "{ty:?} {end}");
        }
        assert_eq!(super::decode(&[7, 7, 7], ty, false), None);
    }
    assert_eq!(super::decode(&[1, 1], SqlType::JSON, false), None);
    assert_eq!(super::decode(&[1, 1], SqlType::BOOL.array(), false), None);
}

/// A value has one code. Others, of a damaged or forged key, are not read as some value.
#[test]
fn bytes_that_no_value_has_are_not_decoded() {
    let number = |sign: u8, power: u64, digits: &[u8]| {
        [&[1, sign][..], &(power ^ 1 << 63).to_be_bytes(), digits, &[0]].concat()
    };
    let good = number(2, 1, b"15");
    assert_eq!(
        super::decode(&good, SqlType::NUMERIC, false),
        Some((WireValue::Text("1.5".into()), &[][..]))
    );
    for (ty, code) in [
        (SqlType::BOOL, vec![1, 2]),
        (SqlType::NUMERIC, number(2, 1, b"1\xe9")),
        (SqlType::NUMERIC, number(2, 1, b"")),
        (SqlType::NUMERIC, number(2, 1, b"01")),
        (SqlType::NUMERIC, number(2, 1, b"10")),
        (SqlType::NUMERIC, number(2, 1 << 40, b"1")),
        (SqlType::NUMERIC, vec![1, 4]),
        (SqlType::DATE, b"\x012026-01-0x".to_vec()),
        (SqlType::TIMESTAMP, b"\x012026-01-02 03:04:05000000000".to_vec()),
        (SqlType::FLOAT64, vec![1, 0, 0, 0, 0, 0, 0, 0, 1]), // another NaN
        (SqlType::FLOAT64, vec![1, 127, 255, 255, 255, 255, 255, 255, 255]), // -0.0
    ] {
        assert_eq!(super::decode(&code, ty, false), None, "{ty:?} {code:?}");
    }
}
