use spanner_keys::{SpannerTable, Uuid};

#[derive(SpannerTable)]
struct Order {
    #[primary_key]
    order_id: Uuid,
    note: String,
}

#[derive(SpannerTable)]
struct Event {
    #[pk]
    event_id: i64,
    note: String,
}

#[derive(SpannerTable)]
#[primary_key(name)]
struct Country {
    name: String,
    note: String,
}

#[derive(SpannerTable)]
struct Member {
    #[key]
    team: String,
    #[id]
    name: String,
    note: String,
}

#[derive(SpannerTable)]
#[table(name = "Notes", primary_key = "id")]
struct Note {
    id: Uuid,
    note: String,
}

#[derive(SpannerTable)]
struct Letter {
    #[spanner(key = uuid)]
    id: Uuid,
    note: String,
}

fn add(note: String) {
    let _ = NewNote { note: note.clone() }.insert();
    let _ = NewLetter { note: note.clone() }.insert();
    let _ = NewOrder { note: note.clone() }.insert();
    let _ = NewEvent { note: note.clone() }.insert();
    let _ = NewCountry { name: note.clone(), note: note.clone() }.insert();
    let _ = NewMember { team: note.clone(), name: note.clone(), note }.insert();
}

fn id(key: EventKey) -> i64 {
    key.event_id
}

fn main() {}
