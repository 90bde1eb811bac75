use spanner_keys::SpannerTable;

#[derive(SpannerTable)]
struct Trip {
    #[key(ulid)]
    id: String,
}

fn main() {}

// rule: time-ordered-id-leads
