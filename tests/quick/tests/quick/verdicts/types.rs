//! What the types of columns hold, and what a shard may hash.

use std::panic::catch_unwind;
use std::time::SystemTime;

use spanner_keys::__private::{
    Ask, ColumnSpec, Holds, Storage, answers::*, check_column, check_inner, check_length,
    check_limit, has_one_value, has_values, holds_int64, holds_its_id, holds_shard,
    holds_timestamp, holds_ulid, holds_uuid, limited, may_be_hashed, sound, takes_length,
    takes_storage, takes_vector_length,
};
use spanner_keys::rules::Rule;
use spanner_keys::schema::{
    ColumnDef, Fill, KeyPart, ShardBy, SqlText, SqlType, StoredValue, TableDef, VariantDef,
};
use spanner_keys::{Column, Uuid};
use spanner_keys_quick_tests::tables::{
    AT, DAY, DONE, ID, NUMBER, filled, found, generated, keyed, shard,
};

use super::{PARTS, SIZE, assert_same_message};

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
        let table = keyed("T", &columns);
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
