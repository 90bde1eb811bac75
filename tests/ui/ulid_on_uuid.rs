use spanner_keys::{SpannerTable, Uuid};

#[derive(SpannerTable)]
struct Trip {
    #[key]
    tenant: String,
    #[key(ulid)]
    id: Uuid,
}

fn main() {}
