//! The inputs of shards.

use super::{accepts, field, rejects};
use crate::model::{Fill, Shard, ShardBy, Table};

fn shard<'a>(table: &'a Table, name: &str) -> &'a Shard {
    match &field(table, name).fill {
        Fill::Shard(shard) => shard,
        _ => panic!("not a shard"),
    }
}

fn inputs(table: &Table, name: &str) -> Vec<usize> {
    shard(table, name).inputs.iter().map(|input| input.field).collect()
}

#[test]
fn inputs_are_the_other_key_parts_by_default() {
    let table = accepts(
        "struct T { #[key(shard = 16)] s: i64, #[key] a: String, n: i64, #[key(ulid)] b: String }",
    );
    assert_eq!(inputs(&table, "s"), [1, 3]);
    assert_eq!(shard(&table, "s").count, 16);
    assert!(shard(&table, "s").by == ShardBy::Database);
    let child = accepts(
        "#[interleave(P)] struct T { #[key(parent)] p: i64, #[key(shard = 16)] s: i64, #[key(shard = 2)] r: i64, #[key] a: String }",
    );
    assert_eq!(inputs(&child, "s"), [3]);
    assert_eq!(inputs(&child, "r"), [3]);
}

#[test]
fn inputs_by_name() {
    let table = accepts(
        "struct T { #[key(shard = 16, of(r#type, a), client)] s: i64, #[key] a: String, #[key] r#type: String, #[key] b: String }",
    );
    assert_eq!(inputs(&table, "s"), [2, 1]);
    assert!(shard(&table, "s").by == ShardBy::Client);
    let outside = accepts(
        "struct T { #[key(uuid)] id: Uuid, at: i64, #[column(shard = 16, of(at, id))] s: i64 }",
    );
    assert_eq!(inputs(&outside, "s"), [1, 0]);
    let random = accepts(
        "struct T { #[key(shard = 16, random)] s: i64, #[key] #[column(commit_timestamp)] at: i64 }",
    );
    assert!(inputs(&random, "s").is_empty() && shard(&random, "s").by == ShardBy::Chance);
}

#[test]
fn no_inputs() {
    let lines = [
        "shard `s` has no inputs",
        "note: a shard in the key is computed from the other key parts that are not inherited",
        "help: make another field part of the key, or use a random shard: `#[key(shard = 16, random)]`",
    ];
    rejects("struct T { #[key(shard = 16)] s: i64, a: String }", "shard", &lines);
    rejects(
        "#[interleave(P)] struct T { #[key(parent)] p: i64, #[key(shard = 16)] s: i64 }",
        "shard",
        &lines,
    );
    rejected! {
        "struct T { #[key(shard = 16, of())] s: i64, #[key] a: String }" => "of":
            "`of` requires at least one field",
            "help: write `of(a)`";
    }
    accepts("struct T { #[key(shard = 16, random)] s: i64 }");
    accepts(
        "#[interleave(P)] struct T { #[key(parent)] p: i64, #[key(shard = 16, of(p))] s: i64 }",
    );
}

#[test]
fn commit_timestamps() {
    rejected! {
        "struct T { #[key(shard = 16)] s: i64, #[key] #[column(commit_timestamp)] at: Time, #[key] a: String }" => "shard":
            "shard `s` cannot be computed from the commit timestamp `at`",
            "note: the database sets it when the transaction commits, too late for the hash",
            "help: name the other key parts: `#[key(shard = 16, of(a))]`";
        "struct T { #[key(shard = 16)] s: i64, #[key] #[column(commit_timestamp)] at: Time }" => "shard":
            "shard `s` cannot be computed from the commit timestamp `at`",
            "note: the database sets it when the transaction commits, too late for the hash",
            "help: use a random shard: `#[key(shard = 16, random)]`";
        "struct T { #[key(shard = 16, of(at, a))] s: i64, #[key] #[column(commit_timestamp)] at: Time, #[key] a: String }" => "at":
            "a shard cannot be computed from the commit timestamp `at`",
            "note: the database sets it when the transaction commits, too late for the hash",
            "help: name other fields";
    }
    accepts(
        "struct T { #[key(shard = 16, of(a))] s: i64, #[key] #[column(commit_timestamp)] at: Time, #[key] a: String }",
    );
}

#[test]
fn invalid_inputs() {
    let table = |of: &str| {
        format!(
            "struct T {{ #[key(shard = 16, of({of}))] s: i64, #[key(shard = 2)] r: i64, #[key] a: String, b: i64, #[column(generated = \"1\")] g: i64 }}"
        )
    };
    rejected! {
        table("aa") => "aa":
            "struct `T` has no field named `aa`",
            "help: did you mean `a`?";
        table("zzz") => "zzz":
            "struct `T` has no field named `zzz`",
            "help: available fields are `s`, `r`, `a`, `b`, and `g`";
        table("s") => "s":
            "shard `s` cannot be computed from itself",
            "help: name other fields";
        table("a, a") => "a":
            "duplicate field `a` in `of`",
            "help: keep one of them";
        table("\"a\"") => "\"a\"":
            "expected a field name in `of`",
            "help: write `a` without quotes";
        table("r") => "r":
            "a shard cannot be computed from another shard, `r`",
            "note: a shard has few values, so it does not spread the rows any further",
            "help: name other fields";
        table("g") => "g":
            "a shard cannot be computed from the generated column `g`",
            "note: a shard is computed from columns that are written, not from generated ones",
            "help: name the fields it is generated from";
        table("b") => "b":
            "`b` is not part of the key",
            "note: a shard in the key is computed from key parts only, so that a row can be found by its key",
            "help: make `b` part of the key, or name another field";
    }
    accepts(&table("a"));
}

#[test]
fn client_shards_of_server_filled_parts() {
    let lines = [
        "a `client` shard cannot be computed from `id`",
        "note: the database fills `id` with `identity`, so the client does not know it yet",
        "help: remove `client` to let the database compute the shard",
    ];
    rejects(
        "struct T { #[key(shard = 16, client)] s: i64, #[key(identity)] id: i64 }",
        "shard",
        &lines,
    );
    rejects(
        "struct T { #[key(shard = 16, client, of(id))] s: i64, #[key(identity)] id: i64 }",
        "id",
        &lines,
    );
    accepts("struct T { #[key(shard = 16)] s: i64, #[key(sequence = \"S\")] id: i64 }");
    accepts("struct T { #[key(shard = 16, client)] s: i64, #[key(bit_reversed)] id: i64 }");
}

#[test]
fn the_help_names_a_key_field_of_this_struct() {
    rejected! {
        "struct T { status: String, #[key(uuid)] code: Uuid, #[column(client)] f: i64 }" => "client":
            "`client` requires `shard`",
            "help: write `shard = 16, of(code), client`, or remove `client`";
        "struct T { status: String, #[key] #[column(client)] f: i64, #[key(uuid)] code: Uuid }" => "client":
            "`client` requires `shard`",
            "help: write `shard = 16, of(code), client`, or remove `client`";
    }
}
