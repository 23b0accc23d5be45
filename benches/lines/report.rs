//! Tables as plain text and as data. `xtask` renders the data.

use super::input::Facts;
use super::lengths::Summary;
use super::peers::peers;
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
        let same = |figure: &&Figure| figure.name == name && figure.column == column;
        self.figures.iter().find(same).map(|figure| figure.least)
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

    /// Prints nanoseconds per call; in brackets, how many times as fast as the peer's call the last
    /// column is.
    pub(crate) fn print(&self) {
        let columns = self.columns();
        println!(
            "\n{}, {}: {} inputs, {:.0} bytes on average",
            self.file, self.kind, self.facts.lines, self.facts.mean
        );
        println!(
            "{:44}{}",
            "",
            columns.iter().map(|name| format!("{name:>10}")).collect::<String>()
        );
        let first = columns.first().copied().unwrap_or_default();
        let is_row = |figure: &&Figure| [first, ""].contains(&figure.column);
        for Figure { name, column, least } in self.figures.iter().filter(is_row) {
            if column.is_empty() {
                println!("{name:44}{least:10.1}");
                continue;
            }
            let least = columns.iter().filter_map(|column| self.least(name, column));
            let last = least.clone().next_back().unwrap_or(f64::NAN);
            let peer = peers(name).iter().find_map(|peer| self.least(peer, ""));
            let ratio = peer.map_or_else(String::new, |peer| format!("  ({:.2}x)", peer / last));
            let cells: String = least.map(|least| format!("{least:10.1}")).collect();
            println!("{name:44}{cells}{ratio}");
        }
    }
}

/// All figures, targets, and the summary of the lengths, in the format of `xtask`. No name contains
/// a character that JSON and Rust escape differently.
pub(crate) fn json(tables: &[Table], targets: &[Verdict], lengths: &[Summary]) -> String {
    let object = |table: &Table| {
        let Facts { lines, mean, dirty, non_ascii } = table.facts;
        let figures = table.figures.iter().map(|Figure { name, column, least }| {
            format!(r#"{{"row":{name:?},"backend":{column:?},"least":[{least:.2}]}}"#)
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
