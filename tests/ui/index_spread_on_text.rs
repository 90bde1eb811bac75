use spanner_keys::{SpannerTable, Uuid};

#[derive(SpannerTable)]
#[index(PeopleByName, columns(name), spread = "names are many")]
struct Person {
    #[key(uuid)]
    id: Uuid,
    name: String,
}

fn main() {}

// rule: unused-waiver
