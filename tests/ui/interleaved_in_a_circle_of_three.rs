use spanner_keys::{SpannerTable, Uuid};

#[derive(SpannerTable)]
#[interleave(Line)]
struct Customer {
    #[key(parent)]
    line_id: Uuid,
    #[key(uuid)]
    customer_id: Uuid,
}

#[derive(SpannerTable)]
#[interleave(Customer)]
struct Order {
    #[key(parent)]
    customer_id: Uuid,
    #[key(uuid)]
    order_id: Uuid,
}

#[derive(SpannerTable)]
#[interleave(Order)]
struct Line {
    #[key(parent)]
    order_id: Uuid,
    #[key(uuid)]
    line_id: Uuid,
}

// Below the circle, but not in it.
#[derive(SpannerTable)]
#[interleave(Line)]
struct Note {
    #[key(parent)]
    line_id: Uuid,
    #[key(uuid)]
    note_id: Uuid,
}

fn main() {}
