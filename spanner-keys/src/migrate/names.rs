//! Names in options that no schema has: a misspelt one must not pass as one that was done already.

use super::{Options, drop_argument};
use crate::catalog::{Catalog, CatalogTable, ObjectName, kinds, misspelt};
use crate::rules::distance;

impl Options {
    /// What is allowed by a name that neither schema has, as messages with the nearest name. Such a
    /// name is misspelt, or its object was dropped by an earlier plan.
    ///
    /// ```
    /// use spanner_keys::Dialect;
    /// use spanner_keys::catalog::Catalog;
    /// use spanner_keys::migrate::Options;
    ///
    /// let [mut old, mut new] = [Dialect::GoogleSql; 2].map(Catalog::new);
    /// old.read("a.sql", "CREATE TABLE T (Id INT64, Note INT64) PRIMARY KEY (Id)");
    /// new.read("b.sql", "CREATE TABLE T (Id INT64) PRIMARY KEY (Id)");
    ///
    /// let options = Options::new().allow("drop-column:T.Notes")?;
    /// assert_eq!(
    ///     options.unknown_drops(&old, &new),
    ///     ["neither schema has `T.Notes`, which `drop-column:T.Notes` allows to drop\nhelp: did you mean `drop-column:T.Note`?"]
    /// );
    /// # Ok::<(), String>(())
    /// ```
    #[must_use]
    pub fn unknown_drops(&self, from: &Catalog, to: &Catalog) -> Vec<String> {
        if self.allowed.is_empty() {
            return Vec::new();
        }
        let (old, new) = (self.drops(from, Some(to)), self.drops(to, None));
        let unknown = self.allowed.iter().filter(|one| !old.contains(one) && !new.contains(one));
        let message = |one: &String| {
            let name = one.split_once(':').map_or(one.as_str(), |(_, name)| name);
            // What the new schema has is not dropped.
            let dropped: Vec<&String> = old.iter().filter(|one| !new.contains(one)).collect();
            let help = nearest(one, dropped).map_or_else(
                || {
                    "leave it out if it was dropped already; a refused drop prints its argument"
                        .to_owned()
                },
                |near| format!("did you mean `{near}`?"),
            );
            format!("neither schema has `{name}`, which `{one}` allows to drop\nhelp: {help}")
        };
        unknown.map(message).collect()
    }

    /// Renames of what the old schema does not have, or to what the new one does not have, as messages
    /// with the nearest name. A rename that was done already is not one of them.
    ///
    /// ```
    /// use spanner_keys::Dialect;
    /// use spanner_keys::catalog::Catalog;
    /// use spanner_keys::migrate::Options;
    ///
    /// let [mut old, mut new] = [Dialect::GoogleSql; 2].map(Catalog::new);
    /// old.read("a.sql", "CREATE TABLE Users (Id INT64) PRIMARY KEY (Id)");
    /// new.read("b.sql", "CREATE TABLE Accounts (Id INT64) PRIMARY KEY (Id)");
    ///
    /// let options = Options::new().rename("User", "Accounts");
    /// assert_eq!(
    ///     options.unknown_renames(&old, &new),
    ///     ["the old schema has no table `User` to rename\nhelp: did you mean `Users`?"]
    /// );
    /// ```
    #[must_use]
    pub fn unknown_renames(&self, from: &Catalog, to: &Catalog) -> Vec<String> {
        let renames = self.renames.iter();
        renames.filter_map(|(old, new)| self.unknown_rename(old, new, from, to)).collect()
    }

    fn unknown_rename(&self, old: &str, new: &str, from: &Catalog, to: &Catalog) -> Option<String> {
        let table = |catalog: &'_ Catalog, name: &str| -> Option<CatalogTable> {
            catalog.table(&ObjectName::parse(name)).cloned()
        };
        let tables = |catalog: &Catalog| -> Vec<String> {
            catalog.tables().map(|table| table.name.to_string()).collect()
        };
        let columns = |table: &CatalogTable| -> Vec<String> {
            table.columns.iter().map(|column| column.name.clone()).collect()
        };
        let no_new = || missing(&format!("the new schema has no table `{new}`"), new, &tables(to));
        if table(from, old).is_some() {
            return table(to, new).is_none().then(no_new);
        }
        if let Some((of, old)) = old.rsplit_once('.')
            && table(to, new).is_none()
        {
            let name = self.now_named(of, to);
            let Some(after) = name.and_then(|name| to.table(&name).cloned()) else {
                let what = format!("the new schema has no table `{of}`");
                return Some(missing(&what, of, &tables(to)));
            };
            let new = new.rsplit_once('.').map_or(new, |(_, new)| new);
            if after.column(new).is_none() {
                let what = format!("the new schema has no column `{of}.{new}`");
                return Some(missing(&what, new, &columns(&after)));
            }
            let before = table(from, &self.former(&after, from))?;
            if before.column(old).is_some() || before.column(new).is_some() {
                return None;
            }
            let what = format!("the old schema has no column `{of}.{old}` to rename");
            return Some(missing(&what, old, &columns(&before)));
        }
        if table(to, new).is_none() {
            return Some(no_new());
        }
        // It was done already.
        if table(from, new).is_some() {
            return None;
        }
        let what = format!("the old schema has no table `{old}` to rename");
        Some(missing(&what, old, &tables(from)))
    }

    /// The name that a table has in the new schema: its own, or the one that a rename gives it.
    pub(super) fn now_named(&self, table: &str, to: &Catalog) -> Option<ObjectName> {
        let find = |name: &str| to.table(&ObjectName::parse(name)).map(|table| table.name.clone());
        let given = || {
            let mut renames = self.renames.iter().filter(|(old, _)| old == table);
            renames.find_map(|(_, new)| find(new))
        };
        let stated = || {
            let is_old = |new: &&CatalogTable| {
                let mut renames = new.renames.iter().filter(|rename| rename.column.is_none());
                renames.any(|rename| {
                    let schema = new.name.schema.clone();
                    ObjectName { schema, name: rename.from.clone() } == ObjectName::parse(table)
                })
            };
            to.tables().find(is_old).map(|table| table.name.clone())
        };
        find(table).or_else(given).or_else(stated)
    }

    /// The name that a table of the new schema has in the old one.
    fn former(&self, table: &CatalogTable, from: &Catalog) -> String {
        let name = table.name.to_string();
        let schema = table.name.schema.as_ref().map_or_else(String::new, |name| format!("{name}."));
        let stated = table.renames.iter().filter(|rename| rename.column.is_none());
        let stated = stated.map(|rename| format!("{schema}{}", rename.from));
        let given = self.renames.iter().filter(|(_, new)| *new == name).map(|(old, _)| old.clone());
        let mut names = given.chain(stated);
        let is_old = |name: &String| from.table(&ObjectName::parse(name)).is_some();
        names.find(is_old).unwrap_or(name)
    }

    /// The arguments that allow to drop what a schema has. Columns are named by the name that their
    /// table has in the new schema.
    fn drops(&self, catalog: &Catalog, to: Option<&Catalog>) -> Vec<String> {
        let mut found = Vec::new();
        for table in catalog.tables() {
            let name = table.name.to_string();
            let renamed = to.into_iter().flat_map(Catalog::tables);
            let mut renamed = renamed.filter(|new| self.former(new, catalog) == name);
            let path = renamed.next().map_or_else(|| name.clone(), |new| new.name.to_string());
            let column = |column: &str| drop_argument("COLUMN", &format!("{path}.{column}"));
            found.extend(table.columns.iter().map(|one| column(&one.name)));
            let indexes = table.indexes.iter();
            found.extend(indexes.map(|index| drop_argument("INDEX", &index.name.to_string())));
            found.push(drop_argument("TABLE", &name));
        }
        let sequences = catalog.sequences().iter();
        found.extend(sequences.map(|one| drop_argument("SEQUENCE", &one.name.to_string())));
        found.extend(catalog.schemas().iter().map(|name| drop_argument("SCHEMA", name)));
        found.extend(
            catalog.kept().filter_map(|kept| {
                Some(drop_argument(&kept.kind, &kept.name.as_ref()?.to_string()))
            }),
        );
        found
    }
}

fn missing(what: &str, name: &str, known: &[String]) -> String {
    let near = nearest(name, known);
    near.map_or_else(|| what.to_owned(), |near| format!("{what}\nhelp: did you mean `{near}`?"))
}

/// The nearest of these names, if one is near enough to be meant.
fn nearest<'k>(name: &str, known: impl IntoIterator<Item = &'k String>) -> Option<&'k str> {
    let near = known.into_iter().map(|known| (distance(name, known), known));
    let near = near.filter(|(far, _)| *far <= (name.len() / 3).max(2) && *far < name.len());
    near.min().map(|(_, known)| known.as_str())
}

/// Why this is not an argument that allows a drop, with the one that is probably meant.
pub(super) fn not_a_drop(what: &str) -> Option<String> {
    let kinds: Vec<String> = kinds().chain(["column".to_owned()]).collect();
    let wrong = |help: String| Some(format!("`{what}` is not something to allow\nhelp: {help}"));
    let rest = what.strip_prefix("drop-").unwrap_or(what);
    if let Some((kind, name)) = rest.split_once(':').filter(|(_, name)| !name.is_empty()) {
        if let Some(meant) = misspelt(kind, kinds.iter().map(String::as_str)) {
            return wrong(format!("did you mean `drop-{meant}:{name}`?"));
        }
        if rest.len() < what.len() && !kind.is_empty() {
            return None;
        }
        if kinds.iter().any(|known| known == kind) {
            return wrong(format!("did you mean `drop-{kind}:{name}`?"));
        }
    }
    let starts = kinds.iter().filter(|kind| rest.len() > kind.len() && rest.starts_with(*kind));
    let name = |kind: &String| {
        let name = rest[kind.len()..].trim_start_matches(|mark: char| !mark.is_alphanumeric());
        (!name.is_empty() && rest.len() < what.len()).then(|| format!("drop-{kind}:{name}"))
    };
    match starts.max_by_key(|kind| kind.len()).and_then(name) {
        Some(meant) => wrong(format!("did you mean `{meant}`?")),
        None => wrong("write `drop-table:T`, `drop-column:T.c` or `drop-index:I`".to_owned()),
    }
}
