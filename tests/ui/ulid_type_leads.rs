use spanner_keys::SpannerTable;
use ulid::Ulid;

#[derive(SpannerTable)]
struct Trip {
    #[key]
    id: Ulid,
}

fn main() {}

// rule: time-ordered-id-leads
