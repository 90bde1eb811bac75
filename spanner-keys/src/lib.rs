//! Declare Cloud Spanner tables as Rust structs. A key that would send every insert to one server
//! does not compile.
//!
//! Spanner keeps rows sorted by primary key and serves each range of keys (a *split*) from one
//! server. A key that grows with time sends every insert to the last split; more servers do not
//! help, and the key cannot be changed later. With this crate the compiler finds such keys, and the
//! DDL, the rows and the reads over shards come from the same structs.
//!
//! ```
//! use spanner_keys::{Dialect, SpannerTable, Uuid, tables};
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
//! // The parent is included, and comes first.
//! let ddl = tables![Order].ddl(Dialect::GoogleSql)?;
//! assert!(ddl[0].starts_with("CREATE TABLE `Customers` ("));
//!
//! // The derive also generates `CustomerKey`, and `NewCustomer`: the row
//! // without the columns that are filled in for you. `insert` checks every
//! // value and fills the key, once.
//! let customer = NewCustomer { name: "Ada".into() }.insert()?;
//! let order = NewOrder { customer: customer.key().clone() }.insert()?;
//!
//! // The key is known before the commit, so a retry writes the same row.
//! assert_eq!(order.key().customer, *customer.key());
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
//! # What to use for what
//!
//! In the order in which you will need it. The [guide] has a chapter for each step.
//!
//! | you want to | use |
//! |---|---|
//! | declare a table | [`derive(SpannerTable)`](derive@SpannerTable), which lists every attribute; which key to choose is [a chapter](guide::choosing_a_key) |
//! | use your own types as columns | [`derive(SpannerColumn)`](derive@SpannerColumn), for newtypes and enums |
//! | understand an error | [`rules::Rule`], with a page for each rule; `cargo spanner-keys explain RULE` prints it |
//! | create the tables | [`tables!`] and [`Schema::ddl`], for [`Dialect::GoogleSql`] or [`Dialect::PostgreSql`] |
//! | write rows | `NewOrder { … }.insert()`, an [`Insert`]; [`update!`] for some columns; [`row::InsertReturning`] where the database fills the key |
//! | send and read them | the module of your client in [`client`]: `find`, `query`, `scan` |
//! | query with SQL | [`sql`] with parameters of any column type, and [`derive(SpannerRow)`](derive@SpannerRow) for its rows |
//! | read a sharded table in order | [`Scan`]: `Order::scan()` |
//! | keep the schema as a file, and lock its keys | `build`, or `Schema::assert_matches` in a test |
//! | check or change a schema that exists | `cargo spanner-keys audit`, `diff` and `migrate`; in a program, `catalog` and `migrate` |
//! | test that writes spread | `spread::assert_spread` |
//!
//! [`mod@column`], [`schema`], [`keys`], [`statement`] and [`value`] are for programs with special needs: column types by hand, tables that are not
//! derived, other clients.
//!
//! # Features
//!
//! None is enabled by default.
//!
//! | feature | what it adds |
//! |---|---|
//! | `gcloud-spanner`, `google-cloud-spanner` | a client: rows, keys, queries and scans in its types |
//! | `chrono`, `time`, `jiff` | timestamps and dates of that crate |
//! | `rust_decimal`, `bigdecimal` | NUMERIC |
//! | `serde_json` | JSON, as a value or as `Json<T>` |
//! | `ulid`, `bytes` | `Ulid` and `Bytes` |
//! | `build` | schema files at build time, and the lock |
//! | `registry` | `Schema::registered`: all tables of a program, without a list |
//! | `migrate` | existing schemas: the modules `catalog` and `migrate` |
//! | `spread`, `spread-pictures` | simulated inserts, and heat maps of them as PNG and SVG |
#![forbid(unsafe_code)]
#![cfg_attr(docsrs, feature(doc_cfg))]

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
// Text only. Its examples are compiled with the tests of the clients, which have all features.
#[cfg(all(doc, not(doctest)))]
pub mod guide;
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
/// alone does not define what is stored. Also a `Vec` of such values, and the value of an `Option`.
///
/// ```
/// use spanner_keys::{SpannerTable, Uuid, sql, stored};
///
/// #[derive(SpannerTable)]
/// struct Task {
///     #[key(uuid, storage = bytes)]
///     task_id: Uuid,
///     title: String,
/// }
///
/// let one = sql("SELECT title FROM Task WHERE task_id = @id")
///     .bind("id", stored!(Task.task_id, Uuid::nil()));
/// assert_eq!(one.into_sql()?.params[0].ty, spanner_keys::schema::SqlType::bytes(16));
///
/// let some = sql("SELECT title FROM Task WHERE task_id IN UNNEST(@ids)")
///     .bind("ids", stored!(Task.task_id, vec![Uuid::nil()]));
/// # some.into_sql()?;
/// # Ok::<(), spanner_keys::statement::StatementError>(())
/// ```
///
/// A value of another type does not compile:
///
/// ```compile_fail,E0277
/// # use spanner_keys::{SpannerTable, Uuid, sql, stored};
/// # #[derive(SpannerTable)]
/// # struct Task { #[key(uuid, storage = bytes)] task_id: Uuid, title: String }
/// stored!(Task.task_id, "an id");
/// ```
#[macro_export]
macro_rules! stored {
    ($($table:ident)::+ . $field:ident, $value:expr $(,)?) => {
        $crate::__private::stored_as::<$($table)::+, _>(
            ::core::stringify!($field),
            |__row| &__row.$field,
            $value,
        )
    };
}

/// An index for [`Scan::index`], with the fields that bound the scan: its first columns, in order and
/// without its shards. The index, the fields, and the types of the bounds are checked by the
/// compiler.
///
/// ```
/// use spanner_keys::{SpannerColumn, SpannerTable, Uuid, index};
///
/// #[derive(SpannerColumn, Clone)]
/// struct ProjectId(Uuid);
///
/// #[derive(SpannerTable)]
/// #[index(TasksByStatus, columns(project, status))]
/// struct Task {
///     #[key(uuid)]
///     task_id: Uuid,
///     project: ProjectId,
///     status: String,
/// }
///
/// let by_status = index!(Task.TasksByStatus(project, status));
/// let open = Task::scan().index(by_status).prefix((ProjectId(Uuid::nil()), "open"));
/// assert_eq!(open.ranges()?.len(), 1);
/// # Ok::<(), spanner_keys::scan::ScanError>(())
/// ```
///
/// An index that does not exist, other fields than its columns, and values of other types do not
/// compile:
///
/// ```compile_fail,E0080
/// # use spanner_keys::{SpannerTable, Uuid, index};
/// # #[derive(SpannerTable)]
/// # #[index(TasksByStatus, columns(status))]
/// # struct Task { #[key(uuid)] task_id: Uuid, status: String }
/// Task::scan().index(index!(Task.TasksByState(status)));
/// ```
///
/// ```compile_fail,E0277
/// # use spanner_keys::{SpannerTable, Uuid, index};
/// # #[derive(SpannerTable)]
/// # #[index(TasksByStatus, columns(status))]
/// # struct Task { #[key(uuid)] task_id: Uuid, status: String }
/// Task::scan().index(index!(Task.TasksByStatus(status))).prefix((Uuid::nil(),));
/// ```
#[macro_export]
macro_rules! index {
    ($($arguments:tt)*) => {
        $crate::__private::index! { $crate; $($arguments)* }
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

/// The usual traits of a key, as documentation shows them: rustdoc checks no bodies, and the
/// conditions of the real ones do not help a reader.
#[doc(hidden)]
#[macro_export]
macro_rules! __usual {
    ($key:ident) => {
        impl $crate::__private::Clone for $key {
            fn clone(&self) -> Self {
                loop {}
            }
        }
        impl $crate::__private::Debug for $key {
            fn fmt(
                &self,
                formatter: &mut $crate::__private::fmt::Formatter<'_>,
            ) -> $crate::__private::fmt::Result {
                loop {}
            }
        }
        impl $crate::__private::PartialEq for $key {
            fn eq(&self, other: &Self) -> $crate::__private::bool {
                loop {}
            }
        }
        impl $crate::__private::Eq for $key {}
        impl $crate::__private::Hash for $key {
            fn hash<H: $crate::__private::Hasher>(&self, state: &mut H) {
                loop {}
            }
        }
    };
}

/// Implements the clients' own value traits for a column type, in generated code. As for
/// `__register`, the features are checked here.
#[cfg(any(feature = "gcloud-spanner", feature = "google-cloud-spanner"))]
#[doc(hidden)]
#[macro_export]
macro_rules! __client_traits {
    ([$($parameters:tt)*] [$type:ty] $is_column:tt $lends:tt $to_wire:item) => {
        $to_wire
        $crate::__gcloud_traits! { [$($parameters)*] [$type] $is_column $lends }
        $crate::__google_traits! { [$($parameters)*] [$type] $is_column $lends }
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
    ([$($parameters:tt)*] [$type:ty] [$($is_column:tt)*] [$($lends:tt)*]) => {
        #[automatically_derived]
        impl $($parameters)* $crate::__private::gcloud::ToKind for $type $($lends)* {
            fn to_kind(&self) -> $crate::__private::gcloud::Kind {
                $crate::__private::gcloud::kind($crate::__private::ToWire::to_wire(self))
            }
            fn get_type() -> $crate::__private::gcloud::Type {
                $crate::__private::gcloud::column_type::<Self>()
            }
        }
        #[automatically_derived]
        impl $($parameters)* $crate::__private::gcloud::TryFromValue for $type $($is_column)* {
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
    ([$($parameters:tt)*] [$type:ty] [$($is_column:tt)*] [$($lends:tt)*]) => {
        #[automatically_derived]
        impl $($parameters)* $crate::__private::google::ToValue for $type $($lends)* {
            fn to_value(&self) -> $crate::__private::google::Value {
                $crate::__private::google::value($crate::__private::ToWire::to_wire(self))
            }
        }
        #[automatically_derived]
        impl $($parameters)* $crate::__private::From<$type> for $crate::__private::google::Value
        $($is_column)*
        {
            fn from(value: $type) -> Self {
                $crate::__private::google::into_value(value)
            }
        }
        #[automatically_derived]
        impl $($parameters)* $crate::__private::google::FromValue for $type $($is_column)* {
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
#[doc(no_inline)]
pub use uuid::Uuid;
