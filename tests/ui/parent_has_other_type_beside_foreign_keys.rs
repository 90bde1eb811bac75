use spanner_keys::{SpannerTable, Uuid};

#[derive(SpannerTable)]
struct Customer {
    #[key(uuid)]
    customer_id: Uuid,
}

#[derive(SpannerTable)]
struct Account {
    #[key(uuid)]
    account_id: Uuid,
    #[column(length = 20)]
    country: String,
}

#[derive(SpannerTable)]
#[interleave(Customer)]
#[foreign_key(columns(customer_id), references(Customer, customer_id))]
#[foreign_key(columns(customer_id), references(Account, account_id))]
#[foreign_key(columns(country, customer_id), references(Account, country, account_id))]
struct Order {
    #[key(parent)]
    customer_id: i64,
    #[key(uuid)]
    order_id: Uuid,
    country: String,
}

fn main() {}
