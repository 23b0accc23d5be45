//! `--format` and `-f`. What is expected is written by hand, from the definitions of the formats.

use crate::compressed::{gunzip, gzip};
use crate::decode::first_difference;
use crate::random::Random;
use crate::reference::{self, Rules, Utf8};
use crate::statistics::counted;
use crate::support::{Folder, run};

/// Runs `pct` with these arguments, given with spaces between them.
#[track_caller]
fn gives(args: &str, input: impl AsRef<[u8]>, output: impl AsRef<[u8]>) {
    run(&args.split(' ').collect::<Vec<_>>(), input).gave(0, output);
}

/// A line of a *combined* log with this user, request, referer and user agent.
fn combined(user: &str, request: &str, referer: &str, agent: &str) -> String {
    format!(
        "192.0.2.7 - {user} [12/Nov/2026:06:00:07 +0000] \"{request}\" 200 5 \"{referer}\" \"{agent}\"\n"
    )
}

/// A line of an ALB's log with this request and user agent, and this redirect URL.
fn alb(request: &str, agent: &str, redirect: &str) -> String {
    format!(
        "https 2026-11-12T06:00:07.000000Z app/web/50dc6c495c0c9188 192.0.2.7:2817 10.0.0.1:80 0.086 0.048 0.037 200 200 0 57 \"{request}\" \"{agent}\" \
         TLS_AES_128_GCM_SHA256 TLSv1.3 arn:aws:x \"Root=1-58337281-1d84f3d73c47ec4e58577259\" \"www.example.com\" \"arn:%41\" 1 \
         2026-11-12T06:00:07.000000Z \"redirect\" \"{redirect}\" \"-\" \"10.0.0.1:80\" \"200\" \"-\" \"-\" TID_1234\n"
    )
}

#[test]
fn decode_each_format() {
    let line = |request: &str, referer: &str| combined("%41", request, referer, "x%20y");
    let (request, referer) =
        ("GET /caf%C3%A9?q=%22%5C%0a%26 HTTP/1.1", "https://example.org/%7Eme");
    gives(
        "decode --format combined",
        line(request, referer),
        line("GET /café?q=%22%5C%0a& HTTP/1.1", "https://example.org/~me"),
    );
    gives(
        "decode --format combined -f path",
        line("GET /a%20%3F%41?%41 HTTP/1.1", "%41"),
        line("GET /a%20%3FA?%41 HTTP/1.1", "%41"),
    );
    gives(
        "decode --format combined -f user -f 9",
        line("GET /%41 HTTP/1.1", "%41"),
        combined("A", "GET /%41 HTTP/1.1", "%41", "x y"),
    );
    let common = |query: &str| {
        format!(
            "2001:db8::1 - - [12/Nov/2026:06:00:07 +0000] \"GET /%41?{query} HTTP/1.1\" 200 5\n"
        )
    };
    gives("decode --format common -f query", common("a=%3f%20%42"), common("a=?%20B"));
    gives(
        "decode --format alb",
        alb("GET https://example.com:443/%D0%BE HTTP/1.1", "%41", "https://example.com/%41%22"),
        alb("GET https://example.com:443/о HTTP/1.1", "%41", "https://example.com/A%22"),
    );
    gives(
        "decode --format cloudfront --times 2",
        "#Version: 1.0\n#Fields: date cs-uri-stem sc-status cs-uri-query\n2026-11-12\t/a%2520b%2509\t%2541\tq=%2520%2541\n",
        "#Version: 1.0\n#Fields: date cs-uri-stem sc-status cs-uri-query\n2026-11-12\t/a b%09\t%2541\tq= A\n",
    );
    gives(
        "decode --format w3c --plus -f cs-uri-query",
        "#Software: %41\r\n#Fields: cs-uri-stem cs-uri-query\r\n/%41 a%20b+c%2B%42\r\n",
        "#Software: %41\r\n#Fields: cs-uri-stem cs-uri-query\r\n/%41 a%20b%20c+B\r\n",
    );
    gives(
        "decode --tsv -f url",
        "n%41\turl\n%20\ta%09b%20c\n\n%20\n",
        "n%41\turl\n%20\ta%09b c\n\n%20\n",
    );
    gives("decode --format tsv -f 2", "n%41\turl%41\n", "n%41\turlA\n");
    gives(
        "decode --csv -f url",
        "url,n\n\"a%22b%2Cc\"\"%20\",%20\n%2C%20%22,%20\n%20\n",
        "url,n\n\"a%22b,c\"\" \",%20\n%2C %22,%20\n \n",
    );
    gives(
        "decode --jsonl -f url -f /list/1",
        "{\"url\": \"a%22%5C%0A%C3%A9\", \"n\":\"%20\"}\n {\"list\":[\"%41\",\"\\u0025\\u00341\"]}\n",
        "{\"url\": \"a%22%5C%0Aé\", \"n\":\"%20\"}\n {\"list\":[\"%41\",\"A\"]}\n",
    );
}

#[test]
fn json_that_nobody_asks_about() {
    let decode = ["decode", "--jsonl", "-f", "u", "-f", "/a/b"];
    run(&decode, "{\"a\":1e999,\"u\":\"%41\"}\n \t\n\n{\"\\ud800\":1,\"u\":\"%41\"}\n{\"a\":\"\\ud800\",\"u\":\"%41\"}\n  ")
        .gave(0, "{\"a\":1e999,\"u\":\"A\"}\n \t\n\n{\"\\ud800\":1,\"u\":\"A\"}\n{\"a\":\"\\ud800\",\"u\":\"A\"}\n  ");
}

#[test]
fn encode_each_format() {
    let line = |agent: &str| combined("a b", "GET /a b HTTP/1.1", "-", agent);
    // A server's own way to write a byte stays its way.
    gives(
        "encode --format combined -f user-agent",
        line(r#"a \"b\" \x41\\"#),
        line(r"a%20%22b%22%20\x41%5C"),
    );
    gives(
        "encode --format common -f user --set %x20",
        "h - a b [12/Nov/2026:06:00:07 +0000] \"-\" 400 0\n",
        "h - a b [12/Nov/2026:06:00:07 +0000] \"-\" 400 0\n",
    );
    gives("encode --format alb -f redirect_url", alb("-", "a b", "a b"), alb("-", "a b", "a%20b"));
    gives("encode --format cloudfront -f 2", "#a\tb c\na b\tc d\n", "#a\tb c\na b\tc%20d\n");
    gives("encode --format w3c -f 2", "a é\n", "a %C3%A9\n");
    gives("encode --tsv -f 2", "a b\tc d\te f\n", "a b\tc%20d\te f\n");
    // What would end a record ends none within a value.
    gives(
        "encode --csv -f u",
        "u,v\n\"a \"\"b\"\", c\r\nd\",e f\n",
        "u,v\n\"a%20%22b%22%2C%20c%0D%0Ad\",e f\n",
    );
    gives(
        "encode --jsonl -f u",
        "{\"u\":\"a\\nb \\u00e9\\u0000\",\"v\":\" \"}\n",
        "{\"u\":\"a%0Ab%20%C3%A9%00\",\"v\":\" \"}\n",
    );
    gives(
        "encode --scheme js-escape --jsonl -f u",
        "{\"u\":\"\\u20ac\\n\"}\n",
        "{\"u\":\"%u20AC%0A\"}\n",
    );
    gives("encode --scheme form --tsv -f 1", "a b+c\ta b\n", "a+b%2Bc\ta b\n");
}

#[test]
fn normalize_each_format() {
    let (from, to) = ("/%7ebob/a%2fb", "/~bob/a%2Fb");
    let request = |path| format!("GET {path} HTTP/1.1");
    let both = |path| {
        [combined(from, &request(path), path, from), combined("-", &request(path), path, "-")]
            .concat()
    };
    gives("normalize --format combined", both(from), both(to));
    gives("normalize --format alb", alb(&request(from), from, from), alb(&request(to), from, to));
    for args in ["--tsv -f 2", "--format cloudfront -f 2"] {
        gives(
            &format!("normalize {args}"),
            format!("{from}\t{from}\t{from}\n"),
            format!("{from}\t{to}\t{from}\n"),
        );
    }
    gives("normalize --format w3c -f 1", format!("{from} {from}\n"), format!("{to} {from}\n"));
    gives("normalize --csv -f 2", format!("{from},\"{from}\"\n"), format!("{from},\"{to}\"\n"));
    gives(
        "normalize --jsonl -f /0",
        format!("[\"{from}\",\"{from}\"]\n"),
        format!("[\"{to}\",\"{from}\"]\n"),
    );
    // What a reserved character stands for comes out only quoted.
    run(
        &["normalize", "--csv", "-f", "1", "--without-purpose", ","],
        "%22%2C%41,\"%22%2C\"\n\"%22%2C\"\n",
    )
    .gave(0, "%22%2CA,\"%22%2C\"\n\"%22,\"\n");
}

#[test]
fn raw_and_null_opt_out_of_line_safety() {
    // CSV quotes what needs quotes; nothing quotes a NUL that ends records.
    gives(
        "decode --csv -f 1 --raw",
        "%0A%22%2C%00,%20\n\"%22\"\nx%20\n",
        "\"\n\"\",\0\",%20\n\"\"\"\"\nx \n",
    );
    gives("decode --csv -f 1 -0", "%0A%00,%20\0\"%22\"\0", "\"\n%00\",%20\0\"\"\"\"\0");
    gives(
        "decode --jsonl -f u --raw",
        "{\"u\":\"%0A%00%7F%1B\"}\n",
        "{\"u\":\"\\n\\u0000\\u007f\\u001b\"}\n",
    );
    gives("decode --jsonl -f u -0", "{\"u\":\n\"%0A%22\"}\0", "{\"u\":\n\"\\n\\\"\"}\0");
    let line = |agent: &str| combined("-", "GET / HTTP/1.1", "-", agent);
    gives(
        "decode --format combined -f user-agent --raw",
        line("%0A%22%5C%1B"),
        line(r#"\x0A\"\\\x1B"#),
    );
    // Without quotes the delimiter and what ends a record stay.
    gives("decode --tsv -f 1 --raw", "%09%0A%0D%01%C2%85\t%20\n", "%09%0A%0D\u{1}\u{85}\t%20\n");
    gives("decode --tsv -f 1 -0", "%09%0A%0D%00\t%20\0", "%09\n\r%00\t%20\0");
    gives("decode --format w3c -f 1 --raw", "%20%0A%01 %20\n", "%20%0A\u{1} %20\n");
    // Without either, a C1 control character stays, too.
    gives("decode --tsv -f 1", "%C2%85%C2%A0\n", "%C2%85\u{a0}\n");
}

#[test]
fn ends_of_lines_stay_as_they_are() {
    for (args, from, to) in [
        ("--tsv -f 2", "%20\t%20", "%20\t "),
        ("--csv -f 2", "%20,\"%20\r\n\"", "%20,\" \r\n\""),
        ("--jsonl -f /0", "[\"%20\"]", "[\" \"]"),
        ("--format w3c -f 2", "a %41", "a A"),
        ("--format cloudfront -f 1", "%20\tb", " \tb"),
        (
            "--format common -f query",
            r#"h - - [t] "GET /?%41 HTTP/1.0" 200 1"#,
            r#"h - - [t] "GET /?A HTTP/1.0" 200 1"#,
        ),
    ] {
        for (first, last) in
            [("\n", ""), ("\r\n", ""), ("\r\n", "\r"), ("\n\r\n\n", "\n"), ("\n", "\r\n")]
        {
            gives(
                &format!("decode {args}"),
                format!("{from}{first}{from}{last}"),
                format!("{to}{first}{to}{last}"),
            );
        }
    }
}

#[test]
fn statistics() {
    let input = "u,n\n\"a%20\nb\",1\nplain,2\n%zz,3\n%41,%41";
    for jobs in ["1", "3"] {
        let ran = run(&["decode", "--csv", "-f", "u", "--stats", "-j", jobs], input);
        assert_eq!(
            (ran.status, &*ran.stdout),
            (Some(1), &b"u,n\n\"a \nb\",1\nplain,2\n%zz,3\nA,%41"[..]),
            "{ran:?}"
        );
        assert_eq!(
            counted(&ran.stderr),
            "{\"inputs\":1,\"failed\":0,\"records\":5,\"changed\":2,\"malformed\":1,\"bytes_in\":36,\"bytes_out\":32"
        );
    }
    // A record is malformed once, and a header is one, too, which stays.
    let ran = run(
        &["decode", "--csv", "-f", "u", "-f", "v", "--stats", "--on-error", "drop"],
        "u,w\n%zz,%zz\n\"x\" y,%\n",
    );
    assert_eq!(
        (ran.status, &*ran.stdout, ran.stderr.lines().count()),
        (Some(1), &b"u,w\n"[..], 4),
        "{ran:?}"
    );
    assert_eq!(
        counted(&ran.stderr),
        "{\"inputs\":1,\"failed\":0,\"records\":3,\"changed\":0,\"malformed\":3,\"bytes_in\":20,\"bytes_out\":4"
    );
}

#[test]
fn what_is_refused_is_found_in_its_field() {
    let malformed = "malformed triplet `%z`: two hex digits must follow the `%`";
    let csv = "u,v\n\"a\nb%zz\",1\n%41,%zz\nc%zz,2\n\"d\"\"%zz\",3\n%42,4\n";
    // Where the value is spelled with `""`, it begins there.
    let told = |outcome: &str| {
        ["3:2", "5:2", "6:2"]
            .map(|place| format!("(standard input):{place}: {malformed}; {outcome}\n"))
            .concat()
    };
    let kept = "u,v\n\"a\nb%zz\",1\nA,%zz\nc%zz,2\n\"d\"\"%zz\",3\nB,4\n";
    run(&["decode", "--csv", "-f", "u"], csv).gave(1, kept);
    run(&["decode", "--csv", "-f", "u", "--strict"], csv).said(
        1,
        kept,
        &told("passed on as it stands"),
    );
    run(&["decode", "--csv", "-f", "u", "--on-error", "keep"], csv).said(
        1,
        kept,
        &told("passed on as it stands"),
    );
    run(&["decode", "--csv", "-f", "u", "--on-error", "drop"], csv).said(
        1,
        "u,v\nA,%zz\nB,4\n",
        &told("left out"),
    );
    run(&["decode", "--csv", "-f", "u", "--on-error", "fail"], csv).said(
        1,
        "u,v\n",
        &told("stopped before it")[..told("stopped before it").len() / 3],
    );
    run(&["normalize", "--csv", "-f", "u", "--on-error", "drop"], csv).said(
        1,
        "u,v\nA,%zz\nB,4\n",
        &told("left out"),
    );

    let line = combined("-", "GET /%41?%zz HTTP/1.1", "%zz", "-");
    let at = line.find("%zz").expect("it is there") + 1;
    let both = [combined("-", "GET /%41 HTTP/1.1", "-", "-"), line.clone()].concat();
    run(&["decode", "--format", "combined", "--strict"], &both).said(
        1,
        [combined("-", "GET /A HTTP/1.1", "-", "-"), line].concat(),
        &format!("(standard input):2:{at}: {malformed}; passed on as it stands\n"),
    );
    // Nothing is decoded of a record of which one value is refused.
    run(&["decode", "--tsv", "-f", "1", "-f", "3", "--reject", "/"], "%41\t%2F\t%41%2f\n").said(
        1,
        "%41\t%2F\t%41%2f\n",
        "(standard input):1:12: rejected triplet `%2f`: it decodes into the byte 2F; passed on as it stands\n",
    );
    run(
        &["decode", "--jsonl", "-f", "u", "--on-error", "drop"],
        "{\"u\":\"%41\"}\n{\"u\":}\n{\"u\":\"%42\"}\n",
    )
    .said(
        1,
        "{\"u\":\"A\"}\n{\"u\":\"B\"}\n",
        "(standard input):2:6: not JSON: expected value; left out\n",
    );
    run(&["decode", "--format", "common"], "plain %41\n").said(
        1,
        "plain %41\n",
        "(standard input):1:10: the line ends before the field that is asked for: is it another format?; passed on as it stands\n",
    );
    run(&["decode", "--csv", "-f", "1"], "\"%41\"x\n%42,\"y\n").said(
        1,
        "\"%41\"x\nB,\"y\n",
        "(standard input):1:6: text behind a closing quote; passed on as it stands\n",
    );
}

#[test]
fn text_must_be_text_in_the_fields_only() {
    let ill_formed = "not UTF-8: ill-formed from `\\xff` on; passed on as it stands";
    run(
        &["decode", "--tsv", "-f", "2", "--utf8", "strict"],
        b"\xFF\ta%20\n\xFF\ta\xFF\nx\t\xC3\xA9\n".as_slice(),
    )
    .said(
        1,
        b"\xFF\ta \n\xFF\ta\xFF\nx\t\xC3\xA9\n",
        &format!("(standard input):2:4: {ill_formed}\n"),
    );
    gives("decode --tsv -f 2 --utf8 lossy", b"\xFF\ta\xFF\t\xFF\n", b"\xFF\ta\xEF\xBF\xBD\t\xFF\n");
    gives("decode --tsv -f 2 --utf8 keep", b"\xFF\ta\xFF%FF\t\xFF\n", b"\xFF\ta%FF%FF\t\xFF\n");
    // JSON is text in any case.
    gives("decode --jsonl -f u", "{\"u\":\"%ff%C3%A9\"}\n", "{\"u\":\"%FFé\"}\n");
    gives("decode --jsonl -f u --utf8 keep", "{\"u\":\"%ff%C3%A9\"}\n", "{\"u\":\"%ffé\"}\n");
}

/// Whole values, of which many hold nothing to decode, among others that stay.
#[test]
fn values_decode_as_the_reference_says() {
    let folder = Folder::new();
    let mut random = Random(61);
    for round in 0..24 {
        let rules = Rules {
            plus: round % 2 == 1,
            strict: round % 3 == 1,
            keep: [&b""[..], b"/", b"%"][round / 2 % 3],
            reject: if round % 5 == 4 { b"/\x20" } else { b"" },
            lines: true,
            utf8: [Utf8::Bytes, Utf8::Strict, Utf8::Lossy, Utf8::Keep][round % 4],
        };
        let mut lines = random.records(600, b'\n');
        // A tab is a delimiter, and a CR before LF no part of a value.
        lines.retain(|byte| !b"\t\r".contains(byte));
        let (values, _, refused) = reference::decode_records(&lines, b'\n', &rules);
        let among = |values: &[u8]| {
            let lines = values.split(|&byte| byte == b'\n');
            lines.flat_map(|value| [b"%41\t", value, b"\t%zz\xFF\n"].concat()).collect::<Vec<u8>>()
        };
        let (input, expected) = (among(&lines), among(&values));
        let file = folder.file("records", &input);
        let keep = format!("--keep={}", String::from_utf8_lossy(rules.keep));
        let utf8 = ["--utf8=bytes", "--utf8=strict", "--utf8=lossy", "--utf8=keep"][round % 4];
        let mut args = vec!["decode", "--tsv", "-f", "2", &keep, utf8];
        args.extend(rules.plus.then_some("--plus"));
        args.extend(rules.strict.then_some("--strict"));
        args.extend((!rules.reject.is_empty()).then_some("--reject=/ "));
        args.push(&file);
        let ran = run(&args, "");
        assert!(
            ran.stdout == expected,
            "{args:?}\n{:?}",
            first_difference(&input, &ran.stdout, &expected, b'\n')
        );
        let places: Vec<String> = refused
            .iter()
            .map(|(line, column)| format!("{file}:{line}:{}", column + b"%41\t".len()))
            .collect();
        let reported: Vec<String> = ran
            .stderr
            .lines()
            .map(|line| line[..line.find(": ").expect("a place")].into())
            .collect();
        assert_eq!(reported, places, "{args:?}");
    }
}

#[test]
fn headers_change_over_many_blocks() {
    let folder = Folder::new();
    let (mut input, mut output, mut told) = (String::new(), String::new(), Vec::new());
    let mut number = 0;
    let mut line = |from: &str, to: &str| {
        number += 1;
        input.push_str(from);
        output.push_str(to);
        number
    };
    // About 2 MB, in sections of a few bytes to more than a block, each with its order of fields;
    // one does not have the field.
    for section in 0..40 {
        let fields = ["cs-uri-stem time x", "time cs-uri-stem x", "time x", "time x CS-URI-STEM"]
            [section % 4];
        let header = format!("#Fields: {fields}\n");
        let at = line(&header, &header);
        if fields == "time x" {
            told.push((at, 1, "no field is named `cs-uri-stem`; there are: time x (name one of these, or give its number, from 1)"));
        }
        for record in 0..[3, 9_000, 1, 400][section / 2 % 4] {
            let place = fields.split(' ').position(|name| name.eq_ignore_ascii_case("cs-uri-stem"));
            let written = |decoded: usize| {
                (0..3)
                    .map(|at| if at == decoded { "/~me/о" } else { "/%7Eme/%D0%BE" })
                    .collect::<Vec<_>>()
                    .join(" ")
            };
            line(&format!("{}\n", written(3)), &format!("{}\n", written(place.unwrap_or(3))));
            if record == 2 {
                let at = line("%zz %zz %zz\n", "%zz %zz %zz\n");
                told.extend(place.map(|place| {
                    (
                        at,
                        4 * place + 1,
                        "malformed triplet `%z`: two hex digits must follow the `%`",
                    )
                }));
            }
        }
    }
    assert!(input.len() > 6 * 256 * 1024, "several blocks");
    let told = |file: &str| {
        told.iter()
            .map(|(line, column, what)| {
                format!("{file}:{line}:{column}: {what}; passed on as it stands\n")
            })
            .collect::<String>()
    };
    let (plain, gz) = (folder.file("plain", &input), folder.file("gz", gzip(&input)));
    for (file, jobs) in [(&plain, "1"), (&plain, "2"), (&plain, "8"), (&gz, "3")] {
        for stats in [&[][..], &["--stats"]] {
            let ran = run(
                &[
                    &[
                        "decode",
                        "--strict",
                        "--format",
                        "w3c",
                        "-f",
                        "cs-uri-stem",
                        "-j",
                        jobs,
                        file,
                    ],
                    stats,
                ]
                .concat(),
                "",
            );
            assert!(
                ran.stdout == output.as_bytes(),
                "-j {jobs} {stats:?}: {:?}",
                first_difference(input.as_bytes(), &ran.stdout, output.as_bytes(), b'\n')
            );
            assert!(
                ran.status == Some(1) && ran.stderr.starts_with(&told(file)),
                "-j {jobs} {stats:?}: {}",
                ran.stderr
            );
            assert_eq!(ran.stderr.lines().count() - told(file).lines().count(), stats.len());
        }
    }
}

/// Two logs that were joined, of which the second begins with a byte order mark, over several
/// blocks.
#[test]
fn a_header_behind_a_byte_order_mark_counts() {
    let text = |first: &str, second: &str| {
        format!(
            "#Fields: a cs-uri-stem b\n{}\u{feff}#Fields: cs-uri-stem a b\n{}",
            first.repeat(3),
            second.repeat(60_000)
        )
    };
    for jobs in ["1", "3"] {
        let ran =
            run(&["decode", "--format", "w3c", "-j", jobs], text("%41 %41 %41\n", "%41 %41 %41\n"));
        assert!(
            ran.status == Some(0) && ran.stdout == text("%41 A %41\n", "A %41 %41\n").as_bytes(),
            "-j {jobs}"
        );
    }
}

#[test]
fn each_input_has_its_header() {
    let folder = Folder::new();
    let (one, two) = (
        folder.file("one", "u,v\n%41,%41\n"),
        folder.file("two", "\u{feff}v,\"u\"\r\n%42,%42\r\n"),
    );
    let three = folder.file("three", "x\n%43\n");
    run(&["decode", "--csv", "-f", "u", &one, &two, &three, &one], "").said(
        1,
        "u,v\nA,%41\n\u{feff}v,\"u\"\r\n%42,B\r\nx\n%43\nu,v\nA,%41\n",
        &format!("{three}:1:1: no field is named `u`; there are: x (name one of these, or give its number, from 1); passed on as it stands\n"),
    );
}

/// What a scheme or a charset decodes without a policy has the same escapes stay.
#[test]
fn quotes_stay_valid_in_conversions() {
    let line = |path: &str| combined("-", &format!("GET /{path} HTTP/1.1"), "-", "-");
    gives(
        "decode --format combined --scheme js-escape",
        line("%22%5C%u0022%u005c%u000A%E9"),
        line("%22%5C%u0022%u005c%u000Aé"),
    );
    gives(
        "decode --format combined -f path --scheme js-escape",
        line("%3f%u0020%2C"),
        line("%3f%u0020,"),
    );
    gives(
        "decode --tsv -f 1 --scheme js-escape --raw",
        "%09%u000A%22%01\tx\n",
        "%09%u000A\"\u{1}\tx\n",
    );
    gives("decode --tsv -f 1 --scheme iri", "%09%22%41%C3%A9\tx\n", "%09%22Aé\tx\n");
    gives(
        "normalize --format common -f user --without-purpose [",
        "h - %5b%7e [t] \"-\" 400 0\n",
        "h - %5B~ [t] \"-\" 400 0\n",
    );
}

#[cfg(feature = "charset")]
#[test]
fn quotes_stay_valid_in_any_charset() {
    let line = |path: &str| combined("-", &format!("GET /{path} HTTP/1.1"), "-", "-");
    gives(
        "decode --format combined --charset windows-1252",
        line(r#"%22%5C%5c\"%E9"#),
        line(r#"%22%5C%5c\"é"#),
    );
    gives(
        "decode --format combined --charset windows-1252 --raw",
        line("%22%5C%0A"),
        line(r#"\"\\\x0A"#),
    );
    gives(
        "decode --csv -f 1 --charset latin1",
        "\"a%22b%2C\",%22\na%22%2c%E9,%22\n",
        "\"a%22b,\",%22\na%22%2cé,%22\n",
    );
    gives("decode --csv -f 1 --charset latin1 --strict --keep b", "a%22%62%63,\n", "a%22%62c,\n");
    gives(
        "decode --jsonl -f u --charset latin1",
        "{\"u\":\"%22%5C%0A%E9\"}\n",
        "{\"u\":\"%22%5C%0Aé\"}\n",
    );
    // The second byte of a character may be that of a backslash or of a bracket, and in ISO-2022-JP
    // that of anything.
    gives(
        "decode --format combined --charset shift_jis",
        line("%83%5C%5C%83%22\\x83%5C"),
        line("ソ%5C\u{FFFD}%22ソ"),
    );
    gives(
        "decode --format common -f user --charset big5",
        "h - %A4%5B%5B [t] \"-\" 400 0\n",
        "h - 久%5B [t] \"-\" 400 0\n",
    );
    gives(
        "decode --csv -f 1 --charset iso-2022-jp",
        "\"%22%1B$B%22%22%22%22%1B(B%22%0A\"\n",
        "\"%22□□%22%0A\"\n",
    );
    gives("decode --csv -f 1 --charset utf-8", "\"%C3%22%C3%A9\"\n", "\"\u{FFFD}%22é\"\n");
}

/// What stands behind it would mean something else.
#[test]
fn a_header_is_never_left_out() {
    let told = |names: &str, outcome: &str| {
        format!(
            "(standard input):1:1: no field is named `zz`; there are: {names} (name one of these, or give its number, from 1); {outcome}\n"
        )
    };
    let csv = |on_error| {
        run(
            &["decode", "--csv", "-f", "u", "-f", "zz", "--on-error", on_error],
            "h,u\n1,%41\n2,%zz\n3,%42\n",
        )
    };
    let malformed = "(standard input):3:3: malformed triplet `%z`: two hex digits must follow the `%`; left out\n";
    csv("drop").said(1, "h,u\n1,A\n3,B\n", &(told("h u", "passed on as it stands") + malformed));
    csv("fail").said(1, "", &told("h u", "stopped before it"));
    run(
        &["decode", "--format", "w3c", "-f", "zz", "-f", "b", "--on-error", "drop"],
        "#Fields: a b\n%41 %41\n",
    )
    .said(1, "#Fields: a b\n%41 A\n", &told("a b", "passed on as it stands"));
}

#[test]
fn records_of_csv_go_over_blocks_and_threads() {
    let folder = Folder::new();
    // Blocks of 256 KiB end within quoted fields, behind doubled quotes and line ends, wherever
    // that falls.
    let field = |length: usize| format!("\"{}\"", "%20,\"\"\n\r\n".repeat(length));
    let decoded = |length: usize| format!("\"{}\"", " ,\"\"\n\r\n".repeat(length));
    let lengths: Vec<usize> =
        (0..60).map(|number| [1, 3_000, 17, 40_000, 0, 900][number % 6] + number).collect();
    let build = |field: &dyn Fn(usize) -> String| -> String {
        lengths
            .iter()
            .map(|&length| format!("%20,{},{length}\n%20,plain,%20\n", field(length)))
            .collect()
    };
    let (input, output) = (build(&field), build(&decoded));
    assert!(input.len() > 3 * 1024 * 1024);
    let file = folder.file("csv", &input);
    for jobs in ["1", "2", "8"] {
        let ran = run(&["decode", "--csv", "-f", "2", "--stats", "-j", jobs, &file], "");
        assert!(ran.stdout == output.as_bytes() && ran.status == Some(0), "-j {jobs}");
        assert!(
            counted(&ran.stderr).contains("\"records\":120,\"changed\":60,\"malformed\":0,"),
            "{}",
            ran.stderr
        );
    }
}

#[test]
fn files_are_replaced_and_compression_stays() {
    let folder = Folder::new();
    let (plain, gz) = (folder.file("plain", "%41\t%41\n"), folder.file("gz", gzip("%42\t%42\n")));
    let (same, bad) = (folder.file("same", "%43\tx\n"), folder.file("bad", "x\t%zz\n"));
    run(&["decode", "-i.bak", "--tsv", "-f", "2", &plain, &gz, &same], "").gave(0, "");
    assert_eq!(
        (folder.read("plain"), gunzip(&folder.read("gz"))),
        (b"%41\tA\n".to_vec(), b"%42\tB\n".to_vec())
    );
    assert_eq!(
        folder.names(),
        ["bad", "gz", "gz.bak", "plain", "plain.bak", "same"],
        "what does not change is not replaced"
    );
    assert_eq!(gunzip(&folder.read("gz.bak")), b"%42\t%42\n");
    let ran = run(&["decode", "-i", "--tsv", "-f", "2", "--on-error", "fail", &bad], "");
    assert_eq!((ran.status, folder.read("bad")), (Some(1), b"x\t%zz\n".to_vec()), "{ran:?}");
    // To another file, compressed.
    run(&["decode", "--tsv", "-f", "1", "--gzip", "-o", &folder.path("out"), &gz, &plain], "")
        .gave(0, "");
    assert_eq!(gunzip(&folder.read("out")), b"B\tB\nA\tA\n");
}

#[test]
fn usage() {
    for (args, parts) in [
        ("decode -f 2", &["-f: fields of what?", "--format"][..]),
        ("decode --tsv --csv -f 2", &["--tsv", "cannot be used with", "--csv"]),
        ("decode --format csv --jsonl -f u", &["cannot be used with"]),
        (
            "decode --format combined -f nope",
            &[
                "`nope` is no field of combined",
                "host ident user",
                "method target path query version",
            ],
        ),
        ("normalize --format alb -f referer", &["`referer` is no field of alb", "client:port"]),
        ("encode --tsv -f 0", &["`0` is no field of tsv", "from 1"]),
        ("decode --tsv -f 2,3", &["`2,3` is no field", "-f 2 -f 3"]),
        ("decode --csv", &["csv has no fields", "name some"]),
        ("decode --jsonl", &["jsonl has no fields", "/request/url"]),
        ("decode --jsonl -f /a~2", &["`/a~2` is no JSON Pointer"]),
        (
            "decode --jsonl -f .request.url",
            &["`.request.url` is how jq names a field; here that is `/request/url`"],
        ),
        (
            "decode --format apache",
            &["possible values: tsv, csv, jsonl, combined, common, cloudfront, alb, w3c"],
        ),
        ("check --format combined", &["'--format' is an option of: decode, encode, normalize"]),
        ("inspect -f 2", &["'-f' is an option of: decode, encode, normalize"]),
        ("--csv decode", &["'--csv' is an option of: decode, encode, normalize"]),
    ] {
        run(&args.split(' ').collect::<Vec<_>>(), "").failed(parts);
    }
}
