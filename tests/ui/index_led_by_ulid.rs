use spanner_keys::{SpannerTable, Uuid};
use ulid::Ulid;

#[derive(SpannerTable)]
#[index(TripsByToken, columns(token))]
struct Trip {
    #[key(uuid)]
    id: Uuid,
    token: Ulid,
}

fn main() {}

// rule: time-ordered-id-leads
