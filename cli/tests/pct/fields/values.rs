//! Values decode as the reference says.

use crate::decode::first_difference;
use crate::random::Random;
use crate::reference::{self, Rules, Utf8};
use crate::support::{Folder, run};

/// Whole values, of which many hold nothing to decode, among others that stay.
#[test]
fn values_decode_as_the_reference_says() {
    let folder = Folder::new();
    let mut random = Random(61);
    for round in 0..24 {
        let rules = Rules {
            plus: round % 2 == 1,
            strict: round % 3 == 1,
            keep: [&b""[..], b"/", b"%"][round / 2 % 3],
            reject: if round % 5 == 4 { b"/\x20" } else { b"" },
            lines: true,
            utf8: [Utf8::Bytes, Utf8::Strict, Utf8::Lossy, Utf8::Keep][round % 4],
        };
        let mut lines = random.records(600, b'\n');
        // A tab is a delimiter, and a CR before LF no part of a value.
        lines.retain(|byte| !b"\t\r".contains(byte));
        let (values, _, refused) = reference::decode_records(&lines, b'\n', &rules);
        let among = |values: &[u8]| {
            let lines = values.split(|&byte| byte == b'\n');
            lines.flat_map(|value| [b"%41\t", value, b"\t%zz\xFF\n"].concat()).collect::<Vec<u8>>()
        };
        let (input, expected) = (among(&lines), among(&values));
        let file = folder.file("records", &input);
        let keep = format!("--keep={}", String::from_utf8_lossy(rules.keep));
        let utf8 = ["--utf8=bytes", "--utf8=strict", "--utf8=lossy", "--utf8=keep"][round % 4];
        let mut args = vec!["decode", "-v", "--tsv", "-f", "2", &keep, utf8];
        args.extend(rules.plus.then_some("--plus"));
        args.extend(rules.strict.then_some("--strict"));
        args.extend((!rules.reject.is_empty()).then_some("--reject=/ "));
        args.push(&file);
        let ran = run(&args, "");
        assert!(
            ran.stdout == expected,
            "{args:?}\n{:?}",
            first_difference(&input, &ran.stdout, &expected, b'\n')
        );
        let places: Vec<String> = refused
            .iter()
            .map(|(line, column)| format!("{file}:{line}:{}", column + b"%41\t".len()))
            .collect();
        let reported: Vec<String> = ran
            .stderr
            .lines()
            .map(|line| line[..line.find(": ").expect("a place")].into())
            .collect();
        assert_eq!(reported, places, "{args:?}");
    }
}
