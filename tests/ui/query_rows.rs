use spanner_keys::{SpannerRow, SpannerTable, Uuid, sql, stored};

#[derive(SpannerTable)]
struct Task {
    #[key(uuid, storage = bytes)]
    task_id: Uuid,
    title: Option<String>,
}

#[derive(SpannerRow)]
struct Pair(i64, String);

#[derive(SpannerRow)]
enum Either {
    One,
}

#[derive(SpannerRow)]
struct Nothing {}

#[derive(SpannerRow)]
struct Generic<T> {
    value: T,
}

#[derive(SpannerRow)]
struct Misspelt {
    #[column(nmae = "n")]
    count: i64,
    #[column(prefix = "owner_")]
    owner: String,
}

#[derive(SpannerRow)]
struct Twice {
    title: String,
    #[column(name = "TITLE")]
    headline: String,
}

#[derive(SpannerTable, SpannerRow)]
struct Both {
    #[key(uuid)]
    id: Uuid,
    #[column(length = 3)]
    name: String,
}

struct Point {
    x: i64,
}

#[derive(SpannerRow)]
struct Place {
    point: Point,
}

#[derive(SpannerRow)]
struct Flat {
    #[column(flatten)]
    point: Point,
}

fn misspelt() {
    let _ = stored!(Tsak.task_id, Uuid::nil());
}

fn main() {
    let id = Uuid::nil();
    let _ = sql("SELECT @a").bind("a", &id);
    let _ = sql("SELECT @a").bind("a", Point { x: 1 });
    let _ = stored!(Task.task_id, 5_i64);
    let _ = stored!(Task.tilte, "x");
}
