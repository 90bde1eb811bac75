//! What to do where no statement helps: move a table, or a column.

use crate::catalog::{Catalog, CatalogColumn, CatalogTable, ColumnValue, ObjectName};
use crate::ddl::alter::{self, Alter};
use crate::schema::TableDef;

fn suffixed(name: &ObjectName, suffix: &str) -> ObjectName {
    ObjectName { schema: name.schema.clone(), name: format!("{}{suffix}", name.name) }
}

fn end(sql: &str) -> String {
    format!("{sql};")
}

/// The steps that replace tables by new ones: a table, and those that are interleaved in it, parents
/// first.
pub(super) fn tables(from: &Catalog, to: &Catalog, moved: &[ObjectName]) -> Vec<String> {
    let dialect = to.dialect();
    let existing: Vec<&ObjectName> =
        moved.iter().filter(|name| from.table(name).is_some()).collect();
    let mut copy = to.clone();
    for name in moved {
        let next = suffixed(name, "_new");
        copy.read("the move", &alter::rename_table(name.path(), next.path(), dialect));
    }
    let news: Vec<ObjectName> = moved.iter().map(|name| suffixed(name, "_new")).collect();
    for table in copy.tables_mut().filter(|table| news.contains(&table.name)) {
        let names = table.indexes.iter_mut().map(|index| &mut index.name.name);
        let checks = table.checks.iter_mut().filter_map(|check| check.name.as_mut());
        let keys = table.foreign_keys.iter_mut().filter_map(|key| key.name.as_mut());
        names.chain(checks).chain(keys).for_each(|name| name.push_str("_new"));
    }
    let mut lines = vec!["-- 1. Create the new tables, with their indexes.".to_owned()];
    copy.with_tables(|tables| {
        let new = |name: &ObjectName| {
            let next = suffixed(name, "_new");
            let found = tables.iter().find(|table| {
                table.schema == next.schema.as_deref() && table.name == next.name
            });
            found.map(|table| Alter { table, dialect })
        };
        for table in moved.iter().filter_map(new) {
            lines.extend(table.create().iter().map(|sql| end(sql)));
        }
        for table in moved.iter().filter_map(new) {
            let keys = table.table.foreign_keys.iter();
            lines.extend(keys.map(|key| end(&table.add_foreign_key(key))));
        }
        lines.push(
            "-- 2. Deploy a version that writes to the old and the new tables, and reads the old ones."
                .to_owned(),
        );
        lines.push(
            "-- 3. Copy the rows in parts, by ranges of the key: one transaction writes at most 80,000 values. Each part can run again."
                .to_owned(),
        );
        for name in &existing {
            let (Some(old), Some(next)) = (from.table(name), new(name)) else { continue };
            let target = to.table(name);
            let (columns, missing) = copied(old, target);
            if !missing.is_empty() {
                let list = missing.join("`, `");
                lines.push(format!("-- The old table has no `{list}`: add the values to the query."));
            }
            lines.push(end(&next.copy_from(name.path(), &columns)));
        }
    });
    lines.push("-- 4. Compare: the numbers must be equal.".to_owned());
    for name in &existing {
        for table in [(*name).clone(), suffixed(name, "_new")] {
            lines.push(end(&alter::counted(table.path(), dialect)));
        }
    }
    lines.push(
        "-- 5. Switch the names in one step, and deploy the version for the new tables.".to_owned(),
    );
    let outside = from.tables().filter(|table| !moved.contains(&table.name));
    for table in outside {
        let keys = table.foreign_keys.iter().filter(|key| existing.contains(&&key.other));
        for name in keys.filter_map(|key| key.name.as_deref()) {
            let bare = bare(&table.name);
            lines.push(end(&Alter { table: &bare, dialect }.drop_constraint(name)));
        }
    }
    let names: Vec<[ObjectName; 3]> = moved
        .iter()
        .map(|name| [name.clone(), suffixed(name, "_old"), suffixed(name, "_new")])
        .collect();
    let mut renames = Vec::new();
    for [name, old, new] in &names {
        if existing.contains(&name) {
            renames.push((name.path(), old.path()));
        }
        renames.push((new.path(), name.path()));
    }
    lines.push(end(&alter::rename_tables(&renames, dialect)));
    lines.push("-- 6. When nothing reads the old tables any more, drop them.".to_owned());
    for name in existing.iter().rev() {
        for index in from.table(name).into_iter().flat_map(|table| &table.indexes) {
            lines.push(end(&alter::drop_object("INDEX", index.name.path(), dialect)));
        }
        lines.push(end(&alter::drop_object("TABLE", suffixed(name, "_old").path(), dialect)));
    }
    lines.push(
        "-- 7. Run `cargo spanner-keys migrate` again: it gives the indexes and constraints their names."
            .to_owned(),
    );
    lines
}

/// The columns that both tables have and that are written, and those that only the new one has.
fn copied(old: &CatalogTable, new: Option<&CatalogTable>) -> (Vec<String>, Vec<String>) {
    let written = |column: &&CatalogColumn| !matches!(column.value, ColumnValue::Generated { .. });
    let new: Vec<&CatalogColumn> =
        new.into_iter().flat_map(|table| &table.columns).filter(written).collect();
    let is_old = |column: &&&CatalogColumn| old.column(&column.name).is_some();
    let name = |column: &&CatalogColumn| column.name.clone();
    let needed = |column: &&&CatalogColumn| {
        !is_old(column) && !column.nullable && column.value == ColumnValue::Supplied
    };
    (new.iter().filter(is_old).map(name).collect(), new.iter().filter(needed).map(name).collect())
}

/// A table of which only the name matters.
pub(crate) const fn bare(name: &ObjectName) -> TableDef<'_> {
    let schema = match &name.schema {
        Some(schema) => Some(schema.as_str()),
        None => None,
    };
    TableDef { schema, ..TableDef::new(name.name.as_str(), &[]) }
}

/// The steps that replace a column by one with another name.
pub(super) fn column(table: Alter<'_, '_>, at: usize) -> Vec<String> {
    let old = table.table.columns[at].name;
    let name = format!("{old}_new");
    let mut columns = table.table.columns.to_vec();
    columns[at].name = &name;
    let next = TableDef { columns: &columns, ..*table.table };
    let next = Alter { table: &next, dialect: table.dialect };
    let value = next.cast(at, old);
    vec![
        format!(
            "-- 1. Add the column under another name: a column cannot be renamed, so its field gets `column(name = \"{name}\")`."
        ),
        end(&next.add_nullable_column(at)),
        "-- 2. Deploy a version that writes both columns.".to_owned(),
        "-- 3. Fill the old rows, with partitioned DML. Check the conversion first.".to_owned(),
        end(&next.fill(&name, &value)),
        format!(
            "-- 4. Deploy a version that uses `{name}` only, then drop `{old}` with its indexes and constraints."
        ),
        end(&next.drop_column(old)),
    ]
}
