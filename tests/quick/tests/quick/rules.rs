//! The rules at run time: tables that they refuse, and near misses that they accept. What Spanner
//! refuses too is in `refusals`, which the emulator suite also runs.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use spanner_keys::rules::{Level, Rule, lint};
use spanner_keys::schema::{
    Arrival, ColumnDef, ColumnExtra, CounterOptions, Fill, IndexColumn, IndexDef, IndexParent,
    KeyPart, OnDelete, ShardBy, SqlText, SqlType, StoredValue, TableDef, UuidHalf, VariantDef,
    Waiver,
};
use spanner_keys::{Dialect, Schema};
use spanner_keys_quick_tests::refusals;
use spanner_keys_quick_tests::tables::{
    AT, DAY, DONE, ID, NAME, NUMBER, ULID, filled, found, inherited, kept, shard_column, under, up,
};

/// An index over these columns.
fn index(columns: &[usize]) -> IndexDef<'static> {
    let columns: Vec<_> = columns.iter().map(|column| up(*column)).collect();
    IndexDef::new("I", columns.leak())
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
    let weak = shard_column("Shard", &[1], ShardBy::Database);
    check(
        Rule::ShardOfFewValues,
        &keyed(&[weak, DONE, AT], &ALL[..3]),
        &keyed(&[shard_column("Shard", &[1, 2], ShardBy::Database), DONE, AT], &ALL[..3]),
    );
    check(
        Rule::ShardOfFewValues,
        &keyed(&[weak, DAY], &ALL[..2]),
        &keyed(&[shard_column("Shard", &[], ShardBy::Chance), DAY], &ALL[..2]),
    );
    assert_eq!(found(&keyed(&[weak, DONE, ID], &ALL[..3])), [], "nothing arrives in order");
    // The shard is reported, wherever it is, and the waiver may be on it or on the hot part.
    let flagged = [DONE, shard_column("Shard", &[0], ShardBy::Database), AT];
    let table = keyed(&flagged, &ALL[..3]);
    assert_eq!(lint(&table)[0].column.as_deref(), Some("Shard"));
    for part in 0..3 {
        let mut key = ALL[..3].to_vec();
        key[part].waiver = Some(Waiver::AllowHotspot("few rows"));
        let waived = found(&keyed(&flagged, &key));
        assert_eq!(waived.is_empty(), part > 0, "a waiver on part {part}: {waived:?}");
    }
    // The same in an index, whose finding names both.
    let by_shard =
        indexed(&[ID, shard_column("Shard", &[2], ShardBy::Database), DONE, AT], index(&[1, 3]));
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

/// One mistake is one error: the tables below it are not reported.
#[test]
fn only_the_first_table_that_is_too_deep_is_reported() {
    assert_eq!(found(&line(8)), [Rule::InterleaveDepth]);
    assert_eq!(found(&line(9)), []);
    let bottom = line(7);
    let in_parent = bottom.parent.map(|parent| IndexDef {
        interleave: Some(IndexParent::Ancestor(parent.table)),
        ..index(&[0])
    });
    let indexes: Vec<_> = in_parent.into_iter().collect();
    assert_eq!(found(&TableDef { indexes: &indexes, ..bottom }), [], "it is on level 7");
}

#[test]
fn inherited_columns_count_in_a_key() {
    let names = (0..18).map(|number| &*format!("N{number}").leak());
    let columns: Vec<_> = names.map(|name| ColumnDef { name, field: name, ..NAME }).collect();
    let parts: Vec<_> =
        (0..18).map(|at| if at < 15 { inherited(at) } else { KeyPart::new(at) }).collect();
    let above: Vec<_> = (0..15).map(KeyPart::new).collect();
    let parent = under(&kept(&[keyed(&columns, &above)])[0], OnDelete::NoAction);
    let child = |count: usize| TableDef { name: "C", parent, ..keyed(&columns, &parts[..count]) };
    check(Rule::KeyLength, &child(17), &child(16));
}

/// Nothing is known of a type that SQL names.
#[test]
fn types_that_sql_names() {
    let other = Some(SqlText::both("ARRAY<FLOAT16>"));
    let with = |extra, sql_type, variants: &'static [VariantDef<'_>]| {
        let extra = Box::leak(Box::new(ColumnExtra { sql_type, ..extra }));
        let column = ColumnDef::new("C", SqlType::BYTES);
        keyed(&[ID, ColumnDef { extra: Some(extra), variants, ..column }], &ALL[..1])
    };
    let vector = ColumnExtra { vector_length: Some(3), ..ColumnExtra::NONE };
    check(Rule::FillType, &with(vector, None, &[]), &with(vector, other, &[]));
    let checked = ColumnExtra { check_values: true, ..ColumnExtra::NONE };
    let names = &[VariantDef { name: "A", value: StoredValue::Name("a") }];
    check(Rule::FillType, &with(checked, other, names), &with(ColumnExtra::NONE, other, names));
    let text = ColumnDef { variants: names, ..NAME };
    let in_text = |sql_type| {
        let extra = Box::leak(Box::new(ColumnExtra { sql_type, ..checked }));
        keyed(&[ID, ColumnDef { extra: Some(extra), ..text }], &ALL[..1])
    };
    check(Rule::FillType, &in_text(other), &in_text(None));
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
        let states = ColumnDef { arrival: Arrival::FewValues, ..column(ty) };
        assert_eq!(found(&keyed(&[states], &ALL[..1])), [], "an enum");
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
        let message = format!("`{state}` is text before `At` in the index `I` of `T`\n");
        assert!(finding.to_string().starts_with(&message), "{finding}");
    }
    for other in ["estate", "STATUSES", "HTTPSTATE", "kin"] {
        assert_eq!(found(&keyed(&[named(other), AT], &ALL[..2])), [], "{other}");
    }
    for waiver in [Waiver::Spread("why"), Waiver::AllowHotspot("why")] {
        let key = |first, next| {
            let key = [KeyPart { waiver: Some(waiver), ..KeyPart::new(0) }, KeyPart::new(1)];
            found(&TableDef { key: &key, ..TableDef::new("T", &[first, next]) })
        };
        assert_eq!(key(named("Status"), AT), []);
        assert_eq!(key(named("Status"), NUMBER), [Rule::UnusedWaiver]);
        assert_eq!(key(named("Name"), AT), [Rule::UnusedWaiver]);
        let index = IndexDef { waiver: Some(waiver), ..index(&[1, 2]) };
        assert_eq!(found(&indexed(&[ID, named("Status"), AT], index)), []);
        assert_eq!(found(&indexed(&[ID, named("Name"), AT], index)), [Rule::UnusedWaiver]);
    }
}

#[test]
fn measure_leads() {
    for ty in [SqlType::NUMERIC, SqlType::FLOAT64] {
        let size = ColumnDef::new("Size", ty);
        check(Rule::MeasureLeads, &keyed(&[size, ID], &ALL[..2]), &keyed(&[ID, size], &ALL[..2]));
        let with = |by: &[_]| indexed(&[ID, size, NAME], index(by));
        check(Rule::MeasureLeads, &with(&[1]), &with(&[2, 1]));
        for waiver in [Waiver::Spread("why"), Waiver::AllowHotspot("why")] {
            let part = |at| KeyPart { waiver: Some(waiver), ..KeyPart::new(at) };
            let key = |key: &[_]| found(&TableDef { key, ..TableDef::new("T", &[size, ID]) });
            assert_eq!(key(&[part(0)]), []);
            assert_eq!(key(&[KeyPart::new(1), part(0)]), [Rule::UnusedWaiver]);
            let index = |by: &[_]| IndexDef { waiver: Some(waiver), ..index(by) };
            assert_eq!(found(&indexed(&[ID, size, NAME], index(&[1]))), []);
            assert_eq!(found(&indexed(&[ID, size, NAME], index(&[2, 1]))), [Rule::UnusedWaiver]);
        }
    }
}

/// The rules that no derived table can break, and why. They have no case for the compiler.
const NOT_COMPILED: &[(Rule, &str)] = &[
    (Rule::TableSize, "1,025 fields: the derive's own tests have them, and a case would take long"),
    (Rule::UnknownColumn, "the derive finds fields by name, and tables by type"),
    (Rule::DialectLimit, "a struct does not determine the dialect of its table"),
];

/// A rule is complete when it has a case that the compiler refuses and a near miss that it accepts
/// (files that end with `// rule: its-name`), the same at run time (in `refusals`, or `check` in a
/// test of its name here), and a whole page. Advice has no case for the compiler.
#[test]
fn every_rule_has_its_cases() {
    let tests: String = include_str!("rules.rs").split_whitespace().collect();
    let (refused, accepted) = (cases("ui"), cases("pass"));
    let refusals = refusals::all();
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
        let tested = refusals.iter().any(|case| case.rule == *rule)
            || body.contains(&format!("check(Rule::{rule:?},"));
        needs(tested, "case in `refusals`, and no test of its name with `check`");
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
