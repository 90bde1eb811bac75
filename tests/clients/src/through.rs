//! One interface to all clients, so that a case is written once and runs through each of them.

mod gcloud;
mod google;

use std::fmt;
use std::time::SystemTime;

use futures_util::{Stream, TryStreamExt as _};
pub use gcloud::Gcloud;
use gcloud_spanner::client::Client;
use gcloud_spanner::session::SessionConfig;
pub use google::Google;
use spanner_keys::client::{ClientMutation, ClientRow};
use spanner_keys::query::Query;
use spanner_keys::row::InsertReturning;
use spanner_keys::scan::ScanError;
use spanner_keys::statement::{Sql, StatementError};
use spanner_keys::value::{RowError, WireValue};
use spanner_keys::{Dialect, FromRow, Scan, Schema, SchemaError, SpannerTable};

use spanner_keys_emulator::{Database, Emulator};

/// A client with what the cases need of it.
#[expect(async_fn_in_trait, reason = "cases run on one thread, so the futures need not be Send")]
pub trait Through: Sized {
    /// The client's name, as in the names of the trials.
    const NAME: &'static str;
    /// The client's mutation.
    type Mutation: ClientMutation;

    /// A client of the database at this path, on the emulator at this host and port.
    async fn open(host: &str, database: &str) -> Result<Self>;

    /// Creates the tables of a schema in the database at this path.
    async fn apply_schema(
        emulator: &Emulator,
        database: &Database<'_>,
        schema: &Schema<'_>,
    ) -> Result;

    /// Commits the mutations with the client's own function; the commit time.
    async fn apply(&self, mutations: Vec<Self::Mutation>) -> Result<SystemTime>;

    /// The row of this key.
    async fn find<T: SpannerTable>(&self, key: T::Key) -> Result<Option<T>>;

    /// The rows of these keys.
    async fn find_many<T: SpannerTable>(&self, keys: Vec<T::Key>) -> Result<Vec<T>>;

    /// Whether there is a row with this key.
    async fn exists<T: SpannerTable>(&self, key: T::Key) -> Result<bool>;

    /// The number of rows of a scan.
    async fn count<T: SpannerTable, P>(&self, scan: Scan<T, P>) -> Result<i64>;

    /// All rows of a scan.
    async fn scan<T: SpannerTable, P>(&self, scan: Scan<T, P>) -> Result<Vec<T>> {
        self.scan_while(scan, async || Ok(())).await
    }

    /// All rows of a scan, with other work between its first row and the others. See
    /// [`rows_while`].
    async fn scan_while<T: SpannerTable, P>(
        &self,
        scan: Scan<T, P>,
        meanwhile: impl AsyncFnOnce() -> Result,
    ) -> Result<Vec<T>>;

    /// All items of a scan's stream, rows and errors.
    async fn scan_items<T: SpannerTable, P>(&self, scan: Scan<T, P>) -> Vec<Result<T>>;

    /// All rows of a scan, inside a read-write transaction.
    async fn scan_in_transaction<T: SpannerTable, P>(&self, scan: Scan<T, P>) -> Result<Vec<T>>;

    /// All rows of a statement.
    async fn query<T: SpannerTable>(&self, sql: Sql) -> Result<Vec<T>>;

    /// Runs a statement that writes, in its own transaction; the number of rows.
    async fn execute(&self, sql: Sql) -> Result<i64>;

    /// All rows of a query of ours.
    async fn select<R: FromRow + Send + 'static>(&self, query: Query) -> Result<Vec<R>>;

    /// The only row of a query of ours.
    async fn select_one<R: FromRow + Send + 'static>(&self, query: Query) -> Result<R>;

    /// The row of a query of ours, if there is one.
    async fn select_optional<R: FromRow + Send + 'static>(&self, query: Query)
    -> Result<Option<R>>;

    /// All items of the stream of a query of ours.
    async fn select_items<R: FromRow + Send + 'static>(&self, query: Query) -> Vec<Result<R>>;

    /// All rows of a query of ours, inside a read-write transaction.
    async fn select_in_transaction<R: FromRow + Send + 'static>(
        &self,
        query: Query,
    ) -> Result<Vec<R>>;

    /// The rows of a query, as wire values.
    async fn rows(&self, sql: &str, columns: &[&str]) -> Result<Vec<Vec<WireValue>>>;

    /// Inserts rows by a statement; the commit time, unless an earlier call has written them, and the
    /// keys.
    async fn insert_returning<T: SpannerTable>(
        &self,
        insert: InsertReturning<T>,
    ) -> Result<(Option<SystemTime>, Vec<T::Key>)>;

    /// The same, with mutations made from the keys.
    async fn insert_returning_with<T: SpannerTable>(
        &self,
        insert: InsertReturning<T>,
        also: impl FnMut(&[T::Key]) -> Result<Vec<Self::Mutation>, RowError>,
    ) -> Result<(Option<SystemTime>, Vec<T::Key>)>;
}

/// The values of these columns.
fn plain_row(mut row: impl ClientRow, columns: &[&str]) -> Result<Vec<WireValue>> {
    columns
        .iter()
        .map(|column| row.take(column).ok_or_else(|| Failure::from(format!("no column {column}"))))
        .collect()
}

/// All rows of a stream, with other work between the first one and the others.
pub async fn rows_while<T, E: Into<Failure>>(
    mut stream: impl Stream<Item = Result<T, E>> + Unpin,
    meanwhile: impl AsyncFnOnce() -> Result,
) -> Result<Vec<T>> {
    let first = stream.try_next().await.map_err(Into::into)?;
    meanwhile().await?;
    let mut rows: Vec<T> = first.into_iter().collect();
    while let Some(row) = stream.try_next().await.map_err(Into::into)? {
        rows.push(row);
    }
    Ok(rows)
}

/// The result of a case, or of one of its steps.
pub type Result<T = (), E = Failure> = std::result::Result<T, E>;

/// Why a case failed, or the database's error that it expects.
#[derive(Debug)]
pub struct Failure {
    /// gRPC's code, if the database answered.
    pub code: Option<i32>,
    /// The message.
    pub text: String,
}

impl Failure {
    /// gRPC's code of something that does not exist.
    pub const NOT_FOUND: i32 = 5;
    /// gRPC's code of something that exists already.
    pub const ALREADY_EXISTS: i32 = 6;
    /// gRPC's code of a value that a column or constraint does not allow.
    pub const OUT_OF_RANGE: i32 = 11;
    /// gRPC's code of a transaction that should be retried.
    pub const ABORTED: i32 = 10;

    /// Whether the database answered with this code.
    #[must_use]
    pub fn is(&self, code: i32) -> bool {
        self.code == Some(code)
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.code {
            Some(code) => write!(out, "code {code}: {}", self.text),
            None => out.write_str(&self.text),
        }
    }
}

impl From<String> for Failure {
    fn from(text: String) -> Self {
        Self { code: None, text }
    }
}

macro_rules! from_errors {
    ($($error:ty),*) => {$(
        impl From<$error> for Failure {
            fn from(error: $error) -> Self {
                error.to_string().into()
            }
        }
    )*};
}
from_errors!(RowError, ScanError, StatementError, SchemaError, spanner_keys_emulator::Error);

/// The database of a case with its tables, and a client of it.
#[expect(missing_debug_implementations, reason = "clients have none")]
pub struct Stage<'e, C> {
    /// The client.
    pub client: &'e C,
    /// The database, accessed without the client.
    pub database: &'e Database<'e>,
    /// The dialect of the database.
    pub dialect: Dialect,
    host: &'e str,
}

impl<C> Clone for Stage<'_, C> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<C> Copy for Stage<'_, C> {}

impl<C: Through> Stage<'_, C> {
    /// Another client of the same database. The emulator knows one transaction of a session at a
    /// time, and Google's client has one session only.
    pub async fn another_client(&self) -> Result<C> {
        C::open(self.host, self.database.path()).await
    }
}

impl Stage<'_, Gcloud> {
    /// Another client of the same database, with this pool of sessions.
    pub async fn gcloud(&self, sessions: SessionConfig) -> Result<Client> {
        gcloud::client(self.host, self.database.path(), sessions).await
    }
}

/// Runs a case in a new database.
pub fn run<C: Through>(
    emulator: &Emulator,
    dialect: Dialect,
    schema: &Schema<'_>,
    case: impl AsyncFnOnce(Stage<'_, C>) -> Result,
) -> Result<(), String> {
    let database = emulator.database_of(schema, dialect)?;
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .map_err(|error| error.to_string())?;
    runtime.block_on(async {
        let host = emulator.grpc_host();
        let client = C::open(host, database.path()).await.map_err(|failure| failure.to_string())?;
        case(Stage { client: &client, database: &database, dialect, host })
            .await
            .map_err(|failure| failure.to_string())
    })
}
