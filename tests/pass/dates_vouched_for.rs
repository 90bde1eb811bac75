#![allow(dead_code)]

use chrono::NaiveDate;
use spanner_keys::{SpannerTable, Uuid};
use std::time::SystemTime;

#[derive(SpannerTable)]
#[index(PeopleByBirthday, columns(born), spread = "people are born on all days")]
#[index(PeopleByAppointment, columns(desc(appointment)), spread = "patients choose the time")]
struct Person {
    #[key(uuid)]
    id: Uuid,
    born: NaiveDate,
    appointment: SystemTime,
}

#[derive(SpannerTable)]
struct Birthday {
    #[key(spread = "people are born on all days")]
    born: NaiveDate,
    #[key(uuid)]
    id: Uuid,
}

fn main() {}

// rule: clock-leads
