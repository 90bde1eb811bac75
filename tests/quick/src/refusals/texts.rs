//! Invalid SQL texts.

use spanner_keys::rules::Rule;
use spanner_keys::schema::{CheckDef, ColumnDef, Fill, SqlText, SqlType, TableDef};

use super::{GOOGLE, POSTGRES, Refusal};
use crate::tables::{col, filled, generated, list, null, table, two};

const INT: SqlType = SqlType::INT64;

/// A table with a check that this text is the condition of.
fn checked(sql: SqlText<'static>) -> [TableDef<'static>; 1] {
    let columns = [
        col("Id", INT),
        ColumnDef { field: "order_total", ..null("Total", INT) },
        null("Note", SqlType::TEXT),
        ColumnDef { commit_timestamp: true, ..null("At", SqlType::TIMESTAMP) },
    ];
    [TableDef { checks: list([CheckDef { name: None, sql }]), ..table("T", columns) }]
}

fn both(sql: &'static str) -> [TableDef<'static>; 1] {
    checked(SqlText::both(sql))
}

pub(super) fn all() -> Vec<Refusal> {
    [dialects(), quotes(), columns()].into_iter().flatten().collect()
}

fn dialects() -> Vec<Refusal> {
    let google = SqlText { googlesql: Some("{Id} > 0"), postgresql: None };
    let postgres = SqlText { googlesql: None, postgresql: Some("{Id} > 0") };
    vec![
        Refusal::new(
            "no PostgreSQL",
            Rule::DialectLimit,
            checked(google),
            checked(two("{Id} > 0", "{Id} > 0")),
        )
        .only(POSTGRES),
        Refusal::new(
            "no GoogleSQL",
            Rule::DialectLimit,
            checked(postgres),
            checked(two("{Id} > 0", "{Id} > 0")),
        )
        .only(GOOGLE),
    ]
}

fn quotes() -> Vec<Refusal> {
    let fine = || both("({Id} > 0) AND ({order_total} <> 5)");
    let mut all = vec![
        Refusal::new("nothing", Rule::Expression, both(" \n"), fine()),
        Refusal::new(
            "an unknown field",
            Rule::Expression,
            both("{total} > 0"),
            both("{order_total} > 0"),
        ),
        Refusal::new(
            "a column's name for a field",
            Rule::Expression,
            both("{Total} > 0"),
            both("{order_total} > 0"),
        ),
        Refusal::new(
            "a lone brace",
            Rule::Expression,
            both("{Id} > 0 AND {Note} <> '{'"),
            both("{Id} > 0 AND {Note} <> '{{'"),
        ),
        Refusal::new(
            "a lone closing brace",
            Rule::Expression,
            both("{Note} <> '}'"),
            both("{Note} <> '}}'"),
        ),
        Refusal::new("a NUL", Rule::Expression, both("{Note} <> '\0'"), both("{Note} <> '0'")),
        Refusal::new(
            "a parenthesis too many",
            Rule::Expression,
            both("{Id} > 0) OR (1 = 1"),
            fine(),
        ),
        Refusal::new("a parenthesis too few", Rule::Expression, both("({Id} > 0"), fine()),
        Refusal::new(
            "a semicolon",
            Rule::Expression,
            both("{Id} > 0; DROP TABLE T"),
            both("{Note} <> ';'"),
        ),
        Refusal::new(
            "a dash comment",
            Rule::Expression,
            both("{Id} > 0 -- x"),
            both("{Note} <> '--' AND {Id} - -1 > 0"),
        ),
        Refusal::new(
            "a block comment",
            Rule::Expression,
            both("{Id} /* x */ > 0"),
            both("{Note} <> '/*' AND {Id} / 2 > 0"),
        ),
        Refusal::new(
            "an open quote",
            Rule::Expression,
            both("{Note} <> 'a"),
            both("{Note} <> 'a'"),
        ),
    ];
    all.extend([
        Refusal::new(
            "a hash comment",
            Rule::Expression,
            both("{Id} > 0 # x"),
            both("{Note} <> '#'"),
        )
        .only(GOOGLE),
        Refusal::new(
            "a quote escaped away",
            Rule::Expression,
            both(r"{Note} <> 'a\'"),
            both(r"{Note} <> 'a\''"),
        )
        .only(GOOGLE),
        Refusal::new(
            "an open long quote",
            Rule::Expression,
            both("{Note} <> '''a'"),
            both("{Note} <> '''a'''"),
        )
        .only(GOOGLE),
        Refusal::new(
            "a doubled quote",
            Rule::Expression,
            both("{Note} <> 'a''"),
            both("{Note} <> 'a'''"),
        )
        .only(POSTGRES),
        Refusal::new(
            "a dollar quote",
            Rule::Expression,
            both("{Note} <> $$)$$"),
            both("{Note} <> '$$'"),
        )
        .only(POSTGRES),
        Refusal::new(
            "an escaped quote",
            Rule::Expression,
            both(r"{Note} <> E'a\'"),
            both(r"{Note} <> E'a\''"),
        )
        .only(POSTGRES),
        Refusal::new(
            "two literals",
            Rule::Expression,
            both("{Note} <> 'a'\n'b'"),
            both("{Note} <> 'ab'"),
        )
        .only(POSTGRES),
    ]);
    all
}

fn columns() -> Vec<Refusal> {
    let of = |fill| {
        [table("T", [col("Id", INT), ColumnDef { nullable: true, ..filled("C", INT, fill) }])]
    };
    let pair = |one: &'static str, two: &'static str| {
        let computed = |name, sql| ColumnDef {
            nullable: true,
            ..filled(name, INT, generated(SqlText::both(sql), true))
        };
        [table("T", [col("Id", INT), computed("A", one), computed("B", two)])]
    };
    let of_time = |sql: &'static str| {
        let at = |name| null(name, SqlType::TIMESTAMP);
        let computed = ColumnDef { fill: generated(SqlText::both(sql), true), ..at("C") };
        [table(
            "T",
            [
                col("Id", INT),
                ColumnDef { commit_timestamp: true, ..at("At") },
                at("Other"),
                computed,
            ],
        )]
    };
    let plus = || of(generated(SqlText::both("{Id} + 1"), true));
    vec![
        Refusal::new(
            "a default from a column",
            Rule::Expression,
            of(Fill::Default(SqlText::both("{Id} + 1"))),
            plus(),
        )
        .column("C"),
        Refusal::new(
            "a default that adds a column",
            Rule::Expression,
            of(Fill::Default(two("1), `X` INT64 DEFAULT (2", "1), \"X\" bigint DEFAULT (2"))),
            of(Fill::Default(SqlText::both("(1) + (2)"))),
        )
        .column("C"),
        Refusal::new(
            "a check of a commit timestamp",
            Rule::Expression,
            both("{At} IS NOT NULL"),
            both("{order_total} IS NOT NULL"),
        ),
        Refusal::new(
            "generated from a commit timestamp",
            Rule::Expression,
            of_time("{At}"),
            of_time("{Other}"),
        )
        .column("C"),
        Refusal::new(
            "generated from itself",
            Rule::Expression,
            of(generated(SqlText::both("{C} + 1"), true)),
            plus(),
        )
        .column("C")
        .also(Rule::DialectLimit),
        Refusal::new(
            "generated in a circle",
            Rule::Expression,
            pair("{B} + 1", "{A} + 1"),
            pair("{Id} + 1", "{Id} + 2"),
        )
        .column("A")
        .also(Rule::DialectLimit),
        Refusal::new(
            "generated from a generated column",
            Rule::DialectLimit,
            pair("{Id}", "{A} + 1"),
            pair("{Id} + 1", "{Id} + 2"),
        )
        .column("B")
        .only(POSTGRES),
    ]
}
