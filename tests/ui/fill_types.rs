use chrono::NaiveDate;
use spanner_keys::{SpannerTable, Uuid};
use ulid::Ulid;

#[derive(SpannerTable)]
struct Order {
    #[key(uuid)]
    id: i64,
}

#[derive(SpannerTable)]
struct UuidOnOption {
    #[key(uuid)]
    id: Option<Uuid>,
}

#[derive(SpannerTable)]
struct UuidInShortText {
    #[key(uuid)]
    #[column(length = 32)]
    id: String,
}

#[derive(SpannerTable)]
struct Trip {
    #[key(ulid)]
    id: i64,
}

#[derive(SpannerTable)]
struct UlidOnUuid {
    #[key]
    tenant: String,
    #[key(ulid)]
    id: Uuid,
}

#[derive(SpannerTable)]
struct BitReversedOnOption {
    #[key(bit_reversed)]
    id: Option<i64>,
}

#[derive(SpannerTable)]
struct RandomOnUuid {
    #[key(random)]
    id: Uuid,
}

#[derive(SpannerTable)]
struct IdentityOnText {
    #[key(identity)]
    id: String,
}

#[derive(SpannerTable)]
struct SequenceOnSmallInteger {
    #[key(sequence = "OrderSeq")]
    id: i32,
}

#[derive(SpannerTable)]
struct StorageOnText {
    #[key]
    #[column(storage = native)]
    id: String,
}

#[derive(SpannerTable)]
struct StorageNativeOnUlid {
    #[key]
    tenant: String,
    #[key(ulid, storage = native)]
    id: Ulid,
}

#[derive(SpannerTable)]
struct CommitTimestampOnDate {
    #[key(uuid)]
    id: Uuid,
    #[column(commit_timestamp)]
    day: NaiveDate,
}

#[derive(SpannerTable)]
struct LengthOnInteger {
    #[key(uuid)]
    id: Uuid,
    #[column(length = 10)]
    count: i64,
}

#[derive(SpannerTable)]
struct LengthOnFixedBytes {
    #[key(uuid)]
    id: Uuid,
    #[column(length = 10)]
    digest: [u8; 32],
}

#[derive(SpannerTable)]
struct User {
    #[key(uuid)]
    id: Uuid,
    #[column(length = 3_000_000)]
    note: String,
}

fn main() {}

// rule: fill-type
