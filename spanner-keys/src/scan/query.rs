//! A scan as SELECT statements.

use std::sync::Arc;

use super::error::{ScanError, ScanErrorKind};
use super::plan::{Edge, Plan};
use super::route::{Role, Stop, leaves_null_out, shard_value};
use crate::dialect::Dialect;
use crate::scan_request::Filter;
use crate::schema::Scalar;
use crate::statement::Sql;
use crate::value::WireValue;

/// How the rows of a scan are asked for.
#[derive(Clone, Default)]
pub(super) struct Style {
    /// In the opposite order.
    pub(super) reverse: bool,
    /// With conditions of the application's own.
    pub(super) filters: Vec<Arc<dyn Filter>>,
}

impl std::fmt::Debug for Style {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        out.debug_struct("Style").field("reverse", &self.reverse).finish_non_exhaustive()
    }
}

/// A part of a scan.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Part<'p> {
    /// Only this shard of those that the scan is spread over.
    pub(super) shard: Option<i64>,
    /// Only the rows after this one, which has these values by stop.
    pub(super) after: Option<&'p [WireValue]>,
}

/// The whole scan as one statement.
pub(super) fn write(
    plan: &Plan<'_>,
    dialect: Dialect,
    limit: Option<usize>,
    style: &Style,
) -> Result<Sql, ScanError> {
    write_part(plan, dialect, limit, style, Part::default())
}

/// The rows of a part of the scan.
pub(super) fn write_part(
    plan: &Plan<'_>,
    dialect: Dialect,
    limit: Option<usize>,
    style: &Style,
    part: Part<'_>,
) -> Result<Sql, ScanError> {
    let columns = plan.route.table.columns.iter();
    let names: Vec<String> = columns.map(|column| dialect.quote(column.name)).collect();
    let mut sql = Sql::new(dialect);
    sql.push("SELECT ").push(&names.join(", "));
    from(plan, style, part, &mut sql)?;
    let order = order(plan, dialect, style.reverse, part.shard.is_none());
    if !order.is_empty() {
        sql.push(" ORDER BY ").push(&order.join(", "));
    }
    push_limit(limit, &mut sql);
    Ok(sql)
}

/// The number of rows.
pub(super) fn write_count(
    plan: &Plan<'_>,
    dialect: Dialect,
    limit: Option<usize>,
    style: &Style,
) -> Result<Sql, ScanError> {
    let mut sql = Sql::new(dialect);
    sql.push("SELECT COUNT(*)");
    if limit.is_some() {
        sql.push(" FROM (SELECT 1");
    }
    from(plan, style, Part::default(), &mut sql)?;
    if limit.is_some() {
        push_limit(limit, &mut sql);
        sql.push(") AS counted");
    }
    Ok(sql)
}

fn push_limit(limit: Option<usize>, sql: &mut Sql) {
    if let Some(limit) = limit {
        sql.push(&format!(" LIMIT {}", i64::try_from(limit).unwrap_or(i64::MAX)));
    }
}

/// The table and the conditions.
fn from(plan: &Plan<'_>, style: &Style, part: Part<'_>, sql: &mut Sql) -> Result<(), ScanError> {
    check_names(plan)?;
    let (table, dialect) = (plan.route.table, sql.dialect);
    sql.push(" FROM ").push(&dialect.quote_path(table));
    if let (Some(index), Some(path)) = (plan.route.index, plan.route.index_path()) {
        let is_filtered = table.leaves_nulls_out(index) || !index.not_null.is_empty();
        sql.push(&dialect.index_hint(&path, is_filtered));
    }
    if let Some(alias) = table.alias() {
        sql.push(" AS ").push(&dialect.quote(&alias));
    }
    let conditions = conditions(plan, style, part, sql);
    let mut before = " WHERE ";
    for condition in conditions {
        sql.push(before).push(&condition);
        before = " AND ";
    }
    for filter in &style.filters {
        sql.push(before).push("(");
        filter.append_to(sql).map_err(|error| {
            plan.route.error(None, ScanErrorKind::InvalidFilter(Box::new(error)))
        })?;
        // The text may end with a comment.
        sql.push("\n)");
        before = " AND ";
    }
    Ok(())
}

/// Names of derived tables are checked at compile time; those of other tables must not contain a
/// quote.
fn check_names(plan: &Plan<'_>) -> Result<(), ScanError> {
    let table = plan.route.table;
    let names =
        table.columns.iter().map(|column| column.name).chain([table.name]).chain(table.schema);
    let is_good = |name: &str| {
        !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
    };
    match names.chain(plan.route.index.map(|index| index.name)).find(|name| !is_good(name)) {
        Some(name) => {
            Err(plan.route.error(None, ScanErrorKind::InvalidName { name: name.to_owned() }))
        }
        None => Ok(()),
    }
}

/// First what has one value, then the shards, then the ranges: the order in which the database can
/// seek.
fn conditions(plan: &Plan<'_>, style: &Style, part: Part<'_>, sql: &mut Sql) -> Vec<String> {
    let stops = &plan.route.stops;
    let mut conditions = Vec::new();
    for (at, stop) in stops.iter().enumerate() {
        let column = sql.dialect.quote(stop.column.name);
        match (&stop.role, plan.decided[at].or(part.shard), &plan.start.values[at]) {
            (Role::Shard(_), Some(number), _) => conditions.push(format!("{column} = {number}")),
            (Role::Shard(shard), None, _) => {
                // A list and not a range, so that the database seeks in each shard by what follows.
                let numbers: Vec<String> =
                    (0..shard.count).map(|number| number.to_string()).collect();
                conditions.push(format!("{column} IN ({})", numbers.join(", ")));
            }
            (_, _, Some(known)) if at < plan.fixed => {
                conditions.push(Operand::new(plan, stop, &known.wire, sql).equal());
            }
            _ => {}
        }
    }
    conditions.extend(range(plan, &plan.start, Side::Start, sql));
    conditions.extend(range(plan, &plan.end, Side::End, sql));
    if let Some(values) = part.after {
        let side = if style.reverse { Side::End } else { Side::Start };
        let operands: Vec<Operand> = plan
            .sorting()
            .filter_map(|stop| Some((stop, values.get(stop)?)))
            .map(|(stop, value)| Operand::new(plan, &stops[stop], value, sql))
            .collect();
        conditions.push(compare(&operands, side, false));
    }
    if let Some(index) = plan.route.index {
        // The database uses such an index only if the query excludes the rows that are not in it.
        let table = plan.route.table;
        let stored = index.not_null.iter().filter(|at| !stops.iter().any(|stop| stop.at == **at));
        let columns = stops.iter().map(|stop| stop.at).chain(stored.copied());
        // In PostgreSQL, no unique index contains such rows.
        let is_unique = sql.dialect == Dialect::PostgreSql && index.unique;
        let is_own = |at: usize| index.columns.iter().any(|column| column.column == at);
        let columns =
            columns.filter(|at| leaves_null_out(table, index, *at) || is_unique && is_own(*at));
        let columns = columns.map(|at| &table.columns[at]).filter(|column| column.nullable);
        conditions.extend(
            columns.map(|column| format!("{} IS NOT NULL", sql.dialect.quote(column.name))),
        );
    }
    conditions
}

#[derive(Clone, Copy, PartialEq)]
enum Side {
    Start,
    End,
}

/// The condition of an edge, after the values that are the same for the whole scan.
fn range(plan: &Plan<'_>, edge: &Edge, side: Side, sql: &mut Sql) -> Option<String> {
    if !edge.is_set {
        return None;
    }
    let mut operands = Vec::new();
    for stop in plan.sorting() {
        let Some(known) = &edge.values[stop] else { break };
        operands.push(Operand::new(plan, &plan.route.stops[stop], &known.wire, sql));
    }
    if let Some((beyond, (stop, _))) = edge.beyond.zip(plan.spread) {
        let stop = Stop { descending: false, role: Role::Part, ..plan.route.stops[stop] };
        operands.push(Operand::new(plan, &stop, &shard_value(beyond), sql));
    }
    match operands.as_slice() {
        [] if edge.closed => None,
        [] => Some("FALSE".to_owned()),
        operands => Some(compare(operands, side, edge.closed)),
    }
}

/// `a >= 1 AND (a > 1 OR (b >= 2 AND …))`: the first comparison is what the database can seek by.
fn compare(operands: &[Operand], side: Side, closed: bool) -> String {
    match operands {
        [] if closed => "TRUE".to_owned(),
        [] => "FALSE".to_owned(),
        [last] if closed => last.at_or_past(side),
        [last] => last.past(side),
        [first, last] => {
            format!(
                "{} AND ({} OR {})",
                first.at_or_past(side),
                first.past(side),
                compare(std::slice::from_ref(last), side, closed)
            )
        }
        [first, rest @ ..] => {
            format!(
                "{} AND ({} OR ({}))",
                first.at_or_past(side),
                first.past(side),
                compare(rest, side, closed)
            )
        }
    }
}

/// A column and a value of a bound. SQL's comparisons treat NULL and NaN differently than the order
/// of keys does.
struct Operand {
    column: String,
    value: Value,
    dialect: Dialect,
    descending: bool,
    nullable: bool,
    /// For a column that may hold NaN.
    nan: Option<Nan>,
}

enum Value {
    Null,
    NotANumber,
    /// A parameter, by name.
    Other(String),
}

/// The conditions that a float is NaN, and that it is not.
struct Nan {
    is: String,
    is_not: String,
}

/// NaN comes before all numbers in the reads of both dialects. No number is less than NaN or greater
/// in GoogleSQL, and to PostgreSQL it is larger than all others, so statements mention it.
/// PostgreSQL does not accept NaN in keys.
fn nan(plan: &Plan<'_>, stop: &Stop<'_>, dialect: Dialect) -> Option<Nan> {
    let column = dialect.quote(stop.column.name);
    let float = match stop.column.ty.scalar {
        Scalar::Float32 => "float4",
        Scalar::Float64 => "float8",
        _ => return None,
    };
    let in_key = plan.route.table.key_position(stop.at).is_some();
    match dialect {
        Dialect::GoogleSql => {
            let is = format!("IS_NAN({column})");
            Some(Nan { is_not: format!("NOT {is}"), is })
        }
        Dialect::PostgreSql if in_key => None,
        Dialect::PostgreSql => Some(Nan {
            is: format!("{column} = 'NaN'::{float}"),
            is_not: format!("{column} <> 'NaN'::{float}"),
        }),
    }
}

impl Operand {
    fn new(plan: &Plan<'_>, stop: &Stop<'_>, value: &WireValue, sql: &mut Sql) -> Self {
        let nan = nan(plan, stop, sql.dialect);
        let value = match value {
            WireValue::Null => Value::Null,
            WireValue::Text(text) if nan.is_some() && text == "NaN" => Value::NotANumber,
            other => Value::Other(sql.bind(stop.column.ty, other.clone())),
        };
        let Stop { descending, nullable, .. } = *stop;
        Self {
            column: sql.dialect.quote(stop.column.name),
            value,
            dialect: sql.dialect,
            descending,
            nullable,
            nan,
        }
    }

    fn equal(&self) -> String {
        let column = &self.column;
        match (&self.value, &self.nan) {
            (Value::Null, _) => format!("{column} IS NULL"),
            (Value::NotANumber, Some(nan)) => nan.is.clone(),
            (Value::NotANumber, None) => "FALSE".to_owned(),
            (Value::Other(param), _) => format!("{column} = {param}"),
        }
    }

    /// Later in the order of the key than the value for a start, earlier for an end.
    fn past(&self, side: Side) -> String {
        let all =
            if (side == Side::Start) == self.descending { self.below() } else { self.above() };
        match all.as_slice() {
            [] => "FALSE".to_owned(),
            [one] => one.clone(),
            many => format!("({})", many.join(" OR ")),
        }
    }

    fn at_or_past(&self, side: Side) -> String {
        let rising = (side == Side::Start) != self.descending;
        let all = if rising { self.above() } else { self.below() };
        match (&self.value, all.as_slice()) {
            (Value::Other(param), [_]) if rising => self.number(">=", param),
            (Value::Other(param), [_]) => format!("{} <= {param}", self.column),
            (_, []) => self.equal(),
            (_, all) => format!("({} OR {})", self.equal(), all.join(" OR ")),
        }
    }

    /// A number that is larger. NaN is not.
    fn number(&self, operator: &str, param: &str) -> String {
        let column = &self.column;
        match &self.nan {
            Some(nan) if self.dialect == Dialect::PostgreSql => {
                format!("({column} {operator} {param} AND {})", nan.is_not)
            }
            _ => format!("{column} {operator} {param}"),
        }
    }

    /// NULL, if the column can be NULL, and this dialect sorts it there.
    fn null(&self, dialect: Dialect) -> Option<String> {
        (self.nullable && self.dialect == dialect).then(|| format!("{} IS NULL", self.column))
    }

    /// What is larger, as conditions of which one must hold. In GoogleSQL NULL is the smallest, in
    /// PostgreSQL the largest.
    fn above(&self) -> Vec<String> {
        let first = match (&self.value, self.dialect) {
            (Value::Null, Dialect::GoogleSql) => {
                return vec![format!("{} IS NOT NULL", self.column)];
            }
            (Value::Null, Dialect::PostgreSql) => return vec![],
            (Value::NotANumber, _) => self.nan.as_ref().map(|nan| nan.is_not.clone()),
            (Value::Other(param), _) => Some(self.number(">", param)),
        };
        first.into_iter().chain(self.null(Dialect::PostgreSql)).collect()
    }

    fn below(&self) -> Vec<String> {
        let column = &self.column;
        let mut all = match (&self.value, self.dialect) {
            (Value::Null, Dialect::GoogleSql) => return vec![],
            (Value::Null, Dialect::PostgreSql) => return vec![format!("{column} IS NOT NULL")],
            (Value::NotANumber, _) => vec![],
            (Value::Other(param), _) => vec![format!("{column} < {param}")],
        };
        if let (Value::Other(_), Some(nan)) = (&self.value, &self.nan) {
            all.push(nan.is.clone());
        }
        all.extend(self.null(Dialect::GoogleSql));
        all
    }
}

/// `shards`: whether the rows of several shards are in one statement.
fn order(plan: &Plan<'_>, dialect: Dialect, reverse: bool, shards: bool) -> Vec<String> {
    let sorted = |stop: &Stop<'_>| -> Vec<String> {
        let column = dialect.quote(stop.column.name);
        let by = match nan(plan, stop, dialect).filter(|_| dialect == Dialect::PostgreSql) {
            // PostgreSQL would sort NaN after the numbers.
            Some(Nan { is, .. }) => {
                let null = |rank| {
                    if stop.nullable {
                        format!("WHEN {column} IS NULL THEN {rank} ")
                    } else {
                        String::new()
                    }
                };
                vec![
                    format!("CASE {}WHEN {is} THEN 0 ELSE 1 END", null(2)),
                    format!("CASE {}WHEN {is} THEN 0 ELSE {column} END", null(0)),
                ]
            }
            None => vec![column],
        };
        let direction = if stop.descending == reverse { "" } else { " DESC" };
        by.into_iter().map(|by| format!("{by}{direction}")).collect()
    };
    let mut order: Vec<String> =
        plan.sorting().flat_map(|stop| sorted(&plan.route.stops[stop])).collect();
    // Rows with the same parts in two shards: the order in which a merge gives them.
    if let Some((stop, _)) =
        plan.spread.filter(|(stop, _)| shards && plan.route.stops[*stop].role.is_by_chance())
    {
        let direction = if reverse { " DESC" } else { "" };
        order.push(dialect.quote(plan.route.stops[stop].column.name) + direction);
    }
    order
}
