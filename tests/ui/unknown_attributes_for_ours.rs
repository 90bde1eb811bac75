use spanner_keys::{SpannerTable, Uuid};

#[derive(SpannerTable)]
struct Customer {
    #[key(uuid)]
    customer_id: Uuid,
}

#[derive(SpannerTable)]
struct Order {
    #[sea_orm(primary_key)]
    id: String,
    note: String,
}

#[derive(SpannerTable)]
struct Event {
    #[keys(uuid)]
    id: Uuid,
    note: String,
}

#[derive(SpannerTable)]
struct Visit {
    #[spanner_keys::key(uuid)]
    id: Uuid,
    note: String,
}

#[derive(SpannerTable)]
struct Account {
    #[sqlx(primary_key)]
    id: Uuid,
    note: String,
}

#[derive(SpannerTable)]
#[diesel(table_name = payments, primary_key(id))]
struct Payment {
    id: i64,
    note: String,
}

#[derive(SpannerTable)]
#[interleave_in(Customer)]
struct Child {
    #[key(parent)]
    customer_id: Uuid,
    #[key(uuid)]
    child_id: Uuid,
    note: String,
}

#[derive(SpannerTable)]
#[interleave_in_parent(Customer)]
struct Other {
    #[key(parent)]
    customer_id: Uuid,
    #[key(uuid)]
    other_id: Uuid,
}

fn add(customer: CustomerKey, order: OrderKey) {
    let _ = NewOrder { id: order.id, note: String::new() }.insert();
    let _ = NewEvent { note: String::new() }.insert();
    let _ = NewVisit { note: String::new() }.insert();
    let _ = NewAccount { note: String::new() }.insert();
    let _ = NewPayment { note: String::new() }.insert();
    let _ = NewOther { customer: customer.clone() }.insert();
    let _ = NewChild { customer, note: String::new() }.insert();
}

fn main() {}
