//! The byte encoding of keys against the database's own order: in the key, and by ORDER BY.

use serde_json::{Value, json};
use spanner_keys::keys::order::{decode, encode, encode_in_index};
use spanner_keys::keys::{Seeded, Source, random_uuid};
use spanner_keys::schema::{ColumnDef, KeyPart, Scalar, SqlType, TableDef};
use spanner_keys::value::WireValue;
use spanner_keys::{Column, Dialect, Schema};
use spanner_keys_tests::emulator::{Database, Emulator};

use super::Case;
use super::values::{from_json, to_json};

pub(crate) const CASES: &[Case] = &[
    Case::new("keys_of_every_type_in_order", keys_of_every_type_in_order),
    Case::new("keys_of_several_parts_in_order", keys_of_several_parts_in_order),
    Case::new("columns_with_nulls_in_order", columns_with_nulls_in_order),
    Case::new("small_floats_in_order", small_floats_in_order),
    Case::only("decimals_in_order", &[Dialect::PostgreSql], decimals_in_order),
];

/// The types that a key may have, but for the native UUID, which the emulator does not know.
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

/// A value of any size, and often one that is near to others.
fn value(scalar: Scalar, dialect: Dialect, source: &mut Seeded) -> WireValue {
    let number = source.random().cast_signed() >> below(source, 64);
    match scalar {
        Scalar::Bool => WireValue::Boolean(number % 2 == 0),
        Scalar::Int64 => number.into_wire(SqlType::INT64),
        Scalar::Float32 => float(
            source,
            f64::from(f32::from_bits(u32::try_from(source_bits(number)).unwrap_or(0))),
            dialect,
        ),
        Scalar::Float64 => {
            #[expect(clippy::cast_precision_loss, reason = "any float is good")]
            let near = number as f64 / 8.0;
            let any = f64::from_bits(source.random());
            let value = if below(source, 2) == 0 { near } else { any };
            float(source, value, dialect)
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
            // PostgreSQL's text holds no zero.
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

/// NaN and the infinities now and then. PostgreSQL databases take no NaN in keys.
fn float(source: &mut Seeded, value: f64, dialect: Dialect) -> WireValue {
    let value = match below(source, 12) {
        0 => f64::INFINITY,
        1 => f64::NEG_INFINITY,
        2 => -0.0,
        3 => f64::NAN,
        _ => value,
    };
    let value = if value.is_nan() && dialect == Dialect::PostgreSql { 0.5 } else { value };
    value.into_wire(SqlType::FLOAT64)
}

/// As many digits as each dialect takes.
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

/// A key of parts that each have a type and a direction, and a number at its end that tells rows
/// apart.
struct Table {
    parts: Vec<(Scalar, bool)>,
    dialect: Dialect,
}

impl Table {
    fn make<'e>(&self, emulator: &'e Emulator) -> Result<Database<'e>, String> {
        let names: Vec<String> = (0..=self.parts.len()).map(|at| format!("P{at}")).collect();
        let number = ColumnDef::new(&names[self.parts.len()], SqlType::INT64);
        let nullable = self.dialect == Dialect::GoogleSql;
        let columns: Vec<ColumnDef<'_>> = self
            .parts
            .iter()
            .zip(&names)
            .map(|((scalar, _), name)| ColumnDef {
                nullable,
                ..ColumnDef::new(name, SqlType::of(*scalar))
            })
            .chain([number])
            .collect();
        let directions = self.parts.iter().map(|(_, descending)| *descending).chain([false]);
        let key: Vec<KeyPart<'_>> = directions
            .enumerate()
            .map(|(at, descending)| KeyPart { descending, ..KeyPart::new(at) })
            .collect();
        let schema = Schema::new().add(TableDef { key: &key, ..TableDef::new("T", &columns) });
        let database = emulator.database(self.dialect)?;
        database.apply(&schema.ddl(self.dialect).map_err(|error| error.to_string())?)?;
        Ok(database)
    }

    /// Rows, each with its number, sorted by their bytes.
    fn sorted(&self, mut rows: Vec<Vec<WireValue>>) -> Result<Vec<Vec<WireValue>>, String> {
        for (number, row) in rows.iter_mut().enumerate() {
            row.push(WireValue::Text(number.to_string()));
        }
        let code = |row: &[WireValue]| {
            let mut code = Vec::new();
            for ((scalar, descending), value) in
                self.parts.iter().chain([&(Scalar::Int64, false)]).zip(row)
            {
                encode(value, SqlType::of(*scalar), *descending, &mut code)
                    .map_err(|problem| format!("{value:?} {problem}"))?;
            }
            Ok::<_, String>(code)
        };
        let mut coded = rows
            .into_iter()
            .map(|row| Ok((code(&row)?, row)))
            .collect::<Result<Vec<_>, String>>()?;
        coded.sort_by(|(one, _), (two, _)| one.cmp(two));
        for (code, row) in &coded {
            let (first, _) = decode(code, SqlType::of(self.parts[0].0), self.parts[0].1)
                .ok_or("bytes that cannot be read back")?;
            let mut again = Vec::new();
            encode(&first, SqlType::of(self.parts[0].0), self.parts[0].1, &mut again)
                .map_err(|problem| problem.to_string())?;
            if !code.starts_with(&again) {
                return Err(format!("{:?} came back as {first:?}", row[0]));
            }
        }
        Ok(coded.into_iter().map(|(_, row)| row).collect())
    }

    /// Writes the rows, reads them in the order of the key and by ORDER BY, and compares that with
    /// the order of their bytes.
    fn check(&self, emulator: &Emulator, rows: Vec<Vec<WireValue>>) -> Result<(), String> {
        let database = self.make(emulator)?;
        let columns: Vec<String> = (0..=self.parts.len()).map(|at| format!("P{at}")).collect();
        let names: Vec<&str> = columns.iter().map(String::as_str).collect();
        let sorted = self.sorted(rows)?;
        let wire: Vec<Vec<Value>> =
            sorted.iter().map(|row| row.iter().cloned().map(to_json).collect()).collect();
        database.insert("T", &names, &wire)?;
        let number = self.parts.len();
        let wanted: Vec<&WireValue> = sorted.iter().map(|row| &row[number]).collect();
        let compare = |found: Vec<Vec<Value>>, how: &str| {
            let found: Vec<WireValue> = found.iter().map(|row| from_json(&row[number])).collect();
            match found.iter().zip(&wanted).position(|(found, wanted)| found != *wanted) {
                _ if found.len() != wanted.len() => {
                    Err(format!("{how}: {} of {} rows", found.len(), wanted.len()))
                }
                None => Ok(()),
                Some(at) => Err(format!("{how}, {:?}: at {at} not {:?}", self.parts, sorted[at])),
            }
        };
        compare(
            database.rows(
                "read",
                &json!({ "table": "T", "columns": names, "keySet": { "all": true } }),
            )?,
            "key",
        )?;
        let quote = if self.dialect == Dialect::GoogleSql { '`' } else { '"' };
        let order: Vec<String> = names
            .iter()
            .enumerate()
            .map(|(at, name)| {
                let descending = self.parts.get(at).is_some_and(|(_, descending)| *descending);
                format!("{quote}{name}{quote}{}", if descending { " DESC" } else { "" })
            })
            .collect();
        let quoted: Vec<String> =
            names.iter().map(|name| format!("{quote}{name}{quote}")).collect();
        let sql = format!(
            "SELECT {} FROM {quote}T{quote} ORDER BY {}",
            quoted.join(", "),
            order.join(", ")
        );
        compare(database.query(&sql)?, "ORDER BY")
    }
}

fn or_null(scalar: Scalar, dialect: Dialect, source: &mut Seeded) -> WireValue {
    if dialect == Dialect::GoogleSql && below(source, 15) == 0 {
        WireValue::Null
    } else {
        value(scalar, dialect, source)
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
    let mut source = Seeded::new(1);
    for scalar in types(dialect) {
        for descending in directions(dialect) {
            let rows = (0..400).map(|_| vec![or_null(*scalar, dialect, &mut source)]).collect();
            Table { parts: vec![(*scalar, *descending)], dialect }.check(emulator, rows)?;
        }
    }
    Ok(())
}

fn keys_of_several_parts_in_order(emulator: &Emulator, dialect: Dialect) -> Result<(), String> {
    let mut source = Seeded::new(2);
    let (types, directions) = (types(dialect), directions(dialect));
    let mut counts = Counts::default();
    for _ in 0..24 {
        let (parts, rows) = random_rows(types, directions, &mut source, |scalar, source| {
            or_null(scalar, dialect, source)
        });
        counts.add(&parts, &rows);
        Table { parts, dialect }.check(emulator, rows)?;
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

/// What was compared with the database, so that everybody can see that it was.
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

/// Columns that are no key may be NULL and descend in both dialects, as those of an index do:
/// PostgreSQL has NULL at the other end.
fn columns_with_nulls_in_order(emulator: &Emulator, dialect: Dialect) -> Result<(), String> {
    let mut source = Seeded::new(5);
    let mut counts = Counts::default();
    let quote = if dialect == Dialect::GoogleSql { '`' } else { '"' };
    for _ in 0..24 {
        let (parts, mut rows) =
            random_rows(types(dialect), &[false, true], &mut source, |scalar, source| {
                // The emulator dies of an ORDER BY over a float that is NULL in a PostgreSQL
                // database.
                let takes_null = dialect == Dialect::GoogleSql || scalar != Scalar::Float64;
                if takes_null && below(source, 5) == 0 {
                    WireValue::Null
                } else {
                    value(scalar, dialect, source)
                }
            });
        counts.add(&parts, &rows);
        let names: Vec<String> = (0..=parts.len()).map(|at| format!("P{at}")).collect();
        let columns: Vec<ColumnDef<'_>> = (parts.iter().zip(&names))
            .map(|((scalar, _), name)| ColumnDef {
                nullable: true,
                ..ColumnDef::new(name, SqlType::of(*scalar))
            })
            .chain([ColumnDef::new(&names[parts.len()], SqlType::INT64)])
            .collect();
        let key = [KeyPart::new(parts.len())];
        let table = TableDef { key: &key, ..TableDef::new("T", &columns) };
        let database = emulator.database(dialect)?;
        database
            .apply(&Schema::new().add(table).ddl(dialect).map_err(|error| error.to_string())?)?;
        for (number, row) in rows.iter_mut().enumerate() {
            row.push(WireValue::Text(number.to_string()));
        }
        let mut coded = Vec::new();
        for row in rows {
            let mut code = Vec::new();
            for ((scalar, descending), value) in
                parts.iter().chain([&(Scalar::Int64, false)]).zip(&row)
            {
                let ty = SqlType::of(*scalar);
                encode_in_index(value, ty, *descending, dialect, &mut code)
                    .map_err(|problem| format!("{value:?} {problem}"))?;
            }
            coded.push((code, row));
        }
        coded.sort_by(|(one, _), (two, _)| one.cmp(two));
        let wire: Vec<Vec<Value>> =
            coded.iter().map(|(_, row)| row.iter().cloned().map(to_json).collect()).collect();
        database.insert("T", &names.iter().map(String::as_str).collect::<Vec<_>>(), &wire)?;
        let order: Vec<String> = (parts.iter().zip(&names))
            .map(|((_, descending), name)| {
                format!("{quote}{name}{quote}{}", if *descending { " DESC" } else { "" })
            })
            .chain([format!("{quote}{}{quote}", names[parts.len()])])
            .collect();
        let number = &order[parts.len()];
        let found = database.query(&format!(
            "SELECT {number} FROM {quote}T{quote} ORDER BY {}",
            order.join(", ")
        ))?;
        let wanted: Vec<Vec<Value>> =
            wire.iter().map(|row| vec![row[parts.len()].clone()]).collect();
        if let Some(at) = found.iter().zip(&wanted).position(|(found, wanted)| found != wanted) {
            return Err(format!("ORDER BY, {parts:?}: at {at} not {:?}", coded[at].1));
        }
        if found.len() != wanted.len() {
            return Err(format!("{} of {} rows", found.len(), wanted.len()));
        }
    }
    counts.print("columns", dialect);
    Ok(())
}

/// FLOAT32 is no key, so only ORDER BY tells.
fn small_floats_in_order(emulator: &Emulator, dialect: Dialect) -> Result<(), String> {
    let mut source = Seeded::new(3);
    let database = emulator.database(dialect)?;
    let columns = [ColumnDef::new("N", SqlType::INT64), ColumnDef::new("V", SqlType::FLOAT32)];
    let table = TableDef { key: &[KeyPart::new(0)], ..TableDef::new("T", &columns) };
    database.apply(&Schema::new().add(table).ddl(dialect).map_err(|error| error.to_string())?)?;
    let rows: Vec<WireValue> =
        (0..400).map(|_| value(Scalar::Float32, dialect, &mut source)).collect();
    let sorted = Table { parts: vec![(Scalar::Float32, false)], dialect }
        .sorted(rows.into_iter().map(|value| vec![value]).collect())?;
    let wire: Vec<Vec<Value>> =
        sorted.iter().map(|row| row.iter().cloned().map(to_json).collect()).collect();
    database.insert("T", &["V", "N"], &wire)?;
    let quote = if dialect == Dialect::GoogleSql { '`' } else { '"' };
    let found = database.query(&format!(
        "SELECT {quote}N{quote} FROM {quote}T{quote} ORDER BY {quote}V{quote}, {quote}N{quote}"
    ))?;
    let wanted: Vec<Vec<Value>> = wire.into_iter().map(|row| vec![row[1].clone()]).collect();
    if found == wanted { Ok(()) } else { Err(format!("{found:?} is not {wanted:?}")) }
}

/// The emulator falls over an ORDER BY of PostgreSQL's numbers, but it can compare them: each with
/// the one before.
fn decimals_in_order(emulator: &Emulator, dialect: Dialect) -> Result<(), String> {
    let mut source = Seeded::new(4);
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
