//! Own SQL: which names in a text are parameters, and what is found before anything is sent.

#![allow(clippy::expect_used, reason = "a failed step ends the test")]
#![allow(clippy::struct_field_names, reason = "columns are named as in a database")]

use spanner_keys::query::{Query, RowReader};
use spanner_keys::schema::SqlType;
use spanner_keys::statement::StatementError;
use spanner_keys::value::{RowError, ValueError, WireValue};
use spanner_keys::{Dialect, FromRow, SpannerColumn, SpannerRow, SpannerTable, Uuid, sql, stored};

/// The text that is sent, with the value 1 bound to each of these names.
fn sent(text: &str, dialect: Dialect, names: &[&str]) -> Result<String, StatementError> {
    let query = names.iter().fold(sql(text).dialect(dialect), |query, name| query.bind(*name, 1));
    query.into_sql().map(|sql| sql.text)
}

fn googlesql(text: &str, names: &[&str]) {
    assert_eq!(sent(text, Dialect::GoogleSql, names).as_deref(), Ok(text), "{text}");
}

fn postgresql(text: &str, names: &[&str], wanted: &str) {
    assert_eq!(sent(text, Dialect::PostgreSql, names).as_deref(), Ok(wanted), "{text}");
}

#[test]
fn parameters_of_googlesql() {
    googlesql("SELECT @a, @b_2,@a FROM T WHERE x=@c", &["a", "b_2", "c"]);
    for other in [
        "SELECT '@x', \"@x\", `@x`",
        "SELECT r'\\@x\\'@x', b\"@x\", rb'@x', '\\'@x', '\\\\'",
        "SELECT '''@x ' '' \n @x''', \"\"\"@x \" \n \\\"\"\"@x\"\"\"",
        "SELECT 1 -- @x\n, 2 # @x\n, 3 /* @x -- */ -- @x",
        "SELECT @@x, @@spanner.read_lock_mode",
        "SELECT 1 FROM T@{FORCE_INDEX=x} JOIN@{JOIN_METHOD=HASH_JOIN} U",
        "SELECT x -- it's",
        "SELECT /* it's */ $1, a@",
    ] {
        googlesql(other, &[]);
        googlesql(&format!("{other}\n, @a"), &["a"]);
    }
    // Comments do not contain others.
    googlesql("SELECT /* /* */ @a", &["a"]);
    googlesql("SELECT '' '' @a", &["a"]);
    googlesql("SELECT @{a=@a}", &["a"]);
}

#[test]
fn parameters_of_postgresql() {
    postgresql("SELECT @b, @a,@b WHERE x=@c", &["a", "b", "c"], "SELECT $1, $2,$1 WHERE x=$3");
    for other in [
        "SELECT '@x', \"@x\", 'it''s @x', '\\'",
        "SELECT E'\\'@x', e'\\\\' , U&'@x'",
        "SELECT E'two\nlines @x', 'two\nlines @x'",
        "SELECT $$@x '$$, $tag$ @x $$ $other$ $tag$, a$b$c",
        "SELECT 1 -- @x\n, 3 /* @x /* nested */ @x */ -- @x",
        "SELECT doc @> other, a <@ b, a <@b, a @@ b, a @@b, a # b, a @? b",
        "SELECT größe",
    ] {
        postgresql(other, &[], other);
        postgresql(&format!("{other}\n, @a"), &["a"], &format!("{other}\n, $1"));
    }
    postgresql(
        "SELECT doc @> @a, doc @>@a, doc <@ @a, doc <@@a",
        &["a"],
        "SELECT doc @> $1, doc @>$1, doc <@ $1, doc <@$1",
    );
    // Only with a value is it a comparison.
    postgresql("WHERE price<@most AND doc <@part", &["most"], "WHERE price<$1 AND doc <@part");
    postgresql("WHERE price<=@most", &["most"], "WHERE price<=$1");
}

#[test]
fn parameters_are_numbered_in_the_order_of_the_text() {
    let query = sql("SELECT @b, @a").dialect(Dialect::PostgreSql).bind("a", 1_i64).bind("b", "x");
    let sql = query.into_sql().expect("a statement");
    let params: Vec<_> = sql.params.iter().map(|param| (param.name.as_str(), param.ty)).collect();
    assert_eq!(params, [("p1", SqlType::TEXT), ("p2", SqlType::INT64)]);
    assert_eq!(sql.params[0].value, WireValue::Text("x".into()));
}

#[test]
fn mistakes_in_parameters() {
    let missing = |name: &str, similar: Option<&str>| StatementError::MissingParameter {
        name: name.into(),
        similar: similar.map(Into::into),
    };
    let unknown = |name: &str| StatementError::UnknownParameter { name: name.into() };
    for dialect in [Dialect::GoogleSql, Dialect::PostgreSql] {
        let error = |text, names| sent(text, dialect, names).expect_err(text);
        assert_eq!(error("SELECT @a", &[]), missing("a", None));
        assert_eq!(error("SELECT @tenent", &["tenant"]), missing("tenent", Some("tenant")));
        assert_eq!(error("SELECT @Tenant", &["tenant"]), missing("Tenant", Some("tenant")));
        assert_eq!(error("SELECT @tenant", &["status"]), missing("tenant", None));
        assert_eq!(error("SELECT @a", &["@a"]), missing("a", Some("@a")));
        // What has a parameter is not meant.
        assert_eq!(error("SELECT @name, @names", &["name"]), missing("names", None));
        assert_eq!(error("SELECT 1", &["a"]), unknown("a"));
        assert_eq!(error("SELECT '@a'", &["a"]), unknown("a"));
        assert_eq!(error("SELECT @a", &["a", "@a"]), unknown("@a"));
        assert_eq!(
            error("SELECT @a", &["a", "a"]),
            StatementError::DuplicateParameter { name: "a".into() }
        );
        for (text, what) in
            [("SELECT 'a @x", "string"), ("SELECT /* @x", "comment"), ("SELECT 'a\\", "string")]
        {
            assert_eq!(error(text, &[]), StatementError::Unclosed { what }, "{text}");
        }
    }
    let error = |text, dialect| sent(text, dialect, &[]).expect_err(text);
    for (text, what) in
        [("SELECT 'a\n'", "string"), ("SELECT '''a''", "string"), ("SELECT `a", "quoted name")]
    {
        assert_eq!(error(text, Dialect::GoogleSql), StatementError::Unclosed { what }, "{text}");
    }
    for (text, what) in
        [("SELECT /* /* */", "comment"), ("SELECT $a$ $$", "string"), ("SELECT \"a", "quoted name")]
    {
        assert_eq!(error(text, Dialect::PostgreSql), StatementError::Unclosed { what }, "{text}");
    }
    assert_eq!(
        error("SELECT $12", Dialect::PostgreSql),
        StatementError::PositionalParameter { number: "$12".into() }
    );
}

#[test]
fn no_text_panics() {
    let pieces = [
        "'", "\"", "`", "@", "<@", "@@", "$", "$a$", "\\", "--", "/*", "*/", "\n", "é", "a", "1",
        "#", "E'", "漢",
    ];
    let mut seed = 7_usize;
    for _ in 0..20_000 {
        let mut text = String::new();
        for _ in 0..10 {
            seed = seed
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            text.push_str(pieces[(seed >> 33) % pieces.len()]);
        }
        for dialect in [Dialect::GoogleSql, Dialect::PostgreSql] {
            let _ = sent(&text, dialect, &["a"]);
        }
    }
}

#[derive(SpannerColumn, Clone, Debug, PartialEq)]
struct TaskId(Uuid);

#[derive(SpannerColumn, Debug, PartialEq)]
#[column(storage = integer)]
enum Level {
    Low = 1,
    High = 9,
}

#[derive(SpannerTable, Debug, PartialEq)]
#[table(name = "Tasks")]
struct Task {
    #[key(uuid, storage = bytes)]
    task_id: TaskId,
    #[column(name = "Title", length = 3)]
    title: String,
    parent: Option<Uuid>,
    r#type: i64,
}

/// The type and the value of the only parameter.
fn bound(query: Query) -> (SqlType, WireValue) {
    let mut sql = query.into_sql().expect("a statement");
    let param = sql.params.remove(0);
    (param.ty, param.value)
}

#[test]
fn values_have_the_type_of_their_column() {
    let id = || TaskId(Uuid::nil());
    let of = |value| bound(sql("SELECT @a").bind("a", value));
    let text = |text: &str| WireValue::Text(text.into());
    assert_eq!(bound(sql("SELECT @a").bind("a", id())).0, SqlType::text(36));
    assert_eq!(of(Level::High), (SqlType::INT64, text("9")));
    assert_eq!(bound(sql("SELECT @a").bind("a", None::<Level>)), (SqlType::INT64, WireValue::Null));
    assert_eq!(
        bound(sql("SELECT @a").bind("a", vec![Level::Low])),
        (SqlType::INT64.array(), WireValue::List(vec![text("1")]))
    );
    assert_eq!(bound(sql("SELECT @a").bind("a", vec![1_u8])).0, SqlType::BYTES);

    let bytes = text("AAAAAAAAAAAAAAAAAAAAAA==");
    assert_eq!(
        bound(sql("SELECT @a").bind("a", stored!(Task.task_id, id()))),
        (SqlType::bytes(16), bytes.clone())
    );
    assert_eq!(
        bound(sql("SELECT @a").bind("a", stored!(Task.task_id, vec![id()]))),
        (SqlType::bytes(16).array(), WireValue::List(vec![bytes]))
    );
    assert_eq!(
        bound(sql("SELECT @a").bind("a", stored!(Task.parent, Uuid::nil()))).0,
        SqlType::text(36)
    );
    assert_eq!(bound(sql("SELECT @a").bind("a", stored!(Task.parent, None))).1, WireValue::Null);
    assert_eq!(bound(sql("SELECT @a").bind("a", stored!(Task.r#type, 5))).1, text("5"));
    // A search for a text that is too long finds nothing.
    assert_eq!(
        bound(sql("SELECT @a").bind("a", stored!(self::Task.title, "four"))).1,
        text("four")
    );
}

#[test]
fn values_that_the_database_rejects() {
    let long = "x".repeat(2_621_441);
    let error = sql("SELECT @a").bind("a", long).into_sql().expect_err("too long");
    let StatementError::InvalidParameter { name, error: ValueError::TooLong { .. } } = &error
    else {
        panic!("{error}")
    };
    assert_eq!(name, "a");
    assert_eq!(
        error.to_string(),
        "parameter `@a` is 2621441 characters long; the limit is 2621440"
    );
}

#[test]
fn debug_shows_no_values() {
    let query = sql("SELECT @a").bind("a", "secret");
    assert!(!format!("{query:?}").contains("secret"));
    let parameter = stored!(Task.title, "secret");
    assert!(!format!("{parameter:?}").contains("secret"));
}

#[derive(SpannerRow, Debug, PartialEq)]
struct Person {
    name: String,
    #[column(flatten, prefix = "home_")]
    home: Option<Home>,
}

#[derive(SpannerRow, Debug, PartialEq)]
struct Home {
    city: Option<String>,
}

#[derive(SpannerRow, Debug, PartialEq)]
#[column(rename_all = "PascalCase")]
struct Line {
    #[column(flatten)]
    task: Option<Task>,
    task_count: i64,
    #[column(flatten, prefix = "Owner")]
    owner: Option<Person>,
    #[column(name = "level")]
    r#level: Level,
}

/// A row of this result, whose values are text, or NULL.
fn read<R: FromRow>(columns: &[(&str, Option<&str>)]) -> Result<R, RowError> {
    let reader = RowReader::<R>::new(columns.iter().map(|(name, _)| (*name, None)))?;
    let value =
        |text: Option<&str>| text.map_or(WireValue::Null, |text| WireValue::Text(text.into()));
    reader.read(&mut columns.iter().map(|(_, text)| value(*text)).collect::<Vec<_>>())
}

#[test]
fn rows_in_rows() {
    let nobody = [
        ("level", Some("9")),
        ("Ownerhome_city", None),
        ("Ownername", None),
        ("TaskCount", Some("3")),
        ("task_id", None),
        ("Title", None),
        ("parent", None),
        ("type", None),
        ("unused", None),
    ];
    let line = Line { task: None, task_count: 3, owner: None, level: Level::High };
    assert_eq!(read::<Line>(&nobody), Ok(line));

    let mut homeless = nobody;
    homeless[2].1 = Some("Ada");
    let owner = read::<Line>(&homeless).expect("a row").owner;
    assert_eq!(owner, Some(Person { name: "Ada".into(), home: None }));

    let mut whole = homeless;
    whole[1].1 = Some("Turin");
    let home = read::<Line>(&whole).expect("a row").owner.expect("an owner").home;
    assert_eq!(home, Some(Home { city: Some("Turin".into()) }));

    // A part of a row is an error, not `None`.
    let mut partial = nobody;
    partial[1].1 = Some("Turin");
    assert_eq!(
        read::<Line>(&partial).expect_err("no name").to_string(),
        "column `Ownername` of the query is NULL, but the field is not an `Option`"
    );
    let mut task = nobody;
    task[5].1 = Some("abc");
    assert_eq!(
        read::<Line>(&task).expect_err("no id").to_string(),
        "column `task_id` of table `Tasks` is NULL, but the field is not an `Option`"
    );
}

/// A column of several row types, as the key that two tables share in a join. The rows of a client
/// lend each value once.
#[test]
fn a_column_of_several_rows_is_read_by_each() {
    #[derive(SpannerRow, Debug, PartialEq)]
    struct Shared {
        #[column(flatten)]
        task: Option<Task>,
        title: Option<String>,
        #[column(flatten)]
        person: Named,
    }
    #[derive(SpannerRow, Debug, PartialEq)]
    struct Named {
        title: Option<String>,
        #[column(flatten)]
        task: Task,
    }
    let id = Some("AAAAAAAAAAAAAAAAAAAAAA==");
    let columns = [("title", Some("x")), ("parent", None), ("type", Some("1")), ("task_id", id)];
    let read = read::<Shared>(&columns).expect("a row");
    assert_eq!((read.title.as_deref(), read.person.title.as_deref()), (Some("x"), Some("x")));
    assert_eq!(read.task.as_ref(), Some(&read.person.task));
}

#[test]
fn columns_are_found_without_regard_to_case() {
    let city = |name| read::<Home>(&[(name, Some("Turin"))]).map(|home| home.city);
    assert_eq!(city("CITY"), Ok(Some("Turin".into())));
    // An exact name comes first.
    let both = read::<Home>(&[("City", Some("Rome")), ("city", Some("Turin"))]);
    assert_eq!(both, Ok(Home { city: Some("Turin".into()) }));
    let error =
        |columns: &[(&str, Option<&str>)]| read::<Home>(columns).expect_err("ambiguous").error;
    assert_eq!(error(&[("City", None), ("CITY", None)]), ValueError::SelectedTwice);
    assert_eq!(error(&[("city", None), ("city", None)]), ValueError::SelectedTwice);
    assert_eq!(error(&[("town", None)]), ValueError::NotSelected { selected: vec!["town".into()] });
    assert_eq!(
        error(&[("town", None), ("", None)]).to_string(),
        "is not among the selected columns: `town`, one without a name"
    );
}

#[test]
fn tuples_are_read_by_position() {
    let columns = [("a", Some("1")), ("a", Some("x")), ("", None)];
    assert_eq!(read::<(i64, String, Option<i64>)>(&columns), Ok((1, "x".into(), None)));
    assert_eq!(read::<(Level,)>(&columns), Ok((Level::Low,)));
    assert_eq!(read::<(i64, i64)>(&columns).expect_err("text").column, "2");
    assert_eq!(read::<(i64, String)>(&columns[..1]).expect_err("too few").column, "2");
}

#[test]
fn rows_are_read_in_the_type_of_the_result() {
    let reader =
        RowReader::<(Uuid, Uuid)>::new([("a", Some(SqlType::BYTES)), ("b", Some(SqlType::TEXT))]);
    let values = ["AAAAAAAAAAAAAAAAAAAAAA==", "00000000-0000-0000-0000-000000000000"];
    let mut row: Vec<_> = values.map(|text| WireValue::Text(text.into())).into();
    assert_eq!(reader.expect("columns").read(&mut row), Ok((Uuid::nil(), Uuid::nil())));
}
