use chrono::{DateTime, Utc};
use spanner_keys::{SpannerColumn, SpannerTable};

#[derive(SpannerColumn)]
enum Region {
    North,
    South,
}

#[derive(SpannerTable)]
struct Depot {
    #[key]
    region: Region,
}

#[derive(SpannerTable)]
#[interleave(Depot)]
#[index(ArrivalsByDone, columns(done))]
struct Arrival {
    #[key(parent)]
    region: Region,
    #[key]
    at: DateTime<Utc>,
    done: bool,
}

fn main() {}
