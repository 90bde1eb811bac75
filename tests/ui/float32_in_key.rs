use spanner_keys::SpannerTable;

#[derive(SpannerTable)]
struct Reading {
    #[key]
    value: f32,
}

fn main() {}

// rule: key-type
