use spanner_keys::{SpannerTable, Uuid};

struct Tenant;

#[derive(SpannerTable)]
#[index(OrdersByNote, columns(note), interleave(Tenant))]
struct Order {
    #[key(uuid)]
    id: Uuid,
    note: String,
}

fn main() {}
