use chrono::{DateTime, Utc};
use spanner_keys::{SpannerTable, Uuid};

struct Picture;

// Every mistake is reported at once: a misspelt argument, a type that is not a column, and the hot key.
#[derive(SpannerTable)]
#[index(EventsByTime, columns(ended_at))]
#[index(EventsByName, colums(name))]
struct Event {
    #[key]
    at: DateTime<Utc>,
    #[key(uuid)]
    id: Uuid,
    ended_at: DateTime<Utc>,
    #[column(lenght = 20)]
    name: String,
    picture: Picture,
}

#[derive(SpannerTable)]
#[interleave(Picture)]
#[index(PixelsByTime, columns(at))]
struct Pixel {
    #[key(parent)]
    picture_id: Uuid,
    #[key(uuid)]
    id: Uuid,
    at: DateTime<Utc>,
}

fn main() {}
