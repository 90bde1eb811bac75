#![allow(dead_code)]

use spanner_keys::{SpannerColumn, SpannerRow, SpannerTable, Uuid, sql, stored};

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

/// No macro of ours has the name of one of the standard library's.
mod everything {
    use spanner_keys::*;

    #[derive(SpannerTable)]
    struct Tag {
        #[key]
        name: String,
    }

    pub fn named(name: &str) -> query::Query {
        assert!(line!() > column!());
        sql("SELECT name FROM Tag WHERE name = @name").bind("name", stored!(Tag.name, name))
    }
}

fn main() {
    assert!(everything::named("new").into_sql().is_ok());
    let id = TaskId(Uuid::nil());
    let query = sql("SELECT @id, @ids, @title, @none, @type, @status")
        .bind("id", stored!(Task.task_id, id))
        .bind("ids", stored!(self::Task.task_id, vec![id]))
        .bind("title", stored!(Task.title, "x"))
        .bind("none", stored!(Task.title, None))
        .bind("type", stored!(Task.r#type, 5))
        .bind(String::from("status"), Some(Status::Open));
    assert!(query.into_sql().is_ok());
}
