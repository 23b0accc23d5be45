//! Charts: bars of GB/s, a group for each input.

use std::fmt::Write;

use crate::rates::{Input, NAMES, inputs, shown};
use crate::results::Results;

/// Narrow enough for a telephone, which shrinks the picture to its width.
pub(crate) const WIDTH: f64 = 480.0;
/// The left end of the bars: after the longest name, and a space.
const BARS: f64 = 180.0;
const ROW: f64 = 20.0;
const GROUP: f64 = 34.0;

/// The maximal width of a text. In DejaVu Sans, the widest common font, characters of such texts
/// have 0.55 em on average, and 0.62 em in bold.
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

/// The bars of a chart, in groups with a title each. Each group has its own scale: the longest bar
/// is the fastest codec.
pub(crate) struct Chart {
    pub(crate) title: String,
    pub(crate) groups: Vec<(String, Vec<Bar>)>,
    /// The lines below the bars.
    pub(crate) notes: Vec<String>,
}

/// The speed of a codec in GB/s; `ours` is the index of our color in a theme.
pub(crate) struct Bar {
    pub(crate) name: String,
    pub(crate) rate: f64,
    pub(crate) shown: String,
    pub(crate) ours: Option<usize>,
}

/// The README's chart: decoding.
pub(crate) fn decoding(results: &Results) -> Chart {
    let bars = |input: &Input| {
        let named = NAMES.iter().zip(input.rates).enumerate();
        let bar = |(number, (name, rate)): (usize, (&&str, Option<f64>))| {
            let (name, rate) = ((*name).to_owned(), rate?);
            Some(Bar { name, rate, shown: shown(rate), ours: number.checked_sub(2) })
        };
        named.filter_map(bar).collect()
    };
    let groups = inputs(results).into_iter().filter(|input| input.title.starts_with("decode"));
    Chart {
        title: "Decoding to a Cow, GB/s of input".to_owned(),
        groups: groups.map(|input| (input.title.clone(), bars(&input))).collect(),
        notes: vec![
            "GB/s of input, decoded to a Cow on one core.".to_owned(),
            "Each group has a scale of its own.".to_owned(),
            results.machine.title(),
        ],
    }
}

impl Chart {
    pub(crate) fn svg(&self, theme: &Theme) -> String {
        let bars: usize = self.groups.iter().map(|(_, bars)| bars.len()).sum();
        let height = self.groups.len() as f64 * GROUP + bars as f64 * ROW + 60.0;
        let mut svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{WIDTH}\" height=\"{height}\" viewBox=\"0 0 {WIDTH} {height}\" \
             font-family=\"sans-serif\" font-size=\"13\" fill=\"{}\">\n<title>{}</title>\n",
            theme.text, self.title
        );
        let mut top = 0.0;
        for (title, bars) in &self.groups {
            let _ = writeln!(
                svg,
                "<text x=\"0\" y=\"{}\" font-weight=\"bold\">{title}</text>",
                top + 20.0
            );
            top += GROUP;
            let most = bars.iter().map(|bar| bar.rate).fold(0.0, f64::max);
            let longest =
                bars.iter().map(|bar| room(&bar.shown, 13.0)).fold(room("10.0", 13.0), f64::max);
            for Bar { name, rate, shown, ours } in bars {
                let color = ours.map_or(theme.peer, |ours| theme.ours[ours]);
                let width = (WIDTH - BARS - 6.0 - longest) * rate / most;
                let _ = writeln!(
                    svg,
                    "<text x=\"{}\" y=\"{}\" text-anchor=\"end\">{name}</text>\
                     <rect x=\"{BARS}\" y=\"{}\" width=\"{width:.1}\" height=\"15\" rx=\"2\" fill=\"{color}\"/>\
                     <text x=\"{:.1}\" y=\"{}\">{shown}</text>",
                    BARS - 8.0,
                    top + 12.0,
                    top,
                    BARS + width + 6.0,
                    top + 12.0,
                );
                top += ROW;
            }
        }
        for line in &self.notes {
            top += 17.0;
            let _ = writeln!(svg, "<text x=\"0\" y=\"{top}\" font-size=\"12\">{line}</text>");
        }
        svg += "</svg>\n";
        svg
    }
}
