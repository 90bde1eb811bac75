//! Any text as a lock file.
#![no_main]

use libfuzzer_sys::fuzz_target;
use spanner_keys::build::rewritten_lock;

fuzz_target!(|text: &str| {
    if let Some(written) = rewritten_lock(text) {
        assert_eq!(rewritten_lock(&written).as_deref(), Some(&*written), "from {text:?}");
    }
});
