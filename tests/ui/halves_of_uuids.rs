use spanner_keys::SpannerTable;

#[derive(SpannerTable)]
struct Event {
    #[key(uuid_high)]
    id_high: i64,
    name: String,
}

#[derive(SpannerTable)]
struct Order {
    #[key(uuid_low)]
    id: i64,
    id_high: String,
}

#[derive(SpannerTable)]
struct Task {
    #[key(uuid_high)]
    high: i64,
    #[key(uuid_low)]
    low: i64,
    #[key(uuid_low)]
    again: i64,
}

#[derive(SpannerTable)]
struct Note {
    #[key(uuid_high)]
    high: i64,
    #[key(uuid_low, storage = bytes)]
    low: i64,
}

fn main() {}
