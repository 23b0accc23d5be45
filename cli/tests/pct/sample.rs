//! `samples/access.log` and its generator.

use std::path::PathBuf;

use crate::reference::{self, Rules};
use crate::support::run;

#[path = "../../examples/generate_sample.rs"]
mod generate_sample;

fn path() -> String {
    let path: PathBuf =
        [env!("CARGO_MANIFEST_DIR"), "..", "samples", "access.log"].iter().collect();
    path.to_str().expect("the repository's path is text").into()
}

fn sample() -> Vec<u8> {
    std::fs::read(path()).expect("the sample is in the repository")
}

#[test]
fn the_sample_is_the_output_of_its_generator() {
    assert!(
        sample() == generate_sample::access_log().as_bytes(),
        "run the generator again, as samples/README.md says"
    );
}

#[test]
fn the_sample_decodes_as_the_reference_decodes_it() {
    let rules = Rules { lines: true, ..Rules::default() };
    let expected = reference::decode_records(&sample(), b'\n', &rules);
    let (triplets, records) = expected.passed_on;
    assert!(records > 0, "it holds malformed lines");
    let ran = run(&["decode", &path()], "").passing_on(triplets, records);
    assert!(ran.stdout == expected.bytes && ran.status == Some(0) && ran.stderr.is_empty());
    let lines = |bytes: &[u8]| bytes.iter().filter(|&&byte| byte == b'\n').count();
    assert_eq!(lines(&ran.stdout), lines(&sample()), "a line stays a line");
    // ASCII controls and C1: no escape decodes to a control of terminals.
    let text = String::from_utf8_lossy(&ran.stdout);
    assert!(!text.chars().any(|char| char.is_control() && char != '\n'));
}

#[test]
fn the_sample_holds_every_sort_of_line() {
    let sample = String::from_utf8(sample()).expect("text");
    assert!(sample.len() < 400_000 && (1000..=2000).contains(&sample.lines().count()));
    for sort in [
        "%D0%",
        "%E6%9D%B1",
        "%F0%9F",
        "%F6",
        "% ",
        "%zz",
        "%4 ",
        "%u0041",
        "%00",
        "%2e%2e%2f",
        "%0d%0a",
        "%252e",
        "%c0%af",
        "%C2%9B",
    ] {
        assert!(sample.contains(sort), "{sort}");
    }
    // Addresses for documentation: RFC 5737 and RFC 3849.
    for line in sample.lines() {
        assert!(
            ["192.0.2.", "198.51.100.", "203.0.113.", "2001:db8:"]
                .iter()
                .any(|net| line.starts_with(net)),
            "{line}"
        );
    }
}
