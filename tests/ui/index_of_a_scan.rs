use spanner_keys::{SpannerTable, Uuid, index};

#[derive(SpannerTable)]
#[index(TasksByStatus, columns(shard, project, status))]
struct Task {
    #[key(uuid)]
    task_id: Uuid,
    #[column(shard = 4, of(task_id))]
    shard: i64,
    project: String,
    status: String,
}

fn main() {
    let _ = Task::scan().index(index!(Task.TasksByState(project)));
    let _ = Task::scan().index(index!(Task.TasksByStatus(status)));
    let _ = Task::scan().index(index!(Task.TasksByStatus(shard)));
    let _ = Task::scan().index(index!(Task.TasksByStatus(project, status, task_id)));
    let _ = Task::scan().index(index!(Task.TasksByStatus(projet)));
}
