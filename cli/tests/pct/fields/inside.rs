//! Lines of a log in strings of JSON objects, as docker writes them.

use super::{combined, gives};
use crate::support::run;

/// A docker record with this line.
fn docker(line: &str) -> String {
    let line = line.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n");
    format!("{{\"log\":\"{line}\",\"stream\":\"stdout\",\"time\":\"2026-11-12T06:00:01.8Z\"}}\n")
}

#[test]
fn the_line_is_read_by_its_format() {
    let line = combined("-", "GET /caf%C3%A9?q=a%22b HTTP/1.1", "https://e.org/%41", "x%20\\x22");
    let (log, plain) = (docker(&line), line.replace("%C3%A9", "é").replace("/%41", "/A"));
    for args in ["--format combined --prefix docker", "--format combined --prefix auto"] {
        gives(&format!("decode {args}"), &log, docker(&plain));
        gives(&format!("decode {args} --only -f host -f path"), &log, "192.0.2.7\t/café\n");
        gives(&format!("query {args} -k q"), &log, "a\"b\n");
        // Times of `docker logs -t` are still read, and so are bare lines under auto.
        gives(
            &format!("decode {args}"),
            format!("2026-11-12T06:00:01Z {line}"),
            format!("2026-11-12T06:00:01Z {plain}"),
        );
    }
    gives("decode --format jsonl -f log:combined", &log, docker(&plain));
    gives("decode --format jsonl -f /log:combined --only -f path", &log, "/café\n");
    gives("query --format jsonl -f log:combined -f host -f query -k q", &log, "192.0.2.7\ta\"b\n");
    gives(
        "decode --format jsonl --prefix docker -f u",
        docker("{\"u\":\"%41\"}\n"),
        docker("{\"u\":\"A\"}\n"),
    );
    // Unchanged values keep their spelling.
    let odd = "{ \"log\" : \"192.0.2.7 - - [12/Nov/2026:06:00:07 +0000] \\u0022GET /a HTTP/1.1\\u0022 200 5\" }\n";
    gives("decode --format common --prefix docker", odd, odd);
}

/// A value under a key may have the form of a template, such as a request line. The selector of the
/// key may come anywhere among those of the fields.
#[test]
fn the_value_is_read_by_a_template() {
    let record = "{\"s\":1,\"request\":\"GET /caf%C3%A9?q=%41 HTTP/1.1\"}\n";
    gives("decode --format jsonl -f request:$request --only -f path", record, "/café\n");
    gives(
        "decode --format jsonl -f method -f request:$request --only -f query",
        record,
        "GET\tq=A\n",
    );
    gives("query --format jsonl -f request:$request -k q", record, "A\n");
}

/// An attack in a line is found in any record, however malformed.
#[test]
fn lines_that_do_not_fit_are_reported_and_inspected_whole() {
    for (record, what) in [
        (docker("GET /%00\n"), "does not fit combined"),
        ("{\"message\":\"/%00\"}\n".into(), "no string `log` with a line of combined"),
        ("{\"log\":\"/%00\n".into(), "not JSON"),
    ] {
        let args = ["inspect", "--format", "combined", "--prefix", "docker", "--only", "nul"];
        let ran = run(&args, &record);
        assert_eq!(ran.stdout, b"(standard input):1: nul\n", "{ran:?}");
        assert!(ran.status == Some(1) && ran.stderr.contains(what), "{ran:?}");
        let ran = run(&["decode", "--format", "combined", "--prefix", "docker"], &record);
        assert_eq!((ran.status, &*ran.stdout), (Some(1), record.as_bytes()), "{ran:?}");
    }
}

#[test]
fn the_remedy_is_named() {
    let log = docker(&combined("-", "GET /?q=1 HTTP/1.1", "-", "-"));
    for (args, remedy) in [
        (&["decode", "--format", "combined"][..], "--prefix docker fits"),
        (&["decode", "--format", "jsonl"], "-f /log:combined"),
        (&["query", "--format", "jsonl", "-f", "log", "-k", "q"], "-f KEY:combined"),
        (&["query", "--format", "jsonl", "-f", "log", "--url"], "-f KEY:combined"),
    ] {
        let ran = run(args, &log);
        assert!(ran.stderr.contains(remedy), "{args:?} {ran:?}");
    }
}
