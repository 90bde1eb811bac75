//! Rules beyond the compiler's: they judge what a schema has become, not what a new table should be.

use std::collections::HashSet;

use spanner_keys::Dialect;
use spanner_keys::catalog::{
    Catalog, CatalogForeignKey, CatalogIndex, CatalogTable, ColumnValue, KeyColumn, ObjectName,
};
use spanner_keys::rules::{self, Rule};
use spanner_keys::schema::{Arrival, ColumnDef, Fill, OnDelete, Scalar, TableDef};

use crate::audit::{Finding, Level, find, place};

/// Adds what these rules find.
pub(crate) fn add(catalog: &Catalog, tables: &[TableDef<'_>], findings: &mut Vec<Finding>) {
    let hot = findings.iter().filter(|finding| finding.level >= Level::Likely);
    let hot: HashSet<Place> =
        hot.map(|finding| (finding.table.clone(), finding.index.clone())).collect();
    for definition in tables {
        let Some(table) = find(catalog, &definition.path()) else { continue };
        let mut audit = Audit { catalog, definition, table, hot: &hot, findings };
        audit.commit_timestamps();
        audit.states_before_clocks();
        audit.repeated_indexes();
        audit.shards();
        audit.indexes();
        audit.foreign_keys();
        audit.anonymous_constraints();
        audit.sequences();
        audit.long_names();
    }
}

/// The paths of a table, and the name of an index of it.
type Place = (String, Option<String>);

/// The ways out of a hot key or index: as DDL, as attributes, and as a waiver.
pub(crate) fn fixes(
    catalog: &Catalog,
    table: &TableDef<'_>,
    index: Option<&str>,
    column: Option<&str>,
) -> Vec<String> {
    let Some(owned) = find(catalog, &table.path()) else { return Vec::new() };
    let is_key = |name: &str| owned.key.iter().flatten().any(|part| part.name == name);
    let mut fixes = match (index, column) {
        (Some(index), _) => sharded_index(catalog, table, owned, index),
        (None, Some(column)) if !is_key(column) => unenforced(catalog, owned, column),
        (None, _) => sharded_key(catalog, table, owned, column),
    };
    fixes.push(
        "or accept it, in a comment above the statement: `-- spanner-keys: allow_hotspot \"why\"`"
            .to_owned(),
    );
    fixes
}

/// The largest id that the proposed sequences skip; users know the real one.
const LAST_ID: i64 = 1_000_000;

/// For an integer that may be a counter: a sequence for new rows, which needs no new table.
pub(crate) fn sequence(catalog: &Catalog, table: &TableDef<'_>, column: &str) -> Vec<String> {
    let Some(owned) = find(catalog, &table.path()) else { return Vec::new() };
    let supplied = owned.column(column).is_some_and(|column| {
        column.ty.scalar == Scalar::Int64 && column.value == ColumnValue::Supplied
    });
    if !supplied {
        return Vec::new();
    }
    let name =
        if is_snake(owned) { format!("{}_ids", table.name) } else { format!("{}Ids", table.name) };
    let [create, alter] = catalog.fill_from_sequence(owned, column, &name, LAST_ID);
    let ddl =
        format!("as DDL, for new rows, with your largest id and some room:\n{create};\n{alter};");
    let mut helps = if has_children(catalog, owned) { Vec::new() } else { vec![ddl] };
    helps.extend([
        format!("as an attribute: `#[key(sequence = \"{name}\", skip_range(1, 1_000_000))]`"),
        "if the values are spread, state it above the statement: `-- spanner-keys: spread \"why\"`"
            .to_owned(),
    ]);
    helps
}

/// Whether other tables have the key of this one, which then cannot be altered.
fn has_children(catalog: &Catalog, table: &CatalogTable) -> bool {
    let mut links = catalog.tables().filter_map(|child| child.interleave.as_ref());
    links.any(|link| link.parent == table.name)
}

fn is_snake(table: &CatalogTable) -> bool {
    table.columns.iter().all(|column| column.name.to_lowercase() == column.name)
}

fn quote(dialect: Dialect, name: &str) -> String {
    match dialect {
        Dialect::GoogleSql => format!("`{name}`"),
        Dialect::PostgreSql => format!("\"{name}\""),
    }
}

/// The quoted name of a table or an index, with its schema.
fn quoted(dialect: Dialect, name: &ObjectName) -> String {
    let path = name.schema.iter().map(String::as_str).chain([name.name.as_str()]);
    path.map(|name| quote(dialect, name)).collect::<Vec<_>>().join(".")
}

/// The statements that create a foreign key again, with another clause at its end.
fn foreign_key_again(
    dialect: Dialect,
    table: &CatalogTable,
    key: &CatalogForeignKey,
    clause: &str,
) -> Option<String> {
    let columns = |names: &[String]| {
        names.iter().map(|name| quote(dialect, name)).collect::<Vec<_>>().join(", ")
    };
    let (path, name) = (quoted(dialect, &table.name), quote(dialect, key.name.as_deref()?));
    Some(format!(
        "ALTER TABLE {path} DROP CONSTRAINT {name};\nALTER TABLE {path} ADD CONSTRAINT {name} FOREIGN KEY ({}) REFERENCES {} ({}) {clause};",
        columns(&key.columns),
        quoted(dialect, &key.other),
        columns(&key.other_columns)
    ))
}

/// For the index that Spanner keeps for a foreign key: a foreign key that needs none.
fn unenforced(catalog: &Catalog, table: &CatalogTable, column: &str) -> Vec<String> {
    let dialect = catalog.dialect();
    let mut keys = table.foreign_keys.iter();
    let key = keys.find(|key| key.columns.iter().any(|name| name == column));
    let Some(key) = key.filter(|_| dialect == Dialect::GoogleSql) else { return Vec::new() };
    let again = foreign_key_again(dialect, table, key, "NOT ENFORCED");
    let ddl = again.map(|ddl| format!("as DDL, without the index, and without the check:\n{ddl}"));
    let attribute = "as an attribute: `on_delete = unchecked` in `foreign_key`".to_owned();
    ddl.into_iter().chain([attribute]).collect()
}

/// What alters an existing table as an advice of the compiler's rules says.
pub(crate) fn alteration(
    catalog: &Catalog,
    table: &TableDef<'_>,
    finding: &rules::Finding,
) -> Option<String> {
    let (dialect, owned) = (catalog.dialect(), find(catalog, &table.path())?);
    let path = quoted(dialect, &owned.name);
    let ddl = match (finding.rule, finding.column.as_deref()) {
        (Rule::Expiry, None) => {
            let by_key = finding.to_string().contains("the foreign key");
            let mut keys =
                owned.foreign_keys.iter().filter(|key| key.on_delete != OnDelete::Cascade);
            match (by_key, keys.next(), keys.next()) {
                (false, _, _) => format!("ALTER TABLE {path} SET ON DELETE CASCADE;"),
                (true, Some(key), None) => {
                    foreign_key_again(dialect, owned, key, "ON DELETE CASCADE")?
                }
                _ => return None,
            }
        }
        (Rule::UnboundedKey, Some(name)) => {
            let column = owned.column(name)?;
            // A default would be lost.
            if has_children(catalog, owned) || column.value != ColumnValue::Supplied {
                return None;
            }
            let name = quote(dialect, name);
            match (dialect, column.ty.scalar, column.nullable) {
                (Dialect::GoogleSql, scalar @ (Scalar::Text | Scalar::Binary), nullable) => {
                    let null = if nullable { "" } else { " NOT NULL" };
                    format!("ALTER TABLE {path} ALTER COLUMN {name} {}(256){null};", scalar.name())
                }
                (Dialect::PostgreSql, Scalar::Text, nullable) => {
                    let null = if nullable { "DROP" } else { "SET" };
                    format!(
                        "ALTER TABLE {path} ALTER COLUMN {name} TYPE varchar(256), ALTER COLUMN {name} {null} NOT NULL;"
                    )
                }
                _ => return None,
            }
        }
        _ => return None,
    };
    Some(format!("as DDL:\n{ddl}"))
}

/// The name of a shard for the table.
fn shard_name(owned: &CatalogTable) -> String {
    let mut shard = if is_snake(owned) { "shard" } else { "Shard" }.to_owned();
    while owned.column(&shard).is_some() {
        shard.push('2');
    }
    shard
}

fn list(parts: &[KeyColumn], part: impl Fn(&KeyColumn) -> String) -> String {
    parts.iter().map(part).collect::<Vec<_>>().join(", ")
}

/// The parts of a key or an index as DDL.
fn sorted(dialect: Dialect, parts: &[KeyColumn]) -> String {
    list(parts, |part| quote(dialect, &part.name) + if part.descending { " DESC" } else { "" })
}

/// The same key with a shard in front.
fn sharded_key(
    catalog: &Catalog,
    table: &TableDef<'_>,
    owned: &CatalogTable,
    column: Option<&str>,
) -> Vec<String> {
    let shard = shard_name(owned);
    let (Some(key), Some(definition), Some(_)) =
        (owned.key.as_deref(), catalog.shard_column(table, &shard, 16), column)
    else {
        return Vec::new();
    };
    let shard = quote(catalog.dialect(), &shard);
    vec![
        format!(
            "as DDL, in a new table, because a key cannot be altered; then copy the rows and swap the names:\n{definition}\nPRIMARY KEY ({shard}, {})",
            sorted(catalog.dialect(), key)
        ),
        "as an attribute: `#[key(shard = 16)] shard: i64` as the first field of the key".to_owned(),
    ]
}

/// The same index with a shard in front.
fn sharded_index(
    catalog: &Catalog,
    table: &TableDef<'_>,
    owned: &CatalogTable,
    name: &str,
) -> Vec<String> {
    let dialect = catalog.dialect();
    let index = owned.indexes.iter().find(|index| index.name.name == name);
    let (Some(index), Some(key)) = (index, owned.key.as_deref()) else { return Vec::new() };
    let Some(ddl) = catalog.sharded_index(table, name, &shard_name(owned), 16) else {
        return Vec::new();
    };
    let hashed = key.iter().filter(|part| ddl[0].contains(&quote(dialect, &part.name)));
    let suffix = if dialect == Dialect::GoogleSql { "Sharded" } else { "_sharded" };
    let mut words = format!(
        "columns(shard, {})",
        list(&index.columns, |part| {
            let name = field(&part.name);
            if part.descending { format!("desc({name})") } else { name }
        })
    );
    if !index.storing.is_empty() {
        let storing: Vec<_> = index.storing.iter().map(|name| field(name)).collect();
        words.extend([", storing(", &storing.join(", "), ")"]);
    }
    if index.null_filtered {
        words += ", null_filtered";
    }
    vec![
        format!("as DDL; drop the old index when the new one is ready:\n{};", ddl.join(";\n")),
        format!(
            "as attributes: `#[column(shard = 16, of({}))] shard: i64` and `#[index({name}{suffix}, {words})]`",
            hashed.map(|part| field(&part.name)).collect::<Vec<_>>().join(", "),
        ),
    ]
}

/// `CreatedAt` as the name of a field.
fn field(name: &str) -> String {
    let (mut field, mut after_small) = (String::new(), false);
    for letter in name.chars() {
        if letter.is_uppercase() && after_small {
            field.push('_');
        }
        after_small = letter.is_lowercase() || letter.is_ascii_digit();
        field.extend(letter.to_lowercase());
    }
    field
}

/// The last words of names of columns that usually have few values.
const FEW: &[&str] = &[
    "status",
    "state",
    "kind",
    "type",
    "protocol",
    "stage",
    "phase",
    "level",
    "category",
    "class",
    "tag",
    "tags",
    "reporter",
    "priority",
    "severity",
    "role",
    "mode",
    "region",
    "zone",
    "country",
    "currency",
    "locale",
    "language",
    "lang",
    "env",
    "environment",
    "queue",
    "topic",
    "channel",
    "provider",
    "platform",
    "tier",
    "plan",
    "flag",
    "source",
    "result",
    "outcome",
    "market",
];

/// The words of `event_type`, `EventType` or `eventType`, in lower case.
fn words(name: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let mut lower_before = false;
    for letter in name.chars() {
        if letter == '_' || (letter.is_uppercase() && lower_before) {
            words.push(String::new());
        }
        if let (Some(word), true) = (words.last_mut(), letter != '_') {
            word.extend(letter.to_lowercase());
        }
        lower_before = letter.is_lowercase() || letter.is_ascii_digit();
    }
    words
}

/// The last word of such a name.
pub(crate) fn last_word(name: &str) -> String {
    words(name).pop().unwrap_or_default()
}

/// Whether a number or a text of this name is probably a time: `created_at`, `QueueTimestampNanos`.
fn is_time(name: &str) -> bool {
    const UNITS: &[&str] = &[
        "ms", "us", "ns", "s", "millis", "micros", "nanos", "msec", "usec", "sec", "seconds", "utc",
    ];
    const TIMES: &[&str] =
        &["at", "time", "timestamp", "ts", "date", "datetime", "ymd", "yyyymmdd", "epoch"];
    // Times that are lengths, and dates of people.
    const OTHERS: &[&str] = &[
        "response",
        "run",
        "wait",
        "processing",
        "elapsed",
        "lead",
        "cpu",
        "execution",
        "total",
        "birth",
        "born",
    ];
    let mut words = words(name);
    while words.len() > 1 && words.last().is_some_and(|word| UNITS.contains(&word.as_str())) {
        words.pop();
    }
    let Some((last, before)) = words.split_last() else { return false };
    let length = last == "time" && before.iter().any(|word| OTHERS.contains(&word.as_str()));
    let birth = words.iter().any(|word| word.contains("birth") || word == "born");
    TIMES.contains(&last.as_str()) && (last != "at" || !before.is_empty()) && !length && !birth
}

/// Whether values of this name begin with the time.
fn is_time_ordered_id(name: &str) -> bool {
    let ids = ["ulid", "ksuid", "snowflake", "timeuuid", "uuidv7", "uuid7"];
    let words = words(name);
    words.iter().any(|word| ids.contains(&word.as_str()))
        || words.windows(2).any(|pair| ids.contains(&pair.concat().as_str()))
}

/// What leads a key or an index and is hot, if its name is right.
struct Suspect {
    /// The column with few values before it.
    few: Option<usize>,
    column: usize,
    is_id: bool,
}

/// Whether the type and the source of the values leave open what they are.
fn is_open(column: &ColumnDef<'_>) -> bool {
    !column.ty.array
        && matches!(column.ty.scalar, Scalar::Text | Scalar::Int64 | Scalar::Binary)
        && matches!(column.fill, Fill::Supplied | Fill::Default(_))
        && column.arrival != Arrival::FewValues
}

/// Whether values that the application leaves out are the time of the insert, as they are or as text.
fn reads_clock(column: &ColumnDef<'_>) -> bool {
    const CLOCKS: &[&str] = &["CURRENT_TIMESTAMP", "CURRENT_DATE", "NOW("];
    // These spread what they are given, or are random.
    const OTHERS: &[&str] = &["REVERSE", "FINGERPRINT", "MD5", "SHA", "UUID", "RAND", "MOD"];
    let Fill::Default(sql) = column.fill else { return false };
    let texts = [sql.googlesql, sql.postgresql].map(|text| text.unwrap_or_default().to_uppercase());
    let has =
        |parts: &[&str]| parts.iter().any(|part| texts.iter().any(|text| text.contains(part)));
    has(CLOCKS) && !has(OTHERS)
}

/// Whether a column has few values by its name only.
fn is_few_by_name(column: &ColumnDef<'_>) -> bool {
    is_open(column) && FEW.contains(&last_word(column.name).as_str())
}

struct Audit<'f, 'c, 't> {
    catalog: &'c Catalog,
    definition: &'t TableDef<'t>,
    table: &'c CatalogTable,
    /// The keys and indexes that the compiler's rules found hot.
    hot: &'f HashSet<Place>,
    findings: &'f mut Vec<Finding>,
}

impl Audit<'_, '_, '_> {
    fn report(
        &mut self,
        rule: &'static str,
        level: Level,
        (index, column): (Option<&str>, Option<&str>),
        message: String,
        note: &str,
        help: String,
    ) -> &mut Finding {
        let table = self.definition.path().into_owned();
        let span = place(self.catalog, &table, index, column);
        self.findings.push(Finding {
            rule,
            level,
            table,
            index: index.map(str::to_owned),
            column: column.map(str::to_owned),
            message,
            notes: vec![note.to_owned()],
            helps: vec![help],
            span,
        });
        let last = self.findings.len() - 1;
        &mut self.findings[last]
    }

    /// Key columns that allow commit timestamps in one table of a hierarchy only.
    fn commit_timestamps(&mut self) {
        let (definition, table) = (self.definition, self.table);
        let Some(parent) = definition.parent else { return };
        let parts = definition.key.iter().zip(parent.table.key);
        let different = parts.map(|(part, above)| {
            (&definition.columns[part.column], &parent.table.columns[above.column])
        });
        let mut different = different.filter(|(column, above)| {
            column.name == above.name && column.commit_timestamp != above.commit_timestamp
        });
        let Some((column, _)) = different.next() else { return };
        let path = definition.path();
        // Nothing else is wrong with the key: the database accepted it.
        self.findings.retain(|finding| finding.rule != "parent-key" || finding.table != path);
        let (with, without) = if column.commit_timestamp {
            (definition.name, parent.table.name)
        } else {
            (parent.table.name, definition.name)
        };
        self.report(
            "commit-timestamp-differs",
            Level::Advice,
            (None, Some(column.name)),
            format!("`{}` allows commit timestamps in `{with}`, but not in `{without}`", column.name),
            "a row of the child needs the same value as its parent row, and one of the two cannot get it from the commit",
            format!("set `allow_commit_timestamp` alike in `{}` and all tables above it", table.name),
        );
    }

    /// Keys and indexes that are hot if the names of their columns are right.
    fn states_before_clocks(&mut self) {
        let (definition, table) = (self.definition, self.table);
        let waived = |waivers: &[spanner_keys::catalog::WaiverComment]| !waivers.is_empty();
        let mut walks: Vec<(Option<&str>, Vec<usize>)> = Vec::new();
        if definition.parent.is_none() && !waived(&table.waivers) {
            walks.push((None, definition.key.iter().map(|part| part.column).collect()));
        }
        for (index, owned) in definition.indexes.iter().zip(&table.indexes) {
            if index.interleave.is_none() && !waived(&owned.waivers) {
                walks.push((
                    Some(index.name),
                    index.columns.iter().map(|part| part.column).collect(),
                ));
            }
        }
        for (index, parts) in walks {
            let Some(suspect) = self.suspect(&parts) else { continue };
            if self.hot.contains(&(definition.path().into_owned(), index.map(str::to_owned))) {
                continue;
            }
            let leads = definition.columns[suspect.column].name;
            let what = index.map_or_else(
                || format!("the primary key of `{}`", definition.name),
                |index| format!("the index `{index}` of `{}`", definition.name),
            );
            let kind = if suspect.is_id { "a time-ordered id" } else { "a time" };
            let (rule, name, message, note, help) = match suspect.few {
                Some(few) => {
                    let few = definition.columns[few].name;
                    (
                        "state-before-clock",
                        few,
                        format!(
                            "{what} starts with `{few}`, which looks like it has few values, and continues with the clock `{leads}`"
                        ),
                        "all new rows with the same value go to one split, so the writes are spread over as many splits as there are values",
                        "if the values are many, nothing is wrong; otherwise put a shard first",
                    )
                }
                None => (
                    if suspect.is_id { "time-ordered-id-leads" } else { "clock-leads" },
                    leads,
                    format!("{what} starts with `{leads}`, which looks like {kind}"),
                    "new values are larger than all others, so all new rows go to the last split",
                    "if the values do not follow the time of the insert, nothing is wrong; otherwise put a shard first",
                ),
            };
            let fixes = fixes(self.catalog, definition, index, Some(name));
            let place = (index, Some(name));
            let finding = self.report(rule, Level::Likely, place, message, note, help.to_owned());
            finding.helps.extend(fixes);
        }
    }

    /// The clock, or what is named like one, after the parts with few values. A clock by its type that
    /// comes first is for the compiler's rules.
    fn suspect(&self, parts: &[usize]) -> Option<Suspect> {
        let mut few = None;
        for &part in parts {
            let column = &self.definition.columns[part];
            let is_id = is_open(column) && is_time_ordered_id(column.name);
            if column.arrival == Arrival::Clock || column.commit_timestamp {
                return few.map(|few| Suspect { few: Some(few), column: part, is_id });
            } else if is_id || (is_open(column) && (is_time(column.name) || reads_clock(column))) {
                return Some(Suspect { few, column: part, is_id });
            } else if is_few_by_name(column) {
                few = few.or(Some(part));
            } else if column.arrival != Arrival::FewValues {
                return None;
            }
        }
        None
    }

    /// Indexes that another index, or the table itself, makes superfluous.
    fn repeated_indexes(&mut self) {
        let table = self.table;
        let covers = |wide: &CatalogIndex, narrow: &CatalogIndex| {
            wide.columns.starts_with(&narrow.columns)
                && narrow.storing.iter().all(|name| {
                    wide.storing.contains(name)
                        || wide.columns.iter().any(|part| part.name == *name)
                })
                && wide.null_filtered == narrow.null_filtered
                && wide.not_null == narrow.not_null
                && wide.interleave == narrow.interleave
        };
        for (at, index) in table.indexes.iter().enumerate() {
            let name = index.name.name.as_str();
            if index.unique && index.columns != table.key.clone().unwrap_or_default() {
                continue;
            }
            let key = table.key.as_deref().unwrap_or_default();
            if key.starts_with(&index.columns) && !index.null_filtered && index.not_null.is_empty()
            {
                self.report(
                    "redundant-index",
                    Level::Advice,
                    (Some(name), None),
                    format!(
                        "the index `{name}` of `{}` repeats the start of the primary key",
                        table.name
                    ),
                    "the table itself is sorted that way, and every write also writes the index",
                    format!("drop it: `DROP INDEX {name}`"),
                );
                continue;
            }
            let others = table.indexes.iter().enumerate();
            let other = others.into_iter().find(|(other_at, other)| {
                *other_at != at && covers(other, index) && (!covers(index, other) || *other_at < at)
            });
            if let Some((_, other)) = other {
                self.report(
                    "redundant-index",
                    Level::Advice,
                    (Some(name), None),
                    format!(
                        "the index `{name}` of `{}` is contained in the index `{}`",
                        table.name, other.name
                    ),
                    "every write writes both, and queries can use the wider one",
                    format!("drop it: `DROP INDEX {name}`"),
                );
            }
        }
    }

    /// Shards that are computed in a way that fails.
    fn shards(&mut self) {
        let (definition, table) = (self.definition, self.table);
        for column in &table.columns {
            let sql = match &column.value {
                ColumnValue::Generated { sql, .. } | ColumnValue::Default(sql) => {
                    sql.to_lowercase().replace(' ', "")
                }
                _ => continue,
            };
            let name = column.name.as_str();
            let hashes = sql.contains("farm_fingerprint(");
            let divides = sql.contains("mod(") || sql.contains('%');
            // What removes the sign: a mask, a shift, a second remainder of a sum, a case.
            let positive = ["abs(", "&", ">>", "+", "case", "if("].iter();
            if hashes && divides && !positive.into_iter().any(|part| sql.contains(part)) {
                self.report(
                    "negative-shard",
                    Level::Advice,
                    (None, Some(name)),
                    format!("`{name}` of `{}` can be negative", table.name),
                    "FARM_FINGERPRINT is signed, and MOD keeps the sign: MOD(FARM_FINGERPRINT(x), 16) has 31 values, and a scan over 0 to 15 misses half of the rows",
                    "mask the sign, as in `FARM_FINGERPRINT(x) & 15`, or in Rust `#[key(shard = 16)]`".to_owned(),
                );
            }
            let mixed = ["bit_reverse(", ">>", "div(", "/", "sha", "md5("];
            let leads = |parts: &[KeyColumn]| parts.iter().any(|part| part.name == name);
            let used = table.key.as_deref().is_some_and(leads)
                || table.indexes.iter().any(|index| leads(&index.columns));
            if hashes
                || !used
                || !(divides || sql.contains('&'))
                || mixed.iter().any(|part| sql.contains(part))
            {
                continue;
            }
            let reversed = definition.columns.iter().find(|input| {
                matches!(input.fill, Fill::Sequence(_) | Fill::Identity(_))
                    && sql.contains(&format!("{{{}}}", input.name.to_lowercase()))
            });
            if let Some(input) = reversed {
                let input = input.name;
                self.report(
                    "low-bits-shard",
                    Level::Likely,
                    (None, Some(name)),
                    format!("`{name}` of `{}` uses the low bits of the bit-reversed `{input}`", table.name),
                    "the low bits of a bit-reversed number are the high bits of the counter, so they stay the same for billions of rows",
                    format!("hash the number: `FARM_FINGERPRINT(CAST({input} AS STRING)) & 15`, or in Rust `#[column(shard = 16, of({input}))]`; a bit-reversed key needs no shard at all"),
                );
            }
        }
    }

    fn indexes(&mut self) {
        let (definition, table) = (self.definition, self.table);
        for (index, owned) in definition.indexes.iter().zip(&table.indexes) {
            let columns = || index.columns.iter().map(|part| &definition.columns[part.column]);
            let few = |column: &ColumnDef<'_>| {
                column.arrival == Arrival::FewValues || is_few_by_name(column)
            };
            if columns().all(few)
                && !index.unique
                && index.interleave.is_none()
                && !owned.null_filtered
                && owned.not_null.is_empty()
            {
                let name = columns().next().map_or("", |column| column.name);
                self.report(
                    "low-cardinality-index",
                    Level::Advice,
                    (Some(index.name), Some(name)),
                    format!("the index `{}` of `{}` {} only few different values", index.name, table.name, if columns().any(is_few_by_name) { "probably has" } else { "has" }),
                    "a query by such a value reads a large part of the table, and rows that change their state move in the index",
                    "put a selective column first, or index only the rows that are looked for: `WHERE column IS NOT NULL`".to_owned(),
                );
            }
            let nullable = columns().find(|column| column.nullable);
            if let Some(column) = nullable
                && index.unique
                && index.keeps_nulls
                && index.not_null.is_empty()
                && self.catalog.dialect() == Dialect::GoogleSql
            {
                let name = column.name;
                self.report(
                    "unique-null",
                    Level::Advice,
                    (Some(index.name), Some(name)),
                    format!(
                        "the unique index `{}` of `{}` allows one NULL in `{name}`",
                        index.name, table.name
                    ),
                    "GoogleSQL treats two NULLs as equal in a unique index",
                    "if rows without a value are fine, create it as `UNIQUE NULL_FILTERED INDEX`"
                        .to_owned(),
                );
            }
        }
    }

    fn foreign_keys(&mut self) {
        let table = self.table;
        for key in &table.foreign_keys {
            let Some(interleave) = &table.interleave else { continue };
            let parent = self.catalog.table(&interleave.parent);
            let parent_key: Vec<&str> = parent
                .iter()
                .flat_map(|parent| parent.key.iter().flatten())
                .map(|part| part.name.as_str())
                .collect();
            let same = key.other == interleave.parent
                && key.other_columns.iter().map(String::as_str).eq(parent_key.iter().copied())
                && key.columns.iter().map(String::as_str).eq(parent_key.iter().copied())
                && interleave.on_delete != OnDelete::Unchecked;
            if same {
                let span = key.span;
                let (named, drop) = match &key.name {
                    Some(name) => (
                        format!("the foreign key `{name}`"),
                        format!("drop it: `ALTER TABLE {} DROP CONSTRAINT {name}`", table.name),
                    ),
                    None => ("a foreign key".to_owned(), "drop it".to_owned()),
                };
                let finding = self.report(
                    "doubled-relation",
                    Level::Advice,
                    (None, key.columns.first().map(String::as_str)),
                    format!("{named} of `{}` repeats what interleaving checks", table.name),
                    "a child row cannot exist without its parent row anyway, and the foreign key costs a lookup for each write",
                    drop,
                );
                finding.span = span;
            }
        }
    }

    fn anonymous_constraints(&mut self) {
        let table = self.table;
        let keys = table.foreign_keys.iter().map(|key| (&key.name, key.span, "foreign key"));
        let checks = table.checks.iter().map(|check| (&check.name, check.span, "check"));
        let anonymous: Vec<_> = keys.chain(checks).filter(|(name, ..)| name.is_none()).collect();
        if let Some((_, span, what)) = anonymous.first() {
            let count = anonymous.len();
            let s = if count == 1 { "" } else { "s" };
            let finding = self.report(
                "anonymous-constraint",
                Level::Advice,
                (None, None),
                format!("`{}` has {count} constraint{s} without a name, first a {what}", table.name),
                "Spanner invents a name that differs in each database, so no migration can drop the constraint by its name",
                "write `CONSTRAINT name` before it".to_owned(),
            );
            finding.span = *span;
        }
    }

    /// PostgreSQL databases cut names off.
    fn long_names(&mut self) {
        const MOST: usize = 63;
        if self.catalog.dialect() != Dialect::PostgreSql {
            return;
        }
        let table = self.table;
        let columns = table.columns.iter().map(|column| ("column", &column.name, column.span));
        let indexes = table.indexes.iter().map(|index| ("index", &index.name.name, index.span));
        let keys = table.foreign_keys.iter().map(|key| (&key.name, key.span));
        let checks = table.checks.iter().map(|check| (&check.name, check.span));
        let constraints = keys.chain(checks);
        let constraints =
            constraints.filter_map(|(name, span)| Some(("constraint", name.as_ref()?, span)));
        let names = std::iter::once(("table", &table.name.name, table.span));
        let long: Vec<_> = names
            .chain(columns)
            .chain(indexes)
            .chain(constraints)
            .filter(|(_, name, _)| name.len() > MOST)
            .collect();
        for (what, name, span) in long {
            let column = (what == "column").then_some(name.as_str());
            let index = (what == "index").then_some(name.as_str());
            let finding = self.report(
                "long-name",
                Level::Advice,
                (index, column),
                format!("the name of the {what} `{name}` has {} bytes", name.len()),
                "PostgreSQL databases cut names off after 63 bytes, so two long names can become one",
                format!("shorten it to at most {MOST} bytes"),
            );
            finding.span = span;
        }
    }

    /// Sequences that start to count in a table that has rows.
    fn sequences(&mut self) {
        let (definition, table) = (self.definition, self.table);
        let later: HashSet<&str> = self.catalog.filled_later(&table.name).collect();
        for column in definition.columns {
            let options = match column.fill {
                Fill::Sequence(sequence) => sequence.options,
                Fill::Identity(options) => options,
                _ => continue,
            };
            if options.skip_range.is_none()
                && options.start_counter.is_none()
                && later.contains(column.name)
            {
                let name = column.name;
                self.report(
                    "sequence-meets-ids",
                    Level::Advice,
                    (None, Some(name)),
                    format!("the sequence of `{name}` of `{}` can produce ids that exist already", table.name),
                    "it was added to a table that may have rows, and skips no range",
                    "skip the old ids: `SKIP RANGE 1, 1000000` with the largest id and some room, or in Rust `skip_range(1, 1_000_000)`".to_owned(),
                );
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::last_word;

    #[test]
    fn the_last_word_of_a_name() {
        for (name, word) in [
            ("event_type", "type"),
            ("EventType", "type"),
            ("TAG", "tag"),
            ("userID", "id"),
            ("", ""),
        ] {
            assert_eq!(last_word(name), word, "{name}");
        }
    }
}
