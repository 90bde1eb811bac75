use spanner_keys::value::{WireValue, RowError};
use spanner_keys::{SpannerTable, Uuid};

#[derive(SpannerTable)]
struct Customer {
    #[key(uuid)]
    customer_id: Uuid,
    #[column(lenght = 256)]
    name: String,
}

#[derive(SpannerTable)]
#[interleave(Customer)]
struct Order {
    #[key(parent)]
    customer_id: Uuid,
    #[key(uid)]
    order_id: Uuid,
    total: i64,
}

fn place() -> Result<Vec<WireValue>, RowError> {
    let customer = NewCustomer { name: "Ada".into() }.insert()?;
    let order = NewOrder { customer: customer.key().clone(), total: 5 }.insert()?;
    let key = OrderKey { customer: customer.key().clone(), order_id: order.key().order_id };
    assert_eq!(&key, order.key());
    let row = Order { customer_id: key.customer.customer_id, order_id: key.order_id, total: 6 };
    row.update()?;
    Ok(spanner_keys::TableKey::into_values(key))
}

fn main() {
    let _ = place();
}
