use spanner_keys::{SpannerTable, Uuid};

#[derive(SpannerTable)]
struct Session {
    #[key(uuid)]
    session_id: Uuid,
    body: serde_json::Value,
}

#[derive(SpannerTable)]
#[foreign_key(columns(body), references(Session, body))]
struct Click {
    #[key(uuid)]
    id: Uuid,
    body: serde_json::Value,
}

fn main() {}
