//! Changes of tables.

use super::expression::{Names, constant};
use super::names::{remove, stays};
use super::table::{set, set_column_options};
use super::{Applied, exists, unresolved};
use crate::catalog::lex::Token;
use crate::catalog::syntax::{ColumnAction, TableAction};
use crate::catalog::{
    Catalog, CatalogColumn, CatalogInterleave, CatalogTable, ColumnValue, ObjectName, ProblemKind,
    ReadProblem, SourceSpan, WaiverComment,
};

impl Catalog {
    /// Applies one action to a table that exists, and returns the name that the table has then.
    pub(super) fn alter_table(
        &mut self,
        name: ObjectName,
        action: TableAction<'_>,
        waivers: &[WaiverComment],
    ) -> Applied<ObjectName> {
        let Some(&place) = self.table_places.get(&name) else { return Ok(name) };
        let Some(mut table) = self.tables.get_mut(place).and_then(Option::take) else {
            return Ok(name);
        };
        let known = table.foreign_keys.len();
        let result = self.change(&mut table, &action);
        for key in table.foreign_keys.iter_mut().skip(known) {
            key.waivers = waivers.to_vec();
        }
        self.tables[place] = Some(table);
        result?;
        if let TableAction::AlterColumn { column, action } = &action
            && let ColumnAction::Default(Some(_)) | ColumnAction::Restate(_) = action
        {
            let column = column.name(self.dialect);
            self.filled_later.entry(name.clone()).or_default().push(column);
        }
        match action {
            TableAction::Rename { to, .. } => {
                self.rename(&name, &to);
                Ok(to)
            }
            _ => Ok(name),
        }
    }

    pub(super) fn change(&self, table: &mut CatalogTable, action: &TableAction<'_>) -> Applied<()> {
        let dialect = self.dialect;
        let source = self.sources.len();
        let span = |token: &Token<'_>| SourceSpan { source, start: token.start, end: token.end() };
        match action {
            TableAction::AddColumn { column, if_not_exists } => {
                let name = column.name.name(dialect);
                if table.column(&name).is_some() {
                    let name = ObjectName { schema: None, name };
                    return exists("column", &name, span(column.name), *if_not_exists).map(|_| ());
                }
                let known = table.columns.iter().map(|column| column.name.clone());
                let names = Names::new(known.chain([name]).map(Into::into), dialect);
                table.columns.push(self.column(column, &names, source));
                for constraint in &column.constraints {
                    self.add_constraint(table, constraint, &names)?;
                }
            }
            TableAction::DropColumn { column, if_exists } => {
                let name = column.name(dialect);
                let Some(at) = table.columns.iter().position(|column| column.name == name) else {
                    return missing("column", &name, span(column), *if_exists);
                };
                if let Some(user) = user_of(table, &name) {
                    return Err(unresolved(
                        format!("the column `{name}` is used by {user}"),
                        span(column),
                    ));
                }
                table.columns.remove(at);
            }
            TableAction::AlterColumn { column, action } => {
                let name = column.name(dialect);
                let names = Names::of(table, dialect);
                let Some(at) = table.columns.iter().position(|column| column.name == name) else {
                    return missing("column", &name, span(column), false);
                };
                if !self.alter_column(&mut table.columns[at], action, &names) {
                    let message = format!("the column `{name}` is not an identity column");
                    return Err(unresolved(message, span(column)));
                }
            }
            TableAction::AddConstraint(constraint) => {
                let names = Names::of(table, dialect);
                self.add_constraint(table, constraint, &names)?;
            }
            TableAction::DropConstraint { name, span, if_exists } => {
                let before = table.checks.len() + table.foreign_keys.len();
                table.checks.retain(|check| check.name.as_ref() != Some(name));
                table.foreign_keys.retain(|key| key.name.as_ref() != Some(name));
                if table.checks.len() + table.foreign_keys.len() == before {
                    return missing("constraint", name, *span, *if_exists);
                }
            }
            TableAction::SetOnDelete(on_delete, span) => {
                let Some(interleave) = &mut table.interleave else {
                    let message = format!("the table `{}` is not interleaved", table.name);
                    return Err(unresolved(message, *span));
                };
                interleave.on_delete = *on_delete;
            }
            TableAction::SetInterleave(interleave) => self.set_interleave(table, interleave)?,
            TableAction::DropTtl(span) => {
                expects_ttl(table, true, *span)?;
                table.ttl = None;
            }
            TableAction::Ttl { ttl, replaces } => {
                expects_ttl(table, *replaces, span(ttl.column))?;
                self.set_ttl(table, ttl)?;
            }
            TableAction::AddSynonym(name) => {
                let mut name = name.clone();
                self.in_schema_of(&mut name, &table.name);
                table.synonyms.push(name);
            }
            TableAction::DropSynonym(name, span) => {
                let mut name = name.clone();
                self.in_schema_of(&mut name, &table.name);
                if !remove(&mut table.synonyms, |known| *known == name) {
                    return missing("synonym", &name.to_string(), *span, false);
                }
            }
            TableAction::SetOptions(options) => set(&mut table.options, options, dialect),
            // The rest of a rename concerns other tables too.
            TableAction::Rename { to, span, keeps_synonym } => {
                if self.table_places.contains_key(to) {
                    return exists("table", to, *span, false).map(|_| ());
                }
                stays(&table.name, to, *span)?;
                if *keeps_synonym {
                    table.synonyms.push(table.name.clone());
                }
            }
        }
        Ok(())
    }

    fn set_interleave(
        &self,
        table: &mut CatalogTable,
        interleave: &CatalogInterleave,
    ) -> Applied<()> {
        let (name, new) = (&table.name, &interleave.parent);
        if !self.table_places.contains_key(new) {
            return Err(ReadProblem {
                kind: ProblemKind::UnknownTable,
                message: format!("unknown table `{new}`"),
                span: interleave.span,
            });
        }
        // Spanner changes only how a table is interleaved in the parent that it has.
        if table.interleave.as_ref().map(|link| &link.parent) != Some(new) {
            let message = format!("the table `{name}` is not interleaved in `{new}`");
            return Err(unresolved(message, interleave.span));
        }
        table.interleave = Some(interleave.clone());
        Ok(())
    }

    /// Returns whether the column is one that can be altered in this way.
    pub(super) fn alter_column(
        &self,
        column: &mut CatalogColumn,
        action: &ColumnAction<'_>,
        names: &Names<'_>,
    ) -> bool {
        match action {
            ColumnAction::Restate(stated) => {
                let old = std::mem::replace(column, self.column(stated, names, column.span.source));
                column.span = old.span;
                // These survive; a default that is not stated again is gone.
                column.hidden |= old.hidden;
                column.placement_key |= old.placement_key;
                if stated.options.is_none() {
                    (column.options, column.commit_timestamp) = (old.options, old.commit_timestamp);
                }
                if column.value == ColumnValue::Supplied
                    && matches!(old.value, ColumnValue::Identity(_) | ColumnValue::Generated { .. })
                {
                    column.value = old.value;
                }
            }
            ColumnAction::Type(ty) => {
                (column.ty, column.type_name) = (ty.ty, ty.other.clone());
                column.vector_length = ty.vector_length;
                column.commit_timestamp = ty.commit_timestamp;
            }
            ColumnAction::NotNull(not_null) => column.nullable = !*not_null,
            ColumnAction::Default(Some(sql)) => {
                column.value = ColumnValue::Default(constant(sql, self.dialect));
            }
            ColumnAction::Default(None) => {
                if matches!(column.value, ColumnValue::Default(_)) {
                    column.value = ColumnValue::Supplied;
                }
            }
            ColumnAction::OnUpdate(sql) => {
                column.on_update = sql.map(|sql| constant(sql, self.dialect));
            }
            ColumnAction::Options(options) => set_column_options(column, options, self.dialect),
            ColumnAction::Counter(changes) => {
                let ColumnValue::Identity(options) = &mut column.value else { return false };
                changes.apply(options);
            }
        }
        true
    }
}

fn expects_ttl(table: &CatalogTable, expected: bool, span: SourceSpan) -> Applied<()> {
    if table.ttl.is_some() == expected {
        return Ok(());
    }
    let has = if expected { "has no" } else { "already has a" };
    Err(unresolved(format!("the table `{}` {has} row deletion policy", table.name), span))
}

fn missing(what: &str, name: &str, span: SourceSpan, lenient: bool) -> Applied<()> {
    if lenient { Ok(()) } else { Err(unresolved(format!("unknown {what} `{name}`"), span)) }
}

/// What in the table needs the column.
fn user_of(table: &CatalogTable, column: &String) -> Option<String> {
    if table.key.iter().flatten().any(|part| part.name == *column) {
        return Some("the primary key".to_owned());
    }
    let index = table.indexes.iter().find(|index| {
        index.columns.iter().any(|part| part.name == *column)
            || index.storing.contains(column)
            || index.not_null.contains(column)
    });
    if let Some(index) = index {
        return Some(format!("the index `{}`", index.name));
    }
    if table.foreign_keys.iter().any(|key| key.columns.contains(column)) {
        return Some("a foreign key".to_owned());
    }
    let named = format!("{{{column}}}");
    if let Some(user) = table.columns.iter().find(|user| match &user.value {
        ColumnValue::Generated { sql, .. } => sql.contains(&named),
        _ => false,
    }) {
        return Some(format!("the column `{}`", user.name));
    }
    if table.checks.iter().any(|check| check.sql.contains(&named)) {
        return Some("a check".to_owned());
    }
    let expires = table.ttl.as_ref().is_some_and(|(name, _)| name == column);
    expires.then(|| "the row deletion policy".to_owned())
}
