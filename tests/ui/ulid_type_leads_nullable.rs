use spanner_keys::SpannerTable;
use ulid::Ulid;

#[derive(SpannerTable)]
struct Trip {
    #[key]
    id: Option<Ulid>,
}

fn main() {}

// rule: time-ordered-id-leads
