use spanner_keys::{SpannerTable, Uuid};

#[derive(SpannerTable)]
#[index(OrdersByNote, columns(note), storing ::)]
struct Order { #[key(uuid)] id: Uuid, note: String, #[column(length = )] name: String }

fn main() {}
