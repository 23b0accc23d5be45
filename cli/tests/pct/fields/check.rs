//! `check` of fields, and of decoded values.

use super::{alb, combined};
use crate::support::run;

#[test]
fn only_selected_fields() {
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
    // The default fields are the request and the referer.
    let ran = run(&["check", "--format", "combined"], &log);
    assert_eq!(
        (ran.status, ran.stdout.iter().filter(|&&byte| byte == b'\n').count()),
        (Some(1), 3)
    );
    run(&["check", "--format", "alb", "-f", "redirect_url"], alb("GET /%zz HTTP/1.1", "%", "/%41"))
        .gave(0, "");
}

#[test]
fn a_triplet_in_the_escapes_of_its_format_has_a_place() {
    run(&["check", "--format=jsonl", "-f", "u"], "{\"u\":\"\\u0025zz\"}\n{\"u\":\"a%\"}\n").gave(
        1,
        "(standard input):1:7: malformed triplet `%z`: two hex digits must follow the `%`\n\
         (standard input):2:8: malformed triplet `%`: cut short\n",
    );
    run(&["check", "--format=csv", "-f", "2"], "1,\"a\n%4x\"\n").gave(
        1,
        "(standard input):2:1: malformed triplet `%4x`: two hex digits must follow the `%`\n",
    );
}

/// Only the result is tested here; `ci/linear` counts the instructions.
#[test]
fn columns_of_many_problems() {
    const COUNT: usize = 100_000;
    let input = format!("a\t{}%25%\n", "%".repeat(COUNT));
    let ran = run(&["check", "--times", "2", "--format=tsv", "-f", "2"], &input);
    let first = (3..COUNT + 3).chain([COUNT + 6]).map(|column| (column, ""));
    let second = std::iter::repeat_n((3, " in round 2 of decoding"), COUNT + 2);
    let text = String::from_utf8(ran.stdout).expect("problems are text");
    let mut lines = text.lines();
    for (column, round) in first.chain(second) {
        let line = lines.next().unwrap_or_default();
        let place = format!("(standard input):1:{column}: malformed triplet `%");
        assert!(line.starts_with(&place) && line.ends_with(round), "{line}, for {column}{round}");
    }
    assert_eq!((ran.status, lines.next()), (Some(1), None));
}

#[test]
fn places_in_a_record() {
    let name = "(standard input)";
    // Line numbers count the lines within a record, for a field after them and for the next record.
    run(
        &["check", "--times", "2", "--format=csv", "-f", "1", "-f", "3"],
        "\"%4\n%\",b%,%25%\n\"\n\n%zz\",b,%\n",
    )
    .gave(
        1,
        format!(
            "{name}:1:2: malformed triplet `%4\\n`: two hex digits must follow the `%`\n\
             {name}:2:1: malformed triplet `%`: cut short\n\
             {name}:2:10: malformed triplet `%`: cut short\n\
             {name}:2:7: malformed triplet `%%`: two hex digits must follow the `%` in round 2 of decoding\n\
             {name}:2:7: malformed triplet `%`: cut short in round 2 of decoding\n\
             {name}:5:1: malformed triplet `%z`: two hex digits must follow the `%`\n\
             {name}:5:8: malformed triplet `%`: cut short\n"
        ),
    );
    // Overlapping fields report a problem once.
    let log = combined("-", "GET /%zz?a=100% HTTP/1.1", "-", "x");
    let args = "check --format combined -f request -f query -f path -f target";
    let ran = run(&args.split(' ').collect::<Vec<_>>(), &log);
    let text = String::from_utf8(ran.stdout).expect("problems are text");
    let mut columns: Vec<_> = text.lines().filter_map(|line| line.split(':').nth(2)).collect();
    columns.sort_unstable();
    assert_eq!(columns, ["50", "50", "50", "59", "59", "59"], "{text}");
}

#[test]
fn each_round() {
    // RFC 3986 2.4: `%2525` decodes to `%25`, and `%25` to `%`.
    let all = "(standard input):1:1: malformed triplet `%`: cut short in round 3 of decoding\n";
    for (times, expected) in [("1", ""), ("2", ""), ("3", all), ("16", all)] {
        run(&["check", "--times", times], "100%2525\n")
            .gave(i32::from(!expected.is_empty()), expected);
    }
    run(&["check", "--times", "2", "--format=tsv", "-f", "2"], "%25\t%25zz%\n").gave(
        1,
        "(standard input):1:10: malformed triplet `%`: cut short\n\
         (standard input):1:5: malformed triplet `%z`: two hex digits must follow the `%` in round 2 of decoding\n\
         (standard input):1:5: malformed triplet `%`: cut short in round 2 of decoding\n",
    );
    run(&["check", "--times", "17"], "").failed(&["must be a whole number from 1 to 16"]);
}

#[test]
fn a_scheme_holds_for_fields() {
    let input = "a b\tc d e\n";
    run(&["check", "--scheme", "uri-query", "--format=tsv", "-f", "2"], input).gave(
        1,
        "(standard input):1:6: raw ` `: uri-query escapes it as `%20`\n\
         (standard input):1:8: raw ` `: uri-query escapes it as `%20`\n",
    );
}

#[test]
fn records_that_lack_a_field_are_reported() {
    let ran = run(&["check", "--format", "combined", "-f", "target"], "no log %zz\n");
    // A line that does not fit is checked, too.
    assert!(ran.status == Some(1) && ran.stdout.starts_with(b"(standard input):1:8: "), "{ran:?}");
    assert!(ran.stderr.ends_with("; read as a whole\n"), "{ran:?}");
    let ran = run(&["check", "--format=jsonl", "-f", "ulr"], "{\"url\":\"%\"}\n");
    assert!(ran.stderr.contains("did you mean `/url`?") && ran.status == Some(1), "{ran:?}");
}

/// A line that does not fit is read as a whole, with or without an escape.
#[test]
fn lines_that_do_not_fit() {
    let log = combined("-", "GET /%zz HTTP/1.1", "-", "-");
    for (line, listed) in [
        ("no line of a log", ""),
        (
            "no % line of a log",
            "(standard input):2:4: malformed triplet `% `: two hex digits must follow the `%`\n",
        ),
    ] {
        let ran = run(&["check", "--format", "combined"], format!("{log}{line}\n"));
        let first =
            "(standard input):1:50: malformed triplet `%z`: two hex digits must follow the `%`\n";
        assert_eq!(String::from_utf8_lossy(&ran.stdout), format!("{first}{listed}"));
        assert!(ran.stderr.ends_with("; read as a whole\n") && ran.status == Some(1), "{ran:?}");
    }
}
