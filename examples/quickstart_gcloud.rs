//! A quick start with the client `gcloud-spanner`: a table, a row, a read, an update.
//!
//! To copy it, add `spanner-keys` with the feature `gcloud-spanner`, `spanner-keys-emulator`,
//! `gcloud-spanner`, `gcloud-gax`, and `tokio` with `macros` and `rt-multi-thread`.

use gcloud_gax::conn::Environment;
use gcloud_spanner::client::{Client, ClientConfig};
use spanner_keys::client::gcloud;
use spanner_keys::{Dialect, SpannerTable, Uuid, tables, update};
use spanner_keys_emulator::Emulator;

#[derive(SpannerTable, Debug)]
#[table(name = "Customers")]
struct Customer {
    #[key(uuid)] // filled by `insert`, and random, so that inserts spread
    id: Uuid,
    #[column(length = 256)]
    name: String,
    email: Option<String>,
}

#[tokio::main]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let ddl = tables![Customer].ddl(Dialect::GoogleSql)?;
    println!("{}\n", ddl.join(";\n"));

    let emulator = match Emulator::start() {
        Ok(emulator) => emulator,
        Err(missing) => {
            println!("not run on the emulator: {missing}");
            return Ok(());
        }
    };
    let database = emulator.database(Dialect::GoogleSql)?;
    database.apply(&ddl)?;
    // In production: `ClientConfig::default().with_auth().await?`, and the path of your database.
    let environment = Environment::Emulator(emulator.grpc_host().to_owned());
    let config = ClientConfig { environment, ..ClientConfig::default() };
    let client = Client::new(database.path(), config).await?;

    // `insert` checks and fills the row, once: the key is known before anything is sent.
    let customer = NewCustomer { name: "Ada".into(), email: None }.insert()?;
    let key = customer.key().clone();
    client.apply(vec![customer.into_mutation()]).await?;

    let email = Some("ada@example.com".to_owned());
    client.apply(vec![update!(Customer, key.clone(), email)?.into_mutation()]).await?;

    let mut tx = client.single().await?;
    let found: Option<Customer> = gcloud::find(&mut tx, key).await?;
    println!("{found:?}");
    client.close().await;
    Ok(())
}
