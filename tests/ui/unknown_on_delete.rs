use spanner_keys::{SpannerTable, Uuid};

#[derive(SpannerTable)]
struct Customer {
    #[key(uuid)]
    id: Uuid,
}

#[derive(SpannerTable)]
#[interleave(Customer, on_delete = cascad)]
struct Order {
    #[key(parent)]
    id: Uuid,
}

fn main() {}
