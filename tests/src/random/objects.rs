//! Reads numbers as the objects of a table: foreign keys, checks, indexes and expiry.

use spanner_keys::Dialect;
use spanner_keys::schema::{
    CheckDef, ColumnDef, Fill, IndexColumn, OnDelete, Scalar, ShardBy, SqlText, SqlType, Ttl,
    Waiver,
};

use super::resolve::{DEEPEST, Maker};
use super::spec::{ForeignKeySpec, IndexSpec, TableSpec};
use super::texts;
use super::wish::Picks;

const MOST_KEY_COLUMNS: usize = 16;

impl TableSpec {
    /// Whether the database computes the column. An inherited part is a plain column.
    #[must_use]
    pub fn computed(&self, column: usize) -> bool {
        let inherited = self.key.iter().any(|part| part.column == column && part.inherited);
        match self.columns[column].fill {
            Fill::Generated { .. } => !inherited,
            Fill::Shard(shard) => shard.by == ShardBy::Database && !inherited,
            _ => false,
        }
    }

    fn is_virtual(&self, column: usize) -> bool {
        matches!(self.columns[column].fill, Fill::Generated { stored: false, .. })
            && self.computed(column)
    }

    /// Whether an index can sort by the column.
    fn sortable(&self, column: usize, dialect: Dialect) -> bool {
        let ty = self.columns[column].ty;
        !ty.array
            && match ty.scalar {
                Scalar::Float32 | Scalar::JsonDocument => false,
                Scalar::Numeric => dialect == Dialect::GoogleSql,
                _ => true,
            }
    }

    fn all(&self, fits: impl Fn(usize) -> bool) -> Vec<usize> {
        (0..self.columns.len()).filter(|&column| fits(column)).collect()
    }
}

impl Maker {
    pub(super) fn foreign_key(&mut self, at: usize, picks: &mut Picks<'_>) {
        let other = picks.of(self.spec.tables.len());
        let dialect = self.dialect;
        let joins = |table: &TableSpec, column: usize| {
            table.sortable(column, dialect)
                && !table.is_virtual(column)
                && !table.columns[column].commit_timestamp
        };
        let (table, there) = (&self.spec.tables[at], &self.spec.tables[other]);
        let theirs = picks.some(&there.all(|column| joins(there, column)), 3);
        if theirs.is_empty() || there.index_width(&theirs) > MOST_KEY_COLUMNS {
            return;
        }
        let mut columns = Vec::new();
        let mut added: Vec<ColumnDef<'static>> = Vec::new();
        let place = format!("columns of {}.{}", table.schema.unwrap_or_default(), table.name);
        let (use_known, cascade, named) =
            (picks.of(2) == 1 && at != other, picks.of(2) == 1, picks.of(2) == 1);
        let waiver = picks.one_in(3).then_some(Waiver::Spread("given at random"));
        for &position in &theirs {
            let ty = there.columns[position].ty;
            let known = table.all(|own| {
                joins(table, own)
                    && table.columns[own].ty.same_but_length(ty)
                    && !columns.contains(&own)
            });
            match known.first() {
                Some(&own) if use_known => columns.push(own),
                _ => {
                    columns.push(table.columns.len() + added.len());
                    let ty = if picks.one_in(3) && ty.scalar == Scalar::Text {
                        SqlType::text(99)
                    } else {
                        ty
                    };
                    let name = self.names.fresh(picks, "R", &place);
                    added
                        .push(ColumnDef { nullable: picks.of(2) == 0, ..ColumnDef::new(name, ty) });
                }
            }
        }
        let theirs: Vec<&'static str> =
            theirs.iter().map(|&position| there.columns[position].name).collect();
        // The emulator sometimes crashes at a second foreign key if both join a table with a name
        // of about a hundred letters.
        let long = |table: usize| self.spec.tables[table].name.len() > 60;
        let mut keys =
            self.spec.tables.iter().enumerate().flat_map(|(from, spec)| {
                spec.foreign_keys.iter().map(move |key| (from, key.other))
            });
        if (long(at) || long(other)) && keys.any(|(from, to)| long(from) || long(to)) {
            return;
        }
        let known = table.foreign_keys.iter().any(|known| {
            known.other == other && known.columns == columns && known.theirs == theirs
        });
        if known || table.index_width(&columns) > MOST_KEY_COLUMNS {
            return;
        }
        let name =
            named.then(|| self.names.constraint(picks, "F", table.schema.unwrap_or_default()));
        let on_delete = if cascade { OnDelete::Cascade } else { OnDelete::NoAction };
        let table = &mut self.spec.tables[at];
        table.columns.extend(added);
        table.foreign_keys.push(ForeignKeySpec { name, columns, other, theirs, on_delete, waiver });
    }

    pub(super) fn check(&mut self, at: usize, picks: &mut Picks<'_>) {
        let table = &self.spec.tables[at];
        let fits =
            table.all(|column| !table.columns[column].commit_timestamp && !table.computed(column));
        let Some(column) = picks.from(&fits) else { return };
        let one = |column: usize, picks: &mut Picks<'_>| {
            let ColumnDef { ty, field, .. } = table.columns[column];
            texts::check_of(ty, field, picks)
        };
        let mut sql = one(column, picks);
        if picks.one_in(3)
            && let Some(second) = picks.from(&fits)
        {
            let second = one(second, picks);
            let both = |one: Option<&str>, two: Option<&str>| {
                Some(&*format!("({}) OR ({})", one?, two?).leak())
            };
            sql = SqlText {
                googlesql: both(sql.googlesql, second.googlesql),
                postgresql: both(sql.postgresql, second.postgresql),
            };
        }
        // The reader cannot distinguish two checks with the same text.
        if table.checks.iter().any(|known| known.sql == sql) {
            return;
        }
        let schema = table.schema.unwrap_or_default();
        let name = (picks.of(2) == 1).then(|| self.names.constraint(picks, "K", schema));
        self.spec.tables[at].checks.push(CheckDef { name, sql });
    }

    pub(super) fn index(&mut self, at: usize, picks: &mut Picks<'_>) {
        let table = &self.spec.tables[at];
        let schema = table.schema.unwrap_or_default();
        let (unique, null_filtered, inside) = (picks.one_in(3), picks.one_in(3), picks.of(4));
        // The index counts as a level, below the table that it is interleaved in.
        let hosts: Vec<usize> = [at]
            .into_iter()
            .chain(self.spec.ancestors(at))
            .filter(|&host| self.spec.level(host) < DEEPEST)
            .collect();
        // Often the nearest one, which is at the limit in a deep chain.
        let host = match inside {
            3 if picks.of(2) == 0 => hosts.first().copied(),
            3 => picks.from(&hosts),
            _ => None,
        };
        let mut columns: Vec<IndexColumn> = Vec::new();
        if let Some(host) = host {
            for part in &self.spec.tables[host].key {
                let name = self.spec.tables[host].columns[part.column].name;
                let Some(column) = table.columns.iter().position(|column| column.name == name)
                else {
                    return;
                };
                columns.push(IndexColumn { column, descending: part.descending });
            }
        }
        let fits = table.all(|column| {
            table.sortable(column, self.dialect)
                && columns.iter().all(|known| known.column != column)
        });
        for column in picks.some(&fits, 3) {
            let wanted: Vec<usize> =
                columns.iter().map(|known| known.column).chain([column]).collect();
            if table.index_width(&wanted) <= MOST_KEY_COLUMNS {
                columns.push(IndexColumn { column, descending: picks.one_in(3) });
            }
        }
        if columns.is_empty() {
            return;
        }
        let rest = table.all(|column| {
            !table.in_key(column) && columns.iter().all(|known| known.column != column)
        });
        let storing =
            if picks.of(2) == 1 && !rest.is_empty() { picks.some(&rest, 2) } else { Vec::new() };
        let name = self.names.fresh(picks, "I", schema);
        let waiver = picks.one_in(3).then_some(Waiver::Spread("dates of birth"));
        self.spec.tables[at].indexes.push(IndexSpec {
            name,
            columns,
            storing,
            unique,
            null_filtered,
            host,
            waiver,
        });
    }

    pub(super) fn ttl(&mut self, at: usize, picks: &mut Picks<'_>) {
        if !picks.one_in(3) {
            return;
        }
        let table = &self.spec.tables[at];
        let below = self.spec.descendants(at);
        let stays = below.iter().any(|&below| {
            self.spec.tables[below].parent.is_some_and(|(_, action)| action == OnDelete::NoAction)
        });
        let referenced = self
            .spec
            .tables
            .iter()
            .flat_map(|table| &table.foreign_keys)
            .any(|key| key.other == at || below.contains(&key.other));
        let fits = table.all(|column| {
            table.columns[column].ty == SqlType::TIMESTAMP && !table.computed(column)
        });
        if let Some(column) = picks.from(&fits).filter(|_| !stays && !referenced) {
            self.spec.tables[at].ttl = Some(Ttl { column, days: [30, 0, 1, 400][picks.of(4)] });
        }
    }
}
