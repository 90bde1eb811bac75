use spanner_keys::{SpannerTable, Uuid};

#[derive(SpannerTable)]
#[table(name = "Accounts", renamed_from = "Accounts")]
struct Account {
    #[key(uuid)]
    account_id: Uuid,
    email: String,
    #[column(renamed_from = "Email")]
    address: String,
}

fn main() {}
