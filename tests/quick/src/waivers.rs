//! Waivers for tables that are hot on purpose: the tests that use them are about something else.

use spanner_keys::rules::{Finding, Rule, lint};
use spanner_keys::schema::{
    ForeignKeyDef, IndexDef, IndexParent, KeyPart, ParentDef, TableDef, Waiver,
};
use spanner_keys::{Dialect, Schema};

const HOTSPOTS: [Rule; 5] = [
    Rule::ClockLeads,
    Rule::TimeOrderedIdLeads,
    Rule::IntegerLeads,
    Rule::OnlyFewValuesBefore,
    Rule::ShardOfFewValues,
];

const ALLOWED: Waiver<'static> = Waiver::AllowHotspot("a test");

/// The tables with a waiver on everything that a hotspot finding names, and without the waivers
/// that waive nothing. Other mistakes stay.
#[must_use]
pub fn settled<'a>(tables: &[TableDef<'a>]) -> Vec<TableDef<'a>> {
    let mut settled: Vec<TableDef<'a>> = tables.iter().map(settled_table).collect();
    for at in 0..settled.len() {
        let keys = (0..settled[at].foreign_keys.len()).map(|key| foreign_key(&settled, at, key));
        settled[at].foreign_keys = keys.collect::<Vec<_>>().leak();
    }
    settled.iter().map(|table| linked(table, &settled)).collect()
}

/// The table with the settled tables above it.
fn linked<'a>(table: &TableDef<'a>, settled: &[TableDef<'a>]) -> TableDef<'a> {
    let parent = table.parent.map(|parent| {
        let same = |other: &&TableDef<'a>| {
            (other.path(), other.columns) == (parent.table.path(), parent.table.columns)
        };
        let above = settled.iter().find(same).filter(|above| !is_endless(above));
        let linked = above.map(|above| &*Box::leak(Box::new(linked(above, settled))));
        ParentDef { table: linked.unwrap_or(parent.table), ..parent }
    });
    TableDef { parent, ..*table }
}

/// Settles the key and the indexes, and the tables above.
fn settled_table<'a>(table: &TableDef<'a>) -> TableDef<'a> {
    let above = |table: &'a TableDef<'a>| &*Box::leak(Box::new(settled_table(table)));
    if is_endless(table) {
        return *table;
    }
    let mut lone = TableDef { foreign_keys: &[], ..*table };
    lone.parent = table.parent.map(|parent| ParentDef { table: above(parent.table), ..parent });
    let indexes = table.indexes.iter().map(|index| IndexDef {
        interleave: index.interleave.map(|host| match host {
            IndexParent::Ancestor(host) => IndexParent::Ancestor(above(host)),
            IndexParent::OwnTable => IndexParent::OwnTable,
        }),
        ..*index
    });
    lone.indexes = indexes.collect::<Vec<_>>().leak();
    // A waiver can make another one useless, and the lack of one can make a part hot. Where two
    // columns share a name, that never ends.
    for _ in 0..300 {
        match lint(&lone).iter().find_map(|finding| amended(&lone, finding)) {
            Some(better) => lone = better,
            None => break,
        }
    }
    TableDef { foreign_keys: table.foreign_keys, ..lone }
}

/// Whether the table is its own ancestor.
fn is_endless(table: &TableDef<'_>) -> bool {
    let mut next = table.parent;
    for _ in 0..100 {
        let Some(parent) = next else { return false };
        next = parent.table.parent;
    }
    true
}

/// The table with the waiver that the finding asks for, if there is a place for it.
fn amended<'a>(table: &TableDef<'a>, finding: &Finding) -> Option<TableDef<'a>> {
    if !asks_for_waiver(finding) {
        return None;
    }
    let waiver = waiver_for(finding);
    if let Some(name) = &finding.index {
        let mut indexes: Vec<IndexDef<'a>> = table.indexes.to_vec();
        let index =
            indexes.iter_mut().find(|index| index.name == *name && index.waiver != waiver)?;
        index.waiver = waiver;
        return Some(TableDef { indexes: indexes.leak(), ..*table });
    }
    let mut key: Vec<KeyPart<'a>> = table.key.to_vec();
    let part = key.iter_mut().find(|part| {
        finding.column.as_deref() == Some(table.columns[part.column].name) && part.waiver != waiver
    })?;
    part.waiver = waiver;
    Some(TableDef { key: key.leak(), ..*table })
}

/// Whether another waiver, or none, removes the finding.
fn asks_for_waiver(finding: &Finding) -> bool {
    finding.rule == Rule::UnusedWaiver || HOTSPOTS.contains(&finding.rule)
}

fn waiver_for(finding: &Finding) -> Option<Waiver<'static>> {
    (finding.rule != Rule::UnusedWaiver).then_some(ALLOWED)
}

/// Settles one foreign key, whose findings name only the table: it is asked about alone.
fn foreign_key<'a>(tables: &[TableDef<'a>], at: usize, key: usize) -> ForeignKeyDef<'a> {
    let key = tables[at].foreign_keys[key];
    let path = tables[at].path();
    let findings = |key: ForeignKeyDef<'a>| {
        let one = vec![key].leak();
        let alone = tables.iter().enumerate().map(|(place, table)| TableDef {
            foreign_keys: if place == at { one } else { &[] },
            ..*table
        });
        alone.fold(Schema::new(), Schema::add).lint(Dialect::GoogleSql)
    };
    let of_key = |finding: &&Finding| finding.table == path && finding.index.is_none();
    match findings(key).iter().filter(of_key).find(|finding| asks_for_waiver(finding)) {
        Some(finding) => ForeignKeyDef { waiver: waiver_for(finding), ..key },
        None => key,
    }
}
