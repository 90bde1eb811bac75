//! Random ids, and ids that begin with the time.

use std::sync::atomic::{AtomicU64, Ordering};
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
    // As one number: reading bytes together that were written one by one stalls the processor.
    let random = source.random_128() & !(0xf << 76 | 0b11 << 62);
    Uuid::from_u128(random | 0x4 << 76 | 0b10 << 62)
}

/// 63 random bits, as a number that is not negative. Bits of a UUID would not do, because some of
/// them are fixed.
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

/// What orders the time-ordered ids: 48 bits of milliseconds, then 16 random bits, which count on
/// within one millisecond, and carry into the milliseconds.
const COUNTED_BITS: u32 = 16;

/// Generates ULIDs and UUIDs of version 7, each larger than the one before, even within one
/// millisecond and when the clock steps back by up to ten seconds. If it steps back further, it was
/// wrong before: the ids follow the clock again, so that one jump forward does not stay in all
/// later ids. To share one order, threads must share one generator, and none waits for another. (The
/// 48 bits of milliseconds end in the year 10889.)
///
/// These ids are not secrets. They contain the time, and ids of one millisecond are close to each
/// other: whoever knows one finds the next by trying 2⁵⁷ numbers on average. Use
/// [`random_uuid`], the argument `uuid` of `key`, for an id that must not be guessed.
///
/// ```
/// use spanner_keys::keys::{Seeded, TimeOrdered, ulid_text};
///
/// let (ids, mut source) = (TimeOrdered::new(), Seeded::new(1));
/// let (first, second) = (ids.ulid(&mut source), ids.ulid(&mut source));
/// assert!(ulid_text(first) < ulid_text(second));
/// assert!(ids.uuid_v7(&mut source) < ids.uuid_v7(&mut source));
/// ```
#[derive(Debug, Default)]
pub struct TimeOrdered {
    /// The last of each kind; 0 if there was none.
    ulid: AtomicU64,
    uuid: AtomicU64,
}

impl TimeOrdered {
    /// A generator that has generated nothing yet.
    #[must_use]
    pub const fn new() -> Self {
        Self { ulid: AtomicU64::new(0), uuid: AtomicU64::new(0) }
    }

    /// A ULID as a number: 48 bits of milliseconds, then 80 random bits.
    #[must_use]
    pub fn ulid(&self, source: &mut impl Source) -> u128 {
        let (order, random) = next(&self.ulid, source);
        u128::from(order) << 64 | random >> 64
    }

    /// A UUID of version 7: 48 bits of milliseconds, then 74 random bits around the fixed ones.
    #[must_use]
    pub fn uuid_v7(&self, source: &mut impl Source) -> Uuid {
        let (order, random) = next(&self.uuid, source);
        let (time, high) = (u128::from(order >> COUNTED_BITS), u128::from(order >> 4 & 0xfff));
        let low = u128::from(order & 0xf) << 58 | random >> 70;
        Uuid::from_u128(time << 80 | 0x7 << 76 | high << 64 | 0b10 << 62 | low)
    }
}

/// What orders the next id, and the random bits behind it, which are the first ones of the number.
/// Each id has its own, so an id does not reveal the next.
fn next(last: &AtomicU64, source: &mut impl Source) -> (u64, u128) {
    let (time, random) = (milliseconds(source.now()), source.random_128());
    let counted = random >> (u128::BITS - COUNTED_BITS);
    let new = time << COUNTED_BITS | u64::try_from(counted).unwrap_or(0);
    let after = |last: u64| match last >> COUNTED_BITS {
        // The clock has not advanced.
        passed if last > 0 && (time..=time + PATIENCE).contains(&passed) => last.saturating_add(1),
        // Never 0, which means none.
        _ => new.max(1),
    };
    let (Ok(last) | Err(last)) =
        last.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |last| Some(after(last)));
    (after(last), random << COUNTED_BITS)
}

/// Milliseconds since 1970, clamped to 48 bits.
fn milliseconds(now: SystemTime) -> u64 {
    now.duration_since(SystemTime::UNIX_EPOCH)
        .map_or(0, |since| {
            since.as_secs().saturating_mul(1000).saturating_add(since.subsec_millis().into())
        })
        .min((1 << 48) - 1)
}

/// How many milliseconds the clock may step back before the ids follow it.
const PATIENCE: u64 = 10_000;

/// The 26 characters of a ULID, in Crockford's alphabet.
///
/// Implemented here because a ULID key in a `String` must not need the `ulid` feature.
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
