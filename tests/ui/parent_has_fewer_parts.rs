use spanner_keys::SpannerTable;

#[derive(SpannerTable)]
struct Tenant {
    #[key]
    tenant: String,
}

#[derive(SpannerTable)]
#[interleave(Tenant)]
struct User {
    #[key(parent)]
    tenant: String,
    #[key(parent)]
    region: String,
}

fn main() {}

// rule: parent-key
