use spanner_keys::SpannerTable;

#[derive(SpannerTable)]
struct Order {
    #[key(sequence = "OrderSeq")]
    id: i32,
}

fn main() {}

// rule: fill-type
