use spanner_keys::{SpannerTable, Uuid};

#[derive(SpannerTable)]
struct Event {
    #[key(uuid_high)]
    high: Uuid,
    #[key(uuid_low)]
    low: i32,
}

fn main() {}
