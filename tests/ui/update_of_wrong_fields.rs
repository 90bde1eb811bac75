use spanner_keys::{SpannerTable, Uuid, update};

mod tasks {
    use super::*;

    #[derive(SpannerTable)]
    pub struct Task {
        #[key(uuid)]
        pub task_id: Uuid,
        pub status: String,
        pub due: Option<i64>,
        hidden: bool,
    }
}

use tasks::{Task, TaskKey};

fn unknown(key: TaskKey) {
    let _ = update!(Task, key, statu = String::new(), due = None);
}

fn another_type(key: TaskKey) {
    let _ = update!(Task, key, due = None, status = "done");
}

fn private(key: TaskKey) {
    let _ = update!(Task, key, due = None, hidden = true);
}

fn key_of_another_type(key: Uuid) {
    let _ = update!(Task, key, due = None);
}

fn main() {}
