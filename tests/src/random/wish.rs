//! What proptest makes and shrinks: plain numbers.
//!
//! Random schemas are hardly ever valid. So plain numbers are drawn, and
//! [`resolve`](super::resolve) turns every list of them into a valid schema. Fewer and smaller
//! numbers give a smaller schema with simpler parts, so failures shrink.

use proptest::array::uniform12;
use proptest::collection::vec;
use proptest::num::u16::ANY;
use proptest::prelude::*;

/// The numbers of one object, read one after the other.
pub type Numbers = [u16; 12];

/// The first number of a table that is a child of the table before it.
pub(super) const BELOW_THE_LAST: u16 = 2;

/// The numbers of one schema.
#[derive(Clone, Debug)]
pub struct Wish {
    /// Its tables.
    pub tables: Vec<TableWish>,
}

/// The numbers of one table.
#[derive(Clone, Debug)]
pub struct TableWish {
    pub(super) own: Numbers,
    pub(super) key: Vec<Numbers>,
    pub(super) columns: Vec<Numbers>,
    pub(super) indexes: Vec<Numbers>,
    pub(super) checks: Vec<Numbers>,
    pub(super) foreign_keys: Vec<Numbers>,
}

/// Reads numbers as choices.
pub(super) struct Picks<'n> {
    numbers: &'n [u16],
    at: usize,
}

impl<'n> Picks<'n> {
    pub(super) const fn new(numbers: &'n [u16]) -> Self {
        Self { numbers, at: 0 }
    }

    /// The next choice among this many: 0 is the simplest, and the answer once the list is used up.
    pub(super) fn of(&mut self, many: usize) -> usize {
        let number = self.numbers.get(self.at).copied().unwrap_or(0);
        self.at += 1;
        usize::from(number) % many.max(1)
    }

    pub(super) fn one_in(&mut self, many: usize) -> bool {
        // The simplest choice is no.
        self.of(many) == many - 1
    }

    /// One of these; `None` if there is none.
    pub(super) fn from<T: Copy>(&mut self, all: &[T]) -> Option<T> {
        let at = self.of(all.len());
        all.get(at).copied()
    }

    /// Some of these, each once, at most this many.
    pub(super) fn some<T: Copy>(&mut self, all: &[T], most: usize) -> Vec<T> {
        let mut left = all.to_vec();
        let wanted = 1 + self.of(most);
        let mut some = Vec::new();
        while some.len() < wanted && !left.is_empty() {
            let at = self.of(left.len());
            some.push(left.remove(at));
        }
        some
    }
}

fn numbers() -> impl Strategy<Value = Numbers> {
    uniform12(ANY)
}

fn table(key_columns: usize) -> impl Strategy<Value = TableWish> {
    let parts = (
        numbers(),
        vec(numbers(), 0..=key_columns),
        vec(numbers(), 0..=6),
        vec(numbers(), 0..=2),
        vec(numbers(), 0..=2),
        vec(numbers(), 0..=2),
    );
    parts.prop_map(|(own, key, columns, indexes, checks, foreign_keys)| TableWish {
        own,
        key,
        columns,
        indexes,
        checks,
        foreign_keys,
    })
}

/// Any schema: mostly a few tables with short keys, sometimes one with the longest key or the
/// deepest chain that Spanner allows.
pub fn schemas() -> impl Strategy<Value = Wish> {
    let few = vec(table(3), 1..=3);
    let many = vec(table(2), 4..=8);
    let wide = vec(table(16), 1..=2);
    // Each below the one before.
    let deep = vec(table(2), 7..=8).prop_map(|mut tables| {
        for table in &mut tables {
            table.own[0] = BELOW_THE_LAST;
        }
        tables
    });
    prop_oneof![6 => few, 2 => many, 1 => wide, 1 => deep].prop_map(|tables| Wish { tables })
}

/// Smaller schemas, and the numbers that determine how they are spoiled.
pub fn spoiled() -> impl Strategy<Value = (Wish, Numbers)> {
    (vec(table(2), 1..=3).prop_map(|tables| Wish { tables }), numbers())
}

/// A schema, and the numbers of changes to it. See [`changed`](super::changed).
pub fn pairs() -> impl Strategy<Value = (Wish, Vec<Numbers>)> {
    let tables = vec(table(2), 1..=4).prop_map(|tables| Wish { tables });
    (tables, vec(numbers(), 1..=6))
}
