//! Messages about inputs and their content: progress, counts, and reports of records for standard
//! error, some of each kind and a count of the others.

mod progress;
mod triplets;

use std::fmt::Display;

pub(crate) use self::progress::{Counted, Progress};
pub(crate) use self::triplets::{PassedOn, malformed, malformed_triplets, refused, refused_later};

/// The most reports of a kind that are printed.
pub(crate) const PRINTED: u64 = 20;

#[derive(Default)]
pub(crate) struct Reports {
    kinds: Vec<Kind>,
    lines: Vec<Line>,
}

struct Kind {
    name: String,
    count: u64,
    printed: u64,
}

struct Line {
    kind: usize,
    text: String,
}

impl Reports {
    /// Adds a report, whose line is kept if there are fewer of its kind. `what` is the
    /// reason: its kind is the text before the part about this record. `fate` is the consequence
    /// for the record, if there is one.
    pub(crate) fn add(
        &mut self,
        what: &str,
        line: impl Display,
        fate: Option<&'static str>,
        printed: u64,
    ) {
        let end = what.find(['`', ':', ';']).unwrap_or(what.len());
        let kind = index(&mut self.kinds, what[..end].trim_end(), printed);
        self.kinds[kind].count += 1;
        if self.kinds[kind].count <= printed {
            let end = fate.map(|fate| format!("; {fate}")).unwrap_or_default();
            self.lines.push(Line { kind, text: format!("{line}{end}\n") });
        }
    }

    pub(crate) fn clear(&mut self) {
        self.kinds.clear();
        self.lines.clear();
    }

    /// Adds those of others, and gives the lines that are to be printed now.
    pub(crate) fn print(&mut self, others: &Self) -> String {
        let mut text = String::new();
        let mut counts: Vec<u64> = others.kinds.iter().map(|kind| kind.count).collect();
        for Line { kind, text: line } in &others.lines {
            let Kind { name, printed, .. } = &others.kinds[*kind];
            let known = index(&mut self.kinds, name, *printed);
            self.kinds[known].count += 1;
            counts[*kind] -= 1;
            if self.kinds[known].count <= *printed {
                text.push_str(line);
            }
        }
        for (other, count) in others.kinds.iter().zip(counts) {
            let known = index(&mut self.kinds, &other.name, other.printed);
            self.kinds[known].count += count;
        }
        text
    }

    /// The summary of the reports that were not printed.
    pub(crate) fn rest(&self) -> impl Iterator<Item = String> {
        let more = self.kinds.iter().filter(|kind| kind.printed > 0 && kind.count > kind.printed);
        more.map(|Kind { name, count, printed }| {
            format!("pct: {} more like this: {name} (-v reports each of them)", count - printed)
        })
    }
}

/// The index of the kind of this name, which is added if it is new. There are few.
fn index(kinds: &mut Vec<Kind>, name: &str, printed: u64) -> usize {
    kinds.iter().position(|kind| kind.name == name).unwrap_or_else(|| {
        kinds.push(Kind { name: name.into(), count: 0, printed });
        kinds.len() - 1
    })
}
