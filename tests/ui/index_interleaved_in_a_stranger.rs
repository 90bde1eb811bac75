use spanner_keys::{SpannerTable, Uuid};

#[derive(SpannerTable)]
struct Tenant {
    #[key]
    tenant: String,
}

#[derive(SpannerTable)]
#[index(OrdersByTenant, columns(tenant), interleave(Tenant))]
struct Order {
    #[key(uuid)]
    id: Uuid,
    tenant: String,
}

fn main() {}

// rule: index-parent
