//! The same rules at run time, for tables that no derive has seen.

use std::fmt;

use super::message::{Fault, Message};
use super::{Rule, across, fit, index, waiver, walk};
use crate::schema::{
    ColumnDef, Fill, IndexColumn, IndexDef, ReferenceDef, Scalar, ShardBy, TableDef,
};

/// One broken rule.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Finding {
    /// Which rule.
    pub rule: Rule,
    /// The table.
    pub table: String,
    /// The column or the index, where there is one.
    pub place: Option<String>,
    /// What is wrong, in words.
    pub message: String,
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.rule.anchor(), self.message)
    }
}

/// Judges a table by every rule, as far as it can be seen: a foreign key to a table that is known
/// by name only is not followed.
///
/// A derived table has nothing to find but advice such as [`Rule::UnboundedKey`]: the compiler
/// refused the rest.
///
/// ```
/// use spanner_keys::rules::{Rule, lint};
/// use spanner_keys::schema::{ColumnDef, KeyPart, SqlType, TableDef};
///
/// let columns = [ColumnDef::new("CreatedAt", SqlType::TIMESTAMP), ColumnDef::new("Id", SqlType::text(36))];
/// let events = TableDef { key: &[KeyPart::new(0), KeyPart::new(1)], ..TableDef::new("Events", &columns) };
/// assert_eq!(lint(&events)[0].rule, Rule::ClockLeads);
/// ```
#[must_use]
pub fn lint(table: &TableDef<'_>) -> Vec<Finding> {
    let mut findings = Findings { table, found: Vec::new() };
    findings.key();
    findings.fault(None, across::interleave_fault(table));
    findings.indexes();
    findings.foreign_keys();
    findings.fault(None, across::ttl_fault(table));
    findings.columns();
    findings.found
}

struct Findings<'t, 'a> {
    table: &'t TableDef<'a>,
    found: Vec<Finding>,
}

impl Findings<'_, '_> {
    fn add(&mut self, rule: Rule, place: Option<&str>, message: String) {
        self.found.push(Finding {
            rule,
            table: self.table.name.to_owned(),
            place: place.map(str::to_owned),
            message,
        });
    }

    fn fault(&mut self, place: Option<&str>, fault: Option<Fault>) {
        if let Some((rule, message)) = fault {
            self.add(rule, place, message.as_str().to_owned());
        }
    }

    fn key(&mut self) {
        let table = self.table;
        if let Some((part, rule)) = walk::key_fault(table)
            && let Some(column) = table.columns.get(table.key[part].column)
        {
            let message = format!(
                "`{}` sends every insert into `{}` to {}",
                column.name,
                table.name,
                splits(rule)
            );
            self.add(rule, Some(column.name), message);
        }
        for (part, key) in table.key.iter().enumerate() {
            let Some(column) = table.columns.get(key.column) else { continue };
            if !fit::fits_key(column.ty) {
                self.key_type(column, "the primary key");
            } else if unbounded(column) && !key.inherited {
                let message = format!(
                    "`{}` of `{}` has no length, and a key holds at most 8 KiB",
                    column.name, table.name
                );
                self.add(Rule::UnboundedKey, Some(column.name), message);
            }
            self.fault(Some(column.name), waiver::key_waiver_fault(table, part));
        }
    }

    fn key_type(&mut self, column: &ColumnDef<'_>, place: &str) {
        let message = Message::new().sql_type(column.ty);
        let message = format!(
            "`{}` is {} and cannot be part of {place} of `{}`",
            column.name,
            message.as_str(),
            self.table.name
        );
        self.add(Rule::KeyType, Some(column.name), message);
    }

    fn indexes(&mut self) {
        let table = self.table;
        for index in table.indexes {
            for place in index.columns {
                match table.columns.get(place.column) {
                    Some(column) if !fit::fits_key(column.ty) => {
                        self.key_type(column, &format!("the index `{}`", index.name))
                    }
                    _ => {}
                }
            }
            if let Some((at, rule)) = walk::index_fault(table, index)
                && at < index.columns.len()
            {
                let column = table.columns[index.columns[at].column].name;
                let message = format!(
                    "`{column}` sends every write to the index `{}` to {}",
                    index.name,
                    splits(rule)
                );
                self.add(rule, Some(index.name), message);
            }
            self.fault(Some(index.name), index::index_fault(table, index));
            self.fault(Some(index.name), waiver::index_waiver_fault(table, index));
        }
    }

    fn foreign_keys(&mut self) {
        let table = self.table;
        for (at, foreign_key) in table.foreign_keys.iter().enumerate() {
            let before = self.found.len();
            // A table that is known by name only cannot be looked into.
            if let ReferenceDef::Table { table: other, fields } = foreign_key.references {
                for place in 0..fields.len() {
                    self.fault(None, across::foreign_key_fault(table, at, place, other()));
                }
                if self.found.len() == before {
                    let columns: Vec<usize> =
                        fields.iter().filter_map(|field| other().column_of_field(field)).collect();
                    self.backing_index(other(), &columns, "to");
                }
            }
            if self.found.len() == before {
                self.backing_index(table, foreign_key.columns, "from");
            }
        }
    }

    /// Spanner keeps an index on both sides of a foreign key, but for a side that is the whole
    /// primary key.
    fn backing_index(&mut self, table: &TableDef<'_>, columns: &[usize], direction: &str) {
        if table.key.iter().map(|part| part.column).eq(columns.iter().copied()) {
            return;
        }
        let columns: Vec<_> = columns
            .iter()
            .map(|column| IndexColumn { column: *column, descending: false })
            .collect();
        let index = IndexDef::new("", &columns);
        if let Some((place, rule)) = walk::index_fault(table, &index)
            && let Some(column) =
                walk::index_part(table, &index, place).and_then(|column| table.columns.get(column))
        {
            let message = format!(
                "the index that Spanner keeps for a foreign key {direction} `{}` sends every write to {}, because of `{}`",
                table.name,
                splits(rule),
                column.name
            );
            self.add(rule, Some(column.name), message);
        }
    }

    fn columns(&mut self) {
        let table = self.table;
        for column in table.columns {
            match column.fill {
                Fill::Sequence(_)
                | Fill::Identity(_)
                | Fill::Random
                | Fill::BitReversed
                | Fill::Shard(_)
                    if column.ty.array || column.ty.scalar != Scalar::Int64 || column.nullable =>
                {
                    let message = format!(
                        "`{}` of `{}` is filled with numbers, and is no INT64 column",
                        column.name, table.name
                    );
                    self.add(Rule::FillType, Some(column.name), message);
                }
                _ => {}
            }
            if column.commit_timestamp && column.ty.scalar != Scalar::UtcTimestamp {
                let message = format!(
                    "`{}` of `{}` holds the commit's time, and is no timestamp column",
                    column.name, table.name
                );
                self.add(Rule::FillType, Some(column.name), message);
            }
            let Fill::Shard(shard) = column.fill else { continue };
            for input in shard.inputs {
                let Some(input) = table.columns.get(*input) else { continue };
                let server_filled = shard.by == ShardBy::Client
                    && matches!(input.fill, Fill::Sequence(_) | Fill::Identity(_));
                if !fit::is_hashed_alike(input) || server_filled {
                    let message = format!(
                        "`{}` cannot be hashed into the shard `{}` of `{}`",
                        input.name, column.name, table.name
                    );
                    self.add(Rule::ShardInput, Some(column.name), message);
                }
            }
        }
    }
}

fn splits(rule: Rule) -> &'static str {
    if rule == Rule::OnlyFewValuesBefore { "one of a few splits" } else { "the last split" }
}

fn unbounded(column: &ColumnDef<'_>) -> bool {
    matches!(column.ty.scalar, Scalar::Text | Scalar::Binary) && column.ty.length.is_none()
}
