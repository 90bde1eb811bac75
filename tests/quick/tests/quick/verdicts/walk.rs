//! The walk over the parts of a key or an index, and the waivers.

use std::panic::catch_unwind;

use spanner_keys::__private::{check_key_waiver, check_shard};
use spanner_keys::rules::permissions::Outcome::{self, *};
use spanner_keys::rules::{Rule, found_in_index, found_in_key, lint};
use spanner_keys::schema::{
    Arrival, ColumnDef, Fill, IndexColumn, IndexDef, KeyPart, ShardBy, SqlText, SqlType, TableDef,
    Waiver,
};
use spanner_keys_quick_tests::tables::{
    AT, DAY, DOCUMENT, DONE, ID, NUMBER, ULID, filled, found, generated, inherited, keyed, shard,
    up,
};

use super::{CHILD_KEY, PARTS, SIZE, below};

const V7: ColumnDef<'static> = ColumnDef { fill: Fill::UuidV7, ..ID };
const ORDERED: ColumnDef<'static> =
    ColumnDef { arrival: Arrival::TimeOrdered, ..ColumnDef::new("Ulid", SqlType::text(26)) };

fn in_key(columns: &[ColumnDef<'_>]) -> Vec<Outcome> {
    let table = TableDef { key: &PARTS[..columns.len()], ..TableDef::new("T", columns) };
    (0..columns.len()).map(|part| found_in_key(&table, part)).collect()
}

#[test]
fn every_key_part_has_its_verdict() {
    for (columns, found) in [
        (&[ID, AT][..], &[Nothing, Nothing][..]),
        (&[AT, ID], &[Timestamp, Nothing]),
        (&[DAY, ID], &[Date, Nothing]),
        (&[ULID, AT], &[TimeOrdered, Nothing]),
        (&[V7], &[TimeOrdered]),
        (&[ORDERED], &[TimeOrdered]),
        (&[NUMBER, AT], &[Integer, Nothing]),
        (&[DONE, AT], &[Nothing, FewBefore]),
        (&[DONE, NUMBER], &[Nothing, FewBeforeInteger]),
        (&[DONE, ULID], &[Nothing, FewBefore]),
        (&[DONE, ORDERED], &[Nothing, FewBefore]),
        (&[DONE, ID, AT], &[Nothing, Nothing, Nothing]),
        (&[DOCUMENT], &[KeyType]),
        (&[ID, DOCUMENT], &[Nothing, KeyType]),
        // A key with a float cannot be hashed into a shard, so that way out is not proposed.
        (&[AT, SIZE], &[UnhashedTimestamp, Nothing]),
        (&[ULID, SIZE], &[UnhashedTimeOrdered, Nothing]),
        (&[DONE, ULID, SIZE], &[Nothing, FewBefore, Nothing]),
        (&[DONE, V7, SIZE], &[Nothing, FewBefore, Nothing]),
        (&[DONE, ORDERED, SIZE], &[Nothing, FewBefore, Nothing]),
        (&[DONE, AT, SIZE], &[Nothing, FewBefore, Nothing]),
        (&[DAY, SIZE], &[Date, Nothing]),
        (&[SIZE, AT], &[Nothing, Nothing]),
    ] {
        let names: Vec<_> = columns.iter().map(|column| column.name).collect();
        assert_eq!(in_key(columns), found, "{names:?}");
    }
    let broken = TableDef { key: PARTS, stand_in: true, ..TableDef::new("T", &[AT, DOCUMENT, ID]) };
    assert_eq!(
        (found_in_key(&broken, 0), found_in_key(&broken, 1)),
        (Nothing, Nothing),
        "its mistake was reported"
    );
}

#[test]
fn every_index_column_has_its_verdict() {
    let commit = ColumnDef { commit_timestamp: true, ..AT };
    let made = |ty| filled("Made", ty, generated(SqlText::both("{At}"), true));
    let (text, time) = (made(SqlType::TEXT), made(SqlType::TIMESTAMP));
    let columns = [ID, AT, DONE, DOCUMENT, NUMBER, ULID, DAY, commit, text, time];
    for (indexed, found) in [
        (&[up(7)][..], &[CommitTimestamp][..]),
        (&[up(8), up(7)], &[Generated, Nothing]),
        (&[up(1), up(8)], &[Timestamp, Nothing]),
        // It is a time itself.
        (&[up(9)], &[Timestamp]),
        (&[up(1)], &[Timestamp]),
        (&[up(6), up(0)], &[Date, Nothing]),
        (&[up(5)], &[TimeOrdered]),
        (&[up(4), up(1)], &[Nothing, Nothing]),
        (&[up(2), up(1)], &[Nothing, FewBefore]),
        (&[up(2), up(0), up(1)], &[Nothing, Nothing, Nothing]),
        (&[up(0), up(3)], &[Nothing, KeyType]),
    ] {
        let indexes = [IndexDef::new("I", indexed)];
        let table = TableDef { indexes: &indexes, ..keyed("T", &columns) };
        assert_eq!(
            (0..indexed.len()).map(|place| found_in_index(&table, 0, place)).collect::<Vec<_>>(),
            found
        );
        let broken = TableDef { stand_in: true, ..table };
        assert_eq!(
            (0..indexed.len()).map(|place| found_in_index(&broken, 0, place)).collect::<Vec<_>>(),
            found,
            "the columns outside the key do not depend on the parent"
        );
    }
    let indexes = [IndexDef::new("I", &[IndexColumn { column: 0, descending: false }])];
    let table = TableDef { indexes: &indexes, ..keyed("T", &[AT, ID]) };
    let broken = TableDef { stand_in: true, ..table };
    assert_eq!(found_in_index(&table, 0, 0), Timestamp);
    assert_eq!(found_in_index(&broken, 0, 0), Nothing, "the key may depend on the parent");
    // A key column of the wrong type is the key's mistake.
    let indexes = [IndexDef::new("I", const { &[up(0)] })];
    let table = TableDef { indexes: &indexes, ..keyed("T", &[DOCUMENT, ID]) };
    assert_eq!(found_in_index(&table, 0, 0), Nothing);
}

/// The verdicts on the columns of a table's indexes.
fn of_indexes(table: &TableDef<'_>) -> Vec<Rule> {
    let hot = [Rule::ClockLeads, Rule::OnlyFewValuesBefore];
    let of_index = lint(table).into_iter().filter(|finding| finding.index.as_deref() == Some("I"));
    of_index.map(|finding| finding.rule).filter(|rule| hot.contains(rule)).collect()
}

/// A waiver on a key part covers an index that ends with the part, but not one that begins with it.
#[test]
fn key_waiver_does_not_cover_an_index() {
    let waived = KeyPart { waiver: Some(Waiver::AllowHotspot("few rows")), ..KeyPart::new(1) };
    let (columns, key) = ([DONE, AT], [KeyPart::new(0), waived]);
    let (by_time, by_state) = ([up(1)], [up(0)]);
    let (leads, follows) = ([IndexDef::new("I", &by_time)], [IndexDef::new("I", &by_state)]);
    let table = TableDef { key: &key, indexes: &leads, ..TableDef::new("T", &columns) };
    assert_eq!(of_indexes(&table), [Rule::ClockLeads]);
    assert_eq!(of_indexes(&TableDef { indexes: &follows, ..table }), []);
}

/// The walk of the key continues below a root of few values, so a hot part there is reported for
/// the key, and not again for an index.
#[test]
fn hot_part_of_the_key_is_not_reported_for_the_index() {
    let state = ColumnDef { name: "State", ..DONE };
    let (root, middle, columns) = ([state], [state], [state, AT, DONE]);
    let root = keyed("P", &root);
    let first = [inherited(0)];
    let middle = below(&root, &middle, &first);
    let by_done = [up(2)];
    let indexes = [IndexDef::new("I", &by_done)];
    let table = TableDef { indexes: &indexes, ..below(&middle, &columns, CHILD_KEY) };
    let findings = lint(&table);
    assert_eq!(findings.len(), 1, "{findings:?}");
    assert_eq!(
        (findings[0].rule, findings[0].index.as_deref(), findings[0].column.as_deref()),
        (Rule::OnlyFewValuesBefore, None, Some("At"))
    );
    // A part that is inherited without a parent is not walked: the whole key is invalid.
    let table = TableDef { key: &[inherited(0), inherited(1)], ..table };
    assert_eq!(lint(&table).iter().filter(|finding| finding.rule == Rule::ParentKey).count(), 1);
}

/// A waiver that waives nothing is reported, unless the table has an earlier mistake.
#[test]
fn unused_key_waivers_are_reported_once() {
    let waived = KeyPart { waiver: Some(Waiver::AllowHotspot("few rows")), ..KeyPart::new(0) };
    let (columns, key) = ([ID], [waived]);
    let table = TableDef { key: &key, ..TableDef::new("T", &columns) };
    let silent =
        |table: TableDef<'_>, part| catch_unwind(|| check_key_waiver(&table, part)).is_ok();
    assert!(!silent(table, 0));
    assert!(silent(TableDef { stand_in: true, ..table }, 0));
}

#[test]
fn unused_index_waivers_are_reported_if_nothing_else_is() {
    let idle = |table: TableDef<'_>| {
        lint(&table).iter().filter(|finding| finding.rule == Rule::UnusedWaiver).count()
    };
    let (columns, broken) = ([ID, DONE], [ID, ColumnDef { stand_in: true, ..DONE }]);
    let waived = |columns| {
        [IndexDef { waiver: Some(Waiver::Spread("few rows")), ..IndexDef::new("I", columns) }]
    };
    let by_done = waived(const { &[up(1)] });
    let table = TableDef { indexes: &by_done, ..keyed("T", &columns) };
    assert_eq!(idle(table), 1);
    assert_eq!(idle(TableDef { stand_in: true, ..table }), 0);
    assert_eq!(idle(TableDef { columns: &broken, ..table }), 0);
    // The key is refused, here or at the root. Once that is fixed, the index may be hot.
    let hot = [AT, DONE];
    let root = TableDef { columns: &hot, ..table };
    assert_eq!(idle(root), 0);
    let key = [inherited(0)];
    let child = TableDef { indexes: &by_done, ..below(&root, &hot, &key) };
    assert_eq!(idle(child), 0);
}

#[test]
fn a_shard_is_checked_where_a_walk_blames_it() {
    let shard = filled("Shard", SqlType::INT64, shard(4, &[1], ShardBy::Database));
    let columns = [shard, DONE, AT, ID];
    let refused =
        |table: TableDef<'_>, column| catch_unwind(|| check_shard(&table, column)).is_err();
    let led = TableDef { key: PARTS, ..TableDef::new("T", &columns) };
    assert!(refused(led, 0));
    assert!(!refused(led, 1));
    let spread = [KeyPart::new(0), KeyPart::new(3)];
    let fine = TableDef { key: &spread, ..led };
    assert!(!refused(fine, 0));
    let (by_id, by_shard) = ([up(3)], [up(0), up(2)]);
    let hot = [IndexDef::new("A", &by_id), IndexDef::new("B", &by_shard)];
    assert!(refused(TableDef { indexes: &hot, ..fine }, 0));
    let other = [up(1), up(2)];
    let index = [IndexDef::new("B", &other)];
    assert!(!refused(TableDef { indexes: &index, ..fine }, 0), "the shard is not in the index");
}

/// Advice is given once, where the column is declared, and not on what an error already concerns.
#[test]
fn advice_is_given_where_it_helps() {
    let text = ColumnDef::new("Name", SqlType::TEXT);
    let columns = [text];
    let parent = keyed("P", &columns);
    assert_eq!(found(&parent), [Rule::UnboundedKey]);
    assert_eq!(found(&below(&parent, &[text, ID], CHILD_KEY)), []);
    let by = |column: ColumnDef<'static>| {
        let indexes = [IndexDef::new("I", const { &[up(1), up(2)] })];
        found(&TableDef { indexes: &indexes, ..keyed("T", &[ID, column, AT]) })
    };
    let kind = ColumnDef::new("kind", SqlType::text(9));
    assert_eq!(by(kind), [Rule::StateBeforeClock]);
    assert_eq!(by(ColumnDef { arrival: Arrival::SuppliedUuid, ..kind }), []);
    assert_eq!(by(ColumnDef::new("Price", SqlType::NUMERIC)), [Rule::MeasureLeads]);
    assert_eq!(by(ColumnDef::new("Price", SqlType::NUMERIC.array())), [Rule::KeyType]);
}
