//! A wrong format, field or key: a selection that no record has.

use super::combined;
use crate::support::{Folder, Ran, run};

/// Asserts status 1, unchanged input, and one message with these parts.
#[track_caller]
fn missing(args: &str, input: &str, parts: &[&str]) {
    let ran = run(&args.split(' ').collect::<Vec<_>>(), input);
    assert_eq!((ran.status, &*ran.stdout), (Some(1), input.as_bytes()), "{ran:?}");
    assert_eq!(ran.stderr.lines().count(), 1, "{ran:?}");
    for part in parts {
        assert!(ran.stderr.contains(part), "{part:?} is missing in\n{}", ran.stderr);
    }
}

#[test]
fn another_format() {
    let log = combined("-", "GET /%41 HTTP/1.1", "-", "%41").repeat(3);
    for verb in ["decode", "encode"] {
        let ran = run(&[verb, "--format", "cloudfront"], &log);
        assert_eq!((ran.status, &*ran.stdout), (Some(1), log.as_bytes()), "{ran:?}");
        let told = [
            "(standard input):1:1: does not fit cloudfront: no `#Fields:` line",
            "--fields; passed on unchanged\npct: 2 more like this",
        ];
        assert!(told.iter().all(|told| ran.stderr.contains(told)), "{ran:?}");
    }
    missing(
        "decode --format tsv -f 2",
        &log,
        &["no record has field 2; tsv separates fields by tabs"],
    );
    missing("decode --format w3c -f 99", &log, &["no record has field 99", "by spaces"]);
}

#[test]
fn a_field_behind_the_last() {
    for (args, line) in
        [("decode --format tsv -f 9", "%41\t%42\n"), ("decode --format csv -f 9", "%41,%42\n")]
    {
        missing(args, &line.repeat(2), &[":1: no record has field 9", "this record has 2 fields"]);
        missing(&format!("{args} -f 8"), line, &["no record has field 8 or 9"]);
    }
    // Besides a name, the header gives the number of fields.
    run(&["decode", "--format=csv", "-f", "url", "-f", "9"], "id,url\n1,%41\n")
        .failed(&["there is no field 9; there are: id url"]);
}

/// No column has the selected name.
#[test]
fn a_column_that_the_header_lacks() {
    let folder = Folder::new();
    let [one, two] = ["one", "two"].map(|name| folder.file(name, "id,url,referrer\n1,%41,%42\n"));
    for (column, meant) in
        [("URL", " (did you mean `url`?)"), ("referer", " (did you mean `referrer`?)"), ("zz", "")]
    {
        let what =
            format!("{one}: no field is named `{column}`{meant}; there are: id url referrer (");
        for args in [
            &["decode"][..],
            &["decode", "--only"],
            &["decode", "-i"],
            &["decode", "--strict=drop"],
            &["check"],
            &["query"],
            &["inspect"],
        ] {
            let args = [args, &["--format", "csv", "-f", column, &one]].concat();
            run(&args, "").failed(&[&what]);
        }
    }
    // The other inputs are unchanged.
    let other = folder.file("other", "URL\n%41\n");
    let ran = run(&["decode", "--format=csv", "-f", "url", &one, &other, &two], "");
    let expected = "id,url,referrer\n1,A,%42\n".repeat(2);
    assert_eq!((ran.status, &*ran.stdout), (Some(2), expected.as_bytes()), "{ran:?}");
    assert_eq!(folder.read("one"), b"id,url,referrer\n1,%41,%42\n");
}

#[test]
fn a_key_that_is_not_there() {
    let line = "{\"id\":1,\"url\":\"%41\",\"request\":{\"target\":\"%42\",\"a/b~\":\"%43\"},\"l\":[\"%44\"]}\n";
    for (selector, meant) in [
        ("request.target", "did you mean `/request/target`?"),
        ("target", "did you mean `/request/target`?"),
        ("ulr", "did you mean `/url`?"),
        ("/Request/Target", "did you mean `/request/target`?"),
        ("/l/1", "did you mean `/l/0`?"),
        ("request/a~1b~0", "did you mean `/request/a~1b~0`?"),
        // The value is not a string.
        ("id", "no record has a string `id`; "),
        ("/qqqqqq", "this record has /l/0 /request/a~1b~0 /request/target /url"),
    ] {
        let args = format!("decode --format jsonl -f {selector}");
        missing(&args, &line.repeat(2), &[":1: no record has a string", selector, meant]);
    }
    missing("decode --format jsonl -f x", "{\"a\":1}\n", &["this record has no strings"]);
}

/// The names of a record drive no terminal: all formats show them escaped.
#[test]
fn names_of_a_record_stay_in_their_line() {
    let shown = "a\\u{1b}[31m\\nX\\u{202e}\\u{2028}é";
    let line = "{\"a\\u001b[31m\\nX\\u202e\\u2028é\":\"x\"}\n";
    for verb in ["decode", "check", "query", "inspect"] {
        for (key, said) in [
            ("nope", format!("this record has /{shown}\n")),
            ("/a[31mXé", format!("did you mean `/{shown}`?\n")),
        ] {
            let ran = run(&[verb, "--format=jsonl", "-f", key], line);
            assert_eq!(ran.status, Some(1), "{ran:?}");
            assert!(ran.stderr.ends_with(&said), "{ran:?}");
        }
    }
    for (format, header) in [
        ("csv", "\"a\x1B[31m\nX\u{202E}\u{2028}é\"\n"),
        ("tsv", "a\x1B[31mX\u{202E}\u{2028}é\n"),
        ("w3c", "#Fields: a\x1B[31mX\u{202E}\u{2028}é\n"),
    ] {
        let ran = run(&["decode", "--format", format, "-f", "nope"], header);
        let shown = if format == "csv" { shown.into() } else { shown.replace("\\n", "") };
        assert!(ran.stderr.contains(&format!("there are: {shown} (name one of")), "{ran:?}");
    }
}

#[test]
fn only_fields_that_no_record_has() {
    let gives = |args: &str, input: &str, output: &str| {
        run(&args.split(' ').collect::<Vec<_>>(), input).gave(0, output);
    };
    // One record is enough, even a late one.
    gives(
        "decode --format jsonl -f u",
        "{}\n{\"u\":\"%41\"}\n{\"v\":0}\n",
        "{}\n{\"u\":\"A\"}\n{\"v\":0}\n",
    );
    gives("decode --format tsv -f 2", "a\n\nb\t%41\n", "a\n\nb\tA\n");
    let many = "{\"v\":\"%41\"}\n".repeat(50_000);
    gives(
        "decode --format jsonl -f u -j 4",
        &format!("{many}{{\"u\":\"\"}}\n"),
        &format!("{many}{{\"u\":\"\"}}\n"),
    );
    // Without records, no field is missing.
    for (args, input) in [
        ("decode --format tsv -f 2", ""),
        ("decode --format csv -f 2", "\n\r\n"),
        ("decode --format jsonl -f u", " \n"),
        ("decode --format csv -f url", "id,url\n"),
        ("decode --format w3c", "#Fields: a b\n#Date: x\n"),
        ("decode --format cloudfront", "#Version: 1.0\n"),
    ] {
        gives(args, input, input);
    }
    // The existing field is decoded; the missing one is reported.
    let ran = run(&["decode", "--format=tsv", "-f", "1", "-f", "3"], "%41\tb\n");
    assert_eq!((ran.status, &*ran.stdout), (Some(1), &b"A\tb\n"[..]));
    assert!(ran.stderr.contains("no record has field 3;"), "{ran:?}");
}

/// A message is short, whatever the number and length of the names.
#[test]
fn names_that_are_told_are_few() {
    let names: Vec<String> = (0..20_000).map(|at| format!("n{at}")).collect();
    let long = "é".repeat(100_000);
    for (args, input) in [
        ("decode --format csv -f x", names.join(",") + "\n"),
        ("check --format tsv -f 200000 -f n1", names.join("\t") + "\n"),
        ("query --format w3c -f x", format!("#Fields: {}\n", names.join(" "))),
        (
            "decode --format jsonl -f x",
            format!("{{\"{}\":\"\"}}\n", names[..5000].join("\":\"\",\"")),
        ),
        ("decode --format csv -f x", format!("{long},{long}\n")),
        ("decode --format jsonl -f x", format!("{{\"{}\":\"\"}}\n", &long[..40_000])),
        ("decode --format jsonl -f x", format!("{{\"{}\":{{\"x\":\"\"}}}}\n", &long[..40_000])),
    ] {
        let ran = run(&args.split(' ').collect::<Vec<_>>(), input);
        let is_told = ran.stderr.contains("n0 ") && ran.stderr.contains(" in all)")
            || ran.stderr.contains("éé...");
        let status = if args.contains("csv") || args.contains("tsv") { 2 } else { 1 };
        let is_short = ran.stderr.len() < 1000;
        assert!(ran.status == Some(status) && is_told && is_short, "{}", ran.stderr);
    }
}

#[test]
fn each_input_by_itself() {
    let folder = Folder::new();
    let (good, short) = (folder.file("good", "a\t%41\n"), folder.file("short", "\n%42\n%43\n"));
    let other = folder.file("other", ("x".repeat(200) + "\n").repeat(4_000));
    let Ran { status, stderr, .. } =
        run(&["decode", "--format=tsv", "-f", "2", &good, &short, &other, "-j", "3"], "");
    let told: Vec<&str> = stderr.lines().collect();
    assert_eq!((status, told.len()), (Some(1), 2), "{stderr}");
    assert!(told[0].starts_with(&format!("pct: {short}:2: no record has field 2;")), "{stderr}");
    assert!(told[1].starts_with(&format!("pct: {other}:1: no record has field 2;")), "{stderr}");
}

/// A value of another type is not a string, but exists: the message counts such records, and gives
/// the first line and the type.
#[test]
fn values_of_other_types() {
    let filler = format!("{{\"x\":\"{}\"}}\n", "/%41".repeat(250)).repeat(300); // several blocks
    for (key, value, name) in [
        ("message", "5", "a number"),
        ("message", "-1.5e3", "a number"),
        ("message", "true", "a boolean"),
        ("message", "null", "null"),
        ("message", "{\"a\":\"%41\"}", "an object"),
        ("message", "[\"%41\"]", "an array"),
        ("/message", "{}", "an object"),
        ("/a/*/message", "[]", "an array"),
    ] {
        let record = match key {
            "/a/*/message" => {
                format!("{{\"a\":[{{\"message\":{value}}},{{\"message\":{value}}}]}}\n")
            }
            _ => format!("{{\"message\":{value},\"x\":\"%41\"}}\n"),
        };
        let lacking = "{\"x\":1}\n";
        let told = |records, line| {
            format!("; {records} with another type, in line {line} `{key}` is {name}; ")
        };
        let is_scalar = !value.starts_with(['{', '[', 'n']);
        for (log, records, line) in [
            (format!("{record}{lacking}"), 1, 1),
            (format!("{lacking}{record}{record}"), 2, 2),
            (format!("{filler}{record}{filler}{record}{filler}{record}"), 3, 301),
        ] {
            for verb in ["decode", "encode", "normalize", "check", "inspect"] {
                let is_read = matches!(verb, "check" | "inspect");
                let ran = run(&[verb, "-j", "3", "--format", "jsonl", "-f", key], &log);
                let is_told = ran.stderr.contains(&format!("no record has a string `{key}`"))
                    && ran.stderr.contains(&told(records, line));
                // A verb that only reads accepts a number, too.
                assert_eq!(
                    (ran.status, is_told),
                    if is_read && is_scalar { (Some(0), false) } else { (Some(1), true) },
                    "{verb} {ran:?}"
                );
            }
            // One record has a string, so no field is missing.
            let log = format!("{log}{}", record.replace(value, "\"%41\""));
            let ran = run(&["decode", "--format", "jsonl", "-f", key], &log);
            assert_eq!((ran.status, &*ran.stderr), (Some(0), ""), "{key} {value}");
        }
    }
    // The value is a string, but its line does not fit.
    let line = combined("-", "GET /%41 HTTP/1.1", "-", "-").trim_end().replace('"', "\\\"");
    let log =
        format!("{{\"message\":\"{line}\"}}\n{{\"message\":5,\"x\":\"%41\"}}\n{{\"x\":\"%41\"}}\n");
    for verb in ["decode", "encode", "check", "inspect"] {
        let ran = run(&[verb, "--format", "jsonl", "-f", "message"], &log);
        assert!(ran.status == Some(1) && ran.stderr.contains("is a line of combined"), "{ran:?}");
        assert!(!ran.stderr.contains("no record"), "{ran:?}");
        let ran = run(&[verb, "--format", "jsonl", "-f", "nope,message"], &log);
        assert!(ran.stderr.contains("no record has a string `nope`; "), "{ran:?}");
    }
}
