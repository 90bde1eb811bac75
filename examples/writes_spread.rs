//! A test that fails if the writes of a table do not spread: copy it into your `tests` folder. It
//! needs the feature `spread`, and no database.

use std::time::SystemTime;

use spanner_keys::SpannerTable;
use spanner_keys::spread::{PowerLaw, Workload, assert_spread};

#[derive(SpannerTable)]
struct Reading {
    #[key(shard = 16)]
    shard: i64,
    #[key]
    sensor: String,
    #[key]
    at: SystemTime,
    value: f64,
}

/// 500 sensors, of which a few send most of the readings. Without the shard, this test fails.
#[test]
fn readings_spread() {
    let sensors = PowerLaw::new(500, 1.5);
    assert_spread::<Reading>(&Workload::new(), |at| NewReading {
        sensor: format!("sensor-{:03}", sensors.draw(at)),
        at: at.now(),
        value: 20.0,
    });
}
