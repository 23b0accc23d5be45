//! Lines that are passed many at a time.

use percent_simd_cli::fields::Format;

use crate::vectors::fields;

/// Lines as servers write them are passed many at a time, and no line that is malformed is among
/// them (the fuzzers' body says so of any line).
#[test]
fn usual_lines_are_passed_together() {
    let of = |format, selectors: &[&str], text: &str| {
        fields(format, selectors).usual_lines(text.as_bytes())
    };
    let start = "192.0.2.7 - - [12/Nov/2026:06:00:07 +0000] ";
    let (common, combined) = (
        format!("{start}\"GET /a HTTP/1.1\" 200 5\n"),
        format!("{start}\"GET /a HTTP/1.1\" 200 5 \"https://example.org/\" \"-\"\r\n"),
    );
    let ipv6 = common.replace("192.0.2.7", "2001:db8:ffff:ffff:ffff::192.0.2.7");
    let user = common.replace("- -", "- somebody");
    let all = [&*common, &ipv6, &user, &combined, &common].concat();
    for selectors in [&[][..], &["request"], &["path", "status"]] {
        assert_eq!(of(Format::Common, selectors, &all), (all.len(), 5), "{selectors:?}");
    }
    for selectors in [&[][..], &["referer"]] {
        let lines = combined.repeat(9);
        assert_eq!(of(Format::Combined, selectors, &lines), (lines.len(), 9), "{selectors:?}");
    }
    for other in [
        "",
        "no log\n",
        &start[..start.len() - 9],
        common.trim_end(),
        &common.replace(" - -", " -"),
        &common.replace("+0000]", "+000]]"),
        &common.replace(":06:", "\n06:"),
        &common.replace("192.0", "\"192.0"),
        &common.replace("/a", "/\n"),
        &common.replace("/a", "/\"a"),
        &common.replace("\" 200", "\""),
        &common.replace("200", "2\n0"),
        &common.replace('"', "'"),
    ] {
        let text = [&common, other].concat();
        assert_eq!(of(Format::Combined, &["status"], &text), (common.len(), 1), "{other}");
    }
    assert_eq!(of(Format::Combined, &["referer"], &common), (0, 0), "a field is missing");
    assert_eq!(of(Format::Combined, &["user"], &common), (0, 0), "nobody knows");
    assert_eq!(of(Format::Tsv, &["1"], &common), (0, 0), "nobody knows");
}
