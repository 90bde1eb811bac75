//! Whatever we accept, Spanner accepts.

use spanner_keys::{Dialect, Schema};
use spanner_keys_tests::emulator::Emulator;
use spanner_keys_tests::random::{self, Dice, Wildness};

use super::Case;
use super::tables::make;

pub(crate) const CASES: &[Case] = &[Case::new("random_schemas", random_schemas)];

fn random_schemas(emulator: &Emulator, dialect: Dialect) -> Result<(), String> {
    let wanted: usize = std::env::var("SPANNER_KEYS_RANDOM_SCHEMAS").ok().and_then(|count| count.parse().ok()).unwrap_or(60);
    let mut made = 0;
    for seed in 1_000_000_u64.. {
        let tables = random::tables(&mut Dice::new(seed), Wildness { wrong: 1_000_000 });
        let schema = tables.iter().fold(Schema::new(), |schema, &table| schema.add(table));
        if schema.ddl(dialect).is_err() {
            continue;
        }
        make(emulator, dialect, &tables).map_err(|error| format!("seed {seed}: {error}"))?;
        made += 1;
        if made == wanted {
            break;
        }
    }
    Ok(())
}
