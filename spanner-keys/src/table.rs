//! The trait that the derive implements.

use crate::schema::TableDef;

/// A struct that is a table of a Cloud Spanner database. Implemented by [`derive(SpannerTable)`](derive@crate::SpannerTable).
///
/// ```
/// use spanner_keys::{SpannerTable, Uuid};
///
/// #[derive(SpannerTable)]
/// #[table(name = "Customers")]
/// struct Customer {
///     #[key(uuid)]
///     customer_id: Uuid,
///     #[column(length = 256)]
///     name: String,
/// }
///
/// assert_eq!(Customer::TABLE.name, "Customers");
/// assert_eq!(Customer::TABLE.columns[1].ty.length, Some(256));
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a Spanner table",
    label = "this struct has no `SpannerTable`",
    note = "put `#[derive(SpannerTable)]` on `{Self}`"
)]
pub trait SpannerTable {
    /// All that the struct says about its table, with the types that the compiler resolved.
    const TABLE: TableDef<'static>;
}
