#![doc = include_str!("../../README.md")]
#![forbid(unsafe_code)]

pub mod column;
pub mod ddl;
pub mod keys;
pub mod rules;
pub mod schema;
mod table;

#[doc(hidden)]
#[path = "private.rs"]
#[allow(missing_docs, reason = "for generated code only")]
pub mod __private;

pub use column::Column;
pub use ddl::{Dialect, Schema, SchemaError};
pub use spanner_keys_derive::{SpannerColumn, SpannerTable};
pub use table::SpannerTable;
pub use uuid::Uuid;
