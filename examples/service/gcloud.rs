//! The service with the client `gcloud-spanner`: what differs from `google.rs`. The program is
//! `service.rs`.

use gcloud_gax::conn::Environment;
use gcloud_googleapis::spanner::v1::Mutation;
use gcloud_spanner::admin::AdminClientConfig;
use gcloud_spanner::admin::client::Client as AdminClient;
use gcloud_spanner::client::ClientConfig;
use gcloud_spanner::statement::Statement;
use gcloud_spanner::transaction_ro::ReadOnlyTransaction;
use spanner_keys::query::Query;
use spanner_keys_emulator::{Database, Emulator};

mod service;
mod tables;

use service::Failure;
use tables::{DIALECT, Id, Role, User, schema};

pub use gcloud_spanner::client::Client;
pub use gcloud_spanner::transaction_rw::ReadWriteTransaction;
pub use spanner_keys::client::gcloud::*;

#[tokio::main]
async fn main() -> Result<(), Failure> {
    service::run().await
}

// In production: `with_auth().await?` of both configurations, and the path of your database.
pub async fn create_tables(emulator: &Emulator, database: &Database<'_>) -> Result<(), Failure> {
    let environment = Environment::Emulator(emulator.grpc_host().to_owned());
    let config = AdminClientConfig { environment, ..AdminClientConfig::default() };
    let admin = AdminClient::new(config).await?;
    Ok(apply_schema(&admin, database.path(), &schema(), DIALECT).await?)
}

pub async fn connect(emulator: &Emulator, database: &Database<'_>) -> Result<Client, Failure> {
    let environment = Environment::Emulator(emulator.grpc_host().to_owned());
    let config = ClientConfig { environment, ..ClientConfig::default() };
    Ok(Client::new(database.path(), config).await?)
}

/// Reads of one snapshot.
pub async fn snapshot(client: &Client) -> Result<ReadOnlyTransaction, Failure> {
    Ok(client.read_only_transaction().await?)
}

pub async fn apply(client: &Client, rows: Vec<Mutation>) -> Result<(), Failure> {
    client.apply(rows).await?;
    Ok(())
}

/// Writes when the transaction commits.
pub fn buffer(tx: &mut ReadWriteTransaction, rows: Vec<Mutation>) -> Result<(), Failure> {
    tx.buffer_write(rows);
    Ok(())
}

/// Runs an UPDATE. `?` works on our error and on the client's.
pub async fn execute(tx: &mut ReadWriteTransaction, query: Query) -> Result<i64, Failure> {
    Ok(tx.update(query.into_statement()?).await?)
}

/// Code that knows only the client: its statements and its rows accept our types.
pub async fn role_of(client: &Client, user: Id<User>) -> Result<Role, Failure> {
    let mut statement = Statement::new(service::ROLE_OF);
    statement.add_param("p1", &user);
    let mut tx = client.single().await?;
    let row = tx.query(statement).await?.next().await?.ok_or("no such user")?;
    Ok(row.column_by_name("role")?)
}
