//! `SpannerColumn`.

use super::read_column;
use crate::model::{ColumnShape, UnitEnum};

fn rejects(source: &str, place: &str, lines: &[&str]) {
    let (_, mistakes) = read_column(source);
    let found: Vec<_> = mistakes.places().into_iter().zip(mistakes.texts()).collect();
    assert_eq!(found, [(place.to_owned(), lines.join("\n"))], "{source}");
}

fn accepts(source: &str) -> ColumnShape {
    let (column, mistakes) = read_column(source);
    column.unwrap_or_else(|| panic!("{source} {:?}", mistakes.texts())).shape
}

fn texts(source: &str) -> (bool, Vec<String>) {
    match accepts(source) {
        ColumnShape::UnitEnum(UnitEnum { integer, variants }) => {
            (integer, variants.into_iter().map(|(_, text)| text).collect())
        }
        ColumnShape::Newtype(..) => panic!("{source}"),
    }
}

#[test]
fn newtypes() {
    for source in [
        "struct A(Uuid);",
        "struct A { value: Uuid }",
        "#[column(crate = \"::x\")] struct A(Uuid);",
    ] {
        assert!(matches!(accepts(source), ColumnShape::Newtype(..)));
    }
    for (source, count) in [("struct A;", 0), ("struct A(i64, i64);", 2), ("struct A {}", 0)] {
        rejects(
            source,
            "A",
            &[
                &format!("column type `A` has {count} fields"),
                "note: a column holds one value",
                "help: wrap one value, as in `struct CustomerId(Uuid);`, or derive `SpannerTable` if this is a table",
            ],
        );
    }
    rejects(
        "union A { a: u8 }",
        "A",
        &["union `A` cannot be a column", "help: wrap one value, as in `struct CustomerId(Uuid);`"],
    );
    rejects(
        "#[column(storage = text)] struct A(Uuid);",
        "storage",
        &[
            "unknown word `storage` in `column`",
            "help: a newtype is stored as its inner type; `storage` belongs on the table's field",
        ],
    );
    rejects(
        "struct A(#[column(length = 3)] String);",
        "column",
        &[
            "the field of a newtype takes no `column`",
            "help: put it on the table's field that has this type",
        ],
    );
}

#[test]
fn generics() {
    rejects(
        "struct A<T>(T);",
        "T",
        &[
            "`SpannerColumn` takes no generic parameters",
            "note: one struct is one definition in the database, whose column types are known when it compiles",
            "help: write `A` with concrete types that own their data",
        ],
    );
}

#[test]
fn enums() {
    assert_eq!(texts("enum A { One, r#Two }"), (false, vec!["One".into(), "Two".into()]));
    assert_eq!(
        texts(
            "#[column(storage = text, rename_all = \"SCREAMING_SNAKE_CASE\")] enum A { OneTwo, #[column(name = \"x\")] Three }"
        ),
        (false, vec!["ONE_TWO".into(), "x".into()])
    );
    assert_eq!(
        texts("#[column(rename_all = \"camelCase\")] enum A { Über, OneTwo }"),
        (false, vec!["Über".into(), "oneTwo".into()])
    );
    assert_eq!(
        texts("#[column(rename_all = \"kebab-case\")] enum A { OneTwo }"),
        (false, vec!["one-two".into()])
    );
    assert!(texts("#[column(storage = integer)] enum A { One = 3, Two }").0);
}

#[test]
fn wrong_enums() {
    rejects(
        "enum A {}",
        "A",
        &[
            "enum `A` has no variants",
            "note: a column of this type could never hold a value",
            "help: add a variant",
        ],
    );
    rejects(
        "enum A { One, Two(i64) }",
        "Two",
        &[
            "variant `Two` holds data",
            "note: a column of an enum holds only which variant it is",
            "help: remove the data, or store the value as JSON",
        ],
    );
    rejects(
        "#[column(storag = text)] enum A { One }",
        "storag",
        &["unknown word `storag` in `column`", "help: did you mean `storage`?"],
    );
    rejects(
        "enum A { #[column(nam = \"x\")] One }",
        "nam",
        &["unknown word `nam` in `column`", "help: did you mean `name`?"],
    );
    rejects(
        "#[column(storage = bytes)] enum A { One }",
        "bytes",
        &[
            "an enum is stored as text or as an integer",
            "help: write `storage = text` or `storage = integer`",
        ],
    );
    rejects(
        "enum A { One, #[column(name = \"One\")] Two }",
        "\"One\"",
        &[
            "variants `One` and `Two` are both stored as \"One\"",
            "note: a row that is read could be either of them",
            "help: give one of them another text: `#[column(name = \"One2\")]`",
        ],
    );
    rejects(
        "enum A { #[column(name = \"\")] One }",
        "\"\"",
        &["the name of variant `One` is empty", "help: write a text, for example `name = \"One\"`"],
    );
    for (source, word) in [
        ("#[column(storage = integer, rename_all = \"lowercase\")] enum A { One }", "rename_all"),
        ("#[column(storage = integer)] enum A { #[column(name = \"x\")] One }", "name"),
    ] {
        rejects(
            source,
            word,
            &[
                &format!("`{word}` has no effect with `storage = integer`"),
                "note: the column holds the number of the variant, not its name",
                &format!("help: remove `{word}`, or write `storage = text`"),
            ],
        );
    }
    rejects(
        "#[column()] #[column()] enum A { One }",
        "column",
        &["`column` is written twice", "help: put all its words into one `column`"],
    );
}
