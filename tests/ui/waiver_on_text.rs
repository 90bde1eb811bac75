use spanner_keys::SpannerTable;

#[derive(SpannerTable)]
struct Event {
    #[key(allow_hotspot = "few events")]
    name: String,
}

fn main() {}

// rule: unused-waiver
