//! Foreign keys.

use std::panic::catch_unwind;

use spanner_keys::__private::{check_foreign_key, check_foreign_key_waiver};
use spanner_keys::rules::Rule;
use spanner_keys::schema::{
    ColumnDef, ForeignKeyDef, KeyPart, ReferenceDef, SqlType, TableDef, Waiver,
};
use spanner_keys::{Dialect, Schema};
use spanner_keys_quick_tests::tables::{AT, ID, NAME, NUMBER, found, keyed};

use super::referenced;

/// A foreign key with different numbers of columns is one finding, and the check of one column
/// ignores it.
#[test]
fn foreign_keys_with_broken_columns_are_ignored() {
    let table = keyed("T", &[ID, AT]);
    let key = |columns, fields| {
        let references = ReferenceDef::Table { table: referenced, fields };
        [ForeignKeyDef::new(columns, references)]
    };
    for (columns, fields) in [(&[0][..], &["Id", "Id"][..]), (&[0, 0], &["Id"])] {
        let keys = key(columns, fields);
        let table = TableDef { foreign_keys: &keys, ..table };
        check_foreign_key(&table, 0, 1, referenced());
    }
    let wrong = key(&[1], &["Id"]);
    let table = TableDef { foreign_keys: &wrong, ..table };
    assert!(found(&table).contains(&Rule::ForeignKey));
    check_foreign_key(&TableDef { stand_in: true, ..table }, 0, 0, referenced());
    check_foreign_key(&table, 0, 0, &TableDef { stand_in: true, ..*referenced() });
    // A stand-in for a broken type is text.
    let unknown = ColumnDef { stand_in: true, ..ColumnDef::new("Id", SqlType::TEXT) };
    let (broken, other) = ([ID, unknown], [unknown]);
    let below_broken = TableDef { columns: &broken, ..table };
    let to_broken = TableDef { columns: &other, ..*referenced() };
    check_foreign_key(&below_broken, 0, 0, referenced());
    check_foreign_key(&TableDef { columns: &[ID, NUMBER], ..table }, 0, 0, &to_broken);
    let waived = wrong.map(|key| ForeignKeyDef { waiver: Some(Waiver::Spread("why")), ..key });
    check_foreign_key_waiver(&TableDef { foreign_keys: &waived, ..below_broken }, 0, referenced());
}

/// What concerns a whole foreign key is reported on its first column; what is wrong with its
/// columns hides the rest.
#[test]
fn a_foreign_key_is_reported_once() {
    fn pair() -> &'static TableDef<'static> {
        const { &TableDef { key: &[KeyPart::new(0)], ..TableDef::new("Pair", &[ID, AT, NAME]) } }
    }
    let references = ReferenceDef::Table { table: pair, fields: &["Name", "At"] };
    let to_id = ReferenceDef::Table { table: pair, fields: &["Id"] };
    let hot = [ForeignKeyDef::new(&[3, 1], references)];
    let table = keyed("T", &[ID, AT, NUMBER, NAME]);
    let joined = TableDef { foreign_keys: &hot, ..table };
    assert_eq!(found(&joined), [Rule::ClockLeads]);
    check_foreign_key(&joined, 0, 0, pair());
    assert!(catch_unwind(|| check_foreign_key(&joined, 0, 1, pair())).is_err());
    // The second column has another type: that alone is reported, and on that column.
    let other_type = [ForeignKeyDef::new(&[3, 2], references)];
    let wrong = TableDef { foreign_keys: &other_type, ..table };
    assert_eq!(found(&wrong), [Rule::ForeignKey]);
    check_foreign_key(&wrong, 0, 0, pair());
    assert!(catch_unwind(|| check_foreign_key(&wrong, 0, 1, pair())).is_err());
    // A waiver is not judged while the columns do not match.
    for columns in [&[][..], &[1], &[1, 0, 2]] {
        let waiver = Some(Waiver::Spread("why"));
        let uneven = [ForeignKeyDef { waiver, ..ForeignKeyDef::new(columns, references) }];
        assert_eq!(found(&TableDef { foreign_keys: &uneven, ..table })[0], Rule::ForeignKey);
    }
    // A waiver is not judged while a key is rejected, or a struct has mistakes.
    let waiver = Some(Waiver::Spread("why"));
    let idle = |table: TableDef<'_>, other: TableDef<'_>| {
        catch_unwind(|| check_foreign_key_waiver(&table, 0, &other)).is_err()
    };
    let by_id = [ForeignKeyDef { waiver, ..ForeignKeyDef::new(&[0], to_id) }];
    let spread = TableDef { foreign_keys: &by_id, ..table };
    let hot = [KeyPart::new(1)];
    assert!(idle(spread, *pair()));
    assert!(!idle(TableDef { key: &hot, ..spread }, *pair()));
    assert!(!idle(spread, TableDef { key: &hot, ..*pair() }));
    assert!(!idle(TableDef { stand_in: true, ..spread }, *pair()));
    assert!(!idle(spread, TableDef { stand_in: true, ..*pair() }));
    // The mistakes of a struct were reported already.
    let broken = TableDef { stand_in: true, ..wrong };
    check_foreign_key(&broken, 0, 1, pair());
    assert!(!found(&broken).contains(&Rule::ForeignKey));
    check_foreign_key(&wrong, 0, 1, &TableDef { stand_in: true, ..*pair() });
}

#[test]
fn a_foreign_key_of_seventeen_columns_is_too_wide() {
    let names = (0..17).map(|at| &*format!("C{at}").leak());
    let columns: Vec<_> = names.map(|name| ColumnDef::new(name, SqlType::text(9))).collect();
    let table = keyed("Wide", &columns);
    let fields: Vec<_> = table.columns.iter().map(|column| column.field).collect();
    let places: Vec<_> = (0..17).collect();
    let references = ReferenceDef::Named { schema: None, table: "Wide", columns: &fields };
    let keys = [ForeignKeyDef::new(&places, references)];
    let table = TableDef { foreign_keys: &keys, ..table };
    let findings = Schema::new().add(table).lint(Dialect::GoogleSql);
    assert_eq!((findings[0].rule, findings[0].count), (Rule::KeyLength, Some(17)));
    let refused = |place| catch_unwind(|| check_foreign_key(&table, 0, place, &table)).is_err();
    assert!(refused(0) && !refused(1), "it is reported on the first column");
}
