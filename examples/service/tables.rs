//! The ten tables of a multi-tenant service, for either client and either dialect.

use std::marker::PhantomData;

use chrono::{DateTime, NaiveDate, Utc};
use rust_decimal::Decimal;
use serde::{Deserialize, Serialize};
use spanner_keys::column::{Accepts, Json, NotNull};
use spanner_keys::schema::{Arrival, SqlType};
use spanner_keys::value::{ValueContext, ValueError, WireValue};
use spanner_keys::{Column, Dialect, Schema, SpannerColumn, SpannerTable, Uuid, tables};

/// The dialect of the database. This line ports the service: in yours it is one of the two.
pub const DIALECT: Dialect =
    if cfg!(feature = "postgresql") { Dialect::PostgreSql } else { Dialect::GoogleSql };

/// All tables: parents, such as `Tenant`, are included.
pub fn schema() -> Schema<'static> {
    tables![User, Comment, AuditEntry, OutboxMessage, ApiKey, Invoice, Attachment]
}

/// The id of a row of `T`: the id of a user is not accepted where that of a task is expected.
#[derive(SpannerColumn, Debug, PartialEq)]
pub struct Id<T>(pub Uuid, PhantomData<fn() -> T>);

impl<T> Id<T> {
    /// An id that is known, for example from a request.
    pub fn known(id: Uuid) -> Self {
        Self(id, PhantomData)
    }
}

// A derive would ask for `T: Copy`.
impl<T> Copy for Id<T> {}
impl<T> Clone for Id<T> {
    fn clone(&self) -> Self {
        *self
    }
}

/// An e-mail address: its length holds in every table.
#[derive(SpannerColumn, Clone, Debug, PartialEq)]
#[column(length = 320)]
pub struct Email(pub String);

/// A part of a URL. By hand, because it has its own rule.
#[derive(Clone, Debug, PartialEq)]
pub struct Slug(pub String);

impl Column for Slug {
    const TYPE: SqlType = SqlType::text(50);
    const NULLABLE: bool = false;
    const ARRIVAL: Arrival = Arrival::Natural;
    const ACCEPTS: Accepts = Accepts::NOTHING;

    fn into_wire(self, ty: SqlType) -> WireValue {
        self.0.into_wire(ty)
    }

    fn from_wire(wire: WireValue, ty: SqlType) -> Result<Self, ValueError> {
        String::from_wire(wire, ty).map(Self)
    }

    /// Before anything is sent.
    fn check(&self, ty: SqlType, context: ValueContext) -> Result<(), ValueError> {
        if self.0.contains(|c: char| !c.is_ascii_lowercase() && c != '-') {
            return Err(ValueError::malformed("lower-case letters", &self.0));
        }
        self.0.check(ty, context)
    }
}

/// For `Option<Slug>`.
impl NotNull for Slug {}

/// What a user may do, as a number. An older release reads the roles of a newer one.
#[derive(SpannerColumn, Clone, Copy, Debug, PartialEq)]
#[column(storage = integer)]
#[repr(i64)]
pub enum Role {
    Owner = 1,
    Member = 2,
    #[column(other)]
    Other(i64),
}

/// The state of a task, as text.
#[derive(SpannerColumn, Clone, Copy, Debug, PartialEq)]
#[column(rename_all = "snake_case")]
pub enum Status {
    Open,
    InReview,
    Done,
}

/// A message to other services, in JSON.
#[derive(SpannerColumn, Serialize, Deserialize, Clone, Debug, PartialEq)]
#[column(json)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Event {
    TaskCreated { task: String, title: String },
}

/// A customer. Rows of most tables are stored with their tenant, whose random id spreads them.
#[derive(SpannerTable, Clone, Debug, PartialEq)]
#[table(name = "tenants", dialect = DIALECT, new_derive(Clone, Deserialize), key_derive(Copy))]
pub struct Tenant {
    #[key(uuid)]
    pub tenant_id: Id<Tenant>,
    #[column(length = 200)]
    pub name: String,
    pub most_open_tasks: i64,
    #[column(commit_timestamp)]
    pub created_at: DateTime<Utc>,
}

#[derive(SpannerTable, Clone, Debug, PartialEq)]
#[table(name = "users", new = "SignUp", key = "UserPk", new_derive(Clone, Debug), key_derive(Copy))]
#[interleave(Tenant, on_delete = cascade)]
#[index(users_by_email, columns(tenant_id, email), unique, interleave(Tenant))]
pub struct User {
    #[key(parent)]
    pub tenant_id: Id<Tenant>,
    #[key(uuid)]
    pub user_id: Id<User>,
    pub email: Email,
    pub role: Role,
}

#[derive(SpannerTable, Clone, Debug, PartialEq)]
#[table(name = "projects", key_derive(Copy))]
#[interleave(Tenant, on_delete = cascade)]
#[index(projects_by_slug, columns(tenant_id, slug), unique, keep_nulls, interleave(Tenant))]
pub struct Project {
    #[key(parent)]
    pub tenant_id: Id<Tenant>,
    #[key(uuid)]
    pub project_id: Id<Project>,
    #[column(length = 200)]
    pub name: String,
    pub slug: Option<Slug>,
    pub open_tasks: i64,
}

#[derive(SpannerTable, Clone, Debug, PartialEq)]
#[table(name = "tasks", key_derive(Copy))]
#[interleave(Project, on_delete = cascade)]
#[index(tasks_by_due, columns(tenant_id, due), interleave(Tenant), null_filtered)]
pub struct Task {
    #[key(parent)]
    pub tenant_id: Id<Tenant>,
    #[key(parent)]
    pub project_id: Id<Project>,
    #[key(uuid, client)] // only the application fills it
    pub task_id: Id<Task>,
    #[column(length = 500)]
    pub title: String,
    #[column(check_values)] // a CHECK constraint
    pub status: Status,
    pub assignee: Option<Id<User>>,
    pub steps: Json<Vec<String>>,
    #[column(default = "3")]
    pub priority: i64,
    pub due: Option<NaiveDate>,
    /// Not a column: the newest comments, where a page shows them.
    #[column(skip)]
    pub comments: Vec<Comment>,
}

/// In the order of time, below the task.
#[derive(SpannerTable, Clone, Debug, PartialEq)]
#[table(name = "comments", new_derive(Clone))]
#[interleave(Task, on_delete = cascade)]
pub struct Comment {
    #[key(parent)]
    pub tenant_id: Id<Tenant>,
    #[key(parent)]
    pub project_id: Id<Project>,
    #[key(parent)]
    pub task_id: Id<Task>,
    #[key]
    pub number: i64,
    pub author: Id<User>,
    pub text: String,
}

/// A tenant's entries in the order of time. The shard spreads those of a busy tenant.
#[derive(SpannerTable, Clone, Debug, PartialEq)]
#[table(name = "audit_log")]
#[interleave(Tenant, on_delete = cascade)]
#[ttl(column = at, days = 400)]
pub struct AuditEntry {
    #[key(parent)]
    pub tenant_id: Id<Tenant>,
    #[key(shard = 4)]
    pub shard: i64,
    #[key(uuid_v7, storage = bytes)]
    pub entry_id: Uuid,
    pub actor: Id<User>,
    pub action: String,
    #[column(commit_timestamp)]
    pub at: DateTime<Utc>,
}

/// Messages of all tenants in the order of time, until they are sent.
#[derive(SpannerTable, Clone, Debug, PartialEq)]
#[table(name = "outbox", dialect = DIALECT)]
pub struct OutboxMessage {
    #[key(shard = 8)]
    pub shard: i64,
    #[key(ulid)]
    pub message_id: String,
    pub event: Event,
}

/// Found by the hash of the key, before the tenant is known.
#[derive(SpannerTable, Clone, Debug, PartialEq)]
#[table(name = "api_keys", dialect = DIALECT)]
#[foreign_key(columns(tenant_id), references(Tenant, tenant_id))]
pub struct ApiKey {
    #[key]
    pub hash: [u8; 32],
    pub tenant_id: Id<Tenant>,
    pub user_id: Id<User>,
    pub last_used: Option<NaiveDate>,
}

/// Numbered by the accounting department, so the key is known.
#[derive(SpannerTable, Clone, Debug, PartialEq)]
#[table(name = "invoices")]
#[interleave(Tenant)]
pub struct Invoice {
    #[key(parent)]
    pub tenant_id: Id<Tenant>,
    #[key]
    pub number: i64,
    pub total: Decimal,
    pub is_paid: bool,
}

/// A file. Its UUID is a pair of integers, as in the storage that it comes from.
#[derive(SpannerTable, Clone, Debug, PartialEq)]
#[table(name = "attachments", dialect = DIALECT, key_derive(Copy))]
#[index(attachments_by_task, columns(task_id))]
pub struct Attachment {
    #[key(uuid_high)]
    pub id_high: i64,
    #[key(uuid_low)]
    pub id_low: i64,
    pub tenant_id: Id<Tenant>,
    pub task_id: Id<Task>,
    #[column(length = 255)]
    pub file_name: String,
    #[column(secret)] // `Debug` does not show it
    pub content: Vec<u8>,
}
