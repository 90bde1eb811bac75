//! Statements that change a schema that exists. Names are quoted here, and expressions come from
//! the definitions of the new schema.

use super::convert::convert;
use super::names::ConstraintNames;
pub(crate) use super::write::on_delete;
use super::write::{self, check, path, synonym};
use crate::dialect::Dialect;
use crate::schema::facts::Path;
use crate::schema::{
    ColumnExtra, CounterOptions, ForeignKeyDef, KeyPart, OnDelete, SqlText, SqlType, TableDef,
};

/// Spanner's own protection against drops.
pub(crate) const DROP_PROTECTION: &str = "before the first drop, consider `ALTER DATABASE … SET OPTIONS (schema_drop_protection_inactivity_period = '24h')`: Spanner then refuses to drop what is still used";

/// Options: names, and values as SQL.
type Settings = [(String, String)];

/// Statements about one table.
#[derive(Clone, Copy)]
pub(crate) struct Alter<'t, 'a> {
    pub(crate) table: &'t TableDef<'a>,
    pub(crate) dialect: Dialect,
}

impl Alter<'_, '_> {
    fn statement(self, action: &str) -> String {
        format!("ALTER TABLE {} {action}", self.path())
    }

    fn path(self) -> String {
        path(Path::of(self.table), self.dialect)
    }

    /// The table in a query. GoogleSQL reads a column with the name of the table as the whole row,
    /// unless the table has an alias.
    fn rows(self) -> String {
        let same = |name: &str| name.eq_ignore_ascii_case(self.table.name);
        if self.google() && self.table.columns.iter().any(|column| same(column.name)) {
            return format!("{} AS this_table", self.path());
        }
        self.path()
    }

    fn column_statement(self, at: usize, action: &str) -> String {
        let name = self.dialect.quote(self.table.columns[at].name);
        self.statement(&format!("ALTER COLUMN {name} {action}"))
    }

    fn google(self) -> bool {
        self.dialect == Dialect::GoogleSql
    }

    /// The table, then its indexes.
    pub(crate) fn create(self) -> Vec<String> {
        let names = ConstraintNames::as_written(self.table);
        let mut statements = vec![write::create_table(self.table, &names, self.dialect)];
        let indexes = self.table.indexes.iter();
        statements.extend(indexes.map(|index| self.dialect.create_index(self.table, index)));
        statements
    }

    pub(crate) fn add_column(self, at: usize) -> String {
        self.statement(&format!("ADD COLUMN {}", write::column(self.table, at, self.dialect)))
    }

    /// The column, nullable and without its default.
    pub(crate) fn add_nullable_column(self, at: usize) -> String {
        let column = &self.table.columns[at];
        let ty = self.dialect.column_type(self.table.database_type(at), column);
        let commit = column.commit_timestamp.then(|| self.dialect.commit_timestamp_option());
        let commit: Vec<_> = commit.flatten().into_iter().collect();
        let commit = self.dialect.option_clauses(&commit);
        let commit = commit.first().map_or_else(String::new, |clause| format!(" {clause}"));
        self.statement(&format!("ADD COLUMN {} {ty}{commit}", self.dialect.quote(column.name)))
    }

    /// The column with a default that it does not keep.
    pub(crate) fn add_filled_column(self, at: usize, value: &str) -> [String; 2] {
        let mut add = self.add_nullable_column(at);
        let place = add.find(" OPTIONS (").unwrap_or(add.len());
        add.insert_str(place, &format!(" NOT NULL DEFAULT ({value})"));
        [add, self.column_statement(at, "DROP DEFAULT")]
    }

    pub(crate) fn drop_column(self, name: &str) -> String {
        self.statement(&format!("DROP COLUMN {}", self.dialect.quote(name)))
    }

    /// Type, nullability and value again: whatever is left out would be lost.
    pub(crate) fn restate(self, at: usize) -> Vec<String> {
        let ty = self.dialect.column_type(self.table.database_type(at), &self.table.columns[at]);
        let not_null = !self.table.is_nullable(at);
        let value = write::value(self.table, at, self.dialect);
        if self.google() {
            let mut words = vec![ty];
            words.extend(not_null.then(|| "NOT NULL".to_owned()));
            words.extend(value);
            return vec![self.column_statement(at, &words.join(" "))];
        }
        let name = self.dialect.quote(self.table.columns[at].name);
        let null = if not_null { "SET NOT NULL" } else { "DROP NOT NULL" };
        let restated = self.column_statement(at, &format!("TYPE {ty}, ALTER COLUMN {name} {null}"));
        let mut statements = vec![restated];
        if value.is_some_and(|value| value.starts_with("DEFAULT")) {
            statements.extend(self.set_default(at));
        }
        statements
    }

    pub(crate) fn set_default(self, at: usize) -> Option<String> {
        let value = write::value(self.table, at, self.dialect)?;
        value.starts_with("DEFAULT").then(|| self.column_statement(at, &format!("SET {value}")))
    }

    pub(crate) fn drop_default(self, at: usize) -> String {
        self.column_statement(at, "DROP DEFAULT")
    }

    pub(crate) fn on_update(self, at: usize) -> String {
        let extra = self.table.columns[at].extra.unwrap_or(&ColumnExtra::NONE);
        match extra.on_update {
            Some(sql) => {
                let sql = write::text(self.table, sql, self.dialect);
                self.column_statement(at, &format!("SET ON UPDATE ({sql})"))
            }
            None => self.column_statement(at, "DROP ON UPDATE"),
        }
    }

    pub(crate) fn set_commit_timestamp(self, at: usize) -> String {
        let is_on = self.table.columns[at].commit_timestamp;
        if self.google() {
            let value = if is_on { "true" } else { "null" };
            return self
                .column_statement(at, &format!("SET OPTIONS (allow_commit_timestamp = {value})"));
        }
        let ty = self.dialect.column_type(self.table.database_type(at), &self.table.columns[at]);
        let null = if self.table.is_nullable(at) { "DROP NOT NULL" } else { "SET NOT NULL" };
        let name = self.dialect.quote(self.table.columns[at].name);
        self.column_statement(at, &format!("TYPE {ty}, ALTER COLUMN {name} {null}"))
    }

    pub(crate) fn set_column_options(self, at: usize, changes: &Settings) -> Vec<String> {
        let set = set(changes, self.dialect).into_iter();
        set.map(|set| self.column_statement(at, &set)).collect()
    }

    pub(crate) fn set_options(self, changes: &Settings) -> Vec<String> {
        set(changes, self.dialect).into_iter().map(|set| self.statement(&set)).collect()
    }

    /// The options of an identity column that differ.
    pub(crate) fn identity(
        self,
        at: usize,
        old: CounterOptions,
        new: CounterOptions,
    ) -> Vec<String> {
        let (alter, set) = if self.google() { ("ALTER IDENTITY ", "SET ") } else { ("", "SET ") };
        let mut statements = Vec::new();
        if old.skip_range != new.skip_range {
            let range = new.skip_range.map_or_else(
                || "NO SKIP RANGE".to_owned(),
                |(min, max)| self.dialect.skip_range(min, max),
            );
            statements.push(self.column_statement(at, &format!("{alter}{set}{range}")));
        }
        if let Some(start) = later_start(old, new) {
            let action = format!("{alter}RESTART COUNTER WITH {start}");
            statements.push(self.column_statement(at, &action));
        }
        statements
    }

    pub(crate) fn add_check(self, name: &str, sql: SqlText<'_>) -> String {
        let sql = write::text(self.table, sql, self.dialect);
        self.statement(&format!("ADD {}", check(name, &sql, self.dialect)))
    }

    /// A check without a name, whose condition is written already.
    pub(crate) fn add_written_check(self, condition: &str) -> String {
        self.statement(&format!("ADD {}", check("", condition, self.dialect)))
    }

    /// The rows that break a condition.
    pub(crate) fn count_breaking(self, sql: SqlText<'_>) -> String {
        let sql = write::text(self.table, sql, self.dialect);
        self.count(&format!("NOT ({sql})"))
    }

    pub(crate) fn drop_constraint(self, name: &str) -> String {
        self.statement(&format!("DROP CONSTRAINT {}", self.dialect.quote(name)))
    }

    pub(crate) fn add_foreign_key(self, key: &ForeignKeyDef<'_>) -> String {
        write::add_foreign_key(self.table, key, key.name.unwrap_or_default(), self.dialect)
    }

    pub(crate) fn set_on_delete(self, action: OnDelete) -> String {
        self.statement(&format!("SET {}", on_delete(action).unwrap_or_default()))
    }

    pub(crate) fn set_interleave(self, parent: Path<'_>, checked: bool) -> String {
        let parent = path(parent, self.dialect);
        let word = if checked { "PARENT " } else { "" };
        self.statement(&format!("SET INTERLEAVE IN {word}{parent}"))
    }

    /// Adds or replaces the policy.
    pub(crate) fn set_ttl(self, had: bool) -> Option<String> {
        let ttl = self.table.ttl?;
        let column = self.dialect.quote(self.table.columns[ttl.column].name);
        let policy = self.dialect.row_deletion_policy(&column, ttl.days);
        let verb = match (had, self.google()) {
            (false, _) => "ADD",
            (true, true) => "REPLACE",
            (true, false) => "ALTER",
        };
        Some(self.statement(&format!("{verb} {policy}")))
    }

    pub(crate) fn drop_ttl(self) -> String {
        self.statement(if self.google() { "DROP ROW DELETION POLICY" } else { "DROP TTL" })
    }

    pub(crate) fn drop_synonym(self, name: Path<'_>) -> String {
        self.statement(&format!("DROP SYNONYM {}", synonym(name, self.dialect)))
    }

    fn count(self, condition: &str) -> String {
        format!("SELECT COUNT(*) FROM {} WHERE {condition}", self.rows())
    }

    /// Rows whose value was not copied to the column's new name.
    pub(crate) fn count_uncopied(self, old: &str, new: &str) -> String {
        let [old, new] = [old, new].map(|name| self.dialect.quote(name));
        self.count(&format!("{new} IS NULL AND {old} IS NOT NULL"))
    }

    /// The same for a column that gives every row a number.
    pub(crate) fn count_other_numbers(self, old: &str, new: &str) -> String {
        let [old, new] = [old, new].map(|name| self.dialect.quote(name));
        self.count(&format!("{new} <> {old}"))
    }

    /// Replaces the numbers that a new column gave to the rows.
    pub(crate) fn renumber(self, old: &str, new: &str) -> String {
        let [old, new] = [old, new].map(|name| self.dialect.quote(name));
        format!("UPDATE {} SET {new} = {old} WHERE {new} <> {old}", self.rows())
    }

    pub(crate) fn count_null(self, column: &str) -> String {
        self.count(&format!("{} IS NULL", self.dialect.quote(column)))
    }

    /// Values that are longer than the column allows. `old` is their type now.
    pub(crate) fn count_longer(self, at: usize, length: u32, old: SqlType) -> String {
        let column = &self.table.columns[at];
        let name = self.dialect.quote(column.name);
        if !column.ty.array {
            let value = if old.scalar == column.ty.scalar { name } else { self.read_as(at, &name) };
            return self.count(&format!("LENGTH({value}) > {length}"));
        }
        self.count(&format!(
            "EXISTS (SELECT 1 FROM UNNEST({name}) AS item WHERE LENGTH(item) > {length})"
        ))
    }

    /// A value as the new type of a column; where the dialect can, NULL if that is impossible.
    fn read_as(self, at: usize, value: &str) -> String {
        let ty = SqlType { length: None, ..self.table.columns[at].ty };
        let (cast, ty) = match self.dialect {
            Dialect::GoogleSql => ("SAFE_CAST", ty.scalar.name().to_owned()),
            Dialect::PostgreSql => ("CAST", self.dialect.type_name(ty)),
        };
        format!("{cast}({value} AS {ty})")
    }

    /// Bytes that are not text. In PostgreSQL the query itself fails then.
    pub(crate) fn count_not_text(self, at: usize) -> String {
        let name = self.dialect.quote(self.table.columns[at].name);
        self.count(&format!("{} IS NULL AND {name} IS NOT NULL", self.read_as(at, &name)))
    }

    /// Rows for which a generated column is NULL.
    pub(crate) fn count_null_result(self, sql: SqlText<'_>) -> String {
        self.count(&format!("({}) IS NULL", write::text(self.table, sql, self.dialect)))
    }

    pub(crate) fn count_future(self, column: &str) -> String {
        self.count(&format!("{} > CURRENT_TIMESTAMP", self.dialect.quote(column)))
    }

    /// The values of a unique index that more than one row has.
    pub(crate) fn count_duplicates(self, columns: &[&str], without_nulls: bool) -> String {
        let names: Vec<String> = columns.iter().map(|name| self.dialect.quote(name)).collect();
        let filled: Vec<String> = names.iter().map(|name| format!("{name} IS NOT NULL")).collect();
        let filled = without_nulls.then(|| format!(" WHERE {}", filled.join(" AND ")));
        let (list, filled) = (names.join(", "), filled.unwrap_or_default());
        format!(
            "SELECT COUNT(*) FROM (SELECT {list} FROM {}{filled} GROUP BY {list} HAVING COUNT(*) > 1) AS twice",
            self.rows()
        )
    }

    /// The rows whose referenced row is missing.
    pub(crate) fn count_orphans(
        self,
        columns: &[&str],
        other: Path<'_>,
        others: &[&str],
    ) -> String {
        let quote = |name: &str| self.dialect.quote(name);
        let filled = columns.iter().map(|name| format!("child.{} IS NOT NULL", quote(name)));
        let same = columns
            .iter()
            .zip(others)
            .map(|(one, two)| format!("parent.{} = child.{}", quote(two), quote(one)));
        let (filled, same): (Vec<_>, Vec<_>) = (filled.collect(), same.collect());
        format!(
            "SELECT COUNT(*) FROM {} AS child WHERE {} AND NOT EXISTS (SELECT 1 FROM {} AS parent WHERE {})",
            self.path(),
            filled.join(" AND "),
            path(other, self.dialect),
            same.join(" AND ")
        )
    }

    /// Fills the rows that have no value yet. It can run again.
    pub(crate) fn fill(self, column: &str, value: &str) -> String {
        let column = self.dialect.quote(column);
        format!("UPDATE {} SET {column} = {value} WHERE {column} IS NULL", self.rows())
    }

    /// Copies the rows of another table that are not here yet. Columns that another table above it
    /// has come from there; with that table come the columns of its key.
    pub(crate) fn copy_from(
        self,
        other: Path<'_>,
        columns: &[(usize, Copied)],
        above: Option<(Path<'_>, Vec<&str>)>,
    ) -> String {
        let quote = |at: usize| self.dialect.quote(self.table.columns[at].name);
        let generated = |part: &KeyPart| self.table.is_generated(part.column);
        // PostgreSQL finds no conflict of a key that it computes.
        let written: Vec<usize> =
            self.table.key.iter().filter(|part| !generated(part)).map(|part| part.column).collect();
        let searches =
            !self.google() && written.len() < self.table.key.len() && !written.is_empty();
        let prefix = if above.is_some() || searches { "old_row." } else { "" };
        let value = |(at, from): &(usize, Copied)| match from {
            Copied::Same => format!("{prefix}{}", quote(*at)),
            Copied::Or(value) => format!("COALESCE({prefix}{}, {value})", quote(*at)),
            Copied::From(old) => {
                let value = format!("{prefix}{}", quote(*at));
                let new = self.table.columns[*at].ty;
                convert(&value, *old, new, self.dialect).unwrap_or(value)
            }
            Copied::Given(value) => value.clone(),
            Copied::Above => format!("above.{}", quote(*at)),
        };
        let list: Vec<String> = columns.iter().map(|(at, _)| quote(*at)).collect();
        let values: Vec<String> = columns.iter().map(value).collect();
        let mut rows = path(other, self.dialect);
        if !prefix.is_empty() {
            rows.push_str(" AS old_row");
        }
        if let Some((table, keys)) = above {
            let same = keys.iter().map(|key| self.dialect.quote(key));
            let same: Vec<String> =
                same.map(|key| format!("above.{key} = old_row.{key}")).collect();
            let table = path(table, self.dialect);
            rows = format!("{rows} JOIN {table} AS above ON {}", same.join(" AND "));
        }
        let (ignore, once) = if self.google() {
            ("OR IGNORE ", String::new())
        } else if searches {
            let known = columns.iter().filter(|(at, _)| written.contains(at));
            let same: Vec<String> =
                known.map(|one| format!("done.{} = {}", quote(one.0), value(one))).collect();
            let own = self.path();
            let same = same.join(" AND ");
            ("", format!(" WHERE NOT EXISTS (SELECT 1 FROM {own} AS done WHERE {same})"))
        } else {
            let key = self.table.key.iter().map(|part| part.column);
            (
                "",
                format!(" ON CONFLICT ({}) DO NOTHING", write::list(self.table, key, self.dialect)),
            )
        };
        format!(
            "INSERT {ignore}INTO {} ({}) SELECT {} FROM {rows}{once}",
            self.path(),
            list.join(", "),
            values.join(", ")
        )
    }
}

/// Where the value of a copied row comes from.
pub(crate) enum Copied {
    /// The column of this name.
    Same,
    /// That column, or an expression where it is NULL.
    Or(String),
    /// That column, of another type.
    From(SqlType),
    /// An expression.
    Given(String),
    /// The column of this name in a table that this one is interleaved in.
    Above,
}

/// A foreign key as it is read.
pub(crate) fn foreign_key(
    columns: &[String],
    other: (Path<'_>, &[String]),
    action: OnDelete,
    dialect: Dialect,
) -> String {
    let list = |names: &[String]| {
        names.iter().map(|name| dialect.quote(name)).collect::<Vec<_>>().join(", ")
    };
    write::foreign_key(&list(columns), other.0, &list(other.1), action, dialect)
}

fn set(changes: &Settings, dialect: Dialect) -> Vec<String> {
    let changes: Vec<_> = changes.iter().map(|(name, value)| (&**name, &**value)).collect();
    let clauses = dialect.option_clauses(&changes).into_iter();
    clauses.map(|clause| format!("SET {clause}")).collect()
}

/// A counter only moves forward: an older number would be given out twice.
pub(crate) fn later_start(old: CounterOptions, new: CounterOptions) -> Option<i64> {
    new.start_counter.filter(|start| *start > old.start_counter.unwrap_or(1))
}

pub(crate) fn alter_sequence(
    name: Path<'_>,
    old: CounterOptions,
    new: CounterOptions,
    dialect: Dialect,
) -> Vec<String> {
    let alter = format!("ALTER SEQUENCE {}", path(name, dialect));
    let mut statements = Vec::new();
    if old.skip_range != new.skip_range {
        statements.push(match (dialect, new.skip_range) {
            (Dialect::GoogleSql, Some((min, max))) => {
                format!("{alter} SET OPTIONS (skip_range_min = {min}, skip_range_max = {max})")
            }
            (Dialect::GoogleSql, None) => {
                format!("{alter} SET OPTIONS (skip_range_min = null, skip_range_max = null)")
            }
            (Dialect::PostgreSql, Some((min, max))) => {
                format!("{alter} {}", dialect.skip_range(min, max))
            }
            (Dialect::PostgreSql, None) => format!("{alter} NO SKIP RANGE"),
        });
    }
    if let Some(start) = later_start(old, new) {
        statements.push(match dialect {
            Dialect::GoogleSql => format!("{alter} SET OPTIONS (start_with_counter = {start})"),
            Dialect::PostgreSql => format!("{alter} RESTART COUNTER WITH {start}"),
        });
    }
    statements
}

pub(crate) fn alter_index(name: Path<'_>, column: &str, stores: bool, dialect: Dialect) -> String {
    let verb = if stores { "ADD" } else { "DROP" };
    let word = if dialect == Dialect::GoogleSql { "STORED" } else { "INCLUDE" };
    let (name, column) = (path(name, dialect), dialect.quote(column));
    format!("ALTER INDEX {name} {verb} {word} COLUMN {column}")
}

pub(crate) fn set_index_options(
    name: Path<'_>,
    changes: &Settings,
    dialect: Dialect,
) -> Vec<String> {
    let alter = |set| format!("ALTER INDEX {} {set}", path(name, dialect));
    set(changes, dialect).into_iter().map(alter).collect()
}

/// Drops an object: `TABLE`, `INDEX`, `VIEW`, `CHANGE STREAM` and so on.
pub(crate) fn drop_object(kind: &str, name: Path<'_>, dialect: Dialect) -> String {
    // PostgreSQL has one kind of index, with methods.
    let is_method = dialect == Dialect::PostgreSql && kind == "VECTOR INDEX";
    let kind = if is_method { "INDEX" } else { kind };
    format!("DROP {kind} {}", path(name, dialect))
}

pub(crate) fn rename_table(from: Path<'_>, to: Path<'_>, dialect: Dialect) -> String {
    // In PostgreSQL the new name has no schema.
    let to = match dialect {
        Dialect::GoogleSql => path(to, dialect),
        Dialect::PostgreSql => dialect.quote(to.name),
    };
    format!("ALTER TABLE {} RENAME TO {to}", path(from, dialect))
}

/// Several tables at once, in one step for readers.
pub(crate) fn rename_tables(renames: &[(Path<'_>, Path<'_>)], dialect: Dialect) -> String {
    let rename = |(from, to): &(Path<'_>, Path<'_>)| match dialect {
        Dialect::GoogleSql => format!("{} TO {}", path(*from, dialect), path(*to, dialect)),
        Dialect::PostgreSql => rename_table(*from, *to, dialect),
    };
    let renames: Vec<String> = renames.iter().map(rename).collect();
    let head = if dialect == Dialect::GoogleSql { "RENAME TABLE " } else { "" };
    format!("{head}{}", renames.join(", "))
}

/// The statement that replaces a view, from the one that creates it.
pub(crate) fn or_replace(create: &str) -> String {
    let rest = create.get("CREATE".len()..).unwrap_or_default().trim_start();
    let has = rest.get(..2).is_some_and(|word| word.eq_ignore_ascii_case("or"));
    if has { create.to_owned() } else { format!("CREATE OR REPLACE {rest}") }
}

pub(crate) fn counted(table: Path<'_>, dialect: Dialect) -> String {
    format!("SELECT COUNT(*) FROM {}", path(table, dialect))
}

/// A change stream. `watched` is `FOR` and what follows.
pub(crate) fn create_stream(
    name: &str,
    watched: &str,
    options: &Settings,
    dialect: Dialect,
) -> String {
    let mut words = vec![format!("CREATE CHANGE STREAM {name}")];
    words.extend((!watched.is_empty()).then(|| watched.to_owned()));
    words.extend((!options.is_empty()).then(|| stream_options(options, dialect)));
    words.join(" ")
}

fn stream_options(changes: &Settings, dialect: Dialect) -> String {
    let word = if dialect == Dialect::GoogleSql { "OPTIONS" } else { "WITH" };
    format!("{word} {}", list(changes))
}

fn list(changes: &Settings) -> String {
    let changes: Vec<String> =
        changes.iter().map(|(name, value)| format!("{name} = {value}")).collect();
    format!("({})", changes.join(", "))
}

pub(crate) fn set_stream_options(name: &str, changes: &Settings, dialect: Dialect) -> String {
    let word = if dialect == Dialect::GoogleSql { "OPTIONS " } else { "" };
    format!("ALTER CHANGE STREAM {name} SET {word}{}", list(changes))
}

/// Makes a change stream watch something else.
pub(crate) fn watch(name: &str, watched: &str) -> String {
    let action =
        if watched.is_empty() { "DROP FOR ALL".to_owned() } else { format!("SET {watched}") };
    format!("ALTER CHANGE STREAM {name} {action}")
}
