use spanner_keys::{SpannerTable, Uuid, index};

#[derive(SpannerTable)]
#[index(TasksByTitle, columns(title))]
struct Task {
    #[key(uuid)]
    task_id: Uuid,
    title: String,
}

struct Note {
    title: String,
}

fn path() {
    let _ = Task::scan().index(index!(Task::TasksByTitle(title)));
}

fn comma() {
    let _ = Task::scan().index(index!(Task.TasksByTitle, title));
}

fn text() {
    let _ = Task::scan().index(index!(Task, "TasksByTitle"));
}

fn text_of_a_field() {
    let _ = Task::scan().index(index!(Task.TasksByTitle("title")));
}

fn no_index() {
    let _ = Task::scan().index(index!(Task));
}

fn nothing() {
    let _ = Task::scan().index(index!());
}

fn not_a_table() {
    let _ = index!(Note.NotesByTitle(title));
}

fn main() {}
