//! The service's own SQL, and the rows that it returns, for either client.

use rust_decimal::Decimal;
use spanner_keys::query::Query;
use spanner_keys::{SpannerRow, column};

use super::tables::{ApiKey, DIALECT, Email, Id, Project, Role, Status, Tenant, User};

/// A text with parameters, for the database of this service.
fn sql(text: &str) -> Query {
    spanner_keys::sql(text).dialect(DIALECT)
}

/// Who sends a request.
#[derive(SpannerRow, Clone, Debug, PartialEq)]
pub struct Caller {
    pub tenant_id: Id<Tenant>,
    pub tenant: String,
    pub user_id: Id<User>,
    pub role: Role,
}

/// The caller with this API key, if there is one.
pub fn caller(hash: [u8; 32]) -> Query {
    sql("SELECT t.tenant_id, t.name AS tenant, u.user_id, u.role
         FROM api_keys k JOIN tenants t ON t.tenant_id = k.tenant_id
         JOIN users u ON u.tenant_id = k.tenant_id AND u.user_id = k.user_id
         WHERE k.hash = @hash")
    .bind("hash", column!(ApiKey.hash, hash))
}

/// A line of a project's board.
#[derive(SpannerRow, Clone, Debug, PartialEq)]
pub struct Line {
    pub title: String,
    pub status: Status,
    #[column(name = "n")]
    pub comments: i64,
    #[column(flatten, prefix = "assignee_")]
    pub assignee: Option<Person>,
}

/// A user, as others see them.
#[derive(SpannerRow, Clone, Debug, PartialEq)]
pub struct Person {
    pub email: Email,
    pub role: Role,
}

/// The tasks of a project, with the number of their comments.
pub fn board(project: Id<Project>) -> Query {
    sql("SELECT t.title, t.status, u.email AS assignee_email, u.role AS assignee_role,
                COUNT(c.number) AS n
         FROM tasks t
         LEFT JOIN users u ON u.tenant_id = t.tenant_id AND u.user_id = t.assignee
         LEFT JOIN comments c ON c.tenant_id = t.tenant_id AND c.project_id = t.project_id
                             AND c.task_id = t.task_id
         WHERE t.project_id = @project
         GROUP BY t.title, t.status, u.email, u.role ORDER BY t.title")
    .bind("project", project)
}

/// What a tenant owes.
#[derive(SpannerRow, Clone, Debug, PartialEq)]
pub struct Debt {
    pub invoices: i64,
    pub total: Option<Decimal>,
}

/// The invoices of a tenant that are not paid, in one row.
pub fn debt(tenant: Id<Tenant>) -> Query {
    sql("SELECT COUNT(*) AS invoices, SUM(total) AS total FROM invoices
         WHERE tenant_id = @tenant AND NOT is_paid")
    .bind("tenant", tenant)
}

/// As a newer release would: it has a role that this one does not know.
pub fn set_role(user: Id<User>, role: i64) -> Query {
    sql("UPDATE users SET role = @role WHERE user_id = @user").bind("role", role).bind("user", user)
}

/// The open tasks of a user, as the condition of a scan.
pub fn open_tasks_of(user: Id<User>) -> Query {
    sql("status <> @done AND assignee = @user").bind("done", Status::Done).bind("user", user)
}
