//! Draws the ratios on lines as a chart: a panel for each task, a row for each input, a bar for each
//! backend.

use std::fmt::Write;

use crate::front::{Block, TASKS, columns, short};
use crate::results::{Results, middle};

const WIDTH: f64 = 920.0;
const PANELS: usize = 2;
const NAMES: f64 = 166.0;
const BAR: f64 = 13.0;
const GAP: f64 = 9.0;
const LINE: f64 = 22.0;

/// The colours of Okabe and Ito's palette for the colour-blind that contrast with light and with
/// dark backgrounds, and the greatest number of bars.
const COLORS: [&str; 6] = ["#0072B2", "#E69F00", "#009E73", "#CC79A7", "#D55E00", "#56B4E9"];

const STYLE: &str = "<style>.paper { fill: #FFF } text { fill: #24292F; dominant-baseline: central } path { stroke: #D0D7DE }\n\
    @media (prefers-color-scheme: dark) { .paper { fill: #0D1117 } text { fill: #E6EDF3 } path { stroke: #3D444D } }</style>\n";

/// The chart of a block, whose inputs are the rows of every panel.
pub(crate) fn svg(machines: &[Results], block: &Block) -> String {
    let mut columns = columns(machines);
    columns.truncate(COLORS.len());
    let ratio_of = |task, file: &str| {
        let ratio = |(index, column): (usize, &crate::front::Column)| {
            column.ratios(task, file).map(|ratios| (index, middle(&ratios)))
        };
        columns.iter().enumerate().filter_map(ratio).collect::<Vec<(usize, f64)>>()
    };
    let rows = |task| {
        let row = |(name, file): &'_ (String, String)| (name.clone(), ratio_of(task, file));
        block.inputs.iter().map(row).filter(|(_, bars)| !bars.is_empty()).collect::<Vec<_>>()
    };
    let panels: Vec<_> = TASKS.iter().map(|task| (task.name, rows(task))).collect();
    let bars = || panels.iter().flat_map(|(_, rows)| rows).flat_map(|(_, bars)| bars);
    let most = bars().map(|(_, ratio)| *ratio).fold(2.0, f64::max);
    // Along a logarithmic axis from 1; negative if we are slower.
    let width = WIDTH / PANELS as f64;
    let scale = |ratio: f64| ((width - NAMES - 54.0) * ratio.ln() / most.ln()).round();

    let row = columns.len() as f64 * BAR + GAP;
    let panel = 2.5 * LINE + block.inputs.len() as f64 * row;
    let head = 2.0 * LINE + LINE * columns.len() as f64;
    let height = head + panels.len().div_ceil(PANELS) as f64 * panel;
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {height}\" width=\"{WIDTH}\" height=\"{height}\" font-family=\"sans-serif\" \
         font-size=\"12\">\n{STYLE}<rect class=\"paper\" width=\"{WIDTH}\" height=\"{height}\"/>\n"
    );
    let text = |x: f64, y: f64, anchor: &str, text: &str| {
        format!("<text x=\"{x}\" y=\"{y}\" text-anchor=\"{anchor}\">{text}</text>\n")
    };
    let bar = |x: f64, y: f64, width: f64, column: usize| {
        format!(
            "<rect x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{}\" fill=\"{}\"/>\n",
            BAR - 2.0,
            COLORS[column]
        )
    };
    let title = "How many times as fast as percent-encoding, by the same kind of call (logarithmic; longer is better)";
    svg += &text(16.0, 20.0, "start", title);
    for (index, column) in columns.iter().enumerate() {
        let y = 2.0 * LINE + LINE * index as f64;
        svg += &bar(16.0, y - BAR / 2.0, 28.0, index);
        svg += &text(52.0, y, "start", &column.title());
    }
    for (index, (name, rows)) in panels.iter().enumerate() {
        let left = (index % PANELS) as f64 * width;
        let top = head + (index / PANELS) as f64 * panel;
        let axis = left + NAMES;
        let first = top + 1.5 * LINE;
        let end = first + rows.len() as f64 * row;
        svg += &text(left + 16.0, top + 14.0, "start", &name.replace('`', ""));
        for mark in [1.0, 2.0, 4.0, 8.0, 16.0, 32.0, 64.0_f64].iter().filter(|mark| **mark < most) {
            let x = axis + scale(*mark);
            let _ = writeln!(svg, "<path d=\"M{x} {}V{end}\"/>", first - 6.0);
            svg += &text(x, end + 7.0, "middle", &mark.to_string());
        }
        for (at, (name, bars)) in rows.iter().enumerate() {
            let y = first + at as f64 * row;
            svg += &text(axis - 8.0, y + (row - GAP) / 2.0, "end", name);
            for &(column, ratio) in bars {
                let (y, end) = (y + column as f64 * BAR, scale(ratio));
                svg += &bar(axis + end.min(0.0), y, end.abs(), column);
                svg += &text(
                    axis + end.max(0.0) + 5.0,
                    y + BAR / 2.0 - 1.0,
                    "start",
                    &format!("{}x", short(ratio)),
                );
            }
        }
    }
    svg + "</svg>\n"
}
