//! The macro never panics: any tokens in any attribute give code, or errors that point at a token.

use std::cell::Cell;
use std::io::Write as _;

use proc_macro2::{Delimiter, Group, TokenStream, TokenTree};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::{Index, select};
use proptest::test_runner::{Config, RngAlgorithm, TestCaseError, TestError, TestRng, TestRunner};
use quote::{ToTokens as _, quote};
use syn::DeriveInput;

use crate::words::Mistakes;

/// Every argument, names that look like one, and tokens of every kind.
const PIECES: &str = r##"
    uuid random bit_reversed sequence identity shard ulid uuid_v7 parent desc spread
    allow_hotspot skip_range start_counter of client storage text bytes native integer name
    schema rename_all length default generated virtual commit_timestamp retry_id check_values secret columns storing unique
    null_filtered interleave references on_delete cascade no_action days column googlesql
    postgresql id status total placed_at nobody Order Customer r#type crate Self self super
    async _ 'a = , :: -> => .. < > - & | # ! ? @ ; 1 0 16 -1 1024 1.5 0x10 1_000
    99999999999999999999999999999999999999999999999 1u8 true 'x' b'x' b"x" c"x" "" "why" "{"
    "}" "{nobody}" "Ä" "PascalCase" "`" "\0" r#"""# "::spanner_keys" "1" "sales"
"##;

/// Valid structs, to be changed at random.
const GOOD: &[&str] = &[
    r#"#[table(name = "Orders", schema = "sales", rename_all = "PascalCase")]
    #[interleave(Customer, on_delete = cascade)]
    #[index(ByStatus, columns(status, desc(placed_at)), storing(total), unique, null_filtered, allow_hotspot = "why")]
    #[foreign_key(columns(status), references(Other, name), name = "fk", on_delete = cascade)]
    #[check("{total} >= 0", name = "ck")]
    #[ttl(column = placed_at, days = 30)]
    struct Order {
        #[key(parent)] customer: Uuid,
        #[key(uuid, storage = bytes)] id: Uuid,
        #[column(length = 10, default = "'x'")] status: String,
        #[column(name = "sum")] total: i64,
        #[column(commit_timestamp)] placed_at: Time,
    }"#,
    r#"struct Event {
        #[key(shard = 16, of(id), client)] shard: i64,
        #[key(sequence = "Seq", skip_range(1, 1_000), start_counter = 50, desc)] id: i64,
        #[key(ulid)] r#type: String,
        #[column(generated(googlesql = "{id} + 1", postgresql = "{id} + 1"), virtual)] next: i64,
        #[column(shard = 8, of(next))] other: i64,
    }"#,
    r#"struct Reading { #[key(identity, skip_range(1, 5))] id: i64, #[key(spread = "why")] tenant: i64, #[key(bit_reversed)] n: i64 }"#,
    r#"struct Clock { #[key(allow_hotspot = "why")] at: Time, #[key(random)] r: i64, #[key(uuid_v7)] v: Uuid, #[key(shard = 4, random)] s: i64 }"#,
];
const GOOD_COLUMNS: &[&str] = &[
    r#"#[column(storage = integer, rename_all = "snake_case")] enum Level { Low = -3, #[column(name = "m")] Middle = -2, High = 7 }"#,
    r#"#[column(crate = "::spanner_keys")] struct Name(String);"#,
    r#"#[column()] enum State { #[column(name = "open")] Open, #[column(name = "closed")] Closed }"#,
];

fn piece() -> impl Strategy<Value = TokenStream> {
    let pieces = PIECES.split_whitespace().chain(["\"{total} > 0\"", "\"a b\""]);
    select(pieces.collect::<Vec<_>>()).prop_map(|piece| piece.parse().unwrap_or_default())
}

/// Any token tree: identifiers, punctuation and literals, in groups of every kind.
fn tokens() -> impl Strategy<Value = TokenStream> {
    let one = piece().prop_recursive(3, 24, 6, |inner| {
        let delimiter = select(vec![
            Delimiter::Parenthesis,
            Delimiter::Brace,
            Delimiter::Bracket,
            Delimiter::None,
        ]);
        (vec(inner, 0..6), delimiter).prop_map(|(parts, delimiter)| {
            TokenTree::Group(Group::new(delimiter, parts.into_iter().collect())).into()
        })
    });
    vec(one, 0..8).prop_map(|parts| parts.into_iter().collect())
}

/// Which token tree to replace, counted through all groups, and the replacement.
type Change = (Index, TokenStream);

/// The number of token trees inside attributes.
fn count(stream: &TokenStream, inside: bool) -> usize {
    let mut after_hash = false;
    let mut trees = 0;
    for tree in stream.clone() {
        trees += usize::from(inside);
        if let TokenTree::Group(group) = &tree {
            trees += count(&group.stream(), inside || after_hash);
        }
        after_hash = matches!(&tree, TokenTree::Punct(punct) if punct.as_char() == '#');
    }
    trees
}

/// The tokens with one tree replaced, counted among those inside attributes.
fn replaced(stream: TokenStream, inside: bool, at: &mut usize, by: &TokenStream) -> TokenStream {
    let mut after_hash = false;
    let mut made = TokenStream::new();
    for tree in stream {
        let here = inside && *at == 0;
        if inside {
            *at = at.wrapping_sub(1);
        }
        let hash = matches!(&tree, TokenTree::Punct(punct) if punct.as_char() == '#');
        match tree {
            _ if here => made.extend(by.clone()),
            TokenTree::Group(group) => {
                let content = replaced(group.stream(), inside || after_hash, at, by);
                made.extend([TokenTree::Group(Group::new(group.delimiter(), content))]);
            }
            other => made.extend([other]),
        }
        after_hash = hash;
    }
    made
}

/// A struct with any tokens in its attributes.
fn anything() -> impl Strategy<Value = TokenStream> {
    let word = select(vec![
        "key", "column", "table", "interleave", "index", "foreign_key", "check", "ttl",
    ]);
    let attribute = (word, tokens(), 0..8_u8)
        .prop_map(|(word, tokens, form): (&str, TokenStream, u8)| {
            let word: TokenStream = word.parse().unwrap_or_default();
            match form {
                0 => quote!(#[#word]),
                1 => quote!(#[#word = "x"]),
                2 => quote!(#[#word[#tokens]]),
                3 => quote!(#[#word{#tokens}]),
                _ => quote!(#[#word(#tokens)]),
            }
        })
        .boxed();
    let attributes =
        || vec(attribute.clone(), 0..3).prop_map(|all| all.into_iter().collect::<TokenStream>());
    (attributes(), attributes(), attributes(), attributes()).prop_map(
        |(on, a, b, c)| quote!(#on struct Order { #a id: Uuid, #b status: String, #c r#type: i64, #[key(uuid)] total: Uuid }),
    )
}

fn spoiled(good: &'static [&'static str]) -> impl Strategy<Value = TokenStream> {
    let change = || {
        (any::<Index>(), prop_oneof![4 => tokens(), 3 => piece(), 1 => Just(TokenStream::new())])
    };
    (select(good), vec(change(), 1..4)).prop_map(|(good, changes): (&str, Vec<Change>)| {
        let mut stream: TokenStream = good.parse().unwrap_or_default();
        for (index, by) in changes {
            let mut at = index.index(count(&stream, false).max(1));
            stream = replaced(stream, false, &mut at, &by);
        }
        stream
    })
}

/// A number of the environment.
fn number<N: std::str::FromStr>(name: &str) -> Option<N> {
    std::env::var(name).ok().and_then(|number| number.replace('_', "").parse().ok())
}

/// Runs a derive over this many inputs (or SPANNER_KEYS_WILD_TOKENS) from the seed SPANNER_KEYS_SEED
/// (or a fixed one), and prints the counts.
fn run(
    what: &str,
    cases: u32,
    strategy: impl Strategy<Value = TokenStream>,
    derive: fn(&DeriveInput, &mut Mistakes) -> TokenStream,
) {
    let cases = number("SPANNER_KEYS_WILD_TOKENS").unwrap_or(cases);
    let number = number("SPANNER_KEYS_SEED").unwrap_or(20_261_116_u64);
    let mut seed = [7; 32];
    seed[..8].copy_from_slice(&number.to_le_bytes());
    let (errors, code, unread) = (Cell::new(0), Cell::new(0), Cell::new(0));
    let config = Config { cases, failure_persistence: None, ..Config::default() };
    let mut runner =
        TestRunner::new_with_rng(config, TestRng::from_seed(RngAlgorithm::ChaCha, &seed));
    let answer = runner.run(&strategy, |stream| {
        let source = stream.to_string();
        // Parsed from text, so that every token has a position. A derive only gets valid items.
        let Ok(input) = syn::parse_str::<DeriveInput>(&source) else {
            unread.set(unread.get() + 1);
            return Ok(());
        };
        let mut mistakes = Mistakes::default();
        let made = derive(&input, &mut mistakes);
        let fail = |what: String| Err(TestCaseError::fail(format!("{what}\n{source}")));
        if let Err(error) = syn::parse2::<syn::File>(made.clone()) {
            return fail(format!("the expansion is not valid Rust: {error}: {made}"));
        }
        if mistakes.is_empty() {
            code.set(code.get() + 1);
            return Ok(());
        }
        errors.set(errors.get() + 1);
        for (place, text) in mistakes.places().into_iter().zip(mistakes.texts()) {
            if place.is_empty() {
                return fail(format!("an error that points nowhere: {text}"));
            }
            // Every error of ours has a help; those of syn and darling have none.
            if !text.contains("\nhelp: ") {
                return fail(format!("an error without a help: {text}"));
            }
        }
        let errors = mistakes.into_compile_errors();
        if syn::parse2::<syn::File>(errors.clone()).is_err() {
            return fail(format!("the errors are not valid Rust: {errors}"));
        }
        Ok(())
    });
    if let Err(TestError::Fail(reason, input)) = &answer {
        panic!("seed {number}: {reason}\n{}", input.to_token_stream());
    }
    // Bypasses the test's output capture, so that the counts are visible.
    let _ = writeln!(
        std::io::stdout(),
        "{cases} {what} (seed {number}): {} with spanned errors, {} became code, {} did not parse, none panicked",
        errors.get(),
        code.get(),
        unread.get()
    );
    assert!(errors.get() + code.get() > cases / 4, "too few inputs parsed");
}

#[test]
fn any_tokens_in_any_attribute() {
    run("structs with any tokens in their attributes", 500, anything(), crate::table);
}

#[test]
fn good_tables_with_other_tokens() {
    run("good tables with other tokens", 500, spoiled(GOOD), crate::table);
}

#[test]
fn good_columns_with_other_tokens() {
    run("good column types with other tokens", 500, spoiled(GOOD_COLUMNS), crate::column);
}
