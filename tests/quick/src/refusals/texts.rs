//! Invalid SQL texts.

use spanner_keys::Dialect;
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

/// A table that states its dialect.
fn stated(dialect: Dialect) -> [TableDef<'static>; 1] {
    both("{Id} > 0").map(|table| TableDef { dialect: Some(dialect), ..table })
}

fn dialects() -> Vec<Refusal> {
    let google = SqlText { googlesql: Some("{Id} > 0"), postgresql: None };
    let postgres = SqlText { googlesql: None, postgresql: Some("{Id} > 0") };
    let fine = || both("{Id} > 0");
    let of = || Refusal::of(Rule::DialectLimit);
    vec![
        of().only(POSTGRES).case(("no PostgreSQL", checked(google), fine())),
        of().only(GOOGLE).case(("no GoogleSQL", checked(postgres), fine())),
        of().only(GOOGLE).case(("a PostgreSQL table", stated(Dialect::PostgreSql), fine())),
        of().only(POSTGRES).case(("a GoogleSQL table", stated(Dialect::GoogleSql), fine())),
        of().only(GOOGLE).case((
            "a PostgreSQL table, near another",
            stated(Dialect::PostgreSql),
            stated(Dialect::GoogleSql),
        )),
    ]
}

fn quotes() -> Vec<Refusal> {
    let fine = "({Id} > 0) AND ({order_total} <> 5)";
    let anywhere = [
        ("nothing", " \n", fine),
        ("an unknown field", "{total} > 0", "{order_total} > 0"),
        ("a column's name for a field", "{Total} > 0", "{order_total} > 0"),
        ("a lone brace", "{Id} > 0 AND {Note} <> '{'", "{Id} > 0 AND {Note} <> '{{'"),
        ("a lone closing brace", "{Note} <> '}'", "{Note} <> '}}'"),
        ("a NUL", "{Note} <> '\0'", "{Note} <> '0'"),
        ("a parenthesis too many", "{Id} > 0) OR (1 = 1", fine),
        ("a parenthesis too few", "({Id} > 0", fine),
        ("a semicolon", "{Id} > 0; DROP TABLE T", "{Note} <> ';'"),
        ("a dash comment", "{Id} > 0 -- x", "{Note} <> '--' AND {Id} - -1 > 0"),
        ("a block comment", "{Id} /* x */ > 0", "{Note} <> '/*' AND {Id} / 2 > 0"),
        ("an open quote", "{Note} <> 'a", "{Note} <> 'a'"),
        ("a check of a commit timestamp", "{At} IS NOT NULL", "{order_total} IS NOT NULL"),
    ];
    let in_google = [
        ("a hash comment", "{Id} > 0 # x", "{Note} <> '#'"),
        ("a quote escaped away", r"{Note} <> 'a\'", r"{Note} <> 'a\''"),
        ("an open long quote", "{Note} <> '''a'", "{Note} <> '''a'''"),
    ];
    let in_postgres = [
        ("a doubled quote", "{Note} <> 'a''", "{Note} <> 'a'''"),
        ("a dollar quote", "{Note} <> $$)$$", "{Note} <> '$$'"),
        ("an escaped quote", r"{Note} <> E'a\'", r"{Note} <> E'a\''"),
        ("two literals", "{Note} <> 'a'\n'b'", "{Note} <> 'ab'"),
    ];
    let case = |(name, wrong, near)| (name, both(wrong), both(near));
    let of = || Refusal::of(Rule::Expression);
    let mut all = of().cases(anywhere.map(case));
    all.extend(of().only(GOOGLE).cases(in_google.map(case)));
    all.extend(of().only(POSTGRES).cases(in_postgres.map(case)));
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
        let stamped = ColumnDef { commit_timestamp: true, ..at("At") };
        [table("T", [col("Id", INT), stamped, at("Other"), computed])]
    };
    let computed = |sql| of(generated(SqlText::both(sql), true));
    let default = |sql| of(Fill::Default(sql));
    let in_column = |rule, column| Refusal::of(rule).column(column);
    let mut all = in_column(Rule::Expression, "C").cases([
        ("a default from a column", default(SqlText::both("{Id} + 1")), computed("{Id} + 1")),
        (
            "a default that adds a column",
            default(two("1), `X` INT64 DEFAULT (2", "1), \"X\" bigint DEFAULT (2")),
            default(SqlText::both("(1) + (2)")),
        ),
        ("generated from a commit timestamp", of_time("{At}"), of_time("{Other}")),
    ]);
    let fine = || pair("{Id} + 1", "{Id} + 2");
    let itself = ("generated from itself", computed("{C} + 1"), computed("{Id} + 1"));
    let circle = ("generated in a circle", pair("{B} + 1", "{A} + 1"), fine());
    let generated = ("generated from a generated column", pair("{Id}", "{A} + 1"), fine());
    all.extend([
        in_column(Rule::Expression, "C").also(Rule::DialectLimit).case(itself),
        in_column(Rule::Expression, "A").also(Rule::DialectLimit).case(circle),
        in_column(Rule::DialectLimit, "B").only(POSTGRES).case(generated),
    ]);
    all
}
