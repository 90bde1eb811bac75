use spanner_keys::{SpannerTable, Uuid};

#[derive(SpannerTable)]
#[table(key = "id")]
struct User {
    id: Uuid,
}

#[derive(SpannerTable)]
#[table(new = "Order")]
struct Order {
    #[key(uuid)]
    id: Uuid,
}

#[derive(SpannerTable)]
#[table(new = "Row", key = Row)]
struct Item {
    #[key(uuid)]
    id: Uuid,
}

#[derive(SpannerTable)]
#[table(new = "New Shop", key = ShopPk)]
struct Shop {
    #[key(uuid)]
    id: Uuid,
}

fn main() {
    let _ = (NewOrder {}, Row {}, NewShop {});
    let _: Option<(UserKey, OrderKey, ItemKey, ShopPk)> = None;
}
