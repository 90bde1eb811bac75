//! Values from their texts, compared with the parsers that the clients, or their users, call. Both
//! sides are lent the same text.

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use bigdecimal::BigDecimal;
use rust_decimal::Decimal;
use spanner_keys::schema::SqlType;
use spanner_keys::value::{ValueError, WireValue};
use spanner_keys::{Column, Uuid};
use time::format_description::well_known::Rfc3339;
use time::macros::format_description;
use time::{Date, OffsetDateTime};

use crate::measure::{Line, Table};

const TEXTS: u64 = 256;

pub(crate) fn measure(table: &mut Table) {
    let day = format_description!("[year]-[month]-[day]");
    let at = |at: u64| {
        format!(
            "2026-{:02}-{:02}T{:02}:{:02}:{:02}",
            at % 12 + 1,
            at % 28 + 1,
            at % 24,
            at % 60,
            at % 59
        )
    };
    let micros = move |number| format!("{}.{:06}Z", at(number), number * 7919 % 1_000_000);
    let nanos =
        move |number| format!("{}.{:09}Z", at(number), number * 7_919_000_003 % 1_000_000_000);
    let seconds = move |number| format!("{}Z", at(number));
    let time = |text: &str| OffsetDateTime::parse(text, &Rfc3339).ok();
    compare(table, "timestamp with microseconds, against `time`", Some(1.20), micros, time);
    compare(table, "timestamp with nanoseconds, against `time`", Some(1.20), nanos, time);
    compare(table, "timestamp without a fraction, against `time`", Some(1.20), seconds, time);
    let uuid = |number| Uuid::from_u128(mixed(number)).to_string();
    compare(table, "UUID, against `Uuid::try_parse`", Some(1.20), uuid, |text| {
        Uuid::try_parse(text).ok()
    });
    let date = move |number| at(number)[..10].to_owned();
    compare(table, "date, against `time`", Some(1.20), date, |text| Date::parse(text, day).ok());
    let price = |number| format!("{}.{:02}", number * 7919, number % 100);
    compare(table, "BigDecimal, against its own parser", Some(1.20), price, |text| {
        text.parse::<BigDecimal>().ok()
    });
    compare(table, "Decimal, against its own parser", Some(1.20), price, |text| {
        Decimal::from_str_exact(text).ok()
    });
    let integer = |number| (mixed(number) >> 90).to_string();
    compare(table, "integer, against the standard library", Some(1.20), integer, |text| {
        text.parse::<i64>().ok()
    });
    let bytes = |length: usize| {
        move |number| BASE64_STANDARD.encode(mixed(number).to_le_bytes().repeat(length / 16))
    };
    let decode = |text: &str| BASE64_STANDARD.decode(text).ok();
    compare(table, "32 bytes, against `base64`", Some(1.20), bytes(32), decode);
    compare(table, "4096 bytes, against `base64`", Some(1.20), bytes(4096), decode);
}

/// One line for a type and its usual parser.
fn compare<C: Column>(
    table: &mut Table,
    what: &str,
    goal: Option<f64>,
    text: impl Fn(u64) -> String,
    by_hand: impl Fn(&str) -> Option<C>,
) {
    let values: Vec<WireValue> = (0..TEXTS).map(|at| WireValue::Text(text(at))).collect();
    let what = format!("parse a {what}");
    let inputs = if what.contains("4096") { 16 } else { values.len() };
    table.line(
        Line { what: &what, goal, inputs, units: 1 },
        |at| &values[at % values.len()],
        |value| match value {
            WireValue::Text(text) => by_hand(text),
            _ => None,
        },
        |value| parse::<C>(value, C::TYPE),
    );
}

fn parse<C: Column>(value: &WireValue, ty: SqlType) -> Result<C, ValueError> {
    C::from_lent(value.lend(), ty)
}

fn mixed(number: u64) -> u128 {
    u128::from(number + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15_f39c_c060_5ced_c835)
}
