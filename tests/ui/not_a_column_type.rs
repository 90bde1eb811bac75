use spanner_keys::{SpannerColumn, SpannerTable, Uuid};

struct Money {
    cents: i64,
}

#[derive(SpannerTable)]
struct Trip {
    #[key(uuid)]
    id: Uuid,
    price: Money,
}

#[derive(SpannerTable)]
struct NotAColumnTypeInKey {
    #[key]
    id: u64,
    #[key]
    name: String,
}

struct Address {
    street: String,
}

#[derive(SpannerTable)]
struct Customer {
    #[key(uuid)]
    id: Uuid,
    address: Option<Address>,
}

#[derive(SpannerTable)]
struct OptionOfOption {
    #[key(uuid)]
    id: Uuid,
    name: Option<Option<String>>,
}

#[derive(SpannerTable)]
struct ArrayOfArrays {
    #[key(uuid)]
    id: Uuid,
    grid: Vec<Vec<i64>>,
}

#[derive(SpannerColumn)]
struct Tags(Vec<String>);

#[derive(SpannerTable)]
struct ArrayOfArrayNewtypes {
    #[key(uuid)]
    id: Uuid,
    tags: Vec<Tags>,
}

#[derive(SpannerTable)]
struct Order {
    #[key(uuid)]
    id: Uuid,
    text: str,
}

#[derive(SpannerTable)]
#[index(OrdersByName, columns(name))]
struct BorrowedField {
    #[key(uuid)]
    id: Uuid,
    #[column(length = 10)]
    name: &str,
}

fn main() {}
