use spanner_keys::{SpannerColumn, SpannerTable, Uuid};
use ulid::Ulid;

#[derive(SpannerTable)]
struct Trip {
    #[key(ulid)]
    id: String,
}

#[derive(SpannerTable)]
struct Ride {
    #[key(ulid)]
    id: String,
    #[key]
    distance: f64,
}

#[derive(SpannerTable)]
struct Flight {
    #[key]
    id: Ulid,
}

#[derive(SpannerTable)]
struct Walk {
    #[key]
    id: Option<Ulid>,
}

#[derive(SpannerColumn)]
struct TripId(Ulid);

#[derive(SpannerTable)]
struct Cruise {
    #[key]
    id: TripId,
}

#[derive(SpannerTable)]
struct Visit {
    #[key(uuid_v7)]
    id: Uuid,
}

#[derive(SpannerTable)]
struct Stay {
    #[key]
    done: Option<bool>,
    #[key(uuid_v7)]
    id: Uuid,
}

#[derive(SpannerTable)]
struct Event {
    #[key]
    urgent: bool,
    #[key(ulid)]
    id: String,
}

fn main() {}

// rule: only-few-values-before
// rule: time-ordered-id-leads
