//! `--charset`.

use crate::support::run;

/// The examples of WHATWG URL 1.3.
#[test]
fn encode() {
    let query = ["encode", "--scheme", "url-special-query", "--charset", "shift_jis"];
    run(&query, " \n≡\r\n‽").gave(0, "%20\n%81%DF\r\n%26%238253%3B");
    run(&["encode", "--scheme", "form", "--charset", "Shift_JIS"], "1+1 ≡ 2%20‽\n")
        .gave(0, "1%2B1+%81%DF+2%2520%26%238253%3B\n");
    // Each record begins in the charset's initial state.
    run(&["encode", "--scheme", "url-special-query", "--charset", "iso-2022-jp"], "¥\n¥\n")
        .gave(0, "%1B(J\\%1B(B\n%1B(J\\%1B(B\n");
    run(&["encode", "-0", "--scheme", "form", "--charset", "latin1"], "é\n\0é")
        .gave(0, "%E9%0A\0%E9");
    run(&["encode", "--scheme", "form", "--charset", "utf-16"], "é\n").gave(0, "%C3%A9\n");
    run(&["encode", "--scheme", "form", "--charset", "gbk"], b"a\xFF b\na b\n").said(
        1,
        b"a\xFF b\na+b\n",
        "(standard input):1:2: not UTF-8: ill-formed from `\\xff` on; passed on unchanged\n",
    );
}

#[test]
fn decode() {
    run(&["decode", "--charset", "shift_jis"], "%93%FA%96{\n%81%DF+\r\n").gave(0, "日本\n≡+\r\n");
    run(&["decode", "--charset", "windows-1252", "--scheme", "form"], "caf%E9+%80\n")
        .gave(0, "café €\n");
    run(&["decode", "--charset", "windows-1252", "--plus", "--keep", "/"], b"\xE9+%2f\n")
        .gave(0, "é %2f\n");
    run(&["decode", "--charset", "iso-2022-jp"], "%1B$BF|%1B(B\n%1B$BF|\n").gave(0, "日\n日\n");
    run(&["decode", "--charset", "big5", "--raw"], "%A4%A4%0A%00").gave(0, "中\n\0");
    run(&["decode", "--charset", "big5"], "%A4 100%\n").passing_on(1, 1).gave(0, "\u{FFFD} 100%\n");
}

#[test]
fn a_line_stays_a_line() {
    run(&["decode", "--charset", "windows-1252"], b"%0A%1B%7F%81\x90%85\n")
        .gave(0, "%0A%1B%7F%C2%81%C2%90…\n");
    run(&["decode", "--charset", "iso-8859-2"], "%85\n").gave(0, "%C2%85\n");
    run(&["decode", "--charset", "iso-2022-jp"], "%1B[2J%0A\n").gave(0, "\u{FFFD}[2J%0A\n");
    run(&["decode", "-0", "--charset", "iso-8859-2"], "%85%0A\0").gave(0, "\u{85}\n\0");
}

#[test]
fn strict_and_reject() {
    let reported =
        "(standard input):2:3: not in the charset: ill-formed from `%A4` on; passed on unchanged\n";
    run(&["decode", "--strict", "--charset", "big5"], "%A4%A4\na %A4 %41\n%A4%A4\n").said(
        1,
        "中\na %A4 %41\n中\n",
        reported,
    );
    let reported = "(standard input):1:1: malformed triplet `%`: cut short; passed on unchanged\n";
    run(&["decode", "--strict", "--charset", "big5"], "%").said(1, "%", reported);
    let reported = "(standard input):1:2: rejected triplet `%2F`: it decodes to the byte 0x2F; passed on unchanged\n";
    run(&["decode", "--reject", "/", "--charset", "big5"], "a%2F%A4%A4\n").said(
        1,
        "a%2F%A4%A4\n",
        reported,
    );
}

#[test]
fn usage() {
    run(&["encode", "--charset", "klingon", "--scheme", "form"], "").failed(&[
        "--charset <LABEL>",
        "unknown charset",
        "shift_jis",
    ]);
    run(&["encode", "--charset", "big5"], "")
        .failed(&["needs --scheme form or --scheme url-special-query"]);
    run(&["encode", "--charset", "big5", "--scheme", "url-path"], "")
        .failed(&["needs --scheme form or --scheme url-special-query"]);
    run(&["encode", "--charset", "big5", "--scheme", "form", "--keep=/"], "")
        .failed(&["does not allow --keep"]);
    run(&["encode", "--charset", "big5", "--set", "a"], "").failed(&["does not allow --set"]);
    run(&["decode", "--charset", "big5", "--utf8", "lossy"], "").failed(&["does not allow --utf8"]);
    for scheme in ["js-component", "js-escape", "iri", "alpn", "cgi-keywords"] {
        run(&["decode", "--charset", "big5", "--scheme", scheme], "")
            .failed(&["does not allow this --scheme"]);
    }
}

/// Each value has the first charset of the list that fits it.
#[test]
fn the_first_that_fits() {
    let log = "q=%E5%8F%8C%E8%89%B2%E7%90%83\nq=%CB%AB%C9%AB%C7%F2\nq=caf%C3%A9+x\nq=a%zz\n";
    let rows = "双色球\n双色球\ncafé x\na%zz\n";
    run(&["query", "--charset", "utf-8,gbk", "-k", "q"], log).passing_on(1, 1).gave(0, rows);
    // A name has the first charset that fits it, in counts, too.
    let names = "%C7%F2=1&%E7%90%83=2\n";
    run(&["query", "--charset", "utf-8,gbk"], names).gave(0, "{\"球\":[\"1\",\"2\"]}\n");
    run(&["query", "--charset", "utf-8,gbk", "-k", "球"], names).gave(0, "1&2\n");
    run(&["query", "--charset", "utf-8,gbk", "-k", "%C7%F2"], names).gave(0, "1&2\n");
    run(&["query", "--charset", "utf-8,gbk", "--count", "-k", "q"], "q=%C7%F2\nq=%E7%90%83\n")
        .gave(0, "2\t球\n");
    // A charset of single bytes fits every value.
    run(&["query", "--charset", "utf-8,windows-1251", "-k", "q"], "q=%D0%BF\nq=%EE%EA%F0%E1\n")
        .gave(0, "п\nокрб\n");
    run(&["query", "--charset", "utf-8,euc-kr,gbk", "-k", "q"], "q=%C7%D1\n").gave(0, "한\n");
    let log = "%E7%90%83\n%C7%F2\n%41\n";
    run(&["decode", "--charset", "utf-8,gbk"], log).gave(0, "球\n球\nA\n");
    for (list, why) in [
        ("gbk,utf-8", "UTF-8 comes first"),
        ("latin1,gbk", "windows-1252 fits any bytes, so it comes last"),
        ("utf-8,iso-2022-jp", "ISO-2022-JP has states, and is only alone"),
        ("utf-8,klingon", "unknown charset"),
    ] {
        for verb in ["query", "decode"] {
            run(&[verb, "--charset", list], "").failed(&[why]);
        }
    }
    run(&["encode", "--charset", "utf-8,gbk", "--scheme", "form"], "").failed(&["unknown charset"]);
}

/// If no charset fits, `decode` and `query` report the value alike, with status 1; with one charset
/// alone the value has U+FFFD.
#[test]
fn none_that_fits() {
    for (list, names) in [("utf-8,big5", "UTF-8,Big5"), ("gbk,shift_jis", "GBK,Shift_JIS")] {
        let charset = ["--charset", list];
        let told = |place: &str, fate| {
            format!("(standard input):{place}: a value is in none of {names}{fate}\n")
        };
        let (decoded, queried) = ("; passed on unchanged", ": its escapes stay");
        for (args, log, rows, place) in [
            (&["decode"][..], "%41\n%FF %41\n", "A\n%FF %41\n", "2:1"),
            (&["decode", "--format", "tsv", "-f", "2"], "%41\t%FF\n", "%41\t%FF\n", "1:5"),
            (&["query", "-k", "q"], "q=%FF+%41\nq=%41\n", "%25FF A\nA\n", "1"),
            (&["query"], "%FF=%41\n", "{\"%FF\":\"A\"}\n", "1"),
            (&["query", "--part", "path"], "/a\n/%FF\n", "/a\n/%FF\n", "2"),
            (&["query", "--count"], "%FF=%41\n", "1\t%25FF\n", "1"),
            (&["query", "--count", "-k", "q"], "q=%FF\nq=%FF\n", "2\t%25FF\n", "1"),
            (&["query", "--format", "tsv", "-f", "1,2", "-k", "q"], "%FF\tq=1\n", "%FF\t1\n", "1"),
        ] {
            let ran = run(&[args, &charset].concat(), log);
            assert_eq!((ran.status, &*ran.stdout), (Some(1), rows.as_bytes()), "{args:?}: {ran:?}");
            let fate = if args[0] == "decode" { decoded } else { queried };
            assert!(ran.stderr.starts_with(&told(place, fate)), "{args:?}: {ran:?}");
            // An unselected value, or a single charset, is no problem.
            let alone = run(&[args, &["--charset", "big5"]].concat(), log);
            assert_eq!((alone.status, &*alone.stderr), (Some(0), ""), "{args:?}: {alone:?}");
            assert!(String::from_utf8_lossy(&alone.stdout).contains('\u{FFFD}'), "{alone:?}");
        }
        run(&[&["query", "-k", "q"][..], &charset].concat(), "q=%41&r=%FF&%FF=1\n").gave(0, "A\n");
    }
}
