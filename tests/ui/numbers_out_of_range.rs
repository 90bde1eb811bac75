use chrono::{DateTime, Utc};
use spanner_keys::{SpannerTable, Uuid};

#[derive(SpannerTable)]
struct Order {
    #[key(uuid)]
    id: Uuid,
    #[column(length = 0)]
    name: String,
}

#[derive(SpannerTable)]
struct StartCounterOfZero {
    #[key(identity, start_counter = 0)]
    id: i64,
}

#[derive(SpannerTable)]
struct SkipRangeBackwards {
    #[key(identity, skip_range(10, 1))]
    id: i64,
}

#[derive(SpannerTable)]
#[ttl(column = at, days = -1)]
struct TtlNegative {
    #[key(uuid)]
    id: Uuid,
    at: DateTime<Utc>,
}

#[derive(SpannerTable)]
#[ttl(column = at)]
struct TtlWithoutDays {
    #[key(uuid)]
    id: Uuid,
    at: DateTime<Utc>,
}

#[derive(SpannerTable)]
#[ttl(column = att, days = 1)]
struct TtlOfUnknownField {
    #[key(uuid)]
    id: Uuid,
    at: DateTime<Utc>,
}

fn main() {}

// rule: counter
