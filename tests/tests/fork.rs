//! Keys after a fork: no process generates a key of another one, and none waits for a thread that
//! it does not have.

#![cfg(unix)]
#![allow(clippy::expect_used, reason = "a failed step ends the test")]

use std::collections::BTreeMap;
use std::env;
use std::io::{PipeReader, Read, Write, pipe};
use std::process::{Command, exit};
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use fork::{Fork, fork, waitpid_nohang};
use rand::Rng;
use spanner_keys::{SpannerTable, Uuid};

/// A key part of every kind that is filled from randomness, from the clock, or from both.
#[derive(SpannerTable)]
struct Ticket {
    #[key(uuid)]
    uuid: Uuid,
    #[key(random)]
    number: i64,
    #[key(ulid)]
    ulid: String,
    #[key(uuid_v7)]
    uuid_v7: Uuid,
}

const KEYS: usize = 500;

/// The keys as lines of text, one part each.
fn keys() -> String {
    let parts = (0..KEYS).map(|_| {
        let ticket = NewTicket {}.insert().expect("a key needs nothing else");
        let key = ticket.key();
        format!("{}\n{}\n{}\n{}\n", key.uuid, key.number, key.ulid, key.uuid_v7)
    });
    parts.collect()
}

/// A process that was forked, and what it writes.
struct Child {
    process: i32,
    output: PipeReader,
}

impl Child {
    /// Forks. The child writes the result of `work` and ends.
    fn start(work: impl FnOnce() -> String) -> Self {
        let (output, mut input) = pipe().expect("a pipe");
        match fork().expect("a new process") {
            Fork::Child => {
                drop(output);
                let written = input.write_all(work().as_bytes());
                exit(i32::from(written.is_err()))
            }
            Fork::Parent(process) => Self { process, output },
        }
    }

    /// What the process wrote. A process that does not end is an error.
    fn finish(mut self) -> String {
        let mut text = String::new();
        // A pipe has room for 64 KiB, and a process that waits for room does not end.
        let reader = thread::spawn(move || {
            self.output.read_to_string(&mut text).expect("the child writes text");
            text
        });
        let start = Instant::now();
        loop {
            match waitpid_nohang(self.process).expect("the child exists") {
                Some(0) => return reader.join().expect("the output was read"),
                Some(status) => panic!("process {} ended with {status}", self.process),
                None if start.elapsed() > Duration::from_secs(60) => {
                    Command::new("kill").args(["-9", &self.process.to_string()]).status().ok();
                    panic!("process {} waits for a lock of another process", self.process);
                }
                None => thread::sleep(Duration::from_millis(5)),
            }
        }
    }
}

/// Every key part belongs to one process.
fn all_differ(processes: &[String]) {
    let mut owners = BTreeMap::new();
    let mut twice = Vec::new();
    for (process, keys) in processes.iter().enumerate() {
        assert_eq!(keys.lines().count(), 4 * KEYS, "process {process}");
        for part in keys.lines() {
            if let Some(other) = owners.insert(part, process) {
                twice.push(format!("{part} in processes {other} and {process}"));
            }
        }
    }
    let count = twice.len();
    assert!(twice.is_empty(), "{count} key parts were generated twice, such as {}", twice[0]);
}

#[test]
fn parent_and_children_generate_different_keys() {
    keys();
    let children: Vec<Child> = (0..4).map(|_| Child::start(keys)).collect();
    let mut all = vec![keys()];
    all.extend(children.into_iter().map(Child::finish));
    all_differ(&all);
}

#[test]
fn grandchildren_generate_different_keys() {
    keys();
    // One child forks before its first key, the other one after it.
    let early = Child::start(|| {
        let grandchild = Child::start(keys);
        keys() + &grandchild.finish()
    });
    let late = Child::start(|| {
        let before = keys();
        let grandchild = Child::start(keys);
        drop(before);
        keys() + &grandchild.finish()
    });
    let mut all = vec![keys()];
    for child in [early, late] {
        let both = child.finish();
        let lines: Vec<&str> = both.lines().collect();
        all.extend(lines.chunks(4 * KEYS).map(|part| part.join("\n")));
    }
    assert_eq!(all.len(), 5);
    all_differ(&all);
}

/// Neither process has generated a key before, but other code has used the generator of `rand`.
#[test]
fn first_keys_after_a_fork_differ() {
    thread::spawn(|| {
        rand::rng().next_u64();
        let child = Child::start(keys);
        all_differ(&[keys(), child.finish()]);
    })
    .join()
    .expect("the keys differ");
}

/// A fork copies the lock of the time-ordered ids, but not the thread that holds it.
#[test]
fn child_of_busy_threads_does_not_wait() {
    let done = AtomicBool::new(false);
    thread::scope(|scope| {
        for _ in 0..3 {
            scope.spawn(|| {
                while !done.load(Ordering::Relaxed) {
                    NewTicket {}.insert().expect("a key needs nothing else");
                }
            });
        }
        // A thread of the child has not seen the fork; the lock is the same.
        let in_a_thread = || thread::spawn(keys).join().expect("the keys are generated");
        let children = (0..100).map(|at| {
            if at % 2 == 0 {
                Child::start(keys).finish()
            } else {
                Child::start(in_a_thread).finish()
            }
        });
        let all = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
            children.collect::<Vec<String>>()
        }));
        done.store(true, Ordering::Relaxed);
        all_differ(&all.expect("all children end"));
    });
}

/// A fork while other threads generate the first keys of the process, which is when the library
/// fills its shared values. That happens once, so this test starts many new processes.
#[test]
fn child_of_the_first_keys_does_not_wait() {
    const NAME: &str = "child_of_the_first_keys_does_not_wait";
    const VARIABLE: &str = "SPANNER_KEYS_FIRST_KEYS";
    if env::var_os(VARIABLE).is_some() {
        thread::scope(|scope| {
            for _ in 0..3 {
                scope.spawn(keys);
            }
            Child::start(keys).finish();
        });
        return;
    }
    let this = env::current_exe().expect("the test's own program");
    for _ in 0..200 {
        let run = Command::new(&this).args(["--exact", NAME]).env(VARIABLE, "1").output();
        let run = run.expect("the program starts");
        assert!(run.status.success(), "{}", String::from_utf8_lossy(&run.stdout));
    }
}
