use spanner_keys::{SpannerColumn, SpannerTable};

#[derive(SpannerColumn)]
struct OrderId(u32);

#[derive(SpannerTable)]
struct Order {
    #[key]
    id: OrderId,
}

fn main() {}

// rule: integer-leads
