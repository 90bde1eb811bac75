use spanner_keys::SpannerTable;

#[derive(SpannerTable)]
struct Tenant {
    #[key]
    #[column(length = 64)]
    tenant: String,
}

#[derive(SpannerTable)]
#[interleave(Tenant)]
struct User {
    #[key(parent)]
    #[column(length = 32)]
    tenant: String,
    #[key]
    number: i64,
}

fn main() {}

// rule: parent-key
