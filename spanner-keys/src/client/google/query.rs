//! Queries of your own, with rows as structs.

use std::future::Future;

use futures_util::stream::{self, BoxStream, StreamExt as _, TryStreamExt as _};
use google_cloud_spanner::client::DatabaseClient;
use google_cloud_spanner::result::ResultSet;
use google_cloud_spanner::statement::Statement;
use google_cloud_spanner::types::Type;

use super::{Error, ReadTransaction};
use crate::client::{IntoStatement, at_most_one, exactly_one, sql_type};
use crate::query::{FromRow, RowReader};
use crate::schema::SqlType;

/// All rows of a query, as one snapshot of the database.
///
/// The statement is one of [`sql`](crate::sql), the client's own, or a text without parameters.
///
/// ```no_run
/// use google_cloud_spanner::client::DatabaseClient;
/// use spanner_keys::client::google::{Error, query};
/// use spanner_keys::{SpannerRow, sql};
///
/// #[derive(SpannerRow)]
/// struct Total {
///     owner: String,
///     tasks: i64,
/// }
///
/// async fn totals(client: &DatabaseClient, least: i64) -> Result<Vec<Total>, Error> {
///     let text = "SELECT owner, COUNT(*) AS tasks FROM Tasks GROUP BY owner HAVING COUNT(*) >= @least";
///     query(client, sql(text).bind("least", least)).await
/// }
/// ```
pub async fn query<R: FromRow + Send>(
    client: &DatabaseClient,
    query: impl IntoStatement<Statement>,
) -> Result<Vec<R>, Error> {
    query_in(&client.single_use().build(), query).await
}

/// The only row of a query; any other number of rows is an error.
///
/// ```no_run
/// use google_cloud_spanner::client::DatabaseClient;
/// use spanner_keys::client::google::{Error, query_one};
///
/// async fn count(client: &DatabaseClient) -> Result<i64, Error> {
///     let (count,) = query_one(client, "SELECT COUNT(*) FROM Tasks").await?;
///     Ok(count)
/// }
/// ```
pub async fn query_one<R: FromRow + Send>(
    client: &DatabaseClient,
    query: impl IntoStatement<Statement>,
) -> Result<R, Error> {
    query_one_in(&client.single_use().build(), query).await
}

/// The row of a query, if there is one; a second one is an error.
///
/// ```no_run
/// use google_cloud_spanner::client::DatabaseClient;
/// use spanner_keys::client::google::{Error, query_optional};
/// use spanner_keys::{SpannerTable, sql};
///
/// #[derive(SpannerTable)]
/// struct Country {
///     #[key]
///     code: String,
///     name: String,
/// }
///
/// async fn by_name(client: &DatabaseClient, name: &str) -> Result<Option<Country>, Error> {
///     let text = "SELECT * FROM Country WHERE name = @name";
///     query_optional(client, sql(text).bind("name", name)).await
/// }
/// ```
pub async fn query_optional<R: FromRow + Send>(
    client: &DatabaseClient,
    query: impl IntoStatement<Statement>,
) -> Result<Option<R>, Error> {
    query_optional_in(&client.single_use().build(), query).await
}

/// The same as [`query`] as a stream, for more rows than fit in memory. Nothing is sent before it is
/// polled. A row that cannot be read is one error, and the stream continues; after any other error it
/// ends.
///
/// ```no_run
/// use futures_util::TryStreamExt;
/// use google_cloud_spanner::client::DatabaseClient;
/// use spanner_keys::client::google::{Error, query_stream};
/// use spanner_keys::sql;
///
/// async fn print_all(client: &DatabaseClient) -> Result<(), Error> {
///     let mut rows = query_stream(client, sql("SELECT title, open FROM Tasks"));
///     while let Some((title, open)) = rows.try_next().await? {
///         let (title, open): (String, bool) = (title, open);
///         println!("{title}: {open}");
///     }
///     Ok(())
/// }
/// ```
pub fn query_stream<R: FromRow + Send + 'static>(
    client: &DatabaseClient,
    query: impl IntoStatement<Statement>,
) -> BoxStream<'static, Result<R, Error>> {
    let (tx, statement) = (client.single_use().build(), query.into_statement());
    rows(async move { Ok(tx.execute_query(statement?).await?) })
}

/// The same as [`query`] inside your own transaction, read-only or read-write.
///
/// ```no_run
/// use google_cloud_spanner::client::DatabaseClient;
/// use spanner_keys::client::google::{Error, query_in};
/// use spanner_keys::sql;
///
/// async fn titles(client: &DatabaseClient) -> Result<usize, Error> {
///     let tx = client.read_only_transaction().build().await?;
///     let titles: Vec<(String,)> = query_in(&tx, sql("SELECT title FROM Tasks")).await?;
///     let names: Vec<(String,)> = query_in(&tx, sql("SELECT name FROM Users")).await?;
///     Ok(titles.len() + names.len())
/// }
/// ```
pub async fn query_in<R: FromRow + Send>(
    tx: &impl ReadTransaction,
    query: impl IntoStatement<Statement>,
) -> Result<Vec<R>, Error> {
    query_stream_in(tx, query).try_collect().await
}

/// The same as [`query_one`] inside your own transaction.
pub async fn query_one_in<R: FromRow + Send>(
    tx: &impl ReadTransaction,
    query: impl IntoStatement<Statement>,
) -> Result<R, Error> {
    exactly_one(query_stream_in(tx, query)).await
}

/// The same as [`query_optional`] inside your own transaction.
pub async fn query_optional_in<R: FromRow + Send>(
    tx: &impl ReadTransaction,
    query: impl IntoStatement<Statement>,
) -> Result<Option<R>, Error> {
    at_most_one(query_stream_in(tx, query)).await
}

/// The same as [`query_stream`] inside your own transaction.
pub fn query_stream_in<'tx, R: FromRow + Send + 'tx>(
    tx: &'tx impl ReadTransaction,
    query: impl IntoStatement<Statement>,
) -> BoxStream<'tx, Result<R, Error>> {
    let statement = query.into_statement();
    rows(async move { Ok(tx.query(statement?).await?) })
}

/// One row after the other, and the error that ends them.
fn rows<'tx, R: FromRow + Send + 'tx>(
    found: impl Future<Output = Result<ResultSet, Error>> + Send + 'tx,
) -> BoxStream<'tx, Result<R, Error>> {
    let rows = async move {
        let found = found.await?;
        let columns = found.metadata().column_names().iter().zip(found.metadata().column_types());
        let reader = RowReader::new(columns.map(|(name, ty)| (name.as_str(), type_of(ty))))?;
        Ok::<_, Error>(stream::unfold(Some((found, reader)), |rest| async move {
            let (mut found, reader) = rest?;
            match found.next().await? {
                Ok(mut row) => {
                    let row = reader.read(&mut row).map_err(Error::from);
                    Some((row, Some((found, reader))))
                }
                Err(error) => Some((Err(error.into()), None)),
            }
        }))
    };
    stream::once(rows).try_flatten().boxed()
}

pub(super) fn type_of(ty: &Type) -> Option<SqlType> {
    sql_type(ty.code().into(), ty.array_element_type().map(|element| element.code().into()))
}
