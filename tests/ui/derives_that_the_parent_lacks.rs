use spanner_keys::{SpannerTable, Uuid};

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

fn main() {}
