//! Declare Cloud Spanner tables as Rust structs. A key that would send every insert to one server
//! does not compile.
//!
//! Spanner keeps rows sorted by primary key and serves each range of keys (a *split*) from one
//! server. A key that grows with time sends every insert to the last split; adding nodes does not
//! help, and the key cannot be changed later. With this crate the compiler finds such keys, and the
//! DDL, the rows and the reads over shards come from the same structs.
//!
//! ```
//! use spanner_keys::{Dialect, Schema, SpannerTable, Uuid};
//! use std::time::SystemTime;
//!
//! #[derive(SpannerTable)]
//! #[table(name = "Customers")]
//! struct Customer {
//!     #[key(uuid)]
//!     customer_id: Uuid,
//!     #[column(length = 256)]
//!     name: String,
//! }
//!
//! #[derive(SpannerTable)]
//! #[table(name = "Orders")]
//! #[interleave(Customer, on_delete = cascade)]
//! struct Order {
//!     #[key(parent)]
//!     customer_id: Uuid,
//!     #[key(uuid)]
//!     order_id: Uuid,
//!     #[column(commit_timestamp)]
//!     placed_at: SystemTime,
//! }
//!
//! let ddl = Schema::new().table::<Order>().ddl(Dialect::GoogleSql)?;
//! assert!(ddl[0].starts_with("CREATE TABLE `Customers` (")); // the parent is included, and comes first
//!
//! // The derive also generates `CustomerKey` and `NewCustomer`: the row, minus the columns that are
//! // filled in for you.
//! let customer = NewCustomer { name: "Ada".into() }.insert()?; // checks every value and fills the key, once
//! let order = NewOrder { customer: customer.key().clone() }.insert()?;
//! assert_eq!(order.key().customer, *customer.key()); // known before the commit; a retry writes the same row
//! // client.apply(vec![customer.into_mutation(), order.into_mutation()]).await?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! A timestamp that leads a key is an error, through aliases and newtypes too:
//!
//! ```compile_fail,E0277
//! use spanner_keys::SpannerTable;
//! type CreatedAt = std::time::SystemTime;
//!
//! #[derive(SpannerTable)]
//! struct Event {
//!     #[key]
//!     created_at: CreatedAt,
//! }
//! ```
//!
//! # Where to look
//!
//! - [`derive(SpannerTable)`](derive@SpannerTable): every attribute.
//! - [`derive(SpannerColumn)`](derive@SpannerColumn): newtypes and enums as columns; [`Column`] is
//!   what they implement.
//! - [`rules`]: what is rejected, and [`rules::lint`] for the same checks at run time.
//! - [`Insert`]: checked and filled rows, as mutations of either client; [`row::InsertReturning`]
//!   where the database fills the key.
//! - [`sql`]: your own SQL, with parameters of any column type;
//!   [`derive(SpannerRow)`](derive@SpannerRow) reads its rows.
//! - [`Scan`]: many rows in the order of their keys, over all shards.
//! - [`client`]: the two clients, `gcloud-spanner` and `google-cloud-spanner`.
//! - [`tables!`], [`Schema`]: the DDL, for [`Dialect::GoogleSql`] and [`Dialect::PostgreSql`].
//! - [`keys`]: how key values are generated: random and time-ordered ids, reversed counters, shard
//!   numbers.
//! - [`value`]: values in Spanner's wire format, for any client.
//! - `spread`, with the feature of that name: where the writes of a table land, and an assertion
//!   that they spread.
//! - `catalog`, with the feature `migrate`: existing schemas, read from DDL text.
//! - [`schema`]: the definition of a table, as constant data.
//!
//! # Features
//!
//! None is enabled by default. `chrono`, `time`, `jiff`, `rust_decimal`, `bigdecimal`,
//! `serde_json`, `ulid` and `bytes` make the types of these crates columns. `gcloud-spanner` and
//! `google-cloud-spanner` are the clients. `build` writes schema files at build time and locks the
//! keys (the module `build`, `Schema::assert_matches`); `registry` finds all tables of a program
//! (`Schema::registered`). `spread` simulates inserts, and `spread-pictures` draws them as PNG and
//! SVG. `migrate` reads schemas that exist already (the module `catalog`).
#![forbid(unsafe_code)]

mod base64;
#[cfg(feature = "build")]
pub mod build;
#[cfg(feature = "migrate")]
pub mod catalog;
pub mod client;
mod client_types;
pub mod column;
pub mod ddl;
mod dialect;
pub mod keys;
#[cfg(feature = "migrate")]
pub mod migrate;
pub mod query;
#[cfg(feature = "registry")]
mod registry;
pub mod row;
pub mod rules;
pub mod scan;
mod scan_request;
pub mod schema;
#[cfg(feature = "spread")]
pub mod spread;
pub mod statement;
pub mod value;

/// The schema of these structs: `tables![Customer, Order]`. Parents, and tables that foreign keys
/// reference, are included automatically.
///
/// ```
/// use spanner_keys::{Dialect, SpannerTable, Uuid, tables};
///
/// #[derive(SpannerTable)]
/// struct Customer {
///     #[key(uuid)]
///     customer_id: Uuid,
/// }
///
/// #[derive(SpannerTable)]
/// #[interleave(Customer)]
/// struct Order {
///     #[key(parent)]
///     customer_id: Uuid,
///     #[key(uuid)]
///     order_id: Uuid,
/// }
///
/// let ddl = tables![Order].ddl(Dialect::GoogleSql)?; // the parent cannot be forgotten
/// assert_eq!(ddl.len(), 2);
/// # Ok::<(), spanner_keys::SchemaError>(())
/// ```
#[macro_export]
macro_rules! tables {
    () => {
        ::core::compile_error!("`tables!` needs at least one table\nhelp: name the structs that are tables")
    };
    ($($table:ty),+ $(,)?) => {
        $crate::Schema::new()$(.add(<$table as $crate::SpannerTable>::TABLE))+
    };
}

/// New values for some columns of the row with this key: an [`Update`]. No row is read first, and
/// columns that are not named keep their values.
///
/// The arguments are the struct of the table, its key, and the fields; `title` alone is
/// `title = title`. A field that does not exist, a value of another type, a key part, and a column
/// that the database fills are errors on their tokens. A `client` shard outside the key is computed
/// again if all fields that it is computed from are set.
///
/// ```
/// use spanner_keys::{SpannerTable, Uuid, update};
/// use std::time::SystemTime;
///
/// #[derive(SpannerTable)]
/// struct Task {
///     #[key(uuid)]
///     task_id: Uuid,
///     title: String,
///     done: bool,
///     due: Option<SystemTime>,
///     #[column(commit_timestamp)]
///     changed_at: SystemTime,
/// }
///
/// let key = TaskKey { task_id: Uuid::from_u128(7) };
/// let title = "Paint".to_owned();
/// let update = update!(Task, key, title, done = true, due = None)?.stamped();
/// // tx.buffer_write(vec![update.into_mutation()]);
/// # Ok::<(), spanner_keys::value::RowError>(())
/// ```
///
/// The values are checked for the dialect of the table, `table(dialect = postgresql)`, or for
/// GoogleSQL. For a table that is in databases of both, the dialect comes after a semicolon:
///
/// ```
/// # use spanner_keys::{Dialect, SpannerTable, Uuid, update};
/// # #[derive(SpannerTable)]
/// # struct Task {
/// #     #[key(uuid)]
/// #     task_id: Uuid,
/// #     done: bool,
/// # }
/// # let key = TaskKey { task_id: Uuid::from_u128(7) };
/// let sql = update!(Task, key, done = true; Dialect::PostgreSql)?.sql()?;
/// assert_eq!(sql.text, r#"UPDATE "Task" SET "done" = $1 WHERE "task_id" = $2"#);
/// # Ok::<(), spanner_keys::value::RowError>(())
/// ```
#[macro_export]
macro_rules! update {
    ($($arguments:tt)*) => {
        $crate::__private::update! { $crate; $($arguments)* }
    };
}

/// A value for [`query::Query::bind`], stored as this column: for columns with `storage`, where the type
/// alone does not tell what is stored. Also a `Vec` of such values, and the value of an `Option`.
///
/// ```
/// use spanner_keys::{SpannerTable, Uuid, column, sql};
///
/// #[derive(SpannerTable)]
/// struct Task {
///     #[key(uuid, storage = bytes)]
///     task_id: Uuid,
///     title: String,
/// }
///
/// let one = sql("SELECT title FROM Task WHERE task_id = @id")
///     .bind("id", column!(Task.task_id, Uuid::nil()));
/// assert_eq!(one.into_sql()?.params[0].ty, spanner_keys::schema::SqlType::bytes(16));
///
/// let some = sql("SELECT title FROM Task WHERE task_id IN UNNEST(@ids)")
///     .bind("ids", column!(Task.task_id, vec![Uuid::nil()]));
/// # some.into_sql()?;
/// # Ok::<(), spanner_keys::statement::StatementError>(())
/// ```
///
/// A value of another type does not compile:
///
/// ```compile_fail,E0277
/// # use spanner_keys::{SpannerTable, Uuid, column, sql};
/// # #[derive(SpannerTable)]
/// # struct Task { #[key(uuid, storage = bytes)] task_id: Uuid, title: String }
/// column!(Task.task_id, "an id");
/// ```
#[macro_export]
macro_rules! column {
    ($($table:ident)::+ . $field:ident, $value:expr $(,)?) => {
        $crate::__private::stored_as(
            ::core::stringify!($field),
            |__row: &$($table)::+| &__row.$field,
            $value,
        )
    };
}

/// Registers a table, in generated code. The feature is checked here and not in the derive, because
/// Cargo unifies features across crates.
#[cfg(feature = "registry")]
#[doc(hidden)]
#[macro_export]
macro_rules! __register {
    ($table:expr) => {
        $crate::__private::submit! { $crate::__private::Registered { table: || $table, module: ::core::module_path!() } }
    };
}

/// Does nothing without the feature `registry`.
#[cfg(not(feature = "registry"))]
#[doc(hidden)]
#[macro_export]
macro_rules! __register {
    ($table:expr) => {};
}

/// Its items as they are, in generated code. See `structs` in the derive.
#[doc(hidden)]
#[macro_export]
macro_rules! __items {
    ($($item:tt)*) => { $($item)* };
}

/// Implements the clients' own value traits for a column type, in generated code. As for
/// `__register`, the features are checked here.
#[cfg(any(feature = "gcloud-spanner", feature = "google-cloud-spanner"))]
#[doc(hidden)]
#[macro_export]
macro_rules! __client_traits {
    ($type:ident [$($bounds:tt)*] $to_wire:item) => {
        $to_wire
        $crate::__gcloud_traits! { $type [$($bounds)*] }
        $crate::__google_traits! { $type [$($bounds)*] }
    };
}

/// Does nothing without a client.
#[cfg(not(any(feature = "gcloud-spanner", feature = "google-cloud-spanner")))]
#[doc(hidden)]
#[macro_export]
macro_rules! __client_traits {
    ($($input:tt)*) => {};
}

/// The traits of gcloud-spanner.
#[cfg(feature = "gcloud-spanner")]
#[doc(hidden)]
#[macro_export]
macro_rules! __gcloud_traits {
    ($type:ident [$($bounds:tt)*]) => {
        #[automatically_derived]
        impl $crate::__private::gcloud::ToKind for $type $($bounds)* {
            fn to_kind(&self) -> $crate::__private::gcloud::Kind {
                $crate::__private::gcloud::kind($crate::__private::ToWire::to_wire(self))
            }
            fn get_type() -> $crate::__private::gcloud::Type {
                $crate::__private::gcloud::column_type::<Self>()
            }
        }
        #[automatically_derived]
        impl $crate::__private::gcloud::TryFromValue for $type {
            fn try_from(
                value: &$crate::__private::gcloud::Value,
                field: &$crate::__private::gcloud::Field,
            ) -> $crate::__private::Result<Self, $crate::__private::gcloud::Error> {
                $crate::__private::gcloud::from_value(value, field)
            }
        }
    };
}

/// Does nothing without the client.
#[cfg(not(feature = "gcloud-spanner"))]
#[doc(hidden)]
#[macro_export]
macro_rules! __gcloud_traits {
    ($($input:tt)*) => {};
}

/// The traits of Google's client.
#[cfg(feature = "google-cloud-spanner")]
#[doc(hidden)]
#[macro_export]
macro_rules! __google_traits {
    ($type:ident [$($bounds:tt)*]) => {
        #[automatically_derived]
        impl $crate::__private::google::ToValue for $type $($bounds)* {
            fn to_value(&self) -> $crate::__private::google::Value {
                $crate::__private::google::value($crate::__private::ToWire::to_wire(self))
            }
        }
        #[automatically_derived]
        impl $crate::__private::From<$type> for $crate::__private::google::Value {
            fn from(value: $type) -> Self {
                $crate::__private::google::into_value(value)
            }
        }
        #[automatically_derived]
        impl $crate::__private::google::FromValue for $type {
            fn from_value(
                value: &$crate::__private::google::Value,
                ty: &$crate::__private::google::Type,
            ) -> $crate::__private::Result<Self, $crate::__private::google::ConvertError> {
                $crate::__private::google::from_value($crate::__private::Clone::clone(value), ty)
            }
            fn from_owned_value(
                value: $crate::__private::google::Value,
                ty: &$crate::__private::google::Type,
            ) -> $crate::__private::Result<Self, $crate::__private::google::ConvertError> {
                $crate::__private::google::from_value(value, ty)
            }
        }
    };
}

/// Does nothing without the client.
#[cfg(not(feature = "google-cloud-spanner"))]
#[doc(hidden)]
#[macro_export]
macro_rules! __google_traits {
    ($($input:tt)*) => {};
}

#[doc(hidden)]
#[path = "private.rs"]
#[allow(missing_docs, reason = "for generated code only")]
pub mod __private;

pub use column::Column;
pub use ddl::{Schema, SchemaError};
pub use dialect::{Dialect, UnknownDialect};
pub use query::{FromRow, sql};
pub use row::{
    HasKey, Insert, KeySource, KnownKey, LateKey, NewRow, SpannerTable, TableKey, Update,
};
pub use scan::Scan;
pub use spanner_keys_derive::{SpannerColumn, SpannerRow, SpannerTable};
pub use uuid::Uuid;
