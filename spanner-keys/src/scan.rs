//! Reads of many rows in the order of their keys, over all shards where a table has some.

use std::marker::PhantomData;

use crate::table::SpannerTable;
use crate::value::Plain;

/// A range of keys, in the order of the key: a part that sorts in descending order begins with its largest value.
///
/// An end may be shorter than the key: it then stands for all keys that begin with it.
#[derive(Clone, Debug, PartialEq)]
pub struct KeyRange {
    /// Where the range begins.
    pub start: Vec<Plain>,
    /// Whether keys that begin with `start` are in the range.
    pub start_closed: bool,
    /// Where the range ends.
    pub end: Vec<Plain>,
    /// Whether keys that begin with `end` are in the range.
    pub end_closed: bool,
}

/// A read of many rows in the order of their keys.
#[derive(Debug)]
pub struct Scan<T> {
    table: PhantomData<fn() -> T>,
}

impl<T: SpannerTable> Scan<T> {
    pub(crate) fn new() -> Self {
        Self { table: PhantomData }
    }
}
