//! `pct inspect`.

use serde_json::{Value, json};

use crate::support::{Folder, run};
use support::Random;

#[test]
fn flags_of_each_line_most_hostile_first() {
    let input = "/index.html\n/a%00%2F%41\n/b%0D%0a\n\n/%D0%BE\r\n/%2541\n/..%5c\n/%C0%AF\n100%\n/%2e%2E/\n/%FF\n%20+%3F\n/%1b%7F\n/%C2%9b\n";
    run(&["inspect", "--only=all"], input).gave(
        0,
        "(standard input):2: nul,control,slash,unreserved\n\
         (standard input):3: cr,lf,control\n\
         (standard input):5: non-ascii\n\
         (standard input):6: nested\n\
         (standard input):7: dot-segment,backslash\n\
         (standard input):8: overlong,invalid-utf8,non-ascii\n\
         (standard input):9: malformed\n\
         (standard input):10: dot-segment,unreserved\n\
         (standard input):11: invalid-utf8,non-ascii\n\
         (standard input):13: control\n\
         (standard input):14: control,non-ascii\n",
    );
    run(&["inspect", "--only=all"], "").gave(0, "");
    run(&["inspect", "--only=all"], b"a%20b \xFF\x01\x1B/.../a../\n".as_slice()).gave(0, "");
    // Severity orders the flags: ill-formed UTF-8, malformed triplets, non-ASCII text.
    run(&["inspect", "--only=all"], "%D0%zz\n")
        .gave(0, "(standard input):1: invalid-utf8,malformed,non-ascii\n");
}

#[test]
fn a_request_in_a_line_of_a_log_is_looked_at_by_itself() {
    run(
        &["inspect", "--only=all"],
        "192.0.2.1 - - [12/Nov/2026:06:00:00 +0000] \"GET /a/%2e%2e HTTP/1.1\" 200 1 \"-\" \"x\"\n",
    )
    .gave(0, "(standard input):1: dot-segment,unreserved\n");
    run(&["inspect", "--only=all"], "GET\t%2e%2e/x\tHTTP/1.1\n")
        .gave(0, "(standard input):1: dot-segment,unreserved\n");
    // The values of a query are words, too.
    run(&["inspect", "--only", "dot-segment,slash"], "GET /a?x=1&file=..%2f..%2fetc&y HTTP/1.1\nGET /%2e%2e?y HTTP/1.1\nGET /a?x=b..%2f HTTP/1.1\n")
        .gave(0, "(standard input):1: dot-segment,slash\n(standard input):2: dot-segment\n(standard input):3: slash\n");
    // Only the terminator of a name may be escaped.
    run(&["inspect", "--only=all"], "GET ..%3b/x HTTP/1.1\nGET ..%3B\n..%3b\na..%3b x%3b. ..%41\n").gave(
        0,
        "(standard input):1: dot-segment\n(standard input):2: dot-segment\n(standard input):3: dot-segment\n(standard input):4: unreserved\n",
    );
    run(&["inspect", "--only=all"], "a.%2e b\n").gave(0, "(standard input):1: unreserved\n");
}

/// Tricks with encodings; some need no escape.
#[test]
fn tricks() {
    let input = "/..%u2215x\n/..%25u2215x\n/%252e%252e%252f\n/%c0%ae%c0%ae%c0%af\nplain\n/a?file=../../etc/passwd\n/\u{FF0F}x\n\u{202E}%E2%80%8B\n/\u{443}..\n";
    run(&["inspect", "--only=all"], input).gave(
        0,
        "(standard input):1: percent-u,confusable,malformed\n\
         (standard input):2: percent-u,confusable\n\
         (standard input):3: nested,dot-segment\n\
         (standard input):4: dot-segment,overlong,invalid-utf8,non-ascii\n\
         (standard input):6: raw-traversal\n\
         (standard input):7: confusable\n\
         (standard input):8: bidi,zero-width,non-ascii\n",
    );
    run(&["inspect", "--only", "raw-traversal,bidi"], input)
        .gave(0, "(standard input):6: raw-traversal\n(standard input):8: bidi\n");
    run(&["inspect", "--only", "percent-u,bidi"], "%25u0041\n")
        .gave(0, "(standard input):1: percent-u\n");
    // Tricks in the words of a log.
    run(&["inspect", "--only=all"], "\"GET /a?x=%252e%252e&y HTTP/1.1\" \"..\\a\"\n")
        .gave(0, "(standard input):1: nested,dot-segment,raw-traversal\n");
    // A long word is cut to the part of the flag.
    let long = format!("%20{}../{}\n{}\u{FF0F}\n", "a".repeat(80), "b".repeat(80), "c".repeat(80));
    let long = long.replace("../", "/../");
    let table = run(&["inspect", "--count", "--only", "raw-traversal,confusable"], &long);
    let table = String::from_utf8(table.stdout).expect("text");
    let rows: Vec<&str> =
        table.lines().map(|line| line.split_whitespace().last().unwrap()).collect();
    assert_eq!(
        rows,
        [
            "EXAMPLE",
            &format!("...{}/../{}...", "a".repeat(19), "b".repeat(37)),
            &format!("...{}\\xef\\xbc\\x8f", "c".repeat(20)),
        ]
    );
}

/// Names that Windows reads as others, in the words of a log and of a query, too.
#[test]
fn windows_names() {
    let input = "/private%20/x\n/a%20b\nGET /co%6E HTTP/1.1\nGET /a?x=y&f=c%3A HTTP/1.1\n\"/a.jsp%20\"\nq=a%20 b\n\"LPT%C2%B9\" x\n\
                 GET /a?to=http%3A%2F%2Fa.example&at=12%3A30 HTTP/1.1\nGET /a::%24DATA HTTP/1.1\n/a%7E1\n";
    let lines: String = [1, 3, 4, 5, 7, 9, 10]
        .map(|line| format!("(standard input):{line}: windows-name\n"))
        .concat();
    run(&["inspect"], input).gave(0, &*lines);
    run(&["inspect", "--only", "windows-name"], input).gave(0, &*lines);
    run(&["inspect", "--only", "windows-name", "--records"], "/a\n/b%2E\n").gave(0, "/b%2E\n");
}

/// The flag of an ordinary character is reported by name only.
#[test]
fn truncated_newlines() {
    let input = "/%E5%98%8D%E5%98%8A\n/\u{560D}\n%u560a\n";
    let name = "(standard input)";
    run(&["inspect"], input).gave(0, format!("{name}:3: percent-u,malformed\n"));
    run(&["inspect", "--only", "truncated-newline"], input)
        .gave(0, format!("{name}:1: truncated-newline\n{name}:3: truncated-newline\n"));
    run(&["inspect", "--only=all"], input).gave(
        0,
        format!("{name}:1: truncated-newline,non-ascii\n{name}:3: percent-u,truncated-newline,malformed\n"),
    );
    run(&["inspect", "--only", "truncated-newline"], "%E5%98%8A\n")
        .gave(0, format!("{name}:1: truncated-newline\n"));
}

#[test]
fn completions_name_every_flag() {
    let script = String::from_utf8(run(&["completions", "fish"], "").stdout).expect("text");
    for flag in percent_simd::Flags::ALL.iter() {
        let name = flag.name().expect("it is one flag");
        assert!(script.contains(name), "{name}");
    }
}

#[test]
fn records() {
    run(&["inspect", "--only=all", "-0"], "a\0b\n%00\0%\0")
        .gave(0, "(standard input):2: nul,control\n(standard input):3: malformed\n");
    run(&["inspect", "--only=all", "--raw"], "a\n%00\n%2F\n")
        .gave(0, "(standard input):1: nul,control,slash\n");
    let folder = Folder::new();
    let (one, two) = (folder.file("one", "\n%2F"), folder.file("two", "%5C\n"));
    run(&["inspect", "--only=all", &one, "-", &two], "%0A\n")
        .gave(0, format!("{one}:2: slash\n(standard input):1: lf,control\n{two}:1: backslash\n"));
}

#[test]
fn only() {
    let input = "%00%2F\n%2F\n%\n%41\n";
    run(&["inspect", "--only", "slash,unreserved"], input).gave(
        0,
        "(standard input):1: slash\n(standard input):2: slash\n(standard input):4: unreserved\n",
    );
    run(&["inspect", "--only", "malformed"], input).gave(0, "(standard input):3: malformed\n");
    run(&["inspect", "--only", "slash", "--count"], input)
        .gave(0, "FLAG   LINES  TRIPLETS  FIRST               EXAMPLE\nslash      2         3  (standard input):1  %00%2F\n");
    for wrong in ["nil", "", "nul,", "NUL"] {
        run(&["inspect", "--only", wrong], "").failed(&[
            "--only",
            "[possible values: nul, cr, lf, control, nested, percent-u, dot-segment, raw-traversal",
        ]);
    }
}

/// A byte order mark at the start marks the input, and hides nothing.
#[test]
fn a_byte_order_mark_at_the_start_is_no_finding() {
    let folder = Folder::new();
    let (one, two) =
        (folder.file("one", "\u{FEFF}/a\n\u{FEFF}/%00\n"), folder.file("two", "\u{FEFF}%2F"));
    for options in [&[][..], &["-j", "4"], &["-q"], &["--times", "2"]] {
        let ran = run(&[&["inspect", "--only=all", &one, &two][..], options].concat(), "");
        let expected = format!("{one}:2: nul,control,zero-width\n{two}:1: slash\n");
        assert!(ran.status == Some(0) && ran.stdout == expected.as_bytes(), "{ran:?}");
    }
    run(&["inspect", "--only=all", "--raw"], "\u{FEFF}a\n").gave(0, "");
    run(&["inspect", "--only=all", "-0"], "\u{FEFF}a\0\u{FEFF}\0")
        .gave(0, "(standard input):2: zero-width\n");
    let row =
        rows(&run(&["inspect", "--only=all", "--records", "--json"], "\u{FEFF}/%00\n").stdout)
            .remove(0);
    assert_eq!(
        (&row["record"], &row["places"]),
        (&json!("\u{FEFF}/%00"), &json!([{"column": 5, "flags": ["nul", "control"]}]))
    );
    run(&["query", "-k", "a"], "\u{FEFF}a=1\na=2\n").gave(0, "1\n2\n");
    run(&["query"], "\u{FEFF}a=1\n\u{FEFF}a=2\n").gave(0, "{\"a\":\"1\"}\n{\"\u{FEFF}a\":\"2\"}\n");
    for times in ["1", "2"] {
        let check = ["check", "--scheme", "uri-query", "--times", times];
        run(&check, "\u{FEFF}a=1%\n")
            .gave(1, "(standard input):1:7: malformed triplet `%`: cut short\n");
    }
}

#[test]
fn exit_status() {
    let status = |args: &[&str], input: &str| run(&[&["inspect"], args].concat(), input).status;
    for summary in [&[][..], &["--count"], &["--json"], &["--records"]] {
        let with = |args: &[&'static str]| [summary, args].concat();
        // Findings are results: the status is 0 without --fail.
        for input in ["%00\n", "%\n", "plain\n"] {
            assert_eq!(status(&with(&[]), input), Some(0));
        }
        for (only, input, expected) in [
            ("nul", "%00\n", 3),
            ("nul,lf", "%0D\na\n%00\n", 3),
            ("lf,cr", "%00\n", 0),
            ("no-nul,no-control", "%00\n", 0),
            ("nul", "%\n", 0),
            ("no-nul", "%\n", 3),
            ("all", "%2F\n", 3),
            ("no-slash", "%2F\n", 0),
        ] {
            assert_eq!(status(&with(&["--fail", "--only", only]), input), Some(expected), "{only}");
        }
        assert_eq!(status(&with(&["--fail"]), "%\n"), Some(3));
        assert_eq!(status(&with(&["--fail"]), "plain\n%2F\n"), Some(0));
        // A line that does not fit is no finding; a finding comes before it.
        let common = |line| status(&with(&["--fail", "--format", "common"]), line);
        assert_eq!(common("no log\n"), Some(1));
        assert_eq!(common("no log %00\n"), Some(3));
    }
    run(&["inspect", "--fail", "nope"], "").failed(&["nope"]);
    run(&["inspect", "--fail-on", "nul"], "").failed(&["unexpected argument '--fail-on'"]);
}

fn rows(json: &[u8]) -> Vec<Value> {
    json.split_inclusive(|&byte| byte == b'\n')
        .map(|line| serde_json::from_slice(line).expect("JSON"))
        .collect()
}

#[test]
fn json_lines() {
    let folder = Folder::new();
    let file = folder.file("a \"name\"", "x\n%00%41%zz%\n%2F\n");
    let ran = run(&["inspect", "--only=all", "--json", &file], "");
    assert_eq!(ran.status, Some(0));
    let flags = ["nul", "control", "malformed", "unreserved"];
    assert_eq!(
        rows(&ran.stdout),
        [
            json!({"file": file, "line": 2, "flags": flags, "triplets": 2, "malformed": 2}),
            json!({"file": file, "line": 3, "flags": ["slash"], "triplets": 1, "malformed": 0})
        ]
    );
    assert_eq!(
        rows(&run(&["inspect", "--json", "--count", "--only", "nul,slash", &file], "").stdout),
        [
            json!({"flag": "nul", "lines": 1, "triplets": 2, "file": file, "line": 2, "example": "%00%41%zz%"}),
            json!({"flag": "slash", "lines": 1, "triplets": 1, "file": file, "line": 3, "example": "%2F"})
        ]
    );
}

#[test]
fn summary() {
    run(&["inspect", "--only=all", "--count"], "")
        .gave(0, "FLAG  LINES  TRIPLETS  FIRST  EXAMPLE\n");
    run(
        &["inspect", "--only=all", "--count"],
        "GET /a HTTP/1.1\nGET /%20/%41 HTTP/1.1\nGET /x%2F%00\x1By \"%41\"\n",
    )
    .gave(
        0,
        "FLAG        LINES  TRIPLETS  FIRST               EXAMPLE\n\
         nul             1         3  (standard input):3  /x%2F%00\\x1by\n\
         control         1         3  (standard input):3  /x%2F%00\\x1by\n\
         slash           1         3  (standard input):3  /x%2F%00\\x1by\n\
         unreserved      2         5  (standard input):2  /%20/%41\n",
    );
    // A long value is cut to the part of the flag.
    let ran = run(
        &["inspect", "--count", "--only", "nul"],
        format!("{}%20{}%00{}\n", "a".repeat(500), "b".repeat(500), "c".repeat(500)),
    );
    let table = String::from_utf8(ran.stdout).expect("text");
    assert!(
        table.ends_with(&format!("  ...{}%00{}...\n", "b".repeat(20), "c".repeat(37))),
        "{table}"
    );
}

/// Lines of each kind, counted by hand, on any number of threads.
#[test]
fn many_blocks_and_files() {
    let folder = Folder::new();
    let mut random = Random::new(8);
    let sorts = [
        ("/clean", ""),
        ("/%00", "nul,control"),
        ("/%2f%2F", "slash"),
        ("/%5C%20x", "backslash"),
        ("/50%", "malformed"),
        ("/%D0%BE%7E", "non-ascii,unreserved"),
    ];
    let (mut lines, mut names) = (Vec::new(), Vec::new());
    let mut counts = std::collections::BTreeMap::<&str, (u64, u64, String, u64)>::new();
    for name in ["one", "two", "three"] {
        let file = folder.path(name);
        let mut text = String::new();
        for line in 1..=8_000 {
            // The first block has no rare line.
            let (value, flags) = if random.below(200) == 0 && (name != "one" || line > 4_000) {
                sorts[random.below(5)]
            } else {
                sorts[5 * random.below(2)]
            };
            text.push_str(&format!("{value} {}\n", "x".repeat(random.below(300))));
            if !flags.is_empty() {
                lines.push(format!("{file}:{line}: {flags}\n"));
            }
            for flag in flags.split(',').filter(|flag| !flag.is_empty()) {
                let found = counts.entry(flag).or_insert((0, 0, file.clone(), line));
                found.0 += 1;
                found.1 += value
                    .as_bytes()
                    .windows(2)
                    .filter(|two| two[0] == b'%' && two[1].is_ascii_hexdigit())
                    .count() as u64;
            }
        }
        names.push(folder.file(name, text));
    }
    let order = ["nul", "control", "slash", "backslash", "malformed", "non-ascii", "unreserved"];
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    for jobs in ["1", "2", "5"] {
        let ran = run(&[&["inspect", "--only=all", "-j", jobs][..], &names].concat(), "");
        assert!(ran.stdout == lines.concat().as_bytes() && ran.status == Some(0), "-j {jobs}");
        let ran = run(
            &[&["inspect", "--only=all", "--count", "--json", "-j", jobs][..], &names].concat(),
            "",
        );
        let got: Vec<(String, u64, u64, String, u64)> = rows(&ran.stdout)
            .iter()
            .map(|row| {
                let text = |key: &str| row[key].as_str().expect("text").to_owned();
                let number = |key: &str| row[key].as_u64().expect("a number");
                (text("flag"), number("lines"), number("triplets"), text("file"), number("line"))
            })
            .collect();
        let expected = order.map(|flag| {
            let (lines, triplets, file, line) = counts[flag].clone();
            (flag.to_owned(), lines, triplets, file, line)
        });
        assert_eq!(got, expected, "-j {jobs}");
    }
}

/// Flags and counts of random bytes, against counts byte by byte.
#[test]
fn any_bytes() {
    let folder = Folder::new();
    let mut random = Random::new(9);
    for round in 0..6 {
        let end = [b'\n', 0][round % 2];
        let input = random.records(2000, end);
        let file = folder.file("records", &input);
        let mut expected = String::new();
        for (index, record) in input.split(|&byte| byte == end).enumerate() {
            let digit = |at: usize| record.get(at).and_then(|&byte| char::from(byte).to_digit(16));
            let (mut values, mut malformed) = (Vec::new(), false);
            for at in (0..record.len()).filter(|&at| record[at] == b'%') {
                match (digit(at + 1), digit(at + 2)) {
                    (Some(high), Some(low)) => values.push(high * 16 + low),
                    _ => malformed = true,
                }
            }
            let has = |sort: fn(u32) -> bool| values.iter().any(|&value| sort(value));
            let flags = [
                ("nul", has(|value| value == 0)),
                ("cr", has(|value| value == 13)),
                ("lf", has(|value| value == 10)),
                ("slash", has(|value| value == 0x2F)),
                ("backslash", has(|value| value == 0x5C)),
                ("malformed", malformed),
                ("non-ascii", has(|value| value >= 0x80)),
                (
                    "unreserved",
                    has(|value| {
                        char::from_u32(value).is_some_and(|char| {
                            char.is_ascii_alphanumeric() || "-._~".contains(char)
                        })
                    }),
                ),
            ];
            let flags: Vec<&str> =
                flags.into_iter().filter_map(|(name, is_set)| is_set.then_some(name)).collect();
            if !flags.is_empty() {
                expected.push_str(&format!("{file}:{}: {}\n", index + 1, flags.join(",")));
            }
        }
        let mut args = vec![
            "inspect",
            "--only",
            "nul,cr,lf,slash,backslash,malformed,non-ascii,unreserved",
            &file,
        ];
        args.extend((end == 0).then_some("-0"));
        run(&args, "").gave(0, expected);
    }
}

/// Flags of benign URLs are named only on request.
#[test]
fn common_flags_by_name() {
    let input = "/a%2Fb\n/caf%C3%A9\n/%7Ebob\n/%2Fa%00\n";
    let name = "(standard input)";
    run(&["inspect"], input).gave(0, format!("{name}:4: nul,control\n"));
    run(&["inspect", "--only=all"], input).gave(
        0,
        format!("{name}:1: slash\n{name}:2: non-ascii\n{name}:3: unreserved\n{name}:4: nul,control,slash\n"),
    );
    run(&["inspect", "--only", "slash"], input)
        .gave(0, format!("{name}:1: slash\n{name}:4: slash\n"));
}

/// A server that cuts at NUL, drops NUL, or maps look-alikes to ASCII sees another path.
#[test]
fn dot_segments_that_others_see() {
    let input = "/a/%2e%2e%00\n/..%00/x\n/.%00./\n/%2e%2e%2500\n/%EF%BC%8E%EF%BC%8E/x\n/\u{FF0E}\u{FF0E}/x\n/..a%00\n/a%2500\n/2500\n";
    let lines = |numbers: &[usize], flag: &str| -> String {
        numbers.iter().map(|line| format!("(standard input):{line}: {flag}\n")).collect()
    };
    run(&["inspect", "--only", "dot-segment"], input)
        .gave(0, lines(&[1, 2, 3, 4, 5, 6], "dot-segment"));
    run(&["inspect", "--only", "nul"], input).gave(0, lines(&[1, 2, 3, 4, 7, 8], "nul"));
    // The search for escapes of NUL alone agrees with the search for every escape.
    let many = Random::new(31).records(8_000, b'\n');
    let slow = run(&["inspect", "--only", "nul", "--times", "1"], &many);
    let with_lf = run(&["inspect", "--only", "nul,lf"], &many).stdout;
    let with_lf = String::from_utf8(with_lf).expect("names of flags");
    let of_nul: String = with_lf
        .lines()
        .filter(|line| line.contains("nul"))
        .map(|line| line.replace(",lf", "") + "\n")
        .collect();
    assert_eq!(String::from_utf8_lossy(&slow.stdout), of_nul);
    assert!(run(&["inspect", "--only", "nul"], &many).stdout == of_nul.as_bytes());
}

/// U+FEFF at the start of an input is not part of its text (Unicode 23.8); elsewhere it has no
/// width.
#[test]
fn a_byte_order_mark_has_no_flag() {
    let combined = "h - - [12/Nov/2026:06:00:07 +0000] \"GET / HTTP/1.1\" 200 5 \"-\" \"-\"";
    for (format, line) in [
        (None, "/"),
        (Some("combined"), combined),
        (Some("jsonl"), "{\"url\":\"/\",\"n\":1}"),
        (Some("logfmt"), "at=info path=/"),
        (Some("csv"), "a,/"),
        (Some("tsv"), "a\t/"),
    ] {
        let format = format.map(|name| format!("--format={name}"));
        let args: Vec<&str> = ["inspect"].into_iter().chain(format.as_deref()).collect();
        run(&args, format!("\u{feff}{line}\n{line}\n")).gave(0, "");
        let ran = run(&args, format!("{line}\n\u{feff}{line}\n"));
        let found = String::from_utf8_lossy(&ran.stdout);
        assert!(found.starts_with("(standard input):2: zero-width"), "{args:?}: {ran:?}");
    }
}

#[test]
fn the_help_explains_every_flag() {
    let help = String::from_utf8(run(&["inspect", "--help"], "").stdout).expect("text");
    let (_, help) = help.split_once("\nFlags:\n").expect("the flags");
    let explained: Vec<&str> = help
        .lines()
        .filter_map(|line| line.strip_prefix("  ")?.split_once("  "))
        .flat_map(|(names, _)| names.split(", "))
        .collect();
    for flag in percent_simd::Flags::ALL.iter() {
        let name = flag.name().expect("a single flag");
        assert!(explained.contains(&name), "pct inspect --help does not explain {name}");
    }
}
