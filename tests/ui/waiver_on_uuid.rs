use spanner_keys::{SpannerTable, Uuid};

#[derive(SpannerTable)]
struct Order {
    #[key(uuid, allow_hotspot = "few orders")]
    id: Uuid,
}

fn main() {}
