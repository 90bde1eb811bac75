use spanner_keys::{SpannerTable, Uuid};

#[derive(SpannerTable)]
#[table(name = "Orders`; DROP TABLE Users")]
struct Order {
    #[key(uuid)]
    id: Uuid,
}

fn main() {}

// rule: name
