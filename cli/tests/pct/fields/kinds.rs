//! The values that a kind of field accepts, and values of another field or a prefix.

use crate::support::run;

const REQUEST: &str = "\"GET /%41 HTTP/1.1\"";
const TIME: &str = "[12/Nov/2026:06:00:07 +0000]";

/// The selected fields of a line of this format.
#[track_caller]
fn reads(format: &str, fields: &str, line: &str, values: &str) {
    run(&["decode", "--only", "--format", format, "-f", fields], format!("{line}\n"))
        .gave(0, format!("{values}\n"));
}

/// Asserts that a line is reported at this field, and passed on.
#[track_caller]
fn refuses(format: &str, line: &str, field: &str) {
    let ran = run(&["decode", "--format", format], line);
    assert_eq!((ran.status, &*ran.stdout), (Some(1), line.as_bytes()), "{ran:?}");
    assert!(ran.stderr.contains(&format!(": `{field}`: ")), "{ran:?}");
}

/// HAProxy writes -1 (its manual, 8.2.3, `status_code`) and Envoy 0 (`%RESPONSE_CODE%`) if no response
/// has begun.
#[test]
fn a_status_of_no_response() {
    let haproxy = format!(
        "192.0.2.7:2817 [12/Nov/2026:06:00:07.123] www~ web/<NOSRV> 10/0/-1/-1/109 -1 5 - - CC-- 1/1/1/1/0 0/0 {REQUEST}"
    );
    reads("haproxy", "path,status", &haproxy, "/A\t-1");
    let envoy = format!(
        "[2026-11-12T06:00:07.000Z] {REQUEST} 0 DC 0 0 7 - \"192.0.2.7\" \"ua\" \"cc21\" \"web\" \"10.0.35.28:80\""
    );
    reads("envoy", "path,status", &envoy, "/A\t0");
    for status in ["-2", "00", "1", "20", "2000", "20x"] {
        let line = format!("h - - {TIME} {REQUEST} {status} 5 \"-\" \"-\"");
        refuses("combined", &line, "status");
    }
}

/// A time or a name that a program puts in front is no client, no virtual host and no user.
#[test]
fn a_word_in_front() {
    for word in ["06:00:07", "06:00:07.123", "2026-11-12", "2026-11-12T06:00:07Z"] {
        refuses("$remote_addr \"$request\"", &format!("{word} {REQUEST}"), "remote_addr");
        refuses("$host \"$request\"", &format!("{word} {REQUEST}"), "host");
    }
    reads("$host \"$request\"", "host,path", &format!("e.org:443 {REQUEST}"), "e.org:443\t/A");
    for name in ["a.log:e.org", "e.org:https"] {
        let line = format!("{name} 192.0.2.7 - - {TIME} {REQUEST} 200 5 \"-\" \"-\"");
        refuses("vhost-combined", &line, "vhost");
    }
    // An identity of the client (RFC 1413) would make `client - ` the user.
    let line = format!("web1 client.example ident - {TIME} {REQUEST} 200 5 \"-\" \"-\"");
    refuses("combined", &line, "user");
}

/// A target ends before the last protocol, whatever text the client sent.
#[test]
fn targets_that_end_like_a_protocol() {
    let template = "$request_method $request_uri $server_protocol $status";
    for target in
        ["/x HTTP/1.1%00", "/x HTTP/1x", "/x HTTP/.1", "/x HTTP/", "/x 1/1.1", "/x H1/1.1"]
    {
        for protocol in ["HTTP/1.1", "HTTP/2.0", "RTSP/1.0", "HTTP/3", "-"] {
            let line = format!("GET {target} {protocol} 400");
            reads(template, "target,version,status", &line, &format!("{target}\t{protocol}\t400"));
        }
    }
}

/// A trailer of a request, and of a response (mod_log_config, `%{VARNAME}^ti` and `^to`).
#[test]
fn trailers_of_apache() {
    for direction in ["i", "o"] {
        let format = format!("%h \"%r\" %>s %{{X-Sum}}^t{direction} %D");
        let line = format!("192.0.2.7 {REQUEST} 200 abc 7");
        reads(&format, "path,x-sum,duration", &line, "/A\tabc\t7");
    }
}

/// A delimiter may follow the last column, or the last column is empty.
#[test]
fn a_delimiter_at_the_end() {
    for (format, delimiter) in [("w3c", " "), ("cloudfront", "\t")] {
        let head = "#Fields: cs-uri-stem cs-uri-query sc-status\n";
        for (row, status) in [("/%41 q 200", "200"), ("/%41 q 200 ", "200"), ("/%41 q ", "")] {
            let log = format!("{head}{}\n", row.replace(' ', delimiter));
            run(&["decode", "--only", "--format", format, "-f", "cs-uri-stem,sc-status"], log)
                .gave(0, format!("/A\t{status}\n"));
        }
    }
}

/// A missing value (`-`) has no quotes, not even at the end of a line. A user's name may have
/// spaces; they stay when the name is decoded. A line with a virtual host has a client.
#[test]
fn values_without_quotes() {
    let line = |user: &str, agent: &str| format!("h - {user} {TIME} {REQUEST} 200 5 \"-\" {agent}");
    reads("combined", "path,user-agent", &line("-", "-"), "/A\t-");
    refuses("combined", &line("-", "ua"), "user-agent");
    run(&["decode", "--format", "combined", "-f", "user"], line("a b%41", "\"ua\""))
        .gave(0, line("a bA", "\"ua\""));
    let ran = run(&["decode", "--format", "combined"], line("- -", "\"ua\""));
    let told = "(standard input):1:5: does not fit combined: `user`: the user's name or `-` is expected; no built-in format fits; ";
    assert!(ran.stderr.starts_with(told), "{ran:?}");
}
