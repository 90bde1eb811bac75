//! Noticing that this process is a copy of another one.

use std::process;
use std::sync::atomic::{AtomicU64, Ordering};

use forkguard::{Guard, pid};

/// Remembers a process, and notices that it runs in a fork of that process.
#[derive(Clone, Debug)]
pub(crate) enum ForkGuard {
    /// Asks a counter that a fork handler of the C library increments.
    Handler(Guard),
    /// Asks for the process id: a system call, which costs as much as ten keys.
    ProcessId(pid::Guard),
}

impl ForkGuard {
    /// Remembers this process. Never waits for another process.
    pub(crate) fn new() -> Self {
        const NOBODY: u64 = 0;
        const DONE: u64 = u64::MAX;
        /// The process that registers the fork handler. A fork in the middle of that leaves the
        /// registration locked forever in the child, so the child must not touch it.
        static REGISTERED_BY: AtomicU64 = AtomicU64::new(NOBODY);

        let this = u64::from(process::id());
        match REGISTERED_BY.compare_exchange(NOBODY, this, Ordering::AcqRel, Ordering::Acquire) {
            Err(other) if other != this && other != DONE => Self::ProcessId(pid::Guard::default()),
            _ => {
                let guard = Guard::default();
                REGISTERED_BY.store(DONE, Ordering::Release);
                Self::Handler(guard)
            }
        }
    }

    /// Whether this process is a fork of the remembered one.
    #[inline]
    pub(crate) fn is_forked(&self) -> bool {
        // Copies, because a guard reports each fork once, and each thread has to know of it.
        match self {
            Self::Handler(guard) => guard.clone().detected_fork(),
            Self::ProcessId(guard) => guard.clone().detected_fork(),
        }
    }
}
