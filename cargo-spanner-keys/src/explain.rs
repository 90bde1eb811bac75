//! The page of each rule.

use std::fmt::Write as _;

use spanner_keys::rules::Rule;

/// The pages of the rules that only this command has.
const EXTRA: [&str; 10] = [
    include_str!("../rules/redundant-index.md"),
    include_str!("../rules/negative-shard.md"),
    include_str!("../rules/low-bits-shard.md"),
    include_str!("../rules/low-cardinality-index.md"),
    include_str!("../rules/unique-null.md"),
    include_str!("../rules/doubled-relation.md"),
    include_str!("../rules/commit-timestamp-differs.md"),
    include_str!("../rules/anonymous-constraint.md"),
    include_str!("../rules/long-name.md"),
    include_str!("../rules/sequence-meets-ids.md"),
];

/// The pages: names and texts.
fn pages() -> impl Iterator<Item = (&'static str, &'static str)> {
    let pages = Rule::ALL.iter().map(|rule| rule.page()).chain(EXTRA);
    pages.filter_map(|page| page.strip_prefix("# ")?.split_once("\n\n"))
}

/// The page of a rule.
pub(crate) fn page(rule: &str) -> Option<String> {
    pages().find(|(name, _)| *name == rule).map(|(name, text)| format!("{name}\n\n{}", plain(text)))
}

/// Markdown for a terminal: without hidden lines of code, comments and targets of links.
fn plain(page: &str) -> String {
    let (mut text, mut in_code) = (String::new(), false);
    for line in page.lines() {
        if line.starts_with("```") {
            in_code = !in_code;
            text.push_str("```");
        } else if let Some((_, picture)) =
            line.strip_prefix("![").and_then(|line| line.split_once("]("))
        {
            let _ = write!(text, "Picture: {}", picture.trim_end_matches(')'));
        } else if in_code && line.starts_with("# ")
            || line.starts_with("<!--")
            || line.starts_with('[') && line.contains("]: ")
            || line.is_empty() && text.ends_with("\n\n")
        {
            continue;
        } else {
            text.push_str(line);
        }
        text.push('\n');
    }
    text.truncate(text.trim_end().len());
    text.push('\n');
    text
}

/// All rules with the first sentence of their pages.
pub(crate) fn list() -> String {
    let mut list = String::new();
    for (name, text) in pages() {
        let end = text.find(". ").into_iter().chain(text.find("\n\n")).min().unwrap_or(text.len());
        let _ = writeln!(list, "{name:26}{}", text[..end].replace('\n', " ").trim_end_matches('.'));
    }
    list
}

/// The rule whose name is most like this one.
pub(crate) fn nearest(rule: &str) -> Option<&'static str> {
    let distances = pages().map(|(name, _)| (distance(name, rule), name));
    distances.min().filter(|(distance, name)| *distance <= name.len() / 3).map(|(_, name)| name)
}

/// How many letters differ.
fn distance(one: &str, two: &str) -> usize {
    let two: Vec<char> = two.chars().collect();
    let mut row: Vec<usize> = (0..=two.len()).collect();
    for (at, letter) in one.chars().enumerate() {
        let mut corner = row[0];
        row[0] = at + 1;
        for (place, other) in two.iter().enumerate() {
            let replaced = corner + usize::from(letter != *other);
            corner = row[place + 1];
            row[place + 1] = replaced.min(corner + 1).min(row[place] + 1);
        }
    }
    row[two.len()]
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::fs;

    use super::{EXTRA, list, nearest, page, pages};
    use crate::audit;
    use spanner_keys::Dialect;
    use spanner_keys::catalog::Catalog;
    use spanner_keys::rules::Rule;

    #[test]
    fn every_rule_has_a_page() {
        for rule in Rule::ALL {
            assert!(
                page(rule.name()).is_some_and(|page| page.len() > rule.name().len() + 40),
                "{rule}"
            );
        }
        assert!(list().lines().count() > Rule::ALL.len());
        assert_eq!(page("nonsense"), None);
    }

    /// A page has no Markdown that a terminal would show as noise.
    #[test]
    fn pages_are_readable_in_a_terminal() {
        for (name, _) in pages() {
            let page = page(name).unwrap_or_default();
            let noise =
                ["<!--", "\n![", "\n[", "```rust", "```sql", "compile_fail", "\n# ", "\n\n\n"];
            assert!(noise.iter().all(|noise| !page.contains(noise)), "{page}");
            assert!(page.ends_with(".\n") || page.ends_with("```\n"), "{page}");
        }
    }

    /// Each rule that only this command has rejects the first SQL of its page, and not the second.
    #[test]
    fn pages_show_what_is_found_and_what_is_not() {
        for page in EXTRA {
            let name = page.lines().next().unwrap_or_default().trim_start_matches("# ");
            let dialect =
                if name == "long-name" { Dialect::PostgreSql } else { Dialect::GoogleSql };
            let found = page.split("```sql\n").skip(1).map(|block| {
                let sql = block.split("```").next().unwrap_or_default();
                let mut catalog = Catalog::new(dialect);
                catalog.read("page.sql", sql);
                let (findings, problems) = audit::run(&catalog);
                assert!(problems.is_empty() && catalog.problems().is_empty(), "{name}: {sql}");
                findings.iter().any(|finding| finding.rule == name)
            });
            assert_eq!(found.collect::<Vec<_>>(), [true, false], "{name}");
        }
    }

    /// Every rule that the audit reports has a page.
    #[test]
    fn audit_reports_only_rules_with_a_page() {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/src/extra_rules");
        let files = fs::read_dir(folder).unwrap().map(|file| file.unwrap().path());
        let texts: Vec<String> = files.map(|file| fs::read_to_string(file).unwrap()).collect();
        let reports = texts.iter().flat_map(|text| text.split("self.report(").skip(1));
        let names =
            reports.filter_map(|call| call.trim_start().strip_prefix('"')?.split('"').next());
        let names: BTreeSet<&str> = names.collect();
        assert!(names.len() >= EXTRA.len(), "{names:?}");
        assert!(names.iter().all(|name| page(name).is_some()), "{names:?}");
    }

    #[test]
    fn typos_get_a_suggestion() {
        assert_eq!(nearest("clock-lead"), Some("clock-leads"));
        assert_eq!(nearest("zzz"), None);
    }
}
