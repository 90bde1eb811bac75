//! What a message proposes in place of a mistake.

use spanner_keys::rules::Rule;
use spanner_keys::schema::{
    ColumnDef, ForeignKeyDef, KeyPart, OnDelete, ReferenceDef, SqlType, TableDef,
};
use spanner_keys::{Dialect, Schema};
use spanner_keys_quick_tests::tables::{AT, ID, NUMBER, inherited, under};

/// The help of the only finding with this rule.
fn help(schema: &Schema<'_>, rule: Rule) -> String {
    let mut findings = schema.lint(Dialect::GoogleSql);
    findings.retain(|finding| finding.rule == rule);
    assert_eq!(findings.len(), 1, "{findings:?}");
    let text = findings[0].to_string();
    text.rsplit_once("help: ").map(|(_, help)| help.to_owned()).unwrap_or(text)
}

/// The help for a foreign key to a field that a table with these fields does not have.
fn instead_of(wrong: &str, fields: &[&str]) -> String {
    let columns: Vec<_> =
        fields.iter().map(|field| ColumnDef::new(field, SqlType::INT64)).collect();
    let wrong = [wrong];
    let references = ReferenceDef::Named { schema: None, table: "Other", columns: &wrong };
    let keys = [ForeignKeyDef::new(&[0], references)];
    let key = [KeyPart::new(0)];
    let own = [ID];
    let other = TableDef { key: &key, ..TableDef::new("Other", &columns) };
    let table = TableDef { key: &key, foreign_keys: &keys, ..TableDef::new("T", &own) };
    help(&Schema::new().add(other).add(table), Rule::ForeignKey)
}

#[test]
fn the_nearest_field_is_proposed() {
    const FIELDS: &[&str] = &["id", "name", "total", "customer", "created_at"];
    let long = "n".repeat(127);
    let (last, other, more) = (format!("{long}a"), format!("{long}b"), format!("{long}ab"));
    for (wrong, fields, nearest) in [
        ("nam", FIELDS, Some("name")),
        ("names", FIELDS, Some("name")),
        ("bame", FIELDS, Some("name")),
        ("NAME", FIELDS, Some("name")),
        ("idd", FIELDS, Some("id")),
        ("ix", FIELDS, Some("id")),
        ("i", FIELDS, None),
        ("x", FIELDS, None),
        ("xy", FIELDS, None),
        // Two letters of six are allowed, and three are not.
        ("totlal", FIELDS, Some("total")),
        ("otalll", &["total"], None),
        ("custmr", FIELDS, Some("customer")),
        ("cusmr", FIELDS, None),
        ("xyzabc", &["abc"], None),
        ("created_on", FIELDS, Some("created_at")),
        ("recreated_at", FIELDS, Some("created_at")),
        ("ctaedre_at", FIELDS, None),
        // The first of those that are equally near.
        ("aaa", &["zzz", "aab", "aac"], Some("aab")),
        ("aaa", &["abc", "aab"], Some("aab")),
        // Names that are too long for Spanner are not compared.
        (&other, &["id", &last], Some(&last)),
        (&more, &["id", &last], None),
        (&last, &["id", &more], None),
    ] {
        let expected = nearest.map_or_else(
            || format!("its fields are `{}`", fields.join("`, `")),
            |nearest| format!("did you mean `{nearest}`?"),
        );
        assert_eq!(instead_of(wrong, fields), expected, "{wrong}");
    }
}

#[test]
fn long_lists_of_fields_are_cut() {
    let six = ["a", "b", "c", "d", "e", "f", "g"];
    assert_eq!(instead_of("unlike", &six[..4]), "its fields are `a`, `b`, `c`, `d`");
    let five = "its fields are `a`, `b`, `c`, `d`, `e`";
    assert_eq!(instead_of("unlike", &six[..5]), five);
    assert_eq!(instead_of("unlike", &six[..6]), format!("{five}, and 1 more"));
    assert_eq!(instead_of("unlike", &six), format!("{five}, and 2 more"));
}

/// Another name for a column is proposed where nothing else differs.
#[test]
fn the_name_of_the_parents_column_is_proposed() {
    let id = ColumnDef { name: "Other", field: "other", ..ID };
    let parent_columns = [ID, AT];
    let key = [KeyPart::new(0), KeyPart::new(1)];
    let parent = TableDef { key: &key, ..TableDef::new("P", &parent_columns) };
    let both = [inherited(0), inherited(1)];
    let descending = [KeyPart { descending: true, ..inherited(0) }, inherited(1)];
    let at = ColumnDef { name: "Time", field: "time", ..AT };
    for (what, columns, key, renames) in [
        (
            "the first",
            [id, AT, NUMBER],
            &both[..],
            Some("write `#[column(name = \"Id\")]` on `other`"),
        ),
        ("the last", [ID, at, NUMBER], &both, Some("write `#[column(name = \"At\")]` on `time`")),
        (
            "its case",
            [ColumnDef { name: "ID", ..id }, AT, NUMBER],
            &both,
            Some("write `#[column(name = \"Id\")]` on `other`"),
        ),
        ("both", [id, at, NUMBER], &both, None),
        ("the first of one", [id, AT, NUMBER], &both[..1], None),
        ("a name that is used", [id, AT, ColumnDef { name: "iD", ..NUMBER }], &both, None),
        ("a name that a later part has", [id, ColumnDef { name: "Id", ..AT }, NUMBER], &both, None),
        ("the type too", [ColumnDef { ty: SqlType::text(35), ..id }, AT, NUMBER], &both, None),
        ("NULL too", [ColumnDef { nullable: true, ..id }, AT, NUMBER], &both, None),
        (
            "the commit time too",
            [ID, ColumnDef { commit_timestamp: true, ..at }, NUMBER],
            &both,
            None,
        ),
        ("the order too", [id, AT, NUMBER], &descending, None),
    ] {
        let child = TableDef {
            parent: under(&parent, OnDelete::Cascade),
            key,
            ..TableDef::new("C", &columns)
        };
        let expected = renames.map_or_else(
            || {
                "give the fields of the parent's key its column names and types, in its order"
                    .to_owned()
            },
            |renames| format!("{renames}, or rename the field"),
        );
        assert_eq!(help(&Schema::new().add(child), Rule::ParentKey), expected, "{what}");
    }
}
