//! Names that are wrong, too long, or taken.

use spanner_keys::schema::{
    CheckDef, ColumnDef, CounterOptions, ForeignKeyDef, IndexDef, OnDelete, ReferenceDef, SqlText,
    SqlType, TableDef,
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
            columns: &[0],
            references,
            on_delete: OnDelete::NoAction,
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
            ("InvalidName", "letter"),
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
    let invalid = ("InvalidName", "letter");
    let reserved = ("ReservedName", "for itself");
    vec![
        Refusal::new(
            "a column",
            invalid,
            [table("T", [col("a b", INT)])],
            [table("T", [col("a_b", INT)])],
        ),
        Refusal::new("an index", invalid, [with_index("T", "1I")], [with_index("T", "I1")]),
        Refusal::new("a check", invalid, [with_check("T", "c`")], [with_check("T", "c")]),
        Refusal::new("a foreign key", invalid, [with_key("T", "f\"")], [with_key("T", "f")]),
        Refusal::new("a sequence", invalid, [with_sequence("T", "s'")], [with_sequence("T", "s")]),
        Refusal::new("a schema", invalid, [inside("s.t", named("T"))], [inside("s_t", named("T"))]),
        Refusal::new(
            "the key's name",
            reserved,
            [with_index("T", "Primary_Key")],
            [with_index("T", "Primary_Key_2")],
        ),
        Refusal::new(
            "the key's name in a schema",
            reserved,
            [inside("s", with_index("T", "PRIMARY_KEY"))],
            [inside("s", with_index("T", "PRIMARY_KEYS"))],
        ),
        Refusal::new(
            "the default schema",
            reserved,
            [inside("Public", named("T"))],
            [inside("Publics", named("T"))],
        ),
        Refusal::new(
            "a schema of PostgreSQL",
            reserved,
            [inside("pg_mine", named("T"))],
            [inside("pgmine", named("T"))],
        ),
        Refusal::new(
            "a schema of Spanner",
            reserved,
            [inside("SPANNER_x", named("T"))],
            [inside("spannerx", named("T"))],
        ),
    ]
}

fn length() -> Vec<Refusal> {
    let mut all = Vec::new();
    for (dialects, limit) in [(GOOGLE, 128), (POSTGRES, 63)] {
        let (fits, long) = (text(limit), text(limit + 1));
        let error = ("NameTooLong", "at most");
        let cases = [
            Refusal::new("a long table", error, [named(long)], [named(fits)]),
            Refusal::new(
                "a long column",
                error,
                [table("T", [col(long, INT)])],
                [table("T", [col(fits, INT)])],
            ),
            Refusal::new("a long index", error, [with_index("T", long)], [with_index("T", fits)]),
            Refusal::new("a long check", error, [with_check("T", long)], [with_check("T", fits)]),
            Refusal::new("a long foreign key", error, [with_key("T", long)], [with_key("T", fits)]),
            Refusal::new(
                "a long sequence",
                error,
                [with_sequence("T", long)],
                [with_sequence("T", fits)],
            ),
            Refusal::new(
                "a long schema",
                error,
                [inside(long, named("T"))],
                [inside(text(limit - 2), named("T"))],
            ),
        ];
        all.extend(cases.into_iter().map(|case| case.only(dialects)));
    }
    // The schema counts, too.
    let (fits, long) = (inside(text(100), named(text(27))), inside(text(100), named(text(28))));
    // PostgreSQL finds neither a table in its own check nor a sequence in a default, if the two
    // names together are too long.
    let counted = |schema| [inside(text(schema), with_sequence("T", text(20)))];
    let checked = |schema| [inside(text(schema), with_check(text(20), "c"))];
    let error = ("NameTooLong", "at most 63");
    all.push(
        Refusal::new("a long sequence with its schema", error, counted(43), counted(42))
            .only(POSTGRES),
    );
    all.push(
        Refusal::new("a long table with its schema", error, checked(43), checked(42))
            .only(POSTGRES),
    );
    all.push(
        Refusal::new("a long name with its schema", ("NameTooLong", "at most 128"), [long], [fits])
            .only(GOOGLE),
    );
    all
}

fn taken() -> Vec<Refusal> {
    let error = |says| ("DuplicateName", says);
    let other = TableDef { columns: list([col("Id", INT), null("More", INT)]), ..named("T") };
    let columns = |second: &'static str| {
        table("T", [col("Id", INT), ColumnDef { field: "other", ..null(second, INT) }])
    };
    vec![
        Refusal::new(
            "two tables",
            error("table `T`"),
            [named("T"), named("t")],
            [named("T"), named("t2")],
        ),
        Refusal::new(
            "two definitions",
            error("another definition"),
            [named("T"), other],
            [named("T"), named("T")],
        ),
        Refusal::new("two columns", error("column `iD`"), [columns("iD")], [columns("Id2")]),
        Refusal::new(
            "table and index",
            error("index `u`"),
            [named("U"), with_index("T", "u")],
            [named("U"), with_index("T", "u2")],
        ),
        Refusal::new(
            "two indexes",
            error("index `I` of table `T`"),
            [with_index("T", "I"), with_index("U", "i")],
            [with_index("T", "I"), with_index("U", "i2")],
        ),
        Refusal::new(
            "table and check",
            error("check `t`"),
            [with_check("T", "t")],
            [with_check("T", "t_ck")],
        ),
        Refusal::new(
            "table and foreign key",
            error("foreign key `t`"),
            [with_key("T", "t")],
            [with_key("T", "t_fk")],
        ),
        Refusal::new(
            "table and check in a schema",
            error("check `t`"),
            [inside("s", with_check("T", "t"))],
            [inside("s", with_check("T", "t_ck"))],
        ),
        Refusal::new(
            "check and check",
            error("check `c`"),
            [with_check("T", "C"), with_check("U", "c")],
            [with_check("T", "C"), with_check("U", "c2")],
        ),
        Refusal::new(
            "table and sequence",
            error("sequence `t`"),
            [with_sequence("T", "t")],
            [with_sequence("T", "t_seq")],
        ),
        Refusal::new(
            "two sequences",
            error("sequence `S`"),
            [with_sequence("T", "S"), with_sequence("U", "s")],
            [with_sequence("T", "S"), with_sequence("U", "S")],
        ),
        Refusal::new(
            "table and schema",
            error("schema `S`"),
            [inside("S", named("T")), named("s")],
            [inside("S", named("T")), inside("S", named("s"))],
        ),
        Refusal::new(
            "two schemas",
            error("schema `s`"),
            [inside("S", named("T")), inside("s", named("U"))],
            [inside("S", named("T")), inside("S", named("U"))],
        ),
        // All constraints share the default schema on the emulator.
        Refusal::new(
            "a constraint of a named schema",
            error("check `u`"),
            [named("U"), inside("s", with_check("T", "u"))],
            [named("T"), inside("s", with_check("T", "u"))],
        ),
    ]
}
