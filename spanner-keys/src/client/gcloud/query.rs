//! Queries of your own, with rows as structs.

use futures_util::stream::{BoxStream, TryStreamExt as _};
use gcloud_googleapis::spanner::v1::struct_type::Field;
use gcloud_spanner::client::{Client, Error as GcloudError};
use gcloud_spanner::statement::Statement;
use gcloud_spanner::transaction::Transaction;

use super::Error;
use super::generated::{Handover, generated};
use crate::client::{IntoStatement, at_most_one, exactly_one, sql_type};
use crate::query::{FromRow, RowReader};
use crate::schema::SqlType;
use crate::statement::StatementError;

/// All rows of a query, as one snapshot of the database.
///
/// The statement is one of [`sql`](crate::sql), the client's own, or a text without parameters.
///
/// ```no_run
/// use gcloud_spanner::client::Client;
/// use spanner_keys::client::gcloud::{Error, query};
/// use spanner_keys::{SpannerRow, sql};
///
/// #[derive(SpannerRow)]
/// struct Total {
///     owner: String,
///     tasks: i64,
/// }
///
/// async fn totals(client: &Client, least: i64) -> Result<Vec<Total>, Error> {
///     let text = "SELECT owner, COUNT(*) AS tasks FROM Tasks GROUP BY owner HAVING COUNT(*) >= @least";
///     query(client, sql(text).bind("least", least)).await
/// }
/// ```
pub async fn query<R: FromRow + Send>(
    client: &Client,
    query: impl IntoStatement<Statement>,
) -> Result<Vec<R>, Error> {
    query_in(&mut *client.single().await?, query).await
}

/// The only row of a query; any other number of rows is an error.
///
/// ```no_run
/// use gcloud_spanner::client::Client;
/// use spanner_keys::client::gcloud::{Error, query_one};
///
/// async fn count(client: &Client) -> Result<i64, Error> {
///     let (count,) = query_one(client, "SELECT COUNT(*) FROM Tasks").await?;
///     Ok(count)
/// }
/// ```
pub async fn query_one<R: FromRow + Send>(
    client: &Client,
    query: impl IntoStatement<Statement>,
) -> Result<R, Error> {
    query_one_in(&mut *client.single().await?, query).await
}

/// The row of a query, if there is one; a second one is an error.
///
/// ```no_run
/// use gcloud_spanner::client::Client;
/// use spanner_keys::client::gcloud::{Error, query_optional};
/// use spanner_keys::{SpannerTable, sql};
///
/// #[derive(SpannerTable)]
/// struct Country {
///     #[key]
///     code: String,
///     name: String,
/// }
///
/// async fn by_name(client: &Client, name: &str) -> Result<Option<Country>, Error> {
///     let text = "SELECT * FROM Country WHERE name = @name";
///     query_optional(client, sql(text).bind("name", name)).await
/// }
/// ```
pub async fn query_optional<R: FromRow + Send>(
    client: &Client,
    query: impl IntoStatement<Statement>,
) -> Result<Option<R>, Error> {
    query_optional_in(&mut *client.single().await?, query).await
}

/// The same as [`query`] as a stream, for more rows than fit in memory. Nothing is sent before it is
/// polled. A row that cannot be read is one error, and the stream continues; after any other error it
/// ends.
///
/// ```no_run
/// use futures_util::TryStreamExt;
/// use gcloud_spanner::client::Client;
/// use spanner_keys::client::gcloud::{Error, query_stream};
/// use spanner_keys::sql;
///
/// async fn print_all(client: &Client) -> Result<(), Error> {
///     let mut rows = query_stream(client, sql("SELECT title, open FROM Tasks"));
///     while let Some((title, open)) = rows.try_next().await? {
///         let (title, open): (String, bool) = (title, open);
///         println!("{title}: {open}");
///     }
///     Ok(())
/// }
/// ```
pub fn query_stream<R: FromRow + Send + 'static>(
    client: &Client,
    query: impl IntoStatement<Statement>,
) -> BoxStream<'static, Result<R, Error>> {
    let (client, statement) = (client.clone(), query.into_statement());
    generated(|out| async move {
        match client.single().await {
            Ok(mut tx) => hand_over(&mut tx, statement, &out).await,
            Err(error) => out.put(Err(error.into())).await,
        }
    })
}

/// The same as [`query`] inside your own transaction, read-only or read-write.
///
/// Statements that return the rows they write (`THEN RETURN`) do not belong here: this client sends
/// each of a transaction with the same sequence number, so the database treats the second as a retry
/// of the first. See [`insert_returning`](super::insert_returning).
///
/// ```no_run
/// use gcloud_spanner::client::{Client, Error};
/// use spanner_keys::client::gcloud::query_in;
/// use spanner_keys::sql;
///
/// async fn titles(client: &Client) -> Result<usize, Error> {
///     let mut tx = client.read_only_transaction().await?;
///     let titles: Vec<(String,)> = query_in(&mut tx, sql("SELECT title FROM Tasks")).await?;
///     let names: Vec<(String,)> = query_in(&mut tx, sql("SELECT name FROM Users")).await?;
///     Ok(titles.len() + names.len())
/// }
/// ```
pub async fn query_in<R: FromRow + Send>(
    tx: &mut Transaction,
    query: impl IntoStatement<Statement>,
) -> Result<Vec<R>, Error> {
    query_stream_in(tx, query).try_collect().await
}

/// The same as [`query_one`] inside your own transaction.
pub async fn query_one_in<R: FromRow + Send>(
    tx: &mut Transaction,
    query: impl IntoStatement<Statement>,
) -> Result<R, Error> {
    exactly_one(query_stream_in(tx, query)).await
}

/// The same as [`query_optional`] inside your own transaction.
pub async fn query_optional_in<R: FromRow + Send>(
    tx: &mut Transaction,
    query: impl IntoStatement<Statement>,
) -> Result<Option<R>, Error> {
    at_most_one(query_stream_in(tx, query)).await
}

/// The same as [`query_stream`] inside your own transaction.
pub fn query_stream_in<'tx, R: FromRow + Send + 'tx>(
    tx: &'tx mut Transaction,
    query: impl IntoStatement<Statement>,
) -> BoxStream<'tx, Result<R, Error>> {
    let statement = query.into_statement();
    generated(|out| async move { hand_over(tx, statement, &out).await })
}

/// Hands over one row after the other, and the error that ends them.
async fn hand_over<R: FromRow + Send>(
    tx: &mut Transaction,
    statement: Result<Statement, StatementError>,
    out: &Handover<Result<R, Error>>,
) {
    let done = async {
        let mut rows = tx.query(statement?).await.map_err(GcloudError::from)?;
        let mut row = rows.next().await.map_err(GcloudError::from)?;
        // The columns are known after the first answer, also if there are no rows.
        let columns = rows.columns_metadata().iter();
        let reader = RowReader::new(columns.map(|field| (field.name.as_str(), type_of(field))))?;
        while let Some(mut found) = row {
            out.put(reader.read(&mut found).map_err(Error::from)).await;
            row = rows.next().await.map_err(GcloudError::from)?;
        }
        Ok(())
    };
    if let Err(error) = done.await {
        out.put(Err(error)).await;
    }
}

pub(super) fn type_of(field: &Field) -> Option<SqlType> {
    let ty = field.r#type.as_ref()?;
    sql_type(ty.code, ty.array_element_type.as_ref().map(|element| element.code))
}
