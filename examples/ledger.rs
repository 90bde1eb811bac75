//! A small ledger: customers with orders and order lines, and a steady stream of transactions.
//!
//! Prints the DDL in both dialects, fills the keys of a few rows, and shows the error for a hot key.
//! None of this requires a database. If the emulator is installed, or SPANNER_EMULATOR_HOST is set,
//! it then writes and reads rows with the client `gcloud-spanner`.

use std::collections::BTreeMap;
use std::error::Error;

use chrono::{DateTime, Utc};
use futures_util::TryStreamExt as _;
use gcloud_spanner::client::Client;
use rust_decimal::Decimal;
use spanner_keys::client::gcloud;
use spanner_keys::value::RowError;
use spanner_keys::{Dialect, Insert, Schema, SpannerColumn, SpannerTable, TableKey, Uuid};
use spanner_keys_emulator::Emulator;
use spanner_keys_examples::connect;

#[derive(SpannerColumn, Debug)]
enum OrderStatus {
    Open,
    Paid,
    Shipped,
}

#[derive(SpannerTable, Debug)]
#[table(name = "Customers")]
#[index(CustomersByEmail, columns(email), unique)]
struct Customer {
    #[key(uuid)]
    customer_id: Uuid,
    #[column(length = 256)]
    name: String,
    #[column(length = 320)]
    email: Option<String>,
}

#[derive(SpannerTable, Debug)]
#[table(name = "Orders")]
#[interleave(Customer, on_delete = cascade)]
#[index(
    OrdersByStatus,
    columns(customer_id, status, desc(placed_at)),
    storing(total),
    interleave(Customer)
)]
#[check("{total} >= 0")]
struct Order {
    #[key(parent)]
    customer_id: Uuid,
    #[key(uuid)]
    order_id: Uuid,
    #[column(length = 16)]
    status: OrderStatus,
    total: Decimal,
    #[column(commit_timestamp)]
    placed_at: DateTime<Utc>,
}

#[derive(SpannerTable, Debug)]
#[table(name = "OrderLines")]
#[interleave(Order, on_delete = cascade)]
struct OrderLine {
    #[key(parent)]
    customer_id: Uuid,
    #[key(parent)]
    order_id: Uuid,
    #[key]
    line: i64,
    #[column(length = 64)]
    sku: String,
    quantity: i64,
}

// Transactions are read in time order, so the key contains a time-ordered id, after a shard that
// spreads the writes.
#[derive(SpannerTable, Debug)]
#[table(name = "Transactions")]
#[foreign_key(columns(customer_id), references(Customer, customer_id))]
struct Transaction {
    #[key(shard = 16)]
    shard_id: i64,
    #[key(ulid)]
    txn_id: String,
    customer_id: Uuid,
    amount: Decimal,
}

/// The error for a table `Event` whose key starts with `created_at`. The tests keep it up to date.
const HOT_KEY: &str = include_str!("../tests/ui/timestamp_leads_behind_alias.stderr");

fn schema() -> Schema<'static> {
    Schema::new().table::<Customer>().table::<Order>().table::<OrderLine>().table::<Transaction>()
}

/// Fills the keys of a customer and of three transactions that arrive together: the ids are
/// consecutive, the shards are not.
fn fill_keys() -> Result<(), RowError> {
    println!("===== Filled keys =====\n");
    let customer = NewCustomer { name: "Ada".into(), email: None }.insert()?;
    println!("Customers     {:?}", customer.key());
    for amount in 1..=3 {
        let transaction = NewTransaction {
            customer_id: customer.key().customer_id,
            amount: Decimal::from(amount),
        }
        .insert()?;
        // The whole key includes the number that the database computes for the column `shard_id`.
        println!(
            "Transactions  {:?}, whole key {:?}",
            transaction.key(),
            transaction.key().clone().into_values()
        );
    }
    println!();
    Ok(())
}

/// Writes a customer with an order of three lines in one commit. The keys are known before the
/// commit, and a retry writes the same rows.
async fn place_order(client: &Client) -> Result<OrderKey, Box<dyn Error>> {
    let customer =
        NewCustomer { name: "Ada".into(), email: Some("ada@example.com".into()) }.insert()?;
    let order = NewOrder {
        customer: customer.key().clone(),
        status: OrderStatus::Open,
        total: Decimal::new(5997, 2),
    }
    .insert()?;
    let key = order.key().clone();
    let lines = (1..=3)
        .map(|line| {
            NewOrderLine { order: key.clone(), line, sku: format!("SKU-{line}"), quantity: line }
                .insert()
        })
        .collect::<Result<Vec<_>, _>>()?;
    let mut mutations = vec![customer.into_mutation(), order.into_mutation()];
    mutations.extend(Insert::into_mutations(lines));
    client.apply(mutations).await?;

    let mut tx = client.single().await?;
    let mut order: Order = gcloud::find(&mut tx, key.clone()).await?.ok_or("the order is there")?;
    println!("placed   {} over {} at {}", order.order_id, order.total, order.placed_at);
    order.status = OrderStatus::Paid;
    client.apply(vec![order.update()?.into_mutation()]).await?;

    let lines = OrderLine::scan().prefix((key.customer.customer_id, key.order_id));
    let lines: Vec<OrderLine> = gcloud::scan(client, lines).try_collect().await?;
    println!(
        "lines    {:?}",
        lines.iter().map(|line| format!("{} × {}", line.quantity, line.sku)).collect::<Vec<_>>()
    );
    Ok(key)
}

/// Writes transactions to 16 shards and reads them in time order, as if there were no shards. The
/// sum must be correct.
async fn reconcile(client: &Client, customer: &CustomerKey) -> Result<(), Box<dyn Error>> {
    let rows = (1..=200)
        .map(|cents| {
            NewTransaction { customer_id: customer.customer_id, amount: Decimal::new(cents, 2) }
                .insert()
        })
        .collect::<Result<Vec<_>, _>>()?;
    let (first, written) = (rows[0].key().clone(), rows.len());
    client.apply(Insert::into_mutations(rows)).await?;

    let transactions: Vec<Transaction> =
        gcloud::scan(client, Transaction::scan().starting_at((first.txn_id,)))
            .try_collect()
            .await?;
    let mut shards: BTreeMap<i64, usize> = BTreeMap::new();
    for transaction in &transactions {
        *shards.entry(transaction.shard_id).or_default() += 1;
    }
    let total: Decimal = transactions.iter().map(|transaction| transaction.amount).sum();
    println!("scan     {} of {written} transactions, in time order: {}", transactions.len(), {
        transactions.is_sorted_by(|one, two| one.txn_id < two.txn_id)
    });
    println!("shards   {:?}", shards.values().collect::<Vec<_>>());
    println!("total    {total}, expected {}", Decimal::new((1..=200).sum(), 2));

    let two: Vec<Transaction> =
        gcloud::scan(client, Transaction::scan().limit(2)).try_collect().await?;
    println!(
        "first 2  {:?}",
        two.iter().map(|transaction| transaction.amount.to_string()).collect::<Vec<_>>()
    );
    Ok(())
}

#[tokio::main]
async fn main() -> Result<(), Box<dyn Error>> {
    let schema = schema();
    for (title, dialect) in [("GoogleSQL", Dialect::GoogleSql), ("PostgreSQL", Dialect::PostgreSql)]
    {
        println!("===== {title} =====\n");
        println!("{}", schema.script(dialect)?);
    }
    fill_keys()?;
    println!("===== A key that starts with a timestamp does not compile =====\n\n{HOT_KEY}");

    println!("===== On the emulator =====\n");
    let emulator = match Emulator::start() {
        Ok(emulator) => emulator,
        Err(missing) => {
            println!("not run: {missing}");
            return Ok(());
        }
    };
    let database = emulator.database(Dialect::GoogleSql)?;
    database.apply(&schema.ddl(Dialect::GoogleSql)?)?;
    let client = connect(&emulator, &database).await?;
    let order = place_order(&client).await?;
    reconcile(&client, &order.customer).await?;
    client.close().await;
    Ok(())
}
