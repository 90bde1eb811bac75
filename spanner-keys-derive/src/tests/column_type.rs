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
        ColumnShape::UnitEnum(UnitEnum { integer, variants, .. }) => {
            (integer, variants.into_iter().map(|(_, text)| text).collect())
        }
        ColumnShape::Newtype(..) | ColumnShape::Json => panic!("{source}"),
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
    rejected! {
        "#[column(crate = Self)] struct A(Uuid);" => "Self":
            "expected the path of `spanner-keys` for `crate`",
            "help: write a path, for example `crate = \"::spanner_keys\"`";
    }
    for (source, count) in [("struct A;", 0), ("struct A(i64, i64);", 2), ("struct A {}", 0)] {
        rejected! {
            source => "A":
                &format!("column type `A` has {count} fields"),
                "note: a column holds one value",
                "help: wrap one value, derive SpannerTable if this is a table, or store a serde type with column(json)";
        }
    }
    rejected! {
        "union A { a: u8 }" => "A":
            "union `A` cannot be a column",
            "help: wrap one value in a struct";
        "#[column(storage = text)] struct A(Uuid);" => "storage":
            "unknown argument `storage` in `column`",
            "help: remove `storage`: a newtype is stored as its inner type, or as the field of the table requires";
        "struct A(#[column(length = 3)] String);" => "column":
            "`column` is not allowed on the field of a newtype",
            "help: move it to the field of the table that has this type";
    }
}

#[test]
fn generics() {
    for source in [
        "struct A<T>(T);",
        "struct A<T>(Uuid, PhantomData<fn() -> T>);",
        "struct A<const N: usize> { tag: std::marker::PhantomData<()>, value: [u8; N] }",
        "#[column(length = 36)] struct A<T: ?Sized>(String, PhantomData<T>) where T: Send;",
    ] {
        assert!(matches!(accepts(source), ColumnShape::Newtype(..)), "{source}");
    }
    rejected! {
        "struct A<'a>(&'a str);" => "a":
            "`SpannerColumn` does not support lifetime parameters",
            "note: a value that is read from a row owns its data",
            "help: give `A` types that own their data";
        "enum A<T> { #[column(other)] B(T) }" => "T":
            "`SpannerColumn` does not support generic parameters",
            "note: a table or column type has one definition in the database, so its types must be concrete",
            "help: give `A` concrete types that own their data";
        "struct A<T>(PhantomData<T>);" => "A":
            "column type `A` has 0 fields",
            "note: a column holds one value",
            "help: wrap one value, derive SpannerTable if this is a table, or store a serde type with column(json)";
        "#[column(length = 5)] struct A<T>(Vec<T>);" => "length":
            "`length` requires a type without parameters",
            "note: only text and bytes have a length",
            "help: remove `length`";
    }
}

#[test]
fn lengths() {
    let length = |source: &str| match accepts(source) {
        ColumnShape::Newtype(newtype) => newtype.length.map(|length| length.value),
        _ => panic!("{source}"),
    };
    assert_eq!(length("#[column(length = 320)] struct A(String);"), Some(320));
    assert_eq!(length("struct A(String);"), None);
    rejected! {
        "#[column(size = 320)] struct A(String);" => "size":
            "unknown argument `size` in `column`",
            "help: did you mean `length`?";
        "#[column(length = 3)] enum A { B }" => "length":
            "unknown argument `length` in `column`",
            "help: remove `length`: it belongs to the field of the table";
    }
}

#[test]
fn json() {
    for source in [
        "#[column(json)] struct A { street: String, city: String }",
        "#[column(json)] struct A;",
        "#[column(json)] enum A { B(i64), C { d: i64 }, E }",
        "#[column(json, no_client_traits, crate = \"::x\")] struct A<T> { value: T }",
    ] {
        assert!(matches!(accepts(source), ColumnShape::Json), "{source}");
    }
    rejected! {
        "#[column(json, length = 5)] struct A { b: i64 }" => "length":
            "`length` has no effect with `json`",
            "help: remove `length`";
        "#[column(json, rename_all = \"snake_case\")] enum A { B }" => "rename_all":
            "`rename_all` has no effect with `json`",
            "help: remove `rename_all`";
        "#[column(json)] enum A { B { #[column(name = \"c\")] c: i64 } }" => "column":
            "`column` is not allowed inside a type with `json`",
            "note: the whole value is one column, and serde writes what is in it",
            "help: remove `column`, and use an attribute of serde";
    }
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
    assert!(texts("#[column(storage = integer)] enum A { One = 3, Two = 4 }").0);
}

#[test]
fn wrong_enums() {
    rejected! {
        "enum A {}" => "A":
            "enum `A` has no variants",
            "note: a column of this type could never hold a value",
            "help: add a variant";
        "enum A { One, Two(i64) }" => "Two":
            "variant `Two` holds data",
            "note: an enum column stores only the variant",
            "help: remove the data, or store a serde type with column(json)",
            "help: to keep values that the enum does not know, add `#[column(other)]`";
        "#[column(storag = text)] enum A { One }" => "storag":
            "unknown argument `storag` in `column`",
            "help: did you mean `storage`?";
        "enum A { #[column(nam = \"x\")] One }" => "nam":
            "unknown argument `nam` in `column`",
            "help: did you mean `name`?";
        "#[column(storage = bytes)] enum A { One }" => "bytes":
            "an enum can only be stored as text or as an integer",
            "help: write `storage = text`, or number the variants and store them as integers";
        "#[column(storage = bytes)] enum A { One = 1 }" => "bytes":
            "an enum can only be stored as text or as an integer",
            "help: write `storage = text` or `storage = integer`";
        "enum A { One, #[column(name = \"One\")] Two }" => "\"One\"":
            "variants `One` and `Two` are both stored as \"One\"",
            "note: a stored value must identify one variant",
            "help: rename one of them: `#[column(name = \"One2\")]`";
        "enum A { #[column(name = \"\")] One }" => "\"\"":
            "empty name for variant `One`",
            "help: write a name, for example `name = \"One\"`";
    }
    for (source, word) in [
        (
            "#[column(storage = integer, rename_all = \"lowercase\")] enum A { One = 1 }",
            "rename_all",
        ),
        ("#[column(storage = integer)] enum A { #[column(name = \"x\")] One = 1 }", "name"),
    ] {
        rejected! {
            source => word:
                &format!("`{word}` has no effect with `storage = integer`"),
                "note: the column stores the variant's discriminant, not its name",
                &format!("help: remove `{word}`, or store the enum as text");
        }
    }
    rejected! {
        "#[column()] #[column()] enum A { One }" => "column":
            "duplicate attribute `column`",
            "help: merge the arguments into the first `column`";
    }
}

#[test]
fn variant_that_keeps_other_values() {
    let other = |source: &str| match accepts(source) {
        ColumnShape::UnitEnum(UnitEnum { other, variants, .. }) => {
            (other.map(|other| other.ident.to_string()), variants.len())
        }
        ColumnShape::Newtype(..) | ColumnShape::Json => panic!("{source}"),
    };
    assert_eq!(other("enum A { One, Two }"), (None, 2));
    let source = "enum A { One, #[column(other)] Two(String) }";
    assert_eq!(other(source), (Some("Two".to_owned()), 1));
    let source =
        "#[column(storage = integer)] enum A { One = 7, #[column(other)] Two(i64), Three = 9 }";
    assert_eq!(other(source), (Some("Two".to_owned()), 2));
    assert_eq!(other("enum A { #[column(other)] All(String) }"), (Some("All".to_owned()), 0));

    let note = "note: a value that the enum does not know is kept, so that writing the row does not destroy it";
    for fields in ["", "{ text: String }", "(String, String)", "()"] {
        let place = format!("Two{fields}");
        rejected! {
            format!("enum A {{ One, #[column(other)] Two{fields} }}") => place:
                "variant `Two` cannot keep a value",
                note,
                "help: write `Two(String)`";
        }
    }
    rejected! {
        "#[column(storage = integer)] enum A { One = 1, #[column(other)] Two }" => "Two":
            "variant `Two` cannot keep a value",
            note,
            "help: write `Two(i64)`";
        "enum A { #[column(other)] One(String), #[column(other)] Two(String) }" => "other":
            "variants `One` and `Two` are both `other`",
            "note: a stored value must identify one variant",
            "help: remove one of them";
        "enum A { One, #[column(other, name = \"x\")] Two(String) }" => "name":
            "`name` has no effect with `other`",
            "note: the variant is stored as the value that it keeps",
            "help: remove `name`";
    }
}
