//! Arguments of one field that cannot be combined.

use super::{accepts, field, rejects, with_field};
use crate::model::{Fill, Storage};

#[test]
fn two_sources() {
    for (first, second, field) in [
        ("uuid", "ulid", "#[key(ulid, uuid)] n: T"),
        ("random", "identity", "#[key(random, identity)] n: T"),
        ("bit_reversed", "sequence", "#[key(bit_reversed, sequence = \"S\")] n: T"),
        ("uuid", "shard", "#[key(shard = 16, uuid)] n: T"),
        ("uuid", "default", "#[key(uuid)] #[column(default = \"1\")] n: T"),
        ("uuid", "generated", "#[key(uuid)] #[column(generated = \"1\")] n: T"),
        ("ulid", "commit_timestamp", "#[key(ulid)] #[column(commit_timestamp)] n: T"),
        ("uuid", "shard", "#[key(uuid)] #[column(shard = 16, of(id))] n: T"),
        ("default", "generated", "#[column(generated = \"1\", default = \"1\")] n: T"),
        ("default", "commit_timestamp", "#[column(default = \"1\", commit_timestamp)] n: T"),
        ("generated", "commit_timestamp", "#[column(generated = \"1\", commit_timestamp)] n: T"),
        ("shard", "commit_timestamp", "#[column(shard = 16, of(id), commit_timestamp)] n: T"),
        ("shard", "default", "#[column(shard = 16, of(id), default = \"1\")] n: T"),
    ] {
        rejected! {
            with_field(field) => second:
                &format!("`{first}` and `{second}` both fill the column `n`"),
                "help: keep one of them";
        }
    }
    accepts(&with_field("#[key] #[column(commit_timestamp)] n: T"));
    accepts(&with_field("#[key] #[column(default = \"1\")] n: T"));
    assert!(matches!(
        field(&accepts(&with_field("#[column(default = \"1\")] n: T")), "n").fill,
        Fill::Default(_)
    ));
}

#[test]
fn parent_and_another_source() {
    let child =
        |field: &str| format!("#[interleave(A)] struct Order {{ {field}, #[key(uuid)] id: Uuid }}");
    let note = "note: `parent` copies the value from the parent's key";
    for (word, field) in [
        ("uuid", "#[key(parent, uuid)] n: T"),
        ("shard", "#[key(parent, shard = 16)] n: T"),
        ("default", "#[key(parent)] #[column(default = \"1\")] n: T"),
        ("generated", "#[key(parent)] #[column(generated = \"1\")] n: T"),
    ] {
        rejected! {
            child(field) => word:
                &format!("`parent` and `{word}` both fill the column `n`"),
                note,
                &format!("help: remove `{word}`");
        }
    }
    for (word, field) in [
        ("spread", "#[key(parent, spread = \"x\")] n: T"),
        ("allow_hotspot", "#[key(parent, allow_hotspot = \"x\")] n: T"),
    ] {
        rejected! {
            child(field) => word:
                &format!("`{word}` has no effect on a part of the parent's key"),
                "note: a child's rows are stored with their parent, so the parent's key decides how writes spread",
                &format!("help: remove `{word}`");
        }
    }
    accepts(&child(
        "#[key(parent, desc, storage = bytes)] #[column(length = 3, commit_timestamp)] n: T",
    ));
}

#[test]
fn generated_key_parts() {
    rejected! {
        with_field("#[key] #[column(generated = \"LOWER({status})\")] n: T") => "generated":
            "key part `n` cannot be a generated column",
            "note: the application must know the key before it writes the row",
            "help: remove `generated`, and supply the value";
    }
    accepts(&with_field("#[column(generated = \"LOWER({status})\")] n: T"));
}

#[test]
fn virtual_columns() {
    rejected! {
        with_field("#[column(virtual)] n: T") => "virtual":
            "`virtual` requires `generated`",
            "note: a `virtual` column is a generated column that is computed when it is read",
            "help: write `generated = \"{status}\", virtual`, or remove `virtual`";
    }
    let table = accepts(&with_field("#[column(generated = \"LOWER({status})\", virtual)] n: T"));
    assert!(matches!(field(&table, "n").fill, Fill::Generated { stored: false, .. }));
}

#[test]
fn shard_options_require_a_shard() {
    for owner in ["key", "column"] {
        rejected! {
            with_field(&format!("#[{owner}(of(id))] n: T")) => "of":
                "`of` requires `shard`",
                "help: remove `of`";
        }
    }
    rejected! {
        with_field("#[key(client)] n: T") => "client":
            "`client` requires `shard` or `uuid`",
            "help: remove `client`";
        with_field("#[column(client)] n: T") => "client":
            "`client` requires `shard`",
            "help: remove `client`";
    }
}

#[test]
fn invalid_shard_options() {
    rejected! {
        with_field("#[key(shard = 16, client, random)] n: T") => "random":
            "`client` and `random` cannot be combined",
            "note: `client` computes the shard from the key, `random` picks a random one",
            "help: keep one of them";
        with_field("#[key(shard = 16, of(id), random)] n: T") => "of":
            "`of` has no effect on a random shard",
            "note: a random shard is not computed from other fields",
            "help: remove `of` or `random`";
        with_field("#[key(shard = 16, desc)] n: T") => "desc":
            "`desc` has no effect on a shard",
            "note: shard numbers only spread the rows; their order has no meaning",
            "help: remove `desc`, or move it to the key part after the shard";
        with_field("#[column(shard = 16, random)] n: T") => "random":
            "unknown argument `random` in `column`",
            "help: `random` applies to the key; a shard outside the key is computed";
        with_field("#[column(shard = 16)] n: T") => "shard":
            "a shard outside the key requires `of`",
            "note: only a shard in the key is computed from the rest of the key by default",
            "help: add the fields to compute it from: `of(id)`";
        with_field("#[key] #[column(shard = 16)] n: T") => "shard":
            "`shard` of a key part is an argument of `key`",
            "help: move `shard` and its options from `column` to `key`";
    }
    accepts(&with_field("#[column(shard = 16, of(id), client)] n: T"));
}

#[test]
fn counter_options_require_a_counter() {
    rejected! {
        with_field("#[key(skip_range(1, 2))] n: T") => "skip_range":
            "`skip_range` requires `sequence` or `identity`",
            "help: remove `skip_range`";
        with_field("#[key(uuid, start_counter = 3)] n: T") => "start_counter":
            "`start_counter` requires `sequence` or `identity`",
            "help: remove `start_counter`";
    }
    let table =
        accepts(&with_field("#[key(sequence = \"S\", skip_range(1, 2), start_counter = 3)] n: T"));
    match &field(&table, "n").fill {
        Fill::Sequence { name, options, .. } => {
            assert_eq!(
                (name.as_str(), options.skip_range, options.start_counter),
                ("S", Some((1, 2)), Some(3))
            );
        }
        _ => panic!("not a sequence"),
    }
}

#[test]
fn storage() {
    for (fill, words) in [
        ("shard", "shard = 16"),
        ("random", "random"),
        ("bit_reversed", "bit_reversed"),
        ("sequence", "sequence = \"S\""),
        ("identity", "identity"),
    ] {
        rejected! {
            with_field(&format!("#[key({words}, storage = text)] n: T")) => "storage":
                &format!("`storage` cannot be combined with `{fill}`"),
                &format!(
                    "note: `{fill}` fills an integer column, which has only one storage format"
                ),
                "help: remove `storage`";
        }
    }
    rejected! {
        with_field("#[key(uuid, storage = text)] #[column(storage = bytes)] n: T") => "storage":
            "duplicate argument `storage` in `key` and `column`",
            "help: keep one of them";
        with_field("#[column(storage = integer)] n: T") => "integer":
            "`storage = integer` applies only to enums",
            "note: an enum declares how it is stored itself, where it derives SpannerColumn",
            "help: remove `storage`";
    }
    let table = accepts(&with_field(
        "#[key(uuid, storage = bytes)] n: T, #[column(storage = native)] m: T",
    ));
    assert_eq!(field(&table, "n").storage.map(|storage| storage.value), Some(Storage::Bytes));
    assert_eq!(field(&table, "m").storage.map(|storage| storage.value), Some(Storage::Native));
}

#[test]
fn waivers() {
    rejected! {
        with_field("#[key(allow_hotspot = \"a\", spread = \"b\")] n: T") => "allow_hotspot":
            "`spread` and `allow_hotspot` contradict each other",
            "note: `spread` means that there is no hotspot, `allow_hotspot` that there is one",
            "help: keep one of them";
    }
    for fill in ["uuid", "random", "bit_reversed", "identity", "ulid", "uuid_v7"] {
        rejected! {
            with_field(&format!("#[key({fill}, spread = \"a\")] n: T")) => "spread":
                "`spread` applies only to values that the application supplies",
                &format!("note: `{fill}` fills this key part"),
                "help: remove `spread`";
        }
    }
    for (fill, words) in [
        ("uuid", "uuid"),
        ("random", "random"),
        ("bit_reversed", "bit_reversed"),
        ("identity", "identity"),
        ("sequence", "sequence = \"S\""),
        ("shard", "shard = 2, random"),
    ] {
        rejected! {
            with_field(&format!("#[key({words}, allow_hotspot = \"a\")] n: T")) => "allow_hotspot":
                "`allow_hotspot` has no effect here",
                &format!("note: `{fill}` already spreads the writes"),
                "help: remove `allow_hotspot`";
        }
    }
    rejected! {
        with_field("#[key(shard = 2, of(id), allow_hotspot = \"a\")] n: T") => "allow_hotspot":
            "`allow_hotspot` has no effect here",
            "note: a shard spreads the writes unless it hashes only few values; then the waiver belongs to the key part after it that arrives in order",
            "help: remove `allow_hotspot`";
    }
    for words in [
        "spread = \"a\"", "allow_hotspot = \"a\"", "ulid, allow_hotspot = \"a\"",
        "uuid_v7, allow_hotspot = \"a\"",
    ] {
        accepts(&with_field(&format!("#[key({words})] n: T")));
    }
}

#[test]
fn retry_ids() {
    let table = |index: &str, field: &str| {
        format!("{index} struct Order {{ #[key(identity)] id: i64, {field}, other: T }}")
    };
    let unique = "#[index(ByN, columns(n), unique)]";
    for source in ["#[column(retry_id)] n: T", "#[column(retry_id, storage = bytes)] n: T"] {
        let model = accepts(&table(unique, source));
        assert!(matches!(field(&model, "n").fill, Fill::UuidV4));
    }
    accepts(&table("#[index(ByR, columns(r#type), unique)]", "#[column(retry_id)] r#type: T"));
    for index in [
        "",
        "#[index(ByN, columns(n))]",
        "#[index(ByN, columns(n, other), unique)]",
        "#[index(ByN, columns(other), storing(n), unique)]",
    ] {
        rejected! {
            table(index, "#[column(retry_id)] n: T") => "retry_id":
                "`retry_id` requires a unique index over `n`",
                "note: the index rejects the second insert of a row, and a retry finds the first one in it",
                "help: write `#[index(ByN, columns(n), unique)]` on the struct";
        }
    }
    rejected! {
        table(unique, "#[column(retry_id)] n: T, #[column(retry_id)] m: T") => "retry_id":
            "fields `n` and `m` are both a `retry_id`",
            "note: one id is enough to find the row of a retry",
            "help: remove one of them";
        "struct Order { #[key] #[column(retry_id)] id: Uuid }" => "retry_id":
            "key part `id` cannot be a `retry_id`",
            "note: a `retry_id` is for rows whose key the database fills",
            "help: write `#[key(uuid)]`: the key is then known before the commit, and a retry writes the same row";
        table(unique, "#[column(retry_id, default = \"1\")] n: T") => "retry_id":
            "`default` and `retry_id` both fill the column `n`",
            "help: keep one of them";
    }
}

#[test]
fn counters_outside_the_key() {
    accepts("struct Order { #[key(uuid)] id: Uuid, #[column(identity, skip_range(1, 9))] n: i64 }");
    accepts(
        "struct Order { #[key(uuid)] id: Uuid, #[column(sequence = \"S\", start_counter = 5)] n: i64 }",
    );
    rejected! {
        "struct Order { #[key] #[column(identity)] id: i64 }" => "identity":
            "`identity` of a key part is an argument of `key`",
            "help: move `identity` from `column` to `key`";
        "struct Order { #[key(uuid)] id: Uuid, #[column(start_counter = 5)] n: i64 }" => "start_counter":
            "`start_counter` requires `sequence` or `identity`",
            "help: write `#[column(identity, start_counter = 5)]`, or remove `start_counter`";
        "struct Order { #[key(uuid)] id: Uuid, #[column(identity, default = \"1\")] n: i64 }" => "default":
            "`identity` and `default` both fill the column `n`",
            "help: keep one of them";
    }
}

#[test]
fn what_few_columns_have() {
    accepts(
        "struct Order { #[key(uuid)] id: Uuid, #[column(sql_type = \"TOKENLIST\", hidden)] a: Vec<u8>, #[column(vector_length = 3)] b: Vec<f32>, #[column(on_update = \"now()\", options(x = \"1\"))] c: Time }",
    );
    rejected! {
        "struct Order { #[key(uuid)] id: Uuid, #[column(vector_length = 0)] b: Vec<f32> }" => "0":
            "expected an integer for `vector_length`",
            "help: write the number of elements, for example `vector_length = 768`";
        "struct Order { #[key(uuid)] id: Uuid, #[column(options(allow_commit_timestamp = \"true\"))] c: Time }" => "allow_commit_timestamp":
            "`allow_commit_timestamp` has its own argument",
            "help: write `#[column(commit_timestamp)]` on the field";
        "struct Order { #[key(uuid)] id: Uuid, #[column(type = \"X\")] c: Time }" => "type":
            "unknown argument `type` in `column`",
            "help: did you mean `sql_type`?";
    }
}
