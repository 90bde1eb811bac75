use chrono::{DateTime, NaiveDate, Utc};
use spanner_keys::{SpannerTable, Uuid};

#[derive(SpannerTable)]
struct Order {
    #[key(uuid, ulid)]
    id: Uuid,
}

#[derive(SpannerTable)]
struct SpreadAndAllowHotspot {
    #[key(spread = "many", allow_hotspot = "few")]
    tenant: i64,
}

#[derive(SpannerTable)]
#[index(PeopleByBirthday, columns(born), spread = "all days", allow_hotspot = "few writes")]
struct Person {
    #[key(uuid)]
    id: Uuid,
    born: NaiveDate,
}

#[derive(SpannerTable)]
struct User {
    #[key]
    #[column(generated = "LOWER({email})")]
    lower: String,
    email: String,
}

#[derive(SpannerTable)]
struct GeneratedWithDefault {
    #[key(uuid)]
    id: Uuid,
    email: String,
    #[column(generated = "LOWER({email})", default = "''")]
    lower: String,
}

#[derive(SpannerTable)]
struct CommitTimestampWithDefault {
    #[key(uuid)]
    id: Uuid,
    #[column(commit_timestamp, default = "CURRENT_TIMESTAMP()")]
    at: DateTime<Utc>,
}

#[derive(SpannerTable)]
struct VirtualWithoutGenerated {
    #[key(uuid)]
    id: Uuid,
    #[column(virtual)]
    lower: String,
}

#[derive(SpannerTable)]
struct LengthOnVirtual {
    #[key(uuid)]
    id: Uuid,
    email: String,
    #[column(generated = "LOWER({email})", virtual, length = 320)]
    lower: Option<String>,
}

#[derive(SpannerTable)]
struct SkipRangeWithoutSequence {
    #[key(random, skip_range(1, 10))]
    id: i64,
}

fn main() {}
