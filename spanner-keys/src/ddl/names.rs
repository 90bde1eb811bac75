//! The names of constraints: the author's, and those that are derived.

use crate::dialect::Dialect;
use crate::keys::fingerprint::fingerprint64;
use crate::schema::sql_text::fields;
use crate::schema::{CheckDef, Fill, ForeignKeyDef, ShardBy, TableDef};

/// The names of a table's constraints, in the order of their definitions.
pub(super) struct ConstraintNames {
    /// One per column; empty where the column needs no constraint.
    pub(super) shards: Vec<String>,
    /// One per column; empty where the values are not checked.
    pub(super) values: Vec<String>,
    pub(super) checks: Vec<String>,
    pub(super) foreign_keys: Vec<String>,
}

impl ConstraintNames {
    pub(super) fn of(table: &TableDef<'_>, dialect: Dialect) -> Self {
        let checks = table.checks.iter().map(|check| check.name);
        let explicit = checks.chain(table.foreign_keys.iter().map(|key| key.name)).flatten();
        let used = explicit.map(str::to_ascii_lowercase).collect();
        let mut namer = Namer { table, dialect, used };
        Self {
            shards: (0..table.columns.len()).map(|at| namer.shard(at)).collect(),
            values: (0..table.columns.len()).map(|at| namer.values(at)).collect(),
            checks: table.checks.iter().map(|check| namer.check(check)).collect(),
            foreign_keys: table.foreign_keys.iter().map(|key| namer.foreign_key(key)).collect(),
        }
    }

    /// The author's names only.
    #[cfg(feature = "migrate")]
    pub(super) fn as_written(table: &TableDef<'_>) -> Self {
        let written = |name: Option<&str>| name.unwrap_or_default().to_owned();
        Self {
            shards: vec![String::new(); table.columns.len()],
            values: vec![String::new(); table.columns.len()],
            checks: table.checks.iter().map(|check| written(check.name)).collect(),
            foreign_keys: table.foreign_keys.iter().map(|key| written(key.name)).collect(),
        }
    }

    /// All names in one list.
    pub(super) fn list(&self) -> Vec<&str> {
        let columns = self.shards.iter().chain(&self.values);
        let all = columns.chain(&self.checks).chain(&self.foreign_keys);
        all.map(String::as_str).filter(|name| !name.is_empty()).collect()
    }
}

/// Gives the constraints of one table names that differ from each other.
struct Namer<'t, 'a> {
    table: &'t TableDef<'a>,
    dialect: Dialect,
    used: Vec<String>,
}

impl Namer<'_, '_> {
    fn shard(&mut self, at: usize) -> String {
        match self.table.fill(at) {
            Fill::Shard(shard) if shard.by != ShardBy::Database => {
                self.derive(&[self.table.columns[at].name], "shard")
            }
            _ => String::new(),
        }
    }

    fn values(&mut self, at: usize) -> String {
        if self.table.checked_values(at).is_empty() {
            return String::new();
        }
        self.derive(&[self.table.columns[at].name], "values")
    }

    fn check(&mut self, check: &CheckDef<'_>) -> String {
        if let Some(name) = check.name {
            return name.to_owned();
        }
        // The first text is used in both dialects, so that they have the same name.
        let columns = fields(check.sql.given()[0])
            .iter()
            .filter_map(|field| self.table.column_of_field(field))
            .collect::<Vec<_>>();
        self.derive_from(&columns, "ck")
    }

    fn foreign_key(&mut self, key: &ForeignKeyDef<'_>) -> String {
        key.name.map_or_else(|| self.derive_from(key.columns, "fk"), str::to_owned)
    }

    fn derive_from(&mut self, columns: &[usize], suffix: &str) -> String {
        let columns = columns.iter().filter_map(|&at| self.table.columns.get(at));
        let names: Vec<&str> = columns.map(|column| column.name).collect();
        self.derive(&names, suffix)
    }

    /// A name from the table, the columns and a suffix, with a number if the table has used it
    /// already.
    fn derive(&mut self, columns: &[&str], suffix: &str) -> String {
        let mut parts: Vec<&str> = self.table.schema.into_iter().collect();
        parts.push(self.table.name);
        parts.extend(columns);
        let stem = parts.join("_");
        let mut number = 1_usize;
        loop {
            let ending = if number == 1 { suffix.to_owned() } else { format!("{suffix}_{number}") };
            let name = shorten(&stem, &ending, self.dialect);
            let lower = name.to_ascii_lowercase();
            if !self.used.contains(&lower) {
                self.used.push(lower);
                return name;
            }
            number += 1;
        }
    }
}

/// `stem_ending`, or a shorter form with a hash of both.
fn shorten(stem: &str, ending: &str, dialect: Dialect) -> String {
    let full = format!("{stem}_{ending}");
    let limit = dialect.name_limit();
    if full.len() <= limit {
        return full;
    }
    let hash = fingerprint64(full.as_bytes()) >> 32;
    let tail = format!("_{hash:08x}_{ending}");
    let room = limit.saturating_sub(tail.len());
    // Names are ASCII, so every byte is a character.
    let head: String = stem.chars().take(room).collect();
    head + &tail
}
