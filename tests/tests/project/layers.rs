//! The modules of `spanner-keys` form layers: each imports only from those below it.

#![allow(clippy::expect_used, reason = "a failed step ends the test")]

use std::fs;
use std::path::{Path, PathBuf};

/// Every module, lowest first.
const LAYERS: &[&str] = &[
    "dialect", "base64", "schema", "value", "statement", "keys", "column", "rules", "ddl",
    "catalog", "migrate", "client_types", "scan_request", "row", "query", "scan", "client",
    "registry", "build", "spread", "guide", "private",
];

#[test]
fn modules_import_downwards_only() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../spanner-keys/src");
    let mut upward = Vec::new();
    for path in files(&root) {
        let file = path.strip_prefix(&root).expect("below the root").to_string_lossy().into_owned();
        // The root holds no code: it declares the modules and re-exports from them.
        if file == "lib.rs" {
            continue;
        }
        let own = file.split(['/', '.']).next().unwrap_or_default();
        let source = fs::read_to_string(&path).expect("a readable file");
        for module in imports(&source, file.split('/').count()) {
            if layer(&file, &module) <= layer(&file, own) {
                continue;
            }
            upward.push(format!("{file} imports `crate::{module}`, a higher layer"));
        }
    }
    assert!(upward.is_empty(), "{}", upward.join("\n"));
}

#[test]
fn the_private_module_only_re_exports() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../spanner-keys/src/private.rs");
    let source = fs::read_to_string(path).expect("a readable file");
    let own = ["fn ", "struct ", "enum ", "trait ", "impl", "const ", "macro_rules!"];
    let defines = |line: &&str| {
        let line = line.trim_start().trim_start_matches("pub ");
        own.iter().any(|word| line.starts_with(word))
    };
    assert_eq!(code(&source).lines().find(defines), None, "define it where it belongs");
}

#[test]
fn imports_are_found_however_they_are_written() {
    let source = "
        use crate::{\n    scan::Scan,\n    value::{RowError, ValueError},\n};
        /// [`crate::client`] and `crate::build` are only mentioned.
        // So is crate::spread.
        use crate::row::Insert; // not crate::registry
        fn name() -> $crate::ddl::Schema { crate::schema::same(\"crate::column\") }
        pub(crate) fn visible() {}
        pub(in crate::keys) fn also_visible() {}
        use super::super::dialect::Dialect;
        use super::sibling::Name;
\n#[cfg(test)]\nmod tests {
            use crate::statement::Sql;
        }
    ";
    let found = ["scan", "value", "row", "ddl", "schema", "keys", "dialect"];
    assert_eq!(imports(source, 2), found);
}

fn layer(file: &str, module: &str) -> usize {
    LAYERS
        .iter()
        .position(|layer| *layer == module)
        .unwrap_or_else(|| panic!("{file}: `{module}` is not among the layers"))
}

/// All files of the library, except `tests.rs` files, which may import anything.
fn files(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            found.extend(files(&path));
        } else if path.extension().is_some_and(|extension| extension == "rs")
            && path.file_name().is_some_and(|name| name != "tests.rs")
        {
            found.push(path);
        }
    }
    found.sort();
    found
}

/// The modules of the crate that a source file names, in the order of the text. From `depth` modules
/// below the root, as many `super::` lead back to it.
fn imports(source: &str, depth: usize) -> Vec<String> {
    let mut code = code(source);
    // In a file right below the root, `super::` is found in inline modules only.
    if depth > 1 {
        code = code.replace(&"super::".repeat(depth), "crate::");
    }
    let mut modules = Vec::new();
    for (at, _) in code.match_indices("crate::") {
        let before = code[..at].chars().next_back();
        if before.is_some_and(|before| before.is_alphanumeric() || before == '_') {
            continue;
        }
        let rest = &code[at + "crate::".len()..];
        match rest.strip_prefix('{') {
            Some(list) => modules.extend(names_of_list(list)),
            None => modules.push(name_at_start(rest)),
        }
    }
    // A macro is named from the root, wherever it is defined.
    modules.retain(|module| !module.starts_with("__"));
    modules
}

/// The first segment of each path in `{a::b, c::{d, e}}`, without the opening brace.
fn names_of_list(list: &str) -> Vec<String> {
    let mut names = Vec::new();
    let (mut depth, mut start) = (0, true);
    for (at, letter) in list.char_indices() {
        match letter {
            '{' => depth += 1,
            '}' if depth == 0 => break,
            '}' => depth -= 1,
            ',' if depth == 0 => start = true,
            _ if start && !letter.is_whitespace() => {
                names.push(name_at_start(&list[at..]));
                start = false;
            }
            _ => {}
        }
    }
    names
}

fn name_at_start(path: &str) -> String {
    path.chars().take_while(|letter| letter.is_alphanumeric() || *letter == '_').collect()
}

/// The source without comments, string literals of one line, and the test module at its end.
fn code(source: &str) -> String {
    let library = source.split("\nmod tests {").next().unwrap_or_default();
    let mut code = String::new();
    for line in library.lines() {
        let mut text = line.split("//").next().unwrap_or_default().split('"');
        while let Some(outside) = text.next() {
            code.push_str(outside);
            text.next();
        }
        code.push('\n');
    }
    code
}
