use spanner_keys::{SpannerTable, Uuid};

#[derive(SpannerTable)]
struct Trip {
    #[key(uuid)]
    id: Uuid,
    #[column(length = 10)]
    digest: [u8; 32],
}

fn main() {}
