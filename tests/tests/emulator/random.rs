//! Whatever we accept, Spanner accepts, and holds what the tables say.

use spanner_keys::{Dialect, Schema};
use spanner_keys_tests::emulator::Emulator;
use spanner_keys_tests::random::{self, Spec, resolve, schemas};
use spanner_keys_tests::{readback, unchecked};

use super::Case;

pub(crate) const CASES: &[Case] = &[Case::new("random_schemas", random_schemas)];

/// Makes the tables, and reads them back.
fn accepted(emulator: &Emulator, dialect: Dialect, spec: &Spec) -> Result<(), String> {
    let tables = spec.tables();
    let schema = tables.iter().fold(Schema::new(), |schema, &table| schema.add(table));
    let unchecked = unchecked::ddl(&tables, dialect);
    let statements = schema.ddl(dialect).map_err(|error| format!("we refuse it: {error}\n{}", unchecked.join(";\n")))?;
    if statements != unchecked {
        return Err(format!("two writers differ:\n{}\n\nand\n\n{}", statements.join(";\n"), unchecked.join(";\n")));
    }
    let database = emulator.database(dialect)?;
    database.apply(&statements).map_err(|error| format!("the emulator refuses it: {error}\n{}", statements.join(";\n")))?;
    readback::check(&database, &tables).map_err(|error| format!("read back other than it was:\n{error}\n{}", statements.join(";\n")))
}

fn random_schemas(emulator: &Emulator, dialect: Dialect) -> Result<(), String> {
    let cases = random::count("SPANNER_KEYS_RANDOM_SCHEMAS", 300);
    random::run(&format!("random schemas, {dialect}"), cases, &schemas(), |wish| accepted(emulator, dialect, &resolve(&wish, dialect)))?;
    println!("{cases} random schemas accepted and read back, {dialect}, seed {}", random::seed());
    Ok(())
}
