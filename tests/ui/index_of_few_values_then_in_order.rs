use chrono::{DateTime, Utc};
use spanner_keys::{SpannerColumn, SpannerTable, Uuid};
use std::time::SystemTime;

#[derive(SpannerColumn)]
enum Status {
    Open,
    Closed,
}

#[derive(SpannerTable)]
#[index(OrdersByStatus, columns(status, placed_at))]
struct Order {
    #[key(uuid)]
    id: Uuid,
    status: Status,
    placed_at: DateTime<Utc>,
}

#[derive(SpannerTable)]
#[index(JobsByPriority, columns(priority, at))]
struct Job {
    #[key(uuid)]
    id: Uuid,
    priority: u8,
    at: SystemTime,
}

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

#[derive(SpannerTable)]
#[index(TasksByDone, columns(done, at))]
struct Task {
    #[key(uuid)]
    id: Uuid,
    done: Option<bool>,
    at: SystemTime,
}

#[derive(SpannerTable)]
#[index(TripsByDone, columns(done, id))]
struct Trip {
    #[key]
    city: String,
    #[key(ulid)]
    id: String,
    done: bool,
}

fn main() {}

// rule: only-few-values-before
