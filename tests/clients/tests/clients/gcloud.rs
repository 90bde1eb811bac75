//! Features of gcloud-spanner only: mutations as plain data, closures as transactions, and a bug
//! that we protect users from.

use std::time::{Duration, Instant};

use futures_util::TryStreamExt as _;
use gcloud_googleapis::spanner::v1::Mutation;
use gcloud_spanner::client::Error;
use gcloud_spanner::key::Key;
use gcloud_spanner::mutation::{delete, insert, insert_or_update, replace, update};
use gcloud_spanner::session::SessionConfig;
use gcloud_spanner::statement::Statement;
use spanner_keys::client::ClientStatement as _;
use spanner_keys::client::gcloud::{find, insert_returning, insert_returning_with, scan, scan_in};

use spanner_keys::sql;
use spanner_keys_client_tests::through::rows_while;

use super::prelude::*;

pub(super) const CASES: &[Case] = cases![
    Gcloud;
    same_as_by_hand: Account,
    errors_cross_the_transaction: Account,
    more_shards_than_sessions: Visit,
    single_reads_are_not_one_snapshot: Account,
    sixty_scans_share_sixteen_sessions: Login,
    tasks_can_be_spawned: Event,
    second_statement_is_lost: Event,
];

#[derive(SpannerTable, Clone, Debug, PartialEq)]
struct Account {
    #[key]
    #[column(length = 16)]
    owner: String,
    #[key]
    number: i64,
    balance: Option<f64>,
}

#[derive(SpannerTable, Clone, Debug, PartialEq)]
struct Event {
    #[key(sequence = "EventNumbers")]
    id: i64,
    text: String,
}

#[derive(SpannerTable, Clone, Debug, PartialEq)]
struct Visit {
    #[key(shard = 200)]
    shard: i64,
    #[key]
    user: String,
}

#[derive(SpannerTable, Clone, Debug, PartialEq)]
struct Login {
    #[key(shard = 16)]
    shard: i64,
    #[key]
    name: String,
}

fn account(owner: &str, number: i64, balance: Option<f64>) -> Account {
    Account { owner: owner.to_owned(), number, balance }
}

fn new(owner: &str, number: i64, balance: Option<f64>) -> NewAccount {
    NewAccount { owner: owner.to_owned(), number, balance }
}

/// Our mutations equal those of the client's own functions, except for the order of the columns.
async fn same_as_by_hand(Stage { client, dialect, .. }: Stage<'_, Gcloud>) -> Result {
    let mut keys = KeySource::new(dialect);
    let mut filled = |balance| new("Ada", 7, balance).insert_with(&mut keys);
    let columns = ["balance", "owner", "number"];
    let wanted: Vec<Mutation> = vec![
        insert("Account", &columns, &[&Some(2.5), &"Ada", &7_i64]),
        insert_or_update("Account", &columns, &[&None::<f64>, &"Ada", &7_i64]),
        replace("Account", &columns, &[&Some(0.5), &"Ada", &7_i64]),
        update("Account", &columns, &[&Some(1.5), &"Ada", &7_i64]),
        update("Account", &["owner", "number", "balance"], &[&"Ada", &7_i64, &None::<f64>]),
        delete("Account", Key::composite(&[&"Ada", &7_i64])),
    ];
    let ours: Vec<Mutation> = vec![
        filled(Some(2.5))?.into_mutation(),
        filled(None)?.or_update().into_mutation(),
        filled(Some(0.5))?.or_replace().into_mutation(),
        filled(Some(1.5))?.update_only().into_mutation(),
        account("Ada", 7, None).update_for(dialect)?.into_mutation(),
        Account::delete(AccountKey { owner: "Ada".to_owned(), number: 7 }),
    ];
    same("mutations", &ours, &wanted)?;
    client.apply(ours).await.map(|_| ())
}

/// `?` carries our errors through the client's own transactions.
async fn errors_cross_the_transaction(Stage { client, dialect, .. }: Stage<'_, Gcloud>) -> Result {
    let accounts = [new("Ada", 1, Some(10.0)), new("Ada", 2, None), new("Grace", 1, Some(5.0))];
    let inserts =
        accounts.into_iter().map(|account| account.insert_with(&mut KeySource::new(dialect)));
    client.apply(Insert::into_mutations(inserts.collect::<Result<Vec<_>, _>>()?)).await?;
    let Gcloud(client) = client;

    let (_, sum) = client
        .read_write_transaction(|tx| {
            Box::pin(async move {
                let ada =
                    scan_in(tx, Account::scan().prefix(("Ada",))).try_collect::<Vec<_>>().await?;
                let sum: f64 = ada.iter().filter_map(|account| account.balance).sum();
                let key = AccountKey { owner: "Grace".to_owned(), number: 1 };
                if let Some(grace) = find::<Account>(tx, key).await? {
                    let changed = Account { balance: Some(sum), ..grace }.update_for(dialect);
                    tx.buffer_write(vec![changed?.into_mutation()]);
                }
                Ok::<_, Error>(sum)
            })
        })
        .await?;
    same("sum", &sum, &10.0)?;
    let mut tx = client.read_only_transaction().await?;
    let key = AccountKey { owner: "Grace".to_owned(), number: 1 };
    same("Grace", &find(&mut tx, key).await?, &Some(account("Grace", 1, Some(10.0))))?;

    // A value that is too long is an error of the transaction, with our message.
    let refused = client
        .read_write_transaction(|_| {
            Box::pin(async move {
                let long =
                    account("a name of more than sixteen letters", 1, None).update_for(dialect);
                long.map_err(spanner_keys::client::gcloud::Error::from)?;
                Ok::<_, Error>(())
            })
        })
        .await;
    let text = refused.err().map(|error| error.to_string()).unwrap_or_default();
    ensure(
        text.ends_with("column `owner` of table `Account` is 35 characters long; the limit is 16"),
        || format!("other words: {text}"),
    )
}

/// Many scans share a small pool: those without a session wait for one.
async fn sixty_scans_share_sixteen_sessions(stage: Stage<'_, Gcloud>) -> Result {
    let (rows, dialect) = (100, stage.dialect);
    let users = (0..rows).map(|number| {
        NewLogin { name: format!("user {number:03}") }.insert_with(&mut KeySource::new(dialect))
    });
    stage.client.apply(Insert::into_mutations(users.collect::<Result<Vec<_>, _>>()?)).await?;
    let mut config = SessionConfig::default();
    (config.min_opened, config.max_opened) = (16, 16);
    config.session_get_timeout = Duration::from_millis(100);
    let client = stage.gcloud(config).await?;
    let all = || Login::scan().dialect(dialect).page(8);
    let every = || sql("name >= @first").bind("first", "");
    let scans = (0..60).map(|number| {
        let login = match number % 4 {
            0 => all().reverse(),
            1 => all().filter(every()).limit(rows),
            2 => all().concurrency(64),
            _ => all(),
        };
        scan(&client, login).try_collect::<Vec<_>>()
    });
    let begun = Instant::now();
    let found = futures_util::future::join_all(scans).await;
    let failed: Vec<String> =
        found.iter().filter_map(|scan| Some(scan.as_ref().err()?.to_string())).collect();
    ensure(failed.is_empty(), || format!("{} of 60 scans failed: {}", failed.len(), failed[0]))?;
    for scan in found {
        same("rows", &scan?.len(), &rows)?;
    }
    println!(
        "60 scans of 16 shards over 16 sessions, {dialect}: {} ms",
        begun.elapsed().as_millis()
    );
    Ok(())
}

/// A transaction for a single read would show every page at another time, so it is refused. Others
/// show one snapshot, whatever is written meanwhile.
async fn single_reads_are_not_one_snapshot(stage: Stage<'_, Gcloud>) -> Result {
    let Stage { client, dialect, .. } = stage;
    let insert = |owner: &str, numbers: std::ops::Range<i64>| -> Result<Vec<Mutation>> {
        let insert = |number| new(owner, number, None).insert_with(&mut KeySource::new(dialect));
        Ok(Insert::into_mutations(numbers.map(insert).collect::<Result<Vec<_>, _>>()?))
    };
    client.apply(insert("Ada", 0..4)?).await?;
    let another = stage.another_client().await?;
    let later = async || another.apply(insert("Grace", 0..4)?).await.map(drop);

    let mut tx = client.0.read_only_transaction().await?;
    let rows = rows_while(scan_in(&mut tx, Account::scan().page(2)), later).await?;
    same("rows of one snapshot", &rows.len(), &4)?;
    drop(tx);

    let mut tx = client.0.single().await?;
    let later = async || another.apply(insert("Zoe", 0..4)?).await.map(drop);
    match rows_while(scan_in(&mut tx, Account::scan().page(2)), later).await {
        Ok(rows) => Err(format!("{} rows, of which 8 were there at first", rows.len()).into()),
        Err(failure) => ensure(failure.text.contains("`read_only_transaction`"), || failure.text),
    }
}

/// A scan waits for sessions if the table has more shards.
async fn more_shards_than_sessions(Stage { client, dialect, .. }: Stage<'_, Gcloud>) -> Result {
    let users: Vec<String> = (0..500).map(|number| format!("user {number:03}")).collect();
    let inserts = users
        .iter()
        .map(|user| NewVisit { user: user.clone() }.insert_with(&mut KeySource::new(dialect)));
    client.apply(Insert::into_mutations(inserts.collect::<Result<Vec<_>, _>>()?)).await?;
    let sessions = client.0.session_count();
    let found: Vec<String> =
        client.scan(Visit::scan()).await?.into_iter().map(|visit| visit.user).collect();
    same("users", &found, &users)?;
    same("sessions", &client.0.session_count(), &sessions)
}

async fn tasks_can_be_spawned(Stage { client, dialect, .. }: Stage<'_, Gcloud>) -> Result {
    let client = client.0.clone();
    let task = tokio::spawn(async move {
        let event = |text: &str| {
            NewEvent { text: text.to_owned() }.insert_returning_with(&mut KeySource::new(dialect))
        };
        let (_, keys) = insert_returning(&client, event("one")?).await?;
        insert_returning_with(&client, event("two")?, |_| Ok(Vec::new())).await?;
        let mut tx = client.single().await?;
        let mut found = Vec::new();
        for key in keys {
            found.extend(find::<Event>(&mut tx, key).await?);
        }
        let all: Vec<Event> = scan(&client, Event::scan()).try_collect().await?;
        let mut tx = client.read_only_transaction().await?;
        let again: Vec<Event> = scan_in(&mut tx, Event::scan()).try_collect().await?;
        Ok::<_, spanner_keys::client::gcloud::Error>((found, all, again))
    });
    let (found, all, again) = task.await.map_err(|error| error.to_string())??;
    same("one event", &found.iter().map(|event| event.text.as_str()).collect(), &vec!["one"])?;
    same("events", &all.len(), &2)?;
    same("events", &again, &all)
}

/// Why there is no `into_statement` for this client: the second of two equal statements in a
/// transaction is treated as a retry of the first. When this test fails, offer it.
async fn second_statement_is_lost(Stage { client, dialect, .. }: Stage<'_, Gcloud>) -> Result {
    let event = || {
        NewEvent { text: "twice".to_owned() }.insert_returning_with(&mut KeySource::new(dialect))
    };
    let statement = Statement::from_sql(event()?.sql());
    let mut tx = client.0.begin_read_write_transaction().await?;
    let mut keys = Vec::new();
    for _ in 0..2 {
        let mut returned = tx.query(statement.clone()).await.map_err(Error::from)?;
        keys.push(returned.next().await.map_err(Error::from)?.is_some());
    }
    tx.end(Ok::<_, Error>(()), None).await?;
    same("keys that came back", &keys, &vec![true, false])?;
    same("rows of two statements", &client.scan(Event::scan()).await?.len(), &1)?;

    // Ours insert two rows.
    let Gcloud(gcloud) = client;
    for _ in 0..2 {
        insert_returning(gcloud, event()?).await.map_err(Failure::from)?;
    }
    same("rows", &client.scan(Event::scan()).await?.len(), &3)
}
