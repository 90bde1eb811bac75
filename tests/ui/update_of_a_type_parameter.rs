use spanner_keys::{SpannerTable, Uuid, update};

#[derive(SpannerTable)]
struct Task {
    #[key(uuid)]
    task_id: Uuid,
    title: String,
}

fn any<T>(key: TaskKey) {
    let _ = update!(T, key, title = String::new());
}

fn any_table<T: SpannerTable>(key: T::Key) {
    let _ = update!(T, key, title = String::new());
}

trait Retitled {
    fn retitle(key: TaskKey) {
        let _ = update!(Self, key, title = String::new());
    }
}

fn main() {}
