//! `check` of fields, and of what values decode to.

use super::{alb, combined};
use crate::support::run;

#[test]
fn only_what_is_asked_for() {
    let log = combined("-", "GET /%zz?a=100% HTTP/1.1", "/%y", "%x")
        + &combined("-", "GET /ok%41 HTTP/1.1", "-", "%4");
    let name = "(standard input)";
    // Columns are those of the line: the request begins at 45, its target at 49.
    let path = format!("{name}:1:50: malformed triplet `%z`: two hex digits must follow the `%`\n");
    let query = format!("{name}:1:59: malformed triplet `%`: cut short\n");
    for (fields, expected) in [
        ("-f path", &*path),
        ("-f query", &query),
        ("-f target", &(path.clone() + &query)),
        ("-f status", ""),
    ] {
        let args = format!("check --format combined {fields}");
        run(&args.split(' ').collect::<Vec<_>>(), &log)
            .gave(i32::from(!expected.is_empty()), expected);
    }
    // The defaults are the request and the referer.
    let ran = run(&["check", "--format", "combined"], &log);
    assert_eq!(
        (ran.status, ran.stdout.iter().filter(|&&byte| byte == b'\n').count()),
        (Some(1), 3)
    );
    run(&["check", "--format", "alb", "-f", "redirect_url"], alb("GET /%zz HTTP/1.1", "%", "/%41"))
        .gave(0, "");
}

#[test]
fn what_is_spelled_with_escapes_has_its_beginning() {
    run(&["check", "--jsonl", "-f", "u"], "{\"u\":\"\\u0025zz\"}\n{\"u\":\"a%\"}\n").gave(
        1,
        "(standard input):1:7: malformed triplet `%z`: two hex digits must follow the `%`\n\
         (standard input):2:8: malformed triplet `%`: cut short\n",
    );
    run(&["check", "--csv", "-f", "2"], "1,\"a\n%4x\"\n").gave(
        1,
        "(standard input):2:1: malformed triplet `%4x`: two hex digits must follow the `%`\n",
    );
}

#[test]
fn each_round() {
    // RFC 3986 2.4: `%2525` decodes to `%25`, and that to `%`.
    let all = "(standard input):1:1: malformed triplet `%`: cut short in round 3 of decoding\n";
    for (times, expected) in [("1", ""), ("2", ""), ("3", all), ("16", all)] {
        run(&["check", "--times", times], "100%2525\n")
            .gave(i32::from(!expected.is_empty()), expected);
    }
    run(&["check", "--times", "2", "--tsv", "-f", "2"], "%25\t%25zz%\n").gave(
        1,
        "(standard input):1:10: malformed triplet `%`: cut short\n\
         (standard input):1:5: malformed triplet `%z`: two hex digits must follow the `%` in round 2 of decoding\n\
         (standard input):1:5: malformed triplet `%`: cut short in round 2 of decoding\n",
    );
    run(&["check", "--times", "17"], "").failed(&["17 is not in 1..=16"]);
}

#[test]
fn a_scheme_and_a_limit_hold_for_fields() {
    let input = "a b\tc d e\n";
    run(&["check", "--scheme", "uri-query", "--tsv", "-f", "2"], input).gave(
        1,
        "(standard input):1:6: raw ` `: uri-query writes it as `%20`\n\
         (standard input):1:8: raw ` `: uri-query writes it as `%20`\n",
    );
    run(&["check", "--scheme", "uri-query", "--tsv", "-f", "2", "--max-errors", "1"], input).said(
        1,
        "(standard input):1:6: raw ` `: uri-query writes it as `%20`\n",
        "pct: stopped here, as --max-errors says; there may be more\n",
    );
}

#[test]
fn records_that_lack_a_field_are_reported() {
    let ran = run(&["check", "--format", "combined", "-f", "target"], "no log %zz\n");
    assert_eq!((ran.status, &*ran.stdout), (Some(1), &b""[..]), "{ran:?}");
    assert!(ran.stderr.contains("(standard input):1:"), "{ran:?}");
    let ran = run(&["check", "--jsonl", "-f", "ulr"], "{\"url\":\"%\"}\n");
    assert!(ran.stderr.contains("did you mean `/url`?") && ran.status == Some(1), "{ran:?}");
}
