//! What the queries of both clients share.

use std::sync::{Arc, Mutex, PoisonError};
use std::task::Poll;

use futures_util::stream::BoxStream;
use futures_util::stream::{self, Stream, StreamExt as _, TryStreamExt as _};

use super::ClientError;
use crate::column::Column;
use crate::schema::{Scalar, SqlType};
use crate::statement::StatementError;

/// The type of a column of a result, if it is one of ours: the code of its type, and of its elements.
pub(super) fn sql_type(code: i32, element: Option<i32>) -> Option<SqlType> {
    let scalar = match code {
        1 => Scalar::Bool,
        2 => Scalar::Int64,
        3 => Scalar::Float64,
        4 => Scalar::UtcTimestamp,
        5 => Scalar::CalendarDate,
        6 => Scalar::Text,
        7 => Scalar::Binary,
        8 => return sql_type(element?, None).map(SqlType::array),
        10 => Scalar::Numeric,
        11 => Scalar::JsonDocument,
        15 => Scalar::Float32,
        17 => Scalar::NativeUuid,
        _ => return None,
    };
    Some(SqlType::of(scalar))
}

/// The type that a value of a result is read as. The clients ask for each element of an array.
pub(super) fn read_as<C: Column>(result: Option<SqlType>) -> SqlType {
    result.map_or(C::TYPE, |result| SqlType { array: result.array && C::TYPE.array, ..result })
}

/// The row, if there is one.
pub(super) async fn at_most_one<R, E>(
    mut rows: impl Stream<Item = Result<R, ClientError<E>>> + Unpin,
) -> Result<Option<R>, ClientError<E>> {
    let first = rows.try_next().await?;
    match rows.try_next().await? {
        Some(_) => Err(StatementError::ManyRows.into()),
        None => Ok(first),
    }
}

/// The only row.
pub(super) async fn exactly_one<R, E>(
    rows: impl Stream<Item = Result<R, ClientError<E>>> + Unpin,
) -> Result<R, ClientError<E>> {
    at_most_one(rows).await?.ok_or_else(|| StatementError::NoRow.into())
}

/// A stream of what a future hands over. The rows of gcloud-spanner borrow their transaction, so
/// that both have to be in the same future.
pub(super) fn generated<'a, T, F>(work: impl FnOnce(Handover<T>) -> F) -> BoxStream<'a, T>
where
    T: Send + 'a,
    F: Future<Output = ()> + Send + 'a,
{
    let out = Handover(Arc::new(Mutex::new(None)));
    let mut work = Box::pin(work(Handover(Arc::clone(&out.0))));
    let mut is_done = false;
    stream::poll_fn(move |context| {
        is_done = is_done || work.as_mut().poll(context).is_ready();
        match out.take() {
            None if !is_done => Poll::Pending,
            item => Poll::Ready(item),
        }
    })
    .boxed()
}

/// Where the future puts an item, and the stream takes it.
pub(super) struct Handover<T>(Arc<Mutex<Option<T>>>);

impl<T> Handover<T> {
    /// Waits until the item is taken.
    pub(super) async fn put(&self, item: T) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = Some(item);
        std::future::poll_fn(|_| if self.is_empty() { Poll::Ready(()) } else { Poll::Pending })
            .await;
    }

    fn is_empty(&self) -> bool {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).is_none()
    }

    fn take(&self) -> Option<T> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).take()
    }
}
