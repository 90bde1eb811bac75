use spanner_keys::{SpannerTable, Uuid};

#[derive(SpannerTable)]
struct User {
    #[key(uuid)]
    id: Uuid,
    email: String,
    #[column(generated = "LOWER({email})", virtual, length = 320)]
    lower: Option<String>,
}

fn main() {}
