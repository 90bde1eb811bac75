//! Names: plain ones, reserved words in any case, and the longest that a dialect allows.

use std::collections::HashSet;

use spanner_keys::Dialect;

use super::wish::Picks;
use crate::unchecked::longest;

/// Words that GoogleSQL reserves.
const GOOGLESQL: &str = "ALL AND ANY ARRAY AS ASC ASSERT_ROWS_MODIFIED AT BETWEEN BY CASE CAST COLLATE CONTAINS CREATE CROSS CUBE \
    CURRENT DEFAULT DEFINE DESC DISTINCT ELSE END ENUM ESCAPE EXCEPT EXCLUDE EXISTS EXTRACT FALSE FETCH FOLLOWING FOR FROM FULL \
    GRAPH_TABLE GROUP GROUPING GROUPS HASH HAVING IF IGNORE IN INNER INTERSECT INTERVAL INTO IS JOIN LATERAL LEFT LIKE LIMIT LOOKUP \
    MERGE NATURAL NEW NO NOT NULL NULLS OF ON OR ORDER OUTER OVER PARTITION PRECEDING PROTO RANGE RECURSIVE RESPECT RIGHT ROLLUP \
    ROWS SELECT SET SOME STRUCT TABLESAMPLE THEN TO TREAT TRUE UNBOUNDED UNION UNNEST USING WHEN WHERE WINDOW WITH WITHIN";

/// Words that PostgreSQL reserves, and two that Spanner's PostgreSQL adds.
const POSTGRESQL: &str = "all analyse analyze and any array as asc asymmetric authorization binary both case cast check collate \
    collation column concurrently constraint create cross current_catalog current_date current_role current_schema current_time \
    current_timestamp current_user default deferrable desc distinct do else end except false fetch for foreign freeze from full grant \
    group having ilike in initially inner intersect into is isnull join lateral leading left like limit localtime localtimestamp \
    natural not notnull null offset on only or order outer overlaps placing primary references returning right select session_user \
    similar some symmetric table tablesample then to trailing true union unique user using variadic verbose when where window with \
    synonym ttl";

/// Named schemas: a plain one, a reserved word, and one so long that its tables need short names in
/// both dialects.
pub(super) const SCHEMAS: [&str; 3] =
    ["sales", "Order", "schema_with_a_name_of_fifty_characters_in_all_____"];

/// Generates unused names.
pub(super) struct Names {
    dialect: Dialect,
    taken: HashSet<(String, String)>,
}

impl Names {
    pub(super) fn new(dialect: Dialect) -> Self {
        let mut names = Self { dialect, taken: HashSet::new() };
        for schema in SCHEMAS {
            let _ = names.free(schema, "");
        }
        names
    }

    /// A name in a schema, or in another list that `place` identifies.
    pub(super) fn fresh(
        &mut self,
        picks: &mut Picks<'_>,
        plain: &str,
        place: &str,
    ) -> &'static str {
        // The schema's name counts too. A table's list of columns is not a schema.
        let before = if place.is_empty() || place.contains(' ') { 0 } else { place.len() + 1 };
        let longest = longest(self.dialect) - before;
        let word = |words: &str, picks: &mut Picks<'_>| {
            let words: Vec<&str> = words.split_whitespace().collect();
            picks.from(&words).unwrap_or("A").to_owned()
        };
        let stem = match picks.of(8) {
            0..=2 => format!("{plain}{}", picks.of(3)),
            3 => word(GOOGLESQL, picks),
            4 => word(GOOGLESQL, picks).to_lowercase(),
            5 => word(POSTGRESQL, picks),
            6 => "Camel_Snake9".chars().cycle().take(longest - picks.of(2)).collect(),
            _ => {
                let mut letters = word(POSTGRESQL, picks);
                letters[..1].make_ascii_uppercase();
                letters
            }
        };
        self.take(&stem, longest, place)
    }

    fn take(&mut self, stem: &str, longest: usize, place: &str) -> &'static str {
        let mut number = 1;
        loop {
            let ending = if number == 1 { String::new() } else { number.to_string() };
            let name = format!("{}{ending}", &stem[..stem.len().min(longest - ending.len())]);
            if self.free(&name, place) {
                return name.leak();
            }
            number += 1;
        }
    }

    /// Reserves the name, if it is unused.
    fn free(&mut self, name: &str, place: &str) -> bool {
        self.taken.insert((place.to_lowercase(), name.to_lowercase()))
    }

    /// A constraint's name, which must be new in its table's schema and in the default one.
    pub(super) fn constraint(
        &mut self,
        picks: &mut Picks<'_>,
        plain: &str,
        schema: &str,
    ) -> &'static str {
        loop {
            let name = self.fresh(picks, plain, "");
            if schema.is_empty() || self.free(name, schema) {
                return name;
            }
        }
    }

    /// Reserves the name of an inherited column.
    pub(super) fn column(&mut self, name: &str, place: &str) {
        let _ = self.free(name, place);
    }
}
