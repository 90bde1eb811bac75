use chrono::NaiveDate;
use spanner_keys::{SpannerTable, Uuid};

#[derive(SpannerTable)]
#[index(OrdersByDay, columns(day))]
struct Order {
    #[key(uuid)]
    id: Uuid,
    day: NaiveDate,
}

fn main() {}

// rule: clock-leads
