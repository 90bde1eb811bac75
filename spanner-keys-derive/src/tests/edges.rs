//! Cases that concern two checks: one mistake gives one error, and valid code gives none.

use super::{accepts, mistakes};

/// The first line of every mistake.
fn first_lines(source: &str) -> Vec<String> {
    mistakes(source)
        .into_iter()
        .map(|(_, text)| text.lines().next().unwrap_or_default().to_owned())
        .collect()
}

#[test]
fn all_paths_to_the_struct_itself() {
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
fn order_of_parent_parts_is_checked_only_with_a_parent() {
    let fields = "struct T { #[key(uuid)] own: Uuid, #[key(parent)] id: Uuid }";
    assert_eq!(first_lines(fields), ["`parent` requires `interleave` on `T`"]);
    assert_eq!(
        first_lines(&format!("#[interleave(P)] {fields}")),
        ["the parent's key part `id` comes after key part `own`"]
    );
}

#[test]
fn only_sequences_may_share_the_name_of_a_sequence() {
    let table = |kind: &str| {
        format!(
            "{kind} struct T {{ #[key(sequence = \"S\")] id: i64, status: String, #[key] other: i64 }}"
        )
    };
    accepts(&table("#[index(R, columns(status))]"));
    assert_eq!(
        first_lines(&table("#[index(S, columns(status))]")),
        ["index `S` has the same name as a sequence"]
    );
    assert_eq!(
        first_lines(&table("#[check(\"{other} > 0\", name = \"s\")]")),
        ["check `s` has the same name as a sequence"]
    );
    accepts("struct T { #[key(sequence = \"S\")] id: i64, #[key(sequence = \"S\")] other: i64 }");
}

#[test]
fn missing_shard_inputs_are_one_mistake() {
    let below = |field: &str| {
        format!("#[interleave(P)] struct T {{ #[key(parent)] id: Uuid, {field} f: i64 }}")
    };
    // A random shard has no inputs.
    accepts(&below("#[key(shard = 4, random)]"));
    for field in ["#[key(shard = 4)]", "#[key(shard = 4, uuid)]", "#[column(shard = 4)]"] {
        assert_eq!(first_lines(&below(field)).len(), 1, "{field}");
    }
}

#[test]
fn long_structs_list_a_handful_of_fields() {
    let table = |count: usize| {
        let fields: Vec<String> = (1..count).map(|at| format!("field_{at}: i64")).collect();
        format!(
            "#[check(\"{{unheard_of}} > 0\")] struct T {{ #[key(uuid)] id: Uuid, {} }}",
            fields.join(", ")
        )
    };
    let help =
        |count| mistakes(&table(count)).remove(0).1.lines().last().unwrap_or_default().to_owned();
    assert_eq!(
        help(5),
        "help: available fields are `id`, `field_1`, `field_2`, `field_3`, and `field_4`"
    );
    assert_eq!(
        help(40),
        "help: available fields are `id`, `field_1`, `field_2`, `field_3`, `field_4`, and 35 more"
    );
}

#[test]
fn repeated_fields_in_sql_are_one_mistake() {
    let table = |sql: &str| {
        format!(
            "#[check(\"{sql}\")] struct T {{ #[key(uuid)] id: Uuid, #[column(commit_timestamp)] at: Time, other: Time }}"
        )
    };
    accepts(&table("{other} <> {other}"));
    assert_eq!(first_lines(&table("{at} <> {at}")).len(), 1);
    assert_eq!(first_lines(&table("{missing} <> {missing}")).len(), 1);
}
