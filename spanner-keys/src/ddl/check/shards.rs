//! What a shard number may be computed from.

use super::super::SchemaError;
use super::super::view::View;
use super::columns::{in_key, refusal};
use crate::dialect::Dialect;
use crate::schema::{Fill, Scalar, ShardBy, ShardDef};

const COUNTS: core::ops::RangeInclusive<u16> = 2..=1024;

pub(super) fn shard(view: &View<'_>, at: usize, shard: &ShardDef<'_>) -> Result<(), SchemaError> {
    let column = view.column(at, || "the table".to_owned())?;
    if !COUNTS.contains(&shard.count) {
        let (least, most) = COUNTS.into_inner();
        return Err(refusal(
            view,
            column,
            &format!("has {} shards: choose a count from {least} to {most}", shard.count),
        ));
    }
    if shard.by == ShardBy::Chance {
        return Ok(());
    }
    if shard.inputs.is_empty() {
        return Err(refusal(
            view,
            column,
            "is a shard of no columns: name the columns that it is computed from",
        ));
    }
    for &input in shard.inputs {
        let name = view.column(input, || format!("shard `{}`", column.name))?.name;
        if let Some(problem) = unfit(view, input, shard.by) {
            return Err(refusal(
                view,
                column,
                &format!("is a shard of `{name}`, {problem}: use another column"),
            ));
        }
    }
    if shard.by == ShardBy::Database && view.in_key(at) {
        in_key(view, column, shard.inputs)
    } else {
        Ok(())
    }
}

/// Why the hash of this column would not be the same in Rust and in both dialects, or could not be
/// known in time.
fn unfit(view: &View<'_>, input: usize, by: ShardBy) -> Option<&'static str> {
    let ty = view.ty(input);
    let server_fills =
        matches!(view.fill(input), Fill::Default(_) | Fill::Sequence(_) | Fill::Identity(_));
    match ty.scalar {
        _ if ty.array => Some("which is an array"),
        Scalar::Float32 | Scalar::Float64 => Some("which is a float"),
        Scalar::JsonDocument => Some("which is JSON"),
        Scalar::Numeric if view.dialect == Dialect::PostgreSql => {
            Some("whose text PostgreSQL writes in more than one way")
        }
        _ if matches!(view.fill(input), Fill::Shard(_)) => Some("which is a shard itself"),
        _ if view.is_generated(input) => Some("which is generated"),
        _ if view.table.columns.get(input).is_some_and(|column| column.commit_timestamp) => {
            Some("whose commit timestamp is not known when the shard is computed")
        }
        _ if view.nullable(input) => Some("which is nullable"),
        _ if by == ShardBy::Client && server_fills => {
            Some("which the database fills after the client computed the shard")
        }
        _ => None,
    }
}
