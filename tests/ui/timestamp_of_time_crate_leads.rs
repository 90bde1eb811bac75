use spanner_keys::SpannerTable;

#[derive(SpannerTable)]
struct Event {
    #[key]
    created_at: time::OffsetDateTime,
}

fn main() {}

// rule: clock-leads
