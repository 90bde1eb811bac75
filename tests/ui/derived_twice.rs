use spanner_keys::{SpannerColumn, SpannerRow, SpannerTable, Uuid};

#[derive(SpannerTable)]
#[derive(Clone, spanner_keys::SpannerTable)]
struct Order {
    #[key(uuid)]
    order_id: Uuid,
    number: Number,
}

#[derive(Debug, SpannerColumn)]
#[column(length = 20)]
#[derive(SpannerColumn, Clone)]
struct Number(String);

#[derive(SpannerRow)]
#[derive(SpannerRow)]
struct Line {
    number: Number,
}

fn main() {
    let _ = NewOrder { number: Number("17".to_owned()) }.insert();
}
