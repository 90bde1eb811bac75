use spanner_keys::{SpannerTable, Uuid};

#[derive(SpannerTable)]
#[table(rename_all = "PascalCas")]
struct Order {
    #[key(uuid)]
    id: Uuid,
}

fn main() {}
