//! Indexes, foreign keys, and the time to live.

use super::{accepts, mistakes, on_struct, rejects};
use crate::model::{IndexParent, OnDelete};

#[test]
fn index_without_name_or_columns() {
    for (words, help) in [
        ("", "help: write a name, and the indexed fields"),
        ("()", "help: write a name, and the indexed fields"),
        ("(columns(status))", "help: write `#[index(OrderByStatus, columns(status))]`"),
        (
            "(columns(desc(status)), unique)",
            "help: write `#[index(OrderByStatus, columns(desc(status)), unique)]`",
        ),
    ] {
        rejected! {
            on_struct(&format!("#[index{words}]")) => "index":
                "missing name in `index`",
                help;
        }
    }
    rejected! {
        on_struct("#[index(columns(status), ByStatus)]") => "ByStatus":
            "the index name must come first",
            "help: move it before the other arguments of `index`";
        on_struct("#[index(\"A\", columns(status))]") => "\"A\"":
            "expected an index name",
            "help: write `A` without quotes";
        on_struct("#[index(name = \"A\", columns(status))]") => "name = \"A\"":
            "expected an index name",
            "help: write `A`";
    }
    let help = "help: add `columns(status)`";
    rejected! {
        on_struct("#[index(A)]") => "index":
            "missing `columns` in `index`",
            help;
        on_struct("#[index(A, unique)]") => "index":
            "missing `columns` in `index`",
            help;
        on_struct("#[index(A, columns())]") => "columns":
            "`columns` requires at least one field",
            "help: write `columns(status)`";
        on_struct("#[index(A, columns = status)]") => "status":
            "expected `columns(...)`",
            "help: write `columns(status)`";
    }
}

#[test]
fn index_columns() {
    rejected! {
        on_struct("#[index(A, columns(statsu))]") => "statsu":
            "struct `Order` has no field named `statsu`",
            "help: did you mean `status`?";
        on_struct("#[index(A, columns(status, desc(status)))]") => "status":
            "duplicate field `status` in `columns`",
            "help: keep one of them";
        on_struct("#[index(A, columns(\"status\"))]") => "\"status\"":
            "expected a field name in `columns`",
            "help: write `status` without quotes";
        on_struct("#[index(A, columns(desc()))]") => "desc":
            "`desc` requires a field",
            "help: name the field that is sorted in descending order";
        on_struct("#[index(A, columns(desc(status, total)))]") => "desc":
            "`desc` accepts only one field",
            "help: write `desc(status), desc(total)`";
    }
    for (written, place, what) in [
        ("status DESC", "DESC", "unexpected `DESC` after `status`"),
        ("status.desc()", ".", "unexpected `.` after `status`"),
        ("descending(status)", "descending", "unknown argument `descending` in `columns`"),
    ] {
        let help = if written.starts_with("desc") { "did you mean" } else { "write" };
        let end = if written.starts_with("desc") { "?" } else { "" };
        rejected! {
            on_struct(&format!("#[index(A, columns({written}))]")) => place:
                what,
                &format!("help: {help} `desc(status)`{end}");
        }
    }
    rejected! {
        on_struct("#[index(A, columns(asc(status)))]") => "asc":
            "unknown argument `asc` in `columns`",
            "help: write `status`: columns are ascending by default";
        on_struct("#[index(A, columns(dsc(status)))]") => "dsc":
            "unknown argument `dsc` in `columns`",
            "help: did you mean `desc(status)`?";
    }
    let table = accepts(&on_struct(
        "#[index(A, columns(status, desc(placed_at)), storing(total), unique, null_filtered, allow_hotspot = \"why\")]",
    ));
    let index = &table.indexes[0];
    let columns: Vec<_> = index.columns.iter().map(|column| (column.field, column.desc)).collect();
    assert_eq!(
        (columns, index.storing.as_slice(), index.unique, index.null_filtered),
        (vec![(1, false), (3, true)], &[2][..], true, true)
    );
    assert_eq!(index.waiver.as_ref().map(|waiver| waiver.reason.as_str()), Some("why"));
    accepts(
        "#[index(A, columns(desc, r#type))] struct T { #[key(uuid)] id: Uuid, desc: i64, r#type: i64 }",
    );
    accepts("#[index(A, columns(type))] struct T { #[key(uuid)] id: Uuid, r#type: i64 }");
}

#[test]
fn too_many_index_columns() {
    let fields = (0..17).map(|at| format!("a{at}: String, ")).collect::<Vec<_>>().concat();
    let names = |count: usize| (0..count).map(|at| format!("a{at}, ")).collect::<Vec<_>>().concat();
    rejected! {
        format!(
            "#[index(A, columns({}))] struct T {{ #[key(uuid)] id: Uuid, {fields} }}",
            names(17)
        ) => "a16":
            "index `A` has 17 columns",
            "note: Spanner allows at most 16 columns in an index, including the table's key columns",
            "help: store columns that are only read instead";
    }
}

#[test]
fn storing() {
    rejected! {
        on_struct("#[index(A, columns(status), storing(id))]") => "id":
            "index `A` already contains the key column `id`",
            "note: every index contains the whole primary key of its table",
            "help: remove `storing`";
        on_struct("#[index(A, columns(status), storing(status))]") => "status":
            "index `A` already contains the column `status`",
            "help: remove `storing`";
        on_struct("#[index(A, columns(status), storing(total, total))]") => "total":
            "duplicate field `total` in `storing`",
            "help: keep one of them";
        on_struct("#[index(A, columns(status), storing(totl))]") => "totl":
            "struct `Order` has no field named `totl`",
            "help: did you mean `total`?";
        on_struct("#[index(A, columns(status), storing(desc(total)))]") => "desc(total)":
            "expected a field name in `storing`",
            "note: only index columns have a sort order",
            "help: write `total`";
    }
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
    rejected! {
        index("") => "interleave":
            "missing table in `interleave`",
            "help: name an ancestor of this table";
        index("A, B") => "B":
            "`interleave` accepts only one table",
            "help: keep one of them";
    }
}

#[test]
fn foreign_keys() {
    let help = "help: name the fields of this struct, and the other struct with its fields";
    rejected! {
        on_struct("#[foreign_key]") => "foreign_key":
            "missing `columns` and `references` in `foreign_key`",
            help;
        on_struct("#[foreign_key(columns(status))]") => "foreign_key":
            "missing `references` in `foreign_key`",
            help;
        on_struct("#[foreign_key(references(A, b))]") => "foreign_key":
            "missing `columns` in `foreign_key`",
            help;
        on_struct("#[foreign_key(columns(status), references(A))]") => "A":
            "missing fields of `A` in `references`",
            "help: name the referenced fields after `A`";
        on_struct("#[foreign_key(columns(status), references())]") => "references":
            "missing table in `references`",
            "help: name the other struct and its fields";
        on_struct("#[foreign_key(columns(status, total), references(A, b))]") => "references":
            "expected 2 fields in `references`, found 1",
            "note: each field in `columns` references one field of the other table",
            "help: name the same number of fields on both sides";
        on_struct("#[foreign_key(columns(statu), references(A, b))]") => "statu":
            "struct `Order` has no field named `statu`",
            "help: did you mean `status`?";
        on_struct("#[foreign_key(columns(placed_at), references(A, b))]") => "placed_at":
            "a foreign key cannot use the commit timestamp `placed_at`",
            "note: the database sets it when the transaction commits, too late for the comparison",
            "help: reference other fields";
        on_struct("#[foreign_key(columns(status, total), references(A, b, b))]") => "b":
            "duplicate field `b` in `references`",
            "help: keep one of them";
    }
    let table = accepts(&on_struct(
        "#[foreign_key(columns(status), references(Self, r#type), name = \"A\", on_delete = cascade)]",
    ));
    let key = &table.foreign_keys[0];
    assert!(
        key.references.is_ident("Order")
            && matches!(key.on_delete, OnDelete::Cascade)
            && key.name.as_deref() == Some("A")
    );
}

#[test]
fn ttl() {
    rejected! {
        on_struct("#[ttl]") => "ttl":
            "missing `column` in `ttl`",
            "help: name a timestamp field";
        on_struct("#[ttl(column = placed_at)]") => "ttl":
            "missing `days` in `ttl`",
            "help: add `days = 30`, or the number of days to keep a row after that time";
        on_struct("#[ttl(column = placed, days = 3)]") => "placed":
            "struct `Order` has no field named `placed`",
            "help: did you mean `placed_at`?";
        on_struct("#[ttl(column = \"placed_at\", days = 3)]") => "\"placed_at\"":
            "expected a field name for `column`",
            "help: write `column = placed_at`";
    }
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
fn unreadable_objects_cause_no_other_mistakes() {
    assert_eq!(mistakes(&on_struct("#[index(A, columns(x y), storing(z))]")).len(), 1);
}

#[test]
fn conditions_and_options_of_an_index() {
    accepts(&on_struct(
        "#[index(A, columns(status), not_null(status), options(locality_group = \"'a'\"))]",
    ));
    accepts(&on_struct("#[index(A, columns(status), unique, keep_nulls)]"));
    rejected! {
        on_struct("#[index(A, columns(status), keep_nulls)]") => "keep_nulls":
            "`keep_nulls` requires `unique`",
            "note: only a unique index leaves NULLs out by default",
            "help: remove `keep_nulls`";
        on_struct("#[index(A, columns(status), unique, null_filtered, keep_nulls)]") => "keep_nulls":
            "`keep_nulls` and `null_filtered` contradict each other",
            "help: remove `keep_nulls`";
        on_struct("#[index(A, columns(status), not_null(total))]") => "total":
            "index `A` does not contain `total`",
            "note: the condition of an index uses only its own columns",
            "help: add `total` to `columns` or `storing`";
        on_struct("#[index(A, columns(status), options(x = 1))]") => "1":
            "expected a SQL string for `x`",
            "help: write `x = \"1\"`";
        on_struct("#[table(options())]") => "options":
            "`options` requires at least one option",
            "help: write `options(locality_group = \"'cold'\")`, or remove `options`";
    }
}
