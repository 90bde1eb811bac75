use spanner_keys::{SpannerTable, Uuid, update};
use std::time::SystemTime;

#[derive(SpannerTable)]
struct Task {
    #[key(uuid)]
    task_id: Uuid,
    title: String,
    project: String,
    estimate: i64,
    #[column(generated = "UPPER({title})")]
    shown: String,
    #[column(commit_timestamp)]
    changed_at: SystemTime,
    #[column(shard = 4, of(task_id, project, title), client)]
    group: i64,
}

fn key_part(key: TaskKey) {
    let _ = update!(Task, key, estimate = 1, task_id = Uuid::nil());
}

fn generated(key: TaskKey) {
    let _ = update!(Task, key, estimate = 1, shown = String::new());
}

fn commit_timestamp(key: TaskKey) {
    let _ = update!(Task, key, estimate = 1, changed_at = SystemTime::now());
}

fn shard(key: TaskKey) {
    let _ = update!(Task, key, group = 1, estimate = 1);
}

impl Task {
    fn half_of_a_shard(key: TaskKey) {
        let _ = update!(Self, key, title = String::new());
    }
}

fn main() {}
