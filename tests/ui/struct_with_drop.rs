use spanner_keys::{SpannerColumn, SpannerTable, Uuid};

#[derive(SpannerColumn)]
struct Name(String);

impl Drop for Name {
    fn drop(&mut self) {}
}

#[derive(SpannerTable)]
struct User {
    #[key(uuid)]
    id: Uuid,
    name: Name,
}

impl Drop for User {
    fn drop(&mut self) {}
}

fn main() {}
