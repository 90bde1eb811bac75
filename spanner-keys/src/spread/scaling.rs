//! How throughput scales with servers.

use std::fmt;

use super::report::as_float;
use super::splits::{Cluster, Model};
use super::workload::{Rows, Workload};
use crate::row::SpannerTable;
use crate::value::RowError;

/// The numbers of servers that a table is tried on, by default.
pub const SERVERS: &[usize] = &[1, 2, 4, 8, 16, 32, 64];

/// A moment's writes are divided among up to 64 servers, so more keys are sampled than for a
/// report.
const SAMPLE: usize = 16_384;

/// The throughput of a table as servers are added. A growing key stays at 1; an even one scales
/// with the servers.
///
/// ```
/// use spanner_keys::spread::{Model, Workload};
/// use spanner_keys::SpannerTable;
///
/// #[derive(SpannerTable)]
/// struct Event {
///     #[key(allow_hotspot = "to see what it costs")]
///     at: std::time::SystemTime,
/// }
///
/// let scaling = Workload::new().scaling::<Event>(&[1, 4, 16], &Model::default(), |at| NewEvent { at: at.now() })?;
/// assert!(scaling.steps().iter().all(|step| step.throughput < 1.1)); // in servers
/// # Ok::<(), spanner_keys::value::RowError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Scaling {
    table: String,
    steps: Vec<Step>,
}

/// A table on a number of servers, after its splits have settled.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Step {
    /// The servers.
    pub servers: usize,
    /// What they handle together, in servers: 1 is as much as one server can handle.
    pub throughput: f64,
    /// The splits at the end.
    pub splits: usize,
    /// The splits with too much load that no cut would help.
    pub unsplittable: usize,
}

impl Step {
    /// The throughput as a fraction of what the servers could handle if the load were even.
    #[must_use]
    pub fn efficiency(&self) -> f64 {
        self.throughput / as_float(self.servers)
    }
}

impl Scaling {
    /// One for each number of servers.
    #[must_use]
    pub fn steps(&self) -> &[Step] {
        &self.steps
    }

    /// The table.
    #[must_use]
    pub fn table(&self) -> &str {
        &self.table
    }
}

impl fmt::Display for Scaling {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{}\n  servers  throughput  of ideal  splits  unsplittable", self.table)?;
        for step in &self.steps {
            let Step { servers, throughput, splits, unsplittable } = step;
            write!(
                out,
                "\n  {servers:7}  {throughput:10.2}  {:8.2}  {splits:6}  {unsplittable:12}",
                step.efficiency()
            )?;
        }
        Ok(())
    }
}

impl Workload {
    /// Inserts the rows and lets [`Model`] split them over each of these numbers of servers,
    /// starting from one split. The throughput is that of the second half of the run, when the
    /// splits have settled.
    ///
    /// A table needs a server, so 0 counts as 1. Servers can be distinguished only as far as a
    /// moment has writes: for 64 servers, let it have some thousands.
    pub fn scaling<T: SpannerTable>(
        &self,
        servers: &[usize],
        model: &Model,
        rows: impl Rows<T>,
    ) -> Result<Scaling, RowError> {
        self.scaling_watched(servers, model, rows, |_| ())
    }

    /// The same, and reports after every moment how many rows are inserted, for a progress bar.
    pub fn scaling_watched<T: SpannerTable>(
        &self,
        servers: &[usize],
        model: &Model,
        mut rows: impl Rows<T>,
        mut watch: impl FnMut(u64),
    ) -> Result<Scaling, RowError> {
        let mut clusters: Vec<(usize, Cluster, Vec<super::splits::Tick>)> = servers
            .iter()
            .map(|servers| ((*servers).max(1), Cluster::new(*servers, model.clone()), Vec::new()))
            .collect();
        let mut before = None;
        let mut done = 0;
        self.clone().sample(SAMPLE.max(self.sample)).drive::<T>(&mut rows, |window| {
            for (_, cluster, ticks) in &mut clusters {
                ticks.push(cluster.tick(before.as_ref(), &window));
            }
            done += window.writes;
            before = Some(window);
            watch(done);
        })?;
        let steps = clusters
            .into_iter()
            .filter_map(|(servers, _, ticks)| {
                let settled = &ticks[ticks.len() / 2..];
                let last = settled.last()?;
                let throughput = settled.iter().map(|tick| tick.throughput).sum::<f64>()
                    / as_float(settled.len());
                Some(Step {
                    servers,
                    throughput,
                    splits: last.splits,
                    unsplittable: last.unsplittable,
                })
            })
            .collect();
        Ok(Scaling { table: T::TABLE.path().into_owned(), steps })
    }
}
