//! Names in SQL.

use super::{accepts, field, on_struct, rejects, with_field};

const FIRST: &str = "note: names in Spanner start with an ASCII letter";
const NO_NAME: &str = "help: write a name of letters, digits, and underscores";
const ONLY: &str = "note: names in Spanner contain only ASCII letters, digits, and underscores";

#[test]
fn invalid_names() {
    rejected! {
        on_struct("#[table(name = \"_A\")]") => "\"_A\"":
            "`_A` is not a valid name",
            FIRST,
            "help: did you mean `\"A\"`?";
        on_struct("#[table(schema = \"a-b\")]") => "\"a-b\"":
            "`a-b` is not a valid name",
            ONLY,
            "help: did you mean `\"ab\"`?";
        on_struct("#[table(name = \"\")]") => "\"\"":
            "`` is not a valid name",
            "note: a name cannot be empty",
            NO_NAME;
        with_field("#[column(name = \"é\")] n: T") => "\"é\"":
            "`é` is not a valid name",
            FIRST,
            "help: did you mean `\"name\"`?";
        with_field("#[key(sequence = \"a.b\")] n: T") => "\"a.b\"":
            "`a.b` is not a valid name",
            ONLY,
            "help: did you mean `\"ab\"`?";
        on_struct("#[check(\"{total} > 0\", name = \"1\")]") => "\"1\"":
            "`1` is not a valid name",
            FIRST,
            NO_NAME;
    }
    let long = "a".repeat(129);
    let place = format!("\"{long}\"");
    rejected! {
        on_struct(&format!("#[table(name = \"{long}\")]")) => place:
            &format!("`{long}` is not a valid name"),
            "note: names in Spanner have at most 128 characters",
            &format!("help: did you mean `\"{}\"`?", "a".repeat(128));
    }
    let table = accepts(&on_struct(&format!(
        "#[table(name = \"{}\", schema = \"sales\")]",
        "a".repeat(128)
    )));
    assert_eq!((table.name.len(), table.schema.as_deref()), (128, Some("sales")));
}

#[test]
fn field_names_as_column_names() {
    rejected! {
        with_field("_id: T") => "_id":
            "`_id` is not a valid column name",
            FIRST,
            "help: set the column name: `#[column(name = \"id2\")]`";
        with_field("é: T") => "é":
            "`é` is not a valid column name",
            FIRST,
            "help: set the column name: `#[column(name = \"name\")]`";
    }
    accepts(&with_field("#[column(name = \"id2\")] _id: T"));
    let table = accepts(&with_field("r#type: T, order: T"));
    assert_eq!(
        (field(&table, "type").column.as_str(), field(&table, "order").column.as_str()),
        ("type", "order")
    );
}

#[test]
fn struct_names_as_table_names() {
    rejected! {
        "struct Ö { #[key(uuid)] id: Uuid }" => "Ö":
            "`Ö` is not a valid table name",
            FIRST,
            "help: set the name of the table in an attribute";
    }
    accepts("#[table(name = \"O\")] struct Ö { #[key(uuid)] id: Uuid }");
}

#[test]
fn renamed_columns() {
    let table = accepts(
        "#[table(rename_all = \"PascalCase\")] struct Order { #[key(uuid)] order_id: Uuid, #[column(name = \"x\")] b: i64, r#type: i64 }",
    );
    let columns: Vec<_> = table.fields.iter().map(|field| field.column.as_str()).collect();
    assert_eq!(columns, ["OrderId", "x", "Type"]);
    rejected! {
        on_struct("#[table(rename_all = \"kebab-case\")]") => "\"kebab-case\"":
            "unknown case `kebab-case` for `rename_all`",
            "help: did you mean `rename_all = \"snake_case\"`?";
    }
    for odd in ["__: T", "é: T", "_é: T"] {
        let source = format!(
            "#[table(rename_all = \"camelCase\")] struct Order {{ #[key(uuid)] id: Uuid, {odd} }}"
        );
        assert_eq!(super::mistakes(&source).len(), 1, "{source}");
    }
}

#[test]
fn duplicate_columns() {
    rejected! {
        "struct Order { #[key(uuid)] id: Uuid, #[column(name = \"ID\")] n: T }" => "\"ID\"":
            "duplicate column name `ID`, already used by field `id`",
            "note: names in Spanner are case-insensitive",
            "help: rename one of them: `#[column(name = \"ID2\")]`";
        "#[table(rename_all = \"PascalCase\")] struct Order { #[key(uuid)] a_b: Uuid, a__b: T }" => "a__b":
            "duplicate column name `AB`, already used by field `a_b`",
            "note: names in Spanner are case-insensitive",
            "help: rename one of them: `#[column(name = \"AB2\")]`";
    }
}

#[test]
fn too_many_columns() {
    let columns =
        |count: usize| (0..count).map(|at| format!("a{at}: String, ")).collect::<Vec<_>>().concat();
    rejected! {
        format!("struct Order {{ #[key(uuid)] id: Uuid, {} }}", columns(1024)) => "a1023":
            "table `Order` has 1025 columns",
            "note: Spanner allows at most 1024 columns per table",
            "help: move some of them to an interleaved table";
    }
    accepts(&format!("struct Order {{ #[key(uuid)] id: Uuid, {} }}", columns(1023)));
}

#[test]
fn objects_share_one_namespace() {
    let note =
        "note: tables, indexes, constraints, and sequences share one case-insensitive namespace";
    rejected! {
        on_struct("#[index(A, columns(status))] #[index(a, columns(total))]") => "a":
            "index `a` has the same name as another index",
            note,
            "help: rename the index";
        on_struct("#[index(order, columns(status))]") => "order":
            "index `order` has the same name as the table",
            note,
            "help: rename the index";
        on_struct(
            "#[check(\"{total} > 0\", name = \"A\")] #[check(\"{total} > 1\", name = \"A\")]",
        ) => "\"A\"":
            "check `A` has the same name as another check",
            note,
            "help: rename the check";
    }
    let key = "#[foreign_key(columns(status), references(Other, id), name = \"A\")]";
    rejected! {
        on_struct(&format!("{key} {key}")) => "\"A\"":
            "foreign key `A` has the same name as another foreign key",
            note,
            "help: rename the foreign key";
        on_struct(&format!("{key} #[index(A, columns(status))]")) => "\"A\"":
            "foreign key `A` has the same name as an index",
            note,
            "help: rename the foreign key";
    }
    accepts("struct T { #[key(sequence = \"S\")] a: i64, #[key(sequence = \"S\")] b: i64 }");
}

#[test]
fn index_names() {
    for name in ["PRIMARY_KEY", "primary_key"] {
        rejected! {
            on_struct(&format!("#[index({name}, columns(status))]")) => name:
                &format!("`{name}` is not a valid index name"),
                "note: Spanner reserves this name for the primary key",
                "help: rename the index";
        }
    }
    rejected! {
        on_struct("#[index(_A, columns(status))]") => "_A":
            "`_A` is not a valid index name",
            FIRST,
            "help: rename the index";
    }
    accepts(&on_struct("#[index(r#Type, columns(status))]"));
}
