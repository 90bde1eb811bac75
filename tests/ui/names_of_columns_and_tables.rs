use spanner_keys::{SpannerTable, Uuid};

#[derive(SpannerTable)]
struct Order {
    #[key(uuid)]
    _id: Uuid,
}

#[derive(SpannerTable)]
struct ColumnNamesThatClash {
    #[key(uuid)]
    id: Uuid,
    _id: i64,
    #[column(name = "Id2")]
    other: i64,
    #[column(name = "ID")]
    third: i64,
}

#[derive(SpannerTable)]
struct DuplicateColumnName {
    #[key(uuid)]
    id: Uuid,
    #[column(name = "ID")]
    other: String,
}

#[derive(SpannerTable)]
#[table(name = "Orders`; DROP TABLE Users")]
struct TableNameWithQuote {
    #[key(uuid)]
    id: Uuid,
}

fn main() {}

// rule: name
