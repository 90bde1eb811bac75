//! The shape of the struct, its key, and its parent.

use super::{accepts, mistakes, rejects};

#[test]
fn what_cannot_be_a_table() {
    rejects(
        "struct Order(Uuid);",
        "Order",
        &[
            "the fields of table `Order` have no names",
            "note: a table's columns are named after the struct's fields",
            "help: write a struct with named fields, or derive `SpannerColumn` if this is the type of one column",
        ],
    );
    for source in ["struct Order;", "struct Order {}"] {
        rejects(
            source,
            "Order",
            &[
                "table `Order` has no fields",
                "help: give the table a key, for example `#[key(uuid)] id: Uuid`",
            ],
        );
    }
    rejects(
        "enum Order { A }",
        "Order",
        &[
            "enum `Order` cannot be a table",
            "help: derive `SpannerColumn` if this is the type of one column",
        ],
    );
    rejects(
        "union Order { a: u8 }",
        "Order",
        &["union `Order` cannot be a table", "help: write a struct with named fields"],
    );
}

#[test]
fn generics() {
    for (parameters, place) in [("T", "T"), ("const N: usize", "N"), ("'a", "a"), ("A, B", "A")] {
        rejects(
            &format!("struct Order<{parameters}> {{ #[key(uuid)] id: Uuid }}"),
            place,
            &[
                "`SpannerTable` takes no generic parameters",
                "note: one struct is one definition in the database, whose column types are known when it compiles",
                "help: write `Order` with concrete types that own their data",
            ],
        );
    }
}

#[test]
fn no_key() {
    rejects(
        "struct Order { id: Uuid, n: i64 }",
        "Order",
        &[
            "table `Order` has no primary key",
            "note: Spanner stores rows by their key, and spreads them over servers by it",
            "help: mark the fields that name a row with `#[key]`, or fill one with `#[key(uuid)]`",
        ],
    );
    assert_eq!(
        accepts("struct Order { n: i64, #[key] a: String, m: i64, #[key(desc)] b: i64 }").key,
        [1, 3]
    );
}

#[test]
fn too_many_parts() {
    let parts = |count: usize| {
        (0..count).map(|at| format!("#[key] a{at}: String, ")).collect::<Vec<_>>().concat()
    };
    rejects(
        &format!("struct Order {{ {} }}", parts(17)),
        "a16",
        &[
            "the key of table `Order` has 17 parts",
            "note: Spanner takes 16 key parts, those of the parent included",
            "help: remove `#[key]` from the parts that do not help to name a row",
        ],
    );
    accepts(&format!("struct Order {{ {} }}", parts(16)));
}

#[test]
fn parent_without_interleave() {
    rejects(
        "struct Order { #[key(parent)] a: Uuid, #[key(parent)] b: Uuid }",
        "parent",
        &[
            "`parent` needs the parent of `Order`",
            "help: write `#[interleave(Parent)]` on the struct, or `#[key]` here if there is no parent",
        ],
    );
    let table = accepts(
        "#[interleave(a::Customer, on_delete = cascade)] struct Order { #[key(parent)] a: Uuid, #[key] b: String }",
    );
    assert!(table.interleave.is_some_and(|interleave| interleave.cascade));
}

#[test]
fn interleave_without_parent_parts() {
    rejects(
        "#[interleave(a::Customer)] struct Order { #[key] b: String }",
        "a::Customer",
        &[
            "no field of `Order` is part of the key of `a::Customer`",
            "note: a child's key begins with its parent's whole key",
            "help: begin the struct with the parent's key fields, each marked `#[key(parent)]`",
        ],
    );
}

#[test]
fn parent_parts_come_first() {
    rejects(
        "#[interleave(A)] struct Order { #[key] own: String, #[key(parent)] a: Uuid, #[key(parent)] b: Uuid }",
        "parent",
        &[
            "the parent's key part `a` comes after the own part `own`",
            "note: the key follows the order of the fields, and a child's key begins with its parent's whole key",
            "help: move the field `a` before `own`",
        ],
    );
    accepts(
        "#[interleave(A)] struct Order { n: i64, #[key(parent)] a: Uuid, m: i64, #[key] own: String }",
    );
}

#[test]
fn interleave_needs_a_table() {
    let rest = "struct Order { #[key(parent)] a: Uuid }";
    for words in ["", "()", "(on_delete = cascade)"] {
        rejects(
            &format!("#[interleave{words}] {rest}"),
            "interleave",
            &[
                "`interleave` names no parent",
                "help: name the parent's struct first, as in `interleave(Customer)`",
            ],
        );
    }
    rejects(
        &format!("#[interleave(\"Customer\")] {rest}"),
        "\"Customer\"",
        &[
            "`interleave` needs the path of a table's struct",
            "help: write `Customer` without quotes",
        ],
    );
    let form = "help: name the struct first, as in `interleave(Customer)` or `interleave(models::Customer)`";
    rejects(
        &format!("#[interleave(parent = Customer)] {rest}"),
        "parent = Customer",
        &["`interleave` needs the path of a table's struct", form],
    );
}

#[test]
fn its_own_parent() {
    for path in ["Order", "Self"] {
        rejects(
            &format!("#[interleave({path})] struct Order {{ #[key(parent)] a: Uuid }}"),
            path,
            &[
                "table `Order` cannot be its own parent",
                "help: name another table, or point to rows of the same table with `foreign_key`",
            ],
        );
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
