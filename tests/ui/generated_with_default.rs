use spanner_keys::{SpannerTable, Uuid};

#[derive(SpannerTable)]
struct User {
    #[key(uuid)]
    id: Uuid,
    email: String,
    #[column(generated = "LOWER({email})", default = "''")]
    lower: String,
}

fn main() {}
