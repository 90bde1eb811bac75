//! Own SQL: parameters, joins and aggregates as structs, and transactions that read, decide and
//! write.

#![allow(
    clippy::struct_field_names,
    clippy::large_futures,
    reason = "columns are named as in a database, and the futures of the client are large"
)]

use std::sync::atomic::{AtomicUsize, Ordering};

use chrono::NaiveDate;
use futures_util::TryStreamExt as _;
use gcloud_gax::grpc::{Code, Status as GrpcStatus};
use gcloud_spanner::client::Error as GcloudError;
use google_cloud_spanner::Error as GoogleError;
use google_cloud_spanner::statement::Statement as GoogleStatement;
use spanner_keys::client::{gcloud, google};
use spanner_keys::query::Query;
use spanner_keys::statement::StatementError;
use spanner_keys::value::ValueError;
use spanner_keys::{SpannerColumn, SpannerRow, sql, stored};

use super::prelude::*;

pub(super) const CASES: &[Case] = cases![
    rows_of_a_join: User Task,
    rows_as_tables_and_tuples: User Task,
    filters: User Task,
    columns_that_do_not_fit: User Task,
    number_of_rows: User,
    nothing_is_sent: User,
];
pub(super) const GCLOUD_CASES: &[Case] = cases![
    Gcloud;
    gcloud_transactions: User Task,
    gcloud_statements: User Task,
];
pub(super) const GOOGLE_CASES: &[Case] = cases![
    Google;
    google_transactions: User Task,
    google_statements: User Task,
];

#[derive(SpannerColumn, Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct UserId(Uuid);

#[derive(SpannerColumn, Clone, Debug, PartialEq)]
#[column(rename_all = "snake_case")]
enum Status {
    Open,
    InReview,
    Done,
}

#[derive(SpannerTable, Clone, Debug, PartialEq)]
#[table(name = "users")]
struct User {
    #[key(uuid, storage = bytes)]
    user_id: UserId,
    #[column(length = 20)]
    name: String,
}

#[derive(SpannerTable, Clone, Debug, PartialEq)]
#[table(name = "tasks")]
struct Task {
    #[key(uuid)]
    task_id: Uuid,
    #[column(storage = bytes)]
    owner: Option<UserId>,
    title: String,
    status: Status,
    points: i64,
    labels: Vec<String>,
    due: Option<NaiveDate>,
}

#[derive(SpannerRow, Debug, PartialEq)]
struct Person {
    user_id: UserId,
    name: String,
}

#[derive(SpannerRow, Debug, PartialEq)]
struct TaskLine {
    #[column(flatten, prefix = "owner_")]
    owner: Option<Person>,
    #[column(name = "headline")]
    title: String,
    status: Status,
    due: Option<NaiveDate>,
    labels: Vec<String>,
    #[column(flatten)]
    score: Score,
}

#[derive(SpannerRow, Debug, PartialEq)]
struct Score {
    points: i64,
}

fn due() -> Option<NaiveDate> {
    NaiveDate::from_ymd_opt(2030, 1, 31)
}

fn task(owner: Option<UserId>, title: &str, status: Status, points: i64) -> NewTask {
    let labels = title.split(' ').map(str::to_owned).collect();
    let due = due().filter(|_| points > 1);
    NewTask { owner, title: title.to_owned(), status, points, labels, due }
}

/// Two users, one with two tasks, and a task of nobody; the first user.
async fn fill<C: Through>(stage: Stage<'_, C>) -> Result<UserId> {
    let keys = &mut KeySource::new(stage.dialect);
    let ada = NewUser { name: "Ada".to_owned() }.insert_with(keys)?;
    let id = ada.key().user_id;
    let grace = NewUser { name: "Grace".to_owned() }.insert_with(keys)?;
    let tasks = [
        task(Some(id), "write it down", Status::Open, 3),
        task(Some(id), "read", Status::InReview, 2),
        task(None, "wait", Status::Open, 1),
    ];
    let tasks =
        tasks.into_iter().map(|task| task.insert_with(keys)).collect::<Result<Vec<_>, _>>()?;
    let mut all = Insert::into_mutations(vec![ada, grace]);
    all.extend(Insert::into_mutations(tasks));
    stage.client.apply(all).await?;
    Ok(id)
}

async fn rows_of_a_join<C: Through>(stage: Stage<'_, C>) -> Result {
    let ada = fill(stage).await?;
    let query =
        sql("SELECT t.title AS headline, t.*, u.user_id AS owner_user_id, u.name AS owner_name
         FROM tasks t LEFT JOIN users u ON t.owner = u.user_id -- not @all of them
         WHERE t.points >= @least ORDER BY t.points DESC")
        .dialect(stage.dialect)
        .bind("least", 1_i64);
    let person = || Some(Person { user_id: ada, name: "Ada".to_owned() });
    let line = |owner, title: &str, status, points| TaskLine {
        owner,
        title: title.to_owned(),
        status,
        due: due().filter(|_| points > 1),
        labels: title.split(' ').map(str::to_owned).collect(),
        score: Score { points },
    };
    let wanted = vec![
        line(person(), "write it down", Status::Open, 3),
        line(person(), "read", Status::InReview, 2),
        line(None, "wait", Status::Open, 1),
    ];
    same("all", &stage.client.select(query.clone()).await?, &wanted)?;
    same("in a transaction", &stage.client.select_in_transaction(query.clone()).await?, &wanted)?;
    let items = stage.client.select_items(query).await;
    same("stream", &items.into_iter().collect::<Result<Vec<TaskLine>, _>>()?, &wanted)?;

    let totals = sql("SELECT u.name, COUNT(t.task_id) AS tasks, SUM(t.points) AS points
         FROM users u LEFT JOIN tasks t ON t.owner = u.user_id GROUP BY u.name ORDER BY u.name");
    let totals: Vec<Total> = stage.client.select(totals.dialect(stage.dialect)).await?;
    let wanted = [("Ada", 2, Some(5)), ("Grace", 0, None)];
    let wanted = wanted.map(|(name, tasks, points)| {
        // In PostgreSQL, the sum of integers is NUMERIC.
        Total { name: name.to_owned(), tasks, points: points.map(rust_decimal::Decimal::from) }
    });
    if stage.dialect == Dialect::PostgreSql {
        same("totals", &totals, &wanted.into())?;
    }
    Ok(())
}

#[derive(SpannerRow, Debug, PartialEq)]
struct Total {
    name: String,
    tasks: i64,
    points: Option<rust_decimal::Decimal>,
}

#[derive(SpannerRow)]
struct Both {
    #[column(flatten)]
    user: Option<User>,
    name: String,
}

async fn rows_as_tables_and_tuples<C: Through>(stage: Stage<'_, C>) -> Result {
    let ada = fill(stage).await?;
    let client = stage.client;
    let of = |text: &str| sql(text).dialect(stage.dialect);
    // Columns in another order, and one more.
    let users: Vec<User> =
        client.select(of("SELECT name, 1 AS more, user_id FROM users WHERE name = 'Ada'")).await?;
    same("users", &users, &vec![User { user_id: ada, name: "Ada".to_owned() }])?;
    let tasks: Vec<Task> = client.select(of("SELECT * FROM tasks ORDER BY points")).await?;
    same("tasks", &tasks.iter().map(|task| task.points).collect(), &vec![1, 2, 3])?;
    same("due", &tasks.iter().map(|task| task.due).collect(), &vec![None, due(), due()])?;
    // A column that two row types have.
    let both: Vec<Both> = client.select(of("SELECT * FROM users WHERE name = 'Ada'")).await?;
    same("both", &both[0].user.as_ref().map(|user| &user.name), &Some(&both[0].name))?;
    let pair: (String, Option<UserId>) =
        client.select_one(of("SELECT title, owner FROM tasks WHERE points = 1")).await?;
    same("a pair", &pair, &("wait".to_owned(), None))?;
    Ok(())
}

async fn filters<C: Through>(stage: Stage<'_, C>) -> Result {
    let ada = fill(stage).await?;
    let count = async |query: Query| -> Result<i64> {
        Ok(stage.client.select_one::<(i64,)>(query.dialect(stage.dialect)).await?.0)
    };
    let is_googlesql = stage.dialect == Dialect::GoogleSql;
    let among = |name: &str| {
        if is_googlesql { format!("IN UNNEST(@{name})") } else { format!("= ANY(@{name})") }
    };

    // A column that is not stored in the usual way of its type.
    let owned = "SELECT COUNT(*) FROM tasks WHERE owner = @id AND @id IS NOT NULL";
    same("owned", &count(sql(owned).bind("id", stored!(Task.owner, ada))).await?, &2)?;
    same("nobody's", &count(sql(owned).bind("id", stored!(Task.owner, None))).await?, &0)?;
    let either = format!("SELECT COUNT(*) FROM users WHERE user_id {}", among("ids"));
    same("many", &count(sql(either).bind("ids", stored!(User.user_id, vec![ada]))).await?, &1)?;
    let either = format!("SELECT COUNT(*) FROM tasks WHERE owner {}", among("ids"));
    same("many", &count(sql(either).bind("ids", stored!(Task.owner, vec![ada]))).await?, &2)?;
    let wrong = count(sql(owned).bind("id", ada)).await;
    ensure(wrong.is_err(), || "BYTES were compared with text".to_owned())?;

    let status =
        format!("SELECT COUNT(*) FROM tasks WHERE status {} AND title <> '@title'", among("all"));
    let all = vec![Status::InReview, Status::Done];
    same("states", &count(sql(status).bind("all", all)).await?, &1)?;
    let due_on = "SELECT COUNT(*) FROM tasks WHERE due=@due OR (@due IS NULL AND due IS NULL)";
    same("due", &count(sql(due_on).bind("due", due())).await?, &2)?;
    same("not due", &count(sql(due_on).bind("due", None::<NaiveDate>)).await?, &1)?;
    let titled = "SELECT COUNT(*) FROM tasks WHERE title = @title OR title = @other";
    let titled = sql(titled).bind("other", None::<&str>).bind("title", "it's @title");
    same("titled", &count(titled).await?, &0)?;
    let few = "SELECT COUNT(*) FROM tasks WHERE points<@most";
    same("without spaces", &count(sql(few).bind("most", 3)).await?, &2)?;
    Ok(())
}

async fn columns_that_do_not_fit<C: Through>(stage: Stage<'_, C>) -> Result {
    fill(stage).await?;
    let error = async |text: &str| match stage
        .client
        .select::<Score>(sql(text).dialect(stage.dialect))
        .await
    {
        Ok(rows) => format!("{rows:?}"),
        Err(failure) => failure.text,
    };
    for (text, wanted) in [
        // The columns are checked before the rows, so no row is needed.
        (
            "SELECT title, status FROM tasks WHERE FALSE",
            "column `points` of the query is not among the selected columns: `title`, `status`",
        ),
        (
            "SELECT points, title AS points FROM tasks",
            "column `points` of the query is selected more than once; give one of them another name with AS",
        ),
        (
            "SELECT NULLIF(points, 1) AS points FROM tasks WHERE points = 1",
            "column `points` of the query is NULL, but the field is not an `Option`",
        ),
        (
            "SELECT title AS points FROM tasks WHERE points = 1",
            "column `points` of the query should hold an integer that fits `i64`, but holds `wait`",
        ),
    ] {
        same(text, &error(text).await, &wanted.to_owned())?;
    }
    let few: Result<Vec<(i64, String)>, _> =
        stage.client.select(sql("SELECT points FROM tasks").dialect(stage.dialect)).await;
    same(
        "too few columns",
        &few.err().map(|failure| failure.text),
        &Some("column `2` of the query is not among the selected columns: `points`".to_owned()),
    )?;
    // A stream ends after its error.
    let query = sql("SELECT NULLIF(points, 3) AS points FROM tasks ORDER BY tasks.points")
        .dialect(stage.dialect);
    let items = stage.client.select_items::<Score>(query).await;
    same("items", &items.iter().map(Result::is_ok).collect(), &vec![true, true, false])
}

async fn number_of_rows<C: Through>(stage: Stage<'_, C>) -> Result {
    let keys = &mut KeySource::new(stage.dialect);
    let users = ["Ada", "Grace"].map(|name| NewUser { name: name.to_owned() }.insert_with(keys));
    let users = users.into_iter().collect::<Result<Vec<_>, _>>()?;
    stage.client.apply(Insert::into_mutations(users)).await?;
    let named = |text: &str, name: &str| sql(text).dialect(stage.dialect).bind("name", name);
    let (one, many) =
        ("SELECT name FROM users WHERE name = @name", "SELECT name FROM users WHERE name <> @name");
    let client = stage.client;
    let text = |result: Result<String>| result.unwrap_or_else(|failure| failure.text);
    let only = async |query| text(client.select_one::<(String,)>(query).await.map(|(name,)| name));
    let maybe = async |query| {
        text(client.select_optional::<(String,)>(query).await.map(|row| format!("{row:?}")))
    };
    let (none, more) = (StatementError::NoRow.to_string(), StatementError::ManyRows.to_string());
    same("one", &only(named(one, "Ada")).await, &"Ada".to_owned())?;
    same("none", &only(named(one, "Bob")).await, &none)?;
    same("more", &only(named(many, "Bob")).await, &more)?;
    same("one", &maybe(named(one, "Ada")).await, &"Some((\"Ada\",))".to_owned())?;
    same("none", &maybe(named(one, "Bob")).await, &"None".to_owned())?;
    same("more", &maybe(named(many, "Bob")).await, &more)
}

/// A mistake in the parameters is found before the database is asked about a table that it does not
/// have.
async fn nothing_is_sent<C: Through>(stage: Stage<'_, C>) -> Result {
    let query = sql("SELECT a FROM nowhere WHERE a = @tenent").dialect(stage.dialect);
    let found = stage.client.select::<(i64,)>(query.bind("tenant", 1)).await;
    let failure = found.err().ok_or_else(|| "it was sent".to_owned())?;
    same("code", &failure.code, &None)?;
    ensure(failure.text.contains("did you mean `@tenant`?"), || failure.text.clone())
}

/// The next task of a user: at most three points in all, and a title that fits.
fn next_task(owner: UserId, title: &str, points: i64) -> NewTask {
    task(Some(owner), title, Status::Open, points)
}

/// Points of a user.
fn points(owner: UserId, dialect: Dialect) -> Query {
    let text = "SELECT COALESCE(MAX(points), 0) AS points FROM tasks WHERE owner = @owner";
    sql(text).dialect(dialect).bind("owner", stored!(Task.owner, owner))
}

/// Read, decide, change, insert; `?` on the client's errors and ours, with either as the error of the
/// closure. The first attempt is aborted after all of it.
async fn gcloud_transactions(stage: Stage<'_, Gcloud>) -> Result {
    let ada = fill(stage).await?;
    let (Gcloud(client), dialect) = (stage.client, stage.dialect);
    let attempts = &*Box::leak(Box::new(AtomicUsize::new(0)));

    let (_, now) = client
        .read_write_transaction(|tx| {
            Box::pin(async move {
                let Score { points: most } = gcloud::query_one_in(tx, points(ada, dialect)).await?;
                let user = gcloud::find::<User>(tx, UserKey { user_id: ada }).await?;
                if let Some(user) = user.filter(|_| most > 2) {
                    let changed = User { name: format!("{} {most}", user.name), ..user };
                    tx.buffer_write(vec![changed.update_for(dialect)?.into_mutation()]);
                }
                let more =
                    next_task(ada, "more", most + 1).insert_with(&mut KeySource::new(dialect))?;
                tx.buffer_write(vec![more.into_mutation()]);
                // The client's own errors.
                let mut rows = tx.query(sql("SELECT 1").into_statement()?).await?;
                let one: i64 = rows.next().await?.map_or(Ok(0), |row| row.column(0))?;
                if attempts.fetch_add(1, Ordering::Relaxed) == 0 {
                    Err(GrpcStatus::new(Code::Aborted, "try again"))?;
                }
                Ok::<_, gcloud::Error>(most + one)
            })
        })
        .await?;
    same("points", &now, &4)?;
    same("attempts", &attempts.load(Ordering::Relaxed), &2)?;
    let Score { points: most } = gcloud::query_one(client, points(ada, dialect)).await?;
    same("most", &most, &4)?;
    let named = sql("SELECT name FROM users WHERE user_id = @id").dialect(dialect);
    let (name,): (String,) =
        gcloud::query_one(client, named.bind("id", stored!(User.user_id, ada))).await?;
    same("name", &name, &"Ada 3".to_owned())?;

    // Our error comes out as it is, and nothing is written.
    let long = "x".repeat(21);
    let refused = client
        .read_write_transaction(|tx| {
            let name = long.clone();
            Box::pin(async move {
                let keys = &mut KeySource::new(dialect);
                tx.buffer_write(vec![next_task(ada, "lost", 9).insert_with(keys)?.into_mutation()]);
                tx.buffer_write(vec![NewUser { name }.insert_with(keys)?.into_mutation()]);
                Ok::<_, gcloud::Error>(())
            })
        })
        .await;
    let is_ours = matches!(&refused, Err(gcloud::Error::Row(error)) if matches!(error.error, ValueError::TooLong { .. }));
    ensure(is_ours, || format!("{:?}", refused.map(|_| ())))?;
    same("most", &gcloud::query_one::<(i64,)>(client, points(ada, dialect)).await?.0, &4)?;

    // The same with the client's error.
    let (_, rows) = client
        .read_write_transaction(|tx| {
            Box::pin(async move {
                let _: Score = gcloud::query_one_in(tx, points(ada, dialect)).await?;
                let rows: Vec<Task> =
                    gcloud::query_stream_in(tx, sql("SELECT * FROM tasks").dialect(dialect))
                        .try_collect()
                        .await?;
                let statement = sql("UPDATE tasks SET points = @points WHERE points = 4");
                tx.update(statement.dialect(dialect).bind("points", 5).into_statement()?).await?;
                let unknown =
                    sql("SELECT @a").into_statement::<gcloud_spanner::statement::Statement>();
                ensure_unbound(unknown.err())?;
                Ok::<_, GcloudError>(rows.len())
            })
        })
        .await?;
    same("rows", &rows, &4)?;
    same("most", &gcloud::query_one::<(i64,)>(client, points(ada, dialect)).await?.0, &5)
}

/// `?` on our own error in a function with another one.
fn ensure_unbound(error: Option<StatementError>) -> Result<(), StatementError> {
    match error {
        Some(StatementError::MissingParameter { .. }) => Ok(()),
        other => Err(other.unwrap_or(StatementError::NoRow)),
    }
}

async fn google_transactions(stage: Stage<'_, Google>) -> Result {
    let ada = fill(stage).await?;
    let (Google(client), dialect) = (stage.client, stage.dialect);
    let attempts = AtomicUsize::new(0);
    let now = client
        .read_write_transaction()
        .build()
        .run(async |tx| {
            let Score { points: most } = google::query_one_in(&tx, points(ada, dialect)).await?;
            let user = google::find::<User>(&tx, UserKey { user_id: ada }).await?;
            if let Some(user) = user.filter(|_| most > 2) {
                let changed = User { name: format!("{} {most}", user.name), ..user };
                tx.buffer([changed.update_for(dialect)?.into_mutation()])?;
            }
            let more =
                next_task(ada, "more", most + 1).insert_with(&mut KeySource::new(dialect))?;
            tx.buffer([more.into_mutation()])?;
            let ours: GoogleStatement = sql("SELECT 1").into_statement()?;
            let mut rows = tx.execute_query(ours).await?;
            let one: i64 = rows.next().await.transpose()?.map_or(Ok(0), |row| row.get(0))?;
            if attempts.fetch_add(1, Ordering::Relaxed) == 0 {
                return Err(aborted());
            }
            Ok(most + one)
        })
        .await?
        .into_inner();
    same("points", &now, &4)?;
    same("attempts", &attempts.load(Ordering::Relaxed), &2)?;
    same("most", &google::query_one::<(i64,)>(client, points(ada, dialect)).await?.0, &4)?;
    let named = sql("SELECT name FROM users WHERE user_id = @id").dialect(dialect);
    let (name,): (String,) =
        google::query_one(client, named.bind("id", stored!(User.user_id, ada))).await?;
    same("name", &name, &"Ada 3".to_owned())?;

    let refused = client
        .read_write_transaction()
        .build()
        .run(async |tx| {
            let keys = &mut KeySource::new(dialect);
            tx.buffer([next_task(ada, "lost", 9).insert_with(keys)?.into_mutation()])?;
            tx.buffer([NewUser { name: "x".repeat(21) }.insert_with(keys)?.into_mutation()])?;
            Ok(())
        })
        .await
        .map_err(google::Error::from);
    let is_ours = matches!(&refused, Err(google::Error::Row(error)) if matches!(error.error, ValueError::TooLong { .. }));
    ensure(is_ours, || format!("{:?}", refused.map(|_| ())))?;

    let rows = client
        .read_write_transaction()
        .build()
        .run(async |tx| {
            let query = sql("SELECT * FROM tasks").dialect(dialect);
            let rows: Vec<Task> = google::query_stream_in(&tx, query).try_collect().await?;
            let statement = sql("UPDATE tasks SET points = @points WHERE points = 4");
            let statement: GoogleStatement =
                statement.dialect(dialect).bind("points", 5).into_statement()?;
            tx.execute_update(statement).await?;
            ensure_unbound(sql("SELECT @a").into_statement::<GoogleStatement>().err())?;
            Ok(rows.len())
        })
        .await?;
    same("rows", &rows.into_inner(), &4)?;
    same("most", &google::query_one::<(i64,)>(client, points(ada, dialect)).await?.0, &5)
}

/// What the database returns for a transaction that must be tried again.
fn aborted() -> GoogleError {
    use google_cloud_gax::error::rpc::{Code, Status};
    GoogleError::service(Status::default().set_code(Code::Aborted).set_message("try again"))
}

/// The client's own statements can be queried as well.
async fn gcloud_statements(stage: Stage<'_, Gcloud>) -> Result {
    let ada = fill(stage).await?;
    let statement = gcloud_spanner::statement::Statement::new("SELECT COUNT(*) FROM tasks");
    same("own", &gcloud::query_one::<(i64,)>(&stage.client.0, statement).await?.0, &3)?;
    same("text", &gcloud::query_one::<(i64,)>(&stage.client.0, "SELECT 7").await?.0, &7)?;
    let refused = gcloud::query_one::<(i64,)>(&stage.client.0, "SELECT @day").await;
    ensure(matches!(refused, Err(gcloud::Error::Statement(_))), || format!("{refused:?}"))?;

    // The client's own traits.
    let mark = if stage.dialect == Dialect::GoogleSql { "@p1" } else { "$1" };
    let text =
        format!("SELECT owner, status FROM tasks WHERE status = {mark} ORDER BY points DESC");
    let mut statement = gcloud_spanner::statement::Statement::new(text);
    statement.add_param("p1", &Status::Open);
    let mut tx = stage.client.0.single().await?;
    let mut rows = tx.query(statement).await.map_err(GcloudError::from)?;
    let mut found = Vec::new();
    while let Some(row) = rows.next().await.map_err(GcloudError::from)? {
        let owner: Option<UserId> = row.column_by_name("owner").map_err(GcloudError::from)?;
        let status: Status = row.column_by_name("status").map_err(GcloudError::from)?;
        ensure(row.column::<UserId>(1).is_err(), || "a status was read as an id".to_owned())?;
        found.push((owner, status));
    }
    same("by the client", &found, &vec![(Some(ada), Status::Open), (None, Status::Open)])?;
    let text = format!("SELECT COUNT(*) FROM users WHERE name <> {mark}");
    let mut statement = gcloud_spanner::statement::Statement::new(text);
    statement.add_param("p1", &ada);
    same("a newtype", &gcloud::query_one::<(i64,)>(&stage.client.0, statement).await?.0, &2)
}

async fn google_statements(stage: Stage<'_, Google>) -> Result {
    let ada = fill(stage).await?;
    let statement = GoogleStatement::builder("SELECT COUNT(*) FROM tasks").build();
    same("own", &google::query_one::<(i64,)>(&stage.client.0, statement).await?.0, &3)?;
    same("text", &google::query_one::<(i64,)>(&stage.client.0, "SELECT 7").await?.0, &7)?;
    let refused = google::query_one::<(i64,)>(&stage.client.0, "SELECT @day").await;
    ensure(matches!(refused, Err(google::Error::Statement(_))), || format!("{refused:?}"))?;

    // The client's own traits, by reference and by value.
    let marks = if stage.dialect == Dialect::GoogleSql { ["@p1", "@p2"] } else { ["$1", "$2"] };
    let [one, two] = marks;
    let text = format!(
        "SELECT owner, status FROM tasks WHERE status = {one} AND status = {two} ORDER BY points DESC"
    );
    let statement = GoogleStatement::builder(text)
        .add_param("p1", &Status::Open)
        .add_param("p2", Some(Status::Open))
        .build();
    let mut rows = stage.client.0.single_use().build().execute_query(statement).await?;
    let mut found = Vec::new();
    while let Some(row) = rows.next().await {
        let row = row?;
        ensure(row.get::<UserId>("status").is_err(), || "a status was read as an id".to_owned())?;
        found.push((row.get::<Option<UserId>>("owner")?, row.get::<Status>("status")?));
    }
    same("by the client", &found, &vec![(Some(ada), Status::Open), (None, Status::Open)])
}
