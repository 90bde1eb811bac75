use spanner_keys::SpannerTable;

#[derive(SpannerTable)]
struct Tenant {
    #[key]
    tenant: String,
    #[key]
    region: String,
}

#[derive(SpannerTable)]
#[interleave(Tenant)]
struct User {
    #[key(parent)]
    region: String,
    #[key(parent)]
    tenant: String,
}

fn main() {}

// rule: parent-key
