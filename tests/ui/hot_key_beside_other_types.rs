use chrono::{DateTime, Utc};
use spanner_keys::{SpannerColumn, SpannerTable, Uuid};

struct Picture;

#[derive(SpannerColumn)]
struct Name(Strng);

#[derive(SpannerColumn)]
struct Portrait(Picture);

// A type that does not resolve, or that is not a column after all, does not hide the hot keys.
#[derive(SpannerTable)]
struct Event {
    #[key]
    at: DateTime<Utc>,
    name: Option<Strng>,
}

#[derive(SpannerTable)]
#[index(VisitsByTime, columns(at))]
struct Visit {
    #[key(uuid)]
    id: Uuid,
    at: DateTime<Utc>,
    #[column(length = 20)]
    count: i64,
    name: Name,
}

#[derive(SpannerTable)]
struct Counter {
    #[key]
    number: i64,
    portrait: Portrait,
}

#[derive(SpannerTable)]
#[interleave(Countr)]
struct Step {
    #[key(parent)]
    number: i64,
    #[key(uuid)]
    id: Uuid,
    size: u64,
}

fn main() {}
