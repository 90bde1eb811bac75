use spanner_keys::{SpannerTable, Uuid};

#[derive(SpannerTable)]
#[index(OrdersByTotal, columns(total))]
#[index(ordersbytotal, columns(note))]
struct Order {
    #[key(uuid)]
    id: Uuid,
    total: i64,
    note: String,
}

fn main() {}

// rule: name
