//! The run as a picture: key ranges up, time across, brightness for writes.

use std::fmt::{self, Write as _};
use std::io::IsTerminal as _;
use std::time::Duration;

use super::key::{first_parts, key_text};
#[cfg(feature = "spread-pictures")]
use super::key::{parts_of, shown};
use super::report::{Report, Weighed, as_float, bounds, in_ranges, ratio, since};
#[cfg(feature = "spread-pictures")]
use crate::schema::{SqlType, TableDef};

/// A heat map, as Spanner's Key Visualizer draws it: key ranges up, time across, brightness for
/// writes.
///
/// Printed with `{}` it is plain text, one letter for each cell; [`print`](Self::print) uses
/// colours in a terminal. With the feature `spread-pictures` there are also `png` and `svg`.
///
/// ```
/// use spanner_keys::spread::Workload;
/// use spanner_keys::SpannerTable;
///
/// #[derive(SpannerTable)]
/// struct Event {
///     #[key(allow_hotspot = "to see what it looks like")]
///     at: std::time::SystemTime,
/// }
///
/// let report = Workload::new().moments(8).run::<Event>(|at| NewEvent { at: at.now() })?;
/// let picture = report.heat_map(8).to_string();
/// let cells: Vec<&str> = picture.lines().filter_map(|line| line.split('|').nth(1)).collect();
/// assert_eq!(cells[0], "       @"); // a diagonal: one range at a time receives everything
/// assert_eq!(cells[7], "@       ");
/// # Ok::<(), spanner_keys::value::RowError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct HeatMap {
    title: String,
    /// Row by row, the first keys first: the share of a moment's writes.
    cells: Vec<Vec<f64>>,
    /// The first key of each row, except the first row.
    bounds: Vec<String>,
    /// The first part of the first key of each row, as short text.
    #[cfg(feature = "spread-pictures")]
    labels: Vec<String>,
    columns: String,
    length: Duration,
}

/// From no writes to the most.
const LETTERS: &[u8; 10] = b" .:-=+*#%@";

impl HeatMap {
    pub(super) fn new(report: &Report, rows: usize) -> Self {
        let table = &report.table;
        let mut keys = Weighed::all(&report.windows);
        // Half of the rows divide the writes evenly, and half the values of the first part: a value
        // that receives most of the writes is then a bright band, not only a wide one.
        let all: f64 = keys.iter().map(|key| key.weight).sum();
        let same = |one: &Weighed<'_>, two: &Weighed<'_>| {
            first_parts(table, one.key, 1) == first_parts(table, two.key, 1)
        };
        let groups = keys.chunk_by(same).count();
        for group in keys.chunk_by_mut(same) {
            let weight: f64 = group.iter().map(|key| key.weight).sum();
            for key in group {
                key.weight = key.weight / all + key.weight / weight / as_float(groups);
            }
        }
        let bounds = bounds(&keys, rows.max(1));
        let mut cells = vec![Vec::with_capacity(report.windows.len()); bounds.len() + 1];
        for window in &report.windows {
            for (row, count) in cells.iter_mut().zip(in_ranges(&window.keys, &bounds)) {
                row.push(ratio(count, window.keys.len()));
            }
        }
        let length = match (report.windows.first(), report.windows.last()) {
            (Some(first), Some(last)) => since(first.from, last.to),
            _ => Duration::ZERO,
        };
        let names: Vec<&str> =
            table.key.iter().map(|part| table.columns[part.column].name).collect();
        #[cfg(feature = "spread-pictures")]
        let labels = {
            let first = keys.first().map(|key| key.key);
            let firsts = first.into_iter().chain(bounds.iter().map(Vec::as_slice));
            first_part_labels(table, firsts)
        };
        Self {
            title: table.path().into_owned(),
            cells,
            bounds: bounds.iter().map(|bound| key_text(table, bound)).collect(),
            #[cfg(feature = "spread-pictures")]
            labels,
            columns: names.join(", "),
            length,
        }
    }

    /// The same picture under another title than the table's name.
    #[must_use]
    pub fn titled(self, title: impl Into<String>) -> Self {
        Self { title: title.into(), ..self }
    }

    /// The title.
    #[must_use]
    pub fn title(&self) -> &str {
        &self.title
    }

    /// How many ranges it shows.
    #[must_use]
    pub const fn rows(&self) -> usize {
        self.cells.len()
    }

    /// How many moments it shows.
    #[must_use]
    pub fn moments(&self) -> usize {
        self.cells.first().map_or(0, Vec::len)
    }

    /// The range's share of the moment's writes, from 0 to 1. Row 0 has the smallest keys.
    #[must_use]
    pub fn share(&self, row: usize, moment: usize) -> f64 {
        self.cells.get(row).and_then(|row| row.get(moment)).copied().unwrap_or(0.0)
    }

    /// The brightness of a cell, from 0 for no writes to 1 for all writes of the moment. The scale is
    /// logarithmic and the same for all pictures with as many rows: an even spread is dark in each of
    /// them, and a hotspot is bright.
    #[must_use]
    pub fn brightness(&self, row: usize, moment: usize) -> f64 {
        self.brightness_of(self.share(row, moment))
    }

    /// The brightness of a share.
    pub(super) fn brightness_of(&self, share: f64) -> f64 {
        let rows = as_float(self.rows());
        ((share * rows).ln_1p() / rows.ln_1p()).clamp(0.0, 1.0)
    }

    /// The first part of the first key of each row, as short text; empty without writes.
    #[cfg(feature = "spread-pictures")]
    pub(super) fn labels(&self) -> &[String] {
        &self.labels
    }

    /// The names of the key's columns.
    #[must_use]
    pub fn key_columns(&self) -> &str {
        &self.columns
    }

    /// The simulated duration of the run.
    #[must_use]
    pub const fn length(&self) -> Duration {
        self.length
    }

    /// The picture in colours, for a terminal with 256 colours. Each character shows two rows.
    #[must_use]
    pub fn coloured(&self) -> String {
        let mut text = format!("{}\n", self.title);
        let colour = |row: usize, moment: usize| {
            let [red, green, blue] =
                heat(self.brightness(row, moment)).map(|light| u16::from(light) * 5 / 255);
            16 + 36 * red + 6 * green + blue
        };
        for upper in (0..self.rows()).rev().step_by(2) {
            for moment in 0..self.moments() {
                let below = upper.checked_sub(1).map_or(0, |lower| colour(lower, moment));
                // Writing to a `String` cannot fail.
                _ = write!(text, "\x1b[38;5;{};48;5;{below}m▀", colour(upper, moment));
            }
            text.push_str("\x1b[0m\n");
        }
        text.push_str(&self.caption());
        text
    }

    /// Prints the picture: in colours if the output is a terminal and NO_COLOR is not set, and as
    /// plain text otherwise.
    #[expect(clippy::print_stdout, reason = "printing is its purpose")]
    pub fn print(&self) {
        let plain = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty())
            || !std::io::stdout().is_terminal();
        if plain { println!("{self}") } else { println!("{}", self.coloured()) }
    }

    fn caption(&self) -> String {
        format!("keys by ({}) up, {:?} across", self.columns, self.length)
    }
}

impl fmt::Display for HeatMap {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(out, "{}", self.title)?;
        for row in (0..self.rows()).rev() {
            out.write_char('|')?;
            for moment in 0..self.moments() {
                #[expect(
                    clippy::cast_possible_truncation,
                    clippy::cast_sign_loss,
                    reason = "from 0 to 9"
                )]
                let letter = (self.brightness(row, moment) * 9.0).round() as usize;
                out.write_char(char::from(LETTERS[letter.min(9)]))?;
            }
            out.write_str("|")?;
            // Labels only a few rows with their keys.
            if row % 8 == 0 {
                match row.checked_sub(1).and_then(|at| self.bounds.get(at)) {
                    Some(bound) => write!(out, " from {}", shortened(bound, 60))?,
                    None => out.write_str(" from the first key")?,
                }
            }
            out.write_char('\n')?;
        }
        out.write_str(&self.caption())
    }
}

fn shortened(text: &str, most: usize) -> String {
    if text.chars().count() <= most {
        text.to_owned()
    } else {
        text.chars().take(most - 1).chain(['…']).collect()
    }
}

/// The first part of each key as short text: times of one day without the day, and long numbers
/// rounded.
#[cfg(feature = "spread-pictures")]
fn first_part_labels<'k>(
    table: &TableDef<'_>,
    keys: impl Iterator<Item = &'k [u8]>,
) -> Vec<String> {
    const MOST: usize = 11;
    let ty = table.key.first().map(|part| table.columns[part.column].ty);
    let values: Vec<String> =
        keys.map(|key| parts_of(table, key).first().map(shown).unwrap_or_default()).collect();
    let day = |value: &String| value.get(..10).map(str::to_owned);
    let one_day = values.iter().all(|value| day(value) == values.first().and_then(day));
    let label = |value: &String| match ty {
        Some(SqlType::TIMESTAMP) if one_day => value.get(11..19).unwrap_or(value).to_owned(),
        Some(SqlType::INT64) if value.len() > MOST => {
            value.parse().map_or_else(|_| value.clone(), |number: f64| format!("{number:.1e}"))
        }
        _ => shortened(value, MOST),
    };
    values.iter().map(label).collect()
}

/// The colour of a brightness: from black through violet and orange to light yellow.
pub(super) fn heat(brightness: f64) -> [u8; 3] {
    const STOPS: [[f64; 3]; 6] = [
        [6.0, 5.0, 18.0],
        [58.0, 15.0, 110.0],
        [140.0, 41.0, 129.0],
        [222.0, 73.0, 104.0],
        [254.0, 159.0, 109.0],
        [252.0, 253.0, 191.0],
    ];
    let place = brightness.clamp(0.0, 1.0) * 5.0;
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "from 0 to 4")]
    let at = (place as usize).min(4);
    let part = place - as_float(at);
    let (low, high) = (STOPS[at], STOPS[at + 1]);
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "from 0 to 255")]
    [0, 1, 2].map(|channel| (low[channel] + (high[channel] - low[channel]) * part).round() as u8)
}
