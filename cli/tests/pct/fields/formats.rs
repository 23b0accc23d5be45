//! Each format, decoded, encoded and normalized; line safety, and the options that turn it off.

use super::{alb, combined, gives};
use crate::support::run;

#[test]
fn decode_each_format() {
    let line = |request: &str, referer: &str| combined("%41", request, referer, "x%20y");
    let (request, referer) =
        ("GET /caf%C3%A9?q=%22%5C%0a%26 HTTP/1.1", "https://example.org/%7Eme");
    gives(
        "decode --format combined",
        line(request, referer),
        line("GET /café?q=%22%5C%0a%26 HTTP/1.1", "https://example.org/~me"),
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
        "#Software: %41\r\n#Fields: cs-uri-stem cs-uri-query\r\n/%41 a%20b%20c%2BB\r\n",
    );
    gives(
        "decode --format tsv -f url",
        "n%41\turl\n%20\ta%09b%20c\n\n%20\t\n",
        "n%41\turl\n%20\ta%09b c\n\n%20\t\n",
    );
    gives("decode --format tsv -f 2", "n%41\turl%41\n", "n%41\turlA\n");
    gives(
        "decode --format csv -f url",
        "url,n\n\"a%22b%2Cc\"\"%20\",%20\n%2C%20%22,%20\n%20,\n",
        "url,n\n\"a\"\"b,c\"\" \",%20\n\", \"\"\",%20\n ,\n",
    );
    gives(
        "decode --format jsonl -f url -f /list/1",
        "{\"url\": \"a%22%5C%0A%C3%A9\", \"n\":\"%20\"}\n {\"list\":[\"%41\",\"\\u0025\\u00341\"]}\n",
        "{\"url\": \"a\\\"\\\\%0Aé\", \"n\":\"%20\"}\n {\"list\":[\"%41\",\"A\"]}\n",
    );
}

#[test]
fn json_that_nobody_asks_about() {
    let decode = ["decode", "--format=jsonl", "-f", "u", "-f", "/a/b"];
    run(&decode, "{\"a\":1e999,\"u\":\"%41\"}\n \t\n\n{\"\\ud800\":1,\"u\":\"%41\"}\n{\"a\":\"\\ud800\",\"u\":\"%41\"}\n{\"a\":{\"b\":\"\"}}\n  ")
        .gave(0, "{\"a\":1e999,\"u\":\"A\"}\n \t\n\n{\"\\ud800\":1,\"u\":\"A\"}\n{\"a\":\"\\ud800\",\"u\":\"A\"}\n{\"a\":{\"b\":\"\"}}\n  ");
}

#[test]
fn encode_each_format() {
    let line = |agent: &str| combined("a b", "GET /a b HTTP/1.1", "-", agent);
    // A server's own escape of a byte stays.
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
    gives("encode --format tsv -f 2", "a b\tc d\te f\n", "a b\tc%20d\te f\n");
    // A terminator of records within a value does not end the record.
    gives(
        "encode --format csv -f u",
        "u,v\n\"a \"\"b\"\", c\r\nd\",e f\n",
        "u,v\n\"a%20%22b%22%2C%20c%0D%0Ad\",e f\n",
    );
    gives(
        "encode --format jsonl -f u",
        "{\"u\":\"a\\nb \\u00e9\\u0000\",\"v\":\" \"}\n",
        "{\"u\":\"a%0Ab%20%C3%A9%00\",\"v\":\" \"}\n",
    );
    gives(
        "encode --scheme js-escape --format jsonl -f u",
        "{\"u\":\"\\u20ac\\n\"}\n",
        "{\"u\":\"%u20AC%0A\"}\n",
    );
    gives("encode --scheme form --format tsv -f 1", "a b+c\ta b\n", "a+b%2Bc\ta b\n");
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
    for args in ["--format tsv -f 2", "--format cloudfront -f 2"] {
        gives(
            &format!("normalize {args}"),
            format!("{from}\t{from}\t{from}\n"),
            format!("{from}\t{to}\t{from}\n"),
        );
    }
    gives("normalize --format w3c -f 1", format!("{from} {from}\n"), format!("{to} {from}\n"));
    gives(
        "normalize --format csv -f 2",
        format!("{from},\"{from}\"\n"),
        format!("{from},\"{to}\"\n"),
    );
    gives(
        "normalize --format jsonl -f /0",
        format!("[\"{from}\",\"{from}\"]\n"),
        format!("[\"{to}\",\"{from}\"]\n"),
    );
}

#[test]
fn raw_and_null_opt_out_of_line_safety() {
    // CSV quotes a cell where necessary; a NUL that ends records cannot be quoted.
    gives(
        "decode --format csv -f 1 --raw",
        "%0A%22%2C%00,%20\n\"%22\"\nx%20\n",
        "\"\n\"\",\0\",%20\n\"\"\"\"\nx \n",
    );
    gives("decode --format csv -f 1 -0", "%0A%00,%20\0\"%22\"\0", "\"\n%00\",%20\0\"\"\"\"\0");
    gives(
        "decode --format jsonl -f u --raw",
        "{\"u\":\"%0A%00%7F%1B\"}\n",
        "{\"u\":\"\\n\\u0000\\u007f\\u001b\"}\n",
    );
    gives("decode --format jsonl -f u -0", "{\"u\":\n\"%0A%22\"}\0", "{\"u\":\n\"\\n\\\"\"}\0");
    let line = |agent: &str| combined("-", "GET / HTTP/1.1", "-", agent);
    gives(
        "decode --format combined -f user-agent --raw",
        line("%0A%22%5C%1B"),
        line(r#"\x0A\"\\\x1B"#),
    );
    // Without quotes the escapes of the delimiter and the terminator stay.
    gives(
        "decode --format tsv -f 1 --raw",
        "%09%0A%0D%01%C2%85\t%20\n",
        "%09%0A%0D\u{1}\u{85}\t%20\n",
    );
    gives("decode --format tsv -f 1 -0", "%09%0A%0D%00\t%20\0", "%09\n\r%00\t%20\0");
    gives("decode --format w3c -f 1 --raw", "%20%0A%01 %20\n", "%20%0A\u{1} %20\n");
    // C1 control characters stay escaped, without --raw.
    gives("decode --format tsv -f 1", "%C2%85%C2%A0\n", "%C2%85\u{a0}\n");
}

#[test]
fn ends_of_lines_stay_as_they_are() {
    for (args, from, to) in [
        ("--format tsv -f 2", "%20\t%20", "%20\t "),
        ("--format csv -f 2", "%20,\"%20\r\n\"", "%20,\" \r\n\""),
        ("--format jsonl -f /0", "[\"%20\"]", "[\" \"]"),
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
