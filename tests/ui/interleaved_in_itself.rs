use spanner_keys::{SpannerTable, Uuid};

#[derive(SpannerTable)]
#[interleave(Order)]
struct Order {
    #[key(parent)]
    id: Uuid,
}

type Parent = ByAlias;

#[derive(SpannerTable)]
#[interleave(Parent)]
struct ByAlias {
    #[key(parent)]
    customer_id: Uuid,
    #[key(uuid)]
    order_id: Uuid,
}

#[derive(SpannerTable)]
#[interleave(crate::ByPath)]
struct ByPath {
    #[key(parent)]
    customer_id: Uuid,
    #[key(uuid)]
    order_id: Uuid,
}

#[derive(SpannerTable)]
#[interleave(Book)]
struct Page {
    #[key(parent)]
    order_id: Uuid,
    #[key(uuid)]
    line_id: Uuid,
}

#[derive(SpannerTable)]
#[interleave(Page)]
struct Book {
    #[key(parent)]
    line_id: Uuid,
    #[key(uuid)]
    order_id: Uuid,
}

#[derive(SpannerTable)]
#[interleave(InvoiceLine)]
struct Customer {
    #[key(parent)]
    line_id: Uuid,
    #[key(uuid)]
    customer_id: Uuid,
}

#[derive(SpannerTable)]
#[interleave(Customer)]
struct Invoice {
    #[key(parent)]
    customer_id: Uuid,
    #[key(uuid)]
    order_id: Uuid,
}

#[derive(SpannerTable)]
#[interleave(Invoice)]
struct InvoiceLine {
    #[key(parent)]
    order_id: Uuid,
    #[key(uuid)]
    line_id: Uuid,
}

// Below the circle, but not in it.
#[derive(SpannerTable)]
#[interleave(InvoiceLine)]
struct Note {
    #[key(parent)]
    line_id: Uuid,
    #[key(uuid)]
    note_id: Uuid,
}

fn main() {}
