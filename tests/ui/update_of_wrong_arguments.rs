use spanner_keys::{SpannerTable, update};

#[derive(SpannerTable)]
struct Task {
    #[key]
    title: String,
    estimate: i64,
    done: bool,
}

fn nothing() {
    let _ = update!();
}

fn no_key() {
    let _ = update!(Task);
}

fn no_field(key: TaskKey) {
    let _ = update!(Task, key,);
}

fn twice(key: TaskKey) {
    let _ = update!(Task, key, estimate = 1, done = true, estimate = 2, done = false);
}

fn not_a_name(key: TaskKey) {
    let _ = update!(Task, key, "estimate" = 1);
}

fn colon(key: TaskKey) {
    let _ = update!(Task, key, estimate: 1);
}

fn no_value(key: TaskKey) {
    let _ = update!(Task, key, estimate = );
}

fn main() {}
