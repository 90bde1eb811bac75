// Each mistake is reported, whichever others are in the module.
use chrono::{DateTime, Utc};
use spanner_keys::{SpannerColumn, SpannerTable, Uuid};

#[derive(SpannerColumn)]
#[column(lenght = 320)]
struct Email(String);

#[derive(SpannerTable)]
#[index(UsersByName, colums(name))]
struct User {
    #[key(uid)]
    user_id: Uuid,
    name: Strng,
    email: Email,
}

#[derive(SpannerTable)]
#[table(nam = "Events")]
#[interleave(Customer)]
struct Event {
    #[key(parent)]
    customer_id: Uuid,
    #[key(uuid)]
    id: Uuid,
}

#[derive(SpannerTable)]
#[index(VisitsBySeen, columns(seen))]
struct Visit {
    #[key]
    number: i64,
    seen: DateTime<Utc>,
    left: DateTime,
}

fn add(email: Email, visit: NewVisit) -> DateTime<Utc> {
    let _ = NewUser { name: 1, email }.insert();
    visit.left
}

fn main() {}
