//! Random changes of a schema that a person would make: most of them can be migrated.

use spanner_keys::Dialect;
use spanner_keys::schema::{
    CheckDef, ColumnDef, Fill, IndexColumn, KeyPart, OnDelete, Scalar, SqlText, SqlType,
};

use super::resolve::any_type;
use super::spec::{IndexSpec, Spec, TableSpec};
use super::texts;
use super::wish::{Numbers, Picks};

/// The schema after these changes. Each is made if it is possible.
#[must_use]
pub fn changed(old: &Spec, changes: &[Numbers], dialect: Dialect) -> Spec {
    let mut maker = Changer { spec: old.clone(), dialect, turn: 0 };
    for numbers in changes {
        maker.turn += 1;
        let mut picks = Picks::new(numbers);
        let table = picks.of(maker.spec.tables.len());
        maker.change(table, &mut picks);
    }
    maker.spec
}

struct Changer {
    spec: Spec,
    dialect: Dialect,
    turn: usize,
}

impl Changer {
    fn name(&self, kind: &str) -> &'static str {
        format!("{kind}_{}_new", self.turn).leak()
    }

    fn change(&mut self, at: usize, picks: &mut Picks<'_>) {
        match picks.of(21) {
            0 => self.add_column(at, picks, true),
            1 => self.add_column(at, picks, false),
            2 => self.add_generated(at, picks),
            3 => self.with_plain(at, picks, |column, picks| {
                if matches!(column.ty.scalar, Scalar::Text | Scalar::Binary) && !column.ty.array {
                    let lengths = [None, Some(2000), Some(30)];
                    let length = picks.from(&lengths).flatten();
                    let is_shorter =
                        length.unwrap_or(u32::MAX) < column.ty.length.unwrap_or(u32::MAX);
                    // The emulator fails when BYTES become shorter.
                    if !(is_shorter && column.ty.scalar == Scalar::Binary) {
                        column.ty.length = length;
                    }
                }
            }),
            4 => self.with_plain(at, picks, |column, _| {
                if !column.ty.array {
                    column.nullable = !column.nullable;
                }
            }),
            5 => self.with_plain(at, picks, |column, picks| {
                let default = texts::default_of(column.ty, picks).map(Fill::Default);
                column.fill = match column.fill {
                    Fill::Supplied => default.unwrap_or(Fill::Supplied),
                    _ => Fill::Supplied,
                };
                if column.fill != Fill::Supplied {
                    column.ty = with_room(column.ty);
                }
            }),
            6 => self.add_index(at, picks),
            7 => drop(self.spec.tables[at].indexes.pop()),
            8 => self.store(at, picks),
            9 => self.add_check(at, picks),
            10 => {
                let table = &mut self.spec.tables[at];
                if table.checks.pop().is_none() {
                    table.foreign_keys.pop();
                }
            }
            11 => self.drop_column(at, picks),
            12 => self.on_delete(at),
            13 => {
                let days = 1 + u32::try_from(picks.of(99)).unwrap_or_default();
                if let Some(ttl) = &mut self.spec.tables[at].ttl {
                    ttl.days = days;
                }
            }
            14 => self.add_table(picks),
            15 => self.change_index(at, picks),
            16 => self.change_used(at, picks),
            17 => self.drop_indexed(at, picks),
            18 => self.drop_table(),
            19 => self.change_generated(at, picks),
            _ => self.unusual(at, picks),
        }
    }

    /// Changes a column that is written by the application and outside the key, and that no other
    /// object uses.
    fn with_plain(
        &mut self,
        at: usize,
        picks: &mut Picks<'_>,
        change: impl Fn(&mut ColumnDef<'static>, &mut Picks<'_>),
    ) {
        if let Some(column) = picks.from(&self.plain(at)) {
            change(&mut self.spec.tables[at].columns[column], picks);
        }
    }

    fn plain(&self, at: usize) -> Vec<usize> {
        let table = &self.spec.tables[at];
        let plain = |&column: &usize| {
            let def = &table.columns[column];
            matches!(def.fill, Fill::Supplied | Fill::Default(_))
                && !def.commit_timestamp
                && !table.in_key(column)
                && !uses(table, column)
                && !self.is_referenced(at, def.name)
        };
        (0..table.columns.len()).filter(plain).collect()
    }

    fn is_referenced(&self, at: usize, name: &str) -> bool {
        let mut keys = self.spec.tables.iter().flat_map(|table| &table.foreign_keys);
        keys.any(|key| key.other == at && key.theirs.contains(&name))
    }

    fn add_column(&mut self, at: usize, picks: &mut Picks<'_>, nullable: bool) {
        let ty = any_type(picks);
        let fill = match picks.of(2) {
            0 => Fill::Supplied,
            _ => texts::default_of(ty, picks).map_or(Fill::Supplied, Fill::Default),
        };
        let ty = if fill == Fill::Supplied { ty } else { with_room(ty) };
        let column = ColumnDef { nullable, fill, ..ColumnDef::new(self.name("c"), ty) };
        self.spec.tables[at].columns.push(column);
    }

    fn add_generated(&mut self, at: usize, picks: &mut Picks<'_>) {
        let name = self.name("g");
        let table = &mut self.spec.tables[at];
        let sources = table.columns.iter().filter(|column| {
            matches!(column.fill, Fill::Supplied)
                && !column.commit_timestamp
                && !column.ty.array
                && matches!(column.ty.scalar, Scalar::Int64 | Scalar::Text | Scalar::Bool)
        });
        let sources: Vec<ColumnDef<'static>> = sources.copied().collect();
        let Some(source) = picks.from(&sources) else { return };
        let ty = SqlType { length: None, ..source.ty };
        let sql = texts::generated_of(ty, source.field, picks);
        let fill = Fill::Generated { sql, stored: true };
        table.columns.push(ColumnDef { nullable: true, fill, ..ColumnDef::new(name, ty) });
    }

    /// Text has many values, whatever the rows are.
    fn texts(&self, at: usize) -> Vec<usize> {
        let columns = self.spec.tables[at].columns.iter().enumerate();
        let fits = |column: &ColumnDef<'_>| {
            column.ty.scalar == Scalar::Text
                && !column.ty.array
                && matches!(column.fill, Fill::Supplied | Fill::Default(_))
                && column.ty.length.is_some_and(|length| length <= 2000)
        };
        columns.filter(|(_, column)| fits(column)).map(|(column, _)| column).collect()
    }

    fn add_index(&mut self, at: usize, picks: &mut Picks<'_>) {
        let Some(column) = picks.from(&self.texts(at)) else { return };
        let index = IndexSpec {
            name: self.name("i"),
            columns: vec![IndexColumn { column, descending: picks.one_in(3) }],
            storing: Vec::new(),
            unique: picks.one_in(6),
            null_filtered: picks.one_in(4),
            host: None,
            waiver: None,
        };
        self.spec.tables[at].indexes.push(index);
    }

    /// Stores one more column in the last index, or one less.
    fn store(&mut self, at: usize, picks: &mut Picks<'_>) {
        let plain = self.plain(at);
        let table = &mut self.spec.tables[at];
        let Some(index) = table.indexes.last_mut() else { return };
        if index.storing.pop().is_none()
            && let Some(column) = picks.from(&plain)
        {
            index.storing.push(column);
        }
    }

    fn add_check(&mut self, at: usize, picks: &mut Picks<'_>) {
        let name = self.name("k");
        let table = &mut self.spec.tables[at];
        let fits = |column: &&ColumnDef<'_>| {
            matches!(column.fill, Fill::Supplied)
                && !column.commit_timestamp
                && matches!(column.ty.scalar, Scalar::Int64 | Scalar::Text)
                && !column.ty.array
        };
        let columns: Vec<ColumnDef<'static>> = table.columns.iter().filter(fits).copied().collect();
        let Some(column) = picks.from(&columns) else { return };
        let sql = texts::check_of(column.ty, column.field, picks);
        table.checks.push(CheckDef { name: Some(name), sql });
    }

    fn drop_column(&mut self, at: usize, picks: &mut Picks<'_>) {
        if let Some(gone) = picks.from(&self.plain(at)) {
            self.remove(at, gone);
        }
    }

    fn remove(&mut self, at: usize, gone: usize) {
        let table = &mut self.spec.tables[at];
        table.columns.remove(gone);
        let place = |column: &mut usize| *column -= usize::from(*column > gone);
        table.key.iter_mut().for_each(|part| place(&mut part.column));
        for index in &mut table.indexes {
            index.columns.iter_mut().for_each(|part| place(&mut part.column));
            index.storing.iter_mut().for_each(place);
        }
        table.foreign_keys.iter_mut().flat_map(|key| &mut key.columns).for_each(place);
        table.ttl.iter_mut().for_each(|ttl| place(&mut ttl.column));
        for column in &mut table.columns {
            if let Fill::Shard(shard) = &mut column.fill {
                let mut inputs = shard.inputs.to_vec();
                inputs.iter_mut().for_each(place);
                shard.inputs = inputs.leak();
            }
        }
    }

    /// What a person changes about an index.
    fn change_index(&mut self, at: usize, picks: &mut Picks<'_>) {
        let Some(index) = self.spec.tables[at].indexes.last_mut() else { return };
        match picks.of(3) {
            0 => index.unique = !index.unique,
            1 => index.null_filtered = !index.null_filtered,
            // An index inside a parent begins with the parent's key, in its order.
            _ if index.host.is_some() => {}
            _ => {
                if let Some(part) = index.columns.first_mut() {
                    part.descending = !part.descending;
                }
            }
        }
    }

    /// The columns that only indexes of the table, or foreign keys, use.
    fn indexed(&self, at: usize) -> Vec<usize> {
        let table = &self.spec.tables[at];
        let bare = TableSpec { indexes: Vec::new(), ..table.clone() };
        let fits = |&column: &usize| {
            let def = &table.columns[column];
            matches!(def.fill, Fill::Supplied | Fill::Default(_))
                && !def.commit_timestamp
                && !table.in_key(column)
                && uses(table, column)
                && !uses(&bare, column)
                && !self.is_referenced(at, def.name)
        };
        (0..table.columns.len()).filter(fits).collect()
    }

    /// Whether a column with an index may be NULL, or its length.
    fn change_used(&mut self, at: usize, picks: &mut Picks<'_>) {
        let Some(column) = picks.from(&self.indexed(at)) else { return };
        let hosted = self.spec.tables[at].indexes.iter().any(|index| index.host.is_some());
        let column = &mut self.spec.tables[at].columns[column];
        let is_text = column.ty.scalar == Scalar::Text && column.ty.length.is_some();
        if picks.of(2) == 0 && is_text && !column.ty.array {
            column.ty.length = picks.from(&[Some(2000), Some(300)]).flatten();
        } else if !column.ty.array && !hosted {
            column.nullable = !column.nullable;
        }
    }

    /// A column is removed with its indexes.
    fn drop_indexed(&mut self, at: usize, picks: &mut Picks<'_>) {
        let Some(gone) = picks.from(&self.indexed(at)) else { return };
        self.spec.tables[at].indexes.retain(|index| {
            !index.storing.contains(&gone) && index.columns.iter().all(|part| part.column != gone)
        });
        self.remove(at, gone);
    }

    /// The last table, if nothing needs it.
    fn drop_table(&mut self) {
        let tables = &self.spec.tables;
        let last = tables.len() - 1;
        let is_needed = tables.iter().enumerate().any(|(at, table)| {
            let parent = table.parent.as_ref().is_some_and(|(parent, _)| *parent == last);
            let keys = table.foreign_keys.iter().any(|key| at != last && key.other == last);
            parent || keys
        });
        if last > 0 && !is_needed {
            self.spec.tables.pop();
        }
    }

    /// Another expression of a stored column: the column is dropped and added again.
    fn change_generated(&mut self, at: usize, picks: &mut Picks<'_>) {
        let table = &self.spec.tables[at];
        let generated: Vec<usize> = (0..table.columns.len())
            .filter(|&column| {
                matches!(table.columns[column].fill, Fill::Generated { stored: true, .. })
                    && !table.in_key(column)
            })
            .collect();
        let Some(column) = picks.from(&generated) else { return };
        let ty = table.columns[column].ty;
        let same = |source: &&ColumnDef<'_>| {
            source.fill == Fill::Supplied
                && !source.commit_timestamp
                && source.ty == ty
                && matches!(ty.scalar, Scalar::Int64 | Scalar::Text | Scalar::Bool)
        };
        let Some(source) = table.columns.iter().find(same).map(|source| source.field) else {
            return;
        };
        let sql = texts::generated_of(ty, source, picks);
        self.spec.tables[at].columns[column].fill = Fill::Generated { sql, stored: true };
    }

    /// Rows that expire need children that are deleted with them.
    fn on_delete(&mut self, at: usize) {
        let expires =
            self.spec.ancestors(at).iter().any(|&above| self.spec.tables[above].ttl.is_some());
        if let Some((_, action)) = &mut self.spec.tables[at].parent {
            *action = match *action {
                OnDelete::Cascade if !expires => OnDelete::NoAction,
                _ => OnDelete::Cascade,
            };
        }
    }

    fn add_table(&mut self, picks: &mut Picks<'_>) {
        let ty = any_type(picks);
        let id = ColumnDef { fill: Fill::UuidV4, ..ColumnDef::new("id", SqlType::text(36)) };
        let text = ColumnDef::new("note", SqlType::text(100));
        let value = ColumnDef { nullable: true, ..ColumnDef::new("value", ty) };
        let table = TableSpec {
            name: self.name("T"),
            schema: None,
            columns: vec![id, text, value],
            key: vec![KeyPart::new(0)],
            parent: None,
            indexes: Vec::new(),
            foreign_keys: Vec::new(),
            checks: Vec::new(),
            ttl: None,
        };
        self.spec.tables.push(table);
        self.add_index(self.spec.tables.len() - 1, picks);
    }

    /// What Spanner cannot do, or only by a move.
    fn unusual(&mut self, at: usize, picks: &mut Picks<'_>) {
        if !picks.one_in(3) {
            return;
        }
        let dialect = self.dialect;
        self.with_plain(at, picks, |column, _| {
            column.fill = Fill::Supplied;
            column.ty = match (column.ty.scalar, dialect) {
                (Scalar::Text, Dialect::GoogleSql) => SqlType::bytes(3000),
                (Scalar::Bool, _) => SqlType::INT64,
                _ => SqlType::BOOL,
            };
        });
    }
}

/// The type with room for a default, which is first checked when a row gets it.
fn with_room(ty: SqlType) -> SqlType {
    SqlType { length: ty.length.map(|length| length.max(100)), ..ty }
}

/// Whether an object of the table uses a column.
fn uses(table: &TableSpec, column: usize) -> bool {
    let field = format!("{{{}}}", table.columns[column].field);
    let names = |sql: SqlText<'_>| {
        [sql.googlesql, sql.postgresql].into_iter().flatten().any(|sql| sql.contains(&field))
    };
    let mut fills = table.columns.iter().map(|column| column.fill);
    fills.any(|fill| match fill {
        Fill::Generated { sql, .. } => names(sql),
        Fill::Shard(shard) => shard.inputs.contains(&column),
        _ => false,
    }) || table.indexes.iter().any(|index| {
        index.storing.contains(&column) || index.columns.iter().any(|part| part.column == column)
    }) || table.foreign_keys.iter().any(|key| key.columns.contains(&column))
        || table.checks.iter().any(|check| names(check.sql))
        || table.ttl.is_some_and(|ttl| ttl.column == column)
}
