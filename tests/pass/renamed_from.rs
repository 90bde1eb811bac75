use spanner_keys::{SpannerTable, Uuid};

#[derive(SpannerTable)]
#[table(name = "Accounts", renamed_from = "Users")]
struct Account {
    #[key(uuid)]
    account_id: Uuid,
    #[column(renamed_from = "mail")]
    email: String,
}

fn main() {
    assert_eq!(Account::TABLE.renamed_from, Some("Users"));
    let extra = Account::TABLE.columns[1].extra;
    assert_eq!(extra.and_then(|extra| extra.renamed_from), Some("mail"));
}
