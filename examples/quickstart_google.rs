//! A quick start with Google's client `google-cloud-spanner`: a table, a row, a read, an update.
//!
//! To copy it, add `spanner-keys` with the feature `google-cloud-spanner`, `spanner-keys-emulator`,
//! `google-cloud-spanner` (the exact preview), and `tokio` with `macros` and `rt-multi-thread`.

use google_cloud_spanner::client::Spanner;
use spanner_keys::client::google;
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
    // In production: `Spanner::builder().build().await?`, and the path of your database.
    let endpoint = format!("http://{}", emulator.grpc_host());
    let spanner = Spanner::builder().with_endpoint(endpoint).build().await?;
    let client = spanner.database_client(database.path()).build().await?;

    // `insert` checks and fills the row, once: the key is known before anything is sent.
    let customer = NewCustomer { name: "Ada".into(), email: None }.insert()?;
    let key = customer.key().clone();
    client.write_only_transaction().build().write([customer.into_mutation()]).await?;

    let email = Some("ada@example.com".to_owned());
    let update = update!(Customer, key.clone(), email)?;
    client.write_only_transaction().build().write([update.into_mutation()]).await?;

    let found: Option<Customer> = google::find(&client.single_use().build(), key).await?;
    println!("{found:?}");
    Ok(())
}
