#![allow(dead_code)]

use spanner_keys::{SpannerTable, Uuid};
use std::time::SystemTime;

#[derive(SpannerTable)]
#[index(JobsByPriority, columns(priority, owner, at))]
#[index(JobsByGrade, columns(grade, owner, at))]
struct Job {
    #[key]
    region: u8,
    #[key(uuid)]
    id: Uuid,
    priority: i8,
    #[column(length = 1)]
    grade: String,
    #[column(length = 2)]
    owner: String,
    at: SystemTime,
}

fn main() {}

// rule: only-few-values-before
