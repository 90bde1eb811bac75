//! Indexes, foreign keys, and the time to live.

use super::{accepts, mistakes, on_struct, rejects};
use crate::model::IndexParent;

#[test]
fn index_without_name_or_columns() {
    for words in ["", "()", "(columns(status))"] {
        rejects(
            &on_struct(&format!("#[index{words}]")),
            "index",
            &[
                "`index` has no name",
                "help: write the index's name in SQL first, as in `index(ByStatus, columns(status))`",
            ],
        );
    }
    rejects(
        &on_struct("#[index(columns(status), ByStatus)]"),
        "ByStatus",
        &["the name of an index comes first", "help: move it before the other words of `index`"],
    );
    rejects(
        &on_struct("#[index(\"A\", columns(status))]"),
        "\"A\"",
        &["`index` needs its name first", "help: write `A` without quotes"],
    );
    let form = "help: write the index's name in SQL, as in `index(ByStatus, columns(status))`";
    rejects(
        &on_struct("#[index(name = \"A\", columns(status))]"),
        "name = \"A\"",
        &["`index` needs its name first", form],
    );
    let help = "help: name the indexed fields, as in `columns(status, desc(placed_at))`";
    rejects(&on_struct("#[index(A)]"), "index", &["`index` needs columns", help]);
    rejects(&on_struct("#[index(A, unique)]"), "index", &["`index` needs columns", help]);
    rejects(
        &on_struct("#[index(A, columns())]"),
        "columns",
        &["`columns` names no field", "help: name the fields, as in `columns(a, desc(b))`"],
    );
    rejects(
        &on_struct("#[index(A, columns = status)]"),
        "status",
        &["`columns` needs a list in parentheses", "help: write `columns(a, desc(b))`"],
    );
}

#[test]
fn index_columns() {
    rejects(
        &on_struct("#[index(A, columns(statsu))]"),
        "statsu",
        &[
            "`columns` names `statsu`, which is not a field of `Order`",
            "help: did you mean `status`?",
        ],
    );
    rejects(
        &on_struct("#[index(A, columns(status, desc(status)))]"),
        "status",
        &["`columns` names `status` twice", "help: keep one of them"],
    );
    rejects(
        &on_struct("#[index(A, columns(\"status\"))]"),
        "\"status\"",
        &["`columns` takes the names of fields", "help: write `status` without quotes"],
    );
    rejects(
        &on_struct("#[index(A, columns(desc()))]"),
        "desc",
        &["`desc` names no field", "help: name one field, as in `desc(placed_at)`"],
    );
    rejects(
        &on_struct("#[index(A, columns(desc(status, total)))]"),
        "total",
        &[
            "`desc` takes one field",
            "help: give each field its own, as in `columns(desc(a), desc(b))`",
        ],
    );
    rejects(
        &on_struct("#[index(A, columns(asc(status)))]"),
        "asc",
        &[
            "`asc` is not needed",
            "help: name the field alone: columns are ascending unless they say `desc(…)`",
        ],
    );
    rejects(
        &on_struct("#[index(A, columns(dsc(status)))]"),
        "dsc",
        &["unknown word `dsc` in `columns`", "help: `columns` takes fields and `desc(field)`"],
    );
    let table = accepts(&on_struct(
        "#[index(A, columns(status, desc(placed_at)), storing(total), unique, null_filtered, allow_hotspot = \"why\")]",
    ));
    let index = &table.indexes[0];
    let columns: Vec<_> = index.columns.iter().map(|column| (column.field, column.desc)).collect();
    assert_eq!(
        (columns, index.storing.as_slice(), index.unique, index.null_filtered),
        (vec![(1, false), (3, true)], &[2][..], true, true)
    );
    assert_eq!(index.allow_hotspot.as_ref().map(|reason| reason.value.as_str()), Some("why"));
    accepts(
        "#[index(A, columns(desc, r#type))] struct T { #[key(uuid)] id: Uuid, desc: i64, r#type: i64 }",
    );
    accepts("#[index(A, columns(type))] struct T { #[key(uuid)] id: Uuid, r#type: i64 }");
}

#[test]
fn too_many_index_columns() {
    let fields = (0..17).map(|at| format!("a{at}: String, ")).collect::<Vec<_>>().concat();
    let names = |count: usize| (0..count).map(|at| format!("a{at}, ")).collect::<Vec<_>>().concat();
    rejects(
        &format!(
            "#[index(A, columns({}))] struct T {{ #[key(uuid)] id: Uuid, {fields} }}",
            names(17)
        ),
        "a16",
        &[
            "index `A` has 17 columns",
            "note: Spanner takes 16 columns in the key of an index, those of the table's key included",
            "help: move columns that are only read to `storing(…)`",
        ],
    );
}

#[test]
fn storing() {
    rejects(
        &on_struct("#[index(A, columns(status), storing(id))]"),
        "id",
        &[
            "index `A` holds the key column `id` already",
            "note: every index holds the table's whole key, to find the row",
            "help: remove `id` from `storing`",
        ],
    );
    rejects(
        &on_struct("#[index(A, columns(status), storing(status))]"),
        "status",
        &["index `A` has the column `status` already", "help: remove `status` from `storing`"],
    );
    rejects(
        &on_struct("#[index(A, columns(status), storing(total, total))]"),
        "total",
        &["`storing` names `total` twice", "help: keep one of them"],
    );
    rejects(
        &on_struct("#[index(A, columns(status), storing(totl))]"),
        "totl",
        &["`storing` names `totl`, which is not a field of `Order`", "help: did you mean `total`?"],
    );
    rejects(
        &on_struct("#[index(A, columns(status), storing(desc(total)))]"),
        "desc(total)",
        &[
            "`storing` takes the names of fields",
            "note: only the columns of an index have an order",
            "help: name the field alone",
        ],
    );
    accepts(&on_struct("#[index(A, columns(status), storing(total, placed_at))]"));
}

#[test]
fn interleaved_indexes() {
    let index =
        |path: &str| on_struct(&format!("#[index(A, columns(status), interleave({path}))]"));
    assert!(matches!(accepts(&index("Order")).indexes[0].interleave, Some(IndexParent::OwnTable)));
    assert!(matches!(accepts(&index("Self")).indexes[0].interleave, Some(IndexParent::OwnTable)));
    assert!(matches!(
        accepts(&index("a::Order")).indexes[0].interleave,
        Some(IndexParent::Ancestor(_))
    ));
    rejects(
        &index(""),
        "interleave",
        &[
            "`interleave` names no table",
            "help: name an ancestor of this table, as in `interleave(Parent)`",
        ],
    );
    rejects(
        &index("A, B"),
        "B",
        &["`interleave` takes one table", "help: keep one, as in `interleave(Parent)`"],
    );
}

#[test]
fn foreign_keys() {
    let help = "help: write both sides, as in `foreign_key(columns(customer_id), references(Customer, customer_id))`";
    rejects(
        &on_struct("#[foreign_key]"),
        "foreign_key",
        &["`foreign_key` needs `columns` and `references`", help],
    );
    rejects(
        &on_struct("#[foreign_key(columns(status))]"),
        "foreign_key",
        &["`foreign_key` needs `references`", help],
    );
    rejects(
        &on_struct("#[foreign_key(references(A, b))]"),
        "foreign_key",
        &["`foreign_key` needs `columns`", help],
    );
    rejects(
        &on_struct("#[foreign_key(columns(status), references(A))]"),
        "A",
        &[
            "`references` names no field of `A`",
            "help: name the referenced fields too, as in `references(A, id)`",
        ],
    );
    rejects(
        &on_struct("#[foreign_key(columns(status), references())]"),
        "references",
        &[
            "`references` names no table",
            "help: name the other struct and its fields, as in `references(Other, id)`",
        ],
    );
    rejects(
        &on_struct("#[foreign_key(columns(status, total), references(A, b))]"),
        "references",
        &[
            "`columns` names 2 fields, and `references` names 1 field",
            "note: a foreign key compares the columns one by one",
            "help: name as many fields on both sides",
        ],
    );
    rejects(
        &on_struct("#[foreign_key(columns(statu), references(A, b))]"),
        "statu",
        &[
            "`columns` names `statu`, which is not a field of `Order`",
            "help: did you mean `status`?",
        ],
    );
    rejects(
        &on_struct("#[foreign_key(columns(placed_at), references(A, b))]"),
        "placed_at",
        &[
            "a foreign key cannot use the commit timestamp `placed_at`",
            "note: the database sets it only when the transaction commits, too late to be compared",
            "help: remove `placed_at` from both sides of the foreign key",
        ],
    );
    rejects(
        &on_struct("#[foreign_key(columns(status, total), references(A, b, b))]"),
        "b",
        &["`references` names `b` twice", "help: keep one of them"],
    );
    let table = accepts(&on_struct(
        "#[foreign_key(columns(status), references(Self, r#type), name = \"A\", on_delete = cascade)]",
    ));
    let key = &table.foreign_keys[0];
    assert!(key.references.is_ident("Order") && key.cascade && key.name.as_deref() == Some("A"));
}

#[test]
fn ttl() {
    let help = "help: say which time counts and how long a row stays, as in `ttl(column = expires_at, days = 30)`";
    rejects(&on_struct("#[ttl]"), "ttl", &["`ttl` needs `column`", help]);
    rejects(&on_struct("#[ttl(column = placed_at)]"), "ttl", &["`ttl` needs `days`", help]);
    rejects(
        &on_struct("#[ttl(column = placed, days = 3)]"),
        "placed",
        &[
            "`ttl` names `placed`, which is not a field of `Order`",
            "help: did you mean `placed_at`?",
        ],
    );
    rejects(
        &on_struct("#[ttl(column = \"placed_at\", days = 3)]"),
        "\"placed_at\"",
        &[
            "`column` needs the name of a field",
            "help: write it without quotes: `column = placed_at`",
        ],
    );
    assert_eq!(
        accepts(&on_struct("#[ttl(column = placed_at, days = 3)]"))
            .ttl
            .map(|ttl| (ttl.field, ttl.days)),
        Some((3, 3))
    );
    for name in ["type", "r#type"] {
        accepts(&format!(
            "#[ttl(column = {name}, days = 3)] struct T {{ #[key(uuid)] id: Uuid, r#type: i64 }}"
        ));
    }
}

#[test]
fn broken_objects_stay_silent_elsewhere() {
    assert_eq!(mistakes(&on_struct("#[index(A, columns(x y), storing(z))]")).len(), 1);
}
