//! Rule [`DialectLimit`](Rule::DialectLimit): what one dialect cannot express, although all other
//! rules accept it.

use super::NAMED_OPTIONS;
use super::names::ConstraintNames;
use super::sql::{render, stays_inside};
use crate::dialect::Dialect;
use crate::rules::expression::text_problem;
use crate::rules::{Finding, Named, Rule};
use crate::schema::facts::Path;
use crate::schema::limits::NAME_LENGTH;
use crate::schema::sql_text::fields;
use crate::schema::{
    Fill, Keyless, OnDelete, OptionDef, Scalar, ShardBy, SqlText, StoredValue, TableDef, VariantDef,
};

/// What the dialect cannot express of a table whose columns all exist.
pub(super) fn lint(
    table: &TableDef<'_>,
    names: &ConstraintNames,
    dialect: Dialect,
) -> Vec<Finding> {
    let mut found = Unsupported { table, dialect, found: Vec::new() };
    if let Some(stated) = table.stated_dialect().filter(|stated| *stated != dialect) {
        // Once, for the table that states it; what else the dialect lacks does not matter then.
        if table.dialect.is_some() {
            let name = table.name;
            let message = format!(
                "`{name}` is a table of a {stated} database, but the DDL is for {dialect}\nhelp: ask for DDL in the stated dialect, or state none"
            );
            found.add(Rule::DialectLimit, message);
        }
        return found.found;
    }
    found.texts(names);
    if dialect == Dialect::PostgreSql {
        found.names();
        found.postgresql();
    }
    found.found
}

/// A statement of the author's that the dialect has no text for.
pub(super) fn statement(sql: SqlText<'_>, dialect: Dialect) -> Option<Finding> {
    if sql.for_dialect(dialect).is_some() {
        return None;
    }
    let first = sql.given()[0].lines().next().unwrap_or_default();
    let message = format!(
        "the statement `{first}` has no SQL text for {dialect}\nhelp: write a text for each dialect that you use"
    );
    let mut finding = Finding::new(Rule::DialectLimit, String::new(), message);
    finding.dialect = Some(dialect);
    Some(finding)
}

struct Unsupported<'t, 'a> {
    table: &'t TableDef<'a>,
    dialect: Dialect,
    found: Vec<Finding>,
}

impl Unsupported<'_, '_> {
    fn add(&mut self, rule: Rule, message: String) -> &mut Finding {
        let mut finding = Finding::new(rule, self.table.path().into_owned(), message);
        finding.dialect = Some(self.dialect);
        self.found.push(finding);
        let last = self.found.len() - 1;
        &mut self.found[last]
    }

    fn column(&mut self, at: usize, problem: &str, help: &str) {
        let (table, column, dialect) = (self.table.name, self.table.columns[at].name, self.dialect);
        let message = format!("`{column}` of `{table}` {problem}, but {dialect} {help}");
        self.add(Rule::DialectLimit, message).column = Some(column.to_owned());
    }

    /// The SQL texts of columns and checks.
    fn texts(&mut self, names: &ConstraintNames) {
        let table = self.table;
        for (at, column) in table.columns.iter().enumerate() {
            if let Fill::Default(sql) | Fill::Generated { sql, .. } = table.fill(at) {
                let place = format!("`{}` of `{}`", column.name, table.name);
                self.text(sql, &place, Some(column.name));
            }
        }
        for column in table.columns {
            let Some(extra) = column.extra else { continue };
            let place = format!("`{}` of `{}`", column.name, table.name);
            for sql in extra.sql_type.into_iter().chain(extra.on_update) {
                self.text(sql, &place, Some(column.name));
            }
            self.options(extra.options, &place, Some(column.name));
        }
        self.options(table.options, &format!("`{}`", table.name), None);
        for index in table.indexes {
            let place = format!("the index `{}` of `{}`", index.name, table.name);
            self.options(index.options, &place, None);
        }
        for (check, name) in table.checks.iter().zip(&names.checks) {
            self.text(check.sql, &format!("the check `{name}` of `{}`", table.name), None);
        }
    }

    fn text(&mut self, sql: SqlText<'_>, place: &str, column: Option<&str>) {
        let dialect = self.dialect;
        // Invalid braces are already reported, and truncate the text.
        if text_problem(self.table, sql).is_some() {
            return;
        }
        let finding = match sql.for_dialect(dialect) {
            None => self.add(
                Rule::DialectLimit,
                format!("{place} has no SQL text for {dialect}\nhelp: write a text for each dialect that you use"),
            ),
            Some(text) => {
                let rendered = render(self.table, text, dialect);
                let Err((problem, help)) = stays_inside(&rendered, dialect.lexical_rules()) else { return };
                let message = format!("{place} has an SQL text that {problem}\nhelp: {help}");
                self.add(Rule::Expression, message)
            }
        };
        finding.column = column.map(str::to_owned);
    }

    /// Options are SQL too, and only GoogleSQL has them.
    fn options(&mut self, options: &[OptionDef<'_>], place: &str, column: Option<&str>) {
        let dialect = self.dialect;
        for option in options {
            let name = option.name;
            let is_named = NAMED_OPTIONS.iter().any(|(known, _)| *known == name);
            if dialect == Dialect::PostgreSql && !is_named {
                let message = format!(
                    "{place} has the option `{name}`, but PostgreSQL has no such option\nhelp: set it with a statement of that dialect"
                );
                self.add(Rule::DialectLimit, message).column = column.map(str::to_owned);
                continue;
            }
            let is_name = |text: &str| {
                text.split('.').all(|word| {
                    !word.is_empty()
                        && word.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
                })
            };
            let problem = if is_name(name) {
                stays_inside(option.value, dialect.lexical_rules()).err()
            } else {
                Some(("has an invalid name", "use letters, digits and underscores"))
            };
            if let Some((problem, help)) = problem {
                let message =
                    format!("{place} has an option `{name}` that {problem}\nhelp: {help}");
                self.add(Rule::Expression, message).column = column.map(str::to_owned);
            }
        }
    }

    /// PostgreSQL truncates names silently. Expressions and `nextval` use the schema and the name
    /// as one text, which is truncated like a name.
    fn names(&mut self) {
        let table = self.table;
        let whole = |name| Path { schema: table.schema, name }.to_string();
        let mut names = vec![(Named::Table, whole(table.name))];
        names.extend(table.schema.map(|schema| (Named::Schema, schema.to_owned())));
        for (at, column) in table.columns.iter().enumerate() {
            names.push((Named::Column, column.name.to_owned()));
            if let Fill::Sequence(sequence) = table.fill(at) {
                names.push((Named::Sequence, whole(sequence.name)));
            }
        }
        names.extend(table.indexes.iter().map(|index| (Named::Index, index.name.to_owned())));
        let checks = table.checks.iter().map(|check| check.name);
        let constraints = checks.chain(table.foreign_keys.iter().map(|key| key.name)).flatten();
        names.extend(constraints.map(|name| (Named::Constraint, name.to_owned())));
        let limit = self.dialect.name_limit();
        for (what, name) in names {
            // A name that is too long for both dialects is already reported.
            if name.len() <= limit || name.len() > NAME_LENGTH {
                continue;
            }
            let (noun, count) = (what.noun(), name.len());
            let finding = self.add(
                Rule::DialectLimit,
                format!("the {noun} name `{name}` has {count} characters, but PostgreSQL allows at most {limit}\nhelp: choose a shorter name"),
            );
            (finding.count, finding.limit) = (Some(count), Some(limit));
            finding.column = (what == Named::Column).then(|| name.clone());
            finding.index = (what == Named::Index).then_some(name);
        }
    }

    fn postgresql(&mut self) {
        let table = self.table;
        for part in table.key {
            if part.descending {
                let help = "has no descending keys\nhelp: remove `desc`, and sort in an index";
                self.column(part.column, "is a descending key part", help);
            }
            if table.columns[part.column].nullable {
                let help = "has no nullable keys\nhelp: remove the `Option`";
                self.column(part.column, "is a nullable key part", help);
            }
        }
        for at in self.sorted_numerics() {
            let help = "has no keys, indexes and foreign keys of that type\nhelp: use a `String` in a key, or index a generated column with its text";
            self.column(at, "is NUMERIC", help);
        }
        for at in 0..table.columns.len() {
            let has_nul = |one: &VariantDef<'_>| matches!(one.value, StoredValue::Name(text) if text.contains('\0'));
            if table.checked_values(at).iter().any(has_nul) {
                let help = "has no such text\nhelp: rename the variant, or remove `check_values`";
                self.column(at, "allows a value with a NUL character", help);
            }
            match table.fill(at) {
                Fill::Generated { sql, .. } => {
                    let fields = fields(sql.postgresql.unwrap_or_default());
                    let mut inputs = fields.iter().filter_map(|name| table.column_of_field(name));
                    if inputs.any(|input| table.is_generated(input)) {
                        let help =
                            "has no such columns\nhelp: repeat the other column's expression";
                        self.column(at, "is generated from a generated column", help);
                    }
                }
                Fill::Shard(shard) if shard.by != ShardBy::Chance => {
                    for &input in shard.inputs {
                        if table.columns[input].ty.scalar == Scalar::Numeric {
                            let help =
                                "writes a number in more than one way\nhelp: hash another column";
                            self.column(at, "is a shard of a NUMERIC column", help);
                        }
                    }
                }
                _ => {}
            }
        }
        if table.key.is_empty() && table.keyless == Keyless::OneRow {
            let message = format!(
                "`{}` has an empty key, but PostgreSQL has no such tables\nhelp: add a key part",
                table.name
            );
            self.add(Rule::DialectLimit, message);
        }
        for key in table.foreign_keys.iter().filter(|key| key.on_delete == OnDelete::Unchecked) {
            let message = format!(
                "the foreign key {}of `{}` is not enforced, but PostgreSQL enforces every foreign key\nhelp: remove `on_delete = unchecked`",
                key.name.map_or_else(String::new, |name| format!("`{name}` ")),
                table.name
            );
            self.add(Rule::DialectLimit, message);
        }
        if let Some(ttl) = table.ttl.filter(|ttl| i32::try_from(ttl.days).is_err()) {
            let help = format!("allows at most {}\nhelp: choose fewer days", i32::MAX);
            self.column(ttl.column, &format!("expires rows after {} days", ttl.days), &help);
        }
    }

    /// The NUMERIC columns of keys, indexes and foreign keys, each once.
    fn sorted_numerics(&self) -> Vec<usize> {
        let table = self.table;
        let keys = table.key.iter().map(|part| part.column);
        let indexes = table.indexes.iter().flat_map(|index| index.columns);
        let foreign_keys = table.foreign_keys.iter().flat_map(|key| key.columns.iter().copied());
        let mut columns: Vec<usize> =
            keys.chain(indexes.map(|part| part.column)).chain(foreign_keys).collect();
        columns.retain(|&at| table.columns[at].ty.scalar == Scalar::Numeric);
        columns.sort_unstable();
        columns.dedup();
        columns
    }
}
