//! The examples with Google's client are in this folder. Run one with
//! `cargo run -p spanner-keys-google-examples --example quickstart`.

use google_cloud_auth::credentials::anonymous;
use google_cloud_spanner::client::{DatabaseAdmin, DatabaseClient, Spanner};
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

/// The statements of a database, for `Schema::verify`. In production, use
/// `spanner.database_admin_builder().build().await?`.
pub async fn live_ddl(
    emulator: &Emulator,
    database: &Database<'_>,
) -> Result<Vec<String>, Box<dyn std::error::Error>> {
    let admin = DatabaseAdmin::builder()
        .with_endpoint(format!("http://{}", emulator.rest_host()))
        .with_credentials(anonymous::Builder::new().build())
        .build()
        .await?;
    Ok(admin.get_database_ddl().set_database(database.path()).send().await?.statements)
}
