//! One mistake is one error, also where two rules could see it; and what two rules could mistake
//! for one is none.

use super::{accepts, mistakes};

/// The first lines of all mistakes.
fn first_lines(source: &str) -> Vec<String> {
    mistakes(source)
        .into_iter()
        .map(|(_, text)| text.lines().next().unwrap_or_default().to_owned())
        .collect()
}

#[test]
fn a_struct_is_itself_by_two_names() {
    let below = |path: &str| {
        format!(
            "#[interleave({path})] struct T {{ #[key(parent)] id: Uuid, #[key(uuid)] own: Uuid }}"
        )
    };
    let own = first_lines(&below("T"));
    assert_eq!(own.len(), 1);
    for path in ["self::T", "Self", "self::Self"] {
        assert_eq!(first_lines(&below(path)), own, "{path}");
    }
    for path in ["other::T", "self::Other", "self::other::T", "crate::T"] {
        accepts(&below(path));
    }
}

#[test]
fn without_a_parent_no_part_comes_too_late() {
    let fields = "struct T { #[key(uuid)] own: Uuid, #[key(parent)] id: Uuid }";
    assert_eq!(first_lines(fields), ["`parent` needs the parent of `T`"]);
    assert_eq!(
        first_lines(&format!("#[interleave(P)] {fields}")),
        ["the parent's key part `id` comes after the own part `own`"]
    );
}

#[test]
fn a_sequence_shares_its_name_with_sequences_only() {
    let table = |kind: &str| {
        format!(
            "{kind} struct T {{ #[key(sequence = \"S\")] id: i64, status: String, #[key] other: i64 }}"
        )
    };
    accepts(&table("#[index(R, columns(status))]"));
    assert_eq!(
        first_lines(&table("#[index(S, columns(status))]")),
        ["the index `S` has the name of a sequence"]
    );
    assert_eq!(
        first_lines(&table("#[check(\"{other} > 0\", name = \"s\")]")),
        ["the check `s` has the name of a sequence"]
    );
    accepts("struct T { #[key(sequence = \"S\")] id: i64, #[key(sequence = \"S\")] other: i64 }");
}

#[test]
fn a_shard_is_asked_for_its_inputs_once() {
    let below = |field: &str| {
        format!("#[interleave(P)] struct T {{ #[key(parent)] id: Uuid, {field} f: i64 }}")
    };
    // Drawn at random, it has none.
    accepts(&below("#[key(shard = 4, random)]"));
    for field in ["#[key(shard = 4)]", "#[key(shard = 4, uuid)]", "#[column(shard = 4)]"] {
        assert_eq!(first_lines(&below(field)).len(), 1, "{field}");
    }
}

#[test]
fn a_long_struct_does_not_list_its_fields() {
    let table = |count: usize| {
        let fields: Vec<String> = (1..count).map(|at| format!("field_{at}: i64")).collect();
        format!(
            "#[check(\"{{unheard_of}} > 0\")] struct T {{ #[key(uuid)] id: Uuid, {} }}",
            fields.join(", ")
        )
    };
    let help =
        |count| mistakes(&table(count)).remove(0).1.lines().last().unwrap_or_default().to_owned();
    assert!(help(12).starts_with("help: `T` has the fields `id`"), "{}", help(12));
    assert_eq!(help(13), "help: name a field of `T`");
}

#[test]
fn a_field_that_sql_names_twice_is_one_mistake() {
    let table = |sql: &str| {
        format!(
            "#[check(\"{sql}\")] struct T {{ #[key(uuid)] id: Uuid, #[column(commit_timestamp)] at: Time, other: Time }}"
        )
    };
    accepts(&table("{other} <> {other}"));
    assert_eq!(first_lines(&table("{at} <> {at}")).len(), 1);
    assert_eq!(first_lines(&table("{missing} <> {missing}")).len(), 1);
}
