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

pub(super) fn all() -> Vec<Refusal> {
    let mut all = Vec::new();
    for name in ["", "1T", "_T", "a-b", "a b", "a`b", "a\"b", "a\\", "é", "T.U", "T\n", "T\0"] {
        all.push(Refusal::new(
            "a name with other characters",
            Rule::Name,
            [named(name)],
            [named("T_1")],
        ));
    }
    all.extend(spelling());
    all.extend(length());
    all.extend(taken());
    all
}

fn spelling() -> Vec<Refusal> {
    vec![
        Refusal::new(
            "a column",
            Rule::Name,
            [table("T", [col("a b", INT)])],
            [table("T", [col("a_b", INT)])],
        )
        .column("a b"),
        Refusal::new("an index", Rule::Name, [with_index("T", "1I")], [with_index("T", "I1")])
            .index("1I"),
        Refusal::new("a check", Rule::Name, [with_check("T", "c`")], [with_check("T", "c")]),
        Refusal::new("a foreign key", Rule::Name, [with_key("T", "f\"")], [with_key("T", "f")]),
        Refusal::new(
            "a sequence",
            Rule::Name,
            [with_sequence("T", "s'")],
            [with_sequence("T", "s")],
        ),
        Refusal::new(
            "a schema",
            Rule::Name,
            [inside("s.t", named("T"))],
            [inside("s_t", named("T"))],
        ),
        Refusal::new(
            "the key's name",
            Rule::Name,
            [with_index("T", "Primary_Key")],
            [with_index("T", "Primary_Key_2")],
        )
        .index("Primary_Key"),
        Refusal::new(
            "the key's name in a schema",
            Rule::Name,
            [inside("s", with_index("T", "PRIMARY_KEY"))],
            [inside("s", with_index("T", "PRIMARY_KEYS"))],
        )
        .index("PRIMARY_KEY"),
        Refusal::new(
            "the default schema",
            Rule::Name,
            [inside("Public", named("T"))],
            [inside("Publics", named("T"))],
        ),
        Refusal::new(
            "a schema of PostgreSQL",
            Rule::Name,
            [inside("pg_mine", named("T"))],
            [inside("pgmine", named("T"))],
        ),
        Refusal::new(
            "a schema of Spanner",
            Rule::Name,
            [inside("SPANNER_x", named("T"))],
            [inside("spannerx", named("T"))],
        ),
    ]
}

fn length() -> Vec<Refusal> {
    let mut all = Vec::new();
    for (dialects, rule, limit) in [(GOOGLE, Rule::Name, 128), (POSTGRES, Rule::DialectLimit, 63)] {
        let (fits, long) = (text(limit), text(limit + 1));
        let long_column = [table("T", [col(long, INT)])];
        let cases = [
            Refusal::new("a long table", rule, [named(long)], [named(fits)]),
            Refusal::new("a long column", rule, long_column, [table("T", [col(fits, INT)])])
                .column(long),
            Refusal::new("a long index", rule, [with_index("T", long)], [with_index("T", fits)])
                .index(long),
            Refusal::new("a long check", rule, [with_check("T", long)], [with_check("T", fits)]),
            Refusal::new("a long foreign key", rule, [with_key("T", long)], [with_key("T", fits)]),
            Refusal::new(
                "a long sequence",
                rule,
                [with_sequence("T", long)],
                [with_sequence("T", fits)],
            ),
            Refusal::new(
                "a long schema",
                rule,
                [inside(long, named("T"))],
                [inside(text(limit - 2), named("T"))],
            ),
        ];
        let counted = |case: Refusal| case.only(dialects).counted(limit + 1, limit);
        all.extend(cases.into_iter().map(counted));
    }
    // The schema counts, too.
    let (fits, long) = (inside(text(100), named(text(27))), inside(text(100), named(text(28))));
    all.push(
        Refusal::new("a long name with its schema", Rule::Name, [long], [fits])
            .only(GOOGLE)
            .counted(129, 128),
    );
    let long = text(129);
    let (fits, long_column) = ([table("T", [col("C", INT)])], [table("T", [col(long, INT)])]);
    all.push(
        Refusal::new("a name that is too long anywhere", Rule::Name, long_column, fits)
            .only(POSTGRES)
            .column(long)
            .counted(129, 128),
    );
    // PostgreSQL finds neither a table in its own check nor a sequence in a default, if the two
    // names together are too long.
    let counted = |schema| [inside(text(schema), with_sequence("T", text(20)))];
    let checked = |schema| [inside(text(schema), with_check(text(20), "c"))];
    let rule = Rule::DialectLimit;
    let sequence = Refusal::new("a long sequence with its schema", rule, counted(43), counted(42));
    let table = Refusal::new("a long table with its schema", rule, checked(43), checked(42));
    all.extend([sequence, table].map(|case| case.only(POSTGRES).counted(64, 63)));
    all
}

fn taken() -> Vec<Refusal> {
    let other = TableDef { columns: list([col("Id", INT), null("More", INT)]), ..named("T") };
    let columns = |second: &'static str| {
        table("T", [col("Id", INT), ColumnDef { field: "other", ..null(second, INT) }])
    };
    vec![
        Refusal::new("two tables", Rule::Name, [named("T"), named("t")], [named("T"), named("t2")]),
        Refusal::new("two definitions", Rule::Name, [named("T"), other], [named("T"), named("T")]),
        Refusal::new("two columns", Rule::Name, [columns("iD")], [columns("Id2")]).column("iD"),
        Refusal::new(
            "table and index",
            Rule::Name,
            [named("U"), with_index("T", "u")],
            [named("U"), with_index("T", "u2")],
        )
        .index("u"),
        Refusal::new(
            "two indexes",
            Rule::Name,
            [with_index("T", "I"), with_index("U", "i")],
            [with_index("T", "I"), with_index("U", "i2")],
        )
        .index("i"),
        Refusal::new(
            "table and check",
            Rule::Name,
            [with_check("T", "t")],
            [with_check("T", "t_ck")],
        ),
        Refusal::new(
            "table and foreign key",
            Rule::Name,
            [with_key("T", "t")],
            [with_key("T", "t_fk")],
        ),
        Refusal::new(
            "table and check in a schema",
            Rule::Name,
            [inside("s", with_check("T", "t"))],
            [inside("s", with_check("T", "t_ck"))],
        ),
        Refusal::new(
            "check and check",
            Rule::Name,
            [with_check("T", "C"), with_check("U", "c")],
            [with_check("T", "C"), with_check("U", "c2")],
        ),
        Refusal::new(
            "table and sequence",
            Rule::Name,
            [with_sequence("T", "t")],
            [with_sequence("T", "t_seq")],
        ),
        Refusal::new(
            "two sequences",
            Rule::Name,
            [with_sequence("T", "S"), with_sequence("U", "s")],
            [with_sequence("T", "S"), with_sequence("U", "S")],
        ),
        Refusal::new(
            "table and schema",
            Rule::Name,
            [inside("S", named("T")), named("s")],
            [inside("S", named("T")), inside("S", named("s"))],
        ),
        Refusal::new(
            "two schemas",
            Rule::Name,
            [inside("S", named("T")), inside("s", named("U"))],
            [inside("S", named("T")), inside("S", named("U"))],
        ),
        // All constraints share the default schema on the emulator.
        Refusal::new(
            "a constraint of a named schema",
            Rule::Name,
            [named("U"), inside("s", with_check("T", "u"))],
            [named("T"), inside("s", with_check("T", "u"))],
        ),
    ]
}
