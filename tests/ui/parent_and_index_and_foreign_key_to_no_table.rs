use spanner_keys::SpannerTable;

struct Tenant;

#[derive(SpannerTable)]
#[interleave(Tenant)]
#[index(UsersByNumber, columns(tenant, number), interleave(Tenant))]
#[foreign_key(columns(tenant), references(Tenant, tenant))]
struct User {
    #[key(parent)]
    tenant: String,
    #[key]
    number: i64,
}

fn main() {}
