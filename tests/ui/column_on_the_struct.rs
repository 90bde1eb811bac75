use spanner_keys::{SpannerTable, Uuid};

#[derive(SpannerTable)]
#[column(rename_all = "camelCase")]
struct Order {
    #[key(uuid)]
    order_id: Uuid,
}

#[derive(SpannerTable)]
#[table(name = "Customers")]
#[column(rename_all = "camelCase")]
struct Customer {
    #[key(uuid)]
    customer_id: Uuid,
}

#[derive(SpannerTable)]
#[column(length = 20)]
struct Shop {
    #[key(uuid)]
    shop_id: Uuid,
    name: String,
}

fn main() {}
