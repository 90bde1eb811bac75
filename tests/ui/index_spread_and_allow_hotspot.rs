use chrono::NaiveDate;
use spanner_keys::{SpannerTable, Uuid};

#[derive(SpannerTable)]
#[index(PeopleByBirthday, columns(born), spread = "all days", allow_hotspot = "few writes")]
struct Person {
    #[key(uuid)]
    id: Uuid,
    born: NaiveDate,
}

fn main() {}
