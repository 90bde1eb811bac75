//! The walk over keys and indexes, case by case: what is hot, which column is reported, and near
//! misses that are accepted.

use spanner_keys::rules::{Rule, lint};
use spanner_keys::schema::{
    Arrival, ColumnDef, Fill, ForeignKeyDef, IndexDef, IndexParent, KeyPart, OnDelete,
    ReferenceDef, ShardBy, SqlText, SqlType, TableDef, Waiver,
};
use spanner_keys::{Dialect, Schema};
use spanner_keys_quick_tests::tables::{
    AT, DAY, ID, NAME, NUMBER, ULID, col, filled, found, generated, inherited, led_by, list, null,
    shard_column, under, up, waived,
};

type Table = TableDef<'static>;
type Columns = ColumnDef<'static>;

const COMMIT: Columns = ColumnDef { commit_timestamp: true, ..col("Commit", SqlType::TIMESTAMP) };
const V7: Columns = filled("V7", SqlType::text(36), Fill::UuidV7);
const ULID_TYPE: Columns =
    ColumnDef { arrival: Arrival::TimeOrdered, ..col("Given", SqlType::text(26)) };
const FLAG: Columns = col("Flag", SqlType::BOOL);
const STATE: Columns = ColumnDef { arrival: Arrival::FewValues, ..col("Kind", SqlType::text(9)) };
const LETTER: Columns = col("Letter", SqlType::text(1));
const BYTE: Columns = col("Byte", SqlType::bytes(1));

const SPREAD: Option<Waiver<'static>> = Some(Waiver::Spread("given at random"));
const ALLOWED: Option<Waiver<'static>> = Some(Waiver::AllowHotspot("few rows"));

fn root<const N: usize>(parts: usize, columns: [Columns; N]) -> Table {
    led_by(parts, "Root", &columns)
}

/// A table below the parent: its key's columns, then these, of which `own` are key parts.
fn below<const N: usize>(parent: Table, own: usize, columns: [Columns; N]) -> Table {
    let above = parent.key.iter().map(|part| parent.columns[part.column]);
    let all: Vec<_> = above.map(|column| ColumnDef { fill: Fill::Supplied, ..column }).collect();
    let inherits = all.len();
    let all: Vec<_> = all.into_iter().chain(columns).collect();
    let key = (0..inherits).map(inherited).chain((inherits..inherits + own).map(KeyPart::new));
    TableDef {
        key: key.collect::<Vec<_>>().leak(),
        parent: under(&list([parent])[0], OnDelete::Cascade),
        ..TableDef::new(["Child", "Grandchild"][usize::from(parent.parent.is_some())], all.leak())
    }
}

fn indexed(columns: &[usize], table: Table) -> Table {
    let columns: Vec<_> = columns.iter().map(|&column| up(column)).collect();
    TableDef { indexes: list([IndexDef::new("I", columns.leak())]), ..table }
}

fn with_index(change: impl Fn(IndexDef<'static>) -> IndexDef<'static>, table: Table) -> Table {
    let indexes: Vec<_> = table.indexes.iter().map(|index| change(*index)).collect();
    TableDef { indexes: indexes.leak(), ..table }
}

fn index_waived(waiver: Option<Waiver<'static>>, table: Table) -> Table {
    with_index(|index| IndexDef { waiver, ..index }, table)
}

/// The index interleaved in the table's parent.
fn in_parent(table: Table) -> Table {
    let host = table.parent.map(|parent| IndexParent::Ancestor(parent.table));
    with_index(|index| IndexDef { interleave: host, ..index }, table)
}

fn in_own_table(table: Table) -> Table {
    with_index(|index| IndexDef { interleave: Some(IndexParent::OwnTable), ..index }, table)
}

/// The expected finding: the rule, the index and the column.
type Found = (Rule, Option<&'static str>, Option<&'static str>);

#[allow(clippy::unnecessary_wraps, reason = "a case expects a finding or none")]
const fn in_key(rule: Rule, column: &'static str) -> Option<Found> {
    Some((rule, None, Some(column)))
}

#[allow(clippy::unnecessary_wraps, reason = "a case expects a finding or none")]
const fn in_index(rule: Rule, column: &'static str) -> Option<Found> {
    Some((rule, Some("I"), Some(column)))
}

const FINE: Option<Found> = None;
const UNUSED: Option<Found> = Some((Rule::UnusedWaiver, Some("I"), None));
const BEHIND_FEW: Rule = Rule::OnlyFewValuesBefore;

/// Checks cases, one on a line: a name, a table, and the expected finding.
macro_rules! check {
    ($($what:literal: $table:expr => $expected:expr;)+) => {
        check([$(($what, $table, $expected)),+]);
    };
}

/// `lint` finds just this in the table, and the DDL is refused for it.
fn check(cases: impl IntoIterator<Item = (&'static str, Table, Option<Found>)>) {
    let mut wrong = Vec::new();
    for (what, table, expected) in cases {
        let findings = lint(&table);
        let found = |at: usize| {
            let finding = findings.get(at)?;
            Some((finding.rule, finding.index.as_deref(), finding.column.as_deref()))
        };
        if found(0) != expected || findings.len() > 1 {
            wrong.push(format!("{what}: {findings:?}, but {expected:?} was expected"));
        }
        let refused = Schema::new().add(table).ddl(Dialect::GoogleSql).err();
        let by = refused.as_ref().and_then(|error| error.findings().first());
        if by.map(|finding| finding.rule) != expected.map(|(rule, ..)| rule) {
            wrong.push(format!("{what}: the DDL is refused with {refused:?}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn walk_continues_below_a_root_of_few_values() {
    // Whatever is known of how a BOOL arrives, it has two values.
    let flag = ColumnDef { arrival: Arrival::Natural, ..FLAG };
    for few in [FLAG, flag, null("Flag", SqlType::BOOL), STATE, LETTER, BYTE] {
        let hot = |column| below(root(1, [few]), 1, [column]);
        let sharded = |inputs| {
            let shard = shard_column("Shard", inputs, ShardBy::Database);
            below(root(1, [ColumnDef { nullable: false, ..few }]), 2, [shard, AT])
        };
        let chance = shard_column("Shard", &[], ShardBy::Chance);
        let shard = shard_column("Shard", &[0], ShardBy::Client);
        let nullable_input = below(root(1, [ColumnDef { nullable: true, ..few }]), 2, [shard, AT]);
        check! {
            "few values alone": root(1, [few]) => FINE;
            "a clock": hot(AT) => in_key(BEHIND_FEW, "At");
            "a date": hot(DAY) => in_key(BEHIND_FEW, "Day");
            "a commit timestamp": hot(COMMIT) => in_key(BEHIND_FEW, "Commit");
            "a ULID": hot(ULID) => in_key(BEHIND_FEW, "Ulid");
            "a type that is a ULID": hot(ULID_TYPE) => in_key(BEHIND_FEW, "Given");
            "a UUIDv7": hot(V7) => in_key(BEHIND_FEW, "V7");
            "an integer": hot(NUMBER) => in_key(BEHIND_FEW, "Number");
            "a shard of the root's part": sharded(&[0]) => in_key(Rule::ShardOfFewValues, "Shard");
            "a shard of a nullable part": nullable_input => in_key(Rule::ShardInput, "Shard");
            "a shard of the clock, too": sharded(&[0, 2]) => FINE;
            "a shard of the clock": sharded(&[2]) => FINE;
            "a random shard": below(root(1, [few]), 2, [chance, AT]) => FINE;
            "a UUID": below(root(1, [few]), 2, [ID, AT]) => FINE;
            "text": below(root(1, [few]), 2, [NAME, AT]) => FINE;
            "a clock outside the key": below(root(1, [few]), 1, [ID, AT]) => FINE;
            "a clock that is accepted": waived(1, ALLOWED, hot(AT)) => FINE;
            "a clock that is vouched for": waived(1, SPREAD, hot(AT)) => FINE;
            "no additional part": below(root(1, [few]), 0, [AT]) => FINE;
        }
    }
}

#[test]
fn children_of_a_spread_root_are_not_checked() {
    let hot = root(1, [AT]);
    check! {
        "below a UUID": below(root(1, [ID]), 1, [AT]) => FINE;
        "below a flag and a UUID": below(root(2, [FLAG, ID]), 1, [AT]) => FINE;
        "below text": below(root(1, [NAME]), 1, [ULID]) => FINE;
        "below a clock that is accepted": below(waived(0, ALLOWED, hot), 1, [DAY]) => FINE;
        "a waiver below a UUID":
            waived(1, ALLOWED, below(root(1, [ID]), 1, [AT])) => in_key(Rule::UnusedWaiver, "At");
    }
    // A child whose key is not its parent's is reported as such, and not walked.
    let child = below(root(1, [FLAG]), 1, [AT]);
    let renamed = TableDef { columns: list([col("Other", SqlType::BOOL), AT]), ..child };
    assert_eq!(found(&renamed), [Rule::ParentKey]);
    // The root is reported, and its child is not.
    let child = below(hot, 1, [DAY]);
    assert_eq!(lint(&child), []);
    let findings = Schema::new().add(child).lint(Dialect::GoogleSql);
    assert_eq!(findings.len(), 1, "{findings:?}");
    assert_eq!((findings[0].rule, findings[0].table.as_str()), (Rule::ClockLeads, "Root"));
}

#[test]
fn walk_reaches_grandchildren() {
    let few = || below(root(1, [FLAG]), 1, [STATE]);
    let spread = || below(root(1, [FLAG]), 1, [ID]);
    let same_key = || below(root(1, [FLAG]), 0, []);
    check! {
        "few values all the way": below(few(), 1, [LETTER]) => FINE;
        "a clock below few values": below(few(), 1, [AT]) => in_key(BEHIND_FEW, "At");
        "an integer": below(few(), 1, [NUMBER]) => in_key(BEHIND_FEW, "Number");
        "below the root's own key": below(same_key(), 1, [AT]) => in_key(BEHIND_FEW, "At");
        "text below few values": below(few(), 2, [NAME, AT]) => FINE;
        "a clock below a UUID": below(spread(), 1, [AT]) => FINE;
    }
}

#[test]
fn interleaved_indexes_spread_with_their_host() {
    let child = |columns| below(root(1, [FLAG]), 1, columns);
    let of_uuid = below(root(1, [ColumnDef { name: "Root", ..ID }]), 1, [ID, AT]);
    check! {
        "a clock in a root of few values":
            in_parent(indexed(&[0, 2], child([ID, AT]))) => in_index(BEHIND_FEW, "At");
        "the same, accepted":
            index_waived(ALLOWED, in_parent(indexed(&[0, 2], child([ID, AT])))) => FINE;
        "the same, vouched for":
            index_waived(SPREAD, in_parent(indexed(&[0, 2], child([ID, AT])))) => FINE;
        "a UUID before the clock": in_parent(indexed(&[0, 1, 2], child([ID, AT]))) => FINE;
        "a clock below a UUID": in_parent(indexed(&[0, 2], of_uuid)) => FINE;
        "a waiver below a UUID":
            index_waived(ALLOWED, in_parent(indexed(&[0, 2], of_uuid))) => UNUSED;
        "a clock in a table of few values":
            in_own_table(indexed(&[0, 1], root(1, [FLAG, AT]))) => in_index(BEHIND_FEW, "At");
        "a name there": in_own_table(indexed(&[0, 1], root(1, [FLAG, NAME]))) => FINE;
        "a clock in a spread table": in_own_table(indexed(&[0, 1], root(1, [ID, AT]))) => FINE;
    }
}

#[test]
fn types_with_few_values_continue_the_walk() {
    for few in [FLAG, STATE, LETTER, BYTE] {
        check! {
            "in a key": root(2, [few, AT]) => in_key(BEHIND_FEW, "At");
            "in a key before a UUID": root(2, [few, ID]) => FINE;
            "in an index": indexed(&[1, 2], root(1, [ID, few, AT])) => in_index(BEHIND_FEW, "At");
            "in an index before a name": indexed(&[1, 2], root(1, [ID, few, NAME])) => FINE;
            "in an index, before the key": indexed(&[1], root(1, [ID, few])) => FINE;
        }
    }
    for many in [col("Two", SqlType::text(2)), col("Two", SqlType::bytes(2))] {
        check! {
            "two letters in a key": root(2, [many, AT]) => FINE;
            "two letters in an index": indexed(&[1, 2], root(1, [ID, many, AT])) => FINE;
        }
    }
}

#[test]
fn generated_columns_of_a_clock_are_hot() {
    let text = |name, sql| ColumnDef {
        nullable: true,
        ..filled(name, SqlType::text(64), generated(sql, true))
    };
    let made = |sql| text("Made", SqlText::both(sql));
    let by_made = |sql| indexed(&[2], root(1, [ID, AT, made(sql), NAME, ULID, FLAG]));
    let hot = in_index(Rule::ClockLeads, "Made");
    let before_clock = |sql| indexed(&[2, 1], root(1, [ID, AT, made(sql), NAME, FLAG, STATE]));
    let behind = in_index(BEHIND_FEW, "At");
    check! {
        "of a clock": by_made("CAST({At} AS STRING)") => hot;
        "of a time-ordered id": by_made("LOWER({Ulid})") => hot;
        "of two clocks": by_made("CONCAT(CAST({At} AS STRING), {Ulid})") => hot;
        "of a clock and a name": by_made("CONCAT(CAST({At} AS STRING), {Name})") => FINE;
        "of a clock and a flag": by_made("IF({Flag}, {At}, NULL)") => hot;
        "of a hash of both": by_made("SHA1(IF({Flag}, {Ulid}, NULL))") => FINE;
        "of few values": by_made("LOWER({Flag})") => FINE;
        "of few values, before a clock": before_clock("CONCAT({Flag}, {Kind})") => behind;
        "of few values, hashed": before_clock("MD5({Kind})") => behind;
        "of few values and a name": before_clock("CONCAT({Name}, {Kind})") => FINE;
        "of nothing, before a clock": before_clock("'a'") => FINE;
        "of a name": by_made("LOWER({Name})") => FINE;
        "of nothing": by_made("'a'") => FINE;
        "of a hashed clock": by_made("TO_HEX(SHA256(CAST({At} AS STRING)))") => FINE;
        "of a hash in small letters": by_made("to_hex(md5 (CAST({At} AS STRING)))") => FINE;
        "a hash in a literal": by_made(r#"CONCAT('it\'s SHA1(', "MD5(", {Ulid})"#) => hot;
        "a hash behind a literal": by_made("CONCAT('a', MD5({Ulid}))") => FINE;
        "named like a hash": by_made("MY_SHA256(CAST({At} AS STRING))") => hot;
        "vouched for": index_waived(SPREAD, by_made("CAST({At} AS STRING)")) => FINE;
        "accepted": index_waived(ALLOWED, by_made("CAST({At} AS STRING)")) => FINE;
        "a waiver on a hash":
            index_waived(SPREAD, by_made("TO_HEX(SHA1(CAST({At} AS STRING)))")) => UNUSED;
    }
    // One dialect is enough to be hot, and one column may be generated from the other.
    let google = SqlText { googlesql: Some("CAST({At} AS STRING)"), postgresql: None };
    let postgresql = SqlText { googlesql: Some("{Name}"), postgresql: Some("{At}::text") };
    let mixed = SqlText { googlesql: Some("{Few}"), postgresql: Some("{At}::text") };
    let again = text("Made", SqlText::both("UPPER({Once})"));
    let once = text("Once", SqlText::both("CAST({At} AS STRING)"));
    let few = ColumnDef { name: "Few", field: "Few", ..FLAG };
    let with = |column| indexed(&[2], root(1, [ID, AT, column, once, NAME, few]));
    check! {
        "in GoogleSQL only": with(text("Made", google)) => hot;
        "in PostgreSQL only": with(text("Made", postgresql)) => hot;
        "of a clock in one, of few values in the other": with(text("Made", mixed)) => hot;
        "generated from a generated column": with(again) => hot;
    }
    // A default of the current time changes nothing.
    let now = SqlText { googlesql: Some("CURRENT_TIMESTAMP()"), postgresql: Some("now()") };
    let at = ColumnDef { fill: Fill::Default(now), ..AT };
    check! {
        "a default in the key": root(1, [at]) => in_key(Rule::ClockLeads, "At");
        "in an index": indexed(&[1], root(1, [ID, at])) => in_index(Rule::ClockLeads, "At");
    }
    // A part of the key.
    let key = |sql| {
        let made = filled("Made", SqlType::text(64), generated(SqlText::both(sql), true));
        root(2, [made, AT])
    };
    check! {
        "a key of a clock": key("CAST({At} AS STRING)") => in_key(Rule::ClockLeads, "Made");
        "a key of a hash": key("TO_HEX(SHA512(CAST({At} AS STRING)))") => FINE;
    }
}

static OTHER: Table =
    TableDef { key: &[KeyPart::new(0)], ..TableDef::new("Other", &[ID, AT, NAME, DAY]) };

static SHARDED: Table = TableDef {
    key: &[KeyPart::new(0), KeyPart::new(1)],
    ..TableDef::new("Sharded", &[shard_column("Shard", &[1], ShardBy::Database), ULID])
};

#[test]
fn foreign_keys_have_indexes_that_can_be_hot() {
    type Other = fn() -> &'static Table;
    let to = |other: Other, columns: &'static [usize], fields: &'static [&'static str], waiver| {
        let references = ReferenceDef::Table { table: other, fields };
        let key = ForeignKeyDef { waiver, ..ForeignKeyDef::new(columns, references) };
        let given = ColumnDef { fill: Fill::Supplied, ..ULID };
        let columns = [ID, AT, NAME, DAY, given, NUMBER];
        TableDef { foreign_keys: list([key]), ..root(1, columns) }
    };
    let (other, sharded): (Other, Other) = (|| &OTHER, || &SHARDED);
    let unused = Some((Rule::UnusedWaiver, None, None));
    check! {
        "a clock on both sides": to(other, &[1], &["At"], None) => in_key(Rule::ClockLeads, "At");
        "a date": to(other, &[3], &["Day"], None) => in_key(Rule::ClockLeads, "Day");
        "accepted": to(other, &[1], &["At"], ALLOWED) => FINE;
        "vouched for": to(other, &[3], &["Day"], SPREAD) => FINE;
        "a name": to(other, &[2], &["Name"], None) => FINE;
        "a waiver on a name": to(other, &[2], &["Name"], ALLOWED) => unused;
        "a reason on a name": to(other, &[2], &["Name"], SPREAD) => unused;
        // The index has the order of the other table's columns, not of the foreign key.
        "a date behind a name": to(other, &[3, 2], &["Day", "Name"], None) => FINE;
        "a name behind a clock":
            to(other, &[2, 1], &["Name", "At"], None) => in_key(Rule::ClockLeads, "At");
        "the whole key": to(other, &[0], &["Id"], None) => FINE;
        "a waiver on the whole key": to(other, &[0], &["Id"], ALLOWED) => unused;
        "a part of a sharded key":
            to(sharded, &[4], &["Ulid"], None) => in_key(Rule::TimeOrderedIdLeads, "Ulid");
        // Ids that are made in order here cannot be vouched for.
        "a part of a sharded key, vouched for":
            to(sharded, &[4], &["Ulid"], SPREAD) => in_key(Rule::TimeOrderedIdLeads, "Ulid");
        "the same, accepted": to(sharded, &[4], &["Ulid"], ALLOWED) => FINE;
        "a whole sharded key": to(sharded, &[5, 4], &["Shard", "Ulid"], None) => FINE;
        // By the key of the other table, as far as its columns are referenced.
        "a key in another order": to(sharded, &[4, 5], &["Ulid", "Shard"], None) => FINE;
        "a whole key and a clock": to(other, &[1, 0], &["At", "Id"], None) => FINE;
    }
}

/// Spanner keeps no index for a foreign key where a primary key serves as one, so only that key is
/// hot.
#[test]
fn foreign_keys_between_hot_keys_have_no_index() {
    fn other() -> &'static Table {
        static BY_TIME: Table = TableDef {
            key: &[KeyPart { waiver: ALLOWED, ..KeyPart::new(0) }],
            ..TableDef::new("ByTime", &[AT, ID])
        };
        &BY_TIME
    }
    fn by_id() -> &'static Table {
        static BY_ID: Table = TableDef {
            key: &[KeyPart::new(1), KeyPart::new(0)],
            ..TableDef::new("ById", &[AT, ID])
        };
        &BY_ID
    }
    fn longer() -> &'static Table {
        static BY_TIME: Table = TableDef {
            key: &[KeyPart { waiver: ALLOWED, ..KeyPart::new(0) }, KeyPart::new(1)],
            ..TableDef::new("ByTime", &[AT, ID])
        };
        &BY_TIME
    }
    let references = ReferenceDef::Table { table: other, fields: &["At"] };
    let to = |columns| list([ForeignKeyDef::new(columns, references)]);
    let hot = waived(0, ALLOWED, root(1, [AT, ColumnDef { name: "Then", field: "Then", ..AT }]));
    check! {
        "of both": TableDef { foreign_keys: to(&[0]), ..hot } => FINE;
        "of one": TableDef { foreign_keys: to(&[1]), ..hot } => in_key(Rule::ClockLeads, "Then");
        // Nor for one that the key of its own table begins with.
        "of the first part":
            TableDef { foreign_keys: to(&[0]), ..waived(0, ALLOWED, root(2, [AT, ID])) } => FINE;
        "of the second part":
            TableDef { foreign_keys: to(&[1]), ..root(2, [ID, AT]) }
                => in_key(Rule::ClockLeads, "At");
    }
    // The order is that of the other key, not of its columns.
    let both = ReferenceDef::Table { table: by_id, fields: &["At", "Id"] };
    let pair = list([ForeignKeyDef::new(list([1, 0]), both)]);
    check! {
        "to a whole key": TableDef { foreign_keys: pair, ..root(2, [ID, AT]) } => FINE;
        "from a part of a key": TableDef { foreign_keys: pair, ..root(1, [ID, AT]) } => FINE;
    }
    // The other table needs its whole key to do without an index.
    let references = ReferenceDef::Table { table: longer, fields: &["At"] };
    let part = list([ForeignKeyDef::new(list([0]), references)]);
    check! {
        "to the first part":
            TableDef { foreign_keys: part, ..waived(0, ALLOWED, root(2, [AT, ID])) }
                => in_key(Rule::ClockLeads, "At");
    }
}

#[test]
fn supplied_values_can_be_vouched_for() {
    let key = |column| waived(0, SPREAD, root(1, [column]));
    let index = |column| index_waived(SPREAD, indexed(&[1], root(1, [ID, column])));
    let integer = filled("Number", SqlType::INT64, Fill::Default(SqlText::both("1")));
    for column in [AT, DAY, ULID_TYPE, NUMBER, integer] {
        check! {
            "a key": key(column) => FINE;
        }
    }
    for column in [AT, DAY, ULID_TYPE] {
        check! {
            "an index": index(column) => FINE;
        }
    }
    check! {
        // The database or this crate makes these, in order.
        "a commit timestamp": key(COMMIT) => in_key(Rule::ClockLeads, "Commit");
        "it in an index": index(COMMIT) => in_index(Rule::ClockLeads, "Commit");
        "a ULID that is filled": key(ULID) => in_key(Rule::TimeOrderedIdLeads, "Ulid");
        "it in an index": index(ULID) => in_index(Rule::TimeOrderedIdLeads, "Ulid");
        // Nothing to vouch for.
        "text": key(NAME) => in_key(Rule::UnusedWaiver, "Name");
        "text in an index": index(NAME) => UNUSED;
        "a measure in an index": index(NUMBER) => UNUSED;
        "few values": waived(0, SPREAD, root(1, [FLAG])) => in_key(Rule::UnusedWaiver, "Flag");
        "few values before a clock":
            waived(0, SPREAD, root(2, [FLAG, AT])) => in_key(BEHIND_FEW, "At");
        // The waiver of an index is about its own columns.
        "few values before a key that is vouched for":
            index_waived(SPREAD, indexed(&[1], waived(0, SPREAD, root(1, [AT, FLAG])))) => UNUSED;
    }
}

/// The version of a UUID that the application makes is checked at `insert`; `allow_hotspot`
/// disables the check, so it is not an unused waiver there.
#[test]
fn waivers_lift_the_check_of_a_supplied_uuid() {
    let given = col("Given", SqlType::UUID);
    let by_given = || indexed(&[1], root(1, [ID, given]));
    check! {
        "a key": root(1, [given]) => FINE;
        "a key with a waiver": waived(0, ALLOWED, root(1, [given])) => FINE;
        "an index": by_given() => FINE;
        "an index with a waiver": index_waived(ALLOWED, by_given()) => FINE;
        "an index that a name leads":
            index_waived(ALLOWED, indexed(&[2, 1], root(1, [ID, given, NAME]))) => UNUSED;
    }
}
