//! The guide: one chapter for each thing that you will want to do.
//!
//! | chapter | read it when |
//! |---|---|
//! | [`choosing_a_key`] | you create a table, or the compiler rejected one |
//! | [`shards`] | rows must be read in the order of time |
//! | [`interleaving`] | rows belong to other rows |
//! | [`rows`] | you write and read rows, in either client |
//! | [`own_sql`] | you query with SQL |
//! | [`changing_a_schema`] | a table changes that has rows in it |
//! | [`auditing`] | the schema is older than your use of this crate |
//! | [`testing`] | you want a test that fails before production does |
//! | [`postgresql`] | your database has the PostgreSQL dialect |
//! | [`reliability`] | you want to know what is promised, and how it is tested |
//!
//! Every code block compiles in CI, and every output that is shown is compared with the real one.

/// Writes the modules. The links of the files lead to files, for readers of the repository; here the
/// first definition of a link is used, which leads to a page.
macro_rules! chapters {
    ($($chapter:ident)*) => {$(
        #[doc = "[choosing a key]: crate::guide::choosing_a_key"]
        #[doc = "[shards]: crate::guide::shards"]
        #[doc = "[interleaving]: crate::guide::interleaving"]
        #[doc = "[rows]: crate::guide::rows"]
        #[doc = "[changing a schema]: crate::guide::changing_a_schema"]
        #[doc = "[rules]: crate::rules::Rule\n\n"]
        #[doc = include_str!(concat!("../guide/", stringify!($chapter), ".md"))]
        pub mod $chapter {}
    )*};
}

chapters! {
    choosing_a_key shards interleaving rows own_sql changing_a_schema auditing testing postgresql reliability
}
