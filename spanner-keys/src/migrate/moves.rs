//! What to do where no statement helps: move a table, or a column.

use super::{Options, drop_argument};
use crate::catalog::{
    self, Catalog, CatalogTable, ColumnValue, KeptAction, KeptStatement, ObjectName,
};
use crate::ddl::alter::{self, Alter, Copied};
use crate::ddl::convert::convert;
use crate::schema::{Fill, OnDelete, TableDef};

/// The longest suffix that a name gets here fits into a name of PostgreSQL.
const HEAD: usize = 58;

/// A name with a suffix. A long one is cut, so that it fits.
pub(super) fn with_suffix(name: &str, suffix: &str) -> String {
    let mut end = name.len().min(HEAD);
    while !name.is_char_boundary(end) {
        end -= 1;
    }
    format!("{}{suffix}", &name[..end])
}

fn suffixed(name: &ObjectName, suffix: &str) -> ObjectName {
    ObjectName { schema: name.schema.clone(), name: with_suffix(&name.name, suffix) }
}

fn end(sql: &str) -> String {
    format!("{sql};")
}

/// The steps that replace tables by new ones: a table, and those that are interleaved in it, parents
/// first.
pub(super) fn tables(
    from: &Catalog,
    to: &Catalog,
    moved: &[ObjectName],
    options: &Options,
) -> Vec<String> {
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
        names.chain(checks).for_each(|name| *name = with_suffix(name, "_new"));
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
        lines.push(
            "-- 2. Deploy a version that writes to the old and the new tables, and reads the old ones."
                .to_owned(),
        );
        lines.push(
            "-- 3. Copy the rows in parts, by ranges of the key: one transaction writes at most 80,000 values. Each part can run again."
                .to_owned(),
        );
        for name in &existing {
            if let (Some(old), Some(next)) = (from.table(name), new(name)) {
                lines.extend(copy_rows(from, old, next, name, options));
            }
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
    lines.extend(switch(from, to, &copy, moved, &existing));
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

/// The new tables get the names of the old ones. Views and foreign keys would follow the old tables,
/// or keep them from being renamed, so they are created again. `news` has the new tables under the
/// names that they have until then.
fn switch(
    from: &Catalog,
    to: &Catalog,
    news: &Catalog,
    moved: &[ObjectName],
    existing: &[&ObjectName],
) -> Vec<String> {
    let dialect = to.dialect();
    let mut lines = Vec::new();
    let reads = |kept: &&KeptStatement| {
        kept.is_ddl() && kept.tables.iter().any(|table| existing.contains(&table))
    };
    let (streams, views): (Vec<_>, Vec<_>) = from
        .kept()
        .filter(reads)
        .filter(|kept| matches!(kept.kind.as_str(), "VIEW" | "CHANGE STREAM"))
        .partition(|kept| kept.kind == "CHANGE STREAM");
    for name in views.iter().filter_map(|view| view.name.as_ref()) {
        lines.push(end(&alter::drop_object("VIEW", name.path(), dialect)));
    }
    for table in from.tables() {
        let keys = table.foreign_keys.iter();
        let cut = keys.filter(|key| moved.contains(&table.name) || existing.contains(&&key.other));
        for name in cut.filter_map(|key| key.name.as_deref()) {
            let bare = bare(&table.name);
            lines.push(end(&Alter { table: &bare, dialect }.drop_constraint(name)));
        }
    }
    // Change streams follow the new tables.
    for stream in streams {
        let same = |one: &&KeptStatement| (&one.kind, &one.name) == (&stream.kind, &stream.name);
        let watched = news.kept().find(same).map_or(&stream.sql, |one| &one.sql);
        lines.extend(catalog::watch_again(watched, dialect).map(|sql| end(&sql)));
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
    to.with_tables(|tables| {
        for def in tables {
            let name =
                ObjectName { schema: def.schema.map(str::to_owned), name: def.name.to_owned() };
            let keys = to.table(&name).into_iter().flat_map(|table| &table.foreign_keys);
            for (key, read) in def.foreign_keys.iter().zip(keys) {
                let is_new = moved.contains(&name);
                if is_new || (from.table(&name).is_some() && existing.contains(&&read.other)) {
                    lines.push(end(&Alter { table: def, dialect }.add_foreign_key(key)));
                }
            }
        }
    });
    for view in views {
        let same = |one: &&KeptStatement| {
            (&one.kind, &one.name) == (&view.kind, &view.name) && one.action != KeptAction::Alter
        };
        lines.extend(to.kept().find(same).map(|kept| end(&kept.sql)));
    }
    lines
}

/// The statement that copies the rows of a table into its new one, and what it cannot copy.
fn copy_rows(
    from: &Catalog,
    old: &CatalogTable,
    new: Alter<'_, '_>,
    name: &ObjectName,
    options: &Options,
) -> Vec<String> {
    let (mut lines, dialect) = (Vec::new(), new.dialect);
    let bare = bare(&old.name);
    let this = Alter { table: &bare, dialect };
    let mut copied = Vec::new();
    let mut missing = Vec::new();
    let above = ancestors(from, old);
    let mut read = None;
    for (at, column) in new.table.columns.iter().enumerate() {
        if new.table.is_generated(at) {
            continue;
        }
        let given = options.given(name, column.name).map(str::to_owned);
        let inherits = |table: &&&CatalogTable| table.column(column.name).is_some();
        let Some(before) = old.column(column.name) else {
            if let Some(value) = given {
                copied.push((at, Copied::Given(value)));
            } else if let Some(table) = above.iter().find(inherits) {
                read = Some(*table);
                copied.push((at, Copied::Above));
            } else if !new.table.is_nullable(at) && column.fill == Fill::Supplied {
                missing.push(column.name);
            }
            continue;
        };
        let path = format!("{name}.{}", column.name);
        let fits = before.type_name.is_some() || before.ty.same_but_length(column.ty);
        let from = match (fits, given) {
            (true, Some(value)) if before.nullable => Copied::Or(value),
            (true, _) => Copied::Same,
            (false, Some(value)) => Copied::Given(value),
            (false, None) => {
                if convert("", before.ty, column.ty, dialect).is_none() {
                    lines.push(format!(
                        "-- No cast makes the values of `{}` values of its new type: pass `--backfill {path}=EXPRESSION`, or change the query.",
                        column.name
                    ));
                }
                Copied::From(before.ty)
            }
        };
        if before.nullable && !new.table.is_nullable(at) && !matches!(from, Copied::Or(_)) {
            lines.push(format!(
                "-- Before it, this must return 0 (rows without a value: pass `--backfill {path}=EXPRESSION`, or fill them):"
            ));
            lines.push(end(&this.count_null(column.name)));
        }
        copied.push((at, from));
    }
    lines.extend(before_copy(old, new));
    if !missing.is_empty() {
        let list = missing.join("`, `");
        lines.push(format!(
            "-- The old table has no `{list}`: pass `--backfill {name}.{}=EXPRESSION`, or add the values to the query.",
            missing[0]
        ));
    }
    let is_new = |name: &str| new.table.columns.iter().any(|column| column.name == name);
    let left: Vec<&str> = old
        .columns
        .iter()
        .map(|column| column.name.as_str())
        .filter(|name| !is_new(name))
        .collect();
    if !left.is_empty() {
        lines.push(format!(
            "-- The new table has no `{}`: these values are not copied.",
            left.join("`, `")
        ));
    }
    let join = read.map(|table| {
        let keys = table.key.iter().flatten().map(|part| part.name.as_str()).collect();
        (table.name.path(), keys)
    });
    lines.push(end(&new.copy_from(old.name.path(), &copied, join)));
    lines
}

/// The queries that find rows which the new table does not accept, or which would become one.
fn before_copy(old: &CatalogTable, new: Alter<'_, '_>) -> Vec<String> {
    let bare = bare(&old.name);
    let this = Alter { table: &bare, dialect: new.dialect };
    let names = |table: &TableDef<'_>| -> Vec<String> {
        let written = table.key.iter().filter(|part| !table.is_generated(part.column));
        written.map(|part| table.columns[part.column].name.to_owned()).collect()
    };
    let known = |names: &[String]| names.iter().all(|name| old.column(name).is_some());
    let mut lines = Vec::new();
    // The old key is unique, and so is one that has all its columns.
    let key = names(new.table);
    let computed = |name: &str| {
        let column = old.column(name);
        column.is_some_and(|column| matches!(column.value, ColumnValue::Generated { .. }))
    };
    let is_unique =
        old.key.iter().flatten().all(|part| key.contains(&part.name) || computed(&part.name));
    if !is_unique && known(&key) {
        let key: Vec<&str> = key.iter().map(String::as_str).collect();
        lines.push(
            "-- Before it, this must return 0 (new keys that more than one row would have):"
                .to_owned(),
        );
        lines.push(end(&this.count_duplicates(&key, false)));
    }
    let checked = new.table.parent.filter(|parent| parent.on_delete != OnDelete::Unchecked);
    if let Some(parent) = checked {
        let was = old.interleave.as_ref().filter(|link| link.on_delete != OnDelete::Unchecked);
        let is = ObjectName::parse(&parent.table.path());
        let same = was.is_some_and(|was| was.parent == is || suffixed(&was.parent, "_new") == is);
        let key = names(parent.table);
        if !same && known(&key) {
            let key: Vec<&str> = key.iter().map(String::as_str).collect();
            lines.push(
                "-- Before it, this must return 0 (rows without a row in the parent table):"
                    .to_owned(),
            );
            lines.push(end(&this.count_orphans(&key, is.path(), &key)));
        }
    }
    lines
}

/// The tables that a table is interleaved in, the nearest first.
fn ancestors<'c>(catalog: &'c Catalog, table: &CatalogTable) -> Vec<&'c CatalogTable> {
    let mut found: Vec<&CatalogTable> = Vec::new();
    let mut link = table.interleave.as_ref();
    while let Some(parent) = link.and_then(|link| catalog.table(&link.parent)) {
        // A circle cannot be created, but it can be written.
        if found.iter().any(|one| one.name == parent.name) {
            break;
        }
        link = parent.interleave.as_ref();
        found.push(parent);
    }
    found
}

/// The steps that move a table to another schema.
pub(super) fn between_schemas(
    from: &Catalog,
    to: &Catalog,
    old: &ObjectName,
    new: &ObjectName,
    options: &Options,
) -> Vec<String> {
    let dialect = to.dialect();
    let mut lines = vec![
        "-- 1. Create the new table: run `migrate` without the rename of this table.".to_owned(),
        "-- 2. Deploy a version that writes to both tables, and reads the old one.".to_owned(),
        "-- 3. Copy the rows in parts, by ranges of the key: one transaction writes at most 80,000 values. Each part can run again."
            .to_owned(),
    ];
    to.with_tables(|tables| {
        let is_new =
            |table: &&TableDef<'_>| table.schema == new.schema.as_deref() && table.name == new.name;
        if let (Some(read), Some(table)) = (from.table(old), tables.iter().find(is_new)) {
            lines.extend(copy_rows(from, read, Alter { table, dialect }, new, options));
        }
    });
    lines.push("-- 4. Compare: the numbers must be equal.".to_owned());
    lines.extend([old, new].map(|table| end(&alter::counted(table.path(), dialect))));
    lines.push(format!(
        "-- 5. Deploy a version that uses the new table only, and run `migrate` with `--allow drop-table:{old}`."
    ));
    lines
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
pub(super) fn column(
    from: &Catalog,
    to: &Catalog,
    table: &ObjectName,
    name: &str,
    options: &Options,
) -> Vec<String> {
    let mut next = with_suffix(name, "_new");
    let taken = |next: &String| {
        [from, to].iter().any(|one| one.table(table).is_some_and(|one| one.column(next).is_some()))
    };
    while taken(&next) {
        next.push('_');
    }
    let mut wanted = from.clone();
    wanted.column_becomes(table, name, to, &next);
    let mut told = Options::new().rename(&format!("{table}.{name}"), &format!("{table}.{next}"));
    let path = format!("{table}.{next}");
    let mut missing = None;
    if let Some(value) = options.given(table, name) {
        told = told.backfill(&path, value);
    } else if let [Some(old), Some(new)] = [from, to].map(|one| one.table(table)?.column(name))
        && old.type_name == new.type_name
        && convert("", old.ty, new.ty, to.dialect()).is_none()
    {
        told = told.backfill(&path, "EXPRESSION");
        missing = Some(format!(
            "-- No cast makes the values of `{name}` values of the new type: write the EXPRESSION, and pass it as `--backfill {path}=EXPRESSION`."
        ));
    }
    let allow = drop_argument("COLUMN", &format!("{table}.{name}"));
    let renamed = super::plan(from, &wanted, &told);
    let first = renamed.steps.len();
    told.allowed.push(allow.clone());
    let whole = super::plan(from, &wanted, &told);
    let mut lines = vec![
        format!(
            "-- 1. A column cannot be renamed, so the new one has another name: write `column(name = \"{next}\", renamed_from = \"{name}\")` for its field, or pass `--rename {table}.{name}={next}`."
        ),
        "-- 2. Deploy a version that writes both columns, and run `migrate`. Check the conversion of the values first. It runs:".to_owned(),
    ];
    lines.extend(missing);
    lines.extend(renamed.steps.iter().map(|step| end(&step.sql)));
    lines.push(format!(
        "-- 3. Deploy a version that uses `{next}` only, and run `migrate` with `--allow {allow}`. It runs:"
    ));
    lines.extend(whole.steps.iter().skip(first).map(|step| end(&step.sql)));
    lines
}
