use spanner_keys::{SpannerTable, Uuid, update};

struct Cache;

#[derive(SpannerTable)]
struct Task {
    #[key(uuid)]
    id: Uuid,
    #[column(skip)]
    cache: Cache,
}

#[derive(SpannerTable)]
struct Page {
    #[key(uuid)]
    id: Uuid,
    #[column(skip)]
    views: i64,
}

fn main() {
    let key = PageKey { id: Uuid::nil() };
    let _ = update!(Page, key, views = 1);
}
