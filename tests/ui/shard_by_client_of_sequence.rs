use spanner_keys::SpannerTable;

#[derive(SpannerTable)]
struct Order {
    #[key(shard = 16, client)]
    shard: i64,
    #[key(identity)]
    id: i64,
}

fn main() {}
