//! Correct and incorrect use of a scan by a client.

use std::time::{Duration, SystemTime};

use spanner_keys::scan::{KeyRange, Read, ReadKeys, Reading, Scan};
use spanner_keys::value::{RowError, WireValue};
use spanner_keys::{Dialect, SpannerTable, TableKey};

use super::{Sale, SaleKey, Visit, text};

fn visit(shard: &str, user: &str, number: &str) -> Vec<WireValue> {
    vec![text(shard), text(user), text(number), text("")]
}

/// Answers every requested read with no rows, except the first.
fn give_first<T: SpannerTable>(
    reading: &mut Reading<T>,
    rows: Vec<Vec<WireValue>>,
) -> Result<(), RowError> {
    let reads = reading.wanted();
    reading.give(reads[0].id, rows)?;
    reads[1..].iter().try_for_each(|read| reading.give(read.id, vec![]))
}

#[test]
fn all_shards_are_requested_at_once() {
    let mut reading = Visit::scan().limit(7).start().unwrap();
    let reads = reading.wanted();
    assert_eq!(reads.len(), 4);
    assert_eq!(
        reads[3],
        Read {
            id: 3,
            table: "Visit".into(),
            index: None,
            columns: vec!["shard", "user", "number", "note"],
            keys: ReadKeys::Range(KeyRange {
                start: vec![text("3")],
                start_closed: true,
                end: vec![text("3")],
                end_closed: true
            }),
            limit: Some(7),
        }
    );
    assert_eq!(Visit::scan().start().unwrap().wanted()[0].limit, Some(256));
    assert_eq!(Visit::scan().page(0).start().unwrap().wanted()[0].limit, Some(1));
}

#[test]
fn limit_of_zero_reads_nothing() {
    let mut reading = Visit::scan().limit(0).start().unwrap();
    assert!(reading.wanted().is_empty());
    assert!(reading.next().is_none());
    let mut reading =
        Sale::scan().index("SalesByDay").dialect(Dialect::GoogleSql).limit(0).start().unwrap();
    assert!(reading.wanted().is_empty());
    assert!(reading.next().is_none());
}

#[test]
fn full_page_is_followed_by_the_rest() {
    let mut reading = Visit::scan().prefix(("ada",)).page(2).start().unwrap();
    let first = reading.wanted();
    reading.give(first[0].id, vec![visit("0", "ada", "9"), visit("0", "ada", "7")]).unwrap();
    assert!(reading.wanted().is_empty(), "two rows are known");
    assert_eq!(reading.next().unwrap().unwrap().number, 9);
    assert_eq!(reading.next().unwrap().unwrap().number, 7);
    let second = reading.wanted();
    let ReadKeys::Range(range) = &second[0].keys else { panic!("a range") };
    assert_eq!((range.start.as_slice(), range.start_closed), (&visit("0", "ada", "7")[..3], false));
    assert_eq!(range.end, [text("0"), text("ada")]);
    reading.give(second[0].id, vec![visit("0", "ada", "5")]).unwrap();
    assert_eq!(reading.next().unwrap().unwrap().number, 5);
    assert!(
        reading.wanted().is_empty() && reading.next().is_none(),
        "a page that is not full is the last"
    );
}

#[test]
fn unrequested_rows_are_an_error() {
    let mut reading = Visit::scan().prefix(("ada",)).start().unwrap();
    let error = reading.give(0, vec![]).unwrap_err();
    assert_eq!(
        error.to_string(),
        "column `shard` of table `Visit` was given rows that nobody asked for"
    );
    let id = reading.wanted()[0].id;
    reading.give(id, vec![]).unwrap();
    assert!(reading.give(id, vec![]).is_err(), "once is enough");
}

#[test]
fn rows_before_they_are_read() {
    let mut reading = Visit::scan().start().unwrap();
    let waits = "column `shard` of table `Visit` waits for rows that were asked for";
    assert_eq!(reading.next().unwrap().unwrap_err().to_string(), waits);
    let reads = reading.wanted();
    reading.give(reads[0].id, vec![visit("0", "a", "1")]).unwrap();
    assert_eq!(
        reading.next().unwrap().unwrap_err().to_string(),
        waits,
        "another shard may have a smaller one"
    );
    for read in &reads[1..] {
        reading.give(read.id, vec![]).unwrap();
    }
    assert_eq!(reading.next().unwrap().unwrap().user, "a");
    assert!(reading.next().is_none());
}

#[test]
fn rows_out_of_order_are_an_error() {
    let mut reading = Visit::scan().start().unwrap();
    let error =
        give_first(&mut reading, vec![visit("0", "b", "1"), visit("0", "a", "1")]).unwrap_err();
    assert_eq!(
        error.to_string(),
        "column `user` of table `Visit` came in another order than the scan's: does the database have the dialect that the scan was told?"
    );
    // The same page can be given again.
    give_first(&mut reading, vec![visit("0", "a", "1"), visit("0", "b", "1")]).unwrap();
    assert_eq!(reading.next().unwrap().unwrap().user, "a");
}

#[test]
fn rows_without_a_value() {
    let mut reading = Visit::scan().start().unwrap();
    let error = give_first(&mut reading, vec![vec![text("0"), text("a")]]).unwrap_err();
    assert_eq!(
        error.to_string(),
        "column `number` of table `Visit` is not among the columns that were read"
    );
    let error = give_first(&mut reading, vec![visit("0", "a", "many")]).unwrap_err();
    assert_eq!(
        error.to_string(),
        "column `number` of table `Visit` should hold an integer, and holds `many`"
    );
}

#[test]
fn null_sorts_as_in_the_database() {
    let row =
        |number: &str, day: WireValue| vec![text("0"), day, text("0"), text("north"), text(number)];
    let rows = vec![row("1", text("Tuesday")), row("2", text("Monday")), row("3", WireValue::Null)];
    let untold = Sale::scan().index("SalesByDay").start().unwrap_err();
    assert_eq!(
        untold.to_string(),
        "column `day` of table `Sale` takes NULL, which the dialects sort at different ends of an index: tell the scan the database's dialect with `dialect`"
    );
    let by_day = Sale::scan().index("SalesByDay").dialect(Dialect::GoogleSql);
    let columns = by_day.clone().start().unwrap().wanted()[0].columns.clone();
    assert_eq!(
        columns,
        ["spread", "day", "shard", "region", "number"],
        "the index and the key, and the rest by a second read"
    );
    assert!(give_first(&mut by_day.clone().start().unwrap(), rows.clone()).is_ok());
    let mut postgres = by_day.dialect(Dialect::PostgreSql).start().unwrap();
    assert!(give_first(&mut postgres, rows.clone()).is_err());
    assert!(
        give_first(&mut postgres, vec![rows[2].clone(), rows[0].clone(), rows[1].clone()]).is_ok()
    );
}

#[test]
fn index_row_missing_from_the_table() {
    let mut reading = Sale::scan().index("SalesByDay").dialect(Dialect::GoogleSql).start().unwrap();
    give_first(
        &mut reading,
        vec![vec![text("0"), text("Monday"), text("1"), text("north"), text("7")]],
    )
    .unwrap();
    let lookup = reading.wanted();
    assert_eq!(lookup[0].keys, ReadKeys::Points(vec![vec![text("1"), text("north"), text("7")]]));
    assert_eq!((&lookup[0].index, lookup[0].limit), (&None, None));
    assert_eq!(
        reading.next().unwrap().unwrap_err().to_string(),
        "column `spread` of table `Sale` waits for rows that were asked for"
    );
    assert_eq!(
        reading.give(lookup[0].id, vec![]).unwrap_err().to_string(),
        "column `shard` of table `Sale` names a row that index `SalesByDay` has and the table has not: all reads of a scan must see one snapshot"
    );
    assert_eq!(reading.wanted(), lookup, "and it is still wanted");
    let whole = vec![
        text("1"),
        text("north"),
        text("7"),
        text("0"),
        text("Monday"),
        WireValue::Null,
        WireValue::Number(1.5),
    ];
    reading.give(lookup[0].id, vec![whole]).unwrap();
    let sale = reading.next().unwrap().unwrap();
    assert_eq!((sale.spread, sale.price, sale.rate), (0, None, 1.5));
    assert!(reading.wanted().is_empty() && reading.next().is_none());
}

/// Reads a thousand rows that are equal in an index: the numbers found, how many rows were read,
/// and in how many rounds.
fn read_equals(scan: Scan<Sale>) -> (Vec<i64>, usize, usize) {
    let numbers = 0..1000;
    let key = |number: i64| {
        vec![text(if number < 500 { "0" } else { "1" }), text("north"), text(&format!("{number}"))]
    };
    let all: Vec<Vec<WireValue>> =
        numbers.map(|number| [vec![text("1")], key(number)].concat()).collect();
    let mut reading = scan.index("SalesByPrice").page(10).start().unwrap();
    let (mut read, mut rounds, mut found) = (0, 0, Vec::new());
    loop {
        let wanted = reading.wanted();
        match wanted.first() {
            Some(Read { id, keys: ReadKeys::Range(range), limit: Some(limit), .. }) => {
                assert!(
                    range.start.is_empty() || (range.start == [text("1")] && range.start_closed)
                );
                let rows = all[..all.len().min(*limit)].to_vec();
                read += rows.len();
                rounds += 1;
                reading.give(*id, rows).unwrap();
            }
            Some(Read { id, keys: ReadKeys::Points(keys), .. }) => {
                let rest = [text("0"), WireValue::Null, text("1"), WireValue::Number(0.0)];
                reading
                    .give(*id, keys.iter().map(|key| [key.as_slice(), &rest].concat()).collect())
                    .unwrap();
            }
            Some(other) => panic!("{other:?}"),
            None => match reading.next() {
                Some(row) => found.push(row.unwrap().number),
                None => return (found, read, rounds),
            },
        }
    }
}

#[test]
fn many_equal_rows_in_an_index() {
    let (found, read, rounds) = read_equals(Sale::scan());
    assert_eq!(found, (0..1000).collect::<Vec<i64>>());
    // Repeated rows must not be most of what is read.
    assert!(read < 4000 && rounds < 12, "{read} rows in {rounds} rounds");
}

#[test]
fn scan_starts_inside_equal_index_rows() {
    let number = (0..500).rev().find(|number| {
        SaleKey { region: "north".into(), number: *number }.into_values()[0] == text("0")
    });
    let number = number.expect("one of the first half in the first shard");
    let (found, read, rounds) =
        read_equals(Sale::scan().after((Some(1_i64), "north", number)).limit(1));
    assert_eq!(found, [number + 1]);
    assert!(read < 4000 && rounds < 12, "{read} rows in {rounds} rounds");
}

#[test]
fn times_compare_by_instant() {
    #[derive(SpannerTable, Debug)]
    struct Beat {
        #[key(shard = 2)]
        shard: i64,
        #[key]
        at: SystemTime,
    }

    let mut reading = Beat::scan().start().unwrap();
    let reads = reading.wanted();
    reading.give(reads[0].id, vec![vec![text("0"), text("1970-01-01T00:00:00.5Z")]]).unwrap();
    reading
        .give(
            reads[1].id,
            vec![
                vec![text("1"), text("1970-01-01T00:00:00Z")],
                vec![text("1"), text("1970-01-01T00:00:00.50001Z")],
            ],
        )
        .unwrap();
    let beats: Vec<Beat> = std::iter::from_fn(|| reading.next()).collect::<Result<_, _>>().unwrap();
    let after = |beat: &Beat| beat.at.duration_since(SystemTime::UNIX_EPOCH).unwrap();
    assert_eq!(
        beats.iter().map(after).collect::<Vec<_>>(),
        [0, 500_000, 500_010].map(Duration::from_micros)
    );
}
