//! The rows that both programs write, and how they compare what they read.

use std::error::Error;
use std::fmt::Debug;

use chrono::NaiveDate;
use rust_decimal::Decimal;
use spanner_keys::column::Json;

use super::queries::{Line, Person};
use super::tables::*;

/// `?` works on the errors of the library, of the client, and on texts.
pub type Failure = Box<dyn Error + Send + Sync>;

/// A day of 2030's first month.
pub fn day(day: u32) -> Option<NaiveDate> {
    NaiveDate::from_ymd_opt(2030, 1, day)
}

/// Prints what was read; an error if it is not what was written.
pub fn expect<T: PartialEq + Debug>(what: &str, found: T, wanted: T) -> Result<(), Failure> {
    if found != wanted {
        return Err(format!("{what}: {found:?}, expected {wanted:?}").into());
    }
    println!("{what}: {found:?}");
    Ok(())
}

/// The hash of the only API key.
pub const HASH: [u8; 32] = [7; 32];

pub fn task(project: ProjectKey, assignee: Id<User>, title: &str) -> NewTask {
    NewTask {
        project,
        title: title.to_owned(),
        status: Status::Open,
        assignee: Some(assignee),
        steps: Json(vec![Step { text: "think".to_owned(), done: false }]),
        priority: None, // the database's default
        due: day(9),
    }
}

/// The lines of the board at the end.
pub fn board() -> Vec<Line> {
    let ada = Person { email: Email("ada@acme.example".to_owned()), role: Role::Owner };
    let line = |title: &str, status, comments| Line {
        title: title.to_owned(),
        status,
        comments,
        assignee: Some(ada.clone()),
    };
    vec![line("Paint", Status::InReview, 3), line("Sand", Status::Open, 0)]
}

pub fn file(task: TaskKey, name: &str) -> NewAttachment {
    NewAttachment {
        tenant_id: task.project.tenant.tenant_id,
        task_id: task.task_id,
        file_name: name.to_owned(),
        content: name.as_bytes().to_vec(),
    }
}

/// Three invoices, of 10.50, 21.00 and 31.50. The first is paid later.
pub fn invoices(tenant_id: Id<Tenant>, is_first_paid: bool) -> impl Iterator<Item = Invoice> {
    (1..=3).map(move |number| Invoice {
        tenant_id,
        number,
        total: Decimal::new(number * 1_050, 2),
        issued_on: NaiveDate::default(),
        is_paid: is_first_paid && number == 1,
    })
}
