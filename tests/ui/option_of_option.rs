use spanner_keys::{SpannerTable, Uuid};

#[derive(SpannerTable)]
struct Trip {
    #[key(uuid)]
    id: Uuid,
    name: Option<Option<String>>,
}

fn main() {}
