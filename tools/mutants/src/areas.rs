//! Which code is changed, and which tests run on it, the quick ones first.

/// A part of the code.
pub(crate) struct Area {
    pub(crate) files: &'static [&'static str],
    pub(crate) stages: &'static [Stage],
}

/// Some tests, as arguments of Cargo.
pub(crate) struct Stage {
    pub(crate) name: &'static str,
    pub(crate) arguments: &'static [&'static str],
    /// The time limit in seconds, generous enough for a busy machine.
    pub(crate) patience: u64,
    /// Whether `--quick` leaves it out.
    pub(crate) slow: bool,
    /// Whether all mutants are first tried in one program.
    pub(crate) together: bool,
}

impl Stage {
    const fn new(name: &'static str, patience: u64, arguments: &'static [&'static str]) -> Self {
        Self { name, arguments, patience, slow: false, together: false }
    }

    const fn together(self) -> Self {
        Self { together: true, ..self }
    }

    const fn slow(self) -> Self {
        Self { slow: true, ..self }
    }
}

const QUICK: Stage =
    Stage::new("quick tests", 240, &["test", "-p", "spanner-keys-quick-tests", "--test", "quick"])
        .together();
const UNIT: Stage = Stage::new(
    "unit tests",
    90,
    &["test", "-p", "spanner-keys", "--lib", "--features", "build,spread"],
)
.together();
const DERIVED: Stage = Stage::new(
    "derived tables",
    300,
    &[
        "test", "-p", "spanner-keys-tests", "--test", "tables", "--test", "one_judge", "--",
        "--skip", "plans::",
    ],
)
.together();
const SPREAD: Stage =
    Stage::new("spread", 300, &["test", "-p", "spanner-keys-tests", "--test", "spread"]);
const BUILT: Stage =
    Stage::new("schema files", 300, &["test", "-p", "spanner-keys-tests", "--test", "build_files"]);
const WORDS: Stage = Stage::new(
    "compiler messages",
    900,
    &["test", "-p", "spanner-keys-tests", "--test", "ui", "--", "rejected", "accepted"],
)
.slow();
const EMULATOR: Stage =
    Stage::new("emulator", 600, &["test", "-p", "spanner-keys-tests", "--test", "emulator"]).slow();
const DERIVE: Stage = Stage::new(
    "unit tests of the derive",
    90,
    &["test", "-p", "spanner-keys-derive", "--lib", "--", "--skip", "wild"],
)
.together();
const WILD: Stage =
    Stage::new("wild tokens", 90, &["test", "-p", "spanner-keys-derive", "--lib", "--", "wild"]);

/// The keys, without their byte encoding.
const KEYS: &[&str] = &[
    "spanner-keys/src/keys.rs", "spanner-keys/src/keys/bits.rs",
    "spanner-keys/src/keys/fingerprint.rs", "spanner-keys/src/keys/ids.rs",
    "spanner-keys/src/keys/shard.rs", "spanner-keys/src/keys/source.rs",
];

/// All code that is changed.
pub(crate) const ALL: &[Area] = &[
    Area {
        files: &["spanner-keys/src/rules.rs", "spanner-keys/src/rules/**"],
        stages: &[QUICK, UNIT, DERIVED, WORDS],
    },
    Area {
        files: &["spanner-keys/src/schema.rs", "spanner-keys/src/schema/**"],
        stages: &[QUICK, UNIT, DERIVED, BUILT],
    },
    Area {
        files: &["spanner-keys/src/keys/order.rs", "spanner-keys/src/keys/order/**"],
        stages: &[UNIT, SPREAD, EMULATOR],
    },
    Area { files: KEYS, stages: &[QUICK, UNIT, DERIVED, SPREAD, EMULATOR] },
    Area {
        files: &["spanner-keys/src/ddl.rs", "spanner-keys/src/ddl/**"],
        stages: &[QUICK, UNIT, DERIVED, BUILT, EMULATOR],
    },
    Area {
        files: &["spanner-keys-derive/src/check.rs", "spanner-keys-derive/src/check/**"],
        stages: &[DERIVE, WILD, WORDS],
    },
];
