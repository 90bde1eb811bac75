//! A multi-tenant service with the client `gcloud-spanner`, on the emulator: ten tables, own SQL,
//! transactions, partial updates and scans. `google.rs` is the same with Google's client.
//!
//! It fails if what it reads is not what it wrote. `tables.rs` states the dialect, in one line.

use futures_util::TryStreamExt as _;
use gcloud_gax::conn::Environment;
use gcloud_spanner::admin::AdminClientConfig;
use gcloud_spanner::admin::client::Client as AdminClient;
use gcloud_spanner::client::{Client, ClientConfig};
use rust_decimal::Decimal;
use spanner_keys::client::gcloud;
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
    // In production: `with_auth().await?` of both configurations, and the path of your database.
    let environment = || Environment::Emulator(emulator.grpc_host().to_owned());
    let config = AdminClientConfig { environment: environment(), ..AdminClientConfig::default() };
    let admin = AdminClient::new(config).await?;
    gcloud::apply_schema(&admin, database.path(), &schema(), DIALECT).await?;
    let config = ClientConfig { environment: environment(), ..ClientConfig::default() };
    let client = Client::new(database.path(), config).await?;
    println!("10 tables in a database of {DIALECT}, through gcloud-spanner");

    let project = sign_up(&client).await?;
    let caller = authenticate(&client).await?;
    let task = work(&client, project, &caller).await?;
    talk(&client, task, &caller).await?;
    attach(&client, task).await?;
    bill(&client, caller.tenant_id).await?;
    relay(&client).await?;
    leave(&client, project, task).await?;
    client.close().await;
    println!("done");
    Ok(())
}

/// A tenant with two users, a project and an API key, in one commit.
async fn sign_up(client: &Client) -> Result<ProjectKey, Failure> {
    // The id comes from the request, so that a second request writes the same tenant.
    let id = "3f0e8a52-9d0b-4c57-8a53-6a1f6f0a7c11".parse()?;
    let tenant = TenantKey { tenant_id: Id::known(id) };
    let acme = || NewTenant { name: "Acme".into(), most_open_tasks: 2 };
    client.apply(vec![acme().insert_as(tenant)?.into_mutation()]).await?;
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
    client.apply(all).await?;

    // A newer release has another role: we keep it, and write it back.
    client
        .read_write_transaction(|tx| {
            let role = queries::set_role(second, 9);
            Box::pin(
                async move { Ok::<_, gcloud::Error>(tx.update(role.into_statement()?).await?) },
            )
        })
        .await?;
    let mut tx = client.single().await?;
    let bob: User =
        gcloud::find(&mut tx, UserPk { tenant, user_id: second }).await?.ok_or("no Bob")?;
    expect("signed up: the role of Bob", bob.role, Role::Other(9))?;
    Ok(key)
}

/// Who sends a request with this key: own SQL with at most one row.
async fn authenticate(client: &Client) -> Result<Caller, Failure> {
    let nobody: Option<Caller> = gcloud::query_optional(client, queries::caller([0; 32])).await?;
    expect("authenticated: a wrong key", nobody, None)?;
    let caller: Option<Caller> = gcloud::query_optional(client, queries::caller(HASH)).await?;
    let caller = caller.ok_or("no caller")?;
    expect("authenticated: the tenant", caller.tenant.as_str(), "Acme")?;
    // The client's own rows read our types, too.
    let mut tx = client.single().await?;
    let mut rows = tx.query(queries::caller(HASH).into_statement()?).await?;
    let row = rows.next().await?.ok_or("no row")?;
    expect("authenticated: the role", row.column_by_name::<Role>("role")?, Role::Owner)?;
    // One column, without reading the row.
    let used = update!(ApiKey, ApiKeyKey { hash: HASH }, last_used = day(2))?;
    client.apply(vec![used.into_mutation()]).await?;
    Ok(caller)
}

/// Creates a task, unless the tenant has too many: reads, decides, updates one column, inserts three
/// rows, all in one commit.
async fn create(
    client: &Client,
    project: ProjectKey,
    caller: &Caller,
    title: &str,
) -> Result<TaskKey, Failure> {
    let actor = caller.user_id;
    let (_, key) = gcloud::transaction(client, |tx| {
        let title = title.to_owned(); // for each attempt
        Box::pin(async move {
            let tenant: Tenant = gcloud::find(tx, project.tenant).await?.ok_or("no such tenant")?;
            let old: Project = gcloud::find(tx, project).await?.ok_or("no such project")?;
            if old.open_tasks >= tenant.most_open_tasks {
                return Err("too many open tasks".into());
            }
            let count = update!(Project, project, open_tasks = old.open_tasks + 1)?;
            let task = data::task(project, actor, &title).insert()?;
            let key = *task.key();
            let entry =
                NewAuditEntry { tenant: project.tenant, actor, action: format!("new: {title}") };
            let event = Event::TaskCreated { task: key.task_id.0.to_string(), title };
            tx.buffer_write(vec![
                count.into_mutation(),
                task.into_mutation(),
                entry.insert()?.into_mutation(),
                NewOutboxMessage { event }.insert()?.into_mutation(),
            ]);
            Ok::<_, Failure>(key)
        })
    })
    .await?;
    Ok(key)
}

/// Tasks: created up to a limit, changed where they differ, found by a scan.
async fn work(client: &Client, project: ProjectKey, caller: &Caller) -> Result<TaskKey, Failure> {
    let key = create(client, project, caller, "Paint").await?;
    create(client, project, caller, "Sand").await?;
    let third = create(client, project, caller, "Dance").await.map_err(|error| error.to_string());
    expect("worked: a third task", third, Err("too many open tasks".to_owned()))?;

    let mut tx = client.single().await?;
    let old: Task = gcloud::find(&mut tx, key).await?.ok_or("no task")?;
    expect("worked: the default", old.priority, 3)?;
    let new = Task { status: Status::InReview, steps: Json(Vec::new()), ..old.clone() };
    let changes = old.changes_to(&new)?.ok_or("no changes")?;
    println!("  changed {:?}", changes.columns().collect::<Vec<_>>());
    client.apply(vec![changes.into_mutation()]).await?;
    let mut tx = client.single().await?;
    expect("worked: the changed task", gcloud::find(&mut tx, key).await?, Some(new))?;

    let (tenant, of) = (project.tenant.tenant_id, project.project_id);
    let mine = Task::scan().prefix((tenant, of)).filter(queries::open_tasks_of(caller.user_id));
    let mut tx = client.single().await?;
    expect("worked: my tasks", gcloud::count(&mut tx, mine).await?, 2)?;
    // An index has its own order: the tasks of the tenant by the day that they are due.
    let due = Task::scan().index(index!(Task.tasks_by_due(tenant_id))).prefix((tenant,)).limit(1);
    let due: Vec<Task> = gcloud::scan(client, due).try_collect().await?;
    expect("worked: due next", due.first().and_then(|task| task.due), day(9))?;
    Ok(key)
}

/// Comments, and the board: a join with a count, as rows and as a stream.
async fn talk(client: &Client, task: TaskKey, caller: &Caller) -> Result<(), Failure> {
    let comments = ["first", "second", "third"].into_iter().zip(1..).map(|(text, number)| {
        NewComment { task, number, author: caller.user_id, text: text.into() }.insert()
    });
    client.apply(Insert::into_mutations(comments.collect::<Result<Vec<_>, _>>()?)).await?;

    let (tenant, project) = (task.project.tenant.tenant_id, task.project.project_id);
    let newest = Comment::scan()
        .prefix((tenant, project, task.task_id))
        .starting_at((tenant, project, task.task_id, 2))
        .reverse()
        .limit(5);
    let mut tx = client.single().await?;
    let mut page: Task = gcloud::find(&mut tx, task).await?.ok_or("no task")?;
    page.comments = gcloud::scan(client, newest).try_collect().await?;
    let texts: Vec<_> = page.comments.iter().map(|comment| comment.text.as_str()).collect();
    expect("talked: the newest", texts, vec!["third", "second"])?;

    let lines: Vec<Line> = gcloud::query(client, queries::board(project)).await?;
    expect("talked: the board", lines, data::board())?;
    let mut stream = gcloud::query_stream::<Line>(client, queries::board(project));
    while let Some(Line { title, status, comments, .. }) = stream.try_next().await? {
        println!("  {title}: {status:?}, {comments} comments");
    }
    Ok(())
}

/// Files, whose id is a pair of integers.
async fn attach(client: &Client, task: TaskKey) -> Result<(), Failure> {
    let (plan, photo) =
        (data::file(task, "plan.pdf").insert()?, data::file(task, "photo.jpg").insert()?);
    let keys = [*photo.key(), *plan.key()];
    let id: Uuid = uuid_of_halves(keys[0].id_high, keys[0].id_low);
    expect("attached: a random UUID", id.get_version_num(), 4)?;
    client.apply(Insert::into_mutations(vec![plan, photo])).await?;
    let mut tx = client.read_only_transaction().await?;
    let files: Vec<Attachment> = gcloud::find_many(&mut tx, keys).await?;
    let names: Vec<_> = files.iter().map(|file| file.file_name.as_str()).collect();
    expect("attached: the files", names, vec!["photo.jpg", "plan.pdf"])?;
    let none = AttachmentKey { id_high: 0, id_low: 0 };
    expect("attached: no file", gcloud::exists::<Attachment>(&mut tx, none).await?, false)
}

/// Invoices that another system numbers: whole rows, written again if they come again.
async fn bill(client: &Client, tenant_id: Id<Tenant>) -> Result<(), Failure> {
    for is_paid in [false, true] {
        let invoices = data::invoices(tenant_id, is_paid).map(|invoice| {
            Ok(invoice.insert()?.or_update().into_mutation()) // inserted, then updated
        });
        client.apply(invoices.collect::<Result<Vec<_>, Failure>>()?).await?;
    }
    let debt: Debt = gcloud::query_one(client, queries::debt(tenant_id)).await?;
    expect("billed: the debt", debt, Debt { invoices: 2, total: Some(Decimal::new(5_250, 2)) })
}

/// Sends the oldest messages of all shards, and deletes what it has sent.
async fn relay(client: &Client) -> Result<(), Failure> {
    let batch = OutboxMessage::scan().limit(100);
    let sent: Vec<OutboxMessage> = gcloud::scan(client, batch).try_collect().await?;
    let titles = sent.iter().map(|message| match &message.event {
        Event::TaskCreated { title, .. } => title.as_str(),
        Event::TaskDone { .. } => "done",
    });
    expect("relayed: in order", titles.collect(), vec!["Paint", "Sand"])?;
    // By key, and not up to the last one: a transaction may have committed an earlier id since.
    client.apply(sent.iter().map(|message| OutboxMessage::delete(message.key())).collect()).await?;
    let mut tx = client.single().await?;
    expect("relayed: left", gcloud::count(&mut tx, OutboxMessage::scan()).await?, 0)
}

/// Deletes some comments as a range of keys, then the project, and with it its tasks and the other
/// comments. The audit log stays.
async fn leave(client: &Client, project: ProjectKey, task: TaskKey) -> Result<(), Failure> {
    let (tenant, of) = (project.tenant.tenant_id, project.project_id);
    let old =
        Comment::scan().prefix((tenant, of, task.task_id)).before((tenant, of, task.task_id, 3));
    client.apply(vec![old.delete()?]).await?;
    let mut tx = client.single().await?;
    expect("left: comments", gcloud::count(&mut tx, Comment::scan()).await?, 1)?;
    client.apply(vec![Project::delete(project)]).await?;
    let mut tx = client.single().await?;
    expect("left: the task", gcloud::exists::<Task>(&mut tx, task).await?, false)?;
    let log = AuditEntry::scan().prefix((tenant,)).reverse();
    let log: Vec<AuditEntry> = gcloud::scan(client, log).try_collect().await?;
    let actions: Vec<_> = log.iter().map(|entry| entry.action.as_str()).collect();
    expect("left: the log, the newest first", actions, vec!["new: Sand", "new: Paint"])
}
