//! Equality with `urllib.parse.parse_qsl(keep_blank_values=True, errors='replace')`.

use std::process::Command;

use crate::support::{Folder, run, skipped};
use support::Random;

/// Compares the program with Python on these lines.
fn compare(content: &[u8], options: &[&str]) {
    let folder = Folder::new();
    let input = folder.file("input", content);
    // `-q` turns off the hint that lines of a log are no queries.
    let ran = run(&[&["query", "-q", &input][..], options].concat(), "");
    assert!(ran.status.is_some_and(|status| status < 2) && ran.stderr.is_empty(), "{ran:?}");
    let output = folder.file("output", &ran.stdout);
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/pct/query/parse_qsl.py");
    let compared = Command::new("python3").arg(script).args(options).args([input, output]).output();
    let compared = compared.expect("python3 is there");
    let lines = content.iter().filter(|&&byte| byte == b'\n').count();
    assert_eq!(
        (String::from_utf8_lossy(&compared.stderr), String::from_utf8_lossy(&compared.stdout)),
        ("".into(), format!("{lines}\n").into())
    );
}

#[test]
fn parse_qsl_gives_the_same() {
    if Command::new("python3").arg("--version").output().is_err() {
        return skipped("python3 is not there: parse_qsl");
    }
    // No piece has raw ill-formed UTF-8: Python would not accept it.
    const PIECES: [&str; 44] = [
        "&",
        "&",
        "&",
        "=",
        "=",
        "a",
        "b",
        "name",
        "+",
        "%20",
        "%",
        "%%",
        "%4",
        "%41",
        "%zz",
        "%2541",
        "%26",
        "%3D",
        "%2B",
        "%00",
        "%0A",
        "%09",
        "%7F",
        "%C2%85",
        "%C3%A9",
        "%c3%a9",
        "%C3",
        "%A9",
        "%E2%82%AC",
        "%E2%82",
        "%F0%9F%98%80",
        "%F0%9F",
        "%ED%A0%80",
        "%C0%AF",
        "%EF%BB%BF",
        "é",
        "東",
        "😀",
        "?",
        "#",
        ";",
        "/",
        "\"",
        "\u{85}",
    ];
    let mut random = Random::new(15);
    let mut lines = Vec::new();
    for _ in 0..5000 {
        for _ in 0..random.below(14) {
            lines.extend_from_slice(PIECES[random.below(PIECES.len())].as_bytes());
        }
        lines.extend_from_slice(if random.below(9) == 0 { b"\r\n" } else { b"\n" });
    }
    compare(&lines, &[]);
    compare(&lines, &["--url"]);
    let sample = concat!(env!("CARGO_MANIFEST_DIR"), "/../samples/access.log");
    compare(&std::fs::read(sample).expect("it is in the repository"), &["--url"]);
}
