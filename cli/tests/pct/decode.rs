//! `pct decode`, without its policies on UTF-8.

use crate::reference::{self, Records, Rules};
use crate::support::{Folder, pct, run};
use support::Random;

#[test]
fn lines_are_decoded_and_stay_lines() {
    run(&["decode"], "a%20b\n%D0%BF%d1%80\n").gave(0, "a b\nпр\n");
    run(&["decode"], "").gave(0, "");
    run(&["decode"], "\n").gave(0, "\n");
    run(&["decode"], "\n\n%41").gave(0, "\n\nA");
    run(&["decode"], "no final newline%21").gave(0, "no final newline!");
    run(&["decode"], "crlf%21\r\ncr%21\rend\r\n%21\r").gave(0, "crlf!\r\ncr!\rend\r\n!\r");
    run(&["decode"], "%2541 a+b").gave(0, "%41 a+b");
}

#[test]
fn malformed_triplets_are_passed_on_and_counted() {
    run(&["decode"], "%%41\n%4%41\n%\n%4\n%zz\n%u0041\n%41\n")
        .passing_on(6, 6)
        .gave(0, "%A\n%4A\n%\n%4\n%zz\n%u0041\nA\n");
    run(&["decode"], "clean\n100%").passing_on(1, 1).gave(0, "clean\n100%");
    run(&["decode", "--raw"], "a%\n%41%").passing_on(2, 1).gave(0, "a%\nA%");
    run(&["decode", "-0"], "a%\n%\0%41").passing_on(2, 1).gave(0, "a%\n%\0A");
    // A line's end is no hex digit, so no triplet crosses it.
    run(&["decode"], "%\n41%4\n1").passing_on(2, 2).gave(0, "%\n41%4\n1");
    // One message reports all inputs; without malformed triplets there is none.
    let folder = Folder::new();
    let (one, two) = (folder.file("one", "a%41\nb%%4\n"), folder.file("two", "100%\n"));
    let output = pct(&["decode", &one, &two]).output().expect("pct runs");
    assert_eq!(output.status.code(), Some(0));
    assert_eq!(
        String::from_utf8_lossy(&output.stderr),
        format!(
            "pct: 3 malformed triplets in 2 records passed on, the first at {one}:2:2 (`pct check` lists them)\n"
        )
    );
    let output = pct(&["decode", "-q", &one, &two]).output().expect("pct runs");
    assert_eq!((output.status.code(), output.stderr), (Some(0), Vec::new()));
}

#[test]
fn control_characters_stay_escaped_in_lines() {
    let lines: String =
        (0..0x20).chain([0x7F]).map(|byte| format!("a%{byte:02X}b\na%{byte:02x}b\n")).collect();
    run(&["decode"], &lines).gave(0, &lines);
    run(&["decode"], "%20%7E%A0%80%9F").gave(0, b" ~\xA0\x80\x9F");
    // A raw control character passes unchanged.
    run(&["decode"], "a\tb\x1B\x01%41\n").gave(0, "a\tb\x1B\x01A\n");
}

/// Only lines with an escape that stays are decoded separately, at any position in a block.
#[test]
fn escapes_that_stay_are_found_line_by_line() {
    const LINES: [(&str, &str); 12] = [
        ("/plain", "/plain"),
        ("", ""),
        ("%D0%BE%D0%B1", "об"),
        ("%D8%A8%D8%A9 %41", "بة A"),
        ("a%E2%80%AEb%41", "a%E2%80%AEbA"),
        ("%E2%80%A8%E2%80%94", "%E2%80%A8—"),
        ("%41%C2%85%C2%AB", "A%C2%85«"),
        ("%d8%9c%D8%A8", "%d8%9cب"),
        ("\u{202E}%41", "\u{202E}A"),
        ("%0A%41\r", "%0AA\r"),
        ("%E2%81%A6%zz", "%E2%81%A6%zz"),
        ("%E2%80", "%E2%80"),
    ];
    let random = &mut Random::new(0x6C69_6E65_735F_6269);
    // The last line lacks its end; a block has thousands of lines.
    for count in [1, 2, 40, 60_000] {
        let lines: Vec<_> = (0..count).map(|_| LINES[random.below(LINES.len())]).collect();
        let malformed = lines.iter().filter(|(line, _)| line.contains("%zz")).count() as u64;
        let [input, expected] = [0, 1].map(|which| {
            lines.iter().map(|&(line, result)| [line, result][which]).collect::<Vec<_>>().join("\n")
        });
        for options in
            [&["decode", "--utf8", "keep"][..], &["decode", "--utf8", "keep", "--times", "3"]]
        {
            run(options, &input).passing_on(malformed, malformed).gave(0, &expected);
        }
    }
}

#[test]
fn c1_control_characters_stay_escaped_in_lines() {
    let mut lines = Vec::new();
    for last in 0x80..=0x9F_u8 {
        lines.extend(format!("a%C2%{last:02X}b\na%c2%{last:02x}b\n").bytes());
        // Characters with a raw half.
        lines.extend([b"\xC2%", format!("{last:02X}\n").as_bytes()].concat());
        lines.extend([b'%', b'C', b'2', last, b'\n', 0xC2, last, b'\n']);
    }
    run(&["decode"], &lines).gave(0, &lines);
    run(&["decode"], "%C2%A0%C2%BF%C3%80").gave(0, "\u{A0}¿À");
    run(&["decode"], b"%41%C2%C2%80%41\n%C2\n%80\n").gave(0, b"A\xC2%C2%80A\n\xC2\n\x80\n");
    run(&["decode"], "%C2%85%zz%41\n%%C2%85\n").passing_on(2, 2).gave(0, "%C2%85%zzA\n%%C2%85\n");
    run(&["decode", "--plus"], "a+%C2%85+%20\n").gave(0, "a %C2%85  \n");
}

#[test]
fn raw_and_null_decode_everything() {
    let everything = "%00%0A%0d%1B%7F%C2%85%41";
    run(&["decode", "--raw"], everything).gave(0, b"\0\n\r\x1B\x7F\xC2\x85A");
    run(&["decode", "-0"], everything).gave(0, b"\0\n\r\x1B\x7F\xC2\x85A");
    run(&["decode", "--null"], "a%0A\0b\n%41\0%42").gave(0, "a\n\0b\nA\0B");
    run(&["decode", "--raw"], "a%20b\n\0%41\n").gave(0, "a b\n\0A\n");
    run(&["decode", "--raw"], "").gave(0, "");
}

#[test]
fn plus() {
    run(&["decode", "--plus"], "a+b%2Bc+%20\n+").gave(0, "a b+c  \n ");
    run(&["decode", "--plus", "--keep", "+ "], "a+b%2Bc%20\n").gave(0, "a b%2Bc%20\n");
}

#[test]
fn strict_reports_and_passes_on() {
    run(&["decode", "--strict"], "a%20b\n%41%zz%41\n\n100%\n%4\r\nx%41\n").said(
        1,
        "a b\n%41%zz%41\n\n100%\n%4\r\nxA\n",
        "(standard input):2:4: malformed triplet `%z`: two hex digits must follow the `%`; passed on unchanged\n\
         (standard input):4:4: malformed triplet `%`: cut short; passed on unchanged\n\
         (standard input):5:1: malformed triplet `%4`: cut short; passed on unchanged\n",
    );
    run(&["decode", "--strict"], "a%20b\n").gave(0, "a b\n");
    run(&["decode", "--strict", "-0"], "%41\0%41%\n\0").said(
        1,
        "A\0%41%\n\0",
        "(standard input):2:4: malformed triplet `%\\n`: two hex digits must follow the `%`; passed on unchanged\n",
    );
    run(&["decode", "--strict", "--raw"], "%41\n%42%4").said(
        1,
        "%41\n%42%4",
        "(standard input):2:4: malformed triplet `%4`: cut short; passed on unchanged\n",
    );
    run(&["decode", "--strict", "--raw"], "%41\n%42").gave(0, "A\nB");
}

#[test]
fn keep() {
    run(&["decode", "--keep", "/%"], "a%2fb%2Fc%20%25%2541\n").gave(0, "a%2fb%2Fc %25%2541\n");
    run(&["decode", "--keep", r"\x41\\\0"], "%41%42%5C%00%0A\n").gave(0, "%41B%5C%00%0A\n");
    run(&["decode", "--raw", "--keep", r"\0\r\n\t"], "%00%0a%0D%09%0B").gave(0, "%00%0a%0D%09\x0B");
    // A raw byte is unaffected.
    run(&["decode", "--keep", "/"], "/%2F").gave(0, "/%2F");
    run(&["decode", "--keep", ""], "%2F").gave(0, "/");
}

#[test]
fn reject() {
    run(&["decode", "--reject", r"\0"], "a%20\na%00%20\n%20\n").said(
        1,
        "a \na%00%20\n \n",
        "(standard input):2:2: rejected triplet `%00`: it decodes to the byte 0x00; passed on unchanged\n",
    );
    // `--reject` applies to kept bytes, too; the first error of a record is reported; a malformed
    // `%` alone is no error.
    run(&["decode", "--reject", "/%", "--keep", "/"], "%zz%41\n%41%2f%25\n").passing_on(1, 1).said(
        1,
        "%zzA\n%41%2f%25\n",
        "(standard input):2:4: rejected triplet `%2f`: it decodes to the byte 0x2F; passed on unchanged\n",
    );
    run(&["decode", "--reject", "/", "--raw"], "%41\n%2F").said(
        1,
        "%41\n%2F",
        "(standard input):2:1: rejected triplet `%2F`: it decodes to the byte 0x2F; passed on unchanged\n",
    );
    run(&["decode", "--reject", "/", "--strict"], "%zz%2F\n%2F%zz\n%41\n").said(
        1,
        "%zz%2F\n%2F%zz\nA\n",
        "(standard input):1:1: malformed triplet `%z`: two hex digits must follow the `%`; passed on unchanged\n\
         (standard input):2:1: rejected triplet `%2F`: it decodes to the byte 0x2F; passed on unchanged\n",
    );
    run(&["decode", "--reject", "/"], "%41\n").gave(0, "A\n");
}

#[test]
fn chars_that_cannot_be_named() {
    for wrong in ["é", r"\x80", r"\q", r"a\", r"\x4"] {
        run(&["decode", "--keep", wrong], "").failed(&["--keep <CHARS>"]);
        run(&["decode", "--reject", wrong], "").failed(&["--reject <CHARS>"]);
    }
    run(&["decode", "--keep", r"\q"], "").failed(&[r"unknown escape `\q`", r"\xHH"]);
    run(&["decode", "--keep", "é"], "").failed(&["is not ASCII"]);
}

#[test]
fn any_bytes_as_the_reference_decodes_them() {
    let folder = Folder::new();
    let mut random = Random::new(1);
    for round in 0..16 {
        let rules = Rules {
            plus: round & 1 != 0,
            strict: round & 2 != 0,
            keep: [&b""[..], b"/%", b"\0A+ "][round % 3],
            reject: if round & 4 != 0 { b"\0\n" } else { b"" },
            lines: round % 5 < 3,
            ..Rules::default()
        };
        let end = if rules.lines { b'\n' } else { 0 };
        let input = random.records(1500, end);
        let mut args = vec!["decode", "-v", "--keep", [r"", r"/%", r"\0A+ "][round % 3]];
        args.extend((!rules.lines).then_some("-0"));
        args.extend(rules.plus.then_some("--plus"));
        args.extend(rules.strict.then_some("--strict"));
        args.extend((!rules.reject.is_empty()).then_some(r"--reject=\0\n"));
        let file = folder.file("records", &input);
        args.push(&file);

        assert_records(&args, &file, &input, end, &reference::decode_records(&input, end, &rules));

        assert_one_value(&args, &input, &rules);
    }
}

/// Asserts that `pct` with these arguments decodes the file of `input` to the expected records, and
/// reports the refused ones. Returns the output.
#[track_caller]
pub(crate) fn assert_records(
    args: &[&str],
    file: &str,
    input: &[u8],
    end: u8,
    expected: &Records,
) -> Vec<u8> {
    let ran = run(args, "").passing_on(expected.passed_on.0, expected.passed_on.1);
    assert!(
        ran.stdout == expected.bytes,
        "{args:?}\n{:?}",
        first_difference(input, &ran.stdout, &expected.bytes, end)
    );
    assert_eq!(ran.status, Some(expected.status()), "{args:?}");
    let places: Vec<String> =
        expected.refused.iter().map(|(line, column)| format!("{file}:{line}:{column}")).collect();
    let reported: Vec<&str> =
        ran.stderr.lines().map(|line| &line[..line.find(": ").expect("a place")]).collect();
    assert_eq!(reported, places, "{args:?}");
    ran.stdout
}

/// Asserts the decoding of the input as one value, which has no records: `--raw` replaces `-0`.
#[track_caller]
pub(crate) fn assert_one_value(args: &[&str], input: &[u8], rules: &Rules) {
    let raw = reference::decode(input, &Rules { lines: false, ..rules.clone() });
    let mut args: Vec<&str> = args.iter().copied().filter(|&arg| arg != "-0").collect();
    args.insert(1, "--raw");
    let ran = run(&args, "").passing_on(raw.passed_on, raw.passed_on.min(1));
    assert!(
        ran.stdout == raw.bytes && ran.status == Some(i32::from(raw.refused.is_some())),
        "{args:?}"
    );
    assert_eq!(ran.stderr.is_empty(), raw.refused.is_none(), "{args:?}");
}

/// The first wrong record: its input, its output, and the expected output.
pub(crate) fn first_difference(
    input: &[u8],
    got: &[u8],
    expected: &[u8],
    end: u8,
) -> Option<[String; 3]> {
    let records = |bytes: &[u8]| {
        bytes
            .split(|&byte| byte == end)
            .map(|record| record.escape_ascii().to_string())
            .collect::<Vec<_>>()
    };
    let (input, got, expected) = (records(input), records(got), records(expected));
    let wrong = got.iter().zip(&expected).position(|(got, expected)| got != expected)?;
    Some([input[wrong.min(input.len() - 1)].clone(), got[wrong].clone(), expected[wrong].clone()])
}
