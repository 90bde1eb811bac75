use spanner_keys::{SpannerTable, Uuid};

#[derive(SpannerTable)]
#[index(OrdersByTime, columns(id, placed_at))]
#[ttl(column = placed_at, days = 3)]
struct Order {
    #[key(uuid)]
    id: Uuid,
    #[column(commit_timestamp)]
    placed_at: Instant,
    #[column(default = "0")]
    total: Mony,
}

fn main() {}
