//! Reads files, and applies their statements to the catalog.

use std::cell::OnceCell;
use std::collections::{HashMap, HashSet};
use std::ops::Range;

use super::cursor::{Cursor, Tokens};
use super::keywords::is_reserved;
use super::lex::{Lexed, Token, TokenKind, lex, statements};
use super::syntax::{
    ColumnAction, ColumnSyntax, ConstraintKind, ConstraintSyntax, IndexAction, IndexSyntax,
    KeptAction, OptionSyntax, OtherSyntax, Statement, TableAction, TableBody, TtlSyntax, statement,
};
use super::{
    Catalog, CatalogCheck, CatalogColumn, CatalogForeignKey, CatalogIndex, CatalogSequence,
    CatalogTable, ColumnValue, KeptStatement, ObjectName, ProblemKind, ReadProblem, SourceFile,
    SourceSpan, StatementCounts, WaiverComment,
};
use crate::dialect::Dialect;
use crate::schema::CounterOptions;

/// A statement that can be read but not applied.
type Applied<T> = Result<T, ReadProblem>;

/// How a statement was used.
enum Used {
    Applied,
    Kept,
    Control,
}

/// The statement that is being applied.
struct Context<'t> {
    text: &'t str,
    tokens: Tokens<'t>,
    waivers: Vec<WaiverComment>,
    span: SourceSpan,
}

impl Context<'_> {
    /// The statement as it is written.
    fn sql(&self) -> &str {
        &self.text[self.span.start..self.span.end]
    }
}

impl Catalog {
    /// Reads a file and applies its statements. The name is only for messages.
    ///
    /// ```
    /// use spanner_keys::Dialect;
    /// use spanner_keys::catalog::Catalog;
    ///
    /// let mut catalog = Catalog::new(Dialect::PostgreSql);
    /// let counts = catalog.read("a.sql", "create table t (id varchar primary key; drop table u");
    /// assert_eq!((counts.syntax, counts.unresolved), (1, 1));
    /// assert_eq!(catalog.problems()[0].message, "unclosed `(`");
    /// ```
    pub fn read(&mut self, name: &str, text: &str) -> StatementCounts {
        let source = self.sources.len();
        let lexed = lex(text, self.dialect);
        let mut counts = StatementCounts::default();
        for range in statements(text, &lexed) {
            let tokens = &lexed.tokens[range.clone()];
            let (Some(first), Some(last)) = (tokens.first(), tokens.last()) else { continue };
            let span = SourceSpan { source, start: first.start, end: last.end() };
            let mut cursor = Cursor::new(tokens, self.dialect, source);
            let parsed = match statement(&mut cursor) {
                Ok(parsed) => parsed,
                Err(error) => {
                    counts.syntax += 1;
                    let mut problem = ReadProblem::from(error);
                    problem.span.source = source;
                    self.problems.push(problem);
                    continue;
                }
            };
            let comments = comments_of(text, &lexed, &range);
            let waivers = comments.filter_map(waiver).collect();
            let context = Context { text, tokens, waivers, span };
            match self.apply(parsed, &context) {
                Ok(Used::Applied) => counts.applied += 1,
                Ok(Used::Kept) => counts.kept += 1,
                Ok(Used::Control) => counts.control += 1,
                Err(problem) => {
                    counts.unresolved += 1;
                    self.problems.push(problem);
                }
            }
        }
        self.sources.push(SourceFile { name: name.to_owned(), text: text.to_owned(), counts });
        counts
    }

    fn apply(&mut self, statement: Statement<'_>, context: &Context<'_>) -> Applied<Used> {
        match statement {
            Statement::CreateTable { name, span, if_not_exists, body } => {
                if self.table_places.contains_key(&name) {
                    return exists("table", &name, span, if_not_exists);
                }
                if let Some(parent) = &body.interleave
                    && !self.table_places.contains_key(&parent.parent)
                {
                    let (other, span) = (parent.parent.clone(), parent.span);
                    return self.keep_unresolved("TABLE", name, ("table", &other), span, context);
                }
                let mut table = self.new_table(name, span, body)?;
                table.waivers.clone_from(&context.waivers);
                // A file may begin in the middle of a history.
                self.schemas
                    .extend(table.name.schema.clone().filter(|name| !self.schemas.contains(name)));
                self.table_places.insert(table.name.clone(), self.tables.len());
                self.tables.push(Some(table));
            }
            Statement::AlterTable { name, span, if_exists, actions } => {
                if if_exists && self.table(&name).is_none() {
                    return Ok(Used::Applied);
                }
                if self.table(&name).is_none() {
                    let other = name.clone();
                    return self.keep_unresolved("TABLE", name, ("table", &other), span, context);
                }
                let mut name = name;
                for action in actions {
                    name = self.alter_table(name, action, &context.waivers)?;
                }
            }
            Statement::CreateIndex { index, if_not_exists } => {
                return self.create_index(index, if_not_exists, context);
            }
            Statement::AlterIndex { name, span, action } => {
                return self.alter_index(name, span, action, context);
            }
            Statement::CreateSequence { name, span, if_not_exists, changes } => {
                if self.sequences.iter().any(|sequence| sequence.name == name) {
                    return exists("sequence", &name, span, if_not_exists);
                }
                let mut options = CounterOptions::default();
                changes.apply(&mut options);
                self.sequences.push(CatalogSequence { name, span, options });
            }
            Statement::AlterSequence { name, span, if_exists, changes } => {
                match self.sequences.iter_mut().find(|sequence| sequence.name == name) {
                    Some(sequence) => changes.apply(&mut sequence.options),
                    None if if_exists => {}
                    None => {
                        let what = ("sequence", &name.clone());
                        return self.keep_unresolved("SEQUENCE", name, what, span, context);
                    }
                }
            }
            Statement::CreateSchema { name, span, lenient } => {
                if self.schemas.contains(&name.name) {
                    return exists("schema", &name, span, lenient);
                }
                self.schemas.push(name.name);
            }
            Statement::Drop { kind, name, span, if_exists } => {
                return self.drop(kind, name, span, if_exists, context);
            }
            Statement::Rename(renames) => return self.rename_all(&renames, context),
            Statement::AlterDatabase { name, options } => {
                let name = match name {
                    [] => None,
                    [one] => Some(one.name(self.dialect)),
                    [first, .., last] => Some(context.text[first.start..last.end()].to_owned()),
                };
                self.database = name.or(self.database.take());
                set(&mut self.database_options, &options, self.dialect);
            }
            Statement::Other(other) => {
                self.keep(other, context);
                return Ok(Used::Kept);
            }
            Statement::Control => return Ok(Used::Control),
        }
        Ok(Used::Applied)
    }

    fn new_table(
        &self,
        name: ObjectName,
        span: SourceSpan,
        body: TableBody<'_>,
    ) -> Applied<CatalogTable> {
        let mut table = CatalogTable {
            name,
            span,
            columns: Vec::with_capacity(body.columns.len()),
            key: body.key,
            interleave: body.interleave,
            indexes: Vec::new(),
            foreign_keys: Vec::new(),
            checks: Vec::new(),
            ttl: None,
            options: Vec::new(),
            synonyms: body.synonyms,
            waivers: Vec::new(),
        };
        set(&mut table.options, &body.options, self.dialect);
        let names = body.columns.iter().map(|column| column.name.name(self.dialect));
        let names = Names::new(names, self.dialect);
        let (mut seen, mut folded) = (HashSet::new(), HashSet::new());
        for column in &body.columns {
            let column = self.column(column, &names, span.source);
            if !seen.insert(column.name.clone()) || !folded.insert(column.name.to_lowercase()) {
                let message = format!("duplicate column `{}`", column.name);
                return Err(unresolved(message, column.span));
            }
            table.columns.push(column);
        }
        for part in table.key.iter().flatten() {
            if !seen.contains(&part.name) {
                let message = format!("unknown column `{}` in the primary key", part.name);
                return Err(unresolved(message, span));
            }
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

    fn column(&self, column: &ColumnSyntax<'_>, names: &Names, source: usize) -> CatalogColumn {
        let dialect = self.dialect;
        let value = if let Some(sql) = column.default {
            ColumnValue::Default(names.expression(sql))
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
            on_update: column.on_update.map(|sql| names.expression(sql)),
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

    fn add_constraint(
        &self,
        table: &mut CatalogTable,
        constraint: &ConstraintSyntax<'_>,
        names: &Names,
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
            ConstraintKind::PrimaryKey(parts) => table.key = Some(parts.clone()),
            ConstraintKind::ForeignKey { columns, other, other_columns, on_delete } => {
                let (columns, other, on_delete) = (columns.clone(), other.clone(), *on_delete);
                let mut other_columns = other_columns.clone();
                let unknown = columns.iter().find(|column| table.column(column).is_none());
                if let Some(column) = unknown {
                    return Err(unresolved(
                        format!("unknown column `{column}` in a foreign key"),
                        span,
                    ));
                }
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

    fn set_ttl(&self, table: &mut CatalogTable, ttl: &TtlSyntax<'_>) -> Applied<()> {
        let name = ttl.column.name(self.dialect);
        if table.column(&name).is_none() {
            let span = SourceSpan {
                source: self.sources.len(),
                start: ttl.column.start,
                end: ttl.column.end(),
            };
            return Err(unresolved(
                format!("unknown column `{name}` in the row deletion policy"),
                span,
            ));
        }
        table.ttl = Some((name, ttl.days));
        Ok(())
    }

    /// Applies one action to a table that exists, and returns the name that the table has then.
    fn alter_table(
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

    fn change(&self, table: &mut CatalogTable, action: &TableAction<'_>) -> Applied<()> {
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
                let names = Names::new(known.chain([name]), dialect);
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
                let names =
                    Names::new(table.columns.iter().map(|column| column.name.clone()), dialect);
                let Some(at) = table.columns.iter().position(|column| column.name == name) else {
                    return missing("column", &name, span(column), false);
                };
                if !self.alter_column(&mut table.columns[at], action, &names) {
                    let message = format!("the column `{name}` is not an identity column");
                    return Err(unresolved(message, span(column)));
                }
            }
            TableAction::AddConstraint(constraint) => {
                let names =
                    Names::new(table.columns.iter().map(|column| column.name.clone()), dialect);
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
            TableAction::SetInterleave(interleave) => {
                if !self.table_places.contains_key(&interleave.parent) {
                    let message = format!("unknown table `{}`", interleave.parent);
                    return Err(unresolved(message, interleave.span));
                }
                table.interleave = Some(interleave.clone());
            }
            TableAction::DropTtl(span) => {
                expects_ttl(table, true, *span)?;
                table.ttl = None;
            }
            TableAction::Ttl { ttl, replaces } => {
                expects_ttl(table, *replaces, span(ttl.column))?;
                self.set_ttl(table, ttl)?;
            }
            TableAction::AddSynonym(name) => table.synonyms.push(name.clone()),
            TableAction::DropSynonym(name, span) => {
                if !remove(&mut table.synonyms, |known| known == name) {
                    return missing("synonym", name, *span, false);
                }
            }
            TableAction::SetOptions(options) => set(&mut table.options, options, dialect),
            // The rest of a rename concerns other tables too.
            TableAction::Rename { to, span, keeps_synonym } => {
                if self.table_places.contains_key(to) {
                    return exists("table", to, *span, false).map(|_| ());
                }
                if *keeps_synonym {
                    table.synonyms.push(table.name.name.clone());
                }
            }
        }
        Ok(())
    }

    /// Returns whether the column is one that can be altered in this way.
    fn alter_column(
        &self,
        column: &mut CatalogColumn,
        action: &ColumnAction<'_>,
        names: &Names,
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
                column.value = ColumnValue::Default(names.expression(sql));
            }
            ColumnAction::Default(None) => {
                if matches!(column.value, ColumnValue::Default(_)) {
                    column.value = ColumnValue::Supplied;
                }
            }
            ColumnAction::OnUpdate(sql) => column.on_update = sql.map(|sql| names.expression(sql)),
            ColumnAction::Options(options) => set_column_options(column, options, self.dialect),
            ColumnAction::Counter(changes) => {
                let ColumnValue::Identity(options) = &mut column.value else { return false };
                changes.apply(options);
            }
        }
        true
    }

    fn create_index(
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
    fn without_synonym(&self, name: ObjectName) -> ObjectName {
        if self.table_places.contains_key(&name) {
            return name;
        }
        let mut tables = self.tables();
        let table = tables
            .find(|table| table.name.schema == name.schema && table.synonyms.contains(&name.name));
        table.map_or(name, |table| table.name.clone())
    }

    fn index_mut(&mut self, name: &ObjectName) -> Option<&mut CatalogIndex> {
        let place = *self.index_places.get(name)?;
        let table = self.tables.get_mut(place)?.as_mut()?;
        table.indexes.iter_mut().find(|index| index.name == *name)
    }

    fn alter_index(
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

    fn drop(
        &mut self,
        kind: &'static str,
        name: ObjectName,
        span: SourceSpan,
        if_exists: bool,
        context: &Context<'_>,
    ) -> Applied<Used> {
        if let Some(user) = self.needs(kind, &name) {
            return Err(unresolved(format!("the table `{name}` is needed by {user}"), span));
        }
        let found = match kind {
            "TABLE" => match self.table_places.remove(&name) {
                Some(place) => {
                    let table = self.tables.get_mut(place).and_then(Option::take);
                    for index in table.iter().flat_map(|table| &table.indexes) {
                        self.index_places.remove(&index.name);
                    }
                    self.filled_later.remove(&name);
                    true
                }
                None => false,
            },
            "INDEX" => match self.index_places.remove(&name) {
                Some(place) => {
                    if let Some(Some(table)) = self.tables.get_mut(place) {
                        table.indexes.retain(|index| index.name != name);
                    }
                    true
                }
                None => false,
            },
            "SEQUENCE" => remove(&mut self.sequences, |sequence| sequence.name == name),
            _ => remove(&mut self.schemas, |schema| *schema == name.name),
        };
        if found || self.forget(kind, Some(&name)) || if_exists {
            return Ok(Used::Applied);
        }
        let what = (&*kind.to_lowercase(), &name.clone());
        self.keep_unresolved(kind, name, what, span, context)
    }

    /// What keeps a table from being dropped.
    fn needs(&self, kind: &str, name: &ObjectName) -> Option<String> {
        if kind != "TABLE" || !self.table_places.contains_key(name) {
            return None;
        }
        self.tables().filter(|table| table.name != *name).find_map(|table| {
            if table.interleave.as_ref().is_some_and(|link| link.parent == *name) {
                return Some(format!("its child `{}`", table.name));
            }
            let referenced = table.foreign_keys.iter().any(|key| key.other == *name);
            referenced.then(|| format!("a foreign key of `{}`", table.name))
        })
    }

    /// Forgets the kept statements about an object if one of them created it, and returns whether.
    fn forget(&mut self, kind: &str, name: Option<&ObjectName>) -> bool {
        let key = kept_key(kind, name);
        let creates =
            |kept: &KeptStatement| matches!(kept.action, KeptAction::Create | KeptAction::Replace);
        let places = self.kept_places.get(&key).into_iter().flatten();
        let known = places.clone().any(|&at| self.kept[at].as_ref().is_some_and(creates));
        if known {
            for place in self.kept_places.remove(&key).unwrap_or_default() {
                self.kept[place] = None;
            }
        }
        known
    }

    fn rename_all(
        &mut self,
        renames: &[(ObjectName, SourceSpan, ObjectName)],
        context: &Context<'_>,
    ) -> Applied<Used> {
        let missing = renames.iter().position(|(name, ..)| !self.table_places.contains_key(name));
        // One statement swaps names, so a name may be free only after a later rename.
        let froms: HashSet<&ObjectName> = renames.iter().map(|(name, ..)| name).collect();
        let later =
            missing.is_some_and(|at| renames[..at].iter().any(|(.., to)| *to == renames[at].0));
        if let (Some(at), false) = (missing, later) {
            let (name, span, _) = renames[at].clone();
            let what = ("table", &name.clone());
            return self.keep_unresolved("TABLE", name, what, span, context);
        }
        let swaps =
            renames.iter().any(|(.., to)| froms.contains(to) && self.table_places.contains_key(to));
        for (_, span, to) in renames {
            if self.table_places.contains_key(to) && !swaps {
                return exists("table", to, *span, false);
            }
        }
        if swaps {
            // Through names that cannot exist.
            for (from, _, to) in renames {
                self.rename(from, &ObjectName { name: format!("{}\0", to.name), ..to.clone() });
            }
            for (.., to) in renames {
                self.rename(&ObjectName { name: format!("{}\0", to.name), ..to.clone() }, to);
            }
        } else {
            for (from, _, to) in renames {
                self.rename(from, to);
            }
        }
        Ok(Used::Applied)
    }

    /// Renames a table, and what names it. The database renames neither views nor functions.
    fn rename(&mut self, from: &ObjectName, to: &ObjectName) {
        let Some(place) = self.table_places.remove(from) else { return };
        self.table_places.insert(to.clone(), place);
        if let Some(columns) = self.filled_later.remove(from) {
            self.filled_later.insert(to.clone(), columns);
        }
        let dialect = self.dialect;
        for table in self.tables.iter_mut().flatten() {
            if table.name == *from {
                table.name = to.clone();
            }
            if let Some(interleave) = table.interleave.as_mut().filter(|link| link.parent == *from)
            {
                interleave.parent = to.clone();
            }
            for key in table.foreign_keys.iter_mut().filter(|key| key.other == *from) {
                key.other = to.clone();
            }
            for index in &mut table.indexes {
                if index.interleave.as_ref() == Some(from) {
                    index.interleave = Some(to.clone());
                }
            }
        }
        let follows = ["CHANGE STREAM", "SEARCH INDEX", "VECTOR INDEX", "GRANT", "REVOKE"];
        for kept in self.kept.iter_mut().flatten() {
            if let Some(mention) = kept.tables.iter_mut().find(|table| *table == from)
                && follows.contains(&kept.kind.as_str())
            {
                *mention = to.clone();
                kept.sql = renamed(&kept.sql, &from.name, &to.name, dialect);
            }
        }
    }

    /// Keeps a statement about an object, and reports what in it is not known.
    fn keep_unresolved(
        &mut self,
        kind: &str,
        name: ObjectName,
        (what, unknown): (&str, &ObjectName),
        span: SourceSpan,
        context: &Context<'_>,
    ) -> Applied<Used> {
        let message =
            format!("unknown {what} `{unknown}`: no statement before this one creates it");
        let first = context.tokens.first();
        let action = match first {
            Some(token) if token.is("DROP") => KeptAction::Drop,
            Some(token) if token.is("CREATE") => KeptAction::Create,
            _ => KeptAction::Alter,
        };
        self.push_kept(kind.to_owned(), action, Some(name), context);
        Err(unresolved(message, span))
    }

    /// Keeps a statement, or applies it to those that are kept.
    fn keep(&mut self, other: OtherSyntax, context: &Context<'_>) {
        let OtherSyntax { kind, action, name, if_exists } = other;
        let known = match action {
            KeptAction::Drop | KeptAction::Replace => self.forget(&kind, name.as_ref()),
            _ => self.kept_places.contains_key(&kept_key(&kind, name.as_ref())),
        };
        let done = match action {
            KeptAction::Drop => known || if_exists,
            KeptAction::Create => known && if_exists,
            _ => false,
        };
        if !done {
            self.push_kept(kind, action, name, context);
        }
    }

    fn push_kept(
        &mut self,
        kind: String,
        action: KeptAction,
        name: Option<ObjectName>,
        context: &Context<'_>,
    ) {
        if action != KeptAction::Other && action != KeptAction::Drop {
            let key = kept_key(&kind, name.as_ref());
            self.kept_places.entry(key).or_default().push(self.kept.len());
        }
        let tables = self.mentioned(context.tokens, name.as_ref());
        let sql = context.sql().to_owned();
        self.kept.push(Some(KeptStatement { kind, action, name, tables, sql, span: context.span }));
    }

    /// The tables that a statement mentions: names in a place for tables, and names of known tables.
    fn mentioned(&self, tokens: Tokens<'_>, own: Option<&ObjectName>) -> Vec<ObjectName> {
        const NOT_NAMES: &[&str] = &[
            "ALL", "TABLE", "SELECT", "UNNEST", "VIEW", "CHANGE", "SEQUENCE", "SCHEMA", "FUNCTION",
            "ROLE", "IF", "DATABASE", "LATERAL", "ONLY", "DELETE", "UPDATE",
        ];
        let mut found: Vec<ObjectName> = Vec::new();
        let mut seen = HashSet::new();
        let mut at = 0;
        while at < tokens.len() {
            let token = &tokens[at];
            if !token.is_name() {
                at += 1;
                continue;
            }
            let mut names = vec![token.name(self.dialect)];
            let place = !token.is_any(NOT_NAMES) && precedes_table(tokens, at);
            let from = at > 0 && tokens[at - 1].is_any(&["FROM", "JOIN"]);
            while tokens.get(at + 1).is_some_and(|next| next.is_mark("."))
                && tokens.get(at + 2).is_some_and(Token::is_name)
            {
                names.push(tokens[at + 2].name(self.dialect));
                at += 2;
            }
            at += 1;
            let is_call = from && tokens.get(at).is_some_and(|next| next.is_mark("("));
            let mut name = |count: usize| {
                let path = names.get(..count)?;
                let (last, schema) = path.split_last()?;
                let schema = (!schema.is_empty()).then(|| schema.join("."));
                let name = ObjectName { schema, name: last.clone() };
                let known = self.table_places.contains_key(&name);
                (known || (place && count == names.len() && !is_call)).then_some(name)
            };
            // `Singers.Name` and `sales.Singers.Name` mention a table too.
            let hit = (1..=names.len()).rev().find_map(&mut name);
            if let Some(hit) = hit
                && own != Some(&hit)
                && seen.insert(hit.clone())
            {
                found.push(hit);
            }
        }
        found
    }
}

/// Whether the name at this place is that of a table: `FROM` and `ON` have other meanings too.
fn precedes_table(tokens: Tokens<'_>, at: usize) -> bool {
    let (Some(first), Some(before)) = (tokens.first(), at.checked_sub(1)) else { return false };
    let token = &tokens[before];
    let earlier =
        |count: usize, word: &str| before.checked_sub(count).is_some_and(|at| tokens[at].is(word));
    if token.is("FROM") {
        return !first.is("REVOKE") && !earlier(1, "DISTINCT") && !earlier(3, "EXTRACT");
    }
    if token.is("UPDATE") {
        return before == 0;
    }
    if token.is("ON") {
        return first.is("CREATE") && tokens[..at].iter().any(|token| token.is("INDEX"));
    }
    token.is_any(&["JOIN", "INTO", "REFERENCES", "FOR", "TABLE"])
}

/// A database has one proto bundle, and it has no name.
fn kept_key(kind: &str, name: Option<&ObjectName>) -> (String, ObjectName) {
    let none = || ObjectName { schema: None, name: String::new() };
    (kind.to_owned(), name.cloned().unwrap_or_else(none))
}

const fn unresolved(message: String, span: SourceSpan) -> ReadProblem {
    ReadProblem { kind: ProblemKind::Unresolved, message, span }
}

fn exists(what: &str, name: &ObjectName, span: SourceSpan, lenient: bool) -> Applied<Used> {
    if lenient {
        return Ok(Used::Applied);
    }
    Err(unresolved(format!("the {what} `{name}` already exists"), span))
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

fn remove<T>(list: &mut Vec<T>, is: impl Fn(&T) -> bool) -> bool {
    let before = list.len();
    list.retain(|item| !is(item));
    list.len() < before
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

/// Sets options; `null` removes one.
fn set(options: &mut Vec<(String, String)>, changes: &[OptionSyntax<'_>], dialect: Dialect) {
    for (name, value) in changes {
        options.retain(|(known, _)| known != name);
        let text = Names::new([], dialect).expression(value).replace("{{", "{").replace("}}", "}");
        if !text.is_empty() && !text.eq_ignore_ascii_case("null") {
            options.push((name.clone(), text));
        }
    }
}

fn set_column_options(column: &mut CatalogColumn, changes: &[OptionSyntax<'_>], dialect: Dialect) {
    const COMMIT: &str = "allow_commit_timestamp";
    set(&mut column.options, changes, dialect);
    if changes.iter().any(|(name, _)| name == COMMIT) {
        let is_on =
            |(name, value): &(String, String)| name == COMMIT && value.eq_ignore_ascii_case("true");
        column.commit_timestamp = column.options.iter().any(is_on);
        column.options.retain(|(name, _)| name != COMMIT);
    }
}

/// The columns that expressions name.
struct Names {
    dialect: Dialect,
    columns: Vec<String>,
    /// By the name as it is compared: GoogleSQL ignores its letter case. Most tables have no
    /// expression and never need it.
    known: OnceCell<HashMap<String, usize>>,
}

impl Names {
    fn new(names: impl IntoIterator<Item = String>, dialect: Dialect) -> Self {
        Self { dialect, columns: names.into_iter().collect(), known: OnceCell::new() }
    }

    fn find(&self, name: &str) -> Option<&str> {
        let known = self.known.get_or_init(|| {
            let names = self.columns.iter().enumerate();
            names.map(|(at, name)| (compared(name, self.dialect), at)).collect()
        });
        known.get(&compared(name, self.dialect)).map(|&at| self.columns[at].as_str())
    }

    /// An expression in a normal form: columns as `{column}`, single spaces, and no parentheses
    /// around all of it.
    fn expression(&self, mut tokens: Tokens<'_>) -> String {
        while let Some(inside) = unwrapped(tokens) {
            tokens = inside;
        }
        let mut text = String::new();
        for (at, token) in tokens.iter().enumerate() {
            let previous = at.checked_sub(1).map(|at| &tokens[at]);
            let gap = previous.is_some_and(|previous| {
                previous.end() < token.start
                    && !previous.is_mark("(")
                    && !token.is_mark(")")
                    && !token.is_mark(",")
            });
            if gap {
                text.push(' ');
            }
            match self.column(tokens, at) {
                Some(name) => {
                    text.push('{');
                    text.push_str(name);
                    text.push('}');
                }
                // The server keeps quotes as they were written.
                None if names_sequence(tokens, at) => {
                    text.push_str(&self.dialect.quote(&token.name(self.dialect)));
                }
                None => text.push_str(&token.text.replace('{', "{{").replace('}', "}}")),
            }
        }
        text
    }

    /// The column that a token names. A word can also be a function, a part of a date, a type, or a
    /// field of the name before it.
    fn column(&self, tokens: Tokens<'_>, at: usize) -> Option<&str> {
        const PARTS: &[&str] = &[
            "YEAR",
            "QUARTER",
            "MONTH",
            "WEEK",
            "DAY",
            "HOUR",
            "MINUTE",
            "SECOND",
            "DATE",
            "TIME",
            "TIMESTAMP",
            "ISOYEAR",
            "ISOWEEK",
            "DAYOFWEEK",
            "DAYOFYEAR",
            "MILLISECOND",
            "MICROSECOND",
            "NANOSECOND",
        ];
        let token = tokens.get(at).filter(|token| token.is_name())?;
        let before = at.checked_sub(1).map(|at| &tokens[at]);
        let after = tokens.get(at + 1);
        if before.is_some_and(|token| token.is_mark("."))
            || after.is_some_and(|next| next.is_mark("("))
        {
            return None;
        }
        // A brace in a name would end it.
        let known = self.find(&token.name(self.dialect))?;
        if known.contains(['{', '}']) {
            return None;
        }
        if token.kind == TokenKind::Word {
            if is_reserved(token.text, self.dialect) {
                return None;
            }
            let is_type = before.is_some_and(|token| token.is("AS"))
                || (at > 1 && tokens[at - 1].is_mark(":"))
                || after.is_some_and(|next| next.kind == TokenKind::Literal);
            let is_part = token.is_any(PARTS)
                && (after.is_some_and(|next| next.is("FROM"))
                    || before.is_some_and(|token| token.kind == TokenKind::Number)
                    || (before.is_some_and(|token| token.is_mark(","))
                        && after.is_some_and(|next| next.is_mark(")"))));
            if is_type || is_part {
                return None;
            }
        }
        Some(known)
    }
}

/// Whether the token is in the name after `SEQUENCE`.
fn names_sequence(tokens: Tokens<'_>, at: usize) -> bool {
    let is = |count: usize, word: &str| {
        at.checked_sub(count).is_some_and(|at| tokens[at].is(word) || tokens[at].is_mark(word))
    };
    tokens[at].is_name() && (is(1, "SEQUENCE") || (is(1, ".") && is(3, "SEQUENCE")))
}

fn compared(name: &str, dialect: Dialect) -> String {
    match dialect {
        Dialect::GoogleSql => name.to_lowercase(),
        Dialect::PostgreSql => name.to_owned(),
    }
}

/// What is inside parentheses that enclose all of the tokens.
fn unwrapped(tokens: Tokens<'_>) -> Option<Tokens<'_>> {
    let (first, last) = (tokens.first()?, tokens.last()?);
    if !first.is_mark("(") || !last.is_mark(")") || tokens.len() < 3 {
        return None;
    }
    let mut depth = 0_usize;
    for token in &tokens[..tokens.len() - 1] {
        if token.is_mark("(") {
            depth += 1;
        } else if token.is_mark(")") {
            depth = depth.saturating_sub(1);
        }
        if depth == 0 {
            return None;
        }
    }
    Some(&tokens[1..tokens.len() - 1])
}

/// A kept statement with another name for a table.
fn renamed(sql: &str, from: &str, to: &str, dialect: Dialect) -> String {
    let mut text = String::new();
    let mut end = 0;
    for token in lex(sql, dialect).tokens {
        if token.is_name() && token.name(dialect) == from {
            text.push_str(&sql[end..token.start]);
            text.push_str(&dialect.quote(to));
            end = token.end();
        }
    }
    text + &sql[end..]
}

/// The sequence that a default takes its values from.
pub(super) fn sequence_name(sql: &str, dialect: Dialect) -> Option<ObjectName> {
    let lexed = lex(sql, dialect);
    let mut cursor = Cursor::new(&lexed.tokens, dialect, 0);
    let name = match dialect {
        Dialect::GoogleSql => {
            cursor.keywords(&["GET_NEXT_SEQUENCE_VALUE"]).ok()?;
            cursor.expect_mark("(").ok()?;
            cursor.keywords(&["SEQUENCE"]).ok()?;
            let (name, _) = cursor.path().ok()?;
            cursor.expect_mark(")").ok()?;
            name
        }
        Dialect::PostgreSql => {
            cursor.keywords(&["NEXTVAL"]).ok()?;
            cursor.expect_mark("(").ok()?;
            // The raw name: quotes in the literal would be part of it.
            let name = cursor.bump()?.literal()?;
            // The server prints a cast.
            while !cursor.sees_mark(")") {
                cursor.bump()?;
            }
            cursor.bump();
            let (schema, name) = match name.split_once('.') {
                Some((schema, name)) => (Some(schema.to_owned()), name),
                None => (None, name),
            };
            ObjectName { schema, name: name.to_owned() }
        }
    };
    cursor.expect_end().ok()?;
    Some(name)
}

/// The comments before and inside a statement, and behind it in its last line.
fn comments_of<'t>(
    text: &'t str,
    lexed: &Lexed<'t>,
    tokens: &Range<usize>,
) -> impl Iterator<Item = &'t str> {
    let Lexed { tokens: all, comments } = lexed;
    // The `;` is not part of the statement.
    let end = tokens.end + usize::from(all.get(tokens.end).is_some_and(|token| token.is_mark(";")));
    let first = comments.partition_point(|(_, before)| *before < tokens.start);
    let last = comments.partition_point(|(_, before)| *before <= end);
    let is_own = |(range, before): &&(Range<usize>, usize)| {
        let token = before.checked_sub(1).and_then(|at| all.get(at));
        let is_behind = token.is_some_and(|token| !text[token.end()..range.start].contains('\n'));
        (*before > tokens.start && *before < tokens.end)
            || (*before == tokens.start && !is_behind)
            || (*before >= tokens.end && is_behind)
    };
    let own: Vec<&str> = comments[first..last]
        .iter()
        .filter(is_own)
        .map(|(range, _)| &text[range.clone()])
        .collect();
    own.into_iter()
}

/// A waiver in a comment: `spanner-keys: allow_hotspot "why"`, or `spread of Id: why` and
/// `allow_hotspot on Id: why` as our scripts have it.
fn waiver(comment: &str) -> Option<WaiverComment> {
    let comment =
        comment.trim_start_matches(['-', '#', '/', '*']).trim_end_matches(['*', '/']).trim();
    let words = comment.strip_prefix("spanner-keys:").map(str::trim_start);
    for (word, link, spread) in [("spread", "of", true), ("allow_hotspot", "on", false)] {
        if let Some(rest) = words.and_then(|words| words.strip_prefix(word)) {
            let why = rest.trim().trim_start_matches(['=', ':']).trim().trim_matches('"').trim();
            return (!why.is_empty()).then(|| WaiverComment {
                spread,
                on: None,
                why: why.to_owned(),
            });
        }
        let rest = comment.strip_prefix(word).and_then(|rest| rest.trim_start().strip_prefix(link));
        if let Some((on, why)) = rest.and_then(|rest| rest.split_once(": ")) {
            let (on, why) = (on.trim().to_owned(), why.trim().to_owned());
            return (!why.is_empty() && !on.contains(' ')).then_some(WaiverComment {
                spread,
                on: Some(on),
                why,
            });
        }
    }
    None
}
