//! SQL with typed parameters, before a client's own statement holds it.

use crate::dialect::Dialect;
use crate::schema::SqlType;
use crate::value::WireValue;

/// A statement and its parameters.
///
/// ```
/// use spanner_keys::{Dialect, SpannerTable};
///
/// #[derive(SpannerTable)]
/// struct Country {
///     #[key]
///     code: String,
///     name: String,
/// }
///
/// let sql = Country::scan().from(("N".to_owned(),)).sql(Dialect::GoogleSql)?;
/// assert!(sql.text.starts_with("SELECT `code`, `name` FROM `Country` WHERE"));
/// assert_eq!(sql.params[0].name, "p1");
/// # Ok::<(), spanner_keys::value::RowError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Sql {
    /// The text. It names its parameters as `@p1` in GoogleSQL and as `$1` in PostgreSQL.
    pub text: String,
    /// The dialect of the text.
    pub dialect: Dialect,
    /// The parameters.
    pub params: Vec<Param>,
}

/// A parameter of a statement.
#[derive(Clone, Debug, PartialEq)]
pub struct Param {
    /// The name, as clients know it: `p1` for the first, in both dialects.
    pub name: String,
    /// The type of the column that the value is for.
    pub ty: SqlType,
    /// The value.
    pub value: WireValue,
}

impl Sql {
    pub(crate) const fn new(dialect: Dialect) -> Self {
        Self { text: String::new(), dialect, params: Vec::new() }
    }

    /// One more piece of text.
    pub(crate) fn push(&mut self, text: &str) -> &mut Self {
        self.text.push_str(text);
        self
    }

    /// A parameter, where the text stands now.
    pub(crate) fn param(&mut self, ty: SqlType, value: WireValue) -> &mut Self {
        let name = self.bind(ty, value);
        self.push(&name)
    }

    /// A parameter that stands nowhere yet: its name in the text.
    pub(crate) fn bind(&mut self, ty: SqlType, value: WireValue) -> String {
        let number = self.params.len() + 1;
        self.params.push(Param { name: format!("p{number}"), ty, value });
        match self.dialect {
            Dialect::GoogleSql => format!("@p{number}"),
            Dialect::PostgreSql => format!("${number}"),
        }
    }
}
