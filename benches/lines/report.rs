//! Tables as Markdown and as data.

use std::fmt::Write;

use super::decode::{MEMCPY, PEER};
use super::form::{self, FORMS};
use super::input::Facts;
use super::lengths::Summary;
use super::proxy::{HTTPARSE, REQUESTS};
use super::set::Figure;

/// The target of a row in a column, and the measured figure for each file.
pub(crate) struct Verdict {
    pub(crate) what: String,
    pub(crate) wanted: String,
    pub(crate) column: String,
    pub(crate) measured: String,
    pub(crate) met: bool,
}

/// The figures for one kind of input.
pub(crate) struct Table {
    pub(crate) file: String,
    /// `decode`, `text`, `paths`, `requests`, `forms`, `encode`, or one of `inspect`.
    pub(crate) kind: &'static str,
    pub(crate) facts: Facts,
    /// A note about the inputs.
    pub(crate) note: String,
    pub(crate) figures: Vec<Figure>,
}

impl Table {
    /// The shortest time of a row in a column; limits and peers have the column "".
    pub(crate) fn least(&self, name: &str, column: &str) -> Option<f64> {
        self.figures
            .iter()
            .find(|figure| figure.name == name && figure.column == column)
            .map(|figure| figure.least)
    }

    /// The columns of ours, in order.
    pub(crate) fn columns(&self) -> Vec<&'static str> {
        let mut columns: Vec<&str> = Vec::new();
        for figure in self.figures.iter().filter(|figure| !figure.column.is_empty()) {
            if !columns.contains(&figure.column) {
                columns.push(figure.column);
            }
        }
        columns
    }

    /// The names of our rows, in order.
    pub(crate) fn rows(&self) -> Vec<&str> {
        let first = self.columns().first().copied();
        self.figures
            .iter()
            .filter(|figure| Some(figure.column) == first)
            .map(|figure| &*figure.name)
            .collect()
    }

    /// The row that most of our rows are compared with; forms have others.
    fn peer(&self) -> &'static str {
        match self.kind {
            REQUESTS => HTTPARSE,
            FORMS => form::PARSE,
            _ => PEER,
        }
    }

    /// The row that one of our rows is compared with.
    fn peer_of(&self, row: &str) -> &'static str {
        if self.kind == FORMS { form::peer(row) } else { self.peer() }
    }

    pub(crate) fn markdown(&self) -> String {
        let Facts { lines, mean, dirty, non_ascii } = self.facts;
        let change = if self.kind == "encode" { "hold a byte to be escaped" } else { "hold a `%`" };
        let mut text = format!(
            "### {}, {}\n\n{lines} lines, {mean:.0} bytes on average; {:.1}% {change}, {:.1}% are not ASCII{}. {}\n\n",
            self.file,
            self.kind,
            100.0 * dirty,
            100.0 * non_ascii,
            if self.kind == "encode" { "" } else { " once decoded" },
            self.note
        );
        let peer = self.least(self.peer(), "").unwrap_or(f64::NAN);
        let memcpy = self.least(MEMCPY, "").unwrap_or(f64::NAN);
        let _ = writeln!(
            text,
            "| limits and peers | least, ns | median, ns | memcpy's time | as fast as `{}` |\n\
             | --- | ---: | ---: | ---: | ---: |",
            self.peer()
        );
        for Figure { name, least, median, .. } in
            self.figures.iter().filter(|figure| figure.column.is_empty())
        {
            let _ = writeln!(
                text,
                "| {name} | {least:.1} | {median:.1} | {:.2}x | {:.2}x |",
                least / memcpy,
                peer / least
            );
        }
        let columns = self.columns();
        let _ = writeln!(
            text,
            "\n| ours | {} |\n| --- |{}",
            columns.join(" | "),
            " ---: |".repeat(columns.len())
        );
        for row in self.rows() {
            let peer = self.least(self.peer_of(row), "").unwrap_or(f64::NAN);
            let cell = |column: &&str| match self.least(row, column) {
                Some(least) => format!("{least:.1} ({:.2}x)", peer / least),
                None => String::new(),
            };
            let _ = writeln!(
                text,
                "| {row} | {} |",
                columns.iter().map(cell).collect::<Vec<_>>().join(" | ")
            );
        }
        text
    }
}

/// All figures, targets, and the summary of the lengths, in the format of `xtask`. No name contains
/// a character that JSON and Rust escape differently.
pub(crate) fn json(tables: &[Table], targets: &[Verdict], lengths: &[Summary]) -> String {
    let object = |table: &Table| {
        let Facts { lines, mean, dirty, non_ascii } = table.facts;
        let figures = table.figures.iter().map(|Figure { name, column, least, median }| {
            format!(
                r#"{{"row":{name:?},"backend":{column:?},"least":{least:.2},"median":{median:.2}}}"#
            )
        });
        format!(
            r#"{{"file":{:?},"kind":{:?},"lines":{lines},"mean":{mean:.1},"dirty":{dirty:.4},"non_ascii":{non_ascii:.4},"note":{:?},"figures":[{}]}}"#,
            table.file,
            table.kind,
            table.note,
            figures.collect::<Vec<_>>().join(",\n")
        )
    };
    let verdict = |Verdict { what, wanted, column, measured, met }: &Verdict| {
        format!(
            r#"{{"what":{what:?},"wanted":{wanted:?},"backend":{column:?},"measured":{measured:?},"met":{met}}}"#
        )
    };
    let length = |Summary { name, column, points, lost, worst }: &Summary| {
        format!(
            r#"{{"row":{name:?},"backend":{column:?},"points":{points},"lost":{lost},"worst":{worst:?}}}"#
        )
    };
    format!(
        "{{\"tables\":[\n{}\n],\n\"targets\":[\n{}\n],\n\"lengths\":[\n{}\n]}}\n",
        tables.iter().map(object).collect::<Vec<_>>().join(",\n"),
        targets.iter().map(verdict).collect::<Vec<_>>().join(",\n"),
        lengths.iter().map(length).collect::<Vec<_>>().join(",\n")
    )
}
