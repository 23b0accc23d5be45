//! Logs that a template describes: built-in formats with lines from their servers' documentation,
//! and users' templates in the words of their configuration. A line that does not fit is never cut.

use super::{alb, combined, gives};
use crate::support::{Folder, run};

/// A line of each format with `%C3%A9` in its path, and some of its fields. The lines follow the
/// documentation of HAProxy ("HTTP log format"), Envoy ("Default format string"), Istio, Traefik
/// ("CLF"), ingress-nginx ("Log format"), AWS (classic load balancers, S3), Squid.
const LINES: [(&str, &str, &str, &str); 8] = [
    (
        "haproxy",
        r#"10.0.1.2:33317 [06/Feb/2009:12:14:14.655] http-in static/srv1 10/0/30/69/109 200 2750 - - ---- 1/1/1/1/0 0/0 {1wt.eu} {} "GET /caf%C3%A9/index.html?q=%41 HTTP/1.1""#,
        "client,status,server,path",
        "10.0.1.2\t200\tsrv1\t/café/index.html\n",
    ),
    (
        "envoy",
        r#"[2016-04-15T20:17:00.310Z] "POST /api/caf%C3%A9/locations HTTP/2" 204 - 154 0 226 100 "10.0.35.28" "nsq2http" "cc21d9b0-cf5c-432b-8c7e-98aeb7988cd2" "locations" "tcp://10.0.2.1:80""#,
        "status,path,authority",
        "204\t/api/café/locations\tlocations\n",
    ),
    (
        "istio",
        r#"[2020-11-25T21:26:18.409Z] "GET /status/caf%C3%A9 HTTP/1.1" 418 - via_upstream - "-" 0 135 3 1 "-" "curl/7.73.0" "84961386-6d84-929d-98bd-c5aee93b5c88" "httpbin:8000" "127.0.0.1:80" inbound|8000|| 127.0.0.1:41854 10.44.1.27:80 10.44.1.23:37652 outbound_.8000_._.httpbin.foo.svc.cluster.local default"#,
        "status,path,route_name",
        "418\t/status/café\tdefault\n",
    ),
    (
        "traefik",
        r#"198.51.100.9 - - [12/Nov/2026:06:00:09 +0000] "GET /caf%C3%A9 HTTP/1.1" 200 2053 "-" "Mozilla/5.0 (X11)" 162 "web@docker" "http://192.0.2.3:80" 22ms"#,
        "router,duration,path",
        "web@docker\t22\t/café\n",
    ),
    (
        "ingress-nginx",
        r#"198.51.100.10 - - [12/Nov/2026:06:00:10 +0000] "GET /caf%C3%A9 HTTP/1.1" 200 5 "-" "curl/8" 120 0.004 [ns-svc-80] [] 192.0.2.9:8080, 192.0.2.10:8080 0, 5 0.001, 0.004 502, 200 abcd"#,
        "upstream_addr,upstream_status,req_id,path",
        "192.0.2.9:8080, 192.0.2.10:8080\t502, 200\tabcd\t/café\n",
    ),
    (
        "elb",
        r#"2015-05-13T23:39:43.945958Z my-loadbalancer 192.168.131.39:2817 10.0.0.1:80 0.000073 0.001048 0.000057 200 200 0 29 "GET http://www.example.com:80/caf%C3%A9 HTTP/1.1" "curl/7.38.0" - -"#,
        "client:port,status,path",
        "192.168.131.39:2817\t200\t/café\n",
    ),
    (
        "s3",
        r#"79a59df900b949e55d96a1e698fbacedfd6e09d98eacf8f8d5218e7cd47ef2be photos-example [12/Nov/2026:06:00:01 +0000] 198.51.100.4 - 3E57427F3EXAMPLE REST.GET.OBJECT red%20flower.jpg "GET /photos-example/caf%C3%A9 HTTP/1.1" 200 - 113 113 7 - "-" "S3Console/0.4" -"#,
        "bucket,operation,path",
        "photos-example\tREST.GET.OBJECT\t/photos-example/café\n",
    ),
    (
        "squid",
        "1533744000.777     11 198.51.100.1 TCP_MISS/200 1390 GET http://cdn.example.com/caf%C3%A9?q=a - ORIGINAL_DST/192.0.2.94 text/xml",
        "elapsed,host,status,path",
        "11\t198.51.100.1\t200\t/café\n",
    ),
];

/// The line of a format in [`LINES`].
fn line_of(format: &str) -> &'static str {
    LINES.iter().find(|(name, ..)| *name == format).expect("the format has a line").1
}

fn only(format: &str, fields: &str) -> Vec<String> {
    let fields = fields.split(',').flat_map(|field| ["-f", field]);
    ["decode", "--only", "--format", format].into_iter().chain(fields).map(Into::into).collect()
}

#[test]
fn lines_of_many_servers() {
    for (format, line, fields, values) in LINES {
        let args = only(format, fields);
        let args: Vec<&str> = args.iter().map(|arg| &**arg).collect();
        run(&args, format!("{line}\n")).gave(0, values);
        gives(
            &format!("decode --format {format}"),
            format!("{line}\n"),
            format!("{}\n", line.replace("%C3%A9", "é").replace("q=%41", "q=A")),
        );
        // One digit less in the status: the line is neither cut nor changed.
        let broken =
            line.replace(" 200 ", " 20 ").replace("/200 ", "/20 ").replace(" 204 ", " 20 ");
        let broken = format!("{}\n", broken.replace(" 418 ", " 41 "));
        let ran = run(&["decode", "--format", format], &broken);
        assert_eq!((ran.status, &*ran.stdout), (Some(1), broken.as_bytes()), "{ran:?}");
        let told = [&*format!("does not fit {format}: "), "three digits or `-` are expected; "];
        assert!(told.iter().all(|told| ran.stderr.contains(told)), "{ran:?}");
    }
}

/// The parts that HAProxy writes only for captures, and the addresses in front of the user in older
/// versions of ingress-nginx.
#[test]
fn lines_with_and_without_optional_parts() {
    let haproxy = line_of("haproxy");
    for captures in ["", "{1wt.eu} ", "{1wt.eu} {} ", "{a|b c} {d} "] {
        // `option httpslog` has more fields at the end.
        for more in ["", " 0/0000000000000000/0/0/0 www.example.com/TLSv1.3/TLS_AES_256_GCM_SHA384"]
        {
            let line = haproxy.replace("{1wt.eu} {} ", captures) + more + "\n";
            gives(
                "decode --format haproxy",
                &line,
                line.replace("%C3%A9", "é").replace("%41", "A"),
            );
            let args = only("haproxy", "captures,client,status,query");
            run(&args, &line).gave(0, format!("{captures}\t10.0.1.2\t200\tq=A\n"));
        }
    }
    let today = line_of("ingress-nginx");
    let older =
        today.replace("198.51.100.10 - -", "198.51.100.10 - [198.51.100.99, 192.0.2.1] - bob");
    let args = only("ingress-nginx", "host,ident,user,upstream_status,path");
    run(&args, format!("{today}\n{older}\n"))
        .gave(0, "198.51.100.10\t-\t-\t502, 200\t/café\n198.51.100.10\t-\tbob\t502, 200\t/café\n");
    gives(
        "decode --format combined,ingress-nginx",
        format!("{older}\n"),
        format!("{}\n", older.replace("%C3%A9", "é")),
    );
    let ran = run(&["decode", "--format", "combined"], format!("{older}\n"));
    let told = "; --format ingress-nginx fits; passed on unchanged\n";
    assert!(ran.status == Some(1) && ran.stderr.ends_with(told), "{ran:?}");
}

/// Values with unenclosed spaces: Apache's `%{…}t`, and a list of addresses.
#[test]
fn values_of_several_words() {
    let date = "2026-11-12 06:00:00";
    for (template, line, fields, values) in [
        (
            "%h %{%F %T}t %U",
            "192.0.2.1 DATE /a b",
            "host,time,decoded_path",
            "192.0.2.1\tDATE\t/a b\n",
        ),
        ("%h %>s %{begin:%F %T}t", "192.0.2.1 200 DATE", "time", "DATE\n"),
        ("%{%F %T}t.%{msec_frac}t %h", "DATE.123 192.0.2.1", "1,2,host", "DATE\t123\t192.0.2.1\n"),
        ("%{%F %T.}t%{msec_frac}t %h", "DATE.123 192.0.2.1", "1,host", "DATE.123\t192.0.2.1\n"),
        ("%{%F}t %{%T}t %h", "DATE 192.0.2.1", "1,2,3", "2026-11-12\t06:00:00\t192.0.2.1\n"),
        (
            "%{X-Forwarded-For}i %h %u %t",
            "192.0.2.7, 192.0.2.8 192.0.2.1 bob [DATE]",
            "1,host,user",
            "192.0.2.7, 192.0.2.8\t192.0.2.1\tbob\n",
        ),
    ] {
        let args = only(template, fields);
        let args: Vec<&str> = args.iter().map(|arg| &**arg).collect();
        run(&args, line.replace("DATE", date) + "\n").gave(0, values.replace("DATE", date));
    }
}

/// A request without quotes ends with its version; without one the line does not fit.
#[test]
fn requests_among_words() {
    for (template, more) in
        [("$remote_addr $request $http_x", "x"), ("$remote_addr $request ...", "x y")]
    {
        let args = ["decode", "--format", template];
        for request in ["GET /%41%20%22 HTTP/1.1", "\"GET /%41%20%22 b\""] {
            let line = format!("192.0.2.1 {request} {more}\n");
            run(&args, &line).gave(0, line.replace("%41", "A"));
        }
        run(&args, format!("192.0.2.1 - {more}\n")).gave(0, format!("192.0.2.1 - {more}\n"));
        for request in ["GET /%41", "GET /%41 HTTP/1.1 200 HTTP/1.1", "%41"] {
            let line = format!("192.0.2.1 {request} {more}\n");
            let ran = run(&args, &line);
            let told = "1:11: does not fit the template: `request`: quotes, or one ` HTTP/...` at its end, are expected; ";
            assert!(ran.status == Some(1) && ran.stderr.contains(told), "{ran:?}");
            assert_eq!(ran.stdout, line.as_bytes());
        }
    }
}

/// An IPv6 address before a port, with brackets and without.
#[test]
fn addresses_before_ports() {
    for (template, host) in [
        ("$remote_addr:$remote_port $status", "2001:db8::1"),
        ("$remote_addr:$remote_port $status", "192.0.2.1"),
        ("$host:$server_port $status", "[::1]"),
        ("%v:%p %>s", "[::1]"),
        ("%v:%p %>s", "www.example.com"),
        ("%h:%{remote}p %>s", "::1"),
    ] {
        let args = only(template, "1,2,status");
        let args: Vec<&str> = args.iter().map(|arg| &**arg).collect();
        run(&args, format!("{host}:443 200\n")).gave(0, format!("{host}\t443\t200\n"));
    }
    // Only a port is known to have no colon.
    let args = ["decode", "--only", "--format", "$remote_addr:$request_uri", "-f", "1", "-f", "2"];
    run(&args, "192.0.2.1:/a:%41\n").gave(0, "192.0.2.1\t/a:A\n");
}

/// A client has no space: a prefix is not part of its name.
#[test]
fn no_name_of_a_client_has_a_space() {
    let ran =
        run(&["decode", "--format", "$remote_addr | $request_uri"], "web-1 192.0.2.1 | /%41\n");
    let told =
        "1:1: does not fit the template: `remote_addr`: the client's name or address is expected";
    assert!(ran.status == Some(1) && ran.stderr.contains(told), "{ran:?}");
    assert_eq!(ran.stdout, b"web-1 192.0.2.1 | /%41\n");
}

/// A client's name may begin with digits; it is not a time.
#[test]
fn names_of_clients_with_digits() {
    for name in ["10-2-0-1.example.net", "1999-2.example.net", "10:a::1%eth0"] {
        let line = combined("-", "GET /%41 HTTP/1.1", "-", "-");
        let line = line.replacen(line.split(' ').next().unwrap(), name, 1);
        gives("decode --format combined", &line, line.replace("%41", "A"));
        let line = format!("{name} {line}");
        gives("decode --format vhost-combined", &line, line.replace("%41", "A"));
    }
}

/// The words of a server's own configuration.
#[test]
fn templates_of_users() {
    let nginx = r#"2026-03-22T04:27:07+07:00 198.51.100.26 www.example.com "GET /caf%C3%A9?q=a%20b HTTP/1.1" 301 0.000"#;
    let template = r#"$time_iso8601 $remote_addr $host "$request" $status $request_time"#;
    let values = "198.51.100.26\t0.000\t/café\tq=a b\n";
    for fields in [["remote_addr", "request_time"], ["host", "6"], ["2", "REQUEST-TIME"]] {
        // `host` is nginx's variable here; in other templates it is the client's address.
        let first = if fields[0] == "host" { "www.example.com" } else { "198.51.100.26" };
        let args = ["decode", "--only", "--format", template];
        let args =
            [&args[..], &["-f", fields[0], "-f", fields[1], "-f", "path", "-f", "query"]].concat();
        run(&args, format!("{nginx}\n")).gave(0, values.replace("198.51.100.26", first));
    }
    let apache = r#"www.example.com 198.51.100.6 - bob [12/Nov/2026:06:00:01 +0000] "GET /caf%C3%A9 HTTP/1.1" 200 32 "https://e.org/%41" 1234"#;
    for template in [
        r#"%v %h %l %u %t "%r" %>s %b "%{Referer}i" %D"#,
        r#"%v %h %l %u %t \"%r\" %>s %b \"%{Referer}i\" %D"#,
    ] {
        let decoded = apache.replace("%C3%A9", "é").replace("%41", "A");
        run(&["decode", "--format", template], format!("{apache}\n"))
            .gave(0, format!("{decoded}\n"));
        let args = [
            "decode", "--only", "--format", template, "-f", "duration", "-f", "vhost", "-f", "time",
        ];
        run(&args, format!("{apache}\n"))
            .gave(0, "1234\twww.example.com\t12/Nov/2026:06:00:01 +0000\n");
    }
    // `...` allows more fields, and no other text.
    let more = format!("{nginx} more of it\n");
    let open = format!("{template} ...");
    run(&["decode", "--format", &open], &more).gave(0, more.replace("%C3%A9", "é"));
    let ran = run(&["decode", "--format", template], &more);
    assert!(
        ran.status == Some(1) && ran.stderr.contains("does not fit the template: `request_time`"),
        "{ran:?}"
    );
    // A user with a template needs no advice to write one.
    let told = "more may follow a template that ends with ...; no built-in format fits; passed on unchanged\n";
    assert!(ran.stderr.ends_with(told), "{ran:?}");
    // The IPv6 address ends at the last colon. Variables without a separator between them are one
    // field.
    let template = r#"$client:$port $scheme://$host$request_uri $status"#;
    for name in ["4", "host", "request_uri"] {
        let args = ["decode", "--only", "--format", template];
        let args = [&args[..], &["-f", "client", "-f", "port", "-f", name]].concat();
        run(&args, "2001:db8::1:443 https://www.example.com/%41 200\n")
            .gave(0, "2001:db8::1\t443\twww.example.com/A\n");
    }
    // Quotes with any text between them, up to the last character.
    let template = r#"{"ip":"$remote_addr","host":"$host","request":"$request","status":$status}"#;
    let line = r#"{"ip":"192.0.2.7","host":"[::1]","request":"GET /\"%41 HTTP/1.1","status":200}"#;
    run(&["decode", "--format", template], format!("{line}\n"))
        .gave(0, format!("{}\n", line.replace("%41", "A")));
    let cut = &line[..line.len() - 1];
    let ran = run(&["decode", "--format", template], format!("{cut}\n"));
    assert!(ran.status == Some(1) && ran.stderr.contains("`}` is expected after it"), "{ran:?}");
}

#[test]
fn templates_of_configurations() {
    let folder = Folder::new();
    let nginx = folder.file(
        "nginx.conf",
        "http {\n  # log_format old '$host';\n  log_format  main  escape=default '$remote_addr [$time_local] '\n    '\"$request\" $status';\n  log_format short \"$remote_addr $request_uri\";\n}\n",
    );
    let apache = folder.file(
        "httpd.conf",
        "LogFormat \"%h %t \\\"%r\\\" %>s\" brief\n# LogFormat \"%r\" old\nCustomLog logs/access brief\n",
    );
    let line = "192.0.2.7 [12/Nov/2026:06:00:01 +0000] \"GET /%41 HTTP/1.1\" 200\n";
    for place in [format!("@{nginx}:main"), format!("@{apache}:brief"), format!("@{apache}")] {
        run(&["decode", "--format", &place], line).gave(0, line.replace("%41", "A"));
    }
    let place = format!("@{nginx}:short");
    run(&["decode", "--format", &place, "-f", "target"], "192.0.2.7 /%41?%42\n")
        .gave(0, "192.0.2.7 /A?B\n");
    for (place, told) in [
        (format!("@{nginx}:old"), "no format is named `old`; there are: `main` `short`"),
        (format!("@{nginx}"), "several formats: add one of `main` `short`"),
        (
            format!("@{}", folder.file("empty", "include x;\n")),
            "files that it includes are not read",
        ),
        ("@/no/such/file:main".into(), "/no/such/file: "),
        ("$".into(), "no format is named `$`"),
        ("%Z \"%r\"".into(), "`%Z` is no directive"),
        ("$a … $b".into(), "nothing may follow `…`"),
        ("${a".into(), "without a name"),
        ("%%h".into(), "has no field"),
    ] {
        run(&["decode", "--format", &place], "").failed(&[told]);
    }
}

/// Configurations, parsed like nginx and Apache httpd.
#[test]
fn templates_of_odd_configurations() {
    let folder = Folder::new();
    let nginx = folder.file(
        "nginx.conf",
        "http { # log_format no '$no';\n  log_format up '$remote_addr ' # the client; not the proxy's\n    # '$no ';\n    \"#$status;\" ' \"$request\"'# 'text\n ;log_format\n    long escape=none 'escape=$status $request_uri'; log_format bad '$a ${b';\n}\n",
    );
    let tight = folder.file(
        "tight.conf",
        "events{}http{log_format main '$remote_addr \"$request\"';server{listen 80;}}",
    );
    let apache = folder.file(
        "httpd.conf",
        "# one line \\\nLogFormat \"%D\" no\nLogFormat \"%h \\\"%r\\\"\" \\\r\n  proxy\n  logformat '%h \"%r\" \\'%>s\\'' sq\nLogFormat \"%h %U\"\nLogFormat proxy\n\nLogFormat \"%h \\\n%Z\" bad\n",
    );
    let unnamed = folder.file("unnamed.conf", "LogFormat '%h \"%r\"'\n");
    let none = folder.file("none.conf", "events {}\n");
    let line = "192.0.2.7 \"GET /%41 HTTP/1.1\"\n";
    for (place, line) in [
        (format!("@{nginx}:up"), "192.0.2.7 #200; \"GET /%41 HTTP/1.1\"\n"),
        (format!("@{nginx}:long"), "escape=200 /%41\n"),
        (format!("@{apache}:proxy"), line),
        (format!("@{apache}:sq"), "192.0.2.7 \"GET /%41 HTTP/1.1\" '200'\n"),
        (format!("@{unnamed}"), line),
        (format!("@{tight}"), line),
    ] {
        run(&["decode", "--format", &place], line).gave(0, line.replace("%41", "A"));
    }
    // Without a name, the unnamed format is used, whatever others exist.
    run(&["decode", "--only", "--format", &format!("@{apache}"), "-f", "2"], "192.0.2.7 /x\n")
        .gave(0, "/x\n");
    // nginx has a predefined format.
    for file in [&nginx, &none] {
        let place = format!("@{file}:combined");
        let line = combined("-", "GET /%41 HTTP/1.1", "-", "-");
        run(&["decode", "--format", &place], &line).gave(0, line.replace("%41", "A"));
    }
    for (place, told) in [
        (
            format!("@{apache}:combined"),
            format!(
                "{apache}: no format is named `combined`; there are: `proxy` `sq` (without a name: @{apache}) `bad`; files that"
            ),
        ),
        (
            format!("@{unnamed}:x"),
            format!(
                "{unnamed}: no format is named `x`; there are: (without a name: @{unnamed}); files that"
            ),
        ),
        (
            format!("@{nginx}"),
            format!("{nginx}: several formats: add one of `up` `long` `bad` after a colon"),
        ),
        (
            format!("@{nginx}:bad"),
            format!("{nginx}:6: `bad`: `$a ${{b`: `${{` without a name and `}}`"),
        ),
        (
            format!("@{apache}:bad"),
            format!("{apache}:9: `bad`: `%h %Z`: `%Z` is no directive of Apache's LogFormat"),
        ),
        (format!("@{none}"), format!("{none}: there is no log_format and no LogFormat here")),
    ] {
        run(&["decode", "--format", &place], "").failed(&[&told]);
    }
}

/// Each line is read in the first format that it fits.
#[test]
fn several_formats() {
    let (haproxy, envoy) = (line_of("haproxy"), line_of("envoy"));
    let log = combined("-", "GET /%41 HTTP/1.1", "-", "-") + &format!("{haproxy}\n{envoy}\n");
    let args =
        ["decode", "--only", "--format", "combined,haproxy,envoy", "-f", "status", "-f", "target"];
    run(&args, &log).gave(0, "200\t/A\n200\t/café/index.html?q=A\n204\t/api/café/locations\n");
    let args = ["decode", "--format", "combined,haproxy,envoy"];
    let decoded = log.replace("%41", "A").replace("%C3%A9", "é");
    run(&args, &log).gave(0, &decoded);
    run(&[&args[..], &["-j", "3"]].concat(), log.repeat(3_000)).gave(0, decoded.repeat(3_000));
    let ran = run(&args, log.clone() + "nothing\n");
    assert!(
        ran.status == Some(1)
            && ran.stderr.contains("(standard input):4:8: does not fit combined: "),
        "{ran:?}"
    );
    run(&["decode", "--format", "combined,csv", "-f", "1"], "")
        .failed(&["--format csv cannot be one of several"]);
    run(&["query", "--format", "combined,haproxy,envoy", "-k", "q"], log).gave(0, "\nA\n\n");
}

/// Lines in which an extra field or character would move all others: no wrong field is decoded, and
/// the attack in the line is found.
#[test]
fn no_line_is_read_wrongly_in_silence() {
    let attack = "GET /%2e%2e/%00 HTTP/1.1";
    let w3c = "#Fields: date time cs-uri-stem cs-username c-ip sc-status\n";
    for (format, log, place) in [
        // Text in front of the address, a quoted field before the request, a raw quote.
        ("combined", format!("12:30 {}", combined("-", attack, "-", "-")), "1:1"),
        ("combined", format!("1763000000.123 {}", combined("-", attack, "-", "-")), "1:16"),
        ("combined", format!("\"www.example.com\" \"{attack}\" 200 5\n"), "1:"),
        ("combined", combined("-", "GET /%2e%2e/%00\" c HTTP/1.1", "-", "-"), "1:"),
        ("alb", format!("{}\n", line_of("elb").replace("caf%C3%A9", "%2e%2e/%00")), "1:"),
        ("w3c", format!("{w3c}2026-11-12 06:00:01 /%2e%2e/%00 JOE BLOGGS 192.0.2.7 200\n"), "2:1"),
        ("w3c", format!("{w3c}2026-11-12 06:00:01  /%2e%2e/%00 - 192.0.2.7 200\n"), "2:1"),
        ("cloudfront", "1763000000.123\t192.0.2.7\t/%2e%2e/%00\t200\n".into(), "1:1"),
    ] {
        let line = log.lines().count();
        let ran = run(&["inspect", "--format", format], &log);
        let listed = format!("(standard input):{line}: ");
        let flags = String::from_utf8_lossy(&ran.stdout).into_owned();
        assert!(flags.starts_with(&listed) && flags.contains("nul"), "{log}{ran:?}");
        assert!(ran.stderr.contains(&format!("(standard input):{place}")), "{log}{ran:?}");
        assert!(ran.stderr.ends_with("; read as a whole\n"), "{log}{ran:?}");
        let ran = run(&["decode", "--format", format], &log);
        assert_eq!((ran.status, &*ran.stdout), (Some(1), log.as_bytes()), "{ran:?}");
    }
    // With named columns the line is read.
    for format in ["cloudfront", "cloudfront-realtime"] {
        let args =
            ["decode", "--format", format, "--fields", "timestamp,c-ip,cs-uri-stem,sc-status"];
        run(&args, "1763000000.123\t192.0.2.7\t/%41\t200\n")
            .gave(0, "1763000000.123\t192.0.2.7\t/A\t200\n");
    }
    run(&["decode", "--format", "csv", "--fields", "a,b", "-f", "b"], "%41,%41\n")
        .gave(0, "%41,A\n");
    run(&["decode", "--format", "csv", "--fields", "a,b", "-f", "c"], "")
        .failed(&["no field is named `c`"]);
    run(&["decode", "--format", "alb", "--fields", "a"], "").failed(&["--fields applies to"]);
    // Quotes by the W3C's grammar.
    let quoted = "2026-11-12 06:00:01 /%41 \"JOE BLOGGS\" 192.0.2.7 200\n";
    gives(
        "decode --format w3c",
        format!("{w3c}{quoted}"),
        format!("{w3c}{}", quoted.replace("%41", "A")),
    );
}

/// Every attack is found in a log of five formats with lines broken at random.
#[test]
fn a_mixed_log_with_broken_lines() {
    let attack = "GET /%2e%2e/%2e%2e/etc/passwd%00 HTTP/1.1";
    let others = ["haproxy", "envoy", "istio"].map(line_of);
    let mut random = support::Random::new(43);
    let (mut log, mut planted) = (String::new(), Vec::new());
    for number in 1..=2_000 {
        let is_attack = random.below(10) == 0;
        let mut line = match (random.below(5), is_attack) {
            (0, true) => combined("-", attack, "-", "-"),
            (0, false) => combined("-", "GET /caf%C3%A9 HTTP/1.1", "-", "-"),
            (1, true) => alb(attack, "-", "-"),
            (1, false) => alb("GET /caf%C3%A9 HTTP/1.1", "-", "-"),
            (kind, true) => others[kind - 2].replace("caf%C3%A9", "%2e%2e/%00") + "\n",
            (kind, false) => format!("{}\n", others[kind - 2]),
        };
        if random.below(100) == 0 {
            // A character is lost or inserted, outside of the attack.
            let at = random.below(20);
            if random.below(2) == 0 {
                line.remove(at);
            } else {
                line.insert(at, ['"', ' ', '[', 'x'][random.below(4)]);
            }
        }
        if is_attack {
            planted.push(number);
        }
        log += &line;
    }
    let ran =
        run(&["inspect", "--format", "combined,alb,haproxy,envoy,istio", "--only", "nul"], &log);
    let found: Vec<usize> = String::from_utf8_lossy(&ran.stdout)
        .lines()
        .map(|line| line.split(':').nth(1).and_then(|number| number.parse().ok()).expect("a line"))
        .collect();
    assert_eq!(found, planted, "{}", ran.stderr);
}
