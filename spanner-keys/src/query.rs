//! Use this for your own SQL: parameters of any column type, and rows as structs.
//!
//! [`sql`] makes a statement of either client from a text with parameters, and
//! [`derive(SpannerRow)`](derive@crate::SpannerRow) reads the rows of a join, a projection or an
//! aggregate. Each client's module has `query`, `query_one`, `query_optional` and `query_stream`.
//!
//! ```
//! use spanner_keys::{SpannerColumn, SpannerRow, SpannerTable, Uuid, sql};
//!
//! #[derive(SpannerColumn)]
//! struct TenantId(Uuid);
//!
//! #[derive(SpannerColumn)]
//! enum Status { Open, Done }
//!
//! #[derive(SpannerRow)]
//! struct TaskLine {
//!     title: String,
//!     #[column(name = "n")]
//!     comments: i64,
//! }
//!
//! # #[cfg(feature = "gcloud-spanner")]
//! async fn open_tasks(
//!     client: &gcloud_spanner::client::Client,
//!     tenant: TenantId,
//! ) -> Result<Vec<TaskLine>, spanner_keys::client::gcloud::Error> {
//!     let query = sql(
//!         "SELECT t.title, COUNT(c.comment_id) AS n
//!          FROM Tasks t LEFT JOIN Comments c USING (task_id)
//!          WHERE t.tenant_id = @tenant AND t.status = @status
//!          GROUP BY t.title",
//!     )
//!     .bind("tenant", tenant)
//!     .bind("status", Status::Open);
//!     spanner_keys::client::gcloud::query(client, query).await
//! }
//! ```

mod parameters;
mod read;
mod tuples;

use std::fmt;
use std::ops::Range;

pub use crate::client_types::ResultRow;
pub use read::{FromRow, RowReader};
#[doc(hidden)]
pub use read::{RowCells, RowColumns, RowOps};

use crate::client_types::ClientStatement;
use crate::column::{Column, Element, NotNull};
use crate::dialect::Dialect;
use crate::row::SpannerTable;
use crate::rules::{distance, is_similar};
use crate::scan_request::Filter;
use crate::schema::SqlType;
use crate::statement::{Param, Sql, StatementError};
use crate::value::{ValueContext, ValueError, WireValue};
use parameters::parameters;

/// A statement of your own, with parameters as `@name`.
///
/// Every value has the Spanner type of its Rust type, so that the database does not guess, and NULL
/// has a type, too. Nothing is sent if a parameter has no value, a value no parameter, or if the
/// database would reject a value.
///
/// The text is for a GoogleSQL database unless [`Query::dialect`] changes that. The parameters are
/// `@name` in PostgreSQL as well, and are sent as `$1`, `$2` there.
///
/// ```
/// use spanner_keys::statement::StatementError;
/// use spanner_keys::{Dialect, Uuid, sql};
///
/// let text = "SELECT title FROM tasks WHERE tenant_id = @tenant AND due_on < @day";
/// let query = sql(text).bind("tenant", Uuid::nil()).bind("day", "2030-01-01");
/// assert_eq!(query.clone().into_sql()?.text, text);
/// assert_eq!(
///     query.dialect(Dialect::PostgreSql).into_sql()?.text,
///     "SELECT title FROM tasks WHERE tenant_id = $1 AND due_on < $2"
/// );
///
/// let error = sql("SELECT @tenent").bind("tenant", Uuid::nil()).into_sql().unwrap_err();
/// assert_eq!(
///     error.to_string(),
///     "no value is bound to the parameter `@tenent`, but one is bound to `tenant`: did you mean `@tenant`?"
/// );
/// # Ok::<(), StatementError>(())
/// ```
pub fn sql(text: impl Into<String>) -> Query {
    Query { text: text.into(), dialect: Dialect::GoogleSql, bound: Vec::new() }
}

/// A SQL text and the values of its parameters. Made by [`sql`]. `Debug` does not show the values,
/// which may be secrets.
#[derive(Clone)]
#[must_use]
pub struct Query {
    text: String,
    dialect: Dialect,
    bound: Vec<(String, Parameter)>,
}

impl Query {
    /// Sets the dialect of the database, GoogleSQL by default.
    pub fn dialect(self, dialect: Dialect) -> Self {
        Self { dialect, ..self }
    }

    /// Binds a value to the parameter `@name`, wherever the text has it: a value of any [`Column`]
    /// type, a `&str`, or [`stored!`](crate::stored!) for a column that is not stored in the usual
    /// way of its type.
    ///
    /// ```
    /// use spanner_keys::{SpannerColumn, sql};
    ///
    /// #[derive(SpannerColumn)]
    /// enum Status { Open, Done }
    ///
    /// sql("SELECT * FROM Tasks WHERE status IN UNNEST(@states) AND owner = @owner AND due_on IS NOT DISTINCT FROM @due")
    ///     .bind("states", vec![Status::Open, Status::Done])
    ///     .bind("owner", "ada")
    ///     .bind("due", None::<std::time::SystemTime>)
    ///     .into_sql()?;
    /// # Ok::<(), spanner_keys::statement::StatementError>(())
    /// ```
    pub fn bind(mut self, name: impl Into<String>, value: impl IntoParameter) -> Self {
        self.bound.push((name.into(), value.into_parameter()));
        self
    }

    /// The places of the parameters, and their names in the order of the text, each once. Every name
    /// has a value.
    fn parameters(
        &self,
        dialect: Dialect,
    ) -> Result<(Vec<Range<usize>>, Vec<&str>), StatementError> {
        let is_bound = |name: &str| self.bound.iter().any(|(bound, _)| bound == name);
        let places = parameters(&self.text, dialect, is_bound)?;
        let mut names: Vec<&str> = Vec::new();
        for place in &places {
            let name = &self.text[place.start + 1..place.end];
            if !names.contains(&name) {
                names.push(name);
            }
        }
        check_names(&names, &self.bound)?;
        Ok((places, names))
    }

    /// The text as the database needs it, with its parameters.
    pub fn into_sql(self) -> Result<Sql, StatementError> {
        let (places, names) = self.parameters(self.dialect)?;
        let Self { text, dialect, bound } = &self;
        let dialect = *dialect;
        let mut sql = Sql::new(dialect);
        let mut end = 0;
        if dialect == Dialect::PostgreSql {
            for place in &places {
                let name = &text[place.start + 1..place.end];
                let number = names.iter().position(|known| *known == name).unwrap_or(0) + 1;
                sql.push(&text[end..place.start]).push(&format!("${number}"));
                end = place.end;
            }
        }
        sql.push(&text[end..]);
        let mut params = Vec::with_capacity(bound.len());
        for (name, parameter) in bound {
            let number = names.iter().position(|known| known == name).unwrap_or(0) + 1;
            let sent_as = match dialect {
                Dialect::GoogleSql => name.clone(),
                Dialect::PostgreSql => format!("p{number}"),
            };
            let (ty, value) = parameter.in_dialect(name, dialect)?;
            params.push((number, Param { name: sent_as, ty, value }));
        }
        params.sort_by_key(|(number, _)| *number);
        sql.params = params.into_iter().map(|(_, param)| param).collect();
        Ok(sql)
    }

    /// The client's own statement.
    ///
    /// ```no_run
    /// # #[cfg(feature = "google-cloud-spanner")] {
    /// use google_cloud_spanner::client::DatabaseClient;
    /// use google_cloud_spanner::statement::Statement;
    /// use spanner_keys::client::google::Error;
    /// use spanner_keys::sql;
    ///
    /// async fn close_all(client: &DatabaseClient, owner: &str) -> Result<(), Error> {
    ///     let close = sql("UPDATE Tasks SET open = FALSE WHERE owner = @owner").bind("owner", owner);
    ///     let statement: Statement = close.into_statement()?;
    ///     let runner = client.read_write_transaction().build();
    ///     runner.run(async |tx| tx.execute_update(statement.clone()).await).await?;
    ///     Ok(())
    /// }
    /// # }
    /// ```
    pub fn into_statement<S: ClientStatement>(self) -> Result<S, StatementError> {
        self.into_sql().map(S::from_sql)
    }
}

/// A condition in a statement with other parameters: its own get numbers.
impl Filter for Query {
    fn append_to(&self, sql: &mut Sql) -> Result<(), StatementError> {
        let (places, names) = self.parameters(sql.dialect)?;
        let mut numbered = Vec::with_capacity(names.len());
        for name in names {
            let bound = self.bound.iter().find(|(bound, _)| bound == name);
            if let Some((_, parameter)) = bound {
                let (ty, value) = parameter.in_dialect(name, sql.dialect)?;
                numbered.push((name, sql.bind(ty, value)));
            }
        }
        let mut end = 0;
        for place in places {
            let name = &self.text[place.start + 1..place.end];
            sql.push(&self.text[end..place.start]);
            if let Some((_, sent_as)) = numbered.iter().find(|(known, _)| *known == name) {
                sql.push(sent_as);
            }
            end = place.end;
        }
        sql.push(&self.text[end..]);
        Ok(())
    }
}

impl fmt::Debug for Query {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let bound: Vec<_> = self.bound.iter().map(|(name, value)| (name, value.ty)).collect();
        let mut out = out.debug_struct("Query");
        out.field("text", &self.text).field("dialect", &self.dialect).field("bound", &bound);
        out.finish()
    }
}

/// Each parameter has one value, and each value a parameter. A misspelt name is one error.
fn check_names(names: &[&str], bound: &[(String, Parameter)]) -> Result<(), StatementError> {
    for (at, (name, _)) in bound.iter().enumerate() {
        if bound[..at].iter().any(|(other, _)| other == name) {
            return Err(StatementError::DuplicateParameter { name: name.clone() });
        }
    }
    let unknown =
        || bound.iter().map(|(name, _)| name).filter(|name| !names.contains(&name.as_str()));
    if let Some(name) = names.iter().find(|name| !bound.iter().any(|(bound, _)| bound == *name)) {
        let nearest = unknown().min_by_key(|other| distance(name, other));
        let similar = nearest.filter(|other| {
            other.strip_prefix('@') == Some(name) || is_similar(distance(name, other), name)
        });
        let similar = similar.cloned();
        return Err(StatementError::MissingParameter { name: (*name).to_owned(), similar });
    }
    match unknown().next() {
        Some(name) => Err(StatementError::UnknownParameter { name: name.clone() }),
        None => Ok(()),
    }
}

/// A value of a parameter, with its type. Made by [`IntoParameter`] and [`stored!`](crate::stored!).
#[derive(Clone)]
pub struct Parameter {
    ty: SqlType,
    value: WireValue,
    /// Why the database would reject the value: in GoogleSQL, in PostgreSQL. The dialect is known
    /// later.
    problems: [Option<ValueError>; 2],
}

impl Parameter {
    fn new<C: Column>(value: C, ty: SqlType) -> Self {
        // A search for what is too long for its column finds nothing, but is not a mistake.
        let any_length = SqlType { length: None, ..ty };
        let check = |dialect| value.check(any_length, ValueContext { dialect, in_key: false });
        let problems =
            [Dialect::GoogleSql, Dialect::PostgreSql].map(|dialect| check(dialect).err());
        Self { ty, value: value.into_wire(ty), problems }
    }

    /// The value, unless a database of this dialect would reject it.
    fn in_dialect(
        &self,
        name: &str,
        dialect: Dialect,
    ) -> Result<(SqlType, WireValue), StatementError> {
        let [googlesql, postgresql] = &self.problems;
        let problem = match dialect {
            Dialect::GoogleSql => googlesql,
            Dialect::PostgreSql => postgresql,
        };
        match problem.clone() {
            Some(error) => Err(StatementError::InvalidParameter { name: name.to_owned(), error }),
            None => Ok((self.ty, self.value.clone())),
        }
    }
}

impl fmt::Debug for Parameter {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_struct("Parameter").field("ty", &self.ty).finish_non_exhaustive()
    }
}

/// A value that can be bound to a parameter: every [`Column`] type, `&str`, `Option<&str>`, and
/// [`stored!`](crate::stored!).
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a value of a parameter",
    label = "not a column type",
    note = "a parameter is a column type by value, or text; clone what is behind a reference",
    note = "an Option of a handwritten column type requires NotNull for it, and a Vec requires Element"
)]
pub trait IntoParameter {
    /// The value with its type.
    fn into_parameter(self) -> Parameter;
}

#[diagnostic::do_not_recommend]
impl<C: Column> IntoParameter for C {
    fn into_parameter(self) -> Parameter {
        Parameter::new(self, C::TYPE)
    }
}

#[diagnostic::do_not_recommend]
impl IntoParameter for &str {
    fn into_parameter(self) -> Parameter {
        self.to_owned().into_parameter()
    }
}

#[diagnostic::do_not_recommend]
impl IntoParameter for Option<&str> {
    fn into_parameter(self) -> Parameter {
        self.map(ToOwned::to_owned).into_parameter()
    }
}

impl IntoParameter for Parameter {
    fn into_parameter(self) -> Parameter {
        self
    }
}

/// The value as the column of this field is stored. The function is not called: it lends the type of
/// the field.
#[doc(hidden)]
pub fn stored_as<T: SpannerTable, C: Column>(
    field: &str,
    _: fn(&T) -> &C,
    value: impl ValueOf<C>,
) -> Parameter {
    let field = field.strip_prefix("r#").unwrap_or(field);
    let column = T::SHAPE.table.columns.iter().find(|column| column.field == field);
    value.stored_as(column.map_or(C::TYPE, |column| column.ty))
}

/// A value that can be compared with a column of this type.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a value of a column of type `{C}`",
    label = "expected `{C}`",
    note = "the value has the type of the field, or is a vector of such values"
)]
pub trait ValueOf<C> {
    fn stored_as(self, ty: SqlType) -> Parameter;
}

#[diagnostic::do_not_recommend]
impl<C: Column> ValueOf<C> for C {
    fn stored_as(self, ty: SqlType) -> Parameter {
        Parameter::new(self, ty)
    }
}

#[diagnostic::do_not_recommend]
impl<C: NotNull> ValueOf<Option<C>> for C {
    fn stored_as(self, ty: SqlType) -> Parameter {
        Parameter::new(self, ty)
    }
}

#[diagnostic::do_not_recommend]
impl<C: Element> ValueOf<C> for Vec<C> {
    fn stored_as(self, ty: SqlType) -> Parameter {
        Parameter::new(self, array_of::<C>(ty))
    }
}

#[diagnostic::do_not_recommend]
impl<C: Element + NotNull> ValueOf<Option<C>> for Vec<C> {
    fn stored_as(self, ty: SqlType) -> Parameter {
        Parameter::new(self, array_of::<C>(ty))
    }
}

/// The type of many values of a column, which are stored as the column is.
fn array_of<C: Element>(ty: SqlType) -> SqlType {
    // A `Vec<u8>` is BYTES.
    if C::ARRAY_OF.array { ty.array() } else { C::ARRAY_OF }
}

#[diagnostic::do_not_recommend]
impl ValueOf<String> for &str {
    fn stored_as(self, ty: SqlType) -> Parameter {
        Parameter::new(self.to_owned(), ty)
    }
}

#[diagnostic::do_not_recommend]
impl ValueOf<Option<String>> for &str {
    fn stored_as(self, ty: SqlType) -> Parameter {
        Parameter::new(self.to_owned(), ty)
    }
}
