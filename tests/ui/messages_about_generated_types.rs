use spanner_keys::{SpannerTable, Uuid};

mod shop {
    use spanner_keys::{SpannerTable, Uuid};

    #[derive(SpannerTable)]
    pub struct Customer {
        #[key(uuid)]
        pub customer_id: Uuid,
        pub name: String,
        notes: String,
    }
}

use shop::{Customer, CustomerKey, NewCustomer};

#[derive(SpannerTable)]
#[interleave(Customer)]
#[table(key = "OrderId")]
struct Order {
    #[key(parent)]
    customer_id: Uuid,
    #[key(uuid)]
    order_id: Uuid,
    total: i64,
}

fn missing_field(customer: CustomerKey) -> NewOrder {
    NewOrder { customer }
}

fn unknown_field(customer: CustomerKey) -> NewOrder {
    NewOrder { customer, totl: 1 }
}

fn field_of_another_type(customer: CustomerKey) -> NewOrder {
    NewOrder { customer, total: "1" }
}

fn another_key(id: OrderId) -> CustomerKey {
    id
}

fn private_field(customer: NewCustomer) -> String {
    customer.notes
}

fn not_clone(order: &NewOrder) -> NewOrder {
    order.clone()
}

fn not_display(id: OrderId) -> String {
    id.to_string()
}

fn main() {}
