use spanner_keys::{SpannerTable, Uuid};

#[derive(SpannerTable)]
struct Event {
    #[index(unique)]
    id: Uuid,
    note: String,
}

mod tables {
    use spanner_keys::{SpannerTable, Uuid};

    #[derive(SpannerTable)]
    #[interleave(super::Event)]
    pub struct Visit {
        #[key(parent)]
        pub id: Uuid,
        #[index(unique)]
        pub visit: Uuid,
        pub note: String,
    }
}

use tables::{NewVisit, VisitKey};

impl From<NewEvent> for String {
    fn from(event: NewEvent) -> Self {
        event.note
    }
}

fn add(event: EventKey) -> VisitKey {
    let _ = NewEvent { note: String::new() }.insert();
    let _ = NewEvent { id: event.id, note: String::new() }.insert();
    let _ = NewVisit { event, note: String::new() }.insert().unwrap().key().visit;
    VisitKey { event: EventKey { id: Uuid::nil() }, visit: Uuid::nil() }
}

fn main() {}
