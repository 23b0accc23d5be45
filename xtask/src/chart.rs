//! The README's chart: bars of GB/s, a group for each input.

use std::fmt::Write;

use crate::rates::{Input, NAMES, inputs, shown};
use crate::results::Results;

/// Narrow enough to be read on a telephone, which shrinks the picture to its width.
pub(crate) const WIDTH: f64 = 560.0;
/// Where the bars begin: after the longest name, and a space.
const BARS: f64 = 180.0;
const ROW: f64 = 20.0;
const GROUP: f64 = 34.0;

/// The width of a text, at most: in DejaVu Sans, the widest of the usual fonts, a character of such texts
/// has 0.55 em, and 0.62 em in bold.
pub(crate) fn room(text: &str, size: f64) -> f64 {
    0.62 * size * text.chars().count() as f64
}

/// A theme of the page: text, lines, the peers' bars, and ours.
pub(crate) struct Theme {
    pub(crate) name: &'static str,
    text: &'static str,
    peer: &'static str,
    ours: [&'static str; 2],
}

pub(crate) const THEMES: [Theme; 2] = [
    Theme { name: "light", text: "#1f2328", peer: "#a8b1bb", ours: ["#6cb6ff", "#0969da"] },
    Theme { name: "dark", text: "#e6edf3", peer: "#545d68", ours: ["#316dca", "#6cb6ff"] },
];

/// The chart of decoding. Each group has a scale of its own: the longest bar is the fastest codec.
pub(crate) fn svg(results: &Results, theme: &Theme) -> String {
    let groups: Vec<Input> =
        inputs(results).into_iter().filter(|input| input.title.starts_with("decode")).collect();
    let height = groups.len() as f64 * (GROUP + NAMES.len() as f64 * ROW) + 60.0;
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{WIDTH}\" height=\"{height}\" viewBox=\"0 0 {WIDTH} {height}\" \
         font-family=\"sans-serif\" font-size=\"13\" fill=\"{}\">\n<title>Decoding to a Cow, GB/s of input</title>\n",
        theme.text
    );
    let mut top = 0.0;
    for group in groups {
        let _ = writeln!(
            svg,
            "<text x=\"0\" y=\"{}\" font-weight=\"bold\">{}</text>",
            top + 20.0,
            group.title
        );
        top += GROUP;
        let most = group.rates.iter().flatten().copied().fold(0.0, f64::max);
        for (number, (name, rate)) in NAMES.iter().zip(group.rates).enumerate() {
            let Some(rate) = rate else { continue };
            let color = number.checked_sub(2).map_or(theme.peer, |ours| theme.ours[ours]);
            let width = (WIDTH - BARS - 6.0 - room("10.0", 13.0)) * rate / most;
            let _ = writeln!(
                svg,
                "<text x=\"{}\" y=\"{}\" text-anchor=\"end\">{name}</text>\
                 <rect x=\"{BARS}\" y=\"{}\" width=\"{width:.1}\" height=\"15\" rx=\"2\" fill=\"{color}\"/>\
                 <text x=\"{:.1}\" y=\"{}\">{}</text>",
                BARS - 8.0,
                top + 12.0,
                top,
                BARS + width + 6.0,
                top + 12.0,
                shown(rate)
            );
            top += ROW;
        }
    }
    for line in [
        "GB/s of input, decoded to a Cow on one core.",
        "Each group has a scale of its own.",
        &results.machine.title(),
    ] {
        top += 17.0;
        let _ = writeln!(svg, "<text x=\"0\" y=\"{top}\" font-size=\"12\">{line}</text>");
    }
    svg += "</svg>\n";
    svg
}
