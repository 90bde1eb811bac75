//! What the database refuses: its own message reaches the caller.

#![allow(clippy::struct_field_names, reason = "named as in a database")]

use spanner_keys::TableKey as _;
use spanner_keys::client::{ClientMutation as _, Operation};
use spanner_keys::value::WireValue;

use super::prelude::*;

pub(super) const CASES: &[Case] = cases![
    wrong_shard: Visit,
    missing_parent: Order,
];

#[derive(SpannerTable, Clone, Debug, PartialEq)]
struct Visit {
    #[key(shard = 16, client)]
    shard: i64,
    #[key]
    user: String,
    count: i64,
}

async fn wrong_shard<C: Through>(Stage { client, dialect, .. }: Stage<'_, C>) -> Result {
    let key = VisitKey { user: "user-1".to_owned() };
    let right = key.clone().into_values().swap_remove(0);
    for shard in -1..=16 {
        let shard = WireValue::Text(shard.to_string());
        if shard == right {
            continue;
        }
        let row = vec![
            shard.clone(),
            WireValue::Text("user-1".to_owned()),
            WireValue::Text("1".to_owned()),
        ];
        let by_hand =
            C::Mutation::write(Operation::Insert, "Visit", &["shard", "user", "count"], row);
        match client.apply(vec![by_hand]).await {
            Ok(_) => {
                return Err(format!("shard {shard:?} was accepted, but {right:?} is right").into());
            }
            Err(failure) => ensure(
                failure.is(Failure::OUT_OF_RANGE) && failure.text.contains("heck constraint"),
                || format!("shard {shard:?} was refused for another reason: {failure}"),
            )?,
        }
    }
    let insert = NewVisit { user: "user-1".to_owned(), count: 1 }
        .insert_with(&mut KeySource::new(dialect))?;
    client.apply(vec![insert.into_mutation()]).await?;
    let row: Option<Visit> = client.find(key).await?;
    same("shard", &row.map(|row| WireValue::Text(row.shard.to_string())), &Some(right))
}

#[derive(SpannerTable)]
#[table(name = "Customers")]
struct Customer {
    #[key(uuid)]
    customer_id: Uuid,
}

#[derive(SpannerTable)]
#[table(name = "Orders")]
#[interleave(Customer)]
struct Order {
    #[key(parent)]
    customer_id: Uuid,
    #[key(identity)]
    order_id: i64,
    note: String,
}

async fn missing_parent<C: Through>(Stage { client, dialect, .. }: Stage<'_, C>) -> Result {
    let mut keys = KeySource::new(dialect);
    let customer = NewCustomer {}.insert_with(&mut keys)?.key().clone();
    let order = || NewOrder { customer: customer.clone(), note: String::new() };
    let by_mutation =
        client.apply(vec![order().insert_with(&mut keys)?.into_mutation()]).await.map(|_| ());
    let by_statement =
        client.insert_returning(order().insert_returning_with(&mut keys)?).await.map(|_| ());
    for refused in [by_mutation, by_statement] {
        let Err(failure) = refused else {
            return Err("an order without its customer".to_owned().into());
        };
        // The emulator's own message, with the key that was sent.
        let matches = failure.text.contains("Parent Table: Customers  Child Table: Orders")
            && failure.text.contains(&customer.customer_id.to_string());
        ensure(failure.is(Failure::NOT_FOUND) && matches, || format!("other words: {failure}"))?;
    }
    Ok(())
}
