//! Draws the sweep: one panel for each content, time per byte over size, a line for each subject.

use std::collections::BTreeMap;
use std::error::Error;
use std::ops::Range;

use plotters::coord::Shift;
use plotters::prelude::*;

use crate::chart::{GRID, INK, PAPER, in_both_modes};
use crate::sweep::{Panel, Sweep};

/// Together as wide as a page of a code host shows without shrinking it.
const COLUMNS: usize = 3;
const PANEL: (u32, u32) = (330, 260);
const HEAD: u32 = 76;

/// From the widest to the plainest, as the legend has them. The colours are told apart by the
/// colour-blind, too (Okabe and Ito).
const SUBJECTS: [(&str, RGBColor); 10] = [
    ("memcpy", RGBColor(150, 150, 150)),
    ("Cow", INK),
    ("avx512", RGBColor(0, 114, 178)),
    ("neon", RGBColor(0, 114, 178)),
    ("simd128", RGBColor(0, 114, 178)),
    ("avx2", RGBColor(0, 158, 115)),
    ("ssse3", RGBColor(86, 180, 233)),
    ("sse2", RGBColor(230, 159, 0)),
    ("scalar", RGBColor(204, 121, 167)),
    ("percent-encoding", RGBColor(213, 46, 0)),
];

/// The picture of one direction, as SVG.
pub(crate) fn svg(sweep: &Sweep, direction: &str) -> Result<String, Box<dyn Error>> {
    let panels: Vec<&Panel> =
        sweep.panels.iter().filter(|panel| panel.direction == direction).collect();
    let rows = panels.len().div_ceil(COLUMNS);
    let size = (COLUMNS as u32 * PANEL.0, HEAD + rows as u32 * PANEL.1);
    let mut svg = String::new();
    {
        let root = SVGBackend::with_string(&mut svg, size).into_drawing_area();
        root.fill(&PAPER)?;
        let (head, body) = root.split_vertically(HEAD);
        legend(&head, direction, &panels)?;
        // The same axes in all, so that panels can be compared.
        let times = || {
            panels
                .iter()
                .flat_map(|panel| panel.lines.values())
                .flat_map(points)
                .map(|(_, time)| time)
        };
        let (least, most) = (times().fold(f64::MAX, f64::min), times().fold(0.0, f64::max));
        for (area, panel) in body.split_evenly((rows, COLUMNS)).iter().zip(&panels) {
            draw(area, panel, least * 0.8..most * 1.2)?;
        }
        root.present()?;
    }
    Ok(in_both_modes(&svg))
}

/// Sizes, and nanoseconds per byte. Nothing per byte can be said of the empty input.
fn points(line: &BTreeMap<usize, f64>) -> impl Iterator<Item = (f64, f64)> {
    line.iter()
        .filter(|&(&size, _)| size > 0)
        .map(|(&size, &time)| (size as f64, time / size as f64))
}

fn legend<DB: DrawingBackend>(
    area: &DrawingArea<DB, Shift>,
    direction: &str,
    panels: &[&Panel],
) -> Result<(), Box<dyn Error>>
where
    DB::ErrorType: 'static,
{
    let title = format!(
        "{direction} into a buffer, or to a Cow: ns per byte over bytes of input, both logarithmic; lower is better"
    );
    area.draw(&Text::new(title, (16, 12), ("sans-serif", 22).into_font().color(&INK)))?;
    let mut x = 16;
    for (subject, color) in SUBJECTS
        .into_iter()
        .filter(|(subject, _)| panels.iter().any(|panel| panel.lines.contains_key(*subject)))
    {
        area.draw(&PathElement::new(vec![(x, 56), (x + 22, 56)], color.stroke_width(4)))?;
        area.draw(&Text::new(subject, (x + 28, 48), ("sans-serif", 18).into_font().color(&INK)))?;
        x += 50 + 9 * subject.len() as i32;
    }
    Ok(())
}

fn draw<DB: DrawingBackend>(
    area: &DrawingArea<DB, Shift>,
    panel: &Panel,
    times: Range<f64>,
) -> Result<(), Box<dyn Error>>
where
    DB::ErrorType: 'static,
{
    let mut chart = ChartBuilder::on(area)
        .margin(6)
        .margin_right(16)
        .caption(&panel.content, ("sans-serif", 20).into_font().color(&INK))
        .x_label_area_size(26)
        .y_label_area_size(52)
        .build_cartesian_2d((1.0..4096.0).log_scale().base(4.0), times.log_scale())?;
    chart
        .configure_mesh()
        .axis_style(INK)
        .bold_line_style(GRID)
        .light_line_style(TRANSPARENT)
        .label_style(("sans-serif", 17).into_font().color(&INK))
        .x_labels(7)
        .y_labels(7)
        .x_label_formatter(&|size| format!("{size:.0}"))
        .y_label_formatter(&|time| format!("{time}"))
        .draw()?;
    // The last drawn is the uppermost: ours above the peer, the widest above all.
    for (subject, color) in SUBJECTS.into_iter().rev() {
        if let Some(line) = panel.lines.get(subject) {
            chart.draw_series(LineSeries::new(points(line), color.stroke_width(2)))?;
        }
    }
    Ok(())
}
