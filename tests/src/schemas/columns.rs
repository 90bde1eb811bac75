//! Every type, and every `column` argument.

use std::time::SystemTime;

use bigdecimal::BigDecimal;
use chrono::{DateTime, NaiveDate, Utc};
use rust_decimal::Decimal;
use spanner_keys::{Schema, SpannerColumn, SpannerTable, Uuid};
use ulid::Ulid;

#[derive(SpannerColumn)]
pub struct CustomerId(Uuid);

#[derive(SpannerColumn)]
pub struct Tags(Vec<String>);

#[derive(SpannerColumn)]
pub enum Color {
    Red,
    Green,
}

#[derive(SpannerColumn)]
#[column(storage = integer)]
pub enum Level {
    Low = 1,
    High = 2,
}

#[derive(SpannerTable)]
pub struct EveryType {
    #[key(uuid)]
    id: Uuid,
    a_bool: bool,
    an_i8: i8,
    an_i16: i16,
    an_i32: i32,
    an_i64: i64,
    a_u8: u8,
    a_u16: u16,
    a_u32: u32,
    an_f32: f32,
    an_f64: f64,
    a_text: String,
    #[column(length = 40)]
    a_short_text: String,
    some_bytes: Vec<u8>,
    #[column(length = 40)]
    few_bytes: Vec<u8>,
    fixed_bytes: [u8; 20],
    shared_bytes: bytes::Bytes,
    a_uuid: Uuid,
    a_ulid: Ulid,
    a_system_time: SystemTime,
    a_chrono_time: DateTime<Utc>,
    a_chrono_date: NaiveDate,
    a_time_time: time::OffsetDateTime,
    a_time_utc: time::UtcDateTime,
    a_time_date: time::Date,
    a_jiff_time: jiff::Timestamp,
    a_jiff_date: jiff::civil::Date,
    a_decimal: Decimal,
    a_big_decimal: BigDecimal,
    a_json: serde_json::Value,
    a_newtype: CustomerId,
    a_color: Color,
    a_level: Level,
    maybe: Option<i64>,
    maybe_text: Option<String>,
    maybe_time: Option<DateTime<Utc>>,
    maybe_json: Option<serde_json::Value>,
    bools: Vec<bool>,
    numbers: Vec<i64>,
    maybe_numbers: Option<Vec<Option<i64>>>,
    floats: Vec<f32>,
    doubles: Vec<f64>,
    texts: Vec<String>,
    #[column(length = 12)]
    short_texts: Vec<String>,
    blobs: Vec<Vec<u8>>,
    digests: Vec<[u8; 4]>,
    times: Vec<DateTime<Utc>>,
    dates: Vec<NaiveDate>,
    decimals: Vec<Decimal>,
    documents: Vec<serde_json::Value>,
    ids: Vec<CustomerId>,
    colors: Vec<Option<Color>>,
    tags: Option<Tags>,
}

pub fn types() -> Schema<'static> {
    Schema::new().table::<EveryType>()
}

#[derive(SpannerTable)]
#[table(name = "Users", rename_all = "PascalCase")]
#[check("{age} >= 0 AND {age} < 200")]
#[check("{email} != {user_name}", name = "Users_email_is_no_name")]
#[check(googlesql = "CHAR_LENGTH({user_name}) > 0", postgresql = "length({user_name}) > 0")]
#[check("{note} != '{{}}'")]
#[ttl(column = expires_at, days = 30)]
pub struct User {
    #[key(uuid)]
    user_id: Uuid,
    #[column(length = 100)]
    user_name: String,
    #[column(length = 320, name = "EMailAddress")]
    email: String,
    #[column(generated = "LOWER({email})", length = 320)]
    email_lower: String,
    #[column(generated = "UPPER({email})", virtual)]
    email_upper: String,
    #[column(default = "18")]
    age: i64,
    #[column(default = "'it is {{new}}; -- really'")]
    note: String,
    #[column(default(googlesql = "CURRENT_TIMESTAMP()", postgresql = "now()"))]
    created_at: DateTime<Utc>,
    #[column(commit_timestamp)]
    updated_at: DateTime<Utc>,
    #[column(commit_timestamp)]
    seen_at: Option<DateTime<Utc>>,
    expires_at: Option<DateTime<Utc>>,
}

#[derive(SpannerTable)]
#[ttl(column = at, days = 0)]
pub struct Expiring {
    #[key(uuid)]
    id: Uuid,
    at: DateTime<Utc>,
}

#[derive(SpannerColumn)]
pub enum Quoted {
    #[column(name = "it's")]
    Single,
    #[column(name = "a\\b \"c\" `d`")]
    Others,
    #[column(name = "caf\u{e9} {}\n")]
    More,
}

#[derive(SpannerTable)]
pub struct Choice {
    #[key(uuid)]
    id: Uuid,
    #[column(check_values)]
    color: Color,
    #[column(check_values)]
    level: Option<Level>,
    #[column(check_values)]
    quoted: Quoted,
}

pub fn schema() -> Schema<'static> {
    Schema::new().table::<User>().table::<Expiring>().table::<Choice>()
}

#[derive(SpannerTable)]
#[table(name = "Select")]
#[index(From, columns(r#where, desc(order)), storing(r#type))]
#[foreign_key(columns(group), references(Select, r#where))]
#[check("{order} > {limit} AND {type} != {group}", name = "Check")]
pub struct Select {
    #[key]
    #[column(length = 10)]
    r#where: String,
    #[key(sequence = "By")]
    order: i64,
    r#type: String,
    #[column(length = 10)]
    group: String,
    limit: i64,
    #[column(generated = "{limit} + 1", name = "user")]
    synonym: i64,
    #[column(shard = 4, of(ttl))]
    all: i64,
    ttl: String,
}

pub fn reserved_words() -> Schema<'static> {
    Schema::new().table::<Select>()
}
