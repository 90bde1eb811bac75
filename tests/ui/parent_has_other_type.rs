use spanner_keys::{SpannerTable, Uuid};

mod music {
    #[derive(spanner_keys::SpannerTable)]
    #[table(name = "Singers")]
    pub struct Singer {
        #[key(identity)]
        pub singer_id: i64,
    }
}

#[derive(SpannerTable)]
#[table(name = "Albums")]
#[interleave(music::Singer)]
struct Album {
    #[key(parent)]
    singer_id: Uuid,
    #[key]
    album_id: i64,
}

fn main() {}

// rule: parent-key
