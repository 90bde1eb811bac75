//! The rows of sixteen shards in one order, compared with a heap of structs.

use std::cmp::Ordering;
use std::collections::binary_heap::{BinaryHeap, PeekMut};
use std::vec::IntoIter;

use spanner_keys::SpannerTable;
use spanner_keys::keys::{Seeded, TimeOrdered, ulid_text};
use spanner_keys::scan::ScanError;
use spanner_keys::value::WireValue;

use crate::measure::{Line, Table};

const SHARDS: usize = 16;
const ROWS: usize = 64;

#[derive(SpannerTable)]
#[allow(dead_code, reason = "what it costs to read a row is the question, not what is in it")]
struct Event {
    #[key(shard = 16)]
    shard: i64,
    #[key(ulid)]
    id: String,
    count: i64,
    text: String,
}

type Shards = Vec<Vec<Vec<WireValue>>>;

pub(crate) fn measure(table: &mut Table) {
    let line = Line {
        what: "scan: merge a row of 16 shards, against a heap of structs",
        goal: Some(1.10),
        inputs: 2,
        units: SHARDS * ROWS,
    };
    table.line(line, shards, by_hand, ours);
}

/// Rows in the order of their ids, dealt to the shards.
fn shards(at: usize) -> Shards {
    let (ids, mut source) = (TimeOrdered::new(), Seeded::new(at as u64));
    let mut shards: Shards = (0..SHARDS).map(|_| Vec::with_capacity(ROWS)).collect();
    for row in 0..SHARDS * ROWS {
        // Not one after the other.
        let shard = (row % SHARDS * 7 + row / SHARDS * 5) % SHARDS;
        let text = |text: String| WireValue::Text(text);
        shards[shard].push(vec![
            text(shard.to_string()),
            text(ulid_text(ids.ulid(&mut source))),
            text((row * 7919).to_string()),
            text(format!("event {row:08}, of its shard")),
        ]);
    }
    shards
}

fn ours(shards: Shards) -> Result<Vec<Event>, ScanError> {
    let mut cursor = Event::scan().page(ROWS + 1).start()?;
    for (read, rows) in cursor.pending().into_iter().zip(shards) {
        cursor.supply(read.id, rows)?;
    }
    let mut events = Vec::with_capacity(SHARDS * ROWS);
    while let Some(event) = cursor.next() {
        events.push(event?);
    }
    Ok(events)
}

/// The first row of a shard, and the others.
struct Head {
    event: Event,
    rest: IntoIter<Vec<WireValue>>,
}

impl Head {
    fn of(mut rest: IntoIter<Vec<WireValue>>) -> Option<Self> {
        Some(Self { event: read(rest.next()?)?, rest })
    }
}

fn read(row: Vec<WireValue>) -> Option<Event> {
    let mut values = row.into_iter().map(|value| match value {
        WireValue::Text(text) => Some(text),
        _ => None,
    });
    let mut next = || values.next().flatten();
    Some(Event {
        shard: next()?.parse().ok()?,
        id: next()?,
        count: next()?.parse().ok()?,
        text: next()?,
    })
}

fn by_hand(shards: Shards) -> Option<Vec<Event>> {
    let mut heap: BinaryHeap<Head> =
        shards.into_iter().filter_map(|rows| Head::of(rows.into_iter())).collect();
    let mut events = Vec::with_capacity(SHARDS * ROWS);
    while let Some(mut head) = heap.peek_mut() {
        match head.rest.next() {
            Some(row) => {
                let next = read(row)?;
                // As the scan does: the rows of a shard that are not sorted cannot be merged.
                if next.id <= head.event.id {
                    return None;
                }
                events.push(std::mem::replace(&mut head.event, next));
            }
            None => events.push(PeekMut::pop(head).event),
        }
    }
    Some(events)
}

// The smallest id is the greatest for the heap.
impl Ord for Head {
    fn cmp(&self, other: &Self) -> Ordering {
        other.event.id.cmp(&self.event.id)
    }
}

impl PartialOrd for Head {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Head {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}

impl Eq for Head {}
