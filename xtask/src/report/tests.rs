use std::path::Path;

use super::{page, render, replace_between};
use crate::chart;
use crate::front::{headline, ports, summary, table};
use crate::languages::{self, Cell, Input, Languages, Peer};
use crate::losses::losses;
use crate::machine::{Machine, Run};
use crate::results::Results;
use percent_simd_benches::figures::{Figures, Length, Row, Table, middle};

/// A pass in which our Cow takes this many nanoseconds, and the peer's takes 30.
fn pass(file: &str, cow: f64) -> Figures {
    let row = |row: &str, backend: &str, least| Row {
        row: row.to_owned(),
        backend: backend.to_owned(),
        least: vec![least],
    };
    let table = Table {
        file: file.to_owned(),
        kind: "decode".to_owned(),
        lines: 9,
        mean: 44.0,
        dirty: 0.5,
        note: String::new(),
        figures: vec![row("percent-encoding, Cow", "", 30.0), row("decode (Cow)", "active", cow)],
    };
    let length = Length {
        row: "decode (Cow)".to_owned(),
        backend: "active".to_owned(),
        points: 301,
        lost: 1,
        worst: "0.90x: decode, clean, length 1 (2.0 against 1.8 ns)".to_owned(),
    };
    // The row above has its points, too.
    let short = Length {
        row: "decode (Cow), up to 24 bytes".to_owned(),
        backend: "active".to_owned(),
        points: 25,
        lost: 1,
        worst: length.worst.clone(),
    };
    Figures { lines: vec![table], lengths: vec![short, length], without_simd: Vec::new() }
}

fn results(cpu: &str, active: &str, figures: Figures) -> Results {
    let backends = vec!["scalar".to_owned(), active.to_owned()];
    let machine = Machine {
        cpu: cpu.to_owned(),
        cores: 2,
        hypervisor: None,
        backends,
        active: active.to_owned(),
    };
    let [commit, date, compiler, peers] = ["1", "2026-11-22", "rustc", "a 1"].map(str::to_owned);
    Results { machine, run: Run { commit, date, compiler, peers }, passes: 1, figures }
}

#[test]
fn a_second_machine_is_a_second_column() {
    let first = results("First", "avx2", pass("access.log", 10.0));
    let one = table(std::slice::from_ref(&first));
    assert!(one.contains("| **lines**: access.log | First, avx2 |"), "{one}");
    assert!(one.contains("| decode to a Cow | 3.0 |"), "{one}");
    let mut second = results("Second", "neon", pass("access.log", 15.0));
    // A machine has all inputs of a table or no column; it may lack some files.
    second.figures.merge(pass("web URLs", 5.0));
    second.figures.merge(pass("private.log", 3.0));
    let two = table(&[first, second]);
    let head = "| **lines**: access.log · web URLs | Second, neon |";
    assert!(two.contains(head), "{two}");
    assert!(two.contains("| decode to a Cow | 2.0\u{a0}·\u{a0}6.0 |"), "{two}");
    let note = "First has no column here: its run (commit 1) is older than web URLs.";
    assert!(two.contains(note) && two.matches("older").count() == 1, "{two}");
    // Files outside of the repository are in a separate table, the last one.
    let (_, files) = two.split_once("| **files**: private.log |").unwrap();
    assert!(
        files.contains("| decode to a Cow | –\u{2060} | 10 |") && !files.contains("**:"),
        "{two}"
    );
}

#[test]
fn a_faster_peer_is_named() {
    let text = losses(&[results("A", "avx2", pass("a.log", 60.0))]);
    assert!(text.contains("in 1 of 1 cases"), "{text}");
    let line = "* a.log, decode: `percent-encoding, Cow` is 2.00x as fast as our `decode (Cow)`\n";
    assert!(text.contains(line), "{text}");
    assert!(text.contains("1 of 301 points"), "{text}");
    assert!(text.contains("up to 24 bytes, without Cyrillic: 1 of 25."), "{text}");
}

#[test]
fn a_faster_narrower_backend_is_named() {
    let mut figures = pass("a.log", 20.0);
    // The row's own column, 25 ns, is slower than the active one, 20 ns.
    figures.lines[0].figures.extend([("sse2", 24.0), ("ssse3", 10.0), ("avx2", 25.0)].map(
        |(backend, time)| Row {
            row: "decode (Cow)".to_owned(),
            backend: backend.to_owned(),
            least: vec![time],
        },
    ));
    let mut results = results("A", "avx2", figures);
    results.machine.backends = ["scalar", "sse2", "ssse3", "avx2"].map(str::to_owned).to_vec();
    let text = losses(std::slice::from_ref(&results));
    assert!(text.contains("A narrower backend is faster by more than 10% in 1 of 1 cases.\n\n* a.log, decode, `decode (Cow)`: ssse3 is 2.50x as fast\n"), "{text}");
    assert!(text.contains("2.40x in the median, 2.40x at most (a.log, decode, `decode (Cow)`)"));
    let page = page::markdown(&results);
    assert!(page.contains("| ssse3 | sse2 | 1 | 0 | 2.40x |"), "{page}");
    assert!(page.contains("| avx2 | ssse3 | 1 | 1 | 0.40x | 0.40x: a.log"), "{page}");
}

/// One pass of four may be an outlier; one of three may not.
#[test]
fn a_deviation_is_repeated_until_three_quarters_agree() {
    let mut figures = pass("a.log", 10.0);
    figures.merge(pass("a.log", 20.0));
    figures.merge(pass("a.log", 10.0));
    assert_eq!(figures.deviating(), 1);
    figures.merge(pass("a.log", 10.0));
    assert_eq!(figures.deviating(), 0);
    let text = table(&[results("A", "avx2", figures)]);
    assert!(text.contains("| decode to a Cow | 3.0 |"), "{text}");
}

#[test]
fn the_headline_has_the_ranges_of_the_results() {
    let mut avx2 = pass("access.log", 13.0);
    avx2.merge(pass("web URLs", 3.6));
    avx2.merge(pass("1 KiB, query-like", 4.0));
    let mut avx512 = pass("access.log", 10.0);
    avx512.merge(pass("64 KiB, cyrillic", 1.0));
    avx512.merge(pass("private.log", 0.1));
    let text = headline(&[results("A", "avx2", avx2), results("B", "avx512", avx512)]);
    for part in ["logs 2 to 8 times", "64 KiB) 7 to 7 times", "`avx512`, 3 to 3 and 30 to 30 times"]
    {
        assert!(text.contains(part), "{text}");
    }
}

/// A call of another crate is a row; a machine without its figures has no column.
#[test]
fn ports_are_compared_with_the_calls_of_the_crates() {
    let mut measured = pass("a.log", 10.0);
    let row = |row: &str, backend: &str, least| Row {
        row: row.to_owned(),
        backend: backend.to_owned(),
        least: vec![least],
    };
    let [mut table] = <[Table; 1]>::try_from(pass("cookie: a value", 1.0).lines).ok().unwrap();
    table.kind = "ports".to_owned();
    table.figures =
        vec![row("the crate's call", "", 30.0), row("with percent-simd", "active", 20.0)];
    measured.lines.push(table);
    let old = results("Old", "avx2", pass("a.log", 10.0));
    assert!(ports(std::slice::from_ref(&old)).contains("No machine"));
    let text = ports(&[old, results("New", "avx2", measured)]);
    assert_eq!(text, "| call | New, avx2 |\n| --- | ---: |\n| cookie: a value | 1.5 |\n");
}

/// At 400 px, the columns beside the calls have room for about 24 characters.
#[test]
fn the_speeds_of_the_first_page_fit_a_telephone() {
    let mut figures = pass("1 KiB, query-like", 0.1);
    let row = |row: &str, backend: &str, least| Row {
        row: row.to_owned(),
        backend: backend.to_owned(),
        least: vec![least],
    };
    figures.lines[0]
        .figures
        .extend([row("urlencoding::decode_binary", "", 20.0), row("decode (Cow)", "avx2", 0.2)]);
    let text = summary(&[results("A", "avx512", figures)]);
    for part in
        ["commit 1; the peers are `percent-encoding` · `urlencoding`:", "| AVX2 | AVX-512 |"]
    {
        assert!(text.contains(part), "{text}");
    }
    let rows = text
        .lines()
        .filter(|line| line.starts_with("| "))
        .map(|line| line.trim_matches('|').split('|').map(str::trim).skip(1).collect::<Vec<_>>());
    let rows: Vec<_> = rows.collect();
    assert_eq!(rows.last().unwrap(), &["1.5\u{a0}·\u{a0}2.2", "220", "440"]);
    let width = |at: usize| rows.iter().map(|row| row[at].chars().count()).max().unwrap_or(0);
    assert!((0..3).map(width).sum::<usize>() <= 24, "{text}");
}

#[test]
fn a_pass_is_added_to_the_last_ones() {
    let mut figures = pass("a.log", 10.0);
    figures.merge(pass("a.log", 15.0));
    let [table] = &figures.lines[..] else { panic!("one table") };
    let row = table.row("decode (Cow)", "active").unwrap();
    assert_eq!((&row.least[..], middle(&row.least)), (&[10.0, 15.0][..], 12.5));
    assert_eq!(middle(&[3.0, 1.0, 2.0]), 2.0);
}

#[test]
fn a_page_without_a_place_for_figures_is_named() {
    let page = "# A\n<!-- a -->\nold\n<!-- /a -->\nby hand\n";
    let new = replace_between(page, "A.md", "a", "new").unwrap();
    assert_eq!(new, page.replace("old", "new"));
    let error = replace_between(page, "A.md", "b", "new").unwrap_err();
    assert!(error.contains("A.md") && error.contains("<!-- b -->"), "{error}");
}

/// Fails if a rendered page was edited by hand, or not rendered after a measurement.
#[test]
fn committed_pages_follow_from_the_results() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
    let machines = Results::all(root).unwrap();
    assert!(!machines.is_empty());
    for (file, text) in render(root, &machines, &Languages::all(root).unwrap()).unwrap() {
        let committed = std::fs::read_to_string(root.join(&file)).unwrap_or_default();
        assert!(
            committed.replace("\r\n", "\n") == text,
            "{file} is not what the results give: cargo run -p xtask -- report"
        );
    }
}

/// No text of the chart leaves the picture, in the widest common font.
#[test]
fn the_labels_of_the_chart_fit() {
    let mut figures = pass("64 KiB, query-like", 0.1);
    for backend in ["avx2", "avx512"] {
        let row = "decode (Cow)".to_owned();
        figures.lines[0].figures.push(Row { row, backend: backend.to_owned(), least: vec![1.0] });
    }
    let results = results("Intel Sapphire Rapids (or later; Xeon, 2023)", "avx2", figures);
    fits(&chart::decoding(&results).svg(&chart::THEMES[0]));
    // Names come from benches/languages/setup.
    let setup = include_str!("../../../benches/languages/setup");
    let names = setup.split("peer \"").skip(1).filter_map(|rest| rest.split('"').next());
    let names: Vec<_> = names.map(|name| name.replace("$backend", "avx512")).collect();
    assert!(names.len() > 12, "{names:?}");
    let cell = || Some(Cell { times: vec![123.0], differ: 0, refused: 0 });
    let peer = |name| Peer { name, version: String::new(), cells: vec![cell()] };
    let (operation, name) = ("encode".to_owned(), "titles of Wikipedia".to_owned());
    let languages = Languages {
        machine: results.machine,
        run: results.run,
        inputs: vec![Input { operation, name, lines: 1, timed: 1, bytes: 1 }],
        peers: names.into_iter().map(peer).collect(),
        missing: Vec::new(),
    };
    fits(&languages::chart(&languages).svg(&chart::THEMES[0]));
}

fn fits(svg: &str) {
    let number = |text: &str, name: &str| -> Option<f64> {
        text.split_once(&format!("{name}=\""))?.1.split('"').next()?.parse().ok()
    };
    let mut count = 0;
    for text in svg.split("<text ").skip(1) {
        let (attributes, text) = text.split_once('>').unwrap();
        let text = text.split('<').next().unwrap();
        let (x, size) = (number(attributes, "x").unwrap(), number(attributes, "font-size"));
        let room = chart::room(text, size.unwrap_or(13.0));
        let fits = if attributes.contains("end") { room <= x } else { x + room <= chart::WIDTH };
        assert!(fits, "{text}: {x}, {room}");
        count += 1;
    }
    assert!(count >= 5, "{svg}");
}
