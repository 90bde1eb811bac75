//! What the queries of both clients share.

use futures_util::stream::{Stream, TryStreamExt as _};

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
