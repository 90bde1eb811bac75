use spanner_keys::{SpannerColumn, SpannerTable};

#[derive(SpannerColumn)]
#[column(length = 5)]
struct Quantity(i64);

#[derive(SpannerColumn)]
#[column(length = 320)]
struct Email(String);

#[derive(SpannerColumn)]
#[column(length = 20)]
struct Code(String);

#[derive(SpannerTable)]
struct User {
    #[key(uuid)]
    id: Code,
    #[column(length = 100)]
    email: Email,
}

fn main() {}
