//! Rules [`ParentKey`](Rule::ParentKey) and [`InterleaveDepth`](Rule::InterleaveDepth): a table and
//! its interleave parent.

use super::Rule;
use super::expiry::expiring_ancestor;
use super::message::{Fault, Message, say, speak};
use crate::schema::facts::{any, same_text};
use crate::schema::limits::INTERLEAVE_DEPTH;
use crate::schema::{OnDelete, Scalar, TableDef};

/// Rejects a child that does not fit its parent, or that closes a circle of parents.
#[track_caller]
pub const fn check_interleave(child: &TableDef<'_>, closes_circle: bool) {
    speak!(if closes_circle {
        Some(in_itself(child))
    } else if only_types_differ(child) {
        // The permissions report them, on the fields.
        None
    } else {
        fault(child)
    });
}

/// Why the child cannot be interleaved in its parent.
pub(crate) const fn fault<'a>(child: &TableDef<'a>) -> Option<Fault<'a>> {
    let Some(parent) = child.parent else { return None };
    if child.stand_in || stands_in(parent.table) {
        return None;
    }
    if let Some(part) = differing_part(child, parent.table) {
        return Some(Fault::new(Rule::ParentKey, parent_key_message(child, parent.table, part)));
    }
    let depth = depth(child);
    // Tables below it are too deep as well. One mistake is one error.
    if depth == INTERLEAVE_DEPTH + 1 {
        let message = say!(
            {child.name} " is interleaved " {number depth}
            " tables deep, but Spanner allows at most " {number INTERLEAVE_DEPTH}
            note "the root table counts as the first"
            help "interleave it in a table nearer to the root, or reference its parent with a foreign key"
        );
        return Some(Fault::new(Rule::InterleaveDepth, message).exceeds(depth, INTERLEAVE_DEPTH));
    }
    if let Some(fault) = super::key::width_fault(child) {
        return Some(fault);
    }
    if matches!(parent.on_delete, OnDelete::NoAction)
        && let Some(expiring) = expiring_ancestor(parent.table)
    {
        let message = say!(
            "rows of " {expiring} " expire, but the rows of " {child.name}
            " would keep them from being deleted"
            note "Spanner rejects `ttl` on a table that has a child without a cascade"
            help "add `on_delete = cascade` to delete the children with their parent"
        );
        return Some(Fault::new(Rule::Expiry, message));
    }
    None
}

const fn parent_key_message(child: &TableDef<'_>, parent: &TableDef<'_>, part: usize) -> Message {
    let message = say!(
        "the primary key of " {child.name} " does not start with the whole key of its parent "
        {parent.name}
        note {key parent}
        note {key child}
        note
    );
    if part >= parent.key.len() {
        say!(
            message; "(" {key_part child, part} ") is not part of the parent's key"
            help "mark only the parent's key columns with `parent`"
        )
    } else if !inherits(child, part) {
        say!(
            message; "(" {key_part parent, part} ") has no field in " {child.name}
            help "add a field for it, named as in the parent, after the other fields of the parent's key"
        )
    } else {
        let message = say!(
            message; "part " {number part + 1} " is (" {key_part child, part} ") in the child and ("
            {key_part parent, part} ") in the parent"
            help
        );
        let (own, theirs) =
            (&child.columns[child.key[part].column], &parent.columns[parent.key[part].column]);
        if only_the_name_differs(child, parent, part) {
            say!(
                message; "write `#[column(name = \"" {text theirs.name} "\")]` on " {own.field}
                ", or rename the field"
            )
        } else {
            message.text(
                "give the fields of the parent's key its column names and types, in its order",
            )
        }
    }
}

/// Whether the key would be the parent's if the column of this part had the parent's name, which no
/// other column has.
const fn only_the_name_differs(child: &TableDef<'_>, parent: &TableDef<'_>, part: usize) -> bool {
    let (at, own) = (child.key[part].column, child.key.len());
    let (column, wanted) = (&child.columns[at], &parent.columns[parent.key[part].column]);
    !any!(
        other < child.columns.len(),
        other != at && child.columns[other].name.eq_ignore_ascii_case(wanted.name)
    ) && !any!(
        later < parent.key.len(),
        later > part && (later >= own || !same_part(child, parent, later))
    ) && column.ty.same(wanted.ty)
        && column.nullable == wanted.nullable
        && column.commit_timestamp == wanted.commit_timestamp
        && child.key[part].descending == parent.key[part].descending
}

/// Whether the child's inherited parts are the parent's whole key.
pub(super) const fn key_fits(child: &TableDef<'_>, parent: &TableDef<'_>) -> bool {
    differing_part(child, parent).is_none()
}

/// Whether this column is a part of the parent's key, but not as it is there.
pub(super) const fn differs_from_parent(child: &TableDef<'_>, column: usize) -> bool {
    let Some(parent) = child.parent else { return false };
    any!(
        part < child.key.len(),
        inherits(child, part)
            && child.key[part].column == column
            && part < parent.table.key.len()
            && !same_part(child, parent.table, part)
    )
}

/// The first part in which the child's inherited parts and the parent's key differ.
const fn differing_part(child: &TableDef<'_>, parent: &TableDef<'_>) -> Option<usize> {
    let mut part = 0;
    while inherits(child, part) || part < parent.key.len() {
        if !inherits(child, part) || part >= parent.key.len() || !same_part(child, parent, part) {
            return Some(part);
        }
        part += 1;
    }
    None
}

const fn inherits(child: &TableDef<'_>, part: usize) -> bool {
    part < child.key.len() && child.key[part].inherited
}

const fn same_part(child: &TableDef<'_>, parent: &TableDef<'_>, part: usize) -> bool {
    let (one, two) = (child.key[part], parent.key[part]);
    one.descending == two.descending
        && same_column(child, one.column, parent, two.column)
        && (child.columns[one.column].commit_timestamp
            == parent.columns[two.column].commit_timestamp
            || stand_in(child, one.column, parent, two.column))
}

/// Whether a column of a child can inherit a column of an ancestor: in its key, or in an index that
/// is interleaved there.
pub(super) const fn same_column(
    child: &TableDef<'_>,
    one: usize,
    ancestor: &TableDef<'_>,
    two: usize,
) -> bool {
    let (here, there) = (&child.columns[one], &ancestor.columns[two]);
    stand_in(child, one, ancestor, two)
        || (same_text(here.name, there.name)
            && here.ty.same(there.ty)
            && here.nullable == there.nullable)
}

const fn stand_in(child: &TableDef<'_>, one: usize, ancestor: &TableDef<'_>, two: usize) -> bool {
    // What cannot hold its fill is reported, and gets another type.
    child.columns[one].stand_in
        || ancestor.columns[two].stand_in
        || super::fill::does_not_fit(ancestor, two)
}

/// Whether the child's inherited parts are the parent's whole key, but for their types.
const fn only_types_differ(child: &TableDef<'_>) -> bool {
    let Some(parent) = child.parent else { return false };
    let parent = parent.table;
    !key_fits(child, parent)
        && !inherits(child, parent.key.len())
        && !any!(part < parent.key.len(), !fits_but_for_type(child, parent, part))
}

const fn fits_but_for_type(child: &TableDef<'_>, parent: &TableDef<'_>, part: usize) -> bool {
    inherits(child, part) && (same_part(child, parent, part) || has_other_type(child, parent, part))
}

/// Whether only the type of a child's part is not the parent's, and no attribute can be the reason.
const fn has_other_type(child: &TableDef<'_>, parent: &TableDef<'_>, part: usize) -> bool {
    let (one, two) = (child.key[part], parent.key[part]);
    let (here, there) = (&child.columns[one.column], &parent.columns[two.column]);
    one.descending == two.descending
        && same_text(here.name, there.name)
        && (here.nullable != there.nullable
            || here.ty.array != there.ty.array
            || (here.ty.scalar as u8 != there.ty.scalar as u8
                && !(accepts_storage(here.ty.scalar) && accepts_storage(there.ty.scalar))))
}

/// Whether `storage` can choose this type for a column.
const fn accepts_storage(scalar: Scalar) -> bool {
    matches!(scalar, Scalar::Text | Scalar::Binary | Scalar::NativeUuid)
}

/// Whether only the Rust types of a child's part and the parent's can differ: nothing else of the
/// key is reported.
#[must_use]
pub const fn same_as_parent(child: &TableDef<'_>, parent: &TableDef<'_>, part: usize) -> bool {
    !child.stand_in
        && !stands_in(parent)
        && part < child.key.len()
        && part < parent.key.len()
        // A type that is not a column is reported.
        && !stand_in(child, child.key[part].column, parent, parent.key[part].column)
        && (same_part(child, parent, part)
            || (has_other_type(child, parent, part) && only_types_differ(child)))
}

/// How many tables there are from the root to this one.
pub(super) const fn depth(table: &TableDef<'_>) -> usize {
    let mut depth = 1;
    let mut next = table.parent;
    // A static table can be its own ancestor.
    while let Some(parent) = next
        && depth < CIRCLE
    {
        depth += 1;
        next = parent.table.parent;
    }
    depth
}

/// No schema is this deep: the tables are interleaved in a cycle.
const CIRCLE: usize = 1000;

/// Rejects a table that is its own ancestor. All other rules rely on this.
pub(crate) const fn circle_fault<'a>(table: &TableDef<'a>) -> Option<Fault<'a>> {
    if depth(table) < CIRCLE { None } else { Some(in_itself(table)) }
}

const fn in_itself<'a>(table: &TableDef<'a>) -> Fault<'a> {
    let message = say!(
        {table.name} " is interleaved in itself"
        help "make one of the tables a root, and reference its parent with a foreign key"
    );
    Fault::new(Rule::InterleaveDepth, message)
}

const fn stands_in(table: &TableDef<'_>) -> bool {
    table.stand_in
        || match table.parent {
            Some(parent) => stands_in(parent.table),
            None => false,
        }
}

/// Whether the table, or one of its ancestors, does not fit its parent.
pub(super) const fn misfits(table: &TableDef<'_>) -> bool {
    fault(table).is_some()
        || match table.parent {
            Some(parent) => misfits(parent.table),
            None => false,
        }
}
