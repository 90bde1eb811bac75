#![deny(warnings)]

use std::marker::PhantomData;

use serde::{Deserialize, Serialize};
use spanner_keys::{SpannerColumn, SpannerTable, Uuid};

#[derive(SpannerColumn, Clone)]
#[column(length = 320)]
pub struct Email(String);

#[derive(SpannerColumn)]
#[column(length = 36)]
pub struct Code(String);

#[derive(SpannerColumn)]
pub struct Id<T: ?Sized>(Uuid, PhantomData<fn() -> T>);

#[derive(SpannerColumn)]
pub struct Digest<const SIZE: usize> {
    bytes: [u8; SIZE],
}

#[derive(SpannerColumn)]
pub struct Tagged<T, V>
where
    T: ?Sized,
    V: Clone,
{
    tag: PhantomData<T>,
    value: V,
}

#[derive(Serialize, Deserialize, SpannerColumn)]
#[column(json)]
#[serde(tag = "kind")]
pub enum Payment {
    Card { number: String },
    Cash,
}

#[derive(Serialize, Deserialize, SpannerColumn)]
#[column(json, no_client_traits)]
pub struct Page<T> {
    items: Vec<T>,
}

#[derive(SpannerTable)]
pub struct User {
    #[key(uuid)]
    id: Id<Self>,
    code: Code,
    email: Email,
    former: Vec<Email>,
    payment: Option<Payment>,
    payments: Vec<Payment>,
    page: Page<String>,
    digest: Option<Digest<32>>,
    #[column(length = 10)]
    name: Tagged<str, String>,
    score: Option<Tagged<str, i64>>,
}

#[derive(SpannerTable)]
pub struct Invitation {
    #[key(uuid)]
    id: Code,
    user: Id<User>,
}

fn main() {}
