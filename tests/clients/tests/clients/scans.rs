//! Scans over shards of each kind, compared with the same rows sorted in memory.

#![allow(clippy::duplicated_attributes, reason = "false positive for two `index` attributes")]

use spanner_keys::client::ClientMutation as _;
use spanner_keys::scan::{AnyParts, KeyRange};
use spanner_keys::{Scan, sql};

use super::prelude::*;

/// The content of a row: its user, its number, and its score.
type Content = (String, i64, i64);

/// Rows of 20 users, each with some numbers and a few scores, so that many rows are equal in an
/// index.
fn contents() -> Vec<Content> {
    let user = |n: i64| format!("user {:02}", n * 7 % 20);
    (0..160).map(|n| (user(n), n * 31 % 301 - 150, n * 13 % 11)).collect()
}

fn sorted<K: Ord>(mut rows: Vec<Content>, key: impl FnMut(&Content) -> K) -> Vec<Content> {
    rows.sort_by_key(key);
    rows
}

/// A table whose rows have these three.
trait HasContent: SpannerTable {
    fn content(&self) -> Content;
}

/// A table with this kind of shard, and two indexes with their own shards.
macro_rules! visits {
    ($module:ident, $($shard:tt)*) => {
        mod $module {
            use super::*;

            #[derive(SpannerTable, Debug)]
            #[table(name = "Visits")]
            #[index(ByScore, columns(bucket, desc(score)))]
            #[index(ByScoreStored, columns(bucket, score), storing(note))]
            struct Visit {
                #[key($($shard)*)]
                shard: i64,
                #[key]
                user: String,
                #[key]
                number: i64,
                #[column(shard = 4, of(user))]
                bucket: i64,
                score: i64,
                note: String,
            }

            impl HasContent for Visit {
                fn content(&self) -> Content {
                    (self.user.clone(), self.number, self.score)
                }
            }

            /// The rows of all shards in the opposite order, page by page.
            async fn backwards<C: Through>(
                stage: Stage<'_, C>,
                last: <Visit as SpannerTable>::Key,
            ) -> Result {
                let mut all = by_name();
                let scan = Visit::scan().dialect(stage.dialect).page(7).reverse();
                let before = scan.clone().before_key(last);
                let mut earlier = all[..59].to_vec();
                earlier.reverse();
                all.reverse();
                compare(stage, scan.clone(), &all).await?;
                compare(stage, scan.clone().limit(25), &all[..25]).await?;
                compare(stage, before.limit(20), &earlier[..20]).await?;
                let of_one = |row: &&Content| row.0 == "user 13";
                let some: Vec<Content> = all.iter().filter(of_one).cloned().collect();
                compare(stage, scan.clone().prefix(("user 13",)), &some).await?;
                all.retain(|(_, _, score)| *score < 4);
                let few = sql("score < @most").bind("most", 4_i64);
                compare(stage, scan.filter(few.clone()).limit(30), &all[..30]).await?;
                all.reverse();
                let scan = Visit::scan().dialect(stage.dialect).page(5).filter(few);
                compare(stage, scan.clone(), &all).await?;
                let count = usize::try_from(stage.client.count(scan).await?);
                same("the count", &count.ok(), &Some(all.len()))
            }

            pub(super) fn case<C: Through>(emulator: &Emulator, dialect: Dialect) -> Result<(), String> {
                run(emulator, dialect, &Schema::new().table::<Visit>(), async |stage: Stage<'_, C>| {
                    let mut keys = KeySource::new(dialect);
                    let rows = contents().into_iter().map(|(user, number, score)| {
                        NewVisit { note: format!("{user} {number}"), user, number, score }.insert_with(&mut keys)
                    });
                    stage.client.apply(Insert::into_mutations(rows.collect::<Result<Vec<_>, _>>()?)).await?;
                    by_key::<C, Visit>(stage).await?;
                    by_index::<C, Visit>(stage).await?;
                    let all = Visit::scan().limit(60);
                    let rows = stage.client.scan(all).await?;
                    let after = rows.last().map(SpannerTable::key).ok_or_else(|| "no rows".to_owned())?;
                    compare(stage, Visit::scan().after_key(after.clone()), &by_name()[60..]).await?;
                    backwards(stage, after).await?;
                    one_snapshot::<C, Visit>(stage, |user, number| {
                        let row = NewVisit { user: user.to_owned(), number, score: 0, note: String::new() };
                        Ok(row.insert_with(&mut KeySource::new(dialect))?.into_mutation())
                    })
                    .await
                })
            }
        }
    };
}

visits!(by_database, shard = 8);
visits!(by_client, shard = 8, client);
visits!(by_chance, shard = 8, random);
visits!(of_one_part, shard = 8, of(user));

use by_chance::case as shard_by_chance;
use by_client::case as shard_by_client;
use by_database::case as shard_by_database;
use of_one_part::case as shard_of_one_part;

pub(super) const CASES: &[Case] = cases![
    shard_by_database,
    shard_by_client,
    shard_by_chance,
    shard_of_one_part,
    large_rows_in_small_pages: Picture,
    floats_have_one_order: Gauge,
    rows_by_key: Entry,
    ranges_are_deleted: Entry,
];

#[derive(SpannerTable, Clone, Debug)]
#[index(GaugesByLevel, columns(level))]
#[index(GaugesByFall, columns(spread, desc(level)))]
struct Gauge {
    #[key(uuid)]
    id: Uuid,
    #[column(shard = 2, of(id))]
    spread: i64,
    level: f64,
}

/// A scan of an index with NaN gives the same rows in the same order as a stream and as a statement:
/// NaN comes before all numbers.
async fn floats_have_one_order<C: Through>(Stage { client, dialect, .. }: Stage<'_, C>) -> Result {
    let rising = [f64::NAN, f64::NEG_INFINITY, -1.5, 0.0, 2.0, f64::INFINITY];
    let rows = rising
        .iter()
        .chain(&rising)
        .map(|&level| NewGauge { level }.insert_with(&mut KeySource::new(dialect)));
    client.apply(Insert::into_mutations(rows.collect::<Result<Vec<_>, _>>()?)).await?;
    let twice = |levels: &[f64]| {
        levels.iter().flat_map(|level| [format!("{level:?}"), format!("{level:?}")]).collect()
    };
    let up = || Gauge::scan().index("GaugesByLevel").dialect(dialect).page(3);
    let down = || Gauge::scan().index("GaugesByFall").dialect(dialect).page(3);
    let falling: Vec<f64> = rising.iter().rev().copied().collect();
    let cases: Vec<(&str, Scan<Gauge, AnyParts>, Vec<String>)> = vec![
        ("all", up(), twice(&rising)),
        ("from 0", up().starting_at((0.0,)), twice(&rising[3..])),
        ("after 0", up().after((0.0,)), twice(&rising[4..])),
        ("before 0", up().before((0.0,)), twice(&rising[..3])),
        ("up to 0", up().up_to((0.0,)), twice(&rising[..4])),
        ("from NaN", up().starting_at((f64::NAN,)), twice(&rising)),
        ("after NaN", up().after((f64::NAN,)), twice(&rising[1..])),
        ("before NaN", up().before((f64::NAN,)), twice(&[])),
        ("NaN", up().prefix((f64::NAN,)), twice(&rising[..1])),
        ("0", up().prefix((0.0,)), twice(&[0.0])),
        ("down", down(), twice(&falling)),
        ("down from 0", down().starting_at((0.0,)), twice(&falling[2..])),
        ("down after 0", down().after((0.0,)), twice(&falling[3..])),
        ("down before 0", down().before((0.0,)), twice(&falling[..2])),
        ("down up to NaN", down().up_to((f64::NAN,)), twice(&falling)),
        ("down before NaN", down().before((f64::NAN,)), twice(&falling[..5])),
        ("down after NaN", down().after((f64::NAN,)), twice(&[])),
    ];
    let levels = |rows: Vec<Gauge>| -> Vec<String> {
        rows.iter().map(|row| format!("{:?}", row.level)).collect()
    };
    for (what, scan, wanted) in cases {
        same(&format!("{what}, stream"), &levels(client.scan(scan.clone()).await?), &wanted)?;
        let sql = scan.sql(dialect)?;
        let text = format!("{what}, {}", sql.text);
        same(&text, &levels(client.query(sql).await?), &wanted)?;
    }
    Ok(())
}

#[derive(SpannerTable, Clone, Debug, PartialEq)]
#[index(PicturesByRank, columns(rank))]
#[index(PicturesByRankStored, columns(rank), storing(data))]
struct Picture {
    #[key(shard = 3)]
    shard: i64,
    #[key]
    number: i64,
    rank: i64,
    data: Vec<u8>,
}

/// Pages end where the buffer is full, also among rows that are equal in an index.
async fn large_rows_in_small_pages<C: Through>(
    Stage { client, dialect, .. }: Stage<'_, C>,
) -> Result {
    const LARGE: usize = 100_000;
    let data = |number: i64| {
        let length = if number % 3 == 0 { LARGE } else { 10 };
        vec![u8::try_from(number).unwrap_or(0); length]
    };
    let rows: Vec<(i64, i64)> = (0..60).map(|number| (number, number * 7 % 4)).collect();
    for &(number, rank) in &rows {
        let row = NewPicture { number, rank, data: data(number) };
        client.apply(vec![row.insert_with(&mut KeySource::new(dialect))?.into_mutation()]).await?;
    }
    let mut by_rank = rows.clone();
    by_rank.sort_by_key(|(_, rank)| *rank);
    for buffer in [1, LARGE / 2, 4 * LARGE, 50 * LARGE] {
        let scan = Picture::scan().buffer(buffer).dialect(dialect);
        let all = client.scan(scan.clone()).await?;
        same("numbers", &all.iter().map(|row| row.number).collect(), &(0..60).collect::<Vec<_>>())?;
        ensure(all.iter().all(|row| row.data == data(row.number)), || "other data".to_owned())?;
        for index in ["PicturesByRank", "PicturesByRankStored"] {
            let found = client.scan(scan.clone().index(index)).await?;
            let ranks = |rows: &[(i64, i64)]| rows.iter().map(|row| row.1).collect::<Vec<_>>();
            let found: Vec<_> = found.iter().map(|row| (row.number, row.rank)).collect();
            same("ranks", &ranks(&found), &ranks(&by_rank))?;
            let mut numbers = found;
            numbers.sort_unstable();
            same("rows", &numbers, &rows)?;
        }
    }
    Ok(())
}

fn by_name() -> Vec<Content> {
    sorted(contents(), |(user, number, _)| (user.clone(), *number))
}

/// Compares the rows of a scan in each way: as a stream, in a transaction, and as one statement.
async fn compare<C: Through, T: HasContent, P>(
    stage: Stage<'_, C>,
    scan: Scan<T, P>,
    wanted: &[Content],
) -> Result {
    let content = |rows: Vec<T>| rows.iter().map(HasContent::content).collect::<Vec<_>>();
    let what = format!("{scan:?}");
    let wanted = wanted.to_vec();
    same(
        &format!("{what} as a statement"),
        &content(stage.client.query(scan.sql(stage.dialect)?).await?),
        &wanted,
    )?;
    same(
        &format!("{what} in a transaction"),
        &content(stage.client.scan_in_transaction(scan.clone()).await?),
        &wanted,
    )?;
    same(&what, &content(stage.client.scan(scan).await?), &wanted)
}

async fn by_key<C: Through, T: HasContent>(stage: Stage<'_, C>) -> Result {
    let all = by_name();
    let those = |wanted: &dyn Fn(&str, i64) -> bool| -> Vec<Content> {
        all.iter().filter(|(user, number, _)| wanted(user, *number)).cloned().collect()
    };
    compare(stage, T::scan(), &all).await?;
    compare(stage, T::scan().page(7), &all).await?;
    compare(stage, T::scan().limit(25), &all[..25]).await?;
    compare(stage, T::scan().limit(1000).page(1000), &all).await?;
    compare(stage, T::scan().limit(0), &[]).await?;
    compare(
        stage,
        T::scan().untyped().starting_at(("user 05",)).before(("user 11",)),
        &those(&|user, _| ("user 05".."user 11").contains(&user)),
    )
    .await?;
    compare(
        stage,
        T::scan().untyped().after(("user 05",)).up_to(("user 11",)).page(3),
        &those(&|user, _| user > "user 05" && user <= "user 11"),
    )
    .await?;
    let middle =
        T::scan().untyped().starting_at(("user 03", -20_i64)).before(("user 09", 20_i64)).page(5);
    let is_middle =
        |user: &str, number| (user, number) >= ("user 03", -20) && (user, number) < ("user 09", 20);
    compare(stage, middle.clone(), &those(&is_middle)).await?;
    compare(stage, middle.limit(17), &those(&is_middle)[..17]).await?;
    compare(stage, T::scan().untyped().prefix(("user 13",)), &those(&|user, _| user == "user 13"))
        .await?;
    let narrow = T::scan().untyped().prefix(("user 13",)).after(("user 13", 0_i64));
    compare(stage, narrow, &those(&|user, number| user == "user 13" && number > 0)).await?;
    compare(stage, T::scan().untyped().prefix(("nobody",)), &[]).await
}

/// Rows are sorted by the index's columns, then by the rest of the primary key. A shard may come
/// first there, so only the order of the scores is compared.
async fn by_index<C: Through, T: HasContent>(stage: Stage<'_, C>) -> Result {
    let scores = |rows: &[T]| rows.iter().map(|row| row.content().2).collect::<Vec<_>>();
    let mut falling: Vec<i64> = contents().into_iter().map(|(_, _, score)| score).collect();
    falling.sort_unstable_by(|one, two| two.cmp(one));
    let whole = |rows: &[T]| sorted(rows.iter().map(HasContent::content).collect(), Clone::clone);

    for page in [4, 256] {
        let scan = T::scan().index("ByScore").dialect(stage.dialect).page(page);
        let rows = stage.client.scan(scan.clone()).await?;
        same("scores that fall", &scores(&rows), &falling)?;
        same("rows by the index", &whole(&rows), &sorted(contents(), Clone::clone))?;
        same(
            "scores in a transaction",
            &scores(&stage.client.scan_in_transaction(scan.clone()).await?),
            &falling,
        )?;
        same(
            "scores by a statement",
            &scores(&stage.client.query(scan.sql(stage.dialect)?).await?),
            &falling,
        )?;
        let rows = stage.client.scan(scan.limit(33)).await?;
        same("the first scores", &scores(&rows).as_slice(), &&falling[..33])?;

        let scan = T::scan()
            .index("ByScoreStored")
            .dialect(stage.dialect)
            .page(page)
            .starting_at((3_i64,))
            .before((6_i64,));
        let rows = stage.client.scan(scan.clone()).await?;
        let mut rising = falling.clone();
        rising.reverse();
        rising.retain(|score| (3..6).contains(score));
        same("scores from 3 to 5", &scores(&rows), &rising)?;
        same(
            "scores by a statement",
            &scores(&stage.client.query(scan.sql(stage.dialect)?).await?),
            &rising,
        )?;
    }
    Ok(())
}

/// A scan does not see rows that are written while it runs, and still sees deleted ones.
async fn one_snapshot<C: Through, T: HasContent>(
    stage: Stage<'_, C>,
    new: impl Fn(&str, i64) -> Result<C::Mutation>,
) -> Result {
    let scan = T::scan().page(2);
    let another = stage.another_client().await?;
    let rows = stage
        .client
        .scan_while(scan.clone(), async || {
            for user in ["user 00", "user 10", "user 99"] {
                another.apply(vec![new(user, 1_000)?]).await?;
            }
            let gone: Vec<KeyRange> =
                scan.clone().untyped().starting_at(("user 15",)).before(("user 16",)).ranges()?;
            another.apply(vec![C::Mutation::delete_ranges("Visits", gone)]).await.map(|_| ())
        })
        .await?;
    same("rows before", &rows.iter().map(HasContent::content).collect(), &by_name())?;
    let mut now = by_name();
    now.retain(|(user, _, _)| user != "user 15");
    now.extend(["user 00", "user 10", "user 99"].map(|user| (user.to_owned(), 1_000, 0)));
    let rows = stage.client.scan(scan).await?;
    same(
        "rows after",
        &rows.iter().map(HasContent::content).collect(),
        &sorted(now, |(user, number, _)| (user.clone(), *number)),
    )
}

#[derive(SpannerTable, Clone, Debug, PartialEq)]
struct Entry {
    #[key]
    book: String,
    #[key(shard = 4)]
    shard: i64,
    #[key]
    line: i64,
    text: Option<String>,
}

fn at(book: &str, line: i64) -> EntryKey {
    EntryKey { book: book.into(), line }
}

async fn write_entries<C: Through>(Stage { client, dialect, .. }: Stage<'_, C>) -> Result {
    let entry = |n: i64| {
        let book = if n % 2 == 0 { "even" } else { "odd" }.to_owned();
        NewEntry { book, line: n, text: None }.insert_with(&mut KeySource::new(dialect))
    };
    let rows = (0..20).map(entry).collect::<Result<Vec<_>, _>>()?;
    client.apply(Insert::into_mutations(rows)).await.map(|_| ())
}

async fn rows_by_key<C: Through>(stage: Stage<'_, C>) -> Result {
    let Stage { client, dialect, .. } = stage;
    write_entries(stage).await?;
    let keys = [at("odd", 7), at("even", 2), at("odd", 2), at("odd", 7), at("even", 0)];
    let lines = |rows: Vec<Entry>| rows.iter().map(|row| row.line).collect::<Vec<_>>();
    same(
        "in the order of the keys",
        &lines(client.find_many(keys.to_vec()).await?),
        &vec![7, 2, 0],
    )?;
    same("no keys", &lines(client.find_many(Vec::new()).await?), &vec![])?;
    same("a row", &client.exists::<Entry>(at("odd", 7)).await?, &true)?;
    same("no row", &client.exists::<Entry>(at("odd", 8)).await?, &false)?;
    let all = || Entry::scan().dialect(dialect);
    same("all", &client.count(all()).await?, &20)?;
    same("some", &client.count(all().prefix(("odd",)).starting_at(("odd", 10))).await?, &5)?;
    same("of both", &client.count(all().after(("even", 9)).before(("odd", 9))).await?, &9)?;
    same("at most", &client.count(all().limit(3)).await?, &3)?;
    let written = sql("text IS NOT NULL OR line = @line").bind("line", 4_i64);
    same("filtered", &client.count(all().filter(written)).await?, &1)
}

async fn ranges_are_deleted<C: Through>(stage: Stage<'_, C>) -> Result {
    let Stage { client, dialect, .. } = stage;
    write_entries(stage).await?;
    client.apply(vec![Entry::scan().prefix(("odd",)).after(("odd", 9)).delete()?]).await?;
    let left = client.scan(Entry::scan().prefix(("odd",))).await?;
    same("left", &left.iter().map(|row| row.line).collect(), &vec![1, 3, 5, 7, 9])?;
    client.apply(vec![Entry::scan().delete()?]).await?;
    same("nothing is left", &client.count(Entry::scan().dialect(dialect)).await?, &0)
}
