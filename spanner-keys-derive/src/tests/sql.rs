//! SQL from the author.

use super::{accepts, mistakes, on_struct, rejects, with_field};

const BRACES: &str = "help: name a field as `{total}`, and write a brace itself as `{{` or `}}`";

#[test]
fn checks() {
    let help = "help: write it first, as in `check(\"{total} >= 0\")`";
    for words in ["", "()", "(name = \"A\")"] {
        rejects(&on_struct(&format!("#[check{words}]")), "check", &["`check` has no SQL", help]);
    }
    rejects(&on_struct("#[check(3)]"), "3", &["`check` needs SQL in quotes", help]);
    rejects(
        &on_struct("#[check(\" \")]"),
        "\" \"",
        &[
            "the SQL of `check` is empty",
            "help: write an expression, for example `\"{total} >= 0\"`, or remove `check`",
        ],
    );
    rejects(
        &on_struct("#[check(\"{total} > 0\", googlesql = \"{total} > 1\")]"),
        "googlesql = \"{total} > 1\"",
        &[
            "`check` has SQL for both dialects already",
            "help: give one text alone, or one for each of `googlesql` and `postgresql`",
        ],
    );
    rejects(
        &on_struct("#[check(googlesql = 3)]"),
        "3",
        &["`googlesql` needs SQL in quotes", "help: write `googlesql = \"{total} >= 0\"`"],
    );
    let table = accepts(&on_struct("#[check(googlesql = \"{total} > 0\", name = \"A\")]"));
    assert!(table.checks[0].sql.googlesql.is_some() && table.checks[0].sql.postgresql.is_none());
    assert_eq!(table.checks[0].name.as_deref(), Some("A"));
}

#[test]
fn fields_in_braces() {
    let check = |sql: &str| on_struct(&format!("#[check(\"{sql}\")]"));
    rejects(
        &check("{totl} > 0"),
        "\"{totl} > 0\"",
        &["the SQL names `{totl}`, which is not a field of `Order`", "help: did you mean `total`?"],
    );
    rejects(
        &check("{r#total} > 0"),
        "\"{r#total} > 0\"",
        &["the SQL names `{r#total}`, which is not a field of `Order`", "help: write `{total}`"],
    );
    rejects(&check("{total > 0"), "\"{total > 0\"", &["a `{` in the SQL is never closed", BRACES]);
    rejects(&check("total} > 0"), "\"total} > 0\"", &["a `}` in the SQL was never opened", BRACES]);
    rejects(&check("{} > 0"), "\"{} > 0\"", &["`{}` in the SQL names no field", BRACES]);
    assert_eq!(mistakes(&check("{a} > {a}")).len(), 1);
    accepts(&check("{total} > 0 AND {status} != '{{}}'"));
}

#[test]
fn commit_timestamps() {
    rejects(
        &on_struct("#[check(\"{placed_at} > 0\")]"),
        "\"{placed_at} > 0\"",
        &[
            "a check cannot use the commit timestamp `placed_at`",
            "note: the database sets it only when the transaction commits",
            "help: leave `{placed_at}` out of the SQL",
        ],
    );
    rejects(
        &with_field("#[column(commit_timestamp)] at: T, #[column(generated = \"{at}\")] n: T"),
        "\"{at}\"",
        &[
            "a generated column cannot use the commit timestamp `at`",
            "note: the database sets it only when the transaction commits",
            "help: leave `{at}` out of the SQL",
        ],
    );
}

#[test]
fn defaults() {
    rejects(
        &with_field("#[column(default = \"{status}\")] n: T"),
        "\"{status}\"",
        &[
            "the default of `n` names the field `status`",
            "note: a default in Spanner cannot use other columns",
            "help: write `generated` if the value always follows from other columns",
        ],
    );
    rejects(
        &with_field("#[column(default)] n: T"),
        "default",
        &["`default` needs SQL in quotes", "help: write `default = \"0\"`"],
    );
    rejects(
        &with_field("#[column(default = 0)] n: T"),
        "0",
        &["`default` needs SQL in quotes", "help: write `default = \"0\"`"],
    );
    rejects(
        &with_field("#[column(default(\"0\"))] n: T"),
        "\"0\"",
        &["`default` takes its SQL with `=`", "help: write `default = \"0\"`"],
    );
    rejects(
        &with_field("#[column(default())] n: T"),
        "default",
        &[
            "`default` has no SQL",
            "help: write `default = \"0\"`, or one text for each of `googlesql` and `postgresql`",
        ],
    );
    rejects(
        &with_field("#[column(default = \"\")] n: T"),
        "\"\"",
        &[
            "the SQL of `default` is empty",
            "help: write an expression, for example `\"0\"`, or remove `default`",
        ],
    );
    accepts(&with_field(
        "#[column(default(googlesql = \"CURRENT_TIMESTAMP()\", postgresql = \"now()\"))] n: T",
    ));
}

#[test]
fn generated() {
    rejects(
        &with_field("#[column(generated = \"{n}\")] n: T"),
        "\"{n}\"",
        &[
            "the generated column `n` names itself",
            "help: name the fields that it is generated from",
        ],
    );
    rejects(
        &with_field("#[column(generated(googlesql = \"{statu}\", postgresql = \"1\"))] n: T"),
        "\"{statu}\"",
        &[
            "the SQL names `{statu}`, which is not a field of `Order`",
            "help: did you mean `status`?",
        ],
    );
    accepts(&with_field("#[column(generated = \"LOWER({status})\")] n: T"));
}
