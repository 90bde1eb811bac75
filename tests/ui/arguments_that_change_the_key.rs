use spanner_keys::{SpannerColumn, SpannerTable, Uuid};

// Each is one mistake, also where the rest of the struct, and the code that uses it, depends on it.
#[derive(SpannerTable)]
struct Customer {
    #[key(uuid, dsc)]
    customer_id: Uuid,
    #[column(storage = txt)]
    token: Uuid,
}

#[derive(SpannerTable)]
#[interleave(on_delete = cascade)]
struct Order {
    #[key(parent)]
    customer_id: Uuid,
    #[key(uuid)]
    order_id: Uuid,
}

#[derive(SpannerTable)]
#[interleave(Customer on_delete = cascade)]
struct Visit {
    #[key(parent)]
    customer_id: Uuid,
    #[key(uuid)]
    visit_id: Uuid,
}

#[derive(SpannerTable)]
#[table(primary_key(id))]
struct Shop {
    id: Uuid,
    name: String,
}

#[derive(SpannerColumn)]
struct Amount(u64);

#[derive(SpannerTable)]
struct Item {
    #[key(uuid)]
    id: Uuid,
    price: Option<Amount>,
    prices: Vec<Amount>,
}

fn add(customer: CustomerKey, shop: ShopKey) {
    let _ = NewCustomer { token: Uuid::nil() }.insert();
    let _ = NewVisit { customer }.insert();
    let _ = NewShop { id: shop.id, name: String::new() }.insert();
    let _ = NewItem { price: None, prices: Vec::new() }.insert();
}

fn main() {}
