use spanner_keys::{SpannerTable, update};

#[derive(SpannerTable)]
struct Task {
    #[key]
    title: String,
    estimate: i64,
    done: bool,
}

fn as_a_struct(title: String) {
    let _ = update!(Task { title, estimate: 1 });
}

fn in_braces(key: TaskKey) {
    let _ = update!(Task, key, { estimate: 1 });
}

fn arrow(key: TaskKey) {
    let _ = update!(Task, key, estimate => 1);
}

fn semicolon(key: TaskKey) {
    let _ = update!(Task; key, estimate = 1);
}

fn and(key: TaskKey) {
    let _ = update!(Task, key, estimate = 1 done = true);
}

fn main() {}
