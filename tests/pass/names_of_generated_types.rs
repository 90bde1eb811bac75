#![deny(warnings)]

use spanner_keys::{SpannerTable, Uuid};

#[derive(SpannerTable)]
#[table(new = "InsertUser", key = UserPk)]
pub struct User {
    #[key(uuid)]
    pub id: Uuid,
    pub name: String,
}

#[derive(SpannerTable)]
#[table(key = "MessageId")]
#[interleave(User)]
pub struct Message {
    #[key(parent)]
    pub id: Uuid,
    #[key]
    pub number: i64,
}

pub struct NewUser;
pub struct UserKey;

impl UserPk {
    fn of(id: Uuid) -> Self {
        Self { id }
    }
}

fn main() {
    let user = InsertUser { name: String::from("Ada") };
    let id: Option<UserPk> = user.insert().ok().map(|row| row.key().clone());
    let user = id.unwrap_or_else(|| UserPk::of(Uuid::nil()));
    let message = NewMessage { user, number: 1 };
    let _: Option<MessageId> = message.insert().ok().map(|row| row.key().clone());
}
