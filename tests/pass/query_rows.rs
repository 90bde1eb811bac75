#![allow(dead_code)]

use spanner_keys::{SpannerColumn, SpannerRow, SpannerTable, Uuid, column, sql};

#[derive(SpannerColumn, Clone, Copy)]
struct TaskId(Uuid);

#[derive(SpannerColumn)]
enum Status {
    Open,
    Done,
}

#[derive(SpannerTable)]
struct Task {
    #[key(uuid, storage = bytes)]
    task_id: TaskId,
    title: Option<String>,
    r#type: i64,
}

mod rows {
    pub type Count = i64;

    /// Fields of any visibility, raw names, and a name that SQL computes.
    #[derive(spanner_keys::SpannerRow)]
    #[column(rename_all = "camelCase")]
    pub(crate) struct Line {
        pub(crate) r#type: Option<String>,
        #[column(name = "f0_")]
        total: Count,
        #[column(flatten)]
        pub(super) task: super::Task,
        #[column(flatten, prefix = "parent_")]
        parent: Option<super::Task>,
        status: Option<super::Status>,
        all: Vec<super::TaskId>,
    }
}

#[derive(SpannerRow)]
struct OnlyOthers {
    #[column(flatten)]
    line: rows::Line,
}

fn main() {
    let id = TaskId(Uuid::nil());
    let query = sql("SELECT @id, @ids, @title, @none, @type, @status")
        .bind("id", column!(Task.task_id, id))
        .bind("ids", column!(self::Task.task_id, vec![id]))
        .bind("title", column!(Task.title, "x"))
        .bind("none", column!(Task.title, None))
        .bind("type", column!(Task.r#type, 5))
        .bind(String::from("status"), Some(Status::Open));
    assert!(query.into_sql().is_ok());
}
