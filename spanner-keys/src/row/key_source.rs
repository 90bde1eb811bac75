//! Where the values of filled keys come from.

use std::sync::{Mutex, MutexGuard, PoisonError};

use once_cell::race::OnceBox;
use uuid::Uuid;

use crate::dialect::Dialect;
use crate::keys::{
    Candidate, ForkGuard, Seeded, Source, System, TimeOrdered, random_int64, random_uuid,
    uuid_v7_of,
};

/// The order that the time-ordered ids of one process share.
struct SharedOrder {
    forks: ForkGuard,
    ids: Mutex<TimeOrdered>,
    /// The order of a forked process. It must not continue the parent's, and cannot use its lock:
    /// a thread that exists only in the parent may have held it during the fork.
    after_fork: OnceBox<Self>,
}

impl SharedOrder {
    fn new() -> Self {
        let ids = Mutex::new(TimeOrdered::new());
        Self { forks: ForkGuard::new(), ids, after_fork: OnceBox::new() }
    }

    fn of_this_process() -> MutexGuard<'static, TimeOrdered> {
        // Not a `LazyLock`: a fork while another thread fills it would lock it forever.
        static FIRST: OnceBox<SharedOrder> = OnceBox::new();
        let mut order = FIRST.get_or_init(|| Box::new(Self::new()));
        while order.forks.is_forked() {
            order = order.after_fork.get_or_init(|| Box::new(Self::new()));
        }
        order.ids.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

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
    /// process. A forked process generates different keys than its parent, in a separate order.
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

    /// The next time-ordered id. Under the lock of the whole process, so the caller asks for the
    /// time and for randomness before.
    fn in_order<N>(&mut self, next: impl FnOnce(&mut TimeOrdered) -> N) -> N {
        match &mut self.ids {
            Some(ids) => next(ids),
            None => next(&mut SharedOrder::of_this_process()),
        }
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
        let candidate = Candidate::uuid_v7(&mut self.source);
        uuid_v7_of(self.in_order(|ids| ids.next_uuid_v7(candidate)))
    }

    fn ulid(&mut self) -> u128 {
        let candidate = Candidate::ulid(&mut self.source);
        self.in_order(|ids| ids.next_ulid(candidate))
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
