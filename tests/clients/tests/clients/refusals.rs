//! What the database refuses, and that its own words come through.

#![allow(clippy::struct_field_names, reason = "named as databases name things")]

use spanner_keys::client::{ClientMutation as _, Operation};
use spanner_keys::value::WireValue;
use spanner_keys::{Dialect, KeySource, Schema, SpannerTable, TableKey as _, Uuid};
use spanner_keys_client_tests::through::{Failure, Stage, Through, run};
use spanner_keys_emulator::Emulator;

use super::{ensure, same};

#[derive(SpannerTable, Clone, Debug, PartialEq)]
struct Visit {
    #[key(shard = 16, client)]
    shard: i64,
    #[key]
    user: String,
    count: i64,
}

pub(super) fn wrong_shard<C: Through>(emulator: &Emulator, dialect: Dialect) -> Result<(), String> {
    run(
        emulator,
        dialect,
        &Schema::new().table::<Visit>(),
        async |Stage { client, .. }: &Stage<'_, C>| {
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
                let by_hand = C::Mutation::write(
                    Operation::Insert,
                    "Visit",
                    &["shard", "user", "count"],
                    row,
                );
                match client.apply(vec![by_hand]).await {
                    Ok(_) => {
                        return Err(
                            format!("shard {shard:?} was taken, and {right:?} is right").into()
                        );
                    }
                    Err(failure) => ensure(
                        failure.is(Failure::OUT_OF_RANGE)
                            && failure.text.contains("heck constraint"),
                        || format!("shard {shard:?} was refused for another reason: {failure}"),
                    )?,
                }
            }
            let insert = NewVisit { user: "user-1".to_owned(), count: 1 }
                .insert_with(&mut KeySource::new(dialect))?;
            client.apply(vec![insert.into_mutation()]).await?;
            let row: Option<Visit> = client.find(key).await?;
            same("shard", &row.map(|row| WireValue::Text(row.shard.to_string())), &Some(right))
        },
    )
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

pub(super) fn missing_parent<C: Through>(
    emulator: &Emulator,
    dialect: Dialect,
) -> Result<(), String> {
    run(
        emulator,
        dialect,
        &Schema::new().table::<Order>(),
        async |Stage { client, .. }: &Stage<'_, C>| {
            let mut keys = KeySource::new(dialect);
            let customer = NewCustomer {}.insert_with(&mut keys)?.key().clone();
            let order = || NewOrder { customer: customer.clone(), note: String::new() };
            let by_mutation = client
                .apply(vec![order().insert_with(&mut keys)?.into_mutation()])
                .await
                .map(|_| ());
            let by_statement = client
                .insert_returning(order().insert_returning_with(&mut keys)?)
                .await
                .map(|_| ());
            for refused in [by_mutation, by_statement] {
                let Err(failure) = refused else {
                    return Err("an order without its customer".to_owned().into());
                };
                // The emulator's own words, with the key that was sent.
                let says = failure.text.contains("Parent Table: Customers  Child Table: Orders")
                    && failure.text.contains(&customer.customer_id.to_string());
                ensure(failure.is(Failure::NOT_FOUND) && says, || {
                    format!("other words: {failure}")
                })?;
            }
            Ok(())
        },
    )
}
