use super::{others, policies, schemes};
use crate::criterion::Measured;

fn measured(group: &str, subject: &str, nanoseconds: f64) -> Measured {
    Measured {
        group: group.to_owned(),
        subject: subject.to_owned(),
        nanoseconds,
        spread: 0.0,
        calls: 10.0,
        bytes: 1000.0,
    }
}

#[test]
fn a_benchmark_that_nobody_has_named_has_a_table() {
    let figures = [
        measured("new/clean/64", "Cow", 100.0),
        measured("new/clean/64", "percent-encoding, Cow", 300.0),
        measured("new/some file.log", "Cow", 50.0),
        measured("decode/clean/64", "Cow", 50.0),
    ];
    let text = others(&figures);
    assert!(text.contains("### new, 64 bytes"), "{text}");
    assert!(text.contains("| Cow | 10.0 (3.00x) |"), "{text}");
    assert!(text.contains("### new, real ones") && text.contains("| | some file.log |"), "{text}");
    assert!(!text.contains("decode"), "{text}");
}

#[test]
fn kinds_that_are_not_named_follow_those_that_are() {
    let figures = ["short", "query-like", "clean"]
        .map(|kind| measured(&format!("form-parse/{kind}/64"), "pairs of Cow", 100.0));
    let text = schemes(&figures);
    assert!(text.contains("| | clean | query-like | short |"), "{text}");
}

#[test]
fn paths_are_held_against_percent_encoding_where_it_is_measured() {
    let ours = || measured("path/clean", "STRICT, check", 100.0);
    let decoder = || measured("path/clean", "Decoder, strict, Cow", 200.0);
    let text = policies(&[ours(), decoder()]);
    assert!(text.contains("| STRICT, check | 10.0 (2.00x) |"), "{text}");
    let peer = measured("path/clean", "percent-encoding, Cow", 400.0);
    let text = policies(&[ours(), decoder(), peer]);
    assert!(text.contains("| STRICT, check | 10.0 (4.00x) |"), "{text}");
}
