//! Reports of records, for standard error: some of each kind, and a count of the others.

use std::fmt::Display;

/// As many reports of a kind are printed.
pub(crate) const PRINTED: u64 = 20;

/// Reports in their order.
#[derive(Default)]
pub(crate) struct Reports {
    kinds: Vec<Kind>,
    /// The index of a kind, and a line.
    lines: Vec<(usize, String)>,
}

struct Kind {
    name: String,
    count: u64,
}

impl Reports {
    /// Adds a report, whose line is kept if there are fewer of its kind. `what` says what is wrong:
    /// the kind is what comes before the part that is about this record.
    pub(crate) fn add(&mut self, what: &str, line: impl Display, printed: u64) {
        let end = what.find(['`', ':', ';']).unwrap_or(what.len());
        let (at, kind) = kind(&mut self.kinds, what[..end].trim_end());
        kind.count += 1;
        if kind.count <= printed {
            self.lines.push((at, format!("{line}\n")));
        }
    }

    pub(crate) fn clear(&mut self) {
        self.kinds.clear();
        self.lines.clear();
    }

    /// Leaves the first of them, which are all different problems.
    pub(crate) fn truncate(&mut self, len: usize) {
        self.lines.truncate(len);
        for (at, kind) in self.kinds.iter_mut().enumerate() {
            kind.count = self.lines.iter().filter(|(known, _)| *known == at).count() as u64;
        }
    }

    /// Adds those of others, and gives the lines that are to be printed now.
    pub(crate) fn print(&mut self, others: &Self, printed: u64) -> String {
        let mut text = String::new();
        let mut counts: Vec<u64> = others.kinds.iter().map(|kind| kind.count).collect();
        for (at, line) in &others.lines {
            let (_, known) = kind(&mut self.kinds, &others.kinds[*at].name);
            known.count += 1;
            counts[*at] -= 1;
            if known.count <= printed {
                text.push_str(line);
            }
        }
        for (other, count) in others.kinds.iter().zip(counts) {
            kind(&mut self.kinds, &other.name).1.count += count;
        }
        text
    }

    /// What is left to say of those that were not printed.
    pub(crate) fn rest(&self, printed: u64) -> impl Iterator<Item = String> {
        let more = self.kinds.iter().filter(move |kind| printed > 0 && kind.count > printed);
        more.map(move |Kind { name, count }| {
            format!("pct: {} more like this: {name} (-v reports each of them)", count - printed)
        })
    }
}

/// The kind of this name, which is added if it is new.
fn kind<'a>(kinds: &'a mut Vec<Kind>, name: &str) -> (usize, &'a mut Kind) {
    let at = kinds.iter().position(|kind| kind.name == name).unwrap_or_else(|| {
        kinds.push(Kind { name: name.into(), count: 0 });
        kinds.len() - 1
    });
    (at, &mut kinds[at])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn some_of_each_kind() {
        let (mut all, mut text) = (Reports::default(), String::new());
        for block in 0..3 {
            let mut reports = Reports::default();
            for record in 0..5 {
                reports.add("bad `x`: really", format_args!("{block} {record}"), 4);
            }
            reports.add("worse: y", block, 4);
            text += &all.print(&reports, 4);
        }
        assert_eq!(text, "0 0\n0 1\n0 2\n0 3\n0\n1\n2\n");
        let rest: Vec<String> = all.rest(4).collect();
        assert_eq!(rest, ["pct: 11 more like this: bad (-v reports each of them)"]);
        assert_eq!(all.rest(0).count(), 0, "nothing is said where nothing is printed");
    }
}
