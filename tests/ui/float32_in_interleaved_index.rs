use spanner_keys::{SpannerTable, Uuid};

#[derive(SpannerTable)]
#[index(ReadingsByValue, columns(id, value), interleave(Reading))]
struct Reading {
    #[key(uuid)]
    id: Uuid,
    value: f32,
}

fn main() {}
