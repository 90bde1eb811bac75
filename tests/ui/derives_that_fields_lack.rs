use spanner_keys::{SpannerTable, Uuid};

#[derive(SpannerTable)]
#[table(key_derive(Copy))]
struct Country {
    #[key]
    code: String,
}

#[derive(SpannerTable)]
struct User {
    #[key(uuid)]
    user_id: Uuid,
}

#[derive(SpannerTable)]
#[table(key_derive(Copy))]
#[interleave(User)]
struct Note {
    #[key(parent)]
    user_id: Uuid,
    #[key]
    number: i64,
}

#[derive(SpannerTable)]
#[table(key_derive(Copy, Clone, Ord))]
struct DerivesThatKeysHaveUser {
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
struct DerivesThatKeysHave {
    #[key(uuid)]
    id: Uuid,
}

fn main() {}
