use spanner_keys::{SpannerColumn, SpannerTable, Uuid};

#[derive(SpannerColumn)]
struct Name(String);

#[derive(SpannerColumn)]
enum Status {
    Open,
    Done,
}

#[derive(SpannerTable)]
struct Task {
    #[key(uuid)]
    id: Uuid,
    #[column(check_values)]
    text: String,
    #[column(check_values)]
    name: Option<Name>,
    #[column(check_values)]
    former: Vec<Status>,
    #[column(values)]
    status: Status,
}

fn main() {}
