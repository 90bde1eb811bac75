//! A multi-tenant service with Google's client, on the emulator: ten tables, own SQL,
//! transactions, partial updates and scans. `gcloud.rs` is the same with `gcloud-spanner`.
//!
//! It fails if what it reads is not what it wrote. `tables.rs` states the dialect, in one line.

use futures_util::TryStreamExt as _;
use google_cloud_spanner::client::{DatabaseClient, Spanner};
use google_cloud_spanner::mutation::Mutation;
use google_cloud_spanner::statement::Statement;
use rust_decimal::Decimal;
use spanner_keys::client::google;
use spanner_keys::column::Json;
use spanner_keys::keys::uuid_of_halves;
use spanner_keys::{Insert, NewRow as _, SpannerTable, Uuid, index, update};
use spanner_keys_emulator::Emulator;

mod data;
mod queries;
mod tables;

use data::{Failure, HASH, day, expect};
use queries::{Caller, Debt, Line};
use tables::*;

#[tokio::main]
async fn main() -> Result<(), Failure> {
    let emulator = match Emulator::start() {
        Ok(emulator) => emulator,
        Err(missing) => {
            println!("not run on the emulator: {missing}");
            return Ok(());
        }
    };
    let database = emulator.database(DIALECT)?;
    // In production: `google::apply_schema`, no endpoint, and the path of your database.
    database.apply(&schema().ddl(DIALECT)?)?;
    let endpoint = format!("http://{}", emulator.grpc_host());
    let spanner = Spanner::builder().with_endpoint(endpoint).build().await?;
    let client = spanner.database_client(database.path()).build().await?;
    println!("10 tables in a database of {DIALECT}, through google-cloud-spanner");

    let project = sign_up(&client).await?;
    let caller = authenticate(&client).await?;
    let task = work(&client, project, &caller).await?;
    talk(&client, task, &caller).await?;
    attach(&client, task).await?;
    bill(&client, caller.tenant_id).await?;
    relay(&client).await?;
    leave(&client, project, task).await?;
    println!("done");
    Ok(())
}

/// A tenant with two users, a project and an API key, in one commit.
async fn sign_up(client: &DatabaseClient) -> Result<ProjectKey, Failure> {
    // The id comes from the request, so that a second request writes the same tenant.
    let id = "3f0e8a52-9d0b-4c57-8a53-6a1f6f0a7c11".parse()?;
    let tenant = TenantKey { tenant_id: Id::known(id) };
    let acme = || NewTenant { name: "Acme".into(), most_open_tasks: 2 };
    apply(client, vec![acme().insert_as(tenant)?.into_mutation()]).await?;
    let again = acme().insert_as(tenant)?.or_update();

    let user =
        |name: &str, role| SignUp { tenant, email: Email(format!("{name}@acme.example")), role };
    let (ada, bob) = (user("ada", Role::Owner), user("bob", Role::Member));
    let (ada, bob) = (ada.insert()?, bob.insert()?);
    let (user_id, second) = (ada.key().user_id, bob.key().user_id);
    let project =
        NewProject { tenant, name: "Launch".into(), slug: None, open_tasks: 0 }.insert()?;
    let key = *project.key();
    let api_key = NewApiKey { hash: HASH, tenant_id: tenant.tenant_id, user_id, last_used: None };
    let mut all = vec![again.into_mutation(), project.into_mutation()];
    all.extend(Insert::into_mutations(vec![ada, bob]));
    all.push(api_key.insert()?.into_mutation());
    apply(client, all).await?;

    // A newer release has another role: we keep it, and write it back.
    let role: Statement = queries::set_role(second, 9).into_statement()?;
    let runner = client.read_write_transaction().build();
    runner.run(async |tx| tx.execute_update(role.clone()).await).await?;
    let tx = client.single_use().build();
    let bob: User = google::find(&tx, UserPk { tenant, user_id: second }).await?.ok_or("no Bob")?;
    expect("signed up: the role of Bob", bob.role, Role::Other(9))?;
    Ok(key)
}

/// Who sends a request with this key: own SQL with at most one row.
async fn authenticate(client: &DatabaseClient) -> Result<Caller, Failure> {
    let nobody: Option<Caller> = google::query_optional(client, queries::caller([0; 32])).await?;
    expect("authenticated: a wrong key", nobody, None)?;
    let caller: Option<Caller> = google::query_optional(client, queries::caller(HASH)).await?;
    let caller = caller.ok_or("no caller")?;
    expect("authenticated: the tenant", caller.tenant.as_str(), "Acme")?;
    // The client's own rows read our types, too.
    let tx = client.single_use().build();
    let statement: Statement = queries::caller(HASH).into_statement()?;
    let row = tx.execute_query(statement).await?.next().await.ok_or("no row")??;
    expect("authenticated: the role", row.get::<Role>("role")?, Role::Owner)?;
    // One column, without reading the row.
    let used = update!(ApiKey, ApiKeyKey { hash: HASH }, last_used = day(2))?;
    apply(client, vec![used.into_mutation()]).await?;
    Ok(caller)
}

/// Creates a task, unless the tenant has too many: reads, decides, updates one column, inserts three
/// rows, all in one commit.
async fn create(
    client: &DatabaseClient,
    project: ProjectKey,
    caller: &Caller,
    title: &str,
) -> Result<TaskKey, Failure> {
    let actor = caller.user_id;
    let (_, key) = google::transaction(client, |tx| {
        let title = title.to_owned(); // for each attempt
        async move {
            let tenant: Tenant =
                google::find(&tx, project.tenant).await?.ok_or("no such tenant")?;
            let old: Project = google::find(&tx, project).await?.ok_or("no such project")?;
            if old.open_tasks >= tenant.most_open_tasks {
                return Err("too many open tasks".into());
            }
            let count = update!(Project, project, open_tasks = old.open_tasks + 1)?;
            let task = data::task(project, actor, &title).insert()?;
            let key = *task.key();
            let entry =
                NewAuditEntry { tenant: project.tenant, actor, action: format!("new: {title}") };
            let event = Event::TaskCreated { task: key.task_id.0.to_string(), title };
            tx.buffer([
                count.into_mutation(),
                task.into_mutation(),
                entry.insert()?.into_mutation(),
                NewOutboxMessage { event }.insert()?.into_mutation(),
            ])?;
            Ok::<_, Failure>(key)
        }
    })
    .await?;
    Ok(key)
}

/// Tasks: created up to a limit, changed where they differ, found by a scan.
async fn work(
    client: &DatabaseClient,
    project: ProjectKey,
    caller: &Caller,
) -> Result<TaskKey, Failure> {
    let key = create(client, project, caller, "Paint").await?;
    create(client, project, caller, "Sand").await?;
    let third = create(client, project, caller, "Dance").await.map_err(|error| error.to_string());
    expect("worked: a third task", third, Err("too many open tasks".to_owned()))?;

    let tx = client.single_use().build();
    let old: Task = google::find(&tx, key).await?.ok_or("no task")?;
    expect("worked: the default", old.priority, 3)?;
    let new = Task { status: Status::InReview, steps: Json(Vec::new()), ..old.clone() };
    let changes = old.changes_to(&new)?.ok_or("no changes")?;
    println!("  changed {:?}", changes.columns().collect::<Vec<_>>());
    apply(client, vec![changes.into_mutation()]).await?;
    let tx = client.single_use().build();
    expect("worked: the changed task", google::find(&tx, key).await?, Some(new))?;

    let (tenant, of) = (project.tenant.tenant_id, project.project_id);
    let mine = Task::scan().prefix((tenant, of)).filter(queries::open_tasks_of(caller.user_id));
    let tx = client.single_use().build();
    expect("worked: my tasks", google::count(&tx, mine).await?, 2)?;
    // An index has its own order: the tasks of the tenant by the day that they are due.
    let due = Task::scan().index(index!(Task.tasks_by_due(tenant_id))).prefix((tenant,)).limit(1);
    let due: Vec<Task> = google::scan(client, due).try_collect().await?;
    expect("worked: due next", due.first().and_then(|task| task.due), day(9))?;
    Ok(key)
}

/// Comments, and the board: a join with a count, as rows and as a stream.
async fn talk(client: &DatabaseClient, task: TaskKey, caller: &Caller) -> Result<(), Failure> {
    let comments = ["first", "second", "third"].into_iter().zip(1..).map(|(text, number)| {
        NewComment { task, number, author: caller.user_id, text: text.into() }.insert()
    });
    apply(client, Insert::into_mutations(comments.collect::<Result<Vec<_>, _>>()?)).await?;

    let (tenant, project) = (task.project.tenant.tenant_id, task.project.project_id);
    let newest = Comment::scan()
        .prefix((tenant, project, task.task_id))
        .starting_at((tenant, project, task.task_id, 2))
        .reverse()
        .limit(5);
    let tx = client.single_use().build();
    let mut page: Task = google::find(&tx, task).await?.ok_or("no task")?;
    page.comments = google::scan(client, newest).try_collect().await?;
    let texts: Vec<_> = page.comments.iter().map(|comment| comment.text.as_str()).collect();
    expect("talked: the newest", texts, vec!["third", "second"])?;

    let lines: Vec<Line> = google::query(client, queries::board(project)).await?;
    expect("talked: the board", lines, data::board())?;
    let mut stream = google::query_stream::<Line>(client, queries::board(project));
    while let Some(Line { title, status, comments, .. }) = stream.try_next().await? {
        println!("  {title}: {status:?}, {comments} comments");
    }
    Ok(())
}

/// Files, whose id is a pair of integers.
async fn attach(client: &DatabaseClient, task: TaskKey) -> Result<(), Failure> {
    let (plan, photo) =
        (data::file(task, "plan.pdf").insert()?, data::file(task, "photo.jpg").insert()?);
    let keys = [*photo.key(), *plan.key()];
    let id: Uuid = uuid_of_halves(keys[0].id_high, keys[0].id_low);
    expect("attached: a random UUID", id.get_version_num(), 4)?;
    apply(client, Insert::into_mutations(vec![plan, photo])).await?;
    let tx = client.read_only_transaction().build().await?;
    let files: Vec<Attachment> = google::find_many(&tx, keys).await?;
    let names: Vec<_> = files.iter().map(|file| file.file_name.as_str()).collect();
    expect("attached: the files", names, vec!["photo.jpg", "plan.pdf"])?;
    let none = AttachmentKey { id_high: 0, id_low: 0 };
    expect("attached: no file", google::exists::<Attachment>(&tx, none).await?, false)
}

/// Invoices that another system numbers: whole rows, written again if they come again.
async fn bill(client: &DatabaseClient, tenant_id: Id<Tenant>) -> Result<(), Failure> {
    for is_paid in [false, true] {
        let invoices = data::invoices(tenant_id, is_paid).map(|invoice| {
            Ok(invoice.insert()?.or_update().into_mutation()) // inserted, then updated
        });
        apply(client, invoices.collect::<Result<Vec<_>, Failure>>()?).await?;
    }
    let debt: Debt = google::query_one(client, queries::debt(tenant_id)).await?;
    expect("billed: the debt", debt, Debt { invoices: 2, total: Some(Decimal::new(5_250, 2)) })
}

/// Sends the oldest messages of all shards, and deletes what it has sent.
async fn relay(client: &DatabaseClient) -> Result<(), Failure> {
    let batch = OutboxMessage::scan().limit(100);
    let sent: Vec<OutboxMessage> = google::scan(client, batch).try_collect().await?;
    let titles = sent.iter().map(|message| match &message.event {
        Event::TaskCreated { title, .. } => title.as_str(),
        Event::TaskDone { .. } => "done",
    });
    expect("relayed: in order", titles.collect(), vec!["Paint", "Sand"])?;
    // By key, and not up to the last one: a transaction may have committed an earlier id since.
    apply(client, sent.iter().map(|message| OutboxMessage::delete(message.key())).collect())
        .await?;
    let tx = client.single_use().build();
    expect("relayed: left", google::count(&tx, OutboxMessage::scan()).await?, 0)
}

/// Deletes some comments as a range of keys, then the project, and with it its tasks and the other
/// comments. The audit log stays.
async fn leave(client: &DatabaseClient, project: ProjectKey, task: TaskKey) -> Result<(), Failure> {
    let (tenant, of) = (project.tenant.tenant_id, project.project_id);
    let old =
        Comment::scan().prefix((tenant, of, task.task_id)).before((tenant, of, task.task_id, 3));
    apply(client, vec![old.delete()?]).await?;
    let tx = client.single_use().build();
    expect("left: comments", google::count(&tx, Comment::scan()).await?, 1)?;
    apply(client, vec![Project::delete(project)]).await?;
    let tx = client.single_use().build();
    expect("left: the task", google::exists::<Task>(&tx, task).await?, false)?;
    let log = AuditEntry::scan().prefix((tenant,)).reverse();
    let log: Vec<AuditEntry> = google::scan(client, log).try_collect().await?;
    let actions: Vec<_> = log.iter().map(|entry| entry.action.as_str()).collect();
    expect("left: the log, the newest first", actions, vec!["new: Sand", "new: Paint"])
}

async fn apply(client: &DatabaseClient, rows: Vec<Mutation>) -> Result<(), google::Error> {
    client.write_only_transaction().build().write(rows).await?;
    Ok(())
}
