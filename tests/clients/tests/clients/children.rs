//! Rows below a sharded parent need only the parent's key.

#![allow(clippy::struct_field_names, reason = "named as in a database")]

use super::prelude::*;

pub(super) const CASES: &[Case] = cases![below_a_shard,];

/// A sharded table with two generations below it.
macro_rules! family {
    ($module:ident, $($shard:tt)*) => {
        mod $module {
            use super::*;

            #[derive(SpannerTable, Clone, Debug, PartialEq)]
            #[table(name = "Accounts")]
            struct Account {
                #[key($($shard)*)]
                shard: i64,
                #[key(uuid_v7)]
                account_id: Uuid,
                owner: String,
            }

            #[derive(SpannerTable, Clone, Debug, PartialEq)]
            #[table(name = "Transfers")]
            #[interleave(Account, on_delete = cascade)]
            struct Transfer {
                #[key(parent)]
                shard: i64,
                #[key(parent)]
                account_id: Uuid,
                #[key]
                number: i64,
                amount: i64,
            }

            #[derive(SpannerTable, Clone, Debug, PartialEq)]
            #[table(name = "Notes")]
            #[interleave(Transfer, on_delete = cascade)]
            struct Note {
                #[key(parent)]
                shard: i64,
                #[key(parent)]
                account_id: Uuid,
                #[key(parent)]
                number: i64,
                #[key(uuid, storage = bytes)]
                note_id: Uuid,
                text: String,
            }

            pub(super) fn case<C: Through>(emulator: &Emulator, dialect: Dialect) -> Result<(), String> {
                // Parents are included automatically.
                run(emulator, dialect, &Schema::new().table::<Note>(), family::<C>)
            }

            async fn family<C: Through>(Stage { client, dialect, .. }: Stage<'_, C>) -> Result {
                let mut keys = KeySource::new(dialect);
                for owner in ["Ada", "Grace", "Edsger"] {
                    let account = NewAccount { owner: owner.to_owned() }.insert_with(&mut keys)?;
                    let transfer = NewTransfer { account: account.key().clone(), number: 7, amount: -5 }.insert_with(&mut keys)?;
                    let note = NewNote { transfer: transfer.key().clone(), text: owner.to_owned() }.insert_with(&mut keys)?;
                    let (account_key, transfer_key, note_key) = (account.key().clone(), transfer.key().clone(), note.key().clone());
                    client.apply(vec![account.into_mutation(), transfer.into_mutation(), note.into_mutation()]).await?;

                    let account = client.find::<Account>(account_key.clone()).await?.ok_or_else(|| "no account".to_owned())?;
                    let transfer = client.find::<Transfer>(transfer_key.clone()).await?.ok_or_else(|| "no transfer".to_owned())?;
                    let note = client.find::<Note>(note_key.clone()).await?.ok_or_else(|| "no note".to_owned())?;
                    same("shards", &(transfer.shard, note.shard), &(account.shard, account.shard))?;
                    same("text", &note.text.as_str(), &owner)?;
                    // The key of a row is the one it was written with.
                    same("account's key", &account.key(), &account_key)?;
                    same("transfer's key", &transfer.key(), &transfer_key)?;
                    same("note's key", &note.key(), &note_key)?;

                    let changed = Note { text: "changed".to_owned(), ..note };
                    client.apply(vec![changed.clone().update_for(dialect)?.into_mutation()]).await?;
                    same("update", &client.find(note_key.clone()).await?, &Some(changed))?;
                    client.apply(vec![Note::delete(note_key.clone())]).await?;
                    same("note", &client.find::<Note>(note_key).await?, &None)?;
                    same("transfer", &client.find(transfer_key.clone()).await?, &Some(transfer))?;
                    // Deleting the account also deletes what is below it.
                    client.apply(vec![Account::delete(account_key.clone())]).await?;
                    same("account", &client.find::<Account>(account_key).await?, &None)?;
                    same("transfer", &client.find::<Transfer>(transfer_key).await?, &None)?;
                }
                Ok(())
            }
        }
    };
}

family!(by_database, shard = 16);
family!(by_client, shard = 16, client);
family!(by_chance, shard = 16, random);

fn below_a_shard<C: Through>(emulator: &Emulator, dialect: Dialect) -> Result<(), String> {
    [by_database::case::<C>, by_client::case::<C>, by_chance::case::<C>]
        .into_iter()
        .try_for_each(|case| case(emulator, dialect))
}
