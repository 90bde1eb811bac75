use spanner_keys::SpannerTable;

#[derive(SpannerTable)]
struct Trip {
    #[key(shard = 16)]
    shard: i64,
    #[key]
    weight: f32,
}

fn main() {}

// rule: key-type
