//! Real lines, one call per line: every entry and policy on every backend by name, with memcpy and
//! `to_vec` as limits, and the peers.
//!
//! `cargo bench --bench lines -- [--backend NAME] [--rounds N] [--json FILE]
//! [FILTER]`; the lines are those of the repository's sample and of the files in
//! `PERCENT_CORPUS=file[,file]`. Inputs of 1 KiB and 64 KiB, and hostile paths, are generated. A
//! filter is a part of a table's title (`wiki_links.txt, decode`). Every call is verified before it
//! is timed, and all calls of a table take turns, round by round. The tables show the shortest time
//! of all rounds, because disturbances only add time.

#[path = "../common/mod.rs"]
mod common;
mod decode;
mod encode;
mod form;
mod hostile;
mod input;
mod inspect;
mod lengths;
mod look;
mod peers;
mod proxy;
mod report;
mod set;
mod targets;

use std::path::PathBuf;

use decode::Values;
use input::{Facts, File, PLAIN};
use percent_simd::Backend;
use report::Table;
use set::{Column, Set};

/// The least number of bytes for a table of text.
const FEWEST_BYTES: usize = 4096;

/// The options of the command line.
pub(crate) struct Options {
    /// Whether to measure; else each call is only verified.
    measure: bool,
    backend: Option<Backend>,
    rounds: usize,
    json: Option<PathBuf>,
    filter: String,
}

impl Options {
    fn parse(mut arguments: impl Iterator<Item = String>) -> Result<Self, String> {
        let mut options =
            Self { measure: false, backend: None, rounds: 25, json: None, filter: String::new() };
        let mut only_test = false;
        while let Some(argument) = arguments.next() {
            let mut value = || arguments.next().ok_or(format!("{argument} takes a value"));
            match &*argument {
                // As in criterion, `cargo bench` measures, `cargo bench -- --test` and `cargo test`
                // only try each call once.
                "--bench" => options.measure = true,
                "--test" => only_test = true,
                "--backend" => {
                    let name = value()?;
                    options.backend = Some(
                        Backend::from_name(&name)
                            .ok_or(format!("no backend {name} on this CPU"))?,
                    );
                }
                "--rounds" => {
                    options.rounds =
                        value()?.parse().map_err(|error| format!("--rounds: {error}"))?
                }
                "--json" => options.json = Some(value()?.into()),
                filter if !filter.starts_with('-') => options.filter = filter.to_owned(),
                _ => return Err(format!("unknown option {argument}")),
            }
        }
        options.measure &= !only_test;
        options.rounds = options.rounds.max(1);
        Ok(options)
    }

    fn wants(&self, title: &str) -> bool {
        title.contains(&self.filter)
    }
}

/// The tables of a run.
struct Run {
    options: Options,
    tables: Vec<Table>,
}

impl Run {
    /// A table, if it is wanted and has lines. Its rows are those of others, and ours in each
    /// column.
    fn table<'a>(
        &mut self,
        file: &str,
        kind: &'static str,
        facts: Facts,
        note: &str,
        others: impl FnOnce(&mut Set<'a>),
        mut ours: impl FnMut(&mut Set<'a>, Column),
    ) {
        let title = format!("{file}, {kind}");
        if facts.lines == 0 || !self.options.wants(&title) {
            return;
        }
        let mut set = Set::new(facts.lines);
        others(&mut set);
        for column in Column::all(self.options.backend) {
            set.enter(column);
            ours(&mut set, column);
        }
        if !self.options.measure {
            eprintln!("lines: {title}: {} calls verified", set.verified());
            return;
        }
        eprintln!("lines: {title}");
        let figures = set.measure(self.options.rounds);
        self.tables.push(Table {
            file: file.to_owned(),
            kind,
            facts,
            note: note.to_owned(),
            figures,
        });
    }

    fn file(&mut self, file: &File) {
        let lines = &file.lines();
        let texts = &texts(lines);
        let values = &Values::of(lines);
        let holds_escape = |line: &[u8]| line.contains(&b'%');
        let facts = Facts::of(lines, holds_escape);
        self.table(
            &file.name,
            "decode",
            facts,
            "",
            |set| {
                decode::limits(set, lines);
                decode::peer(set, lines, &PLAIN.expected(lines).0);
                decode::other_peers(set, lines);
            },
            |set, column| decode::ours(set, column, lines, texts, values),
        );
        self.text(file, lines);
        self.inspected(file, lines);
        self.requests(file, lines);
        self.forms(file, lines);

        let decoded: Vec<Vec<u8>> =
            lines.iter().map(|line| percent_encoding::percent_decode(line).collect()).collect();
        let decoded: &Vec<&[u8]> = &decoded.iter().map(|line| &**line).collect();
        let values = &Values::of(decoded);
        let expected = &encode::expected(decoded);
        let facts =
            Facts::of(decoded, |line| common::percent_encoding_encode(line).len() > line.len());
        self.table(
            &file.name,
            "encode",
            facts,
            "The decoded lines; all but unreserved characters are escaped.",
            |set| {
                decode::limits(set, decoded);
                encode::peer(set, decoded, expected);
                encode::other_peers(set, decoded, expected);
            },
            |set, column| encode::ours(set, column, decoded, values, expected),
        );
    }

    /// The lines that hold an escape and are not ASCII, decoded: what checking UTF-8 costs.
    fn text(&mut self, file: &File, lines: &[&[u8]]) {
        let is_text = |line: &&&[u8]| {
            line.contains(&b'%') && !common::percent_encoding_decode(line).is_ascii()
        };
        let lines: &Vec<&[u8]> = &lines.iter().filter(is_text).copied().collect();
        if lines.iter().map(|line| line.len()).sum::<usize>() < FEWEST_BYTES {
            return;
        }
        let texts = &texts(lines);
        self.table(
            &file.name,
            "text",
            Facts::of(lines, |_| true),
            "Only the lines that hold an escape and decode to what is not ASCII.",
            |set| {
                decode::limits(set, lines);
                decode::peer(set, lines, &PLAIN.expected(lines).0);
                decode::other_peers(set, lines);
            },
            |set, column| decode::text_and_bytes(set, column, lines, texts),
        );
    }

    /// The queries of the lines that have one.
    fn forms(&mut self, file: &File, lines: &[&[u8]]) {
        let queries: &Vec<&[u8]> = &lines.iter().filter_map(|line| form::query(line)).collect();
        if queries.iter().map(|query| query.len()).sum::<usize>() < FEWEST_BYTES {
            return;
        }
        let pairs: Vec<form::Pairs> = queries.iter().map(|query| form::pairs(query)).collect();
        let pairs: &Vec<&[(String, String)]> = &pairs.iter().map(|pairs| &**pairs).collect();
        let forms = &form::Forms::of(queries, pairs);
        self.table(
            &file.name,
            form::FORMS,
            Facts::of(queries, |query| query.contains(&b'%')),
            "The queries of lines that have one, parsed and decoded; their pairs, written. Each row is compared with \
             the peer's call that does the same.",
            |set| {
                decode::limits(set, queries);
                forms.peers(set);
            },
            |set, column| forms.ours(set, column),
        );
    }

    /// Inspection of the lines, without decoding.
    fn inspected(&mut self, file: &File, lines: &[&[u8]]) {
        let (clean, dirty): (Vec<&[u8]>, Vec<&[u8]>) =
            lines.iter().partition(|line| inspect::is_clean(line));
        for (kind, lines) in [(inspect::CLEAN, &clean), (inspect::DIRTY, &dirty)] {
            self.table(
                &file.name,
                kind,
                Facts::of(lines, |line| line.contains(&b'%')),
                "",
                |set| {
                    decode::limits(set, lines);
                    decode::peer(set, lines, &PLAIN.expected(lines).0);
                    inspect::peer(set, lines);
                },
                |set, column| inspect::ours(set, column, lines),
            );
        }
    }

    /// A proxy's work on the lines that have a path.
    fn requests(&mut self, file: &File, lines: &[&[u8]]) {
        let lines: Vec<&[u8]> =
            lines.iter().filter(|line| common::corpus::path(line).is_some()).copied().collect();
        let paths: &Vec<&[u8]> =
            &lines.iter().filter_map(|line| common::corpus::path(line)).collect();
        let requests: Vec<Vec<u8>> = lines.iter().map(|line| proxy::request_line(line)).collect();
        let requests: &Vec<&[u8]> = &requests.iter().map(|line| &**line).collect();
        if paths.is_empty() {
            return;
        }
        let values = &Values::of(paths);
        let judged = &proxy::Judged::of(paths, requests);
        let accepted = 100.0 * judged.accepted();
        self.table(
            &file.name,
            "paths",
            Facts::of(paths, |line| line.contains(&b'%')),
            &format!(
                "The paths of lines that have one, of which `path::STRICT` accepts {accepted:.1}%."
            ),
            |set| {
                decode::limits(set, paths);
                decode::peer(set, paths, &PLAIN.expected(paths).0);
            },
            |set, column| proxy::ours(set, column, paths, values, judged),
        );
        self.table(
            &file.name,
            proxy::REQUESTS,
            Facts::of(requests, |line| line.contains(&b'%')),
            "The request lines that ask for lines that have a path.",
            |set| {
                decode::limits(set, requests);
                proxy::peer(set, requests);
            },
            |set, column| proxy::requests(set, column, requests, judged),
        );
    }
}

fn texts<'a>(lines: &[&'a [u8]]) -> Vec<&'a str> {
    lines.iter().map(|line| std::str::from_utf8(line).expect("other lines are left out")).collect()
}

fn main() {
    let options = Options::parse(std::env::args().skip(1)).unwrap_or_else(|error| {
        eprintln!("lines: {error}\nusage: cargo bench --bench lines -- [--backend NAME] [--rounds N] [--json FILE] [FILTER]");
        std::process::exit(2);
    });
    let mut run = Run { options, tables: Vec::new() };
    File::all().iter().for_each(|file| run.file(file));
    let hostile = hostile::file();
    run.inspected(&hostile, &hostile.lines());
    run.requests(&hostile, &hostile.lines());
    let Run { options, tables } = run;
    let lengths = if options.wants("lengths") { lengths::summaries(&options) } else { Vec::new() };
    if !options.measure {
        return;
    }
    tables.iter().for_each(Table::print);
    let verdicts = targets::verdicts(&tables, &lengths);
    targets::print(&verdicts);
    if let Some(file) = &options.json {
        std::fs::write(file, report::json(&tables, &verdicts, &lengths))
            .unwrap_or_else(|error| panic!("{}: {error}", file.display()));
    }
}
