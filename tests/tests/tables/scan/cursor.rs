//! Scans driven by a client, correctly and incorrectly.

use std::time::{Duration, SystemTime};

use spanner_keys::scan::{KeyRange, Read, ReadKeys, Scan, ScanCursor, ScanError, ScanErrorKind};
use spanner_keys::value::{ValueError, WireValue};
use spanner_keys::{Dialect, SpannerTable, TableKey};

use super::{Sale, SaleKey, Visit, text};

/// A key in the middle, with parts that a row gives away and one that it lends.
#[derive(SpannerTable)]
struct Reading {
    level: i64,
    #[key]
    place: Option<String>,
    #[key]
    number: Option<i64>,
    #[key]
    sensor: String,
    value: i64,
}

fn visit(shard: &str, user: &str, number: &str) -> Vec<WireValue> {
    vec![text(shard), text(user), text(number), text("")]
}

/// Supplies these rows to the first pending read, and no rows to the others.
fn supply_first<T: SpannerTable>(
    cursor: &mut ScanCursor<T>,
    rows: Vec<Vec<WireValue>>,
) -> Result<(), ScanError> {
    let reads = cursor.pending();
    cursor.supply(reads[0].id, rows)?;
    reads[1..].iter().try_for_each(|read| cursor.supply(read.id, vec![]))
}

#[test]
fn all_shards_are_read_at_once() {
    let mut cursor = Visit::scan().limit(7).start().unwrap();
    let reads = cursor.pending();
    assert_eq!(reads.len(), 4);
    let Read { id, table, index, columns, keys, limit, .. } = &reads[3];
    assert_eq!((*id, table.as_ref(), index, *limit), (3, "Visit", &None, Some(7)));
    assert_eq!(columns, &["shard", "user", "number", "note"]);
    let shard = vec![text("3")];
    assert_eq!(
        *keys,
        ReadKeys::Range(KeyRange {
            start: shard.clone(),
            start_closed: true,
            end: shard,
            end_closed: true
        })
    );
    assert_eq!(Visit::scan().start().unwrap().pending()[0].limit, Some(256));
    assert_eq!(Visit::scan().page(0).start().unwrap().pending()[0].limit, Some(1));
}

#[test]
fn limit_of_zero_reads_nothing() {
    let mut cursor = Visit::scan().limit(0).start().unwrap();
    assert!(cursor.pending().is_empty());
    assert!(cursor.next().is_none());
    let mut cursor =
        Sale::scan().index("SalesByDay").dialect(Dialect::GoogleSql).limit(0).start().unwrap();
    assert!(cursor.pending().is_empty());
    assert!(cursor.next().is_none());
}

#[test]
fn full_page_is_followed_by_another() {
    let mut cursor = Visit::scan().prefix(("ada",)).page(2).start().unwrap();
    let first = cursor.pending();
    cursor.supply(first[0].id, vec![visit("0", "ada", "9"), visit("0", "ada", "7")]).unwrap();
    assert!(cursor.pending().is_empty(), "two rows are known");
    assert_eq!(cursor.next().unwrap().unwrap().number, 9);
    assert_eq!(cursor.next().unwrap().unwrap().number, 7);
    let second = cursor.pending();
    let ReadKeys::Range(range) = &second[0].keys else { panic!("a range") };
    assert_eq!((range.start.as_slice(), range.start_closed), (&visit("0", "ada", "7")[..3], false));
    assert_eq!(range.end, [text("0"), text("ada")]);
    cursor.supply(second[0].id, vec![visit("0", "ada", "5")]).unwrap();
    assert_eq!(cursor.next().unwrap().unwrap().number, 5);
    assert!(
        cursor.pending().is_empty() && cursor.next().is_none(),
        "a page that is not full is the last"
    );
}

#[test]
fn rows_without_a_pending_read_are_an_error() {
    let mut cursor = Visit::scan().prefix(("ada",)).start().unwrap();
    let error = cursor.supply(0, vec![]).unwrap_err();
    assert_eq!((error.column, error.kind), (None, ScanErrorKind::NotPending));
    let id = cursor.pending()[0].id;
    cursor.supply(id, vec![]).unwrap();
    assert!(cursor.supply(id, vec![]).is_err(), "once is enough");
}

#[test]
fn next_row_before_its_read_is_an_error() {
    let mut cursor = Visit::scan().start().unwrap();
    let early = cursor.next().unwrap().unwrap_err();
    assert_eq!(early.kind, ScanErrorKind::StillPending);
    let reads = cursor.pending();
    cursor.supply(reads[0].id, vec![visit("0", "a", "1")]).unwrap();
    assert_eq!(cursor.next().unwrap().unwrap_err(), early, "another shard may have a smaller one");
    for read in &reads[1..] {
        cursor.supply(read.id, vec![]).unwrap();
    }
    assert_eq!(cursor.next().unwrap().unwrap().user, "a");
    assert!(cursor.next().is_none());
}

#[test]
fn an_error_has_the_key_of_its_row() {
    let row = |level: &str, place: Option<&str>, number: Option<&str>, value: &str| {
        let or_null = |part: Option<&str>| part.map_or(WireValue::Null, text);
        vec![text(level), or_null(place), or_null(number), text("s"), text(value)]
    };
    let rows = vec![
        row("1", Some("hall"), Some("2"), "?"),
        row("?", None, None, "1"),
        row("1", None, None, "?"),
        row("1", None, Some("?"), "1"),
        row("?", Some("roof"), Some("3"), "1"),
        row("1", Some("roof"), Some("4"), "1"),
    ];
    let keys: Vec<_> = rows.iter().map(|row| row[1..4].to_vec()).collect();
    let mut cursor = Reading::scan().start().unwrap();
    supply_first(&mut cursor, rows).unwrap();
    for (key, column) in keys.iter().zip(["value", "level", "value", "number", "level"]) {
        let error = cursor.next().unwrap().err().unwrap();
        assert_eq!((error.column.as_deref(), error.key()), (Some(column), key.as_slice()));
    }
    let Reading { level: 1, place, number: Some(4), sensor, value: 1 } =
        cursor.next().unwrap().unwrap()
    else {
        panic!("another row")
    };
    assert_eq!((place.as_deref(), sensor.as_str()), (Some("roof"), "s"));
}

#[test]
fn unsorted_rows_are_an_error() {
    let mut cursor = Visit::scan().start().unwrap();
    let error =
        supply_first(&mut cursor, vec![visit("0", "b", "1"), visit("0", "a", "1")]).unwrap_err();
    assert_eq!((error.column.as_deref(), error.kind), (Some("user"), ScanErrorKind::OutOfOrder));
    // The same page can be supplied again.
    supply_first(&mut cursor, vec![visit("0", "a", "1"), visit("0", "b", "1")]).unwrap();
    assert_eq!(cursor.next().unwrap().unwrap().user, "a");
}

#[test]
fn missing_value_is_an_error() {
    let mut cursor = Visit::scan().start().unwrap();
    let error = supply_first(&mut cursor, vec![vec![text("0"), text("a")]]).unwrap_err();
    assert_eq!(error.column.as_deref(), Some("number"));
    assert_eq!(error.kind, ScanErrorKind::InvalidValue(ValueError::Missing));
    let error = supply_first(&mut cursor, vec![visit("0", "a", "many")]).unwrap_err();
    assert_eq!(
        error.to_string(),
        "column `number` of table `Visit` should hold an integer, but holds `many`"
    );
}

#[test]
fn null_sorts_as_in_the_database() {
    let row =
        |number: &str, day: WireValue| vec![text("0"), day, text("0"), text("north"), text(number)];
    let rows = vec![row("1", text("Tuesday")), row("2", text("Monday")), row("3", WireValue::Null)];
    let error = Sale::scan().index("SalesByDay").start().unwrap_err();
    assert_eq!((error.column.as_deref(), error.kind), (Some("day"), ScanErrorKind::DialectNeeded));
    let by_day = Sale::scan().index("SalesByDay").dialect(Dialect::GoogleSql);
    let columns = by_day.clone().start().unwrap().pending()[0].columns.clone();
    assert_eq!(
        columns,
        ["spread", "day", "shard", "region", "number"],
        "the index and the key, and the rest by a second read"
    );
    assert!(supply_first(&mut by_day.clone().start().unwrap(), rows.clone()).is_ok());
    let mut postgres = by_day.dialect(Dialect::PostgreSql).start().unwrap();
    assert!(supply_first(&mut postgres, rows.clone()).is_err());
    assert!(
        supply_first(&mut postgres, vec![rows[2].clone(), rows[0].clone(), rows[1].clone()])
            .is_ok()
    );
}

#[test]
fn index_row_missing_from_the_table_is_an_error() {
    let mut cursor = Sale::scan().index("SalesByDay").dialect(Dialect::GoogleSql).start().unwrap();
    supply_first(
        &mut cursor,
        vec![vec![text("0"), text("Monday"), text("1"), text("north"), text("7")]],
    )
    .unwrap();
    let lookup = cursor.pending();
    assert_eq!(lookup[0].keys, ReadKeys::Points(vec![vec![text("1"), text("north"), text("7")]]));
    assert_eq!((&lookup[0].index, lookup[0].limit), (&None, None));
    assert_eq!(cursor.next().unwrap().unwrap_err().kind, ScanErrorKind::StillPending);
    let error = cursor.supply(lookup[0].id, vec![]).unwrap_err();
    assert_eq!(
        (error.index.as_deref(), error.kind),
        (Some("SalesByDay"), ScanErrorKind::MissingFromTable)
    );
    assert_eq!(cursor.pending(), lookup, "and it is still pending");
    let whole = vec![
        text("1"),
        text("north"),
        text("7"),
        text("0"),
        text("Monday"),
        WireValue::Null,
        WireValue::Number(1.5),
    ];
    cursor.supply(lookup[0].id, vec![whole]).unwrap();
    let sale = cursor.next().unwrap().unwrap();
    assert_eq!((sale.spread, sale.price, sale.rate), (0, None, 1.5));
    assert!(cursor.pending().is_empty() && cursor.next().is_none());
}

/// Reads a thousand rows that are equal in an index: the numbers found, how many rows were read,
/// and in how many rounds.
fn read_equals<P>(scan: Scan<Sale, P>) -> (Vec<i64>, usize, usize) {
    let numbers = 0..1000;
    let key = |number: i64| {
        vec![text(if number < 500 { "0" } else { "1" }), text("north"), text(&format!("{number}"))]
    };
    let all: Vec<Vec<WireValue>> =
        numbers.map(|number| [vec![text("1")], key(number)].concat()).collect();
    let mut cursor = scan.index("SalesByPrice").page(10).start().unwrap();
    let (mut read, mut rounds, mut found) = (0, 0, Vec::new());
    loop {
        let pending = cursor.pending();
        match pending.first() {
            Some(Read { id, keys: ReadKeys::Range(range), limit: Some(limit), .. }) => {
                assert!(
                    range.start.is_empty() || (range.start == [text("1")] && range.start_closed)
                );
                let rows = all[..all.len().min(*limit)].to_vec();
                read += rows.len();
                rounds += 1;
                cursor.supply(*id, rows).unwrap();
            }
            Some(Read { id, keys: ReadKeys::Points(keys), .. }) => {
                let rest = [text("0"), WireValue::Null, text("1"), WireValue::Number(0.0)];
                cursor
                    .supply(*id, keys.iter().map(|key| [key.as_slice(), &rest].concat()).collect())
                    .unwrap();
            }
            Some(other) => panic!("{other:?}"),
            None => match cursor.next() {
                Some(row) => found.push(row.unwrap().number),
                None => return (found, read, rounds),
            },
        }
    }
}

#[test]
fn many_equal_rows_in_an_index_are_read_efficiently() {
    let (found, read, rounds) = read_equals(Sale::scan());
    assert_eq!(found, (0..1000).collect::<Vec<i64>>());
    // Most rows must be read only once.
    assert!(read < 4000 && rounds < 12, "{read} rows in {rounds} rounds");
}

#[test]
fn bound_among_equal_rows_of_an_index_is_found_efficiently() {
    let number = (0..500).rev().find(|number| {
        SaleKey { region: "north".into(), number: *number }.into_values()[0] == text("0")
    });
    let number = number.expect("one of the first half in the first shard");
    let (found, read, rounds) =
        read_equals(Sale::scan().untyped().after((Some(1_i64), "north", number)).limit(1));
    assert_eq!(found, [number + 1]);
    assert!(read < 4000 && rounds < 12, "{read} rows in {rounds} rounds");
}

#[test]
fn times_are_compared_by_value() {
    #[derive(SpannerTable, Debug)]
    struct Beat {
        #[key(shard = 2)]
        shard: i64,
        #[key]
        at: SystemTime,
    }

    let mut cursor = Beat::scan().start().unwrap();
    let reads = cursor.pending();
    cursor.supply(reads[0].id, vec![vec![text("0"), text("1970-01-01T00:00:00.5Z")]]).unwrap();
    cursor
        .supply(
            reads[1].id,
            vec![
                vec![text("1"), text("1970-01-01T00:00:00Z")],
                vec![text("1"), text("1970-01-01T00:00:00.50001Z")],
            ],
        )
        .unwrap();
    let beats: Vec<Beat> = std::iter::from_fn(|| cursor.next()).collect::<Result<_, _>>().unwrap();
    let after = |beat: &Beat| beat.at.duration_since(SystemTime::UNIX_EPOCH).unwrap();
    assert_eq!(
        beats.iter().map(after).collect::<Vec<_>>(),
        [0, 500_000, 500_010].map(Duration::from_micros)
    );
}

/// The bytes of rows that a scan keeps in memory are bounded, over many shards and in both kinds of
/// reads.
#[test]
fn buffered_bytes_are_bounded() {
    const ROW: usize = 10_000;
    const BUFFER: usize = 20 * ROW;
    let sale = |shard: usize, number: usize| {
        let numbers =
            vec![text(&shard.to_string()), text(&"r".repeat(ROW)), text(&number.to_string())];
        let others = vec![text("0"), WireValue::Null, text("1"), WireValue::Number(0.5)];
        [numbers, others].concat()
    };
    // The rows of a table of two shards, 256 each.
    let mut cursor = Sale::scan().buffer(BUFFER).start().unwrap();
    let mut next = [0, 0];
    let (mut held, mut most, mut found) = (0, 0, 0);
    loop {
        let pending = cursor.pending();
        if pending.is_empty() {
            let Some(sale) = cursor.next() else { break };
            found += 1;
            held -= sale.unwrap().region.len();
        }
        for read in pending {
            let ReadKeys::Range(range) = &read.keys else { panic!("a range") };
            let shard = usize::from(range.start[0] == text("1"));
            let mut page = read.page();
            while next[shard] < 256 && !page.is_full() {
                // Even numbers are in one shard, odd ones in the other.
                page.push(sale(shard, next[shard] * 2 + shard));
                next[shard] += 1;
                held += ROW;
            }
            cursor.supply_page(page).unwrap();
        }
        most = most.max(held);
    }
    assert_eq!((found, held), (512, 0));
    assert!(most > BUFFER / 2 && most <= BUFFER + 2 * ROW, "{most} bytes at once");
}

/// Rows that are looked up arrive in any order, and not all at once if they are large.
#[test]
fn large_rows_are_looked_up_in_parts() {
    let scan = Sale::scan().index("SalesByRate").dialect(Dialect::GoogleSql);
    let mut cursor = scan.buffer(250).start().unwrap();
    let read = cursor.pending().remove(0);
    let entry = |number: i32| {
        vec![WireValue::Number(f64::from(number)), text("0"), text("r"), text(&number.to_string())]
    };
    assert_eq!(read.columns, ["rate", "shard", "region", "number"]);
    cursor.supply(read.id, (0..5).map(entry).collect()).unwrap();
    let row = |number: &str| {
        let key = vec![text("0"), text("r"), text(number)];
        let rest =
            vec![text("0"), WireValue::Null, text("1"), WireValue::Number(number.parse().unwrap())];
        [key, rest].concat()
    };
    let mut asked = Vec::new();
    let mut numbers = Vec::new();
    loop {
        let pending = cursor.pending();
        if pending.is_empty() {
            let Some(sale) = cursor.next() else { break };
            numbers.push(sale.unwrap().number);
        }
        for read in pending {
            let ReadKeys::Points(keys) = &read.keys else { panic!("points") };
            asked.push(keys.len());
            let mut page = read.page();
            // The last key first.
            for key in keys.iter().rev() {
                let WireValue::Text(number) = &key[2] else { panic!("a number") };
                page.push(row(number));
                if page.is_full() {
                    break;
                }
            }
            cursor.supply_page(page).unwrap();
        }
    }
    assert_eq!(numbers, [0, 1, 2, 3, 4]);
    assert!(asked.len() > 2 && asked[0] == 5, "{asked:?}");

    // A row that is missing is still an error.
    let mut cursor = Sale::scan().index("SalesByRate").dialect(Dialect::GoogleSql).start().unwrap();
    let read = cursor.pending().remove(0);
    cursor.supply(read.id, (0..3).map(entry).collect()).unwrap();
    let read = cursor.pending().remove(0);
    let error = cursor.supply(read.id, vec![row("2"), row("0")]).unwrap_err();
    assert_eq!(error.kind, ScanErrorKind::MissingFromTable);
}

#[test]
fn query_for_a_whole_key_runs_once() {
    let mut cursor = Visit::scan().prefix(("ada", 7)).reverse().page(1).start().unwrap();
    let reads = cursor.pending();
    assert!(matches!(reads[0].keys, ReadKeys::Query(_)), "{reads:?}");
    supply_first(&mut cursor, vec![visit("0", "ada", "7")]).unwrap();
    assert_eq!(cursor.next().unwrap().unwrap().number, 7);
    assert!(cursor.pending().is_empty(), "no row follows");
    assert!(cursor.next().is_none());
    // Part of a key: other rows may follow, and the next query asks for these only.
    let mut cursor = Visit::scan().prefix(("ada",)).reverse().page(1).start().unwrap();
    supply_first(&mut cursor, vec![visit("0", "ada", "7")]).unwrap();
    assert_eq!(cursor.next().unwrap().unwrap().number, 7);
    let ReadKeys::Query(sql) = &cursor.pending()[0].keys else { panic!("a query") };
    assert!(sql.text.contains("`number` > @p2"), "{}", sql.text);
}
