//! One call per line: every entry and policy on every backend by name, with memcpy and `to_vec` as
//! limits, and the peers.
//!
//! `cargo bench -p percent-simd-benches --bench lines -- [--backend NAME] [--json FILE] [FILTER]`; the lines are those of
//! the repository's sample, of the files in `PERCENT_CORPUS=file[,file]`, and generated lines like
//! those of real traffic (`support::traffic`). Policies are `const`, as the README advises; `policies`
//! compares the ways to write one. `ports` has the calls of other crates. Inputs of 1 KiB and 64 KiB, and hostile paths, alone and in a log, are generated. A
//! filter is a part of a table's title (`wiki links, decode`, `lengths`). Every call is verified before it is timed, and all calls
//! of a table take turns, round by round. The tables show the shortest time of all rounds, because
//! disturbances only add time.

mod decode;
mod encode;
mod form;
mod hostile;
mod input;
mod inspect;
mod lengths;
mod policies;
mod ports;
mod proxy;
mod set;

use std::path::PathBuf;

use clap::Parser;
use decode::Values;
use input::{File, Plain};
use percent_simd::Backend;
use percent_simd_benches::figures::{Figures, Table};
use percent_simd_benches::peers::{CLEAN, DIRTY, MIXED, POLICIES, REQUESTS};
use percent_simd_benches::{percent_encoding_decode, percent_encoding_encode};
use set::{Column, Set};
use support::corpus::path;

/// The least number of bytes for a table of text or of forms.
const FEWEST_BYTES: usize = 4096;

#[derive(Parser)]
#[command(name = "lines")]
pub(crate) struct Options {
    /// The option that `cargo bench` passes
    #[arg(long, hide = true)]
    bench: bool,
    /// Only try each call once, as `cargo test` does
    #[arg(long)]
    test: bool,
    /// Measure only this backend, and not the one that a call selects
    #[arg(long, value_parser = |name: &str| Backend::from_name(name).ok_or("not on this CPU"))]
    backend: Option<Backend>,
    /// The file for the figures; `xtask` runs several passes
    #[arg(long)]
    json: Option<PathBuf>,
    /// A part of the titles of tables
    #[arg(default_value = "")]
    filter: String,
}

impl Options {
    /// Returns whether to measure; else each call is only verified.
    fn measures(&self) -> bool {
        self.bench && !self.test
    }

    fn rounds(&self) -> usize {
        if self.json.is_some() { 9 } else { 25 }
    }
}

type Lines<'a> = &'a [&'a [u8]];

/// The tables of a run.
struct Run {
    options: Options,
    tables: Vec<Table>,
}

impl Run {
    /// A table, if it is wanted and has lines. Its rows are limits, peers, and ours in each column.
    fn table<'a>(
        &mut self,
        (file, kind, note): (&File, &str, &str),
        lines: Lines<'a>,
        is_dirty: impl Fn(&[u8]) -> bool,
        peers: impl FnOnce(&mut Set<'a>),
        mut ours: impl FnMut(&mut Set<'a>),
    ) {
        let title = format!("{}, {kind}", file.name);
        if lines.is_empty() || !title.contains(&self.options.filter) {
            return;
        }
        let mut set = Set::new(lines.len());
        decode::limits(&mut set, lines);
        peers(&mut set);
        for column in Column::all(self.options.backend) {
            set.enter(column);
            ours(&mut set);
        }
        if !self.options.measures() {
            eprintln!("lines: {title}: {} calls verified", set.verified());
            return;
        }
        eprintln!("lines: {title}");
        let dirty = lines.iter().filter(|line| is_dirty(line)).count();
        self.tables.push(Table {
            file: file.name.clone(),
            kind: kind.to_owned(),
            lines: lines.len(),
            mean: bytes(lines) as f64 / lines.len() as f64,
            dirty: dirty as f64 / lines.len() as f64,
            note: note.to_owned(),
            figures: set.measure(self.options.rounds()),
        });
    }

    fn file(&mut self, file: &File) {
        let lines = &file.lines();
        let texts = &texts(lines);
        let values = &Values::of(lines);
        self.table(
            (file, "decode", ""),
            lines,
            holds_percent,
            |set| decode::peers(set, lines),
            |set| decode::ours(set, lines, texts, values),
        );
        self.text(file, lines);
        self.inspected(file, lines);
        self.requests(file, lines);
        self.forms(file, lines);

        let decoded: Vec<_> = lines.iter().map(|line| percent_encoding_decode(line)).collect();
        let decoded: &Vec<&[u8]> = &decoded.iter().map(|line| &**line).collect();
        let values = &Values::of(decoded);
        let expected = &encode::expected(decoded);
        self.table(
            (file, "encode", "The decoded lines; all but unreserved characters are escaped."),
            decoded,
            |line| percent_encoding_encode(line).len() > line.len(),
            |set| encode::peers(set, decoded, expected),
            |set| encode::ours(set, decoded, values, expected),
        );
    }

    /// Policies that are written in several ways.
    fn policies(&mut self) {
        let file = &policies::file();
        let lines = &file.lines();
        let decoded: Vec<_> = lines.iter().map(|line| percent_encoding_decode(line)).collect();
        let decoded: &Vec<&[u8]> = &decoded.iter().map(|line| &**line).collect();
        let encoded = &encode::expected(decoded);
        self.table(
            (file, POLICIES, "The policy is written in several ways."),
            lines,
            holds_percent,
            |_| (),
            |set| policies::ours(set, lines, (decoded, encoded)),
        );
    }

    /// The lines that hold an escape and are not ASCII, decoded: what checking UTF-8 costs.
    fn text(&mut self, file: &File, lines: Lines) {
        let is_text =
            |line: &&&[u8]| holds_percent(line) && !percent_encoding_decode(line).is_ascii();
        let lines: &Vec<&[u8]> = &lines.iter().filter(is_text).copied().collect();
        if bytes(lines) < FEWEST_BYTES {
            return;
        }
        let (texts, expected) = (&texts(lines), &Plain::expected(lines).0);
        let note = "Only the lines that hold an escape and decode to what is not ASCII.";
        self.table(
            (file, "text", note),
            lines,
            |_| true,
            |set| decode::peers(set, lines),
            |set| {
                decode::bytes::<false, false>(set, lines, expected);
                decode::text(set, lines, texts);
            },
        );
    }

    /// The queries of the lines that have one.
    fn forms(&mut self, file: &File, lines: Lines) {
        let queries: &Vec<&[u8]> = &lines.iter().filter_map(|line| form::query(line)).collect();
        if bytes(queries) < FEWEST_BYTES {
            return;
        }
        let pairs: Vec<form::Pairs> = queries.iter().map(|query| form::pairs(query)).collect();
        let pairs: &Vec<&[(String, String)]> = &pairs.iter().map(|pairs| &**pairs).collect();
        let forms = &form::Forms::of(queries, pairs);
        let note = "The queries of lines that have one, parsed and decoded; their pairs, written. Each row is compared with the peer's call that does the same.";
        self.table(
            (file, "forms", note),
            queries,
            holds_percent,
            |set| forms.peers(set),
            |set| forms.ours(set),
        );
    }

    /// Inspection of the lines, without decoding.
    fn inspected(&mut self, file: &File, lines: Lines) {
        let (clean, dirty): (Vec<&[u8]>, Vec<&[u8]>) =
            lines.iter().partition(|line| inspect::is_clean(line));
        self.inspect((file, CLEAN), &clean);
        self.inspect((file, DIRTY), &dirty);
    }

    fn inspect<'a>(&mut self, (file, kind): (&File, &str), lines: Lines<'a>) {
        self.table(
            (file, kind, ""),
            lines,
            holds_percent,
            |set| {
                decode::peer(set, lines, &Plain::expected(lines).0);
                inspect::peer(set, lines);
            },
            |set| inspect::ours(set, lines),
        );
    }

    /// A proxy's work on the lines that have a path.
    fn requests(&mut self, file: &File, lines: Lines) {
        let (lines, paths): (Vec<&[u8]>, Vec<&[u8]>) =
            lines.iter().filter_map(|line| Some((*line, path(line)?))).unzip();
        let requests: Vec<Vec<u8>> = lines.iter().map(|line| proxy::request_line(line)).collect();
        let requests: &Vec<&[u8]> = &requests.iter().map(|line| &**line).collect();
        let paths = &paths;
        let values = &Values::of(paths);
        let judged = &proxy::Judged::of(paths, requests);
        let accepted = 100.0 * judged.accepted();
        let note = format!(
            "The paths of lines that have one, of which `path::STRICT` accepts {accepted:.1}%."
        );
        self.table(
            (file, "paths", &note),
            paths,
            holds_percent,
            |set| decode::peer(set, paths, &Plain::expected(paths).0),
            |set| proxy::ours(set, paths, values, judged),
        );
        self.table(
            (file, REQUESTS, "The request lines that ask for lines that have a path."),
            requests,
            holds_percent,
            |set| proxy::peer(set, requests),
            |set| proxy::requests(set, requests, judged),
        );
    }
}

fn holds_percent(line: &[u8]) -> bool {
    line.contains(&b'%')
}

fn bytes(lines: Lines) -> usize {
    lines.iter().map(|line| line.len()).sum()
}

fn texts<'a>(lines: &[&'a [u8]]) -> Vec<&'a str> {
    lines.iter().map(|line| std::str::from_utf8(line).expect("other lines are left out")).collect()
}

fn main() {
    let options = Options::parse();
    let mut run = Run { options, tables: Vec::new() };
    File::all().iter().for_each(|file| run.file(file));
    let hostile = hostile::file();
    run.inspected(&hostile, &hostile.lines());
    run.requests(&hostile, &hostile.lines());
    let log = hostile::log();
    run.inspect((&log, MIXED), &log.lines());
    run.requests(&log, &log.lines());
    run.policies();
    ports::tables(&mut run);
    let Run { options, tables: lines } = run;
    let has_lengths = "lengths".contains(&options.filter);
    let lengths = if has_lengths { lengths::lengths(&options) } else { Vec::new() };
    if !options.measures() {
        return;
    }
    let figures = Figures { lines, lengths, without_simd: Vec::new() };
    figures.lines.iter().for_each(|table| println!("{}", table.markdown()));
    println!("{}\n{}", figures.lengths(), percent_simd_benches::targets::table(&figures));
    if let Some(file) = &options.json {
        let json = serde_json::to_vec(&figures).expect("figures are data");
        std::fs::write(file, json).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
    }
}
