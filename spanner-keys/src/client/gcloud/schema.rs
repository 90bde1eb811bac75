//! The tables of a schema, created through the client.

use std::time::Duration;

use gcloud_gax::grpc::Code;
use gcloud_gax::retry::RetrySetting;
use gcloud_googleapis::spanner::admin::database::v1::UpdateDatabaseDdlRequest;
use gcloud_spanner::admin::client::Client as AdminClient;

use super::Error;
use crate::ddl::Schema;
use crate::dialect::Dialect;

/// Creates the tables of a schema in a database without them, which has this dialect, and waits until
/// that is done: for tests and first steps. To change a schema that has rows, see
/// `cargo spanner-keys migrate`.
///
/// `database` is `projects/…/instances/…/databases/…`.
///
/// ```no_run
/// use gcloud_spanner::admin::AdminClientConfig;
/// use gcloud_spanner::admin::client::Client;
/// use spanner_keys::client::gcloud::apply_schema;
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
///     let admin = Client::new(AdminClientConfig::default()).await?;
///     apply_schema(&admin, database, &tables![Customer], Dialect::GoogleSql).await?;
///     Ok(())
/// }
/// ```
pub async fn apply_schema(
    admin: &AdminClient,
    database: &str,
    schema: &Schema<'_>,
    dialect: Dialect,
) -> Result<(), Error> {
    let statements = schema.ddl(dialect)?;
    if statements.is_empty() {
        return Ok(());
    }
    let database = database.to_owned();
    let request = UpdateDatabaseDdlRequest { database, statements, ..Default::default() };
    let mut change = admin.database().update_database_ddl(request, None).await?;
    // As long as it takes: the client's own patience is a few seconds.
    let patience = RetrySetting {
        from_millis: 100,
        max_delay: Some(Duration::from_secs(5)),
        factor: 2,
        take: usize::MAX,
        codes: vec![Code::DeadlineExceeded],
    };
    change.wait(Some(patience)).await?;
    Ok(())
}
