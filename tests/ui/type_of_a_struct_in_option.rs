use spanner_keys::{SpannerTable, Uuid};

struct Address {
    street: String,
}

#[derive(SpannerTable)]
struct Customer {
    #[key(uuid)]
    id: Uuid,
    address: Option<Address>,
}

fn main() {}
