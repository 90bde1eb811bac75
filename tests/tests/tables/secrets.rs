//! What `Debug` and errors show ends up in logs: keys and the names of columns, not values.

#![allow(clippy::expect_used, reason = "a failed step ends the test")]

use std::fmt::Debug;

use spanner_keys::schema::SqlType;
use spanner_keys::value::{ValueError, WireValue};
use spanner_keys::{Column, Dialect, NewRow as _, SpannerColumn, SpannerTable, Uuid};

const SECRET: &str = "correct horse battery staple";

#[derive(SpannerTable, Clone)]
#[index(UsersByPassword, columns(password))]
struct User {
    #[key]
    name: String,
    #[column(secret)]
    password: String,
    #[column(secret)]
    tokens: Vec<String>,
    #[column(secret)]
    secret: Option<Vec<u8>>,
}

#[derive(SpannerTable)]
struct Login {
    #[key(sequence = "Logins")]
    id: i64,
    password: String,
}

/// A column without `Debug`.
#[derive(SpannerColumn)]
struct Photo(Vec<u8>);

#[derive(SpannerTable)]
#[interleave(User)]
struct Page {
    #[key(parent)]
    name: String,
    #[key(uuid)]
    id: Uuid,
    r#type: i64,
    #[column(default = "'none'")]
    title: String,
    photo: Photo,
    #[column(secret)]
    draft: Photo,
}

fn user() -> User {
    User {
        name: "ada".into(),
        password: SECRET.into(),
        tokens: vec![SECRET.into()],
        secret: Some(SECRET.into()),
    }
}

fn new_user() -> NewUser {
    let User { name, password, tokens, secret } = user();
    NewUser { name, password, tokens, secret }
}

/// Neither the value nor its base64 is shown, and each of these is.
fn shows(what: &impl Debug, wanted: &[&str]) {
    for text in [format!("{what:?}"), format!("{what:#?}")] {
        assert!(!text.contains("horse") && !text.contains("Y29ycmVjdCBob3JzZ"), "{text}");
        for wanted in wanted {
            assert!(text.contains(wanted), "{wanted} is missing: {text}");
        }
    }
}

#[test]
fn debug_shows_keys_and_columns() {
    let written = ["User", "ada", "name", "password", "tokens", "secret"];
    shows(&new_user(), &["NewUser", "name: \"ada\"", "password: _", "tokens: _", "secret: _"]);
    shows(&new_user().insert().expect("a row"), &written);
    shows(&new_user().insert().expect("a row").or_update(), &written);
    shows(&new_user().insert_returning().expect("a row"), &written);
    shows(&user().update().expect("a row"), &written);
    let login = NewLogin { password: SECRET.into() };
    shows(&login.insert_returning().expect("a row"), &["Login", "password"]);
    let login = Login { id: 1_234_567, password: SECRET.into() };
    shows(&login.update().expect("a row"), &["Login", "1234567", "password"]);
}

#[test]
fn debug_of_a_new_row_shows_its_fields() {
    let page = NewPage {
        user: UserKey { name: "ada".into() },
        r#type: 3,
        title: None,
        photo: Photo(vec![1]),
        draft: Photo(vec![2]),
    };
    assert_eq!(
        format!("{page:?}"),
        r#"NewPage { user: UserKey { name: "ada" }, type: 3, title: None, photo: _, draft: _ }"#
    );
    assert_eq!(format!("{:?}", NewLogin { password: "x".into() }), r#"NewLogin { password: "x" }"#);
}

#[test]
fn debug_of_statements_shows_no_parameters() {
    let insert = new_user().insert_returning().expect("a row").sql();
    shows(&insert, &["INSERT INTO `User`", "@p1", "\"p1\"", "Text"]);
    shows(&insert.params, &["\"p1\""]);
    let scan = User::scan().index("UsersByPassword").prefix((SECRET,));
    shows(&scan, &["User", "UsersByPassword"]);
    shows(&scan.sql(Dialect::PostgreSql).expect("a statement"), &["SELECT", "$1"]);
    shows(&User::scan().prefix(("ada",)), &["User", "ada"]);
}

#[test]
fn debug_of_a_scan_shows_no_rows() {
    let mut cursor = User::scan().start().expect("a scan");
    let read = cursor.pending().remove(0);
    let text = |text: &str| WireValue::Text(text.into());
    let row = |name| vec![text(name), text(SECRET), WireValue::List(vec![]), WireValue::Null];
    let mut page = read.page();
    page.push(row("a"));
    shows(&page, &["Page", "rows"]);
    cursor.supply(read.id, vec![row("a"), row("b")]).expect("two rows");
    shows(&cursor, &["User"]);
    let scan = User::scan().index("UsersByPassword").starting_at((SECRET,));
    let pending = scan.start().expect("a scan").pending();
    shows(&pending, &["User", "UsersByPassword", "password"]);
    shows(&User::scan().prefix(("ada",)).start().expect("a scan").pending(), &["User", "ada"]);
}

#[derive(SpannerColumn, Debug, PartialEq)]
enum Status {
    Open,
}

fn fails<T: Column + Debug>(text: &str) -> ValueError {
    T::from_wire(WireValue::Text(text.to_owned()), T::TYPE).expect_err("not such a value")
}

/// Every type that parses text, given text that it cannot parse.
#[test]
fn errors_quote_the_beginning_of_a_value() {
    let long = "9é".repeat(50_000);
    let errors = [
        fails::<i64>(&long),
        fails::<f64>(&long),
        fails::<Uuid>(&long),
        fails::<ulid::Ulid>(&long),
        fails::<Vec<u8>>(&long),
        fails::<[u8; 4]>(&long),
        fails::<std::time::SystemTime>(&long),
        fails::<chrono::NaiveDate>(&long),
        fails::<jiff::Timestamp>(&long),
        fails::<time::Date>(&long),
        fails::<rust_decimal::Decimal>(&long),
        fails::<bigdecimal::BigDecimal>(&long),
        fails::<serde_json::Value>(&long),
        fails::<Status>(&long),
        spanner_keys::keys::order::encode(
            &WireValue::Text(long),
            SqlType::INT64,
            false,
            &mut Vec::new(),
        )
        .expect_err("not a number"),
    ];
    for error in errors {
        assert!(matches!(error, ValueError::Malformed { .. }), "{error}");
        assert!(error.to_string().chars().count() < 100, "{error}");
        assert!(format!("{error:?}").chars().count() < 150, "{error:?}");
        assert!(error.to_string().ends_with("9é…`"), "{error}");
    }
    let error =
        f32::from_wire(WireValue::Number(f64::MAX), SqlType::FLOAT64).expect_err("too large");
    assert!(error.to_string().ends_with("`1.7976931348623157e308`"), "{error}");
    // A short text is quoted as it is.
    assert_eq!(fails::<i64>("12 apples").to_string().matches("`12 apples`").count(), 1);
}
