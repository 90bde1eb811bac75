#![allow(dead_code)]

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
    #[key(allow_hotspot = "at most 10 writes a minute")]
    at: DateTime<Utc>,
    done: bool,
}

fn main() {}
