//! Reports of records, for standard error: some of each kind, and a count of the others.

use std::fmt::Display;

/// As many reports of a kind are printed.
pub(crate) const PRINTED: u64 = 20;

/// Reports in their order.
#[derive(Default)]
pub(crate) struct Reports {
    kinds: Vec<Kind>,
    /// For each report the index of its kind.
    order: Vec<u32>,
    lines: Vec<Line>,
}

struct Kind {
    name: String,
    count: u64,
}

/// A report that may be printed.
struct Line {
    /// How many come before it.
    at: usize,
    text: String,
    /// What becomes of the record, if something does.
    fate: Option<&'static str>,
}

impl Reports {
    /// Adds a report, whose line is kept if there are fewer of its kind. `what` says what is wrong:
    /// the kind is what comes before the part that is about this record.
    pub(crate) fn add(
        &mut self,
        what: &str,
        line: impl Display,
        fate: Option<&'static str>,
        printed: u64,
    ) {
        let end = what.find(['`', ':', ';']).unwrap_or(what.len());
        let (at, kind) = kind(&mut self.kinds, what[..end].trim_end());
        kind.count += 1;
        if kind.count <= printed {
            self.lines.push(Line { at: self.order.len(), text: line.to_string(), fate });
        }
        self.order.push(at);
    }

    pub(crate) fn clear(&mut self) {
        self.kinds.clear();
        self.order.clear();
        self.lines.clear();
    }

    /// Leaves the first of them. The last of these ends the run, and that is what becomes of its
    /// record.
    pub(crate) fn end_at(&mut self, len: usize, fate: &'static str) {
        self.order.truncate(len);
        self.lines.retain(|line| line.at < len);
        if let Some(last) = self.lines.last_mut().filter(|last| last.at + 1 == len) {
            last.fate = Some(fate);
        }
        for (at, kind) in (0..).zip(&mut self.kinds) {
            kind.count = self.order.iter().filter(|&&known| known == at).count() as u64;
        }
    }

    /// Adds those of others, and gives the lines that are to be printed now.
    pub(crate) fn print(&mut self, others: &Self, printed: u64) -> String {
        let mut text = String::new();
        let mut counts: Vec<u64> = others.kinds.iter().map(|kind| kind.count).collect();
        for Line { at, text: line, fate } in &others.lines {
            let at = others.order[*at] as usize;
            let (_, known) = kind(&mut self.kinds, &others.kinds[at].name);
            known.count += 1;
            counts[at] -= 1;
            if known.count <= printed {
                text.push_str(line);
                if let Some(fate) = fate {
                    text.push_str("; ");
                    text.push_str(fate);
                }
                text.push('\n');
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
fn kind<'a>(kinds: &'a mut Vec<Kind>, name: &str) -> (u32, &'a mut Kind) {
    let at = kinds.iter().position(|kind| kind.name == name).unwrap_or_else(|| {
        kinds.push(Kind { name: name.into(), count: 0 });
        kinds.len() - 1
    });
    // There are a few, as the program has them.
    (at as u32, &mut kinds[at])
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
                reports.add("bad `x`: really", format_args!("{block} {record}"), None, 4);
            }
            reports.add("worse: y", block, None, 4);
            text += &all.print(&reports, 4);
        }
        assert_eq!(text, "0 0\n0 1\n0 2\n0 3\n0\n1\n2\n");
        let rest: Vec<String> = all.rest(4).collect();
        assert_eq!(rest, ["pct: 11 more like this: bad (-v reports each of them)"]);
        assert_eq!(all.rest(0).count(), 0, "nothing is said where nothing is printed");
    }

    #[test]
    fn the_last_one_ends_the_run() {
        let mut reports = Reports::default();
        for record in 0..9 {
            let what = if record % 3 == 0 { "worse" } else { "bad" };
            reports.add(what, record, Some("kept"), 4);
        }
        reports.end_at(7, "stopped");
        let mut all = Reports::default();
        let text = "0; kept\n1; kept\n2; kept\n3; kept\n4; kept\n5; kept\n6; stopped\n";
        assert_eq!(all.print(&reports, 4), text);
        assert_eq!(all.rest(4).count(), 0);
        assert_eq!(
            all.rest(3).next().as_deref(),
            Some("pct: 1 more like this: bad (-v reports each of them)")
        );
        // One that is not printed is no other's fate.
        reports.end_at(5, "ended");
        reports.lines.pop();
        reports.end_at(5, "ended");
        assert_eq!(Reports::default().print(&reports, 9), &text[..32]);
    }
}
