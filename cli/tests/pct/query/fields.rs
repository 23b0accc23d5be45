//! The queries of fields.

use super::gives;
use crate::fields::{alb, combined};
use crate::support::{Folder, run};

#[test]
fn of_requests() {
    let log = combined("-", "GET /a?q=x+y&r=1 HTTP/1.1", "https://example.org/?q=%41#q", "u?q=z")
        + &combined("-", "GET /b HTTP/1.1", "-", "-");
    for field in ["", "-f query", "-f target", "-f request", "-f Target"] {
        gives(&format!("--format combined {field} -k r,q"), &log, "1\tx y\n\t\n");
    }
    gives("--format combined -f referer", &log, "{\"q\":\"A\"}\n{}\n");
    gives("--format combined -f user-agent -k q --url", &log, "z\n\n");
    // Several fields are read in the order of the record.
    gives(
        "--format combined -f referer -f query",
        &log,
        "{\"q\":[\"x y\",\"A\"],\"r\":\"1\"}\n{}\n",
    );
    gives(
        "--format alb",
        alb("GET https://e.org:443/?a=%26 HTTP/1.1", "x", "-"),
        "{\"a\":\"&\"}\n",
    );
    gives(
        "--format alb -f redirect_url -k a",
        alb("GET /?a=1 HTTP/1.1", "x", "https://e.org/?a=2"),
        "2\n",
    );
}

#[test]
fn of_other_formats() {
    // CloudFront and IIS write `-` for no query.
    let log = "#Fields: cs-uri-stem cs-uri-query cs(Referer)\n/a a=1 /?b=2\n/b - -\n";
    gives("--format w3c", log, "{\"a\":\"1\"}\n{}\n");
    gives("--format w3c -f cs(Referer) -k b", log, "2\n\n");
    gives("--format csv -f url --url -k q", "id,url\n1,\"/?q=\"\"a,b\"\"\"\n", "%22a,b\"\n");
    gives("--format csv -f request -k a", "request\na=1\n", "1\n");
    gives("--format tsv -f 2", "/?a=1\tb=2\n", "{\"b\":\"2\"}\n");
    gives("--format jsonl -f /r/q", "{\"r\":{\"q\":\"a=\\u0041%42\"}}\n", "{\"a\":\"AB\"}\n");
    gives("--format jsonl -f q", "{\"q\":\"-\"}\n", "{\"-\":\"\"}\n");
    gives("--format jsonl -f q", "{\"q\":null}\n{\"q\":7}\n", "{}\n{\"7\":\"\"}\n");
}

/// Without `-f`, the known keys for URLs of requests, and the URLs of a template.
#[test]
fn of_known_fields() {
    let caddy = "{\"request\":{\"uri\":\"/a?q=%C3%A9\",\"headers\":{\"Referer\":[\"/?q=z\"]}}}\n";
    gives("--format jsonl", caddy, "{\"q\":\"é\"}\n");
    gives("--format jsonl -k q", caddy, "é\n");
    gives("--format jsonl --part path", caddy, "/a\n");
    gives("--format logfmt -k q,p", "method=GET path=\"/a?q=%41&p=b+c\" status=200\n", "A\tb c\n");
    let joined = ["query", "--format", "$remote_addr $host$request_uri $status"];
    let args = ["query", "--format", "$remote_addr $args $status"];
    for (format, more, line, expected) in [
        (joined, &[][..], "192.0.2.7 e.org/a?q=%41 200\n", "{\"q\":\"A\"}\n"),
        (joined, &["-k", "q"], "192.0.2.7 e.org/a?q=%41 200\n", "A\n"),
        (joined, &["-f", "host+request_uri", "-k", "q"], "192.0.2.7 e.org/?q=%41 200\n", "A\n"),
        (args, &["-k", "q"], "192.0.2.7 q=%41 200\n", "A\n"),
        (args, &["-f", "args", "-k", "q"], "192.0.2.7 q=%41 200\n", "A\n"),
    ] {
        let ran = run(&[&format[..], more].concat(), line);
        assert_eq!((ran.status, &*ran.stdout), (Some(0), expected.as_bytes()), "{ran:?}");
    }
}

/// The URL in a request line is its target (RFC 9112 3).
#[test]
fn of_request_lines() {
    let json = "{\"request\":\"GET /c?plate=x&id=4 HTTP/1.1\"}\n";
    let tsv = "request\nGET /c?plate=x&id=4 HTTP/1.1\n";
    for (format, input) in [("jsonl", json), ("tsv", tsv)] {
        gives(&format!("--format {format} -f request --url -k id,plate"), input, "4\tx\n");
        gives(&format!("--format {format} -f request --part path -k id"), input, "/c\t4\n");
    }
}

#[test]
fn absent_fields_are_reported() {
    let ran = run(&["query", "--format=jsonl", "-f", "ulr"], "{\"url\":\"a=1\"}\n");
    assert_eq!((ran.status, &*ran.stdout), (Some(1), &b"{}\n"[..]), "{ran:?}");
    assert!(ran.stderr.contains("did you mean `/url`?"), "{ran:?}");
    let ran = run(&["query", "--format", "combined", "-k", "a"], "no log?a=1\n");
    assert_eq!((ran.status, &*ran.stdout), (Some(1), &b"\n"[..]), "{ran:?}");
    assert!(
        ran.stderr.contains("(standard input):1:")
            && ran.stderr.contains("its row has empty cells"),
        "{ran:?}"
    );
}

/// Only the result is tested here; `ci/linear` counts the instructions.
#[test]
fn many_columns_of_one_name() {
    let row = |cell: &str| vec![cell; 40_000].join("\t") + "\n";
    let values = format!("{{\"a\":[{}]}}\n", vec!["\"1\""; 40_000].join(","));
    for args in ["--format tsv -f q -f v", "--format tsv -f q -f v --url"] {
        let input = row("q") + &row("?a=1").repeat(2);
        let names = values.replace("\"a\"", if args.contains("url") { "\"a\"" } else { "\"?a\"" });
        let input = input.replacen("q\t", "v\t", 1);
        gives(args, input, names.repeat(2));
    }
    let input = row("q").replacen('q', "v", 1) + &row("?a=1").repeat(2);
    let rows = "?a=1\t\t1".to_owned() + &"&1".repeat(39_998) + "\n";
    gives("--format tsv -f v -f q --part host -k a", input, rows.repeat(2));
    // One of two names may be a name of URLs.
    let header = "target\t".repeat(20_000) + &vec!["query"; 20_000].join("\t") + "\n";
    let cells = "/?a=1\t".repeat(20_000) + &vec!["a=1"; 20_000].join("\t") + "\n";
    gives("--format tsv -f target -f query", header + &cells.repeat(2), values.repeat(2));
}

/// Fields without a query are separate columns.
#[test]
fn fields_beside_parameters() {
    let log = combined("bob", "GET /a%20b?q=x+y HTTP/1.1", "https://e.org/?q=%41", "%C3%A9%09")
        + &combined("-", "GET / HTTP/1.1", "-", "-");
    gives("--format combined -f host -f path -k q", &log, "192.0.2.7\t/a b\tx y\n192.0.2.7\t/\t\n");
    // In the order of the selectors, not of the line.
    gives("--format combined -f user-agent -f user -k q", &log, "é%09\tbob\tx y\n-\t-\t\n");
    gives("--format combined -f user -f referer -k q", &log, "bob\tA\n-\t\n");
    gives("--format combined -f user -k q --matched", &log, "bob\tx y\n");
    gives(
        "--format combined -f user -k q --json",
        &log,
        "{\"user\":\"bob\",\"q\":\"x y\"}\n{\"user\":\"-\",\"q\":null}\n",
    );
    let cloudfront = "#Fields: date cs-uri-stem cs-uri-query\n1\t/a\tq=%41\n2\t/b\t-\n";
    gives("--format cloudfront -f cs-uri-stem -f date -k q", cloudfront, "/a\t1\tA\n/b\t2\t\n");
    let w3c = "#Fields: c-ip cs-uri cs-uri-query\n::1 /a?q=1 q=%41\n";
    gives("--format w3c -f c-ip -k q", w3c, "::1\tA\n");
    gives("--format w3c -f cs-uri -f c-ip -k q", w3c, "::1\t1\n");
    gives("--format w3c -f 3 -k q", w3c, "A\n");
    gives("--format w3c -f x-q -f cs(Host) -k q", "#Fields: cs(Host) x-q\na q=%41\n", "a\tA\n");
    for args in ["-f 1", "-f host", "-f Host -f query"] {
        let args = format!("query --format combined {args}");
        run(&args.split(' ').collect::<Vec<_>>(), "")
            .failed(&["-f host holds no query; it is a column beside -k, --part or --count"]);
    }
    run(&["query", "--matched"], "").failed(&["--key"]);
}

/// All formats have one rule: the query is the last field that may hold a URL or query.
#[test]
fn the_last_field_is_the_query() {
    let log = combined("bob", "GET /a?q=x HTTP/1.1", "https://e.org/?q=%41", "-");
    for (names, numbers) in
        [("host", "1"), ("host -f user_agent", "1 -f 9"), ("Referer -f status", "8 -f 6")]
    {
        let [named, numbered] = [names, numbers].map(|fields| {
            let args = format!("query --format combined -k q --json -f {fields}");
            run(&args.split(' ').collect::<Vec<_>>(), &log)
        });
        assert!(named == numbered && named.status == Some(0), "{named:?} {numbered:?}");
    }
    gives("--format combined -f 1 -k q -o -", &log, "192.0.2.7\tx\n");
    gives("--format combined -f 5 -k q", &log, "x\n");
    gives("--format combined -f target -f referer -f status -k q", &log, "/a?q=x\t200\tA\n");
    let row = "{\"host\":\"::1\",\"uri\":\"/a?q=%42\"}\n";
    gives("--format jsonl -f host -f uri -k q --url", row, "::1\tB\n");
    gives("--format jsonl -f host -f uri --part path", row, "::1\t/a\n");
    for (format, table) in
        [("csv", "id,url\n7,//e.org?q=1\n"), ("tsv", "id\turl\n7\t//e.org?q=1\n")]
    {
        let of = |args: &str| gives(&format!("--format {format} {args}"), table, "7\te.org\t1\n");
        of("-f id -f url --part host -k q");
        gives(&format!("--format {format} -f 1 -f url -k q --url"), table, "7\t1\n");
        // A field may be a column and the query.
        let both = "//e.org?q=1\te.org\n";
        gives(&format!("--format {format} -f url -f url --part host"), table, both);
    }
}

#[test]
fn parts_of_urls() {
    let urls = "https://bob@e.org:8080/a%20b?q=1&r=2#top\n/x?q=3\n-\n";
    gives(
        "--part host,path,scheme,port -k q",
        urls,
        "e.org\t/a b\thttps\t8080\t1\n\t/x\t\t\t3\n\t-\t\t\t\n",
    );
    gives("--part user,query,fragment", urls, "bob\tq=1&r=2\ttop\n\tq=3\t\n\t\t\n");
    gives(
        "--url --part host --json",
        urls,
        "{\"host\":\"e.org\"}\n{\"host\":null}\n{\"host\":null}\n",
    );
    gives("--part host -k r --matched", urls, "e.org\t2\n");
    let log = combined("bob", "GET /a?q=x HTTP/1.1", "https://e.org/b", "-");
    gives("--format combined --part path -k q", &log, "/a\tx\n");
    gives("--format combined -f host -f referer --part host,path", &log, "192.0.2.7\te.org\t/b\n");
    gives("--format csv -f url --part host", "id,url\n1,http://e.org/\n", "e.org\n");
    run(&["query", "--part", "domain"], "")
        .failed(&["scheme, user, host, port, path, query, fragment"]);
}

/// Hints if the first record is no query, or no record has a parameter.
#[test]
fn hints() {
    let told = |args: &[&str], input: &str, hint: &str| {
        let ran = run(&[&["query"], args].concat(), input);
        assert_eq!(ran.status, Some(0), "{ran:?}");
        let lines: Vec<&str> = ran.stderr.lines().collect();
        let expected: Vec<&str> = if hint.is_empty() { Vec::new() } else { vec![hint] };
        assert!(
            lines.len() == expected.len()
                && lines.iter().zip(&expected).all(|(line, hint)| line.contains(hint)),
            "{ran:?}"
        );
        let quiet = run(&[&["query", "-q"], args].concat(), input);
        assert_eq!((quiet.stderr, quiet.stdout), (String::new(), ran.stdout));
    };
    let log = combined("-", "GET /?q=a HTTP/1.1", "-", "-");
    told(&["--count"], &log, "--format combined reads its queries");
    told(&[], "/a?q=1\n/b?q=2\n", "--url reads the query after the ?");
    for urls in ["https://e.org?q=1\n", "http://e.org/\n", "\n/a\n", "q=1\n\nhttp://e.org/?q=2\n"] {
        told(&[], urls, "--url reads");
        told(&["--count"], urls, "--url reads");
    }
    told(&["--format=jsonl", "-f", "u", "-k", "q"], "{\"u\":\"/a?q=1\"}\n", "--url reads");
    told(&["--url"], "/a?q=1\n", "");
    told(&[], "u=https://e.org/?q=1&r=/a?b\nq\n", "");
    told(&["-k", "q"], "q=1\n", "");
    told(&["-k", "q,x"], "q=1\n", "no record has a parameter `x`");
    told(&["-k", "q"], "", "");
    told(&["--url", "-k", "host"], "https://e.org?q=1\n", "--part prints the part of URLs");
    told(
        &["-k", "host", "--format=combined"],
        &log,
        "no record has a parameter `host`; -f prints the field of this name",
    );
}

/// A value that is a request line has the query of its target (RFC 9112 3).
#[test]
fn values_that_are_request_lines() {
    let line = "GET /c?plate=x&id=4 HTTP/1.1";
    gives("--format tsv -f 2 -k id,plate", format!("1\t{line}\n"), "4\tx\n");
    gives("--format csv -f 1 -k id", format!("\"{line}\"\n"), "4\n");
    gives("--format jsonl -f request -k id", format!("{{\"request\":\"{line}\"}}\n"), "4\n");
    gives("-k id", format!("{line}\n"), "4\n");
    // These values are no request lines.
    gives("-k id --format tsv -f 1", "id=4 HTTP/1.1\n", "4 HTTP/1.1\n");
    gives("-k id --format tsv -f 1", "a=get&id=4 HTTP/1.1\n", "4 HTTP/1.1\n");
}

/// The fragment is not part of the query, for any selector.
#[test]
fn fragments_of_targets() {
    let log = combined("-", "GET /p?x=é#f HTTP/1.1", "-", "-");
    for args in ["", "-f target", "-f request", "-f query"] {
        gives(&format!("--format combined {args} -k x"), &log, "é\n");
    }
    // A query that begins with a slash is no URL: nothing declares it one.
    let log = combined("-", "GET /r.php?/etc/passwd HTTP/1.1", "-", "-");
    gives("--format combined -k /etc/passwd", log.repeat(200), "\n".repeat(200));
}

/// Columns besides the parameters are text, too.
#[test]
fn columns_beside_are_text() {
    let folder = Folder::new();
    let log = combined("-", "GET /%E9?q=%E9 HTTP/1.1", "-", "-");
    for name in ["out.csv", "out.tsv"] {
        let file = folder.path(name);
        let args =
            ["query", "--format", "combined", "-f", "path", "-f", "query", "-k", "q", "-o", &file];
        run(&args, &log);
        let written = std::fs::read(&file).expect("it is written");
        let text = String::from_utf8(written).expect("it is UTF-8");
        assert!(text.contains("/%E9"), "{text}");
    }
}

/// RFC 6068 5: `+` is a plus in `mailto:`, not a space.
#[test]
fn of_mailto() {
    let urls = "mailto:a@e.org?subject=a+b%20c\nMAILTO:?subject=%2B\nhttp://e.org/?subject=a+b\n";
    gives("--url -k subject", urls, "a+b c\n+\na b\n");
}

/// Search engines' queries in legacy charsets: each is decoded once.
#[test]
fn of_other_charsets() {
    // GBK CB AB is U+53CC.
    let gbk = "wd=%CB%AB%2541%26x+y&%CB%AB=1\n";
    gives("--charset gbk", gbk, "{\"wd\":\"双%41&x y\",\"双\":\"1\"}\n");
    for name in ["%CB%AB", "双"] {
        gives(&format!("--charset gbk -k wd,{name}"), gbk, "双%2541%26x y\t1\n");
    }
    gives("--charset gbk --count", gbk, "1\twd\n1\t双\n");
    let url = format!("http://e.org/%CB%AB?{gbk}");
    gives("--charset gbk --part path -k wd", url, "/双\t双%2541%26x y\n");
    let log = combined("-", "GET / HTTP/1.1", "http://e.org/?text=%EF%F0", "-");
    gives("--charset windows-1251 --format combined -f referer -k text", log, "пр\n");
}

/// A name is compared by its bytes.
#[test]
fn of_names_that_are_not_utf8() {
    gives("-k %E9,%C3%A9,é", "%E9=1&%C3%A9=2&\u{FFFD}=3\n", "1\t2\t2\n");
    gives("-k %E9 --matched", "%E9=1\n%EA=2\n", "1\n");
}
