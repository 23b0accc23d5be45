//! Draws the first screen as charts: a panel for each task, a row for each input, a bar for each
//! machine.

use std::error::Error;

use plotters::coord::Shift;
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};

use crate::front::{Block, Column, TASKS, Task, columns, short};
use crate::results::{Results, middle};

pub(crate) const PAPER: RGBColor = RGBColor(255, 255, 255);
pub(crate) const INK: RGBColor = RGBColor(36, 41, 47);
pub(crate) const GRID: RGBColor = RGBColor(208, 215, 222);

/// The colours of the columns, and their greatest number: those of Okabe and Ito's palette for the
/// colour-blind that contrast with light and with dark backgrounds.
const COLORS: [RGBColor; 6] = [
    RGBColor(0, 114, 178),
    RGBColor(230, 159, 0),
    RGBColor(0, 158, 115),
    RGBColor(204, 121, 167),
    RGBColor(213, 94, 0),
    RGBColor(86, 180, 233),
];

const WIDTH: i32 = 920;
const PANELS: usize = 2;
const NAMES: i32 = 150;
const BAR: i32 = 13;
const GAP: i32 = 9;
const TITLE: i32 = 34;
const FOOT: i32 = 22;
const LEGEND: i32 = 22;

type Area<'a> = DrawingArea<SVGBackend<'a>, Shift>;

/// In dark mode, background and text colours are swapped.
pub(crate) fn in_both_modes(svg: &str) -> String {
    const STYLE: &str = "<style>\n@media (prefers-color-scheme: dark) {\n\
        [fill=\"#FFFFFF\"] { fill: #0D1117 }\n\
        [fill=\"#24292F\"] { fill: #E6EDF3 }\n\
        [stroke=\"#24292F\"] { stroke: #E6EDF3 }\n\
        [stroke=\"#D0D7DE\"] { stroke: #3D444D }\n\
        [stroke=\"#0072B2\"] { stroke: #2F9BE0 }\n\
        [fill=\"#0072B2\"] { fill: #2F9BE0 }\n}\n</style>\n";
    match svg.find(">\n") {
        Some(end) => format!("{}{STYLE}{}", &svg[..end + 2], &svg[end + 2..]),
        None => svg.to_owned(),
    }
}

/// The chart of some blocks, whose inputs are the rows of every panel.
pub(crate) fn svg(machines: &[Results], blocks: &[Block]) -> Result<String, Box<dyn Error>> {
    let mut columns = columns(machines);
    columns.truncate(COLORS.len());
    let with_size = blocks.len() > 1;
    let inputs: Vec<(String, &str)> = blocks
        .iter()
        .flat_map(|block| {
            block.inputs.iter().map(move |(name, file)| {
                let name =
                    if with_size { format!("{}, {name}", block.title) } else { name.clone() };
                (name, &**file)
            })
        })
        .collect();
    let is_measured = |task: &&Task| {
        let mut files = inputs.iter().map(|(_, file)| file);
        files.any(|file| columns.iter().any(|column| column.ratios(task, file).is_some()))
    };
    let tasks: Vec<&Task> = TASKS.iter().filter(is_measured).collect();
    let rows = inputs.len() as i32;
    let panel = TITLE + rows * (columns.len() as i32 * BAR + GAP) + FOOT;
    let head = 36 + LEGEND * columns.len() as i32 + 10;
    let height = head + tasks.len().div_ceil(PANELS) as i32 * panel;
    let most = tasks
        .iter()
        .flat_map(|task| columns.iter().map(move |column| (task, column)))
        .flat_map(|(task, column)| inputs.iter().map(move |(_, file)| column.ratios(task, file)))
        .flatten()
        .map(|ratios| middle(&ratios))
        .fold(2.0, f64::max);
    let mut svg = String::new();
    {
        let root =
            SVGBackend::with_string(&mut svg, (WIDTH as u32, height as u32)).into_drawing_area();
        root.fill(&PAPER)?;
        legend(&root, &columns)?;
        for (index, task) in tasks.iter().enumerate() {
            let width = WIDTH / PANELS as i32;
            let at = ((index % PANELS) as i32 * width, head + (index / PANELS) as i32 * panel);
            draw(&root, at, task, &inputs, &columns, Scale { most })?;
        }
        root.present()?;
    }
    Ok(in_both_modes(&svg))
}

/// Ratios along a logarithmic axis from 1.
#[derive(Clone, Copy)]
struct Scale {
    most: f64,
}

impl Scale {
    /// Pixels from the axis; negative if we are slower.
    fn of(self, ratio: f64) -> i32 {
        let room = f64::from(WIDTH / PANELS as i32 - NAMES - 70);
        (room * ratio.ln() / self.most.ln()).round() as i32
    }
}

fn text(size: f64, at: HPos) -> TextStyle<'static> {
    ("sans-serif", size).into_font().color(&INK).pos(Pos::new(at, VPos::Center))
}

fn legend(root: &Area, columns: &[Column]) -> Result<(), Box<dyn Error>> {
    let title = "How many times as fast as percent-encoding, by the same kind of call (logarithmic; longer is better)";
    root.draw(&Text::new(title, (16, 20), text(17.0, HPos::Left)))?;
    for ((column, color), row) in columns.iter().zip(COLORS).zip(0..) {
        let y = 36 + row * LEGEND + LEGEND / 2;
        root.draw(&Rectangle::new([(16, y - 6), (44, y + 6)], color.filled()))?;
        root.draw(&Text::new(column.title(), (52, y), text(15.0, HPos::Left)))?;
    }
    Ok(())
}

fn draw(
    root: &Area,
    (left, top): (i32, i32),
    task: &Task,
    inputs: &[(String, &str)],
    columns: &[Column],
    scale: Scale,
) -> Result<(), Box<dyn Error>> {
    let axis = left + 16 + NAMES;
    let row = columns.len() as i32 * BAR + GAP;
    let bottom = top + TITLE + inputs.len() as i32 * row;
    root.draw(&Text::new(
        task.name.replace('`', ""),
        (left + 16, top + 14),
        text(16.0, HPos::Left),
    ))?;
    for mark in [1.0, 2.0, 4.0, 8.0, 16.0, 32.0, 64.0].into_iter().filter(|mark| *mark < scale.most)
    {
        let x = axis + scale.of(mark);
        root.draw(&PathElement::new([(x, top + TITLE - 6), (x, bottom)], GRID.stroke_width(1)))?;
        root.draw(&Text::new(format!("{mark}"), (x, bottom + 7), text(11.0, HPos::Center)))?;
    }
    let mut y = top + TITLE;
    for (name, file) in inputs {
        if columns.iter().all(|column| column.ratios(task, file).is_none()) {
            continue;
        }
        let center = y + columns.len() as i32 * BAR / 2;
        root.draw(&Text::new(name.as_str(), (axis - 8, center), text(14.0, HPos::Right)))?;
        for ((column, color), bar) in columns.iter().zip(COLORS).zip(0..) {
            let (from, to) = (y + bar * BAR, y + (bar + 1) * BAR - 2);
            let at = |x: i32| (x, (from + to) / 2);
            let Some(ratios) = column.ratios(task, file) else {
                root.draw(&Text::new("not measured", at(axis + 5), text(12.0, HPos::Left)))?;
                continue;
            };
            let ratio = middle(&ratios);
            let end = axis + scale.of(ratio);
            root.draw(&Rectangle::new(
                [(axis.min(end), from), (axis.max(end), to)],
                color.filled(),
            ))?;
            let label = axis.max(end) + 5;
            root.draw(&Text::new(format!("{}x", short(ratio)), at(label), text(12.0, HPos::Left)))?;
        }
        y += row;
    }
    root.draw(&PathElement::new([(axis, top + TITLE - 6), (axis, bottom)], INK.stroke_width(1)))?;
    Ok(())
}
