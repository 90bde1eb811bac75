//! Random rows are read back as they were written: of random tables, as wire values, and of derived
//! tables, as Rust values.

use std::cell::Cell;
use std::time::SystemTime;

use bigdecimal::BigDecimal;
use chrono::{DateTime, NaiveDate, Utc};
use rust_decimal::Decimal;
use spanner_keys::Column;
use spanner_keys::client::{ClientMutation as _, Operation};
use spanner_keys::schema::SqlType;
use spanner_keys_tests::random::{self, Bar, Spec, Values, comparable, resolve, schemas};
use spanner_keys_tests::tables::schema;
use ulid::Ulid;

use super::prelude::*;
use super::types::{Way, round_trip};

pub(super) const CASES: &[Case] = cases![
    any_table,
    any_values: Wide WideMaybe WideMany,
];

/// Rows of random tables.
fn any_table<C: Through>(emulator: &Emulator, dialect: Dialect) -> Result<(), String> {
    let cases = random::count("SPANNER_KEYS_RANDOM_ROW_TABLES", 10);
    let (seed, total) = (Cell::new(random::seed()), Cell::new(0));
    random::run(
        &format!("rows of random tables, {}, {dialect}", C::NAME),
        cases,
        &schemas(),
        |wish| {
            let spec = resolve(&wish, dialect).for_rows();
            let mut values = Values::new(seed.get());
            seed.set(seed.get() + 1);
            let written = rows_of::<C>(emulator, dialect, &spec, &mut values)?;
            total.set(total.get() + written);
            Ok(())
        },
    )?;
    println!(
        "{} random rows of {cases} random schemas written and read back through {}, {dialect}",
        total.get(),
        C::NAME
    );
    Ok(())
}

fn rows_of<C: Through>(
    emulator: &Emulator,
    dialect: Dialect,
    spec: &Spec,
    values: &mut Values,
) -> Result<usize, String> {
    let tables = spec.tables();
    let schema = schema(&tables);
    let rows = spec.rows(values, 8)?;
    let count = rows.iter().map(|table| table.rows.len()).sum();
    let ddl = || schema.ddl(dialect).map(|statements| statements.join(";\n")).unwrap_or_default();
    run(emulator, dialect, &schema, async |Stage { client, .. }: Stage<'_, C>| {
        let mut mutations = Vec::new();
        for (table, made) in tables.iter().zip(&rows) {
            let columns: Vec<&str> =
                made.written.iter().map(|&at| table.columns[at].name).collect();
            let sent = made
                .rows
                .iter()
                .map(|row| made.written.iter().filter_map(|&at| row[at].clone()).collect())
                .collect();
            mutations.extend(C::Mutation::write_all(
                Operation::Insert,
                &table.path(),
                &columns,
                sent,
            ));
        }
        client.apply(mutations).await?;
        let quote = |name: &str| {
            if dialect == Dialect::GoogleSql { format!("`{name}`") } else { format!("\"{name}\"") }
        };
        for (table, made) in tables.iter().zip(&rows) {
            // Columns whose values only the database knows are left out.
            let known: Vec<usize> = (0..table.columns.len())
                .filter(|&at| made.rows.iter().all(|row| row[at].is_some()))
                .collect();
            let columns: Vec<&str> = known.iter().map(|&at| table.columns[at].name).collect();
            let path: Vec<String> =
                table.schema.into_iter().chain([table.name]).map(quote).collect();
            let select = columns.iter().map(|column| quote(column)).collect::<Vec<_>>().join(", ");
            // A column may have the name of its table.
            let sql = format!("SELECT {select} FROM {} AS {}", path.join("."), quote("the_table"));
            let found = client.rows(&sql, &columns).await?;
            let types: Vec<SqlType> = known.iter().map(|&at| table.columns[at].ty).collect();
            let sorted = |rows: Vec<Vec<_>>| {
                let row = |row: Vec<_>| {
                    row.into_iter()
                        .zip(&types)
                        .map(|(plain, &ty)| comparable(plain, ty))
                        .collect::<Vec<_>>()
                };
                let mut rows: Vec<Vec<String>> = rows.into_iter().map(row).collect();
                rows.sort_unstable();
                rows
            };
            let wanted = made
                .rows
                .iter()
                .map(|row| known.iter().filter_map(|&at| row[at].clone()).collect())
                .collect();
            same(&table.path(), &sorted(found), &sorted(wanted))?;
        }
        Ok(())
    })
    .map_err(|error| format!("{error}\n{}", ddl()))?;
    Ok(count)
}

/// A value whose wire form is drawn at random.
fn any<T: Column>(values: &mut Values) -> T {
    loop {
        // Draws again until the value fits smaller integers, or jiff's shorter range.
        if let Ok(value) = T::from_wire(values.of(T::TYPE, false), T::TYPE) {
            return value;
        }
    }
}

fn eight_bytes(values: &mut Values) -> [u8; 8] {
    values.bits().to_le_bytes()
}

fn any_ulid(values: &mut Values) -> Ulid {
    Ulid::from(values.uuid().as_u128())
}

/// Not through `from_wire`, which might change a number that it then finds unchanged.
fn any_document(values: &mut Values) -> serde_json::Value {
    values.document(6)
}

/// Three tables with a column of each type: plain, nullable, and as an array. `$value` draws one.
macro_rules! wide {
    ($($field:ident: $type:ty = $value:path;)*) => {
        #[derive(SpannerTable, Clone, Debug)]
        struct Wide {
            #[key(shard = 7)]
            shard: i64,
            #[key]
            name: String,
            #[key]
            at: DateTime<Utc>,
            #[key(uuid_v7)]
            id: Uuid,
            $($field: $type,)*
        }

        #[derive(SpannerTable, Clone, Debug)]
        struct WideMaybe {
            #[key(random)]
            id: i64,
            $($field: Option<$type>,)*
        }

        #[derive(SpannerTable, Clone, Debug)]
        struct WideMany {
            #[key(uuid, storage = bytes)]
            id: Uuid,
            $($field: Vec<Option<$type>>,)*
        }

        fn wide(values: &mut Values) -> NewWide {
            NewWide { name: values.text(None, true), at: any(values), $($field: $value(values),)* }
        }

        fn wide_maybe(values: &mut Values) -> NewWideMaybe {
            NewWideMaybe { $($field: (!values.one_in(3)).then(|| $value(values)),)* }
        }

        fn wide_many(values: &mut Values) -> NewWideMany {
            NewWideMany {
                $($field: (0..values.below(4))
                    .map(|_| (!values.one_in(4)).then(|| $value(values)))
                    .collect(),)*
            }
        }

        shown!(($($field)*) NewWide NewWideMaybe NewWideMany Wide WideMaybe WideMany);
    };
}

wide! {
    flag: bool = any::<bool>;
    tiny: i8 = any::<i8>;
    short: i16 = any::<i16>;
    middle: i32 = any::<i32>;
    long: i64 = any::<i64>;
    small: u8 = any::<u8>;
    double_word: u32 = any::<u32>;
    single: f32 = any::<f32>;
    double: f64 = any::<f64>;
    text: String = any::<String>;
    raw: Vec<u8> = any::<Vec<u8>>;
    fixed: [u8; 8] = eight_bytes;
    shared: bytes::Bytes = any::<bytes::Bytes>;
    uuid: Uuid = Values::uuid;
    ulid: Ulid = any_ulid;
    system_time: SystemTime = any::<SystemTime>;
    chrono_time: DateTime<Utc> = any::<DateTime<Utc>>;
    chrono_date: NaiveDate = any::<NaiveDate>;
    time_time: time::UtcDateTime = any::<time::UtcDateTime>;
    time_date: time::Date = any::<time::Date>;
    jiff_time: jiff::Timestamp = any::<jiff::Timestamp>;
    jiff_date: jiff::civil::Date = any::<jiff::civil::Date>;
    decimal: Decimal = any::<Decimal>;
    big: BigDecimal = any::<BigDecimal>;
    document: serde_json::Value = any_document;
}

/// Rows of derived tables with a column of every type.
async fn any_values<C: Through>(stage: Stage<'_, C>) -> Result {
    let Stage { client, dialect, .. } = stage;
    let rows = random::count("SPANNER_KEYS_RANDOM_ROWS", 60);
    let bar = Bar::new(&format!("random rows, {}, {dialect}", C::NAME), rows.into());
    let mut values = Values::new(random::seed());
    let mut written = 0;
    while written < rows {
        let batch = 20.min(rows - written);
        let wides = (0..batch).map(|_| wide(&mut values)).collect();
        round_trip(stage, wides, Way::Mutation(NewWide::insert_with)).await?;
        let maybes = (0..batch).map(|_| wide_maybe(&mut values)).collect();
        round_trip(stage, maybes, Way::Mutation(NewWideMaybe::insert_with)).await?;
        let manies = (0..batch).map(|_| wide_many(&mut values)).collect();
        round_trip(stage, manies, Way::Mutation(NewWideMany::insert_with)).await?;
        written += batch;
        bar.step(batch.into());
    }
    let all = client.scan(Wide::scan()).await?;
    // Any text works as a bound of a scan.
    for row in all.iter().take(25) {
        let scan = Wide::scan().prefix((row.name.clone(), row.at));
        for found in [client.scan(scan.clone()).await?, client.query(scan.sql(dialect)?).await?] {
            ensure(found.iter().any(|found| found.id == row.id), || {
                format!("{:?} is not found", row.name)
            })?;
            ensure(found.iter().all(|found| found.name == row.name), || {
                format!("{:?} finds other rows", row.name)
            })?;
        }
    }
    let all = all.len();
    ensure(u32::try_from(all) == Ok(rows), || format!("{all} rows instead of {rows}"))?;
    println!(
        "{} random rows of every type written and read back through {}, {dialect}",
        rows * 3,
        C::NAME
    );
    Ok(())
}
