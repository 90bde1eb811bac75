//! Scans one by one: which ranges and statements they are, what is refused, and what a client may do wrong.

#![allow(clippy::expect_used, clippy::unwrap_used, reason = "a test that cannot go on should stop")]
#![allow(clippy::struct_field_names, reason = "a table and its key are named alike")]

use std::time::{Duration, SystemTime};

use spanner_keys::scan::{KeyRange, Read, ReadKeys, Reading, Scan};
use spanner_keys::value::{Plain, RowError};
use spanner_keys::{Dialect, SpannerTable, TableKey, Uuid};

#[derive(SpannerTable, Debug)]
struct Visit {
    #[key(shard = 4, of(user))]
    shard: i64,
    #[key]
    user: String,
    #[key(desc)]
    number: i64,
    note: String,
}

#[derive(SpannerTable, Debug)]
struct Tenant {
    #[key]
    tenant: String,
    #[key(shard = 2, of(at))]
    shard: i64,
    #[key]
    at: i64,
}

#[derive(SpannerTable, Debug)]
struct Tick {
    #[key(shard = 3, random)]
    shard: i64,
    #[key]
    at: String,
}

#[derive(SpannerTable, Debug)]
#[interleave(Tick)]
struct Mark {
    #[key(parent)]
    shard: i64,
    #[key(parent)]
    at: String,
    #[key(shard = 2)]
    mark_shard: i64,
    #[key]
    mark: String,
}

#[derive(SpannerTable, Debug)]
struct Parcel {
    #[key(shard = 8)]
    shard: i64,
    #[key(uuid, storage = bytes)]
    parcel: Uuid,
}

#[derive(SpannerTable, Debug)]
#[index(SalesByDay, columns(spread, desc(day)))]
#[index(SalesByPrice, columns(price), null_filtered)]
#[index(SalesByRate, columns(rate))]
#[index(SalesOnce, columns(price, rate), unique)]
struct Sale {
    #[key(shard = 2)]
    shard: i64,
    #[key]
    region: String,
    #[key]
    number: i64,
    #[column(shard = 2, of(region))]
    spread: i64,
    day: Option<String>,
    price: Option<i64>,
    rate: f64,
}

fn text(text: &str) -> Plain {
    Plain::Text(text.into())
}

fn refusal<T: SpannerTable>(scan: &Scan<T>) -> String {
    let error = scan.clone().start().map(|_| ()).expect_err("a scan that cannot be made");
    assert_eq!(scan.ranges().expect_err("no ranges either"), error);
    assert_eq!(scan.sql(Dialect::GoogleSql).expect_err("no SQL either"), error);
    error.to_string()
}

fn sql<T: SpannerTable>(scan: &Scan<T>, dialect: Dialect) -> String {
    let sql = scan.sql(dialect).expect("a statement");
    let values: Vec<String> = sql.params.iter().map(|param| format!("{}={:?}", param.name, param.value)).collect();
    format!("{} | {}", sql.text, values.join(" "))
}

// Which ranges.

#[test]
fn a_side_without_a_bound_is_all_of_the_shard() {
    let ranges = Visit::scan().ranges().unwrap();
    let whole = |shard: &str| KeyRange { start: vec![text(shard)], start_closed: true, end: vec![text(shard)], end_closed: true };
    assert_eq!(ranges, ["0", "1", "2", "3"].map(whole));
    let from = Visit::scan().after(("ada", 5_i64)).ranges().unwrap();
    assert_eq!(from[2], KeyRange { start: vec![text("2"), text("ada"), text("5")], start_closed: false, ..whole("2") });
    let until = Visit::scan().until(("ada",)).ranges().unwrap();
    assert_eq!(until[3], KeyRange { end: vec![text("3"), text("ada")], end_closed: false, ..whole("3") });
}

#[test]
fn a_table_without_shards_is_one_range() {
    #[derive(SpannerTable, Debug)]
    struct Country {
        #[key]
        code: String,
    }

    let all = KeyRange { start: vec![], start_closed: true, end: vec![], end_closed: true };
    assert_eq!(Country::scan().ranges().unwrap(), [all]);
}

#[test]
fn two_values_of_one_shard_leave_it_open() {
    let shard = |user: &str| VisitKey { user: user.into(), number: 0 }.into_values()[0].clone();
    let users = ["a", "b", "c", "d", "e", "f"];
    let (one, two) = users
        .iter()
        .flat_map(|one| users.iter().map(move |two| (*one, *two)))
        .find(|(one, two)| one < two && shard(one) == shard(two))
        .expect("six users and four shards");
    assert_eq!(Visit::scan().from((one,)).through((two,)).ranges().unwrap().len(), 4);
    let only = Visit::scan().from((one,)).through((one,)).ranges().unwrap();
    assert_eq!(only[0].start, [shard(one), text(one)]);
    assert_eq!(only.len(), 1);
}

#[test]
fn an_option_is_hashed_by_nobody() {
    assert_eq!(Visit::scan().prefix(("ada",)).ranges().unwrap().len(), 1);
    assert_eq!(Visit::scan().prefix((Some("ada".to_owned()),)).ranges().unwrap().len(), 4);
}

#[test]
fn a_part_is_stored_as_its_column_is() {
    let parcel = Uuid::from_u128(0x0011_2233_4455_4677_8899_aabb_ccdd_eeff);
    let ranges = Parcel::scan().prefix((parcel,)).ranges().unwrap();
    let key = ParcelKey { parcel }.into_values();
    assert_eq!(ranges, [KeyRange { start: key.clone(), start_closed: true, end: key, end_closed: true }]);
    assert_eq!(ranges[0].start[1], text("ABEiM0RVRneImaq7zN3u/w=="));
}

#[test]
fn a_resumed_scan_does_not_forget_rows_of_the_same_time() {
    let ranges = Tick::scan().after_key(TickKey { shard: 1, at: "noon".into() }).ranges().unwrap();
    let starts: Vec<(&[Plain], bool)> = ranges.iter().map(|range| (range.start.as_slice(), range.start_closed)).collect();
    let (zero, one, two) = ([text("0"), text("noon")], [text("1"), text("noon")], [text("2"), text("noon")]);
    assert_eq!(starts, [(&zero[..], false), (&one[..], false), (&two[..], true)]);
    // A shard that is computed holds no second row with the same parts.
    let ranges = Visit::scan().after_key(VisitKey { user: "ada".into(), number: 5 }).ranges().unwrap();
    assert!(ranges.iter().all(|range| !range.start_closed));
}

// Which statements.

#[test]
fn statements_of_keys() {
    let scan = Visit::scan().prefix(("ada",)).after(("ada", 5_i64)).limit(3);
    assert_eq!(
        sql(&scan, Dialect::GoogleSql),
        "SELECT `shard`, `user`, `number`, `note` FROM `Visit` WHERE `shard` = 0 AND `user` = @p1 AND `number` < @p2 \
         ORDER BY `number` DESC LIMIT 3 | p1=Text(\"ada\") p2=Text(\"5\")"
    );
    let scan = Visit::scan().from(("ada", 5_i64)).until(("bob", 7_i64));
    assert_eq!(
        sql(&scan, Dialect::GoogleSql),
        "SELECT `shard`, `user`, `number`, `note` FROM `Visit` WHERE `shard` IN (0, 1, 2, 3) \
         AND `user` >= @p1 AND (`user` > @p1 OR `number` <= @p2) AND `user` <= @p3 AND (`user` < @p3 OR `number` > @p4) \
         ORDER BY `user`, `number` DESC | p1=Text(\"ada\") p2=Text(\"5\") p3=Text(\"bob\") p4=Text(\"7\")"
    );
    assert_eq!(
        sql(&Visit::scan(), Dialect::PostgreSql),
        r#"SELECT "shard", "user", "number", "note" FROM "Visit" WHERE "shard" IN (0, 1, 2, 3) ORDER BY "user", "number" DESC | "#
    );
    let scan = Tick::scan().after_key(TickKey { shard: 1, at: "noon".into() });
    assert_eq!(
        sql(&scan, Dialect::PostgreSql),
        r#"SELECT "shard", "at" FROM "Tick" WHERE "shard" IN (0, 1, 2) AND "at" >= $1 AND ("at" > $1 OR "shard" > $2) ORDER BY "at", "shard" | p1=Text("noon") p2=Text("1")"#
    );
    let nothing = Visit::scan().after(("ada",)).through(("ada",));
    assert_eq!(
        sql(&nothing, Dialect::GoogleSql),
        "SELECT `shard`, `user`, `number`, `note` FROM `Visit` WHERE `shard` = 0 AND `user` = @p1 AND FALSE ORDER BY `number` DESC | p1=Text(\"ada\")"
    );
}

#[test]
fn statements_of_tables_that_are_named_as_a_column() {
    // In GoogleSQL `tenant` alone would be the whole row.
    assert_eq!(
        sql(&Tenant::scan().prefix(("acme",)), Dialect::GoogleSql),
        "SELECT `tenant`, `shard`, `at` FROM `Tenant` AS `Tenant_` WHERE `tenant` = @p1 AND `shard` IN (0, 1) ORDER BY `at` | p1=Text(\"acme\")"
    );
}

#[test]
fn statements_of_indexes() {
    let columns = "`shard`, `region`, `number`, `spread`, `day`, `price`, `rate`";
    let by_day = Sale::scan().index("SalesByDay").after((Some("2026-11-16".to_owned()),));
    assert_eq!(
        sql(&by_day, Dialect::GoogleSql),
        format!(
            "SELECT {columns} FROM `Sale`@{{FORCE_INDEX=`SalesByDay`}} WHERE `spread` IN (0, 1) AND (`day` < @p1 OR `day` IS NULL) \
             ORDER BY `day` DESC, `shard`, `region`, `number` | p1=Text(\"2026-11-16\")"
        )
    );
    let columns = r#""shard", "region", "number", "spread", "day", "price", "rate""#;
    assert_eq!(
        sql(&by_day, Dialect::PostgreSql),
        format!(
            r#"SELECT {columns} FROM "Sale"/*@ FORCE_INDEX="SalesByDay" */ WHERE "spread" IN (0, 1) AND "day" < $1 ORDER BY "day" DESC, "shard", "region", "number" | p1=Text("2026-11-16")"#
        )
    );
    let where_of = |scan: &Scan<Sale>, dialect| {
        let text = scan.sql(dialect).expect("a statement").text;
        let (from, rest) = text.split_once(" WHERE ").map(|(from, rest)| (from.to_owned(), rest.to_owned())).expect("conditions");
        (from, rest.split_once(" ORDER BY ").expect("an order").0.to_owned())
    };
    let (from, conditions) = where_of(&Sale::scan().index("SalesByPrice").through((Some(5_i64),)), Dialect::GoogleSql);
    assert!(
        from.ends_with("@{FORCE_INDEX=`SalesByPrice`, spanner_emulator.disable_query_null_filtered_index_check=true}"),
        "{from}"
    );
    assert_eq!(conditions, "`price` <= @p1 AND `price` IS NOT NULL");
    // A unique index has no rows with NULL either.
    let (_, conditions) = where_of(&Sale::scan().index("SalesOnce").until((Some(5_i64),)), Dialect::GoogleSql);
    assert_eq!(conditions, "`price` < @p1 AND `price` IS NOT NULL");
    let none = (None::<String>,);
    for (scan, dialect, wanted) in [
        (Sale::scan().from(none.clone()), Dialect::GoogleSql, "`day` IS NULL"),
        (Sale::scan().after(none.clone()), Dialect::GoogleSql, "FALSE"),
        (Sale::scan().until(none.clone()), Dialect::GoogleSql, "`day` IS NOT NULL"),
        (Sale::scan().prefix(none.clone()), Dialect::GoogleSql, "`day` IS NULL"),
        (Sale::scan().after(none.clone()), Dialect::PostgreSql, r#""day" IS NOT NULL"#),
        (Sale::scan().until(none), Dialect::PostgreSql, "FALSE"),
        (Sale::scan().until((Some("x".to_owned()),)), Dialect::PostgreSql, r#"("day" > $1 OR "day" IS NULL)"#),
        (Sale::scan().through((Some("x".to_owned()),)), Dialect::PostgreSql, r#"("day" = $1 OR "day" > $1 OR "day" IS NULL)"#),
    ] {
        let conditions = where_of(&scan.index("SalesByDay"), dialect).1;
        assert_eq!(conditions.split_once(") AND ").expect("the shard first").1, wanted);
    }
    for (scan, wanted) in [
        (Sale::scan().until((1.5_f64,)), "(`rate` < @p1 OR IS_NAN(`rate`))"),
        (Sale::scan().through((1.5_f64,)), "(`rate` = @p1 OR `rate` < @p1 OR IS_NAN(`rate`))"),
        (Sale::scan().from((1.5_f64,)), "`rate` >= @p1"),
        (Sale::scan().after((f64::NAN,)), "NOT IS_NAN(`rate`)"),
        (Sale::scan().prefix((f64::NAN,)), "IS_NAN(`rate`)"),
        (Sale::scan().until((f64::NAN,)), "FALSE"),
    ] {
        assert_eq!(where_of(&scan.index("SalesByRate"), Dialect::GoogleSql).1, wanted);
    }
}

// What is refused.

#[test]
fn bounds_that_do_not_fit_the_key() {
    assert_eq!(
        refusal(&Visit::scan().from(("ada", 5_i64, "x"))),
        "column `number` of table `Visit` is the last of 2 parts to scan by, and 3 were given"
    );
    assert_eq!(
        refusal(&Visit::scan().from((5_i64,))),
        "column `user` of table `Visit` is STRING, and a bound of the scan gives INT64"
    );
    assert_eq!(
        refusal(&Visit::scan().through(("ada", 0.5_f64))),
        "column `number` of table `Visit` is INT64, and a bound of the scan gives FLOAT64"
    );
    assert_eq!(
        refusal(&Visit::scan().through((vec!["ada".to_owned()],))),
        "column `user` of table `Visit` is STRING, and a bound of the scan gives an ARRAY"
    );
    assert_eq!(
        refusal(&Parcel::scan().from(("not bytes",))),
        "column `parcel` of table `Parcel` is BYTES, and a bound of the scan gives STRING"
    );
    assert!(Parcel::scan().from((vec![1_u8, 2],)).ranges().is_ok());
    assert!(Visit::scan().from((Uuid::nil(), 5_i32)).ranges().is_ok());
}

#[test]
fn parts_before_a_shard_that_have_many_values() {
    let why = "must have one value for the whole scan, the same in both bounds: otherwise the rows of the shards `shard` cannot be merged in the order of the key";
    let refused = format!("column `tenant` of table `Tenant` {why}");
    assert_eq!(refusal(&Tenant::scan()), refused);
    assert_eq!(refusal(&Tenant::scan().from(("a",))), refused);
    assert_eq!(refusal(&Tenant::scan().from(("a",)).until(("b",))), refused);
    assert_eq!(refusal(&Tenant::scan().from(("a", 5_i64)).until(("b", 5_i64))), refused);
    assert_eq!(Tenant::scan().prefix(("a",)).from(("a", 5_i64)).ranges().unwrap().len(), 2);
}

#[test]
fn two_shards_at_once() {
    assert_eq!(
        refusal(&Mark::scan().prefix(("noon",))),
        "column `shard` of table `Mark` is a shard that the bounds leave open, and so is `mark_shard`: rows cannot be merged over two at once"
    );
    assert_eq!(Mark::scan().prefix(("noon", "x")).ranges().unwrap().len(), 3);
}

#[test]
fn indexes_and_what_they_cannot_do() {
    assert_eq!(refusal(&Sale::scan().index("Sales")), "table `Sale` has no index `Sales`");
    let key = SaleKey { region: "north".into(), number: 7 };
    assert_eq!(
        refusal(&Sale::scan().index("SalesByDay").after_key(key)),
        "column `spread` of table `Sale` decides the order of index `SalesByDay`, and a primary key does not hold it: go on with `after`"
    );
    let day = Some("2026-11-16".to_owned());
    assert_eq!(
        refusal(&Sale::scan().index("SalesByDay").after((day.clone(), "north"))),
        "column `number` of table `Sale` is missing from a bound that goes past the shard `shard`, which is computed from it"
    );
    let far = Sale::scan().index("SalesByDay").after((day, "north", 7_i64));
    assert_eq!(
        far.ranges().unwrap_err().to_string(),
        "column `shard` of table `Sale` is not a column of index `SalesByDay`, where key ranges end: use `start` or `sql` for such a bound"
    );
    assert!(far.sql(Dialect::GoogleSql).is_ok() && far.start().is_ok());
}

// What a client does, right or wrong.

fn visit(shard: &str, user: &str, number: &str) -> Vec<Plain> {
    vec![text(shard), text(user), text(number), text("")]
}

/// Gives every wanted read no rows, but for the first.
fn give_first<T: SpannerTable>(reading: &mut Reading<T>, rows: Vec<Vec<Plain>>) -> Result<(), RowError> {
    let reads = reading.wanted();
    reading.give(reads[0].id, rows)?;
    reads[1..].iter().try_for_each(|read| reading.give(read.id, vec![]))
}

#[test]
fn all_shards_are_wanted_at_once() {
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
            keys: ReadKeys::Range(KeyRange { start: vec![text("3")], start_closed: true, end: vec![text("3")], end_closed: true }),
            limit: Some(7),
        }
    );
    assert_eq!(Visit::scan().start().unwrap().wanted()[0].limit, Some(256));
    assert_eq!(Visit::scan().page(0).start().unwrap().wanted()[0].limit, Some(1));
}

#[test]
fn a_limit_of_nothing_reads_nothing() {
    let mut reading = Visit::scan().limit(0).start().unwrap();
    assert!(reading.wanted().is_empty());
    assert!(reading.next().is_none());
    let mut reading = Sale::scan().index("SalesByDay").limit(0).start().unwrap();
    assert!(reading.wanted().is_empty());
    assert!(reading.next().is_none());
}

#[test]
fn a_full_page_is_followed_by_the_rest() {
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
    assert!(reading.wanted().is_empty() && reading.next().is_none(), "a page that is not full is the last");
}

#[test]
fn rows_that_nobody_asked_for() {
    let mut reading = Visit::scan().prefix(("ada",)).start().unwrap();
    let error = reading.give(0, vec![]).unwrap_err();
    assert_eq!(error.to_string(), "column `shard` of table `Visit` was given rows that nobody asked for");
    let id = reading.wanted()[0].id;
    reading.give(id, vec![]).unwrap();
    assert!(reading.give(id, vec![]).is_err(), "once is enough");
}

#[test]
fn rows_that_are_not_there_yet() {
    let mut reading = Visit::scan().start().unwrap();
    let waits = "column `shard` of table `Visit` waits for rows that were asked for";
    assert_eq!(reading.next().unwrap().unwrap_err().to_string(), waits);
    let reads = reading.wanted();
    reading.give(reads[0].id, vec![visit("0", "a", "1")]).unwrap();
    assert_eq!(reading.next().unwrap().unwrap_err().to_string(), waits, "another shard may have a smaller one");
    for read in &reads[1..] {
        reading.give(read.id, vec![]).unwrap();
    }
    assert_eq!(reading.next().unwrap().unwrap().user, "a");
    assert!(reading.next().is_none());
}

#[test]
fn rows_out_of_order() {
    let mut reading = Visit::scan().start().unwrap();
    let error = give_first(&mut reading, vec![visit("0", "b", "1"), visit("0", "a", "1")]).unwrap_err();
    assert_eq!(
        error.to_string(),
        "column `user` of table `Visit` came in another order than the scan's: if the database is a PostgreSQL one, tell the scan so with `dialect`"
    );
    // The same page can be given once more.
    give_first(&mut reading, vec![visit("0", "a", "1"), visit("0", "b", "1")]).unwrap();
    assert_eq!(reading.next().unwrap().unwrap().user, "a");
}

#[test]
fn rows_that_lack_a_value() {
    let mut reading = Visit::scan().start().unwrap();
    let error = give_first(&mut reading, vec![vec![text("0"), text("a")]]).unwrap_err();
    assert_eq!(error.to_string(), "column `number` of table `Visit` is not among the columns that were read");
    let error = give_first(&mut reading, vec![visit("0", "a", "many")]).unwrap_err();
    assert_eq!(error.to_string(), "column `number` of table `Visit` should hold an integer, and holds `many`");
}

#[test]
fn null_sorts_as_in_the_database() {
    let row = |number: &str, day: Plain| vec![text("0"), day, text("0"), text("north"), text(number)];
    let rows = vec![row("1", text("Tuesday")), row("2", text("Monday")), row("3", Plain::Null)];
    let by_day = Sale::scan().index("SalesByDay");
    let columns = by_day.clone().start().unwrap().wanted()[0].columns.clone();
    assert_eq!(columns, ["spread", "day", "shard", "region", "number"], "the index and the key, and the rest by a second read");
    assert!(give_first(&mut by_day.clone().start().unwrap(), rows.clone()).is_ok());
    let mut postgres = by_day.dialect(Dialect::PostgreSql).start().unwrap();
    assert!(give_first(&mut postgres, rows.clone()).is_err());
    assert!(give_first(&mut postgres, vec![rows[2].clone(), rows[0].clone(), rows[1].clone()]).is_ok());
}

#[test]
fn a_row_of_the_index_that_is_not_in_the_table() {
    let mut reading = Sale::scan().index("SalesByDay").start().unwrap();
    give_first(&mut reading, vec![vec![text("0"), text("Monday"), text("1"), text("north"), text("7")]]).unwrap();
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
    let whole = vec![text("1"), text("north"), text("7"), text("0"), text("Monday"), Plain::Null, Plain::Number(1.5)];
    reading.give(lookup[0].id, vec![whole]).unwrap();
    let sale = reading.next().unwrap().unwrap();
    assert_eq!((sale.spread, sale.price, sale.rate), (0, None, 1.5));
    assert!(reading.wanted().is_empty() && reading.next().is_none());
}

/// Reads a thousand rows that are equal in an index: the numbers found, how many rows were read, and in how many rounds.
fn read_equals(scan: Scan<Sale>) -> (Vec<i64>, usize, usize) {
    let numbers = 0..1000;
    let key = |number: i64| vec![text(if number < 500 { "0" } else { "1" }), text("north"), text(&format!("{number}"))];
    let all: Vec<Vec<Plain>> = numbers.map(|number| [vec![text("1")], key(number)].concat()).collect();
    let mut reading = scan.index("SalesByPrice").page(10).start().unwrap();
    let (mut read, mut rounds, mut found) = (0, 0, Vec::new());
    loop {
        let wanted = reading.wanted();
        match wanted.first() {
            Some(Read { id, keys: ReadKeys::Range(range), limit: Some(limit), .. }) => {
                assert!(range.start.is_empty() || (range.start == [text("1")] && range.start_closed));
                let rows = all[..all.len().min(*limit)].to_vec();
                read += rows.len();
                rounds += 1;
                reading.give(*id, rows).unwrap();
            }
            Some(Read { id, keys: ReadKeys::Points(keys), .. }) => {
                let rest = [text("0"), Plain::Null, text("1"), Plain::Number(0.0)];
                reading.give(*id, keys.iter().map(|key| [key.as_slice(), &rest].concat()).collect()).unwrap();
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
    // What comes again must not be most of what is read.
    assert!(read < 4000 && rounds < 12, "{read} rows in {rounds} rounds");
}

#[test]
fn a_bound_deep_among_equal_rows_of_an_index() {
    let number = (0..500).rev().find(|number| SaleKey { region: "north".into(), number: *number }.into_values()[0] == text("0"));
    let number = number.expect("one of the first half in the first shard");
    let (found, read, rounds) = read_equals(Sale::scan().after((Some(1_i64), "north", number)).limit(1));
    assert_eq!(found, [number + 1]);
    assert!(read < 4000 && rounds < 12, "{read} rows in {rounds} rounds");
}

#[test]
fn times_compare_by_moment() {
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
        .give(reads[1].id, vec![vec![text("1"), text("1970-01-01T00:00:00Z")], vec![text("1"), text("1970-01-01T00:00:00.50001Z")]])
        .unwrap();
    let beats: Vec<Beat> = std::iter::from_fn(|| reading.next()).collect::<Result<_, _>>().unwrap();
    let after = |beat: &Beat| beat.at.duration_since(SystemTime::UNIX_EPOCH).unwrap();
    assert_eq!(beats.iter().map(after).collect::<Vec<_>>(), [0, 500_000, 500_010].map(Duration::from_micros));
}
