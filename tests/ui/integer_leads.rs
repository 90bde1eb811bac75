use spanner_keys::{SpannerColumn, SpannerTable};

#[derive(SpannerTable)]
struct Order {
    #[key]
    id: i64,
}

#[derive(SpannerColumn)]
struct OrderId(u32);

#[derive(SpannerTable)]
struct Invoice {
    #[key]
    id: OrderId,
}

#[derive(SpannerTable)]
struct Ticket {
    #[key]
    #[column(default = "1")]
    number: i64,
    #[key]
    name: String,
}

#[derive(SpannerColumn)]
enum Kind {
    Invoice,
    Receipt,
}

#[derive(SpannerTable)]
struct Document {
    #[key]
    kind: Kind,
    #[key]
    number: i64,
}

fn main() {}

// rule: integer-leads
// rule: only-few-values-before
