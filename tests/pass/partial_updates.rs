//! Near misses of the `update_of_*` cases.
use spanner_keys::value::RowError;
use spanner_keys::{Dialect, SpannerTable, Update, Uuid, update};

#[derive(SpannerTable, Clone)]
pub struct Task {
    #[key(uuid)]
    pub task_id: Uuid,
    pub title: String,
    pub project: String,
    pub r#type: Option<i64>,
    #[column(shard = 4, of(task_id, project, title), client)]
    pub group: i64,
}

impl Task {
    pub fn rename(key: TaskKey, title: String, project: &str) -> Result<Update<Self>, RowError> {
        update!(Self, key, title, project = project.to_owned())
    }
}

/// Values may use `?` and return, the key may be an expression, and a comma may end the list.
pub fn change(id: Uuid, number: Result<i64, RowError>) -> Result<Update<Task>, RowError> {
    update!(Task, TaskKey { task_id: id }, r#type = Some(number?),)
}

pub fn in_postgresql<T>(key: TaskKey, _: T) -> Result<Update<Task>, RowError> {
    update!(Task, key, r#type = None; Dialect::PostgreSql)
}

pub fn differs(one: &Task, two: &Task) -> Result<Option<Update<Task>>, RowError> {
    one.changes_to(two)
}

fn main() {}
