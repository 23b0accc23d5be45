//! A row for each record.

use super::gives;
use crate::fields::combined;
use crate::reference::{self, Rules};
use crate::support::{Folder, run};

#[test]
fn an_object_for_each_record() {
    gives(
        "",
        "q=a+b&lang=de&q=%C3%A9\n\n&&\nflag\n=x&=\né=😀\r\n",
        "{\"q\":[\"a b\",\"é\"],\"lang\":\"de\"}\n{}\n{}\n{\"flag\":\"\"}\n{\"\":[\"x\",\"\"]}\n{\"é\":\"😀\"}\n",
    );
    gives("", "a=1&a=1&b&a=%31", "{\"a\":[\"1\",\"1\",\"1\"],\"b\":\"\"}\n");
    // Names are equal if their decoded forms are.
    gives("", "a b=1&a+b=2&a%20b=3\n", "{\"a b\":[\"1\",\"2\",\"3\"]}\n");
    gives("", "", "");
}

#[test]
fn characters_that_json_escapes() {
    gives(
        "",
        "%00%09%0A%22%5C%7F=%C2%85%E2%80%A8%E2%80%AE%EF%BB%BF\n",
        "{\"\\u0000\\t\\n\\\"\\\\\\u007f\":\"\\u0085\\u2028\\u202e\u{FEFF}\"}\n",
    );
    // One U+FFFD for each ill-formed maximal subpart, by the standard (Encoding 4.1).
    gives("", "%F0%9F=%E9&x=%C0%AF\n", "{\"\u{FFFD}\":\"\u{FFFD}\",\"x\":\"\u{FFFD}\u{FFFD}\"}\n");
}

#[test]
fn columns() {
    gives("-k b,a", "a=1&b=2\nb=3\n\nA=4\n", "2\t1\n3\t\n\t\n\t\n");
    gives("-k b -k a", "a=1&b=2\n", "2\t1\n");
    gives("-k a,a", "a=1\n", "1\t1\n");
    // A name on the command line is spelled as in a query.
    gives("-k x%2Cy,a+b,c%5B%5D", "x,y=1&a+b=2&c[]=3&c%5b]=4\n", "1\t2\t3&4\n");
    gives(
        "-k a,b --json",
        "a=1&a=2\nb=\n",
        "{\"a\":[\"1\",\"2\"],\"b\":null}\n{\"a\":null,\"b\":\"\"}\n",
    );
}

/// A row splits at tabs, a column at `&`, and percent-decoding by the tests' plain decoder gives
/// each value.
#[test]
fn columns_can_be_undone() {
    let values = [
        "", "a", "\t", "\n", "\r\n", "&", "%", "%%", "%4", "%41", "%zz", "%2541", "%%41", "%4%41",
        "100%", "\0", "\x1B[31m", "\u{85}", "\u{2028}", "\u{202E}", "é&ü\t", "+", " ", "a=b", "\"",
        "\"a\"", "\u{FEFF}",
    ];
    let escaped = |text: &str| text.bytes().map(|byte| format!("%{byte:02X}")).collect::<String>();
    let pairs: Vec<[&str; 2]> =
        values.iter().flat_map(|&one| values.map(|other| [one, other])).collect();
    let record = |[one, other]: [&str; 2]| {
        format!("k={}&x&k={}&l={}\n", escaped(one), escaped(other), escaped(one))
    };
    let ran = run(&["query", "-k", "k,l"], pairs.iter().copied().map(record).collect::<String>());
    let text = String::from_utf8(ran.stdout).expect("rows are text");
    let is_safe = |char: char| "\t\n".contains(char) || !char.is_control();
    assert!(text.chars().all(is_safe) && !text.contains(['\u{2028}', '\u{202E}']), "{text}");
    let undone = |part: &str| {
        let rules = Rules::default();
        String::from_utf8(reference::decode(part.as_bytes(), &rules).bytes).expect("text")
    };
    assert_eq!((ran.status, text.lines().count()), (Some(0), pairs.len()));
    // Readers that know quotes find no opening quote (RFC 4180 2.5).
    assert!(!text.split(['\t', '\n', '&']).any(|part| part.starts_with('"')), "{text}");
    for (row, [one, other]) in text.lines().zip(pairs) {
        let columns: Vec<Vec<String>> =
            row.split('\t').map(|cell| cell.split('&').map(undone).collect()).collect();
        assert_eq!(columns, [vec![one.to_owned(), other.into()], vec![one.into()]], "{row:?}");
    }
}

/// RFC 6068 5: `+` is a plus in these URLs alone.
#[test]
fn mailto_urls() {
    let urls = "MAILTO:a@b?subject=a+b%20c&body=1%0D%0A2\nhttp://h/?subject=a+b\n";
    run(&["query", "--url", "--json", "-k", "subject"], urls)
        .gave(0, "{\"subject\":\"a+b c\"}\n{\"subject\":\"a b\"}\n");
    run(&["query", "-k", "subject"], "subject=a+b\n").gave(0, "a b\n");
}

#[test]
fn urls() {
    gives(
        "--url -k q",
        "https://example.org/?q=1#?q=2\n/a?b?q=3&q=4\n//x#a?q=5\n?q=6\nq=7\n*\n",
        "1\n4\n\n6\n\n\n",
    );
}

#[test]
fn other_records() {
    gives("-0 -k a", "a=1\n&a=%00\0a=2\0", "1%0A&%00\n2\n");
    gives("--raw -k a", "a=1&\na=2\n", "1\n");
}

#[test]
fn a_malformed_percent_sign_stays() {
    let (input, output) = ("a=%zz&b=100%\n", "{\"a\":\"%zz\",\"b\":\"100%\"}\n");
    run(&["query"], input).passing_on(2, 1).gave(0, output);
    run(&["query", "-k", "b"], input).passing_on(2, 1).gave(0, "100%\n");
    run(&["query", "--count"], input).passing_on(2, 1).gave(0, "1\ta\n1\tb\n");
    // The other parts of a URL are not checked.
    gives("--url -k a", "/%zz?a=1#%\n", "1\n");
}

/// Only the result is tested here; `ci/linear` counts the instructions.
#[test]
fn many_names() {
    let names: Vec<String> = (0..50_000).map(|at| format!("n{at}=v{at}")).collect();
    let ran = run(&["query"], names.join("&") + "&n5=w&n49999=w\n");
    let text = String::from_utf8(ran.stdout).expect("JSON is text");
    assert_eq!(ran.status, Some(0));
    assert!(
        text.starts_with("{\"n0\":\"v0\",\"n1\":\"v1\",")
            && text.contains(",\"n5\":[\"v5\",\"w\"],")
    );
    assert!(text.ends_with(",\"n49998\":\"v49998\",\"n49999\":[\"v49999\",\"w\"]}\n"));
}

#[test]
fn usage() {
    run(&["query", "--count", "-k", "a,b"], "").failed(&["--count", "a single -k"]);
    run(&["query", "--count", "-k", "a", "--matched"], "").failed(&["cannot be used with"]);
    run(&["query", "--format=combined", "-f", "host"], "")
        .failed(&["-f host holds no query", "--count"]);
    run(&["query", "--format=csv"], "").failed(&["query --format csv: select the field", "--url"]);
    run(&["query", "-f", "query"], "").failed(&["-f needs --format"]);
}

/// Readers take a byte order mark at the start for the file's (Unicode 2.6).
#[test]
fn no_value_is_a_byte_order_mark() {
    gives(
        "-k a,b",
        "a=%EF%BB%BFx&b=%EF%BB%BF\na=\u{FEFF}\n",
        "%EF%BB%BFx\t\u{FEFF}\n%EF%BB%BF\t\n",
    );
    gives("-k a --json", "a=\u{FEFF}\n", "{\"a\":\"\u{FEFF}\"}\n");
}

#[test]
fn malformed_values_are_passed_on() {
    let input = "a=1\na=%\na=2\na=%zz&b=%\na=3\n";
    run(&["query", "-k", "a"], input).passing_on(3, 2).gave(0, "1\n%\n2\n%zz\n3\n");
    run(&["query", "--count"], input).passing_on(3, 2).gave(0, "5\ta\n1\tb\n");
    // A line that cannot be split is reported, and its row has empty cells.
    let log = combined("-", "GET /?a=%", "-", "-") + "no log\n" + &combined("-", "-", "-", "-");
    run(&["query", "-q", "--format", "combined", "-k", "a"], &log).gave(1, "%\n\n\n");
}

/// The file name selects the form of rows.
#[test]
fn files_of_rows() {
    let folder = Folder::new();
    let input = "q=a%2Cb&r=%22\nq=1&q=2\n";
    let file = |name: &str, args: &[&str]| {
        run(&[&["query", "-o", &folder.path(name)], args].concat(), input).gave(0, "");
        String::from_utf8(folder.read(name)).expect("text")
    };
    assert_eq!(file("a.csv", &["-k", "q,r"]), "q,r\n\"a,b\",\"\"\"\"\n1&2,\n");
    assert_eq!(file("a.tsv", &["-k", "q,r"]), "q\tr\na,b\t%22\n1&2\t\n");
    assert_eq!(file("a.json", &["-k", "r"]), "{\"r\":\"\\\"\"}\n{\"r\":null}\n");
    assert_eq!(file("B.CSV", &["--count"]), "count,name\n3,q\n1,r\n");
    assert_eq!(file("c.csv", &["--count", "-k", "r"]), "count,value\n1,\"\"\"\"\n");
    run(&["query", "-o", &folder.path("d.csv")], input).failed(&["-k", "JSON object"]);
}

/// RFC 3986, appendix B; a missing part is `null`.
#[test]
fn parts_of_urls() {
    let parts = "scheme,user,host,port,path,query,fragment";
    for (url, expected) in [
        ("https://bob:x@e.org:443/a/b?c=d?#e#f", "https bob:x e.org 443 /a/b c=d? e#f"),
        ("http://[2001:db8::1]:80", "http - [2001:db8::1] 80  - -"),
        ("http://[2001:db8::1]/", "http - [2001:db8::1] - / - -"),
        ("//e.org?x", "- - e.org -  x -"),
        ("/a:b?c", "- - - - /a:b c -"),
        ("mailto:a@b", "mailto - - - a@b - -"),
        ("http://a@b@c/", "http a@b c - / - -"),
        ("", "- - - -  - -"),
    ] {
        let values = parts.split(',').zip(expected.split(' ')).map(|(part, value)| match value {
            "-" => format!("\"{part}\":null"),
            _ => format!("\"{part}\":\"{value}\""),
        });
        let row = format!("{{{}}}\n", values.collect::<Vec<_>>().join(","));
        gives(&format!("--part {parts} --json"), format!("{url}\n"), row);
    }
}

#[test]
fn queries_of_urls() {
    for (url, expected) in [
        ("/a?b", "{\"b\":\"\"}"),
        ("https://example.org?b?c#d?e", "{\"b?c\":\"\"}"),
        ("/a#b?c", "{}"),
        ("/a?", "{}"),
        ("?", "{}"),
        ("", "{}"),
    ] {
        gives("--url", format!("{url}\n"), format!("{expected}\n"));
    }
}
