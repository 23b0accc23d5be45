//! `pct check`.

use crate::reference::{self, Rules};
use crate::support::{Folder, run};
use support::Random;

#[test]
fn clean_input_is_silent() {
    run(&["check"], "").gave(0, "");
    run(&["check"], b"a%20b\r\n%D0%BE \xFF\x01\n".as_slice()).gave(0, "");
    run(&["check", "--scheme", "uri-query"], "a%20b\r\n/?\n-").gave(0, "");
}

#[test]
fn every_malformed_triplet_has_its_place() {
    run(&["check"], "%41\n\na%zz%4%\r\n%u0041 %41%\n%%%41\n%4").gave(
        1,
        "(standard input):3:2: malformed triplet `%z`: two hex digits must follow the `%`\n\
         (standard input):3:5: malformed triplet `%4%`: two hex digits must follow the `%`\n\
         (standard input):3:7: malformed triplet `%`: cut short\n\
         (standard input):4:1: malformed triplet `%u`: two hex digits must follow the `%`\n\
         (standard input):4:11: malformed triplet `%`: cut short\n\
         (standard input):5:1: malformed triplet `%%`: two hex digits must follow the `%`\n\
         (standard input):5:2: malformed triplet `%%`: two hex digits must follow the `%`\n\
         (standard input):6:1: malformed triplet `%4`: cut short\n",
    );
}

#[test]
fn columns_count_bytes() {
    run(&["check"], "é東%zz\n").gave(
        1,
        "(standard input):1:6: malformed triplet `%z`: two hex digits must follow the `%`\n",
    );
    run(&["check"], "%é\n").gave(
        1,
        "(standard input):1:1: malformed triplet `%\\xc3`: two hex digits must follow the `%`\n",
    );
}

#[test]
fn null_counts_records_and_raw_counts_lines() {
    run(&["check", "-0"], "a\nb\0%zz\n%\0%4\n").gave(
        1,
        "(standard input):2:1: malformed triplet `%z`: two hex digits must follow the `%`\n\
         (standard input):2:5: malformed triplet `%`: cut short\n\
         (standard input):3:1: malformed triplet `%4\\n`: two hex digits must follow the `%`\n",
    );
    run(&["check", "--raw"], "a\n%4\n\0%").gave(
        1,
        "(standard input):2:1: malformed triplet `%4\\n`: two hex digits must follow the `%`\n\
         (standard input):3:2: malformed triplet `%`: cut short\n",
    );
}

#[test]
fn a_scheme_adds_raw_characters_that_it_escapes() {
    run(&["check", "--scheme", "uri-query"], "a b%zz\r\n\u{E9}\r\r\n%20\t").gave(
        1,
        "(standard input):1:2: raw ` `: uri-query escapes it as `%20`\n\
         (standard input):1:4: malformed triplet `%z`: two hex digits must follow the `%`\n\
         (standard input):2:1: raw `\\xc3`: uri-query escapes it as `%C3`\n\
         (standard input):2:2: raw `\\xa9`: uri-query escapes it as `%A9`\n\
         (standard input):2:3: raw `\\r`: uri-query escapes it as `%0D`\n\
         (standard input):3:4: raw `\\t`: uri-query escapes it as `%09`\n",
    );
    // `%` is not in url-path's set either, but a stray `%` is malformed.
    run(&["check", "--scheme", "url-path"], "a%b\n")
        .gave(1, "(standard input):1:2: malformed triplet `%b`: cut short\n");
    // Forms write SP as `+`.
    run(&["check", "--scheme", "form"], "a+b c\n")
        .gave(1, "(standard input):1:4: raw ` `: form escapes it as `+`\n");
    // The digits of a triplet are not raw.
    run(&["check", "--scheme", "all"], "%41B\n")
        .gave(1, "(standard input):1:4: raw `B`: all escapes it as `%42`\n");
    run(&["check", "--scheme", "all", "--raw"], "%41\r\n")
        .gave(1, "(standard input):1:4: raw `\\r`: all escapes it as `%0D`\n(standard input):1:5: raw `\\n`: all escapes it as `%0A`\n");
    run(&["check", "--scheme", "all", "-0"], "%41\n\0")
        .gave(1, "(standard input):1:4: raw `\\n`: all escapes it as `%0A`\n");
}

#[test]
fn a_set_may_be_named_instead() {
    run(&["check", "--set", "/4"], "%41/é\n").gave(
        1,
        "(standard input):1:4: raw `/`: --set escapes it as `%2F`\n\
         (standard input):1:5: raw `\\xc3`: --set escapes it as `%C3`\n\
         (standard input):1:6: raw `\\xa9`: --set escapes it as `%A9`\n",
    );
    run(&["check", "--set", "/", "--scheme", "form"], "").failed(&["cannot be used with"]);
}

#[test]
fn files_are_named() {
    let folder = Folder::new();
    let (one, two) = (folder.file("one", "%41\n%\n"), folder.file("two", "%4"));
    run(&["check", &one, "-", &two], "%\n").gave(
        1,
        format!(
            "{one}:2:1: malformed triplet `%`: cut short\n(standard input):1:1: malformed triplet `%`: cut short\n\
             {two}:1:1: malformed triplet `%4`: cut short\n"
        ),
    );
}

#[test]
fn a_flood_of_problems_is_listed_whole() {
    let ran = run(&["check", "--raw"], "%".repeat(60_000));
    let lines: Vec<&[u8]> = ran.stdout.split_inclusive(|&byte| byte == b'\n').collect();
    assert_eq!((ran.status, lines.len()), (Some(1), 60_000));
    assert!(lines[59_998].starts_with(b"(standard input):1:59999: malformed triplet `%%`: "));
}

#[test]
fn every_problem_of_any_bytes() {
    let folder = Folder::new();
    let mut random = Random::new(4);
    for round in 0..8 {
        let end = [b'\n', 0][round % 2];
        let input = random.records(1000, end);
        let file = folder.file("records", &input);
        let mut args = vec!["check", &file, "--scheme", ["uri-component", "all"][round / 2 % 2]];
        args.extend((end == 0).then_some("-0"));
        let kept = |byte: u8| {
            round / 2 % 2 == 0 && (byte.is_ascii_alphanumeric() || b"-._~".contains(&byte))
        };

        let mut expected = Vec::new();
        for (index, record) in input.split_inclusive(|&byte| byte == end).enumerate() {
            let mut value = record.strip_suffix(&[end]).unwrap_or(record);
            if end == b'\n' {
                value = value.strip_suffix(b"\r").unwrap_or(value);
            }
            for at in 0..value.len() {
                let triplet = |start: usize| {
                    value.get(start..start + 3).is_some_and(|three| {
                        three[0] == b'%' && three[1..].iter().all(u8::is_ascii_hexdigit)
                    })
                };
                if !(at.saturating_sub(2)..=at).any(triplet) && !kept(value[at]) {
                    expected.push(format!("{file}:{}:{}", index + 1, at + 1));
                }
            }
        }
        let ran = run(&args, "");
        let listed: Vec<String> = ran
            .stdout
            .split(|&byte| byte == b'\n')
            .map(|line| String::from_utf8_lossy(line).split(": ").next().unwrap_or("").to_owned())
            .collect();
        assert_eq!(listed[..listed.len() - 1], expected, "{args:?}");

        // Without a scheme, `check` finds the problems of decoding.
        let strict = Rules { strict: true, lines: end == b'\n', ..Rules::default() };
        let status = reference::decode_records(&input, end, &strict).status();
        assert_eq!(
            run(&[&["check", &file][..], if end == 0 { &["-0"] } else { &[] }].concat(), "").status,
            Some(status)
        );
    }
}

#[test]
fn many_blocks_and_files_in_order() {
    let folder = Folder::new();
    // A problem in every seventh line; about ten blocks in each file.
    let lines = 7_000;
    let plain = "x".repeat(300);
    let is_clean = |line: usize| !line.is_multiple_of(7);
    let text: String = (1..=lines)
        .map(|line| {
            if is_clean(line) {
                format!("/some/where/%D0%BE/and/so/on?x=100%25{plain}\n")
            } else {
                format!("/some/where/%D0%BE/and%zz/so/on?x=100{plain}\n")
            }
        })
        .collect();
    let (one, two) = (folder.file("one", &text), folder.file("two", &text));
    let all: String = [&one, &two]
        .into_iter()
        .flat_map(|file| (1..=lines).filter(|&line| !is_clean(line)).map(move |line| (file, line)))
        .map(|(file, line)| {
            format!(
                "{file}:{line}:23: malformed triplet `%z`: two hex digits must follow the `%`\n"
            )
        })
        .collect();
    for jobs in ["1", "2", "5"] {
        let ran = run(&["check", "-j", jobs, &one, &two], "");
        assert!(ran.stdout == all.as_bytes() && ran.stderr.is_empty(), "-j {jobs}");
        assert_eq!(ran.status, Some(1), "-j {jobs}");
    }
    // The CR of a line's end is not in the line.
    run(&["check", "--set", "\\r"], "a\r\nb\r\r\n")
        .gave(1, "(standard input):2:2: raw `\\r`: --set escapes it as `%0D`\n");
    // A name with a line feed is shown in one line.
    let path = folder.path("two\nlines");
    if std::fs::write(&path, "%\n").is_ok() {
        let shown = folder.path("two\\nlines");
        run(&["check", &path], "")
            .gave(1, format!("{shown}:1:1: malformed triplet `%`: cut short\n"));
    }
}
