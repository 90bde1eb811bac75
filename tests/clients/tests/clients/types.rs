//! Every column type to the database and back: by mutations, and as parameters of statements.

use std::fmt::Debug;
use std::str::FromStr as _;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use bigdecimal::BigDecimal;
use bytes::Bytes;
use chrono::{DateTime, NaiveDate, Utc};
use futures_util::future::try_join_all;
use rust_decimal::Decimal;
use serde_json::json;
use spanner_keys::column::{Element, NotNull};
use spanner_keys::row::InsertReturning;
use spanner_keys::value::RowError;
use spanner_keys::{HasKey, KnownKey, SpannerColumn, sql};
use time::UtcDateTime;
use ulid::Ulid;

use super::prelude::*;

pub(super) const CASES: &[Case] = cases![
    every_type_by_mutation: One Maybe Many,
    every_type_by_statement: One Maybe Many,
    every_type_as_a_parameter: One,
    commit_timestamps: Visit,
    leap_seconds_are_no_other_time: Tick,
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
    Middle = -2,
    High = 70_000,
}

/// One table with a column of each type, one with an `Option` of each, and one with an array of
/// nullable elements of each. The first table has a row for each value, and types with fewer values
/// repeat them. The second adds a row of NULLs. The third has a row of empty arrays, and one of
/// arrays of all values with NULLs between them.
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

        fn rows() -> usize {
            [$(Vec::<$type>::from($values).len()),*].into_iter().max().unwrap_or_default()
        }

        fn ones() -> Vec<NewOne> {
            (0..rows()).map(|at| NewOne { $($field: pick($values, at),)* }).collect()
        }

        fn maybes() -> Vec<NewMaybe> {
            let nulls = NewMaybe { $($field: None,)* };
            let values = (0..rows()).map(|at| NewMaybe { $($field: Some(pick($values, at)),)* });
            std::iter::once(nulls).chain(values).collect()
        }

        fn manies() -> Vec<NewMany> {
            let all = NewMany { $($field: with_nulls(Vec::<$type>::from($values)),)* };
            vec![NewMany { $($field: Vec::new(),)* }, all]
        }

        async fn echoes<C: Through>(stage: Stage<'_, C>) -> Result {
            $(echo(stage, stringify!($field), Vec::<$type>::from($values)).await?;)*
            Ok(())
        }

        shown!(($($field)*) NewOne NewMaybe NewMany One Maybe Many);
    };
}

fn pick<V>(values: impl Into<Vec<V>>, at: usize) -> V {
    let mut values = values.into();
    values.swap_remove(at % values.len())
}

fn with_nulls<V>(values: Vec<V>) -> Vec<Option<V>> {
    let mut list = vec![None];
    for value in values {
        list.extend([Some(value), None]);
    }
    list
}

every_type! {
    flag: bool = [true, false];
    tiny: i8 = [0, -1, i8::MIN, i8::MAX];
    short: i16 = [0, i16::MIN, i16::MAX];
    middle: i32 = [0, i32::MIN, i32::MAX];
    long: i64 = [0, -1, i64::MIN, i64::MAX];
    small: u8 = [0, 1, u8::MAX];
    word: u16 = [0, 1, u16::MAX];
    double_word: u32 = [0, 1, u32::MAX];
    single: f32 = [
        0.0, -1.5, 0.1, f32::MIN, f32::MAX, f32::MIN_POSITIVE, f32::INFINITY, f32::NEG_INFINITY,
        f32::NAN,
    ];
    double: f64 = [
        0.0, -0.0, -1.5, 0.1 + 0.2, f64::MIN, f64::MAX, f64::MIN_POSITIVE, f64::INFINITY,
        f64::NEG_INFINITY, f64::NAN,
    ];
    text: String = [
        "", "naïve 漢字 🦀", "it's `q` \"q\" \\ \u{1f}", "a'b\"c`\\\n\t\u{1}", "a,b", &"x".repeat(5000),
    ]
    .map(str::to_owned);
    #[column(length = 3)]
    limited: String = ["😀😀😀".to_owned()];
    raw: Vec<u8> = [vec![], vec![0], vec![0, 255, 128], (0..=255).collect(), vec![7; 10_000]];
    fixed: [u8; 5] = [[0; 5], [255; 5], [1, 2, 3, 4, 5]];
    shared: Bytes = [Bytes::new(), Bytes::from_static(b"\x00\xff\x1f"), Bytes::from_static(b"abc")];
    uuid_text: Uuid = UUIDS;
    #[column(storage = bytes)]
    uuid_bytes: Uuid = UUIDS;
    system_time: SystemTime = TIMES.map(system_time);
    chrono_time: DateTime<Utc> = TIMES.map(|(seconds, nanos)| DateTime::from_timestamp(seconds, nanos).unwrap_or_default());
    chrono_date: NaiveDate = DATES.map(|(year, month, day)| NaiveDate::from_ymd_opt(year.into(), month.into(), day.into()).unwrap_or_default());
    time_time: UtcDateTime = TIMES.map(utc_time);
    time_offset: time::OffsetDateTime = TIMES.map(|parts| utc_time(parts).to_offset(time::UtcOffset::UTC));
    time_date: time::Date = DATES.map(time_date);
    jiff_time: jiff::Timestamp = TIMES.map(jiff_time);
    jiff_date: jiff::civil::Date = DATES.map(|(year, month, day)| jiff::civil::date(year, month.cast_signed(), day.cast_signed()));
    decimal: Decimal = [
        Decimal::ZERO, Decimal::new(-15, 1), Decimal::new(1, 9), Decimal::MAX, Decimal::MIN,
        Decimal::from_str("-79228162514264337593.543950335").unwrap_or_default(),
    ];
    big: BigDecimal = [
        "0", "-1.5", "-0.000000001", "-99999999999999999999999999999.999999999",
        "99999999999999999999999999999.999999999",
    ]
    .map(|text| BigDecimal::from_str(text).unwrap_or_default());
    document: serde_json::Value = [
        json!({}), json!({"a": [1, 2.5, null, true], "ö": {"b": "c"}}), json!("text"), json!([]),
        json!([3, u64::MAX, i64::MIN]), json!({"": [0.926_286_909_756_665_1, -5e-324, f64::MAX]}),
        json!({"wide": [1e15, 1e16, -1.234_567_890_123_456_7e19, 2e19], "e1\\\"": "1e16"}),
    ];
    ulid: Ulid = ULIDS;
    #[column(storage = bytes)]
    ulid_bytes: Ulid = ULIDS;
    customer: CustomerId = UUIDS.map(CustomerId);
    named: Named = ["", "x", "ß"].map(|name| Named { name: name.to_owned() });
    color: Color = [Color::DeepRed, Color::Green, Color::Blue];
    level: Level = [Level::Low, Level::Middle, Level::High];
}

const UUIDS: [Uuid; 3] =
    [Uuid::nil(), Uuid::max(), Uuid::from_u128(0x0123_4567_89ab_4def_8123_4567_89ab_cdef)];
const ULIDS: [Ulid; 3] = [Ulid(0), Ulid(u128::MAX), Ulid(1 << 77)];
/// The first and the last moment of Spanner among others: before and after 1970, and with every
/// digit of the nanoseconds.
const TIMES: [(i64, u32); 8] = [
    (-62_135_596_800, 0),
    (-62_135_596_800, 1),
    (253_402_300_799, 999_999_999),
    (0, 0),
    (-1, 999_999_999),
    (1_772_600_767, 123_456_789),
    (-12_212_549_877, 333_333_333),
    (951_782_400, 500_000_000),
];
const DATES: [(i16, u8, u8); 5] =
    [(1, 1, 1), (1600, 2, 29), (1969, 12, 31), (2024, 2, 29), (9999, 12, 31)];

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

/// The last moment of jiff is some hours before Spanner's.
fn jiff_time((seconds, nanos): (i64, u32)) -> jiff::Timestamp {
    jiff::Timestamp::new(seconds, nanos.cast_signed()).unwrap_or(jiff::Timestamp::MAX)
}

/// How new rows are sent to the database.
pub(super) enum Way<T: SpannerTable, N> {
    Mutation(fn(N, &mut KeySource) -> Result<Insert<T>, RowError>),
    Statement(fn(N, &mut KeySource) -> Result<InsertReturning<T>, RowError>),
}

/// Inserts rows, reads each by its key, and compares.
pub(super) async fn round_trip<C: Through, T, N>(
    stage: Stage<'_, C>,
    rows: Vec<N>,
    way: Way<T, N>,
) -> Result
where
    T: HasKey + KnownKey + Shown,
    T::Key: Clone + Debug + PartialEq,
    N: Shown,
{
    let mut source = KeySource::new(stage.dialect);
    let wanted: Vec<Vec<String>> = rows.iter().map(Shown::shown).collect();
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
        same(&T::TABLE.path(), &found.shown(), &wanted)?;
    }
    Ok(())
}

async fn every_type_by_mutation<C: Through>(stage: Stage<'_, C>) -> Result {
    round_trip(stage, ones(), Way::Mutation(NewOne::insert_with)).await?;
    round_trip(stage, maybes(), Way::Mutation(NewMaybe::insert_with)).await?;
    round_trip(stage, manies(), Way::Mutation(NewMany::insert_with)).await
}

async fn every_type_by_statement<C: Through>(stage: Stage<'_, C>) -> Result {
    round_trip(stage, ones(), Way::Statement(NewOne::insert_returning_with)).await?;
    round_trip(stage, maybes(), Way::Statement(NewMaybe::insert_returning_with)).await?;
    round_trip(stage, manies(), Way::Statement(NewMany::insert_returning_with)).await
}

async fn every_type_as_a_parameter<C: Through>(stage: Stage<'_, C>) -> Result {
    echoes(stage).await
}

/// Binds each value alone, as an `Option` and in an array, and reads all of them back.
async fn echo<C: Through, V>(stage: Stage<'_, C>, what: &str, values: Vec<V>) -> Result
where
    V: NotNull + Element + Clone + Debug + Send + 'static,
{
    let all = with_nulls(values.clone());
    let reads = values.iter().map(|value| {
        let query = sql("SELECT @one AS a, @some AS b, @none AS c, @many AS d")
            .dialect(stage.dialect)
            .bind("one", value.clone())
            .bind("some", Some(value.clone()))
            .bind("none", None::<V>)
            .bind("many", all.clone());
        stage.client.select_one::<(V, Option<V>, Option<V>, Vec<Option<V>>)>(query)
    });
    for (value, found) in values.iter().zip(try_join_all(reads).await?) {
        let wanted = (value, Some(value), None::<V>, &all);
        same(what, &format!("{found:?}"), &format!("{wanted:?}"))?;
    }
    Ok(())
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

/// The database writes the commit time, inside and outside the key, and both ways return the key.
async fn commit_timestamps<C: Through>(stage: Stage<'_, C>) -> Result {
    let dialect = stage.dialect;
    let new = || NewVisit { page: "/".to_owned(), visitor: "Ada".to_owned() };
    let insert = new().insert_with(&mut KeySource::new(dialect))?;
    let time = stage.client.apply(vec![insert.to_mutation()]).await?;
    let mutated = insert.key_at(time)?;
    let (time_again, returned) = stage
        .client
        .insert_returning(new().insert_returning_with(&mut KeySource::new(dialect))?)
        .await?;
    let time_again = time_again.ok_or_else(|| "no time of the commit".to_owned())?;
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

#[derive(SpannerTable, Clone, Debug, PartialEq)]
struct Tick {
    #[key]
    name: String,
    #[key]
    at: DateTime<Utc>,
}

/// A leap second of chrono in a key does not find, or delete, the row of the minute that follows.
async fn leap_seconds_are_no_other_time<C: Through>(
    Stage { client, dialect, .. }: Stage<'_, C>,
) -> Result {
    let day = NaiveDate::from_ymd_opt(2016, 12, 31).unwrap_or_default();
    let leap = day.and_hms_nano_opt(23, 59, 59, 1_000_000_000).unwrap_or_default().and_utc();
    let key = |at| TickKey { name: "t".to_owned(), at };
    let next = leap + chrono::TimeDelta::nanoseconds(1_000_000_000);
    let tick = NewTick { name: "t".to_owned(), at: next };
    client.apply(vec![tick.insert_with(&mut KeySource::new(dialect))?.into_mutation()]).await?;
    same("the next minute", &client.exists::<Tick>(key(next)).await?, &true)?;
    for (what, refused) in [
        ("find", client.find::<Tick>(key(leap)).await.is_err()),
        ("find_many", client.find_many::<Tick>(vec![key(leap)]).await.is_err()),
        ("exists", client.exists::<Tick>(key(leap)).await.is_err()),
        ("scan", client.scan(Tick::scan().prefix(("t", leap))).await.is_err()),
        ("delete", client.apply(vec![Tick::delete(key(leap))]).await.is_err()),
    ] {
        ensure(refused, || format!("{what} accepts a leap second"))?;
    }
    same("the row", &client.exists::<Tick>(key(next)).await?, &true)
}
