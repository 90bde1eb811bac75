//! Unknown words, words written twice, and values of the wrong form.

use super::{accepts, mistakes, on_struct, rejects, with_field};

#[test]
fn unknown_words_with_a_near_one() {
    for (attribute, word, near, owner) in [
        ("#[table(nmae = \"A\")]", "nmae", "name", "table"),
        ("#[index(ByStatus, column(status))]", "column", "columns", "index"),
        (
            "#[foreign_key(columns(status), reference(Other, id))]",
            "reference",
            "references",
            "foreign_key",
        ),
        ("#[check(\"{total} > 0\", nam = \"Positive\")]", "nam", "name", "check"),
        ("#[ttl(column = placed_at, day = 3)]", "day", "days", "ttl"),
    ] {
        rejects(
            &on_struct(attribute),
            word,
            &[
                &format!("unknown word `{word}` in `{owner}`"),
                &format!("help: did you mean `{near}`?"),
            ],
        );
    }
    rejects(
        "#[interleave(Customer, on_deletes = cascade)] struct Order { #[key(parent)] a: Uuid }",
        "on_deletes",
        &["unknown word `on_deletes` in `interleave`", "help: did you mean `on_delete`?"],
    );
    rejects(
        &with_field("#[key(bitreversed)] n: i64"),
        "bitreversed",
        &["unknown word `bitreversed` in `key`", "help: did you mean `bit_reversed`?"],
    );
    rejects(
        &with_field("#[column(lenght = 3)] n: String"),
        "lenght",
        &["unknown word `lenght` in `column`", "help: did you mean `length`?"],
    );
    rejects(
        &with_field("#[column(default(google = \"0\", postgresql = \"0\"))] n: i64"),
        "google",
        &["unknown word `google` in `default`", "help: did you mean `googlesql`?"],
    );
}

#[test]
fn unknown_words_without_one() {
    rejects(
        &on_struct("#[ttl(column = placed_at, days = 3, frob)]"),
        "frob",
        &["unknown word `frob` in `ttl`", "help: `ttl` takes `column` and `days`"],
    );
    let all = "help: `column` takes `name`, `length`, `default`, `generated`, `virtual`, `commit_timestamp`, `storage`, `shard`, `of`, and `client`";
    rejects(
        &with_field("#[column(frob)] n: i64"),
        "frob",
        &["unknown word `frob` in `column`", all],
    );
    rejects(
        &with_field("#[column(a::b)] n: i64"),
        "a::b",
        &["unknown word `a::b` in `column`", all],
    );
}

#[test]
fn words_of_another_attribute() {
    rejects(
        &with_field("#[key(length = 3)] n: String"),
        "length",
        &[
            "unknown word `length` in `key`",
            "help: `length` belongs to `column`: `#[column(length = 256)]` beside `#[key]`",
        ],
    );
    rejects(
        &with_field("#[column(uuid)] n: Uuid"),
        "uuid",
        &["unknown word `uuid` in `column`", "help: `uuid` fills a key: `#[key(uuid)]`"],
    );
    rejects(
        &with_field("#[key(uuid_v4)] n: Uuid"),
        "uuid_v4",
        &["unknown word `uuid_v4` in `key`", "help: did you mean `uuid`?"],
    );
    rejects(
        &on_struct("#[table(index(A, columns(status)))]"),
        "index",
        &[
            "unknown word `index` in `table`",
            "help: `index` stands alone: `#[index(Name, columns(field))]`",
        ],
    );
}

#[test]
fn words_written_twice() {
    rejects(
        &with_field("#[key(desc, desc)] n: String"),
        "desc",
        &["`desc` is written twice in `key`", "help: keep one of them"],
    );
    rejects(
        &on_struct("#[table(name = \"A\", name = \"B\")]"),
        "name",
        &["`name` is written twice in `table`", "help: keep one of them"],
    );
    rejects(
        &on_struct("#[index(A, columns(status), columns(total))]"),
        "columns",
        &["`columns` is written twice in `index`", "help: keep one of them"],
    );
}

#[test]
fn attributes_written_twice() {
    rejects(
        &with_field("#[key] #[key(desc)] n: String"),
        "key",
        &["`key` is written twice", "help: put all its words into one `key`"],
    );
    rejects(
        &with_field("#[column()] #[column()] n: String"),
        "column",
        &["`column` is written twice", "help: put all its words into one `column`"],
    );
    for name in ["table", "ttl"] {
        let words = if name == "ttl" { "column = placed_at, days = 3" } else { "" };
        rejects(
            &on_struct(&format!("#[{name}({words})] #[{name}({words})]")),
            name,
            &[
                &format!("`{name}` is written twice"),
                &format!("help: put all its words into one `{name}`"),
            ],
        );
    }
    rejects(
        "#[interleave(A)] #[interleave(B)] struct Order { #[key(parent)] a: Uuid }",
        "interleave",
        &["`interleave` is written twice", "help: put all its words into one `interleave`"],
    );
    accepts(&on_struct(
        "#[index(A, columns(status))] #[index(B, columns(total))] #[check(\"{total} > 0\")] #[check(\"{total} > 1\")]",
    ));
    accepts(&with_field("#[key] #[column(length = 3)] n: String"));
}

#[test]
fn attributes_in_the_wrong_place() {
    rejects(
        &on_struct("#[key]"),
        "key",
        &["`key` belongs on a field", "help: move it to the field that it speaks of"],
    );
    rejects(
        &with_field("#[index(A, columns(n))] n: String"),
        "index",
        &[
            "`index` belongs on the struct",
            "help: move it above the struct, and name the fields there",
        ],
    );
}

#[test]
fn attributes_without_parentheses() {
    rejects(
        &with_field("#[key = 3] n: i64"),
        "key",
        &[
            "`key` takes its words in parentheses",
            "help: write it as in `#[key]` or `#[key(uuid)]`",
        ],
    );
    rejects(
        &on_struct("#[check = \"{total} > 0\"]"),
        "check",
        &[
            "`check` takes its words in parentheses",
            "help: write it as in `#[check(\"{total} >= 0\")]`",
        ],
    );
    accepts(&with_field("#[key()] #[column()] n: String"));
    accepts(&on_struct("#[table]"));
}

#[test]
fn flags_with_values() {
    for (attribute, place) in [("uuid = 3", "3"), ("uuid(3)", "uuid"), ("uuid = \"v4\"", "\"v4\"")]
    {
        rejects(
            &with_field(&format!("#[key({attribute})] n: Uuid")),
            place,
            &["`uuid` takes no value", "help: write the word alone: `uuid`"],
        );
    }
}

#[test]
fn values_in_place_of_words() {
    let takes = "help: `key` takes `uuid`, `random`, `bit_reversed`, `sequence`, `identity`, `shard`, `ulid`, `uuid_v7`, `parent`, `desc`, `spread`, `allow_hotspot`, `storage`, `of`, `client`, `skip_range`, and `start_counter`";
    rejects(&with_field("#[key(16)] n: i64"), "16", &["`key` takes words, not values", takes]);
    rejects(
        &with_field("#[key(\"uuid\")] n: Uuid"),
        "\"uuid\"",
        &["`key` takes words, not values", "help: write `uuid` without quotes"],
    );
}

#[test]
fn unreadable_tokens() {
    let help = "help: separate words with commas, and give a value with `=`, as in `shard = 16`";
    rejects(
        &with_field("#[key(shard 16)] n: i64"),
        "16",
        &["`16` does not belong after `shard`", help],
    );
    rejects(
        &with_field("#[key(shard: 16)] n: i64"),
        ":",
        &["`:` does not belong after `shard`", help],
    );
    rejects(&with_field("#[key(+)] n: i64"), "+", &["`key` cannot be read from here", help]);
    rejects(
        &with_field("#[key(uuid,, desc)] n: i64"),
        ",",
        &["nothing stands before this comma in `key`", "help: remove the comma"],
    );
    rejects(
        "#[interleave(Parent<A, B>)] struct Order { #[key(parent)] a: Uuid }",
        "<",
        &[
            "`<` does not belong after `Parent`",
            "help: write the path alone, without generic arguments",
        ],
    );
    accepts(&with_field("#[key(desc,)] n: String"));
}

#[test]
fn shard_counts() {
    let help = "help: write a count from 2 to 1024, for example `shard = 16`";
    for (value, place, what) in [
        ("shard", "shard", "`shard` needs a count"),
        ("shard(16)", "shard", "`shard` needs a count"),
        ("shard =", "shard", "`shard` needs a count"),
        ("shard = \"x\"", "\"x\"", "`shard` needs a count"),
        ("shard = 0", "0", "`shard = 0` spreads no writes"),
        ("shard = 1", "1", "`shard = 1` spreads no writes"),
        ("shard = 1025", "1025", "`shard = 1025` is out of range"),
        (
            "shard = 99999999999999999999999999999999999999999999",
            "99999999999999999999999999999999999999999999",
            "`shard = 99999999999999999999999999999999999999999999` is out of range",
        ),
    ] {
        rejects(&with_field(&format!("#[key({value})] n: i64")), place, &[what, help]);
        if value != "shard =" {
            rejects(
                &with_field(&format!("#[column({value}, of(id))] n: i64")),
                place,
                &[what, help],
            );
        }
    }
    assert_eq!(
        mistakes(&with_field("#[key(shard = -1)] n: i64"))[0].1,
        format!("`shard = -1` is out of range\n{help}")
    );
    for count in ["2", "1024", "0x10", "16u8", "1_000", "(16)"] {
        accepts(&with_field(&format!("#[key(shard = {count})] n: i64")));
    }
}

#[test]
fn lengths() {
    let help = "help: write a length such as `length = 256`, or leave `length` out for no limit of its own";
    let note = "note: a text holds 1 to 2621440 characters, bytes hold 1 to 10485760";
    rejects(
        &with_field("#[column(length = 0)] n: String"),
        "0",
        &["`length = 0` is out of range", note, help],
    );
    rejects(
        &with_field("#[column(length = 10485761)] n: String"),
        "10485761",
        &["`length = 10485761` is out of range", note, help],
    );
    rejects(
        &with_field("#[column(length = MAX)] n: String"),
        "MAX",
        &["`length` needs a number", help],
    );
    accepts(&with_field("#[column(length = 1)] n: String"));
    accepts(&with_field("#[column(length = 10_485_760)] n: String"));
}

#[test]
fn days() {
    let help = "help: write whole days, 0 or more: `days = 30`";
    assert_eq!(
        mistakes(&on_struct("#[ttl(column = placed_at, days = -1)]"))[0].1,
        format!("`days = -1` is out of range\n{help}")
    );
    rejects(
        &on_struct("#[ttl(column = placed_at, days = 1.5)]"),
        "1.5",
        &["`days` needs a number", help],
    );
    accepts(&on_struct("#[ttl(column = placed_at, days = 0)]"));
}

#[test]
fn counters() {
    let help = "help: write a number of 1 or more: `start_counter = 50`";
    rejects(
        &with_field("#[key(identity, start_counter = 0)] n: i64"),
        "0",
        &["`start_counter = 0` is out of range", help],
    );
    rejects(
        &with_field("#[key(identity, start_counter)] n: i64"),
        "start_counter",
        &["`start_counter` needs a number", help],
    );
    let two = "help: write the first and the last value to skip, as in `skip_range(1, 1_000_000)`";
    for range in [
        "skip_range(1)",
        "skip_range(1, 2, 3)",
        "skip_range(a, b)",
        "skip_range()",
        "skip_range(1 2)",
    ] {
        rejects(
            &with_field(&format!("#[key(identity, {range})] n: i64")),
            "skip_range",
            &["`skip_range` needs two whole numbers", two],
        );
    }
    rejects(
        &with_field("#[key(identity, skip_range = 3)] n: i64"),
        "3",
        &["`skip_range` needs a list in parentheses", "help: write `skip_range(1, 1_000_000)`"],
    );
    rejects(
        &with_field("#[key(identity, skip_range(9, 3))] n: i64"),
        "skip_range",
        &[
            "`skip_range(9, 3)` ends before it begins",
            "help: write the smaller value first: `skip_range(3, 9)`",
        ],
    );
    accepts(&with_field("#[key(identity, skip_range(-5, 3), start_counter = 50)] n: i64"));
}

#[test]
fn names_in_quotes() {
    rejects(
        &on_struct("#[table(name = Orders)]"),
        "Orders",
        &["`name` needs a name in quotes", "help: write `name = \"Orders\"`"],
    );
    rejects(
        &on_struct("#[table(schema)]"),
        "schema",
        &["`schema` needs a name in quotes", "help: write `schema = \"Name\"`"],
    );
    rejects(
        &with_field("#[key(sequence)] n: i64"),
        "sequence",
        &["`sequence` needs a name in quotes", "help: write `sequence = \"EventSeq\"`"],
    );
}

#[test]
fn one_word_of_a_few() {
    let child = |words: &str| {
        format!("#[interleave(Customer, {words})] struct Order {{ #[key(parent)] a: Uuid }}")
    };
    rejects(
        &child("on_delete = cascad"),
        "cascad",
        &["unknown value `cascad` for `on_delete`", "help: did you mean `on_delete = cascade`?"],
    );
    rejects(
        &child("on_delete = set_null"),
        "set_null",
        &[
            "unknown value `set_null` for `on_delete`",
            "help: `on_delete` takes `cascade` and `no_action`",
        ],
    );
    rejects(
        &child("on_delete = \"cascade\""),
        "\"cascade\"",
        &["`on_delete` takes a word, not a text", "help: write `on_delete = cascade`"],
    );
    rejects(
        &child("on_delete"),
        "on_delete",
        &["`on_delete` needs a value", "help: `on_delete` takes `cascade` and `no_action`"],
    );
    rejects(
        &child("on_delete = 3"),
        "3",
        &[
            "`on_delete` needs a word after `=`",
            "help: `on_delete` takes `cascade` and `no_action`",
        ],
    );
    accepts(&child("on_delete = no_action"));
    rejects(
        &with_field("#[key(uuid, storage = txt)] n: Uuid"),
        "txt",
        &["unknown value `txt` for `storage`", "help: did you mean `storage = text`?"],
    );
}

#[test]
fn reasons() {
    let help = "help: say why one hot split is acceptable: `allow_hotspot = \"at most 10 writes a minute\"`";
    for (word, place) in [
        ("allow_hotspot", "allow_hotspot"),
        ("allow_hotspot = \" \"", "\" \""),
        ("allow_hotspot = true", "true"),
    ] {
        rejects(
            &with_field(&format!("#[key({word})] n: i64")),
            place,
            &["`allow_hotspot` needs a reason", help],
        );
        rejects(
            &on_struct(&format!("#[index(A, columns(status), {word})]")),
            place,
            &["`allow_hotspot` needs a reason", help],
        );
    }
    rejects(
        &with_field("#[key(spread)] n: i64"),
        "spread",
        &[
            "`spread` needs a reason",
            "help: say why the values do not follow time: `spread = \"tenant ids are drawn at random\"`",
        ],
    );
}

#[test]
fn cases_and_crates() {
    let all = "help: `rename_all` takes `snake_case`, `camelCase`, `PascalCase`, `SCREAMING_SNAKE_CASE`, and `lowercase`, in quotes";
    rejects(
        &on_struct("#[table(rename_all = \"frob\")]"),
        "\"frob\"",
        &["unknown case `frob` for `rename_all`", all],
    );
    rejects(
        &on_struct("#[table(rename_all = \"pascalcase\")]"),
        "\"pascalcase\"",
        &[
            "unknown case `pascalcase` for `rename_all`",
            "help: did you mean `rename_all = \"PascalCase\"`?",
        ],
    );
    rejects(
        &on_struct("#[table(rename_all = PascalCase)]"),
        "PascalCase",
        &["`rename_all` needs a case in quotes", all],
    );
    rejects(
        &on_struct("#[table(crate = \"a b\")]"),
        "\"a b\"",
        &[
            "`crate` needs the path to `spanner-keys`",
            "help: write a path, for example `crate = \"::spanner_keys\"`",
        ],
    );
    for path in ["\"::a::b\"", "::a::b", "crate", "\"crate\"", "self::a"] {
        accepts(&on_struct(&format!("#[table(crate = {path})]")));
    }
}

#[test]
fn a_broken_field_makes_no_other_mistake() {
    for source in [
        "struct A { #[key(frob)] id: i64 }",
        "#[interleave(B)] struct A { #[key(frob)] id: i64 }",
        "#[interleave(,)] struct A { #[key(parent)] id: i64 }",
        "#[index(A1, columns(id, n), storing(m))] #[check(\"{n} > 0\")] struct A { #[key(uuid)] id: i64, #[column(frob)] n: i64, #[column(frob = 1)] m: i64 }",
        "struct A { #[key(shard = 16)] shard: i64, #[key(frob)] id: i64 }",
        "struct A { #[key(shard = 16, of(id))] shard: i64, #[key(frob)] id: i64 }",
    ] {
        let expected = source.matches("frob").count().max(1);
        assert_eq!(mistakes(source).len(), expected, "{source} {:?}", mistakes(source));
    }
}
