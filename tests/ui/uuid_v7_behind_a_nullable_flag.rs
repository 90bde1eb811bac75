use spanner_keys::{SpannerTable, Uuid};

#[derive(SpannerTable)]
struct Trip {
    #[key]
    done: Option<bool>,
    #[key(uuid_v7)]
    id: Uuid,
}

fn main() {}
