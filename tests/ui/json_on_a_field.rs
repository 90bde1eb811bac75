use serde::{Deserialize, Serialize};
use spanner_keys::{SpannerTable, Uuid};

#[derive(Serialize, Deserialize)]
struct Settings {
    theme: String,
    columns: i64,
}

#[derive(SpannerTable)]
struct User {
    #[key(uuid)]
    id: Uuid,
    #[column(json)]
    settings: Settings,
    #[column(jsonb)]
    history: Option<Vec<Settings>>,
}

fn main() {
    let settings = Settings { theme: "dark".to_owned(), columns: 2 };
    let _ = NewUser { settings, history: None }.insert();
}
