use spanner_keys::SpannerTable;

#[derive(SpannerTable)]
struct Order {
    #[key(shard = 16)]
    shard: i64,
    name: String,
}

fn main() {}
