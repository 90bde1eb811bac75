use spanner_keys::SpannerTable;

#[derive(SpannerTable)]
struct Trip {
    #[key(shard = 257)]
    shard: u8,
    #[key(ulid)]
    id: String,
}

fn main() {}
