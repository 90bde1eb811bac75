//! Keys: generated, and hashed into shards.

use std::hint::black_box;
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::SystemTime;

use rand::Rng;
use sha2::{Digest, Sha256};
use spanner_keys::keys::{HashInput, Source, System, random_int64, random_uuid, shard_of};
use spanner_keys::{Dialect, KeySource, NewRow as _, SpannerTable, Uuid};

use crate::measure::{Line, Table};

/// Nothing but its key, so that an insert is little more than filling it.
#[derive(SpannerTable)]
struct Ticket {
    #[key(uuid)]
    id: Uuid,
}

/// The same with a time-ordered id.
#[derive(SpannerTable)]
struct Note {
    #[key(ulid, allow_hotspot = "only its cost matters")]
    id: String,
}

/// The same with a UUID of version 7.
#[derive(SpannerTable)]
struct Move {
    #[key(uuid_v7, allow_hotspot = "only its cost matters")]
    id: Uuid,
}

const SHARDS: u16 = 16;
const THREADS: usize = 8;
const IDS: usize = 2000;

pub(crate) fn measure(table: &mut Table) {
    let line = |what, goal| Line { what, goal, inputs: 1000, units: 1 };
    let nothing = |_| ();
    table.line(line("uuid key: filled", Some(1.10)), nothing, |()| Uuid::new_v4(), |()| filled());
    let with_text = line("uuid key: filled, and its text on the stack", Some(1.10));
    table.line(with_text, nothing, |()| text(Uuid::new_v4()), |()| text(filled()));
    let whole = line("uuid key: a whole `insert()` of nothing else", None);
    table.line(
        whole,
        nothing,
        |()| Uuid::new_v4(),
        |()| NewTicket {}.insert().map(|ticket| ticket.key().id),
    );

    let guarded = line("uuid key: safe after a fork, against unsafe", Some(1.10));
    table.line(guarded, nothing, |()| random_uuid(&mut Unguarded), |()| filled());
    let guarded = line("random key: the same", Some(1.10));
    table.line(
        guarded,
        nothing,
        |()| random_int64(&mut Unguarded),
        |()| random_int64(&mut System::new()),
    );
    let guarded = line("ulid key: the same, as a whole `insert()`", Some(1.10));
    let unguarded = Mutex::new(KeySource::from_source(Dialect::GoogleSql, Unguarded));
    table.line(
        guarded,
        nothing,
        |()| {
            let mut keys = unguarded.lock().unwrap_or_else(PoisonError::into_inner);
            NewNote {}.insert_with(&mut *keys)
        },
        |()| NewNote {}.insert(),
    );

    let threads = Line {
        what: "uuid_v7: an `insert()` in each of 8 threads, in one order",
        goal: Some(1.50),
        inputs: 1,
        units: THREADS * IDS,
    };
    table.line(
        threads,
        nothing,
        |()| in_threads(|| Some(Uuid::now_v7())),
        |()| in_threads(|| NewMove {}.insert().ok().map(|row| row.key().id)),
    );

    let names: Vec<Name> = (0..1000).map(Name::new).collect();
    let name = |at: usize| &names[at % names.len()];
    let one = line("shard of 36 bytes, against SHA-256", Some(0.20));
    table.line(
        one,
        name,
        |name| sha_256(&[&name.text]),
        |name| shard_of(&[hashed(&name.text)], SHARDS),
    );
    let two = line("shard of 36 bytes and a number, against SHA-256", None);
    table.line(
        two,
        name,
        |name| sha_256(&[&name.text, "\x1f", &name.number]),
        |name| shard_of(&[hashed(&name.text), hashed(&name.number)], SHARDS),
    );
}

/// A key that is hashed: 36 characters, and a number as the text that is hashed of it.
struct Name {
    text: String,
    number: String,
}

impl Name {
    fn new(at: u128) -> Self {
        let mixed = (at + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15_f39c_c060_5ced_c835);
        Self { text: format!("{mixed:036x}"), number: (at * 7919).to_string() }
    }
}

fn hashed(text: &str) -> HashInput<'_> {
    HashInput::Text(text.into())
}

/// Many ids in each of several threads at once.
fn in_threads(id: impl Fn() -> Option<Uuid> + Sync) {
    thread::scope(|scope| {
        for _ in 0..THREADS {
            scope.spawn(|| {
                for _ in 0..IDS {
                    black_box(id());
                }
            });
        }
    });
}

/// A key as `insert()` generates it, with a new source each time.
fn filled() -> Uuid {
    random_uuid(&mut System::new())
}

/// The generator of the thread, which a fork copies.
struct Unguarded;

impl Source for Unguarded {
    fn random(&mut self) -> u64 {
        rand::rng().next_u64()
    }

    fn random_128(&mut self) -> u128 {
        let mut random = rand::rng();
        u128::from(random.next_u64()) << 64 | u128::from(random.next_u64())
    }

    fn now(&mut self) -> SystemTime {
        SystemTime::now()
    }
}

fn text(uuid: Uuid) -> [u8; 36] {
    let mut text = [0; 36];
    uuid.as_hyphenated().encode_lower(&mut text);
    text
}

/// The shard number with SHA-256.
fn sha_256(parts: &[&str]) -> i64 {
    let mut hash = Sha256::new();
    for part in parts {
        hash.update(part);
    }
    i64::from(hash.finalize()[0]) % i64::from(SHARDS)
}
