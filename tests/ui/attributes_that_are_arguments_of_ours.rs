use spanner_keys::{SpannerTable, Uuid};
use std::time::SystemTime;

#[derive(SpannerTable)]
struct Event {
    #[key(uuid)]
    event_id: Uuid,
    name: String,
    #[commit_timestamp]
    made_at: SystemTime,
    #[generated("1")]
    one: i64,
    #[retry_id]
    retry: Uuid,
}

#[derive(SpannerTable)]
struct Visit {
    #[shard(16)]
    shard: i64,
    #[key]
    visitor: String,
}

#[derive(SpannerTable)]
struct Account {
    #[auto]
    account_id: i64,
    name: String,
}

fn add(name: String) {
    let event = NewEvent { name: name.clone() }.insert();
    let _: Uuid = event.unwrap().key().event_id;
    let _ = NewVisit { visitor: name.clone() }.insert();
    let _ = NewAccount { name }.insert();
}

fn main() {}
