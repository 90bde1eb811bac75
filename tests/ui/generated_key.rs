use spanner_keys::SpannerTable;

#[derive(SpannerTable)]
struct User {
    #[key]
    #[column(generated = "LOWER({email})")]
    lower: String,
    email: String,
}

fn main() {}
