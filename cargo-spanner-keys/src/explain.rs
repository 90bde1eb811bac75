//! The page of each rule.

use std::fmt::Write as _;

/// One section for each rule.
const PAGES: &str = include_str!("../rules.md");

/// The pages: names and texts.
fn pages() -> impl Iterator<Item = (&'static str, &'static str)> {
    PAGES.split("\n## ").skip(1).filter_map(|page| {
        let (name, text) = page.split_once('\n')?;
        Some((name.trim(), text.trim()))
    })
}

/// The page of a rule.
pub(crate) fn page(rule: &str) -> Option<String> {
    pages().find(|(name, _)| *name == rule).map(|(name, text)| format!("{name}\n\n{text}\n"))
}

/// All rules with the first sentence of their pages.
pub(crate) fn list() -> String {
    let mut list = String::new();
    for (name, text) in pages() {
        let sentence = text.split_once(". ").map_or(text, |(first, _)| first).replace('\n', " ");
        let _ = writeln!(list, "{name:24}{}", sentence.trim_end_matches('.'));
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
    use super::{list, nearest, page};
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

    /// The compiler's rules have the same pages in the README.
    #[test]
    fn pages_match_the_readme() {
        let readme = std::fs::read_to_string("../README.md").expect("the README");
        for rule in Rule::ALL {
            let page = page(rule.name()).unwrap_or_default();
            let text = page.split_once("\n\n").map_or("", |(_, text)| text).trim();
            assert!(readme.contains(&format!("### {rule}\n\n{text}")), "{rule}");
        }
    }

    #[test]
    fn typos_get_a_suggestion() {
        assert_eq!(nearest("clock-lead"), Some("clock-leads"));
        assert_eq!(nearest("zzz"), None);
    }
}
