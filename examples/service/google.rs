//! The service with Google's client: what differs from `gcloud.rs`. The program is `service.rs`.

use futures_util::future::BoxFuture;
use google_cloud_spanner::client::Spanner;
use google_cloud_spanner::model::CommitResponse;
use google_cloud_spanner::mutation::Mutation;
use google_cloud_spanner::statement::Statement;
use google_cloud_spanner::transaction::MultiUseReadOnlyTransaction;
use spanner_keys::query::Query;
use spanner_keys_emulator::{Database, Emulator};

mod service;
mod tables;

use service::Failure;
use tables::{DIALECT, Id, Role, User, schema};

pub use google_cloud_spanner::client::DatabaseClient as Client;
pub use google_cloud_spanner::transaction::ReadWriteTransaction;
pub use spanner_keys::client::google::*;

#[tokio::main]
async fn main() -> Result<(), Failure> {
    // Without the client's default features, the program chooses its provider of TLS.
    let _ = rustls::crypto::aws_lc_rs::default_provider().install_default();
    service::run().await
}

// In production: no endpoint, and the path of your database.
pub async fn create_tables(emulator: &Emulator, database: &Database<'_>) -> Result<(), Failure> {
    let endpoint = format!("http://{}", emulator.rest_host());
    let spanner = Spanner::builder().with_endpoint(endpoint).build().await?;
    let admin = spanner.database_admin_builder().build().await?;
    Ok(apply_schema(&admin, database.path(), &schema(), DIALECT).await?)
}

pub async fn connect(emulator: &Emulator, database: &Database<'_>) -> Result<Client, Failure> {
    let endpoint = format!("http://{}", emulator.grpc_host());
    let spanner = Spanner::builder().with_endpoint(endpoint).build().await?;
    Ok(spanner.database_client(database.path()).build().await?)
}

/// Reads of one snapshot.
pub async fn snapshot(client: &Client) -> Result<MultiUseReadOnlyTransaction, Failure> {
    Ok(client.read_only_transaction().build().await?)
}

pub async fn apply(client: &Client, rows: Vec<Mutation>) -> Result<(), Failure> {
    client.write_only_transaction().build().write(rows).await?;
    Ok(())
}

/// Writes when the transaction commits.
pub fn buffer(tx: &ReadWriteTransaction, rows: Vec<Mutation>) -> Result<(), Failure> {
    Ok(tx.buffer(rows)?)
}

/// The closure borrows its transaction, as that of `gcloud-spanner` does.
pub async fn transaction<T>(
    client: &Client,
    work: impl for<'tx> Fn(&'tx ReadWriteTransaction) -> BoxFuture<'tx, Result<T, Failure>>,
) -> Result<(CommitResponse, T), Failure> {
    let work = &work;
    spanner_keys::client::google::transaction(client, |tx| async move { work(&tx).await }).await
}

/// Runs an UPDATE. `?` works on our error and on the client's.
pub async fn execute(tx: &ReadWriteTransaction, query: Query) -> Result<i64, Failure> {
    let statement: Statement = query.into_statement()?;
    Ok(tx.execute_update(statement).await?)
}

/// Code that knows only the client: its statements and its rows accept our types.
pub async fn role_of(client: &Client, user: Id<User>) -> Result<Role, Failure> {
    let statement = Statement::builder(service::ROLE_OF).add_param("p1", user).build();
    let tx = client.single_use().build();
    let row = tx.execute_query(statement).await?.next().await.ok_or("no such user")??;
    Ok(row.get("role")?)
}
