//! SQL in attributes.

use proc_macro2::Span;
use spanner_keys::__private::check_sql;
use syn::LitStr;

use super::{accepts, mistakes, on_struct, rejects, with_field};
use crate::expand::stays;
use crate::model::SqlText;

const BRACES: &str = "help: write the name of a field between braces, and double a literal brace";

#[test]
fn checks() {
    let help = "help: write `#[check(\"{status} IS NOT NULL\")]`, or another condition";
    for words in ["", "()", "(name = \"A\")"] {
        rejected! {
            on_struct(&format!("#[check{words}]")) => "check":
                "missing SQL in `check`",
                help;
        }
    }
    rejected! {
        on_struct("#[check(total >= 0 AND length(status) > 1)]") => "total":
            "expected a SQL string for `check`",
            "help: write `#[check(\"{total} >= 0 AND length({status}) > 1\")]`";
        on_struct("#[check(3)]") => "3":
            "expected a SQL string for `check`",
            "help: write the SQL first, in quotes";
        on_struct("#[check(\" \")]") => "\" \"":
            "empty SQL in `check`",
            "help: write an expression, for example `\"{status} IS NOT NULL\"`, or remove `check`";
        on_struct("#[check(\"{total} > 0\", googlesql = \"{total} > 1\")]") => "googlesql = \"{total} > 1\"":
            "duplicate SQL in `check`",
            "help: give one string for both dialects, or one for each";
        on_struct("#[check(googlesql = 3)]") => "3":
            "expected a SQL string for `googlesql`",
            "help: write `googlesql = \"3\"`";
    }
    let table = accepts(&on_struct("#[check(googlesql = \"{total} > 0\", name = \"A\")]"));
    assert!(table.checks[0].sql.googlesql.is_some() && table.checks[0].sql.postgresql.is_none());
    assert_eq!(table.checks[0].name.as_deref(), Some("A"));
}

#[test]
fn fields_in_braces() {
    let check = |sql: &str| on_struct(&format!("#[check(\"{sql}\")]"));
    rejected! {
        check("{totl} > 0") => "\"{totl} > 0\"":
            "struct `Order` has no field named `totl`",
            "help: did you mean `\"{total} > 0\"`?";
        check("{r#total} > 0") => "\"{r#total} > 0\"":
            "struct `Order` has no field named `r#total`",
            "help: did you mean `\"{total} > 0\"`?";
        check("{total > 0") => "\"{total > 0\"":
            "unclosed `{` in the SQL",
            BRACES;
        check("total} > 0") => "\"total} > 0\"":
            "unmatched `}` in the SQL",
            BRACES;
        check("{} > 0") => "\"{} > 0\"":
            "empty `{}` in the SQL",
            BRACES;
    }
    assert_eq!(mistakes(&check("{a} > {a}")).len(), 1);
    accepts(&check("{total} > 0 AND {status} != '{{}}'"));
}

#[test]
fn commit_timestamps() {
    rejected! {
        on_struct("#[check(\"{placed_at} > 0\")]") => "\"{placed_at} > 0\"":
            "a check cannot use the commit timestamp `placed_at`",
            "note: the database sets it when the transaction commits",
            "help: name other fields in the SQL";
        with_field("#[column(commit_timestamp)] at: T, #[column(generated = \"{at}\")] n: T") => "\"{at}\"":
            "a generated column cannot use the commit timestamp `at`",
            "note: the database sets it when the transaction commits",
            "help: name other fields in the SQL";
    }
}

#[test]
fn defaults() {
    rejected! {
        with_field("#[column(default = \"{status}\")] n: T") => "\"{status}\"":
            "the default of `n` cannot use the field `status`",
            "note: a default in Spanner cannot depend on other columns",
            "help: a value that always depends on other columns is a generated one";
        with_field("#[column(default)] n: T") => "default":
            "expected a SQL string for `default`",
            "help: write `default = \"0\"`";
        with_field("#[column(default = 0)] n: T") => "0":
            "expected a SQL string for `default`",
            "help: write `default = \"0\"`";
        with_field("#[column(default(\"0\"))] n: T") => "\"0\"":
            "expected `default = \"...\"`",
            "help: write `default = \"0\"`";
        with_field("#[column(default())] n: T") => "default":
            "missing SQL in `default`",
            "help: write `default = \"0\"`";
        with_field("#[column(default = \"\")] n: T") => "\"\"":
            "empty SQL in `default`",
            "help: write an expression, for example `default = \"0\"`, or remove `default`";
    }
    accepts(&with_field(
        "#[column(default(googlesql = \"CURRENT_TIMESTAMP()\", postgresql = \"now()\"))] n: T",
    ));
}

#[test]
fn generated() {
    rejected! {
        with_field("#[column(generated = \"{n}\")] n: T") => "\"{n}\"":
            "generated column `n` cannot use itself",
            "help: name the fields it is generated from";
        with_field("#[column(generated(googlesql = \"{statu}\", postgresql = \"1\"))] n: T") => "\"{statu}\"":
            "struct `Order` has no field named `statu`",
            "help: did you mean `\"{status}\"`?";
    }
    accepts(&with_field("#[column(generated = \"LOWER({status})\")] n: T"));
}

/// `check_sql` is not asked about them, so it must accept them, in each dialect.
#[test]
fn texts_without_a_question_stay_where_they_are_put() {
    let is_asked = |sql: &str| {
        let text = LitStr::new(sql, Span::call_site());
        !stays(&SqlText { googlesql: None, postgresql: Some(text) })
    };
    let letters = || (0..=u8::MAX).map(char::from);
    let mut without = 0;
    for (one, two) in letters().flat_map(|one| letters().map(move |two| (one, two))) {
        for sql in [format!("{one}{two}"), format!("a{one}{two}(b)"), format!("({two}{one})")] {
            if is_asked(&sql) {
                continue;
            }
            without += 1;
            let (google, postgres) = (
                spanner_keys::schema::SqlText { googlesql: Some(&sql), postgresql: None },
                spanner_keys::schema::SqlText { googlesql: None, postgresql: Some(&sql) },
            );
            check_sql(google);
            check_sql(postgres);
        }
    }
    assert!(without > 10_000, "{without}");
    for sql in ["a; b", "a -- b", "a /* b", "(a", "a)", ")(", "'a", "a\0", "a # b", "$1"] {
        assert!(is_asked(sql), "{sql}");
    }
    for sql in ["{people} >= 0", "CURRENT_TIMESTAMP()", "{total} * 2 < {limit}"] {
        assert!(!is_asked(sql), "{sql}");
    }
}
