//! Every way to be refused, each beside a near miss that is fine.
//!
//! `tests/quick/refusals.rs` checks the errors; the emulator suite makes every near miss, so that nothing
//! is called fine that Spanner would refuse.

mod columns;
mod keys;
mod links;
mod names;
mod texts;

use spanner_keys::schema::TableDef;
use spanner_keys::{Dialect, Schema};

/// Tables that are refused, and tables that are nearly the same and are not.
pub struct Refusal {
    /// What is wrong.
    pub name: &'static str,
    /// The dialects in which it is wrong.
    pub dialects: &'static [Dialect],
    /// The tables that are refused.
    pub wrong: Vec<TableDef<'static>>,
    /// The name of the error's variant.
    pub variant: &'static str,
    /// A part of the message.
    pub says: &'static str,
    /// The tables that are fine.
    pub near: Vec<TableDef<'static>>,
    /// Whether the emulator takes the near miss, which the documentation allows in any case.
    pub emulator_agrees: bool,
}

const BOTH: &[Dialect] = &[Dialect::GoogleSql, Dialect::PostgreSql];
const GOOGLE: &[Dialect] = &[Dialect::GoogleSql];
const POSTGRES: &[Dialect] = &[Dialect::PostgreSql];

impl Refusal {
    fn new<const W: usize, const N: usize>(
        name: &'static str,
        (variant, says): (&'static str, &'static str),
        wrong: [TableDef<'static>; W],
        near: [TableDef<'static>; N],
    ) -> Self {
        Self {
            name,
            dialects: BOTH,
            wrong: wrong.into(),
            variant,
            says,
            near: near.into(),
            emulator_agrees: true,
        }
    }

    fn only(self, dialects: &'static [Dialect]) -> Self {
        Self { dialects, ..self }
    }

    fn emulator_disagrees(self) -> Self {
        Self { emulator_agrees: false, ..self }
    }
}

/// All of them.
#[must_use]
pub fn all() -> Vec<Refusal> {
    [columns::all(), keys::all(), links::all(), names::all(), texts::all()]
        .into_iter()
        .flatten()
        .collect()
}

/// Which cases are not refused as they say, and which near misses are refused.
#[must_use]
pub fn mistakes() -> Vec<String> {
    let mut wrong = Vec::new();
    for case in all() {
        for &dialect in case.dialects {
            let name = format!("{} ({dialect})", case.name);
            let schema = |tables: &[_]| {
                tables.iter().fold(Schema::new(), |schema, &table| schema.add(table))
            };
            match schema(&case.wrong).ddl(dialect) {
                Ok(statements) => {
                    wrong.push(format!("{name}: accepted:\n{}", statements.join(";\n")))
                }
                Err(error) => {
                    let text = error.to_string();
                    let variant = format!("{error:?}");
                    let variant = variant.split([' ', '{']).next().unwrap_or_default();
                    if variant != case.variant || !text.contains(case.says) {
                        wrong.push(format!(
                            "{name}: `{text}` is {variant}, not {} with `{}`",
                            case.variant, case.says
                        ));
                    }
                    if text.ends_with('.')
                        || text.starts_with(char::is_uppercase)
                        || text.contains('\n')
                    {
                        wrong.push(format!("{name}: `{text}` is not one plain sentence"));
                    }
                }
            }
            if let Err(error) = schema(&case.near).ddl(dialect) {
                wrong.push(format!("{name}: the near miss is refused: {error}"));
            }
        }
    }
    wrong
}
