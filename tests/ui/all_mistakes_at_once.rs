use spanner_keys::{SpannerTable, Uuid};

#[derive(SpannerTable)]
#[table(nam = "Orders")]
#[index(OrdersByTotal, columns(totl))]
struct Order {
    #[key(uid)]
    id: Uuid,
    #[column(lenght = 10)]
    name: String,
    total: i64,
}

fn main() {}
