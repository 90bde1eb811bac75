//! Interleaved tables and indexes.

use std::panic::catch_unwind;

use spanner_keys::__private::{check_interleave, same_as_parent};
use spanner_keys::rules::{Rule, lint};
use spanner_keys::schema::{
    ColumnDef, IndexColumn, IndexDef, IndexParent, KeyPart, OnDelete, SqlType, TableDef,
};
use spanner_keys_quick_tests::tables::{AT, DAY, ID, NUMBER, found, inherited, keyed, under, up};

use super::{CHILD_KEY, CIRCLE, PARTS, below};

/// The message of the rules about a table's parent, if any.
fn of_parent(table: &TableDef<'_>) -> Option<String> {
    lint(table)
        .into_iter()
        .find(|finding| finding.rule == Rule::ParentKey)
        .map(|finding| finding.to_string())
}

#[test]
fn parent_key_difference_is_shown() {
    let parent_columns = [ID, AT];
    let parent = TableDef { key: &PARTS[..2], ..TableDef::new("P", &parent_columns) };
    let same = [ID, AT, NUMBER];
    let other = [ID, ColumnDef { nullable: true, ..AT }, NUMBER];
    for (columns, key, found) in [
        (&other, &[inherited(0), inherited(1)][..], true),
        (&same, &[inherited(0)], true),
        (&same, &[inherited(0), KeyPart::new(1)], true),
        (&same, &[inherited(0), inherited(1), inherited(2)], true),
        (&same, &[inherited(0), inherited(1)], false),
        (&same, &[inherited(0), inherited(1), KeyPart::new(2)], false),
    ] {
        assert_eq!(of_parent(&below(&parent, columns, key)).is_some(), found, "{key:?}");
    }
}

/// Nothing is reported about a table with an earlier mistake.
#[test]
fn stand_ins_silence_the_rules() {
    let parent_columns = [ID];
    let parent = keyed("P", &parent_columns);
    let broken_parent = TableDef { stand_in: true, ..parent };
    let broken_grandparent =
        TableDef { parent: under(&broken_parent, OnDelete::Cascade), ..parent };
    let stand_in = ColumnDef { stand_in: true, ..NUMBER };
    let (wrong, unknown) = ([NUMBER], [stand_in]);
    let key = [inherited(0)];
    assert!(of_parent(&below(&parent, &wrong, &key)).is_some());
    assert_eq!(
        of_parent(&TableDef { stand_in: true, ..below(&parent, &wrong, &key) }),
        None,
        "the child is broken"
    );
    assert_eq!(of_parent(&below(&broken_parent, &wrong, &key)), None, "the parent is broken");
    assert_eq!(
        of_parent(&below(&broken_grandparent, &wrong, &key)),
        None,
        "one above the parent is broken"
    );
    assert_eq!(of_parent(&below(&parent, &unknown, &key)), None, "the child's column is broken");
    let unknown_parent = TableDef { columns: &unknown, ..parent };
    assert_eq!(
        of_parent(&below(&unknown_parent, &wrong, &key)),
        None,
        "the parent's column is broken"
    );
}

/// An index of the child `C` over these columns, interleaved in `ancestor`.
fn index_in<'a>(ancestor: &'a TableDef<'a>, columns: &'a [IndexColumn]) -> IndexDef<'a> {
    IndexDef { interleave: Some(IndexParent::Ancestor(ancestor)), ..IndexDef::new("I", columns) }
}

#[test]
fn ancestor_matches_by_name_and_schema() {
    let columns = [ID, AT];
    let by_id = [up(0)];
    let in_schema = |schema| TableDef { schema, key: &PARTS[..1], ..TableDef::new("P", &columns) };
    for (real, named, accepted) in [
        (None, None, true),
        (Some("a"), Some("a"), true),
        (Some("a"), Some("b"), false),
        (Some("a"), None, false),
        (None, Some("a"), false),
    ] {
        let (parent, ancestor) = (in_schema(real), in_schema(named));
        let indexes = [index_in(&ancestor, &by_id)];
        let child = TableDef { indexes: &indexes, ..below(&parent, &columns, CHILD_KEY) };
        let refused = found(&child).contains(&Rule::IndexParent);
        assert_eq!(refused, !accepted, "{real:?} and {named:?}");
    }
    // Broken columns on either side are not compared.
    let (wrong, broken) = ([NUMBER, AT], [ColumnDef { stand_in: true, ..NUMBER }, AT]);
    for (here, there, silent) in
        [(&wrong, &columns, false), (&broken, &columns, true), (&columns, &broken, true)]
    {
        let ancestor = keyed("P", there);
        let indexes = [index_in(&ancestor, &by_id)];
        let child = TableDef { indexes: &indexes, ..below(&ancestor, here, CHILD_KEY) };
        let found = lint(&child)
            .iter()
            .any(|finding| matches!(finding.rule, Rule::IndexParent | Rule::ParentKey));
        assert_eq!(found, !silent);
    }
}

/// A message has at most 4,096 bytes; a name that does not fit is omitted.
#[test]
fn long_names_are_omitted_from_messages() {
    let long = "n".repeat(4_090);
    for name in [long.as_str(), &long[..4_000], &long[..3_000]] {
        let parent = keyed(name, &[ID]);
        let wrong = [NUMBER];
        let message = of_parent(&below(&parent, &wrong, &[inherited(0)])).unwrap_or_default();
        assert!(
            message.starts_with("the primary key of `C` does not start") && message.len() <= 4_096,
            "{}",
            message.len()
        );
    }
}

/// The Rust types of an inherited part are asked for only where nothing else is wrong.
#[test]
fn only_fitting_columns_are_asked_for_their_types() {
    let parent = keyed("P", &[ID]);
    let below = under(&parent, OnDelete::NoAction);
    let child = TableDef { parent: below, key: CHILD_KEY, ..TableDef::new("C", &[ID, AT]) };
    assert!(same_as_parent(&child, &parent, 0));
    assert!(!same_as_parent(&child, &parent, 1), "the parent has one part");
    assert!(!same_as_parent(&child, &parent, 2));
    assert!(!same_as_parent(&parent, &child, 1), "the child has one part");
    assert!(!same_as_parent(&TableDef { columns: &[NUMBER, AT], ..child }, &parent, 0));
    assert!(!same_as_parent(&TableDef { stand_in: true, ..child }, &parent, 0));
    assert!(!same_as_parent(&child, &TableDef { stand_in: true, ..parent }, 0));
    let broken = TableDef { stand_in: true, ..parent };
    let above = under(&broken, OnDelete::NoAction);
    assert!(!same_as_parent(&child, &TableDef { parent: above, ..parent }, 0));
}

/// A part of another type is reported on its field, unless the whole key is reported.
#[test]
fn other_types_of_parent_parts_are_reported_on_the_fields() {
    let of = |ty| ColumnDef { ty, ..ID };
    let (number, array) = (of(SqlType::INT64), of(SqlType::text(36).array()));
    let (nullable, bytes) = (ColumnDef { nullable: true, ..ID }, of(SqlType::bytes(16)));
    let (native, long) = (of(SqlType::UUID), of(SqlType::text(40)));
    let renamed = ColumnDef { name: "Other", ..number };
    let parent = TableDef { key: &PARTS[..2], ..TableDef::new("P", &[ID, DAY]) };
    let below = under(&parent, OnDelete::NoAction);
    let keys = [inherited(0), inherited(1), KeyPart::new(2)];
    for (own, second, key, on_field) in [
        (number, DAY, keys, Some(true)),
        (array, DAY, keys, Some(true)),
        (nullable, DAY, keys, Some(true)),
        (ID, ColumnDef { nullable: true, ..DAY }, keys, Some(true)),
        // `storage` or `length` can be the reason.
        (bytes, DAY, keys, Some(false)),
        (native, DAY, keys, Some(false)),
        (long, DAY, keys, Some(false)),
        (number, ColumnDef { name: "Other", ..DAY }, keys, Some(false)),
        (renamed, DAY, keys, Some(false)),
        (number, DAY, [KeyPart { descending: true, ..keys[0] }, keys[1], keys[2]], Some(false)),
        (number, DAY, [keys[0], KeyPart::new(1), keys[2]], Some(false)),
        (number, DAY, [keys[0], keys[1], inherited(2)], Some(false)),
        (ID, DAY, keys, None),
    ] {
        let columns = [own, second, NUMBER];
        let child = TableDef { parent: below, key: &key, ..TableDef::new("C", &columns) };
        let on_key = catch_unwind(|| check_interleave(&child, false)).is_err();
        assert_eq!(on_key, on_field == Some(false), "{columns:?}");
        let part = usize::from(second.nullable);
        let asked = same_as_parent(&child, &parent, part);
        assert_eq!(asked, on_field != Some(false), "{columns:?}");
        assert_eq!(found(&child).contains(&Rule::ParentKey), on_field.is_some(), "{columns:?}");
    }
    // A child whose key is its parent's.
    let columns = [number, DAY];
    let equal = TableDef { parent: below, key: &keys[..2], ..TableDef::new("C", &columns) };
    assert!(catch_unwind(|| check_interleave(&equal, false)).is_ok());
    assert!(same_as_parent(&equal, &parent, 0));
    // A key that is shorter than the parent's.
    let one = [number];
    let short = TableDef { parent: below, key: &keys[..1], ..TableDef::new("C", &one) };
    assert!(catch_unwind(|| check_interleave(&short, false)).is_err());
    assert!(!same_as_parent(&short, &parent, 0));
}

static OWN_PARENT: TableDef<'static> = TableDef {
    key: &[KeyPart::new(0)],
    parent: under(&OWN_PARENT, OnDelete::NoAction),
    ..TableDef::new("Own", &[ID])
};

#[test]
fn a_table_in_itself_is_found_in_finite_time() {
    assert_eq!(found(&OWN_PARENT), [Rule::InterleaveDepth]);
}

/// An index cannot start with a key that its table, or a table above it, does not start with.
#[test]
fn a_wrong_parent_key_is_reported_without_its_indexes() {
    let root = keyed("R", &[ID]);
    let below = |table| under(table, OnDelete::NoAction);
    let by_time = [up(0)];
    let in_root = [IndexDef {
        interleave: Some(IndexParent::Ancestor(&root)),
        ..IndexDef::new("I", &by_time)
    }];
    let other = [ColumnDef { name: "Other", ..ID }, AT];
    let wrong = TableDef {
        parent: below(&root),
        key: CHILD_KEY,
        indexes: &in_root,
        ..TableDef::new("C", &other)
    };
    assert_eq!(found(&wrong), [Rule::ParentKey]);
    // Its child fits it, and the index still cannot start with the root's key.
    let key = [inherited(0), inherited(1)];
    let leaf = TableDef { name: "L", parent: below(&wrong), key: &key, ..wrong };
    assert_eq!(found(&leaf), []);
}

/// An index in a table whose own mistakes are reported is not judged.
#[test]
fn an_index_in_a_broken_table_is_not_judged() {
    let nowhere = TableDef { key: &[KeyPart::new(9)], ..TableDef::new("P", &[ID]) };
    let by_id = [up(0)];
    for host in [&nowhere, &CIRCLE] {
        let indexes = [index_in(host, &by_id)];
        let table = TableDef { indexes: &indexes, ..keyed("T", &[ID]) };
        assert_eq!(found(&table), []);
    }
    // One that is shorter than the key of its table is.
    let columns = [ID, AT];
    let own = [IndexDef { interleave: Some(IndexParent::OwnTable), ..IndexDef::new("I", &by_id) }];
    let table = TableDef { key: &PARTS[..2], indexes: &own, ..TableDef::new("T", &columns) };
    assert_eq!(found(&table), [Rule::IndexParent]);
}
