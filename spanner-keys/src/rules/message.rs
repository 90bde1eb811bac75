//! Messages that are built at compile time, because they contain parts of tables, such as the keys
//! of a parent and its child. The compiler shows them as a panic; [`super::lint`] uses them at run
//! time.

use super::Rule;
use crate::schema::limits::NAME_LENGTH;
use crate::schema::{Scalar, SqlType, TableDef};

/// A violation of a rule: the place and the message.
pub(crate) struct Fault<'a> {
    pub(crate) rule: Rule,
    pub(crate) index: Option<&'a str>,
    pub(crate) column: Option<&'a str>,
    /// What was counted, and the most that Spanner allows.
    pub(crate) counted: Option<(usize, usize)>,
    pub(crate) message: Message,
}

impl<'a> Fault<'a> {
    pub(crate) const fn new(rule: Rule, message: Message) -> Self {
        Self { rule, index: None, column: None, counted: None, message }
    }

    #[must_use]
    pub(crate) const fn index(mut self, index: &'a str) -> Self {
        self.index = Some(index);
        self
    }

    #[must_use]
    pub(crate) const fn column(mut self, column: &'a str) -> Self {
        self.column = Some(column);
        self
    }

    #[must_use]
    pub(crate) const fn exceeds(mut self, count: usize, limit: usize) -> Self {
        self.counted = Some((count, limit));
        self
    }
}

/// Panics with the message of a fault, if there is one, and names the page of its rule.
macro_rules! speak {
    ($fault:expr) => {
        if let Some(fault) = $fault {
            panic!("{}", fault.message.page_of(fault.rule).as_str())
        }
    };
}

pub(super) use speak;

/// A message, written as it reads: text as literals, `{name}` in backticks, and `{number n}` and
/// its like for the other methods of [`Message`]. `note` and `help` begin a line. An existing
/// message to continue comes first, with a `;`.
///
/// A macro, because a `const fn` cannot use `format!`, and one call for each part would hide the
/// sentence.
macro_rules! say {
    (@ $message:expr;) => { $message };
    (@ $message:expr; $text:literal $($rest:tt)*) => { say!(@ $message.text($text); $($rest)*) };
    (@ $message:expr; note $($rest:tt)*) => { say!(@ $message.note(); $($rest)*) };
    (@ $message:expr; help $($rest:tt)*) => { say!(@ $message.help(); $($rest)*) };
    (@ $message:expr; {$method:ident $($argument:expr),+} $($rest:tt)*) => {
        say!(@ $message.$method($($argument),+); $($rest)*)
    };
    (@ $message:expr; {$name:expr} $($rest:tt)*) => { say!(@ $message.name($name); $($rest)*) };
    ($message:expr; $($part:tt)*) => { say!(@ $message; $($part)*) };
    ($($part:tt)*) => { say!(@ Message::new(); $($part)*) };
}

pub(super) use say;

/// A message of limited size. A part that does not fit is omitted, so the text stays valid UTF-8.
pub(crate) struct Message {
    bytes: [u8; Message::SIZE],
    length: usize,
}

impl Message {
    const SIZE: usize = 4096;

    pub(crate) const fn new() -> Self {
        Self { bytes: [0; Self::SIZE], length: 0 }
    }

    #[must_use]
    pub(crate) const fn text(mut self, text: &str) -> Self {
        let text = text.as_bytes();
        if text.len() <= Self::SIZE - self.length {
            let mut at = 0;
            while at < text.len() {
                self.bytes[self.length] = text[at];
                self.length += 1;
                at += 1;
            }
        }
        self
    }

    /// A name in backticks.
    #[must_use]
    pub(crate) const fn name(self, name: &str) -> Self {
        self.text("`").text(name).text("`")
    }

    /// A name in backticks that may contain any character. Control and non-ASCII characters become
    /// `?`.
    #[must_use]
    pub(crate) const fn escaped(mut self, name: &str) -> Self {
        self = self.text("`");
        let bytes = name.as_bytes();
        let mut at = 0;
        while at < bytes.len() {
            self = match bytes[at] {
                b' '..=b'~' => self.text(name.split_at(at).1.split_at(1).0),
                _ => self.text("?"),
            };
            at += 1;
        }
        self.text("`")
    }

    #[must_use]
    pub(crate) const fn number(self, number: usize) -> Self {
        let mut digits = [0u8; 20];
        let mut at = digits.len();
        let mut rest = number;
        loop {
            at -= 1;
            #[expect(clippy::cast_possible_truncation, reason = "a digit")]
            let digit = (rest % 10) as u8;
            digits[at] = b'0' + digit;
            rest /= 10;
            if rest == 0 {
                break;
            }
        }
        let (_, written) = digits.split_at(at);
        match core::str::from_utf8(written) {
            Ok(text) => self.text(text),
            Err(_) => self,
        }
    }

    #[must_use]
    pub(crate) const fn sql_type(mut self, ty: SqlType) -> Self {
        if ty.array {
            self = self.text("ARRAY<");
        }
        self = self.text(ty.scalar.name());
        if let Some(length) = ty.length {
            self = self.text("(").number(length as usize).text(")");
        } else if matches!(ty.scalar, Scalar::Text | Scalar::Binary) {
            self = self.text("(MAX)");
        }
        if ty.array { self.text(">") } else { self }
    }

    /// A key part with everything that must be equal in parent and child: name, type, and options.
    #[must_use]
    pub(crate) const fn key_part(mut self, table: &TableDef<'_>, part: usize) -> Self {
        let key = table.key[part];
        self = self.typed_column(table, key.column);
        if table.columns[key.column].commit_timestamp {
            self = self.text(" commit_timestamp");
        }
        if key.descending { self.text(" DESC") } else { self }
    }

    /// `singer_id STRING(36) NULL`
    #[must_use]
    pub(crate) const fn typed_column(mut self, table: &TableDef<'_>, at: usize) -> Self {
        let column = &table.columns[at];
        self = self.text(column.name).text(" ").sql_type(column.ty);
        if column.nullable { self.text(" NULL") } else { self }
    }

    /// `` `Albums` has the key (singer_id STRING(36), album_id INT64) ``
    #[must_use]
    pub(crate) const fn key(mut self, table: &TableDef<'_>) -> Self {
        self = self.name(table.name).text(" has the key (");
        let mut at = 0;
        while at < table.key.len() {
            self = self.comma(at).key_part(table, at);
            at += 1;
        }
        self.text(")")
    }

    /// `` did you mean `name`? ``, or `` its fields are `id`, `name` `` and a few more.
    #[must_use]
    pub(crate) const fn fields(mut self, table: &TableDef<'_>, wrong: &str) -> Self {
        let (mut at, mut nearest, mut least) = (0, 0, usize::MAX);
        while at < table.columns.len() {
            let distance = distance(wrong, table.columns[at].field);
            if distance < least {
                (nearest, least) = (at, distance);
            }
            at += 1;
        }
        if is_similar(least, wrong) {
            return self.text("did you mean ").name(table.columns[nearest].field).text("?");
        }
        self = self.text("its fields are ");
        let mut at = 0;
        while at < table.columns.len() && at < MOST_LISTED {
            self = self.comma(at).name(table.columns[at].field);
            at += 1;
        }
        if at < table.columns.len() {
            return self.text(", and ").number(table.columns.len() - at).text(" more");
        }
        self
    }

    /// The separator before this item of a list.
    #[must_use]
    pub(crate) const fn comma(self, place: usize) -> Self {
        if place > 0 { self.text(", ") } else { self }
    }

    #[must_use]
    pub(crate) const fn note(self) -> Self {
        self.text("\nnote: ")
    }

    #[must_use]
    pub(crate) const fn help(self) -> Self {
        self.text("\nhelp: ")
    }

    /// Where to read on. The permissions have the same note.
    #[must_use]
    pub(crate) const fn page_of(self, rule: Rule) -> Self {
        let note = self.note().text("for more about this rule, try `cargo spanner-keys explain ");
        note.text(rule.name()).text("`")
    }

    pub(crate) const fn as_str(&self) -> &str {
        let (written, _) = self.bytes.split_at(self.length);
        match core::str::from_utf8(written) {
            Ok(text) => text,
            Err(_) => "",
        }
    }
}

/// How many names a message lists.
const MOST_LISTED: usize = 5;

const fn min(one: usize, two: usize) -> usize {
    if one < two { one } else { two }
}

/// Whether a name at this distance from the wrong one is likely to be meant.
pub(crate) const fn is_similar(distance: usize, wrong: &str) -> bool {
    (distance <= 1 || distance <= wrong.len() / 3) && distance < wrong.len()
}

/// How many letters have to be added, removed or changed: Levenshtein's distance. Names that are too
/// long for Spanner are far from all others.
pub(crate) const fn distance(one: &str, two: &str) -> usize {
    let (one, two) = (one.as_bytes(), two.as_bytes());
    if one.len() > NAME_LENGTH || two.len() > NAME_LENGTH {
        return usize::MAX;
    }
    let mut row = [0; NAME_LENGTH + 1];
    let mut at = 0;
    while at <= two.len() {
        row[at] = at;
        at += 1;
    }
    let mut down = 0;
    while down < one.len() {
        let mut diagonal = row[0];
        row[0] = down + 1;
        let mut across = 0;
        while across < two.len() {
            let same = one[down].eq_ignore_ascii_case(&two[across]);
            let changed = diagonal + if same { 0 } else { 1 };
            diagonal = row[across + 1];
            row[across + 1] = min(changed, 1 + min(row[across], diagonal));
            across += 1;
        }
        down += 1;
    }
    row[two.len()]
}
