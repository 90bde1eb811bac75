use spanner_keys::{SpannerTable, Uuid};

#[derive(SpannerTable)]
struct Customer {
    #[key(uuid)]
    customer_id: Uuid,
    first_name: String,
    last_name: String,
    street: String,
    city: String,
    country: String,
    phone: String,
}

#[derive(SpannerTable)]
#[foreign_key(columns(customer), references(Customer, custmer_id))]
#[foreign_key(columns(other), references(Customer, zzz))]
struct Order {
    #[key(uuid)]
    id: Uuid,
    customer: Uuid,
    other: Uuid,
}

#[derive(SpannerTable)]
#[index(ShopsByCity, columns(ctiy))]
#[index(ShopsByOwner, columns(proprietor))]
#[check("{phon} IS NOT NULL")]
struct Shop {
    #[key(uuid)]
    id: Uuid,
    name: String,
    street: String,
    city: String,
    country: String,
    phone: String,
    email: String,
}

fn main() {}
