//! Every column type to the database and back: by mutations, and as parameters of statements.

use std::fmt::Debug;
use std::str::FromStr as _;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use bigdecimal::BigDecimal;
use bytes::Bytes;
use chrono::{DateTime, NaiveDate, Utc};
use rust_decimal::Decimal;
use serde_json::json;
use spanner_keys::insert::InsertReturning;
use spanner_keys::value::RowError;
use spanner_keys::{HasKey, KnownKey, SpannerColumn};
use time::UtcDateTime;
use ulid::Ulid;

use super::prelude::*;

pub(super) const CASES: &[Case] = cases![
 every_type_by_mutation: One Maybe Many,
 every_type_by_statement: One Maybe Many,
 commit_timestamps: Visit,
];

#[derive(SpannerColumn, Clone, Debug, PartialEq)]
struct CustomerId(Uuid);

#[derive(SpannerColumn, Clone, Debug, PartialEq)]
struct Named {
    name: String,
}

#[derive(SpannerColumn, Clone, Debug, PartialEq)]
#[column(rename_all = "SCREAMING_SNAKE_CASE")]
enum Color {
    DeepRed,
    #[column(name = "grün")]
    Green,
    Blue,
}

#[derive(SpannerColumn, Clone, Debug, PartialEq)]
#[column(storage = integer)]
enum Level {
    Low = -3,
    Middle,
    High = 70_000,
}

/// One table with a column of each type, one with an `Option` of each, and one with an array of
/// each that takes NULL. The three values of a type make three rows of the first table. In the
/// second, a row of NULLs comes before them; in the third, the rows are an empty array, and all
/// values with NULLs between them.
macro_rules! every_type {
    ($($(#[$attribute:meta])* $field:ident: $type:ty = $values:expr;)*) => {
        #[derive(SpannerTable, Clone, Debug)]
        struct One {
            #[key(uuid)]
            id: Uuid,
            $($(#[$attribute])* $field: $type,)*
        }

        #[derive(SpannerTable, Clone, Debug)]
        struct Maybe {
            #[key(uuid)]
            id: Uuid,
            $($(#[$attribute])* $field: Option<$type>,)*
        }

        #[derive(SpannerTable, Clone, Debug)]
        struct Many {
            #[key(uuid)]
            id: Uuid,
            $($field: Vec<Option<$type>>,)*
        }

        fn ones() -> Vec<NewOne> {
            (0..3).map(|at| NewOne { $($field: values::<$type>($values).swap_remove(at),)* }).collect()
        }

        fn maybes() -> Vec<NewMaybe> {
            let nulls = NewMaybe { $($field: None,)* };
            let values = (0..3).map(|at| NewMaybe { $($field: Some(values::<$type>($values).swap_remove(at)),)* });
            std::iter::once(nulls).chain(values).collect()
        }

        fn manies() -> Vec<NewMany> {
            let all = NewMany { $($field: with_nulls(values::<$type>($values)),)* };
            vec![NewMany { $($field: Vec::new(),)* }, all]
        }

        said!(($($field)*) NewOne NewMaybe NewMany One Maybe Many);
    };
}

fn values<V>(values: [V; 3]) -> Vec<V> {
    values.into()
}

fn with_nulls<V>(values: Vec<V>) -> Vec<Option<V>> {
    let mut list = vec![None];
    for value in values {
        list.extend([Some(value), None]);
    }
    list
}

every_type! {
    flag: bool = [true, false, true];
    tiny: i8 = [0, i8::MIN, i8::MAX];
    short: i16 = [0, i16::MIN, i16::MAX];
    middle: i32 = [0, i32::MIN, i32::MAX];
    long: i64 = [0, i64::MIN, i64::MAX];
    small: u8 = [0, 1, u8::MAX];
    word: u16 = [0, 1, u16::MAX];
    double_word: u32 = [0, 1, u32::MAX];
    single: f32 = [0.1, f32::NAN, f32::NEG_INFINITY];
    double: f64 = [f64::MIN_POSITIVE, f64::NAN, f64::INFINITY];
    finite: f64 = [0.1 + 0.2, f64::MAX, -0.0];
    text: String = [String::new(), "naïve 漢字 🦀".to_owned(), "a'b\"c`\\\n\t\u{1}".to_owned()];
    raw: Vec<u8> = [Vec::new(), vec![0, 255, 128], (0..=255).collect()];
    fixed: [u8; 5] = [[0; 5], [255; 5], [1, 2, 3, 4, 5]];
    shared: Bytes = [Bytes::new(), Bytes::from_static(b"\x00\xff"), Bytes::from_static(b"abc")];
    uuid_text: Uuid = [Uuid::nil(), Uuid::max(), Uuid::from_u128(0x0123_4567_89ab_4def_8123_4567_89ab_cdef)];
    #[column(storage = bytes)]
    uuid_bytes: Uuid = [Uuid::nil(), Uuid::max(), Uuid::from_u128(0x0123_4567_89ab_4def_8123_4567_89ab_cdef)];
    system_time: SystemTime = TIMES.map(system_time);
    chrono_time: DateTime<Utc> = TIMES.map(|(seconds, nanos)| DateTime::from_timestamp(seconds, nanos).unwrap_or_default());
    chrono_date: NaiveDate = DATES.map(|(year, month, day)| NaiveDate::from_ymd_opt(year.into(), month.into(), day.into()).unwrap_or_default());
    time_time: UtcDateTime = TIMES.map(utc_time);
    time_offset: time::OffsetDateTime = TIMES.map(|parts| utc_time(parts).to_offset(time::UtcOffset::UTC));
    time_date: time::Date = DATES.map(time_date);
    jiff_time: jiff::Timestamp = [TIMES[0], JIFF_LAST, TIMES[2]].map(jiff_time);
    jiff_date: jiff::civil::Date = DATES.map(|(year, month, day)| jiff::civil::date(year, month.cast_signed(), day.cast_signed()));
    decimal: Decimal = ["0", "-79228162514264337593.543950335", "0.000000001"].map(|text| Decimal::from_str(text).unwrap_or_default());
    big: BigDecimal = ["0", "-99999999999999999999999999999.999999999", "99999999999999999999999999999.999999999"]
        .map(|text| BigDecimal::from_str(text).unwrap_or_default());
    document: serde_json::Value = [json!({}), json!({"a": [1, 2.5, null, true], "ö": {"b": "c"}}), json!("text")];
    ulid: Ulid = [Ulid::nil(), Ulid::from(u128::MAX), Ulid::from(1_u128 << 77)];
    customer: CustomerId = [1, 2, 3].map(|number| CustomerId(Uuid::from_u128(number)));
    named: Named = ["", "x", "ß"].map(|name| Named { name: name.to_owned() });
    color: Color = [Color::DeepRed, Color::Green, Color::Blue];
    level: Level = [Level::Low, Level::Middle, Level::High];
}

/// The first and the last moment of Spanner, and one that every digit of the nanoseconds shows.
const TIMES: [(i64, u32); 3] =
    [(-62_135_596_800, 0), (253_402_300_799, 999_999_999), (1_772_600_767, 123_456_789)];
/// The last moment of jiff, some hours earlier.
const JIFF_LAST: (i64, u32) = (253_402_207_200, 999_999_999);
const DATES: [(i16, u8, u8); 3] = [(1, 1, 1), (9999, 12, 31), (2024, 2, 29)];

fn system_time((seconds, nanos): (i64, u32)) -> SystemTime {
    let distance = Duration::from_secs(seconds.unsigned_abs());
    let whole = if seconds < 0 { UNIX_EPOCH - distance } else { UNIX_EPOCH + distance };
    whole + Duration::from_nanos(nanos.into())
}

fn utc_time((seconds, nanos): (i64, u32)) -> UtcDateTime {
    let whole = UtcDateTime::from_unix_timestamp(seconds).unwrap_or(UtcDateTime::UNIX_EPOCH);
    whole + Duration::from_nanos(nanos.into())
}

fn time_date((year, month, day): (i16, u8, u8)) -> time::Date {
    let month = time::Month::try_from(month).unwrap_or(time::Month::January);
    time::Date::from_calendar_date(year.into(), month, day).unwrap_or(time::Date::MIN)
}

fn jiff_time((seconds, nanos): (i64, u32)) -> jiff::Timestamp {
    jiff::Timestamp::new(seconds, nanos.cast_signed()).unwrap_or_default()
}

/// How new rows are sent to the database.
pub(super) enum Way<T: SpannerTable, N> {
    Mutation(fn(N, &mut KeySource) -> Result<Insert<T>, RowError>),
    Statement(fn(N, &mut KeySource) -> Result<InsertReturning<T>, RowError>),
}

/// Inserts rows, reads each by its key, and compares.
pub(super) async fn round_trip<C: Through, T, N>(
    stage: &Stage<'_, C>,
    rows: Vec<N>,
    way: Way<T, N>,
) -> Result<(), Failure>
where
    T: HasKey + KnownKey + Said,
    T::Key: Clone + Debug + PartialEq,
    N: Said,
{
    let mut source = KeySource::new(stage.dialect);
    let wanted: Vec<Vec<String>> = rows.iter().map(Said::said).collect();
    let mut keys = Vec::new();
    match way {
        Way::Mutation(insert) => {
            let inserts = rows.into_iter().map(|row| insert(row, &mut source));
            let inserts = inserts.collect::<Result<Vec<_>, _>>()?;
            keys.extend(inserts.iter().map(|insert| insert.key().clone()));
            stage.client.apply(Insert::into_mutations(inserts)).await?;
        }
        Way::Statement(insert) => {
            for row in rows {
                let statement = insert(row, &mut source)?;
                keys.extend(stage.client.insert_returning(statement).await?.1);
            }
        }
    }
    same("how many keys", &keys.len(), &wanted.len())?;
    for (key, wanted) in keys.into_iter().zip(wanted) {
        let found: Option<T> = stage.client.find(key.clone()).await?;
        let found = found.ok_or_else(|| format!("{key:?} is not there"))?;
        same("key", &found.key(), &key)?;
        same(&T::TABLE.path(), &found.said(), &wanted)?;
    }
    Ok(())
}

async fn every_type_by_mutation<C: Through>(stage: &Stage<'_, C>) -> Result<(), Failure> {
    round_trip(stage, ones(), Way::Mutation(NewOne::insert_with)).await?;
    round_trip(stage, maybes(), Way::Mutation(NewMaybe::insert_with)).await?;
    round_trip(stage, manies(), Way::Mutation(NewMany::insert_with)).await
}

async fn every_type_by_statement<C: Through>(stage: &Stage<'_, C>) -> Result<(), Failure> {
    round_trip(stage, ones(), Way::Statement(NewOne::insert_returning_with)).await?;
    round_trip(stage, maybes(), Way::Statement(NewMaybe::insert_returning_with)).await?;
    round_trip(stage, manies(), Way::Statement(NewMany::insert_returning_with)).await
}

#[derive(SpannerTable, Clone, Debug, PartialEq)]
struct Visit {
    #[key]
    #[column(length = 64)]
    page: String,
    #[key]
    #[column(commit_timestamp)]
    at: SystemTime,
    #[column(commit_timestamp)]
    also_at: Option<DateTime<Utc>>,
    visitor: String,
}

/// The database writes the time of the commit, in the key and beside it, and both ways tell the
/// key.
async fn commit_timestamps<C: Through>(stage: &Stage<'_, C>) -> Result<(), Failure> {
    let dialect = stage.dialect;
    let new = || NewVisit { page: "/".to_owned(), visitor: "Ada".to_owned() };
    let insert = new().insert_with(&mut KeySource::new(dialect))?;
    let time = stage.client.apply(vec![insert.to_mutation()]).await?;
    let mutated = insert.key_at(time)?;
    let (time_again, returned) = stage
        .client
        .insert_returning(new().insert_returning_with(&mut KeySource::new(dialect))?)
        .await?;
    ensure(time_again > time, || "the second commit is not later".to_owned())?;
    let wanted = |at: SystemTime| {
        Some(Visit {
            page: "/".to_owned(),
            at,
            also_at: Some(at.into()),
            visitor: "Ada".to_owned(),
        })
    };
    same("by mutation", &stage.client.find(mutated).await?, &wanted(time))?;
    same("keys", &returned, &vec![VisitKey { page: "/".to_owned(), at: time_again }])?;
    for key in returned {
        same("by statement", &stage.client.find(key).await?, &wanted(time_again))?;
    }
    Ok(())
}
