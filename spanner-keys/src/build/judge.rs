//! Which changes of what was shipped stop a build, and what to do instead. The planner of migrations
//! decides what Spanner can alter; here is only what no statement shows.

use std::collections::HashSet;
use std::fmt;

use super::shipped::{Fact, Part, Shipped};
use crate::catalog::{Catalog, ColumnValue, ObjectName};
use crate::dialect::Dialect;
use crate::migrate::{
    Cause, Change, Difference, ObjectKind, Options, Refusal, RefusalKind, differences, plan,
};

/// A change of what was shipped that Spanner cannot apply, or that loses data.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct LayoutChange {
    /// The table, after its schema.
    pub table: String,
    /// The column, if the change is about one.
    pub column: Option<String>,
    /// What changed: a column, the key as a whole, the parent, or the whole table.
    pub what: String,
    /// What was shipped.
    pub locked: String,
    /// What the struct declares.
    pub now: String,
    /// Why it cannot be altered.
    pub why: String,
    /// How to make the change anyway.
    pub way: WayOut,
}

/// How to make a change that Spanner cannot apply, or that loses data.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum WayOut {
    /// With another table: the rows move to it.
    NewTable,
    /// With another column: the values are copied to it.
    NewColumn,
    /// With another column: it is computed, so nothing has to be copied.
    Computed,
    /// With a new variant: the old one stays as long as rows hold it.
    NewVariant,
    /// With a drop: the column is no longer declared.
    DroppedColumn,
    /// With a drop: the table is no longer declared.
    Gone,
}

impl LayoutChange {
    /// Whether no statement shows it.
    pub(super) fn is_fact(&self) -> bool {
        self.way == WayOut::NewVariant || self.locked.starts_with("shard ")
    }

    /// The name that accepts it.
    #[must_use]
    pub fn name(&self) -> String {
        match (&self.column, self.way) {
            (Some(column), way) if way != WayOut::NewTable => format!("{}.{column}", self.table),
            _ => self.table.clone(),
        }
    }
}

impl fmt::Display for LayoutChange {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { table, what, locked, now, why, .. } = self;
        write!(
            out,
            "{what} of table `{table}`\n    locked  {locked}\n    now     {now}\n    why     {why}"
        )
    }
}

/// What stops a build: one entry for each change, whatever the number of dialects. `exact` if both
/// texts are ours, so a text that differs is another expression.
pub(super) fn stops(
    old: &Shipped,
    new: &Shipped,
    news: &[Catalog],
    exact: bool,
) -> Vec<LayoutChange> {
    let mut found = Vec::new();
    for catalog in news {
        let dialect = catalog.dialect();
        if old.knows(dialect) && !same(old, new, dialect) {
            found.extend(in_statements(&old.catalog(dialect), catalog, exact));
        }
    }
    for (part, content) in &old.parts {
        let Part::Table(table) = part else { continue };
        let now = new.parts.get(part);
        for (column, fact) in &content.facts {
            let now = now.and_then(|now| now.facts.get(column));
            let key = news.iter().filter_map(|catalog| catalog.table(&ObjectName::parse(table)));
            let mut key = key.flat_map(|table| table.key.iter().flatten());
            let in_key = key.any(|part| part.name == *column);
            found.extend(in_facts(table, column, in_key, (fact, now)));
        }
    }
    let mut seen = HashSet::new();
    found.retain(|one| seen.insert((one.table.clone(), one.what.clone())));
    found
}

fn same(old: &Shipped, new: &Shipped, dialect: Dialect) -> bool {
    let sql = |shipped: &'_ Shipped| -> Vec<(Part, String)> {
        let sql = |(part, content): (&Part, &super::shipped::Content)| {
            Some((part.clone(), content.sql.get(&dialect)?.clone()))
        };
        shipped.parts.iter().filter_map(sql).collect()
    };
    sql(old) == sql(new)
}

fn in_statements(old: &Catalog, new: &Catalog, exact: bool) -> Vec<LayoutChange> {
    let refusals = plan(old, new, &Options::new()).refusals;
    let mut found: Vec<LayoutChange> = refusals
        .iter()
        .filter(|refusal| {
            matches!(
                refusal.kind,
                RefusalKind::MovesTable | RefusalKind::MovesColumn | RefusalKind::LosesData
            )
        })
        .flat_map(|refusal| refusal.causes.iter().filter_map(|cause| stop(refusal, cause, old)))
        .collect();
    if exact {
        let unclear = differences(old, new).into_iter();
        let unclear = unclear.filter(|one| {
            one.change == Change::Unclear && one.kind == ObjectKind::Column && is_stored(one, old)
        });
        found.extend(unclear.filter_map(|difference| {
            let why = "every row keeps a value of the old expression, and Spanner cannot change the expression of a generated column".to_owned();
            change(&Cause { difference, why }, WayOut::Computed)
        }));
    }
    found
}

fn is_stored(one: &Difference, old: &Catalog) -> bool {
    let column = || old.table(one.table.as_ref()?)?.column(&one.name);
    column()
        .is_some_and(|column| matches!(column.value, ColumnValue::Generated { stored: true, .. }))
}

fn stop(refusal: &Refusal, cause: &Cause, old: &Catalog) -> Option<LayoutChange> {
    let way = match (refusal.kind, cause.difference.kind, cause.difference.change) {
        (RefusalKind::MovesTable, ..) => WayOut::NewTable,
        (_, ObjectKind::Table, _) => WayOut::Gone,
        (RefusalKind::LosesData, _, Change::Dropped) => WayOut::DroppedColumn,
        _ if is_stored(&cause.difference, old) => WayOut::Computed,
        _ => WayOut::NewColumn,
    };
    change(cause, way)
}

fn change(cause: &Cause, way: WayOut) -> Option<LayoutChange> {
    let Difference { kind, table, name, before, after, .. } = &cause.difference;
    let column = (*kind == ObjectKind::Column).then(|| name.clone());
    let what = match (kind, way) {
        (ObjectKind::PrimaryKey, _) => "the key".to_owned(),
        (ObjectKind::Interleave, _) => "the parent".to_owned(),
        (ObjectKind::Column, WayOut::NewTable) => format!("key column `{name}`"),
        (ObjectKind::Column, _) => format!("column `{name}`"),
        _ => "the struct".to_owned(),
    };
    let none = match kind {
        ObjectKind::Interleave => "a root table",
        _ => "not declared",
    };
    let text = |text: &Option<String>| text.clone().unwrap_or_else(|| none.to_owned());
    Some(LayoutChange {
        table: table.as_ref()?.to_string(),
        column,
        what,
        locked: match way {
            WayOut::Gone => "declared".to_owned(),
            _ => text(before),
        },
        now: text(after),
        why: cause.why.clone(),
        way,
    })
}

/// Whether rows hold the variants as texts.
fn is_text(variants: &[(String, String)]) -> bool {
    variants.iter().any(|(_, value)| value.starts_with('\''))
}

/// What the application knows: rows that exist hold shards and values of the old kind.
fn in_facts(
    table: &str,
    column: &str,
    in_key: bool,
    facts: (&Fact, Option<&Fact>),
) -> Vec<LayoutChange> {
    let change = |what: String, locked: String, now: String, why: &str, way| LayoutChange {
        table: table.to_owned(),
        column: Some(column.to_owned()),
        what,
        locked,
        now,
        why: why.to_owned(),
        way,
    };
    match facts {
        (Fact::Shard(old), now) => {
            let now = match now {
                Some(Fact::Shard(now)) if now == old => return Vec::new(),
                Some(Fact::Shard(now)) => format!("shard {now}"),
                _ => "not a shard of the application".to_owned(),
            };
            let why = "every existing row keeps its number, and the application would look for another one";
            let (what, way) = if in_key {
                ("key column", WayOut::NewTable)
            } else {
                ("column", WayOut::NewColumn)
            };
            vec![change(format!("{what} `{column}`"), format!("shard {old}"), now, why, way)]
        }
        // Another type, or no column: the statements show it.
        (Fact::Variants(_), Some(Fact::Shard(_)) | None) => Vec::new(),
        // Likewise if texts become integers.
        (Fact::Variants(old), Some(Fact::Variants(now))) if is_text(old) != is_text(now) => {
            Vec::new()
        }
        (Fact::Variants(old), Some(Fact::Variants(now))) => old
            .iter()
            .filter_map(|(name, value)| {
                let of = |variant: &str| now.iter().find(|(now, _)| now == variant);
                let holder = now.iter().find(|(_, now)| now == value);
                let (now, why) = match (holder, of(name)) {
                    (Some((holder, _)), _) if holder == name => return None,
                    // The variant has another name in Rust, and rows do not hold that.
                    (Some(_), None) => return None,
                    (Some((holder, _)), Some((_, other))) => (
                        format!("{name} = {other}, {holder} = {value}"),
                        "rows that hold the old value would be read as another variant",
                    ),
                    (None, Some((_, other))) => (
                        format!("{name} = {other}"),
                        "rows hold the old value, which no variant has any more",
                    ),
                    (None, None) => (
                        "no variant has this value".to_owned(),
                        "rows hold the old value, and could not be read any more",
                    ),
                };
                let what = format!("variant `{name}` in column `{column}`");
                Some(change(what, format!("{name} = {value}"), now, why, WayOut::NewVariant))
            })
            .collect(),
    }
}
