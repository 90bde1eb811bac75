//! A schema that owns its parts, so that one of them can be changed.

use spanner_keys::schema::{
    CheckDef, ColumnDef, ForeignKeyDef, IndexColumn, IndexDef, IndexParent, KeyPart, OnDelete,
    ParentDef, ReferenceDef, TableDef, Ttl, Waiver,
};

/// Tables that refer to each other by position. Parents come before their children.
#[derive(Clone, Debug, Default)]
pub struct Spec {
    /// The tables.
    pub tables: Vec<TableSpec>,
}

/// One table. Names and texts are leaked; lists are owned.
#[derive(Clone, Debug)]
pub struct TableSpec {
    /// Its name.
    pub name: &'static str,
    /// Its named schema.
    pub schema: Option<&'static str>,
    /// Its columns.
    pub columns: Vec<ColumnDef<'static>>,
    /// Its whole key.
    pub key: Vec<KeyPart<'static>>,
    /// The table it is interleaved in, by position.
    pub parent: Option<(usize, OnDelete)>,
    /// Its indexes.
    pub indexes: Vec<IndexSpec>,
    /// Its foreign keys.
    pub foreign_keys: Vec<ForeignKeySpec>,
    /// Its checks.
    pub checks: Vec<CheckDef<'static>>,
    /// When its rows expire.
    pub ttl: Option<Ttl>,
}

/// One index.
#[derive(Clone, Debug)]
pub struct IndexSpec {
    /// Its name.
    pub name: &'static str,
    /// Its columns.
    pub columns: Vec<IndexColumn>,
    /// The columns that it stores.
    pub storing: Vec<usize>,
    /// Whether it is unique.
    pub unique: bool,
    /// Whether rows with NULL are left out.
    pub null_filtered: bool,
    /// The table it is interleaved in, by position; its own, or another.
    pub host: Option<usize>,
    /// Its waiver.
    pub waiver: Option<Waiver<'static>>,
}

/// One foreign key.
#[derive(Clone, Debug)]
pub struct ForeignKeySpec {
    /// Its name.
    pub name: Option<&'static str>,
    /// Its columns.
    pub columns: Vec<usize>,
    /// The other table, by position.
    pub other: usize,
    /// The names of the other table's columns.
    pub theirs: Vec<&'static str>,
    /// What happens when the referenced row is deleted.
    pub on_delete: OnDelete,
    /// Its waiver.
    pub waiver: Option<Waiver<'static>>,
}

impl Spec {
    /// The tables, as the crate knows them.
    #[must_use]
    pub fn tables(&self) -> Vec<TableDef<'static>> {
        let mut made: Vec<&'static TableDef<'static>> = Vec::new();
        for (at, table) in self.tables.iter().enumerate() {
            let table = self.table(at, table, &made);
            made.push(Box::leak(Box::new(table)));
        }
        made.into_iter().copied().collect()
    }

    fn table(
        &self,
        at: usize,
        table: &TableSpec,
        made: &[&'static TableDef<'static>],
    ) -> TableDef<'static> {
        let host = |host: usize| match made.get(host) {
            Some(other) if host != at => IndexParent::Ancestor(other),
            _ => IndexParent::OwnTable,
        };
        let indexes: Vec<IndexDef<'static>> = table
            .indexes
            .iter()
            .map(|index| IndexDef {
                storing: index.storing.clone().leak(),
                unique: index.unique,
                null_filtered: index.null_filtered,
                interleave: index.host.map(host),
                waiver: index.waiver,
                ..IndexDef::new(index.name, index.columns.clone().leak())
            })
            .collect();
        let foreign_keys: Vec<ForeignKeyDef<'static>> = table
            .foreign_keys
            .iter()
            .map(|key| {
                let (schema, name) = self
                    .tables
                    .get(key.other)
                    .map_or((None, "Nobody"), |other| (other.schema, other.name));
                ForeignKeyDef {
                    name: key.name,
                    columns: key.columns.clone().leak(),
                    references: ReferenceDef::Named {
                        schema,
                        table: name,
                        columns: key.theirs.clone().leak(),
                    },
                    on_delete: key.on_delete,
                    waiver: key.waiver,
                }
            })
            .collect();
        TableDef {
            schema: table.schema,
            key: table.key.clone().leak(),
            parent: table.parent.and_then(|(parent, on_delete)| {
                Some(ParentDef { table: made.get(parent)?, on_delete })
            }),
            indexes: indexes.leak(),
            foreign_keys: foreign_keys.leak(),
            checks: table.checks.clone().leak(),
            ttl: table.ttl,
            ..TableDef::new(table.name, table.columns.clone().leak())
        }
    }

    /// The tables above this one, the nearest first.
    #[must_use]
    pub fn ancestors(&self, table: usize) -> Vec<usize> {
        let mut line = Vec::new();
        let mut next = self.tables[table].parent;
        while let Some((parent, _)) = next {
            line.push(parent);
            next = self.tables[parent].parent;
        }
        line
    }

    /// The level of this table; a root has level 1.
    #[must_use]
    pub fn level(&self, table: usize) -> usize {
        self.ancestors(table).len() + 1
    }

    /// The tables below this one, at any depth.
    #[must_use]
    pub fn descendants(&self, table: usize) -> Vec<usize> {
        (0..self.tables.len()).filter(|&other| self.ancestors(other).contains(&table)).collect()
    }
}

impl TableSpec {
    /// Whether the key holds the column.
    #[must_use]
    pub fn in_key(&self, column: usize) -> bool {
        self.key.iter().any(|part| part.column == column)
    }

    /// The width of an index over these columns, with the key columns that it stores implicitly.
    #[must_use]
    pub fn index_width(&self, columns: &[usize]) -> usize {
        columns.len() + self.key.iter().filter(|part| !columns.contains(&part.column)).count()
    }
}
