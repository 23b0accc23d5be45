//! Values decode as in the reference.

use crate::decode::assert_records;
use crate::reference::{self, Rules, Utf8};
use crate::support::Folder;
use support::Random;

/// Whole values, many without escapes, among others that stay.
#[test]
fn values_decode_as_the_reference_says() {
    let folder = Folder::new();
    let mut random = Random::new(61);
    for round in 0..24 {
        let rules = Rules {
            plus: round % 2 == 1,
            strict: round % 3 == 1,
            keep: [&b""[..], b"/", b"%"][round / 2 % 3],
            reject: if round % 5 == 4 { b"/\x20" } else { b"" },
            lines: true,
            utf8: [Utf8::Bytes, Utf8::Strict, Utf8::Lossy, Utf8::Keep][round % 4],
            again: false,
        };
        let mut lines = random.records(600, b'\n');
        // A tab is a delimiter, and a CR before LF is not part of a value.
        lines.retain(|byte| !b"\t\r".contains(byte));
        let reference::Records { bytes: values, refused, passed_on } =
            reference::decode_records(&lines, b'\n', &rules);
        let among = |values: &[u8]| {
            let lines = values.split(|&byte| byte == b'\n');
            lines.flat_map(|value| [b"%41\t", value, b"\t%zz\xFF\n"].concat()).collect::<Vec<u8>>()
        };
        let (input, expected) = (among(&lines), among(&values));
        let file = folder.file("records", &input);
        let keep = format!("--keep={}", String::from_utf8_lossy(rules.keep));
        let utf8 = ["--utf8=bytes", "--utf8=strict", "--utf8=lossy", "--utf8=keep"][round % 4];
        let mut args = vec!["decode", "-v", "--format=tsv", "-f", "2", &keep, utf8];
        args.extend(rules.plus.then_some("--plus"));
        args.extend(rules.strict.then_some("--strict"));
        args.extend((!rules.reject.is_empty()).then_some("--reject=/ "));
        args.push(&file);
        let refused =
            refused.iter().map(|(line, column)| (*line, column + b"%41\t".len())).collect();
        let expected = reference::Records { bytes: expected, refused, passed_on };
        assert_records(&args, &file, &input, b'\n', &expected);
    }
}

/// A record without `%` is checked only as far as its format asks. `--utf8 lossy` has no such fast
/// path, and gives the same result for text.
#[test]
fn records_without_escapes_are_malformed_all_the_same() {
    use super::combined;
    use crate::support::run;

    let good = combined("-", "GET /a HTTP/1.1", "/b", "c");
    let lines = [
        good.clone(),
        good.replace("GET", "G%45T").replace("/a", "/%41"),
        good.replace("/b\"", "/b"),
        good.replace("\"GET", "GET"),
        good.replace("\"/b\"", "\"/b\"x"),
        good.replace(" 200 5 \"/b\" \"c\"", ""),
        good.replace(" HTTP/1.1\" 200 5 \"/b\" \"c\"", ""),
        good.replace("/b", "/b\\\"x"),
        good.replace("- -", "me a b"),
        good.replace("[12", "12"),
        good.replace("- -", "- [x"),
        good.replace("192.0.2.7", "a]b"),
        "\n".into(),
        "x\n".into(),
        format!("\u{FEFF}{good}"),
        good.replace('\n', "\r\n"),
        good.replace("/a", "/%zz"),
    ];
    for line in &lines {
        let input = format!("{good}{line}{good}{line}");
        let formats = ["--format", "combined", "-f", "9", "-f", "path"];
        for args in [&formats[..2], &formats] {
            let args = [&["decode"], args].concat();
            let short = run(&args, &input);
            assert_eq!(short, run(&[&args[..], &["--utf8", "lossy"]].concat(), &input), "{input}");
        }
    }
}
