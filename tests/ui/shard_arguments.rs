use spanner_keys::{SpannerTable, Uuid};

#[derive(SpannerTable)]
struct Order {
    #[key(shard = 0)]
    shard: i64,
    #[key(uuid)]
    id: Uuid,
}

#[derive(SpannerTable)]
struct ShardNegative {
    #[key(shard = -1)]
    shard: i64,
    #[key(uuid)]
    id: Uuid,
}

#[derive(SpannerTable)]
struct ShardTooMany {
    #[key(shard = 1025)]
    shard: i64,
    #[key(uuid)]
    id: Uuid,
}

#[derive(SpannerTable)]
struct ShardWithoutNumber {
    #[key(shard)]
    shard: i64,
    #[key(uuid)]
    id: Uuid,
}

#[derive(SpannerTable)]
struct ShardWithNothingToHash {
    #[key(shard = 16)]
    shard: i64,
    name: String,
}

#[derive(SpannerTable)]
struct ShardOfOtherColumn {
    #[key(shard = 16, of(name))]
    shard: i64,
    #[key(uuid)]
    id: Uuid,
    name: String,
}

#[derive(SpannerTable)]
struct ShardByClientOfSequence {
    #[key(shard = 16, client)]
    shard: i64,
    #[key(identity)]
    id: i64,
}

#[derive(SpannerTable)]
struct DescOnShard {
    #[key(shard = 16, desc)]
    shard: i64,
    #[key(uuid)]
    id: Uuid,
}

#[derive(SpannerTable)]
struct UuidAndShardOnOneField {
    #[key(uuid, shard = 16)]
    id: Uuid,
}

#[derive(SpannerTable)]
struct OfWithoutShard {
    #[key(uuid, of(name))]
    id: Uuid,
    name: String,
}

#[derive(SpannerTable)]
struct Event {
    #[key(shard = 16)]
    shard: i64,
    #[key(uuid_v7, client)]
    id: Uuid,
}

#[derive(SpannerTable)]
struct ColumnShardWithoutInputs {
    #[key(uuid)]
    id: Uuid,
    #[column(shard = 16)]
    shard: i64,
}

fn main() {}
