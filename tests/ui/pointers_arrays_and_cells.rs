use spanner_keys::{SpannerColumn, SpannerTable, Uuid};
use std::cell::Cell;
use std::collections::{BTreeMap, HashMap};
use std::marker::PhantomData;
use std::num::NonZeroU64;
use std::ops::Range;
use std::sync::{Arc, Mutex};

#[derive(SpannerTable)]
struct Values {
    #[key(uuid)]
    id: Uuid,
    boxed: Box<i64>,
    shared: Arc<String>,
    locked: Mutex<i64>,
    cell: Option<Cell<i64>>,
    corners: [f64; 4],
    names: Option<[String; 2]>,
    counted: NonZeroU64,
    maybe_counted: Option<NonZeroU64>,
    span: Range<i64>,
    outcome: Result<i64, String>,
    nothing: PhantomData<i64>,
    day: chrono::Weekday,
    object: serde_json::Map<String, serde_json::Value>,
    rows: Vec<HashMap<String, i64>>,
    sorted: Option<Vec<BTreeMap<String, i64>>>,
    pairs: Vec<(i64, String)>,
    digest: [u8; 32],
}

#[derive(SpannerTable)]
struct Sorted {
    #[key]
    corners: [i64; 4],
    boxed: String,
}

#[derive(SpannerColumn)]
struct Corners([i64; 4]);

fn main() {}
