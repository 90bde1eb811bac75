use spanner_keys::{SpannerTable, Uuid};

// The child's key is the one mistake: the index two levels below stays silent.
#[derive(SpannerTable)]
struct Root {
    #[key(uuid)]
    id: Uuid,
}

#[derive(SpannerTable)]
#[interleave(Root)]
struct Child {
    #[key(parent)]
    id: i64,
    #[key]
    number: i64,
}

#[derive(SpannerTable)]
#[interleave(Child)]
#[index(GrandchildrenByNote, columns(id, note), interleave(Root))]
struct Grandchild {
    #[key(parent)]
    id: i64,
    #[key(parent)]
    number: i64,
    note: String,
}

fn main() {}
