//! Pictures of a run, as PNG and SVG, with a bundled font.

use std::cmp::Reverse;
use std::fmt;
use std::sync::OnceLock;

use plotters::coord::Shift;
use plotters::coord::combinators::IntoLogRange as _;
use plotters::prelude::*;
use plotters::style::register_font;
use plotters::style::text_anchor::{HPos, Pos, VPos};

use super::heat_map::{HeatMap, heat};
use super::report::as_float;
use super::scaling::Scaling;

/// The bundled font, and what an SVG viewer uses in its place.
const FONT: &str = "Ubuntu, sans-serif";
/// Twice as large as it is usually shown, so that letters are sharp.
const SIZE: (u32, u32) = (1000, 560);
const INK: RGBColor = RGBColor(40, 40, 48);
/// How many levels of brightness a picture has: more would only make the file larger.
const LEVELS: u32 = 39;

/// A picture that could not be drawn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PictureError(String);

impl fmt::Display for PictureError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "the picture could not be drawn: {}", self.0)
    }
}

impl std::error::Error for PictureError {}

fn error(cause: impl fmt::Display) -> PictureError {
    PictureError(cause.to_string())
}

impl HeatMap {
    /// The picture as a PNG file.
    ///
    /// ```
    /// use spanner_keys::spread::Workload;
    /// use spanner_keys::{SpannerTable, Uuid};
    ///
    /// #[derive(SpannerTable)]
    /// struct Ticket {
    ///     #[key(uuid)]
    ///     id: Uuid,
    /// }
    ///
    /// let report = Workload::new().inserts(5_000).run::<Ticket>(|_| NewTicket {})?;
    /// let png: Vec<u8> = report.heat_map(64).png()?; // for std::fs::write("tickets.png", png)
    /// assert!(png.starts_with(b"\x89PNG"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn png(&self) -> Result<Vec<u8>, PictureError> {
        png_of(|area| self.draw(area))
    }

    /// The picture as an SVG file.
    pub fn svg(&self) -> Result<String, PictureError> {
        svg_of(|area| self.draw(area))
    }

    fn draw<B: DrawingBackend>(&self, area: &DrawingArea<B, Shift>) -> Result<(), PictureError> {
        area.fill(&WHITE).map_err(error)?;
        let (rows, moments, seconds) =
            (self.rows(), self.moments(), self.length().as_secs_f64().max(f64::MIN_POSITIVE));
        let mut chart = ChartBuilder::on(area)
            .caption(self.title(), (FONT, 34).into_font().color(&INK))
            .margin(12)
            .margin_right(170)
            .x_label_area_size(66)
            .y_label_area_size(200)
            .build_cartesian_2d(0.0..seconds, 0.0..as_float(rows))
            .map_err(error)?;
        // Cells meet at whole pixels, otherwise the background would be visible as a grid.
        let (across, up) = chart.plotting_area().get_pixel_range();
        let height = |part: f64| pixel(up.end, up.start, part);
        let level = |row, moment| (self.brightness(row, moment) * f64::from(LEVELS)).round();
        for row in 0..rows {
            let height = |row: usize| height(as_float(row) / as_float(rows));
            let mut moment = 0;
            while moment < moments {
                // Neighbours of one colour are one rectangle, which makes the SVG smaller.
                let light = level(row, moment);
                let end = (moment..moments)
                    .find(|other| (level(row, *other) - light).abs() > 0.5)
                    .unwrap_or(moments);
                let place = |moment: usize| {
                    pixel(across.start, across.end, as_float(moment) / as_float(moments))
                };
                let corners = [(place(moment), height(row + 1)), (place(end), height(row))];
                area.draw(&Rectangle::new(corners, colour(light).filled())).map_err(error)?;
                moment = end;
            }
        }
        chart
            .configure_mesh()
            .disable_mesh()
            .disable_y_axis()
            .axis_style(INK)
            .label_style((FONT, 24).into_font().color(&INK))
            .axis_desc_style((FONT, 26).into_font().color(&INK))
            .x_desc("time (s)")
            .x_labels(8)
            .x_label_formatter(&|second| {
                if seconds < 8.0 { format!("{second:.1}") } else { format!("{second:.0}") }
            })
            .draw()
            .map_err(error)?;

        // The first key of each value, those with the most rows first.
        let values = self.labels().chunk_by(|one, two| one == two);
        let mut values: Vec<(usize, &[String])> = values
            .scan(0, |row, value| Some((std::mem::replace(row, *row + value.len()), value)))
            .collect();
        values.sort_by_key(|(_, value)| Reverse(value.len()));
        let keys = values
            .iter()
            .map(|(row, value)| (height(as_float(*row) / as_float(rows)), value[0].as_str()));
        scale(area, across.start, -1, keys, HPos::Right)?;
        let middle = i32::midpoint(up.start, up.end);
        describe(area, (8, middle), &format!("keys, by ({})", self.key_columns()))?;

        // The colours, from no writes to all of them.
        let bar = across.end + 24;
        for light in 0..=LEVELS {
            let end = |light: u32| height(f64::from(light) / f64::from(LEVELS + 1));
            let corners = [(bar, end(light + 1)), (bar + 26, end(light))];
            let colour = colour(f64::from(light));
            area.draw(&Rectangle::new(corners, colour.filled())).map_err(error)?;
        }
        let shares = [
            (0.0, "0 %"),
            (0.01, "1 %"),
            (0.03, "3 %"),
            (0.06, "6 %"),
            (0.12, "12 %"),
            (0.25, "25 %"),
            (0.5, "50 %"),
            (1.0, "100 %"),
        ];
        let shares = shares.map(|(share, text)| (height(self.brightness_of(share)), text));
        scale(area, bar + 26, 1, shares, HPos::Left)?;
        describe(area, (bar + 106, middle), "share of the writes")
    }
}

/// The place at this part of the way, in whole pixels.
fn pixel(from: i32, to: i32, part: f64) -> i32 {
    #[expect(clippy::cast_possible_truncation, reason = "pixels of a picture")]
    let place = (f64::from(to - from) * part).round() as i32;
    from + place
}

fn colour(level: f64) -> RGBColor {
    let [red, green, blue] = heat(level / f64::from(LEVELS));
    RGBColor(red, green, blue)
}

/// Ticks and labels of a vertical scale at `x`, to its left (-1) or right (1). A label that would
/// touch an earlier one is left out.
fn scale<'t, B: DrawingBackend>(
    area: &DrawingArea<B, Shift>,
    x: i32,
    side: i32,
    labels: impl IntoIterator<Item = (i32, &'t str)>,
    align: HPos,
) -> Result<(), PictureError> {
    let style = (FONT, 24).into_font().color(&INK).pos(Pos::new(align, VPos::Center));
    let mut places: Vec<i32> = Vec::new();
    for (y, text) in labels {
        if places.iter().all(|place| place.abs_diff(y) >= 32) {
            places.push(y);
            area.draw(&PathElement::new([(x, y), (x + 6 * side, y)], INK)).map_err(error)?;
            area.draw(&Text::new(text.to_owned(), (x + 12 * side, y), style.clone()))
                .map_err(error)?;
        }
    }
    Ok(())
}

/// The description of a vertical scale, from the bottom to the top, around this place.
fn describe<B: DrawingBackend>(
    area: &DrawingArea<B, Shift>,
    place: (i32, i32),
    text: &str,
) -> Result<(), PictureError> {
    let font = (FONT, 26).into_font().transform(FontTransform::Rotate270);
    let style = font.color(&INK).pos(Pos::new(HPos::Center, VPos::Top));
    area.draw(&Text::new(text.to_owned(), place, style)).map_err(error)
}

/// Throughput against servers, one line for each table.
///
/// ```
/// use spanner_keys::spread::{Model, SERVERS, ThroughputPlot, Workload};
/// use spanner_keys::{SpannerTable, Uuid};
///
/// #[derive(SpannerTable)]
/// struct Ticket {
///     #[key(uuid)]
///     id: Uuid,
/// }
///
/// let scaling = Workload::new().inserts(20_000).scaling::<Ticket>(SERVERS, &Model::default(), |_| NewTicket {})?;
/// let svg: String = ThroughputPlot::new("Throughput").line("uuid", &scaling).svg()?;
/// assert!(svg.starts_with("<svg"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct ThroughputPlot {
    title: String,
    lines: Vec<(String, Vec<(f64, f64)>)>,
}

impl ThroughputPlot {
    /// A plot without lines.
    #[must_use]
    pub fn new(title: impl Into<String>) -> Self {
        Self { title: title.into(), lines: Vec::new() }
    }

    /// The same plot with one more line.
    #[must_use]
    pub fn line(mut self, name: impl Into<String>, scaling: &Scaling) -> Self {
        let points =
            scaling.steps().iter().map(|step| (as_float(step.servers), step.throughput.max(0.01)));
        self.lines.push((name.into(), points.collect()));
        self
    }

    /// The plot as a PNG file.
    pub fn png(&self) -> Result<Vec<u8>, PictureError> {
        png_of(|area| self.draw(area))
    }

    /// The plot as an SVG file.
    pub fn svg(&self) -> Result<String, PictureError> {
        svg_of(|area| self.draw(area))
    }

    fn draw<B: DrawingBackend>(&self, area: &DrawingArea<B, Shift>) -> Result<(), PictureError> {
        area.fill(&WHITE).map_err(error)?;
        let most = self
            .lines
            .iter()
            .flat_map(|(_, points)| points)
            .map(|(servers, _)| *servers)
            .fold(2.0, f64::max);
        // The names are next to the plot, where they cover nothing.
        let (plane, names) = area.split_horizontally(660);
        let mut chart = ChartBuilder::on(&plane)
            .caption(&self.title, (FONT, 34).into_font().color(&INK))
            .margin(12)
            .margin_right(30)
            .x_label_area_size(66)
            .y_label_area_size(92)
            .build_cartesian_2d(
                (0.95..most * 1.06).log_scale().base(2.0),
                (0.8..most * 1.2).log_scale().base(2.0),
            )
            .map_err(error)?;
        chart
            .configure_mesh()
            .axis_style(INK)
            .light_line_style(TRANSPARENT)
            .bold_line_style(PALE)
            .label_style((FONT, 22).into_font().color(&INK))
            .axis_desc_style((FONT, 26).into_font().color(&INK))
            .x_desc("servers")
            .y_desc("throughput, in servers")
            .x_label_formatter(&|servers| format!("{servers:.0}"))
            .y_label_formatter(&|servers| format!("{servers:.0}"))
            .draw()
            .map_err(error)?;
        let ideal = (String::from("ideal"), vec![(1.0, 1.0), (most, most)]);
        // The first lines are the widest, so that lines on top of each other are all visible.
        let widths = (0..self.lines.len())
            .map(|at| u32::try_from(3 + (self.lines.len() - at)).unwrap_or(3).min(8));
        let lines = self
            .lines
            .iter()
            .zip(LINES.into_iter().cycle())
            .zip(widths)
            .map(|((line, colour), width)| (line, colour, width));
        for (y, ((name, points), colour, width)) in
            (110..).step_by(44).zip([(&ideal, GREY, 14)].into_iter().chain(lines))
        {
            chart
                .draw_series(LineSeries::new(points.iter().copied(), colour.stroke_width(width)))
                .map_err(error)?;
            let dots = points
                .iter()
                .filter(|_| width <= 8)
                .map(|point| Circle::new(*point, width + 2, colour.filled()));
            chart.draw_series(dots).map_err(error)?;
            names
                .draw(&PathElement::new([(0, y), (36, y)], colour.stroke_width(width)))
                .map_err(error)?;
            names
                .draw(&Text::new(name.clone(), (48, y - 12), (FONT, 22).into_font().color(&INK)))
                .map_err(error)?;
        }
        Ok(())
    }
}

const GREY: RGBColor = RGBColor(204, 204, 204);
const PALE: RGBColor = RGBColor(228, 228, 232);

/// Colours that are distinguishable, also for people with red-green colour blindness.
const LINES: [RGBColor; 8] = [
    RGBColor(0, 114, 178),
    RGBColor(213, 94, 0),
    RGBColor(0, 158, 115),
    RGBColor(204, 121, 167),
    RGBColor(86, 180, 233),
    RGBColor(160, 120, 0),
    RGBColor(120, 60, 160),
    RGBColor(90, 90, 90),
];

/// Registers the font, once.
fn with_font() -> Result<(), PictureError> {
    static KNOWN: OnceLock<bool> = OnceLock::new();
    let known = KNOWN.get_or_init(|| {
        register_font(FONT, FontStyle::Normal, epaint_default_fonts::UBUNTU_LIGHT).is_ok()
    });
    if *known { Ok(()) } else { Err(error("the font cannot be read")) }
}

fn svg_of(
    draw: impl FnOnce(&DrawingArea<SVGBackend<'_>, Shift>) -> Result<(), PictureError>,
) -> Result<String, PictureError> {
    with_font()?;
    let mut svg = String::new();
    let area = SVGBackend::with_string(&mut svg, SIZE).into_drawing_area();
    draw(&area)?;
    area.present().map_err(error)?;
    drop(area);
    Ok(svg)
}

fn png_of(
    draw: impl FnOnce(&DrawingArea<BitMapBackend<'_>, Shift>) -> Result<(), PictureError>,
) -> Result<Vec<u8>, PictureError> {
    with_font()?;
    let (width, height) = SIZE;
    let mut pixels = vec![0; (width * height * 3) as usize];
    let area = BitMapBackend::with_buffer(&mut pixels, SIZE).into_drawing_area();
    draw(&area)?;
    area.present().map_err(error)?;
    drop(area);
    encode_png(&pixels)
}

/// A PNG with a palette, which is a third of the size. The soft edges of letters are reduced to a
/// few shades.
fn encode_png(pixels: &[u8]) -> Result<Vec<u8>, PictureError> {
    let mut colours: Vec<[u8; 3]> =
        (0..=LEVELS).map(|level| heat(f64::from(level) / f64::from(LEVELS))).collect();
    let mut places: Vec<u8> = Vec::with_capacity(pixels.len() / 3);
    for pixel in pixels.as_chunks::<3>().0 {
        let exact = colours.iter().position(|colour| colour == pixel);
        let place = exact.unwrap_or_else(|| {
            let coarse = pixel.map(|light| light.saturating_add(25) / 51 * 51);
            colours.iter().position(|colour| *colour == coarse).unwrap_or_else(|| {
                colours.push(coarse);
                colours.len() - 1
            })
        });
        places.push(u8::try_from(place).map_err(error)?);
    }
    let mut png = Vec::new();
    let mut encoder = png::Encoder::new(&mut png, SIZE.0, SIZE.1);
    encoder.set_color(png::ColorType::Indexed);
    encoder.set_depth(png::BitDepth::Eight);
    encoder.set_palette(colours.concat());
    encoder.set_compression(png::Compression::High);
    encoder.set_filter(png::Filter::NoFilter);
    let mut writer = encoder.write_header().map_err(error)?;
    writer.write_image_data(&places).map_err(error)?;
    writer.finish().map_err(error)?;
    Ok(png)
}
