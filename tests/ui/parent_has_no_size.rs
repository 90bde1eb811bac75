use spanner_keys::{SpannerTable, Uuid};

#[derive(SpannerTable)]
#[interleave(str)]
struct Text {
    #[key(parent)]
    id: Uuid,
    #[key(uuid)]
    text_id: Uuid,
}

fn main() {}
