//! Random scans against the database: the merged reads of a scan and its SQL find the same rows.

use serde_json::{Value, json};
use spanner_keys::keys::Seeded;
use spanner_keys::scan::{Read, ReadKeys};
use spanner_keys::schema::{Fill, Scalar, ShardBy, TableDef};
use spanner_keys::statement::Sql;
use spanner_keys::value::WireValue;
use spanner_keys::{Dialect, Schema, SpannerTable};
use spanner_keys_tests::emulator::{Database, Emulator};
use spanner_keys_tests::every_way;
use spanner_keys_tests::random::{self, to_json};
use spanner_keys_tests::scans::{self, Row, Spec, Way, rows, spec, ways};

use super::Case;
use super::tables::from_json;

macro_rules! cases {
    ($($way:ident)*) => {
        pub(crate) const CASES: &[Case] =
            &[$(Case::only(concat!("fan_out::", stringify!($way)), <ways::$way as Way>::DIALECTS, check::<ways::$way>)),*];
    };
}

every_way!(cases);

const SCANS: usize = 25;

fn check<W: Way>(emulator: &Emulator, dialect: Dialect) -> Result<(), String> {
    let mut source = random::source(11);
    let database = emulator.database(dialect)?;
    let schema =
        Schema::new().table::<W::Table>().ddl(dialect).map_err(|error| error.to_string())?;
    database.apply(&schema).map_err(|error| format!("{error}\n{}", schema.join(";\n")))?;
    let rows = rows(W::table(), 60, &mut source);
    let mutations =
        rows.iter().flat_map(|row| mutations(W::table(), row, &mut source)).collect::<Vec<_>>();
    database.commit(&mutations)?;
    for _ in 0..SCANS {
        let spec = spec::<W>(&rows, &mut source);
        compare::<W>(&database, &rows, &spec, dialect)?;
        compare::<W>(&database, &rows, &Spec { reverse: true, ..spec }, dialect)?;
    }
    Ok(())
}

fn compare<W: Way>(
    database: &Database<'_>,
    rows: &[Vec<WireValue>],
    spec: &Spec,
    dialect: Dialect,
) -> Result<(), String> {
    let Some(expected) = spec.expected::<W>(rows, dialect) else { return Ok(()) };
    let expected: Vec<W::Table> =
        expected.into_iter().map(|row| typed::<W>(row)).collect::<Result<_, _>>()?;
    let context = |what: String| format!("{what}\nby {spec:?}");
    let merged = merged::<W>(database, spec, dialect).map_err(context)?;
    if format!("{merged:?}") != format!("{expected:?}") {
        return Err(context(format!("the merge found {merged:#?}\nand not {expected:#?}")));
    }
    let scan = spec.scan::<W>(dialect);
    let sql = scan.sql(dialect).map_err(|error| error.to_string())?;
    let text = sql.text.clone();
    let found = query(database, sql).map_err(|error| context(format!("{error}\n{text}")))?;
    let found: Vec<W::Table> =
        found.into_iter().map(|row| typed::<W>(row)).collect::<Result<_, _>>()?;
    if format!("{found:?}") != format!("{expected:?}") {
        return Err(context(format!("{text}\nfound {found:#?}\nand not {expected:#?}")));
    }
    let sql = scan.count_sql(dialect).map_err(|error| error.to_string())?;
    let text = sql.text.clone();
    let count = query(database, sql).map_err(|error| context(format!("{error}\n{text}")))?;
    if count != [[WireValue::Text(expected.len().to_string())]] {
        return Err(context(format!("{text}\ncounted {count:?}\nand not {}", expected.len())));
    }
    Ok(())
}

fn typed<W: Way>(row: Vec<WireValue>) -> Result<W::Table, String> {
    W::Table::from_row(Row(W::table(), row)).map_err(|error| error.to_string())
}

/// The mutations that write a row, after the rows it is interleaved in.
fn mutations(
    table: &'static TableDef<'static>,
    row: &[WireValue],
    source: &mut Seeded,
) -> Vec<Value> {
    let mut all = Vec::new();
    if let Some(parent) = table.parent {
        let mut above = scans::row(parent.table, source);
        for (part, own) in parent.table.key.iter().zip(table.key) {
            above[part.column] = row[own.column].clone();
        }
        all = mutations(parent.table, &above, source);
    }
    let is_written = |at: &usize| match table.columns[*at].fill {
        Fill::Shard(shard) => shard.by != ShardBy::Database,
        _ => true,
    };
    let written: Vec<usize> = (0..table.columns.len()).filter(is_written).collect();
    let columns: Vec<&str> = written.iter().map(|at| table.columns[*at].name).collect();
    let values: Vec<Value> = written.iter().map(|at| to_json(&row[*at])).collect();
    all.push(json!({ "insertOrUpdate": { "table": table.path(), "columns": columns, "values": [values] } }));
    all
}

fn merged<W: Way>(
    database: &Database<'_>,
    spec: &Spec,
    dialect: Dialect,
) -> Result<Vec<W::Table>, String> {
    let mut reading = spec.scan::<W>(dialect).start().map_err(|error| error.to_string())?;
    let mut found = Vec::new();
    loop {
        let reads = reading.pending();
        if reads.is_empty() {
            match reading.next() {
                Some(row) => found.push(row.map_err(|error| error.to_string())?),
                None => return Ok(found),
            }
        }
        for wanted in reads {
            reading
                .supply(wanted.id, read(database, &wanted)?)
                .map_err(|error| error.to_string())?;
        }
    }
}

fn read(database: &Database<'_>, read: &Read) -> Result<Vec<Vec<WireValue>>, String> {
    let list = |key: &[WireValue]| -> Vec<Value> { key.iter().map(to_json).collect() };
    let keys = match &read.keys {
        ReadKeys::Range(range) => {
            let start = if range.start_closed { "startClosed" } else { "startOpen" };
            let end = if range.end_closed { "endClosed" } else { "endOpen" };
            json!({ "ranges": [{ start: list(&range.start), end: list(&range.end) }] })
        }
        ReadKeys::Points(keys) => {
            json!({ "keys": keys.iter().map(|key| list(key)).collect::<Vec<_>>() })
        }
        ReadKeys::Query(sql) => {
            return query(database, sql.clone()).map_err(|error| format!("{error}\n{}", sql.text));
        }
    };
    let body = json!({ "table": read.table, "index": read.index, "columns": read.columns, "keySet": keys, "limit": read.limit.unwrap_or(0).to_string() });
    let rows = database.rows("read", &body).map_err(|error| format!("{error}\n{read:?}"))?;
    Ok(rows.iter().map(|row| row.iter().map(from_json).collect()).collect())
}

fn query(database: &Database<'_>, sql: Sql) -> Result<Vec<Vec<WireValue>>, String> {
    let types = sql
        .params
        .iter()
        .map(|param| (param.name.clone(), json!({ "code": code(param.ty.scalar) })));
    let types: serde_json::Map<String, Value> = types.collect();
    let params: serde_json::Map<String, Value> =
        sql.params.into_iter().map(|param| (param.name, to_json(&param.value))).collect();
    let rows = database
        .rows("executeSql", &json!({ "sql": sql.text, "params": params, "paramTypes": types }))?;
    Ok(rows.iter().map(|row| row.iter().map(from_json).collect()).collect())
}

const fn code(scalar: Scalar) -> &'static str {
    match scalar {
        Scalar::Bool => "BOOL",
        Scalar::Int64 => "INT64",
        Scalar::Float32 => "FLOAT32",
        Scalar::Float64 => "FLOAT64",
        Scalar::Numeric => "NUMERIC",
        Scalar::Text => "STRING",
        Scalar::Binary => "BYTES",
        Scalar::NativeUuid => "UUID",
        Scalar::CalendarDate => "DATE",
        Scalar::UtcTimestamp => "TIMESTAMP",
        Scalar::JsonDocument => "JSON",
    }
}
