//! A quick start with Google's own client `google-cloud-spanner`.
//!
//! Prints the DDL and a filled row. If the emulator is installed, or SPANNER_EMULATOR_HOST is set, it
//! then writes the row and reads it back.

#![allow(clippy::struct_field_names, reason = "named as databases name things")]

use std::error::Error;

use spanner_keys::client::google;
use spanner_keys::{Dialect, Schema, SpannerTable, Uuid};
use spanner_keys_emulator::Emulator;
use spanner_keys_google_examples::{connect, live_ddl};

#[derive(SpannerTable, Debug)]
#[table(name = "Customers")]
struct Customer {
    #[key(uuid)]
    customer_id: Uuid,
    #[column(length = 256)]
    name: String,
    email: Option<String>,
}

#[derive(SpannerTable, Debug)]
#[table(name = "Orders")]
#[interleave(Customer, on_delete = cascade)]
struct Order {
    #[key(parent)]
    customer_id: Uuid,
    #[key(uuid)]
    order_id: Uuid,
    status: String,
}

#[tokio::main]
async fn main() -> Result<(), Box<dyn Error>> {
    let schema = Schema::new().table::<Customer>().table::<Order>();
    let ddl = schema.ddl(Dialect::GoogleSql)?;
    println!("{}\n", ddl.join(";\n"));

    // `insert` checks and fills the row, once: the keys are known before anything is sent, and a
    // retry writes the same rows.
    let customer = NewCustomer { name: "Ada".into(), email: None }.insert()?;
    let order = NewOrder { customer: customer.key().clone(), status: "open".into() }.insert()?;
    let key = order.key().clone();
    println!("{key:?}");

    let emulator = match Emulator::start() {
        Ok(emulator) => emulator,
        Err(missing) => {
            println!("not run on the emulator: {missing}");
            return Ok(());
        }
    };
    let database = emulator.database(Dialect::GoogleSql)?;
    database.apply(&ddl)?;
    // At the start of a program: the database is what the structs describe.
    schema.verify(&live_ddl(&emulator, &database).await?, Dialect::GoogleSql)?;
    let client = connect(&emulator, &database).await?;

    client
        .write_only_transaction()
        .build()
        .write([customer.into_mutation(), order.into_mutation()])
        .await?;
    let order: Option<Order> = google::find(&client.single_use().build(), key.clone()).await?;
    println!("{order:?}");

    client.write_only_transaction().build().write([Order::delete(key.clone())]).await?;
    let order: Option<Order> = google::find(&client.single_use().build(), key).await?;
    println!("{order:?}");
    Ok(())
}
