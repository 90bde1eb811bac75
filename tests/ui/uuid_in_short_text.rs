use spanner_keys::SpannerTable;

#[derive(SpannerTable)]
struct Order {
    #[key(uuid)]
    #[column(length = 32)]
    id: String,
}

fn main() {}
