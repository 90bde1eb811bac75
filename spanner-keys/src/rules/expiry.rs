//! Rule [`Expiry`](Rule::Expiry): row deletion policies, and the rows that depend on expiring ones.

use super::Rule;
use super::message::{Fault, Message, say};
use crate::schema::{Scalar, TableDef};

/// The nearest table, from this one up, whose rows expire.
pub(super) const fn expiring_ancestor<'a>(table: &TableDef<'a>) -> Option<&'a str> {
    match (table.ttl, table.parent) {
        (Some(_), _) => Some(table.name),
        (None, Some(parent)) => expiring_ancestor(parent.table),
        (None, None) => None,
    }
}

/// What is wrong with the column that `ttl` names.
pub(crate) const fn fault<'a>(table: &TableDef<'a>) -> Option<Fault<'a>> {
    let Some(ttl) = table.ttl else { return None };
    let column = &table.columns[ttl.column];
    if matches!(column.ty.scalar, Scalar::UtcTimestamp) && !column.ty.array {
        return None;
    }
    let message = say!(
        "the rows of " {table.name} " expire by " {column.name} ", which is " {sql_type column.ty}
        help "name a timestamp column"
    );
    Some(Fault::new(Rule::Expiry, message).column(column.name))
}
