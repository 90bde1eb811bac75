//! The model of readable and unreadable attributes. A stand-in is made from the latter, so that the
//! rest of the program still finds its types.

use quote::ToTokens as _;

use super::accepts;
use crate::model::{Fill, ShardBy, Table};
use crate::words::Mistakes;
use crate::{attr, check};

/// The model of a struct with mistakes.
fn stand_in(source: &str) -> Table {
    let input = syn::parse_str(source).unwrap_or_else(|error| panic!("{error} in {source}"));
    let mut mistakes = Mistakes::default();
    let words =
        attr::read(&input, &mut mistakes).unwrap_or_else(|| panic!("{source} cannot be read"));
    assert!(!mistakes.is_empty() || check::table(&words, &mut mistakes).is_none(), "{source}");
    check::partial_table(&words)
}

/// Describes the field `f`: its fill, and whether it is in the key.
fn describe(table: &Table) -> String {
    let field = super::field(table, "f");
    let fill = match &field.fill {
        Fill::Supplied => "supplied",
        Fill::Default(_) => "default",
        Fill::Generated { stored: true, .. } => "stored",
        Fill::Generated { stored: false, .. } => "virtual",
        Fill::UuidV4 => "uuid",
        Fill::UuidV7(_) => "uuid_v7",
        Fill::Ulid(_) => "ulid",
        Fill::UuidHalf { .. } => "half",
        Fill::Random => "random",
        Fill::BitReversed => "bit_reversed",
        Fill::Sequence { .. } => "sequence",
        Fill::Identity { .. } => "identity",
        Fill::Shard(shard) => match shard.by {
            ShardBy::Database => "shard",
            ShardBy::Client => "client shard",
            ShardBy::Chance => "random shard",
        },
    };
    let key = field
        .key
        .as_ref()
        .map_or("", |key| if key.inherited.is_some() { ", of the parent" } else { ", in the key" });
    let stamped = if field.commit_timestamp.is_some() { ", commit timestamp" } else { "" };
    format!("{fill}{key}{stamped}")
}

#[test]
fn every_fill_reaches_the_model() {
    for (words, expected) in [
        ("#[key]", "supplied, in the key"),
        ("#[key(uuid)]", "uuid, in the key"),
        ("#[key(uuid_v7)]", "uuid_v7, in the key"),
        ("#[key(ulid)]", "ulid, in the key"),
        ("#[key(random)]", "random, in the key"),
        ("#[key(bit_reversed)]", "bit_reversed, in the key"),
        ("#[key(identity)]", "identity, in the key"),
        ("#[key(sequence = \"S\")]", "sequence, in the key"),
        ("#[key(shard = 2)]", "shard, in the key"),
        ("#[key(shard = 2, client)]", "client shard, in the key"),
        ("#[key(shard = 2, random)]", "random shard, in the key"),
        ("", "supplied"),
        ("#[column(default = \"1\")]", "default"),
        ("#[column(generated = \"1\")]", "stored"),
        ("#[column(generated = \"1\", virtual)]", "virtual"),
        ("#[column(shard = 2, of(id))]", "shard"),
        ("#[column(commit_timestamp)]", "supplied, commit timestamp"),
    ] {
        assert_eq!(
            describe(&accepts(&format!("struct T {{ #[key] id: Id, {words} f: F }}"))),
            expected,
            "{words}"
        );
    }
}

#[test]
fn unreadable_arguments_are_guessed() {
    for (words, expected) in [
        ("#[key(shrad = 2, random)]", "random shard, in the key"),
        ("#[key(random, shard = \"2\")]", "random shard, in the key"),
        ("#[key(shard = \"2\", client)]", "client shard, in the key"),
        ("#[key(shard = \"2\")]", "shard, in the key"),
        ("#[column(shard = \"2\", of(id))]", "shard"),
        ("#[key(client = 1)]", "uuid, in the key"),
        ("#[key(random = 1)]", "uuid, in the key"),
        ("#[key(bit_reverse)]", "bit_reversed, in the key"),
        ("#[key(sequence)]", "identity, in the key"),
        ("#[key(identiti)]", "identity, in the key"),
        ("#[column(default = 1)]", "default"),
        ("#[column(generated = 1)]", "stored"),
        ("#[column(virtual = 1)]", "stored"),
        ("#[column(commit_timestmap)]", "supplied, commit timestamp"),
        ("#[column(lenght = 3)]", "supplied"),
        ("#[key(parnet)]", "supplied, of the parent"),
        ("#[key(desk)]", "supplied, in the key"),
        ("#[key(spread = 1)]", "supplied, in the key"),
        ("#[key(allow_hotspot = 1)]", "supplied, in the key"),
        ("#[key(whatever)]", "uuid, in the key"),
        ("#[key(\"uuid\")]", "uuid, in the key"),
        ("#[key(primary_key)]", "supplied, in the key"),
        ("#[key(asc)]", "supplied, in the key"),
        ("#[key(name = \"F\")]", "supplied, in the key"),
        ("#[key(serial)]", "identity, in the key"),
        ("#[key(count = 16)]", "shard, in the key"),
        ("#[key(interleave)]", "supplied, of the parent"),
        ("#[key(commit_timestamp)]", "uuid, in the key, commit timestamp"),
        ("#[column(uuid)]", "uuid, in the key"),
        ("#[column(key)]", "supplied, in the key"),
        ("#[column(bit_reversed)]", "bit_reversed, in the key"),
        ("#[column(unique)]", "supplied"),
        ("#[key(random)] #[column(lenght = 3)]", "random, in the key"),
    ] {
        assert_eq!(
            describe(&stand_in(&format!("struct T {{ #[key] id: Id, {words} f: F }}"))),
            expected,
            "{words}"
        );
    }
}

#[test]
fn unknown_attributes_are_guessed() {
    for (attribute, expected) in [
        ("#[primary_key]", "supplied, in the key"),
        ("#[pk]", "supplied, in the key"),
        ("#[keys(uuid)]", "uuid, in the key"),
        ("#[Key(bit_reversed)]", "bit_reversed, in the key"),
        ("#[spanner_keys::key(identity)]", "identity, in the key"),
        ("#[spanner(key(uuid))]", "uuid, in the key"),
        ("#[shard(16)]", "shard, in the key"),
        ("#[sqlx(primary_key)]", "supplied, in the key"),
        ("#[serde(skip)]", "supplied"),
        ("#[id] #[key]", "supplied, in the key"),
    ] {
        let source = format!("struct T {{ {attribute} f: F, other: Other }}");
        let input = syn::parse_str(&source).unwrap_or_else(|error| panic!("{error} in {source}"));
        let mut mistakes = Mistakes::default();
        let mut words = attr::read(&input, &mut mistakes).unwrap_or_else(|| panic!("{source}"));
        let table = check::table(&words, &mut mistakes);
        words.assume_unknown_attributes();
        assert_eq!(describe(&check::partial_table(&words)), expected, "{source}");
        // Reported by us, correct, or reported by the compiler.
        let known = ["#[primary_key]", "#[pk]", "#[key]", "serde"];
        let is_known = known.iter().any(|known| attribute.contains(known));
        assert_eq!(mistakes.has_deferred(), !is_known, "{source}");
        assert_eq!(table.is_some(), attribute.contains("#[key]"), "{source}");
    }
}

#[test]
fn keys_of_other_libraries_get_one_error_with_ours() {
    for (source, errors) in [
        ("struct T { #[primary_key] id: Uuid }", &["`primary_key`, and add `#[key(uuid)]`"][..]),
        ("struct T { #[pk] id: i64 }", &["`pk`, and add `#[key(identity)]`"]),
        ("struct T { #[id] a: String, #[id] b: Id }", &["`id`, and add `#[key]`"; 2]),
        ("#[primary_key(a)] struct T { a: String }", &["`primary_key`, and write `#[key]` on `a`"]),
        ("struct T { #[key] #[primary_key] a: String }", &[]),
    ] {
        let mistakes = super::mistakes(source);
        assert_eq!(mistakes.len(), errors.len(), "{source}: {mistakes:?}");
        for ((_, text), expected) in mistakes.iter().zip(errors) {
            assert!(text.starts_with("unknown attribute"), "{text}");
            assert!(text.contains(&format!("remove {expected}")), "{text}");
        }
    }
}

#[test]
fn unknown_keys_fill_what_ours_for_the_type_would() {
    for (source, expected) in [
        ("struct T { #[sqlx(primary_key)] f: Uuid }", "uuid, in the key"),
        ("struct T { #[sea_orm(primary_key)] f: i64 }", "identity, in the key"),
        ("#[diesel(table_name = t, primary_key(f))] struct T { f: i64 }", "identity, in the key"),
        ("#[diesel(primary_key(f))] struct T { f: String }", "supplied, in the key"),
        ("#[keys(f)] struct T { f: i64 }", "supplied, in the key"),
    ] {
        let input = syn::parse_str(source).unwrap_or_else(|error| panic!("{error} in {source}"));
        let mut words = attr::read(&input, &mut Mistakes::default()).expect("it is a struct");
        words.assume_unknown_attributes();
        assert_eq!(describe(&check::partial_table(&words)), expected, "{source}");
    }
}

#[test]
fn types_that_cannot_exist_are_the_compilers() {
    for (source, is_ill_formed) in [
        ("struct T { at: DateTime<&Utc> }", true),
        ("struct T { at: Option<chrono::DateTime<String>> }", true),
        ("struct T(DateTime<(Utc,)>);", true),
        ("struct T { at: DateTime<Uuid> }", true),
        ("struct T { at: DateTime<Utc>, zone: DateTime<Zone>, bare: DateTime }", false),
        ("struct T { at: Time<&str> }", false),
        ("enum T { A }", false),
    ] {
        let input = syn::parse_str(source).unwrap_or_else(|error| panic!("{error} in {source}"));
        assert_eq!(attr::is_ill_formed(&input), is_ill_formed, "{source}");
    }
}

#[test]
fn foreign_keys_may_reference_self() {
    for (path, expected) in [("Self", "T"), ("Other", "Other"), ("crate::Self_", "crate :: Self_")]
    {
        let table = accepts(&format!(
            "#[foreign_key(columns(other), references({path}, id))] struct T {{ #[key(uuid)] id: Uuid, other: Uuid }}"
        ));
        assert_eq!(table.foreign_keys[0].references.to_token_stream().to_string(), expected);
    }
}
