//! `pct normalize`.

use crate::support::run;

/// RFC 3986 6.2.2.
#[test]
fn uri() {
    run(&["normalize"], "HTTP://E.org/a/./b\neXAMPLE://a/./b/../b/%63/%7bfoo%7d\n../%61\n")
        .gave(0, "http://e.org/a/b\nexample://a/b/c/%7Bfoo%7D\n../a\n");
    run(&["normalize"], "a:/..//b\nURN:Example:a%41%2f\n")
        .gave(0, "a:/.//b\nurn:example:a%41%2F\n");
    run(&["normalize"], "/%7ebob/a%2fb\r\n%41%5a%2D%e9\n%25%34%31\n")
        .gave(0, "/~bob/a%2Fb\r\nAZ-%E9\n%2541\n");
    run(&["normalize", "--raw"], "%0a%41\n").gave(0, "%0AA\n");
    run(&["normalize", "-0"], "%2d\0%2e").gave(0, "-\0.");
    // Decoding forms no new triplet; malformed ones stay, and are counted.
    run(&["normalize"], "%%34%31 100%\n").passing_on(2, 1).gave(0, "%%341 100%\n");
}

#[test]
fn rules() {
    let url = "HTTP://E.org/a/./%7ebob\n";
    for (rules, expected) in [
        ("case", "http://e.org/a/./%7ebob\n"),
        ("escapes", "HTTP://E.org/a/./~bob\n"),
        ("dots", "HTTP://E.org/a/%7ebob\n"),
        ("case,dots", "http://e.org/a/%7ebob\n"),
        ("dots,case,escapes", "http://e.org/a/~bob\n"),
    ] {
        run(&["normalize", "--rules", rules], url).gave(0, expected);
    }
    run(&["normalize", "--rules", "all"], "").failed(&["case, escapes, dots"]);
    run(&["normalize", "--scheme=iri", "--rules=case"], "").failed(&["--scheme uri"]);
}

/// A query is not a URL, and neither is a value that a format's escapes cut.
#[test]
fn components() {
    let log = |target: &str| {
        let request = format!("GET {target} HTTP/1.1");
        format!("h - - [1/Jan/2026:00:00:00 +0000] \"{request}\" 200 1 \"-\" \"-\"\n")
    };
    let (from, to) = ("/a/../b/%7e?/a/../%7e", "/b/~?/a/../~");
    run(&["normalize", "--format", "combined"], log(from)).gave(0, log(to));
    let only = ["normalize", "--format", "combined", "--only", "-f"];
    run(&[&only[..], &["query"]].concat(), log("/a?HTTP://E/./%7e")).gave(0, "HTTP://E/./~\n");
    run(&[&only[..], &["target"]].concat(), log(from)).gave(0, format!("{to}\n"));
    run(&[&only[..], &["path"]].concat(), log(from)).gave(0, "/b/~\n");
    let (from, to) = (r"/a/\x22/../%7e", r"/a/\x22/../~");
    run(&["normalize", "--format", "combined"], log(from)).gave(0, log(to));
}

#[test]
fn repair() {
    run(&["normalize", "--scheme", "repair"], "100%&%41%e9%zé\n%%41%\n")
        .gave(0, "100%25&%41%e9%25zé\n%25%41%25\n");
}

/// RFC 3987 3.1.
#[test]
fn iri() {
    run(&["normalize", "--scheme", "iri"], "http://example.org/rosé?q=<%41>\n")
        .gave(0, "http://example.org/ros%C3%A9?q=%3C%41%3E\n");
}

#[test]
fn help_has_examples() {
    let help = String::from_utf8(run(&["normalize", "--help"], "").stdout).expect("text");
    assert!(
        ["Examples:", "- uri:", "- repair:", "- iri:"].iter().all(|part| help.contains(part)),
        "{help}"
    );
}
