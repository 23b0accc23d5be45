//! `inspect` of fields, of decoded values, and of whole records.

use super::combined;
use crate::support::{Folder, run};

#[track_caller]
fn inspect(args: &str, input: impl AsRef<[u8]>, status: i32, output: impl AsRef<[u8]>) {
    // The flags of benign URLs are included, unless the test names flags.
    let all = if args.contains("--only") { "" } else { "--only all " };
    let args = format!("inspect {all}{args}");
    run(&args.split(' ').collect::<Vec<_>>(), input).gave(status, output);
}

/// Text in place of a method or a version is part of the target.
#[test]
fn malformed_requests_are_inspected_whole() {
    for request in [
        "GET/%2e%2e/%00 HTTP/1.1",
        "GET/%2e%2e/%00",
        "%2e%2e/%00 x",
        "GET /x HTTP/1.1/%2e%2e/%00",
        "GET /x HTTP/%2e%2e/%00",
        "GET /x HTTP/1.1 /%2e%2e/%00",
        r"\x00%2e%2e/%00 a",
        r"GET\x09/%2e%2e/%00 HTTP/1.1",
        "GET /%2e%2e/%00 http/1.1",
        "/%2e%2e/%00 HTTP/1.0",
        "GET HTTP/1.1/%2e%2e/%00",
    ] {
        let log = combined("-", request, "-", "-");
        let expected = "(standard input):1: nul,control,dot-segment\n";
        for field in ["", " -f target", " -f request"] {
            let args = format!("--only nul,control,dot-segment --format combined{field}");
            let args = format!("inspect {args}");
            let ran = run(&args.split(' ').collect::<Vec<_>>(), &log);
            ran.without_request().gave(0, expected);
        }
    }
    let log = combined("-", "GET/%zz HTTP/1.1", "-", "-");
    let ran = run(&["check", "--format", "combined"], log);
    assert!(ran.status == Some(1) && ran.stdout.starts_with(b"(standard input):1:49: "), "{ran:?}");
}

#[test]
fn only_fields() {
    let log = combined("-", "GET /%00?q=%2F HTTP/1.1", "/%5C", "%0A")
        + &combined("-", "GET /plain HTTP/1.1", "-", "%00");
    let name = "(standard input)";
    inspect("--format combined -f path", &log, 0, format!("{name}:1: nul,control\n"));
    inspect("--format combined -f query", &log, 0, format!("{name}:1: slash\n"));
    inspect(
        "--format combined -f target -f referer",
        &log,
        0,
        format!("{name}:1: nul,control,slash,backslash\n"),
    );
    inspect("--format combined -f status", &log, 0, "");
    inspect(
        "--format combined -f referer -f target --json",
        &log,
        0,
        format!(
            "{{\"file\":\"{name}\",\"line\":1,\"flags\":[\"nul\",\"control\",\"slash\",\"backslash\"],\"triplets\":3,\"malformed\":0,\
             \"fields\":[\"target\",\"referer\"]}}\n"
        ),
    );
    inspect(
        "--format combined -f target -f referer --count --only slash,backslash",
        log.repeat(2),
        0,
        format!(
            "FLAG       LINES  TRIPLETS  FIRST               EXAMPLE\n\
             slash          2         6  {name}:1  %2F\n\
             backslash      2         6  {name}:1  /%5C\n"
        ),
    );
    let ran = run(&["inspect", "--only=all", "--format", "combined", "-f", "path"], "%00\n");
    // A line that does not fit is inspected as a whole.
    assert_eq!(
        (ran.status, &*ran.stdout),
        (Some(1), &b"(standard input):1: nul,control\n"[..]),
        "{ran:?}"
    );
    // The names of columns are not values.
    inspect("--format tsv -f %00", "%00\ta\n%41\tb\n", 0, format!("{name}:2: unreserved\n"));
}

#[test]
fn each_round() {
    let name = "(standard input)";
    for (times, flags) in [
        ("1", "nested"),
        ("2", "control,nested"),
        // Decoded bytes are inspected, too, even if they are raw.
        ("3", "control,nested"),
    ] {
        inspect(
            &format!("--times {times} --only nested,control"),
            "%2509\n",
            0,
            format!("{name}:1: {flags}\n"),
        );
    }
    inspect(
        "--times 2 --only dot-segment,raw-traversal",
        "/a/%2e%2e/b\n",
        0,
        format!("{name}:1: dot-segment,raw-traversal\n"),
    );
    inspect(
        "--times 3 --fail --only nul --format tsv -f 2",
        "%25252500\t%252500\n",
        3,
        format!("{name}:1: nul\n"),
    );
    inspect("--times 2 --fail --only lf --format tsv -f 2", "%2525250A\t%25250A\n", 0, "");
    // A decoded `%` is malformed in the next round.
    inspect("--times 2 --only malformed", "100%25\n", 0, format!("{name}:1: malformed\n"));
}

#[test]
fn records_themselves() {
    let input = "%00 a\nplain\n\u{E9}%2F\r\n%zz";
    inspect("--records", input, 0, "%00 a\n\u{E9}%2F\r\n%zz\n");
    inspect("--records --only slash", input, 0, "\u{E9}%2F\r\n");
    inspect("--records --only all,no-slash,no-malformed", input, 0, "%00 a\n");
    inspect("--records -0", "a\0%00\0%0A", 0, "%00\0%0A\0");
    inspect("--records --raw", "a\n%00", 0, "a\n%00");
    let log = combined("-", "GET /%00 HTTP/1.1", "-", "%0A")
        + &combined("-", "GET /a HTTP/1.1", "-", "%00");
    inspect(
        "--records --format combined -f target",
        &log,
        0,
        log.lines().next().unwrap().to_owned() + "\n",
    );
    run(&["inspect", "--only=all", "--records", "--count"], "").failed(&["cannot be used with"]);
}

#[test]
fn records_and_places_as_json() {
    inspect(
        "--records --json --only all,no-unreserved",
        b"GET /a%00\"%2Fb?x=%41%0a\xFF\t%zz\n",
        0,
        "{\"file\":\"(standard input)\",\"line\":1,\"flags\":[\"nul\",\"lf\",\"control\",\"slash\",\"malformed\"],\"triplets\":4,\"malformed\":1,\
         \"record\":\"GET /a%00\\\"%2Fb?x=%41%0a%FF\\t%zz\",\
         \"places\":[{\"column\":7,\"flags\":[\"nul\",\"control\"]},{\"column\":11,\"flags\":[\"slash\"]},{\"column\":21,\"flags\":[\"lf\",\"control\"]},\
         {\"column\":26,\"flags\":[\"malformed\"]}]}\n",
    );
    let log = combined("-", "GET /%00?%2F HTTP/1.1", "/%5C", "%0A");
    let record = log.trim_end().replace('"', "\\\"");
    inspect(
        "--records --json --format combined -f query -f path --times 2 --only nul,slash",
        &log,
        0,
        format!(
            "{{\"file\":\"(standard input)\",\"line\":1,\"flags\":[\"nul\",\"slash\"],\"triplets\":2,\"malformed\":0,\"fields\":[\"path\",\"query\"],\
             \"record\":\"{record}\",\
             \"places\":[{{\"column\":50,\"field\":\"path\",\"flags\":[\"nul\"]}},{{\"column\":54,\"field\":\"query\",\"flags\":[\"slash\"]}}]}}\n"
        ),
    );
    // A finding in an escaped spelling has the position of its value; one of a later round has no
    // position.
    inspect(
        "--records --json --only nul --format jsonl -f u --times 2",
        "{\"u\":\"\\u0061%00\"}\n{\"u\":\"%2500\"}\n",
        0,
        "{\"file\":\"(standard input)\",\"line\":1,\"flags\":[\"nul\"],\"triplets\":1,\"malformed\":0,\"fields\":[\"u\"],\
         \"record\":\"{\\\"u\\\":\\\"\\\\u0061%00\\\"}\",\"places\":[{\"column\":7,\"field\":\"u\",\"flags\":[\"nul\"]}]}\n\
         {\"file\":\"(standard input)\",\"line\":2,\"flags\":[\"nul\"],\"triplets\":1,\"malformed\":0,\"fields\":[\"u\"],\
         \"record\":\"{\\\"u\\\":\\\"%2500\\\"}\",\"places\":[]}\n",
    );
}

/// `check` and `inspect` report the same positions, in lines of a record, too.
#[test]
fn places_are_those_of_check() {
    let table = "a,b,c\n\"x%zz\ny%zz\n\nz %zz\",b,1%zz\n\"%zz\"\"\n%zz\",b,\n%zz,b,%zz\n";
    let args = ["--format=csv", "-f", "a", "-f", "c"];
    let checked = run(&[&["check"], &args[..]].concat(), table);
    let listed =
        run(&[&["inspect", "--only=all", "--records", "--json"], &args[..]].concat(), table);
    let checked: Vec<(u64, u64)> = String::from_utf8(checked.stdout)
        .expect("it is text")
        .lines()
        .map(|line| {
            let mut numbers = line.split(':').skip(1).map_while(|number| number.parse().ok());
            (numbers.next().expect("a line"), numbers.next().expect("a column"))
        })
        .collect();
    let mut places = Vec::new();
    for row in String::from_utf8(listed.stdout).expect("it is text").lines() {
        let row: serde_json::Value = serde_json::from_str(row).expect("it is JSON");
        for place in row["places"].as_array().expect("a list") {
            let line = place["line"].as_u64().or(row["line"].as_u64()).expect("a line");
            places.push((line, place["column"].as_u64().expect("a column")));
        }
    }
    assert_eq!(checked, places);
    assert_eq!(places, [(2, 3), (3, 2), (5, 3), (5, 11), (6, 2), (6, 2), (8, 1), (8, 7)]);
}

#[test]
fn flags_that_are_left_out() {
    let name = "(standard input)";
    let input = "%00%2F\n%2F\n%41\n";
    inspect(
        "--only all,no-slash",
        input,
        0,
        format!("{name}:1: nul,control\n{name}:3: unreserved\n"),
    );
    inspect("--only no-slash,nul,slash", input, 0, format!("{name}:1: nul\n"));
    inspect("--only no-nul", input, 0, format!("{name}:1: control\n"));
    run(&["inspect", "--only=no-nil"], "").failed(&["'no-nil'", "[possible values: nul,"]);
    let folder = Folder::new();
    let file = folder.file("a", input);
    inspect(
        &format!("--only all,no-nul,no-control,no-slash {file}"),
        "",
        0,
        format!("{file}:3: unreserved\n"),
    );
}

/// Without `-f`, all of a record is inspected. A stray `%` counts in URLs only.
#[test]
fn whole_records_unless_a_field_is_selected() {
    const COMBINED: &str =
        r#"192.0.2.7 - - [12/Nov/2026:06:00:07 +0000] "GET /a HTTP/1.1" 200 5 "-""#;
    let cells =
        |cells: &str| format!("#Fields: date cs-uri-stem cs-uri-query cs(User-Agent) x\n{cells}");
    for (args, record, line, flags) in [
        ("combined", format!(r#"{COMBINED} "%00""#), 1, "nul,control"),
        ("combined", format!(r#"{COMBINED} "x" "%00""#), 1, "nul,control"),
        ("combined", format!(r#"{COMBINED} "x" more %2541 "#), 1, "nested"),
        ("combined", format!(r#"{COMBINED} "100%""#), 1, ""),
        ("combined", COMBINED.replace("/a", "/100%"), 1, "malformed"),
        ("combined", COMBINED.replace("- -", "- %00"), 1, "nul,control"),
        ("combined", COMBINED.replace("192.0.2.7", "%00"), 1, "nul,control"),
        ("combined -f path", format!(r#"{COMBINED} "%00""#), 1, ""),
        ("$host$uri|$status", "e.org/a%00|200".into(), 1, "nul,control"),
        ("$host|$status|$ua", "e.org|200|%00".into(), 1, "nul,control"),
        ("w3c", cells("2026-11-12 /a - 100% %00"), 2, "nul,control"),
        ("w3c", cells("2026-11-12 /a - 100% -"), 2, ""),
        ("w3c", cells("2026-11-12 /a%zz - - -"), 2, "malformed"),
        // The server's second escape is no double escape; a client's is one.
        (
            "cloudfront",
            cells("2026-11-12 /a q=%2520 a%2520b %2541")
                .replace(' ', "\t")
                .replace("#Fields:\t", "#Fields: "),
            2,
            "nested",
        ),
        (
            "cloudfront",
            cells("2026-11-12 /a q=%2520 a%2520b -")
                .replace(' ', "\t")
                .replace("#Fields:\t", "#Fields: "),
            2,
            "",
        ),
        ("jsonl", r#"{"uri":"/a","agent":"%00"}"#.into(), 1, "nul,control"),
        ("jsonl", r#"{"uri":"/a","%00":1}"#.into(), 1, "nul,control"),
        ("jsonl", r#"{"uri":"/a","agent":"100%"}"#.into(), 1, ""),
        ("jsonl", r#"{"uri":"/a\u0025zz","agent":"100%"}"#.into(), 1, "malformed"),
        ("logfmt", "path=/a agent=%00".into(), 1, "nul,control"),
        ("logfmt", "path=/a agent=100%".into(), 1, ""),
        // No header says which cell is a URL.
        ("csv", "a,\"%00\n\"\nb,c".into(), 1, "nul,control"),
        ("tsv", "a\tb\n%00\tc\n".into(), 2, "nul,control"),
        ("tsv", "a\tb\n100%\tc\n".into(), 2, "malformed"),
        (
            "jsonl -f log:common",
            format!(r#"{{"log":"{}","x":"%00"}}"#, COMBINED.replace('"', "\\\"")),
            1,
            "nul,control",
        ),
        (
            "jsonl -f log:common",
            format!(r#"{{"log":"{} %00"}}"#, COMBINED.replace('"', "\\\"")),
            1,
            "nul,control",
        ),
    ] {
        let expected = if flags.is_empty() {
            String::new()
        } else {
            format!("(standard input):{line}: {flags}\n")
        };
        let args = format!("inspect --format {args}");
        let args: Vec<&str> = args.split(' ').collect();
        run(&args, &record).without_request().gave(0, expected);
    }
    // The client and the target are printed as logged: the target stays escaped, and drives no
    // terminal.
    let who = |format: &str, record: &str, client: &str, target: &str| {
        let args = ["inspect", "--only", "nul", "--format", format];
        let ran = run(&args, record);
        let line = record.lines().count();
        ran.gave(0, format!("(standard input):{line}: nul\t{client}\t{target}\n"));
        let ran = run(&[&args[..], &["--json"]].concat(), record);
        let rows: serde_json::Value = serde_json::from_slice(&ran.stdout).expect("JSON");
        let value = |text: &str| if text == "-" { None } else { Some(String::from(text)) };
        assert_eq!(rows["client"].as_str().map(String::from), value(client), "{rows}");
    };
    who("combined", &COMBINED.replace("/a", r"/\x25%00"), "192.0.2.7", r"/\x25%00");
    who("combined", &COMBINED.replace("/a", "/\u{202E}%00"), "192.0.2.7", "/%E2%80%AE%00");
    who("combined,haproxy", &super::combined("%00", "-", "-", "-"), "192.0.2.7", "-");
    who("%v:%p %h %t \"%r\"", "e.org:443 ::1 [1] \"GET /%00 HTTP/1.1\"", "::1", "/%00");
    who("iis", "#Fields: c-ip cs-uri-stem cs-uri-query\n::1 /a q=%00", "::1", "/a?q=%00");
    who("iis", "#Fields: cs-uri-stem cs(Cookie)\n/a %00", "-", "/a");
    who("zeek", "#fields\tid.orig_h\turi\n::1\t/%00", "::1", "/%00");
    who("jsonl", r#"{"request":{"remote_ip":"::1","uri":"/%00?q"}}"#, "::1", "/%00?q");
    who(
        "jsonl",
        r#"{"clientIp":"::1","requestUri":"/a","requestQuery":"q=%00"}"#,
        "::1",
        "/a?q=%00",
    );
    who("logfmt", "fwd=::1 path=/%00", "::1", "/%00");
    // Each triplet is counted once.
    let line = COMBINED.replace("/a", "/%00").replace("- -", "%00 -").replace('"', "\\\"");
    inspect(
        "--json --only nul --format jsonl -f log:common",
        format!(r#"{{"log":"{line}","x":"%00"}}"#),
        0,
        "{\"file\":\"(standard input)\",\"line\":1,\"client\":\"192.0.2.7\",\"target\":\"/%00\",\"flags\":[\"nul\"],\"triplets\":3,\"malformed\":0,\"fields\":[\"target\"]}\n",
    );
}

/// Apache's decoded path is in the target, too.
#[test]
fn targets_of_apache() {
    let log = "192.0.2.7 [12/Nov/2026:06:00:01 +0000] \"GET /my file/%00?q=%0A HTTP/1.1\" 200\n";
    for template in ["%h %t \"%m %U%q %H\" %>s", "%h %t \"%m %U %H\" %>s"] {
        let ran = run(&["inspect", "--format", template], log);
        let told = "(standard input):1: nul,lf,control\t192.0.2.7\t/my file/%00?q=%0A\n";
        assert_eq!(String::from_utf8_lossy(&ran.stdout), told, "{template}: {ran:?}");
    }
}
