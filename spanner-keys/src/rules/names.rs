//! Rule [`Name`](Rule::Name): names that Spanner accepts, and that are unique in a schema.

use std::collections::HashMap;

use super::message::{Fault, Message, say};
use super::{Finding, Rule};
use crate::schema::TableDef;
use crate::schema::facts::{Path, any};
use crate::schema::limits::NAME_LENGTH;

/// What a name belongs to. Private: a public variant `Column` would make the compiler print our
/// trait of that name with its full path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Named {
    /// A table.
    Table,
    /// A named schema.
    Schema,
    /// A column.
    Column,
    /// An index.
    Index,
    /// A sequence.
    Sequence,
    /// A CHECK constraint or a foreign key.
    Constraint,
}

impl Named {
    pub(crate) const fn noun(self) -> &'static str {
        match self {
            Self::Table => "table",
            Self::Schema => "schema",
            Self::Column => "column",
            Self::Index => "index",
            Self::Sequence => "sequence",
            Self::Constraint => "constraint",
        }
    }
}

/// Rejects a name that is invalid, reserved by Spanner, or too long.
pub(crate) const fn fault<'a>(
    table: &TableDef<'a>,
    what: Named,
    name: &'a str,
) -> Option<Fault<'a>> {
    let length = match (what, table.schema) {
        (Named::Table | Named::Index | Named::Sequence, Some(schema)) => {
            schema.len() + 1 + name.len()
        }
        _ => name.len(),
    };
    let valid = is_identifier(name);
    let reserved = is_reserved(what, name);
    if valid && !reserved && length <= NAME_LENGTH {
        return None;
    }
    let message = say!("the " {text what.noun()} " name " {escaped name});
    let message = match what {
        Named::Table => message,
        _ => message.text(" in table ").escaped(table.name),
    };
    let fault = if !valid {
        let message = say!(
            message; " is not valid"
            help "start with a letter, and continue with letters, digits, and `_`"
        );
        Fault::new(Rule::Name, message)
    } else if reserved {
        let message = say!(
            message; " is reserved by Spanner"
            help "choose another name"
        );
        Fault::new(Rule::Name, message)
    } else {
        let message = say!(
            message; " has " {number length} " characters, but Spanner allows at most "
            {number NAME_LENGTH}
            help "choose a shorter name"
        );
        Fault::new(Rule::Name, message).exceeds(length, NAME_LENGTH)
    };
    Some(match what {
        Named::Column => fault.column(name),
        Named::Index => fault.index(name),
        _ => fault,
    })
}

/// Whether the name starts with a letter and continues with letters, digits and `_`.
const fn is_identifier(name: &str) -> bool {
    let name = name.as_bytes();
    !name.is_empty()
        && name[0].is_ascii_alphabetic()
        && !any!(at < name.len(), !name[at].is_ascii_alphanumeric() && name[at] != b'_')
}

const fn is_reserved(what: Named, name: &str) -> bool {
    match what {
        Named::Index => name.eq_ignore_ascii_case("primary_key"),
        Named::Schema => {
            name.eq_ignore_ascii_case("default")
                || name.eq_ignore_ascii_case("public")
                || name.eq_ignore_ascii_case("information_schema")
                || name.eq_ignore_ascii_case("spanner")
                || starts_with(name.as_bytes(), "spanner_")
                || starts_with(name.as_bytes(), "pg_")
        }
        _ => false,
    }
}

/// Whether the text starts with the word, ignoring case.
pub(super) const fn starts_with(text: &[u8], word: &str) -> bool {
    match text.split_at_checked(word.len()) {
        Some((first, _)) => first.eq_ignore_ascii_case(word.as_bytes()),
        None => false,
    }
}

/// The names that are used in a schema. Tables, indexes, sequences, constraints and schemas share
/// one namespace, which ignores case.
#[derive(Default)]
pub(super) struct UsedNames(HashMap<(String, String), String>);

impl UsedNames {
    /// Adds a name that belongs to the table `owner`.
    pub(super) fn add(
        &mut self,
        owner: Path<'_>,
        what: Named,
        name: Path<'_>,
        found: &mut Vec<Finding>,
    ) {
        let user = match what {
            Named::Table | Named::Schema | Named::Sequence => format!("{} `{name}`", what.noun()),
            _ => format!("{} `{}` of table `{owner}`", what.noun(), name.name),
        };
        // The emulator keeps all constraints in the default schema, the documentation in the schema
        // of their table. A name that is unused in both is safe.
        let default_too = what == Named::Constraint && name.schema.is_some();
        let schemas = [name.schema, None];
        for schema in &schemas[..if default_too { 2 } else { 1 }] {
            let lower = |name: &str| name.to_ascii_lowercase();
            let place = (lower(schema.unwrap_or_default()), lower(name.name));
            if let Some(first) = self.0.get(&place) {
                found.push(duplicate(owner, what, name.name, first, &user));
                return;
            }
            self.0.insert(place, user.clone());
        }
    }
}

/// The finding about two things that share one name.
pub(crate) fn duplicate(
    owner: Path<'_>,
    what: Named,
    name: &str,
    first: &str,
    second: &str,
) -> Finding {
    let message = format!(
        "{first} and {second} share the name `{name}`\nnote: Spanner compares names without regard to case\nhelp: rename one of them"
    );
    Finding {
        column: (what == Named::Column).then(|| name.to_owned()),
        index: (what == Named::Index).then(|| name.to_owned()),
        ..Finding::new(Rule::Name, owner.to_string(), message)
    }
}

/// Two columns of one name.
pub(super) fn columns(table: &TableDef<'_>, found: &mut Vec<Finding>) {
    let mut used: HashMap<String, &str> = HashMap::new();
    for column in table.columns {
        if let Some(first) = used.insert(column.name.to_ascii_lowercase(), column.name) {
            let (first, second) =
                (format!("column `{first}`"), format!("column `{}`", column.name));
            found.push(duplicate(Path::of(table), Named::Column, column.name, &first, &second));
        }
    }
}
