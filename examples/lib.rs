//! The examples are in this folder. Run one with `cargo run -p spanner-keys-examples --example
//! ledger`.

use gcloud_gax::conn::Environment;
use gcloud_googleapis::spanner::admin::database::v1::GetDatabaseDdlRequest;
use gcloud_spanner::admin::AdminClientConfig;
use gcloud_spanner::admin::client::Client as AdminClient;
use gcloud_spanner::client::{Client, ClientConfig, Error};
use spanner_keys_emulator::{Database, Emulator};

/// A client for a database on the emulator. In production, use
/// `ClientConfig::default().with_auth().await?`.
pub async fn connect(emulator: &Emulator, database: &Database<'_>) -> Result<Client, Error> {
    let environment = Environment::Emulator(emulator.grpc_host().to_owned());
    Client::new(database.path(), ClientConfig { environment, ..ClientConfig::default() }).await
}

/// The statements of a database, for `Schema::verify`. In production, use
/// `AdminClientConfig::default().with_auth().await?`.
pub async fn live_ddl(
    emulator: &Emulator,
    database: &Database<'_>,
) -> Result<Vec<String>, Box<dyn std::error::Error>> {
    let environment = Environment::Emulator(emulator.grpc_host().to_owned());
    let config = AdminClientConfig { environment, ..AdminClientConfig::default() };
    let admin = AdminClient::new(config).await?;
    let request = GetDatabaseDdlRequest { database: database.path().to_owned() };
    Ok(admin.database().get_database_ddl(request, None).await?.into_inner().statements)
}
