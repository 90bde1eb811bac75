//! Which fields `index!` may name. The compiler asks this in const; here it is asked at run time.

use std::panic::catch_unwind;

use spanner_keys::__private::check_scan;
use spanner_keys::schema::{
    ColumnDef, Fill, IndexDef, KeyPart, OnDelete, ShardBy, SqlType, TableDef,
};
use spanner_keys_quick_tests::tables::{
    ID, NAME, NUMBER, filled, inherited, shard_column, under, up,
};

const SHARD: ColumnDef<'static> = shard_column("Shard", &[1], ShardBy::Database);

const ROOT: TableDef<'static> = TableDef {
    key: &[KeyPart::new(0), KeyPart::new(1)],
    indexes: &[
        IndexDef::new("Plain", &[up(1), up(2)]),
        IndexDef::new("Sharded", &[up(0), up(1), up(2)]),
        IndexDef::new("ShardLast", &[up(1), up(0)]),
    ],
    ..TableDef::new("Root", &[SHARD, NAME, NUMBER, ID])
};

/// Inherits the root's shard, where it is a plain column.
const CHILD: TableDef<'static> = TableDef {
    key: &[inherited(0), inherited(1), KeyPart::new(3)],
    parent: under(&ROOT, OnDelete::Cascade),
    columns: &[filled("Shard", SqlType::INT64, Fill::Supplied), NAME, NUMBER, ID],
    name: "Child",
    ..ROOT
};

/// Inherits a part that its parent does not have, which another rule reports.
const LONGER: TableDef<'static> =
    TableDef { key: &[inherited(0), inherited(1), inherited(2)], ..CHILD };

/// The first line, which names the index or field that is in error.
fn refusal(table: &TableDef<'_>, index: &str, fields: &[&str]) -> Option<String> {
    let refused = |place| catch_unwind(|| check_scan(table, index, fields, place)).err();
    let mut all = (0..=fields.len()).filter_map(|place| Some((place, refused(place)?)));
    let (place, panic) = all.next()?;
    assert!(all.next().is_none(), "{index} {fields:?}");
    let message = panic.downcast_ref::<String>().cloned().unwrap_or_default();
    let line = message.lines().next().unwrap_or_default();
    let named = if place == 0 { index } else { fields[place - 1] };
    assert!(line.contains(&format!("`{named}`")), "{line}");
    Some(line.to_owned())
}

#[test]
fn the_first_columns_of_an_index_are_named_without_its_shards() {
    let end =
        |index| format!("the index `{index}` of `Root` has no more columns, but `Id` is named");
    let other =
        |index, field| format!("the index `{index}` of `Root` has `Name` where `{field}` is named");
    for (index, fields, expected) in [
        ("Plain", &[][..], None),
        ("Plain", &["Name"], None),
        ("Plain", &["Name", "Number"], None),
        ("Plain", &["Number"], Some(other("Plain", "Number"))),
        ("Plain", &["Name", "Number", "Id"], Some(end("Plain"))),
        ("Plain", &["Missing"], None),
        ("Sharded", &["Name", "Number"], None),
        ("Sharded", &["Shard"], Some(other("Sharded", "Shard"))),
        ("ShardLast", &["Name"], None),
        ("ShardLast", &["Name", "Id"], Some(end("ShardLast"))),
        ("Nowhere", &["Name"], Some("`Root` has no index `Nowhere`".to_owned())),
    ] {
        assert_eq!(refusal(&ROOT, index, fields), expected, "{index} {fields:?}");
        for table in [CHILD, LONGER] {
            let here = expected.as_ref().map(|text| text.replace("`Root`", "`Child`"));
            assert_eq!(refusal(&table, index, fields), here, "{index} {fields:?}");
        }
        assert_eq!(refusal(&TableDef { stand_in: true, ..ROOT }, index, fields), None);
    } // A part that is not inherited is not the parent's shard.
    let own = TableDef { key: &[KeyPart::new(0), KeyPart::new(1)], ..CHILD };
    assert_eq!(refusal(&own, "Sharded", &["Shard", "Name"]), None);
}
