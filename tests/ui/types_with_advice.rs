use std::collections::{BTreeMap, HashMap};
use std::time::Duration;

use chrono::{DateTime, FixedOffset, Local, NaiveDateTime, NaiveTime};
use spanner_keys::{SpannerTable, Uuid};
use time::PrimitiveDateTime;

type Amount = u64;

#[derive(SpannerTable)]
struct Order {
    #[key(uuid)]
    id: Uuid,
    count: u64,
    size: Option<usize>,
    totals: Vec<i128>,
    amount: Amount,
    placed_at: NaiveDateTime,
    paid_at: DateTime<Local>,
    sent_at: Option<DateTime<FixedOffset>>,
    opens_at: NaiveTime,
    packed_at: PrimitiveDateTime,
    received_at: jiff::Zoned,
    took: Duration,
    labels: HashMap<String, i64>,
    prices: BTreeMap<String, i64>,
    place: (f64, f64),
    note: Box<str>,
    status: &'static str,
    grade: char,
    grid: Vec<Vec<i64>>,
    flag: Option<Option<bool>>,
    sizes: [u64; 3],
    letters: [char; 2],
    port: std::num::NonZeroU16,
    host: std::net::SocketAddr,
    bytes: std::sync::Arc<[u8]>,
    weekday: time::Weekday,
}

fn main() {}
