//! Finds all tables of a program (feature `registry`).
//!
//! Where the feature is on, every struct with [`derive(SpannerTable)`](derive@crate::SpannerTable)
//! adds its table to a list that the linker collects.

use crate::ddl::{Schema, SchemaError};
use crate::schema::TableDef;

/// A table and the module that declares it.
#[doc(hidden)]
#[derive(Clone, Copy, Debug)]
pub struct Registered {
    /// A function, so that nothing is evaluated before it is needed.
    pub table: fn() -> &'static TableDef<'static>,
    pub module: &'static str,
}

inventory::collect!(Registered);

impl Schema<'static> {
    /// Every table of the program, those of its libraries included, in the order of their names.
    /// Feature `registry`.
    ///
    /// A program has the tables of a library only if it uses the library. Where nothing else does,
    /// name it once: `use models as _;`. A program without any table is an error, because that line
    /// is probably missing.
    ///
    /// ```
    /// use spanner_keys::{Schema, SpannerTable, Uuid};
    ///
    /// #[derive(SpannerTable)]
    /// struct Customer {
    ///     #[key(uuid)]
    ///     customer_id: Uuid,
    /// }
    ///
    /// assert!(Schema::registered()?.tables().iter().any(|table| table.name == "Customer"));
    /// # Ok::<(), spanner_keys::SchemaError>(())
    /// ```
    pub fn registered() -> Result<Self, SchemaError> {
        sorted(|_| true)
    }

    /// The tables of one crate, or of one module and those below it, in the order of their names:
    /// `registered_in("models")`, `registered_in(module_path!())`. For a program with tables of
    /// more than one database. Feature `registry`.
    ///
    /// Parents, and tables that foreign keys reference, are included from any module.
    ///
    /// ```
    /// use spanner_keys::{Schema, SchemaError};
    ///
    /// mod billing {
    ///     use spanner_keys::{SpannerTable, Uuid};
    ///
    ///     #[derive(SpannerTable)]
    ///     pub struct Invoice {
    ///         #[key(uuid)]
    ///         id: Uuid,
    ///     }
    /// }
    ///
    /// assert_eq!(Schema::registered_in(concat!(module_path!(), "::billing"))?.tables().len(), 1);
    /// assert!(matches!(Schema::registered_in("shipping"), Err(SchemaError::NothingRegistered { .. })));
    /// # Ok::<(), SchemaError>(())
    /// ```
    pub fn registered_in(module: &str) -> Result<Self, SchemaError> {
        let below = |path: &str| {
            path.strip_prefix(module).is_some_and(|rest| rest.is_empty() || rest.starts_with("::"))
        };
        sorted(below)
            .map_err(|_| SchemaError::NothingRegistered { module: Some(module.to_owned()) })
    }
}

/// The tables of the selected modules, sorted by name, because the order of the linker is
/// arbitrary. Two tables of one name are both kept, so that the DDL reports them.
fn sorted(wanted: impl Fn(&str) -> bool) -> Result<Schema<'static>, SchemaError> {
    let registered =
        inventory::iter::<Registered>.into_iter().filter(|registered| wanted(registered.module));
    let mut tables: Vec<&TableDef<'static>> =
        registered.map(|registered| (registered.table)()).collect();
    if tables.is_empty() {
        return Err(SchemaError::NothingRegistered { module: None });
    }
    tables.sort_by_key(|table| (table.schema, table.name));
    Ok(tables.into_iter().fold(Schema::new(), |schema, table| schema.add(*table)))
}
