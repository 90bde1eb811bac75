//! The byte encoding of keys against the database's own order: in the key, and by ORDER BY.

use serde_json::{Value, json};
use spanner_keys::keys::order::{decode, encode, encode_in_index};
use spanner_keys::keys::{Seeded, Source, random_uuid};
use spanner_keys::schema::{ColumnDef, IndexColumn, IndexDef, KeyPart, Scalar, SqlType, TableDef};
use spanner_keys::value::WireValue;
use spanner_keys::{Column, Dialect};
use spanner_keys_tests::emulator::Emulator;
use spanner_keys_tests::random::{self, to_json};

use super::Case;
use super::tables::{col, make, quoted};

pub(crate) const CASES: &[Case] = cases![
    keys_of_every_type_in_order,
    keys_of_several_parts_in_order,
    columns_with_nulls_in_order,
    small_floats_in_order,
    decimals_in_order in PostgreSql,
];

/// The types that a key may have, except the native UUID, which the emulator does not know.
const KEYS: [Scalar; 8] = [
    Scalar::Bool,
    Scalar::Int64,
    Scalar::Float64,
    Scalar::Text,
    Scalar::Binary,
    Scalar::CalendarDate,
    Scalar::UtcTimestamp,
    Scalar::Numeric,
];

fn below(source: &mut Seeded, limit: u64) -> usize {
    usize::try_from(source.random() % limit).unwrap_or(0)
}

/// A value of any size, often close to others.
fn value(scalar: Scalar, dialect: Dialect, source: &mut Seeded) -> WireValue {
    let number = source.random().cast_signed() >> below(source, 64);
    match scalar {
        Scalar::Bool => WireValue::Boolean(number % 2 == 0),
        Scalar::Int64 => number.into_wire(SqlType::INT64),
        Scalar::Float32 => float(
            source,
            f64::from(f32::from_bits(u32::try_from(source_bits(number)).unwrap_or(0))),
        ),
        Scalar::Float64 => {
            #[expect(clippy::cast_precision_loss, reason = "any float is good")]
            let near = number as f64 / 8.0;
            let any = f64::from_bits(source.random());
            let value = if below(source, 2) == 0 { near } else { any };
            float(source, value)
        }
        Scalar::Numeric => decimal(source, dialect),
        Scalar::Binary => {
            let bytes: Vec<u8> = (0..below(source, 5))
                .map(|_| [0, 1, 0x7f, 0x80, 0xfe, 0xff][below(source, 6)])
                .collect();
            bytes.into_wire(SqlType::BYTES)
        }
        Scalar::CalendarDate => {
            let (year, month, day) =
                (1 + below(source, 9999), 1 + below(source, 12), 1 + below(source, 28));
            WireValue::Text(format!("{year:04}-{month:02}-{day:02}"))
        }
        Scalar::UtcTimestamp => {
            let (year, day, second) = (
                1960 + below(source, 20),
                1 + below(source, 3),
                below(source, 86_400) >> below(source, 17),
            );
            let fraction = ["", ".5", ".000000001", ".123456789", ".12", ".999999999", ".100"]
                [below(source, 7)];
            WireValue::Text(format!(
                "{year}-01-{day:02}T{:02}:{:02}:{:02}{fraction}Z",
                second / 3600,
                second / 60 % 60,
                second % 60
            ))
        }
        Scalar::NativeUuid => random_uuid(source).into_wire(SqlType::UUID),
        _ => {
            // Text in PostgreSQL cannot contain NUL.
            let zero = if dialect == Dialect::GoogleSql { '\0' } else { '\u{1}' };
            let letters =
                [zero, '\u{1f}', ' ', 'a', 'b', 'B', '\u{7f}', 'é', 'ÿ', '\u{ffff}', '😀'];
            WireValue::Text((0..below(source, 5)).map(|_| letters[below(source, 11)]).collect())
        }
    }
}

fn source_bits(number: i64) -> u64 {
    number.cast_unsigned() & 0xffff_ffff
}

/// NaN and the infinities now and then.
fn float(source: &mut Seeded, value: f64) -> WireValue {
    let value = match below(source, 12) {
        0 => f64::INFINITY,
        1 => f64::NEG_INFINITY,
        2 => -0.0,
        3 => f64::NAN,
        _ => value,
    };
    value.into_wire(SqlType::FLOAT64)
}

/// As many digits as each dialect allows.
fn decimal(source: &mut Seeded, dialect: Dialect) -> WireValue {
    let (before, after) = if dialect == Dialect::GoogleSql { (29, 9) } else { (60, 40) };
    let mut digits = |most: u64| -> String {
        let count = below(source, most + 1);
        (0..count).map(|_| ["0", "0", "1", "5", "9"][below(source, 5)]).collect()
    };
    let (whole, fraction) = (digits(before), digits(after));
    let sign = ["", "-"][below(source, 2)];
    let exponent =
        ["", "", "e-2", "E+3"][if dialect == Dialect::PostgreSql { below(source, 4) } else { 0 }];
    let fraction = if fraction.is_empty() { fraction } else { format!(".{fraction}") };
    WireValue::Text(format!("{sign}0{whole}{fraction}{exponent}"))
}

/// Columns with a type and a direction, and a number after them that identifies the row.
struct Table {
    parts: Parts,
    dialect: Dialect,
    /// Whether the columns are the key; otherwise only the number is.
    in_key: bool,
}

impl Table {
    /// The parts and the number.
    fn columns(&self) -> impl Iterator<Item = (Scalar, bool)> {
        self.parts.iter().copied().chain([(Scalar::Int64, false)])
    }

    fn code(&self, row: &[WireValue]) -> Result<Vec<u8>, String> {
        let mut code = Vec::new();
        for ((scalar, descending), value) in self.columns().zip(row) {
            let ty = SqlType::of(scalar);
            let encoded = if self.in_key {
                encode(value, ty, descending, &mut code)
            } else {
                encode_in_index(value, ty, descending, self.dialect, &mut code)
            };
            encoded.map_err(|problem| format!("{value:?} {problem}"))?;
        }
        Ok(code)
    }

    /// Fails unless the first part of a code decodes to the value that it encodes.
    fn decodes(&self, code: &[u8], row: &[WireValue]) -> Result<(), String> {
        let (ty, descending) = (SqlType::of(self.parts[0].0), self.parts[0].1);
        let (first, _) = decode(code, ty, descending).ok_or("bytes that cannot be read back")?;
        let mut again = Vec::new();
        encode(&first, ty, descending, &mut again).map_err(|problem| problem.to_string())?;
        if code.starts_with(&again) {
            Ok(())
        } else {
            Err(format!("{:?} came back as {first:?}", row[0]))
        }
    }

    /// Writes the rows, reads them in the order of the key and by ORDER BY, and compares that with
    /// the order of their bytes.
    fn check(&self, emulator: &Emulator, mut rows: Vec<Vec<WireValue>>) -> Result<(), String> {
        let number = self.parts.len();
        let names: Vec<String> = (0..=number).map(|at| format!("P{at}")).collect();
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        let nullable = !self.in_key || self.dialect == Dialect::GoogleSql;
        let mut columns: Vec<ColumnDef<'_>> = (self.columns().zip(&names))
            .map(|((scalar, _), name)| ColumnDef { nullable, ..col(name, SqlType::of(scalar)) })
            .collect();
        columns[number].nullable = false;
        let first = if self.in_key { 0 } else { number };
        let key: Vec<KeyPart<'_>> = (self.columns().enumerate().skip(first))
            .map(|(at, (_, descending))| KeyPart { descending, ..KeyPart::new(at) })
            .collect();
        let in_index: Vec<IndexColumn> = (self.columns().enumerate().take(number))
            .map(|(at, (_, descending))| IndexColumn { column: at, descending })
            .collect();
        // Columns outside the key are read through an index, if it can hold them.
        let has_index = !self.in_key
            && self.parts.iter().all(|(scalar, _)| types(self.dialect).contains(scalar));
        let indexes = [IndexDef::new("I", &in_index)];
        let indexes = if has_index { &indexes[..] } else { &[] };
        let table = TableDef { key: &key, indexes, ..TableDef::new("T", &columns) };
        let database = make(emulator, self.dialect, &[table])?;

        for (number, row) in rows.iter_mut().enumerate() {
            row.push(WireValue::Text(number.to_string()));
        }
        let mut coded = rows
            .into_iter()
            .map(|row| Ok((self.code(&row)?, row)))
            .collect::<Result<Vec<_>, String>>()?;
        coded.sort_by(|(one, _), (two, _)| one.cmp(two));
        if self.in_key {
            coded.iter().try_for_each(|(code, row)| self.decodes(code, row))?;
        }
        let wire: Vec<Vec<Value>> =
            coded.iter().map(|(_, row)| row.iter().map(to_json).collect()).collect();
        database.insert("T", &names, &wire)?;

        let compare = |found: Vec<Vec<Value>>, how: &str| {
            let differ = |(found, wanted): (&Vec<Value>, &Vec<Value>)| found[0] != wanted[number];
            match found.iter().zip(&wire).position(differ) {
                _ if found.len() != wire.len() => {
                    Err(format!("{how}: {} of {} rows", found.len(), wire.len()))
                }
                None => Ok(()),
                Some(at) => Err(format!("{how}, {:?}: at {at} not {:?}", self.parts, coded[at].1)),
            }
        };
        let quote = |name| quoted(self.dialect, name);
        let quoted: Vec<String> = names.iter().copied().map(quote).collect();
        if self.in_key {
            let read =
                json!({ "table": "T", "columns": [names[number]], "keySet": { "all": true } });
            compare(database.rows("read", &read)?, "key")?;
        }
        if has_index {
            let read = json!({ "table": "T", "index": "I", "columns": [names[number]], "keySet": { "all": true } });
            compare(database.rows("read", &read)?, "index")?;
        }
        // The emulator ends at an ORDER BY over a float of PostgreSQL that is NULL or NaN.
        let is_odd = |value: &WireValue| {
            *value == WireValue::Null || *value == WireValue::Text("NaN".to_owned())
        };
        let has_floats = self
            .parts
            .iter()
            .any(|(scalar, _)| matches!(scalar, Scalar::Float32 | Scalar::Float64));
        if self.dialect == Dialect::PostgreSql
            && has_floats
            && coded.iter().any(|(_, row)| row.iter().any(is_odd))
        {
            return Ok(());
        }
        let order: Vec<String> = (self.columns().zip(&quoted))
            .map(|((_, descending), name)| {
                format!("{name}{}", if descending { " DESC" } else { "" })
            })
            .collect();
        let sql =
            format!("SELECT {} FROM {} ORDER BY {}", quoted[number], quote("T"), order.join(", "));
        compare(database.query(&sql)?, "ORDER BY")
    }
}

/// A value of a key, which in GoogleSQL may be NULL. PostgreSQL does not accept NaN there.
fn or_null(scalar: Scalar, dialect: Dialect, source: &mut Seeded) -> WireValue {
    if dialect == Dialect::GoogleSql && below(source, 15) == 0 {
        return WireValue::Null;
    }
    loop {
        let value = value(scalar, dialect, source);
        let is_nan = scalar == Scalar::Float64 && value == WireValue::Text("NaN".to_owned());
        if dialect == Dialect::GoogleSql || !is_nan {
            return value;
        }
    }
}

/// PostgreSQL has no NUMERIC in keys.
fn types(dialect: Dialect) -> &'static [Scalar] {
    if dialect == Dialect::GoogleSql { &KEYS } else { &KEYS[..7] }
}

/// PostgreSQL has no descending keys.
fn directions(dialect: Dialect) -> &'static [bool] {
    if dialect == Dialect::GoogleSql { &[false, true] } else { &[false] }
}

fn keys_of_every_type_in_order(emulator: &Emulator, dialect: Dialect) -> Result<(), String> {
    let mut source = random::source(1);
    for scalar in types(dialect) {
        for descending in directions(dialect) {
            let rows = (0..400).map(|_| vec![or_null(*scalar, dialect, &mut source)]).collect();
            let parts = vec![(*scalar, *descending)];
            Table { parts, dialect, in_key: true }.check(emulator, rows)?;
        }
    }
    Ok(())
}

fn keys_of_several_parts_in_order(emulator: &Emulator, dialect: Dialect) -> Result<(), String> {
    let mut source = random::source(2);
    let (types, directions) = (types(dialect), directions(dialect));
    let mut counts = Counts::default();
    for _ in 0..24 {
        let (parts, rows) = random_rows(types, directions, &mut source, |scalar, source| {
            or_null(scalar, dialect, source)
        });
        counts.add(&parts, &rows);
        Table { parts, dialect, in_key: true }.check(emulator, rows)?;
    }
    counts.print("keys", dialect);
    Ok(())
}

type Parts = Vec<(Scalar, bool)>;

/// Two to four parts, and rows of few values of each, so that the later ones decide too.
fn random_rows(
    types: &[Scalar],
    directions: &[bool],
    source: &mut Seeded,
    value: impl Fn(Scalar, &mut Seeded) -> WireValue,
) -> (Parts, Vec<Vec<WireValue>>) {
    let pick = |source: &mut Seeded| {
        (
            types[below(source, types.len() as u64)],
            directions[below(source, directions.len() as u64)],
        )
    };
    let parts: Parts = (0..2 + below(source, 3)).map(|_| pick(source)).collect();
    let pools: Vec<Vec<WireValue>> =
        parts.iter().map(|(scalar, _)| (0..6).map(|_| value(*scalar, source)).collect()).collect();
    let rows = (0..200)
        .map(|_| pools.iter().map(|pool| pool[below(source, 6)].clone()).collect())
        .collect();
    (parts, rows)
}

/// What was compared with the database.
#[derive(Default)]
struct Counts {
    tables: usize,
    rows: usize,
    descending: usize,
    nulls: usize,
}

impl Counts {
    fn add(&mut self, parts: &[(Scalar, bool)], rows: &[Vec<WireValue>]) {
        self.tables += 1;
        self.rows += rows.len();
        self.descending += parts.iter().filter(|(_, descending)| *descending).count();
        self.nulls += rows.iter().flatten().filter(|value| **value == WireValue::Null).count();
    }

    fn print(&self, what: &str, dialect: Dialect) {
        let Self { tables, rows, descending, nulls } = self;
        println!(
            "{what} of several parts, {dialect}: {rows} random rows of {tables} tables in the order of ORDER BY, \
             {descending} descending parts, {nulls} NULLs"
        );
    }
}

/// Columns outside the key may be NULL and descending in both dialects, as those of an index are:
/// PostgreSQL sorts NULL to the other end.
fn columns_with_nulls_in_order(emulator: &Emulator, dialect: Dialect) -> Result<(), String> {
    let mut source = random::source(5);
    let mut counts = Counts::default();
    for _ in 0..24 {
        let (parts, rows) =
            random_rows(types(dialect), &[false, true], &mut source, |scalar, source| {
                if below(source, 5) == 0 { WireValue::Null } else { value(scalar, dialect, source) }
            });
        counts.add(&parts, &rows);
        Table { parts, dialect, in_key: false }.check(emulator, rows)?;
    }
    counts.print("columns", dialect);
    Ok(())
}

/// FLOAT32 cannot be in a key or an index, so only ORDER BY shows its order. That of PostgreSQL has
/// NaN at the other end.
fn small_floats_in_order(emulator: &Emulator, dialect: Dialect) -> Result<(), String> {
    let mut source = random::source(3);
    let rows = (0..400).map(|_| vec![value(Scalar::Float32, dialect, &mut source)]);
    let nan = WireValue::Text("NaN".to_owned());
    let rows = rows.filter(|row| dialect == Dialect::GoogleSql || row[0] != nan).collect();
    Table { parts: vec![(Scalar::Float32, false)], dialect, in_key: false }.check(emulator, rows)
}

/// The emulator fails at an ORDER BY over PostgreSQL's numbers, but it can compare them: each with
/// the one before.
fn decimals_in_order(emulator: &Emulator, dialect: Dialect) -> Result<(), String> {
    let mut source = random::source(4);
    let database = emulator.database(dialect)?;
    let mut numbers: Vec<WireValue> = (0..400).map(|_| decimal(&mut source, dialect)).collect();
    numbers.extend(
        ["NaN", "0", "-0", "0.000", "1.50", "1.5", "15e-1"]
            .map(|text| WireValue::Text(text.into())),
    );
    let mut coded = Vec::new();
    for number in numbers {
        let mut code = Vec::new();
        encode(&number, SqlType::NUMERIC, false, &mut code)
            .map_err(|problem| format!("{number:?} {problem}"))?;
        coded.push((code, number));
    }
    coded.sort_by(|(one, _), (two, _)| one.cmp(two));
    for pairs in coded.windows(2).collect::<Vec<_>>().chunks(50) {
        let compared: Vec<String> = pairs
            .iter()
            .map(|pair| {
                let [one, two] = [&pair[0].1, &pair[1].1].map(|number| match number {
                    WireValue::Text(text) => format!("'{text}'::numeric"),
                    other => format!("{other:?}"),
                });
                format!("{one} {} {two}", if pair[0].0 == pair[1].0 { "=" } else { "<" })
            })
            .collect();
        let answer = database.query(&format!("SELECT {}", compared.join(", ")))?;
        if let Some(wrong) = answer[0].iter().position(|answer| *answer != json!(true)) {
            return Err(format!("not {}", compared[wrong]));
        }
    }
    Ok(())
}
