//! Lines with the prefix of a program that passed them on.

use super::alb;
use crate::support::run;

const LINE: &str =
    r#"192.0.2.7 - bob [12/Nov/2026:06:00:07 +0000] "GET /%41%20b HTTP/1.1" 200 1 "-" "-""#;
const PREFIXES: [(&str, &str); 20] = [
    ("syslog", "Nov 12 06:00:00 web%41 nginx[7]: "),
    ("syslog", "<190>1 2026-11-12T06:00:00.003Z web1 nginx - ID47 [origin ip=\"%41\"] "),
    ("syslog", "2026-11-12T06:00:00.123456+01:00 web1 nginx[7]: "),
    ("syslog", "<190>Nov  2 06:00:00 web1 nginx: "),
    ("syslog", "<190>1 2026-11-12T06:00:00Z web1 nginx 7 - - "),
    ("cri", "2026-11-12T06:00:00.123456789Z stdout F "),
    ("cri", "2026-11-12T06:00:00Z stderr P "),
    ("docker", "2026-11-12T06:00:00.123456789Z "),
    ("compose", "web-1  | "),
    ("compose", "[pod/web-1/nginx] "),
    // Without a host name, as HAProxy and nginx (nohostname) send it.
    ("syslog", "<134>Nov 12 06:00:00 haproxy[1]: "),
    ("syslog", "Nov 12 06:00:00 nginx: "),
    ("syslog", "2026-11-12T06:00:00Z nginx: "),
    ("syslog", "Nov 12 2026 06:00:00 web1 nginx: "),
    ("syslog", "2026-11-12T06:00:00+0100 web1 nginx: "),
    ("syslog", "Nov 12 06:00:00 web1 "),
    // After a byte count (RFC 6587).
    ("syslog", "118 <190>1 2026-11-12T06:00:00Z web1 nginx 7 - - "),
    ("syslog", "99 <190>Nov 12 06:00:00 web1 nginx: "),
    // A name and a time: docker compose logs -t, kubectl logs --prefix --timestamps.
    ("docker", "web-1  | 2026-11-12T06:00:00.123456789Z "),
    ("docker", "[pod/web-1/nginx] 2026-11-12T06:00:00.1Z "),
];

#[test]
fn the_host_is_that_of_the_client() {
    for (kind, prefix) in PREFIXES {
        let line = format!("{prefix}{LINE}\n");
        for format in ["combined", "common"] {
            let args = ["decode", "--format", format, "--prefix", kind];
            let only = [&args[..], &["--only", "-f", "host", "-f", "user", "-f", "path"]].concat();
            run(&only, &line).gave(0, "192.0.2.7\tbob\t/A b\n");
            // The prefix stays byte for byte.
            let decoded = line.replace("/%41", "/A");
            run(&args, &line).gave(0, &decoded);
            run(&[&args[..], &["-j", "3"]].concat(), line.repeat(5_000))
                .gave(0, decoded.repeat(5_000));
        }
        let args = ["query", "--format", "jsonl", "--prefix", kind, "-f", "q", "-k", "a"];
        run(&args, format!("{prefix}{{\"q\":\"a=%41\"}}\n")).gave(0, "A\n");
    }
}

/// Lines of several kinds in one log, and some without a prefix.
#[test]
fn any_prefix() {
    let lines: String =
        PREFIXES.iter().map(|(_, prefix)| format!("{prefix}{LINE}\n{LINE}\n")).collect();
    let args = ["decode", "--format", "combined", "--prefix", "auto"];
    run(&args, &lines).gave(0, lines.replace("/%41", "/A"));
    run(&[&args[..], &["--only", "-f", "host"]].concat(), &lines)
        .gave(0, "192.0.2.7\n".repeat(2 * PREFIXES.len()));
    // No tags of syslog: an address that ends in a colon, a key of JSON.
    let odd = LINE.replace("192.0.2.7", "2001:db8::");
    for prefix in ["", "2026-11-12T06:00:00Z ", "Nov 12 06:00:00 web1 ", "Nov 12 06:00:00 nginx: "]
    {
        run(&[&args[..], &["--only", "-f", "host"]].concat(), format!("{prefix}{odd}\n"))
            .gave(0, "2001:db8::\n");
        let args = ["query", "--format=jsonl", "--prefix=auto", "-f", "q", "-k", "a"];
        run(&args, format!("{prefix}{{\"n\": 1, \"q\": \"a=%41\"}}\n")).gave(0, "A\n");
    }
    // A line that fits no format is reported as without the option.
    let ran = run(&args, "nothing\n");
    assert!(ran.status == Some(1) && ran.stderr.contains(":1:"), "{ran:?}");
}

/// The virtual host is a separate field.
#[test]
fn vhost_combined() {
    for vhost in ["www%41.example.com:80", "[2001:db8::1]:80", "www.example.com"] {
        let line = format!("{vhost} {LINE}\n");
        // Debian's name for the format.
        for format in ["vhost-combined", "vhost_combined"] {
            let args = ["decode", "--format", format];
            let rows = ["--only", "-f", "vhost", "-f", "2", "-f", "user", "-f", "path"];
            let expected = format!("{}\t192.0.2.7\tbob\t/A b\n", vhost.replace("%41", "A"));
            run(&[&args[..], &rows].concat(), &line).gave(0, expected);
            let decoded = line.replace("/%41", "/A");
            run(&[&args[..], &["-j", "3"]].concat(), line.repeat(5_000))
                .gave(0, decoded.repeat(5_000));
            run(&[&args[..], &["--prefix=syslog"]].concat(), format!("{}{line}", PREFIXES[0].1))
                .gave(0, format!("{}{decoded}", PREFIXES[0].1));
        }
        let args = ["query", "--format=vhost-combined", "-f", "vhost", "-k", "q"];
        let asked = line.replace("%20b", "?q=%42");
        run(&args, asked).gave(0, format!("{}\tB\n", vhost.replace("%41", "A")));
        for format in ["combined", "common", "alb"] {
            let ran = run(&["decode", "--format", format], line.repeat(2));
            let hint = "--format vhost-combined fits; passed on unchanged\n";
            assert!(ran.status == Some(1) && ran.stderr.matches(hint).count() == 1, "{ran:?}");
        }
    }
    let ran = run(&["decode", "--format=vhost-combined"], format!("{LINE}\n"));
    assert!(ran.status == Some(1) && ran.stderr.contains("--format combined fits"), "{ran:?}");
}

#[test]
fn a_line_without_it_is_reported() {
    for (kind, what) in [
        ("syslog", "no syslog header"),
        ("cri", "no time stamp"),
        ("docker", "no time stamp"),
        ("compose", "no name"),
    ] {
        let args = ["decode", "--format", "combined", "--prefix", kind];
        let ran = run(&args, format!("{LINE}\n"));
        assert_eq!((ran.status, &*ran.stdout), (Some(1), format!("{LINE}\n").as_bytes()));
        assert!(
            ran.stderr.contains("(standard input):1:1: ") && ran.stderr.contains(what),
            "{ran:?}"
        );
    }
}

/// Without the option the fields would be wrong: such lines stay uncut, and one message reports
/// them.
#[test]
fn an_unexpected_one_is_told() {
    for (kind, prefix) in PREFIXES {
        let args = ["decode", "--format", "combined", "--only", "-f", "path"];
        let ran = run(&args, format!("{prefix}{LINE}\n").repeat(2));
        let hint = format!("--prefix {kind} fits; its row has empty cells\n");
        assert!(ran.status == Some(1) && ran.stderr.matches(&hint).count() == 1, "{ran:?}");
        assert_eq!(ran.stdout, b"\n\n", "{ran:?}");
        let quiet = run(&[&args[..], &["-q"]].concat(), format!("{prefix}{LINE}\n"));
        assert!(!quiet.stderr.contains("--prefix"), "{quiet:?}");
    }
    let rest = "[12/Nov/2026:06:00:07 +0000] \"-\" 200 1 \"-\" \"-\"\n";
    let host = ["decode", "--format", "combined", "--only", "-f", "host"];
    for names in
        ["192.0.2.7 - -", "2001:db8::1 - -", "localhost - -", "Nov 12 -", "h - Jane Q. Public"]
    {
        let name = names.split(' ').next().expect("a word");
        run(&host, format!("{names} {rest}")).gave(0, format!("{name}\n"));
    }
    for names in [
        "2026-11-12T06:00:00Z - -",
        "<190>1 web1 -",
        "12/Nov/2026:06:00:07 192.0.2.7 -",
        "12:30 192.0.2.7 - -",
        "192.0.2.7 10.0.0.1 -",
        "web-1  | 192.0.2.7 - -",
        "[pod/web-1/nginx] 192.0.2.7 - -",
    ] {
        let ran = run(&host, format!("{names} {rest}"));
        assert!(ran.status == Some(1) && ran.stderr.contains(" fits"), "{ran:?}");
    }
}

/// A word in front of a line is not always a virtual host.
#[test]
fn words_that_are_no_virtual_host() {
    let rest = LINE.split_once(' ').expect("the host").1;
    for (names, is_vhost) in [
        ("1763000000.123 192.0.2.7", false),
        ("1763000000 192.0.2.7", false),
        ("1.1.1.1, 2.2.2.2", false),
        ("a,b 2.2.2.2", false),
        ("192.0.2.7 192.0.2.8", false),
        ("www.example.com:80 client.example.org", true),
    ] {
        let ran = run(&["decode", "--format", "combined"], format!("{names} {rest}\n"));
        let hint = "--format vhost-combined fits";
        assert_eq!((ran.status, ran.stderr.contains(hint)), (Some(1), is_vhost), "{ran:?}");
        let told = if is_vhost { hint } else { "; no built-in format fits; --format takes" };
        assert!(ran.stderr.contains(told), "{ran:?}");
    }
    let user = LINE.replace("bob", "a [b]");
    let ran = run(&["decode", "--format", "combined"], format!("{user}\n"));
    assert!(ran.status == Some(1) && !ran.stderr.contains("vhost-combined"), "{ran:?}");
}

/// The fields before the mismatch would be read wrongly without a message.
#[test]
fn another_format_is_told() {
    let host = |format| ["decode", "--format", format, "--only", "-f", "1"];
    let w3c = "#Version: 1.0\n#Fields: c-ip cs-uri-stem\n192.0.2.7 /\n";
    let cloudfront = "#Version: 1.0\n#Fields: date time x-edge-location c-ip\n2026-11-12\t06:00:07\tFRA6\t192.0.2.7\n";
    for (format, lines, fits) in [
        ("combined", alb("GET / HTTP/1.1", "-", "-"), "alb"),
        ("alb", format!("{LINE}\n"), "combined"),
        ("common", "{\"host\":\"192.0.2.7\"}\n".into(), "jsonl"),
        ("combined", w3c.into(), "w3c"),
        ("combined", cloudfront.into(), "w3c"),
        ("combined", "#separator \\x09\n#fields\tts\turi\n1.5\t/\n".into(), "zeek"),
    ] {
        let ran = run(&host(format), lines.repeat(2));
        let told = format!("; --format {fits} fits; its row has empty cells\n");
        assert!(ran.status == Some(1) && ran.stderr.matches(&told).count() == 1, "{ran:?}");
        let args = [&host(format)[..], &["-q"]].concat();
        assert_eq!(run(&args, &lines).stderr, "");
    }
    run(&host("common"), format!("{LINE}\n")).gave(0, "192.0.2.7\n");
}

#[test]
fn wrong_use_of_prefix() {
    run(&["decode", "--prefix", "cri"], "").failed(&["--prefix needs --format"]);
    run(&["decode", "--format", "csv", "-f", "1", "--prefix", "cri"], "")
        .failed(&["--prefix applies to logs and jsonl, not to csv"]);
    run(&["decode", "--format", "combined", "--prefix", "podman"], "")
        .failed(&["possible values: syslog, cri, docker, compose, grep, auto"]);
}

/// Structured data is `-` or in brackets (RFC 5424 6.3), and a name of compose has no quote.
#[test]
fn words_that_are_like_a_prefix() {
    let line = "192.0.2.7 - - [12/Nov/2026:06:00:07 +0000] \"GET /%41 HTTP/1.1\" 200 5\n";
    let header = "<190>1 2026-11-12T06:00:07Z web1 nginx 7 -";
    for (kind, prefix, other) in [
        ("syslog", format!("{header} [a b=\"c\"] "), format!("{header} x] ")),
        ("compose", "web-1  | ".into(), "\"web-1\"  | ".into()),
        ("compose", "[pod/web-1/nginx] ".into(), "[web-1] ".into()),
        (
            "cri",
            "2026-11-12T06:00:07.1Z stdout F ".into(),
            "2026-11-12T06:00:07.1Z stdin F ".into(),
        ),
        (
            "cri",
            "2026-11-12T06:00:07.1Z stderr P ".into(),
            "2026-11-12T06:00:07.1Z stdout X ".into(),
        ),
    ] {
        let args = ["decode", "--only", "--format", "common", "--prefix", kind, "-f", "path"];
        run(&args, format!("{prefix}{line}")).gave(0, "/A\n");
        let ran = run(&args, format!("{other}{line}"));
        assert_eq!((ran.status, &*ran.stdout), (Some(1), &b"\n"[..]), "{other}: {ran:?}");
    }
}
