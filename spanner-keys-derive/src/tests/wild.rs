//! No tokens may make the macro panic.

use std::fmt::Write;

use super::mistakes;

const PIECES: &[&str] = &[
    "uuid",
    "random",
    "shard",
    "=",
    "16",
    "(",
    ")",
    ",",
    "of",
    "a",
    "b",
    "r#type",
    "\"{a}\"",
    "\"{\"",
    "-",
    "columns",
    "desc",
    "storing",
    "references",
    "name",
    "\"Ä\"",
    "crate",
    "::",
    "<",
    ">",
    "'x'",
    "1.5",
    "virtual",
    "default",
    "generated",
    "type",
    "sequence",
    "skip_range",
    "storage",
    "text",
    "[",
    "]",
    "{",
    "}",
    "#",
    "!",
    "true",
    "parent",
    "interleave",
    "days",
    "column",
    "99999999999999999999999999999999999999999999999",
    "b\"x\"",
    "client",
    "rename_all",
    "\"camelCase\"",
    "googlesql",
    "allow_hotspot",
    "\"\"",
    "&",
    "|",
    "||",
    "..",
    "async",
    "Self",
    "_",
];
const ATTRIBUTES: &[&str] = &["table", "interleave", "index", "foreign_key", "check", "ttl"];

/// A small generator; the same numbers on every run.
struct Dice(u64);

impl Dice {
    fn throw(&mut self, sides: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.0 >> 33).unwrap_or(0) % sides
    }

    fn tokens(&mut self) -> String {
        let mut tokens = String::new();
        let mut open = Vec::new();
        for _ in 0..self.throw(12) {
            match PIECES[self.throw(PIECES.len())] {
                piece @ ("(" | "[" | "{") => {
                    open.push(match piece {
                        "(" => ")",
                        "[" => "]",
                        _ => "}",
                    });
                    tokens.push_str(piece);
                }
                ")" | "]" | "}" => tokens.push_str(open.pop().unwrap_or(",")),
                piece => {
                    let _ = write!(tokens, " {piece} ");
                }
            }
        }
        while let Some(close) = open.pop() {
            tokens.push_str(close);
        }
        tokens
    }
}

#[test]
fn any_tokens_end_in_errors_or_a_table() {
    let mut dice = Dice(1);
    let mut read = 0;
    for _ in 0..3_000 {
        let attribute = ATTRIBUTES[dice.throw(ATTRIBUTES.len())];
        let source = format!(
            "#[{attribute}({})] struct T {{ #[key({})] a: i64, #[column({})] b: i64, #[key] #[column({})] r#type: i64 }}",
            dice.tokens(),
            dice.tokens(),
            dice.tokens(),
            dice.tokens()
        );
        if syn::parse_str::<syn::DeriveInput>(&source).is_ok() {
            read += 1;
            for (place, text) in mistakes(&source) {
                assert!(!text.contains("cannot be read\n") && !text.ends_with("cannot be read"), "{source} {place} {text}");
                for darling in ["Unknown field", "Unexpected", "Missing field", "Duplicate field", "expected"] {
                    assert!(!text.contains(darling), "{source}: {text}");
                }
            }
        }
    }
    assert!(read > 1_500);
}
