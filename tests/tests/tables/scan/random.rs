//! Scans over a database in memory: they find the right rows, in order, and read no more than
//! needed.
//!
//! The tables and what each scan must find are in `spanner_keys_tests::scans`.

use std::collections::BTreeMap;

use spanner_keys::keys::order::encode;
use spanner_keys::scan::{KeyRange, Read, ReadKeys, ScanCursor, ScanError, ScanErrorKind};
use spanner_keys::schema::{IndexDef, TableDef};
use spanner_keys::value::WireValue;
use spanner_keys::{Dialect, SpannerTable};
use spanner_keys_tests::scans::{Row, Spec, Way, below, position, rows, spec, ways};
use spanner_keys_tests::{every_way, random};

/// A table and its indexes, as Spanner reads them.
struct Database {
    table: &'static TableDef<'static>,
    rows: Vec<Vec<WireValue>>,
    dialect: Dialect,
    /// How many rows each range returned: by index and by the end of the range.
    given: BTreeMap<String, usize>,
    /// How many rows all reads returned.
    total: usize,
}

impl Database {
    fn new(table: &'static TableDef<'static>, rows: Vec<Vec<WireValue>>, dialect: Dialect) -> Self {
        Self { table, rows, dialect, given: BTreeMap::new(), total: 0 }
    }

    fn read(&mut self, read: &Read) -> Vec<Vec<WireValue>> {
        assert_eq!(read.table, self.table.path());
        assert_ne!(read.limit, Some(0), "zero means no limit");
        let names: Vec<usize> =
            read.columns.iter().map(|name| position(self.table, name)).collect();
        let index = read.index.as_ref().map(|path| self.index(path));
        if let Some(index) = index {
            let has = |at: &usize| {
                index.storing.contains(at)
                    || index.columns.iter().any(|own| own.column == *at)
                    || self.table.key_position(*at).is_some()
            };
            assert!(names.iter().all(has), "{} lacks a column of {:?}", index.name, read.columns);
        }
        let found = match &read.keys {
            ReadKeys::Range(range) => self.range(index, range),
            ReadKeys::Points(keys) => {
                assert!(index.is_none() && read.limit.is_none());
                let is_wanted = |row: &&Vec<WireValue>| {
                    keys.iter()
                        .any(|key| self.table.key.iter().map(|part| &row[part.column]).eq(key))
                };
                // In any order.
                self.rows.iter().rev().filter(is_wanted).cloned().collect()
            }
            ReadKeys::Query(sql) => panic!("no ranges of keys: {}", sql.text),
        };
        let rows: Vec<Vec<WireValue>> = found
            .into_iter()
            .take(read.limit.unwrap_or(usize::MAX))
            .map(|row| names.iter().map(|at| row[*at].clone()).collect())
            .collect();
        if let ReadKeys::Range(range) = &read.keys {
            *self.given.entry(format!("{:?}", range.end)).or_default() += rows.len();
        }
        self.total += rows.len();
        rows
    }

    fn index(&self, path: &str) -> &'static IndexDef<'static> {
        let index = self.table.indexes.iter().find(|index| {
            path == self
                .table
                .schema
                .map_or_else(|| index.name.to_owned(), |schema| format!("{schema}.{}", index.name))
        });
        index.unwrap_or_else(|| panic!("no index {path}"))
    }

    fn range(&self, index: Option<&IndexDef<'_>>, range: &KeyRange) -> Vec<Vec<WireValue>> {
        let mut columns: Vec<(usize, bool)> = index.map_or_else(Vec::new, |index| {
            index.columns.iter().map(|own| (own.column, own.descending)).collect()
        });
        let own = if index.is_some() { columns.len() } else { self.table.key.len() };
        assert!(
            range.start.len() <= own && range.end.len() <= own,
            "Spanner: wrong number of key parts"
        );
        for part in self.table.key {
            if !columns.iter().any(|(at, _)| *at == part.column) {
                columns.push((part.column, part.descending));
            }
        }
        let code = |(at, descending): (usize, bool), value: &WireValue| {
            let mut code = Vec::new();
            if index.is_some() && self.dialect == Dialect::PostgreSql {
                code.push(u8::from(if descending {
                    *value != WireValue::Null
                } else {
                    *value == WireValue::Null
                }));
            }
            encode(value, self.table.columns[at].ty, descending, &mut code)
                .expect("a value of the type");
            code
        };
        let filtered = index.is_some_and(|index| index.null_filtered || index.unique);
        let mut rows: Vec<(Vec<Vec<u8>>, &Vec<WireValue>)> = self
            .rows
            .iter()
            .filter(|row| {
                !filtered || columns[..own].iter().all(|(at, _)| row[*at] != WireValue::Null)
            })
            .map(|row| (columns.iter().map(|column| code(*column, &row[column.0])).collect(), row))
            .collect();
        rows.sort_by(|(one, _), (two, _)| one.cmp(two));
        let bound = |values: &[WireValue]| -> Vec<Vec<u8>> {
            columns.iter().zip(values).map(|(column, value)| code(*column, value)).collect()
        };
        let (start, end) = (bound(&range.start), bound(&range.end));
        let is_in = |key: &[Vec<u8>]| {
            let (at_start, at_end) = (&key[..start.len()], &key[..end.len()]);
            (if range.start_closed { *at_start >= *start } else { *at_start > *start })
                && (if range.end_closed { *at_end <= *end } else { *at_end < *end })
        };
        rows.into_iter().filter(|(key, _)| is_in(key)).map(|(_, row)| row.clone()).collect()
    }
}

/// Reads everything, and checks on the way that no read is wasted.
fn run<T: SpannerTable>(
    mut cursor: ScanCursor<T>,
    database: &mut Database,
    limit: Option<usize>,
    page: usize,
    ties: bool,
) -> Result<Vec<T>, ScanError> {
    let mut found = Vec::new();
    loop {
        let reads = cursor.pending();
        assert_eq!(reads, cursor.pending(), "the same until they are supplied");
        if reads.is_empty() {
            match cursor.next() {
                Some(row) => found.push(row?),
                None => break,
            }
            continue;
        }
        for read in reads {
            let most = limit.map_or(page, |limit| page.min(limit - found.len()));
            assert!(
                ties || read.limit.unwrap_or(0) <= most,
                "{read:?} after {} rows of {limit:?}",
                found.len()
            );
            let rows = database.read(&read);
            cursor.supply(read.id, rows)?;
        }
    }
    assert!(cursor.next().is_none() && cursor.pending().is_empty(), "nothing follows the end");
    if let Some(limit) = limit.filter(|_| !ties) {
        assert!(database.given.values().all(|given| *given <= limit), "{:?}", database.given);
    }
    Ok(found)
}

fn typed<W: Way>(rows: &[Vec<WireValue>]) -> Vec<W::Table> {
    rows.iter()
        .map(|row| W::Table::from_row(Row(W::table(), row.clone())).expect("a row of the table"))
        .collect()
}

/// Whether rows may be equal in all columns that a key range of the index can contain.
fn has_ties<W: Way>() -> bool {
    let index = W::table().indexes.iter().find(|index| Some(index.name) == W::INDEX);
    index.is_some_and(|index| !index.unique)
}

fn check<W: Way>(scans: usize) {
    let mut source = random::source(7);
    let mut refused = 0;
    for number in 0..scans {
        let dialect = W::DIALECTS[number % W::DIALECTS.len()];
        let count = [0, 1, 5, 20, 50][below(&mut source, 5)];
        let rows = rows(W::table(), count, &mut source);
        let spec = spec::<W>(&rows, &mut source);
        let mut database = Database::new(W::table(), rows.clone(), dialect);
        let scan = spec.scan::<W>(dialect);
        let Some(expected) = spec.expected::<W>(&rows, dialect) else {
            let error = scan.start().expect_err("a scan that cannot be merged");
            assert!(
                matches!(
                    error.kind,
                    ScanErrorKind::NotFixed { .. } | ScanErrorKind::NeededForShard { .. }
                ),
                "{error}"
            );
            refused += 1;
            continue;
        };
        if spec.is_narrow::<W>() {
            let error = scan.ranges().expect_err("more than a range of the index can name");
            assert_eq!(error.kind, ScanErrorKind::NotInIndex);
        } else {
            check_ranges::<W>(&spec, &scan.ranges().expect("ranges"), &database, dialect);
        }
        assert!(scan.sql(dialect).is_ok());
        let cursor = scan.start().unwrap_or_else(|error| panic!("{error}: {spec:?}"));
        let found = run(cursor, &mut database, spec.limit, spec.page, has_ties::<W>())
            .unwrap_or_else(|error| panic!("{error}: {spec:?}"));
        // Compared as text, because NaN is not equal to itself.
        assert_eq!(
            format!("{found:?}"),
            format!("{:?}", typed::<W>(&expected)),
            "{}: {spec:?}",
            std::any::type_name::<W>()
        );
    }
    assert!(refused < scans * 9 / 10, "most scans can be made");
}

/// The ranges hold each row of the scan once, and there are as many as the bounds leave open.
fn check_ranges<W: Way>(spec: &Spec, ranges: &[KeyRange], database: &Database, dialect: Dialect) {
    assert_eq!(ranges.len(), W::ranges(spec.fixed::<W>(dialect)), "{spec:?}");
    let index = W::INDEX
        .map(|name| W::table().indexes.iter().find(|index| index.name == name).expect("the index"));
    let mut found: Vec<String> = ranges
        .iter()
        .flat_map(|range| database.range(index, range))
        .map(|row| format!("{row:?}"))
        .collect();
    let all = Spec { limit: None, ..spec.clone() }
        .expected::<W>(&database.rows, dialect)
        .expect("a scan");
    let mut expected: Vec<String> = all.iter().map(|row| format!("{row:?}")).collect();
    found.sort();
    expected.sort();
    assert_eq!(found, expected, "{spec:?}");
}

macro_rules! random_scans {
    ($($way:ident)*) => {$(
        #[test]
        #[allow(non_snake_case, reason = "each test is named as what it scans")]
        fn $way() {
            check::<ways::$way>(300);
        }
    )*};
}

every_way!(random_scans);
