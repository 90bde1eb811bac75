//! Which code is changed, and which tests it meets, the quick ones first.

/// A part of the code.
pub(crate) struct Room {
    pub(crate) files: &'static [&'static str],
    pub(crate) stages: &'static [Stage],
}

/// Some tests, as arguments of Cargo.
pub(crate) struct Stage {
    pub(crate) name: &'static str,
    pub(crate) arguments: &'static [&'static str],
    /// What takes longer than so many seconds hangs, also on a busy machine.
    pub(crate) patience: u64,
    /// A run with `--quick` leaves it out.
    pub(crate) slow: bool,
}

const LEAN: Stage =
    Stage { name: "quick tests", arguments: &["test", "-p", "spanner-keys-mutants", "--test", "lean"], patience: 60, slow: false };
const UNIT: Stage = Stage {
    name: "unit tests",
    arguments: &["test", "-p", "spanner-keys", "--lib", "--features", "build,spread"],
    patience: 90,
    slow: false,
};
const DERIVED: Stage = Stage {
    name: "derived tables",
    arguments: &["test", "-p", "spanner-keys-tests", "--test", "golden", "--test", "inserts", "--test", "scan", "--test", "values"],
    patience: 300,
    slow: false,
};
const SPREAD: Stage =
    Stage { name: "spread", arguments: &["test", "-p", "spanner-keys-tests", "--test", "spread"], patience: 300, slow: false };
const WORDS: Stage = Stage {
    name: "the compiler's words",
    arguments: &["test", "-p", "spanner-keys-tests", "--test", "ui", "--", "first_lines", "accepted"],
    patience: 300,
    slow: true,
};
const EMULATOR: Stage =
    Stage { name: "emulator", arguments: &["test", "-p", "spanner-keys-tests", "--test", "emulator"], patience: 600, slow: true };
const DERIVE: Stage = Stage {
    name: "unit tests of the derive",
    arguments: &["test", "-p", "spanner-keys-derive", "--lib", "--", "--skip", "wild"],
    patience: 90,
    slow: false,
};
const WILD: Stage = Stage {
    name: "wild tokens",
    arguments: &["test", "-p", "spanner-keys-derive", "--lib", "--", "wild"],
    patience: 90,
    slow: false,
};
const BUILT: Stage = Stage {
    name: "schema files",
    arguments: &["test", "-p", "spanner-keys-tests", "--test", "build_files"],
    patience: 300,
    slow: false,
};
/// The keys, without their order.
const KEYS: &[&str] = &[
    "spanner-keys/src/keys.rs",
    "spanner-keys/src/keys/bits.rs",
    "spanner-keys/src/keys/fingerprint.rs",
    "spanner-keys/src/keys/ids.rs",
    "spanner-keys/src/keys/shard.rs",
    "spanner-keys/src/keys/source.rs",
];

/// All that is changed.
pub(crate) const ALL: &[Room] = &[
    Room { files: &["spanner-keys/src/rules.rs", "spanner-keys/src/rules/**"], stages: &[LEAN, DERIVED, WORDS] },
    Room { files: &["spanner-keys/src/keys/order.rs", "spanner-keys/src/keys/order/**"], stages: &[UNIT, SPREAD, EMULATOR] },
    Room { files: KEYS, stages: &[LEAN, UNIT, DERIVED, SPREAD, EMULATOR] },
    Room { files: &["spanner-keys/src/ddl.rs", "spanner-keys/src/ddl/**"], stages: &[LEAN, UNIT, DERIVED, BUILT, EMULATOR] },
    Room { files: &["spanner-keys-derive/src/check.rs", "spanner-keys-derive/src/check/**"], stages: &[DERIVE, WILD, WORDS] },
];
