//! What we refuse and the emulator accepts, by name, each with the reason.
//!
//! This is the whole list: a refusal that is not here must be one of the emulator's, too, and a
//! line that no test needs is an error of its own.

use spanner_keys::schema::{Fill, Scalar, TableDef};
use spanner_keys::{Dialect, SchemaError};

/// Why we refuse more than the emulator.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Why {
    /// The documentation refuses it, and so does the service; the emulator does not look.
    Documented,
    /// Spanner would take it and mean something else than the author, or than the other dialect.
    Meaning,
    /// It is no fact of the database: what Rust knows of the table is wrong, or could not be
    /// filled.
    Ours,
}

/// One kind of refusal that the emulator does not share.
#[derive(Clone, Copy, Debug)]
pub struct Laxer {
    /// Its name.
    pub name: &'static str,
    /// Where.
    pub dialects: &'static [Dialect],
    /// A part of our error's text that no other refusal has.
    pub says: &'static str,
    /// Why we refuse it.
    pub why: Why,
}

const BOTH: &[Dialect] = &[Dialect::GoogleSql, Dialect::PostgreSql];
const GOOGLE: &[Dialect] = &[Dialect::GoogleSql];
const POSTGRES: &[Dialect] = &[Dialect::PostgreSql];

/// All of them.
pub const LAXER: &[Laxer] = &[
    Laxer {
        name: "names of other characters",
        dialects: BOTH,
        says: "is not a valid",
        why: Why::Documented,
    },
    Laxer {
        name: "long names are cut without a word",
        dialects: POSTGRES,
        says: "takes at most 63",
        why: Why::Meaning,
    },
    Laxer {
        name: "PRIMARY_KEY in a named schema",
        dialects: BOTH,
        says: "the index name `PRIMARY_KEY`",
        why: Why::Documented,
    },
    Laxer {
        name: "names of constraints in a named schema",
        dialects: BOTH,
        says: "share the name",
        why: Why::Documented,
    },
    Laxer {
        name: "a table without a key has one row",
        dialects: GOOGLE,
        says: "is missing: give the table",
        why: Why::Meaning,
    },
    Laxer {
        name: "nullable keys become NOT NULL",
        dialects: POSTGRES,
        says: "which PostgreSQL refuses: remove the `Option`",
        why: Why::Meaning,
    },
    Laxer {
        name: "FLOAT32 in a key or an index",
        dialects: BOTH,
        says: "which is FLOAT32",
        why: Why::Documented,
    },
    Laxer {
        name: "virtual columns in a key",
        dialects: BOTH,
        says: "is a virtual column in a key",
        why: Why::Documented,
    },
    Laxer {
        name: "what a generated key column may use",
        dialects: BOTH,
        says: "is generated in a key from",
        why: Why::Documented,
    },
    Laxer {
        name: "FLOAT32 in a foreign key",
        dialects: BOTH,
        says: "which cannot be sorted by spanner: use another",
        why: Why::Documented,
    },
    Laxer {
        name: "a reference to rows below rows that expire",
        dialects: BOTH,
        says: "or rows below them",
        why: Why::Documented,
    },
    Laxer {
        name: "an index in a table whose key its columns do not spell",
        dialects: BOTH,
        says: "must begin with that table's key",
        why: Why::Documented,
    },
    Laxer {
        name: "commit timestamps above or below only",
        dialects: BOTH,
        says: " with commit timestamps`",
        why: Why::Meaning,
    },
    Laxer {
        name: "a table without columns",
        dialects: GOOGLE,
        says: "has no columns: add one",
        why: Why::Meaning,
    },
    Laxer { name: "a NUL character", dialects: GOOGLE, says: "it holds a NUL", why: Why::Meaning },
    Laxer { name: "dollar quotes", dialects: POSTGRES, says: "it holds a `$`", why: Why::Meaning },
    Laxer {
        name: "two literals that are one",
        dialects: POSTGRES,
        says: "two literals follow each other",
        why: Why::Meaning,
    },
    Laxer {
        name: "schemas named like Spanner's own",
        dialects: BOTH,
        says: "spanner keeps the schema name",
        why: Why::Ours,
    },
    Laxer {
        name: "braces that name no field",
        dialects: BOTH,
        says: "a brace stands alone",
        why: Why::Ours,
    },
    Laxer {
        name: "a shard of nothing",
        dialects: POSTGRES,
        says: "is a shard of no columns",
        why: Why::Ours,
    },
    Laxer {
        name: "bytes have no length",
        dialects: POSTGRES,
        says: "has the length",
        why: Why::Ours,
    },
    Laxer {
        name: "comments in expressions",
        dialects: BOTH,
        says: "it holds a comment",
        why: Why::Meaning,
    },
    Laxer {
        name: "an inherited part that no parent has",
        dialects: BOTH,
        says: "which is not part of the parent's key",
        why: Why::Ours,
    },
    Laxer {
        name: "a column too small for its id",
        dialects: BOTH,
        says: "or their longer forms",
        why: Why::Ours,
    },
    Laxer {
        name: "a number that is none",
        dialects: BOTH,
        says: "is filled with numbers",
        why: Why::Ours,
    },
    Laxer {
        name: "a shard that is no number",
        dialects: BOTH,
        says: "is a shard number: make it an INT64",
        why: Why::Ours,
    },
    Laxer {
        name: "a nullable shard",
        dialects: BOTH,
        says: "is a shard number: make it NOT NULL",
        why: Why::Ours,
    },
    Laxer {
        name: "the count of shards",
        dialects: BOTH,
        says: "shards: choose a count",
        why: Why::Ours,
    },
    Laxer {
        name: "what a shard is computed from",
        dialects: BOTH,
        says: "is a shard of `",
        why: Why::Ours,
    },
    Laxer {
        name: "a commit timestamp that the client fills",
        dialects: BOTH,
        says: "is filled in another way too",
        why: Why::Ours,
    },
];

/// What we accept and the emulator refuses, though the documentation allows it: a part of the
/// emulator's text.
pub const STRICTER: &[(&str, &str)] = &[(
    "a foreign key with a cascade to rows that expire",
    "Cannot add a row deletion policy to table",
)];

/// The line about this refusal.
#[must_use]
pub fn find(error: &SchemaError, dialect: Dialect) -> Option<&'static Laxer> {
    let text = error.to_string();
    LAXER.iter().find(|line| line.dialects.contains(&dialect) && text.contains(line.says))
}

/// What would end the emulator's process, so that it is never sent: an identity column of another
/// type than INT64, and two columns of one name in a table with an expression.
#[must_use]
pub fn deadly(tables: &[TableDef<'_>]) -> Option<&'static str> {
    let mut columns = tables.iter().flat_map(|table| table.columns);
    if columns.any(|column| {
        matches!(column.fill, Fill::Identity(_))
            && (column.ty.scalar != Scalar::Int64 || column.ty.array)
    }) {
        return Some("an identity column of another type than INT64");
    }
    let twice = |table: &TableDef<'_>| {
        let names = table.columns.iter().map(|column| column.name.to_lowercase());
        let expressions = !table.checks.is_empty()
            || table.columns.iter().any(|column| column.fill != Fill::Supplied);
        expressions && names.collect::<std::collections::HashSet<_>>().len() < table.columns.len()
    };
    tables.iter().any(twice).then_some("two columns of one name in a table with an expression")
}
