//! `parse_url` and `try_parse_url`, as Spark 4.3 answers.

use std::sync::Arc;

use arrow::array::{ArrayRef, StringArray};
use datafusion_expr::ColumnarValue;
use percent_simd_datafusion::{parse_url, try_parse_url};

use crate::layouts::arrays;
use crate::support::{Row, call, call_array, call_row, check, rows, text_is};

/// HOST, PATH, QUERY, REF, PROTOCOL, FILE, AUTHORITY, USERINFO, and the value of the key `query`.
type Parts = [Option<&'static str>; 9];

const NAMES: [&str; 8] =
    ["HOST", "PATH", "QUERY", "REF", "PROTOCOL", "FILE", "AUTHORITY", "USERINFO"];

/// `-` is NULL.
fn parts(line: &'static str) -> Parts {
    let mut words = line.split(' ').map(|word| (word != "-").then_some(word.trim_matches('"')));
    let parts = std::array::from_fn(|_| words.next().expect("nine words"));
    assert_eq!(words.next(), None, "{line}");
    parts
}

/// The URLs of Spark's own tests (`UrlFunctionsSuite`), and one of each kind that `java.net.URI` knows.
const URLS: [(&str, &str); 22] = [
    (
        "http://userinfo@spark.apache.org/path?query=1#Ref",
        "spark.apache.org /path query=1 Ref http /path?query=1 userinfo@spark.apache.org userinfo 1",
    ),
    (
        "https://use%20r:pas%20s@example.com/dir%20/pa%20th.HTML?query=x%20y&q2=2#Ref%20two",
        "example.com /dir%20/pa%20th.HTML query=x%20y&q2=2 Ref%20two https /dir%20/pa%20th.HTML?query=x%20y&q2=2 use%20r:pas%20s@example.com use%20r:pas%20s x%20y",
    ),
    ("http://user:pass@host", r#"host "" - - http "" user:pass@host user:pass -"#),
    ("http://user:pass@host/", "host / - - http / user:pass@host user:pass -"),
    ("http://user:pass@host/?#", r#"host / "" "" http /? user:pass@host user:pass -"#),
    (
        "http://user:pass@host/file;param?query;p2",
        "host /file;param query;p2 - http /file;param?query;p2 user:pass@host user:pass -",
    ),
    ("mailto:a@b.c?query=1#x", "- - - x mailto - - - -"),
    ("../a/./b?query", "- ../a/./b query - - ../a/./b?query - - -"),
    ("", r#"- "" - - - "" - - -"#),
    ("#a?b", r#"- "" - a?b - "" - - -"#),
    ("//h?query=&query=2", r#"h "" query=&query=2 - - ?query=&query=2 h - """#),
    ("file:///etc/hosts", "- /etc/hosts - - file /etc/hosts - - -"),
    ("http://EXAMPLE.com.:80/", "EXAMPLE.com. / - - http / EXAMPLE.com.:80 - -"),
    ("http://192.168.0.1:/", "192.168.0.1 / - - http / 192.168.0.1: - -"),
    ("http://[::ffff:1.2.3.4]:80/", "[::ffff:1.2.3.4] / - - http / [::ffff:1.2.3.4]:80 - -"),
    ("http://[fe80::1%eth0]/", "[fe80::1%eth0] / - - http / [fe80::1%eth0] - -"),
    // The authority is a name in a registry: no server has such a name, address or port.
    ("http://a_b.c/", "- / - - http / a_b.c - -"),
    ("http://256.1.1.1/", "- / - - http / 256.1.1.1 - -"),
    ("http://u@é.c:8a/", "- / - - http / u@é.c:8a - -"),
    ("http://h:2147483648/", "- / - - http / h:2147483648 - -"),
    // Characters beyond ASCII are in the components, not in names of servers.
    ("http://ü@h/é?query=你#😀", "h /é query=你 😀 http /é?query=你 ü@h ü 你"),
    ("a:b[c]?#[", "- - - [ a - - - -"),
];

/// URLs that `java.net.URI` refuses.
const MALFORMED: [&str; 16] = [
    "inva lid://user:pass@host/file;param?query;p2",
    "http:",
    "http://",
    "://h",
    "1a://h",
    "http://h/a b",
    "http://h/%zz",
    "http://h/%4",
    "http://h/[a]",
    "http://[::1/",
    "http://[1::2::3]/",
    "http://[::1%]/",
    "http://h/#a#b",
    "http://h/\u{7F}",
    "http://h/\u{A0}",
    "http://h/?\u{2028}",
];

#[test]
fn every_part() {
    for (url, line) in URLS {
        let expected = parts(line).map(|part| part.map(str::to_string));
        for function in [parse_url(), try_parse_url()] {
            for (part, expected) in NAMES.iter().zip(&expected) {
                let found = call_row(&function, url, &[part]).unwrap();
                assert_eq!(found, *expected, "{part} of {url:?}");
            }
            let value = call_row(&function, url, &["QUERY", "query"]).unwrap();
            assert_eq!(value, expected[8], "query of {url:?}");
        }
    }
}

#[test]
fn malformed_urls() {
    for url in MALFORMED {
        for part in NAMES {
            let error = call_row(&parse_url(), url, &[part]).unwrap_err().to_string();
            assert!(error.contains("[INVALID_URL]"), "{error}");
            assert_eq!(call_row(&try_parse_url(), url, &[part]).unwrap(), None);
        }
    }
}

/// The rows in arrays of every type, so that each value is beside others; and in the middle of a batch
/// one that is refused.
#[test]
fn columns() {
    let mut column: Vec<Row> = URLS.iter().map(|(url, _)| Some(url.to_string())).collect();
    column.push(None);
    for (number, part) in NAMES.iter().enumerate() {
        let part_of = |(_, line): &(&str, &'static str)| parts(line)[number].map(str::to_string);
        let mut expected: Vec<Row> = URLS.iter().map(part_of).collect();
        expected.push(None);
        check(&parse_url(), &arrays(&column), &[part], text_is(&expected));
    }
    column.insert(7, Some(String::from("%zz")));
    for array in arrays(&column) {
        let error = call_array(&parse_url(), array, &["HOST"]).unwrap_err().to_string();
        assert!(error.contains("'%zz'") && error.contains("in row 8 of a batch of 24"), "{error}");
    }
}

/// Parts and keys that differ from row to row, and arguments that give NULL for any URL: the test
/// against Spark itself has the same.
#[test]
fn arguments_of_every_row() {
    let array = |rows: &[Option<&str>]| -> ColumnarValue {
        ColumnarValue::Array(Arc::new(StringArray::from(rows.to_vec())) as ArrayRef)
    };
    let call = |function: &_, arguments: &[ColumnarValue]| match call(function, arguments) {
        Ok(ColumnarValue::Array(output)) => Ok(rows(&output)),
        Ok(ColumnarValue::Scalar(_)) => panic!("no array"),
        Err(error) => Err(error.to_string()),
    };
    let some = |text: &str| Some(text.to_string());
    let (url, malformed) = (Some("http://h/p?a=1&b=2"), Some("inva lid://h"));

    let urls = array(&[url, url, url, url, None, malformed]);
    let names = array(&[Some("HOST"), Some("PATH"), Some("host"), None, Some("HOST"), None]);
    let expected = vec![some("h"), some("/p"), None, None, None, None];
    assert_eq!(call(&parse_url(), &[urls, names]), Ok(expected));

    let urls = array(&[url, url, url, malformed, malformed]);
    let names = array(&[Some("QUERY"), Some("QUERY"), Some("HOST"), Some("HOST"), Some("QUERY")]);
    let keys = array(&[Some("a"), Some("b"), Some("b"), Some("a"), None]);
    let expected = vec![some("1"), some("2"), None, None, None];
    assert_eq!(call(&parse_url(), &[urls, names, keys]), Ok(expected));

    for name in ["NONE", "HOST"] {
        let names = array(&[Some(name)]);
        let error = call(&parse_url(), &[array(&[malformed]), names.clone()]).unwrap_err();
        assert!(error.contains("[INVALID_URL]"), "{error}");
        assert_eq!(call(&try_parse_url(), &[array(&[malformed]), names]), Ok(vec![None]));
    }
}

/// Spark reads a key as a part of a regular expression.
#[test]
fn keys() {
    let url = |query: &str| format!("http://h/?{query}");
    for (query, key, expected) in [
        ("a=1&b=2&b=3", "b", Some("2")),
        ("ab=1", "b", None),
        ("b", "b", None),
        ("b&b=", "b", Some("")),
        ("B=1", "b", None),
        ("%62=1", "b", None),
        ("a=1%26+&b=2", "a", Some("1%26+")),
        ("&a=1", "a", Some("1")),
        ("=7", "", Some("7")),
        ("x=1&axb=2", "a.b", Some("2")),
        ("axb=1&a.b=2", r"a\.b", Some("2")),
        ("a&b=1", "a.b", Some("1")),
        ("q[]=1", r"\Qq[]\E", Some("1")),
        ("q[]=1", r"q\[]", Some("1")),
        ("你=1", ".", Some("1")),
        ("😀=1", ".", Some("1")),
        ("a=b=1", "a=b", Some("1")),
        ("a=1", r"a\", Some("1")),
    ] {
        let found = call_row(&parse_url(), &url(query), &["QUERY", key]).unwrap();
        assert_eq!(found.as_deref(), expected, "{key:?} in {query:?}");
    }
    for key in ["a|b", "(a)", "a[", "a*", "a+", "a?", "^a", "a$", "a{2}", r"\d", r"\Qa", r"a\E"] {
        for function in [parse_url(), try_parse_url()] {
            let error = call_row(&function, &url("a=1"), &["QUERY", key]).unwrap_err();
            assert!(error.to_string().contains("cannot read the key"), "{key}: {error}");
            assert_eq!(call_row(&function, &url("a=1"), &["PATH", key]).unwrap(), None);
        }
    }
}
