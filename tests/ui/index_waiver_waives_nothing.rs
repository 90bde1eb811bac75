use spanner_keys::{SpannerTable, Uuid};

#[derive(SpannerTable)]
#[index(OrdersByNote, columns(note), allow_hotspot = "few orders")]
struct Order {
    #[key(uuid)]
    id: Uuid,
    note: String,
}

fn main() {}

// rule: unused-waiver
