use spanner_keys::SpannerTable;

#[derive(SpannerTable)]
struct Event {
    #[key]
    urgent: bool,
    #[key(ulid)]
    id: String,
}

fn main() {}

// rule: only-few-values-before
