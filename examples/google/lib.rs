//! The examples with Google's client are in this folder. Run one with
//! `cargo run -p spanner-keys-google-examples --example quickstart`.

use google_cloud_spanner::client::{DatabaseClient, Spanner};
use spanner_keys_emulator::{Database, Emulator};

/// A client for a database on the emulator. In production, use `Spanner::builder().build().await?`.
pub async fn connect(
    emulator: &Emulator,
    database: &Database<'_>,
) -> Result<DatabaseClient, Box<dyn std::error::Error>> {
    let spanner = Spanner::builder()
        .with_endpoint(format!("http://{}", emulator.grpc_host()))
        .build()
        .await?;
    Ok(spanner.database_client(database.path()).build().await?)
}
