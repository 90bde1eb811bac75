//! The client `gcloud-spanner`.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use futures_util::{StreamExt as _, TryStreamExt as _};
use gcloud_gax::conn::Environment;
use gcloud_googleapis::spanner::v1::Mutation;
use gcloud_spanner::admin::AdminClientConfig;
use gcloud_spanner::admin::client::Client as AdminClient;
use gcloud_spanner::client::{Client, ClientConfig, Error};
use gcloud_spanner::session::SessionConfig;
use gcloud_spanner::statement::Statement;
use gcloud_spanner::transaction_rw::CommitResult;
use spanner_keys::client::{ClientError, ClientStatement as _, gcloud};
use spanner_keys::query::Query;
use spanner_keys::row::InsertReturning;
use spanner_keys::statement::Sql;
use spanner_keys::value::{RowError, WireValue};
use spanner_keys::{FromRow, Scan, Schema, SpannerTable};
use spanner_keys_emulator::{Database, Emulator};

use super::{Failure, Result, Through, plain_row, rows_while};

/// A client of one database.
#[expect(missing_debug_implementations, reason = "the client has none")]
pub struct Gcloud(pub Client);

impl From<gcloud::Error> for Failure {
    fn from(error: gcloud::Error) -> Self {
        match error {
            ClientError::Client(Error::GRPC(status)) => {
                Self { code: Some(status.code().into()), text: status.message().to_owned() }
            }
            other => other.to_string().into(),
        }
    }
}

impl From<Error> for Failure {
    fn from(error: Error) -> Self {
        gcloud::Error::Client(error).into()
    }
}

/// A client with this pool of sessions.
pub(super) async fn client(
    host: &str,
    database: &str,
    session_config: SessionConfig,
) -> Result<Client> {
    let environment = Environment::Emulator(host.to_owned());
    let config = ClientConfig { environment, session_config, ..ClientConfig::default() };
    Ok(Client::new(database, config).await?)
}

fn time_of(commit: &CommitResult) -> Result<SystemTime> {
    let time = commit.timestamp.clone().ok_or_else(|| "a commit without its time".to_owned())?;
    let (seconds, nanos) = (u64::try_from(time.seconds), u32::try_from(time.nanos));
    let (Ok(seconds), Ok(nanos)) = (seconds, nanos) else {
        return Err("a commit before 1970".to_owned().into());
    };
    Ok(UNIX_EPOCH + Duration::new(seconds, nanos))
}

impl Through for Gcloud {
    const NAME: &'static str = "gcloud-spanner";
    type Mutation = Mutation;

    async fn open(host: &str, database: &str) -> Result<Self> {
        Ok(Self(client(host, database, SessionConfig::default()).await?))
    }

    async fn apply_schema(
        emulator: &Emulator,
        database: &Database<'_>,
        schema: &Schema<'_>,
    ) -> Result {
        let environment = Environment::Emulator(emulator.grpc_host().to_owned());
        let config = AdminClientConfig { environment, ..AdminClientConfig::default() };
        let admin = AdminClient::new(config).await.map_err(|error| error.to_string())?;
        Ok(gcloud::apply_schema(&admin, database.path(), schema, database.dialect()).await?)
    }

    async fn apply(&self, mutations: Vec<Mutation>) -> Result<SystemTime> {
        time_of(&self.0.apply(mutations).await?)
    }

    async fn find<T: SpannerTable>(&self, key: T::Key) -> Result<Option<T>> {
        let mut tx = self.0.single().await?;
        Ok(gcloud::find(&mut tx, key).await?)
    }

    async fn find_many<T: SpannerTable>(&self, keys: Vec<T::Key>) -> Result<Vec<T>> {
        Ok(gcloud::find_many(&mut *self.0.single().await?, keys).await?)
    }

    async fn exists<T: SpannerTable>(&self, key: T::Key) -> Result<bool> {
        Ok(gcloud::exists::<T>(&mut *self.0.single().await?, key).await?)
    }

    async fn count<T: SpannerTable, P>(&self, scan: Scan<T, P>) -> Result<i64> {
        Ok(gcloud::count(&mut *self.0.single().await?, scan).await?)
    }

    async fn scan_while<T: SpannerTable, P>(
        &self,
        scan: Scan<T, P>,
        meanwhile: impl AsyncFnOnce() -> Result,
    ) -> Result<Vec<T>> {
        rows_while(gcloud::scan(&self.0, scan), meanwhile).await
    }

    async fn scan_items<T: SpannerTable, P>(&self, scan: Scan<T, P>) -> Vec<Result<T>> {
        gcloud::scan(&self.0, scan).map_err(Failure::from).collect().await
    }

    async fn scan_in_transaction<T: SpannerTable, P>(&self, scan: Scan<T, P>) -> Result<Vec<T>> {
        let mut tx = self.0.begin_read_write_transaction().await?;
        let rows = gcloud::scan_in(&mut tx, scan).try_collect().await;
        let (_, rows) = tx.end(rows.map_err(Error::from), None).await?;
        Ok(rows)
    }

    async fn query<T: SpannerTable>(&self, sql: Sql) -> Result<Vec<T>> {
        let mut tx = self.0.single().await?;
        let mut found = tx.query(Statement::from_sql(sql)).await.map_err(Error::from)?;
        let mut rows = Vec::new();
        while let Some(row) = found.next().await.map_err(Error::from)? {
            rows.push(T::from_row(row)?);
        }
        Ok(rows)
    }

    async fn execute(&self, sql: Sql) -> Result<i64> {
        let mut tx = self.0.begin_read_write_transaction().await?;
        let count = tx.update(Statement::from_sql(sql)).await;
        let (_, count) = tx.end(count.map_err(Error::from), None).await?;
        Ok(count)
    }

    async fn select<R: FromRow + Send + 'static>(&self, query: Query) -> Result<Vec<R>> {
        Ok(gcloud::query(&self.0, query).await?)
    }

    async fn select_one<R: FromRow + Send + 'static>(&self, query: Query) -> Result<R> {
        Ok(gcloud::query_one(&self.0, query).await?)
    }

    async fn select_optional<R: FromRow + Send + 'static>(
        &self,
        query: Query,
    ) -> Result<Option<R>> {
        Ok(gcloud::query_optional(&self.0, query).await?)
    }

    async fn select_items<R: FromRow + Send + 'static>(&self, query: Query) -> Vec<Result<R>> {
        gcloud::query_stream(&self.0, query).map_err(Failure::from).collect().await
    }

    async fn select_in_transaction<R: FromRow + Send + 'static>(
        &self,
        query: Query,
    ) -> Result<Vec<R>> {
        let mut tx = self.0.begin_read_write_transaction().await?;
        let rows = gcloud::query_in(&mut tx, query).await;
        let (_, rows) = tx.end(rows, None).await?;
        Ok(rows)
    }

    async fn rows(&self, sql: &str, columns: &[&str]) -> Result<Vec<Vec<WireValue>>> {
        let mut tx = self.0.single().await?;
        let mut found = tx.query(Statement::new(sql)).await.map_err(Error::from)?;
        let mut rows = Vec::new();
        while let Some(row) = found.next().await.map_err(Error::from)? {
            rows.push(plain_row(row, columns)?);
        }
        Ok(rows)
    }

    async fn insert_returning<T: SpannerTable>(
        &self,
        insert: InsertReturning<T>,
    ) -> Result<(Option<SystemTime>, Vec<T::Key>)> {
        let (commit, keys) = gcloud::insert_returning(&self.0, insert).await?;
        Ok((time_of(&commit).ok(), keys))
    }

    async fn insert_returning_with<T: SpannerTable>(
        &self,
        insert: InsertReturning<T>,
        also: impl FnMut(&[T::Key]) -> Result<Vec<Mutation>, RowError>,
    ) -> Result<(Option<SystemTime>, Vec<T::Key>)> {
        let (commit, keys) = gcloud::insert_returning_with(&self.0, insert, also).await?;
        Ok((time_of(&commit).ok(), keys))
    }
}
