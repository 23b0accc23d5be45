//! `pct inspect`: attacks behind other escapes, and the positions of findings.

use serde_json::Value;

use crate::support::run;

#[test]
fn dot_segments_and_nul_that_are_hidden() {
    let flagged = |flag: &str, line: &str| {
        let ran = run(&["inspect", "--only", flag], format!("{line}\n"));
        !ran.stdout.is_empty()
    };
    for hidden in [
        "/a/%2e%2e%00",
        "/..%00/x",
        "/%2e%2e%2500",
        "/..%00.png",
        "/.%00./",
        "/\u{FF0E}\u{FF0E}/x",
        "/%EF%BC%8E%EF%BC%8E%EF%BC%8Fx",
        "GET /a?file=..%00 HTTP/1.1",
        "..%00;x/",
        "/a/\u{FF05}2e\u{FE6A}2E/x",
        "/a/%EF%BC%85%32e./x",
        "/a\u{2215}\u{2025}\u{2216}x",
        "/a\u{29F8}.\u{10A50}",
    ] {
        assert!(flagged("dot-segment", hidden), "{hidden}");
    }
    for other in ["/../%00", "/a%00/b", "/a..%00b/", "/\u{FF0E}a/", "%00", ""] {
        assert!(!flagged("dot-segment", other), "{other}");
    }
    for (value, expected) in
        [("%2500", true), ("/%25252500x", true), ("2500", false), ("%2400 a2500", false)]
    {
        assert_eq!(flagged("nul", value), expected, "{value}");
    }
}

#[test]
fn each_finding_has_its_place() {
    let places = |line: &str| -> Vec<(u64, String)> {
        let ran = run(&["inspect", "--records", "--json", "--only", "all"], format!("{line}\n"));
        let row: Value = serde_json::from_slice(&ran.stdout).unwrap_or_default();
        let place = |place: &Value| {
            let flags = place["flags"].as_array().expect("a list").iter().map(|flag| flag.as_str());
            let flags: Vec<_> = flags.map(|flag| flag.expect("text")).collect();
            (place["column"].as_u64().expect("a number") - 1, flags.join(","))
        };
        row["places"].as_array().map(|all| all.iter().map(place).collect()).unwrap_or_default()
    };
    for (line, expected) in [
        ("/a%00b%2Fc", &[(2, "nul,control"), (6, "slash")][..]),
        ("%0a%0a", &[(0, "lf,control"), (3, "lf,control")]),
        ("GET /%41?x=%zz&y=%2541", &[(5, "unreserved"), (11, "malformed"), (17, "nested")]),
        (
            "a%C3%A9b%D0%BEc%C0%AFd%A9",
            &[
                (1, "non-ascii"),
                (8, "non-ascii"),
                (15, "overlong,invalid-utf8,non-ascii"),
                (22, "invalid-utf8,non-ascii"),
            ],
        ),
        ("/x/../y %u0041", &[(3, "raw-traversal"), (8, "percent-u,malformed")]),
        ("plain %20", &[]),
        ("/x%41/private%20/y", &[(2, "unreserved"), (13, "windows-name")]),
        (
            "/x%41\\%2fa%20?/b%20",
            &[(2, "unreserved"), (6, "slash,windows-name"), (16, "windows-name")],
        ),
    ] {
        let expected: Vec<_> = expected.iter().map(|&(at, flags)| (at, flags.into())).collect();
        assert_eq!(places(line), expected, "{line}");
    }
    assert_eq!(places(&"%00".repeat(200)).len(), 100);
}

/// The look-alikes of dots, separators and `%` are those of the library, which also knows those of
/// quotation marks and angle brackets.
#[test]
fn look_alikes_are_those_of_the_library() {
    let chars = ('\u{80}'..'\u{20000}').filter(|char| !char.is_control());
    let line = |char: char| {
        let mut bytes = [0; 4];
        let escaped = char.encode_utf8(&mut bytes).bytes().map(|byte| format!("%{byte:02X}"));
        let it = escaped.collect::<String>();
        format!("/{it}/b /{it}{it}/b /a{it}..{it}b /{it}2e/b\n")
    };
    let ran =
        run(&["inspect", "--only", "dot-segment,confusable"], chars.map(line).collect::<String>());
    let text = String::from_utf8(ran.stdout).expect("text");
    let hidden = text.lines().filter(|line| line.contains("dot-segment"));
    assert!(hidden.clone().all(|line| line.ends_with(": dot-segment,confusable")));
    assert_eq!(hidden.count(), 32);
    // The fullwidth `;` counts beside one of them, too.
    run(&["inspect", "--only", "dot-segment"], "/%E2%80%A4.%EF%BC%9Ba/b\n/..%EF%BC%9Ba/b\n")
        .gave(0, "(standard input):1: dot-segment\n");
}
