use spanner_keys::SpannerTable;

#[derive(SpannerTable)]
struct Tenant {
    #[key]
    tenant: String,
}

#[derive(SpannerTable)]
#[interleave(Tenant)]
struct User {
    #[key(parent, desc)]
    tenant: String,
    #[key]
    number: i64,
}

fn main() {}

// rule: parent-key
