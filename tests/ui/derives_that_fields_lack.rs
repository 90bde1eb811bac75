use spanner_keys::SpannerTable;

#[derive(SpannerTable)]
#[table(key_derive(Copy))]
struct Country {
    #[key]
    code: String,
}

fn main() {}
