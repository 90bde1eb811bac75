use spanner_keys::SpannerTable;
use ulid::Ulid;

#[derive(SpannerTable)]
struct Trip {
    #[key]
    tenant: String,
    #[key(ulid, storage = native)]
    id: Ulid,
}

fn main() {}
