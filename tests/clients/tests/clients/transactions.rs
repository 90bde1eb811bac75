//! Transactions with error types of the application: read, decide, change one column, insert, and try
//! again if the database aborts.

use std::fmt;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use spanner_keys::client::{ClientError, gcloud, google};
use spanner_keys::update;

use super::prelude::*;

pub(super) const GCLOUD_CASES: &[Case] = cases![
    Gcloud;
    gcloud_errors: Account Payment,
    gcloud_retries: Account Payment,
];

pub(super) const GOOGLE_CASES: &[Case] = cases![
    Google;
    google_errors: Account Payment,
    google_retries: Account Payment,
];

#[derive(SpannerTable, Clone, Debug, PartialEq)]
struct Account {
    #[key]
    name: String,
    balance: i64,
}

#[derive(SpannerTable, Clone, Debug, PartialEq)]
struct Payment {
    #[key(uuid)]
    id: Uuid,
    account: String,
    amount: i64,
}

type Boxed = Box<dyn std::error::Error + Send + Sync>;

/// An application's error, which hides its cause.
#[derive(Debug, PartialEq)]
enum PayError {
    NoFunds,
    Database,
}

impl fmt::Display for PayError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{self:?}")
    }
}

impl std::error::Error for PayError {}

impl<E> From<ClientError<E>> for PayError {
    fn from(_: ClientError<E>) -> Self {
        Self::Database
    }
}

impl From<PayError> for Failure {
    fn from(error: PayError) -> Self {
        error.to_string().into()
    }
}

fn key() -> AccountKey {
    AccountKey { name: "Ada".into() }
}

/// Between the read and the write, so that transactions meet.
async fn think() {
    tokio::time::sleep(Duration::from_millis(20)).await;
}

const PAYERS: usize = 3;
const PAYMENTS: usize = 4;

/// Writes the first account.
async fn open<C: Through>(stage: Stage<'_, C>, balance: i64) -> Result {
    let account = NewAccount { name: "Ada".into(), balance };
    let account = account.insert_with(&mut KeySource::new(stage.dialect))?;
    stage.client.apply(vec![account.into_mutation()]).await.map(|_| ())
}

/// Every payment was written once, and the balance is right.
async fn check<C: Through>(stage: Stage<'_, C>, payments: usize, balance: i64) -> Result {
    let account = stage.client.find::<Account>(key()).await?;
    same("the account", &account, &Some(Account { name: "Ada".into(), balance }))?;
    let count = stage.client.count(Payment::scan().dialect(stage.dialect)).await?;
    same("the payments", &usize::try_from(count).ok(), &Some(payments))
}

async fn gcloud_pay(
    client: &gcloud_spanner::client::Client,
    dialect: Dialect,
    amount: i64,
    attempts: &AtomicUsize,
) -> Result<i64, PayError> {
    let (_, rest) = gcloud::transaction(client, |tx| {
        attempts.fetch_add(1, Ordering::Relaxed);
        Box::pin(async move {
            let account = gcloud::find::<Account>(tx, key()).await?.ok_or(PayError::NoFunds)?;
            think().await;
            let balance = account.balance - amount;
            if balance < 0 {
                return Err(PayError::NoFunds);
            }
            let rest = update!(Account, key(), balance; dialect).map_err(gcloud::Error::from)?;
            let payment = NewPayment { account: account.name, amount }
                .insert_with(&mut KeySource::new(dialect))
                .map_err(gcloud::Error::from)?;
            tx.buffer_write(vec![rest.into_mutation(), payment.into_mutation()]);
            Ok(balance)
        })
    })
    .await?;
    Ok(rest)
}

async fn gcloud_errors(stage: Stage<'_, Gcloud>) -> Result {
    open(stage, 10).await?;
    let attempts = AtomicUsize::new(0);
    let Gcloud(client) = stage.client;
    same("paid", &gcloud_pay(client, stage.dialect, 3, &attempts).await, &Ok(7))?;
    same(
        "too much",
        &gcloud_pay(client, stage.dialect, 8, &attempts).await,
        &Err(PayError::NoFunds),
    )?;
    same("attempts", &attempts.load(Ordering::Relaxed), &2)?;
    // The same with a box: `?` works on our errors, on the client's, and on others.
    let (_, number) = gcloud::transaction(client, |tx| {
        Box::pin(async move {
            let found = gcloud::exists::<Account>(tx, key()).await?;
            let statement = gcloud_spanner::statement::Statement::new("SELECT 5");
            let row = tx.query(statement).await?.next().await?.ok_or("no row")?;
            let number: i64 = if found { row.column(0)? } else { "x".parse()? };
            Ok::<_, Boxed>(number)
        })
    })
    .await
    .map_err(|error: Boxed| error.to_string())?;
    same("the number", &number, &5)?;
    let refused = gcloud::transaction(client, |tx| {
        Box::pin(async move {
            tx.buffer_write(vec![Account::delete(key())]);
            Err::<(), Boxed>("not today".into())
        })
    });
    let refused = refused.await.map(|_| ()).map_err(|error| error.to_string());
    same("refused", &refused, &Err("not today".to_owned()))?;
    check(stage, 1, 7).await
}

async fn gcloud_retries(stage: Stage<'_, Gcloud>) -> Result {
    open(stage, 100).await?;
    let attempts = AtomicUsize::new(0);
    let pay = async || {
        let Gcloud(client) = stage.another_client().await?;
        for _ in 0..PAYMENTS {
            gcloud_pay(&client, stage.dialect, 2, &attempts).await?;
        }
        Ok::<_, Failure>(())
    };
    tokio::try_join!(pay(), pay(), pay())?;
    check(stage, PAYERS * PAYMENTS, 76).await?;
    let attempts = attempts.load(Ordering::Relaxed);
    ensure(attempts > PAYERS * PAYMENTS, || format!("{attempts} attempts: nothing was aborted"))
}

async fn google_pay(
    client: &google_cloud_spanner::client::DatabaseClient,
    dialect: Dialect,
    amount: i64,
    attempts: &AtomicUsize,
) -> Result<i64, PayError> {
    let (_, rest) = google::transaction(client, |tx| {
        attempts.fetch_add(1, Ordering::Relaxed);
        async move {
            let account = google::find::<Account>(&tx, key()).await?.ok_or(PayError::NoFunds)?;
            think().await;
            let balance = account.balance - amount;
            if balance < 0 {
                return Err(PayError::NoFunds);
            }
            let rest = update!(Account, key(), balance; dialect).map_err(google::Error::from)?;
            let payment = NewPayment { account: account.name, amount }
                .insert_with(&mut KeySource::new(dialect))
                .map_err(google::Error::from)?;
            tx.buffer([rest.into_mutation(), payment.into_mutation()])
                .map_err(google::Error::from)?;
            Ok(balance)
        }
    })
    .await?;
    Ok(rest)
}

async fn google_errors(stage: Stage<'_, Google>) -> Result {
    open(stage, 10).await?;
    let attempts = AtomicUsize::new(0);
    let Google(client) = stage.client;
    same("paid", &google_pay(client, stage.dialect, 3, &attempts).await, &Ok(7))?;
    same(
        "too much",
        &google_pay(client, stage.dialect, 8, &attempts).await,
        &Err(PayError::NoFunds),
    )?;
    same("attempts", &attempts.load(Ordering::Relaxed), &2)?;
    let (_, number) = google::transaction(client, async |tx| {
        let found = google::exists::<Account>(&tx, key()).await?;
        let row = tx.execute_query("SELECT 5").await?.next().await.ok_or("no row")??;
        let number: i64 = if found { row.get(0)? } else { "x".parse()? };
        Ok::<_, Boxed>(number)
    })
    .await
    .map_err(|error: Boxed| error.to_string())?;
    same("the number", &number, &5)?;
    let refused = google::transaction(client, async |tx| {
        tx.buffer([Account::delete(key())])?;
        Err::<(), Boxed>("not today".into())
    });
    let refused = refused.await.map(|_| ()).map_err(|error| error.to_string());
    same("refused", &refused, &Err("not today".to_owned()))?;
    check(stage, 1, 7).await
}

async fn google_retries(stage: Stage<'_, Google>) -> Result {
    open(stage, 100).await?;
    let attempts = AtomicUsize::new(0);
    let pay = async || {
        let Google(client) = stage.another_client().await?;
        for _ in 0..PAYMENTS {
            google_pay(&client, stage.dialect, 2, &attempts).await?;
        }
        Ok::<_, Failure>(())
    };
    tokio::try_join!(pay(), pay(), pay())?;
    check(stage, PAYERS * PAYMENTS, 76).await?;
    let attempts = attempts.load(Ordering::Relaxed);
    ensure(attempts > PAYERS * PAYMENTS, || format!("{attempts} attempts: nothing was aborted"))
}
