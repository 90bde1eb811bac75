use spanner_keys::{SpannerTable, Uuid};

#[derive(SpannerTable)]
struct Event {
    #[key(identity)]
    id: i64,
    #[column(retry_id)]
    request: Uuid,
    text: String,
}

fn main() {}
