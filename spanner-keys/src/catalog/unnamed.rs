//! Names of constraints that were created without one. The database gives them names, and a statement
//! can drop them only by these, but DDL does not show them.

use super::normal::{self, Likeness};
use super::{Catalog, CatalogCheck, CatalogForeignKey, CatalogTable, ObjectName};
use crate::ddl::alter::Alter;
use crate::schema::TableDef;

impl Catalog {
    /// Whether a foreign key or a check was created without a name.
    ///
    /// ```
    /// use spanner_keys::Dialect;
    /// use spanner_keys::catalog::{Catalog, ObjectName};
    ///
    /// let mut catalog = Catalog::new(Dialect::GoogleSql);
    /// catalog.read("live", "CREATE TABLE T (Id INT64, N INT64, CHECK (N > 0)) PRIMARY KEY (Id)");
    /// assert!(catalog.has_unnamed_constraints());
    ///
    /// // What INFORMATION_SCHEMA has.
    /// let table = ObjectName { schema: None, name: "T".to_owned() };
    /// catalog.name_check(&table, "CK_T_1", "N > 0");
    /// assert!(!catalog.has_unnamed_constraints());
    /// ```
    #[must_use]
    pub fn has_unnamed_constraints(&self) -> bool {
        self.tables().any(|table| {
            table.checks.iter().any(|check| check.name.is_none())
                || table.foreign_keys.iter().any(|key| key.name.is_none())
        })
    }

    /// Gives a check without a name the one that the database has for this condition.
    pub fn name_check(&mut self, table: &ObjectName, name: &str, condition: &str) {
        let dialect = self.dialect;
        let find = |one: &&mut CatalogTable| one.name == *table;
        let Some(table) = self.tables_mut().find(find) else { return };
        let mut read = Self::new(dialect);
        read.table_places.insert(table.name.clone(), 0);
        read.tables.push(Some(CatalogTable { checks: Vec::new(), ..table.clone() }));
        let def = TableDef {
            schema: table.name.schema.as_deref(),
            ..TableDef::new(&table.name.name, &[])
        };
        read.read(
            "INFORMATION_SCHEMA",
            &Alter { table: &def, dialect }.add_written_check(condition),
        );
        let Some(wanted) = read.tables().next().and_then(|table| table.checks.first()) else {
            return;
        };
        let same = |one: &&mut CatalogCheck| {
            one.name.is_none() && normal::compare(&one.sql, &wanted.sql, dialect) == Likeness::Same
        };
        if let Some(check) = table.checks.iter_mut().find(same) {
            check.name = Some(name.to_owned());
        }
    }

    /// Gives a foreign key without a name the one that the database has for the key of these columns
    /// to another table.
    pub fn name_foreign_key(
        &mut self,
        table: &ObjectName,
        name: &str,
        columns: &[String],
        other: &ObjectName,
    ) {
        let same = |key: &&mut CatalogForeignKey| {
            key.name.is_none() && key.columns == columns && key.other == *other
        };
        let mut tables = self.tables_mut();
        let table = tables.find(|one| one.name == *table);
        if let Some(key) = table.and_then(|table| table.foreign_keys.iter_mut().find(same)) {
            key.name = Some(name.to_owned());
        }
    }
}
