#![allow(dead_code)]

use chrono::{DateTime, NaiveDate, Utc};
use spanner_keys::{SpannerColumn, SpannerTable, Uuid};
use std::time::SystemTime;

#[derive(SpannerTable)]
struct Event {
    #[key(allow_hotspot = "at most 10 writes a minute")]
    created_at: DateTime<Utc>,
    #[key(uuid)]
    id: Uuid,
}

#[derive(SpannerTable)]
struct Trip {
    #[key(ulid, allow_hotspot = "at most 10 writes a minute")]
    id: String,
}

#[derive(SpannerTable)]
struct Ride {
    #[key(uuid_v7, allow_hotspot = "at most 10 writes a minute")]
    id: Uuid,
}

#[derive(SpannerTable)]
struct Currency {
    #[key(allow_hotspot = "at most 10 writes a minute")]
    code: i16,
}

#[derive(SpannerTable)]
struct Order {
    #[key(spread = "tenant ids are drawn at random")]
    tenant: u32,
    #[key]
    number: i64,
}

#[derive(SpannerTable)]
struct Alert {
    #[key]
    urgent: bool,
    #[key(allow_hotspot = "at most 10 writes a minute")]
    at: DateTime<Utc>,
}

#[derive(SpannerTable)]
struct Import {
    #[key(allow_hotspot = "ids come from an old system as version 1")]
    id: Uuid,
}

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

#[derive(SpannerTable)]
#[index(OrdersByTime, columns(placed_at), allow_hotspot = "at most 10 writes a minute")]
struct Sale {
    #[key(uuid)]
    id: Uuid,
    placed_at: DateTime<Utc>,
}

#[derive(SpannerTable)]
#[index(BatchesByDone, columns(done))]
struct Batch {
    #[key(ulid, allow_hotspot = "one batch an hour")]
    batch_id: String,
    done: bool,
}

#[derive(SpannerTable)]
struct Load {
    #[key(ulid, allow_hotspot = "one batch an hour")]
    batch_id: String,
}

#[derive(SpannerTable)]
#[interleave(Load)]
#[index(ItemsByDone, columns(done))]
struct Item {
    #[key(parent)]
    batch_id: String,
    #[key]
    number: i64,
    done: bool,
}

#[derive(SpannerColumn)]
enum Region {
    North,
    South,
}

#[derive(SpannerTable)]
struct Depot {
    #[key]
    region: Region,
}

#[derive(SpannerTable)]
#[interleave(Depot)]
#[index(ArrivalsByDone, columns(done))]
struct Arrival {
    #[key(parent)]
    region: Region,
    #[key(allow_hotspot = "at most 10 writes a minute")]
    at: DateTime<Utc>,
    done: bool,
}

#[derive(SpannerTable)]
struct Period {
    #[key(allow_hotspot = "one period a month")]
    start: SystemTime,
}

#[derive(SpannerTable)]
#[foreign_key(columns(period), references(Period, start), allow_hotspot = "at most 10 writes a minute")]
struct Booking {
    #[key(uuid)]
    id: Uuid,
    period: SystemTime,
}

#[derive(SpannerTable)]
#[foreign_key(columns(period), references(Period, start), spread = "bookings are for any period")]
struct Reservation {
    #[key(uuid)]
    id: Uuid,
    period: SystemTime,
}

// The key starts with the columns, so Spanner creates no index for the foreign key.
#[derive(SpannerTable)]
#[foreign_key(columns(period), references(Period, start))]
struct Holiday {
    #[key(allow_hotspot = "one period a month")]
    period: SystemTime,
    #[key(uuid)]
    id: Uuid,
}

fn main() {}

// rule: clock-leads
// rule: integer-leads
// rule: time-ordered-id-leads
// rule: unused-waiver
