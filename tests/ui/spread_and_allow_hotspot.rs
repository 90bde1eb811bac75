use spanner_keys::SpannerTable;

#[derive(SpannerTable)]
struct Order {
    #[key(spread = "many", allow_hotspot = "few")]
    tenant: i64,
}

fn main() {}
