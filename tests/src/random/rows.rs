//! Random rows for random tables, in wire format: what is sent, and what must be read back.

use std::time::SystemTime;

use bigdecimal::BigDecimal;
use chrono::NaiveDate;
use spanner_keys::Column;
use spanner_keys::keys::{HashInput, bit_reverse, shard_of};
use spanner_keys::schema::{ColumnDef, Fill, Scalar, ShardBy, ShardDef, SqlType};
use spanner_keys::value::WireValue;

use super::spec::{Spec, TableSpec};
use super::values::{Values, base64};

/// The rows of one table. A value that only the database knows is `None`.
#[derive(Clone, Debug)]
pub struct TableRows {
    /// The rows, each with a value for every column.
    pub rows: Vec<Vec<Option<WireValue>>>,
    /// The columns that are written, by position.
    pub written: Vec<usize>,
}

impl Spec {
    /// The same schema without what random rows may violate: references, checks, unique indexes
    /// and expiry.
    #[must_use]
    pub fn for_rows(mut self) -> Self {
        for table in &mut self.tables {
            table.foreign_keys.clear();
            table.checks.clear();
            table.ttl = None;
            table.indexes.iter_mut().for_each(|index| index.unique = false);
            for at in 0..table.columns.len() {
                // An expression may return a longer text, or NULL.
                if matches!(table.columns[at].fill, Fill::Generated { .. }) && !table.in_key(at) {
                    table.columns[at].nullable = true;
                    table.columns[at].ty.length = None;
                }
            }
        }
        self
    }

    /// Some rows for each table, those of a child below rows of its parent.
    pub fn rows(&self, values: &mut Values, most: usize) -> Result<Vec<TableRows>, String> {
        let mut all: Vec<TableRows> = Vec::new();
        for table in &self.tables {
            let above = table.parent.map(|(parent, _)| (&self.tables[parent], &all[parent]));
            let mut rows: Vec<Vec<Option<WireValue>>> = Vec::new();
            for _ in 0..most {
                if let Some(row) = table.row(values, above)? {
                    let key = |row: &[Option<WireValue>]| {
                        table.key.iter().map(|part| row[part.column].clone()).collect::<Vec<_>>()
                    };
                    // A part that the database generates is computed from the others.
                    if !rows.iter().any(|known| key(known) == key(&row)) {
                        rows.push(row);
                    }
                }
            }
            let written =
                (0..table.columns.len()).filter(|&column| !table.computed(column)).collect();
            all.push(TableRows { rows, written });
        }
        Ok(all)
    }
}

impl TableSpec {
    /// One row; `None` if the parent table has no row.
    fn row(
        &self,
        values: &mut Values,
        above: Option<(&Self, &TableRows)>,
    ) -> Result<Option<Vec<Option<WireValue>>>, String> {
        let mut row: Vec<Option<WireValue>> = vec![None; self.columns.len()];
        if let Some((parent, TableRows { rows, .. })) = above {
            let Some(chosen) = rows.get(values.below(rows.len())) else { return Ok(None) };
            for (own, theirs) in self.key.iter().zip(&parent.key) {
                // What the database generated in the parent's key is not known here.
                let Some(value) = chosen[theirs.column].clone() else { return Ok(None) };
                row[own.column] = Some(value);
            }
        }
        for (at, value) in row.iter_mut().enumerate() {
            if value.is_none() && !self.computed(at) && !matches!(self.fill(at), Fill::Shard(_)) {
                *value = Some(self.value(at, values));
            }
        }
        for at in 0..self.columns.len() {
            if let (None, Fill::Shard(shard)) = (&row[at], self.fill(at)) {
                let number = match shard.by {
                    ShardBy::Chance => i64::try_from(values.below(shard.count.into())).unwrap_or(0),
                    _ => self.shard(&shard, &row)?,
                };
                row[at] = Some(WireValue::Text(number.to_string()));
            }
        }
        Ok(Some(row))
    }

    fn fill(&self, column: usize) -> Fill<'static> {
        let inherited = self.key.iter().any(|part| part.column == column && part.inherited);
        if inherited { Fill::Supplied } else { self.columns[column].fill }
    }

    fn value(&self, at: usize, values: &mut Values) -> WireValue {
        let ColumnDef { ty, nullable, commit_timestamp, .. } = self.columns[at];
        if nullable && values.one_in(4) {
            return WireValue::Null;
        }
        let binary = ty.scalar == Scalar::Binary;
        let id =
            |bytes: &[u8], text: String| WireValue::Text(if binary { base64(bytes) } else { text });
        match self.fill(at) {
            Fill::UuidV4 | Fill::UuidV7 => {
                let uuid = values.uuid();
                id(uuid.as_bytes(), uuid.to_string())
            }
            Fill::UlidKey => {
                let bits = values.uuid().as_u128();
                id(&bits.to_be_bytes(), ulid::Ulid::from(bits).to_string())
            }
            Fill::BitReversed => WireValue::Text(
                bit_reverse(i64::try_from(values.below(1_000_000)).unwrap_or(0)).to_string(),
            ),
            // Some column may be computed from it, and must not overflow.
            _ if ty == SqlType::INT64 => WireValue::Text((values.integer() >> 2).to_string()),
            // A commit timestamp is never in the future.
            _ if commit_timestamp => WireValue::Text(values.past()),
            _ => {
                let sorted = self.in_key(at)
                    || self
                        .indexes
                        .iter()
                        .any(|index| index.columns.iter().any(|part| part.column == at));
                values.of(ty, sorted)
            }
        }
    }

    fn shard(&self, shard: &ShardDef<'_>, row: &[Option<WireValue>]) -> Result<i64, String> {
        let inputs = shard.inputs.iter().map(|&at| {
            let plain = row[at].clone().ok_or_else(|| format!("shard input #{at} is not known"))?;
            hashed(plain, self.columns[at].ty)
        });
        Ok(shard_of(&inputs.collect::<Result<Vec<_>, _>>()?, shard.count))
    }
}

/// What a shard hashes of a value, through a Rust type of the column.
fn hashed(plain: WireValue, ty: SqlType) -> Result<HashInput<'static>, String> {
    fn through<T: Column>(plain: WireValue, ty: SqlType) -> Result<HashInput<'static>, String> {
        Ok(T::from_wire(plain, ty).map_err(|problem| problem.to_string())?.hashed(ty).into_owned())
    }
    match ty.scalar {
        Scalar::Bool => through::<bool>(plain, ty),
        Scalar::Int64 => through::<i64>(plain, ty),
        Scalar::Binary => through::<Vec<u8>>(plain, ty),
        Scalar::Numeric => through::<BigDecimal>(plain, ty),
        Scalar::CalendarDate => through::<NaiveDate>(plain, ty),
        Scalar::UtcTimestamp => through::<SystemTime>(plain, ty),
        _ => through::<String>(plain, ty),
    }
}

/// A value in a comparable form: JSON without spaces, and 32-bit floats rounded as such.
#[must_use]
pub fn comparable(plain: WireValue, ty: SqlType) -> String {
    match (plain, ty.scalar) {
        (WireValue::List(items), _) => {
            items.into_iter().map(|item| comparable(item, ty)).collect::<Vec<_>>().join(",")
        }
        (WireValue::Text(text), Scalar::JsonDocument) => {
            serde_json::from_str::<serde_json::Value>(&text)
                .map_or_else(|_| format!("broken {text}"), |value| value.to_string())
        }
        #[expect(clippy::cast_possible_truncation, reason = "the column holds no more")]
        (WireValue::Number(number), Scalar::Float32) => format!("{:?}", number as f32),
        (plain, _) => format!("{plain:?}"),
    }
}
