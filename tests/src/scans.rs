//! Random scans, and what each must find, computed without shards and ranges: filter, then sort.

#![allow(clippy::expect_used, clippy::missing_panics_doc, reason = "a failed step ends the test")]
#![allow(clippy::must_use_candidate, reason = "they have no side effects")]

pub mod ways;

use spanner_keys::client::ClientRow;
use spanner_keys::keys::order::encode;
use spanner_keys::keys::{HashInput, Seeded, Source, shard_of};
use spanner_keys::scan::{AnyParts, KeyParts, Scan};
use spanner_keys::schema::{Fill, Scalar, ShardBy, TableDef};
use spanner_keys::value::WireValue;
use spanner_keys::{Dialect, SpannerTable, TableKey};

/// A table and the key or the index to scan it by.
pub trait Way {
    /// The table.
    type Table: SpannerTable + PartialEq + std::fmt::Debug + 'static;
    /// The index; `None` is the key.
    const INDEX: Option<&'static str>;
    /// What sorts the rows, in order.
    const ORDER: &'static [Step];
    /// How many parts must have one value, so that rows can be merged.
    const FIX: usize;
    /// How many parts a bound cannot have: it would continue after a shard, but lack parts that the
    /// shard is computed from.
    const NOT: &'static [usize];
    /// The dialects that have this way: PostgreSQL has no descending keys.
    const DIALECTS: &'static [Dialect];
    /// How many ranges are read when this many parts are fixed.
    fn ranges(fixed: usize) -> usize;
    /// The scan with one more bound.
    fn bound(
        scan: Scan<Self::Table, AnyParts>,
        how: How,
        parts: &[WireValue],
    ) -> Scan<Self::Table, AnyParts>;

    /// The table's definition.
    fn table() -> &'static TableDef<'static> {
        const { &Self::Table::TABLE }
    }
}

/// A column that sorts rows.
#[derive(Clone, Copy, Debug)]
pub enum Step {
    /// A part that bounds may have.
    Up(&'static str),
    /// The same, from the largest value to the smallest.
    Down(&'static str),
    /// A shard of the primary key behind an index: bounds do not name it, and it is computed where
    /// they continue after it.
    Hidden(&'static str),
    /// The shard of rows that are equal in all else.
    Last(&'static str),
}

impl Step {
    const fn name(self) -> &'static str {
        match self {
            Self::Up(name) | Self::Down(name) | Self::Hidden(name) | Self::Last(name) => name,
        }
    }

    const fn is_part(self) -> bool {
        matches!(self, Self::Up(_) | Self::Down(_))
    }
}

/// Which bound is meant.
#[derive(Clone, Copy, Debug)]
pub enum How {
    /// Inclusive start.
    StartingAt,
    /// Exclusive start.
    After,
    /// Exclusive end.
    Before,
    /// Inclusive end.
    UpTo,
    /// Both ends, inclusive.
    Prefix,
}

impl How {
    /// The scan with this bound.
    pub fn apply<T: SpannerTable>(
        self,
        scan: Scan<T, AnyParts>,
        parts: impl KeyParts<AnyParts>,
    ) -> Scan<T, AnyParts> {
        match self {
            Self::StartingAt => scan.starting_at(parts),
            Self::After => scan.after(parts),
            Self::Before => scan.before(parts),
            Self::UpTo => scan.up_to(parts),
            Self::Prefix => scan.prefix(parts),
        }
    }
}

/// A number below `limit`.
pub fn below(source: &mut Seeded, limit: usize) -> usize {
    usize::try_from(source.random() % limit.max(1) as u64).unwrap_or(0)
}

/// A row as a client returns it.
#[derive(Clone, Debug)]
pub struct Row(pub &'static TableDef<'static>, pub Vec<WireValue>);

impl ClientRow for Row {
    fn take(&mut self, column: &str) -> Option<WireValue> {
        Some(self.1[position(self.0, column)].clone())
    }
}

/// Where a column is.
pub fn position(table: &TableDef<'_>, name: &str) -> usize {
    table
        .columns
        .iter()
        .position(|column| column.name == name)
        .unwrap_or_else(|| panic!("no column {name}"))
}

/// Rows with few distinct values, so that many are equal in some columns; keys are unique.
pub fn rows(
    table: &'static TableDef<'static>,
    count: usize,
    source: &mut Seeded,
) -> Vec<Vec<WireValue>> {
    let mut rows: Vec<(Vec<u8>, Vec<WireValue>)> = Vec::new();
    for _ in 0..count {
        let row = row(table, source);
        let mut key = Vec::new();
        for part in table.key {
            encode(&row[part.column], table.columns[part.column].ty, false, &mut key)
                .expect("a value of the type");
        }
        if rows.iter().all(|(other, _)| *other != key) {
            rows.push((key, row));
        }
    }
    rows.into_iter().map(|(_, row)| row).collect()
}

/// A row, with the shards that its values give it.
pub fn row(table: &'static TableDef<'static>, source: &mut Seeded) -> Vec<WireValue> {
    let mut row: Vec<WireValue> =
        (0..table.columns.len()).map(|at| value(table, at, source)).collect();
    compute_shards(table, &mut row);
    row
}

fn value(table: &TableDef<'_>, at: usize, source: &mut Seeded) -> WireValue {
    let column = &table.columns[at];
    if let Fill::Shard(shard) = column.fill
        && shard.by == ShardBy::Chance
    {
        return WireValue::Text(below(source, shard.count.into()).to_string());
    }
    if column.nullable && below(source, 4) == 0 {
        return WireValue::Null;
    }
    if column.name == "id" && column.ty.scalar == Scalar::Int64 {
        return WireValue::Text(below(source, 200).to_string());
    }
    let mut text = |all: &[&str]| WireValue::Text(all[below(source, all.len())].to_owned());
    match column.ty.scalar {
        Scalar::Bool => WireValue::Boolean(below(source, 2) == 0),
        Scalar::Int64 => text(&["-100", "-2", "-1", "0", "1", "9", "10", "9223372036854775807"]),
        Scalar::Float32 | Scalar::Float64 => match below(source, 7) {
            0 => WireValue::Text("-Infinity".into()),
            1 => WireValue::Text("Infinity".into()),
            2 => WireValue::Number(-1.5),
            3 => WireValue::Number(0.0),
            4 => WireValue::Number(2.0),
            5 => WireValue::Number(10.25),
            // A key cannot be NaN.
            _ if table.key.iter().any(|part| part.column == at) => WireValue::Number(1e300),
            _ => WireValue::Text("NaN".into()),
        },
        Scalar::Numeric => text(&["-12", "-1.5", "0", "0.000000001", "2", "10"]),
        Scalar::Binary if column.ty.length == Some(16) => text(&[
            "AAAAAAAAQACAAAAAAAAAAA==",
            "AAAAAAAAQACAAAAAAAAA/w==",
            "/////////0//v///////////////"[..24].trim_end(),
        ]),
        Scalar::Binary => text(&["", "AA==", "AAA=", "AQ==", "/w==", "//8="]),
        Scalar::CalendarDate => text(&["0001-01-01", "2026-02-28", "2026-11-16", "9999-12-31"]),
        Scalar::UtcTimestamp => text(&[
            "0001-01-01T00:00:00Z", "2026-11-16T05:00:00Z", "2026-11-16T05:00:00.000001Z",
            "2026-11-16T05:00:00.5Z", "9999-12-31T23:59:59.999999999Z",
        ]),
        _ if column.ty.length == Some(36) => text(&[
            "00000000-0000-4000-8000-000000000000", "00000000-0000-4000-8000-0000000000ff",
            "ffffffff-ffff-4fff-bfff-ffffffffffff",
        ]),
        _ => text(&["", "a", "ab", "b", "é", "日本"]),
    }
}

/// Fills in the shards of a row, those of its ancestors too.
fn compute_shards(table: &TableDef<'_>, row: &mut [WireValue]) {
    let inherited: Vec<usize> =
        table.key.iter().filter(|part| part.inherited).map(|part| part.column).collect();
    if let Some(parent) = table.parent {
        let mut above = vec![WireValue::Null; parent.table.columns.len()];
        for (at, part) in inherited.iter().zip(parent.table.key) {
            above[part.column] = row[*at].clone();
        }
        compute_shards(parent.table, &mut above);
        for (at, part) in inherited.iter().zip(parent.table.key) {
            row[*at] = above[part.column].clone();
        }
    }
    for (at, column) in table.columns.iter().enumerate() {
        let Fill::Shard(shard) = column.fill else { continue };
        if shard.by == ShardBy::Chance {
            // An inherited shard may be out of range here.
            let number = if let WireValue::Text(text) = &row[at] {
                text.parse::<i64>().unwrap_or(0)
            } else {
                0
            };
            row[at] = WireValue::Text(number.rem_euclid(shard.count.into()).to_string());
            continue;
        }
        let hashed = |input: &usize| match &row[*input] {
            WireValue::Text(text) => HashInput::Text(text.as_str().into()),
            other => panic!("{other:?} is not hashed in these tests"),
        };
        let inputs: Vec<HashInput<'_>> = shard.inputs.iter().map(hashed).collect();
        row[at] = WireValue::Text(shard_of(&inputs, shard.count).to_string());
    }
}

/// An end of a scan: the first parts of some row.
#[derive(Clone, Debug)]
pub struct End {
    /// The row, which need not be in the database.
    pub row: Vec<WireValue>,
    /// How many of its parts count.
    pub parts: usize,
    /// Whether rows with these parts are in the scan.
    pub closed: bool,
    /// Whether the end is the row's key as a whole.
    pub key: bool,
}

/// A scan.
#[derive(Clone, Debug)]
pub struct Spec {
    /// Where it begins.
    pub start: Option<End>,
    /// Where it ends.
    pub end: Option<End>,
    /// The limit.
    pub limit: Option<usize>,
    /// The page.
    pub page: usize,
    /// Whether the rows come in the opposite order.
    pub reverse: bool,
}

/// A random scan: without bounds, or with one or two, close together or far apart.
pub fn spec<W: Way>(rows: &[Vec<WireValue>], source: &mut Seeded) -> Spec {
    let parts = W::ORDER.iter().filter(|step| step.is_part()).count();
    let end = |source: &mut Seeded| {
        let of_database = !rows.is_empty() && below(source, 4) > 0;
        let row = if of_database {
            rows[below(source, rows.len())].clone()
        } else {
            row(W::table(), source)
        };
        End { row, parts: 1 + below(source, parts), closed: below(source, 2) == 0, key: false }
    };
    let (mut start, mut last) = (None, None);
    match below(source, 8) {
        0 => {}
        1 => start = Some(end(source)),
        2 => last = Some(end(source)),
        3 => (start, last) = (Some(end(source)), Some(end(source))),
        4 => {
            let both = End { closed: true, ..end(source) };
            (start, last) = (Some(both.clone()), Some(both));
        }
        _ => {
            // Two bounds with the same first parts.
            let (mut one, mut two) = (end(source), end(source));
            let same = below(source, parts + 1);
            for step in W::ORDER.iter().filter(|step| step.is_part()).take(same) {
                let at = position(W::table(), step.name());
                two.row[at] = one.row[at].clone();
            }
            compute_shards(W::table(), &mut two.row);
            (one.parts, two.parts) = (one.parts.max(same.min(1)), two.parts.max(same));
            if below(source, 2) == 0 {
                std::mem::swap(&mut one, &mut two);
            }
            (start, last) = (Some(one), Some(two));
        }
    }
    for end in [&mut start, &mut last] {
        if W::INDEX.is_none()
            && let Some(end) = end.as_mut().filter(|_| below(source, 4) == 0)
        {
            (end.key, end.parts, end.closed) = (true, parts, false);
        }
    }
    let limit = if below(source, 2) == 0 { Some(below(source, 12)) } else { None };
    Spec { start, end: last, limit, page: [1, 2, 3, 7, 100][below(source, 5)], reverse: false }
}

impl Spec {
    /// The scan itself.
    pub fn scan<W: Way>(&self, dialect: Dialect) -> Scan<W::Table, AnyParts> {
        let mut scan = W::Table::scan().untyped().page(self.page).dialect(dialect);
        if self.reverse {
            scan = scan.reverse();
        }
        scan = self.limit.into_iter().fold(scan, Scan::limit);
        scan = W::INDEX.into_iter().fold(scan, Scan::index);
        let parts = |end: &End| -> Vec<WireValue> {
            let steps = W::ORDER.iter().filter(|step| step.is_part()).take(end.parts);
            steps.map(|step| end.row[position(W::table(), step.name())].clone()).collect()
        };
        let key = |end: &End| {
            let key = <W::Table as SpannerTable>::Key::from_row(Row(W::table(), end.row.clone()));
            key.expect("a key")
        };
        match &self.start {
            Some(start) if start.key => scan = scan.after_key(key(start)),
            Some(start) => {
                scan = W::bound(
                    scan,
                    if start.closed { How::StartingAt } else { How::After },
                    &parts(start),
                );
            }
            None => {}
        }
        match &self.end {
            Some(end) if end.key => scan.before_key(key(end)),
            Some(end) => {
                W::bound(scan, if end.closed { How::UpTo } else { How::Before }, &parts(end))
            }
            None => scan,
        }
    }

    /// How many parts are fixed for the whole scan.
    pub fn fixed<W: Way>(&self, dialect: Dialect) -> usize {
        let (Some(start), Some(end)) = (&self.start, &self.end) else { return 0 };
        let parts = W::ORDER.iter().filter(|step| step.is_part()).take(start.parts.min(end.parts));
        parts
            .take_while(|step| {
                code::<W>(**step, &start.row, dialect) == code::<W>(**step, &end.row, dialect)
            })
            .count()
    }

    /// Whether the bounds continue after the columns of the index.
    pub fn is_narrow<W: Way>(&self) -> bool {
        let Some(index) = W::table().indexes.iter().find(|index| Some(index.name) == W::INDEX)
        else {
            return false;
        };
        let named = |step: &&Step| {
            step.is_part()
                && index
                    .columns
                    .iter()
                    .any(|own| W::table().columns[own.column].name == step.name())
        };
        let own = W::ORDER.iter().filter(named).count();
        [&self.start, &self.end].into_iter().flatten().any(|end| end.parts > own)
    }

    /// The rows that the scan must find, in order; `None` if the scan is invalid.
    pub fn expected<W: Way>(
        &self,
        rows: &[Vec<WireValue>],
        dialect: Dialect,
    ) -> Option<Vec<Vec<WireValue>>> {
        let is_wrong = |end: &End| W::NOT.contains(&end.parts);
        if self.fixed::<W>(dialect) < W::FIX
            || [&self.start, &self.end].into_iter().flatten().any(is_wrong)
        {
            return None;
        }
        let codes = |row: &[WireValue]| -> Vec<Vec<u8>> {
            W::ORDER.iter().map(|step| code::<W>(*step, row, dialect)).collect()
        };
        let after_start = |row: &[Vec<u8>]| {
            let Some(start) = &self.start else { return true };
            let all = codes(&start.row);
            let bound = &all[..if start.key { all.len() } else { length::<W>(start.parts) }];
            if start.closed { row[..bound.len()] >= *bound } else { row[..bound.len()] > *bound }
        };
        let before_end = |row: &[Vec<u8>]| {
            let Some(end) = &self.end else { return true };
            let all = codes(&end.row);
            let bound = &all[..if end.key { all.len() } else { length::<W>(end.parts) }];
            if end.closed { row[..bound.len()] <= *bound } else { row[..bound.len()] < *bound }
        };
        let mut found: Vec<(Vec<Vec<u8>>, Vec<WireValue>)> = rows
            .iter()
            .filter(|row| is_indexed::<W>(row))
            .map(|row| (codes(row), row.clone()))
            .collect();
        found.retain(|(code, _)| after_start(code) && before_end(code));
        found.sort_by(|(one, _), (two, _)| one.cmp(two));
        if self.reverse {
            found.reverse();
        }
        found.truncate(self.limit.unwrap_or(usize::MAX));
        Some(found.into_iter().map(|(_, row)| row).collect())
    }
}

/// How many steps this many parts cover.
fn length<W: Way>(parts: usize) -> usize {
    let reach = W::ORDER.iter().enumerate().filter(|(_, step)| step.is_part()).nth(parts - 1);
    reach.map_or(W::ORDER.len(), |(at, _)| at + 1)
}

fn is_indexed<W: Way>(row: &[WireValue]) -> bool {
    let index = W::table().indexes.iter().find(|index| Some(index.name) == W::INDEX);
    index.is_none_or(|index| {
        !(index.unique || index.null_filtered)
            || index.columns.iter().all(|own| row[own.column] != WireValue::Null)
    })
}

fn code<W: Way>(step: Step, row: &[WireValue], dialect: Dialect) -> Vec<u8> {
    let at = position(W::table(), step.name());
    let (value, descending) = (&row[at], matches!(step, Step::Down(_)));
    let mut code = Vec::new();
    if dialect == Dialect::PostgreSql && W::INDEX.is_some() {
        code.push(u8::from(if descending {
            *value != WireValue::Null
        } else {
            *value == WireValue::Null
        }));
    }
    encode(value, W::table().columns[at].ty, descending, &mut code).expect("a value of the type");
    code
}
