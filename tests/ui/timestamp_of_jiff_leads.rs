use spanner_keys::SpannerTable;

#[derive(SpannerTable)]
struct Event {
    #[key]
    created_at: jiff::Timestamp,
}

fn main() {}

// rule: clock-leads
