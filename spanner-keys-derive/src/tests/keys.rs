//! The shape of the struct, its key, and its parent.

use super::{accepts, mistakes, rejects};
use crate::model::OnDelete;

#[test]
fn only_structs_with_named_fields_are_tables() {
    rejected! {
        "struct Order(Uuid);" => "Order":
            "table `Order` has unnamed fields",
            "note: columns are named after the fields of the struct",
            "help: name the fields, or derive SpannerColumn if this is the type of one column";
    }
    for source in ["struct Order;", "struct Order {}"] {
        rejected! {
            source => "Order":
                "table `Order` has no fields",
                "help: add named fields, and mark those of the key";
        }
    }
    rejected! {
        "enum Order { A }" => "Order":
            "enum `Order` cannot be a table",
            "help: derive SpannerColumn if this is the type of one column";
        "union Order { a: u8 }" => "Order":
            "union `Order` cannot be a table",
            "help: use a struct with named fields";
    }
}

#[test]
fn generics() {
    for (parameters, place) in [("T", "T"), ("const N: usize", "N"), ("'a", "a"), ("A, B", "A")] {
        rejected! {
            format!("struct Order<{parameters}> {{ #[key(uuid)] id: Uuid }}") => place:
                "`SpannerTable` does not support generic parameters",
                "note: a table or column type has one definition in the database, so its types must be concrete",
                "help: give `Order` concrete types that own their data";
        }
    }
}

#[test]
fn no_key() {
    rejected! {
        "struct Order { id: Uuid, n: i64 }" => "Order":
            "table `Order` has no primary key",
            "note: Spanner sorts rows by primary key and distributes them across servers by it",
            "help: add a key: `#[key(uuid)] order_id: ::spanner_keys::Uuid,`; or mark the fields that identify a row";
    }
    assert_eq!(
        accepts("struct Order { n: i64, #[key] a: String, m: i64, #[key(desc)] b: i64 }").key,
        [1, 3]
    );
}

#[test]
fn too_many_key_parts() {
    let parts = |count: usize| {
        (0..count).map(|at| format!("#[key] a{at}: String, ")).collect::<Vec<_>>().concat()
    };
    rejected! {
        format!("struct Order {{ {} }}", parts(17)) => "a16":
            "the key of table `Order` has 17 parts",
            "note: Spanner allows at most 16 key parts, including those of the parent",
            "help: make fields that are not needed to identify a row plain columns";
    }
    accepts(&format!("struct Order {{ {} }}", parts(16)));
}

#[test]
fn parent_without_interleave() {
    rejected! {
        "struct Order { #[key(parent)] a: Uuid, #[key(parent)] b: Uuid }" => "parent":
            "`parent` requires `interleave` on `Order`",
            "help: name the parent in an attribute of the struct, or remove `parent`";
    }
    let table = accepts(
        "#[interleave(a::Customer, on_delete = cascade)] struct Order { #[key(parent)] a: Uuid, #[key] b: String }",
    );
    assert!(
        table
            .interleave
            .is_some_and(|interleave| matches!(interleave.on_delete, OnDelete::Cascade))
    );
}

#[test]
fn interleave_without_parent_parts() {
    rejected! {
        "#[interleave(a::Customer)] struct Order { #[key] b: String }" => "a::Customer":
            "the key of `Order` does not start with the key of its parent `a::Customer`",
            "note: a child's key starts with its parent's whole key",
            "help: start the struct with the parent's key fields, each marked as a part of the parent's key";
    }
}

#[test]
fn parent_parts_come_first() {
    rejected! {
        "#[interleave(A)] struct Order { #[key] own: String, #[key(parent)] a: Uuid, #[key(parent)] b: Uuid }" => "parent":
            "the parent's key part `a` comes after key part `own`",
            "note: key parts follow the order of the fields, and a child's key starts with its parent's whole key",
            "help: move the field `a` before `own`";
    }
    accepts(
        "#[interleave(A)] struct Order { n: i64, #[key(parent)] a: Uuid, m: i64, #[key] own: String }",
    );
}

#[test]
fn interleave_requires_a_table() {
    rejected! {
        "#[interleave(virtual)] struct Order { #[key(parent)] customer: Uuid, #[key(uuid)] id: Uuid }" => "virtual":
            "expected the path of a table struct in `interleave`",
            "help: name the struct by its path";
    }
    let rest = "struct Order { #[key(parent)] a: Uuid }";
    for words in ["", "()", "(on_delete = cascade)"] {
        rejected! {
            format!("#[interleave{words}] {rest}") => "interleave":
                "missing parent in `interleave`",
                "help: name the parent's struct first";
        }
    }
    rejected! {
        format!("#[interleave(\"Customer\")] {rest}") => "\"Customer\"":
            "expected the path of a table struct in `interleave`",
            "help: write `Customer` without quotes";
    }
    let form = "help: write `Customer`";
    rejected! {
        format!("#[interleave(parent = Customer)] {rest}") => "parent = Customer":
            "expected the path of a table struct in `interleave`",
            form;
    }
}

#[test]
fn a_table_cannot_be_its_own_parent() {
    for path in ["Order", "Self"] {
        rejected! {
            format!("#[interleave({path})] struct Order {{ #[key(parent)] a: Uuid }}") => path:
                "table `Order` cannot be its own parent",
                "help: name another table, or reference rows of the same table with a foreign key";
        }
    }
    accepts("#[interleave(other::Order)] struct Order { #[key(parent)] a: Uuid }");
}

#[test]
fn all_mistakes_at_once() {
    let found = mistakes(
        "#[table(nmae = \"A\")] #[index(A, columns(x))] #[ttl(days = 3)] struct Order { #[key(uuid, frob, shard = 1)] a: Uuid, #[column(virtual)] b: i64 }",
    );
    let places: Vec<_> = found.iter().map(|(place, _)| place.as_str()).collect();
    assert_eq!(places, ["nmae", "ttl", "frob", "1", "x", "virtual"]);
}
