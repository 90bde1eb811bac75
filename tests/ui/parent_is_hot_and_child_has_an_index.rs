use chrono::{DateTime, Utc};
use spanner_keys::SpannerTable;

// The hot key is the one mistake: the index of the child, which ends in it, stays silent.
#[derive(SpannerTable)]
struct Batch {
    #[key]
    at: DateTime<Utc>,
}

#[derive(SpannerTable)]
#[interleave(Batch)]
#[index(ItemsByDone, columns(done))]
struct Item {
    #[key(parent)]
    at: DateTime<Utc>,
    #[key]
    number: i64,
    done: bool,
}

fn main() {}
