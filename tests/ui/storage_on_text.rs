use spanner_keys::SpannerTable;

#[derive(SpannerTable)]
struct Trip {
    #[key]
    #[column(storage = native)]
    id: String,
}

fn main() {}

// rule: fill-type
