use spanner_keys::{SpannerTable, Uuid};

struct Cache;

#[derive(SpannerTable)]
#[index(TasksByCount, columns(count))]
struct Task {
    #[key(uuid)]
    id: Uuid,
    #[column(skip)]
    count: i64,
    #[column(skip, name = "Cache")]
    cache: Cache,
}

#[derive(SpannerTable)]
struct Note {
    #[key(uuid)]
    #[column(skip)]
    id: Uuid,
}

#[derive(SpannerTable)]
#[check("{views} >= 0")]
struct Page {
    #[key(uuid)]
    id: Uuid,
    #[column(skip)]
    views: i64,
}

fn main() {}
