//! Which changes of a layout Spanner cannot apply, and what to do instead.
//!
//! Changes that it can apply pass: the length of a key column that no child inherits, commit
//! timestamps, defaults, the options of a sequence, and adding or removing a stored column.
//! `tests/tests/emulator/locked.rs` tests each kind on the emulator.

use std::collections::{HashMap, HashSet};
use std::fmt;

use super::layout::{FROM_PARENT, KeyColumn, Layout, Stored};

/// A change of a locked table that Spanner cannot apply.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct LayoutChange {
    /// The table, after its schema.
    pub table: String,
    /// What changed: a column, the key as a whole, the parent, or the whole table.
    pub what: String,
    /// The locked value.
    pub locked: String,
    /// The value in the struct.
    pub now: String,
    /// Why it cannot be altered.
    pub why: &'static str,
    /// How to make the change anyway.
    pub way: WayOut,
}

/// What must be created again for a change that Spanner cannot apply.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum WayOut {
    /// The table: its rows move to another one.
    NewTable,
    /// A column: it is computed, so nothing has to be copied.
    NewColumn,
    /// Nothing: the table is no longer declared.
    Gone,
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

/// All changes that Spanner cannot apply, in the order of the lock. `has_column` is about the
/// tables as they are declared now.
pub(super) fn changes(
    locked: &[Layout],
    now: &[Layout],
    has_column: impl Fn(&str, &str) -> bool,
) -> Vec<LayoutChange> {
    let declared: HashMap<&str, &Layout> =
        now.iter().map(|layout| (layout.table.as_str(), layout)).collect();
    let parents: HashSet<&str> =
        locked.iter().filter_map(|layout| layout.parent.as_deref()).collect();
    let mut found = Changes::default();
    for old in locked {
        found.table = &old.table;
        match declared.get(old.table.as_str()) {
            None => found.add(
                "the struct".to_owned(),
                "declared".to_owned(),
                "not declared",
                "a table stays locked as long as a database may have it",
                WayOut::Gone,
            ),
            Some(new) if old.parent != new.parent => found.add(
                "the parent".to_owned(),
                place(old.parent.as_deref()),
                &place(new.parent.as_deref()),
                "Spanner cannot interleave an existing table, nor detach it from its parent",
                WayOut::NewTable,
            ),
            Some(new) => {
                found.key(old, new, parents.contains(old.table.as_str()));
                for column in &old.stored {
                    let in_key = old.key.iter().any(|part| part.name == column.name);
                    let new = new.stored.iter().find(|new| new.name == column.name);
                    found.stored(column, new, in_key, || has_column(&old.table, &column.name));
                }
            }
        }
    }
    found.list
}

fn place(parent: Option<&str>) -> String {
    parent.map_or_else(|| "a root table".to_owned(), |parent| format!("interleaved in `{parent}`"))
}

#[derive(Default)]
struct Changes<'a> {
    table: &'a str,
    list: Vec<LayoutChange>,
}

impl Changes<'_> {
    fn add(&mut self, what: String, locked: String, now: &str, why: &'static str, way: WayOut) {
        self.list.push(LayoutChange {
            table: self.table.to_owned(),
            what,
            locked,
            now: now.to_owned(),
            why,
            way,
        });
    }

    /// The table's own key columns. Inherited ones are the parent's, and a change of them is
    /// reported there.
    fn key(&mut self, old: &Layout, new: &Layout, has_children: bool) {
        let own = |layout: &Layout| {
            layout
                .key
                .iter()
                .filter(|column| column.fill != FROM_PARENT)
                .cloned()
                .collect::<Vec<_>>()
        };
        let (old, new) = (own(old), own(new));
        let names =
            |key: &[KeyColumn]| key.iter().map(|column| column.name.clone()).collect::<Vec<_>>();
        if names(&old) != names(&new) {
            return self.add(
                "the key columns".to_owned(),
                names(&old).join(", "),
                &names(&new).join(", "),
                "Spanner cannot add, remove, rename or reorder columns of a primary key",
                WayOut::NewTable,
            );
        }
        for (old, new) in old.iter().zip(&new) {
            let why = if old.ty != new.ty {
                "Spanner cannot change the type of a key column"
            } else if old.nullable != new.nullable {
                "Spanner cannot change whether a key column may be NULL"
            } else if old.descending != new.descending {
                "Spanner stores the rows in this order, and cannot reverse it"
            } else if has_children && old.length != new.length {
                "Spanner cannot change the length of a key column that interleaved tables inherit"
            } else {
                ""
            };
            if !why.is_empty() {
                self.add(
                    format!("key column `{}`", old.name),
                    old.to_string(),
                    &new.to_string(),
                    why,
                    WayOut::NewTable,
                );
            }
            if old.fill != new.fill {
                let why = why_fill(&old.fill, &new.fill);
                self.add(
                    format!("key column `{}`", old.name),
                    old.fill.clone(),
                    &new.fill,
                    why,
                    WayOut::NewTable,
                );
            }
        }
    }

    fn stored(
        &mut self,
        old: &Stored,
        new: Option<&Stored>,
        in_key: bool,
        is_there: impl Fn() -> bool,
    ) {
        let what = format!("stored column `{}`", old.name);
        let way = if in_key { WayOut::NewTable } else { WayOut::NewColumn };
        let Some(new) = new else {
            // In the key, the change of its fill or its name is already reported.
            if !in_key && is_there() {
                let why = "Spanner cannot turn a stored column into a plain or virtual one";
                self.add(what, text(old), "not stored", why, way);
            }
            return;
        };
        if old.ty != new.ty {
            self.add(
                what,
                old.ty.clone(),
                &new.ty,
                "Spanner cannot change the type of a stored column",
                way,
            );
        } else if differ(old.googlesql.as_ref(), new.googlesql.as_ref())
            || differ(old.postgresql.as_ref(), new.postgresql.as_ref())
        {
            let why = "every row keeps a value of the old expression, and Spanner cannot change the expression of a stored column";
            self.add(what, text(old), &text(new), why, way);
        }
    }
}

/// Whether a text changed. Adding or removing the text for a dialect is not a change.
fn differ(old: Option<&String>, new: Option<&String>) -> bool {
    matches!((old, new), (Some(old), Some(new)) if old != new)
}

fn text(stored: &Stored) -> String {
    match (&stored.googlesql, &stored.postgresql) {
        (Some(googlesql), Some(postgresql)) if googlesql == postgresql => googlesql.clone(),
        (Some(googlesql), Some(postgresql)) => format!("{googlesql}, in PostgreSQL {postgresql}"),
        (one, other) => one.iter().chain(other).cloned().collect(),
    }
}

fn why_fill(old: &str, new: &str) -> &'static str {
    let either =
        |word: &str| old.split(' ').next() == Some(word) || new.split(' ').next() == Some(word);
    if old.starts_with("shard ") && new.starts_with("shard ") {
        "the number is part of the key of every existing row, and Spanner can change neither a key nor a stored expression"
    } else if either("identity") {
        "Spanner cannot turn a plain column into an identity column, nor the reverse"
    } else if either("shard") || either("generated") {
        "Spanner cannot turn a plain column into a computed one, nor the reverse"
    } else {
        "existing rows keep their keys, and Spanner cannot change the key of a row"
    }
}
