use spanner_keys::SpannerTable;

#[derive(SpannerTable)]
struct Order {
    #[key]
    #[column(default = "1")]
    number: i64,
    #[key]
    name: String,
}

fn main() {}
