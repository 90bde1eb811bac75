use spanner_keys::SpannerTable;

#[derive(SpannerTable)]
struct Trip {
    #[key(shard = 16)]
    shard: String,
    #[key(ulid)]
    id: String,
}

fn main() {}

// rule: fill-type
