//! The rules at run time: for each one a table that it refuses, and a near miss that it accepts.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use spanner_keys::rules::{Level, Rule, lint};
use spanner_keys::schema::{
    Arrival, CheckDef, ColumnDef, ColumnExtra, CounterOptions, Fill, ForeignKeyDef, IndexColumn,
    IndexDef, IndexParent, KeyPart, OnDelete, ReferenceDef, SequenceDef, ShardBy, ShardDef,
    SqlText, SqlType, StoredValue, TableDef, Ttl, UuidHalf, VariantDef, Waiver,
};
use spanner_keys::{Dialect, Schema};
use spanner_keys_quick_tests::tables::{
    AT, DAY, DONE, ID, NAME, NUMBER, ULID, filled, found, inherited, kept, under, up,
};

/// An index over these columns.
fn index(columns: &[usize]) -> IndexDef<'static> {
    let columns: Vec<_> = columns.iter().map(|column| up(*column)).collect();
    IndexDef::new("I", columns.leak())
}

const fn shard(inputs: &'static [usize], by: ShardBy) -> ColumnDef<'static> {
    filled("Shard", SqlType::INT64, Fill::Shard(ShardDef { count: 16, inputs, by }))
}

/// A table with these columns and key parts.
fn keyed(columns: &[ColumnDef<'static>], parts: &[KeyPart<'static>]) -> TableDef<'static> {
    TableDef { key: kept(parts), ..TableDef::new("T", kept(columns)) }
}

/// The rules that refuse the table's DDL, in any dialect.
fn refusing(table: &TableDef<'_>) -> Vec<Rule> {
    let mut rules = Vec::new();
    for dialect in [Dialect::GoogleSql, Dialect::PostgreSql] {
        let Err(error) = Schema::new().add(*table).ddl(dialect) else { continue };
        rules.extend(error.findings().iter().map(|finding| finding.rule));
    }
    rules
}

const ALL: &[KeyPart<'static>] =
    &[KeyPart::new(0), KeyPart::new(1), KeyPart::new(2), KeyPart::new(3)];

/// A table whose first column is the key, with this index.
fn indexed(columns: &[ColumnDef<'static>], index: IndexDef<'static>) -> TableDef<'static> {
    TableDef { indexes: kept(&[index]), ..keyed(columns, &ALL[..1]) }
}

/// `lint` finds the rule broken in one table and not in the other, and the DDL follows it.
fn check(rule: Rule, refused: &TableDef<'_>, accepted: &TableDef<'_>) {
    assert_eq!(found(refused), [rule], "refused");
    assert_eq!(found(accepted), [], "accepted");
    let is_error = rule.level() == Level::Error;
    assert_eq!(refusing(refused).contains(&rule), is_error, "{rule}: the DDL of the refused table");
    let only_dialects = refusing(accepted).iter().all(|rule| *rule == Rule::DialectLimit);
    assert!(only_dialects, "{rule}: the DDL of the accepted table");
}

#[test]
fn clock_leads() {
    for clock in
        [AT, DAY, ColumnDef { commit_timestamp: true, ..AT }, ColumnDef { nullable: true, ..AT }]
    {
        check(Rule::ClockLeads, &keyed(&[clock, ID], &ALL[..2]), &keyed(&[ID, clock], &ALL[..2]));
        let descending = [KeyPart { descending: true, ..KeyPart::new(0) }];
        assert_eq!(found(&keyed(&[clock], &descending)), [Rule::ClockLeads], "DESC does not help");
        let waived =
            [KeyPart { waiver: Some(Waiver::AllowHotspot("one row a day")), ..KeyPart::new(0) }];
        assert_eq!(found(&keyed(&[clock], &waived)), []);
    }
    let with = |index| indexed(&[ID, AT], index);
    check(
        Rule::ClockLeads,
        &with(index(&[1])),
        &with(IndexDef { interleave: Some(IndexParent::OwnTable), ..index(&[0, 1]) }),
    );
    assert_eq!(
        found(&with(IndexDef { waiver: Some(Waiver::AllowHotspot("few rows")), ..index(&[1]) })),
        []
    );
}

#[test]
fn time_ordered_id_leads() {
    let v7 = ColumnDef { fill: Fill::UuidV7, ..ID };
    let typed = ColumnDef { name: "Typed", arrival: Arrival::TimeOrdered, ..NAME };
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
    assert_eq!(found(&indexed(&[ID, NUMBER], index(&[1]))), [], "a measure in an index");
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
    assert_eq!(found(&keyed(&[DONE], &ALL[..1])), [], "few values to the end");
}

#[test]
fn shard_of_few_values() {
    let weak = shard(&[1], ShardBy::Database);
    check(
        Rule::ShardOfFewValues,
        &keyed(&[weak, DONE, AT], &ALL[..3]),
        &keyed(&[shard(&[1, 2], ShardBy::Database), DONE, AT], &ALL[..3]),
    );
    check(
        Rule::ShardOfFewValues,
        &keyed(&[weak, DAY], &ALL[..2]),
        &keyed(&[shard(&[], ShardBy::Chance), DAY], &ALL[..2]),
    );
    assert_eq!(found(&keyed(&[weak, DONE, ID], &ALL[..3])), [], "nothing arrives in order");
    // The shard is reported, wherever it is, and the waiver may be on it or on the hot part.
    let flagged = [DONE, shard(&[0], ShardBy::Database), AT];
    let table = keyed(&flagged, &ALL[..3]);
    assert_eq!(lint(&table)[0].column.as_deref(), Some("Shard"));
    for part in 0..3 {
        let mut key = ALL[..3].to_vec();
        key[part].waiver = Some(Waiver::AllowHotspot("few rows"));
        let waived = found(&keyed(&flagged, &key));
        assert_eq!(waived.is_empty(), part > 0, "a waiver on part {part}: {waived:?}");
    }
    // The same in an index, whose finding names both.
    let by_shard = indexed(&[ID, shard(&[2], ShardBy::Database), DONE, AT], index(&[1, 3]));
    let finding = &lint(&by_shard)[0];
    assert_eq!(
        (finding.rule, finding.index.as_deref(), finding.column.as_deref()),
        (Rule::ShardOfFewValues, Some("I"), Some("Shard"))
    );
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
    let child = |parent, columns: &[_], parts: &[_]| TableDef {
        name: "C",
        parent: under(&kept(&[parent])[0], OnDelete::NoAction),
        indexes: by_done,
        ..keyed(columns, parts)
    };
    let below = [ColumnDef { fill: Fill::Supplied, ..ULID }, DONE, AT];
    assert_eq!(
        found(&child(keyed(&columns, &waived), &below, &[inherited(0)])),
        [],
        "waived at the root already"
    );
    let by_done_of = |key: &[_]| TableDef { indexes: by_done, ..keyed(&[NAME, DONE, AT], key) };
    let ends_hot = TableDef {
        indexes: kept(&[index(&[1, 0])]),
        ..by_done_of(&[KeyPart::new(0), KeyPart::new(2)])
    };
    assert_eq!(found(&ends_hot), [], "the name spreads the index, too");
    let leads = [KeyPart { waiver: Some(Waiver::Spread("dates of birth")), ..KeyPart::new(2) }];
    assert_eq!(found(&by_done_of(&leads)), [], "vouched for in the key already");
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
    let with = |index| indexed(&[ID, NAME, AT], index);
    let waived = |column| IndexDef { waiver: hot, ..index(&[column]) };
    check(Rule::UnusedWaiver, &with(waived(1)), &with(waived(2)));
}

#[test]
fn key_type() {
    for ty in [SqlType::FLOAT32, SqlType::JSON, SqlType::text(10).array()] {
        let column = ColumnDef::new("C", ty);
        check(
            Rule::KeyType,
            &keyed(&[column], &ALL[..1]),
            &keyed(&[ID, ColumnDef::new("C", SqlType::FLOAT64)], &ALL[..2]),
        );
        let storing = IndexDef { storing: &[1], ..index(&[2]) };
        let with = |index| indexed(&[ID, column, NAME], index);
        check(Rule::KeyType, &with(index(&[1])), &with(storing));
    }
}

#[test]
fn parent_key() {
    let parent_columns = [ID, NUMBER];
    let parent = keyed(&parent_columns, &ALL[..2]);
    let interleaved = under(&kept(&[parent])[0], OnDelete::NoAction);
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

/// A line of this many tables, each below the one before.
fn line(depth: usize) -> TableDef<'static> {
    let mut table = TableDef { name: "T1", ..keyed(&[ID], &ALL[..1]) };
    for level in 2..=depth {
        table = TableDef {
            name: format!("T{level}").leak(),
            parent: under(&kept(&[table])[0], OnDelete::Cascade),
            key: const { &[inherited(0)] },
            ..table
        };
    }
    table
}

#[test]
fn interleave_depth() {
    check(Rule::InterleaveDepth, &line(8), &line(7));
    assert_eq!(found(&line(9)), [], "reported for the table above");
    // An interleaved index counts as a level below its host, which may be an ancestor.
    let own = |depth| {
        let index = IndexDef { interleave: Some(IndexParent::OwnTable), ..index(&[0]) };
        TableDef { indexes: kept(&[index]), ..line(depth) }
    };
    check(Rule::InterleaveDepth, &own(7), &own(6));
    let finding = &lint(&own(7))[0];
    assert_eq!(
        (finding.index.as_deref(), finding.count, finding.limit),
        (Some("I"), Some(8), Some(7))
    );
    let bottom = line(7);
    let in_parent = bottom.parent.map(|parent| IndexDef {
        interleave: Some(IndexParent::Ancestor(parent.table)),
        ..index(&[0])
    });
    let indexes: Vec<_> = in_parent.into_iter().collect();
    assert_eq!(found(&TableDef { indexes: &indexes, ..bottom }), []);
}

#[test]
fn key_length() {
    let columns: Vec<_> = (0..18)
        .map(|number| {
            let name: &'static str = format!("N{number}").leak();
            ColumnDef { name, field: name, ..NAME }
        })
        .collect();
    let parts: Vec<_> = (0..18).map(KeyPart::new).collect();
    let with =
        |key: usize| TableDef { indexes: kept(&[index(&[17])]), ..keyed(&columns, &parts[..key]) };
    check(Rule::KeyLength, &with(16), &with(15));
    let root = |count: usize| keyed(&columns, &parts[..count]);
    check(Rule::KeyLength, &root(17), &root(16));
    let finding = &lint(&root(17))[0];
    assert_eq!((finding.count, finding.limit), (Some(17), Some(16)));
    check(Rule::KeyLength, &keyed(&columns, &[]), &keyed(&columns, &parts[..1]));
    check(
        Rule::KeyLength,
        &keyed(&columns, &[KeyPart::new(0), KeyPart::new(0)]),
        &keyed(&columns, &[KeyPart::new(0), KeyPart::new(1)]),
    );
    let parent = &kept(&[keyed(&columns, &parts[..15])])[0];
    let inherited: Vec<_> =
        parts.iter().map(|part| KeyPart { inherited: part.column < 15, ..*part }).collect();
    let interleaved = under(parent, OnDelete::NoAction);
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
    let key = [inherited(0), KeyPart::new(2)];
    let interleaved = under(parent, OnDelete::NoAction);
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
    // The key of the host is compared by name, type, nullability and direction.
    for (name, other) in [
        ("name", ColumnDef { name: "Other", ..ID }),
        ("type", ColumnDef { ty: SqlType::bytes(16), ..ID }),
        ("length", ColumnDef { ty: SqlType::text(40), ..ID }),
        ("nullability", ColumnDef { nullable: true, fill: Fill::Supplied, ..ID }),
    ] {
        let host = &kept(&[keyed(&[other, NAME, NUMBER], &ALL[..1])])[0];
        let rules = [found(&within(index(&[0, 1]), host)), refusing(&within(index(&[0, 1]), host))];
        assert!(rules.iter().all(|rules| rules.contains(&Rule::IndexParent)), "{name}: {rules:?}");
    }
    let down = [KeyPart { descending: true, ..KeyPart::new(0) }];
    let host = &kept(&[keyed(&columns, &down)])[0];
    assert_eq!(found(&within(index(&[0, 1]), host)), [Rule::IndexParent], "direction of the key");
}

#[test]
fn index_columns() {
    let with = |index| indexed(&[ID, NAME, NUMBER], index);
    check(Rule::IndexColumns, &with(index(&[])), &with(index(&[1])));
    check(Rule::IndexColumns, &with(index(&[1, 1])), &with(index(&[1, 2])));
    let storing = |storing| with(IndexDef { storing, ..index(&[1]) });
    for wrong in [&[0][..], &[1], &[2, 2]] {
        check(Rule::IndexColumns, &storing(wrong), &storing(&[2]));
    }
}

static OTHER: TableDef<'static> =
    TableDef { key: &[KeyPart::new(0)], ..TableDef::new("Other", &[ID, AT]) };

#[test]
fn foreign_key() {
    let columns = [ID, NUMBER, NAME, ColumnDef { commit_timestamp: true, ..AT }];
    let with = |columns_here: &'static [usize], fields: &'static [&'static str]| {
        let references = ReferenceDef::Table { table: || &OTHER, fields };
        let key = ForeignKeyDef::new(columns_here, references);
        TableDef { foreign_keys: kept(&[key]), ..keyed(&columns, &ALL[..1]) }
    };
    check(Rule::ForeignKey, &with(&[1], &["Id"]), &with(&[2], &["Id"]));
    assert_eq!(found(&with(&[2], &["Unknown"])), [Rule::ForeignKey]);
    assert_eq!(found(&with(&[3], &["At"])), [Rule::ForeignKey], "a commit timestamp");
}

static SHARDED: TableDef<'static> = TableDef {
    key: &[KeyPart::new(0), KeyPart::new(1)],
    ..TableDef::new("Sharded", &[shard(&[1], ShardBy::Database), ULID])
};

/// Spanner keeps an index on each side of a foreign key that is not the whole primary key, and it
/// can be hot.
#[test]
fn foreign_key_indexes() {
    let columns = [ID, ColumnDef { fill: Fill::Supplied, ..ULID }, NUMBER, AT];
    let with = |columns_here: &'static [usize],
                table: fn() -> &'static TableDef<'static>,
                fields: &'static [&'static str]| {
        let references = ReferenceDef::Table { table, fields };
        let key = ForeignKeyDef::new(columns_here, references);
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
    key: &[inherited(0)],
    parent: under(&EXPIRING, OnDelete::Cascade),
    ..TableDef::new("Child", &[ID])
};

static EXPIRING: TableDef<'static> = TableDef { ttl: Some(Ttl { column: 1, days: 3 }), ..OTHER };

#[test]
fn expiry() {
    let columns = [ID, AT, DAY];
    let with =
        |column| TableDef { ttl: Some(Ttl { column, days: 1 }), ..keyed(&columns, &ALL[..1]) };
    check(Rule::Expiry, &with(2), &with(1));
    let key = [inherited(0)];
    let child = |on_delete| TableDef {
        name: "C",
        key: &key,
        parent: under(&EXPIRING, on_delete),
        ..TableDef::new("C", &columns)
    };
    check(Rule::Expiry, &child(OnDelete::NoAction), &child(OnDelete::Cascade));
    for (on_delete, expected) in
        [(OnDelete::NoAction, vec![Rule::Expiry]), (OnDelete::Cascade, vec![])]
    {
        let references = ReferenceDef::Table { table: || &EXPIRING, fields: &["Id"] };
        let key = [ForeignKeyDef { on_delete, ..ForeignKeyDef::new(&[0], references) }];
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
fn halves_of_uuids() {
    let half = |name, ty, half| filled(name, ty, Fill::UuidHalf(half));
    let high = half("High", SqlType::INT64, UuidHalf::High);
    let low = half("Low", SqlType::INT64, UuidHalf::Low);
    let pair = keyed(&[high, low], &ALL[..2]);
    for (columns, parts) in [
        (vec![high], 1),
        (vec![low, NAME], 2),
        (vec![high, ColumnDef { name: "Again", ..high }, low], 3),
        (vec![ID, low, high], 1),
        (vec![high, low], 1),
        (vec![half("High", SqlType::text(36), UuidHalf::High), low], 2),
    ] {
        let refused = keyed(&columns, &ALL[..parts]);
        let rules = found(&refused);
        assert!(rules.contains(&Rule::FillType), "{refused:?}");
        assert!(rules.iter().all(|rule| *rule == Rule::FillType), "{rules:?} {refused:?}");
        assert!(refusing(&refused).contains(&Rule::FillType), "{refused:?}");
    }
    assert_eq!(found(&pair), []);
    // Either half may lead, and nothing else must spread the key.
    assert_eq!(found(&keyed(&[low, AT, high], &ALL[..3])), []);
}

/// One variant, by the kind of its value.
const NAMES: &[VariantDef<'_>] = &[VariantDef { name: "A", value: StoredValue::Name("a") }];
const NUMBERS: &[VariantDef<'_>] = &[VariantDef { name: "A", value: StoredValue::Number(1) }];

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
    let (text, bytes) = (SqlType::text, SqlType::bytes);
    for (fill, fits, unfit) in [
        (Fill::UuidV4, &[text(36), bytes(16), SqlType::UUID][..], &[text(35), bytes(15)][..]),
        (Fill::UuidV7, &[text(36), bytes(16), SqlType::UUID], &[text(35), bytes(15)]),
        (Fill::UlidKey, &[text(26), bytes(16)], &[text(25), bytes(15), SqlType::UUID]),
    ] {
        let table = |ty| keyed(&[NAME, ColumnDef { fill, ..ColumnDef::new("C", ty) }], &ALL[..1]);
        let never = [SqlType::INT64, SqlType::BOOL, fits[0].array()];
        for unfit in unfit.iter().chain(&never) {
            for fits in fits {
                check(Rule::FillType, &table(*unfit), &table(*fits));
            }
        }
    }
    let long = |ty| keyed(&[ID, ColumnDef::new("C", ty)], &ALL[..1]);
    check(Rule::FillType, &long(text(2_621_441)), &long(text(2_621_440)));
    check(Rule::FillType, &long(bytes(0)), &long(bytes(1)));
    check(Rule::FillType, &long(SqlType::INT64.with_length(9)), &long(SqlType::INT64));
    let vector = |ty, sql_type| {
        let extra = Box::leak(Box::new(ColumnExtra {
            vector_length: Some(3),
            sql_type,
            ..ColumnExtra::NONE
        }));
        keyed(&[ID, ColumnDef { extra: Some(extra), ..ColumnDef::new("C", ty) }], &ALL[..1])
    };
    for fits in [SqlType::FLOAT32.array(), SqlType::FLOAT64.array()] {
        for unfit in [SqlType::FLOAT32, SqlType::FLOAT64, SqlType::INT64.array(), SqlType::TEXT] {
            check(Rule::FillType, &vector(unfit, None), &vector(fits, None));
        }
    }
    let other = Some(SqlText::both("ARRAY<FLOAT16>"));
    check(Rule::FillType, &vector(SqlType::BYTES, None), &vector(SqlType::BYTES, other));
    let checked = |ty, variants, sql_type| {
        let extra =
            Box::leak(Box::new(ColumnExtra { check_values: true, sql_type, ..ColumnExtra::NONE }));
        let column = ColumnDef { extra: Some(extra), variants, ..ColumnDef::new("C", ty) };
        keyed(&[ID, column], &ALL[..1])
    };
    let (names, numbers) =
        (checked(SqlType::TEXT, NAMES, None), checked(SqlType::INT64, NUMBERS, None));
    check(Rule::FillType, &checked(SqlType::TEXT, &[], None), &names);
    check(Rule::FillType, &checked(SqlType::TEXT, NUMBERS, None), &names);
    check(Rule::FillType, &checked(SqlType::TEXT.array(), NAMES, None), &names);
    check(Rule::FillType, &checked(SqlType::INT64, NAMES, None), &numbers);
    check(Rule::FillType, &checked(SqlType::INT64, NUMBERS, other), &numbers);
    let nullable = |fill| keyed(&[ID, ColumnDef { fill, nullable: true, ..NUMBER }], &ALL[..1]);
    let random = Fill::Shard(ShardDef { count: 2, inputs: &[], by: ShardBy::Chance });
    let identity = Fill::Identity(CounterOptions::default());
    check(Rule::FillType, &nullable(random), &nullable(identity));
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

/// A client's shard over a column with a default: the client asks for the value, so it knows it.
#[test]
fn client_shards_of_defaults_have_ddl() {
    let default = ColumnDef { fill: Fill::Default(SqlText::both("1")), ..NUMBER };
    let table = keyed(&[shard(&[1], ShardBy::Client), default], &ALL[..2]);
    assert_eq!((found(&table), refusing(&table)), (vec![], vec![]));
}

#[test]
fn counter() {
    let with = |skip_range, start_counter| {
        let fill = Fill::Identity(CounterOptions { skip_range, start_counter });
        keyed(&[ColumnDef { fill, ..NUMBER }], &ALL[..1])
    };
    check(Rule::Counter, &with(Some((2, 1)), None), &with(Some((1, 2)), None));
    check(Rule::Counter, &with(Some((-5, 0)), None), &with(Some((-5, 1)), None));
    check(Rule::Counter, &with(None, Some(0)), &with(None, Some(1)));
    // One sequence, two meanings: only a schema can show it.
    let counted = |name, start| {
        let options = CounterOptions { skip_range: None, start_counter: Some(start) };
        let fill = Fill::Sequence(SequenceDef { name: "S", options });
        TableDef { name, ..keyed(&[ColumnDef { fill, ..NUMBER }], &ALL[..1]) }
    };
    let rules = |schema: Schema<'_>| {
        let findings = schema.lint(Dialect::GoogleSql).into_iter();
        findings.map(|finding| (finding.rule, finding.table)).collect::<Vec<_>>()
    };
    let two = |start| Schema::new().add(counted("A", 1)).add(counted("B", start));
    assert_eq!(rules(two(2)), [(Rule::Counter, "B".to_owned())]);
    assert_eq!(rules(two(1)), []);
}

#[test]
fn expression() {
    let with = |fill| keyed(&[ID, ColumnDef { fill, ..NUMBER }, AT], &ALL[..1]);
    let generated = |sql| with(Fill::Generated { sql: SqlText::both(sql), stored: true });
    let default = |sql| with(Fill::Default(SqlText::both(sql)));
    check(Rule::Expression, &default("{Id}"), &default("1"));
    for wrong in ["{Number} + 1", "{unknown}", "", "{"] {
        check(Rule::Expression, &generated(wrong), &generated("LENGTH({Id})"));
    }
    let checked = |sql| TableDef {
        checks: kept(&[CheckDef { name: None, sql: SqlText::both(sql) }]),
        ..keyed(&[ID, ColumnDef { commit_timestamp: true, ..AT }], &ALL[..1])
    };
    check(Rule::Expression, &checked("1 = 1"), &checked("{Id} <> ''"));
    check(Rule::Expression, &checked("{At} IS NOT NULL"), &checked("{Id} IS NOT NULL"));
}

#[test]
fn name() {
    let named = |name| TableDef { name, ..keyed(&[ID], &ALL[..1]) };
    for wrong in ["", "1T", "a b", "`"] {
        check(Rule::Name, &named(wrong), &named("T1"));
    }
    let long = "n".repeat(129);
    check(Rule::Name, &named(&long), &named(&long[..63]));
    let twice = |name| keyed(&[ID, ColumnDef { name, ..NAME }], &ALL[..1]);
    check(Rule::Name, &twice("iD"), &twice("Id2"));
}

#[test]
fn table_size() {
    let columns: Vec<_> =
        (0..1025).map(|at| ColumnDef { name: format!("C{at}").leak(), ..ID }).collect();
    let with = |count: usize| keyed(&columns[..count], &ALL[..1]);
    check(Rule::TableSize, &with(1025), &with(1024));
    let indexes: Vec<_> =
        (0..129).map(|at| IndexDef { name: format!("I{at}").leak(), ..index(&[0]) }).collect();
    let with = |count| TableDef { indexes: &indexes[..count], ..keyed(&[ID], &ALL[..1]) };
    check(Rule::TableSize, &with(129), &with(128));
}

#[test]
fn unknown_column() {
    check(Rule::UnknownColumn, &keyed(&[ID], &ALL[1..2]), &keyed(&[ID], &ALL[..1]));
    // A table that is known by name is looked for in the schema.
    let key = |table| {
        let references = ReferenceDef::Named { schema: None, table, columns: &["Id"] };
        ForeignKeyDef::new(const { &[0] }, references)
    };
    let to = |name| TableDef { foreign_keys: kept(&[key(name)]), ..keyed(&[ID], &ALL[..1]) };
    assert_eq!(found(&to("Unknown")), [], "one table knows no other");
    assert_eq!(refusing(&to("Unknown")), [Rule::UnknownColumn; 2]);
    assert_eq!(refusing(&to("T")), []);
}

#[test]
fn dialect_limit() {
    let descending = [KeyPart { descending: true, ..KeyPart::new(0) }];
    let schema = Schema::new().add(keyed(&[NAME], &descending));
    assert_eq!(schema.lint(Dialect::GoogleSql), []);
    let findings = schema.lint(Dialect::PostgreSql);
    assert_eq!(findings.len(), 1, "{findings:?}");
    assert_eq!(
        (findings[0].rule, findings[0].dialect, findings[0].column.as_deref()),
        (Rule::DialectLimit, Some(Dialect::PostgreSql), Some("Name"))
    );
}

#[test]
fn unbounded_key() {
    for ty in [SqlType::TEXT, SqlType::BYTES] {
        let column = |ty| ColumnDef { ty, ..NAME };
        let bounded = ty.with_length(64);
        check(
            Rule::UnboundedKey,
            &keyed(&[column(ty)], &ALL[..1]),
            &keyed(&[column(bounded)], &ALL[..1]),
        );
        assert_eq!(found(&keyed(&[ID, column(ty)], &ALL[..1])), [], "no part of the key");
    }
}

#[test]
fn unique_integer() {
    let with = |index| indexed(&[ID, NUMBER, NAME], index);
    let unique = |columns: &[_]| IndexDef { unique: true, ..index(columns) };
    check(Rule::UniqueInteger, &with(unique(&[1])), &with(index(&[1])));
    check(Rule::UniqueInteger, &with(unique(&[1, 2])), &with(unique(&[2, 1])));
    for waiver in [Waiver::Spread("why"), Waiver::AllowHotspot("why")] {
        let waived = |index| IndexDef { waiver: Some(waiver), ..index };
        check(Rule::UniqueInteger, &with(unique(&[1])), &with(waived(unique(&[1]))));
        check(Rule::UnusedWaiver, &with(waived(index(&[1]))), &with(waived(unique(&[1, 2]))));
        check(Rule::UnusedWaiver, &with(waived(unique(&[2, 1]))), &with(waived(unique(&[1]))));
    }
}

#[test]
fn state_before_clock() {
    let named = |name| ColumnDef { name, ..NAME };
    for state in ["status", "State", "order_kind", "OrderType"] {
        let key = |first| keyed(&[named(first), AT], &ALL[..2]);
        check(Rule::StateBeforeClock, &key(state), &key("Tenant"));
        let with = |by: &[_]| indexed(&[ID, named(state), AT, NUMBER], index(by));
        check(Rule::StateBeforeClock, &with(&[1, 2]), &with(&[1, 3]));
        let finding = &lint(&with(&[1, 2]))[0];
        assert_eq!((finding.index.as_deref(), finding.column.as_deref()), (Some("I"), Some(state)));
    }
    assert_eq!(found(&keyed(&[named("estate"), AT], &ALL[..2])), []);
}

#[test]
fn measure_leads() {
    for ty in [SqlType::NUMERIC, SqlType::FLOAT64] {
        let size = ColumnDef::new("Size", ty);
        check(Rule::MeasureLeads, &keyed(&[size, ID], &ALL[..2]), &keyed(&[ID, size], &ALL[..2]));
        let with = |by: &[_]| indexed(&[ID, size, NAME], index(by));
        check(Rule::MeasureLeads, &with(&[1]), &with(&[2, 1]));
    }
}

/// The rules that no derived table can break, and why. They have no case for the compiler.
const NOT_COMPILED: &[(Rule, &str)] = &[
    (Rule::TableSize, "1,025 fields: the derive's own tests have them, and a case would take long"),
    (Rule::UnknownColumn, "the derive finds fields by name, and tables by type"),
    (Rule::DialectLimit, "a struct does not say in which dialect its table will be"),
];

/// A rule is complete when it has a case that the compiler refuses and a near miss that it accepts
/// (files that end with `// rule: its-name`), the same at run time (`check` in a test of its name
/// here), and a whole page. Advice has no case for the compiler.
#[test]
fn every_rule_has_its_cases() {
    let tests: String = include_str!("rules.rs").split_whitespace().collect();
    let (refused, accepted) = (cases("ui"), cases("pass"));
    let mut missing = Vec::new();
    for rule in Rule::ALL {
        let name = rule.name();
        let mut needs = |fact: bool, what: &str| {
            if !fact {
                missing.push(format!("{name} has no {what}"));
            }
        };
        let test = format!("#[test]fn{}(){{", name.replace('-', "_"));
        let body = tests.split_once(&test).map_or("", |(_, rest)| rest);
        let body = body.split("#[test]").next().unwrap_or_default();
        // `lint` does not know the dialect.
        let call = if *rule == Rule::DialectLimit { "" } else { "check(" };
        needs(body.contains(&format!("{call}Rule::{rule:?},")), "test of its name with `check`");
        let page = rule.page();
        let parts = ["\n\n**Why.** ", "\n\n**Fix.** ", "\n\n**When to waive it.** "];
        let places = parts.map(|part| page.find(part));
        needs(
            page.starts_with(&format!("# {name}\n\n"))
                && places.is_sorted()
                && places.iter().all(Option::is_some),
            "page with its name, what it rejects, why, the fix, and when to waive it",
        );
        let compiled =
            rule.level() == Level::Error && NOT_COMPILED.iter().all(|(exempt, _)| exempt != rule);
        needs(refused.contains_key(name) == compiled, "fitting case in `ui`");
        needs(accepted.contains_key(name) == compiled, "fitting case in `pass`");
    }
    assert!(missing.is_empty(), "{}", missing.join("\n"));
    for name in refused.keys().chain(accepted.keys()) {
        assert!(name.parse::<Rule>().is_ok(), "there is no rule {name}");
    }
    let count = |cases: &BTreeMap<String, usize>| cases.values().sum::<usize>();
    println!(
        "{} rules, {} refused cases, {} accepted ones",
        Rule::ALL.len(),
        count(&refused),
        count(&accepted)
    );
}

/// The number of cases of each rule in a folder. A refused one has a snapshot of its error.
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
            let error = fs::read_to_string(path.with_extension("stderr")).unwrap_or_default();
            assert!(
                folder.ends_with("pass") || error.contains(&format!("explain {rule}`")),
                "the error of {} does not name the page of {rule}",
                path.display()
            );
            *cases.entry(rule.to_owned()).or_default() += 1;
        }
    }
    cases
}
