//! Unknown and duplicate arguments, and invalid values.

use super::{accepts, mistakes, on_struct, rejects, with_field};

#[test]
fn unknown_arguments_with_a_suggestion() {
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
        rejected! {
            on_struct(attribute) => word:
                &format!("unknown argument `{word}` in `{owner}`"),
                &format!("help: did you mean `{near}`?");
        }
    }
    rejected! {
        "#[interleave(Customer, on_deletes = cascade)] struct Order { #[key(parent)] a: Uuid }" => "on_deletes":
            "unknown argument `on_deletes` in `interleave`",
            "help: did you mean `on_delete`?";
        with_field("#[key(bitreversed)] n: i64") => "bitreversed":
            "unknown argument `bitreversed` in `key`",
            "help: did you mean `bit_reversed`?";
        with_field("#[column(lenght = 3)] n: String") => "lenght":
            "unknown argument `lenght` in `column`",
            "help: did you mean `length`?";
        with_field("#[column(default(google = \"0\", postgresql = \"0\"))] n: i64") => "google":
            "unknown argument `google` in `default`",
            "help: did you mean `googlesql`?";
    }
}

/// Capitals are a constant, unless they are the name of a dialect.
#[test]
fn dialects_and_constants() {
    for value in ["googlesql", "DIALECT", "crate::DIALECT", "database::Dialect"] {
        accepts(&on_struct(&format!("#[table(dialect = {value})]")));
    }
    rejected! {
        on_struct("#[table(dialect = POSTGRESQL)]") => "POSTGRESQL":
            "unknown value `POSTGRESQL` for `dialect`",
            "help: did you mean `dialect = postgresql`?";
        on_struct("#[table(dialect = postgres)]") => "postgres":
            "unknown value `postgres` for `dialect`",
            "help: did you mean `dialect = postgresql`?";
    }
}

#[test]
fn unknown_arguments_without_a_suggestion() {
    rejected! {
        on_struct("#[ttl(column = placed_at, days = 3, frob)]") => "frob":
            "unknown argument `frob` in `ttl`",
            "help: `ttl` accepts column, days";
    }
    let all = "help: `column` accepts name, renamed_from, length, default, generated, virtual, commit_timestamp, retry_id, storage, shard, of, client, sequence, identity, skip_range, start_counter, sql_type, vector_length, hidden, on_update, options, check_values, secret, skip";
    rejected! {
        with_field("#[column(frob)] n: i64") => "frob":
            "unknown argument `frob` in `column`",
            all;
        with_field("#[column(a::b)] n: i64") => "a::b":
            "unknown argument `a::b` in `column`",
            all;
    }
}

#[test]
fn arguments_of_another_attribute() {
    rejected! {
        with_field("#[key(length = 3)] n: String") => "length":
            "unknown argument `length` in `key`",
            "help: remove `length`, and add `#[column(length = 3)]`";
        with_field("#[column(uuid)] n: Uuid") => "uuid":
            "unknown argument `uuid` in `column`",
            "help: remove `uuid`, and add `#[key(uuid)]`";
        with_field("#[key(uuid_v4)] n: Uuid") => "uuid_v4":
            "unknown argument `uuid_v4` in `key`",
            "help: did you mean `uuid`?";
        on_struct("#[table(index(A, columns(status)))]") => "index":
            "unknown argument `index` in `table`",
            "help: `index` is a separate attribute";
    }
}

#[test]
fn duplicate_arguments() {
    rejected! {
        with_field("#[key(desc, desc)] n: String") => "desc":
            "duplicate argument `desc` in `key`",
            "help: keep one of them";
        on_struct("#[table(name = \"A\", name = \"B\")]") => "name":
            "duplicate argument `name` in `table`",
            "help: keep one of them";
        on_struct("#[index(A, columns(status), columns(total))]") => "columns":
            "duplicate argument `columns` in `index`",
            "help: keep one of them";
    }
}

#[test]
fn duplicate_attributes() {
    rejected! {
        with_field("#[key] #[key(desc)] n: String") => "key":
            "duplicate attribute `key`",
            "help: merge the arguments into the first `key`";
        with_field("#[column()] #[column()] n: String") => "column":
            "duplicate attribute `column`",
            "help: merge the arguments into the first `column`";
    }
    for name in ["table", "ttl"] {
        let words = if name == "ttl" { "column = placed_at, days = 3" } else { "" };
        rejected! {
            on_struct(&format!("#[{name}({words})] #[{name}({words})]")) => name:
                &format!("duplicate attribute `{name}`"),
                &format!("help: merge the arguments into the first `{name}`");
        }
    }
    rejected! {
        "#[interleave(A)] #[interleave(B)] struct Order { #[key(parent)] a: Uuid }" => "interleave":
            "duplicate attribute `interleave`",
            "help: merge the arguments into the first `interleave`";
    }
    accepts(&on_struct(
        "#[index(A, columns(status))] #[index(B, columns(total))] #[check(\"{total} > 0\")] #[check(\"{total} > 1\")]",
    ));
    accepts(&with_field("#[key] #[column(length = 3)] n: String"));
}

#[test]
fn attributes_in_the_wrong_place() {
    rejected! {
        on_struct("#[key]") => "key":
            "`key` is a field attribute",
            "help: move it to the field it describes";
        with_field("#[index(A, columns(n))] n: String") => "index":
            "`index` is a struct attribute",
            "help: remove `index`, and write `#[index(A, columns(n))]` on the struct";
        with_field("#[table(key(uuid))] n: String") => "table":
            "`table` is a struct attribute",
            "help: remove `table`, and write `#[key(uuid)]`";
    }
}

#[test]
fn attributes_without_parentheses() {
    rejected! {
        with_field("#[key = 3] n: i64") => "key":
            "expected `#[key(...)]`",
            "help: write `#[key]`";
        on_struct("#[check = \"{total} > 0\"]") => "check":
            "expected `#[check(...)]`",
            "help: write `#[check(\"{total} > 0\")]`";
    }
    accepts(&with_field("#[key()] #[column()] n: String"));
    accepts(&on_struct("#[table]"));
}

#[test]
fn flags_with_values() {
    for (attribute, place) in [("uuid = 3", "3"), ("uuid(3)", "uuid"), ("uuid = \"v4\"", "\"v4\"")]
    {
        rejected! {
            with_field(&format!("#[key({attribute})] n: Uuid")) => place:
                "`uuid` does not accept a value",
                "help: write `uuid` without a value";
        }
    }
}

#[test]
fn literals_as_arguments() {
    let accepts = "help: `key` accepts uuid, random, bit_reversed, sequence, identity, shard, ulid, uuid_v7, uuid_high, uuid_low, parent, desc, spread, allow_hotspot, storage, of, client, skip_range, start_counter";
    rejected! {
        with_field("#[key(16)] n: i64") => "16":
            "expected an argument of `key`, found a literal",
            accepts;
        with_field("#[key(\"uuid\")] n: Uuid") => "\"uuid\"":
            "expected an argument of `key`, found a literal",
            "help: write `uuid` without quotes";
    }
}

#[test]
fn invalid_syntax() {
    let help = "help: separate arguments with commas, and set values with an equals sign";
    let shard = "help: write `shard = 16`";
    rejected! {
        with_field("#[key(shard 16)] n: i64") => "16":
            "unexpected `16` after `shard`",
            shard;
        with_field("#[key(shard: 16)] n: i64") => ":":
            "unexpected `:` after `shard`",
            shard;
        with_field("#[key(shard(16) [2])] n: i64") => "[2]":
            "unexpected `[` after `shard`",
            help;
        with_field("#[key(+)] n: i64") => "+":
            "invalid syntax in `key`",
            help;
        with_field("#[key(uuid,, desc)] n: i64") => ",":
            "unexpected comma in `key`",
            "help: remove the comma";
        "#[interleave(Parent<A, B>)] struct Order { #[key(parent)] a: Uuid }" => "<":
            "unexpected `<` after `Parent`",
            "help: remove the generic arguments";
    }
    accepts(&with_field("#[key(desc,)] n: String"));
}

#[test]
fn shard_counts() {
    let help = "help: write a count from 2 to 1024, for example `shard = 16`";
    for (value, place, what) in [
        ("shard", "shard", "expected an integer for `shard`"),
        ("shard(16)", "shard", "expected an integer for `shard`"),
        ("shard =", "shard", "expected an integer for `shard`"),
        ("shard = \"x\"", "\"x\"", "expected an integer for `shard`"),
        ("shard = 0", "0", "`shard = 0` does not spread the writes"),
        ("shard = 1", "1", "`shard = 1` does not spread the writes"),
        ("shard = 1025", "1025", "`shard = 1025` is out of range"),
        (
            "shard = 99999999999999999999999999999999999999999999",
            "99999999999999999999999999999999999999999999",
            "`shard = 99999999999999999999999999999999999999999999` is out of range",
        ),
    ] {
        rejected! {
            with_field(&format!("#[key({value})] n: i64")) => place:
                what,
                help;
        }
        if value != "shard =" {
            rejected! {
                with_field(&format!("#[column({value}, of(id))] n: i64")) => place:
                    what,
                    help;
            }
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
    let help =
        "help: write a length, for example `length = 256`, or remove `length` to allow the maximum";
    let note = "note: text allows 1 to 2621440 characters, bytes allow 1 to 10485760";
    rejected! {
        with_field("#[column(length = 0)] n: String") => "0":
            "`length = 0` is out of range",
            note,
            help;
        with_field("#[column(length = 10485761)] n: String") => "10485761":
            "`length = 10485761` is out of range",
            note,
            help;
        with_field("#[column(length = MAX)] n: String") => "MAX":
            "expected an integer for `length`",
            help;
    }
    accepts(&with_field("#[column(length = 1)] n: String"));
    accepts(&with_field("#[column(length = 10_485_760)] n: String"));
}

#[test]
fn days() {
    let help = "help: write 0 or more whole days, for example `days = 30`";
    assert_eq!(
        mistakes(&on_struct("#[ttl(column = placed_at, days = -1)]"))[0].1,
        format!("`days = -1` is out of range\n{help}")
    );
    rejected! {
        on_struct("#[ttl(column = placed_at, days = 1.5)]") => "1.5":
            "expected an integer for `days`",
            help;
    }
    accepts(&on_struct("#[ttl(column = placed_at, days = 0)]"));
}

#[test]
fn counters() {
    let help = "help: write an integer of at least 1, for example `start_counter = 50`";
    rejected! {
        with_field("#[key(identity, start_counter = 0)] n: i64") => "0":
            "`start_counter = 0` is out of range",
            help;
        with_field("#[key(identity, start_counter)] n: i64") => "start_counter":
            "expected an integer for `start_counter`",
            help;
    }
    let two = "help: write the first and the last value to skip, as in `skip_range(1, 1_000_000)`";
    for range in [
        "skip_range(1)", "skip_range(1, 2, 3)", "skip_range(a, b)", "skip_range()",
        "skip_range(1 2)",
    ] {
        rejected! {
            with_field(&format!("#[key(identity, {range})] n: i64")) => "skip_range":
                "`skip_range` requires two integers",
                two;
        }
    }
    rejected! {
        with_field("#[key(identity, skip_range = 3)] n: i64") => "3":
            "expected `skip_range(...)`",
            "help: write `skip_range(1, 1_000_000)`";
        with_field("#[key(identity, skip_range(9, 3))] n: i64") => "skip_range":
            "`skip_range(9, 3)` is an empty range",
            "help: write the smaller value first: `skip_range(3, 9)`";
    }
    accepts(&with_field("#[key(identity, skip_range(-5, 3), start_counter = 50)] n: i64"));
}

#[test]
fn names_are_strings() {
    rejected! {
        on_struct("#[table(name = Orders)]") => "Orders":
            "expected a string for `name`",
            "help: write `name = \"Orders\"`";
        on_struct("#[table(schema)]") => "schema":
            "expected a string for `schema`",
            "help: write `schema = \"Order\"`";
        with_field("#[key(sequence)] n: i64") => "sequence":
            "expected a string for `sequence`",
            "help: write `sequence = \"OrderSeq\"`";
    }
}

#[test]
fn values_from_a_list() {
    let child = |words: &str| {
        format!("#[interleave(Customer, {words})] struct Order {{ #[key(parent)] a: Uuid }}")
    };
    rejected! {
        child("on_delete = cascad") => "cascad":
            "unknown value `cascad` for `on_delete`",
            "help: did you mean `on_delete = cascade`?";
        child("on_delete = set_null") => "set_null":
            "unknown value `set_null` for `on_delete`",
            "help: write `on_delete = cascade` or `on_delete = no_action` or `on_delete = unchecked`";
        child("on_delete = \"cascade\"") => "\"cascade\"":
            "expected an identifier for `on_delete`, found a string",
            "help: write `on_delete = cascade`";
        child("on_delete") => "on_delete":
            "missing value for `on_delete`",
            "help: write `on_delete = cascade` or `on_delete = no_action` or `on_delete = unchecked`";
        child("on_delete = 3") => "3":
            "expected an identifier for `on_delete`",
            "help: write `on_delete = cascade` or `on_delete = no_action` or `on_delete = unchecked`";
    }
    accepts(&child("on_delete = no_action"));
    rejected! {
        with_field("#[key(uuid, storage = txt)] n: Uuid") => "txt":
            "unknown value `txt` for `storage`",
            "help: did you mean `storage = text`?";
    }
}

#[test]
fn reasons() {
    let help = "help: write why one hot split is acceptable: `allow_hotspot = \"at most 10 writes a minute\"`";
    for (word, place) in [
        ("allow_hotspot", "allow_hotspot"),
        ("allow_hotspot = \" \"", "\" \""),
        ("allow_hotspot = true", "true"),
    ] {
        rejected! {
            with_field(&format!("#[key({word})] n: i64")) => place:
                "`allow_hotspot` requires a reason",
                help;
            on_struct(&format!("#[index(A, columns(status), {word})]")) => place:
                "`allow_hotspot` requires a reason",
                help;
        }
    }
    rejected! {
        with_field("#[key(spread)] n: i64") => "spread":
            "`spread` requires a reason",
            "help: write why the values do not grow with time: `spread = \"tenant ids are drawn at random\"`";
    }
}

#[test]
fn cases_and_crates() {
    let all = "help: write `rename_all = \"snake_case\"` or `rename_all = \"camelCase\"` or `rename_all = \"PascalCase\"` or `rename_all = \"SCREAMING_SNAKE_CASE\"` or `rename_all = \"lowercase\"`";
    for upper in ["UPPERCASE", "SCREAMING-KEBAB-CASE"] {
        let place = format!("\"{upper}\"");
        rejected! {
            on_struct(&format!("#[table(rename_all = \"{upper}\")]")) => place:
                &format!("unknown case `{upper}` for `rename_all`"),
                "help: did you mean `rename_all = \"SCREAMING_SNAKE_CASE\"`?";
        }
    }
    rejected! {
        on_struct("#[table(rename_all = \"frob\")]") => "\"frob\"":
            "unknown case `frob` for `rename_all`",
            all;
        on_struct("#[table(rename_all = \"pascalcase\")]") => "\"pascalcase\"":
            "unknown case `pascalcase` for `rename_all`",
            "help: did you mean `rename_all = \"PascalCase\"`?";
        on_struct("#[table(rename_all = PascalCase)]") => "PascalCase":
            "expected a string for `rename_all`",
            "help: write `rename_all = \"PascalCase\"`";
        on_struct("#[table(crate = \"a b\")]") => "\"a b\"":
            "expected the path of `spanner-keys` for `crate`",
            "help: write a path, for example `crate = \"::spanner_keys\"`";
    }
    for path in ["\"::a::b\"", "::a::b", "crate", "\"crate\"", "self::a"] {
        accepts(&on_struct(&format!("#[table(crate = {path})]")));
    }
}

#[test]
fn unreadable_fields_cause_no_other_mistakes() {
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
