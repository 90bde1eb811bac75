use chrono::DateTime;
use spanner_keys::{SpannerTable, Uuid};

#[derive(SpannerTable)]
#[index(OrdersByTime, columns(id, placed_at))]
struct Order {
    #[key(uuid)]
    id: Uuid,
    name: Option<Strng>,
    #[column(commit_timestamp)]
    placed_at: DateTime<Utcc>,
    tags: Vec<Uid>,
}

fn add() {
    let _ = NewOrder { name: None, tags: Vec::new() }.insert();
}

fn main() {}
