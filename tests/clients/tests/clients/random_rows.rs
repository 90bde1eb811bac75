//! Random rows: of random tables, as plain values, and of derived ones, as Rust values. What was
//! written is what is read.

use std::cell::Cell;
use std::time::SystemTime;

use bigdecimal::BigDecimal;
use chrono::{DateTime, NaiveDate, Utc};
use rust_decimal::Decimal;
use spanner_keys::client::{ClientMutation as _, Operation};
use spanner_keys::schema::SqlType;
use spanner_keys::{Column, Dialect, Insert, KeySource, Schema, SpannerTable, Uuid};
use spanner_keys_client_tests::through::{Failure, Stage, Through, run};
use spanner_keys_emulator::Emulator;
use spanner_keys_tests::random::{self, Bar, Spec, Values, comparable, resolve, schemas};
use ulid::Ulid;

use super::{ensure, same};

/// Rows of random tables.
pub(super) fn any_table<C: Through>(emulator: &Emulator, dialect: Dialect) -> Result<(), String> {
    let cases = random::count("SPANNER_KEYS_RANDOM_ROW_TABLES", 25);
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
    let schema = tables.iter().fold(Schema::new(), |schema, &table| schema.add(table));
    let rows = spec.rows(values, 8)?;
    let count = rows.iter().map(|table| table.rows.len()).sum();
    let told = || schema.ddl(dialect).map(|statements| statements.join(";\n")).unwrap_or_default();
    run(emulator, dialect, &schema, async |Stage { client, .. }: &Stage<'_, C>| {
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
            // What only the database knows is left out.
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
    .map_err(|error| format!("{error}\n{}", told()))?;
    Ok(count)
}

/// A value whose wire form is drawn at random.
fn any<T: Column>(values: &mut Values) -> T {
    loop {
        // Smaller numbers than the wire's, and jiff's shorter time, are drawn until one fits.
        if let Ok(value) = T::from_wire(values.of(T::TYPE, false), T::TYPE) {
            return value;
        }
    }
}

macro_rules! wide {
    ($($field:ident: $type:ty = $value:expr;)*) => {
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

        #[allow(clippy::redundant_closure_call, reason = "a closure for each type reads best")]
        fn wide(values: &mut Values) -> (NewWide, Vec<String>) {
            let (name, at) = (values.text(None, true), any(values));
            let row = NewWide { name, at, $($field: ($value)(values),)* };
            let said = vec![$(format!("{}: {:?}", stringify!($field), row.$field)),*];
            (row, said)
        }

        #[allow(clippy::redundant_closure_call, reason = "a closure for each type reads best")]
        fn wide_maybe(values: &mut Values) -> (NewWideMaybe, Vec<String>) {
            let row = NewWideMaybe { $($field: if values.one_in(3) { None } else { Some(($value)(values)) },)* };
            let said = vec![$(format!("{}: {:?}", stringify!($field), row.$field)),*];
            (row, said)
        }

        #[allow(clippy::redundant_closure_call, reason = "a closure for each type reads best")]
        fn wide_many(values: &mut Values) -> (NewWideMany, Vec<String>) {
            let row = NewWideMany {
                $($field: {
                    let count = values.below(4);
                    (0..count).map(|_| if values.one_in(4) { None } else { Some(($value)(values)) }).collect()
                },)*
            };
            let said = vec![$(format!("{}: {:?}", stringify!($field), row.$field)),*];
            (row, said)
        }

        fn wide_said(row: &Wide) -> Vec<String> {
            vec![$(format!("{}: {:?}", stringify!($field), row.$field)),*]
        }

        fn wide_maybe_said(row: &WideMaybe) -> Vec<String> {
            vec![$(format!("{}: {:?}", stringify!($field), row.$field)),*]
        }

        fn wide_many_said(row: &WideMany) -> Vec<String> {
            vec![$(format!("{}: {:?}", stringify!($field), row.$field)),*]
        }
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
    fixed: [u8; 8] = |values: &mut Values| values.bits().to_le_bytes();
    shared: bytes::Bytes = any::<bytes::Bytes>;
    uuid: Uuid = |values: &mut Values| values.uuid();
    ulid: Ulid = |values: &mut Values| Ulid::from(values.uuid().as_u128());
    system_time: SystemTime = any::<SystemTime>;
    chrono_time: DateTime<Utc> = any::<DateTime<Utc>>;
    chrono_date: NaiveDate = any::<NaiveDate>;
    time_time: time::UtcDateTime = any::<time::UtcDateTime>;
    time_date: time::Date = any::<time::Date>;
    jiff_time: jiff::Timestamp = any::<jiff::Timestamp>;
    jiff_date: jiff::civil::Date = any::<jiff::civil::Date>;
    decimal: Decimal = any::<Decimal>;
    big: BigDecimal = any::<BigDecimal>;
    document: serde_json::Value = any::<serde_json::Value>;
}

/// Rows of derived tables with a column of every type.
pub(super) fn any_values<C: Through>(emulator: &Emulator, dialect: Dialect) -> Result<(), String> {
    let rows = random::count("SPANNER_KEYS_RANDOM_ROWS", 60);
    let bar = Bar::new(&format!("random rows, {}, {dialect}", C::NAME), rows.into());
    let schema = Schema::new().table::<Wide>().table::<WideMaybe>().table::<WideMany>();
    run(emulator, dialect, &schema, async |Stage { client, .. }: &Stage<'_, C>| {
        let (mut values, mut keys) = (Values::new(random::seed()), KeySource::new(dialect));
        let mut written = 0;
        while written < rows {
            let batch = 20.min(rows - written);
            let (mut wanted, mut wides, mut maybes, mut manies) =
                (Vec::new(), Vec::new(), Vec::new(), Vec::new());
            for _ in 0..batch {
                let (row, said) = wide(&mut values);
                wides.push(row.insert_with(&mut keys)?);
                let (row, maybe_said) = wide_maybe(&mut values);
                maybes.push(row.insert_with(&mut keys)?);
                let (row, many_said) = wide_many(&mut values);
                manies.push(row.insert_with(&mut keys)?);
                wanted.push((said, maybe_said, many_said));
            }
            let at: Vec<_> = wides
                .iter()
                .zip(&maybes)
                .zip(&manies)
                .map(|((a, b), c)| (a.key().clone(), b.key().clone(), c.key().clone()))
                .collect();
            let mut mutations: Vec<C::Mutation> = Insert::into_mutations(wides);
            mutations.extend(Insert::into_mutations(maybes));
            mutations.extend(Insert::into_mutations(manies));
            client.apply(mutations).await?;
            for ((wide_key, maybe_key, many_key), (said, maybe_said, many_said)) in
                at.into_iter().zip(wanted)
            {
                let missing = || Failure::from("a row is not there".to_owned());
                let found: Wide = client.find(wide_key.clone()).await?.ok_or_else(missing)?;
                same("key", &found.key(), &wide_key)?;
                same("row", &wide_said(&found), &said)?;
                let found: WideMaybe = client.find(maybe_key).await?.ok_or_else(missing)?;
                same("row with NULLs", &wide_maybe_said(&found), &maybe_said)?;
                let found: WideMany = client.find(many_key).await?.ok_or_else(missing)?;
                same("row of arrays", &wide_many_said(&found), &many_said)?;
            }
            written += batch;
            bar.step(batch.into());
        }
        let all = client.scan(Wide::scan()).await?;
        // Any text is a bound of a scan, and stays one.
        for row in all.iter().take(25) {
            let scan = Wide::scan().prefix((row.name.clone(), row.at));
            for found in [client.scan(scan.clone()).await?, client.query(scan.sql(dialect)?).await?]
            {
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
    })
}
