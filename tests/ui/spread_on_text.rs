use spanner_keys::SpannerTable;

#[derive(SpannerTable)]
struct Tenant {
    #[key(spread = "names differ")]
    name: String,
}

fn main() {}
