use spanner_keys::{SpannerTable, Uuid};

#[derive(SpannerTable)]
struct Trip {
    #[key(uuid_v7)]
    id: Uuid,
}

fn main() {}

// rule: time-ordered-id-leads
