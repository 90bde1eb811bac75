//! New tables and their parts.

use super::expression::{Names, constant, option_value};
use super::{Applied, unresolved};
use crate::catalog::lex::Token;
use crate::catalog::syntax::{
    ColumnSyntax, ConstraintKind, ConstraintSyntax, KeyPart, OptionSyntax, TableBody, TtlSyntax,
};
use crate::catalog::{
    Catalog, CatalogCheck, CatalogColumn, CatalogForeignKey, CatalogTable, ColumnValue, ObjectName,
    SourceSpan,
};
use crate::ddl::NAMED_OPTIONS;
use crate::dialect::Dialect;
use crate::schema::CounterOptions;

impl Catalog {
    pub(super) fn new_table(
        &self,
        name: ObjectName,
        span: SourceSpan,
        body: TableBody<'_>,
    ) -> Applied<CatalogTable> {
        let mut table = CatalogTable {
            name,
            span,
            columns: Vec::new(),
            key: None,
            interleave: body.interleave,
            indexes: Vec::new(),
            foreign_keys: Vec::new(),
            checks: Vec::new(),
            ttl: None,
            options: Vec::new(),
            synonyms: body.synonyms,
            waivers: Vec::new(),
            renames: Vec::new(),
        };
        set(&mut table.options, &body.options, self.dialect);
        let names = body.columns.iter().map(|column| column.name.borrowed_name(self.dialect));
        let names = Names::new(names, self.dialect);
        let columns = body.columns.iter().map(|column| self.column(column, &names, span.source));
        table.columns = columns.collect();
        if let Some(at) = names.duplicate() {
            let CatalogColumn { name, span, .. } = &table.columns[at];
            return Err(unresolved(format!("duplicate column `{name}`"), *span));
        }
        if let Some(parts) = &body.key {
            self.set_key(&mut table, parts)?;
        }
        for constraint in &body.constraints {
            self.add_constraint(&mut table, constraint, &names)?;
        }
        if let Some(ttl) = body.ttl {
            self.set_ttl(&mut table, &ttl)?;
        }
        // PostgreSQL: a key column is never nullable.
        if self.dialect == Dialect::PostgreSql {
            for part in table.key.iter().flatten() {
                let mut columns = table.columns.iter_mut();
                if let Some(column) = columns.find(|column| column.name == part.name) {
                    column.nullable = false;
                }
            }
        }
        Ok(table)
    }

    pub(super) fn column(
        &self,
        column: &ColumnSyntax<'_>,
        names: &Names<'_>,
        source: usize,
    ) -> CatalogColumn {
        let dialect = self.dialect;
        let value = if let Some(sql) = column.default {
            ColumnValue::Default(constant(sql, dialect))
        } else if let Some((sql, stored)) = column.generated {
            ColumnValue::Generated { sql: names.expression(sql), stored }
        } else if let Some(changes) = &column.identity {
            let mut options = CounterOptions::default();
            changes.apply(&mut options);
            ColumnValue::Identity(options)
        } else {
            ColumnValue::Supplied
        };
        let mut made = CatalogColumn {
            name: column.name.name(dialect),
            span: SourceSpan { source, start: column.name.start, end: column.name.end() },
            ty: column.ty.ty,
            type_name: column.ty.other.clone(),
            vector_length: column.ty.vector_length,
            nullable: !column.not_null,
            value,
            on_update: column.on_update.map(|sql| constant(sql, dialect)),
            commit_timestamp: column.ty.commit_timestamp,
            hidden: column.hidden,
            placement_key: column.placement_key,
            options: Vec::new(),
        };
        set_column_options(&mut made, column.options.as_deref().unwrap_or_default(), dialect);
        // Spanner allows neither for a value that is computed when read.
        if let ColumnValue::Generated { stored: false, .. } = made.value {
            made.nullable = true;
            made.ty.length = None;
        }
        made
    }

    pub(super) fn add_constraint(
        &self,
        table: &mut CatalogTable,
        constraint: &ConstraintSyntax<'_>,
        names: &Names<'_>,
    ) -> Applied<()> {
        let ConstraintSyntax { name, span, kind } = constraint;
        let (name, span) = (name.clone(), *span);
        let taken = |known: &Option<String>| known.is_some() && *known == name;
        if table.checks.iter().any(|check| taken(&check.name))
            || table.foreign_keys.iter().any(|key| taken(&key.name))
        {
            let name = name.unwrap_or_default();
            return Err(unresolved(format!("the constraint `{name}` already exists"), span));
        }
        match kind {
            ConstraintKind::Check(sql) => {
                table.checks.push(CatalogCheck { name, span, sql: names.expression(sql) });
            }
            ConstraintKind::PrimaryKey(_) if table.key.is_some() => {
                return Err(unresolved("the table has a primary key".to_owned(), span));
            }
            ConstraintKind::PrimaryKey(parts) => self.set_key(table, parts)?,
            ConstraintKind::ForeignKey { columns, other, other_columns, on_delete } => {
                let (other, on_delete) = (other.clone(), *on_delete);
                let mut other_columns = other_columns.clone();
                let columns =
                    columns.iter().map(|column| self.known(table, column, "a foreign key"));
                let columns = columns.collect::<Applied<Vec<String>>>()?;
                if other_columns.is_empty() {
                    let other =
                        if other == table.name { Some(&*table) } else { self.table(&other) };
                    let key = other.and_then(|other| other.key.as_ref());
                    other_columns =
                        key.into_iter().flatten().map(|part| part.name.clone()).collect();
                }
                table.foreign_keys.push(CatalogForeignKey {
                    name,
                    span,
                    columns,
                    other,
                    other_columns,
                    on_delete,
                    waivers: Vec::new(),
                });
            }
        }
        Ok(())
    }

    /// The name of a column of this table.
    fn known(&self, table: &CatalogTable, column: &Token<'_>, place: &str) -> Applied<String> {
        let name = column.name(self.dialect);
        if table.column(&name).is_some() {
            return Ok(name);
        }
        let span =
            SourceSpan { source: self.sources.len(), start: column.start, end: column.end() };
        Err(unresolved(format!("unknown column `{name}` in {place}"), span))
    }

    fn set_key(&self, table: &mut CatalogTable, parts: &[KeyPart<'_>]) -> Applied<()> {
        for (_, token) in parts {
            self.known(table, token, "the primary key")?;
        }
        table.key = Some(parts.iter().map(|(part, _)| part.clone()).collect());
        Ok(())
    }

    pub(super) fn set_ttl(&self, table: &mut CatalogTable, ttl: &TtlSyntax<'_>) -> Applied<()> {
        let name = self.known(table, ttl.column, "the row deletion policy")?;
        table.ttl = Some((name, ttl.days));
        Ok(())
    }
}

/// Sets options; `null` removes one.
pub(super) fn set(
    options: &mut Vec<(String, String)>,
    changes: &[OptionSyntax<'_>],
    dialect: Dialect,
) {
    for (name, value) in changes {
        options.retain(|(known, _)| known != name);
        let mut text = option_value(value, dialect).replace("{{", "{").replace("}}", "}");
        let is_none = match value {
            [] => true,
            [one] => one.is("NULL") || (dialect == Dialect::PostgreSql && one.is("DEFAULT")),
            _ => false,
        };
        if is_none {
            continue;
        }
        // PostgreSQL has a name where GoogleSQL has a text.
        let is_named = NAMED_OPTIONS.iter().any(|(known, _)| known == name);
        if let ([one], true) = (value, is_named)
            && one.is_name()
        {
            text = format!("'{}'", one.name(dialect));
        }
        options.push((name.clone(), text));
    }
}

pub(super) fn set_column_options(
    column: &mut CatalogColumn,
    changes: &[OptionSyntax<'_>],
    dialect: Dialect,
) {
    const COMMIT: &str = "allow_commit_timestamp";
    set(&mut column.options, changes, dialect);
    if changes.iter().any(|(name, _)| name == COMMIT) {
        let is_on =
            |(name, value): &(String, String)| name == COMMIT && value.eq_ignore_ascii_case("true");
        column.commit_timestamp = column.options.iter().any(is_on);
        column.options.retain(|(name, _)| name != COMMIT);
    }
}
