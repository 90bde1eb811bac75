use spanner_keys::SpannerTable;

#[derive(SpannerTable)]
struct Trip {
    #[key]
    id: u64,
    #[key]
    name: String,
}

fn main() {}
