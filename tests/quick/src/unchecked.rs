//! DDL without any check, to send the emulator what we refuse.
//!
//! The crate has no way around its checks, because users could use it too. So this is a second
//! writer, which knows table definitions and dialects, but no rules. A test compares the two: for
//! every valid random schema they must write the same statements.

use spanner_keys::Dialect;
use spanner_keys::keys::fingerprint::fingerprint64;
use spanner_keys::schema::{
    CheckDef, ColumnDef, CounterOptions, Fill, ForeignKeyDef, IndexDef, IndexParent, OnDelete,
    ReferenceDef, Scalar, ShardBy, ShardDef, SqlText, SqlType, StoredValue, TableDef, VariantDef,
};

/// How long a name may be in a dialect.
#[must_use]
pub const fn longest(dialect: Dialect) -> usize {
    match dialect {
        Dialect::GoogleSql => 128,
        Dialect::PostgreSql => 63,
    }
}

/// The statements for these tables, parents first, without any check.
#[must_use]
pub fn ddl(tables: &[TableDef<'_>], dialect: Dialect) -> Vec<String> {
    let writers: Vec<Writer<'_, '_>> =
        tables.iter().map(|table| Writer::new(table, dialect)).collect();
    let mut statements = Vec::new();
    let mut once = |statement: String| {
        if !statements.contains(&statement) {
            statements.push(statement);
        }
    };
    for writer in &writers {
        writer
            .table
            .schema
            .into_iter()
            .for_each(|schema| once(format!("CREATE SCHEMA {}", writer.quote(schema))));
    }
    for writer in &writers {
        for at in 0..writer.table.columns.len() {
            if let Fill::Sequence(sequence) = writer.fill(at) {
                once(writer.sequence(sequence.name, sequence.options));
            }
        }
    }
    for writer in &writers {
        statements.push(writer.create());
        statements.extend(writer.table.indexes.iter().map(|index| writer.index(index)));
    }
    for writer in &writers {
        statements.extend(
            writer
                .table
                .foreign_keys
                .iter()
                .zip(&writer.foreign_keys)
                .map(|(key, name)| writer.foreign_key(key, name)),
        );
    }
    statements
}

/// These tables, each after the tables above it.
#[must_use]
pub fn with_parents(tables: &[TableDef<'static>]) -> Vec<TableDef<'static>> {
    let mut all: Vec<TableDef<'static>> = Vec::new();
    for table in tables {
        let mut line = vec![*table];
        while let Some(parent) =
            line.last().and_then(|table| table.parent).filter(|_| line.len() < 10)
        {
            line.push(*parent.table);
        }
        for table in line.into_iter().rev() {
            // The requested table comes last, and may be listed twice.
            if !all.iter().any(|known| {
                known.name == table.name
                    && known.schema == table.schema
                    && known.columns == table.columns
            }) {
                all.push(table);
            }
        }
    }
    all
}

/// Whether these are the crate's statements for these tables; else both.
pub fn compare(
    theirs: &[String],
    tables: &[TableDef<'static>],
    dialect: Dialect,
) -> Result<(), String> {
    let mut all = with_parents(tables);
    // The crate also includes the tables that foreign keys reference.
    let mut at = 0;
    while let Some(table) = all.get(at) {
        let others = table.foreign_keys.iter().filter_map(|key| match key.references {
            ReferenceDef::Table { table, .. } => Some(*table()),
            ReferenceDef::Named { .. } => None,
        });
        let more: Vec<_> = all.iter().copied().chain(others).collect();
        all = with_parents(&more);
        at += 1;
    }
    let ours = ddl(&all, dialect);
    if theirs == ours {
        return Ok(());
    }
    Err(format!("two writers differ:\n{}\n\nand\n\n{}", theirs.join(";\n"), ours.join(";\n")))
}

struct Writer<'t, 'a> {
    table: &'t TableDef<'a>,
    dialect: Dialect,
    /// The names of the constraints: of shards by column, of checks, of foreign keys.
    shards: Vec<String>,
    values: Vec<String>,
    checks: Vec<String>,
    foreign_keys: Vec<String>,
}

impl<'t, 'a> Writer<'t, 'a> {
    fn new(table: &'t TableDef<'a>, dialect: Dialect) -> Self {
        let mut writer = Self {
            table,
            dialect,
            shards: Vec::new(),
            values: Vec::new(),
            checks: Vec::new(),
            foreign_keys: Vec::new(),
        };
        let explicit = table
            .checks
            .iter()
            .filter_map(|check| check.name)
            .chain(table.foreign_keys.iter().filter_map(|key| key.name));
        let mut used: Vec<String> = explicit.map(str::to_lowercase).collect();
        writer.shards = (0..table.columns.len())
            .map(|at| match writer.fill(at) {
                Fill::Shard(shard) if shard.by != ShardBy::Database => {
                    writer.derive(&[writer.name(at)], "shard", &mut used)
                }
                _ => String::new(),
            })
            .collect();
        writer.values = (0..table.columns.len())
            .map(|at| match writer.checked(at) {
                [] => String::new(),
                _ => writer.derive(&[writer.name(at)], "values", &mut used),
            })
            .collect();
        writer.checks =
            table.checks.iter().map(|check| writer.check_name(check, &mut used)).collect();
        writer.foreign_keys = table
            .foreign_keys
            .iter()
            .map(|key| {
                let columns: Vec<&str> = key.columns.iter().map(|&at| writer.name(at)).collect();
                key.name.map_or_else(|| writer.derive(&columns, "fk", &mut used), ToOwned::to_owned)
            })
            .collect();
        writer
    }

    fn google(&self) -> bool {
        self.dialect == Dialect::GoogleSql
    }

    fn quote(&self, name: &str) -> String {
        if self.google() { format!("`{name}`") } else { format!("\"{name}\"") }
    }

    fn path(&self, schema: Option<&str>, name: &str) -> String {
        schema.map_or_else(
            || self.quote(name),
            |schema| format!("{}.{}", self.quote(schema), self.quote(name)),
        )
    }

    fn own_path(&self) -> String {
        self.path(self.table.schema, self.table.name)
    }

    fn name(&self, column: usize) -> &'a str {
        self.table.columns.get(column).map_or("NoSuchColumn", |column| column.name)
    }

    fn quoted(&self, column: usize) -> String {
        self.quote(self.name(column))
    }

    fn list(&self, columns: &[usize]) -> String {
        columns.iter().map(|&at| self.quoted(at)).collect::<Vec<_>>().join(", ")
    }

    fn sorted(&self, columns: impl Iterator<Item = (usize, bool)>) -> String {
        let direction = |descending| if descending { " DESC" } else { "" };
        let column = |(at, descending)| self.quoted(at) + direction(descending);
        columns.map(column).collect::<Vec<_>>().join(", ")
    }

    fn fill(&self, column: usize) -> Fill<'a> {
        let inherited = self.table.key.iter().any(|part| part.column == column && part.inherited);
        if inherited {
            Fill::Supplied
        } else {
            self.table.columns.get(column).map_or(Fill::Supplied, |column| column.fill)
        }
    }

    /// The values that a column is checked for.
    fn checked(&self, column: usize) -> &'a [VariantDef<'a>] {
        let column = &self.table.columns[column];
        if column.extra.is_some_and(|extra| extra.check_values) { column.variants } else { &[] }
    }

    fn is_virtual(&self, column: usize) -> bool {
        matches!(self.fill(column), Fill::Generated { stored: false, .. })
    }

    fn derive(&self, columns: &[&str], suffix: &str, used: &mut Vec<String>) -> String {
        let stem = self
            .table
            .schema
            .into_iter()
            .chain([self.table.name])
            .chain(columns.iter().copied())
            .collect::<Vec<_>>()
            .join("_");
        let longest = longest(self.dialect);
        let name = (1..=1000)
            .map(
                |number| if number == 1 { suffix.to_owned() } else { format!("{suffix}_{number}") },
            )
            .map(|ending| {
                let full = format!("{stem}_{ending}");
                if full.len() <= longest {
                    return full;
                }
                let tail = format!("_{:08x}_{ending}", fingerprint64(full.as_bytes()) >> 32);
                stem.chars().take(longest - tail.len()).collect::<String>() + &tail
            })
            .find(|name| !used.contains(&name.to_lowercase()))
            .unwrap_or_default();
        used.push(name.to_lowercase());
        name
    }

    fn check_name(&self, check: &CheckDef<'_>, used: &mut Vec<String>) -> String {
        if let Some(name) = check.name {
            return name.to_owned();
        }
        let text =
            check.sql.googlesql.or(check.sql.postgresql).unwrap_or_default().replace("{{", "");
        let mut columns = Vec::new();
        for part in text.split('{').skip(1) {
            let field = part.split('}').next().unwrap_or_default();
            let name = self.table.column_of_field(field).map(|at| self.name(at));
            columns.extend(name.filter(|name| !columns.contains(name)));
        }
        self.derive(&columns, "ck", used)
    }

    /// The author's text with its fields replaced; other braces stay.
    fn text(&self, sql: SqlText<'_>) -> String {
        let given = if self.google() { sql.googlesql } else { sql.postgresql }.unwrap_or_default();
        let mut text = given.replace("{{", "\u{1}").replace("}}", "\u{2}");
        for column in self.table.columns {
            text = text.replace(&format!("{{{}}}", column.field), &self.quote(column.name));
        }
        text.replace('\u{1}', "{").replace('\u{2}', "}")
    }

    fn counter(&self, options: CounterOptions) -> String {
        let comma = if self.google() { "," } else { "" };
        let skip = options.skip_range.map(|(min, max)| format!(" SKIP RANGE {min}{comma} {max}"));
        let start = options.start_counter.map(|start| format!(" START COUNTER WITH {start}"));
        ["BIT_REVERSED_POSITIVE".to_owned()].into_iter().chain(skip).chain(start).collect()
    }

    fn sequence(&self, name: &str, options: CounterOptions) -> String {
        let path = self.path(self.table.schema, name);
        if !self.google() {
            return format!("CREATE SEQUENCE {path} {}", self.counter(options));
        }
        let kind = "sequence_kind = 'bit_reversed_positive'".to_owned();
        let skip = options
            .skip_range
            .map(|(min, max)| format!("skip_range_min = {min}, skip_range_max = {max}"));
        let start = options.start_counter.map(|start| format!("start_with_counter = {start}"));
        let settings = [kind].into_iter().chain(skip).chain(start).collect::<Vec<_>>().join(", ");
        format!("CREATE SEQUENCE {path} OPTIONS ({settings})")
    }

    fn type_name(&self, ty: SqlType) -> String {
        let (google, postgres) = match ty.scalar {
            Scalar::Bool => ("BOOL", "boolean"),
            Scalar::Int64 => ("INT64", "bigint"),
            Scalar::Float32 => ("FLOAT32", "real"),
            Scalar::Float64 => ("FLOAT64", "double precision"),
            Scalar::Numeric => ("NUMERIC", "numeric"),
            Scalar::Text => ("STRING", "text"),
            Scalar::Binary => ("BYTES", "bytea"),
            Scalar::NativeUuid => ("UUID", "uuid"),
            Scalar::CalendarDate => ("DATE", "date"),
            Scalar::UtcTimestamp => ("TIMESTAMP", "timestamptz"),
            Scalar::JsonDocument => ("JSON", "jsonb"),
        };
        let one = match (self.google(), ty.scalar, ty.length) {
            (true, Scalar::Text | Scalar::Binary, None) => format!("{google}(MAX)"),
            (true, _, Some(length)) => format!("{google}({length})"),
            (true, ..) => google.to_owned(),
            (false, Scalar::Text, Some(length)) => format!("varchar({length})"),
            (false, Scalar::Binary, _) | (false, _, None) => postgres.to_owned(),
            (false, _, Some(length)) => format!("{postgres}({length})"),
        };
        match (ty.array, self.google()) {
            (false, _) => one,
            (true, true) => format!("ARRAY<{one}>"),
            (true, false) => format!("{one}[]"),
        }
    }

    fn create(&self) -> String {
        let table = self.table;
        let mut lines: Vec<String> =
            table.columns.iter().enumerate().map(|(at, column)| self.column(at, column)).collect();
        for (at, name) in self.shards.iter().enumerate().filter(|(_, name)| !name.is_empty()) {
            if let Fill::Shard(shard) = self.fill(at) {
                let condition = match shard.by {
                    ShardBy::Chance => {
                        format!("{} BETWEEN 0 AND {}", self.quoted(at), i32::from(shard.count) - 1)
                    }
                    _ => format!("{} = {}", self.quoted(at), self.hash(&shard)),
                };
                lines.push(format!("CONSTRAINT {} CHECK ({condition})", self.quote(name)));
            }
        }
        for (at, name) in self.values.iter().enumerate().filter(|(_, name)| !name.is_empty()) {
            let literal = |variant: &VariantDef<'_>| match variant.value {
                StoredValue::Number(number) => number.to_string(),
                StoredValue::Name(text) if self.google() => {
                    format!("'{}'", text.replace('\\', r"\\").replace('\'', r"\'"))
                }
                StoredValue::Name(text) => format!("'{}'", text.replace('\'', "''")),
            };
            let values: Vec<String> = self.checked(at).iter().map(literal).collect();
            let (name, column) = (self.quote(name), self.quoted(at));
            lines.push(format!("CONSTRAINT {name} CHECK ({column} IN ({}))", values.join(", ")));
        }
        for (check, name) in table.checks.iter().zip(&self.checks) {
            lines.push(format!("CONSTRAINT {} CHECK ({})", self.quote(name), self.text(check.sql)));
        }
        let key = self.sorted(table.key.iter().map(|part| (part.column, part.descending)));
        let parent = table.parent.map(|parent| {
            let path = self.path(parent.table.schema, parent.table.name);
            match parent.on_delete {
                OnDelete::Unchecked => format!("INTERLEAVE IN {path}"),
                on_delete => format!("INTERLEAVE IN PARENT {path} {}", action(on_delete)),
            }
        });
        if self.google() {
            let ttl = table.ttl.map(|ttl| {
                format!(
                    "ROW DELETION POLICY (OLDER_THAN({}, INTERVAL {} DAY))",
                    self.quoted(ttl.column),
                    ttl.days
                )
            });
            let head = format!(
                "CREATE TABLE {} (\n  {}\n) PRIMARY KEY ({key})",
                self.own_path(),
                lines.join(",\n  ")
            );
            return [head].into_iter().chain(parent).chain(ttl).collect::<Vec<_>>().join(",\n  ");
        }
        lines.push(format!("PRIMARY KEY ({key})"));
        let ttl = table
            .ttl
            .map(|ttl| format!("TTL INTERVAL '{} days' ON {}", ttl.days, self.quoted(ttl.column)));
        let head = format!("CREATE TABLE {} (\n  {}\n)", self.own_path(), lines.join(",\n  "));
        [head].into_iter().chain(parent).chain(ttl).collect::<Vec<_>>().join(" ")
    }

    fn column(&self, at: usize, column: &ColumnDef<'_>) -> String {
        let google = self.google();
        let ty =
            if self.is_virtual(at) { SqlType { length: None, ..column.ty } } else { column.ty };
        let ty = if column.commit_timestamp && !google && ty.scalar == Scalar::UtcTimestamp {
            let length = ty.length.map(|length| format!("({length})")).unwrap_or_default();
            format!("spanner.commit_timestamp{length}{}", if ty.array { "[]" } else { "" })
        } else {
            self.type_name(ty)
        };
        let vector = match column.extra.and_then(|extra| extra.vector_length) {
            Some(length) if google => format!("(vector_length=>{length})"),
            Some(length) => format!(" vector length {length}"),
            None => String::new(),
        };
        let null = if column.nullable || self.is_virtual(at) { "" } else { " NOT NULL" };
        let computed = |sql: String, stored: bool| match (google, stored) {
            (true, true) => format!(" AS ({sql}) STORED"),
            (true, false) => format!(" AS ({sql})"),
            (false, true) => format!(" GENERATED ALWAYS AS ({sql}) STORED"),
            (false, false) => format!(" GENERATED ALWAYS AS ({sql}) VIRTUAL"),
        };
        let value = match self.fill(at) {
            Fill::Default(sql) => format!(" DEFAULT ({})", self.text(sql)),
            Fill::UuidV4 => match (google, column.ty.scalar) {
                (true, Scalar::Binary) => {
                    " DEFAULT (FROM_HEX(REPLACE(GENERATE_UUID(), '-', '')))".to_owned()
                }
                (true, Scalar::NativeUuid) => " DEFAULT (NEW_UUID())".to_owned(),
                (true, _) => " DEFAULT (GENERATE_UUID())".to_owned(),
                (false, Scalar::NativeUuid) => " DEFAULT gen_random_uuid()".to_owned(),
                (false, Scalar::Binary) => String::new(),
                (false, _) => " DEFAULT spanner.generate_uuid()".to_owned(),
            },
            Fill::Generated { sql, stored } => computed(self.text(sql), stored),
            Fill::Sequence(sequence) if google => {
                format!(
                    " DEFAULT (GET_NEXT_SEQUENCE_VALUE(SEQUENCE {}))",
                    self.path(self.table.schema, sequence.name)
                )
            }
            Fill::Sequence(sequence) => {
                let schema =
                    self.table.schema.map(|schema| format!("{schema}.")).unwrap_or_default();
                format!(" DEFAULT nextval('{schema}{}')", sequence.name)
            }
            Fill::Identity(options) => {
                format!(" GENERATED BY DEFAULT AS IDENTITY ({})", self.counter(options))
            }
            Fill::Shard(shard) if shard.by == ShardBy::Database => {
                computed(self.hash(&shard), true)
            }
            _ => String::new(),
        };
        // Where a type of PostgreSQL has no form with commit timestamps, the option is where
        // GoogleSQL has it, to be refused.
        let has_option = google || column.ty.scalar != Scalar::UtcTimestamp;
        let commit = if column.commit_timestamp && has_option {
            " OPTIONS (allow_commit_timestamp = true)"
        } else {
            ""
        };
        format!("{} {ty}{vector}{null}{value}{commit}", self.quote(column.name))
    }

    fn hash(&self, shard: &ShardDef<'_>) -> String {
        let google = self.google();
        let fingerprint = if google { "FARM_FINGERPRINT" } else { "spanner.farm_fingerprint" };
        let texts: Vec<String> = shard
            .inputs
            .iter()
            .map(|&at| {
                let name = self.quoted(at);
                let scalar =
                    self.table.columns.get(at).map_or(Scalar::Int64, |column| column.ty.scalar);
                match (scalar, google) {
                    (Scalar::Text, _) => name,
                    (Scalar::Binary, _) if shard.inputs.len() == 1 => name,
                    (Scalar::Binary, true) => format!("CAST(FARM_FINGERPRINT({name}) AS STRING)"),
                    (Scalar::Binary, false) => format!("spanner.farm_fingerprint({name})::text"),
                    (Scalar::UtcTimestamp, true) => format!("CAST(UNIX_MICROS({name}) AS STRING)"),
                    (Scalar::UtcTimestamp, false) => {
                        format!("((extract(epoch from {name}) * 1000000)::bigint)::text")
                    }
                    (_, true) => format!("CAST({name} AS STRING)"),
                    (_, false) => format!("{name}::text"),
                }
            })
            .collect();
        let input = match (texts.as_slice(), google) {
            ([one], _) => one.clone(),
            (many, true) => format!("CONCAT({})", many.join(r", '\x1f', ")),
            (many, false) => halves(many),
        };
        match (shard.count.is_power_of_two(), google) {
            (true, _) => format!("{fingerprint}({input}) & {}", shard.count - 1),
            (false, true) => {
                format!("MOD({fingerprint}({input}) & 0x7FFFFFFFFFFFFFFF, {})", shard.count)
            }
            (false, false) => {
                format!("mod({fingerprint}({input}) & 9223372036854775807, {})", shard.count)
            }
        }
    }

    fn index(&self, index: &IndexDef<'_>) -> String {
        let takes_null = |at: usize| {
            self.is_virtual(at) || self.table.columns.get(at).is_some_and(|column| column.nullable)
        };
        let nullable: Vec<usize> =
            index.columns.iter().map(|part| part.column).filter(|&at| takes_null(at)).collect();
        let filtered =
            index.null_filtered || (index.unique && !index.keeps_nulls && !nullable.is_empty());
        let columns = self.sorted(index.columns.iter().map(|part| (part.column, part.descending)));
        let stored = self.list(index.storing);
        let host = index.interleave.map(|host| match host {
            IndexParent::OwnTable => self.own_path(),
            IndexParent::Ancestor(table) => self.path(table.schema, table.name),
        });
        let unique = if index.unique { "UNIQUE " } else { "" };
        let on = format!("ON {} ({columns})", self.own_path());
        if self.google() {
            let filtered = if filtered { "NULL_FILTERED " } else { "" };
            let stored = if index.storing.is_empty() {
                String::new()
            } else {
                format!(" STORING ({stored})")
            };
            let host = host.map(|host| format!(", INTERLEAVE IN {host}")).unwrap_or_default();
            return format!(
                "CREATE {unique}{filtered}INDEX {} {on}{stored}{host}",
                self.path(self.table.schema, index.name)
            );
        }
        let stored =
            if index.storing.is_empty() { String::new() } else { format!(" INCLUDE ({stored})") };
        let host = host.map(|host| format!(" INTERLEAVE IN {host}")).unwrap_or_default();
        let filled = nullable
            .iter()
            .map(|&at| format!("{} IS NOT NULL", self.quoted(at)))
            .collect::<Vec<_>>()
            .join(" AND ");
        let only = if filtered && !nullable.is_empty() {
            format!(" WHERE {filled}")
        } else {
            String::new()
        };
        format!("CREATE {unique}INDEX {} {on}{stored}{host}{only}", self.quote(index.name))
    }

    fn foreign_key(&self, key: &ForeignKeyDef<'_>, name: &str) -> String {
        let own = self.list(key.columns);
        let (other, theirs) = match key.references {
            ReferenceDef::Table { table, fields } => {
                let other = table();
                let column = |field: &&str| {
                    other.column_of_field(field).map_or("NoSuchColumn", |at| other.columns[at].name)
                };
                (self.path(other.schema, other.name), fields.iter().map(column).collect::<Vec<_>>())
            }
            ReferenceDef::Named { schema, table, columns } => {
                (self.path(schema, table), columns.to_vec())
            }
        };
        let theirs = theirs.into_iter().map(|name| self.quote(name)).collect::<Vec<_>>().join(", ");
        let (table, name, action) = (self.own_path(), self.quote(name), action(key.on_delete));
        format!(
            "ALTER TABLE {table} ADD CONSTRAINT {name} FOREIGN KEY ({own}) REFERENCES {other} ({theirs}) {action}"
        )
    }
}

/// Joins texts as the crate does: no deeper than needed.
fn halves(texts: &[String]) -> String {
    let side = |texts: &[String]| {
        if texts.len() == 1 { texts[0].clone() } else { format!("({})", halves(texts)) }
    };
    match texts {
        [] => "''".to_owned(),
        [one] => one.clone(),
        many => {
            let (left, right) = many.split_at(many.len().div_ceil(2));
            format!(r"{} || E'\x1f' || {}", side(left), side(right))
        }
    }
}

const fn action(on_delete: OnDelete) -> &'static str {
    match on_delete {
        OnDelete::NoAction => "ON DELETE NO ACTION",
        OnDelete::Cascade => "ON DELETE CASCADE",
        OnDelete::Unchecked => "NOT ENFORCED",
    }
}
