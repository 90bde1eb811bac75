//! Names that are invalid, too long, or already used.

use spanner_keys::rules::Rule;
use spanner_keys::schema::{
    CheckDef, ColumnDef, CounterOptions, ForeignKeyDef, IndexDef, ReferenceDef, SqlText, SqlType,
    TableDef,
};

use super::{GOOGLE, POSTGRES, Refusal};
use crate::tables::{col, filled, list, null, sequence, table, up};

const INT: SqlType = SqlType::INT64;

fn named(name: &'static str) -> TableDef<'static> {
    table(name, [col("Id", INT)])
}

fn text(length: usize) -> &'static str {
    "x".repeat(length).leak()
}

fn with_index(table_name: &'static str, name: &'static str) -> TableDef<'static> {
    TableDef {
        indexes: list([IndexDef::new(name, list([up(1)]))]),
        ..table(table_name, [col("Id", INT), null("V", INT)])
    }
}

fn with_check(table_name: &'static str, name: &'static str) -> TableDef<'static> {
    TableDef {
        checks: list([CheckDef { name: Some(name), sql: SqlText::both("{Id} > 0") }]),
        ..named(table_name)
    }
}

fn with_sequence(table_name: &'static str, name: &'static str) -> TableDef<'static> {
    table(table_name, [filled("Id", INT, sequence(name, CounterOptions::default()))])
}

fn with_key(table_name: &'static str, name: &'static str) -> TableDef<'static> {
    let references = ReferenceDef::Named { schema: None, table: table_name, columns: &["Id"] };
    TableDef {
        foreign_keys: list([ForeignKeyDef {
            name: Some(name),
            ..ForeignKeyDef::new(&[0], references)
        }]),
        ..named(table_name)
    }
}

fn inside(schema: &'static str, table: TableDef<'static>) -> TableDef<'static> {
    TableDef { schema: Some(schema), ..table }
}

const fn of() -> Refusal {
    Refusal::of(Rule::Name)
}

pub(super) fn all() -> Vec<Refusal> {
    let others = ["", "1T", "_T", "a-b", "a b", "a`b", "a\"b", "a\\", "é", "T.U", "T\n", "T\0"];
    let case = |name| ("a name with other characters", [named(name)], [named("T_1")]);
    let mut all = of().cases(others.map(case));
    all.extend(spelling());
    all.extend(length());
    all.extend(taken());
    all
}

fn spelling() -> Vec<Refusal> {
    let in_schema = |schema| [inside(schema, named("T"))];
    let in_column = |name| [table("T", [col(name, INT)])];
    let of_index = |name| [with_index("T", name)];
    let in_both = |name| [inside("s", with_index("T", name))];
    let mut all = of().cases([
        ("a check", [with_check("T", "c`")], [with_check("T", "c")]),
        ("a foreign key", [with_key("T", "f\"")], [with_key("T", "f")]),
        ("a sequence", [with_sequence("T", "s'")], [with_sequence("T", "s")]),
        ("a schema", in_schema("s.t"), in_schema("s_t")),
        ("the default schema", in_schema("Public"), in_schema("Publics")),
        ("the word for the default schema", in_schema("Default"), in_schema("Defaults")),
        ("a schema of PostgreSQL", in_schema("pg_mine"), in_schema("pgmine")),
        ("a schema of Spanner", in_schema("SPANNER_x"), in_schema("spannerx")),
    ]);
    let key = ("the key's name", of_index("Primary_Key"), of_index("Primary_Key_2"));
    let upper = ("the key's name in a schema", in_both("PRIMARY_KEY"), in_both("PRIMARY_KEYS"));
    all.extend([
        of().column("a b").case(("a column", in_column("a b"), in_column("a_b"))),
        of().index("1I").case(("an index", of_index("1I"), of_index("I1"))),
        of().index("Primary_Key").case(key),
        of().index("PRIMARY_KEY").case(upper),
    ]);
    all
}

fn length() -> Vec<Refusal> {
    let mut all = Vec::new();
    let in_column = |name| [table("T", [col(name, INT)])];
    for (dialects, rule, limit) in [(GOOGLE, Rule::Name, 128), (POSTGRES, Rule::DialectLimit, 63)] {
        let (fits, long) = (text(limit), text(limit + 1));
        let schema = |name| [inside(name, named("T"))];
        let of = || Refusal::of(rule).only(dialects).counted(limit + 1, limit);
        all.extend(of().cases([
            ("a long table", [named(long)], [named(fits)]),
            ("a long check", [with_check("T", long)], [with_check("T", fits)]),
            ("a long foreign key", [with_key("T", long)], [with_key("T", fits)]),
            ("a long sequence", [with_sequence("T", long)], [with_sequence("T", fits)]),
            ("a long schema", schema(long), schema(text(limit - 2))),
        ]));
        let index = ("a long index", [with_index("T", long)], [with_index("T", fits)]);
        all.push(of().index(long).case(index));
        all.push(of().column(long).case(("a long column", in_column(long), in_column(fits))));
    }
    // The schema counts, too.
    let (fits, long) = (inside(text(100), named(text(27))), inside(text(100), named(text(28))));
    let of = || of().counted(129, 128);
    all.push(of().only(GOOGLE).case(("a long name with its schema", [long], [fits])));
    let long = text(129);
    let anywhere = ("a name that is too long anywhere", in_column(long), in_column("C"));
    all.push(of().only(POSTGRES).column(long).case(anywhere));
    // PostgreSQL finds neither a table in its own check nor a sequence in a default, if the two
    // names together are too long.
    let counted = |schema| [inside(text(schema), with_sequence("T", text(20)))];
    let checked = |schema| [inside(text(schema), with_check(text(20), "c"))];
    all.extend(Refusal::of(Rule::DialectLimit).only(POSTGRES).counted(64, 63).cases([
        ("a long sequence with its schema", counted(43), counted(42)),
        ("a long table with its schema", checked(43), checked(42)),
    ]));
    all
}

fn taken() -> Vec<Refusal> {
    let other = TableDef { columns: list([col("Id", INT), null("More", INT)]), ..named("T") };
    let columns = |second: &'static str| {
        [table("T", [col("Id", INT), ColumnDef { field: "other", ..null(second, INT) }])]
    };
    let in_schema = |table| inside("S", named(table));
    let with_u = |index| [named("U"), with_index("T", index)];
    let indexes = |second| [with_index("T", "I"), with_index("U", second)];
    let checks = |second| [with_check("T", "C"), with_check("U", second)];
    let sequences = |second| [with_sequence("T", "S"), with_sequence("U", second)];
    let mut all = of().cases([
        ("table and check", [with_check("T", "t")], [with_check("T", "t_ck")]),
        ("table and foreign key", [with_key("T", "t")], [with_key("T", "t_fk")]),
        (
            "table and check in a schema",
            [inside("s", with_check("T", "t"))],
            [inside("s", with_check("T", "t_ck"))],
        ),
        ("table and sequence", [with_sequence("T", "t")], [with_sequence("T", "t_seq")]),
    ]);
    all.extend(of().cases([
        ("two tables", [named("T"), named("t")], [named("T"), named("t2")]),
        ("two definitions", [named("T"), other], [named("T"), named("T")]),
        ("check and check", checks("c"), checks("c2")),
        ("two sequences", sequences("s"), sequences("S")),
        ("table and schema", [in_schema("T"), named("s")], [in_schema("T"), in_schema("s")]),
        (
            "two schemas",
            [in_schema("T"), inside("s", named("U"))],
            [in_schema("T"), in_schema("U")],
        ),
        // All constraints share the default schema on the emulator.
        (
            "a constraint of a named schema",
            [named("U"), inside("s", with_check("T", "u"))],
            [named("T"), inside("s", with_check("T", "u"))],
        ),
    ]));
    all.push(of().column("iD").case(("two columns", columns("iD"), columns("Id2"))));
    all.push(of().index("u").case(("table and index", with_u("u"), with_u("u2"))));
    all.push(of().index("i").case(("two indexes", indexes("i"), indexes("i2"))));
    all
}
