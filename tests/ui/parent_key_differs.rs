use chrono::{DateTime, Utc};
use spanner_keys::{SpannerTable, Uuid};

#[derive(SpannerTable)]
struct Tenant {
    #[key]
    tenant: String,
}

#[derive(SpannerTable)]
#[interleave(Tenant)]
struct User {
    #[key(parent, desc)]
    tenant: String,
    #[key]
    number: i64,
}

#[derive(SpannerTable)]
struct OtherLengthTenant {
    #[key]
    #[column(length = 64)]
    tenant: String,
}

#[derive(SpannerTable)]
#[interleave(OtherLengthTenant)]
struct OtherLength {
    #[key(parent)]
    #[column(length = 32)]
    tenant: String,
    #[key]
    number: i64,
}

#[derive(SpannerTable)]
struct AnotherPartTenant {
    #[key]
    tenant: String,
    #[key]
    region: String,
}

#[derive(SpannerTable)]
#[interleave(AnotherPartTenant)]
struct AnotherPart {
    #[key(parent)]
    tenant: String,
    #[key]
    number: i64,
}

#[derive(SpannerTable)]
#[interleave(Tenant)]
struct FewerParts {
    #[key(parent)]
    tenant: String,
    #[key(parent)]
    region: String,
}

#[derive(SpannerTable)]
struct OtherOrderTenant {
    #[key]
    tenant: String,
    #[key]
    region: String,
}

#[derive(SpannerTable)]
#[interleave(OtherOrderTenant)]
struct OtherOrder {
    #[key(parent)]
    region: String,
    #[key(parent)]
    tenant: String,
}

#[derive(SpannerTable)]
struct NoCommitTimestampTenant {
    #[key]
    tenant: String,
    #[key]
    at: DateTime<Utc>,
}

#[derive(SpannerTable)]
#[interleave(NoCommitTimestampTenant)]
struct NoCommitTimestamp {
    #[key(parent)]
    tenant: String,
    #[key(parent)]
    #[column(commit_timestamp)]
    at: DateTime<Utc>,
}

#[derive(SpannerTable)]
#[table(name = "Singers")]
struct Singer {
    #[key(uuid)]
    singer_id: Uuid,
}

#[derive(SpannerTable)]
#[table(name = "Albums")]
#[interleave(Singer)]
struct Album {
    #[key(parent)]
    singer: Uuid,
    #[key]
    album_id: i64,
}

#[derive(SpannerTable)]
struct NullableTenant {
    #[key]
    tenant: Option<String>,
}

#[derive(SpannerTable)]
#[interleave(NullableTenant)]
struct NotNullable {
    #[key(parent)]
    tenant: String,
    #[key]
    number: i64,
}

fn main() {}

// rule: parent-key
