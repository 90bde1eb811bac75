use spanner_keys::{SpannerColumn, SpannerTable, Uuid};

#[derive(SpannerTable)]
#[table(nam = "Orders")]
struct Order {
    #[key(uuid)]
    id: Uuid,
}

#[derive(SpannerTable)]
struct UnknownColumnArgument {
    #[key(uuid)]
    id: Uuid,
    #[column(lenght = 10)]
    name: String,
}

#[derive(SpannerTable)]
#[index(OrdersByTotal, column(total))]
struct UnknownIndexArgument {
    #[key(uuid)]
    id: Uuid,
    total: i64,
}

#[derive(SpannerTable)]
struct UnknownKeyArgument {
    #[key(bitreversed)]
    id: i64,
}

#[derive(SpannerTable)]
struct UnknownKeyArgumentWithoutSuggestion {
    #[key(frobnicate)]
    id: i64,
}

#[derive(SpannerTable)]
struct Customer {
    #[key(uuid)]
    id: Uuid,
}

#[derive(SpannerTable)]
#[interleave(Customer, on_delete = cascad)]
struct UnknownOnDelete {
    #[key(parent)]
    id: Uuid,
}

#[derive(SpannerTable)]
#[table(rename_all = "PascalCas")]
struct UnknownRenameAll {
    #[key(uuid)]
    id: Uuid,
}

#[derive(SpannerTable)]
struct UnknownStorage {
    #[key(uuid, storage = txt)]
    id: Uuid,
}

#[derive(SpannerColumn)]
#[column(storage = number)]
enum Level {
    Low,
    High,
}

#[derive(SpannerTable)]
struct NumberWithUnknownSuffix {
    #[key(uuid)]
    id: Uuid,
    #[column(length = 64k)]
    name: String,
}

#[derive(SpannerTable)]
struct DuplicateArgument {
    #[key(uuid)]
    id: Uuid,
    #[column(length = 10, length = 20)]
    name: String,
}

#[derive(SpannerTable)]
#[table(name = "Orders")]
#[table(schema = "sales")]
struct DuplicateAttribute {
    #[key(uuid)]
    id: Uuid,
}

fn main() {}
