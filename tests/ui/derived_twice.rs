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

#[derive(SpannerTable, Clone, SpannerTable)]
struct Parcel {
    #[key(uuid)]
    parcel_id: Uuid,
    weight: Weight,
}

#[derive(SpannerColumn, Clone, spanner_keys::SpannerColumn)]
struct Weight(i64);

#[derive(
    SpannerRow,
    SpannerRow,
)]
struct Content {
    weight: Weight,
}

fn main() {
    let _ = NewOrder { number: Number("17".to_owned()) }.insert();
    let _ = NewParcel { weight: Weight(3) }.insert();
}
