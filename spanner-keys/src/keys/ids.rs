//! Ids: random ones, and ones that begin with the time.

use std::time::SystemTime;

use uuid::Uuid;

use super::Source;

/// A random UUID, version 4.
///
/// ```
/// use spanner_keys::keys::{Seeded, random_uuid};
///
/// assert_eq!(random_uuid(&mut Seeded::new(1)).get_version_num(), 4);
/// ```
#[must_use]
pub fn random_uuid(source: &mut impl Source) -> Uuid {
    // As one number: bytes that are changed one by one make whoever reads them together wait for
    // memory.
    let random = source.random_128() & !(0xf << 76 | 0b11 << 62);
    Uuid::from_u128(random | 0x4 << 76 | 0b10 << 62)
}

/// 63 random bits as a number that is not negative. All of them are drawn: bits cut out of a UUID
/// would keep its fixed ones.
///
/// ```
/// use spanner_keys::keys::{Seeded, random_int64};
///
/// assert!(random_int64(&mut Seeded::new(1)) >= 0);
/// ```
#[must_use]
pub fn random_int64(source: &mut impl Source) -> i64 {
    (source.random() >> 1).cast_signed()
}

/// Makes ULIDs and UUIDs of version 7, each larger than the one before, also within one millisecond
/// and when the clock steps back. Threads that should share one order share one maker. (The order
/// ends with the 48 bits of milliseconds, in the year 10889.)
///
/// ```
/// use spanner_keys::keys::{Seeded, TimeOrdered, ulid_text};
///
/// let (mut ids, mut source) = (TimeOrdered::new(), Seeded::new(1));
/// let (first, second) = (ids.ulid(&mut source), ids.ulid(&mut source));
/// assert!(ulid_text(first) < ulid_text(second));
/// assert!(ids.uuid_v7(&mut source) < ids.uuid_v7(&mut source));
/// ```
#[derive(Clone, Debug, Default)]
pub struct TimeOrdered {
    ulid: Option<u128>,
    uuid: Option<u128>,
}

impl TimeOrdered {
    /// A maker that has made nothing yet.
    #[must_use]
    pub const fn new() -> Self {
        Self { ulid: None, uuid: None }
    }

    /// A ULID as the number that its text spells: 48 bits of milliseconds, then 80 random bits.
    pub fn ulid(&mut self, source: &mut impl Source) -> u128 {
        let fresh = milliseconds(source.now()) << 80 | source.random_128() >> 48;
        let next = later(self.ulid, fresh, 80, random_step(source));
        self.ulid = Some(next);
        next
    }

    /// A UUID of version 7: 48 bits of milliseconds, then 74 random bits around the fixed ones.
    pub fn uuid_v7(&mut self, source: &mut impl Source) -> Uuid {
        let fresh = milliseconds(source.now()) << 74 | source.random_128() >> 54;
        let next = later(self.uuid, fresh, 74, random_step(source));
        self.uuid = Some(next);
        let (time, high, low) = (next >> 74, next >> 62 & 0xfff, next & ((1 << 62) - 1));
        Uuid::from_u128(time << 80 | 0x7 << 76 | high << 64 | 0b10 << 62 | low)
    }
}

/// Milliseconds since 1970, as far as 48 bits go; times outside are moved to the nearest end.
fn milliseconds(now: SystemTime) -> u128 {
    now.duration_since(SystemTime::UNIX_EPOCH)
        .map_or(0, |since| since.as_millis())
        .min((1 << 48) - 1)
}

/// How far the next id of the same moment lies: at random, so that it cannot be guessed from the
/// last one.
fn random_step(source: &mut impl Source) -> u128 {
    u128::from(source.random() >> 32) + 1
}

/// The fresh id, or one a little after the last where the clock has not moved on: a step into the
/// random bits, which carries into the milliseconds when they run over.
fn later(last: Option<u128>, fresh: u128, random_bits: u32, step: u128) -> u128 {
    match last {
        Some(last) if fresh >> random_bits <= last >> random_bits => {
            let most = u128::MAX >> (80 - random_bits);
            last.saturating_add(step).min(most)
        }
        _ => fresh,
    }
}

/// The 26 characters of a ULID, in Crockford's alphabet.
///
/// Written here because a ULID key in a `String` must not need the `ulid` feature.
///
/// ```
/// use spanner_keys::keys::ulid_text;
///
/// assert_eq!(ulid_text(0), "00000000000000000000000000");
/// assert_eq!(ulid_text(u128::MAX), "7ZZZZZZZZZZZZZZZZZZZZZZZZZ");
/// ```
#[must_use]
pub fn ulid_text(ulid: u128) -> String {
    const LETTERS: &[u8; 32] = b"0123456789ABCDEFGHJKMNPQRSTVWXYZ";
    (0..26).rev().map(|place| char::from(LETTERS[(ulid >> (5 * place) & 31) as usize])).collect()
}
