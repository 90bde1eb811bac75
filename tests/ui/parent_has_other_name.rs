use spanner_keys::{SpannerTable, Uuid};

#[derive(SpannerTable)]
#[table(name = "Singers")]
struct Singer {
    #[key(uuid)]
    singer_id: Uuid,
}

#[derive(SpannerTable)]
#[table(name = "Albums")]
#[interleave(Singer)]
struct Album {
    #[key(parent)]
    singer: Uuid,
    #[key]
    album_id: i64,
}

fn main() {}

// rule: parent-key
