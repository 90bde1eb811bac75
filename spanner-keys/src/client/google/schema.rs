//! The tables of a schema, created through the client.

use google_cloud_lro::Poller as _;
use google_cloud_spanner::client::DatabaseAdmin;

use super::Error;
use crate::ddl::Schema;
use crate::dialect::Dialect;

/// Creates the tables of a schema in a database without them, which has this dialect, and waits until
/// that is done: for tests and first steps. To change a schema that has rows, see
/// `cargo spanner-keys migrate`.
///
/// `database` is `projects/…/instances/…/databases/…`.
///
/// The client's administration speaks HTTP and not gRPC, so on an emulator its address is that of the
/// REST port.
///
/// ```no_run
/// use google_cloud_spanner::client::Spanner;
/// use spanner_keys::client::google::apply_schema;
/// use spanner_keys::{Dialect, SpannerTable, Uuid, tables};
///
/// #[derive(SpannerTable)]
/// struct Customer {
///     #[key(uuid)]
///     customer_id: Uuid,
///     name: String,
/// }
///
/// async fn create(database: &str) -> Result<(), Box<dyn std::error::Error>> {
///     let admin = Spanner::builder().build().await?.database_admin_builder().build().await?;
///     apply_schema(&admin, database, &tables![Customer], Dialect::GoogleSql).await?;
///     Ok(())
/// }
/// ```
pub async fn apply_schema(
    admin: &DatabaseAdmin,
    database: &str,
    schema: &Schema<'_>,
    dialect: Dialect,
) -> Result<(), Error> {
    let statements = schema.ddl(dialect)?;
    if !statements.is_empty() {
        let change = admin.update_database_ddl().set_database(database).set_statements(statements);
        change.poller().until_done().await?;
    }
    Ok(())
}
