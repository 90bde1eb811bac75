use spanner_keys::{SpannerTable, Uuid};

#[derive(SpannerTable)]
struct Event {
    #[key(allow_hotspot = "few events")]
    urgent: bool,
    #[key(uuid)]
    id: Uuid,
}

fn main() {}

// rule: unused-waiver
