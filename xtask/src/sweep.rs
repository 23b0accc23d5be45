//! What the sweep over sizes and contents says: where we are slower than `percent-encoding` or our
//! own scalar path, and where time jumps.

use std::collections::BTreeMap;
use std::error::Error;
use std::fmt::Write;
use std::path::Path;

use crate::results::{Curve, round};

/// The peer of the sweep, and the path that has no vectors.
const OTHERS: [&str; 2] = ["percent-encoding", "scalar"];

/// The active backend by the face that the peer has, too; all else is into a buffer.
const COW: &str = "Cow";

/// Whether two subjects do the same: what returns a Cow is compared with what returns a Cow. (Into
/// a buffer, the peer's Cow is its best call.)
fn comparable(subject: &str, other: &str) -> bool {
    subject != other && (subject != COW || other == "percent-encoding")
}

/// How many places are listed.
const LISTED: usize = 20;

/// A panel of the picture: one direction and content.
pub(crate) struct Panel {
    pub(crate) direction: String,
    pub(crate) content: String,
    /// Nanoseconds per call, by subject and size.
    pub(crate) lines: BTreeMap<String, BTreeMap<usize, f64>>,
}

/// All panels, in the order in which they were measured.
#[derive(Default)]
pub(crate) struct Sweep {
    pub(crate) panels: Vec<Panel>,
}

/// How many times as fast as another one subject is, and where.
pub(crate) struct Place {
    pub(crate) ratio: f64,
    pub(crate) place: String,
}

/// What the benchmark has written: a point a line.
pub(crate) fn read(file: &Path) -> Result<Vec<Curve>, Box<dyn Error>> {
    let csv = std::fs::read_to_string(file);
    parse(&csv.map_err(|error| format!("{}: {error}", file.display()))?)
}

fn parse(csv: &str) -> Result<Vec<Curve>, Box<dyn Error>> {
    let mut curves: Vec<Curve> = Vec::new();
    for line in csv.lines().skip(1) {
        let [direction, content, size, subject, time] = *line.split(',').collect::<Vec<_>>() else {
            return Err(format!("the sweep's results: {line}").into());
        };
        let name = (direction, content, subject);
        let same = |curve: &Curve| (&*curve.direction, &*curve.content, &*curve.subject) == name;
        let curve = match curves.iter().position(same) {
            Some(at) => &mut curves[at],
            None => {
                curves.push(Curve {
                    direction: direction.to_owned(),
                    content: content.to_owned(),
                    subject: subject.to_owned(),
                    sizes: Vec::new(),
                    ns: Vec::new(),
                });
                curves.last_mut().ok_or("a curve was just made")?
            }
        };
        curve.sizes.push(size.parse()?);
        curve.ns.push((time.parse::<f64>()? * 100.0).round() / 100.0);
    }
    Ok(curves)
}

impl Sweep {
    pub(crate) fn of(curves: &[Curve]) -> Self {
        let mut sweep = Self::default();
        for Curve { direction, content, subject, sizes, ns } in curves {
            let same =
                |panel: &&mut Panel| (&panel.direction, &panel.content) == (direction, content);
            let line = sizes.iter().copied().zip(ns.iter().copied()).collect();
            match sweep.panels.iter_mut().find(same) {
                Some(panel) => {
                    panel.lines.insert(subject.clone(), line);
                }
                None => sweep.panels.push(Panel {
                    direction: direction.clone(),
                    content: content.clone(),
                    lines: BTreeMap::from([(subject.clone(), line)]),
                }),
            }
        }
        sweep
    }

    /// Ours, from the plainest to the widest, and the Cow.
    pub(crate) fn backends(&self) -> impl Iterator<Item = &'static str> {
        let measured = self.panels.first();
        ["scalar", "sse2", "ssse3", "avx2", "avx512", "neon", "simd128", COW]
            .into_iter()
            .filter(move |&name| measured.is_some_and(|panel| panel.lines.contains_key(name)))
    }

    /// Every point of one subject against another.
    fn against(&self, subject: &str, other: &str) -> Vec<Place> {
        let mut places = Vec::new();
        for panel in &self.panels {
            let (Some(ours), Some(others)) = (panel.lines.get(subject), panel.lines.get(other))
            else {
                continue;
            };
            for (size, time) in ours {
                if let Some(theirs) = others.get(size) {
                    let place = format!("{}, {}, {size} bytes", panel.direction, panel.content);
                    places.push(Place { ratio: theirs / time, place });
                }
            }
        }
        places
    }

    /// The point at which one subject does worst against another.
    pub(crate) fn worst(&self, subject: &str, other: &str) -> Option<Place> {
        self.against(subject, other).into_iter().min_by(|a, b| a.ratio.total_cmp(&b.ratio))
    }

    /// For one subject, between neighbouring sizes: the greatest growth of time beyond the growth
    /// of the input, and the greatest fall of time.
    fn jumps(&self, subject: &str) -> [Option<(f64, String)>; 2] {
        let mut jumps = [const { Vec::new() }; 2];
        for panel in &self.panels {
            let Some(line) = panel.lines.get(subject) else { continue };
            let points: Vec<(usize, f64)> = line
                .iter()
                .filter(|&(&size, _)| size > 0)
                .map(|(&size, &time)| (size, time))
                .collect();
            for pair in points.windows(2) {
                let [(size, time), (next_size, next_time)] = *pair else { continue };
                let place = format!(
                    "{}, {}, from {size} to {next_size} bytes ({} to {} ns)",
                    panel.direction,
                    panel.content,
                    round(time),
                    round(next_time)
                );
                jumps[0].push((next_time / time / (next_size as f64 / size as f64), place.clone()));
                jumps[1].push((time / next_time, place));
            }
        }
        jumps.map(|jumps| jumps.into_iter().max_by(|a, b| a.0.total_cmp(&b.0)))
    }

    /// At how many points a subject is slower than `percent-encoding`, and the worst; nothing if
    /// it was not measured.
    pub(crate) fn lost(&self, subject: &str) -> Option<String> {
        let points = self.against(subject, OTHERS[0]);
        let worst = self.worst(subject, OTHERS[0])?;
        let slower = points.iter().filter(|point| point.ratio < 1.0).count();
        Some(format!(
            "{slower} of {} points are slower than with `percent-encoding`; the worst is {}x: {}.",
            points.len(),
            round(worst.ratio),
            worst.place
        ))
    }

    /// The ratio to `percent-encoding` where it is least, and where that is; nothing if it was not
    /// measured.
    pub(crate) fn worst_case(&self, subject: &str) -> Option<(String, String)> {
        let worst = self.worst(subject, OTHERS[0])?;
        Some((round(worst.ratio), worst.place.to_string()))
    }

    pub(crate) fn summary(&self, active: &str) -> String {
        let mut text = "How many times as fast as another, at the worst point of all, and the number of points at which it is slower:\n\n".to_owned();
        text += "| backend | worst against percent-encoding | slower at | worst against scalar | slower at |\n| --- | --- | ---: | --- | ---: |\n";
        for backend in self.backends() {
            let _ = write!(text, "| {backend} |");
            for other in OTHERS {
                match self.worst(backend, other) {
                    Some(worst) if comparable(backend, other) => {
                        let points = self.against(backend, other);
                        let slower = points.iter().filter(|point| point.ratio < 1.0).count();
                        let _ = write!(
                            text,
                            " {}x: {} | {slower} of {} |",
                            round(worst.ratio),
                            worst.place,
                            points.len()
                        );
                    }
                    _ => text += " | |",
                }
            }
            text.push('\n');
        }
        self.slower(active, &mut text);
        let [growth, fall] = self.jumps(active);
        if let (Some((growth, growing)), Some((fall, falling))) = (growth, fall) {
            let _ = writeln!(
                text,
                "\nSmoothness of {active}, between neighbouring sizes (from 1 byte on): time grows at most {}x as much as the input does, {growing}; a \
                 longer input takes at most {}x less time than a shorter one, {falling}.",
                round(growth),
                round(fall)
            );
        }
        text
    }

    /// The points at which a backend is slower than a peer or the scalar path: of the active
    /// backend first.
    fn slower(&self, active: &str, text: &mut String) {
        let mut slower = Vec::new();
        for backend in self.backends() {
            for other in OTHERS.into_iter().filter(|&other| comparable(backend, other)) {
                let points =
                    self.against(backend, other).into_iter().filter(|point| point.ratio < 1.0);
                slower.extend(points.map(|point| {
                    (
                        backend != active && backend != COW,
                        point.ratio,
                        format!("{backend} {}x {other}: {}", round(point.ratio), point.place),
                    )
                }));
            }
        }
        slower.sort_by(|a, b| a.0.cmp(&b.0).then(a.1.total_cmp(&b.1)));
        let of_active = slower.iter().filter(|(is_other, ..)| !is_other).count();
        let others = slower.len() - of_active;
        let listed = slower.len().min(LISTED);
        let _ = writeln!(
            text,
            "\nPoints at which a backend is slower than one of the two: {of_active} of {active} and its Cow, {others} of the others."
        );
        if listed > 0 {
            let _ = writeln!(text, "The worst, those of {active} and its Cow first:\n");
            slower.iter().take(LISTED).for_each(|(.., line)| {
                let _ = writeln!(text, "* {line}");
            });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Sweep, parse};

    const CSV: &str = "direction,content,size,subject,ns_per_call\n\
        decode,clean,64,avx2,10\ndecode,clean,64,scalar,40\ndecode,clean,64,percent-encoding,9\n\
        decode,clean,65,avx2,30\ndecode,clean,65,scalar,41\ndecode,clean,65,percent-encoding,60\n\
        encode,clean,64,avx2,8\nencode,clean,64,scalar,6\nencode,clean,64,percent-encoding,12\n";

    #[test]
    fn the_worst_point_is_found() {
        let sweep = Sweep::of(&parse(CSV).unwrap());
        assert_eq!(sweep.panels.len(), 2);
        assert!(sweep.backends().eq(["scalar", "avx2"]));
        let worst = sweep.worst("avx2", "percent-encoding").unwrap();
        assert_eq!((worst.ratio, &*worst.place), (0.9, "decode, clean, 64 bytes"));
    }

    #[test]
    fn slower_points_are_counted_and_listed() {
        let text = Sweep::of(&parse(CSV).unwrap()).summary("avx2");
        assert!(
            text.contains("slower than one of the two: 2 of avx2 and its Cow, 1 of the others"),
            "{text}"
        );
        assert!(text.contains("* avx2 0.75x scalar: encode, clean, 64 bytes\n* avx2 0.90x percent-encoding: decode"), "{text}");
    }

    #[test]
    fn a_jump_is_growth_beyond_that_of_the_input() {
        let [growth, fall] = Sweep::of(&parse(CSV).unwrap()).jumps("avx2");
        assert!((growth.unwrap().0 - 3.0 * 64.0 / 65.0).abs() < 1e-9);
        assert!((fall.unwrap().0 - 1.0 / 3.0).abs() < 1e-9);
    }
}
