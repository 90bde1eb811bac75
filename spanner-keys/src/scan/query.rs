//! A scan as one SELECT.

use super::error::{ScanError, ScanErrorKind};
use super::plan::{Edge, Plan};
use super::route::{Role, Stop, shard_value};
use crate::dialect::Dialect;
use crate::schema::{Scalar, TableDef};
use crate::statement::Sql;
use crate::value::WireValue;

pub(super) fn write(
    plan: &Plan<'_>,
    dialect: Dialect,
    limit: Option<usize>,
) -> Result<Sql, ScanError> {
    check_names(plan)?;
    let table = plan.route.table;
    let names: Vec<String> =
        table.columns.iter().map(|column| dialect.quote(column.name)).collect();
    let mut sql = Sql::new(dialect);
    sql.push("SELECT ").push(&names.join(", ")).push(" FROM ").push(&dialect.quote_path(table));
    if let (Some(index), Some(path)) = (plan.route.index, plan.route.index_path()) {
        sql.push(&dialect.index_hint(&path, index.null_filtered || index.unique));
    }
    if let Some(alias) = alias(table) {
        sql.push(" AS ").push(&dialect.quote(&alias));
    }
    let conditions = conditions(plan, &mut sql);
    if !conditions.is_empty() {
        sql.push(" WHERE ").push(&conditions.join(" AND "));
    }
    let order = order(plan, dialect);
    if !order.is_empty() {
        sql.push(" ORDER BY ").push(&order.join(", "));
    }
    if let Some(limit) = limit {
        sql.push(&format!(" LIMIT {}", i64::try_from(limit).unwrap_or(i64::MAX)));
    }
    Ok(sql)
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

/// In GoogleSQL the name of a table hides a column of the same name, ignoring case: the table then
/// needs an alias.
fn alias(table: &TableDef<'_>) -> Option<String> {
    let is_column =
        |name: &str| table.columns.iter().any(|column| column.name.eq_ignore_ascii_case(name));
    let mut alias = table.name.to_owned();
    while is_column(&alias) {
        alias.push('_');
    }
    (alias != table.name).then_some(alias)
}

/// First what has one value, then the shards, then the ranges: the order in which the database can
/// seek.
fn conditions(plan: &Plan<'_>, sql: &mut Sql) -> Vec<String> {
    let stops = &plan.route.stops;
    let mut conditions = Vec::new();
    for (at, stop) in stops.iter().enumerate() {
        let column = sql.dialect.quote(stop.column.name);
        match (&stop.role, plan.decided[at], &plan.start.values[at]) {
            (Role::Shard(_), Some(number), _) => conditions.push(format!("{column} = {number}")),
            (Role::Shard(shard), None, _) => {
                // A list and not a range, so that the database seeks in each shard by what follows.
                let numbers: Vec<String> =
                    (0..shard.count).map(|number| number.to_string()).collect();
                conditions.push(format!("{column} IN ({})", numbers.join(", ")));
            }
            (_, _, Some(known)) if at < plan.fixed => {
                conditions.push(Operand::new(stop, &known.wire, sql).equal());
            }
            _ => {}
        }
    }
    conditions.extend(range(plan, &plan.start, Side::Start, sql));
    conditions.extend(range(plan, &plan.end, Side::End, sql));
    if let Some(index) = plan.route.index.filter(|index| index.null_filtered || index.unique) {
        // The database uses such an index only if the query excludes the rows that are not in it.
        let takes_null = |stop: &&Stop<'_>| {
            stop.column.nullable && index.columns.iter().any(|column| column.column == stop.at)
        };
        conditions.extend(
            stops
                .iter()
                .filter(takes_null)
                .map(|stop| format!("{} IS NOT NULL", sql.dialect.quote(stop.column.name))),
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
        operands.push(Operand::new(&plan.route.stops[stop], &known.wire, sql));
    }
    if let Some((beyond, (stop, _))) = edge.beyond.zip(plan.spread) {
        let stop = Stop { descending: false, role: Role::Part, ..plan.route.stops[stop] };
        operands.push(Operand::new(&stop, &shard_value(beyond), sql));
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
        [] => "TRUE".to_owned(),
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
    /// Whether the column may hold NaN.
    float: bool,
}

enum Value {
    Null,
    NotANumber,
    /// A parameter, by name.
    Other(String),
}

impl Operand {
    fn new(stop: &Stop<'_>, value: &WireValue, sql: &mut Sql) -> Self {
        let float = matches!(stop.column.ty.scalar, Scalar::Float32 | Scalar::Float64);
        let value = match value {
            WireValue::Null => Value::Null,
            // PostgreSQL compares it as a number that is larger than all others.
            WireValue::Text(text)
                if float && text == "NaN" && sql.dialect == Dialect::GoogleSql =>
            {
                Value::NotANumber
            }
            other => Value::Other(sql.bind(stop.column.ty, other.clone())),
        };
        let Stop { descending, nullable, .. } = *stop;
        Self {
            column: sql.dialect.quote(stop.column.name),
            value,
            dialect: sql.dialect,
            descending,
            nullable,
            float,
        }
    }

    fn equal(&self) -> String {
        let column = &self.column;
        match &self.value {
            Value::Null => format!("{column} IS NULL"),
            Value::NotANumber => is_nan(column),
            Value::Other(param) => format!("{column} = {param}"),
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
            (Value::Other(param), [_]) => {
                format!("{} {} {param}", self.column, if rising { ">=" } else { "<=" })
            }
            (_, []) => self.equal(),
            (_, all) => format!("({} OR {})", self.equal(), all.join(" OR ")),
        }
    }

    /// What is larger, as conditions of which one must hold. In GoogleSQL NULL is the smallest and
    /// NaN the next, in PostgreSQL NULL is the largest.
    fn above(&self) -> Vec<String> {
        let column = &self.column;
        match (&self.value, self.dialect) {
            (Value::Null, Dialect::GoogleSql) => vec![format!("{column} IS NOT NULL")],
            (Value::Null, Dialect::PostgreSql) => vec![],
            (Value::NotANumber, _) => vec![format!("NOT {}", is_nan(column))],
            (Value::Other(param), dialect) => {
                let mut all = vec![format!("{column} > {param}")];
                if self.nullable && dialect == Dialect::PostgreSql {
                    all.push(format!("{column} IS NULL"));
                }
                all
            }
        }
    }

    fn below(&self) -> Vec<String> {
        let column = &self.column;
        let null = || {
            (self.nullable && self.dialect == Dialect::GoogleSql)
                .then(|| format!("{column} IS NULL"))
        };
        match (&self.value, self.dialect) {
            (Value::Null, Dialect::GoogleSql) => vec![],
            (Value::Null, Dialect::PostgreSql) => vec![format!("{column} IS NOT NULL")],
            (Value::NotANumber, _) => null().into_iter().collect(),
            (Value::Other(param), dialect) => {
                let mut all = vec![format!("{column} < {param}")];
                if self.float && dialect == Dialect::GoogleSql {
                    all.push(is_nan(column));
                }
                all.extend(null());
                all
            }
        }
    }
}

/// The condition that a float is NaN. Only GoogleSQL needs one: in PostgreSQL it is a number like
/// others, larger than all.
fn is_nan(column: &str) -> String {
    format!("IS_NAN({column})")
}

fn order(plan: &Plan<'_>, dialect: Dialect) -> Vec<String> {
    let sorted = |stop: &Stop<'_>| {
        format!("{}{}", dialect.quote(stop.column.name), if stop.descending { " DESC" } else { "" })
    };
    let mut order: Vec<String> =
        plan.sorting().map(|stop| sorted(&plan.route.stops[stop])).collect();
    // Rows with the same parts in two shards: the order in which a merge gives them.
    if let Some((stop, _)) =
        plan.spread.filter(|(stop, _)| plan.route.stops[*stop].role.is_by_chance())
    {
        order.push(dialect.quote(plan.route.stops[stop].column.name));
    }
    order
}
