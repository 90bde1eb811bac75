use spanner_keys::{SpannerTable, Uuid};

#[derive(SpannerTable)]
struct Customer {
    #[key(uuid)]
    customer: Uuid,
}

#[derive(SpannerTable)]
#[interleave(Customer)]
struct Order {
    #[key(uuid)]
    customer: Uuid,
    #[key(uuid)]
    id: Uuid,
}

#[derive(SpannerTable)]
struct ParentWithoutInterleave {
    #[key(parent)]
    customer: Uuid,
    #[key(uuid)]
    id: Uuid,
}

#[derive(SpannerTable)]
#[interleave(Customer)]
struct ParentAfterOwnPart {
    #[key(uuid)]
    id: Uuid,
    #[key(parent)]
    customer: Uuid,
}

#[derive(SpannerTable)]
#[interleave(Customer)]
struct ParentWithFill {
    #[key(parent, uuid)]
    customer: Uuid,
}

fn main() {}
