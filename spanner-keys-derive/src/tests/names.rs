//! Names in SQL.

use super::{accepts, field, on_struct, rejects, with_field};

const FIRST: &str = "note: a name in Spanner begins with a letter from A to Z";
const ONLY: &str = "note: a name in Spanner holds only the letters A to Z, digits, and `_`";

#[test]
fn written_names() {
    let help = "help: write a name such as `\"Orders\"`";
    rejects(
        &on_struct("#[table(name = \"_A\")]"),
        "\"_A\"",
        &["`_A` is not a name in SQL", FIRST, help],
    );
    rejects(
        &on_struct("#[table(schema = \"a-b\")]"),
        "\"a-b\"",
        &["`a-b` is not a name in SQL", ONLY, help],
    );
    rejects(
        &on_struct("#[table(name = \"\")]"),
        "\"\"",
        &["`` is not a name in SQL", "note: a name has at least one letter", help],
    );
    rejects(
        &with_field("#[column(name = \"é\")] n: T"),
        "\"é\"",
        &["`é` is not a name in SQL", FIRST, help],
    );
    rejects(
        &with_field("#[key(sequence = \"a.b\")] n: T"),
        "\"a.b\"",
        &["`a.b` is not a name in SQL", ONLY, help],
    );
    rejects(
        &on_struct("#[check(\"{total} > 0\", name = \"1\")]"),
        "\"1\"",
        &["`1` is not a name in SQL", FIRST, help],
    );
    let long = "a".repeat(129);
    rejects(
        &on_struct(&format!("#[table(name = \"{long}\")]")),
        &format!("\"{long}\""),
        &[
            &format!("`{long}` is not a name in SQL"),
            "note: a name in Spanner has at most 128 letters",
            help,
        ],
    );
    let table = accepts(&on_struct(&format!(
        "#[table(name = \"{}\", schema = \"sales\")]",
        "a".repeat(128)
    )));
    assert_eq!((table.name.len(), table.schema.as_deref()), (128, Some("sales")));
}

#[test]
fn names_of_fields() {
    rejects(
        &with_field("_id: T"),
        "_id",
        &[
            "field `_id` cannot name a column",
            FIRST,
            "help: name the column: `#[column(name = \"id\")]`",
        ],
    );
    rejects(
        &with_field("é: T"),
        "é",
        &[
            "field `é` cannot name a column",
            FIRST,
            "help: name the column: `#[column(name = \"name\")]`",
        ],
    );
    accepts(&with_field("#[column(name = \"id2\")] _id: T"));
    let table = accepts(&with_field("r#type: T, order: T"));
    assert_eq!(
        (field(&table, "type").column.as_str(), field(&table, "order").column.as_str()),
        ("type", "order")
    );
}

#[test]
fn names_of_structs() {
    rejects(
        "struct Ö { #[key(uuid)] id: Uuid }",
        "Ö",
        &[
            "struct name `Ö` cannot be a table name",
            FIRST,
            "help: name the table: `#[table(name = \"Name\")]`",
        ],
    );
    accepts("#[table(name = \"O\")] struct Ö { #[key(uuid)] id: Uuid }");
}

#[test]
fn renamed_columns() {
    let table = accepts(
        "#[table(rename_all = \"PascalCase\")] struct Order { #[key(uuid)] order_id: Uuid, #[column(name = \"x\")] b: i64, r#type: i64 }",
    );
    let columns: Vec<_> = table.fields.iter().map(|field| field.column.as_str()).collect();
    assert_eq!(columns, ["OrderId", "x", "Type"]);
    rejects(
        &on_struct("#[table(rename_all = \"kebab-case\")]"),
        "\"kebab-case\"",
        &[
            "unknown case `kebab-case` for `rename_all`",
            "help: `rename_all` takes `snake_case`, `camelCase`, `PascalCase`, `SCREAMING_SNAKE_CASE`, and `lowercase`, in quotes",
        ],
    );
    for odd in ["__: T", "é: T", "_é: T"] {
        let source = format!(
            "#[table(rename_all = \"camelCase\")] struct Order {{ #[key(uuid)] id: Uuid, {odd} }}"
        );
        assert_eq!(super::mistakes(&source).len(), 1, "{source}");
    }
}

#[test]
fn columns_of_one_name() {
    rejects(
        "struct Order { #[key(uuid)] id: Uuid, #[column(name = \"ID\")] n: T }",
        "\"ID\"",
        &[
            "column `ID` has the name of another column, from the field `id`",
            "note: Spanner's names ignore upper and lower case",
            "help: give one of them another name: `#[column(name = \"ID2\")]`",
        ],
    );
    rejects(
        "#[table(rename_all = \"PascalCase\")] struct Order { #[key(uuid)] a_b: Uuid, a__b: T }",
        "a__b",
        &[
            "column `AB` has the name of another column, from the field `a_b`",
            "note: Spanner's names ignore upper and lower case",
            "help: give one of them another name: `#[column(name = \"AB2\")]`",
        ],
    );
}

#[test]
fn too_many_columns() {
    let columns =
        |count: usize| (0..count).map(|at| format!("a{at}: String, ")).collect::<Vec<_>>().concat();
    rejects(
        &format!("struct Order {{ #[key(uuid)] id: Uuid, {} }}", columns(1024)),
        "a1023",
        &[
            "table `Order` has 1025 columns",
            "note: Spanner takes 1024 columns in one table",
            "help: move some of them to an interleaved table",
        ],
    );
    accepts(&format!("struct Order {{ #[key(uuid)] id: Uuid, {} }}", columns(1023)));
}

#[test]
fn one_namespace() {
    let note = "note: tables, indexes, constraints, and sequences share their names, and upper and lower case are the same";
    rejects(
        &on_struct("#[index(A, columns(status))] #[index(a, columns(total))]"),
        "a",
        &["the index `a` has the name of another index", note, "help: give the index another name"],
    );
    rejects(
        &on_struct("#[index(order, columns(status))]"),
        "order",
        &[
            "the index `order` has the name of the table itself",
            note,
            "help: give the index another name",
        ],
    );
    rejects(
        &on_struct(
            "#[check(\"{total} > 0\", name = \"A\")] #[check(\"{total} > 1\", name = \"A\")]",
        ),
        "\"A\"",
        &["the check `A` has the name of another check", note, "help: give the check another name"],
    );
    let key = "#[foreign_key(columns(status), references(Other, id), name = \"A\")]";
    rejects(
        &on_struct(&format!("{key} {key}")),
        "\"A\"",
        &[
            "the foreign key `A` has the name of another foreign key",
            note,
            "help: give the foreign key another name",
        ],
    );
    rejects(
        &on_struct(&format!("{key} #[index(A, columns(status))]")),
        "\"A\"",
        &[
            "the foreign key `A` has the name of an index",
            note,
            "help: give the foreign key another name",
        ],
    );
    accepts("struct T { #[key(sequence = \"S\")] a: i64, #[key(sequence = \"S\")] b: i64 }");
}

#[test]
fn names_of_indexes() {
    for name in ["PRIMARY_KEY", "primary_key"] {
        rejects(
            &on_struct(&format!("#[index({name}, columns(status))]")),
            name,
            &[
                &format!("`{name}` cannot name an index"),
                "note: Spanner keeps this name for the primary key",
                "help: give the index another name",
            ],
        );
    }
    rejects(
        &on_struct("#[index(_A, columns(status))]"),
        "_A",
        &["`_A` cannot name an index", FIRST, "help: give the index another name"],
    );
    accepts(&on_struct("#[index(r#Type, columns(status))]"));
}
