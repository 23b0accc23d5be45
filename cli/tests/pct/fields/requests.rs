//! Requests as clients send them: with spaces in the target, without a method, with an extra space.
//! No verb may skip such requests.

use super::{alb, combined, gives};
use crate::support::run;

/// Requests with `%00`: the target and the parameters of each.
const REQUESTS: [(&str, &str, &str); 7] = [
    ("GET /s?q=a b&c=%00 HTTP/1.1", "/s?q=a b&c=%00", r#"{"q":"a b","c":"\u0000"}"#),
    ("/a?c=%00", "/a?c=%00", r#"{"c":"\u0000"}"#),
    ("GET  /a?c=%00  HTTP/1.1", "/a?c=%00", r#"{"c":"\u0000"}"#),
    ("GET /a?c=%00", "/a?c=%00", r#"{"c":"\u0000"}"#),
    ("GET /a?c=%00 SIP/2.0", "/a?c=%00 SIP/2.0", r#"{"c":"\u0000 SIP/2.0"}"#),
    (" /a?c=%00 HTTP/1.1", "/a?c=%00", r#"{"c":"\u0000"}"#),
    ("GET /a HTTP/1.1 ?c=%00 HTTP/1.1", "/a HTTP/1.1 ?c=%00", r#"{"c":"\u0000"}"#),
];

#[test]
fn every_verb_sees_them() {
    for (request, target, parameters) in REQUESTS {
        let malformed = request.replace("%00", "%zz");
        for (format, line) in [
            ("combined", combined("-", request, "-", "-")),
            ("common", combined("-", request, "-", "-")),
            ("alb", alb(request, "-", "-")),
        ] {
            let of = |verb: &str| format!("{verb} --format {format}");
            gives(&format!("{} --only -f target", of("decode")), &line, format!("{target}\n"));
            gives(&of("query"), &line, format!("{parameters}\n"));
            gives(&of("decode"), &line, &line);
            gives(&of("decode"), line.replace("%00", "%41"), line.replace("%00", "A"));
            gives(&of("normalize"), line.replace("%00", "%41%0a"), line.replace("%00", "A%0A"));
            let args = of("inspect --only nul --fail");
            run(&args.split(' ').collect::<Vec<_>>(), &line)
                .without_request()
                .gave(3, "(standard input):1: nul\n");
            let (check, line) = (of("check"), line.replace(request, &malformed));
            let column = line.find("%zz").expect("it is there") + 1;
            run(&check.split(' ').collect::<Vec<_>>(), &line).gave(
                1,
                format!("(standard input):1:{column}: malformed triplet `%z`: two hex digits must follow the `%`\n"),
            );
        }
    }
}

/// TLS sent to a port of HTTP is logged, too, and its line is not malformed.
#[test]
fn malformed_requests() {
    for request in ["-", "", r"\x16\x03\x01\x00\xEE\x01 \xFC", r"\x16\x03\x01\x02"] {
        let line = combined("-", request, "-", "-");
        gives("decode --format combined", &line, &line);
        gives("check --format combined", &line, "");
        gives("inspect --format combined", &line, "");
        gives("query --format combined", &line, "{}\n");
    }
}

/// Only triplets are replaced: raw spaces stay, and none is added.
#[test]
fn spaces_of_urls() {
    let line = |url: &str| combined("-", &format!("GET {url} HTTP/1.1"), url, "-");
    for (before, after) in
        [("/x y+z%20w", "/x y%20z%20w"), ("/x+z%20w", "/x%20z%20w"), ("/x y+%41", "/x y%20A")]
    {
        gives("decode --format combined --plus", line(before), line(after));
    }
    for (before, after) in
        [("/x y%252541", "/x yA"), ("/x %2541 y%25%41", "/x A y%A"), (r"/\%2541 \xFF", r"/\A \xFF")]
    {
        gives("decode --format combined --times 3", line(before), line(after));
    }
    gives(
        "decode --format combined --utf8 lossy",
        line(r"/x y\.%FF\x7E%41"),
        line("/x y\\.\u{FFFD}\\x7EA"),
    );
    gives("decode --format combined --keep %", line(r"/x\.%2525%25%41"), line(r"/x\.%2525%25A"));
}
