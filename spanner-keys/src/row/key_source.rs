//! Where the values of filled keys come from.

use uuid::Uuid;

use crate::dialect::Dialect;
use crate::keys::{Seeded, Source, System, TimeOrdered, random_int64, random_uuid};

/// The order that the time-ordered ids of one process share.
static SHARED_ORDER: TimeOrdered = TimeOrdered::new();

/// What `insert_with` fills keys from, and the dialect that it checks values for.
///
/// `insert()` alone means a GoogleSQL database and the system's randomness and clock.
///
/// ```
/// use spanner_keys::{Dialect, KeySource, NewRow, SpannerTable};
///
/// #[derive(SpannerTable)]
/// struct Reading {
///     #[key(random)]
///     id: i64,
///     value: f64,
/// }
///
/// // For a PostgreSQL database:
/// NewReading { value: 0.5 }.insert_with(&mut KeySource::new(Dialect::PostgreSql))?;
///
/// // The same keys every time, for a test or a simulation:
/// let one = NewReading { value: 0.5 }.insert_with(&mut KeySource::seeded(Dialect::GoogleSql, 7))?;
/// let two = NewReading { value: 0.5 }.insert_with(&mut KeySource::seeded(Dialect::GoogleSql, 7))?;
/// assert_eq!(one.key(), two.key());
/// # Ok::<(), spanner_keys::value::RowError>(())
/// ```
#[derive(Debug)]
pub struct KeySource<S = System> {
    pub(super) dialect: Dialect,
    source: S,
    /// The order of time-ordered ids; `None` is the one that the process shares.
    ids: Option<TimeOrdered>,
}

impl KeySource {
    /// Keys from the system's randomness and clock. Time-ordered ids are in order across the whole
    /// process. A forked process generates different keys than its parent.
    #[must_use]
    #[inline]
    pub fn new(dialect: Dialect) -> Self {
        Self { dialect, source: System::new(), ids: None }
    }
}

impl KeySource<Seeded> {
    /// The same keys for the same seed. The clock starts at the Unix epoch.
    #[must_use]
    pub fn seeded(dialect: Dialect, seed: u64) -> Self {
        Self::from_source(dialect, Seeded::new(seed))
    }
}

impl<S: Source> KeySource<S> {
    /// Keys from your own source. Time-ordered ids are in order among the keys of this value.
    #[must_use]
    pub const fn from_source(dialect: Dialect, source: S) -> Self {
        Self { dialect, source, ids: Some(TimeOrdered::new()) }
    }

    /// The source, to move its clock for example.
    pub const fn source(&mut self) -> &mut S {
        &mut self.source
    }
}

/// Generates the values of filled keys.
pub(super) trait GenerateKeys {
    fn uuid_v4(&mut self) -> Uuid;
    fn uuid_v7(&mut self) -> Uuid;
    fn ulid(&mut self) -> u128;
    fn int64(&mut self) -> i64;
    fn shard(&mut self, count: u16) -> i64;
}

impl<S: Source> GenerateKeys for KeySource<S> {
    fn uuid_v4(&mut self) -> Uuid {
        random_uuid(&mut self.source)
    }

    fn uuid_v7(&mut self) -> Uuid {
        self.ids.as_ref().unwrap_or(&SHARED_ORDER).uuid_v7(&mut self.source)
    }

    fn ulid(&mut self) -> u128 {
        self.ids.as_ref().unwrap_or(&SHARED_ORDER).ulid(&mut self.source)
    }

    fn int64(&mut self) -> i64 {
        random_int64(&mut self.source)
    }

    fn shard(&mut self, count: u16) -> i64 {
        // 64 bits over at most 1024 shards: no shard is favoured by more than one part in 2^54.
        let number = (u128::from(self.source.random()) * u128::from(count)) >> 64;
        i64::try_from(number).unwrap_or(0)
    }
}
