//! What the author adds to the generated types, fields that are not columns, and halves of UUIDs.

use quote::ToTokens;

use super::{accepts, field, mistakes, on_struct, rejects, with_field};
use crate::attr::path_text;
use crate::model::Fill;

fn derives(attributes: &str) -> (Vec<String>, Vec<String>, bool) {
    let table = accepts(&on_struct(attributes));
    let texts = |paths: &[syn::Path]| paths.iter().map(path_text).collect();
    (texts(&table.of_new.derives), texts(&table.of_key.derives), table.of_new.debug.is_some())
}

#[test]
fn derives_are_added() {
    let none = || Vec::<String>::new();
    assert_eq!(derives(""), (none(), none(), false));
    assert_eq!(
        derives("#[table(new_derive(Clone, serde::Deserialize), key_derive(Copy))]"),
        (vec!["Clone".into(), "serde::Deserialize".into()], vec!["Copy".into()], false)
    );
    // Ours shows the name that users see.
    assert_eq!(derives("#[table(new_derive(Debug))]"), (none(), none(), true));
    assert_eq!(derives("#[table(new_derive(::std::fmt::Debug))]"), (none(), none(), true));
    assert_eq!(
        derives("#[table(new_derive(other::Debug))]"),
        (vec!["other::Debug".into()], none(), false)
    );
    assert_eq!(
        derives("#[table(key_derive(Ord))]").1,
        ["Ord".to_owned(), "::core::cmp::PartialOrd".to_owned()]
    );
    assert_eq!(
        derives("#[table(key_derive(PartialOrd, Ord))]").1,
        ["PartialOrd".to_owned(), "Ord".to_owned()]
    );
    let table = accepts(&on_struct("#[table(new_attr(serde(tag = \"t\"), must_use))]"));
    let attributes = table.of_new.attributes.iter().map(|meta| meta.to_token_stream().to_string());
    assert_eq!(attributes.collect::<Vec<_>>(), ["serde (tag = \"t\")", "must_use"]);
}

#[test]
fn derives_that_cannot_be_added() {
    let note = "note: a key implements Clone, Debug, PartialEq, Eq and Hash if its parts do";
    rejected! {
        on_struct("#[table(key_derive(Copy, Clone))]") => "Clone":
            "`OrderKey` implements `Clone` already", note, "help: remove `Clone`";
        on_struct("#[table(key = Id, key_derive(std::hash::Hash))]") => "std::hash::Hash":
            "`Id` implements `std::hash::Hash` already", note, "help: remove `key_derive`";
        on_struct("#[table(new_derive())]") => "new_derive":
            "`new_derive` is empty", "help: remove `new_derive`";
        on_struct("#[table(new_derive = \"Clone, Copy\")]") => "\"Clone, Copy\"":
            "expected `new_derive(...)`", "help: write `new_derive(Clone, Copy)`";
        on_struct("#[table(new_derive(\"Clone\"))]") => "\"Clone\"":
            "expected the name of a derive in `new_derive`", "help: write `Clone` without quotes";
        on_struct("#[table(key_derive(Copy = 1))]") => "Copy = 1":
            "expected the name of a derive in `key_derive`", "help: name derives, separated by commas";
        on_struct("#[table(key_attr(1))]") => "1":
            "expected an attribute in `key_attr`", "help: name attributes, separated by commas";
        on_struct("#[table(derive(Clone))]") => "derive":
            "unknown argument `derive` in `table`", "help: did you mean `new_derive`?";
    }
}

#[test]
fn skipped_fields() {
    let table = accepts(&with_field("#[column(skip)] cache: Vec<Self>"));
    assert_eq!(table.fields.len(), 2);
    let (ident, ty) = &table.skipped[0];
    assert_eq!(
        (ident.to_string(), ty.to_token_stream().to_string()),
        ("cache".into(), "Vec < Order >".into())
    );
    rejected! {
        with_field("#[column(skip, name = \"c\")] c: T") => "name":
            "`name` has no effect with `skip`",
            "note: a field with `skip` is not a column",
            "help: remove `name`";
        with_field("#[column(ignore)] c: T") => "ignore":
            "unknown argument `ignore` in `column`",
            "help: did you mean `skip`?";
        with_field("#[key] #[column(skip)] c: T") => "skip":
            "key part `c` cannot be skipped",
            "note: a field with `skip` is not a column",
            "help: remove `skip`";
        with_field("#[key] #[column(secret)] c: T") => "secret":
            "key part `c` cannot be secret",
            "note: Debug of an insert, an update and an error shows the key",
            "help: remove `secret`";
        with_field("#[column(redact)] c: T") => "redact":
            "unknown argument `redact` in `column`",
            "help: did you mean `secret`?";
        format!("#[index(I, columns(c))] {}", with_field("#[column(skip)] c: T")) => "c":
            "`c` is not a column",
            "note: its field has `skip`",
            "help: name a column, or make the field one";
        format!("#[check(\"{{c}} > 0\")] {}", with_field("#[column(skip)] c: T")) => "\"{c} > 0\"":
            "`c` is not a column",
            "note: its field has `skip`",
            "help: name a column, or make the field one";
    }
}

#[test]
fn halves_of_uuids() {
    for source in [
        "struct T { #[key(uuid_high)] a: i64, #[key(uuid_low)] b: i64 }",
        "struct T { #[key(uuid_low)] a: i64, #[key] n: String, #[key(uuid_high, desc)] b: i64 }",
        "#[interleave(P)] struct T { #[key(parent)] p: i64, #[key(uuid_high)] a: i64, #[key(uuid_low)] b: i64 }",
    ] {
        let table = accepts(source);
        assert!(matches!(field(&table, "a").fill, Fill::UuidHalf { .. }), "{source}");
    }
    let note = "note: a UUID in a pair of INT64 columns has two halves, and both are in the key";
    rejected! {
        "struct T { #[key(uuid_high)] id_high: i64 }" => "uuid_high":
            "`uuid_high` requires `uuid_low`", note,
            "help: add the other half: `#[key(uuid_low)] id_low: i64,`";
        "struct T { #[key(uuid_low)] id: i64, id_high: i64 }" => "uuid_low":
            "`uuid_low` requires `uuid_high`", note,
            "help: add the other half: `#[key(uuid_high)] id_high_half: i64,`";
        "struct T { #[key(uuid_high)] a: i64, #[key(uuid_low)] b: i64, #[key(uuid_low)] c: i64 }" => "uuid_low":
            "duplicate `uuid_low` in the key",
            "note: a key holds the halves of one UUID",
            "help: keep one of them";
        "struct T { #[key(uuid_high, uuid_low)] a: i64, #[key(uuid)] b: Uuid }" => "uuid_low":
            "`uuid_high` and `uuid_low` both fill the column `a`",
            "help: keep one of them";
    }
    assert!(mistakes("struct T { #[key(uuid_high)] a: i64, #[key(uid_low)] b: i64 }").len() == 1);
}

#[test]
fn uuids_without_a_default() {
    let has_default = |source: &str| !field(&accepts(source), "id").extra.without_default;
    assert!(has_default("struct T { #[key(uuid)] id: Uuid }"));
    assert!(!has_default("struct T { #[key(uuid, client, storage = bytes)] id: Uuid }"));
    rejected! {
        "struct T { #[key(shard = 2)] s: i64, #[key(ulid, client)] id: String }" => "client":
            "`client` requires `shard` or `uuid`",
            "help: remove `client`";
    }
}
