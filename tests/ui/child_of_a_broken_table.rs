use spanner_keys::{SpannerTable, Uuid};

// The parent's mistake is the one error: its child, and whatever refers to it, stay silent.
#[derive(SpannerTable)]
struct Tenant {
    #[key(uid)]
    tenant: Uuid,
}

#[derive(SpannerTable)]
#[interleave(Tenant)]
#[index(UsersByNumber, columns(tenant, number), interleave(Tenant))]
#[foreign_key(columns(tenant), references(Tenant, tenant))]
struct User {
    #[key(parent)]
    tenant: Uuid,
    #[key]
    number: i64,
}

fn main() {}
