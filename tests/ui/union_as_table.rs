use spanner_keys::SpannerTable;

#[derive(SpannerTable)]
union Order {
    id: i64,
    number: i64,
}

fn main() {}
