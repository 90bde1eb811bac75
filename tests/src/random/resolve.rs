//! Reads numbers as a valid schema: tables, their columns and their keys.

use spanner_keys::Dialect;
use spanner_keys::schema::{
    ColumnDef, CounterOptions, Fill, KeyPart, OnDelete, Scalar, SequenceDef, ShardBy, ShardDef,
    SqlText, SqlType, Waiver,
};

use super::names::{Names, SCHEMAS};
use super::spec::{Spec, TableSpec};
use super::texts;
use super::wish::{BELOW_THE_LAST, Numbers, Picks, TableWish, Wish};
use crate::tables::shard;

pub(super) const DEEPEST: usize = 7;
const MOST_KEY_COLUMNS: usize = 16;

/// The schema that these numbers encode. Everything about it is valid in the dialect.
///
/// Two things are left out because the emulator does not have them: native UUID columns, and
/// foreign keys to tables that expire; and one because it crashes the emulator: a second foreign
/// key that joins a table with a very long name. References to derived tables are left out because
/// they are functions, which cannot be made at random.
#[must_use]
pub fn resolve(wish: &Wish, dialect: Dialect) -> Spec {
    let mut maker =
        Maker { dialect, names: Names::new(dialect), spec: Spec::default(), sequences: Vec::new() };
    for table in &wish.tables {
        maker.table(table);
    }
    for (at, table) in wish.tables.iter().enumerate() {
        for key in &table.foreign_keys {
            maker.foreign_key(at, &mut Picks::new(key));
        }
    }
    for (at, table) in wish.tables.iter().enumerate() {
        for check in &table.checks {
            maker.check(at, &mut Picks::new(check));
        }
        for index in &table.indexes {
            maker.index(at, &mut Picks::new(index));
        }
        // The last numbers of a table; the first ones describe the table itself.
        maker.ttl(at, &mut Picks::new(&table.own[9..]));
    }
    maker.spec
}

pub(super) struct Maker {
    pub(super) dialect: Dialect,
    pub(super) names: Names,
    pub(super) spec: Spec,
    /// Every sequence with its schema.
    sequences: Vec<(&'static str, SequenceDef<'static>)>,
}

/// An unfinished column: who fills it may depend on its neighbours.
struct Slot {
    column: ColumnDef<'static>,
    kind: Kind,
    /// Its place in the key, and the part.
    key: Option<(usize, KeyPart<'static>)>,
}

#[derive(Clone, Copy)]
enum Kind {
    WireValue,
    Shard(ShardBy, u16, Numbers),
    Generated { stored: bool, numbers: Numbers },
}

impl Slot {
    /// Whether the value is supplied and never NULL, so that everything computed from it is the
    /// same everywhere.
    fn feeds_shard(&self, dialect: Dialect, by: ShardBy) -> bool {
        let column = &self.column;
        let scalar = match column.ty.scalar {
            Scalar::Float32 | Scalar::Float64 | Scalar::JsonDocument => false,
            Scalar::Numeric => dialect == Dialect::GoogleSql,
            _ => true,
        };
        let server_fills = matches!(column.fill, Fill::Sequence(_) | Fill::Identity(_));
        scalar
            && !column.ty.array
            && !column.nullable
            && !column.commit_timestamp
            && matches!(self.kind, Kind::WireValue)
            && (by == ShardBy::Database || !server_fills || self.inherited())
    }

    fn inherited(&self) -> bool {
        self.key.is_some_and(|(_, part)| part.inherited)
    }

    /// Whether the database fills the column, or may fill it.
    fn has_default(&self) -> bool {
        !self.inherited()
            && matches!(
                self.column.fill,
                Fill::Default(_) | Fill::Sequence(_) | Fill::Identity(_) | Fill::UuidV4
            )
    }
}

const SCALARS: [Scalar; 10] = [
    Scalar::Int64,
    Scalar::Text,
    Scalar::Bool,
    Scalar::Binary,
    Scalar::UtcTimestamp,
    Scalar::CalendarDate,
    Scalar::Float64,
    Scalar::Numeric,
    Scalar::Float32,
    Scalar::JsonDocument,
];

fn length_of(scalar: Scalar, picks: &mut Picks<'_>) -> Option<u32> {
    let lengths: &[Option<u32>] = match scalar {
        Scalar::Text => &[None, Some(64), Some(1), Some(36), Some(2_621_440)],
        Scalar::Binary => &[None, Some(64), Some(1), Some(16), Some(10_485_760)],
        _ => &[None],
    };
    picks.from(lengths).flatten()
}

pub(super) fn any_type(picks: &mut Picks<'_>) -> SqlType {
    let scalar = picks.from(&SCALARS).unwrap_or(Scalar::Int64);
    SqlType { scalar, length: length_of(scalar, picks), array: picks.one_in(5) }
}

fn key_type(dialect: Dialect, picks: &mut Picks<'_>) -> SqlType {
    let last = if dialect == Dialect::GoogleSql { 8 } else { 7 };
    let scalar = picks.from(&SCALARS[..last]).unwrap_or(Scalar::Int64);
    SqlType { scalar, length: length_of(scalar, picks), array: false }
}

fn counter(picks: &mut Picks<'_>) -> CounterOptions {
    CounterOptions {
        skip_range: picks
            .from(&[None, Some((1, 1000)), Some((-5, 5)), Some((7, 7)), Some((1, i64::MAX))])
            .flatten(),
        start_counter: picks.from(&[None, Some(1), Some(50), Some(i64::MAX)]).flatten(),
    }
}

/// A type that holds a UUID or a ULID.
fn id_type(text: u32, picks: &mut Picks<'_>) -> SqlType {
    picks
        .from(&[SqlType::text(text), SqlType::bytes(16), SqlType::TEXT, SqlType::BYTES])
        .unwrap_or(SqlType::TEXT)
}

fn count(picks: &mut Picks<'_>) -> u16 {
    picks.from(&[16, 2, 3, 7, 64, 100, 1000, 1024]).unwrap_or(16)
}

impl Maker {
    fn table(&mut self, wish: &TableWish) {
        let mut picks = Picks::new(&wish.own[..9]);
        let parent = self.parent(&mut picks);
        let schema = picks.of(8).checked_sub(5).map(|at| SCHEMAS[at]);
        let turn = picks.of(5);
        let name = self.names.fresh(&mut picks, "T", schema.unwrap_or_default());
        let place = format!("columns of {}.{name}", schema.unwrap_or_default());

        let mut slots = self.inherited(parent, &place);
        let room = MOST_KEY_COLUMNS - slots.len();
        let plain = [Numbers::default()];
        let own: &[Numbers] =
            if wish.key.is_empty() && parent.is_none() { &plain } else { &wish.key };
        for numbers in own.iter().take(room) {
            let slot = self.key_slot(numbers, slots.len(), schema, &place);
            slots.push(slot);
        }
        for numbers in &wish.columns {
            let slot = self.column_slot(numbers, schema, &place);
            slots.push(slot);
        }
        if !slots.is_empty() {
            let turn = turn % slots.len();
            slots.rotate_left(turn);
        }
        let mut key: Vec<(usize, KeyPart<'static>)> = slots
            .iter()
            .enumerate()
            .filter_map(|(column, slot)| {
                slot.key.map(|(rank, part)| (rank, KeyPart { column, ..part }))
            })
            .collect();
        key.sort_by_key(|(rank, _)| *rank);
        let columns = (0..slots.len()).map(|at| self.filled(&slots, at)).collect();
        self.spec.tables.push(TableSpec {
            name,
            schema,
            columns,
            key: key.into_iter().map(|(_, part)| part).collect(),
            parent,
            indexes: Vec::new(),
            foreign_keys: Vec::new(),
            checks: Vec::new(),
            ttl: None,
        });
    }

    /// The table above; deep chains are as likely as flat ones.
    fn parent(&self, picks: &mut Picks<'_>) -> Option<(usize, OnDelete)> {
        let (shape, any, cascade) =
            (picks.of(5), picks.of(self.spec.tables.len()), picks.of(2) == 1);
        let above = match shape {
            0 | 1 => return None,
            shape if shape == usize::from(BELOW_THE_LAST) || shape == 3 => {
                self.spec.tables.len().checked_sub(1)?
            }
            _ => any,
        };
        let fits = self.spec.tables.get(above).is_some() && self.spec.level(above) < DEEPEST;
        fits.then_some((above, if cascade { OnDelete::Cascade } else { OnDelete::NoAction }))
    }

    fn inherited(&mut self, parent: Option<(usize, OnDelete)>, place: &str) -> Vec<Slot> {
        let Some((parent, _)) = parent else { return Vec::new() };
        let parent = self.spec.tables[parent].clone();
        let mut slots = Vec::new();
        for (rank, part) in parent.key.iter().enumerate() {
            let column = ColumnDef { fill: Fill::Supplied, ..parent.columns[part.column] };
            self.names.column(column.name, place);
            let part = KeyPart { inherited: true, waiver: None, ..*part };
            slots.push(Slot { column, kind: Kind::WireValue, key: Some((rank, part)) });
        }
        slots
    }

    fn named(&mut self, picks: &mut Picks<'_>, ty: SqlType, place: &str) -> ColumnDef<'static> {
        let renamed = picks.one_in(3);
        let name = self.names.fresh(picks, "C", place);
        let field = if renamed { format!("field_of_{}", name.to_lowercase()).leak() } else { name };
        ColumnDef { field, ..ColumnDef::new(name, ty) }
    }

    fn key_slot(
        &mut self,
        numbers: &Numbers,
        rank: usize,
        schema: Option<&'static str>,
        place: &str,
    ) -> Slot {
        let mut picks = Picks::new(numbers);
        let choice = picks.of(15);
        let google = self.dialect == Dialect::GoogleSql;
        let (descending, nullable) = (picks.one_in(4) && google, picks.one_in(6) && google);
        let mut kind = Kind::WireValue;
        let (ty, fill) = match choice {
            1 => (id_type(36, &mut picks), Fill::UuidV4),
            2 => (SqlType::INT64, Fill::Supplied),
            3 => (SqlType::INT64, Fill::Random),
            4 => (SqlType::INT64, Fill::BitReversed),
            5 => (SqlType::INT64, Fill::Identity(counter(&mut picks))),
            6 => (SqlType::INT64, self.sequence(schema, &mut picks)),
            7 | 8 => {
                let by = picks
                    .from(&[ShardBy::Database, ShardBy::Client, ShardBy::Chance])
                    .unwrap_or(ShardBy::Chance);
                kind = Kind::Shard(by, count(&mut picks), *numbers);
                (SqlType::INT64, Fill::Supplied)
            }
            9 => (id_type(26, &mut picks), Fill::UlidKey),
            10 => (id_type(36, &mut picks), Fill::UuidV7),
            11 => (SqlType::TIMESTAMP, Fill::Supplied),
            12 => {
                kind = Kind::Generated { stored: true, numbers: *numbers };
                (
                    picks.from(&[SqlType::INT64, SqlType::TEXT]).unwrap_or(SqlType::INT64),
                    Fill::Supplied,
                )
            }
            13 => {
                let ty = key_type(self.dialect, &mut picks);
                (ty, texts::default_of(ty, &mut picks).map_or(Fill::Supplied, Fill::Default))
            }
            14 => (key_type(self.dialect, &mut picks), Fill::Supplied),
            _ => (SqlType::text(64), Fill::Supplied),
        };
        let nullable =
            nullable && matches!(fill, Fill::Supplied) && matches!(kind, Kind::WireValue);
        let commit_timestamp = choice == 11;
        let column =
            ColumnDef { fill, nullable, commit_timestamp, ..self.named(&mut picks, ty, place) };
        let waiver = picks
            .from(&[
                None,
                Some(Waiver::AllowHotspot("a\nb; -- '\"`")),
                Some(Waiver::Spread("given\r\nat random; -- '\"`")),
            ])
            .flatten();
        Slot { column, kind, key: Some((rank, KeyPart { descending, waiver, ..KeyPart::new(0) })) }
    }

    fn column_slot(
        &mut self,
        numbers: &Numbers,
        schema: Option<&'static str>,
        place: &str,
    ) -> Slot {
        let mut picks = Picks::new(numbers);
        let choice = picks.of(14);
        let nullable = picks.of(2) == 0;
        let mut kind = Kind::WireValue;
        let (ty, fill) = match choice {
            2 | 3 => {
                let ty = any_type(&mut picks);
                (ty, texts::default_of(ty, &mut picks).map_or(Fill::Supplied, Fill::Default))
            }
            4 | 5 => {
                kind = Kind::Generated { stored: choice == 4, numbers: *numbers };
                (any_type(&mut picks), Fill::Supplied)
            }
            6 => (SqlType::INT64, self.sequence(schema, &mut picks)),
            7 => (SqlType::INT64, Fill::Identity(counter(&mut picks))),
            8 => (
                id_type(36, &mut picks),
                picks.from(&[Fill::UuidV4, Fill::UuidV7]).unwrap_or(Fill::UuidV4),
            ),
            9 => (id_type(26, &mut picks), Fill::UlidKey),
            10 => (
                SqlType::INT64,
                picks.from(&[Fill::Random, Fill::BitReversed]).unwrap_or(Fill::Random),
            ),
            11 | 12 => {
                let by = picks
                    .from(&[ShardBy::Database, ShardBy::Client, ShardBy::Chance])
                    .unwrap_or(ShardBy::Chance);
                kind = Kind::Shard(by, count(&mut picks), *numbers);
                (SqlType::INT64, Fill::Supplied)
            }
            13 => (SqlType::TIMESTAMP, Fill::Supplied),
            _ => (any_type(&mut picks), Fill::Supplied),
        };
        let nullable = nullable
            && !matches!(kind, Kind::Shard(..))
            && matches!(fill, Fill::Supplied | Fill::Default(_));
        let column = ColumnDef {
            fill,
            nullable,
            commit_timestamp: choice == 13,
            ..self.named(&mut picks, ty, place)
        };
        Slot { column, kind, key: None }
    }

    /// A new sequence, or one that the schema has already.
    fn sequence(&mut self, schema: Option<&'static str>, picks: &mut Picks<'_>) -> Fill<'static> {
        let schema = schema.unwrap_or_default();
        let known: Vec<SequenceDef<'static>> = self
            .sequences
            .iter()
            .filter(|(place, _)| *place == schema)
            .map(|(_, known)| *known)
            .collect();
        if picks.one_in(3)
            && let Some(known) = picks.from(&known)
        {
            return Fill::Sequence(known);
        }
        let options = counter(picks);
        let sequence = SequenceDef { name: self.names.fresh(picks, "S", schema), options };
        self.sequences.push((schema, sequence));
        Fill::Sequence(sequence)
    }

    /// The column at this position, once its neighbours are known.
    fn filled(&self, slots: &[Slot], at: usize) -> ColumnDef<'static> {
        let slot = &slots[at];
        match slot.kind {
            Kind::WireValue => slot.column,
            Kind::Shard(by, count, numbers) => {
                ColumnDef { fill: self.shard(slots, at, by, count, &numbers), ..slot.column }
            }
            Kind::Generated { stored, numbers } => {
                // It needs a column of the same type.
                let wanted = slot.column.ty;
                let feeds = |other: &Slot| {
                    let same =
                        slot.key.is_none() || (other.key.is_some() && !other.column.nullable);
                    same && matches!(other.kind, Kind::WireValue)
                        && !other.column.commit_timestamp
                        && other.column.ty.same_but_length(wanted)
                };
                let sources: Vec<&Slot> = slots.iter().filter(|other| feeds(other)).collect();
                let mut picks = Picks::new(&numbers[6..]);
                let Some(source) = picks.from(&sources) else { return slot.column };
                let sql: SqlText<'static> =
                    texts::generated_of(wanted, source.column.field, &mut picks);
                ColumnDef { fill: Fill::Generated { sql, stored }, ..slot.column }
            }
        }
    }

    fn shard(
        &self,
        slots: &[Slot],
        at: usize,
        by: ShardBy,
        count: u16,
        numbers: &Numbers,
    ) -> Fill<'static> {
        let mut picks = Picks::new(&numbers[6..]);
        let fits =
            |position: &usize| *position != at && slots[*position].feeds_shard(self.dialect, by);
        let all: Vec<usize> = (0..slots.len()).filter(fits).collect();
        let (inside, outside): (Vec<usize>, Vec<usize>) =
            all.iter().partition(|&&position| slots[position].key.is_some());
        let outside: Vec<usize> =
            outside.into_iter().filter(|&position| !slots[position].has_default()).collect();
        let inputs = match (by, slots[at].key) {
            (ShardBy::Chance, _) => Vec::new(),
            // In a key: key columns, and one more at most.
            (ShardBy::Database, Some(_)) => {
                let mut inputs =
                    if inside.is_empty() { Vec::new() } else { picks.some(&inside, 4) };
                if inputs.is_empty() || picks.one_in(3) {
                    inputs.extend(picks.from(&outside));
                }
                inputs
            }
            _ => picks.some(&all, 4),
        };
        if inputs.is_empty() {
            return Fill::Shard(ShardDef { count, inputs: &[], by: ShardBy::Chance });
        }
        shard(count, inputs.leak(), by)
    }
}
