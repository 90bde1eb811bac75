use spanner_keys::SpannerTable;

struct Tenant {
    tenant: String,
}

#[derive(SpannerTable)]
#[interleave(Tenant)]
struct User {
    #[key(parent)]
    tenant: String,
    #[key]
    number: i64,
}

fn main() {}
