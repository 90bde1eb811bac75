//! The checks that generated code makes at compile time, made at run time: the compiler's messages
//! depend on them.

use std::panic::catch_unwind;
use std::time::SystemTime;

use spanner_keys::__private::{
    Ask, ColumnSpec, Holds, Storage, answers::*, check_column, check_foreign_key,
    check_foreign_key_waiver, check_index, check_index_waiver, check_inner, check_interleave,
    check_key_waiver, check_length, check_limit, check_shard, check_sql, check_table,
    has_one_value, has_values, holds_int64, holds_its_id, holds_shard, holds_timestamp, holds_ulid,
    holds_uuid, limited, may_be_hashed, same_as_parent, sound, takes_length, takes_storage,
    takes_vector_length,
};
use spanner_keys::rules::permissions::Outcome::{self, *};
use spanner_keys::rules::{Finding, Rule, found_in_index, found_in_key, lint};
use spanner_keys::schema::{
    Arrival, CheckDef, ColumnDef, CounterOptions, Fill, ForeignKeyDef, IndexColumn, IndexDef,
    IndexParent, KeyPart, OnDelete, ReferenceDef, ShardBy, SqlText, SqlType, StoredValue, TableDef,
    Ttl, VariantDef, Waiver,
};
use spanner_keys::{Column, Dialect, Schema, Uuid};
use spanner_keys_quick_tests::tables::{
    AT, DAY, DOCUMENT, DONE, ID, NAME, NUMBER, ULID, filled, found, generated, inherited, sequence,
    shard, under, up,
};

const SIZE: ColumnDef<'static> = ColumnDef::new("Size", SqlType::FLOAT64);
const V7: ColumnDef<'static> = ColumnDef { fill: Fill::UuidV7, ..ID };
const ORDERED: ColumnDef<'static> =
    ColumnDef { arrival: Arrival::TimeOrdered, ..ColumnDef::new("Ulid", SqlType::text(26)) };

const PARTS: &[KeyPart<'static>] = &[KeyPart::new(0), KeyPart::new(1), KeyPart::new(2)];

fn in_key(columns: &[ColumnDef<'_>]) -> Vec<Outcome> {
    let table = TableDef { key: &PARTS[..columns.len()], ..TableDef::new("T", columns) };
    (0..columns.len()).map(|part| found_in_key(&table, part)).collect()
}

#[test]
fn every_key_part_has_its_verdict() {
    for (columns, found) in [
        (&[ID, AT][..], &[Nothing, Nothing][..]),
        (&[AT, ID], &[Timestamp, Nothing]),
        (&[DAY, ID], &[Date, Nothing]),
        (&[ULID, AT], &[TimeOrdered, Nothing]),
        (&[V7], &[TimeOrdered]),
        (&[ORDERED], &[TimeOrdered]),
        (&[NUMBER, AT], &[Integer, Nothing]),
        (&[DONE, AT], &[Nothing, FewBefore]),
        (&[DONE, NUMBER], &[Nothing, FewBeforeInteger]),
        (&[DONE, ULID], &[Nothing, FewBefore]),
        (&[DONE, ORDERED], &[Nothing, FewBefore]),
        (&[DONE, ID, AT], &[Nothing, Nothing, Nothing]),
        (&[DOCUMENT], &[KeyType]),
        (&[ID, DOCUMENT], &[Nothing, KeyType]),
        // A key with a float cannot be hashed into a shard, so that way out is not proposed.
        (&[AT, SIZE], &[UnhashedTimestamp, Nothing]),
        (&[ULID, SIZE], &[UnhashedTimeOrdered, Nothing]),
        (&[DONE, ULID, SIZE], &[Nothing, FewBefore, Nothing]),
        (&[DONE, V7, SIZE], &[Nothing, FewBefore, Nothing]),
        (&[DONE, ORDERED, SIZE], &[Nothing, FewBefore, Nothing]),
        (&[DONE, AT, SIZE], &[Nothing, FewBefore, Nothing]),
        (&[DAY, SIZE], &[Date, Nothing]),
        (&[SIZE, AT], &[Nothing, Nothing]),
    ] {
        let names: Vec<_> = columns.iter().map(|column| column.name).collect();
        assert_eq!(in_key(columns), found, "{names:?}");
    }
    let broken = TableDef { key: PARTS, stand_in: true, ..TableDef::new("T", &[AT, DOCUMENT, ID]) };
    assert_eq!(
        (found_in_key(&broken, 0), found_in_key(&broken, 1)),
        (Nothing, Nothing),
        "its mistake was reported"
    );
}

#[test]
fn every_index_column_has_its_verdict() {
    let commit = ColumnDef { commit_timestamp: true, ..AT };
    let made = |ty| filled("Made", ty, generated(SqlText::both("{At}"), true));
    let (text, time) = (made(SqlType::TEXT), made(SqlType::TIMESTAMP));
    let columns = [ID, AT, DONE, DOCUMENT, NUMBER, ULID, DAY, commit, text, time];
    for (indexed, found) in [
        (&[up(7)][..], &[CommitTimestamp][..]),
        (&[up(8), up(7)], &[Generated, Nothing]),
        (&[up(1), up(8)], &[Timestamp, Nothing]),
        // It is a time itself.
        (&[up(9)], &[Timestamp]),
        (&[up(1)], &[Timestamp]),
        (&[up(6), up(0)], &[Date, Nothing]),
        (&[up(5)], &[TimeOrdered]),
        (&[up(4), up(1)], &[Nothing, Nothing]),
        (&[up(2), up(1)], &[Nothing, FewBefore]),
        (&[up(2), up(0), up(1)], &[Nothing, Nothing, Nothing]),
        (&[up(0), up(3)], &[Nothing, KeyType]),
    ] {
        let indexes = [IndexDef::new("I", indexed)];
        let table =
            TableDef { key: &PARTS[..1], indexes: &indexes, ..TableDef::new("T", &columns) };
        assert_eq!(
            (0..indexed.len()).map(|place| found_in_index(&table, 0, place)).collect::<Vec<_>>(),
            found
        );
        let broken = TableDef { stand_in: true, ..table };
        assert_eq!(
            (0..indexed.len()).map(|place| found_in_index(&broken, 0, place)).collect::<Vec<_>>(),
            found,
            "the columns outside the key do not depend on the parent"
        );
    }
    let indexes = [IndexDef::new("I", &[IndexColumn { column: 0, descending: false }])];
    let table = TableDef { key: &PARTS[..1], indexes: &indexes, ..TableDef::new("T", &[AT, ID]) };
    let broken = TableDef { stand_in: true, ..table };
    assert_eq!(found_in_index(&table, 0, 0), Timestamp);
    assert_eq!(found_in_index(&broken, 0, 0), Nothing, "the key may depend on the parent");
    // A key column of the wrong type is the key's mistake.
    let indexes = [IndexDef::new("I", const { &[up(0)] })];
    let table =
        TableDef { key: &PARTS[..1], indexes: &indexes, ..TableDef::new("T", &[DOCUMENT, ID]) };
    assert_eq!(found_in_index(&table, 0, 0), Nothing);
}

/// The message of a finding while the crate compiles: it also names the page of the rule.
fn compile_time_message(finding: &Finding) -> String {
    format!(
        "{finding}\nnote: for more about this rule, try `cargo spanner-keys explain {}`",
        finding.rule
    )
}

/// A check at compile time has the same message as `lint`.
fn assert_same_message(
    table: &TableDef<'_>,
    rule: Rule,
    check: impl Fn() + std::panic::UnwindSafe,
) {
    let findings: Vec<_> = lint(table).into_iter().filter(|finding| finding.rule == rule).collect();
    let message = catch_unwind(check).err().and_then(|panic| panic.downcast::<String>().ok());
    assert_eq!(message.map(|message| *message), findings.first().map(compile_time_message));
    assert_eq!(findings.len(), 1, "{findings:?}");
}

fn referenced() -> &'static TableDef<'static> {
    const { &TableDef { key: &[KeyPart::new(0)], ..TableDef::new("Referenced", &[ID]) } }
}

/// A static table can be its own parent.
static CIRCLE: TableDef<'static> =
    TableDef { parent: under(&CIRCLE, OnDelete::NoAction), ..TableDef::new("C", &[]) };

#[test]
fn compile_time_checks_match_lint() {
    let waived = [KeyPart { waiver: Some(Waiver::AllowHotspot("why")), ..KeyPart::new(0) }];
    let table = TableDef { key: &waived, ..TableDef::new("T", &[ID]) };
    assert_same_message(&table, Rule::UnusedWaiver, || check_key_waiver(&table, 0));
    let needed = TableDef { columns: &[AT], ..table };
    check_key_waiver(&needed, 0);

    let by_id = [up(0), up(1)];
    let indexes =
        [IndexDef { waiver: Some(Waiver::AllowHotspot("why")), ..IndexDef::new("I", &by_id) }];
    let table = TableDef { key: &PARTS[..1], indexes: &indexes, ..TableDef::new("T", &[ID, AT]) };
    assert_same_message(&table, Rule::UnusedWaiver, || check_index_waiver(&table, 0));
    let by_time = [IndexDef { columns: &by_id[1..], ..indexes[0] }];
    check_index_waiver(&TableDef { indexes: &by_time, ..table }, 0);

    let stranger = TableDef { key: &PARTS[..1], ..TableDef::new("Stranger", &[ID]) };
    let indexes = [IndexDef {
        interleave: Some(IndexParent::Ancestor(&stranger)),
        ..IndexDef::new("I", &by_id)
    }];
    let table = TableDef { indexes: &indexes, ..table };
    assert_same_message(&table, Rule::IndexParent, || check_index(&table, 0));
    let own = [IndexDef { interleave: Some(IndexParent::OwnTable), ..indexes[0] }];
    check_index(&TableDef { indexes: &own, ..table }, 0);

    let child_key = [inherited(0), KeyPart::new(1)];
    let parent = under(&stranger, OnDelete::NoAction);
    let other = ColumnDef { name: "Other", ..ID };
    let columns = [other, AT];
    let child = TableDef { parent, key: &child_key, ..TableDef::new("C", &columns) };
    assert_same_message(&child, Rule::ParentKey, || check_interleave(&child, false));
    check_interleave(&TableDef { columns: &[ID, AT], ..child }, false);
    assert_same_message(&CIRCLE, Rule::InterleaveDepth, || check_interleave(&child, true));

    let references = ReferenceDef::Table { table: referenced, fields: &["Id"] };
    let key = |columns| ForeignKeyDef::new(columns, references);
    let (wrong, right) = ([key(&[1])], [key(&[0])]);
    let table =
        TableDef { key: &PARTS[..1], foreign_keys: &wrong, ..TableDef::new("T", &[ID, AT]) };
    assert_same_message(&table, Rule::ForeignKey, || check_foreign_key(&table, 0, 0, referenced()));
    check_foreign_key(&TableDef { foreign_keys: &right, ..table }, 0, 0, referenced());
    let waived = right.map(|key| ForeignKeyDef { waiver: Some(Waiver::Spread("why")), ..key });
    let table = TableDef { foreign_keys: &waived, ..table };
    assert_same_message(&table, Rule::UnusedWaiver, || {
        check_foreign_key_waiver(&table, 0, referenced());
    });
}

/// What a type can hold: uuid, ulid, 63 bits, a shard, a time, a length, text, bytes, native.
fn holds(spec: ColumnSpec) -> [bool; 9] {
    [
        holds_uuid(spec),
        holds_ulid(spec),
        holds_int64(spec),
        holds_shard(spec, 1024),
        holds_timestamp(spec),
        takes_length(spec, 1),
        takes_storage(spec, Storage::Text),
        takes_storage(spec, Storage::Bytes),
        takes_storage(spec, Storage::Native),
    ]
}

#[test]
fn types_and_what_they_hold() {
    let of = |yes: &[usize]| std::array::from_fn(|at| yes.contains(&at));
    for (name, spec, can) in [
        ("bool", bool::SPEC, of(&[])),
        ("i64", i64::SPEC, of(&[2, 3])),
        ("i32", i32::SPEC, of(&[3])),
        ("i8", i8::SPEC, of(&[])),
        ("f64", f64::SPEC, of(&[])),
        ("String", String::SPEC, of(&[0, 1, 5, 6])),
        ("Vec<u8>", Vec::<u8>::SPEC, of(&[0, 1, 5, 7])),
        ("[u8; 16]", <[u8; 16]>::SPEC, of(&[0, 1, 7])),
        ("[u8; 20]", <[u8; 20]>::SPEC, of(&[7])),
        ("Uuid", Uuid::SPEC, of(&[0, 6, 7, 8])),
        ("SystemTime", SystemTime::SPEC, of(&[4])),
        ("Vec<String>", Vec::<String>::SPEC, of(&[5])),
        ("Vec<SystemTime>", Vec::<SystemTime>::SPEC, of(&[])),
        ("Vec<Vec<u8>>", Vec::<Vec<u8>>::SPEC, of(&[5])),
        ("Option<Uuid>", Option::<Uuid>::SPEC, of(&[6, 7, 8])),
        ("Option<i64>", Option::<i64>::SPEC, of(&[])),
        ("Option<SystemTime>", Option::<SystemTime>::SPEC, of(&[4])),
    ] {
        let stand_in = ColumnSpec { stand_in: true, ..spec };
        assert_eq!(holds(spec), can, "{name}");
        assert_eq!(holds(stand_in), [true; 9], "{name}: its mistake was reported");
    }
    assert!(holds_shard(u8::SPEC, 256) && !holds_shard(u8::SPEC, 257));
    assert!(holds_shard(i8::SPEC, 128) && !holds_shard(i8::SPEC, 129));
    assert!(!holds_shard(Option::<u8>::SPEC, 2));
    let (text, bytes) = (String::SPEC, Vec::<u8>::SPEC);
    assert!(takes_length(text, 2_621_440) && !takes_length(text, 2_621_441));
    for (spec, fits) in [
        (Vec::<f32>::SPEC, true),
        (Option::<Vec<f64>>::SPEC, true),
        (f64::SPEC, false),
        (Vec::<i64>::SPEC, false),
        (Vec::<u8>::SPEC, false),
    ] {
        assert_eq!(takes_vector_length(spec), fits);
    }
    let variants = &[VariantDef { name: "A", value: StoredValue::Name("a") }];
    for (spec, has, one) in [
        (ColumnSpec { variants, ..text }, true, true),
        (ColumnSpec { variants, ..Option::<String>::SPEC }, true, true),
        (ColumnSpec { variants, ..Vec::<String>::SPEC }, true, false),
        (ColumnSpec { stand_in: true, ..text }, true, true),
        (text, false, true),
        (Vec::<String>::SPEC, false, true),
    ] {
        assert_eq!((has_values(spec), has_one_value(spec)), (has, one));
    }
    assert!(takes_length(bytes, 10_485_760) && !takes_length(bytes, 10_485_761));
}

#[test]
fn arrays_of_bytes_have_a_length_that_spanner_allows() {
    for (spec, is_allowed) in [
        (<[u8; 0]>::SPEC, false),
        (<[u8; 1]>::SPEC, true),
        (<[u8; 10_485_760]>::SPEC, true),
        (<[u8; 10_485_761]>::SPEC, false),
        (Option::<[u8; 0]>::SPEC, false),
        (Vec::<[u8; 0]>::SPEC, false),
        (String::SPEC, true),
        (i64::SPEC, true),
    ] {
        let columns = [ColumnDef::new("C", spec.ty)];
        let table = TableDef { key: &PARTS[..1], ..TableDef::new("T", &columns) };
        if is_allowed {
            let _ = check_length("T", "C", spec);
            check_inner("Hash", spec);
        } else {
            assert_same_message(&table, Rule::FillType, || {
                let _ = check_length("T", "C", spec);
            });
            assert!(catch_unwind(|| check_inner("Hash", spec)).is_err());
        }
        assert_eq!(sound(spec).stand_in, !is_allowed);
        let reported = ColumnSpec { stand_in: true, ..spec };
        let _ = check_length("T", "C", reported);
        check_inner("Hash", reported);
    }
}

#[test]
fn ids_need_a_minimum_length() {
    let column = |fill, ty| ColumnDef { fill, ..ColumnDef::new("C", ty) };
    for (fill, text) in [(Fill::UuidV4, 36), (Fill::UuidV7, 36), (Fill::UlidKey, 26)] {
        assert!(
            holds_its_id(&column(fill, SqlType::text(text)))
                && !holds_its_id(&column(fill, SqlType::text(text - 1)))
        );
        assert!(
            holds_its_id(&column(fill, SqlType::bytes(16)))
                && !holds_its_id(&column(fill, SqlType::bytes(15)))
        );
        assert!(
            holds_its_id(&column(fill, SqlType::TEXT))
                && holds_its_id(&column(fill, SqlType::UUID))
        );
    }
    assert!(holds_its_id(&column(Fill::Supplied, SqlType::text(1))), "no id is stored there");
}

/// A newtype with a length is as long in every table.
#[test]
fn lengths_of_newtypes_decide_what_they_hold() {
    let (text, bytes) = (String::SPEC, Vec::<u8>::SPEC);
    for (spec, length, uuid, ulid) in [
        (text, 320, true, true),
        (text, 36, true, true),
        (text, 35, false, true),
        (text, 26, false, true),
        (text, 25, false, false),
        (bytes, 16, true, true),
        (bytes, 15, false, false),
    ] {
        check_limit("Name", spec, length);
        let limited = limited(spec, length);
        assert_eq!((holds_uuid(limited), holds_ulid(limited)), (uuid, ulid), "{length}");
        assert_eq!(limited.ty, spec.ty.with_length(length));
        assert!(!limited.stand_in && !takes_length(limited, 1), "no field changes it");
    }
    assert!(catch_unwind(|| check_limit("Name", i64::SPEC, 1)).is_err());
    assert!(limited(i64::SPEC, 1).stand_in);
    let broken = ColumnSpec { stand_in: true, ..text };
    check_limit("Name", broken, 1);
    assert!(limited(broken, 1).stand_in);
}

/// Whether a shard may hash the column, in the key or outside of it.
fn hashed(column: ColumnDef<'_>, in_key: bool) -> bool {
    let key = [KeyPart::new(usize::from(!in_key))];
    may_be_hashed(&TableDef { key: &key, ..TableDef::new("T", &[column, ID]) }, 0)
}

#[test]
fn hashable_columns() {
    let sql = SqlText::both("1");
    for (name, column, alike) in [
        ("uuid", ID, true),
        ("timestamp", AT, true),
        ("date", DAY, true),
        ("bool", DONE, true),
        ("default", ColumnDef { fill: Fill::Default(sql), ..NUMBER }, true),
        ("nullable", ColumnDef { nullable: true, ..ID }, false),
        ("commit timestamp", ColumnDef { commit_timestamp: true, ..AT }, false),
        ("float", SIZE, false),
        ("generated", ColumnDef { fill: generated(sql, true), ..NUMBER }, false),
        ("shard", ColumnDef { fill: shard(2, &[], ShardBy::Chance), ..NUMBER }, false),
    ] {
        assert_eq!(hashed(column, false), alike, "{name}");
        assert_eq!(hashed(column, true), alike, "{name} in the key");
        let broken = ColumnDef { stand_in: true, ..column };
        assert!(hashed(broken, false), "{name}: its mistake was reported");
    }
    for ty in [SqlType::FLOAT32, SqlType::JSON, SqlType::INT64.array()] {
        let column = ColumnDef::new("C", ty);
        assert!(!hashed(column, false), "{ty:?}");
        assert!(hashed(column, true), "a key's own mistake: {ty:?}");
    }
}

/// A parent with the key (Id, At), and a child with these columns and key parts.
fn below<'a>(
    parent: &'a TableDef<'a>,
    columns: &'a [ColumnDef<'a>],
    key: &'a [KeyPart<'a>],
) -> TableDef<'a> {
    TableDef { parent: under(parent, OnDelete::NoAction), key, ..TableDef::new("C", columns) }
}

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
    let parent = TableDef { key: &PARTS[..1], ..TableDef::new("P", &parent_columns) };
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

/// Tables from other sources may use invalid positions. That is reported once, and no other rule
/// checks such a table or its children.
#[test]
fn invalid_positions_are_reported() {
    let columns = [ID, AT, NUMBER];
    let table = TableDef { key: &PARTS[..1], ..TableDef::new("T", &columns) };
    let over =
        |inputs| [ID, filled("Shard", SqlType::INT64, shard(2, inputs, ShardBy::Database)), NUMBER];
    let (near, far) = (over(&[2]), over(&[2, 3]));
    let key = |columns| {
        let references = ReferenceDef::Table { table: referenced, fields: &["Id"] };
        [ForeignKeyDef::new(columns, references)]
    };
    let (own, nowhere) = (key(&[0]), key(&[3]));
    let (last, behind) = ([up(2)], [up(3)]);
    let index = |columns, storing| [IndexDef { storing, ..IndexDef::new("I", columns) }];
    let (fine, unknown) = (index(&last, &[1][..]), index(&behind, &[]));
    let storing = index(&last, &[3]);
    let ttl = |column| Some(Ttl { column, days: 1 });
    for (fine, wrong) in [
        (table, TableDef { key: &[KeyPart::new(3)], ..table }),
        (TableDef { ttl: ttl(1), ..table }, TableDef { ttl: ttl(3), ..table }),
        (TableDef { columns: &near, ..table }, TableDef { columns: &far, ..table }),
        (TableDef { foreign_keys: &own, ..table }, TableDef { foreign_keys: &nowhere, ..table }),
        (TableDef { indexes: &fine, ..table }, TableDef { indexes: &unknown, ..table }),
        (TableDef { indexes: &fine, ..table }, TableDef { indexes: &storing, ..table }),
    ] {
        assert_eq!(lint(&fine), []);
        assert_eq!(found(&wrong), [Rule::UnknownColumn]);
        let key = [inherited(0)];
        let child = below(&wrong, &columns, &key);
        assert_eq!(lint(&child), [], "reported for the parent");
        let schema = Schema::new().add(child).lint(Dialect::GoogleSql);
        let rules: Vec<_> = schema.into_iter().map(|finding| finding.rule).collect();
        assert_eq!(rules, [Rule::UnknownColumn]);
    }
}

/// A foreign key with different numbers of columns is one finding, and the check of one column
/// ignores it.
#[test]
fn foreign_keys_with_broken_columns_are_ignored() {
    let table = TableDef { key: &PARTS[..1], ..TableDef::new("T", &[ID, AT]) };
    let key = |columns, fields| {
        let references = ReferenceDef::Table { table: referenced, fields };
        [ForeignKeyDef::new(columns, references)]
    };
    for (columns, fields) in [(&[0][..], &["Id", "Id"][..]), (&[0, 0], &["Id"])] {
        let keys = key(columns, fields);
        let table = TableDef { foreign_keys: &keys, ..table };
        check_foreign_key(&table, 0, 1, referenced());
    }
    let wrong = key(&[1], &["Id"]);
    let table = TableDef { foreign_keys: &wrong, ..table };
    assert!(lint(&table).iter().any(|finding| finding.rule == Rule::ForeignKey));
    check_foreign_key(&TableDef { stand_in: true, ..table }, 0, 0, referenced());
    check_foreign_key(&table, 0, 0, &TableDef { stand_in: true, ..*referenced() });
    // A stand-in for a broken type is text.
    let unknown = ColumnDef { stand_in: true, ..ColumnDef::new("Id", SqlType::TEXT) };
    let (broken, other) = ([ID, unknown], [unknown]);
    let below_broken = TableDef { columns: &broken, ..table };
    let to_broken = TableDef { columns: &other, ..*referenced() };
    check_foreign_key(&below_broken, 0, 0, referenced());
    check_foreign_key(&TableDef { columns: &[ID, NUMBER], ..table }, 0, 0, &to_broken);
    let waived = wrong.map(|key| ForeignKeyDef { waiver: Some(Waiver::Spread("why")), ..key });
    check_foreign_key_waiver(&TableDef { foreign_keys: &waived, ..below_broken }, 0, referenced());
}

/// The parent's part, and another one.
const CHILD_KEY: &[KeyPart<'static>] = &[inherited(0), KeyPart::new(1)];

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
        let refused = lint(&child).iter().any(|finding| finding.rule == Rule::IndexParent);
        assert_eq!(refused, !accepted, "{real:?} and {named:?}");
    }
    // Broken columns on either side are not compared.
    let (wrong, broken) = ([NUMBER, AT], [ColumnDef { stand_in: true, ..NUMBER }, AT]);
    for (here, there, silent) in
        [(&wrong, &columns, false), (&broken, &columns, true), (&columns, &broken, true)]
    {
        let ancestor = TableDef { key: &PARTS[..1], ..TableDef::new("P", there) };
        let indexes = [index_in(&ancestor, &by_id)];
        let child = TableDef { indexes: &indexes, ..below(&ancestor, here, CHILD_KEY) };
        let found = lint(&child)
            .iter()
            .any(|finding| matches!(finding.rule, Rule::IndexParent | Rule::ParentKey));
        assert_eq!(found, !silent);
    }
}

/// The verdicts on the columns of a table's indexes.
fn of_indexes(table: &TableDef<'_>) -> Vec<Rule> {
    let hot = [Rule::ClockLeads, Rule::OnlyFewValuesBefore];
    let of_index = lint(table).into_iter().filter(|finding| finding.index.as_deref() == Some("I"));
    of_index.map(|finding| finding.rule).filter(|rule| hot.contains(rule)).collect()
}

/// A waiver on a key part covers an index that ends with the part, but not one that begins with it.
#[test]
fn key_waiver_does_not_cover_an_index() {
    let waived = KeyPart { waiver: Some(Waiver::AllowHotspot("few rows")), ..KeyPart::new(1) };
    let (columns, key) = ([DONE, AT], [KeyPart::new(0), waived]);
    let (by_time, by_state) = ([up(1)], [up(0)]);
    let (leads, follows) = ([IndexDef::new("I", &by_time)], [IndexDef::new("I", &by_state)]);
    let table = TableDef { key: &key, indexes: &leads, ..TableDef::new("T", &columns) };
    assert_eq!(of_indexes(&table), [Rule::ClockLeads]);
    assert_eq!(of_indexes(&TableDef { indexes: &follows, ..table }), []);
}

/// The walk of the key continues below a root of few values, so a hot part there is reported for
/// the key, and not again for an index.
#[test]
fn hot_part_of_the_key_is_not_reported_for_the_index() {
    let state = ColumnDef { name: "State", ..DONE };
    let (root, middle, columns) = ([state], [state], [state, AT, DONE]);
    let root = TableDef { key: &PARTS[..1], ..TableDef::new("P", &root) };
    let first = [inherited(0)];
    let middle = below(&root, &middle, &first);
    let by_done = [up(2)];
    let indexes = [IndexDef::new("I", &by_done)];
    let table = TableDef { indexes: &indexes, ..below(&middle, &columns, CHILD_KEY) };
    let findings = lint(&table);
    assert_eq!(findings.len(), 1, "{findings:?}");
    assert_eq!(
        (findings[0].rule, findings[0].index.as_deref(), findings[0].column.as_deref()),
        (Rule::OnlyFewValuesBefore, None, Some("At"))
    );
    // A part that is inherited without a parent is not walked: the whole key is invalid.
    let table = TableDef { key: &[inherited(0), inherited(1)], ..table };
    assert_eq!(lint(&table).iter().filter(|finding| finding.rule == Rule::ParentKey).count(), 1);
}

/// A waiver that waives nothing is reported, unless the table has an earlier mistake.
#[test]
fn unused_key_waivers_are_reported_once() {
    let waived = KeyPart { waiver: Some(Waiver::AllowHotspot("few rows")), ..KeyPart::new(0) };
    let (columns, key) = ([ID], [waived]);
    let table = TableDef { key: &key, ..TableDef::new("T", &columns) };
    let silent =
        |table: TableDef<'_>, part| catch_unwind(|| check_key_waiver(&table, part)).is_ok();
    assert!(!silent(table, 0));
    assert!(silent(TableDef { stand_in: true, ..table }, 0));
}

#[test]
fn unused_index_waivers_are_reported_if_nothing_else_is() {
    let idle = |table: TableDef<'_>| {
        lint(&table).iter().filter(|finding| finding.rule == Rule::UnusedWaiver).count()
    };
    let (columns, broken) = ([ID, DONE], [ID, ColumnDef { stand_in: true, ..DONE }]);
    let waived = |columns| {
        [IndexDef { waiver: Some(Waiver::Spread("few rows")), ..IndexDef::new("I", columns) }]
    };
    let by_done = waived(const { &[up(1)] });
    let table = TableDef { key: &PARTS[..1], indexes: &by_done, ..TableDef::new("T", &columns) };
    assert_eq!(idle(table), 1);
    assert_eq!(idle(TableDef { stand_in: true, ..table }), 0);
    assert_eq!(idle(TableDef { columns: &broken, ..table }), 0);
    // The key is refused, here or at the root. Once that is fixed, the index may be hot.
    let hot = [AT, DONE];
    let root = TableDef { columns: &hot, ..table };
    assert_eq!(idle(root), 0);
    let key = [inherited(0)];
    let child = TableDef { indexes: &by_done, ..below(&root, &hot, &key) };
    assert_eq!(idle(child), 0);
}

/// A message has at most 4,096 bytes; a name that does not fit is omitted.
#[test]
fn long_names_are_omitted_from_messages() {
    let long = "n".repeat(4_090);
    for name in [long.as_str(), &long[..4_000], &long[..3_000]] {
        let parent = TableDef { key: &PARTS[..1], ..TableDef::new(name, &[ID]) };
        let wrong = [NUMBER];
        let message = of_parent(&below(&parent, &wrong, &[inherited(0)])).unwrap_or_default();
        assert!(
            message.starts_with("the primary key of `C` does not start") && message.len() <= 4_096,
            "{}",
            message.len()
        );
    }
}

/// What no other check of the derive reports is reported for the whole table.
#[test]
fn the_whole_table_is_checked() {
    let key = [KeyPart::new(0)];
    let fine = TableDef { key: &key, ..TableDef::new("T", &[ID, AT, NUMBER]) };
    check_table(&fine);
    let made = |sql| ColumnDef { fill: Fill::Default(SqlText::both(sql)), ..NUMBER };
    for (columns, rule) in [(&[][..], Rule::TableSize), (&[ID, AT, made("{At}")], Rule::Expression)]
    {
        let key = if columns.is_empty() { &[] } else { &key[..] };
        let table = TableDef { key, columns, ..fine };
        let fine = TableDef { stand_in: true, ..table };
        check_table(&fine);
        let said = catch_unwind(|| check_table(&table)).err();
        let said = said.and_then(|panic| panic.downcast::<String>().ok()).expect("it is refused");
        let finding = lint(&table).into_iter().find(|finding| finding.rule == rule);
        assert_eq!(finding.as_ref().map(compile_time_message), Some(*said));
    }
    // The schema counts in the names of tables, indexes and sequences.
    let long: &'static str = "n".repeat(100).leak();
    let index = [IndexDef::new(long, const { &[up(2)] })];
    let second = [IndexDef::new("I", const { &[up(2)] }), index[0]];
    let counted = sequence(long, CounterOptions::default());
    let numbered = [ID, ColumnDef { fill: counted, ..NUMBER }, AT];
    for table in [
        TableDef { schema: Some("public"), ..fine },
        TableDef { schema: Some(long), name: long, ..fine },
        TableDef { schema: Some("s".repeat(40).leak()), indexes: &index, ..fine },
        TableDef { schema: Some("s".repeat(40).leak()), indexes: &second, ..fine },
        TableDef { schema: Some("s".repeat(40).leak()), columns: &numbered, ..fine },
    ] {
        assert_same_message(&table, Rule::Name, || check_table(&table));
    }
    let check = |sql| CheckDef { name: None, sql: SqlText::both(sql) };
    for checks in [[check("{Number} > 0"), check("1")], [check("1"), check("{Number} > 0")]] {
        let table = TableDef { checks: &checks, ..fine };
        assert_same_message(&table, Rule::Expression, || check_table(&table));
    }
}

#[test]
fn a_shard_is_checked_where_a_walk_blames_it() {
    let shard = filled("Shard", SqlType::INT64, shard(4, &[1], ShardBy::Database));
    let columns = [shard, DONE, AT, ID];
    let refused =
        |table: TableDef<'_>, column| catch_unwind(|| check_shard(&table, column)).is_err();
    let led = TableDef { key: PARTS, ..TableDef::new("T", &columns) };
    assert!(refused(led, 0));
    assert!(!refused(led, 1));
    let spread = [KeyPart::new(0), KeyPart::new(3)];
    let fine = TableDef { key: &spread, ..led };
    assert!(!refused(fine, 0));
    let (by_id, by_shard) = ([up(3)], [up(0), up(2)]);
    let hot = [IndexDef::new("A", &by_id), IndexDef::new("B", &by_shard)];
    assert!(refused(TableDef { indexes: &hot, ..fine }, 0));
    let other = [up(1), up(2)];
    let index = [IndexDef::new("B", &other)];
    assert!(!refused(TableDef { indexes: &index, ..fine }, 0), "the shard is not in the index");
}

#[test]
fn texts_are_refused_where_no_dialect_accepts_them() {
    let refused = |googlesql, postgresql| {
        catch_unwind(|| check_sql(SqlText { googlesql, postgresql })).is_err()
    };
    assert!(!refused(Some("1 > 0"), Some("1 > 0")));
    assert!(!refused(None, None));
    for wrong in ["1; 2", "(1", "1)", "'a", "1 -- x", "1 /* x */"] {
        assert!(refused(Some(wrong), Some(wrong)), "{wrong}");
        assert!(refused(Some(wrong), None), "{wrong}");
        assert!(refused(None, Some(wrong)), "{wrong}");
        assert!(!refused(Some(wrong), Some("1")), "only the GoogleSQL DDL fails: {wrong}");
        assert!(!refused(Some("1"), Some(wrong)), "only the PostgreSQL DDL fails: {wrong}");
    }
    assert!(!refused(Some("1 # 2"), Some("1 # 2")), "an operator of PostgreSQL");
    assert!(refused(Some("1 # 2"), None));
}

#[test]
fn rules_have_names() {
    for rule in Rule::ALL {
        assert_eq!(rule.name().parse(), Ok(*rule));
        assert_eq!(rule.to_string(), rule.name());
    }
    let error = "clock".parse::<Rule>().expect_err("an unknown name");
    assert_eq!(error.to_string(), "unknown rule `clock`");
}

/// The Rust types of an inherited part are asked for only where nothing else is wrong.
#[test]
fn only_fitting_columns_are_asked_for_their_types() {
    let parent = TableDef { key: &PARTS[..1], ..TableDef::new("P", &[ID]) };
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
    // A key without a part of its own.
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
    let root = TableDef { key: &PARTS[..1], ..TableDef::new("R", &[ID]) };
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

/// What concerns a whole foreign key is reported on its first column; what is wrong with its
/// columns hides the rest.
#[test]
fn a_foreign_key_is_reported_once() {
    fn pair() -> &'static TableDef<'static> {
        const { &TableDef { key: &[KeyPart::new(0)], ..TableDef::new("Pair", &[ID, AT, NAME]) } }
    }
    let references = ReferenceDef::Table { table: pair, fields: &["Name", "At"] };
    let to_id = ReferenceDef::Table { table: pair, fields: &["Id"] };
    let hot = [ForeignKeyDef::new(&[3, 1], references)];
    let table = TableDef { key: &PARTS[..1], ..TableDef::new("T", &[ID, AT, NUMBER, NAME]) };
    let joined = TableDef { foreign_keys: &hot, ..table };
    assert_eq!(found(&joined), [Rule::ClockLeads]);
    check_foreign_key(&joined, 0, 0, pair());
    assert!(catch_unwind(|| check_foreign_key(&joined, 0, 1, pair())).is_err());
    // The second column has another type: that alone is reported, and on that column.
    let other_type = [ForeignKeyDef::new(&[3, 2], references)];
    let wrong = TableDef { foreign_keys: &other_type, ..table };
    assert_eq!(found(&wrong), [Rule::ForeignKey]);
    check_foreign_key(&wrong, 0, 0, pair());
    assert!(catch_unwind(|| check_foreign_key(&wrong, 0, 1, pair())).is_err());
    // A waiver is not judged while the columns do not match.
    for columns in [&[][..], &[1], &[1, 0, 2]] {
        let waiver = Some(Waiver::Spread("why"));
        let uneven = [ForeignKeyDef { waiver, ..ForeignKeyDef::new(columns, references) }];
        assert_eq!(found(&TableDef { foreign_keys: &uneven, ..table })[0], Rule::ForeignKey);
    }
    // A waiver is not judged while a key is rejected, or a struct has mistakes.
    let waiver = Some(Waiver::Spread("why"));
    let idle = |table: TableDef<'_>, other: TableDef<'_>| {
        catch_unwind(|| check_foreign_key_waiver(&table, 0, &other)).is_err()
    };
    let by_id = [ForeignKeyDef { waiver, ..ForeignKeyDef::new(&[0], to_id) }];
    let spread = TableDef { foreign_keys: &by_id, ..table };
    let hot = [KeyPart::new(1)];
    assert!(idle(spread, *pair()));
    assert!(!idle(TableDef { key: &hot, ..spread }, *pair()));
    assert!(!idle(spread, TableDef { key: &hot, ..*pair() }));
    assert!(!idle(TableDef { stand_in: true, ..spread }, *pair()));
    assert!(!idle(spread, TableDef { stand_in: true, ..*pair() }));
    // The mistakes of a struct were reported already.
    let broken = TableDef { stand_in: true, ..wrong };
    check_foreign_key(&broken, 0, 1, pair());
    assert!(!found(&broken).contains(&Rule::ForeignKey));
    check_foreign_key(&wrong, 0, 1, &TableDef { stand_in: true, ..*pair() });
}

#[test]
fn a_foreign_key_of_seventeen_columns_is_too_wide() {
    let names = (0..17).map(|at| &*format!("C{at}").leak());
    let columns: Vec<_> = names.map(|name| ColumnDef::new(name, SqlType::text(9))).collect();
    let table = TableDef { key: &PARTS[..1], ..TableDef::new("Wide", &columns) };
    let fields: Vec<_> = table.columns.iter().map(|column| column.field).collect();
    let places: Vec<_> = (0..17).collect();
    let references = ReferenceDef::Named { schema: None, table: "Wide", columns: &fields };
    let keys = [ForeignKeyDef::new(&places, references)];
    let table = TableDef { foreign_keys: &keys, ..table };
    let findings = Schema::new().add(table).lint(Dialect::GoogleSql);
    assert_eq!((findings[0].rule, findings[0].count), (Rule::KeyLength, Some(17)));
    let refused = |place| catch_unwind(|| check_foreign_key(&table, 0, place, &table)).is_err();
    assert!(refused(0) && !refused(1), "it is reported on the first column");
}

/// The message for a type that is not a column depends on what the column holds.
#[test]
fn a_type_that_is_not_a_column_is_explained() {
    let message = |advice, holds| {
        let panic = catch_unwind(|| check_column(advice, holds)).err()?;
        panic.downcast::<String>().ok().map(|message| *message)
    };
    for (advice, holds, help) in [
        (Ask::<u64>::ADVICE, Holds::Value, "write `i64`"),
        (Ask::<u64>::ADVICE, Holds::Sorted, "use a signed 64-bit integer"),
        (Ask::<u64>::ADVICE, Holds::Uuid, "write `spanner_keys::Uuid`"),
        (Ask::<u64>::ADVICE, Holds::Id, "use a type that holds the id, such as text"),
        (Ask::<Option<u64>>::ADVICE, Holds::Value, "write `Option<i64>`"),
        (Ask::<()>::ADVICE, Holds::Value, "remove the field"),
        (Ask::<()>::ADVICE, Holds::Sorted, "remove the field"),
    ] {
        let ty = if help == "remove the field" { "()" } else { "u64" };
        let text = message(advice, holds).expect("there is advice");
        let first = format!("`{ty}` is not a Spanner column type\nnote: ");
        assert!(text.starts_with(&first), "{text}");
        assert!(text.ends_with(&format!("\nhelp: {help}")), "{text}");
    }
    assert_eq!(message(Ask::<i64>::ADVICE, Holds::Value), None);
}

/// Columns that are generated from each other in a circle are found, however long it is.
#[test]
fn circles_of_generated_columns_are_found() {
    let circle = |length: usize, closed: bool| {
        let made = (0..length).map(|at| {
            let next = (at + 1) % length;
            let sql = match next {
                0 if !closed => "1",
                _ => &*format!("{{C{next}}}").leak(),
            };
            filled(&*format!("C{at}").leak(), SqlType::INT64, generated(SqlText::both(sql), true))
        });
        let columns: Vec<_> = made.chain([ID]).collect();
        let key = [KeyPart::new(length)];
        found(&TableDef { key: &key, ..TableDef::new("T", &columns) })
    };
    for length in [1, 2, 3, 9, 60] {
        assert_eq!(circle(length, true), vec![Rule::Expression; length]);
        assert_eq!(circle(length, false), []);
    }
    // More columns than a text can usefully name.
    let names: Vec<&str> = (0..70).map(|at| &*format!("C{at}").leak()).collect();
    let sum = format!("{{{}}}", names.join("} + {"));
    let sum = generated(SqlText::both(&*sum.leak()), true);
    let plain = names.iter().map(|name| ColumnDef::new(name, SqlType::INT64));
    let columns: Vec<_> =
        [ID].into_iter().chain(plain).chain([filled("S", SqlType::INT64, sum)]).collect();
    assert_eq!(found(&TableDef { key: &PARTS[..1], ..TableDef::new("T", &columns) }), []);
}

/// A check that names a column without braces, in either dialect, uses a column.
#[test]
fn checks_may_name_columns_without_braces() {
    let no_column = [Rule::Expression];
    for (googlesql, postgresql, expected) in [
        ("Number > 0", "Number > 0", &[][..]),
        ("0 < NUMBER", "TRUE", &[]),
        ("TRUE", "0 < number", &[]),
        ("{Number} > 0", "TRUE", &[]),
        ("TRUE", "TRUE", &no_column),
        ("Numbe", "umber", &no_column),
    ] {
        let sql = SqlText { googlesql: Some(googlesql), postgresql: Some(postgresql) };
        let checks = [CheckDef { name: None, sql }];
        let table = TableDef {
            key: &PARTS[..1],
            checks: &checks,
            ..TableDef::new("T", &[ColumnDef { field: "id", ..ID }, NUMBER])
        };
        assert_eq!(found(&table), expected, "{googlesql} and {postgresql}");
    }
}

/// Advice is given once, where the column is declared, and not on what an error already concerns.
#[test]
fn advice_is_given_where_it_helps() {
    let text = ColumnDef::new("Name", SqlType::TEXT);
    let columns = [text];
    let parent = TableDef { key: &PARTS[..1], ..TableDef::new("P", &columns) };
    assert_eq!(found(&parent), [Rule::UnboundedKey]);
    assert_eq!(found(&below(&parent, &[text, ID], CHILD_KEY)), []);
    let by = |column: ColumnDef<'static>| {
        let indexes = [IndexDef::new("I", const { &[up(1), up(2)] })];
        found(&TableDef {
            key: &PARTS[..1],
            indexes: &indexes,
            ..TableDef::new("T", &[ID, column, AT])
        })
    };
    let kind = ColumnDef::new("kind", SqlType::text(9));
    assert_eq!(by(kind), [Rule::StateBeforeClock]);
    assert_eq!(by(ColumnDef { arrival: Arrival::SuppliedUuid, ..kind }), []);
    assert_eq!(by(ColumnDef::new("Price", SqlType::NUMERIC)), [Rule::MeasureLeads]);
    assert_eq!(by(ColumnDef::new("Price", SqlType::NUMERIC.array())), [Rule::KeyType]);
}

/// An index in a table whose own mistakes are reported is not judged.
#[test]
fn an_index_in_a_broken_table_is_not_judged() {
    let nowhere = TableDef { key: &[KeyPart::new(9)], ..TableDef::new("P", &[ID]) };
    let by_id = [up(0)];
    for host in [&nowhere, &CIRCLE] {
        let indexes = [index_in(host, &by_id)];
        let table = TableDef { key: &PARTS[..1], indexes: &indexes, ..TableDef::new("T", &[ID]) };
        assert_eq!(found(&table), []);
    }
    // One that is shorter than the key of its table is.
    let columns = [ID, AT];
    let own = [IndexDef { interleave: Some(IndexParent::OwnTable), ..IndexDef::new("I", &by_id) }];
    let table = TableDef { key: &PARTS[..2], indexes: &own, ..TableDef::new("T", &columns) };
    assert_eq!(found(&table), [Rule::IndexParent]);
}

#[test]
fn outcomes_have_codes() {
    for (at, one) in Outcome::ALL.iter().copied().enumerate() {
        assert_eq!(usize::from(one.code()), at);
        for (other, two) in Outcome::ALL.iter().copied().enumerate() {
            assert_eq!(one.is_not(two), at != other);
        }
        assert_eq!(one.numbered(true), one);
        let other = match one {
            Integer => OtherInteger,
            FewBeforeInteger => FewBeforeOtherInteger,
            _ => one,
        };
        assert_eq!(one.numbered(false), other);
        assert_eq!((one.only_if(true), one.only_if(false)), (one, Nothing));
    }
}

#[test]
fn schemas_of_spanner_are_reserved() {
    for (schema, reserved) in [
        ("default", true),
        ("public", true),
        ("PUBLIC", true),
        ("information_schema", true),
        ("spanner", true),
        ("spanner_sys", true),
        ("pg_catalog", true),
        ("defaults", false),
        ("publics", false),
        ("information", false),
        ("spanners", false),
        ("pg", false),
    ] {
        let columns = [ID];
        let table = TableDef { key: &PARTS[..1], ..TableDef::new("T", &columns) };
        let rules = found(&TableDef { schema: Some(schema), ..table });
        assert_eq!(rules.contains(&Rule::Name), reserved, "{schema}");
    }
}

#[test]
fn duplicate_names_are_described() {
    let by_id = [up(0)];
    let indexes = [IndexDef::new("first", &by_id)];
    let columns = [ID];
    let table = |name| TableDef { key: &PARTS[..1], ..TableDef::new(name, &columns) };
    let message = |second| {
        let findings = Schema::new().add(table("First")).add(second).lint(Dialect::GoogleSql);
        assert_eq!(findings.len(), 1, "{findings:?}");
        findings[0].to_string().lines().next().unwrap_or_default().to_owned()
    };
    assert_eq!(
        message(TableDef { indexes: &indexes, ..table("Second") }),
        "table `First` and index `first` of table `Second` share the name `first`"
    );
    assert_eq!(message(table("FIRST")), "table `First` and table `FIRST` share the name `FIRST`");
}

/// Only a shard that the database computes for a key is limited to one column outside the key.
#[test]
fn shards_of_columns_outside_the_key() {
    let name = |name| ColumnDef::new(name, SqlType::text(9));
    let columns =
        |by| [filled("Shard", SqlType::INT64, shard(4, &[2, 3], by)), ID, name("A"), name("B")];
    for (by, key, expected) in [
        (ShardBy::Database, &PARTS[..2], &[Rule::ShardInput][..]),
        (ShardBy::Client, &PARTS[..2], &[]),
        (ShardBy::Database, &PARTS[1..2], &[]),
    ] {
        assert_eq!(
            found(&TableDef { key, ..TableDef::new("T", &columns(by)) }),
            expected,
            "{by:?}"
        );
    }
}
