use chrono::{DateTime, Utc};
use spanner_keys::{SpannerTable, Uuid};

#[derive(SpannerTable)]
struct Order {
    #[key(uuid, allow_hotspot = "few orders")]
    id: Uuid,
}

#[derive(SpannerTable)]
struct Event {
    #[key(allow_hotspot = "few events")]
    name: String,
}

#[derive(SpannerTable)]
struct Alert {
    #[key(allow_hotspot = "few events")]
    urgent: bool,
    #[key(uuid)]
    id: Uuid,
}

#[derive(SpannerTable)]
struct Change {
    #[key(uuid)]
    id: Uuid,
    #[key(allow_hotspot = "few events")]
    at: DateTime<Utc>,
}

#[derive(SpannerTable)]
struct Customer {
    #[key(uuid)]
    customer_id: Uuid,
}

#[derive(SpannerTable)]
#[interleave(Customer)]
struct Address {
    #[key(parent)]
    customer_id: Uuid,
    #[key(spread = "numbers are drawn at random")]
    number: i64,
}

#[derive(SpannerTable)]
struct Tenant {
    #[key(spread = "names differ")]
    name: String,
}

#[derive(SpannerTable)]
#[index(PeopleByName, columns(name), spread = "names are many")]
struct Person {
    #[key(uuid)]
    id: Uuid,
    name: String,
}

#[derive(SpannerTable)]
#[index(OrdersByNote, columns(note), allow_hotspot = "few orders")]
struct Invoice {
    #[key(uuid)]
    id: Uuid,
    note: String,
}

#[derive(SpannerTable)]
#[interleave(Customer)]
#[index(OrdersByTime, columns(customer_id, placed_at), interleave(Customer), allow_hotspot = "few orders")]
struct Visit {
    #[key(parent)]
    customer_id: Uuid,
    #[key(uuid)]
    id: Uuid,
    placed_at: DateTime<Utc>,
}

#[derive(SpannerTable)]
struct Account {
    #[key(uuid)]
    id: Uuid,
}

#[derive(SpannerTable)]
#[foreign_key(columns(customer), references(Account, id), allow_hotspot = "few orders")]
struct Payment {
    #[key(uuid)]
    id: Uuid,
    customer: Uuid,
}

fn main() {}

// rule: unused-waiver
