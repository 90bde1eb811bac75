use spanner_keys::SpannerTable;

#[derive(SpannerTable)]
struct Trip {
    #[key(ulid)]
    id: i64,
}

fn main() {}

// rule: fill-type
