//! Schemas that together use every attribute. The golden files are generated from them, and the
//! emulator receives each one.

#![allow(dead_code, missing_docs, reason = "the tests use the schemas, not the rows")]
#![allow(clippy::must_use_candidate, clippy::struct_field_names, reason = "named as in a database")]
#![allow(clippy::duplicated_attributes, reason = "false positive for two `index` attributes")]

pub mod columns;
pub mod existing;
pub mod keys;
pub mod ledger;
pub mod relations;
pub mod syncstorage;

use spanner_keys::{Dialect, Schema};

/// A schema with a golden file for each dialect that can express it.
pub struct Golden {
    /// The name of the golden files.
    pub name: &'static str,
    /// The schema.
    pub schema: Schema<'static>,
    /// The dialect that cannot express it, and the column of each finding, or an empty text.
    pub refused: Option<(Dialect, &'static [&'static str])>,
    /// Whether the emulator on hand is too old for it.
    pub newer_than_emulator: bool,
}

impl Golden {
    fn new(name: &'static str, schema: Schema<'static>) -> Self {
        Self { name, schema, refused: None, newer_than_emulator: false }
    }

    fn refused(self, dialect: Dialect, columns: &'static [&'static str]) -> Self {
        Self { refused: Some((dialect, columns)), ..self }
    }

    fn newer_than_emulator(self) -> Self {
        Self { newer_than_emulator: true, ..self }
    }
}

/// Every golden schema.
#[must_use]
pub fn all() -> Vec<Golden> {
    let pg = Dialect::PostgreSql;
    vec![
        Golden::new("ledger", ledger::schema()),
        Golden::new("keys", keys::schema()),
        Golden::new("shards", keys::shards()),
        Golden::new("native_uuid", keys::native_uuid()).newer_than_emulator(),
        Golden::new("descending_key", keys::descending()).refused(pg, &["at", "at"]),
        Golden::new("numeric_key", keys::numeric()).refused(pg, &["amount"]),
        Golden::new("nullable_key", keys::nullable()).refused(pg, &["name", "other"]),
        Golden::new("types", columns::types()),
        Golden::new("columns", columns::schema()),
        Golden::new("existing", existing::schema()),
        Golden::new("existing_newer", existing::newer()).newer_than_emulator(),
        Golden::new("existing_googlesql", existing::googlesql())
            .refused(pg, &["payload", "", "", ""])
            .newer_than_emulator(),
        Golden::new("reserved_words", columns::reserved_words()),
        Golden::new("interleaved", relations::interleaved()),
        Golden::new("indexes", relations::indexes()),
        Golden::new("foreign_keys", relations::foreign_keys()),
        Golden::new("named_schemas", relations::named_schemas()),
        Golden::new("syncstorage", syncstorage::schema()),
    ]
}
