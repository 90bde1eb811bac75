//! Rows of a query: each column is found once per result set, then read by its position.

use std::borrow::Cow;
use std::fmt;
use std::marker::PhantomData;

use crate::client_types::ResultRow;
use crate::column::ops::ColumnOps;
use crate::row::SpannerTable;
use crate::row::read::read_by_position;
use crate::schema::SqlType;
use crate::value::{RowError, ValueError, WireValue};

/// A type that the rows of a query can be read as.
///
/// Implemented by [`derive(SpannerRow)`](derive@crate::SpannerRow), for every table (its columns are
/// found by name, and there may be others), for `Option` of such a type (`None` if all of its columns
/// are NULL, as in a left join), and for tuples of column types by position: `(i64,)` is the row of
/// `SELECT COUNT(*) …`.
#[diagnostic::on_unimplemented(
    message = "the rows of a query cannot be read as `{Self}`",
    label = "not a row",
    note = "derive SpannerRow for a struct with named fields, or use a table, or a tuple of columns, also for one column"
)]
pub trait FromRow: Sized {
    /// Names the columns, in the order in which `read` takes them.
    #[doc(hidden)]
    fn columns(columns: &mut RowColumns);

    /// A row from its values.
    #[doc(hidden)]
    fn read(row: &mut RowCells<'_>) -> Result<Self, RowError>;

    /// Both in one: generated code names the type once, so that one that is not a row causes one
    /// error.
    #[doc(hidden)]
    const OPS: RowOps<Self> = RowOps { columns: Self::columns, read: Self::read };
}

/// What a row type can do, as plain functions.
#[doc(hidden)]
#[expect(missing_debug_implementations, reason = "only generated code sees it")]
pub struct RowOps<R> {
    pub columns: fn(&mut RowColumns),
    pub read: fn(&mut RowCells<'_>) -> Result<R, RowError>,
}

/// The columns of a row type, as it names them.
#[doc(hidden)]
#[derive(Debug, Default)]
pub struct RowColumns {
    wanted: Vec<Wanted>,
    groups: Vec<Group>,
    prefix: String,
}

/// A column of a row type.
#[derive(Debug)]
struct Wanted {
    /// The table, if it is one of a table's columns.
    table: String,
    /// The name; `None` if the column is found by its position.
    name: Option<Cow<'static, str>>,
}

/// The columns of an `Option`, and the groups among them.
#[derive(Clone, Copy, Debug)]
struct Group {
    columns: usize,
    groups: usize,
}

impl RowColumns {
    /// Columns with these names, behind the prefix.
    pub fn named(&mut self, names: &'static [&'static str]) {
        self.of_table("", names);
    }

    /// The columns of another row type, with this prefix before their names.
    pub fn flat<R>(&mut self, prefix: &str, row: &RowOps<R>) {
        let length = self.prefix.len();
        self.prefix.push_str(prefix);
        (row.columns)(self);
        self.prefix.truncate(length);
    }

    fn of_table(&mut self, table: &str, names: &'static [&'static str]) {
        for name in names {
            let name = match self.prefix.as_str() {
                "" => Cow::Borrowed(*name),
                prefix => Cow::Owned(format!("{prefix}{name}")),
            };
            self.wanted.push(Wanted { table: table.to_owned(), name: Some(name) });
        }
    }

    /// Columns by their positions.
    pub(super) fn next(&mut self, count: usize) {
        let next = || Wanted { table: String::new(), name: None };
        self.wanted.extend(std::iter::repeat_with(next).take(count));
    }
}

/// Reads the rows of one result set.
///
/// ```
/// use spanner_keys::SpannerRow;
/// use spanner_keys::query::RowReader;
/// use spanner_keys::schema::SqlType;
/// use spanner_keys::value::WireValue;
///
/// #[derive(SpannerRow)]
/// struct Total {
///     tenant: String,
///     tasks: i64,
/// }
///
/// // The columns are found once, and their order does not matter.
/// let reader = RowReader::<Total>::new([("tasks", Some(SqlType::INT64)), ("tenant", Some(SqlType::TEXT))])?;
/// let total = reader.read(&mut vec![WireValue::Text("3".into()), WireValue::Text("ada".into())])?;
/// assert_eq!((total.tenant.as_str(), total.tasks), ("ada", 3));
///
/// let error = RowReader::<Total>::new([("tasks", None), ("name", None)]).unwrap_err();
/// assert_eq!(
///     error.to_string(),
///     "column `tenant` of the query is not among the selected columns: `tasks`, `name`"
/// );
/// # Ok::<(), spanner_keys::value::RowError>(())
/// ```
pub struct RowReader<R> {
    columns: Vec<Column>,
    groups: Vec<Group>,
    /// Whether two fields have the same column, one of them in another row type.
    shares: bool,
    row: PhantomData<fn() -> R>,
}

/// A column, and where it is in the result set.
struct Column {
    wanted: Wanted,
    position: usize,
    /// The type in the result, if it is one of ours.
    ty: Option<SqlType>,
}

impl<R> fmt::Debug for RowReader<R> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names = self.columns.iter().map(|column| &column.wanted.name);
        out.debug_list().entries(names).finish()
    }
}

impl<R: FromRow> RowReader<R> {
    /// Finds the columns among those of the result set: their names and, where they are known, their
    /// types.
    pub fn new<'a>(
        result: impl IntoIterator<Item = (&'a str, Option<SqlType>)>,
    ) -> Result<Self, RowError> {
        let result: Vec<_> = result.into_iter().collect();
        let mut all = RowColumns::default();
        R::columns(&mut all);
        let mut columns = Vec::with_capacity(all.wanted.len());
        let mut next = 0;
        for wanted in all.wanted {
            let found = match &wanted.name {
                Some(name) => position(&result, name),
                None if next < result.len() => Ok(next),
                None => Err(not_selected(&result)),
            };
            let position = found.map_err(|error| wanted.error(columns.len(), error))?;
            next = position + 1;
            columns.push(Column { wanted, position, ty: result[position].1 });
        }
        let mut positions: Vec<_> = columns.iter().map(|column: &Column| column.position).collect();
        positions.sort_unstable();
        let shares = positions.windows(2).any(|pair| pair[0] == pair[1]);
        Ok(Self { columns, groups: all.groups, shares, row: PhantomData })
    }

    /// One of its rows.
    pub fn read(&self, row: &mut impl ResultRow) -> Result<R, RowError> {
        let (columns, groups) = (self.columns.as_slice(), self.groups.as_slice());
        if self.shares {
            let row = &mut Shared { row, taken: Vec::new() };
            R::read(&mut RowCells { columns, groups, row })
        } else {
            R::read(&mut RowCells { columns, groups, row })
        }
    }
}

/// A row with a column that more than one field reads: a client's row lends each value once.
struct Shared<'a, R> {
    row: &'a mut R,
    /// The values by position, as far as they were read.
    taken: Vec<Option<WireValue>>,
}

impl<R: ResultRow> Shared<'_, R> {
    fn value(&mut self, position: usize) -> Option<&WireValue> {
        if self.taken.len() <= position {
            self.taken.resize(position + 1, None);
        }
        let value = &mut self.taken[position];
        if value.is_none() {
            *value = self.row.take_at(position);
        }
        value.as_ref()
    }
}

impl<R: ResultRow> ResultRow for Shared<'_, R> {
    fn take_at(&mut self, position: usize) -> Option<WireValue> {
        self.value(position).cloned()
    }

    fn is_null(&self, position: usize) -> bool {
        match self.taken.get(position) {
            Some(Some(value)) => *value == WireValue::Null,
            _ => self.row.is_null(position),
        }
    }
}

/// SQL compares names without regard to case, and PostgreSQL returns them in lower case.
fn position(result: &[(&str, Option<SqlType>)], name: &str) -> Result<usize, ValueError> {
    let find = |is_same: &dyn Fn(&str) -> bool| {
        let mut found = (0..result.len()).filter(|at| is_same(result[*at].0));
        found.next().map(|first| {
            if found.next().is_some() { Err(ValueError::SelectedTwice) } else { Ok(first) }
        })
    };
    find(&|other| other == name)
        .or_else(|| find(&|other| other.eq_ignore_ascii_case(name)))
        .unwrap_or_else(|| Err(not_selected(result)))
}

fn not_selected(result: &[(&str, Option<SqlType>)]) -> ValueError {
    ValueError::NotSelected {
        selected: result.iter().map(|(name, _)| (*name).to_owned()).collect(),
    }
}

impl Wanted {
    #[cold]
    fn error(&self, at: usize, error: ValueError) -> RowError {
        let column = self.name.as_ref().map_or_else(|| (at + 1).to_string(), ToString::to_string);
        RowError { table: self.table.clone(), column, error }
    }
}

/// The values of one row that are not read yet.
#[doc(hidden)]
#[expect(missing_debug_implementations, reason = "only generated code sees it")]
pub struct RowCells<'a> {
    columns: &'a [Column],
    groups: &'a [Group],
    row: &'a mut dyn ResultRow,
}

impl RowCells<'_> {
    /// The value of the next column.
    #[inline]
    pub fn take<V>(&mut self, ops: &ColumnOps<V>) -> Result<V, RowError> {
        let Some((column, rest)) = self.columns.split_first() else { return Err(no_column()) };
        self.columns = rest;
        let ty = column.ty.unwrap_or(ops.spec.ty);
        let found = self.row.find_at(column.position, ops.reads);
        ops.read(found, ty).map_err(|error| column.wanted.error(column.position, error))
    }
}

#[cold]
fn no_column() -> RowError {
    RowError { table: String::new(), column: String::new(), error: ValueError::Missing }
}

#[diagnostic::do_not_recommend]
impl<T: SpannerTable> FromRow for T {
    fn columns(columns: &mut RowColumns) {
        columns.of_table(&T::TABLE.path(), T::COLUMNS);
    }

    fn read(row: &mut RowCells<'_>) -> Result<Self, RowError> {
        let (own, rest) = row.columns.split_at(T::COLUMNS.len());
        row.columns = rest;
        read_by_position(row.row, |at| own[at].position)
    }
}

#[diagnostic::do_not_recommend]
impl<R: FromRow> FromRow for Option<R> {
    fn columns(columns: &mut RowColumns) {
        let (first, group) = (columns.wanted.len(), columns.groups.len());
        columns.groups.push(Group { columns: 0, groups: 0 });
        R::columns(columns);
        let groups = columns.groups.len() - group;
        columns.groups[group] = Group { columns: columns.wanted.len() - first, groups };
    }

    fn read(row: &mut RowCells<'_>) -> Result<Self, RowError> {
        let Some(group) = row.groups.first() else { return Err(no_column()) };
        let (own, rest) = row.columns.split_at(group.columns);
        if own.iter().all(|column| row.row.is_null(column.position)) {
            (row.columns, row.groups) = (rest, &row.groups[group.groups..]);
            return Ok(None);
        }
        row.groups = &row.groups[1..];
        R::read(row).map(Some)
    }
}
