use spanner_keys::{SpannerColumn, SpannerTable};
use ulid::Ulid;

#[derive(SpannerColumn)]
struct TripId(Ulid);

#[derive(SpannerTable)]
struct Trip {
    #[key]
    id: TripId,
}

fn main() {}

// rule: time-ordered-id-leads
