//! What is in the way of a change, and is dropped for it.

use serde_json::json;
use spanner_keys::Dialect;
use spanner_keys::migrate::{Options, plan};
use spanner_keys_tests::emulator::Emulator;

use super::{Outcome, count, live, migrate, read, script};

pub(super) fn what_is_in_the_way(emulator: &Emulator, dialect: Dialect) -> Result<(), String> {
    for case in include_str!("in_the_way.txt").split("\n\n").skip(1) {
        let (name, lines) = case.split_once('\n').ok_or("a name and two schemas")?;
        let is_allowed = |line: &&str| line.starts_with("drop-");
        let (allowed, schemas): (Vec<&str>, Vec<&str>) = lines.lines().partition(is_allowed);
        let side = if dialect == Dialect::GoogleSql { 0 } else { 2 };
        let Some([old, new]) = schemas.get(side..side + 2) else { continue };
        let database = emulator.database(dialect)?;
        database.apply(&read(dialect, old)?.ddl())?;
        database.insert(if side == 0 { "T" } else { "t" }, &["id"], &[vec![json!("1")]])?;
        let wanted = read(dialect, new)?;
        let mut options = Options::new();
        for allow in allowed {
            options = options.allow(allow)?;
        }
        let first = plan(&live(&database)?, &wanted, &options);
        let migrated = migrate(&database, &wanted, &options);
        let Some(Outcome::Done) = migrated.map_err(|error| format!("{name}: {error}"))? else {
            return Err(format!("{name}:\n{}", script(&first)));
        };
        let second = plan(&live(&database)?, &wanted, &options);
        if !second.is_empty() || count(&database, "t")? != json!("1") {
            return Err(format!("{name}, again:\n{}", script(&second)));
        }
    }
    Ok(())
}
