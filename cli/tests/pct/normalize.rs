//! `pct normalize`.

use crate::support::run;

/// RFC 3986 6.2.2.1 and 6.2.2.2.
#[test]
fn uri() {
    run(&["normalize"], "/%7ebob/a%2fb\r\n%41%5a%2D%e9\n%25%34%31\n")
        .gave(0, "/~bob/a%2Fb\r\nAZ-%E9\n%2541\n");
    run(&["normalize", "--raw"], "%0a%41\n").gave(0, "%0AA\n");
    run(&["normalize", "-0"], "%2d\0%2e").gave(0, "-\0.");
    // Decoding makes no triplet that was not there; what is malformed stays, and is counted.
    run(&["normalize"], "%%34%31 100%\n").passing_on(2, 1).gave(0, "%%341 100%\n");
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
