//! The examples are the files beside this one; run one with `cargo run --example ledger`.
