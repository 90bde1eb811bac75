use spanner_keys::{SpannerColumn, SpannerTable, Uuid};

const LENGTH: usize = 0;

#[derive(SpannerColumn)]
struct Hash([u8; LENGTH]);

#[derive(SpannerTable)]
struct File {
    #[key(uuid)]
    id: Uuid,
    hash: Hash,
    empty: [u8; 0],
    huge: Option<[u8; 10_485_761]>,
}

// rule: fill-type

fn main() {}
