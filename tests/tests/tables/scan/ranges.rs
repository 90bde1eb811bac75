//! Which ranges of keys a scan reads.

use spanner_keys::scan::KeyRange;
use spanner_keys::value::WireValue;
use spanner_keys::{SpannerTable, TableKey, Uuid};

use super::{Parcel, ParcelKey, Tick, TickKey, Visit, VisitKey, text};

#[test]
fn missing_bound_covers_the_whole_shard() {
    let ranges = Visit::scan().ranges().unwrap();
    let whole = |shard: &str| KeyRange {
        start: vec![text(shard)],
        start_closed: true,
        end: vec![text(shard)],
        end_closed: true,
    };
    assert_eq!(ranges, ["0", "1", "2", "3"].map(whole));
    let from = Visit::scan().after(("ada", 5_i64)).ranges().unwrap();
    assert_eq!(
        from[2],
        KeyRange {
            start: vec![text("2"), text("ada"), text("5")],
            start_closed: false,
            ..whole("2")
        }
    );
    let until = Visit::scan().before(("ada",)).ranges().unwrap();
    assert_eq!(
        until[3],
        KeyRange { end: vec![text("3"), text("ada")], end_closed: false, ..whole("3") }
    );
}

#[test]
fn table_without_shards_is_one_range() {
    #[derive(SpannerTable, Debug)]
    struct Country {
        #[key]
        code: String,
    }

    let all = KeyRange { start: vec![], start_closed: true, end: vec![], end_closed: true };
    assert_eq!(Country::scan().ranges().unwrap(), [all]);
}

#[test]
fn two_values_of_one_shard_do_not_fix_it() {
    let shard = |user: &str| VisitKey { user: user.into(), number: 0 }.into_values()[0].clone();
    let users = ["a", "b", "c", "d", "e", "f"];
    let (one, two) = users
        .iter()
        .flat_map(|one| users.iter().map(move |two| (*one, *two)))
        .find(|(one, two)| one < two && shard(one) == shard(two))
        .expect("six users and four shards");
    assert_eq!(Visit::scan().starting_at((one,)).up_to((two,)).ranges().unwrap().len(), 4);
    let only = Visit::scan().starting_at((one,)).up_to((one,)).ranges().unwrap();
    assert_eq!(only[0].start, [shard(one), text(one)]);
    assert_eq!(only.len(), 1);
}

#[test]
fn nullable_columns_are_never_hashed() {
    assert_eq!(Visit::scan().prefix(("ada",)).ranges().unwrap().len(), 1);
    assert_eq!(
        Visit::scan().untyped().prefix((Some("ada".to_owned()),)).ranges().unwrap().len(),
        4
    );
}

#[test]
fn key_part_has_the_storage_of_its_column() {
    let parcel = Uuid::from_u128(0x0011_2233_4455_4677_8899_aabb_ccdd_eeff);
    let ranges = Parcel::scan().prefix((parcel,)).ranges().unwrap();
    let key = ParcelKey { parcel }.into_values();
    assert_eq!(
        ranges,
        [KeyRange { start: key.clone(), start_closed: true, end: key, end_closed: true }]
    );
    assert_eq!(ranges[0].start[1], text("ABEiM0RVRneImaq7zN3u/w=="));
}

#[test]
fn resumed_scan_returns_rows_of_the_same_time() {
    let ranges = Tick::scan().after_key(TickKey { shard: 1, at: "noon".into() }).ranges().unwrap();
    let starts: Vec<(&[WireValue], bool)> =
        ranges.iter().map(|range| (range.start.as_slice(), range.start_closed)).collect();
    let (zero, one, two) =
        ([text("0"), text("noon")], [text("1"), text("noon")], [text("2"), text("noon")]);
    assert_eq!(starts, [(&zero[..], false), (&one[..], false), (&two[..], true)]);
    // A computed shard holds no second row with the same parts.
    let ranges =
        Visit::scan().after_key(VisitKey { user: "ada".into(), number: 5 }).ranges().unwrap();
    assert!(ranges.iter().all(|range| !range.start_closed));
}
