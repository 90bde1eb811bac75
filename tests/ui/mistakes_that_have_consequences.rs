use spanner_keys::{SpannerTable, Uuid};

#[derive(SpannerTable)]
#[interleave(Category)]
struct Category {
    #[key(uuid)]
    id: Uuid,
    name: String,
}

#[derive(SpannerTable)]
#[index(ByName, unique(name))]
struct Country {
    #[key(uuid)]
    id: Uuid,
    name: String,
    #[column(skip)]
    flag: Option<Flga>,
}

#[derive(SpannerTable)]
struct Region {
    #[key_uuid]
    id: Uuid,
}

fn main() {}
