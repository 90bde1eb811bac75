//! Reads files, and applies their statements to the catalog.

mod alter;
mod comments;
mod expression;
mod index;
mod kept;
mod names;
mod table;

pub(super) use expression::sequence_name;

use super::cursor::{Cursor, Tokens};
use super::lex::{lex, statements};
use super::syntax::{Statement, TableAction, statement};
use super::{
    Catalog, CatalogSequence, ObjectName, ProblemKind, ReadProblem, RenameComment, SourceFile,
    SourceSpan, StatementCounts, WaiverComment,
};
use crate::dialect::Dialect;
use crate::schema::CounterOptions;
use comments::{Comments, comments};
use table::set;

/// A statement that can be read but not applied.
type Applied<T> = Result<T, ReadProblem>;

/// How a statement was used.
enum Used {
    Applied,
    Kept,
    Control,
    /// It needs a table whose own problem is reported.
    Unresolved,
}

/// The statement that is being applied.
struct Context<'t> {
    text: &'t str,
    tokens: Tokens<'t>,
    waivers: Vec<WaiverComment>,
    renames: Vec<RenameComment>,
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
                    self.failed.extend(created_table(cursor.within(tokens)));
                    let mut problem = ReadProblem::from(error);
                    problem.span.source = source;
                    self.problems.push(problem);
                    continue;
                }
            };
            let Comments { waivers, renames, problems } = comments(text, &lexed, &range);
            self.problems.extend(problems.into_iter().map(|(range, message)| ReadProblem {
                kind: ProblemKind::Comment,
                message,
                span: SourceSpan { source, start: range.start, end: range.end },
            }));
            let context = Context { text, tokens, waivers, renames, span };
            match self.apply(parsed, &context) {
                Ok(Used::Applied) => counts.applied += 1,
                Ok(Used::Kept) => counts.kept += 1,
                Ok(Used::Control) => counts.control += 1,
                Ok(Used::Unresolved) => {
                    counts.unresolved += 1;
                    self.failed.extend(created_table(cursor.within(tokens)));
                }
                Err(problem) => {
                    counts.unresolved += 1;
                    if problem.kind == ProblemKind::Unresolved {
                        self.failed.extend(created_table(cursor.within(tokens)));
                    }
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
                table.renames.clone_from(&context.renames);
                // A file may begin in the middle of a history.
                self.schemas
                    .extend(table.name.schema.clone().filter(|name| !self.schemas.contains(name)));
                self.table_places.insert(table.name.clone(), self.tables.len());
                self.tables.push(Some(table));
            }
            Statement::AlterTable { name, span, if_exists, mut actions } => {
                for action in &mut actions {
                    if let TableAction::Rename { to, .. } = action {
                        self.in_schema_of(to, &name);
                    }
                }
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
            Statement::Drop { kind, names, if_exists } => {
                let mut used = Used::Applied;
                for (name, span) in names {
                    if let Used::Unresolved = self.drop(kind, name, span, if_exists, context)? {
                        used = Used::Unresolved;
                    }
                }
                return Ok(used);
            }
            Statement::Rename(mut renames) => {
                for (from, _, to) in &mut renames {
                    self.in_schema_of(to, from);
                }
                return self.rename_all(&renames, context);
            }
            Statement::AlterDatabase { name, options } => {
                self.database = Some(database_name(name, self.dialect));
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
}

/// The table that a statement should create.
fn created_table(mut cursor: Cursor<'_>) -> Option<ObjectName> {
    cursor.keywords(&["CREATE", "TABLE"]).ok()?;
    cursor.eat(&["IF", "NOT", "EXISTS"]);
    cursor.path().ok().map(|(name, _)| name)
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

/// One name, or the parts of a name with hyphens or of a template. Comments between them do not count.
fn database_name(parts: Tokens<'_>, dialect: Dialect) -> String {
    if let [one] = parts {
        return one.name(dialect);
    }
    let (mut name, mut end) = (String::new(), 0);
    for part in parts {
        if !name.is_empty() && end < part.start {
            name.push(' ');
        }
        name.push_str(part.text);
        end = part.end();
    }
    name
}
