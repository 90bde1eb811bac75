use spanner_keys::{SpannerColumn, SpannerTable, Uuid};
use std::time::SystemTime;

#[derive(SpannerColumn)]
struct Grade(String);

#[derive(SpannerTable)]
#[index(ExamsByGrade, columns(grade, at))]
struct Exam {
    #[key(uuid)]
    id: Uuid,
    #[column(length = 1)]
    grade: Grade,
    at: SystemTime,
}

fn main() {}

// rule: only-few-values-before
