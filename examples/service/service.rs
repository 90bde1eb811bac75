//! A multi-tenant service: its own SQL, transactions, partial updates and scans, for either client.
//!
//! It fails if what it reads is not what it wrote. `tables.rs` has the tables and, in one line, the
//! dialect; `gcloud.rs` and `google.rs` have what differs between the clients, such as connecting.

use std::collections::BTreeSet;
use std::fmt::Debug;

use chrono::NaiveDate;
use futures_util::TryStreamExt as _;
use rust_decimal::Decimal;
use spanner_keys::client::ClientMutation;
use spanner_keys::column::Json;
use spanner_keys::keys::uuid_of_halves;
use spanner_keys::query::Query;
use spanner_keys::value::RowError;
use spanner_keys::{
    Dialect, Insert, KeySource, NewRow, SpannerRow, SpannerTable, index, stored, update,
};
use spanner_keys_emulator::Emulator;

use crate as db;
use crate::Client;
use crate::tables::*;

/// `?` works on the errors of the library, of the client, and on texts.
pub type Failure = Box<dyn std::error::Error + Send + Sync>;

/// On the emulator, if there is one.
pub async fn run() -> Result<(), Failure> {
    let emulator = match Emulator::start() {
        Ok(emulator) => emulator,
        Err(missing) => {
            println!("not run on the emulator: {missing}");
            return Ok(());
        }
    };
    println!("a database of {DIALECT}, through {}", std::any::type_name::<Client>());
    let database = emulator.database(DIALECT)?;
    db::create_tables(&emulator, &database).await?;
    // In tests that need no client to create the tables, the same in one call.
    let other = emulator.database_of(&schema(), DIALECT)?;
    let [one, same] = [database.ddl()?, other.ddl()?].map(BTreeSet::from_iter); // in any order
    expect("created: the same tables", one == same, true)?;

    let client = &db::connect(&emulator, &database).await?;
    let project = sign_up(client).await?;
    let caller = authenticate(client).await?;
    // A separate client, as another instance of the service has.
    let second = &db::connect(&emulator, &database).await?;
    let task = work([client, second], project, &caller).await?;
    talk(client, task, &caller).await?;
    attach(client, task).await?;
    bill(client, caller.tenant_id).await?;
    relay(client).await?;
    leave(client, project, task).await?;
    println!("done");
    Ok(())
}

/// Prints what was read; an error if it is not what was written.
fn expect<T: PartialEq + Debug>(what: &str, found: T, wanted: T) -> Result<(), Failure> {
    if found != wanted {
        return Err(format!("{what}: {found:?}, expected {wanted:?}").into());
    }
    println!("{what}: {found:?}");
    Ok(())
}

/// A text with parameters, in the dialect of the service.
fn sql(text: &str) -> Query {
    spanner_keys::sql(text).dialect(DIALECT)
}

/// Checks new rows of any table, and generates their keys.
fn rows<N: NewRow, M: ClientMutation>(
    new: impl IntoIterator<Item = N>,
) -> Result<Vec<M>, RowError> {
    let mut keys = KeySource::new(DIALECT);
    let rows: Result<Vec<_>, _> = new.into_iter().map(|row| row.insert_with(&mut keys)).collect();
    Ok(Insert::into_mutations(rows?))
}

/// A day of 2030's first month.
fn day(day: u32) -> Option<NaiveDate> {
    NaiveDate::from_ymd_opt(2030, 1, day)
}

/// The hash of the only API key.
const HASH: [u8; 32] = [7; 32];

/// A tenant with two users, a project and an API key.
async fn sign_up(client: &Client) -> Result<ProjectKey, Failure> {
    // The id comes from the request, so that a second request writes the same tenant.
    let tenant =
        TenantKey { tenant_id: Id::known("3f0e8a52-9d0b-4c57-8a53-6a1f6f0a7c11".parse()?) };
    let acme: NewTenant = serde_json::from_str(r#"{ "name": "Acme", "most_open_tasks": 2 }"#)?;
    let first = acme.clone().insert_as(tenant)?;
    db::apply(client, vec![first.into_mutation()]).await?;
    let again = acme.insert_as(tenant)?.or_update();

    let ada = SignUp { tenant, email: Email("ada@acme.example".into()), role: Role::Owner };
    let bob = SignUp { email: Email("bob@acme.example".into()), role: Role::Member, ..ada.clone() };
    let (ada, bob) = (ada.insert()?, bob.insert()?);
    let (user_id, second) = (ada.key().user_id, *bob.key());
    let launch = |slug: &str| {
        let slug = Some(Slug(slug.to_owned()));
        NewProject { tenant, name: "Launch".to_owned(), slug, open_tasks: 0 }.insert()
    };
    let refused = launch("Launch 1").err().map(|error| error.column);
    expect("signed up: a slug with a space", refused.as_deref(), Some("slug"))?;
    let launch = launch("launch")?;
    let project = *launch.key();
    let api_key = NewApiKey { hash: HASH, tenant_id: tenant.tenant_id, user_id, last_used: None };
    let mut all = vec![again.into_mutation(), launch.into_mutation()];
    all.extend(Insert::into_mutations([ada, bob]));
    all.push(api_key.insert()?.into_mutation());
    db::apply(client, all).await?; // in one commit

    // A newer release has another role: this one keeps it.
    db::transaction(client, |tx| {
        let role = sql("UPDATE users SET role = @role WHERE user_id = @user");
        let role = role.bind("role", 9_i64).bind("user", second.user_id);
        Box::pin(async move { db::execute(tx, role).await })
    })
    .await?;
    let tx = &mut db::snapshot(client).await?;
    let bob: Option<User> = db::find(tx, second).await?;
    expect("signed up: the role of Bob", bob.map(|bob| bob.role), Some(Role::Other(9)))?;
    Ok(project)
}

/// Who sends a request.
#[derive(SpannerRow, Clone, Debug, PartialEq)]
struct Caller {
    tenant_id: Id<Tenant>,
    tenant: String,
    user_id: Id<User>,
    role: Role,
}

/// In the dialect of the database, for code that knows only the client.
pub const ROLE_OF: &str = match DIALECT {
    Dialect::PostgreSql => "SELECT role FROM users WHERE user_id = $1",
    _ => "SELECT role FROM users WHERE user_id = @p1",
};

/// The caller with an API key, if there is one: a join with at most one row.
async fn authenticate(client: &Client) -> Result<Caller, Failure> {
    let caller = |parameter: &str, hash: [u8; 32]| {
        sql("SELECT t.tenant_id, t.name AS tenant, u.user_id, u.role
             FROM api_keys k JOIN tenants t ON t.tenant_id = k.tenant_id
             JOIN users u ON u.tenant_id = k.tenant_id AND u.user_id = k.user_id
             WHERE k.hash = @hash")
        .bind(parameter, hash)
    };
    // Nothing is sent if a parameter is misspelt.
    let misspelt = db::query_optional::<Caller>(client, caller("hsh", HASH)).await.err();
    let misspelt = misspelt.is_some_and(|error| error.to_string().contains("did you mean"));
    expect("authenticated: a misspelt parameter is noticed", misspelt, true)?;
    let nobody: Option<Caller> = db::query_optional(client, caller("hash", [0; 32])).await?;
    expect("authenticated: a wrong key", nobody, None)?;
    let tx = &mut db::snapshot(client).await?;
    let caller: Option<Caller> = db::query_optional_in(tx, caller("hash", HASH)).await?;
    let caller = caller.ok_or("no caller")?;
    expect("authenticated: the tenant", caller.tenant.as_str(), "Acme")?;
    expect("authenticated: the role", caller.role, Role::Owner)?;
    expect(
        "authenticated: through the client",
        db::role_of(client, caller.user_id).await?,
        caller.role,
    )?;
    // One column, without reading the row.
    let used = update!(ApiKey, ApiKeyKey { hash: HASH }, last_used = day(2))?;
    db::apply(client, vec![used.into_mutation()]).await?;
    Ok(caller)
}

/// Creates a task, unless the tenant has too many: reads, decides, updates one column and inserts
/// three rows, all in one commit, however often it is tried.
async fn create(
    client: &Client,
    project: ProjectKey,
    actor: Id<User>,
    title: &str,
) -> Result<TaskKey, Failure> {
    let (_, key) = db::transaction(client, |tx| {
        println!("  creates {title}");
        let title = title.to_owned(); // for each attempt
        Box::pin(async move {
            let tenant: Tenant = db::find(tx, project.tenant).await?.ok_or("no such tenant")?;
            let open = sql("SELECT open_tasks FROM projects WHERE project_id = @project");
            let open = open.bind("project", project.project_id);
            let (open,): (i64,) = db::query_one_in(tx, open).await?;
            if open >= tenant.most_open_tasks {
                return Err("too many open tasks".into());
            }
            let count = update!(Project, project, open_tasks = open + 1)?;
            let task = NewTask {
                project,
                title: title.clone(),
                status: Status::Open,
                assignee: Some(actor),
                steps: Json(vec!["think".to_owned()]),
                priority: None, // the database's default
                due: day(9),
            };
            let task = task.insert()?;
            let key = *task.key();
            let action = format!("new: {title}");
            let entry = NewAuditEntry { tenant: project.tenant, actor, action }.insert()?;
            let event = Event::TaskCreated { task: key.task_id.0.to_string(), title };
            let mut all = vec![count.into_mutation(), task.into_mutation(), entry.into_mutation()];
            all.extend(rows([NewOutboxMessage { event }])?);
            db::buffer(tx, all)?;
            Ok::<_, Failure>(key)
        })
    })
    .await?;
    Ok(key)
}

/// Tasks: created up to a limit, changed where they differ, found by a scan.
async fn work(
    [client, second]: [&Client; 2],
    project: ProjectKey,
    caller: &Caller,
) -> Result<TaskKey, Failure> {
    let user = caller.user_id;
    let key = create(client, project, user, "Paint").await?;
    // Two at once: the database aborts one, which is tried again and finds too many.
    let race =
        tokio::join!(create(client, project, user, "Sand"), create(second, project, user, "Sand"));
    let refused = race.0.err().or(race.1.err()).map(|error| error.to_string());
    expect("worked: a third task", refused.as_deref(), Some("too many open tasks"))?;

    let tx = &mut db::snapshot(client).await?;
    let old: Task = db::find(tx, key).await?.ok_or("no task")?;
    expect("worked: the default", old.priority, 3)?;
    let new = Task { status: Status::InReview, steps: Json(Vec::new()), ..old.clone() };
    let changes = old.changes_to(&new)?.ok_or("no changes")?;
    expect("worked: what differs", changes.columns().collect(), vec!["status", "steps"])?;
    db::apply(client, vec![changes.into_mutation()]).await?;
    let tx = &mut db::snapshot(client).await?;
    expect("worked: the changed task", db::find(tx, key).await? == Some(new), true)?;

    let (tenant, of) = (project.tenant.tenant_id, project.project_id);
    let mine = sql("status <> @done AND assignee = @user");
    let mine = mine.bind("done", Status::Done).bind("user", Some(user));
    let mine = Task::scan().prefix((tenant, of)).filter(mine);
    expect("worked: my tasks", db::count(tx, mine).await?, 2)?;
    // An index has its own order: the tasks of the tenant by the day that they are due.
    let due = Task::scan().index(index!(Task.tasks_by_due(tenant_id))).prefix((tenant,)).limit(1);
    let due: Vec<Task> = db::scan(client, due).try_collect().await?;
    expect("worked: due next", due.first().and_then(|task| task.due), day(9))?;
    Ok(key)
}

/// A line of a project's board.
#[derive(SpannerRow, Clone, Debug, PartialEq)]
struct Line {
    title: String,
    status: Status,
    #[column(name = "n")]
    comments: i64,
    #[column(flatten, prefix = "assignee_")]
    assignee: Option<Person>,
}

/// A user, as others see them.
#[derive(SpannerRow, Clone, Debug, PartialEq)]
struct Person {
    email: Email,
    role: Role,
}

/// Comments, the newest first; and the board, a join with a count.
async fn talk(client: &Client, task: TaskKey, caller: &Caller) -> Result<(), Failure> {
    let comments = ["first", "second", "third"].into_iter().zip(1..).map(|(text, number)| {
        NewComment { task, number, author: caller.user_id, text: text.into() }
    });
    db::apply(client, rows(comments)?).await?;
    let (tenant, project) = (task.project.tenant.tenant_id, task.project.project_id);
    let newest = Comment::scan()
        .prefix((tenant, project, task.task_id))
        .starting_at((tenant, project, task.task_id, 2))
        .reverse()
        .limit(5);
    let tx = &mut db::snapshot(client).await?;
    let mut page: Task = db::find(tx, task).await?.ok_or("no task")?;
    page.comments = db::scan(client, newest).try_collect().await?; // not a column
    let texts: Vec<_> = page.comments.iter().map(|comment| comment.text.as_str()).collect();
    expect("talked: the newest", texts, vec!["third", "second"])?;

    let board = sql("
        SELECT t.title, t.status, u.email AS assignee_email, u.role AS assignee_role,
               COUNT(c.number) AS n
        FROM tasks t
        LEFT JOIN users u ON u.tenant_id = t.tenant_id AND u.user_id = t.assignee
        LEFT JOIN comments c ON c.tenant_id = t.tenant_id AND c.project_id = t.project_id
                            AND c.task_id = t.task_id
        WHERE t.project_id = @project AND t.status IN (SELECT s FROM UNNEST(@states) AS s)
        GROUP BY t.title, t.status, u.email, u.role ORDER BY t.title")
    .bind("project", project)
    .bind("states", vec![Status::Open, Status::InReview]);
    let ada = Person { email: Email("ada@acme.example".to_owned()), role: Role::Owner };
    let line = |title: &str, status, comments| Line {
        title: title.to_owned(),
        status,
        comments,
        assignee: Some(ada.clone()),
    };
    let lines = vec![line("Paint", Status::InReview, 3), line("Sand", Status::Open, 0)];
    expect("talked: the board", db::query(client, board.clone()).await?, lines)?;
    // The same, one row after the other, and in a transaction.
    let mut stream = db::query_stream::<Line>(client, board.clone());
    while let Some(Line { title, status, comments, .. }) = stream.try_next().await? {
        println!("  {title}: {status:?}, {comments} comments");
    }
    let tx = &mut db::snapshot(client).await?;
    let all: Vec<Line> = db::query_in(tx, board.clone()).await?;
    let same: Vec<Line> = db::query_stream_in::<Line>(tx, board).try_collect().await?;
    expect("talked: the same board", all == same, true)?;
    Ok(())
}

/// Files, whose id is a pair of integers.
async fn attach(client: &Client, task: TaskKey) -> Result<(), Failure> {
    let file = |name: &str| NewAttachment {
        tenant_id: task.project.tenant.tenant_id,
        task_id: task.task_id,
        file_name: name.to_owned(),
        content: name.as_bytes().to_vec(),
    };
    let shown = format!("{:?}", file("plan.pdf")); // for example in a log
    expect("attached: its content is not shown", shown.ends_with("content: _ }"), true)?;
    let (plan, photo) = (file("plan.pdf").insert()?, file("photo.jpg").insert()?);
    let keys = [*photo.key(), *plan.key()];
    let id = uuid_of_halves(keys[0].id_high, keys[0].id_low);
    expect("attached: a random UUID", id.get_version_num(), 4)?;
    db::apply(client, Insert::into_mutations([plan, photo])).await?;
    let tx = &mut db::snapshot(client).await?;
    let files: Vec<Attachment> = db::find_many(tx, keys).await?;
    let names: Vec<_> = files.iter().map(|file| file.file_name.as_str()).collect();
    expect("attached: in the order of the keys", names, vec!["photo.jpg", "plan.pdf"])?;
    let none = AttachmentKey { id_high: 0, id_low: 0 };
    expect("attached: no file", db::exists::<Attachment>(tx, none).await?, false)
}

/// What a tenant owes.
#[derive(SpannerRow, Debug, PartialEq)]
struct Debt {
    invoices: i64,
    total: Option<Decimal>,
}

/// Invoices that another system numbers: whole rows, written again if they come again.
async fn bill(client: &Client, tenant_id: Id<Tenant>) -> Result<(), Failure> {
    for paid in [0, 1] {
        let invoices = (1..=3).map(|number| {
            let total = Decimal::new(number * 1_050, 2);
            let invoice = Invoice { tenant_id, number, total, is_paid: number <= paid };
            Ok(invoice.insert()?.or_update().into_mutation())
        });
        db::apply(client, invoices.collect::<Result<_, Failure>>()?).await?;
    }
    let debt = sql("SELECT COUNT(*) AS invoices, SUM(total) AS total FROM invoices
                    WHERE tenant_id = @tenant AND NOT is_paid");
    let debt: Debt = db::query_one(client, debt.bind("tenant", tenant_id)).await?;
    expect("billed: the debt", debt, Debt { invoices: 2, total: Some(Decimal::new(5_250, 2)) })
}

/// Sends the oldest messages of all shards, and deletes what it has sent.
async fn relay(client: &Client) -> Result<(), Failure> {
    let batch = OutboxMessage::scan().limit(100);
    let sent: Vec<OutboxMessage> = db::scan(client, batch).try_collect().await?;
    let titles: Vec<_> = sent
        .iter()
        .map(|OutboxMessage { event: Event::TaskCreated { title, .. }, .. }| title.as_str())
        .collect();
    expect("relayed: in order", titles, vec!["Paint", "Sand"])?;
    // By key, and not up to the last one: a transaction may have committed an earlier id since.
    let keys = sent.iter().map(OutboxMessage::key);
    db::apply(client, keys.map(OutboxMessage::delete).collect()).await?;
    let tx = &mut db::snapshot(client).await?;
    expect("relayed: left", db::count(tx, OutboxMessage::scan()).await?, 0)
}

/// Deletes some comments as a range of keys, then the project, and with it its tasks and the other
/// comments. The audit log stays.
async fn leave(client: &Client, project: ProjectKey, task: TaskKey) -> Result<(), Failure> {
    let (tenant, of) = (project.tenant.tenant_id, project.project_id);
    let two =
        Comment::scan().prefix((tenant, of, task.task_id)).before((tenant, of, task.task_id, 3));
    db::apply(client, vec![two.delete()?]).await?;
    let tx = &mut db::snapshot(client).await?;
    expect("left: comments", db::count(tx, Comment::scan()).await?, 1)?;
    db::apply(client, vec![Project::delete(project)]).await?;
    let tx = &mut db::snapshot(client).await?;
    expect("left: the task", db::exists::<Task>(tx, task).await?, false)?;
    let log = AuditEntry::scan().prefix((tenant,)).reverse().limit(10);
    let log: Vec<AuditEntry> = db::scan(client, log).try_collect().await?;
    let actions: Vec<_> = log.iter().map(|entry| entry.action.as_str()).collect();
    expect("left: the log, the newest first", actions, vec!["new: Sand", "new: Paint"])?;
    // The id of an entry is stored as bytes, other UUIDs as text.
    let one = sql("SELECT action FROM audit_log WHERE entry_id = @id");
    let one = one.bind("id", stored!(AuditEntry.entry_id, log[0].entry_id));
    let (action,): (String,) = db::query_one(client, one).await?;
    expect("left: the newest entry", action.as_str(), "new: Sand")
}
