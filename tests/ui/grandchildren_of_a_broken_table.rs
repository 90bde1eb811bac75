use chrono::{DateTime, Utc};
use spanner_keys::{SpannerTable, Uuid};

// The root's mistake is the one error, however deep the tables below it go.
#[derive(SpannerTable)]
#[table(nam = "Roots")]
struct Root {
    #[key(uuid, storage = bytes, desc)]
    id: Uuid,
}

#[derive(SpannerTable)]
#[interleave(Root)]
#[index(ChildrenByFlag, columns(flag, at), allow_hotspot = "few")]
struct Child {
    #[key(parent)]
    id: Uuid,
    #[key]
    at: DateTime<Utc>,
    flag: bool,
}

#[derive(SpannerTable)]
#[interleave(Child)]
#[index(GrandchildrenByNumber, columns(desc(id), at, number), interleave(Child))]
struct Grandchild {
    #[key(parent)]
    id: Uuid,
    #[key(parent)]
    at: DateTime<Utc>,
    #[key]
    number: i64,
}

#[derive(SpannerTable)]
#[foreign_key(columns(child, at), references(Child, id, at))]
struct Reference {
    #[key(uuid)]
    id: Uuid,
    #[column(storage = bytes)]
    child: Uuid,
    at: DateTime<Utc>,
}

fn main() {}
