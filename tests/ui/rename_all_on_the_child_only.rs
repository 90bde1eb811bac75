use spanner_keys::{SpannerTable, Uuid};

// The parent's key is the one mistake: the index that starts with it stays silent.
#[derive(SpannerTable)]
struct Tenant {
    #[key(uuid)]
    id: Uuid,
}

#[derive(SpannerTable)]
#[table(rename_all = "PascalCase")]
#[interleave(Tenant)]
#[index(UsersByNumber, columns(id, number), interleave(Tenant))]
struct User {
    #[key(parent)]
    id: Uuid,
    #[key]
    number: i64,
}

fn main() {}
