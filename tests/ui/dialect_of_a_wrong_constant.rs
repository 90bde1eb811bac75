//! A constant that does not exist, one of another type, and a word in capitals.
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

#[derive(SpannerTable)]
#[table(dialect = POSTGRESQL)]
struct Task {
    #[key(uuid)]
    id: Uuid,
}

fn main() {}
