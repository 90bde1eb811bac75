//! A small ledger: customers with their orders and order lines, and transactions that arrive all day.
//!
//! Needs no database. Prints the DDL in both dialects, fills the keys of a few rows, and shows what the compiler says to a key
//! that would be hot.

#![allow(dead_code, reason = "the schema is the example; nothing reads the rows here")]
#![allow(clippy::struct_field_names, reason = "named as databases name things")]

use chrono::{DateTime, Utc};
use rust_decimal::Decimal;
use spanner_keys::keys::{System, TimeOrdered, random_uuid, shard_of, ulid_text};
use spanner_keys::{Column, Dialect, Schema, SchemaError, SpannerColumn, SpannerTable, Uuid};

#[derive(SpannerColumn)]
enum OrderStatus {
    Open,
    Paid,
    Shipped,
}

#[derive(SpannerTable)]
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

#[derive(SpannerTable)]
#[table(name = "Orders")]
#[interleave(Customer, on_delete = cascade)]
#[index(OrdersByStatus, columns(customer_id, status, desc(placed_at)), storing(total), interleave(Customer))]
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

#[derive(SpannerTable)]
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

// Transactions are read in order of time, so the key holds a time-ordered id, behind a shard that spreads the writes.
#[derive(SpannerTable)]
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

/// What the compiler says when `created_at` leads the key of a table `Event`: kept by the tests, so it is always true.
const HOT_KEY: &str = include_str!("../tests/ui/timestamp_leads_behind_alias.stderr");

/// The keys of a customer and of three transactions that arrive together: the ids follow each other, their shards do not.
fn fill_keys() {
    println!("===== Keys, filled =====\n");
    let (mut source, mut ids) = (System::new(), TimeOrdered::new());
    println!("Customers     ({})", random_uuid(&mut source));
    let txn_id = Transaction::TABLE.columns[1].ty;
    for _ in 0..3 {
        let id = ulid_text(ids.ulid(&mut source));
        // The same number that the database computes for the column `shard_id`.
        println!("Transactions  ({}, {id})", shard_of(&[id.hashed(txn_id)], 16));
    }
    println!();
}

fn main() -> Result<(), SchemaError> {
    let schema = Schema::new().table::<Customer>().table::<Order>().table::<OrderLine>().table::<Transaction>();
    for (title, dialect) in [("GoogleSQL", Dialect::GoogleSql), ("PostgreSQL", Dialect::PostgreSql)] {
        println!("===== {title} =====\n");
        println!("{}", schema.script(dialect)?);
    }
    fill_keys();
    println!("===== A key that is led by a timestamp does not compile =====\n\n{HOT_KEY}");
    Ok(())
}
