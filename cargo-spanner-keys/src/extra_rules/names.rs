//! What the name of a column suggests about its values.

use spanner_keys::schema::{Arrival, ColumnDef, Fill, Scalar};

/// The last words of names of columns that usually have few values.
const FEW: &[&str] = &[
    "status", "state", "kind", "type", "protocol", "stage", "phase", "level", "category", "class",
    "tag", "tags", "reporter", "priority", "severity", "role", "mode", "region", "zone", "country",
    "currency", "locale", "language", "lang", "env", "environment", "queue", "topic", "channel",
    "provider", "platform", "tier", "plan", "flag", "source", "result", "outcome", "market",
];

/// The words of `event_type`, `EventType` or `eventType`, in lower case.
fn words(name: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let mut lower_before = false;
    for letter in name.chars() {
        if letter == '_' || (letter.is_uppercase() && lower_before) {
            words.push(String::new());
        }
        if let (Some(word), true) = (words.last_mut(), letter != '_') {
            word.extend(letter.to_lowercase());
        }
        lower_before = letter.is_lowercase() || letter.is_ascii_digit();
    }
    words
}

/// The last word of such a name.
pub(crate) fn last_word(name: &str) -> String {
    words(name).pop().unwrap_or_default()
}

/// Whether a number or a text of this name is probably a time: `created_at`, `QueueTimestampNanos`.
pub(super) fn is_time(name: &str) -> bool {
    const UNITS: &[&str] = &[
        "ms", "us", "ns", "s", "millis", "micros", "nanos", "msec", "usec", "sec", "seconds", "utc",
    ];
    const TIMES: &[&str] = &[
        "at", "time", "timestamp", "ts", "date", "datetime", "ymd", "yyyymmdd", "epoch", "day",
        "hour", "month",
    ];
    // Times that are lengths, and dates of people.
    const OTHERS: &[&str] = &[
        "response", "run", "wait", "processing", "elapsed", "lead", "cpu", "execution", "total",
        "birth", "born",
    ];
    let mut words = words(name);
    while words.len() > 1 && words.last().is_some_and(|word| UNITS.contains(&word.as_str())) {
        words.pop();
    }
    let Some((last, before)) = words.split_last() else { return false };
    let length = last == "time" && before.iter().any(|word| OTHERS.contains(&word.as_str()));
    let birth = words.iter().any(|word| word.contains("birth") || word == "born");
    // `requests_per_day`, `hour_of_day`, the month in which a card expires.
    let part = ["day", "hour", "month"].contains(&last.as_str())
        && before
            .iter()
            .any(|word| ["per", "of"].contains(&word.as_str()) || word.contains("expir"));
    TIMES.contains(&last.as_str())
        && (last != "at" || !before.is_empty())
        && !(length || birth || part)
}

/// Whether an id has the length of a ULID.
pub(super) fn is_ulid_long(column: &ColumnDef<'_>) -> bool {
    column.ty.scalar == Scalar::Text
        && column.ty.length == Some(26)
        && matches!(last_word(column.name).as_str(), "id" | "key")
}

/// Whether values of this name begin with the time.
pub(super) fn is_time_ordered_id(name: &str) -> bool {
    let ids = ["ulid", "ksuid", "snowflake", "timeuuid", "uuidv7", "uuid7"];
    let words = words(name);
    words.iter().any(|word| ids.contains(&word.as_str()))
        || words.windows(2).any(|pair| ids.contains(&pair.concat().as_str()))
}

/// Whether the type and the source of the values leave open what they are.
pub(super) fn is_open(column: &ColumnDef<'_>) -> bool {
    !column.ty.array
        && matches!(column.ty.scalar, Scalar::Text | Scalar::Int64 | Scalar::Binary)
        && matches!(column.fill, Fill::Supplied | Fill::Default(_))
        && column.arrival != Arrival::FewValues
}

/// Whether values that the application leaves out are the time of the insert, as they are or as text.
pub(super) fn reads_clock(column: &ColumnDef<'_>) -> bool {
    const CLOCKS: &[&str] = &["CURRENT_TIMESTAMP", "CURRENT_DATE", "NOW("];
    // These spread what they are given, or are random.
    const OTHERS: &[&str] = &["REVERSE", "FINGERPRINT", "MD5", "SHA", "UUID", "RAND", "MOD"];
    let Fill::Default(sql) = column.fill else { return false };
    let texts = [sql.googlesql, sql.postgresql].map(|text| text.unwrap_or_default().to_uppercase());
    let has =
        |parts: &[&str]| parts.iter().any(|part| texts.iter().any(|text| text.contains(part)));
    has(CLOCKS) && !has(OTHERS)
}

/// Whether a column has few values by its name only.
pub(super) fn is_few_by_name(column: &ColumnDef<'_>) -> bool {
    is_open(column) && is_few(column.name)
}

/// Whether a column of this name usually has few values: `event_type`, `StatusCode`, `is_active`.
fn is_few(name: &str) -> bool {
    /// Those that have few values also by a number: a `source_id` may have many.
    const STATES: &[&str] =
        &["status", "state", "kind", "type", "stage", "phase", "level", "priority", "severity"];
    const FLAGS: &[&str] = &["deleted", "enabled", "disabled", "active", "archived", "processed"];
    let words = words(name);
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    match words.as_slice() {
        [.., word, "code" | "enum"] => FEW.contains(word),
        [.., word, "id" | "name"] => STATES.contains(word),
        ["is" | "has", _, ..] => true,
        [word] => FEW.contains(word) || FLAGS.contains(word),
        [.., word] => FEW.contains(word),
        [] => false,
    }
}

#[cfg(test)]
mod tests {
    use super::last_word;

    #[test]
    fn the_last_word_of_a_name() {
        for (name, word) in [
            ("event_type", "type"),
            ("EventType", "type"),
            ("TAG", "tag"),
            ("userID", "id"),
            ("", ""),
        ] {
            assert_eq!(last_word(name), word, "{name}");
        }
    }
}
