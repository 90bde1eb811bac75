use spanner_keys::{SpannerColumn, SpannerTable, Uuid};

#[derive(SpannerTable)]
struct Order {
    #[key(uuid)]
    id: Uuid,
    note: String,
    note: Option<String>,
}

#[derive(SpannerColumn)]
enum Status {
    Open,
    Closed,
    Open,
}

// The derive of the other library is missing.
#[derive(SpannerTable)]
struct Account {
    #[sqlx(primary_key)]
    id: Uuid,
    name: String,
}

// The wrong derive.
#[derive(SpannerColumn)]
struct Shop {
    #[key(uuid)]
    id: Uuid,
    name: String,
}

fn add(account: AccountKey) {
    let _ = NewOrder { note: String::new() }.insert();
    let _ = NewAccount { id: account.id, name: String::new() }.insert();
}

fn main() {}
