//! Indexes.

use std::collections::HashSet;

use super::names::remove;
use super::table::set;
use super::{Applied, Context, Used, exists, unresolved};
use crate::catalog::lex::Token;
use crate::catalog::syntax::{IndexAction, IndexSyntax, KeptAction};
use crate::catalog::{Catalog, CatalogIndex, ObjectName, SourceSpan};
use crate::dialect::Dialect;

impl Catalog {
    pub(super) fn create_index(
        &mut self,
        index: IndexSyntax<'_>,
        if_not_exists: bool,
        context: &Context<'_>,
    ) -> Applied<Used> {
        let dialect = self.dialect;
        // PostgreSQL creates an index in the schema of its table and does not let it be named.
        let schema = if dialect == Dialect::PostgreSql {
            index.table.schema.clone()
        } else {
            index.name.schema
        };
        let name = ObjectName { schema, name: index.name.name };
        if self.index_places.contains_key(&name) {
            return exists("index", &name, index.span, if_not_exists);
        }
        let table_name = self.without_synonym(index.table);
        let Some(&place) = self.table_places.get(&table_name) else {
            let what = ("table", &table_name);
            return self.keep_unresolved("INDEX", name, what, index.table_span, context);
        };
        if let Some((host, span)) = &index.interleave
            && !self.table_places.contains_key(host)
        {
            return self.keep_unresolved("INDEX", name, ("table", host), *span, context);
        }
        if name.schema != table_name.schema {
            let message = format!("the index `{name}` is not in the schema of `{table_name}`");
            return Err(unresolved(message, index.span));
        }
        let Some(Some(table)) = self.tables.get_mut(place) else { return Ok(Used::Applied) };
        let source = context.span.source;
        let span = |token: &Token<'_>| SourceSpan { source, start: token.start, end: token.end() };
        let parts = index.columns.iter().map(|(_, token)| *token);
        let named =
            parts.chain(index.storing.iter().copied()).chain(index.not_null.iter().copied());
        for token in named {
            let name = token.name(dialect);
            if table.column(&name).is_none() {
                return Err(unresolved(
                    format!("unknown column `{name}` in the index"),
                    span(token),
                ));
            }
        }
        let text = |tokens: &[&Token<'_>]| {
            tokens.iter().map(|token| token.name(dialect)).collect::<Vec<_>>()
        };
        let (columns, tokens): (Vec<_>, Vec<_>) = index.columns.into_iter().unzip();
        let mut not_null = text(&index.not_null);
        let mut null_filtered = index.null_filtered;
        // PostgreSQL has no other way to omit rows with a NULL.
        if dialect == Dialect::PostgreSql && !not_null.is_empty() {
            let nullable = |name: &str| table.column(name).is_some_and(|column| column.nullable);
            let wanted: HashSet<&str> = columns
                .iter()
                .map(|part| part.name.as_str())
                .filter(|name| nullable(name))
                .collect();
            if wanted == not_null.iter().map(String::as_str).collect() {
                null_filtered = true;
                not_null.clear();
            }
        }
        let mut options = Vec::new();
        set(&mut options, &index.options, dialect);
        table.indexes.push(CatalogIndex {
            name: name.clone(),
            span: index.span,
            column_spans: tokens.iter().copied().map(span).collect(),
            columns,
            storing: text(&index.storing),
            unique: index.unique,
            null_filtered,
            not_null,
            interleave: index.interleave.map(|(name, _)| name),
            options,
            waivers: context.waivers.clone(),
        });
        self.index_places.insert(name, place);
        Ok(Used::Applied)
    }

    /// The name of a table, if this is a synonym of it.
    pub(super) fn without_synonym(&self, name: ObjectName) -> ObjectName {
        if self.table_places.contains_key(&name) {
            return name;
        }
        let mut tables = self.tables();
        let table = tables.find(|table| table.synonyms.contains(&name));
        table.map_or(name, |table| table.name.clone())
    }

    pub(super) fn index_mut(&mut self, name: &ObjectName) -> Option<&mut CatalogIndex> {
        let place = *self.index_places.get(name)?;
        let table = self.tables.get_mut(place)?.as_mut()?;
        table.indexes.iter_mut().find(|index| index.name == *name)
    }

    pub(super) fn alter_index(
        &mut self,
        name: ObjectName,
        span: SourceSpan,
        action: IndexAction<'_>,
        context: &Context<'_>,
    ) -> Applied<Used> {
        let dialect = self.dialect;
        let columns: HashSet<String> = self
            .index_places
            .get(&name)
            .and_then(|&at| self.tables.get(at)?.as_ref())
            .map(|table| table.columns.iter().map(|column| column.name.clone()).collect())
            .unwrap_or_default();
        let Some(index) = self.index_mut(&name) else {
            for kind in ["INDEX", "VECTOR INDEX"] {
                if self.creates(kind, Some(&name)) {
                    self.push_kept(kind.to_owned(), KeptAction::Alter, Some(name), context);
                    return Ok(Used::Kept);
                }
            }
            let what = ("index", &name.clone());
            return self.keep_unresolved("INDEX", name, what, span, context);
        };
        match action {
            IndexAction::Store(token) => {
                let column = token.name(dialect);
                if !columns.contains(&column) {
                    let span = SourceSpan { start: token.start, end: token.end(), ..span };
                    return Err(unresolved(
                        format!("unknown column `{column}` in the index"),
                        span,
                    ));
                }
                index.storing.push(column);
            }
            IndexAction::Unstore(token) => {
                let column = token.name(dialect);
                if !remove(&mut index.storing, |known| *known == column) {
                    let span = SourceSpan { start: token.start, end: token.end(), ..span };
                    let message = format!("the index `{name}` does not store `{column}`");
                    return Err(unresolved(message, span));
                }
            }
            IndexAction::Options(options) => set(&mut index.options, &options, dialect),
        }
        Ok(Used::Applied)
    }
}
