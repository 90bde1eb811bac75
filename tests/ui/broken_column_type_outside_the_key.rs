use spanner_keys::{SpannerColumn, SpannerTable, Uuid};

// The column type's mistake is the one error, also where a foreign key and an index use the column.
#[derive(SpannerColumn)]
#[column(storag = text)]
struct CustomerId(i64);

#[derive(SpannerTable)]
struct Customer {
    #[key(identity)]
    id: i64,
}

#[derive(SpannerTable)]
#[foreign_key(columns(customer), references(Customer, id))]
#[index(OrdersByCustomer, columns(customer), allow_hotspot = "few orders")]
struct Order {
    #[key(uuid)]
    id: Uuid,
    customer: CustomerId,
}

fn main() {}
