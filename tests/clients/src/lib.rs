//! What the tests through the real clients share.
#![forbid(unsafe_code)]

pub mod through;

/// The code in these pages compiles.
macro_rules! pages {
    ($($page:ident: $path:literal,)*) => {$(
        #[cfg(doctest)]
        #[doc = include_str!(concat!("../../../", $path))]
        pub struct $page;
    )*};
}

pages! {
    Readme: "README.md",
    ChoosingAKey: "spanner-keys/guide/choosing_a_key.md",
    Shards: "spanner-keys/guide/shards.md",
    Interleaving: "spanner-keys/guide/interleaving.md",
    Rows: "spanner-keys/guide/rows.md",
    OwnSql: "spanner-keys/guide/own_sql.md",
    ChangingASchema: "spanner-keys/guide/changing_a_schema.md",
    Auditing: "spanner-keys/guide/auditing.md",
    Testing: "spanner-keys/guide/testing.md",
    PostgreSql: "spanner-keys/guide/postgresql.md",
    Reliability: "spanner-keys/guide/reliability.md",
}
