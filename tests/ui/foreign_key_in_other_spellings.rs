use spanner_keys::{SpannerTable, Uuid};

#[derive(SpannerTable)]
struct Customer {
    #[key(uuid)]
    id: Uuid,
}

#[derive(SpannerTable)]
#[foreign_key(customer_id, references = "Customer(id)")]
struct Order {
    #[key(uuid)]
    order_id: Uuid,
    customer_id: Uuid,
}

#[derive(SpannerTable)]
#[foreign_key(customer_id, references(Customer, id), on_delete = cascade)]
struct Invoice {
    #[key(uuid)]
    invoice_id: Uuid,
    customer_id: Uuid,
}

#[derive(SpannerTable)]
#[foreign_key(customer_id, references = crate::Customer::id)]
struct Letter {
    #[key(uuid)]
    letter_id: Uuid,
    customer_id: Uuid,
}

#[derive(SpannerTable)]
#[foreign_key("id", references = Customer)]
struct Visit {
    #[key(uuid)]
    visit_id: Uuid,
    id: Uuid,
}

#[derive(SpannerTable)]
#[foreign_key(columns = "id", references = "Customer")]
struct Call {
    #[key(uuid)]
    call_id: Uuid,
    id: Uuid,
}

#[derive(SpannerTable)]
#[foreign_key(columns(customer), refs(Customer, id))]
struct Mail {
    #[key(uuid)]
    mail_id: Uuid,
    customer: Uuid,
}

#[derive(SpannerTable)]
#[foreign_key(columns(customer), references("Customer", "id"))]
struct Gift {
    #[key(uuid)]
    gift_id: Uuid,
    customer: Uuid,
}

fn main() {}
