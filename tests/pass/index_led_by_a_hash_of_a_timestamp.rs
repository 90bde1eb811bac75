#![allow(dead_code)]

use spanner_keys::{SpannerTable, Uuid};
use std::time::SystemTime;

#[derive(SpannerTable)]
#[index(EventsByHash, columns(hash))]
#[index(EventsByName, columns(name_and_month))]
#[index(EventsByWeekday, columns(weekday), spread = "all days of the week get the same")]
struct Event {
    #[key(uuid)]
    id: Uuid,
    at: SystemTime,
    name: String,
    #[column(generated = "FARM_FINGERPRINT(CAST(UNIX_MICROS({at}) AS STRING))")]
    hash: Option<i64>,
    #[column(generated = "CONCAT({name}, FORMAT_TIMESTAMP('%Y-%m', {at}, 'UTC'))")]
    name_and_month: Option<String>,
    #[column(generated = "FORMAT_TIMESTAMP('%A', {at}, 'UTC')")]
    weekday: Option<String>,
}

fn main() {}

// rule: clock-leads
