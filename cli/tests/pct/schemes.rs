//! `--scheme`: the standards' rule for every scheme, character by character, and the rows that are
//! more than a set.

use oracle::schemes::Says::{Escapes, Keeps};
use oracle::schemes::{SCHEMES, Says};

use crate::support::run;

/// The functions with the name of a scheme: each with its set, copied from the standards' own
/// lists, and the next scheme in the listing.
const FUNCTIONS: [(&str, Says, &str); 5] = [
    ("js-escape", Keeps("@*_+-./"), "template"),
    ("alpn", Keeps("!#$&'*+-.^_`|~"), "template"),
    ("iri", Escapes(" \"<>\\^`{|}"), "leiri"),
    ("sf-display", Escapes("\"%"), "http-signature"),
    ("multipart-name", Escapes("\""), "json-pointer"),
];

/// All names of `--scheme`, in the order of `pct schemes`.
fn all() -> impl Iterator<Item = (&'static str, Says)> {
    SCHEMES.iter().flat_map(|&(name, says, _)| {
        let before = FUNCTIONS.iter().filter(move |(_, _, before)| *before == name);
        before.map(|&(name, says, _)| (name, says)).chain([(name, says)])
    })
}

const PLUS: [&str; 4] = ["form", "php-urlencode", "oauth2", "s3-key"];

/// Schemes that encode text, each by a special rule.
const OF_TEXT: [&str; 3] = ["js-escape", "sf-display", "multipart-name"];

/// The encoding of a byte.
fn encoded(name: &str, says: Says, byte: u8) -> Vec<u8> {
    match byte {
        b' ' if PLUS.contains(&name) => vec![b'+'],
        0..0x80 if !says.escapes(byte) => vec![byte],
        _ => format!("%{byte:02X}").into_bytes(),
    }
}

#[test]
fn every_byte_under_every_scheme() {
    // A DEL before each byte, so that no `%` begins a triplet.
    let input: Vec<u8> = (0..=u8::MAX).flat_map(|byte| [0x7F, byte]).collect();
    for (name, says) in all().filter(|(name, _)| !OF_TEXT.contains(name)) {
        let expected: Vec<u8> = input.iter().flat_map(|&byte| encoded(name, says, byte)).collect();
        run(&["encode", "--raw", "--scheme", name], &input).gave(0, expected);
    }
}

#[test]
fn the_list_has_every_scheme() {
    let ran = run(&["schemes"], "");
    assert_eq!((ran.status, &*ran.stderr), (Some(0), ""));
    let text = String::from_utf8(ran.stdout).expect("text");
    let rows: Vec<&str> = text.lines().skip(1).take_while(|line| !line.is_empty()).collect();
    let names: Vec<&str> =
        rows.iter().map(|line| line.split_whitespace().next().unwrap_or("")).collect();
    assert_eq!(names, all().map(|(name, _)| name).collect::<Vec<_>>());
    let line = |name: &str| {
        *rows.iter().find(|line| line.starts_with(&format!("{name} "))).expect("it is listed")
    };
    assert!(line("url-query").contains("escapes SP \"#<>  "));
    assert!(
        line("form").contains("keeps alnum *-._, SP as +  ")
            && line("form").ends_with("  ->  50%25+off+%3D+%2B1")
    );
    assert!(line("template-reserved").contains(", keeps %XX  "));
    assert!(line("hive-partition").contains(", keeps non-ASCII  "));
    assert!(
        line("url-c0").contains("escapes no printable ASCII")
            && line("all").contains("escapes every byte")
    );
    assert!(line("uri-component").contains("RFC 3986 2.3"));
    assert!(line("js-escape").ends_with("é☃+1  ->  %E9%u2603+1"));
    let others = ["cgi-keywords", "modsecurity", "modsecurity-uni", "data-url", "uri", "repair"];
    for name in others.iter().chain(&["iri"]) {
        assert!(text.lines().any(|line| line.starts_with(&format!("  {name} "))), "{name}");
    }
    // The examples are outputs of `encode`.
    for row in rows {
        let (text, encoded) = row.split_once("  ->  ").expect("an example");
        let text = text.rsplit("  ").next().expect("a column");
        let name = row.split_whitespace().next().expect("a name");
        run(&["encode", "--raw", "--scheme", name], text).gave(0, encoded);
    }
}

#[test]
fn templates_keep_escapes() {
    for name in ["template-reserved", "template-literal"] {
        run(&["encode", "--scheme", name], "a%2fb 100%/é\n").gave(0, "a%2fb%20100%25/%C3%A9\n");
    }
    run(&["encode", "--scheme", "iri"], "/п%2f%\n").gave(0, "/%D0%BF%2f%\n");
}

#[test]
fn forms_both_ways() {
    for name in PLUS {
        run(&["encode", "--scheme", name], "a b+c\n").gave(0, "a+b%2Bc\n");
        run(&["decode", "--scheme", name], "a+b%2Bc%20\n").gave(0, "a b+c \n");
    }
    run(&["decode", "--scheme", "uri-query"], "a+b%2Bc%20\n").gave(0, "a+b+c \n");
}

#[test]
fn javascript_refuses_malformed_triplets_and_ill_formed_utf8() {
    run(&["decode", "--scheme", "js-uri"], "%3f%2F%25%20%D0%BE%0A\n").gave(0, "%3f%2F% о%0A\n");
    run(&["decode", "--scheme", "js-uri", "--raw"], "%3B%2f%3F%3A%40%26%3D%2B%24%2C%23%22%0A")
        .gave(0, "%3B%2f%3F%3A%40%26%3D%2B%24%2C%23\"\n");
    run(&["decode", "--scheme", "js-component"], "%3f%2F%25\n%zz\n%E9\n").said(
        1,
        "?/%\n%zz\n%E9\n",
        "(standard input):2:1: malformed triplet `%z`: two hex digits must follow the `%`; passed on unchanged\n\
         (standard input):3:1: not UTF-8: ill-formed from `%E9` on; passed on unchanged\n",
    );
    // Options on the command line come before the scheme's.
    run(&["decode", "--scheme", "js-component", "--utf8", "keep"], "%E9%C3%A9\n").gave(0, "%E9é\n");
}

#[test]
fn every_other_scheme_decodes_alike() {
    let special = ["js-uri", "js-component", "js-escape", "alpn", "iri", "baggage"];
    let special = [&special[..], &PLUS, &["sf-display", "multipart-name"]].concat();
    for (name, _) in all().filter(|(name, _)| !special.contains(name)) {
        run(&["decode", "--scheme", name], "a+b%2Fc%zz%ff\n")
            .passing_on(1, 1)
            .gave(0, b"a+b/c%zz\xFF\n");
    }
}

/// ECMA-262 B.2.1.
#[test]
fn escape_and_unescape() {
    run(&["encode", "--scheme", "js-escape"], "a b\r\n@*_+-./é☃😀\u{FF}%\n")
        .gave(0, "a%20b\r\n@*_+-./%E9%u2603%uD83D%uDE00%FF%25\n");
    run(&["decode", "--scheme", "js-escape"], "%E9%u2603%uD83D%uDE00%FF%25%zz%U0041%u00\n")
        .gave(0, "é☃😀ÿ%%zz%U0041%u00\n");
    // A line stays one line, and drives no terminal.
    run(&["decode", "--scheme", "js-escape"], "a%0Ab%u000D%7f%9B%u0085%20%41\n")
        .gave(0, "a%0Ab%u000D%7f%9B%u0085 A\n");
    run(&["decode", "--scheme", "js-escape", "-0"], "a%0Ab%u0041\0%7F\0").gave(0, "a\nbA\0\x7F\0");
    run(&["decode", "--scheme", "js-escape"], "ok%21\n%41%uD800x\n").said(
        1,
        "ok!\n%41%uD800x\n",
        "(standard input):2:4: not text: `%uD800` is half of a surrogate pair; passed on unchanged\n",
    );
    run(&["encode", "--scheme", "js-escape"], b"a b\nc \xFF\n".as_slice()).said(
        1,
        b"a%20b\nc \xFF\n",
        "(standard input):2:3: not UTF-8: ill-formed from `\\xff` on; passed on unchanged\n",
    );
    run(&["check", "--scheme", "js-escape"], "a")
        .failed(&["pct: check --scheme js-escape", "--set"]);
    run(&["encode", "--scheme", "js-escape", "--keep=/"], "a").failed(&["does not allow --keep"]);
    run(&["decode", "--scheme", "js-escape", "--utf8", "lossy"], "a")
        .failed(&["does not allow --utf8"]);
}

/// RFC 7639 2.2: only one form is valid.
#[test]
fn alpn_is_canonical() {
    run(&["decode", "--scheme", "alpn"], "h2\nw%3Dx%3Ay#z\nx%25y\n%0A\n")
        .gave(0, "h2\nw=x:y#z\nx%y\n%0A\n");
    run(&["decode", "--scheme", "alpn"], "h2\n%68%32\nw%3dx\na b\n%4\n").said(
        1,
        "h2\n%68%32\nw%3dx\na b\n%4\n",
        "(standard input):2:1: rejected triplet `%68`: it decodes to the byte 0x68; passed on unchanged\n\
         (standard input):3:2: malformed triplet `%3d`: its hex digits must be uppercase; passed on unchanged\n\
         (standard input):4:2: raw ` `: it must be escaped as `%20`; passed on unchanged\n\
         (standard input):5:1: malformed triplet `%4`: cut short; passed on unchanged\n",
    );
}

/// RFC 3987 3.2, with its examples (3.2.1).
#[test]
fn from_uri_to_iri() {
    let uris = "http://www.example.org/D%C3%BCrst\nhttp://www.example.org/D%FCrst\nhttp://xn--99zt52a.example.org/%e2%80%ae\n/%2f%25%20%41\n";
    let iris = "http://www.example.org/Dürst\nhttp://www.example.org/D%FCrst\nhttp://xn--99zt52a.example.org/%E2%80%AE\n/%2f%25%20A\n";
    run(&["decode", "--scheme", "iri"], uris).gave(0, iris);
    run(&["decode", "--scheme", "iri"], "100%&%D0%BE\n").passing_on(1, 1).gave(0, "100%&о\n");
    run(&["decode", "--scheme", "iri", "--keep", "/"], "a")
        .failed(&["--scheme iri", "does not allow --keep"]);
}

/// RFC 3875 4.4: split at `+`, then decode each; a query with `=` has no search words.
#[test]
fn search_words() {
    run(&["decode", "--scheme", "cgi-keywords"], "one+t%2Bo+%3D\na=b+%2B\n\n%zz+%0A\n")
        .passing_on(1, 1)
        .gave(0, "one t+o =\na=b+%2B\n\n%zz %0A\n");
    // Unchanged input may be refused.
    let refused = |place: &str, what: &str, outcome: &str| {
        format!("(standard input):{place}: {what}; {outcome}\n")
    };
    let malformed = |outcome| {
        refused("2:3", "malformed triplet `%z`: two hex digits must follow the `%`", outcome)
    };
    let keywords = |options: &[&'static str], input: &str| {
        run(&[&["decode", "--scheme", "cgi-keywords"], options].concat(), input)
    };
    keywords(&["--strict"], "a=%41\na=%zz\nb+c\n").said(
        1,
        "a=%41\na=%zz\nb c\n",
        &malformed("passed on unchanged"),
    );
    keywords(&["--strict=drop"], "a=%41\na=%zz\nb+c\n").said(
        1,
        "a=%41\nb c\n",
        &malformed("dropped"),
    );
    let rejected = refused(
        "1:3",
        "rejected triplet `%00`: it decodes to the byte 0x00",
        "passed on unchanged",
    );
    keywords(&["--reject", "\\0"], "a=%00\n").said(1, "a=%00\n", &rejected);
    keywords(&["--format=tsv", "-f", "2", "--strict=drop"], "%zz\ta=%zz\na\ta=%41\n").said(
        1,
        "a\ta=%41\n",
        &refused("1:7", "malformed triplet `%z`: two hex digits must follow the `%`", "dropped"),
    );
}

/// `mailto:` forms have no `+` for SP, in neither direction.
#[test]
fn mailto_forms() {
    run(&["encode", "--scheme", "form-mailto"], "a b+c\n").gave(0, "a%20b%2Bc\n");
    run(&["decode", "--scheme", "form-mailto"], "a+b%20c\n").gave(0, "a+b c\n");
}

#[test]
fn names_that_do_not_exist() {
    for verb in ["encode", "decode", "check"] {
        run(&[verb, "--scheme", "url-pth"], "a").failed(&["url-pth", "'url-path'"]);
    }
    run(&["normalize", "--scheme", "url"], "a").failed(&["uri, repair, iri"]);
}

/// RFC 9651: lower-case digits, quotes, and text only; a line stays one line.
#[test]
fn display_strings() {
    run(&["encode", "--scheme", "sf-display"], "für 100%\n\n")
        .gave(0, "%\"f%c3%bcr 100%25\"\n%\"\"\n");
    run(&["decode", "--scheme", "sf-display"], "%\"f%c3%bcr 100%25\"\n%\"a%0ab\"\n")
        .gave(0, "für 100%\na%0ab\n");
    run(&["decode", "--scheme", "sf-display"], "%\"%C3%BC\"\n%\"é\"\n%\"a%c3\"\n%\"a\n\"a\"\n").said(
        1,
        "%\"%C3%BC\"\n%\"é\"\n%\"a%c3\"\n%\"a\n\"a\"\n",
        "(standard input):1:3: malformed triplet `%C3`: its hex digits must be lowercase; passed on unchanged\n\
         (standard input):2:3: raw `\\xc3`: it must be escaped as `%c3`; passed on unchanged\n\
         (standard input):3:4: not UTF-8: ill-formed from `%c3` on; passed on unchanged\n\
         (standard input):4:4: no display string: the closing `\"` is missing; passed on unchanged\n\
         (standard input):5:1: no display string: it must start with `%\"`; passed on unchanged\n",
    );
}

/// Raw bytes in names are text.
#[test]
fn names_of_forms_and_partitions() {
    run(&["encode", "--scheme", "multipart-name", "--raw"], "a\"b\né%").gave(0, "a%22b%0D%0Aé%");
    run(&["decode", "--scheme", "multipart-name"], "a").failed(&["multipart-name", "leaves %"]);
    run(&["encode", "--scheme", "hive-partition"], b"\xD0\x9A/a=b\n\xFF\r\n".as_slice())
        .gave(0, b"\xD0\x9A%2Fa%3Db\n%FF\r\n".as_slice());
    run(&["decode", "--scheme", "hive-partition"], "Київ%2Fa%C3%A9\n").gave(0, "Київ/aé\n");
    for name in ["sf-display", "multipart-name"] {
        run(&["check", "--scheme", name], "a").failed(&["--scheme", name, "--set"]);
        run(&["encode", "--scheme", name], b"\xFF\n".as_slice()).said(
            1,
            b"\xFF\n",
            "(standard input):1:1: not UTF-8: ill-formed from `\\xff` on; passed on unchanged\n",
        );
    }
}

/// W3C Baggage 3.3.1.3: ill-formed UTF-8 is U+FFFD; `+` is a plus.
#[test]
fn baggage_is_text() {
    run(&["decode", "--scheme", "baggage"], "a+b%20%FF%C3%A9%\n")
        .passing_on(1, 1)
        .gave(0, "a+b \u{FFFD}é%\n");
    run(&["decode", "--scheme", "baggage", "--utf8", "keep"], "%FF\n").gave(0, "%FF\n");
}

/// ModSecurity's transformations, whose `%uHHHH` is a byte.
#[test]
fn transformations_of_modsecurity() {
    let input = "%uFF1Cscript%uff1e+%2B%u0041%U0142\n%u000A%u004\n";
    run(&["decode", "--scheme", "modsecurity-uni"], input)
        .passing_on(1, 1)
        .gave(0, "<script> +AB\n%0A%u004\n");
    run(&["decode", "--scheme", "modsecurity-uni", "--raw"], "%u000A").gave(0, "\n");
    run(&["decode", "--scheme", "modsecurity"], "%u0041+%41\n")
        .passing_on(1, 1)
        .gave(0, "%u0041 A\n");
}

/// Fetch, *data: URL processor*.
#[test]
fn bodies_of_data_urls() {
    run(&["decode", "--scheme", "data-url"], "data:,a%20b%0A#c\nDATA:text/plain,x+%FFy,z\n")
        .gave(0, b"a b%0A\nx+\xFFy,z\n");
    run(&["decode", "--scheme", "data-url"], "data:text/html\n").said(
        1,
        "data:text/html\n",
        "(standard input):1:1: no data: URL: it starts with `data:` and has a comma; passed on unchanged\n",
    );
}

/// No block of a long value splits a character that stays.
#[test]
fn characters_that_stay_are_whole_in_long_values() {
    let text = "дуже довгий рядок ".repeat(300_000);
    for options in [&["--raw"][..], &[]] {
        run(&[&["encode", "--scheme", "hive-partition"], options].concat(), &*text).gave(0, &*text);
        run(&[&["check", "--scheme", "hive-partition"], options].concat(), &*text).gave(0, "");
    }
}
