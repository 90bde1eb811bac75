use spanner_keys::SpannerTable;

#[derive(SpannerTable)]
struct Trip {
    #[key(ulid)]
    id: String,
    #[key]
    distance: f64,
}

fn main() {}
