//! The rules at run time: for each one a table that it refuses, and one near it that it lets pass.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use spanner_keys::rules::{Rule, lint};
use spanner_keys::schema::{
    Arrival, ColumnDef, CounterOptions, Fill, ForeignKeyDef, IndexColumn, IndexDef, IndexParent,
    KeyPart, OnDelete, ParentDef, ReferenceDef, ShardBy, ShardDef, SqlType, TableDef, Ttl, Waiver,
};

const ID: ColumnDef<'static> =
    ColumnDef { fill: Fill::UuidV4, ..ColumnDef::new("Id", SqlType::text(36)) };
const AT: ColumnDef<'static> = ColumnDef::new("At", SqlType::TIMESTAMP);
const DAY: ColumnDef<'static> = ColumnDef::new("Day", SqlType::DATE);
const NUMBER: ColumnDef<'static> = ColumnDef::new("Number", SqlType::INT64);
const DONE: ColumnDef<'static> = ColumnDef::new("Done", SqlType::BOOL);
const NAME: ColumnDef<'static> = ColumnDef::new("Name", SqlType::text(64));
const ULID: ColumnDef<'static> =
    ColumnDef { fill: Fill::UlidKey, ..ColumnDef::new("Ulid", SqlType::text(26)) };

/// Tables borrow; what a test builds may stay until it ends.
fn kept<T: Clone>(list: &[T]) -> &'static [T] {
    Box::leak(list.to_vec().into_boxed_slice())
}

/// An index over these columns.
fn index(columns: &[usize]) -> IndexDef<'static> {
    let columns: Vec<_> =
        columns.iter().map(|column| IndexColumn { column: *column, descending: false }).collect();
    IndexDef::new("I", kept(&columns))
}

const fn shard(inputs: &'static [usize], by: ShardBy) -> ColumnDef<'static> {
    ColumnDef {
        fill: Fill::Shard(ShardDef { count: 16, inputs, by }),
        ..ColumnDef::new("Shard", SqlType::INT64)
    }
}

/// A table with these columns and key parts.
fn keyed(columns: &[ColumnDef<'static>], parts: &[KeyPart<'static>]) -> TableDef<'static> {
    TableDef { key: kept(parts), ..TableDef::new("T", kept(columns)) }
}

fn found(table: &TableDef<'_>) -> Vec<Rule> {
    lint(table).into_iter().map(|finding| finding.rule).collect()
}

const ALL: &[KeyPart<'static>] =
    &[KeyPart::new(0), KeyPart::new(1), KeyPart::new(2), KeyPart::new(3)];

fn check(rule: Rule, refused: &TableDef<'_>, accepted: &TableDef<'_>) {
    assert_eq!(found(refused), [rule], "refused");
    assert_eq!(found(accepted), [], "accepted");
}

#[test]
fn clock_leads() {
    for clock in
        [AT, DAY, ColumnDef { commit_timestamp: true, ..AT }, ColumnDef { nullable: true, ..AT }]
    {
        check(Rule::ClockLeads, &keyed(&[clock, ID], &ALL[..2]), &keyed(&[ID, clock], &ALL[..2]));
        let descending = [KeyPart { descending: true, ..KeyPart::new(0) }];
        assert_eq!(
            found(&keyed(&[clock], &descending)),
            [Rule::ClockLeads],
            "DESC excuses nothing"
        );
        let waived =
            [KeyPart { waiver: Some(Waiver::AllowHotspot("one row a day")), ..KeyPart::new(0) }];
        assert_eq!(found(&keyed(&[clock], &waived)), []);
    }
    let columns = [ID, AT];
    let with = |index| TableDef { indexes: kept(&[index]), ..keyed(&columns, &ALL[..1]) };
    check(
        Rule::ClockLeads,
        &with(index(&[1])),
        &with(IndexDef { interleave: Some(IndexParent::OwnTable), ..index(&[0, 1]) }),
    );
    assert_eq!(found(&with(IndexDef { allow_hotspot: Some("few rows"), ..index(&[1]) })), []);
}

#[test]
fn time_ordered_id_leads() {
    let v7 = ColumnDef { fill: Fill::UuidV7, ..ID };
    let typed = ColumnDef { arrival: Arrival::TimeOrdered, ..NAME };
    for id in [ULID, v7, typed] {
        check(Rule::TimeOrderedIdLeads, &keyed(&[id], &ALL[..1]), &keyed(&[NAME, id], &ALL[..2]));
    }
}

#[test]
fn integer_leads() {
    check(Rule::IntegerLeads, &keyed(&[NUMBER, ID], &ALL[..2]), &keyed(&[ID, NUMBER], &ALL[..2]));
    for fill in [Fill::Random, Fill::BitReversed, Fill::Identity(CounterOptions::default())] {
        assert_eq!(found(&keyed(&[ColumnDef { fill, ..NUMBER }], &ALL[..1])), []);
    }
    let vouched = [KeyPart { waiver: Some(Waiver::Spread("drawn at random")), ..KeyPart::new(0) }];
    assert_eq!(found(&keyed(&[NUMBER], &vouched)), []);
    let columns = [ID, NUMBER];
    let measured = TableDef { indexes: kept(&[index(&[1])]), ..keyed(&columns, &ALL[..1]) };
    assert_eq!(found(&measured), [], "a measure in an index");
}

#[test]
fn only_few_values_before() {
    for late in [AT, DAY, NUMBER, ULID] {
        check(
            Rule::OnlyFewValuesBefore,
            &keyed(&[DONE, late, ID], &ALL[..3]),
            &keyed(&[DONE, ID, late], &ALL[..3]),
        );
    }
    let weak = shard(&[1], ShardBy::Database);
    check(
        Rule::OnlyFewValuesBefore,
        &keyed(&[weak, DONE, AT], &ALL[..3]),
        &keyed(&[shard(&[1, 2], ShardBy::Database), DONE, AT], &ALL[..3]),
    );
    check(
        Rule::OnlyFewValuesBefore,
        &keyed(&[weak, DAY], &ALL[..2]),
        &keyed(&[shard(&[], ShardBy::Chance), DAY], &ALL[..2]),
    );
    assert_eq!(found(&keyed(&[DONE], &ALL[..1])), [], "few values to the end");
}

#[test]
fn index_tail() {
    let columns = [ULID, DONE];
    let waived = [KeyPart { waiver: Some(Waiver::AllowHotspot("one a day")), ..KeyPart::new(0) }];
    let by_done = kept(&[index(&[1])]);
    assert_eq!(
        found(&TableDef { indexes: by_done, ..keyed(&columns, &waived) }),
        [],
        "waived in the key already"
    );
    let inherited = KeyPart { inherited: true, ..KeyPart::new(0) };
    let child = |parent, columns: &[_], parts: &[_]| TableDef {
        name: "C",
        parent: Some(ParentDef { table: &kept(&[parent])[0], on_delete: OnDelete::NoAction }),
        indexes: by_done,
        ..keyed(columns, parts)
    };
    let below = [ColumnDef { fill: Fill::Supplied, ..ULID }, DONE, AT];
    assert_eq!(
        found(&child(keyed(&columns, &waived), &below, &[inherited])),
        [],
        "waived at the root already"
    );
    // A root of few rows is fine; what comes below it in order is not, in an index of its own.
    let state = ColumnDef { name: "State", field: "State", ..DONE };
    let of_few = keyed(&[state], &ALL[..1]);
    let late = child(of_few, &[state, DONE, AT], &[inherited, KeyPart::new(2)]);
    assert_eq!(found(&late), [Rule::OnlyFewValuesBefore], "no walk of a key met the part");
    let spread = child(of_few, &[state, DONE, ID], &[inherited, KeyPart::new(2)]);
    assert_eq!(found(&spread), []);
}

#[test]
fn unused_waiver() {
    let hot = Some(Waiver::AllowHotspot("why"));
    let behind = [KeyPart::new(0), KeyPart { waiver: hot, ..KeyPart::new(1) }];
    let leading = [KeyPart { waiver: hot, ..KeyPart::new(0) }, KeyPart::new(1)];
    check(Rule::UnusedWaiver, &keyed(&[ID, AT], &behind), &keyed(&[AT, ID], &leading));
    let vouched = [KeyPart { waiver: Some(Waiver::Spread("why")), ..KeyPart::new(0) }];
    check(Rule::UnusedWaiver, &keyed(&[NAME], &vouched), &keyed(&[NUMBER], &vouched));
    let supplied =
        ColumnDef { arrival: Arrival::SuppliedUuid, ..ColumnDef::new("U", SqlType::UUID) };
    assert_eq!(found(&keyed(&[supplied, ID], &leading)), [], "it lifts the check of the version");
    let columns = [ID, NAME, AT];
    let with = |index| TableDef { indexes: kept(&[index]), ..keyed(&columns, &ALL[..1]) };
    let waived = |column| IndexDef { allow_hotspot: Some("why"), ..index(&[column]) };
    check(Rule::UnusedWaiver, &with(waived(1)), &with(waived(2)));
}

#[test]
fn key_type() {
    for ty in [SqlType::FLOAT32, SqlType::JSON, SqlType::text(10).array()] {
        let column = ColumnDef::new("C", ty);
        check(
            Rule::KeyType,
            &keyed(&[column], &ALL[..1]),
            &keyed(&[ColumnDef::new("C", SqlType::FLOAT64)], &ALL[..1]),
        );
        let columns = [ID, column, NAME];
        let storing = IndexDef { storing: &[1], ..index(&[2]) };
        let with = |index| TableDef { indexes: kept(&[index]), ..keyed(&columns, &ALL[..1]) };
        check(Rule::KeyType, &with(index(&[1])), &with(storing));
    }
}

#[test]
fn parent_key() {
    let parent_columns = [ID, NUMBER];
    let parent = keyed(&parent_columns, &ALL[..2]);
    let interleaved = Some(ParentDef { table: &kept(&[parent])[0], on_delete: OnDelete::NoAction });
    let inherited = |column| KeyPart { inherited: true, ..KeyPart::new(column) };
    let child = |columns: &[_], key: &[_]| TableDef {
        name: "C",
        parent: interleaved,
        ..keyed(columns, key)
    };
    let good = [ID, NUMBER, NAME];
    let parts = [inherited(0), inherited(1), KeyPart::new(2)];
    assert_eq!(found(&child(&good, &parts)), []);
    assert_eq!(found(&child(&good, &parts[..2])), [], "the child's key may be the parent's");
    let mistakes: [([ColumnDef<'static>; 3], Vec<KeyPart<'static>>); 8] = [
        ([ColumnDef { name: "id", ..ID }, NUMBER, NAME], parts.to_vec()),
        ([ColumnDef { ty: SqlType::text(20), ..ID }, NUMBER, NAME], parts.to_vec()),
        ([ID, ColumnDef { ty: SqlType::TIMESTAMP, ..NUMBER }, NAME], parts.to_vec()),
        ([ColumnDef { nullable: true, ..ID }, NUMBER, NAME], parts.to_vec()),
        ([ID, ColumnDef { commit_timestamp: true, ..NUMBER }, NAME], parts.to_vec()),
        (good, vec![inherited(1), inherited(0)]),
        (good, vec![inherited(0), KeyPart::new(2)]),
        (good, vec![inherited(0), inherited(1), inherited(2)]),
    ];
    for (columns, key) in mistakes {
        let findings = found(&child(&columns, &key));
        assert!(findings.contains(&Rule::ParentKey), "{findings:?}");
    }
    let descending = [inherited(0), KeyPart { descending: true, ..inherited(1) }];
    check(Rule::ParentKey, &child(&good, &descending), &child(&good, &parts[..2]));
}

#[test]
fn interleave_depth() {
    let columns = [ID];
    let inherited = [KeyPart { inherited: true, ..KeyPart::new(0) }];
    let mut table: &'static TableDef<'static> = Box::leak(Box::new(TableDef {
        key: &ALL[..1],
        ..TableDef::new("T1", Box::leak(Box::new(columns)))
    }));
    for depth in 2..=8 {
        table = Box::leak(Box::new(TableDef {
            parent: Some(ParentDef { table, on_delete: OnDelete::Cascade }),
            key: Box::leak(Box::new(inherited)),
            ..TableDef::new(Box::leak(format!("T{depth}").into_boxed_str()), table.columns)
        }));
        if let Some(parent) = table.parent.filter(|_| depth > 7) {
            check(Rule::InterleaveDepth, table, parent.table);
        } else {
            assert_eq!(found(table), [], "{depth} deep");
        }
    }
}

#[test]
fn key_length() {
    let columns: Vec<_> = (0..18)
        .map(|number| {
            let name: &'static str = Box::leak(format!("N{number}").into_boxed_str());
            ColumnDef { name, field: name, ..NAME }
        })
        .collect();
    let parts: Vec<_> = (0..18).map(KeyPart::new).collect();
    let with =
        |key: usize| TableDef { indexes: kept(&[index(&[17])]), ..keyed(&columns, &parts[..key]) };
    check(Rule::KeyLength, &with(16), &with(15));
    let parent = &kept(&[keyed(&columns, &parts[..15])])[0];
    let inherited: Vec<_> =
        parts.iter().map(|part| KeyPart { inherited: part.column < 15, ..*part }).collect();
    let interleaved = Some(ParentDef { table: parent, on_delete: OnDelete::NoAction });
    let child = |count: usize| TableDef {
        name: "C",
        parent: interleaved,
        ..keyed(&columns, &inherited[..count])
    };
    check(Rule::KeyLength, &child(17), &child(16));
}

#[test]
fn index_parent() {
    let columns = [ID, NAME, NUMBER];
    let parent = &kept(&[keyed(&columns, &ALL[..1])])[0];
    let stranger = &kept(&[TableDef { name: "S", ..*parent }])[0];
    let key = [KeyPart { inherited: true, ..KeyPart::new(0) }, KeyPart::new(2)];
    let interleaved = Some(ParentDef { table: parent, on_delete: OnDelete::NoAction });
    let with = |index| TableDef {
        name: "C",
        indexes: kept(&[index]),
        parent: interleaved,
        ..keyed(&columns, &key)
    };
    let within = |index, ancestor| {
        with(IndexDef { interleave: Some(IndexParent::Ancestor(ancestor)), ..index })
    };
    assert_eq!(found(&within(index(&[0, 1]), parent)), []);
    assert_eq!(found(&within(index(&[0, 1]), stranger)), [Rule::IndexParent]);
    assert_eq!(
        found(&within(index(&[1, 0]), parent)),
        [Rule::IndexParent],
        "does not start with the key"
    );
    let descending = IndexDef::new("I", &[IndexColumn { column: 0, descending: true }]);
    assert_eq!(found(&within(descending, parent)), [Rule::IndexParent], "another direction");
    let own = |columns: &[_]| {
        with(IndexDef { interleave: Some(IndexParent::OwnTable), ..index(columns) })
    };
    check(Rule::IndexParent, &own(&[0, 1]), &own(&[0, 2, 1]));
}

static OTHER: TableDef<'static> =
    TableDef { key: &[KeyPart::new(0)], ..TableDef::new("Other", &[ID, AT]) };

#[test]
fn foreign_key() {
    let columns = [ID, NUMBER, NAME, ColumnDef { commit_timestamp: true, ..AT }];
    let with = |columns_here: &'static [usize], fields: &'static [&'static str]| {
        let key = ForeignKeyDef {
            name: None,
            columns: columns_here,
            references: ReferenceDef::Table { table: || &OTHER, fields },
            on_delete: OnDelete::NoAction,
        };
        let keys: &'static [ForeignKeyDef<'static>] = Box::leak(Box::new([key]));
        TableDef { foreign_keys: keys, ..keyed(&columns, &ALL[..1]) }
    };
    check(Rule::ForeignKey, &with(&[1], &["Id"]), &with(&[2], &["Id"]));
    assert_eq!(found(&with(&[2], &["Nobody"])), [Rule::ForeignKey]);
    assert_eq!(found(&with(&[3], &["At"])), [Rule::ForeignKey], "a commit timestamp");
}

static SHARDED: TableDef<'static> = TableDef {
    key: &[KeyPart::new(0), KeyPart::new(1)],
    ..TableDef::new(
        "Sharded",
        &[
            ColumnDef {
                fill: Fill::Shard(ShardDef { count: 16, inputs: &[1], by: ShardBy::Database }),
                ..ColumnDef::new("Shard", SqlType::INT64)
            },
            ULID,
        ],
    )
};

/// Spanner keeps an index on each side of a foreign key that is not the whole primary key, and it
/// can be hot.
#[test]
fn foreign_key_indexes() {
    let columns = [ID, ColumnDef { fill: Fill::Supplied, ..ULID }, NUMBER, AT];
    let with = |columns_here: &'static [usize],
                table: fn() -> &'static TableDef<'static>,
                fields: &'static [&'static str]| {
        let key = ForeignKeyDef {
            name: None,
            columns: columns_here,
            references: ReferenceDef::Table { table, fields },
            on_delete: OnDelete::NoAction,
        };
        TableDef { foreign_keys: kept(&[key]), ..keyed(&columns, &ALL[..1]) }
    };
    check(
        Rule::TimeOrderedIdLeads,
        &with(&[1], || &SHARDED, &["Ulid"]),
        &with(&[2, 1], || &SHARDED, &["Shard", "Ulid"]),
    );
    assert_eq!(
        found(&with(&[3], || &OTHER, &["At"])),
        [Rule::ClockLeads],
        "one finding for one foreign key"
    );
}

static EXPIRING_CHILD: TableDef<'static> = TableDef {
    key: &[KeyPart { inherited: true, ..KeyPart::new(0) }],
    parent: Some(ParentDef { table: &EXPIRING, on_delete: OnDelete::Cascade }),
    ..TableDef::new("Child", &[ID])
};

static EXPIRING: TableDef<'static> = TableDef { ttl: Some(Ttl { column: 1, days: 3 }), ..OTHER };

#[test]
fn expiry() {
    let columns = [ID, AT, DAY];
    let with =
        |column| TableDef { ttl: Some(Ttl { column, days: 1 }), ..keyed(&columns, &ALL[..1]) };
    check(Rule::Expiry, &with(2), &with(1));
    let key = [KeyPart { inherited: true, ..KeyPart::new(0) }];
    let child = |on_delete| TableDef {
        name: "C",
        key: &key,
        parent: Some(ParentDef { table: &EXPIRING, on_delete }),
        ..TableDef::new("C", &columns)
    };
    check(Rule::Expiry, &child(OnDelete::NoAction), &child(OnDelete::Cascade));
    for (on_delete, expected) in
        [(OnDelete::NoAction, vec![Rule::Expiry]), (OnDelete::Cascade, vec![])]
    {
        let key = [ForeignKeyDef {
            name: None,
            columns: &[0],
            references: ReferenceDef::Table { table: || &EXPIRING, fields: &["Id"] },
            on_delete,
        }];
        assert_eq!(found(&TableDef { foreign_keys: &key, ..keyed(&columns, &ALL[..1]) }), expected);
        let key = [ForeignKeyDef {
            references: ReferenceDef::Table { table: || &EXPIRING_CHILD, fields: &["Id"] },
            ..key[0]
        }];
        assert_eq!(
            found(&TableDef { foreign_keys: &key, ..keyed(&columns, &ALL[..1]) }),
            expected,
            "below an expiring row"
        );
    }
}

#[test]
fn fill_type() {
    for fill in [Fill::Random, Fill::Identity(CounterOptions::default()), Fill::BitReversed] {
        let filled = |ty| ColumnDef { fill, ..ColumnDef::new("C", ty) };
        check(
            Rule::FillType,
            &keyed(&[filled(SqlType::text(10))], &ALL[..1]),
            &keyed(&[filled(SqlType::INT64)], &ALL[..1]),
        );
    }
    let stamped = |ty| ColumnDef { commit_timestamp: true, ..ColumnDef::new("C", ty) };
    check(
        Rule::FillType,
        &keyed(&[ID, stamped(SqlType::DATE)], &ALL[..1]),
        &keyed(&[ID, stamped(SqlType::TIMESTAMP)], &ALL[..1]),
    );
}

#[test]
fn shard_input() {
    let weight = ColumnDef::new("Weight", SqlType::FLOAT64);
    for bad in
        [ColumnDef { nullable: true, ..NAME }, weight, ColumnDef { commit_timestamp: true, ..AT }]
    {
        let columns = [shard(&[1, 2], ShardBy::Database), NUMBER, bad];
        check(
            Rule::ShardInput,
            &keyed(&columns, &ALL[..3]),
            &keyed(&[shard(&[1, 2], ShardBy::Database), NUMBER, NAME], &ALL[..3]),
        );
    }
    let numbered = ColumnDef { fill: Fill::Identity(CounterOptions::default()), ..NUMBER };
    check(
        Rule::ShardInput,
        &keyed(&[shard(&[1], ShardBy::Client), numbered], &ALL[..2]),
        &keyed(&[shard(&[1], ShardBy::Database), numbered], &ALL[..2]),
    );
}

#[test]
fn unbounded_key() {
    let unbounded = ColumnDef { ty: SqlType::TEXT, ..NAME };
    check(Rule::UnboundedKey, &keyed(&[unbounded], &ALL[..1]), &keyed(&[NAME], &ALL[..1]));
}

/// A rule is finished when it has a case that the compiler refuses and one near it that it accepts
/// (files that end with `// rule: its-name`), the same at run time (`check` in a test of its name
/// here), and a section in the README.
#[test]
fn every_rule_has_its_cases() {
    let tests: String = include_str!("rules.rs").split_whitespace().collect();
    let readme = include_str!("../../../../README.md");
    let (refused, accepted) = (cases("ui"), cases("pass"));
    for rule in Rule::ALL {
        let anchor = rule.anchor();
        assert!(
            tests.contains(&format!("#[test]fn{}(){{", anchor.replace('-', "_"))),
            "no test for {anchor}"
        );
        assert!(
            tests.contains(&format!("check(Rule::{rule:?},")),
            "no table that {anchor} refuses, and none that it accepts"
        );
        assert!(readme.contains(&format!("\n### {anchor}\n")), "no section for {anchor}");
        // Advice, which the compiler does not give.
        if rule != Rule::UnboundedKey {
            assert!(refused.contains_key(anchor), "no file in `ui` for {anchor}");
            assert!(accepted.contains_key(anchor), "no file in `pass` for {anchor}");
        }
    }
    for anchor in refused.keys().chain(accepted.keys()) {
        assert!(Rule::ALL.iter().any(|rule| rule.anchor() == anchor), "there is no rule {anchor}");
    }
    let count = |cases: &BTreeMap<String, usize>| cases.values().sum::<usize>();
    println!(
        "{} rules, {} refused cases, {} accepted ones",
        Rule::ALL.len(),
        count(&refused),
        count(&accepted)
    );
}

/// How many files of a folder say that they are cases of a rule. A refused one has the text of its
/// error beside it.
fn cases(folder: &str) -> BTreeMap<String, usize> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(folder);
    let mut cases = BTreeMap::new();
    for entry in fs::read_dir(&folder).into_iter().flatten().flatten() {
        let path = entry.path();
        let text = fs::read_to_string(&path).unwrap_or_default();
        let rules = text
            .lines()
            .filter_map(|line| line.strip_prefix("// rule: "))
            .filter(|_| path.extension() == Some("rs".as_ref()));
        for rule in rules {
            assert!(
                folder.ends_with("pass") || path.with_extension("stderr").is_file(),
                "{} has no text",
                path.display()
            );
            *cases.entry(rule.to_owned()).or_default() += 1;
        }
    }
    cases
}
