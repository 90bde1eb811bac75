use spanner_keys::{SpannerRow, update};

struct Task {
    title: String,
}

#[derive(SpannerRow)]
struct Line {
    title: String,
}

enum Status {
    Done,
}

fn structs(title: String) {
    let _ = update!(Task, title.clone(), title = title.clone());
    let _ = update!(Line, title.clone(), title);
}

fn other_types() {
    let _ = update!(Status, 1, done = true);
    let _ = update!(std::vec::Vec<i64>, 1, len = 2);
}

fn unknown() {
    let _ = update!(Tsk, 1, title = String::new());
}

fn main() {}
