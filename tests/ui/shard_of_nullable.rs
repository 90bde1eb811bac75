use spanner_keys::SpannerTable;

#[derive(SpannerTable)]
struct Trip {
    #[key(shard = 16)]
    shard: i64,
    #[key]
    name: Option<String>,
}

fn main() {}

// rule: shard-input
