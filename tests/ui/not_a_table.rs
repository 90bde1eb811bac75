use spanner_keys::{SpannerTable, Uuid};

#[derive(SpannerTable)]
enum Order {
    Open,
    Closed,
}

#[derive(SpannerTable)]
union UnionAsTable {
    id: i64,
    number: i64,
}

#[derive(SpannerTable)]
struct TupleStruct(Uuid, i64);

#[derive(SpannerTable)]
struct UnitStruct;

#[derive(SpannerTable)]
struct Generics<T> {
    #[key(uuid)]
    id: Uuid,
    body: T,
}

#[derive(SpannerTable)]
struct Lifetimes<'a> {
    #[key(uuid)]
    id: Uuid,
    body: &'a str,
}

#[derive(SpannerTable)]
struct NoKey {
    id: Uuid,
    total: i64,
}

fn main() {}
