//! The ways out of a finding: as DDL, as attributes, and as a waiver.

use spanner_keys::Dialect;
use spanner_keys::catalog::{
    Catalog, CatalogForeignKey, CatalogTable, ColumnValue, KeyColumn, ObjectName,
};
use spanner_keys::rules::{self, Rule};
use spanner_keys::schema::{OnDelete, Scalar, TableDef};

use crate::audit::find;

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

pub(crate) fn quote(dialect: Dialect, name: &str) -> String {
    match dialect {
        Dialect::GoogleSql => format!("`{name}`"),
        Dialect::PostgreSql => format!("\"{name}\""),
    }
}

/// The quoted name of a table or an index, with its schema.
pub(crate) fn quoted(dialect: Dialect, name: &ObjectName) -> String {
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

/// The statement that follows the advice of one of the compiler's rules in an existing table.
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
