//! Lines that were once read wrongly without a message: now each is read right, or reported and
//! passed on.

use super::combined;
use crate::support::run;

/// Asserts the output of `--only -f`. `None`: the line is reported, passed on unchanged, and
/// inspected whole.
#[track_caller]
fn reads(format: &str, fields: &[&str], line: &str, expected: Option<&str>) {
    let selected: Vec<&str> = fields.iter().flat_map(|field| ["-f", *field]).collect();
    let log = format!("{line}\n");
    match expected {
        Some(row) => {
            let args = [&["decode", "--only", "--format", format][..], &selected].concat();
            run(&args, &log).gave(0, format!("{row}\n"));
            assert_eq!(run(&["decode", "--format", format], &log).status, Some(0), "{log}");
        }
        None => {
            let ran = run(&["decode", "--format", format], &log);
            assert_eq!((ran.status, &*ran.stdout), (Some(1), log.as_bytes()), "{ran:?}");
            assert!(ran.stderr.contains("does not fit"), "{ran:?}");
        }
    }
    if log.contains("%00") {
        let args = ["inspect", "--only", "nul", "--format", format];
        let ran = run(&args, &log).without_request();
        assert_eq!(ran.stdout, b"(standard input):1: nul\n", "{format}: {log}{ran:?}");
    }
}

const TIME: &str = "[12/Nov/2026:06:00:07 +0000]";

/// A template that splits the request into parts reads a raw space as part of the target.
#[test]
fn spaces_in_requests_that_are_cut_by_parts() {
    let by_parts =
        "$remote_addr - - [$time_local] \"$request_method $request_uri $server_protocol\" $status";
    let apache = "%h %l %u %t \"%m %U%q %H\" %>s";
    let line = |request: &str| format!("192.0.2.7 - - {TIME} \"{request}\" 200");
    for (request, target, version) in [
        ("GET /my file/%2e%2e/%00?q=1 HTTP/1.1", "/my file/../%00?q=1", "HTTP/1.1"),
        ("GET /a HTTP/1.1 %00 HTTP/1.1", "/a HTTP/1.1 %00", "HTTP/1.1"),
        ("GET /a  b HTTP/2.0", "/a  b", "HTTP/2.0"),
        ("DESCRIBE /a b RTSP/1.0", "/a b", "RTSP/1.0"),
        ("GET /%41 HTTP/3", "/A", "HTTP/3"),
        ("GET /%41 -", "/A", "-"),
        ("GET /%41 ", "/A", ""),
        ("- - -", "-", "-"),
    ] {
        let row = format!("{target}\t{version}");
        reads(by_parts, &["target", "version"], &line(request), Some(&row));
    }
    for request in ["GET /a %00", "GET /a b%00 HTTP/x", "GET /a b%00", "GE%00T /a HTTP/1.1"] {
        reads(by_parts, &[], &line(request), None);
    }
    // Apache has decoded the path, but not the query.
    let log = format!("{}\n", line("GET /my %41?q=%41%20b HTTP/1.1"));
    run(&["decode", "--format", apache], &log).gave(0, log.replace("q=%41", "q=A"));
    reads(apache, &["version"], &line("GET /my file/%2e/%00?q=1 HTTP/1.1"), Some("HTTP/1.1"));
    run(&["query", "--format", apache, "-k", "q", "--part", "path"], &log).gave(0, "/my A\tA b\n");
    // Fields of single words: the next field's form decides.
    for (template, line) in [
        ("$host$request_uri $status", "e.org/a b%00 200"),
        ("$host$request_uri $scheme", "e.org/a b%00 https"),
        ("$status $host$request_uri", "200 e.org/a b%00"),
        (
            "squid",
            "1533744000.777 11 192.0.2.7 TCP_MISS/200 1390 GET http://e.org/a b%00 - DIRECT/- text/xml",
        ),
        ("logfmt", "at=info path=/a b%00 status=200"),
        ("logfmt", "path=/a b%00"),
    ] {
        reads(template, &[], line, None);
    }
}

/// A client's field without quotes may hold separators. Such a line could end the field at any of
/// them: no status is forged, and no target is cut.
#[test]
fn lines_that_fit_in_two_ways() {
    let agent = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";
    for (template, forged, plain) in [
        ("$request_uri $status $http_user_agent", "/%41 404 ?q=%00 200 UA", "/%41 200 UA"),
        ("$request_uri $status $http_user_agent", "/%41 404 %00 200 - 5 x", "/%41 404 x 12 bytes"),
        (
            "$request_uri $status $body_bytes_sent $http_user_agent",
            "/%41 404 5 %00 200 17 UA",
            "/%41 200 5 UA",
        ),
        ("$request_uri|$status|$http_user_agent", "/%41|404|%00|200|UA", "/%41|200|U A"),
        ("$request_uri, $status, $http_user_agent", "/%41, 404, %00, 200, UA", "/%41, 200, U, A"),
        ("$request_uri $http_user_agent", "/%41 %00 UA", "/%41 UA"),
        (
            "$request_method $request_uri $server_protocol $status $http_user_agent",
            "GET /%41 HTTP/1.1 404 %00 HTTP/1.1 200 UA",
            "GET /%41 HTTP/1.1 200 U A",
        ),
        ("$request_uri $status ...", "/%41 404 %00 200 5", "/%41 404 5"),
        (
            "$status $request_uri $http_referer $http_user_agent",
            "200 /%41 %00 - U A",
            "200 /%41 - UA",
        ),
        (
            "$request_uri $http_x_forwarded_for $status",
            "/%41 x, /%00, 192.0.2.7 200",
            "/%41 192.0.2.8, 192.0.2.7 200",
        ),
        (
            "$request_uri $upstream_addr $status",
            "/%41 x, /%00, 192.0.2.7:80 200",
            "/%41 10.0.0.1:80 : 10.0.0.2:80 200",
        ),
        (
            "$remote_addr $http_user_agent $status $http_referer",
            "192.0.2.7 UA 404 %00 200 /%41",
            "192.0.2.7 curl/8 200 /%41",
        ),
        (
            "%h %U%q %>s %{User-Agent}i",
            "192.0.2.7 /a?%41 404 %00 200 UA",
            "192.0.2.7 /a?%41 200 U A",
        ),
        ("%{User-Agent}i %>s %{Referer}i", "UA 404 /%41%00 200 /a", "curl/8 404 /%41"),
        ("%{Referer}i %U %>s %{Cookie}i", "- /a 404 %00 200 c=1", "- /a 404 c=1; d=2"),
        ("$host$request_uri $status $foo", "e.org/%41 404 %00 200 x", "e.org/%41 200 x y"),
        (
            "squid",
            "1533744000.777 11 192.0.2.7 TCP_MISS/200 1390 GET http://e.org/%41 - X/y %00 - DIRECT/- text/xml",
            "1533744000.777     11 192.0.2.7 TCP_MISS/200 1390 GET http://e.org/%41 - DIRECT/- text/xml",
        ),
    ] {
        reads(template, &[], forged, None);
        let ran = run(&["inspect", "--format", template], format!("{forged}\n"));
        // (The last part of a list is a word, so the rest of that line fits no status.)
        assert!(ran.stderr.contains(":1:") && ran.stderr.contains("does not fit"), "{ran:?}");
        let line = plain.replace("UA", agent);
        let ran = run(&["decode", "--format", template], format!("{line}\n"));
        let is_agent = template == "$request_uri $http_user_agent"
            || template.ends_with("$http_referer $http_user_agent");
        if is_agent && plain.contains("UA") {
            // The end of the first field is unknown.
            assert!(ran.status == Some(1) && ran.stderr.contains("later separator"), "{ran:?}");
            continue;
        }
        let decoded = line.replace("%41", "A");
        assert_eq!(
            (ran.status, &*ran.stdout),
            (Some(0), format!("{decoded}\n").as_bytes()),
            "{template}: {ran:?}"
        );
    }
    // A quoted field begins with a quote, so spaces within quotes are clear; in S3's logs a key
    // precedes the request.
    let s3 = |key: &str, request: &str| {
        format!(
            "79a5 bucket {TIME} 192.0.2.7 - 3E57 REST.GET.OBJECT {key} {request} 200 - 1 1 7 - \"-\" \"a b 404\" -\n"
        )
    };
    let request = format!("\"GET /%00{} HTTP/1.1\"", " a".repeat(5000));
    let target = format!("/%00{}", " a".repeat(5000));
    for (key, request, target) in [
        ("k%41", &*request, &*target),
        ("-", "\"GET /%00 HTTP/1.1\"", "/%00"),
        ("k%00", "-", "k%00"),
    ] {
        run(&["inspect", "--only", "nul", "--format", "s3"], s3(key, request))
            .gave(0, format!("(standard input):1: nul\t192.0.2.7\t{target}\n"));
    }
    // A line with a known end takes linear time, for any number of spaces.
    let template = "$request_uri $http_user_agent $http_referer $status $http_cookie";
    let line = format!("/%41 UA - 200 {}%00\n", "a ".repeat(500_000));
    let ran = run(&["decode", "--format", template], &line);
    assert!(ran.status == Some(1) && ran.stdout == line.as_bytes(), "{:?}", ran.status);
}

/// An unescaped quote moves no column.
#[test]
fn unescaped_quotes() {
    let line = |rest: &str| format!("192.0.2.7 - - {TIME} \"GET /%41 HTTP/1.1\" 200 5 {rest}");
    for rest in [
        "\"-\" \"My Quoted \" Agent %00\"",
        "\"-\" \"a\" b%00\" 0.1",
        "\"-\" \"a\" b%00\" \"c\" 0.1\"",
        "\"-\" \"a\" \"b%00",
        "\"-\" \"a\" %00\"b\"",
        "\"-\" \"a\"b %00\"",
        "\"a\" b%00\" \"c\"",
    ] {
        reads("combined", &[], &line(rest), None);
    }
    for rest in [
        "\"-\" \"a \\\" b\" 0.1",
        "\"-\" \"a\" rt=0.1 uct=\"0.2\" \"192.0.2.8, 192.0.2.9\" x",
        "\"-\" \"a\" {\"k\":\"v\",\"n\":[\"1\",2]}",
        "\"-\" \"a\" \"\"",
        "\"-\" \"a\" [\"b c\"]",
    ] {
        reads("combined", &["path"], &line(rest), Some("/A"));
    }
    let traefik = "\"-\" \"a\" b%00\" 17 \"web\" \"http://10.0.0.1:80\" 3ms";
    reads("traefik", &[], &line(traefik), None);
    reads("$request_uri \"$http_user_agent\" $status", &[], "/%41 \"a\" b%00\" 200", None);
}

/// A path may begin with two slashes, and the target of CONNECT is a host with its port.
#[test]
fn targets_that_look_like_others() {
    for (target, host, port, path, query) in [
        ("//xmlrpc.php?rsd=%41", "", "", "//xmlrpc.php", "rsd=A"),
        ("//e.org/%2e%2e/x", "", "", "//e.org/../x", ""),
        ("///a?b=//c", "", "", "///a", "b=//c"),
        ("/a:1?b", "", "", "/a:1", "b"),
        ("http://e.org:80/a?b", "e.org", "80", "/a", "b"),
        ("e.org:443", "e.org", "443", "", ""),
        ("[::1]:443", "[::1]", "443", "", ""),
        ("*", "", "", "*", ""),
    ] {
        let row = format!("{host}\t{port}\t{path}\t{query}\n");
        let method = if host.is_empty() || target.contains('/') { "GET" } else { "CONNECT" };
        let log = combined("-", &format!("{method} {target} HTTP/1.1"), "-", "-");
        let args = ["query", "--part", "host,port,path,query", "--format"];
        run(&[&args[..], &["combined"]].concat(), &log).gave(0, &row);
        let json =
            format!("{{\"request\":\"{method} {target} HTTP/1.1\"}}\n{{\"uri\":\"{target}\"}}\n");
        run(&[&args[..], &["jsonl"]].concat(), json).gave(0, row.repeat(2));
    }
    // A URL in a list may begin with its host.
    run(&["query", "--url", "--part", "host,path"], "//e.org/x\n").gave(0, "e.org\t/x\n");
    let log = combined("-", "GET / HTTP/1.1", "//e.org/x", "-");
    run(&["query", "--part", "host", "--format", "combined", "-f", "referer"], log)
        .gave(0, "e.org\n");
    // A load balancer's text for an unreadable request.
    let log = super::alb("- http://e.org:443- - ", "-", "-");
    run(&["decode", "--only", "--format", "alb", "-f", "target"], log)
        .gave(0, "http://e.org:443-\n");
}

/// Some servers write the `?` of a query.
#[test]
fn queries_that_begin_with_a_question_mark() {
    for (format, log) in [
        ("%h \"%m %U\" \"%q\" %>s", "192.0.2.7 \"GET /a\" \"?q=%41&r=1\" 200\n"),
        ("$request_uri?$args|$query_string", "/a?x=1|?q=%41&r=1\n"),
        ("w3c", "#Fields: date cs-uri-path cs-uri-query\n2026-11-12 /a ?q=%41&r=1\n"),
        ("cloudfront", "#Fields: date cs-uri-query\n2026-11-12\t?q=%2541&r=1\n"),
    ] {
        let field = if format.contains('|') {
            "query_string"
        } else if format.contains('%') {
            "query"
        } else {
            "cs-uri-query"
        };
        run(&["query", "--format", format, "-f", field, "-k", "q"], log).gave(0, "A\n");
    }
}

/// An address has a fixed form, which grep's file name does not match.
#[test]
fn names_of_files_in_front() {
    let lines = [
        ("combined", combined("-", "GET /%41?q=%00 HTTP/1.1", "-", "-")),
        ("vhost-combined", format!("e.org:443 {}", combined("-", "GET /%41?q=%00 HTTP/1.1", "-", "-"))),
        ("haproxy", "192.0.2.7:2817 [12/Nov/2026:06:00:07.123] www~ web/s1 10/0/30/69/109 200 5 - - ---- 1/1/1/1/0 0/0 \"GET /%41?q=%00 HTTP/1.1\"\n".into()),
        ("envoy", "[2026-11-12T06:00:07.000Z] \"GET /%41?q=%00 HTTP/1.1\" 200 - 0 154 7 3 \"192.0.2.7\" \"ua\" \"cc21d9b0\" \"web\" \"10.0.35.28:80\"\n".into()),
        ("elb", "2026-11-12T06:00:07.000000Z app/web/5 192.0.2.7:2817 10.0.0.1:80 0.086 0.048 0.037 200 200 0 57 \"GET /%41?q=%00 HTTP/1.1\" \"ua\" ECDHE TLSv1.3\n".into()),
        ("alb", super::alb("GET /%41?q=%00 HTTP/1.1", "-", "-")),
        ("s3", "79a5 bucket [12/Nov/2026:06:00:07 +0000] 192.0.2.7 - 3E57 REST.GET.OBJECT - \"GET /%41?q=%00 HTTP/1.1\" 200 - 113 113 7 - \"-\" \"ua\" -\n".into()),
        ("squid", "1533744000.777     11 192.0.2.7 TCP_MISS/200 1390 GET http://e.org/%41?q=%00 - DIRECT/- text/xml\n".into()),
        ("logfmt", "at=info path=/%41?q=%00\n".into()),
        ("jsonl", "{\"uri\":\"/%41?q=%00\"}\n".into()),
    ];
    for (format, line) in &lines {
        for prefix in
            ["access.log-20261112.gz:", "access.log:17:", "/var/log/a.log:", "(standard input):3:"]
        {
            if *format == "logfmt" && prefix.starts_with('(') {
                continue; // A word without `=`: only the first key is lost.
            }
            let log = format!("{prefix}{line}");
            if *format != "haproxy" {
                // HAProxy's log may have any prefix.
                let ran = run(&["decode", "--format", format], &log);
                assert_eq!((ran.status, &*ran.stdout), (Some(1), log.as_bytes()), "{ran:?}");
            }
            let args = ["decode", "--format", format, "--prefix", "grep"];
            run(&args, &log).gave(0, log.replace("/%41", "/A"));
            if *format == "elb" {
                continue; // Its time is a prefix of other formats.
            }
            run(&["decode", "--format", format, "--prefix", "auto"], format!("{log}{line}"))
                .gave(0, format!("{log}{line}").replace("/%41", "/A"));
        }
    }
    for (prefix, address) in [
        ("a.log:", "192.0.2.7"),
        ("a.log:17:", "192.0.2.7"),
        ("a.log:", "2001:db8::1"),
        ("a.log:17:", "2001:db8:1:2:3:4:5:6"),
        ("a.log:17:", "2001:db8::1"),
        ("a.log:2001:", "192.0.2.7"),
        ("a.log:2001:", "db8.example"),
        ("a.log:17:", "fe80::1"),
        ("a.log:17:", "::1"),
        ("a.log:", "::ffff:192.0.2.7"),
    ] {
        let log = format!("{prefix}{}", lines[0].1.replacen("192.0.2.7", address, 1));
        let args = ["decode", "--only", "--format", "combined", "--prefix", "grep", "-f", "host"];
        run(&args, &log).gave(0, format!("{address}\n"));
        let ran = run(&["decode", "--format", "combined"], log);
        assert!(ran.stderr.contains("; --prefix grep fits; "), "{ran:?}");
    }
    // The line number may be 2001, or part of an address.
    let log = format!("a.log:2001:2003::1{}", lines[0].1.strip_prefix("192.0.2.7").unwrap());
    let ran = run(&["decode", "--format", "combined", "--prefix", "grep"], log);
    assert!(ran.status == Some(1) && ran.stderr.contains(":1:1: no file name"), "{ran:?}");
}

/// A row with more or fewer cells than the header does not belong to it.
#[test]
fn rows_of_other_lengths() {
    for (format, delimiter) in [("csv", ","), ("tsv", "\t")] {
        let log =
            "ts,url,status\n1,/x?ids=1,2&q=%41%00,200\n2,/y?q=%42,404\n3,/%43\n\n4,/%44,200\n";
        let log = log.replace(',', delimiter);
        let args = ["decode", "-v", "--format", format, "-f", "url"];
        let ran = run(&args, &log);
        let expected = log.replace("%42", "B").replace("%44", "D");
        assert_eq!((ran.status, &*ran.stdout), (Some(1), expected.as_bytes()), "{ran:?}");
        for told in
            [":2:1: does not fit", "4 fields, but 3 are named", ":4:1: does not fit", "2 fields"]
        {
            assert!(ran.stderr.contains(told), "{told}: {ran:?}");
        }
        for args in [
            &["inspect", "--only", "nul", "--format", format][..],
            &["inspect", "--only", "nul", "--format", format, "-f", "status"],
        ] {
            assert_eq!(run(args, &log).stdout, b"(standard input):2: nul\n", "{args:?}");
        }
    }
}

/// Every verb reports such rows: without -f, by name, and by number if a directive names the
/// fields.
#[test]
fn rows_of_other_lengths_in_every_verb() {
    for (format, head, delimiter) in [
        ("csv", "ts,url,x", ","),
        ("tsv", "ts\turl\tx", "\t"),
        ("w3c", "#Fields: ts cs-uri-stem x", " "),
        ("cloudfront", "#Fields: ts cs-uri-stem x", "\t"),
        ("zeek", "#fields\tts\turi\tx", "\t"),
    ] {
        // The header counts in later blocks, too.
        let rows = format!("1,{},2\n", "/a".repeat(50)).repeat(6000);
        let rows = format!("{rows}1,/b,%00,3\n2,/c\n").replace(',', delimiter);
        let (log, name) = (format!("{head}\n{rows}"), &*head.replace(['\t', ',', ' '], "|"));
        let name =
            name.split('|').rfind(|name| name.starts_with('u') || name.starts_with("cs")).unwrap();
        let is_table = matches!(format, "csv" | "tsv");
        let selections: &[&[&str]] = match is_table {
            true => &[&["-f", name], &["--fields", "a,b,c", "-f", "2"]],
            false => &[&[], &["-f", name], &["-f", "2"], &["-f", "1,2"]],
        };
        let no_field: &[&[&str]] = if is_table { &[&[], &["--fields", "a,b,c"]] } else { &[] };
        for verb in ["inspect", "decode", "check", "query", "encode"] {
            let fits_verb = if verb == "inspect" { no_field } else { &[] };
            for fields in selections.iter().chain(fits_verb) {
                let fields = [&fields[..], if verb == "query" { &["--url"] } else { &[] }].concat();
                let ran =
                    run(&[&[verb, "-j", "2", "--format", format][..], &fields].concat(), &log);
                let told = format!(
                    "(standard input):6002:1: does not fit {format}: 4 fields, but 3 are named (a value with the delimiter"
                );
                let more = "pct: 1 more like this: does not fit";
                assert_eq!(ran.status, Some(1), "{verb} {format} {fields:?}: {ran:?}");
                assert!(
                    ran.stderr.contains(&told) && ran.stderr.contains(more),
                    "{fields:?}: {ran:?}"
                );
                if verb == "inspect" {
                    assert!(ran.stdout.starts_with(b"(standard input):6002: nul"), "{ran:?}");
                }
            }
        }
    }
    // The names are inspected, too.
    for format in ["csv", "tsv"] {
        run(&["inspect", "--only", "nul", "--format", format], "%00\n1\n")
            .gave(0, "(standard input):1: nul\n");
        run(&["inspect", "--format", format], "").gave(0, "");
    }
}

/// A record has one request, under any number of keys.
#[test]
fn one_request_under_several_keys() {
    for (record, rows) in [
        (r#"{"request":"GET /api/x?q=a HTTP/1.1","request_uri":"/api/x?q=a"}"#, "2\ta\n"),
        (r#"{"url":"/?q=b","uri":"/?q=c","request_uri":"/?q=a"}"#, "2\ta\n"),
        (r#"{"http_referer":"https://e.org/?q=b","uri":"/","args":"q=a"}"#, "2\ta\n"),
        (r#"{"uri":"/?q=a","referer":"/?q=b"}"#, "2\ta\n"),
        (r#"{"request":"GET / HTTP/1.1","url":"/?q=a"}"#, ""),
    ] {
        let logfmt = record
            .replace(['{', '}'], "")
            .replace("\":", "=")
            .replace(",\"", " ")
            .replacen('"', "", 1);
        for (format, line) in [("jsonl", record), ("logfmt", &logfmt)] {
            run(&["query", "--count", "-k", "q", "--format", format], format!("{line}\n{line}\n"))
                .gave(0, rows);
        }
    }
}

/// A known name keeps its role if it is selected.
#[test]
fn selected_names_keep_their_roles() {
    let json = r#"{"referer":"https://e.org/?q=1","http_referer":"https://e.org/?q=2","url":"/?q=3","uri":"/?q=4","path":"/?q=5","target":"/?q=6"}"#;
    let keys = ["referer", "http_referer", "url", "uri", "path", "target"];
    for (number, key) in (1..).zip(keys) {
        for key in [key.to_owned(), format!("/{key}")] {
            let args = ["query", "--format", "jsonl", "-f", &key, "-k", "q"];
            run(&args, format!("{json}\n")).gave(0, format!("{number}\n"));
        }
        let record = format!("{{\"{key}\":\"/%3F%41?%26%41\",\"x\":\"%26\"}}\n");
        run(&["decode", "--format", "jsonl", "-f", key, "-f", "x"], &record)
            .gave(0, record.replace("%41", "A").replace("\"%26", "\"&"));
        let args = ["query", "--format", "logfmt", "-f", key, "-k", "q"];
        run(&args, format!("{key}=/?q={number} x=1\n")).gave(0, format!("{number}\n"));
    }
    let zeek = "#fields\tts\turi\treferrer\n1\t/?q=1\thttp://e.org/?q=2\n";
    run(&["query", "--format", "zeek", "-f", "uri", "-k", "q"], zeek).gave(0, "1\n");
    run(&["query", "--format", "zeek", "-f", "referrer", "-k", "q"], zeek).gave(0, "2\n");
}
