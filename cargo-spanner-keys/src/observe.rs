//! What sampled values and the statistics of a database show about a finding that is only likely.

use std::collections::{HashMap, HashSet};

use spanner_keys::catalog::Catalog;

use crate::audit::{Finding, Level, find};

/// Values of a column, from the first and the last rows in the order of the key.
pub(crate) type Sample = Vec<String>;

/// A column whose values settle a finding.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Wanted {
    pub(crate) table: String,
    pub(crate) column: String,
}

/// The columns to sample: those of findings that are likely, and text and bytes that lead a key,
/// which may be time-ordered ids.
pub(crate) fn wanted(findings: &[Finding], catalog: &Catalog) -> Vec<Wanted> {
    let likely = findings.iter().filter(|finding| finding.level == Level::Likely);
    let likely = likely.filter_map(|finding| {
        Some(Wanted { table: finding.table.clone(), column: finding.column.clone()? })
    });
    let ids = catalog.tables().filter(|table| table.interleave.is_none()).filter_map(|table| {
        let column = table.column(&table.key.as_ref()?.first()?.name)?;
        let text = matches!(
            column.ty.scalar,
            spanner_keys::schema::Scalar::Text
                | spanner_keys::schema::Scalar::Binary
                | spanner_keys::schema::Scalar::NativeUuid
        );
        text.then(|| Wanted { table: table.name.to_string(), column: column.name.clone() })
    });
    let mut seen = HashSet::new();
    likely.chain(ids).filter(|wanted| seen.insert(wanted.clone())).collect()
}

/// What the values of a column are.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Verdict {
    /// Too few rows, or values of no known shape.
    Unknown,
    /// Integers without large gaps.
    Counter,
    /// Integers all over their range.
    Spread,
    /// Ids that begin with the time: what they are.
    TimeOrdered(&'static str),
    /// Random UUIDs.
    Random,
    /// So many different values.
    Distinct(usize),
}

/// The minimum number of rows for a conclusion.
const ENOUGH: usize = 20;

pub(crate) fn verdict(sample: &[String]) -> Verdict {
    if sample.len() < ENOUGH {
        return Verdict::Unknown;
    }
    if let Some(numbers) =
        sample.iter().map(|text| text.parse::<i64>().ok()).collect::<Option<Vec<_>>>()
    {
        return of_numbers(&numbers, sample);
    }
    let versions: Option<HashSet<u8>> = sample.iter().map(|text| uuid_version(text)).collect();
    if let Some(versions) = versions {
        let ordered = [1, 6, 7].iter().any(|version| versions.contains(version));
        return match (ordered, versions.contains(&4)) {
            (true, false) => Verdict::TimeOrdered("UUIDs of a version that begins with the time"),
            (false, true) => Verdict::Random,
            _ => Verdict::Unknown,
        };
    }
    if is_ulids(sample) {
        return Verdict::TimeOrdered("ULIDs");
    }
    if sample.iter().all(|text| begins_with_date(text)) {
        return Verdict::TimeOrdered("texts that begin with a date");
    }
    Verdict::Distinct(sample.iter().collect::<HashSet<_>>().len())
}

fn of_numbers(numbers: &[i64], sample: &[String]) -> Verdict {
    let mut sorted = numbers.to_vec();
    sorted.sort_unstable();
    sorted.dedup();
    // Few numbers that repeat are states.
    if sorted.len() * 4 < numbers.len() {
        return Verdict::Distinct(sample.iter().collect::<HashSet<_>>().len());
    }
    let gaps: Vec<u64> = sorted.windows(2).map(|pair| pair[0].abs_diff(pair[1])).collect();
    let small = gaps.iter().filter(|gap| **gap <= 100).count();
    let large = gaps.iter().filter(|gap| **gap > 1 << 32).count();
    let all_in = |range: std::ops::Range<i64>| sorted.iter().all(|number| range.contains(number));
    let is_time = [1, 1_000, 1_000_000]
        .into_iter()
        .any(|unit| all_in(CENTURY.start * unit..CENTURY.end * unit));
    // Ids that begin with the time have large gaps too, but not from small numbers to large ones.
    let sizes = || sorted.iter().map(|number| number.unsigned_abs());
    let fills = sizes().any(|size| size >= 1 << 62) && sizes().any(|size| size < 1 << 61);
    if small * 10 >= gaps.len() * 9 {
        Verdict::Counter
    } else if is_time {
        Verdict::TimeOrdered("numbers that begin with the time")
    } else if fills && large * 10 >= gaps.len() * 9 {
        Verdict::Spread
    } else {
        Verdict::Unknown
    }
}

/// The milliseconds of this century.
const CENTURY: std::ops::Range<i64> = 946_684_800_000..4_102_444_800_000;

/// A year, a month and a day, with or without marks between them.
fn begins_with_date(text: &str) -> bool {
    let mut digits = text.bytes().take(10).filter(u8::is_ascii_digit);
    let mut number = |count: usize| {
        (0..count).try_fold(0_u32, |number, _| Some(number * 10 + u32::from(digits.next()? - b'0')))
    };
    matches!((number(4), number(2), number(2)),
        (Some(2000..=2099), Some(1..=12), Some(1..=31)) if text.starts_with("20"))
}

/// The version of a UUID with hyphens, or of 32 digits.
fn uuid_version(text: &str) -> Option<u8> {
    let digits: String = text.chars().filter(|letter| *letter != '-').collect();
    let is_uuid = digits.len() == 32
        && digits.bytes().all(|byte| byte.is_ascii_hexdigit())
        && digits.as_bytes().get(16).is_some_and(|byte| b"89abAB".contains(byte));
    let version = digits.chars().nth(12).and_then(|digit| digit.to_digit(16));
    version.filter(|_| is_uuid).and_then(|version| u8::try_from(version).ok())
}

/// 26 letters of Crockford's alphabet whose times are within this century.
fn is_ulids(sample: &[String]) -> bool {
    const LETTERS: &str = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
    sample.iter().all(|text| {
        let upper = text.to_ascii_uppercase();
        let time = upper.chars().take(10).try_fold(0_i64, |time, letter| {
            Some(time * 32 + i64::try_from(LETTERS.find(letter)?).ok()?)
        });
        upper.len() == 26
            && upper.chars().all(|letter| LETTERS.contains(letter))
            && time.is_some_and(|millis| CENTURY.contains(&millis))
    })
}

/// Settles findings with the samples.
pub(crate) fn settle(
    findings: &mut Vec<Finding>,
    samples: &HashMap<Wanted, Sample>,
    catalog: &Catalog,
) {
    for finding in findings.iter_mut().filter(|finding| finding.level == Level::Likely) {
        let Some(column) = finding.column.clone() else { continue };
        let wanted = Wanted { table: finding.table.clone(), column };
        let Some(sample) = samples.get(&wanted) else { continue };
        let rows = sample.len();
        let (level, note) = match verdict(sample) {
            Verdict::Unknown => {
                (Level::Likely, format!("observed: {rows} sampled rows do not settle it"))
            }
            Verdict::Counter => {
                (Level::Hot, format!("observed: the values of {rows} sampled rows are a counter"))
            }
            Verdict::Spread => {
                (Level::Advice, format!("observed: the values of {rows} sampled rows are spread"))
            }
            Verdict::Random => {
                (Level::Advice, format!("observed: {rows} sampled rows have random UUIDs"))
            }
            Verdict::TimeOrdered(what) => {
                (Level::Hot, format!("observed: {rows} sampled rows have {what}"))
            }
            Verdict::Distinct(count) if count * 10 <= rows => {
                (Level::Hot, format!("observed: {count} different values in {rows} sampled rows"))
            }
            Verdict::Distinct(count) if finding.rule == "state-before-clock" => (
                Level::Advice,
                format!("observed: {count} different values in {rows} sampled rows"),
            ),
            Verdict::Distinct(count) => (
                Level::Likely,
                format!(
                    "observed: {count} different values in {rows} sampled rows do not settle it"
                ),
            ),
        };
        if level == Level::Hot
            && let Some((certain, _)) = finding.message.split_once(", if ")
        {
            finding.message = certain.to_owned();
        }
        finding.level = level;
        finding.notes.push(note);
    }
    for (wanted, sample) in samples {
        let Verdict::TimeOrdered(what) = verdict(sample) else { continue };
        let Some(table) = find(catalog, &wanted.table) else { continue };
        let leads =
            table.key.iter().flatten().next().is_some_and(|part| part.name == wanted.column);
        let known = findings.iter().any(|finding| {
            finding.table == wanted.table && finding.index.is_none() && finding.level == Level::Hot
        });
        if !leads || known || table.interleave.is_some() || !table.waivers.is_empty() {
            continue;
        }
        findings.push(Finding {
            rule: "time-ordered-id-leads",
            level: Level::Hot,
            table: wanted.table.clone(),
            index: None,
            column: Some(wanted.column.clone()),
            message: format!("`{}` sends every insert into `{}` to the last split", wanted.column, table.name.name),
            notes: vec![format!("observed: {} sampled rows have {what}", sample.len())],
            helps: vec!["use random UUIDs (version 4) for new rows, or put a shard first: `#[key(shard = 16)]`".to_owned()],
            span: table.column(&wanted.column).map_or(table.span, |column| column.span),
        });
    }
}

/// The writes of each table in an hour, from `SPANNER_SYS.TABLE_OPERATIONS_STATS_HOUR`.
pub(crate) fn rank(findings: &mut [Finding], writes: &HashMap<String, i64>) {
    if writes.is_empty() {
        return;
    }
    for finding in findings.iter_mut().filter(|finding| finding.level >= Level::Likely) {
        let count = writes.get(&finding.table).copied().unwrap_or_default();
        let s = if count == 1 { "" } else { "s" };
        finding.notes.push(format!(
            "observed: {count} write{s} to `{}` in the last full hour",
            finding.table
        ));
    }
    let load = |finding: &Finding| writes.get(&finding.table).copied().unwrap_or_default();
    findings.sort_by(|one, two| two.level.cmp(&one.level).then_with(|| load(two).cmp(&load(one))));
}

/// Adds what `SPANNER_SYS.SPLIT_STATS_TOP_HOUR` reports: tables of splits that were busy and could not
/// be split.
pub(crate) fn hot_splits(findings: &mut [Finding], splits: &[(Vec<String>, i64, Vec<String>)]) {
    for (tables, score, reasons) in splits {
        let moving = reasons.iter().any(|reason| reason == "MOVING_HOT_SPOT");
        for finding in findings.iter_mut().filter(|finding| {
            finding.level >= Level::Likely
                && tables
                    .iter()
                    .any(|table| *table == finding.table || Some(table) == finding.index.as_ref())
        }) {
            if moving {
                finding.level = Level::Hot;
            }
            let why = if reasons.is_empty() {
                String::new()
            } else {
                format!(", not split because of {}", reasons.join(", "))
            };
            finding.notes.push(format!(
                "observed: a split had a CPU score of {score} of 100 in the last hours{why}"
            ));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(make: impl Fn(u64) -> String) -> Sample {
        (0..200).map(make).collect()
    }

    /// Numbers that look random, from a counter.
    fn mixed(at: u64) -> u64 {
        (at + 1)
            .wrapping_mul(0x9E37_79B9_7F4A_7C15)
            .rotate_left(31)
            .wrapping_mul(0xBF58_476D_1CE4_E5B9)
    }

    #[test]
    fn shapes_of_values() {
        let cases: Vec<(Sample, Verdict)> = vec![
            (texts(|at| (1_000 + at * 3).to_string()), Verdict::Counter),
            (texts(|at| (mixed(at) >> 1).to_string()), Verdict::Spread),
            (texts(|at| (at % 4).to_string()), Verdict::Distinct(4)),
            (
                texts(|at| format!("{:08x}-0000-4000-8000-{:012x}", mixed(at) >> 32, at)),
                Verdict::Random,
            ),
            (
                texts(|at| format!("0190{at:04x}-0000-7000-8000-{:012x}", mixed(at) >> 16)),
                Verdict::TimeOrdered("UUIDs of a version that begins with the time"),
            ),
            (texts(|at| format!("01J5{at:04}AAAAAAAAAAAAAAAAAA")), Verdict::TimeOrdered("ULIDs")),
            (texts(|at| format!("name {at}")), Verdict::Distinct(200)),
            (texts(|at| format!("state {}", at % 3)), Verdict::Distinct(3)),
            (texts(|at| (at * at * 40_000).to_string()), Verdict::Unknown),
            // A snowflake: milliseconds, then 22 bits.
            (
                texts(|at| ((10_000_000_000 + at * 60_000) << 22 | mixed(at) >> 42).to_string()),
                Verdict::Unknown,
            ),
            (texts(|at| ((1_760_000_000_000 + at * 60_000) << 22).to_string()), Verdict::Unknown),
            (
                texts(|at| (1_760_000_000_000_000 + at * 37_000_000).to_string()),
                Verdict::TimeOrdered("numbers that begin with the time"),
            ),
            (
                texts(|at| format!("2026-02-{:02}T{at:04}", at % 28 + 1)),
                Verdict::TimeOrdered("texts that begin with a date"),
            ),
            (texts(|at| format!("2026-{at}")), Verdict::Distinct(200)),
            (vec!["1".to_owned(); 3], Verdict::Unknown),
        ];
        for (sample, wanted) in cases {
            assert_eq!(verdict(&sample), wanted, "{:?}", &sample[..3]);
        }
    }

    fn audited(text: &str) -> (Catalog, Vec<Finding>) {
        let mut catalog = Catalog::new(spanner_keys::Dialect::GoogleSql);
        catalog.read("a.sql", text);
        let findings = crate::audit::run(&catalog).0;
        (catalog, findings)
    }

    #[test]
    fn samples_settle_what_is_likely() {
        for (values, level) in [
            (texts(|at| at.to_string()), Level::Hot),
            (texts(|at| (mixed(at) >> 1).to_string()), Level::Advice),
            (vec!["7".to_owned()], Level::Likely),
        ] {
            let (catalog, mut findings) =
                audited("CREATE TABLE T (Id INT64 NOT NULL) PRIMARY KEY (Id)");
            let columns = wanted(&findings, &catalog);
            assert_eq!(columns.len(), 1);
            settle(&mut findings, &HashMap::from([(columns[0].clone(), values)]), &catalog);
            assert_eq!(findings[0].level, level);
            assert!(findings[0].notes.iter().any(|note| note.starts_with("observed: ")));
        }
        let (catalog, mut findings) =
            audited("CREATE TABLE T (Id STRING(26) NOT NULL) PRIMARY KEY (Id)");
        let columns = wanted(&findings, &catalog);
        let ulids = texts(|at| format!("01J5{at:04}AAAAAAAAAAAAAAAAAA"));
        settle(&mut findings, &HashMap::from([(columns[0].clone(), ulids)]), &catalog);
        assert_eq!(
            findings.iter().filter(|finding| finding.rule == "time-ordered-id-leads").count(),
            1
        );
    }

    /// Many different values show that a state has many, not that they do not follow the clock.
    #[test]
    fn many_values_do_not_settle_what_looks_like_a_time() {
        for (column, level) in [("CreatedAt", Level::Likely), ("Status, At", Level::Advice)] {
            let (catalog, mut findings) = audited(&format!(
                "CREATE TABLE T (Id STRING(36), CreatedAt STRING(9), Status STRING(9), At TIMESTAMP) PRIMARY KEY (Id); CREATE INDEX I ON T ({column})"
            ));
            let wanted = Wanted {
                table: "T".to_owned(),
                column: column.split(',').next().unwrap_or_default().to_owned(),
            };
            let sample = texts(|at| format!("{:x}", mixed(at)));
            settle(&mut findings, &HashMap::from([(wanted, sample)]), &catalog);
            assert_eq!(findings.first().map(|finding| finding.level), Some(level), "{column}");
        }
    }

    /// The rows have the columns that the documentation of the statistics names: the emulator has no
    /// such tables.
    #[test]
    fn recorded_statistics_rank_and_settle() {
        let text = "CREATE TABLE A (Id INT64 NOT NULL) PRIMARY KEY (Id); CREATE TABLE B (Id INT64 NOT NULL) PRIMARY KEY (Id)";
        let (_, mut findings) = audited(text);
        rank(&mut findings, &HashMap::from([("A".to_owned(), 3), ("B".to_owned(), 90_000)]));
        assert_eq!(findings[0].table, "B");
        assert!(findings[1].notes.iter().any(|note| note.contains("3 writes to `A`")));
        hot_splits(
            &mut findings,
            &[(vec!["B".to_owned()], 98, vec!["MOVING_HOT_SPOT".to_owned()])],
        );
        assert_eq!((findings[0].level, findings[1].level), (Level::Hot, Level::Likely));
    }
}
