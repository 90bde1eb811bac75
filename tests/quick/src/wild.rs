//! Random tables: most are invalid, and none may cause more than an error.

use spanner_keys::schema::{
    CheckDef, ColumnDef, CounterOptions, Fill, ForeignKeyDef, IndexColumn, IndexDef, IndexParent,
    KeyPart, OnDelete, ReferenceDef, Scalar, SequenceDef, ShardBy, ShardDef, SqlText, SqlType,
    TableDef, Ttl, Waiver,
};

use crate::seed::seed;
use crate::tables::{list, under};

/// A small random number generator; the same seed always gives the same tables.
pub struct Dice(u64);

impl Dice {
    /// The generator of this number; the seed of the run gives others.
    #[must_use]
    pub fn new(number: u64) -> Self {
        Self(seed().rotate_left(32).wrapping_add(number))
    }

    /// A number below `limit`, or 0.
    fn below(&mut self, limit: usize) -> usize {
        // SplitMix64.
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^= mixed >> 31;
        usize::try_from(mixed % u64::try_from(limit.max(1)).unwrap_or(1)).unwrap_or(0)
    }

    fn one_in(&mut self, chances: usize) -> bool {
        self.below(chances) == 0
    }

    fn pick<T: Copy>(&mut self, from: &[T]) -> T {
        from[self.below(from.len())]
    }
}

/// How invalid the tables are.
#[derive(Clone, Copy)]
pub struct Wildness {
    /// One in this many choices is invalid: a position that does not exist, a name that is not one.
    pub wrong: usize,
}

const NAMES: &[&str] = &[
    "A", "B", "Id", "Order", "Select", "user", "Total", "At", "Shard", "Name", "Group",
    "Long_name_with_parts",
];
const WRONG_NAMES: &[&str] = &["", "a b", "`", "\"", "é", "1", "PRIMARY_KEY", "x\0", "a;b"];
/// Conditions that hold for columns of every type.
const TEXTS: &[&str] =
    &["{Id} > 0", "({A} IS NOT NULL)", "{Name} IS NULL", "({B} IS NULL) OR ({Id} <> 3)"];
const WRONG_TEXTS: &[&str] = &[
    "", "{", "}", "(", ")", "'", "--", "{unknown}", ";", "/*", "\"", "`", "$$", "\0", "{Id",
    "E'\\", "1", "'{{' || {Name}", "{B} + 1",
];

/// Some tables of one schema, the later ones perhaps under the earlier.
pub fn tables(dice: &mut Dice, wildness: Wildness) -> Vec<TableDef<'static>> {
    let mut tables: Vec<TableDef<'static>> = Vec::new();
    for at in 0..=dice.below(4) {
        let name = if dice.one_in(wildness.wrong) {
            dice.pick(WRONG_NAMES)
        } else {
            format!("T{at}").leak()
        };
        let parent =
            if tables.is_empty() || dice.one_in(2) { None } else { Some(dice.pick(&tables)) };
        let made = table(dice, wildness, name, parent, &tables);
        tables.push(made);
    }
    tables
}

fn position(dice: &mut Dice, wildness: Wildness, count: usize) -> usize {
    if dice.one_in(wildness.wrong) {
        dice.pick(&[count, count + 7, usize::MAX])
    } else {
        dice.below(count)
    }
}

fn positions(dice: &mut Dice, wildness: Wildness, count: usize, most: usize) -> &'static [usize] {
    let wanted = 1 + dice.below(most);
    let mut all: Vec<usize> = Vec::new();
    for _ in 0..wanted {
        let next = position(dice, wildness, count);
        if !all.contains(&next) || dice.one_in(wildness.wrong) {
            all.push(next);
        }
    }
    all.leak()
}

/// A text that uses existing columns.
fn text(
    dice: &mut Dice,
    wildness: Wildness,
    columns: &[ColumnDef<'static>],
) -> Option<SqlText<'static>> {
    if dice.one_in(wildness.wrong) {
        return Some(SqlText {
            googlesql: Some(dice.pick(WRONG_TEXTS)),
            postgresql: if dice.one_in(2) { None } else { Some(dice.pick(WRONG_TEXTS)) },
        });
    }
    let text = dice.pick(TEXTS);
    let known = |name: &str| {
        let column = columns.iter().find(|column| column.name == name);
        column.is_some_and(|column| !column.commit_timestamp)
    };
    let names = text.split('{').skip(1).map(|rest| rest.split('}').next().unwrap_or_default());
    names.into_iter().all(known).then(|| SqlText::both(text))
}

fn ty(dice: &mut Dice, wildness: Wildness) -> SqlType {
    let scalar = dice.pick(&[
        Scalar::Int64,
        Scalar::Int64,
        Scalar::Text,
        Scalar::Text,
        Scalar::Binary,
        Scalar::UtcTimestamp,
        Scalar::CalendarDate,
        Scalar::Bool,
        Scalar::Numeric,
        Scalar::Float64,
        Scalar::Float32,
        Scalar::JsonDocument,
    ]);
    let has_length = matches!(scalar, Scalar::Text | Scalar::Binary) || dice.one_in(wildness.wrong);
    let length =
        if has_length && dice.one_in(2) { Some(dice.pick(&[1, 16, 36, 64, 1024])) } else { None };
    let length = if dice.one_in(wildness.wrong) { Some(dice.pick(&[0, u32::MAX])) } else { length };
    SqlType { scalar, length, array: dice.one_in(8) }
}

fn counter(dice: &mut Dice, wildness: Wildness) -> CounterOptions {
    let skip_range =
        if dice.one_in(2) { Some(dice.pick(&[(1, 1000), (-5, 5), (7, 7)])) } else { None };
    let start_counter = if dice.one_in(2) { Some(dice.pick(&[1, 50, i64::MAX])) } else { None };
    if dice.one_in(wildness.wrong) {
        return CounterOptions {
            skip_range: Some((i64::MAX, i64::MIN)),
            start_counter: Some(i64::MIN),
        };
    }
    CounterOptions { skip_range, start_counter }
}

fn fill(
    dice: &mut Dice,
    wildness: Wildness,
    ty: SqlType,
    count: usize,
    columns: &[ColumnDef<'static>],
) -> Fill<'static> {
    let kind = if dice.one_in(wildness.wrong) {
        dice.pick(&[Scalar::Int64, Scalar::Text])
    } else {
        ty.scalar
    };
    let is_wrong = dice.one_in(wildness.wrong);
    let room = ty.length.unwrap_or(u32::MAX);
    let holds_id = if kind == Scalar::Text { room >= 36 } else { room >= 16 };
    let has_id = columns.iter().any(|column| column.name == "Id");
    match (kind, dice.below(9)) {
        _ if ty.array && !is_wrong => Fill::Supplied,
        (Scalar::Int64, 0) => Fill::Identity(counter(dice, wildness)),
        (Scalar::Int64, 1) => Fill::Sequence(SequenceDef {
            name: format!("S{}", dice.below(1000)).leak(),
            options: counter(dice, wildness),
        }),
        (Scalar::Int64, 2) => Fill::Random,
        (Scalar::Int64, 3 | 4) => Fill::Shard(ShardDef {
            count: if dice.one_in(wildness.wrong) {
                dice.pick(&[0, 1, 1025, u16::MAX])
            } else {
                dice.pick(&[2, 3, 16, 100, 1024])
            },
            inputs: positions(dice, wildness, count, 3),
            by: dice.pick(&[ShardBy::Database, ShardBy::Client, ShardBy::Chance]),
        }),
        (Scalar::Int64, 5) if has_id || is_wrong => {
            Fill::Generated { sql: SqlText::both("{Id} + 1"), stored: dice.one_in(2) }
        }
        (Scalar::Text | Scalar::Binary, 0 | 1) if holds_id || is_wrong => Fill::UuidV4,
        (Scalar::Text | Scalar::Binary, 2) if holds_id || is_wrong => {
            dice.pick(&[Fill::UuidV7, Fill::UlidKey])
        }
        (_, 8) if is_wrong => {
            let sql = text(dice, Wildness { wrong: 1 }, columns);
            sql.map_or(Fill::Supplied, |sql| Fill::Generated { sql, stored: dice.one_in(2) })
        }
        (_, 7) if is_wrong => {
            text(dice, Wildness { wrong: 1 }, columns).map_or(Fill::Supplied, Fill::Default)
        }
        _ => Fill::Supplied,
    }
}

fn columns(
    dice: &mut Dice,
    wildness: Wildness,
    inherited: &[ColumnDef<'static>],
) -> Vec<ColumnDef<'static>> {
    let mut columns = inherited.to_vec();
    let count = inherited.len() + 2 + dice.below(6);
    while columns.len() < count {
        let name =
            if dice.one_in(wildness.wrong) { dice.pick(WRONG_NAMES) } else { dice.pick(NAMES) };
        if columns.iter().any(|column| column.name.eq_ignore_ascii_case(name))
            && !dice.one_in(wildness.wrong)
        {
            continue;
        }
        let ty = if name == "Id" { SqlType::INT64 } else { ty(dice, wildness) };
        let stamped = ty.scalar == Scalar::UtcTimestamp && !ty.array && dice.one_in(3);
        let fill = if stamped { Fill::Supplied } else { fill(dice, wildness, ty, count, &columns) };
        let made = !matches!(fill, Fill::Supplied | Fill::Default(_) | Fill::Generated { .. });
        columns.push(ColumnDef {
            nullable: name != "Id" && dice.one_in(3) && (!made || dice.one_in(wildness.wrong)),
            fill,
            commit_timestamp: stamped || dice.one_in(wildness.wrong),
            ..ColumnDef::new(name, ty)
        });
    }
    columns
}

/// Whether a key can hold the column, if it exists.
fn sortable(columns: &[ColumnDef<'static>], at: usize) -> bool {
    columns.get(at).is_none_or(|column| {
        !column.ty.array && !matches!(column.ty.scalar, Scalar::Float32 | Scalar::JsonDocument)
    })
}

fn ttl(dice: &mut Dice, wildness: Wildness, columns: &[ColumnDef<'static>]) -> Option<Ttl> {
    let column = position(dice, wildness, columns.len());
    let fits = columns.get(column).is_none_or(|column| column.ty == SqlType::TIMESTAMP);
    let wanted = dice.one_in(3) && (fits || dice.one_in(wildness.wrong));
    wanted.then(|| Ttl { column, days: dice.pick(&[0, 1, 30, 400]) })
}

fn waiver(dice: &mut Dice) -> Option<Waiver<'static>> {
    match dice.below(8) {
        0 => Some(Waiver::AllowHotspot("a\nb; --")),
        1 => Some(Waiver::Spread("given\r\nat random")),
        _ => None,
    }
}

fn table(
    dice: &mut Dice,
    wildness: Wildness,
    name: &'static str,
    parent: Option<TableDef<'static>>,
    others: &[TableDef<'static>],
) -> TableDef<'static> {
    let above: Vec<ColumnDef<'static>> = parent
        .iter()
        .flat_map(|parent| {
            parent.key.iter().filter_map(|part| parent.columns.get(part.column).copied())
        })
        .collect();
    let columns: &[ColumnDef<'static>] = columns(dice, wildness, &above).leak();
    let count = columns.len();
    let mut key: Vec<KeyPart<'static>> = parent
        .iter()
        .flat_map(|parent| parent.key)
        .enumerate()
        .map(|(column, part)| KeyPart { column, inherited: true, waiver: None, ..*part })
        .collect();
    for &column in positions(dice, wildness, count, 3) {
        let fits = sortable(columns, column) || dice.one_in(wildness.wrong);
        if key.iter().any(|part| part.column == column) || !fits {
            continue;
        }
        key.push(KeyPart {
            descending: dice.one_in(9),
            waiver: waiver(dice),
            inherited: dice.one_in(wildness.wrong),
            column,
        });
    }
    let host = parent.map(|parent| &list([parent])[0]);
    let mut table = TableDef {
        schema: if dice.one_in(5) { Some(dice.pick(&["sales", "Billing"])) } else { None },
        key: key.leak(),
        parent: host
            .and_then(|host| under(host, dice.pick(&[OnDelete::Cascade, OnDelete::NoAction]))),
        ttl: ttl(dice, wildness, columns),
        ..TableDef::new(name, columns)
    };
    let indexes: Vec<IndexDef<'static>> = (0..dice.below(3))
        .map(|at| index(dice, wildness, format!("{name}_I{at}").leak(), table, host))
        .collect();
    table.indexes = indexes.leak();
    if dice.one_in(3)
        && let Some(sql) = text(dice, wildness, columns)
    {
        table.checks = list([CheckDef { name: None, sql }]);
    }
    if let Some(other) = others.first().filter(|_| dice.one_in(3)) {
        table.foreign_keys = list([foreign_key(dice, wildness, count, other)]);
    }
    table
}

fn index(
    dice: &mut Dice,
    wildness: Wildness,
    name: &'static str,
    table: TableDef<'static>,
    host: Option<&'static TableDef<'static>>,
) -> IndexDef<'static> {
    let count = table.columns.len();
    let mut sorted = Vec::new();
    for &column in positions(dice, wildness, count, 3) {
        if sortable(table.columns, column) || dice.one_in(wildness.wrong) {
            sorted.push(IndexColumn { column, descending: dice.one_in(3) });
        }
    }
    let mut storing = Vec::new();
    if dice.one_in(2) {
        storing = positions(dice, wildness, count, 2).to_vec();
        let held = |at: &usize| {
            sorted.iter().any(|part| part.column == *at)
                || table.key.iter().any(|part| part.column == *at)
        };
        storing.retain(|at| !held(at) || dice.one_in(wildness.wrong));
    }
    IndexDef {
        columns: sorted.leak(),
        storing: storing.leak(),
        unique: dice.one_in(3),
        null_filtered: dice.one_in(3),
        waiver: waiver(dice),
        interleave: match (dice.below(6), host) {
            (0, Some(host)) => Some(IndexParent::Ancestor(host)),
            (1, _) => Some(IndexParent::OwnTable),
            _ => None,
        },
        ..IndexDef::new(name, &[])
    }
}

/// A foreign key to another table. Both sides have as many columns, or not.
fn foreign_key(
    dice: &mut Dice,
    wildness: Wildness,
    count: usize,
    other: &TableDef<'static>,
) -> ForeignKeyDef<'static> {
    let own = dice.below(4);
    let many = if dice.one_in(wildness.wrong) { dice.below(4) } else { own };
    let columns: Vec<usize> = (0..own).map(|_| position(dice, wildness, count)).collect();
    let theirs: Vec<&'static str> = (0..many)
        .map(|_| other.columns.get(dice.below(other.columns.len())))
        .map(|column| column.map_or("nothing", |column| column.name))
        .collect();
    let references =
        ReferenceDef::Named { schema: other.schema, table: other.name, columns: theirs.leak() };
    ForeignKeyDef { waiver: waiver(dice), ..ForeignKeyDef::new(columns.leak(), references) }
}
