//! The examples are in this folder. Run one with `cargo run -p spanner-keys-examples --example
//! ledger`.

use gcloud_gax::conn::Environment;
use gcloud_spanner::client::{Client, ClientConfig, Error};
use spanner_keys_emulator::{Database, Emulator};

/// A client for a database on the emulator. In production, use
/// `ClientConfig::default().with_auth().await?`.
pub async fn connect(emulator: &Emulator, database: &Database<'_>) -> Result<Client, Error> {
    let environment = Environment::Emulator(emulator.grpc_host().to_owned());
    Client::new(database.path(), ClientConfig { environment, ..ClientConfig::default() }).await
}
