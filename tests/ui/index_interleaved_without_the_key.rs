use spanner_keys::{SpannerTable, Uuid};

#[derive(SpannerTable)]
struct Tenant {
    #[key]
    tenant: String,
}

#[derive(SpannerTable)]
#[interleave(Tenant)]
#[index(OrdersByNote, columns(note, tenant), interleave(Tenant))]
struct Order {
    #[key(parent)]
    tenant: String,
    #[key(uuid)]
    id: Uuid,
    note: String,
}

fn main() {}

// rule: index-parent
