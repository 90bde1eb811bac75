#![allow(dead_code)]

use chrono::{DateTime, Utc};
use spanner_keys::{SpannerTable, Uuid};

#[derive(SpannerTable)]
struct User {
    #[key(uuid)]
    id: Uuid,
    email: String,
    #[column(generated = "LOWER({email})")]
    lower: String,
    #[column(generated = "UPPER({email})", virtual)]
    upper: Option<String>,
    #[column(default = "''")]
    note: String,
    #[column(default(googlesql = "CURRENT_TIMESTAMP()", postgresql = "now()"))]
    at: DateTime<Utc>,
}

fn main() {}

// rule: expression
