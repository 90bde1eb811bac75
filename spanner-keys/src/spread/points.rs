//! Where to split a new table before its first load.

use std::fmt;
use std::marker::PhantomData;

use uuid::Uuid;

use super::key::{root, shown};
use crate::base64::to_base64;
use crate::client_types::ClientKey;
use crate::column::Column;
use crate::row::key::computes_shard;
use crate::row::read::{RowValues, by_name};
use crate::row::{SpannerTable, TableKey};
use crate::rules::hotspot::{Outcome, walk_key};
use crate::schema::{Fill, Scalar, SqlType, TableDef, UuidHalf};
use crate::value::WireValue;

/// The maximum number of split points in one request.
const A_FILE: usize = 100;

/// Even boundaries at which to split a table before an expected load. They follow from the
/// key alone: UUIDs, random and bit-reversed numbers are even over their whole range, and shards
/// are numbered.
///
/// Printed with `{}` they are the file that `gcloud spanner databases splits add --splits-file`
/// accepts, which holds at most 100 of them ([`files`](Self::files)). Google advises about ten per
/// node, some hours before the load.
///
/// ```
/// use spanner_keys::spread::split_points;
/// use spanner_keys::{SpannerTable, Uuid};
///
/// #[derive(SpannerTable)]
/// #[table(name = "Events")]
/// struct Event {
///     #[key(shard = 16)]
///     shard: i64,
///     #[key]
///     at: std::time::SystemTime,
/// }
///
/// let points = split_points::<Event>(3)?;
/// assert_eq!(points.to_string(), "\
/// TABLE Events ('4','0001-01-01T00:00:00Z')
/// TABLE Events ('8','0001-01-01T00:00:00Z')
/// TABLE Events ('12','0001-01-01T00:00:00Z')
/// ");
/// assert_eq!(points.iter().map(|point| point.part::<i64>("shard")).collect::<Vec<_>>(), [Some(4), Some(8), Some(12)]);
/// # Ok::<(), spanner_keys::spread::NoSplitPoints>(())
/// ```
pub struct SplitPoints<T>(Vec<SplitPoint<T>>);

/// A key to split at. Spanner needs all of its parts; those after the first have the smallest value
/// of their type.
pub struct SplitPoint<T> {
    values: Vec<WireValue>,
    table: PhantomData<fn() -> T>,
}

impl<T> Clone for SplitPoint<T> {
    fn clone(&self) -> Self {
        Self { values: self.values.clone(), table: PhantomData }
    }
}

impl<T> fmt::Debug for SplitPoint<T> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_tuple("SplitPoint").field(&self.values).finish()
    }
}

impl<T> Clone for SplitPoints<T> {
    fn clone(&self) -> Self {
        Self(self.0.clone())
    }
}

impl<T> fmt::Debug for SplitPoints<T> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_list().entries(&self.0).finish()
    }
}

impl<T: SpannerTable> SplitPoint<T> {
    /// All parts, in the order of the key.
    #[must_use]
    pub fn values(&self) -> &[WireValue] {
        &self.values
    }

    /// The part in the column of this name, as its Rust type.
    #[must_use]
    pub fn part<V: Column>(&self, column: &str) -> Option<V> {
        let part = position::<T>(column)?;
        V::from_wire(self.values[part].clone(), T::TABLE.columns[T::TABLE.key[part].column].ty).ok()
    }

    /// The whole key as the table's own type. `None` if a shard in it is computed: no row has this
    /// key, and the type holds only keys that rows have.
    #[must_use]
    pub fn key(&self) -> Option<T::Key> {
        if const { computes_shard(&T::TABLE, false) } {
            return None;
        }
        let mut values = by_name(|name| Some(self.values[position::<T>(name)?].clone()));
        T::Key::read(&mut RowValues::new(&T::TABLE, &mut values)).ok()
    }

    /// The whole key as the client's own.
    #[must_use]
    pub fn client_key<K: ClientKey>(&self) -> K {
        K::from_values(self.values.clone())
    }
}

/// The position in the key of the column of this name.
fn position<T: SpannerTable>(column: &str) -> Option<usize> {
    T::TABLE.key.iter().position(|part| T::TABLE.columns[part.column].name == column)
}

impl<T: SpannerTable> fmt::Display for SplitPoint<T> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let value = |value: &WireValue| match value {
            // Only text is quoted; INT64, NUMERIC and times travel as text. A comma would
            // end the value.
            WireValue::Text(text) => format!("'{}'", text.replace(',', "\\,")),
            WireValue::Number(number) => format!("{number:e}"),
            other => shown(other),
        };
        write!(
            out,
            "TABLE {} ({})",
            T::TABLE.path(),
            self.values.iter().map(value).collect::<Vec<_>>().join(",")
        )
    }
}

impl<T: SpannerTable> SplitPoints<T> {
    /// The points, in the order of the key.
    pub fn iter(&self) -> std::slice::Iter<'_, SplitPoint<T>> {
        self.0.iter()
    }

    /// The files for `gcloud spanner databases splits add --splits-file`, each with at most 100
    /// points.
    #[must_use]
    pub fn files(&self) -> Vec<String> {
        self.0.chunks(A_FILE).map(|points| Self(points.to_vec()).to_string()).collect()
    }
}

impl<'a, T: SpannerTable> IntoIterator for &'a SplitPoints<T> {
    type Item = &'a SplitPoint<T>;
    type IntoIter = std::slice::Iter<'a, SplitPoint<T>>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl<T: SpannerTable> fmt::Display for SplitPoints<T> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|point| writeln!(out, "{point}"))
    }
}

/// Why a table has no split points that would help.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum NoSplitPoints {
    /// The key arrives in order: all inserts reach the last split, wherever the others are.
    Ordered {
        /// The table.
        table: String,
        /// The column that grows.
        column: String,
    },
    /// The rows are stored with those of another table, and are split with them.
    Interleaved {
        /// The table.
        table: String,
        /// The table at the root.
        root: String,
    },
    /// Only the data shows where the values of the first column are.
    DependsOnData {
        /// The table.
        table: String,
        /// The column.
        column: String,
    },
    /// The first column has only few values, and the writes may all have the same one.
    FewValues {
        /// The table.
        table: String,
        /// The column.
        column: String,
    },
    /// More points were requested than there are boundaries between shards. A split inside a shard
    /// does not help.
    TooMany {
        /// The table.
        table: String,
        /// The maximum number of points that help.
        most: usize,
    },
}

impl fmt::Display for NoSplitPoints {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Ordered { table, column } => write!(
                out,
                "split points do not help `{table}`: `{column}` grows with the inserts, so all of them go to the last split, wherever the others are"
            ),
            Self::Interleaved { table, root } => write!(
                out,
                "`{table}` has no split points: its rows are stored with those of `{root}`, so split that table"
            ),
            Self::DependsOnData { table, column } => write!(
                out,
                "`{table}` has no even split points: only the data shows where the values of `{column}` are; split at keys of existing rows"
            ),
            Self::FewValues { table, column } => write!(
                out,
                "`{table}` has no even split points: `{column}` has few values, and new rows may all have the same one"
            ),
            Self::TooMany { table, most } => write!(
                out,
                "`{table}` has {most} boundaries between its shards, and a split inside a shard does not help"
            ),
        }
    }
}

impl std::error::Error for NoSplitPoints {}

/// As many points as requested, which divide the keys of the table evenly, or the reason why split
/// points do not help.
pub fn split_points<T: SpannerTable>(count: usize) -> Result<SplitPoints<T>, NoSplitPoints> {
    let table = const { &T::TABLE };
    let leading = even_values(table, count)?;
    let rest: Vec<WireValue> = table.key[1..]
        .iter()
        .map(|part| first_value(table.columns[part.column].ty, part.descending))
        .collect();
    let mut points: Vec<_> = leading
        .into_iter()
        .map(|value| SplitPoint {
            values: std::iter::once(value).chain(rest.iter().cloned()).collect(),
            table: PhantomData,
        })
        .collect();
    if table.key[0].descending {
        points.reverse();
    }
    Ok(SplitPoints(points))
}

/// Values that divide the first column evenly.
fn even_values(table: &TableDef<'static>, count: usize) -> Result<Vec<WireValue>, NoSplitPoints> {
    let name = table.path().into_owned();
    if table.parent.is_some() {
        let root = root(table).path().into_owned();
        return Err(NoSplitPoints::Interleaved { table: name, root });
    }
    let column = |part: usize| {
        let part = table.key.get(part);
        part.map(|part| table.columns[part.column].name.to_owned()).unwrap_or_default()
    };
    match walk_key(table) {
        Outcome::Hot { at, .. } => {
            return Err(NoSplitPoints::Ordered { table: name, column: column(at) });
        }
        Outcome::Spread { at: 0 } | Outcome::SuppliedUuid { at: 0 } => {}
        _ => return Err(NoSplitPoints::FewValues { table: name, column: column(0) }),
    }
    let first = &table.columns[table.key[0].column];
    let pieces = count as u128 + 1;
    let points = 1..pieces;
    match first.fill {
        Fill::Shard(shard) => {
            let shards = u128::from(shard.count);
            if pieces > shards {
                let most = usize::from(shard.count.saturating_sub(1));
                return Err(NoSplitPoints::TooMany { table: name, most });
            }
            Ok(points.map(|point| WireValue::Text((point * shards / pieces).to_string())).collect())
        }
        Fill::Random | Fill::BitReversed | Fill::Sequence(_) | Fill::Identity(_) => {
            Ok(points.map(|point| WireValue::Text(((point << 63) / pieces).to_string())).collect())
        }
        Fill::UuidHalf(half) => {
            // The low half begins with the two bits of the variant.
            let values: u128 = if half == UuidHalf::High { 1 << 64 } else { 1 << 62 };
            let above = |point: u128| i128::try_from(point * values / pieces).unwrap_or(0);
            let value = |point| i128::from(i64::MIN) + above(point);
            Ok(points.map(|point| WireValue::Text(value(point).to_string())).collect())
        }
        Fill::UuidV4 => Ok(points.map(|point| uuid_value(point, pieces, first.ty)).collect()),
        _ if matches!(walk_key(table), Outcome::SuppliedUuid { .. }) => {
            Ok(points.map(|point| uuid_value(point, pieces, first.ty)).collect())
        }
        _ => Err(NoSplitPoints::DependsOnData { table: name, column: column(0) }),
    }
}

fn uuid_value(point: u128, pieces: u128, ty: SqlType) -> WireValue {
    // Dividing first loses less than one unit.
    let uuid = Uuid::from_u128((u128::MAX / pieces + 1) * point);
    match ty.scalar {
        Scalar::Binary => WireValue::Text(to_base64(uuid.as_bytes())),
        _ => WireValue::Text(uuid.to_string()),
    }
}

/// The value that sorts before all others: the smallest, or the largest if the column descends.
fn first_value(ty: SqlType, descending: bool) -> WireValue {
    let text = |smallest: &str, largest: &str| {
        WireValue::Text(if descending { largest } else { smallest }.to_owned())
    };
    let uuid = ty.length == Some(36) && ty.scalar == Scalar::Text;
    match ty.scalar {
        Scalar::Bool => WireValue::Boolean(descending),
        Scalar::Int64 => text("-9223372036854775808", "9223372036854775807"),
        Scalar::Float32 | Scalar::Float64 => {
            WireValue::Number(if descending { f64::MAX } else { f64::MIN })
        }
        Scalar::Numeric => text(
            "-99999999999999999999999999999.999999999",
            "99999999999999999999999999999.999999999",
        ),
        Scalar::NativeUuid => {
            text("00000000-0000-0000-0000-000000000000", "ffffffff-ffff-ffff-ffff-ffffffffffff")
        }
        Scalar::Text if uuid => {
            text("00000000-0000-0000-0000-000000000000", "ffffffff-ffff-ffff-ffff-ffffffffffff")
        }
        // Text has no largest value; ordinary text does not sort after the last character.
        Scalar::Text | Scalar::JsonDocument => text("", "\u{10ffff}"),
        Scalar::Binary if ty.length == Some(16) => {
            text("AAAAAAAAAAAAAAAAAAAAAA==", "/////////////////////w==")
        }
        Scalar::Binary => text("", "/////////////////////w=="),
        Scalar::CalendarDate => text("0001-01-01", "9999-12-31"),
        Scalar::UtcTimestamp => text("0001-01-01T00:00:00Z", "9999-12-31T23:59:59.999999999Z"),
    }
}
