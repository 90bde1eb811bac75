use spanner_keys::{SpannerTable, Uuid};

#[derive(SpannerTable)]
#[index(OrdersByTotal)]
struct Order {
    #[key(uuid)]
    id: Uuid,
    total: i64,
}

#[derive(SpannerTable)]
#[index(OrdersByTotal columns(total))]
struct IndexWithoutComma {
    #[key(uuid)]
    id: Uuid,
    total: i64,
}

#[derive(SpannerTable)]
#[index(columns(total))]
struct IndexWithoutName {
    #[key(uuid)]
    id: Uuid,
    total: i64,
}

#[derive(SpannerTable)]
#[index(OrdersByTotal, columns(totl))]
struct IndexOverUnknownField {
    #[key(uuid)]
    id: Uuid,
    total: i64,
}

#[derive(SpannerTable)]
#[index(OrdersByTotal, columns(total), storing(total))]
struct IndexStoresIndexedColumn {
    #[key(uuid)]
    id: Uuid,
    total: i64,
}

#[derive(SpannerTable)]
#[index(OrdersByTotal, columns(total), storing(id))]
struct IndexStoresKeyColumn {
    #[key(uuid)]
    id: Uuid,
    total: i64,
}

#[derive(SpannerTable)]
#[index(PRIMARY_KEY, columns(total))]
struct IndexNamedPrimaryKey {
    #[key(uuid)]
    id: Uuid,
    total: i64,
}

#[derive(SpannerTable)]
#[index(OrdersByTotal, columns(total, desc(total)))]
struct DuplicateIndexColumn {
    #[key(uuid)]
    id: Uuid,
    total: i64,
}

#[derive(SpannerTable)]
#[index(OrdersByTotal, columns(total))]
#[index(ordersbytotal, columns(note))]
struct DuplicateIndexName {
    #[key(uuid)]
    id: Uuid,
    total: i64,
    note: String,
}

fn main() {}

// rule: index-columns
// rule: name
