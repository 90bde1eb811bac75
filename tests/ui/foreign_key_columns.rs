use chrono::{DateTime, Utc};
use spanner_keys::{SpannerTable, Uuid};

#[derive(SpannerTable)]
struct Customer {
    #[key(uuid)]
    customer_id: Uuid,
    name: String,
}

#[derive(SpannerTable)]
#[foreign_key(columns(customer), references(Customer, id))]
struct Order {
    #[key(uuid)]
    id: Uuid,
    customer: Uuid,
}

#[derive(SpannerTable)]
struct CustomerInBytes {
    #[key(uuid, storage = bytes)]
    customer_id: Uuid,
}

#[derive(SpannerTable)]
#[foreign_key(columns(customer), references(CustomerInBytes, customer_id))]
struct Invoice {
    #[key(uuid)]
    id: Uuid,
    customer: Uuid,
}

#[derive(SpannerTable)]
struct Session {
    #[key(uuid)]
    session_id: Uuid,
    body: serde_json::Value,
}

#[derive(SpannerTable)]
#[foreign_key(columns(body), references(Session, body))]
struct Click {
    #[key(uuid)]
    id: Uuid,
    body: serde_json::Value,
}

#[derive(SpannerTable)]
#[foreign_key(columns(at), references(OverCommitTimestamp, at))]
struct OverCommitTimestamp {
    #[key(uuid)]
    id: Uuid,
    #[column(commit_timestamp)]
    at: DateTime<Utc>,
}

#[derive(SpannerTable)]
#[foreign_key(columns(custmer), references(OfUnknownField, id))]
struct OfUnknownField {
    #[key(uuid)]
    id: Uuid,
    customer: Uuid,
}

#[derive(SpannerTable)]
#[foreign_key(columns(customer), references(WithUnequalColumns, id, customer))]
struct WithUnequalColumns {
    #[key(uuid)]
    id: Uuid,
    customer: Uuid,
}

fn main() {}

// rule: foreign-key
