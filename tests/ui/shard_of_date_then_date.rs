use chrono::NaiveDate;
use spanner_keys::SpannerTable;

#[derive(SpannerTable)]
struct Report {
    #[key(shard = 16)]
    shard: i64,
    #[key]
    day: NaiveDate,
}

fn main() {}

// rule: shard-of-few-values
