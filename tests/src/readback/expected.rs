//! The facts that the tables state.

use spanner_keys::Dialect;
use spanner_keys::schema::{
    ColumnDef, CounterOptions, Fill, IndexParent, OnDelete, ReferenceDef, Scalar, ShardBy,
    ShardDef, SqlText, SqlType, StoredValue, TableDef, VariantDef,
};

use super::{ANY, Facts, bare};

/// All facts about these tables, their ancestors and the tables they reference.
pub(super) fn facts(tables: &[TableDef<'_>], dialect: Dialect) -> Facts {
    let mut facts = Facts::new();
    for table in &complete(tables) {
        Reader { table, dialect }.write(&mut facts);
    }
    facts
}

fn label(table: &TableDef<'_>) -> String {
    path(table.schema, table.name)
}

fn path(schema: Option<&str>, name: &str) -> String {
    schema.map_or_else(|| name.to_owned(), |schema| format!("{schema}.{name}"))
}

fn complete<'a>(tables: &[TableDef<'a>]) -> Vec<TableDef<'a>> {
    let mut all: Vec<TableDef<'a>> = Vec::new();
    let mut open = tables.to_vec();
    while let Some(table) = open.pop() {
        if all.iter().any(|known| label(known) == label(&table)) {
            continue;
        }
        open.extend(table.parent.map(|parent| *parent.table));
        for key in table.foreign_keys {
            if let ReferenceDef::Table { table, .. } = key.references {
                open.push(*table());
            }
        }
        all.push(table);
    }
    all
}

struct Reader<'t, 'a> {
    table: &'t TableDef<'a>,
    dialect: Dialect,
}

impl Reader<'_, '_> {
    fn write(&self, facts: &mut Facts) {
        let name = label(self.table);
        facts.extend(self.table.schema.map(|schema| (format!("schema {schema}"), String::new())));
        let parent = self.table.parent.map_or_else(
            || "no parent".to_owned(),
            |parent| format!("in {} on delete {}", parent.table.name, action(parent.on_delete)),
        );
        facts.insert(format!("table {name}"), parent);
        if let Some(ttl) = self.table.ttl {
            facts.insert(
                format!("ttl of {name}"),
                format!("{} days after {}", ttl.days, self.table.columns[ttl.column].name),
            );
        }
        for (at, column) in self
            .table
            .columns
            .iter()
            .enumerate()
            .filter(|(_, column)| column.ty.scalar != Scalar::NativeUuid)
        {
            facts.insert(
                format!("column {name}.{}", column.name),
                format!("#{} {}", at + 1, self.column(at, column)),
            );
            if let Fill::Sequence(sequence) = self.fill(at) {
                let sequence_name = path(self.table.schema, sequence.name);
                facts.insert(
                    format!("sequence {sequence_name}"),
                    self.counter(sequence.options, true),
                );
            }
            self.shard_check(at, column, facts);
            self.values_check(column, facts);
        }
        let key: Vec<String> = self
            .table
            .key
            .iter()
            .map(|part| sorted(self.table.columns[part.column].name, part.descending))
            .collect();
        facts.insert(format!("key of {name}"), key.join(", "));
        self.indexes(facts);
        for check in self.table.checks {
            facts.insert(
                format!("check of {name}: {}", self.text(check.sql)),
                check.name.unwrap_or(ANY).to_owned(),
            );
        }
        for key in self.table.foreign_keys {
            let own: Vec<&str> =
                key.columns.iter().map(|&at| self.table.columns[at].name).collect();
            let (other, columns) = match key.references {
                ReferenceDef::Table { table, fields } => {
                    let column = |field: &&str| {
                        table().column_of_field(field).map_or("?", |at| table().columns[at].name)
                    };
                    (label(table()), fields.iter().map(column).collect::<Vec<_>>())
                }
                ReferenceDef::Named { schema, table, columns } => {
                    (path(schema, table), columns.to_vec())
                }
            };
            let fact = format!(
                "foreign key of {name} ({}) to {other} ({})",
                own.join(", "),
                columns.join(", ")
            );
            facts.insert(format!("{fact}: name"), key.name.unwrap_or(ANY).to_owned());
            facts.insert(format!("{fact}: on delete"), action(key.on_delete).to_owned());
        }
    }

    /// An inherited key part is a plain column.
    fn fill(&self, at: usize) -> Fill<'_> {
        let inherited = self.table.key.iter().any(|part| part.column == at && part.inherited);
        if inherited { Fill::Supplied } else { self.table.columns[at].fill }
    }

    fn column(&self, at: usize, column: &ColumnDef<'_>) -> String {
        let fill = self.fill(at);
        let is_virtual = matches!(fill, Fill::Generated { stored: false, .. });
        let ty = if is_virtual { SqlType { length: None, ..column.ty } } else { column.ty };
        let mut words = vec![self.type_name(ty, column.commit_timestamp)];
        if !column.nullable && !is_virtual {
            words.push("not null".to_owned());
        }
        let google = self.dialect == Dialect::GoogleSql;
        match fill {
            Fill::Default(sql) => words.push(format!("default {}", self.text(sql))),
            Fill::UuidV4 => {
                let default = match (google, ty.scalar) {
                    (true, Scalar::Text) => Some("GENERATE_UUID()"),
                    (true, Scalar::Binary) => Some("FROM_HEX(REPLACE(GENERATE_UUID(), '-', ''))"),
                    (false, Scalar::Text) => Some("spanner.generate_uuid()"),
                    _ => None,
                };
                words.extend(default.map(|sql| format!("default {}", bare(sql))));
            }
            Fill::Generated { sql, stored } => {
                words.push(format!(
                    "{} {}",
                    if stored { "stored" } else { "virtual" },
                    self.text(sql)
                ));
            }
            Fill::Sequence(sequence) => {
                let name = path(self.table.schema, sequence.name);
                let default = if google {
                    format!("GET_NEXT_SEQUENCE_VALUE(SEQUENCE {name})")
                } else {
                    format!("nextval('{name}')")
                };
                words.push(format!("default {}", bare(&default)));
            }
            Fill::Identity(options) => {
                words.push(format!("identity {}", self.counter(options, false)));
            }
            Fill::Shard(shard) if shard.by == ShardBy::Database => {
                words.push(format!("stored {}", self.shard(&shard)));
            }
            _ => {}
        }
        if column.commit_timestamp {
            words.push("commit timestamp".to_owned());
        }
        words.join(" ")
    }

    fn type_name(&self, ty: SqlType, commit_timestamp: bool) -> String {
        let length = ty.length.map_or_else(String::new, |length| format!("({length})"));
        if self.dialect == Dialect::PostgreSql {
            let one = match ty.scalar {
                Scalar::Bool => "boolean",
                Scalar::Int64 => "bigint",
                Scalar::Float32 => "real",
                Scalar::Float64 => "double precision",
                Scalar::Numeric => "numeric",
                Scalar::Text => "character varying",
                Scalar::Binary => "bytea",
                Scalar::NativeUuid => "uuid",
                Scalar::CalendarDate => "date",
                Scalar::UtcTimestamp if commit_timestamp => "spanner.commit_timestamp",
                Scalar::UtcTimestamp => "timestamp with time zone",
                Scalar::JsonDocument => "jsonb",
            };
            // The maximum length is shown as no length.
            let length = if ty.scalar == Scalar::Text && ty.length != Some(2_621_440) {
                length.as_str()
            } else {
                ""
            };
            return format!("{one}{length}{}", if ty.array { "[]" } else { "" });
        }
        let length = if length.is_empty() { "(MAX)" } else { length.as_str() };
        let one = match ty.scalar {
            Scalar::Text => format!("STRING{length}"),
            Scalar::Binary => format!("BYTES{length}"),
            Scalar::Bool => "BOOL".to_owned(),
            Scalar::Int64 => "INT64".to_owned(),
            Scalar::Float32 => "FLOAT32".to_owned(),
            Scalar::Float64 => "FLOAT64".to_owned(),
            Scalar::Numeric => "NUMERIC".to_owned(),
            Scalar::NativeUuid => "UUID".to_owned(),
            Scalar::CalendarDate => "DATE".to_owned(),
            Scalar::UtcTimestamp => "TIMESTAMP".to_owned(),
            Scalar::JsonDocument => "JSON".to_owned(),
        };
        if ty.array { format!("ARRAY<{one}>") } else { one }
    }

    /// The author's text with column names for fields, without what printing changes.
    fn text(&self, sql: SqlText<'_>) -> String {
        let given = if self.dialect == Dialect::GoogleSql { sql.googlesql } else { sql.postgresql };
        let mut text = given.unwrap_or_default().to_owned();
        for column in self.table.columns {
            text = text.replace(&format!("{{{}}}", column.field), column.name);
        }
        let text = text.replace("{{", "{").replace("}}", "}");
        // An escape literal is printed as a plain one, and quotes are removed anyway.
        let escapes = self.dialect == Dialect::PostgreSql && text.contains("E'");
        if escapes { bare(&text.replace("E'", "'").replace("\\'", "'")) } else { bare(&text) }
    }

    fn shard(&self, shard: &ShardDef<'_>) -> String {
        let google = self.dialect == Dialect::GoogleSql;
        let alone = shard.inputs.len() == 1;
        let texts: Vec<String> = shard
            .inputs
            .iter()
            .map(|&at| {
                let ColumnDef { name, ty, .. } = self.table.columns[at];
                match (ty.scalar, google) {
                    (Scalar::Text, _) => name.to_owned(),
                    (Scalar::Binary, _) if alone => name.to_owned(),
                    (Scalar::Binary, true) => format!("CAST(FARM_FINGERPRINT({name}) AS STRING)"),
                    (Scalar::Binary, false) => format!("spanner.farm_fingerprint({name})"),
                    (Scalar::UtcTimestamp, true) => format!("CAST(UNIX_MICROS({name}) AS STRING)"),
                    (Scalar::UtcTimestamp, false) => format!("extract(epoch, {name}) * 1000000"),
                    (_, true) => format!("CAST({name} AS STRING)"),
                    (_, false) => name.to_owned(),
                }
            })
            .collect();
        let (hash, n) =
            (if google { "FARM_FINGERPRINT" } else { "spanner.farm_fingerprint" }, shard.count);
        let joined = match (alone, google) {
            (true, _) => texts.join(""),
            (false, true) => format!("CONCAT({})", texts.join(r", '\x1f', ")),
            (false, false) => texts.join(" || \u{1f} || "),
        };
        let whole = match (n.is_power_of_two(), google) {
            (true, _) => format!("{hash}({joined}) & {}", n - 1),
            (false, true) => format!("MOD({hash}({joined}) & 0x7FFFFFFFFFFFFFFF, {n})"),
            (false, false) => format!("mod({hash}({joined}) & 9223372036854775807, {n})"),
        };
        bare(&whole)
    }

    fn shard_check(&self, at: usize, column: &ColumnDef<'_>, facts: &mut Facts) {
        let Fill::Shard(shard) = self.fill(at) else { return };
        let (name, last) = (column.name, shard.count - 1);
        let condition = match (shard.by, self.dialect) {
            (ShardBy::Database, _) => return,
            (ShardBy::Client, _) => format!("{}={}", bare(name), self.shard(&shard)),
            (ShardBy::Chance, Dialect::GoogleSql) => bare(&format!("{name} BETWEEN 0 AND {last}")),
            (ShardBy::Chance, Dialect::PostgreSql) => {
                bare(&format!("{name} >= 0 AND {name} <= {last}"))
            }
        };
        facts.insert(format!("check of {}: {condition}", label(self.table)), ANY.to_owned());
    }

    /// `IN` is printed with an array in PostgreSQL.
    fn values_check(&self, column: &ColumnDef<'_>, facts: &mut Facts) {
        if column.variants.is_empty() || !column.extra.is_some_and(|extra| extra.check_values) {
            return;
        }
        let google = self.dialect == Dialect::GoogleSql;
        let literal = |variant: &VariantDef<'_>| match variant.value {
            StoredValue::Number(number) => number.to_string(),
            StoredValue::Name(text) if google => {
                text.replace('\\', r"\\").replace('\'', r"\'").replace('\n', r"\u000a")
            }
            StoredValue::Name(text) => text.to_owned(),
        };
        let values: Vec<String> = column.variants.iter().map(literal).collect();
        let (name, list) = (column.name, values.join(","));
        let condition = match (&values[..], google) {
            (_, true) => format!("{name} IN {list}"),
            ([one], false) => format!("{name} = {one}"),
            (_, false) => format!("{name} = ANY ARRAY[{list}]"),
        };
        let fact = format!("check of {}: {}", label(self.table), bare(&condition));
        facts.insert(fact, format!("{}_{}_values", self.table.name, column.name));
    }

    /// A sequence of PostgreSQL shows where it starts even if that is the default.
    fn counter(&self, options: CounterOptions, sequence: bool) -> String {
        let skipped = options
            .skip_range
            .map_or_else(|| "nothing".to_owned(), |(min, max)| format!("{min} to {max}"));
        let start = if sequence && self.dialect == Dialect::PostgreSql {
            options.start_counter.or(Some(1))
        } else {
            options.start_counter
        };
        format!(
            "skips {skipped}, starts {}",
            start.map_or_else(|| "anywhere".to_owned(), |start| format!("at {start}"))
        )
    }

    fn indexes(&self, facts: &mut Facts) {
        for index in self.table.indexes {
            let names = |at: usize| self.table.columns[at].name;
            let key: Vec<String> = index
                .columns
                .iter()
                .map(|part| sorted(names(part.column), part.descending))
                .collect();
            let mut stored: Vec<&str> = index.storing.iter().map(|&at| names(at)).collect();
            stored.sort_unstable();
            let parent = match index.interleave {
                None => "nothing",
                Some(IndexParent::OwnTable) => self.table.name,
                Some(IndexParent::Ancestor(table)) => table.name,
            };
            let takes_null = |at: usize| {
                self.table.columns[at].nullable
                    || matches!(self.fill(at), Fill::Generated { stored: false, .. })
            };
            let filtered = index.null_filtered
                || (index.unique
                    && !index.keeps_nulls
                    && index.columns.iter().any(|part| takes_null(part.column)));
            let filter = match (self.dialect, filtered) {
                (Dialect::PostgreSql, _) => "filter not shown",
                (Dialect::GoogleSql, true) => "null filtered",
                (Dialect::GoogleSql, false) => "all rows",
            };
            facts.insert(
                format!("index {}.{}", label(self.table), index.name),
                format!(
                    "{} ({}) storing ({}) in {parent}, {filter}",
                    if index.unique { "unique" } else { "plain" },
                    key.join(", "),
                    stored.join(", ")
                ),
            );
        }
    }
}

fn sorted(name: &str, descending: bool) -> String {
    format!("{name} {}", if descending { "DESC" } else { "ASC" })
}

const fn action(on_delete: OnDelete) -> &'static str {
    match on_delete {
        OnDelete::NoAction => "NO ACTION",
        OnDelete::Cascade => "CASCADE",
        // The emulator has no such constraints.
        OnDelete::Unchecked => "",
    }
}
