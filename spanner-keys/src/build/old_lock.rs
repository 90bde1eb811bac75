//! Locks of the first version: keys, parents and stored columns. The rest of a table is completed
//! from its struct, so that the one judge decides about old locks too.

use std::collections::BTreeMap;

use super::lock::{is_name, unescape};
use super::shipped::{Content, Fact, Part, Shipped};
use crate::catalog::ObjectName;
use crate::ddl::alter::Alter;
use crate::dialect::Dialect;
use crate::schema::{
    ColumnDef, CounterOptions, Fill, KeyPart, ParentDef, Scalar, ShardBy, ShardDef, SqlText,
    SqlType, TableDef,
};

/// The layout of one table.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Layout {
    /// The table's name, after its schema's.
    table: String,
    parent: Option<String>,
    key: Vec<KeyColumn>,
    stored: Vec<Stored>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct KeyColumn {
    name: String,
    ty: SqlType,
    nullable: bool,
    commit_timestamp: bool,
    descending: bool,
    fill: OldFill,
}

/// Who fills a key column, as far as Spanner cannot alter it.
#[derive(Clone, Debug, PartialEq, Eq)]
enum OldFill {
    /// The application, or a default.
    Any,
    /// The expression is in a line for stored columns.
    Generated,
    Identity,
    Shard {
        count: u16,
        of: Vec<String>,
        by: ShardBy,
    },
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct Stored {
    name: String,
    ty: SqlType,
    /// At least one is set; columns are `{name}`.
    googlesql: Option<String>,
    postgresql: Option<String>,
    /// The count and the inputs of a shard, instead of a text.
    shard: Option<(u16, Vec<String>)>,
}

impl Layout {
    pub(super) fn new(table: &str, parent: Option<&str>) -> Self {
        let parent = parent.map(str::to_owned);
        Self { table: table.to_owned(), parent, ..Self::default() }
    }

    pub(super) fn read(&mut self, word: &str, rest: &str) -> Result<(), Option<&'static str>> {
        match word {
            "key" => {
                let column = key_column(rest).ok_or(Some("is not a valid key column"))?;
                self.key.push(column);
                Ok(())
            }
            "stored" => stored(rest, &mut self.stored).ok_or(Some("is not a valid stored column")),
            _ => Err(None),
        }
    }
}

/// `shard_id INT64 DESC, shard 16 of (txn_id)`
fn key_column(line: &str) -> Option<KeyColumn> {
    let (column, fill) = line.split_once(", ")?;
    let mut words = column.split(' ');
    let (name, ty) = (words.next()?, words.next()?);
    let mut read = KeyColumn {
        name: name.to_owned(),
        ty: sql_type(ty)?,
        nullable: false,
        commit_timestamp: false,
        descending: false,
        fill: old_fill(fill)?,
    };
    for word in words {
        match word {
            "NULL" => read.nullable = true,
            "commit_timestamp" => read.commit_timestamp = true,
            "DESC" => read.descending = true,
            _ => return None,
        }
    }
    is_name(name).then_some(read)
}

fn old_fill(words: &str) -> Option<OldFill> {
    let Some(shard) = words.strip_prefix("shard ") else {
        return Some(match words {
            "" => return None,
            "generated" => OldFill::Generated,
            "identity" => OldFill::Identity,
            _ => OldFill::Any,
        });
    };
    let (count, rest) = shard.split_once(' ')?;
    let count = count.parse().ok()?;
    if rest == "random" {
        return Some(OldFill::Shard { count, of: Vec::new(), by: ShardBy::Chance });
    }
    let (of, by) = match rest.strip_suffix(" client") {
        Some(of) => (of, ShardBy::Client),
        None => (rest, ShardBy::Database),
    };
    let of = of.strip_prefix("of (")?.strip_suffix(')')?;
    Some(OldFill::Shard { count, of: of.split(", ").map(str::to_owned).collect(), by })
}

/// `STRING(36)` or `ARRAY<INT64>`, in Spanner's own names.
fn sql_type(text: &str) -> Option<SqlType> {
    if let Some(element) = text.strip_prefix("ARRAY<") {
        return Some(sql_type(element.strip_suffix('>')?)?.array());
    }
    let (name, length) = match text.split_once('(') {
        Some((name, length)) => (name, Some(length.strip_suffix(')')?)),
        None => (text, None),
    };
    let ty = SqlType::of(Scalar::ALL.into_iter().find(|scalar| scalar.name() == name)?);
    Some(match length {
        None | Some("MAX") => ty,
        Some(length) => ty.with_length(length.parse().ok()?),
    })
}

/// `email_lower STRING = LOWER({email})`, or a text of one dialect.
fn stored(line: &str, all: &mut Vec<Stored>) -> Option<()> {
    let (column, text) = line.split_once(" = ")?;
    let mut words = column.split(' ');
    let (name, ty, dialect) = (words.next()?, sql_type(words.next()?)?, words.next());
    let text = Some(unescape(text)?);
    let shard = text.as_deref().filter(|text| text.starts_with("shard ")).and_then(old_fill);
    let shard = match shard {
        Some(OldFill::Shard { count, of, by: ShardBy::Database }) => Some((count, of)),
        _ => None,
    };
    let one = Stored { name: name.to_owned(), ty, googlesql: None, postgresql: None, shard };
    let known = all.last_mut().filter(|known| known.name == name);
    match (dialect, known) {
        (None, None) => all.push(Stored { googlesql: text.clone(), postgresql: text, ..one }),
        (Some("googlesql"), None) => all.push(Stored { googlesql: text, ..one }),
        (Some("postgresql"), None) => all.push(Stored { postgresql: text, ..one }),
        (Some("postgresql"), Some(known)) if known.postgresql.is_none() && known.ty == ty => {
            known.postgresql = text;
        }
        _ => return None,
    }
    (is_name(name) && words.next().is_none()).then_some(())
}

/// The tables as they were shipped: keys, parents and stored columns of the lock, the rest as the
/// structs declare it now.
pub(super) fn upgraded(layouts: &[Layout], now: &[TableDef<'_>], dialects: &[Dialect]) -> Shipped {
    let mut shipped = Shipped::default();
    for layout in layouts {
        let now = now.iter().find(|table| table.path() == layout.table.as_str());
        let content = content(layout, now, dialects);
        shipped.parts.insert(Part::Table(layout.table.clone()), content);
    }
    shipped
}

fn content(layout: &Layout, now: Option<&TableDef<'_>>, dialects: &[Dialect]) -> Content {
    let mut content = Content { parent: layout.parent.clone(), ..Content::default() };
    let (columns, facts) = columns(layout, now);
    content.facts = facts;
    let inputs: Vec<Vec<usize>> = columns.iter().map(|column| column.inputs(&columns)).collect();
    let parts = layout.key.iter().filter_map(|part| {
        let column = columns.iter().position(|column| column.def.name == part.name)?;
        Some(KeyPart { descending: part.descending, ..KeyPart::new(column) })
    });
    let key: Vec<KeyPart<'_>> = parts.collect();
    let name = ObjectName::parse(&layout.table);
    let parent = layout.parent.as_deref().map(ObjectName::parse);
    let parent = parent.as_ref().map(crate::migrate::bare);
    let on_delete = now.and_then(|now| now.parent).map(|parent| parent.on_delete);
    for &dialect in dialects {
        let defs = columns.iter().zip(&inputs).map(|(column, inputs)| match column.shard {
            Some((count, _)) => {
                let shard = ShardDef { count, inputs, by: ShardBy::Database };
                ColumnDef { fill: Fill::Shard(shard), ..column.def }
            }
            None => column.def,
        });
        let defs: Vec<ColumnDef<'_>> = defs.collect();
        let unknown = |column: &ColumnDef<'_>| match column.fill {
            Fill::Generated { sql, .. } => sql.for_dialect(dialect).is_none(),
            _ => false,
        };
        let table = TableDef {
            schema: name.schema.as_deref(),
            key: &key,
            parent: parent
                .as_ref()
                .map(|table| ParentDef { table, on_delete: on_delete.unwrap_or_default() }),
            ..TableDef::new(&name.name, &defs)
        };
        if !defs.iter().any(unknown) {
            let create = Alter { table: &table, dialect }.create().swap_remove(0);
            content.sql.insert(dialect, format!("{create};"));
        }
    }
    content
}

/// A column as it was.
struct OldColumn<'a> {
    def: ColumnDef<'a>,
    /// The count and the inputs of a shard that the database computes.
    shard: Option<(u16, &'a [String])>,
}

impl OldColumn<'_> {
    fn inputs(&self, columns: &[Self]) -> Vec<usize> {
        let names = self.shard.iter().flat_map(|(_, of)| *of);
        names.filter_map(|name| columns.iter().position(|one| one.def.name == name)).collect()
    }
}

/// The columns of the lock, after the plain ones of the struct.
fn columns<'a>(
    layout: &'a Layout,
    now: Option<&TableDef<'a>>,
) -> (Vec<OldColumn<'a>>, BTreeMap<String, Fact>) {
    let (mut columns, mut facts) = (Vec::new(), BTreeMap::new());
    let own = |name: &str| layout.key.iter().any(|key| key.name == name);
    let stored = |name: &str| layout.stored.iter().any(|stored| stored.name == name);
    for column in now.iter().flat_map(|now| now.columns) {
        let computed = matches!(column.fill, Fill::Generated { .. } | Fill::Shard(_));
        if !computed && !own(column.name) && !stored(column.name) {
            columns.push(OldColumn { def: *column, shard: None });
        }
    }
    let known = |name: &str| now?.columns.iter().find(|column| column.name == name);
    for part in &layout.key {
        let mut shard = None;
        let now_fill = known(&part.name).map(|column| column.fill);
        let fill = match &part.fill {
            // The lock does not record which default the column had.
            OldFill::Any => match now_fill {
                None | Some(Fill::Generated { .. } | Fill::Identity(_) | Fill::Shard(_)) => {
                    Fill::Supplied
                }
                Some(fill) => fill,
            },
            OldFill::Generated => Fill::Supplied,
            OldFill::Identity => match now_fill {
                Some(fill @ Fill::Identity(_)) => fill,
                _ => Fill::Identity(CounterOptions::default()),
            },
            OldFill::Shard { count, of, by } => {
                match by {
                    ShardBy::Database => shard = Some((*count, of.as_slice())),
                    ShardBy::Chance => {
                        facts.insert(part.name.clone(), Fact::Shard(format!("{count} random")));
                    }
                    ShardBy::Client => {
                        let words = format!("{count} of ({}) client", of.join(", "));
                        facts.insert(part.name.clone(), Fact::Shard(words));
                    }
                }
                Fill::Supplied
            }
        };
        let (nullable, commit_timestamp) = (part.nullable, part.commit_timestamp);
        let def = ColumnDef::new(&part.name, part.ty);
        let def = ColumnDef { nullable, fill, commit_timestamp, ..def };
        columns.push(OldColumn { def, shard });
    }
    for old in &layout.stored {
        let now = known(&old.name);
        let (googlesql, postgresql) = (old.googlesql.as_deref(), old.postgresql.as_deref());
        let sql = SqlText { googlesql, postgresql };
        let fill = match old.shard {
            Some(_) => Fill::Supplied,
            None => Fill::Generated { sql, stored: true },
        };
        let nullable = now.is_none_or(|now| now.nullable);
        let length = now.and_then(|now| now.ty.length);
        let ty = SqlType { length, ..old.ty };
        let def = ColumnDef { nullable, fill, ..ColumnDef::new(&old.name, ty) };
        let shard = old.shard.as_ref().map(|(count, of)| (*count, of.as_slice()));
        match columns.iter_mut().find(|column| column.def.name == old.name) {
            // A generated column of the key.
            Some(column) => column.def.fill = fill,
            None => columns.push(OldColumn { def, shard }),
        }
    }
    (columns, facts)
}
