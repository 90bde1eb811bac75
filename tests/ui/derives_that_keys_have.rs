use spanner_keys::{SpannerTable, Uuid};

#[derive(SpannerTable)]
#[table(key_derive(Copy, Clone, Ord))]
struct User {
    #[key(uuid)]
    id: Uuid,
}

#[derive(SpannerTable)]
#[table(key_derive(std::hash::Hash))]
struct Order {
    #[key(uuid)]
    id: Uuid,
}

#[derive(SpannerTable)]
#[table(new_derive())]
struct Task {
    #[key(uuid)]
    id: Uuid,
}

#[derive(SpannerTable)]
#[table(key_derive = "Copy", new_derive("Clone"))]
struct Note {
    #[key(uuid)]
    id: Uuid,
}

fn main() {}
