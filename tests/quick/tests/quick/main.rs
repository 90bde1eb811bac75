//! The tests that need no derived table, in one program, so that a mutant links only once.

mod fingerprint;
mod hotspots;
mod index_names;
mod keys;
mod messages;
mod refusals;
mod rules;
mod suggestions;
mod twice;
mod updates;
mod verdicts;
mod wild;
