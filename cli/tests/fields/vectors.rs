//! Lines as their programs write them, and their decoded forms.

use crate::log;
use percent_simd::{Backend, Decoder, Encoder, sets};
use percent_simd_cli::fields::{Fields, Format, Problem, Safety, Scan, Value};

use support::bodies::fields as body;

pub(crate) fn fields(format: Format, selectors: &[&str]) -> Fields {
    let selectors: Vec<String> = selectors.iter().copied().map(String::from).collect();
    Fields::new(format, &selectors).unwrap_or_else(|error| panic!("{error}"))
}

/// Decodes every line, or returns its problem.
fn decode(fields: &Fields, lines: &[&str]) -> Vec<Result<String, Problem>> {
    let mut header = fields.header();
    let mut each =
        |value: Value<'_>, out: &mut Vec<u8>| body::decode(value, Backend::active(), out);
    let mut one = |line: &&str| {
        let mut out = b"before".to_vec();
        let result = fields.rewrite(None, &mut header, line.as_bytes(), &mut each, &mut out);
        let text =
            String::from_utf8_lossy(out.strip_prefix(b"before").expect("output is appended"))
                .into_owned();
        assert!(result.is_ok() || text.is_empty(), "an error appends nothing");
        result.map(|()| text)
    };
    lines.iter().map(&mut one).collect()
}

/// Asserts that these lines become those.
#[track_caller]
pub(crate) fn gives(fields: &Fields, lines: &[(&str, &str)]) {
    let inputs: Vec<&str> = lines.iter().map(|(line, _)| *line).collect();
    for (result, (line, expected)) in decode(fields, &inputs).into_iter().zip(lines) {
        assert_eq!(result.as_deref(), Ok(*expected), "of {line}");
    }
}

/// Asserts that this line is malformed at this position.
#[track_caller]
fn refuses(fields: &Fields, line: &str, position: usize, what: &str) {
    let result = decode(fields, &[line]).pop().expect("a result for each line");
    let problem = result.expect_err("it is malformed");
    assert!(problem.offset == position && problem.what.contains(what), "{problem:?}");
}

const APACHE: &str = r#"192.0.2.7 - - [12/Nov/2026:06:00:07 +0000] "GET /wiki/%D0%9E%D0%B1?q=%22a%20b%22%5C HTTP/1.1" 200 2326 "https://example.org/%E6%9D%B1%20" "Example/1.0 \"%41\"""#;

#[test]
fn combined() {
    let line = |request: &str, referer: &str, agent: &str| {
        format!(
            r#"192.0.2.7 - - [12/Nov/2026:06:00:07 +0000] "{request}" 200 2326 "{referer}" "{agent}""#
        )
    };
    let (agent, referer) = (r#"Example/1.0 \"%41\""#, "https://example.org/%E6%9D%B1%20");
    let request = "GET /wiki/%D0%9E%D0%B1?q=%22a%20b%22%5C HTTP/1.1";
    // URLs stay words.
    let by_default =
        line("GET /wiki/Об?q=%22a%20b%22%5C HTTP/1.1", "https://example.org/東%20", agent);
    gives(&fields(log("combined"), &[]), &[(APACHE, &by_default)]);
    gives(&fields(log("combined"), &["target", "8"]), &[(APACHE, &by_default)]);
    let whole = line("GET /wiki/Об?q=%22a b%22%5C HTTP/1.1", referer, agent);
    gives(&fields(log("combined"), &["5"]), &[(APACHE, &whole)]);
    gives(
        &fields(log("combined"), &["User_Agent"]),
        &[(APACHE, &line(request, referer, r#"Example/1.0 \"A\""#))],
    );
    gives(
        &fields(log("combined"), &["path"]),
        &[(APACHE, &line("GET /wiki/Об?q=%22a%20b%22%5C HTTP/1.1", referer, agent))],
    );
    gives(&fields(log("combined"), &["query"]), &[(APACHE, &line(request, referer, agent))]);
    let raw = line(r#"GET /wiki/Об?q=\"a b\"\\ HTTP/1.1"#, referer, agent);
    gives(&fields(log("combined"), &["request"]).safety(Safety::Fields), &[(APACHE, &raw)]);
    let word = line(r#"GET /wiki/Об?q=\"a%20b\"\\ HTTP/1.1"#, referer, agent);
    gives(&fields(log("combined"), &["target"]).safety(Safety::Fields), &[(APACHE, &word)]);
}

#[test]
fn logs_that_are_not() {
    let combined = fields(log("combined"), &[]);
    gives(&combined, &[("", "")]);
    refuses(&combined, "one two", 7, "ends before");
    refuses(&combined, r#"h - - [t] "GET /%41 HTTP/1.1"#, 10, "not closed");
    refuses(&combined, r#"h - - [t] "GET /%41 HTTP/1.1"x 200"#, 29, "` ` is expected after it");
    refuses(&combined, r"h - - [t GET", 6, "not closed");
    refuses(&combined, "h - - [t] GET /%41 HTTP/1.1", 10, "in quotes");
    refuses(&combined, r#"h - - - "GET /%41 HTTP/1.1" 200 1"#, 6, "in brackets");
    // By default, a field that only longer lines have is read from those.
    gives(&combined, &[(r#"h - - [t] "x %41" 200 1"#, r#"h - - [t] "x A" 200 1"#)]);
    refuses(&fields(log("combined"), &["referer"]), r#"h - - [t] "%41" 200 1"#, 21, "ends before");
    // The fields after the last selected one are not checked, and may be more than the format's.
    gives(
        &fields(log("combined"), &["host", "10"]),
        &[(
            r#"%41 - - [t] "%41" 200 1 "-" "-" %41 "open""#,
            r#"A - - [t] "%41" 200 1 "-" "-" A "open""#,
        )],
    );
}

#[test]
fn application_load_balancer() {
    let line = |request: &str, agent: &str, url: &str| {
        format!(
            "h2 2026-11-12T06:00:07.186641Z app/example/50dc6c495c0c9188 192.0.2.39:2817 192.0.2.40:80 0.000 0.001 0.000 200 200 34 366 \"{request}\" \
             \"{agent}\" ECDHE-RSA-AES128-GCM-SHA256 TLSv1.2 arn:aws:elasticloadbalancing:eu-west-1:123456789012:targetgroup/a/73e2d6bc24d8a067 \
             \"Root=1-58337262-36d228ad5d99923122bbe354\" \"example.org\" \"-\" 0 2026-11-12T06:00:07.185000Z \"redirect\" \"{url}\" \"-\" \
             \"192.0.2.40:80\" \"200\" \"-\" \"-\" TID_1234abcd5678ef90"
        )
    };
    let (agent, request) =
        ("curl/8 %41", "GET https://example.org:443/caf%C3%A9?q=%22%20 HTTP/2.0");
    let before = line(request, agent, "https://example.org/%7Eme");
    let after = line(
        "GET https://example.org:443/café?q=%22%20 HTTP/2.0",
        agent,
        "https://example.org/~me",
    );
    gives(&fields(log("alb"), &[]), &[(&before, &after)]);
    gives(
        &fields(log("alb"), &["user_agent"]),
        &[(&before, &line(request, "curl/8 A", "https://example.org/%7Eme"))],
    );
    let path = line(
        "GET https://example.org:443/café?q=%22%20 HTTP/2.0",
        agent,
        "https://example.org/%7Eme",
    );
    gives(&fields(log("alb"), &["path"]), &[(&before, &path)]);
    gives(
        &fields(log("alb"), &["14", "query"]),
        &[(&before, &line(request, "curl/8 A", "https://example.org/%7Eme"))],
    );
    gives(&fields(log("alb"), &["conn_trace_id"]), &[(&before, &before)]);
}

#[test]
fn cloudfront() {
    let header = "#Fields: date time cs-uri-stem cs(User-Agent) cs-uri-query";
    let line =
        "2026-11-12\t06:00:07\t/caf%C3%A9%09%22%3F%26\tExample/1.0%2520(X%3F)\tq=a%20b%26c%3F";
    let decoded = "2026-11-12\t06:00:07\t/café%09%22%3F&\tExample/1.0%20(X?)\tq=a b%26c?";
    gives(
        &fields(Format::CloudFront, &[]),
        &[("#Version: 1.0", "#Version: 1.0"), (header, header), (line, decoded)],
    );
    // The fields change their order.
    let moved = "#Fields: cs(referer)\tcs-uri-stem";
    gives(
        &fields(Format::CloudFront, &["cs-uri-stem"]),
        &[(header, header), (moved, moved), ("%41\t/%41", "%41\t/A")],
    );
    // Without a header the fields have their default order.
    let line =
        |query: &str| format!("2026-11-12\t{}%41\t{}{query}", "x\t".repeat(6), "x\t".repeat(3));
    gives(&fields(Format::CloudFront, &["cs-uri-query"]), &[(&line("%41"), &line("A"))]);
    refuses(&fields(Format::CloudFront, &["x-new"]), &line("%41"), 0, "#Fields");
    refuses(&fields(Format::CloudFront, &["x-new"]), header, 0, "`x-new`");
}

#[test]
fn w3c() {
    let header = "#Fields: date time cs-method cs-uri-stem cs-uri-query cs(User-Agent) cs(Referer)";
    let line = "2026-11-12 06:00:07 GET /caf%C3%A9%20 q=a+b%20%41 Example/1.0+(X;+%41) https://example.org/%41%3F%20?%3F%26%20";
    let decoded = "2026-11-12 06:00:07 GET /café%20 q=a+b%20A Example/1.0+(X;+%41) https://example.org/A%3F%20??%26%20";
    let directives = (
        "#Software: Microsoft Internet Information Services 10.0 %41",
        "#Software: Microsoft Internet Information Services 10.0 %41",
    );
    gives(&fields(Format::W3c, &[]), &[directives, (header, header), (line, decoded)]);
    gives(
        &fields(Format::W3c, &["1"]),
        &[directives, ("%23%41 %41", "%23A %41"), ("%41%23", "A%23")],
    );
    refuses(&fields(Format::W3c, &[]), line, 0, "no `#Fields:` line");
    // The header alone is reported for a missing name; the other selectors work.
    let two = fields(Format::W3c, &["cs-uri-stem", "x"]);
    let [first, second] = &decode(&two, &[header, line])[..] else { panic!("two lines") };
    assert!(
        first.as_ref().is_err_and(
            |problem| problem.what.contains("`x`") && problem.what.contains("cs-uri-stem")
        )
    );
    assert_eq!(second.as_deref(), Ok(&*line.replace("/caf%C3%A9", "/café")));
}

#[test]
fn tsv() {
    gives(
        &fields(Format::Tsv, &["2"]),
        &[
            ("%41\t%41%09%0A%22", "%41\tA%09%0A%22"),
            ("x\t\"%41", "x\t\"A"),
            ("%41", "%41"),
            ("", ""),
        ],
    );
    gives(
        &fields(Format::Tsv, &["%41"]),
        &[
            ("", ""),
            ("x\t%41\t%41", "x\t%41\t%41"),
            ("%41\t%41\t%42", "%41\tA\tB"),
            ("%41\t\t", "%41\t\t"),
        ],
    );
    gives(
        &fields(Format::Tsv, &["2"]).safety(Safety::Fields),
        &[("x\t%41%09%0A%0D%1B%22", "x\tA%09%0A%0D\u{1B}\"")],
    );
    refuses(&fields(Format::Tsv, &["url", "name"]), "name\tUrl", 0, "`url`");
}

#[test]
fn csv() {
    let by_name = fields(Format::Csv, &["the \"url\""]);
    gives(
        &by_name,
        &[
            ("\u{FEFF}\"the \"\"url\"\"\",x", "\u{FEFF}\"the \"\"url\"\"\",x"),
            ("%41,%41", "A,%41"),
            ("%2C%22%41,%41", "\",\"\"A\",%41"),
            ("%0A%2c,%2C", "\"%0A,\",%2C"),
            ("\"%41,%2C\"\"%22\n%0A\",\"%41\"", "\"A,,\"\"\"\"\n%0A\",\"%41\""),
            ("\"\",", "\"\","),
            ("5\"%41,", "\"5\"\"A\","),
            ("5\"%4,%41", "5\"%4,%41"),
        ],
    );
    let raw = fields(Format::Csv, &["2"]).safety(Safety::Fields);
    gives(
        &raw,
        &[
            ("x,%41%2C%22%0A,y", "x,\"A,\"\"\n\",y"),
            ("x,\"%22\"", "x,\"\"\"\""),
            ("x,%41 b", "x,A b"),
        ],
    );
    refuses(&fields(Format::Csv, &["2"]), "x,\"%41", 2, "not closed");
    refuses(&fields(Format::Csv, &["3"]), "x,\"%41\"y,%41", 7, "text after a closing quote");
    gives(&fields(Format::Csv, &["1"]), &[("%41,\"open", "A,\"open"), ("%41", "A")]);
}

#[test]
fn jsonl() {
    let both = fields(Format::Jsonl, &["url", "/request/headers/1", "/a~1b/~01"]);
    gives(
        &both,
        &[
            (
                r#" {"url" : "\/%41%22%5C%0A%20" ,"n":1.50,"x":{"url":"%41"}}"#,
                r#" {"url" : "/A\"\\%0A " ,"n":1.50,"x":{"url":"%41"}}"#,
            ),
            (r#"{"url":"\/a","url":"%41"}"#, r#"{"url":"\/a","url":"A"}"#),
            (
                r#"{"request":{"headers":["%41","%41"]},"a/b":{"~1":"%41","~01":"%41"}}"#,
                r#"{"request":{"headers":["%41","A"]},"a/b":{"~1":"A","~01":"%41"}}"#,
            ),
            (r#"{"url":{"x":"%41"},"request":"%41"}"#, r#"{"url":{"x":"%41"},"request":"%41"}"#),
            (r#"{"u\u0072l":"%E9%c3%28%C3%A9\u00e9"}"#, r#"{"u\u0072l":"%E9%c3(éé"}"#),
            (r#"{"url":"%41\u0085\u007f"}"#, r#"{"url":"A\u0085\u007f"}"#),
            ("[1e999]", "[1e999]"),
            ("", ""),
            // An unselected value needs only JSON's syntax.
            (r#"{"request":1e999,"url":"%41"}"#, r#"{"request":1e999,"url":"A"}"#),
            (
                r#"{"request":{"headers":-1e999},"url":"%41"}"#,
                r#"{"request":{"headers":-1e999},"url":"A"}"#,
            ),
            (
                r#"{"\ud800":1,"request":{"\udfff":1},"url":"%41"}"#,
                r#"{"\ud800":1,"request":{"\udfff":1},"url":"A"}"#,
            ),
            (r#"{"request":"\ud800","url":"%41"}"#, r#"{"request":"\ud800","url":"A"}"#),
            ("1e999", "1e999"),
            (r#" "\ud800" "#, r#" "\ud800" "#),
            (" \t\r\n", " \t\r\n"),
            ("\u{FEFF} ", "\u{FEFF} "),
        ],
    );
    gives(
        &fields(Format::Jsonl, &["url"]).safety(Safety::Fields),
        &[(r#"{"url":"%0A%09%1B%7F"}"#, r#"{"url":"\n\t\u001b\u007f"}"#)],
    );
    refuses(&both, r#"{"url":"%41""#, 11, "not JSON");
    refuses(&both, r#"{"url":"%41"} x"#, 14, "not JSON");
    refuses(&both, r#"{"url":"ab\ud83d%41"}"#, 16, "surrogate");
    refuses(&both, "{\"\u{1}\":1,\"url\":\"%41\"}", 1, "not JSON");
    refuses(&both, r#"{"request":"\ud8","url":"%41"}"#, 17, "not JSON");
    refuses(&both, r#"{1:1,"url":"%41"}"#, 1, "not JSON");
    refuses(&both, " \u{C}", 1, "not JSON");
    let deep = "[".repeat(100_000);
    assert!(decode(&both, &[&deep])[0].is_err());
}

#[test]
fn values_that_are_no_text() {
    let fields = fields(Format::Jsonl, &["a"]);
    let mut out = Vec::new();
    let mut bytes = |value: Value<'_>, out: &mut Vec<u8>| {
        assert!(value.is_text);
        out.extend_from_slice(
            &Decoder::new().decode(value.bytes).expect("this policy refuses nothing"),
        );
        Ok(())
    };
    fields
        .rewrite(None, &mut fields.header(), b"{\"a\":\"%e9%C3%A9\"}", &mut bytes, &mut out)
        .expect("it is JSON");
    assert_eq!(out, "{\"a\":\"%E9é\"}".as_bytes());
}

#[test]
fn values_are_without_the_quoting_of_their_fields() {
    let cases: [(Format, &str, &str, &str); 4] = [
        (Format::Csv, "1", "\"a \"\"b\"\"\",c", "\"a%20%22b%22\",c"),
        (
            log("combined"),
            "9",
            r#"h - - [t] "-" 200 1 "-" "a \"b\x22""#,
            r#"h - - [t] "-" 200 1 "-" "a%20%22b%22""#,
        ),
        (Format::Jsonl, "a", r#"{"a":"a \"b\u00e9"}"#, r#"{"a":"a%20%22b%C3%A9"}"#),
        (
            log("combined"),
            "time",
            r#"h - - [t 1] "-" 200 1 "-" "-""#,
            r#"h - - [t%201] "-" 200 1 "-" "-""#,
        ),
    ];
    for (format, selector, line, encoded) in cases {
        let fields = fields(format, &[selector]);
        let mut out = Vec::new();
        let mut encode = |value: Value<'_>, out: &mut Vec<u8>| {
            Encoder::new(sets::URI_COMPONENT).encode_append_bytes(value.bytes, out);
            Ok(())
        };
        fields
            .rewrite(None, &mut fields.header(), line.as_bytes(), &mut encode, &mut out)
            .expect("it is well-formed");
        assert_eq!(String::from_utf8_lossy(&out), encoded);
    }
}

#[test]
fn a_refused_value_refuses_its_record() {
    let fields = fields(Format::Csv, &["1", "2"]);
    let mut out = b"before".to_vec();
    let mut strict = |value: Value<'_>, out: &mut Vec<u8>| {
        let decoder = Decoder::new().malformed(percent_simd::Malformed::Error);
        decoder
            .decode_append(value.bytes, out)
            .map_err(|error| Problem::new(value.offset(error.position()), "malformed"))
    };
    let mut rewrite = |line: &str| {
        fields.rewrite(None, &mut fields.header(), line.as_bytes(), &mut strict, &mut out)
    };
    assert_eq!(rewrite("\u{FEFF}%41,\"a%zz\"").map_err(|problem| problem.offset), Err(9));
    // The value has another spelling. An offset in it is unknown, so the problem has the offset of
    // its start.
    assert_eq!(rewrite("%41,\"a\"\"%zz\"").map_err(|problem| problem.offset), Err(5));
    assert_eq!(out, b"before");
}

#[test]
fn a_quote_that_is_never_closed_costs_one_line() {
    let fields = fields(Format::Csv, &["1"]);
    let mut text = b"a,\"b\n".to_vec();
    let first = text.len();
    text.extend(b"%41,x\n".repeat(400_000));
    let mut scan = Scan::default();
    // The search for the record's end is bounded.
    assert_eq!(fields.last_end(&text[..1000], &mut scan), None);
    assert_eq!(fields.last_end(&text[..1_000_000], &mut scan), None);
    assert_eq!(fields.last_end(&text, &mut scan), Some(text.len()));
    assert_eq!(fields.split_first(&text).0.len(), first - 1);
    assert_eq!(fields.split_first(&text[..first + 60]).0.len(), first - 1, "whatever follows");
    assert_eq!(fields.last_end(b"a,b\nc,d\ne", &mut scan), Some(8));
    // A record that ends before the bound is whole, with its lines.
    let mut long = [b"\"", &*b"x\n".repeat(500_000), b"\"\n"].concat();
    assert_eq!(fields.last_end(&long, &mut Scan::default()), Some(long.len()));
    long.extend(b"y\n");
    assert_eq!(fields.split_first(&long).2, b"y\n");
}

#[test]
fn selectors_that_name_nothing() {
    let error = |format: Format, selectors: &[&str]| {
        let selectors: Vec<String> = selectors.iter().copied().map(String::from).collect();
        Fields::new(format, &selectors).expect_err("it names nothing")
    };
    for (format, selector, parts) in [
        (log("combined"), "refferer", &["`refferer`", "combined", "referer", "query"][..]),
        (log("common"), "referer", &["`referer`", "request"]),
        (log("alb"), "0", &["`0`", "from 1"]),
        (Format::Csv, "0", &["`0`", "from 1"]),
        (Format::Csv, "99999999999999999999999", &["from 1"]),
        (Format::Tsv, "", &["empty field name"]),
        (Format::Jsonl, "", &["empty field name"]),
        (Format::Jsonl, "/a~2", &["`/a~2`", "~0"]),
        (Format::Jsonl, "/a~", &["`/a~`", "~0"]),
    ] {
        let error = error(format, &[selector]);
        assert!(parts.iter().all(|part| error.contains(part)), "{error}");
    }
    for format in [Format::Tsv, Format::Csv] {
        assert!(error(format, &[]).contains("no default fields"));
    }
    for format in Format::all() {
        assert!(Format::all_named(format.name()).any(|named| named == format));
        assert!(format.defaults().is_empty() || Fields::new(format, &[]).is_ok());
    }
    assert_eq!(Format::from_name("clf"), Some(log("common")));
    assert_eq!(Format::from_name("CLF"), None);
}

#[test]
fn threads_may_share_fields() {
    fn is_shared<T: Send + Sync + Clone>() {}
    is_shared::<Fields>();
    is_shared::<percent_simd_cli::fields::Header>();
}
