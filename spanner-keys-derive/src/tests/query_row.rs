//! `SpannerRow`.

use crate::model::{Row, RowSource};
use crate::words::Mistakes;
use crate::{attr, check};

fn read(source: &str) -> (Option<Row>, Mistakes) {
    let input = syn::parse_str(source).unwrap_or_else(|error| panic!("{error} in {source}"));
    let mut mistakes = Mistakes::default();
    if attr::row::is_table(&input, &mut mistakes) {
        return (None, mistakes);
    }
    let row =
        attr::row::read(&input, &mut mistakes).and_then(|words| check::row(&words, &mut mistakes));
    assert_eq!(row.is_none(), !mistakes.is_empty(), "{source}");
    (row, mistakes)
}

fn rejects(source: &str, place: &str, lines: &[&str]) {
    let (_, mistakes) = read(source);
    let found: Vec<_> = mistakes.places().into_iter().zip(mistakes.texts()).collect();
    assert_eq!(found, [(place.to_owned(), lines.join("\n"))], "{source}");
}

/// The columns; those of other rows as their prefix and a star.
fn columns(source: &str) -> Vec<String> {
    let (row, mistakes) = read(source);
    let row = row.unwrap_or_else(|| panic!("{source} {:?}", mistakes.texts()));
    let name = |source| match source {
        RowSource::Column(name) => name,
        RowSource::Flat { prefix } => prefix + "*",
    };
    row.fields.into_iter().map(|field| name(field.source)).collect()
}

#[test]
fn columns_are_named_after_fields() {
    assert_eq!(
        columns("struct A { a: i64, r#type: T, #[column(name = \"f0_\")] c: i64 }"),
        ["a", "type", "f0_"]
    );
    assert_eq!(
        columns(
            "#[column(rename_all = \"camelCase\")] struct A { one_two: i64, #[column(name = \"x_y\")] c: i64 }"
        ),
        ["oneTwo", "x_y"]
    );
    assert_eq!(
        columns(
            "struct A { #[column(flatten)] a: B, #[column(flatten, prefix = \"b_\")] b: Option<B> }"
        ),
        ["*", "b_*"]
    );
    // Their columns are not known here.
    assert_eq!(columns("struct A { a: i64, #[column(flatten)] b: B }"), ["a", "*"]);
}

#[test]
fn only_structs_with_named_fields() {
    rejected! {
        "struct A(i64);" => "A":
            "row `A` has unnamed fields",
            "note: columns are found by the names of the fields",
            "help: name the fields, or read the rows as a tuple of columns";
        "enum A { B }" => "A":
            "enum `A` cannot be a row",
            "help: derive SpannerColumn if this is the type of one column";
        "union A { a: u8 }" => "A":
            "union `A` cannot be a row",
            "help: use a struct with named fields";
        "struct A<T> { a: T }" => "T":
            "`SpannerRow` does not support generic parameters",
            "note: each column of a row is read as one type",
            "help: give `A` concrete types that own their data";
    }
    for source in ["struct A;", "struct A {}"] {
        rejected! {
            source => "A":
                "row `A` has no fields",
                "help: add a field for each column that the query selects";
        }
    }
}

#[test]
fn attributes_of_a_table_are_one_mistake() {
    for (attribute, source) in [
        ("key", "struct A { #[key(uuid)] #[column(length = 3)] a: Uuid, #[key] b: i64 }"),
        ("table", "#[table(name = \"x\")] struct A { a: i64 }"),
        ("index", "#[index(I, columns(a))] #[check(\"true\")] struct A { a: i64 }"),
    ] {
        rejected! {
            source => attribute:
                &format!("`{attribute}` is an attribute of a table"),
                "note: a table is a row already: the rows of a query can be read as the table's struct",
                "help: remove SpannerRow from the derives if this is a table, and otherwise the attribute";
        }
    }
}

#[test]
fn arguments() {
    let one = |attribute: &str| format!("struct A {{ {attribute} a: String }}");
    rejected! {
        one("#[column(nmae = \"b\")]") => "nmae":
            "unknown argument `nmae` in `column`",
            "help: did you mean `name`?";
        one("#[column(length = 3)]") => "length":
            "unknown argument `length` in `column`",
            "help: remove `length`: the rows of a query are only read";
        one("#[column(prefix = \"b\")]") => "prefix":
            "`prefix` requires `flatten`",
            "note: it is put before the names of the columns of another row",
            "help: remove `prefix`, or flatten a field that is another row";
        one("#[column(flatten, name = \"b\")]") => "name":
            "`name` has no effect with `flatten`",
            "note: the field has several columns, each with its own name",
            "help: remove `name`";
        one("#[column(name = \"\")]") => "\"\"":
            "`\"\"` is not a valid column name",
            "note: a column without a name can be given one with AS",
            "help: write a name, for example `name = \"a\"`";
        one("#[column(flatten)] #[column(name = \"b\")]") => "column":
            "duplicate attribute `column`",
            "help: merge the arguments into the first `column`";
        "#[column(name = \"x\")] struct A { a: i64 }" => "name":
            "unknown argument `name` in `column`",
            "help: remove `name`: the rows of a query have no name";
        "struct A { a: i64, #[column(name = \"A\")] b: i64 }" => "\"A\"":
            "duplicate column name `A`, already used by field `a`",
            "note: each column of a row is read once",
            "help: select it under two names: `#[column(name = \"A_2\")]`";
    }
}
