//! A constant that does not exist, and one of another type.
use spanner_keys::{SpannerTable, Uuid};

const NAME: &str = "postgresql";

#[derive(SpannerTable)]
#[table(dialect = crate::DIALECT)]
struct Order {
    #[key(uuid)]
    id: Uuid,
}

#[derive(SpannerTable)]
#[table(dialect = NAME)]
struct Event {
    #[key(uuid)]
    id: Uuid,
}

fn main() {}
