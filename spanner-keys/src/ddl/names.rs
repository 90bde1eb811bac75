//! Names: which are allowed, who has taken one already, and those that are derived.

use std::collections::HashMap;

use super::SchemaError;
use super::view::{Path, View};
use crate::dialect::Dialect;
use crate::keys::fingerprint::fingerprint64;
use crate::schema::{CheckDef, Fill, ForeignKeyDef, ShardBy};

/// The longest name with its schema, in both dialects.
const WITH_SCHEMA_LIMIT: usize = 128;

/// Refuses a name that could not stand between quotes, or that is too long. `what` says what
/// carries it.
pub(super) fn check(view: &View<'_>, what: &'static str, name: &str) -> Result<(), SchemaError> {
    let mut letters = name.bytes();
    let begins_well = letters.next().is_some_and(|first| first.is_ascii_alphabetic());
    if !begins_well || !letters.all(|next| next.is_ascii_alphanumeric() || next == b'_') {
        return Err(SchemaError::InvalidName { table: view.label(), what, name: name.to_owned() });
    }
    let refuse = |name: String, limit| {
        Err(SchemaError::NameTooLong {
            table: view.label(),
            what,
            name,
            limit,
            dialect: view.dialect,
        })
    };
    if name.len() > view.dialect.name_limit() {
        return refuse(name.to_owned(), view.dialect.name_limit());
    }
    if matches!(what, "table" | "index" | "sequence") {
        let whole = Path { schema: view.table.schema, name }.label();
        let limit = match what {
            // PostgreSQL's expressions and `nextval` take schema and name as one text, which is cut
            // like a name.
            "table" | "sequence" => view.dialect.name_limit(),
            _ => WITH_SCHEMA_LIMIT,
        };
        if whole.len() > limit {
            return refuse(whole, limit);
        }
    }
    let lower = name.to_ascii_lowercase();
    let reserved = match what {
        "index" => lower == "primary_key",
        "schema" => {
            matches!(lower.as_str(), "public" | "information_schema" | "spanner")
                || lower.starts_with("spanner_")
                || lower.starts_with("pg_")
        }
        _ => false,
    };
    if reserved {
        return Err(SchemaError::ReservedName { table: view.label(), what, name: name.to_owned() });
    }
    Ok(())
}

/// Every name of the database that is taken, without regard to case, and by whom.
#[derive(Default)]
pub(super) struct Taken {
    users: HashMap<(String, String), String>,
}

impl Taken {
    /// Takes a name in a schema for `user`.
    pub(super) fn take(&mut self, path: Path<'_>, user: String) -> Result<(), SchemaError> {
        let place =
            (path.schema.unwrap_or_default().to_ascii_lowercase(), path.name.to_ascii_lowercase());
        if let Some(first) = self.users.get(&place) {
            return Err(SchemaError::DuplicateName {
                name: path.name.to_owned(),
                first: first.clone(),
                second: user,
            });
        }
        self.users.insert(place, user);
        Ok(())
    }

    /// Takes a constraint's name. The emulator keeps all constraints in the default schema, the
    /// documentation in the schema of their table; a name that is free in both is safe.
    pub(super) fn take_constraint(
        &mut self,
        schema: Option<&str>,
        name: &str,
        user: &str,
    ) -> Result<(), SchemaError> {
        if schema.is_some() {
            self.take(Path { schema, name }, user.to_owned())?;
        }
        self.take(Path { schema: None, name }, user.to_owned())
    }
}

/// The names of a table's constraints, in the order of their definitions.
pub(super) struct ConstraintNames {
    /// One per column; empty where the column needs no constraint.
    pub(super) shards: Vec<String>,
    pub(super) checks: Vec<String>,
    pub(super) foreign_keys: Vec<String>,
}

impl ConstraintNames {
    pub(super) fn of(view: &View<'_>) -> Result<Self, SchemaError> {
        let table = &view.table;
        let mut namer = Namer { view, used: Vec::new() };
        let explicit = table
            .checks
            .iter()
            .map(|check| check.name)
            .chain(table.foreign_keys.iter().map(|key| key.name))
            .flatten();
        for name in explicit {
            check(view, "constraint", name)?;
            namer.used.push(name.to_ascii_lowercase());
        }
        let shards =
            (0..table.columns.len()).map(|at| namer.shard(at)).collect::<Result<_, _>>()?;
        let checks = table.checks.iter().map(|check| namer.check(check)).collect();
        let foreign_keys = table
            .foreign_keys
            .iter()
            .map(|key| namer.foreign_key(key))
            .collect::<Result<_, _>>()?;
        Ok(Self { shards, checks, foreign_keys })
    }
}

/// Gives the constraints of one table names that differ from each other.
struct Namer<'v, 'a> {
    view: &'v View<'a>,
    used: Vec<String>,
}

impl Namer<'_, '_> {
    fn shard(&mut self, at: usize) -> Result<String, SchemaError> {
        match self.view.fill(at) {
            Fill::Shard(shard) if shard.by != ShardBy::Database => {
                let name = self.view.column(at, || "a shard".to_owned())?.name;
                Ok(self.derive(&[name], "shard"))
            }
            _ => Ok(String::new()),
        }
    }

    fn check(&mut self, check: &CheckDef<'_>) -> String {
        if let Some(name) = check.name {
            return name.to_owned();
        }
        // The same name in both dialects, so the first text that exists speaks for both.
        let fields =
            super::text::fields(check.sql.googlesql.or(check.sql.postgresql).unwrap_or_default());
        let columns: Vec<&str> = fields
            .iter()
            .filter_map(|field| self.view.table.column_of_field(field))
            .filter_map(|at| self.view.table.columns.get(at))
            .map(|column| column.name)
            .collect();
        self.derive(&columns, "ck")
    }

    fn foreign_key(&mut self, key: &ForeignKeyDef<'_>) -> Result<String, SchemaError> {
        if let Some(name) = key.name {
            return Ok(name.to_owned());
        }
        let mut columns = Vec::new();
        for &at in key.columns {
            columns.push(self.view.column(at, || "a foreign key".to_owned())?.name);
        }
        Ok(self.derive(&columns, "fk"))
    }

    /// A name from the table, the columns and a suffix, with a number if the table has used it
    /// already.
    fn derive(&mut self, columns: &[&str], suffix: &str) -> String {
        let mut parts: Vec<&str> = self.view.table.schema.into_iter().collect();
        parts.push(self.view.table.name);
        parts.extend(columns);
        let stem = parts.join("_");
        let mut number = 1_usize;
        loop {
            let ending = if number == 1 { suffix.to_owned() } else { format!("{suffix}_{number}") };
            let name = shorten(&stem, &ending, self.view.dialect);
            let lower = name.to_ascii_lowercase();
            if !self.used.contains(&lower) {
                self.used.push(lower);
                return name;
            }
            number += 1;
        }
    }
}

/// `stem_ending`, or a shorter form with a hash that the same two parts always give.
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
