//! What the compiler needs to know of an interleave parent before it is known to be a table.
//!
//! The derive knows only the parent's path. That path may lead to a struct that is not a table, or
//! back to the table itself over any number of parents. Either would break every item that names
//! the parent's key, so generated code names it through [`ParentTable`], which gives a stand-in
//! then, and one question reports the mistake.

use core::marker::PhantomData;

use super::key::TableKey;
use super::stand_in::{NoKey, NoTable, STAND_IN};
use super::table::SpannerTable;
use crate::schema::{IndexParent, TableDef};

/// The way from a table to its parent. It is never evaluated further than [`LEVELS`], so it may lead
/// in a circle.
pub trait Link {
    /// The same for a table that is met again; 0 for the end of the way.
    const ID: u64;
    /// The way from there.
    type Next: Link;
}

/// A table without a parent.
#[derive(Debug)]
pub struct Root;

impl Link for Root {
    const ID: u64 = 0;
    type Next = Self;
}

/// A table with the parent `P`, if that is a table. `ID` identifies the child.
#[derive(Debug)]
pub struct Below<P: ?Sized, const ID: u64, const IS_TABLE: bool>(PhantomData<P>);

impl<P: SpannerTable, const ID: u64> Link for Below<P, ID, true> {
    const ID: u64 = ID;
    type Next = P::Parent;
}

impl<P: ?Sized, const ID: u64> Link for Below<P, ID, false> {
    const ID: u64 = ID;
    type Next = Root;
}

/// Whether `T` is a table: its own constant hides the one of [`NotATable`], if there is one.
#[derive(Debug)]
pub struct IsTable<T: ?Sized>(PhantomData<T>);

impl<T: SpannerTable> IsTable<T> {
    /// It is.
    pub const ANSWER: bool = true;
}

/// The answer for all other types.
pub trait NotATable {
    /// It is not.
    const ANSWER: bool = false;
}

impl<T: ?Sized> NotATable for IsTable<T> {}

/// A circle of more tables is reported by the compiler, as a constant that needs itself.
const LEVELS: usize = 16;

type Up<L> = <L as Link>::Next;
type Up2<L> = Up<Up<L>>;
type Up4<L> = Up2<Up2<L>>;
type Up8<L> = Up4<Up4<L>>;

const fn four<L: Link>() -> [u64; 4] {
    [L::ID, Up::<L>::ID, Up2::<L>::ID, Up::<Up2<L>>::ID]
}

/// Whether the way leads back to its beginning, and the circle is reported here: at one of its
/// tables only.
#[must_use]
pub const fn closes_circle<L: Link>() -> bool {
    let ids = [four::<L>(), four::<Up4<L>>(), four::<Up8<L>>(), four::<Up4<Up8<L>>>()];
    let own = ids[0][0];
    let (mut at, mut closes) = (1, false);
    while at < LEVELS {
        let id = ids[at / 4][at % 4];
        // The smallest number reports. The end of the way has a smaller one than all tables.
        if id < own {
            return false;
        }
        closes |= id == own;
        at += 1;
    }
    closes
}

/// A parent that is either the table `P`, or a stand-in.
#[derive(Debug)]
pub struct Parent<P: ?Sized, const IS_TABLE: bool>(PhantomData<P>);

/// What a child has of its parent.
pub trait ParentTable {
    /// Its key.
    type Key: TableKey;
    /// Its definition.
    const TABLE: &'static TableDef<'static>;
}

impl<P: SpannerTable> ParentTable for Parent<P, true> {
    type Key = P::Key;
    const TABLE: &'static TableDef<'static> = P::SHAPE.table;
}

impl<P: ?Sized> ParentTable for Parent<P, false> {
    type Key = NoKey<NoTable>;
    const TABLE: &'static TableDef<'static> = STAND_IN.table;
}

/// Whether two types are the same, in the same way as [`IsTable`].
#[derive(Debug)]
pub struct Same<A, B>(PhantomData<(A, B)>);

impl<T> Same<T, T> {
    /// They are.
    pub const ANSWER: bool = true;
}

/// The answer for all other types.
pub trait Different {
    /// They are not.
    const ANSWER: bool = false;
}

impl<A, B> Different for Same<A, B> {}

/// The table that an index is interleaved in. A table's constant cannot refer to itself.
#[derive(Debug)]
pub struct Host<P, const IS_OWN: bool>(PhantomData<P>);

/// How the index refers to it.
pub trait IndexHost {
    /// As data.
    const PARENT: IndexParent<'static>;
}

impl<P> IndexHost for Host<P, true> {
    const PARENT: IndexParent<'static> = IndexParent::OwnTable;
}

impl<P: SpannerTable> IndexHost for Host<P, false> {
    const PARENT: IndexParent<'static> = IndexParent::Ancestor(P::SHAPE.table);
}

/// A table that is interleaved in another one, for the structs that hold the parent's key.
#[doc(hidden)]
pub trait Interleaved {
    /// The parent's key.
    type ParentKey: TableKey;
}
