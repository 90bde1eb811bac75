//! Random ids, and ids that begin with the time.

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

/// The random bits behind the milliseconds.
const ULID_BITS: u32 = 80;
const UUID_BITS: u32 = 74;

/// An id with the time of its source, before the ids that exist already are known.
///
/// It needs no [`TimeOrdered`], so threads that share one ask for the time and for randomness
/// without waiting for each other, and share only the comparison.
#[derive(Clone, Copy)]
pub(crate) struct Candidate(u128);

impl Candidate {
    pub(crate) fn ulid(source: &mut impl Source) -> Self {
        Self::new(source, ULID_BITS)
    }

    pub(crate) fn uuid_v7(source: &mut impl Source) -> Self {
        Self::new(source, UUID_BITS)
    }

    fn new(source: &mut impl Source, random_bits: u32) -> Self {
        let time = milliseconds(source.now()) << random_bits;
        Self(time | source.random_128() >> (u128::BITS - random_bits))
    }

    /// This id, or one shortly after the last if the clock has not advanced: a step in the random
    /// bits, which carries into the milliseconds if they overflow.
    fn after(self, last: Option<u128>, random_bits: u32) -> u128 {
        let time = |id: u128| id >> random_bits;
        match last {
            Some(last) if (time(self.0)..=time(self.0) + PATIENCE).contains(&time(last)) => {
                let most = u128::MAX >> (ULID_BITS - random_bits);
                last.saturating_add(self.step()).min(most)
            }
            _ => self.0,
        }
    }

    /// The distance to an id of the same millisecond: 48 of the random bits. More would be harder
    /// to guess, but the 74 bits of a UUID would not last for the ids of one millisecond.
    const fn step(self) -> u128 {
        (self.0 & ((1 << 48) - 1)) + 1
    }
}

/// The UUID of version 7 with these 122 bits.
pub(crate) fn uuid_v7_of(bits: u128) -> Uuid {
    let (time, high, low) = (bits >> UUID_BITS, bits >> 62 & 0xfff, bits & ((1 << 62) - 1));
    Uuid::from_u128(time << 80 | 0x7 << 76 | high << 64 | 0b10 << 62 | low)
}

/// Generates ULIDs and UUIDs of version 7, each larger than the one before, even within one
/// millisecond and when the clock steps back by up to ten seconds. If it steps back further, it was
/// wrong before: the ids follow the clock again, so that one jump forward does not stay in all
/// later ids. To share one order, threads must share one generator. (The 48 bits of milliseconds
/// end in the year 10889.)
///
/// These ids are not secrets. They contain the time, and ids of one millisecond are close to each
/// other: whoever knows one finds the next by trying 2⁴⁷ numbers on average. Use
/// [`random_uuid`], the word `uuid` in a key, for an id that must not be guessed.
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
    /// A generator that has generated nothing yet.
    #[must_use]
    pub const fn new() -> Self {
        Self { ulid: None, uuid: None }
    }

    /// A ULID as a number: 48 bits of milliseconds, then 80 random bits.
    pub fn ulid(&mut self, source: &mut impl Source) -> u128 {
        self.next_ulid(Candidate::ulid(source))
    }

    /// A UUID of version 7: 48 bits of milliseconds, then 74 random bits around the fixed ones.
    pub fn uuid_v7(&mut self, source: &mut impl Source) -> Uuid {
        uuid_v7_of(self.next_uuid_v7(Candidate::uuid_v7(source)))
    }

    pub(crate) fn next_ulid(&mut self, candidate: Candidate) -> u128 {
        *self.ulid.insert(candidate.after(self.ulid, ULID_BITS))
    }

    pub(crate) fn next_uuid_v7(&mut self, candidate: Candidate) -> u128 {
        *self.uuid.insert(candidate.after(self.uuid, UUID_BITS))
    }
}

/// Milliseconds since 1970, clamped to 48 bits.
fn milliseconds(now: SystemTime) -> u128 {
    now.duration_since(SystemTime::UNIX_EPOCH)
        .map_or(0, |since| since.as_millis())
        .min((1 << 48) - 1)
}

/// How many milliseconds the clock may step back before the ids follow it.
const PATIENCE: u128 = 10_000;

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
