//! Google's client, `google-cloud-spanner`.

use std::time::SystemTime;

use futures_util::{StreamExt as _, TryStreamExt as _};
use google_cloud_spanner::Error;
use google_cloud_spanner::builder::SpannerBuilderExt as _;
use google_cloud_spanner::channel_pool::StaticChannelPoolConfig;
use google_cloud_spanner::client::{DatabaseAdmin, DatabaseClient, Spanner};
use google_cloud_spanner::model::CommitResponse;
use google_cloud_spanner::mutation::Mutation;
use google_cloud_spanner::statement::Statement;
use spanner_keys::client::{ClientError, ClientStatement as _, google};
use spanner_keys::query::Query;
use spanner_keys::row::InsertReturning;
use spanner_keys::statement::Sql;
use spanner_keys::value::{RowError, WireValue};
use spanner_keys::{FromRow, Scan, Schema, SpannerTable};
use spanner_keys_emulator::{Database, Emulator};

use super::{Failure, Result, Through, plain_row, rows_while};

/// A client of one database.
#[derive(Debug)]
pub struct Google(pub DatabaseClient);

impl From<google::Error> for Failure {
    fn from(error: google::Error) -> Self {
        match error {
            ClientError::Client(error) => match error.status() {
                Some(status) => {
                    Self { code: Some(status.code as i32), text: status.message.clone() }
                }
                None => error.to_string().into(),
            },
            other => other.to_string().into(),
        }
    }
}

impl From<Error> for Failure {
    fn from(error: Error) -> Self {
        google::Error::from(error).into()
    }
}

fn time_of(commit: &CommitResponse) -> Result<SystemTime> {
    let time = commit.commit_timestamp.ok_or_else(|| "a commit without its time".to_owned())?;
    SystemTime::try_from(time).map_err(|error| error.to_string().into())
}

impl Google {
    /// The administration client, which speaks HTTP.
    ///
    /// # Errors
    ///
    /// If it cannot be built.
    pub async fn admin(emulator: &Emulator) -> Result<DatabaseAdmin> {
        // The client is built without a TLS provider; another test may have installed it.
        let _ = rustls::crypto::aws_lc_rs::default_provider().install_default();
        let spanner = Spanner::builder().with_endpoint(format!("http://{}", emulator.rest_host()));
        let spanner = spanner.build().await.map_err(|error| error.to_string())?;
        let admin = spanner.database_admin_builder().build().await;
        Ok(admin.map_err(|error| error.to_string())?)
    }
}

impl Through for Google {
    const NAME: &'static str = "google-cloud-spanner";
    type Mutation = Mutation;

    async fn open(host: &str, database: &str) -> Result<Self> {
        // The scheme disables encryption and authentication. One connection is enough here.
        let spanner = Spanner::builder()
            .with_endpoint(format!("http://{host}"))
            .with_channel_pool(StaticChannelPoolConfig::new(1));
        let spanner = spanner.build().await.map_err(|error| error.to_string())?;
        Ok(Self(spanner.database_client(database).build().await?))
    }

    async fn apply_schema(
        emulator: &Emulator,
        database: &Database<'_>,
        schema: &Schema<'_>,
    ) -> Result {
        let admin = Self::admin(emulator).await?;
        Ok(google::apply_schema(&admin, database.path(), schema, database.dialect()).await?)
    }

    async fn apply(&self, mutations: Vec<Mutation>) -> Result<SystemTime> {
        time_of(&self.0.write_only_transaction().build().write(mutations).await?)
    }

    async fn find<T: SpannerTable>(&self, key: T::Key) -> Result<Option<T>> {
        Ok(google::find(&self.0.single_use().build(), key).await?)
    }

    async fn find_many<T: SpannerTable>(&self, keys: Vec<T::Key>) -> Result<Vec<T>> {
        Ok(google::find_many(&self.0.single_use().build(), keys).await?)
    }

    async fn exists<T: SpannerTable>(&self, key: T::Key) -> Result<bool> {
        Ok(google::exists::<T>(&self.0.single_use().build(), key).await?)
    }

    async fn count<T: SpannerTable, P>(&self, scan: Scan<T, P>) -> Result<i64> {
        Ok(google::count(&self.0.single_use().build(), scan).await?)
    }

    async fn scan_while<T: SpannerTable, P>(
        &self,
        scan: Scan<T, P>,
        meanwhile: impl AsyncFnOnce() -> Result,
    ) -> Result<Vec<T>> {
        rows_while(google::scan(&self.0, scan), meanwhile).await
    }

    async fn scan_items<T: SpannerTable, P>(&self, scan: Scan<T, P>) -> Vec<Result<T>> {
        google::scan(&self.0, scan).map_err(Failure::from).collect().await
    }

    async fn scan_in_transaction<T: SpannerTable, P>(&self, scan: Scan<T, P>) -> Result<Vec<T>> {
        let runner = self.0.read_write_transaction().build();
        let rows =
            runner.run(async |tx| Ok(google::scan_in(&tx, scan.clone()).try_collect().await?));
        Ok(rows.await?.into_inner())
    }

    async fn query<T: SpannerTable>(&self, sql: Sql) -> Result<Vec<T>> {
        let mut found = self.0.single_use().build().execute_query(Statement::from_sql(sql)).await?;
        let mut rows = Vec::new();
        while let Some(row) = found.next().await {
            rows.push(T::from_row(row?)?);
        }
        Ok(rows)
    }

    async fn execute(&self, sql: Sql) -> Result<i64> {
        let runner = self.0.read_write_transaction().build();
        let count =
            runner.run(async |tx| tx.execute_update(Statement::from_sql(sql.clone())).await);
        Ok(count.await?.into_inner())
    }

    async fn select<R: FromRow + Send + 'static>(&self, query: Query) -> Result<Vec<R>> {
        Ok(google::query(&self.0, query).await?)
    }

    async fn select_one<R: FromRow + Send + 'static>(&self, query: Query) -> Result<R> {
        Ok(google::query_one(&self.0, query).await?)
    }

    async fn select_optional<R: FromRow + Send + 'static>(
        &self,
        query: Query,
    ) -> Result<Option<R>> {
        Ok(google::query_optional(&self.0, query).await?)
    }

    async fn select_items<R: FromRow + Send + 'static>(&self, query: Query) -> Vec<Result<R>> {
        google::query_stream(&self.0, query).map_err(Failure::from).collect().await
    }

    async fn select_in_transaction<R: FromRow + Send + 'static>(
        &self,
        query: Query,
    ) -> Result<Vec<R>> {
        let runner = self.0.read_write_transaction().build();
        let rows = runner.run(async |tx| Ok(google::query_in(&tx, query.clone()).await?));
        Ok(rows.await?.into_inner())
    }

    async fn rows(&self, sql: &str, columns: &[&str]) -> Result<Vec<Vec<WireValue>>> {
        let mut found = self.0.single_use().build().execute_query(sql).await?;
        let mut rows = Vec::new();
        while let Some(row) = found.next().await {
            rows.push(plain_row(row?, columns)?);
        }
        Ok(rows)
    }

    async fn insert_returning<T: SpannerTable>(
        &self,
        insert: InsertReturning<T>,
    ) -> Result<(Option<SystemTime>, Vec<T::Key>)> {
        let (commit, keys) = google::insert_returning(&self.0, insert).await?;
        Ok((time_of(&commit).ok(), keys))
    }

    async fn insert_returning_with<T: SpannerTable>(
        &self,
        insert: InsertReturning<T>,
        also: impl FnMut(&[T::Key]) -> Result<Vec<Mutation>, RowError>,
    ) -> Result<(Option<SystemTime>, Vec<T::Key>)> {
        let (commit, keys) = google::insert_returning_with(&self.0, insert, also).await?;
        Ok((time_of(&commit).ok(), keys))
    }
}
