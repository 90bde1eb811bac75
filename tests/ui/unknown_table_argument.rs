use spanner_keys::{SpannerTable, Uuid};

#[derive(SpannerTable)]
#[table(nam = "Orders")]
struct Order {
    #[key(uuid)]
    id: Uuid,
}

fn main() {}
