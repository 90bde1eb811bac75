//! Foreign keys that repeat what interleaving checks.

use spanner_keys::schema::OnDelete;

use super::Audit;
use crate::audit::Level;
use crate::fixes::{quote, quoted};

impl Audit<'_, '_, '_> {
    pub(super) fn doubled_relation(&mut self) {
        let (table, dialect) = (self.table, self.catalog.dialect());
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
                        format!(
                            "drop it:\nALTER TABLE {} DROP CONSTRAINT {};",
                            quoted(dialect, &table.name),
                            quote(dialect, name)
                        ),
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
}
