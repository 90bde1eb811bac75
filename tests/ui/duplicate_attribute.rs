use spanner_keys::{SpannerTable, Uuid};

#[derive(SpannerTable)]
#[table(name = "Orders")]
#[table(schema = "sales")]
struct Order {
    #[key(uuid)]
    id: Uuid,
}

fn main() {}
