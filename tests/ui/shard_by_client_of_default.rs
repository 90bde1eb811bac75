use spanner_keys::SpannerTable;

#[derive(SpannerTable)]
struct Order {
    #[key(shard = 16, client)]
    shard: i64,
    #[key]
    #[column(default = "GENERATE_UUID()")]
    id: String,
}

fn main() {}
