//! Features of Google's client only: transactions that return keys more than once, and reads in
//! every kind of transaction.
#![expect(
    clippy::large_futures,
    reason = "the client's transactions are 20 kB each, which is fine in a test"
)]

use std::time::SystemTime;

use futures_util::TryStreamExt as _;
use google_cloud_spanner::client::DatabaseClient;
use google_cloud_spanner::mutation::Mutation;
use serde_json::json;
use spanner_keys::client::ClientError;
use spanner_keys::client::google::{self, Error};
use spanner_keys::row::InsertReturning;
use spanner_keys::value::ValueError;

use super::prelude::*;

pub(super) const CASES: &[Case] = cases![
    Google;
    reads_in_each_transaction: Country,
    keys_twice_in_one_transaction: Event Country,
    errors_cross_the_transaction: Stamped Event,
    more_shards_than_reads_at_once: Visit,
    tasks_can_be_spawned: Event,
];

#[derive(SpannerTable, Clone, Debug, PartialEq)]
struct Event {
    #[key(sequence = "EventSeq")]
    id: i64,
    text: String,
    caused_by: Option<i64>,
}

#[derive(SpannerTable, Clone, Debug, PartialEq)]
struct Stamped {
    #[key(identity)]
    id: i64,
    #[key]
    #[column(commit_timestamp)]
    at: SystemTime,
    text: String,
}

#[derive(SpannerTable, Clone, Debug, PartialEq)]
struct Country {
    #[key]
    code: String,
    name: String,
}

#[derive(SpannerTable, Clone, Debug, PartialEq)]
struct Visit {
    #[key(shard = 200)]
    shard: i64,
    #[key]
    user: String,
}

fn country(code: &str, name: &str, dialect: Dialect) -> Result<Mutation> {
    let new = NewCountry { code: code.into(), name: name.into() };
    Ok(new.insert_with(&mut KeySource::new(dialect))?.or_update().into_mutation())
}

fn at(code: &str) -> CountryKey {
    CountryKey { code: code.into() }
}

fn event(
    text: &str,
    caused_by: Option<i64>,
    dialect: Dialect,
) -> Result<InsertReturning<Event>, Error> {
    Ok(NewEvent { text: text.into(), caused_by }
        .insert_returning_with(&mut KeySource::new(dialect))?)
}

async fn write(client: &DatabaseClient, mutations: Vec<Mutation>) -> Result {
    client.write_only_transaction().build().write(mutations).await?;
    Ok(())
}

async fn reads_in_each_transaction(
    Stage { client: Google(client), database, dialect, .. }: Stage<'_, Google>,
) -> Result {
    write(client, vec![country("NZ", "New Zealand", dialect)?, country("PE", "Peru", dialect)?])
        .await?;
    let first = Country { code: "NZ".into(), name: "New Zealand".into() };
    let single = google::find(&client.single_use().build(), at("NZ")).await?;
    same("single use", &single, &Some(first.clone()))?;
    same("no row", &google::find::<Country>(&client.single_use().build(), at("XX")).await?, &None)?;

    // A snapshot does not change, whichever way it is read.
    let snapshot = client.read_only_transaction().build().await?;
    same("before", &google::find(&snapshot, at("NZ")).await?, &Some(first.clone()))?;
    // Not through the client: on the emulator, each of its transactions ends the previous one.
    let rows = json!([["NZ", "Aotearoa"], ["QA", "Qatar"]]);
    database.commit(&[json!({ "insertOrUpdate": { "table": "Country", "columns": ["code", "name"], "values": rows } })])?;
    same("snapshot", &google::find(&snapshot, at("NZ")).await?, &Some(first))?;
    let rows: Vec<Country> = google::scan_in(&snapshot, Country::scan()).try_collect().await?;
    same("rows of the snapshot", &rows.len(), &2)?;

    let (name, rows) = client
        .read_write_transaction()
        .build()
        .run(async |tx| {
            let country = google::find::<Country>(&tx, at("NZ")).await?;
            let rows: Vec<Country> =
                google::scan_in(&tx, Country::scan().page(1)).try_collect().await?;
            Ok((country.map(|country| country.name), rows.len()))
        })
        .await?
        .into_inner();
    same("read-write", &(name.as_deref(), rows), &(Some("Aotearoa"), 3))
}

async fn keys_twice_in_one_transaction(
    Stage { client: Google(client), dialect, .. }: Stage<'_, Google>,
) -> Result {
    let written = client.read_write_transaction().build().run(async |tx| {
        let mut keys = google::insert_returning_in(&tx, event("started", None, dialect)?).await?;
        // The same statement again is another row.
        keys.extend(google::insert_returning_in(&tx, event("started", None, dialect)?).await?);
        let caused = keys
            .iter()
            .map(|key| event("noted", Some(key.id), dialect))
            .collect::<Result<Vec<_>, _>>()?;
        let both = InsertReturning::all(caused).map_err(Error::from)?;
        keys.extend(google::insert_returning_in(&tx, both).await?);
        let none = InsertReturning::<Event>::all([]).map_err(Error::from)?;
        keys.extend(google::insert_returning_in(&tx, none).await?);
        let named = keys.iter().map(|key| {
            NewCountry { code: key.id.to_string(), name: "named after a key".into() }.insert()
        });
        let named = named.collect::<Result<Vec<_>, _>>().map_err(Error::from)?;
        tx.buffer(Insert::into_mutations(named))?;
        Ok(keys)
    });
    let keys = written.await?.into_inner();
    let mut ids: Vec<i64> = keys.iter().map(|key| key.id).collect();
    let found: Vec<Event> = google::scan(client, Event::scan()).try_collect().await?;
    let mut caused: Vec<i64> = found.iter().filter_map(|event| event.caused_by).collect();
    let mut first = ids[..2].to_vec();
    caused.sort_unstable();
    first.sort_unstable();
    same("causes", &caused, &first)?;
    ids.sort_unstable();
    same("events", &found.iter().map(|event| event.id).collect(), &ids)?;
    let named: Vec<Country> = google::scan(client, Country::scan()).try_collect().await?;
    same("rows of the mutations", &named.len(), &4)?;

    let none = InsertReturning::<Event>::all([])?;
    same("keys of nothing", &google::insert_returning(client, none).await?.1, &Vec::new())
}

async fn errors_cross_the_transaction(
    Stage { client: Google(client), dialect, .. }: Stage<'_, Google>,
) -> Result {
    let new =
        NewStamped { text: "when?".into() }.insert_returning_with(&mut KeySource::new(dialect))?;
    // The time is not known inside the transaction, so there is no key, and everything is undone.
    let refused = client.read_write_transaction().build().run(async |tx| {
        google::insert_returning_in(&tx, event("before", None, dialect)?).await?;
        Ok(google::insert_returning_in(&tx, new.clone()).await?)
    });
    match refused.await.map_err(Error::from) {
        Err(ClientError::Row(error)) => {
            same(
                "the refused column",
                &(error.column.as_str(), &error.error),
                &("at", &ValueError::Missing),
            )?;
        }
        other => return Err(format!("{other:?} where the row should be refused").into()),
    }
    same(
        "rows",
        &google::scan(client, Stamped::scan()).try_collect::<Vec<_>>().await?,
        &Vec::new(),
    )?;
    same(
        "events",
        &google::scan(client, Event::scan()).try_collect::<Vec<_>>().await?,
        &Vec::new(),
    )?;

    // In its own transaction, the insert uses the time of the commit.
    let (commit, keys) = google::insert_returning(client, new).await?;
    let rows: Vec<Stamped> = google::scan(client, Stamped::scan()).try_collect().await?;
    same("keys", &keys, &rows.iter().map(SpannerTable::key).collect())?;
    let time = commit.commit_timestamp.and_then(|time| SystemTime::try_from(time).ok());
    same("time", &time, &rows.first().map(|row| row.at))?;

    // The database's own error arrives unchanged.
    let broken = client
        .read_write_transaction()
        .build()
        .run(async |tx| tx.execute_update("no SQL at all").await);
    match broken.await.map_err(Error::from) {
        Err(ClientError::Client(error)) => {
            ensure(error.status().is_some(), || format!("{error:?} has lost its status"))
        }
        other => Err(format!("{other:?} where the database should complain").into()),
    }
}

async fn more_shards_than_reads_at_once(
    Stage { client: Google(client), dialect, .. }: Stage<'_, Google>,
) -> Result {
    let users: Vec<String> = (0..300).map(|n| format!("user {n:04}")).collect();
    let mut keys = KeySource::new(dialect);
    let rows = users.iter().map(|user| NewVisit { user: user.clone() }.insert_with(&mut keys));
    write(client, Insert::into_mutations(rows.collect::<Result<Vec<_>, _>>()?)).await?;
    let visits: Vec<Visit> = google::scan(client, Visit::scan().page(3)).try_collect().await?;
    same("users", &visits.into_iter().map(|visit| visit.user).collect(), &users)?;

    // The client may write between the rows; the scan does not see it.
    let mut visits = google::scan(client, Visit::scan().page(1));
    let mut seen = Vec::new();
    while let Some(visit) = visits.try_next().await? {
        if seen.len() < 5 {
            let more = NewVisit { user: format!("{} again", visit.user) }.insert_with(&mut keys)?;
            write(
                client,
                vec![
                    more.into_mutation(),
                    Visit::delete(VisitKey { user: users[seen.len() + 1].clone() }),
                ],
            )
            .await?;
        }
        seen.push(visit.user);
    }
    same("users of the snapshot", &seen, &users)
}

/// The futures are `Send`, and the stream of a scan borrows nothing, so that other tasks can run
/// them.
async fn tasks_can_be_spawned(
    Stage { client: Google(client), dialect, .. }: Stage<'_, Google>,
) -> Result {
    fn spawn<O: Send + 'static>(
        task: impl Future<Output = Result<O, Error>> + Send + 'static,
    ) -> tokio::task::JoinHandle<Result<O, Error>> {
        tokio::spawn(task)
    }

    let joined = |error: tokio::task::JoinError| error.to_string();
    let own = client.clone();
    let key = spawn(async move {
        Ok(google::insert_returning(&own, event("one", None, dialect)?).await?.1)
    });
    let key = key.await.map_err(joined)??;
    let own = client.clone();
    let with = async move {
        google::insert_returning_with(&own, event("two", None, dialect)?, |_| Ok(Vec::new())).await
    };
    spawn(with).await.map_err(joined)??;
    let own = client.clone();
    let inside = async move {
        let work = async move |tx| {
            Ok(google::insert_returning_in(&tx, event("three", None, dialect)?).await?)
        };
        Ok(own.read_write_transaction().build().run(work).await?.into_inner())
    };
    spawn(inside).await.map_err(joined)??;
    let own = client.clone();
    let find = key.first().cloned();
    let found = async move {
        let tx = own.read_only_transaction().build().await?;
        let rows = google::scan_in(&tx, Event::scan()).try_collect::<Vec<_>>().await?.len();
        let Some(key) = find else { return Ok((rows, None)) };
        Ok((rows, google::find::<Event>(&tx, key).await?.map(|event| event.text)))
    };
    same("found", &spawn(found).await.map_err(joined)??, &(3, Some("one".to_owned())))?;
    let events = google::scan(client, Event::scan());
    same("scanned", &spawn(events.try_collect::<Vec<_>>()).await.map_err(joined)??.len(), &3)
}
