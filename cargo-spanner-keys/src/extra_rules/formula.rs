//! The expressions of columns that are computed.

use spanner_keys::catalog::{CatalogColumn, ColumnValue};

/// The expression of a column, with its columns in braces.
pub(super) fn expression(column: &CatalogColumn) -> Option<&str> {
    match &column.value {
        ColumnValue::Generated { sql, .. } | ColumnValue::Default(sql) => Some(sql),
        _ => None,
    }
}

/// Its functions and operators: in lower case, without spaces, texts and the names of columns.
pub(super) fn formula(sql: &str) -> String {
    let mut quote = None;
    let is_part = |letter: &char| match (quote, *letter) {
        (Some(end), letter) => {
            quote = (letter != end).then_some(end);
            false
        }
        (None, '\'' | '"') => {
            quote = Some(*letter);
            false
        }
        (None, '{') => {
            quote = Some('}');
            false
        }
        (None, letter) => !letter.is_whitespace(),
    };
    sql.chars().filter(is_part).map(|letter| letter.to_ascii_lowercase()).collect()
}

/// A formula without what is given to a function.
pub(super) fn without_arguments(formula: &str, function: &str) -> String {
    let call = format!("{function}(");
    let mut parts = formula.split(&call);
    let mut text = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let mut depth = 1_usize;
        let end = part.find(|letter| {
            match letter {
                '(' => depth += 1,
                ')' => depth -= 1,
                _ => {}
            }
            depth == 0
        });
        text = text + &call + end.map_or("", |end| &part[end..]);
    }
    text
}

/// Whether a formula takes a remainder.
pub(super) fn divides(formula: &str) -> bool {
    formula.contains("mod(") || formula.contains('%')
}

#[cfg(test)]
mod tests {
    use super::{formula, without_arguments};

    #[test]
    fn formulas_without_arguments() {
        for (sql, text) in [
            ("MOD(F({CaseId} + 1), 64)", "mod(f(),64)"),
            ("ABS(F(CAST(G({A}) AS TEXT), 'a(+)')) + F(1)", "abs(f())+f()"),
            ("F", "f"),
            (")(F('", ")(f("),
        ] {
            assert_eq!(without_arguments(&formula(sql), "f"), text, "{sql}");
        }
    }
}
