//! Scans over shards of each kind, against the same rows sorted by hand.

use spanner_keys::Scan;
use spanner_keys::client::ClientMutation as _;
use spanner_keys::scan::KeyRange;

use super::prelude::*;

/// What a row says: its user, its number, and its score.
type Said = (String, i64, i64);

/// Rows of 20 users, each with some numbers and a few scores, so that many rows are equal in an
/// index.
fn said() -> Vec<Said> {
    let user = |n: i64| format!("user {:02}", n * 7 % 20);
    (0..160).map(|n| (user(n), n * 31 % 301 - 150, n * 13 % 11)).collect()
}

fn sorted<K: Ord>(mut rows: Vec<Said>, key: impl FnMut(&Said) -> K) -> Vec<Said> {
    rows.sort_by_key(key);
    rows
}

/// A table whose rows say these three.
trait Says: SpannerTable {
    fn says(&self) -> Said;
}

/// A table whose shard is of this kind, with an index over all shards at once, and one with shards
/// of its own.
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

            impl Says for Visit {
                fn says(&self) -> Said {
                    (self.user.clone(), self.number, self.score)
                }
            }

            pub(super) fn case<C: Through>(emulator: &Emulator, dialect: Dialect) -> Result<(), String> {
                run(emulator, dialect, &Schema::new().table::<Visit>(), async |stage: &Stage<'_, C>| {
                    let mut keys = KeySource::new(dialect);
                    let rows = said().into_iter().map(|(user, number, score)| {
                        NewVisit { note: format!("{user} {number}"), user, number, score }.insert_with(&mut keys)
                    });
                    stage.client.apply(Insert::into_mutations(rows.collect::<Result<Vec<_>, _>>()?)).await?;
                    by_key::<C, Visit>(stage).await?;
                    by_index::<C, Visit>(stage).await?;
                    let all = Visit::scan().limit(60);
                    let rows = stage.client.scan(all).await?;
                    let after = rows.last().map(SpannerTable::key).ok_or_else(|| "no rows".to_owned())?;
                    compare(stage, Visit::scan().after_key(after), &by_name()[60..]).await?;
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

pub(super) const CASES: &[Case] =
    cases![shard_by_database, shard_by_client, shard_by_chance, shard_of_one_part,];

fn by_name() -> Vec<Said> {
    sorted(said(), |(user, number, _)| (user.clone(), *number))
}

/// The rows of a scan by each of its ways: as a stream, in a transaction, and as one statement.
async fn compare<C: Through, T: Says>(
    stage: &Stage<'_, C>,
    scan: Scan<T>,
    wanted: &[Said],
) -> Result<(), Failure> {
    let says = |rows: Vec<T>| rows.iter().map(Says::says).collect::<Vec<_>>();
    let what = format!("{scan:?}");
    let wanted = wanted.to_vec();
    same(
        &format!("{what} as a statement"),
        &says(stage.client.query(scan.sql(stage.dialect)?).await?),
        &wanted,
    )?;
    same(
        &format!("{what} in a transaction"),
        &says(stage.client.scan_in_transaction(scan.clone()).await?),
        &wanted,
    )?;
    same(&what, &says(stage.client.scan(scan).await?), &wanted)
}

async fn by_key<C: Through, T: Says>(stage: &Stage<'_, C>) -> Result<(), Failure> {
    let all = by_name();
    let those = |wanted: &dyn Fn(&str, i64) -> bool| -> Vec<Said> {
        all.iter().filter(|(user, number, _)| wanted(user, *number)).cloned().collect()
    };
    compare(stage, T::scan(), &all).await?;
    compare(stage, T::scan().page(7), &all).await?;
    compare(stage, T::scan().limit(25), &all[..25]).await?;
    compare(stage, T::scan().limit(1000).page(1000), &all).await?;
    compare(stage, T::scan().limit(0), &[]).await?;
    compare(
        stage,
        T::scan().from(("user 05",)).until(("user 11",)),
        &those(&|user, _| ("user 05".."user 11").contains(&user)),
    )
    .await?;
    compare(
        stage,
        T::scan().after(("user 05",)).through(("user 11",)).page(3),
        &those(&|user, _| user > "user 05" && user <= "user 11"),
    )
    .await?;
    let middle = T::scan().from(("user 03", -20_i64)).until(("user 09", 20_i64)).page(5);
    let is_middle =
        |user: &str, number| (user, number) >= ("user 03", -20) && (user, number) < ("user 09", 20);
    compare(stage, middle.clone(), &those(&is_middle)).await?;
    compare(stage, middle.limit(17), &those(&is_middle)[..17]).await?;
    compare(stage, T::scan().prefix(("user 13",)), &those(&|user, _| user == "user 13")).await?;
    let narrow = T::scan().prefix(("user 13",)).after(("user 13", 0_i64));
    compare(stage, narrow, &those(&|user, number| user == "user 13" && number > 0)).await?;
    compare(stage, T::scan().prefix(("nobody",)), &[]).await
}

/// The index's own columns, then the rest of the primary key. What is equal in the index is told
/// apart by the key, where a shard may come first, so only the order of the scores is compared
/// there.
async fn by_index<C: Through, T: Says>(stage: &Stage<'_, C>) -> Result<(), Failure> {
    let scores = |rows: &[T]| rows.iter().map(|row| row.says().2).collect::<Vec<_>>();
    let mut falling: Vec<i64> = said().into_iter().map(|(_, _, score)| score).collect();
    falling.sort_unstable_by(|one, two| two.cmp(one));
    let whole = |rows: &[T]| sorted(rows.iter().map(Says::says).collect(), Clone::clone);

    for page in [4, 256] {
        let scan = T::scan().index("ByScore").dialect(stage.dialect).page(page);
        let rows = stage.client.scan(scan.clone()).await?;
        same("scores that fall", &scores(&rows), &falling)?;
        same("rows by the index", &whole(&rows), &sorted(said(), Clone::clone))?;
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
            .from((3_i64,))
            .until((6_i64,));
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

/// What is written while a scan runs is not in it, and what is deleted still is.
async fn one_snapshot<C: Through, T: Says>(
    stage: &Stage<'_, C>,
    new: impl Fn(&str, i64) -> Result<C::Mutation, Failure>,
) -> Result<(), Failure> {
    let scan = T::scan().page(2);
    let another = stage.another_client().await?;
    let rows = stage
        .client
        .scan_while(scan.clone(), async || {
            for user in ["user 00", "user 10", "user 99"] {
                another.apply(vec![new(user, 1_000)?]).await?;
            }
            let gone: Vec<KeyRange> =
                scan.clone().from(("user 15",)).until(("user 16",)).ranges()?;
            another.apply(vec![C::Mutation::delete_ranges("Visits", gone)]).await.map(|_| ())
        })
        .await?;
    same("what was there at first", &rows.iter().map(Says::says).collect(), &by_name())?;
    let mut now = by_name();
    now.retain(|(user, _, _)| user != "user 15");
    now.extend(["user 00", "user 10", "user 99"].map(|user| (user.to_owned(), 1_000, 0)));
    let rows = stage.client.scan(scan).await?;
    same(
        "what is there now",
        &rows.iter().map(Says::says).collect(),
        &sorted(now, |(user, number, _)| (user.clone(), *number)),
    )
}
