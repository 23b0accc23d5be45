//! Names that Windows reads as other names, and newlines for software that truncates code units.

use super::{assert_report, every_sequence, with_flags};
use percent_simd::{Flags as F, inspect};

/// Each input, with its expected flag.
#[track_caller]
fn assert_windows_names(vectors: &[(&str, bool)]) {
    for &(input, expected) in vectors {
        let flags = with_flags(input.as_bytes());
        assert_eq!(flags.contains(F::WINDOWS_NAME), expected, "{input}");
    }
}

#[test]
fn dots_and_spaces_at_the_end() {
    assert_windows_names(&[
        ("/private%20/x", true),
        ("/private%2e/x", true),
        ("/private%2E", true),
        ("/index.jsp%20", true),
        ("/x.php%2e?a=b", true),
        ("\\private%20", true),
        ("%2Fprivate%20%2Fx", true),
        ("%5cprivate%20;x=1/y", true),
        ("/private%20%3Bx", true),
        ("/private%20 . .#x", true),
        ("/private .%20../", true),
        ("/private. /", false),
        // Dot segments have a separate flag, unless Windows makes them.
        ("/%2e/", false),
        ("/.%2e/", false),
        ("/..%20/", true),
        ("/.%20./", true),
        ("/%2e%2e%2e/", true),
        // The end of a value does not end a name in a path.
        ("what%20is%20this%20", false),
        ("/search?q=what%20", false),
        ("/search?q=rock%20/%20pop", false),
        ("private%20/x", false),
        ("/x#a%20", false),
        ("/x%3Fa%20", true),
        // A space in the middle, alone, or among parameters.
        ("/a%20b/", false),
        ("/%20b/", false),
        ("/%20/", false),
        ("/%20%20", false),
        ("/%20./", true),
        ("/a%20%2Eb/", false),
        ("/a;b%20/", false),
        ("/a;%20/", false),
        ("/a%09/", false),
        ("/a%C2%A0/", false),
        ("/private%2520/", false),
        ("/private%20%", false),
        ("/private%20%2", false),
    ]);
}

#[test]
fn drives_and_streams() {
    assert_windows_names(&[
        ("/c%3A/x", true),
        ("c%3a", true),
        ("%63:\\x", true),
        ("/x/%5a%3a%5cy", true),
        ("?c%3A;", true),
        ("/c:/%20x", false),
        ("/c%3Ax", false),
        ("c%3A%20", false),
        ("/1%3A/", false),
        ("/%3A/", false),
        ("12%3A30", false),
        ("http%3A%2F%2Fa.example%2F", false),
        // DOIs contain these characters.
        ("/10.1023%2FA%3A1025705828948", false),
        ("/%C3%A9%3A/", false),
        ("/a%3A%3A$DATA", true),
        ("/a::%24DATA", true),
        ("/a::$dat%61", true),
        ("a:b:%24Data?x", true),
        ("/a::%24DATA...", true),
        ("/a::%24DATA%20/", true),
        ("/a%3a$i30%3A$INDEX_ALLOCATION/b", true),
        ("/a::$INDEX%5fALLOCATION;x", true),
        ("%3A$DATA", true),
        ("/a::$DATA", false),
        ("/a%20b::$DATA", false),
        ("/a%3A:$DATA", false),
        ("/a%3A%24DATAx", false),
        ("/a%3A%24DAT", false),
        ("/a%3A%24BITMAP", false),
        ("%24DATA", false),
        // GraphQL.
        ("a(first%3A%24first)", false),
        ("a(data%3A%24data)", false),
    ]);
}

#[test]
fn devices() {
    for device in [
        "CON",
        "prn",
        "Aux",
        "NUL",
        "COM0",
        "com1",
        "COM9",
        "LPT0",
        "lpt9",
        "CONIN$",
        "conout$",
        "COM\u{B9}",
        "com\u{B2}",
        "LPT\u{B3}",
    ] {
        let first = device.as_bytes()[0];
        let escaped = format!("%{first:02x}{}", &device[1..]);
        for (before, after) in [("", ""), ("/", ""), ("a\\", "/"), ("/x%2F", ";y"), ("?", "#")] {
            for extension in ["", ".", ".txt", ".tar.gz", ":", ":a", "  ", " .a"] {
                let name = |device: &str| format!("{before}{device}{extension}{after}");
                assert_windows_names(&[
                    (&name(&escaped), true),
                    (&name(device), false),
                    (&name(&format!("{device}%20")), true),
                    (&name(&format!("x{escaped}")), false),
                    (&name(&format!("{escaped}x")), false),
                    (&name(&format!("%{escaped}")), false),
                ]);
            }
        }
        let by_edge = [
            (format!("/{device}%2Etxt"), true),
            (format!("/{device}%3A"), true),
            (format!("/{device} %3Ax"), true),
            (format!("/{device}.%20x"), false),
            (format!("/{device}.tx%74"), false),
            (format!("/{device}:%20x"), false),
            (format!("/x;{escaped}"), false),
        ];
        by_edge.iter().for_each(|(input, expected)| assert_windows_names(&[(input, *expected)]));
    }
    assert_windows_names(&[
        ("/COM%C2%B9", true),
        ("/COM%C2\u{B9}", false),
        ("/COM%C2%B4", false),
        ("/%43OM", false),
        ("/%43OM10", false),
        ("/%43ONIN", false),
        ("/%20con", false),
        ("/co%6E x", false),
        ("/%63on%2F", true),
    ]);
    assert!(inspect(b"/LPT\xC2%B2").flags().contains(F::WINDOWS_NAME));
    assert!(inspect(b"/LPT%C2\xB2").flags().contains(F::WINDOWS_NAME));
}

#[test]
fn short_names() {
    assert_windows_names(&[
        ("/a%7E1", true),
        ("/%61~1", true),
        ("/a~%31", true),
        ("/LONGNA%7E1.TXT", true),
        ("/LONGNA~1%2eTXT", true),
        ("/LONGNA~1.TX%54", true),
        ("a%7e123456", true),
        ("/a-%7E1;x", true),
        ("/a~b%7E1?", true),
        ("/~%7E1", true),
        ("/a%7E1. .", true),
        ("/(1)%7E1.{a}", true),
        ("/a~1", false),
        ("/(%31~1", true),
        ("/%281~1", false),
        ("/%7E1", false),
        ("/%7Ebob", false),
        ("/a%7E", false),
        ("/a.c%7E1", false),
        ("/a%7E1x", false),
        ("/a%7E1.html", false),
        ("/a%7E1.b.c", false),
        ("/a%7E1234567", false),
        ("/longname%7E1", false),
        ("/longnam%7E1", false),
        ("/longna%7E1", true),
        ("/a b%7E1", false),
        ("/a+%7E1", false),
        ("/a=%7E1", false),
        ("/\u{E9}%7E1", false),
        ("/a%00%7E1", false),
        // Ranges.
        ("10%7E20", false),
        ("/10%7E20.5", false),
        ("/v10%7E20", true),
    ]);
}

/// Every short sequence of such names' bytes, raw and escaped.
#[test]
fn every_short_sequence_of_parts() {
    let pieces: &[&[u8]] =
        &[b"%20", b" ", b"%2e", b".", b"/", b"%5C", b"?", b"%3F", b";", b"%3b", b"a"];
    every_sequence(pieces, 4, &mut assert_report);
    let pieces: &[&[u8]] = &[b"c", b"%63", b":", b"%3A", b"/", b";", b"%20", b"1"];
    every_sequence(pieces, 4, &mut assert_report);
    let pieces: &[&[u8]] = &[b"con", b"%63on", b" ", b"%20", b".", b"%3A", b"/", b"%2F", b"\xC2"];
    every_sequence(pieces, 4, &mut assert_report);
    let pieces: &[&[u8]] = &[b"com", b"%C2", b"\xC2", b"%B9", b"\xB9", b"%32", b"3", b".", b"/"];
    every_sequence(pieces, 4, &mut assert_report);
    let pieces: &[&[u8]] = &[b"a", b"~", b"%7E", b"1", b"%31", b".", b"/"];
    every_sequence(pieces, 5, &mut assert_report);
    let pieces: &[&[u8]] =
        &[b":", b"%3a", b"$DATA", b"%24data", b"$INDEX_ALLOCATION", b".", b"%20", b"/", b"a"];
    every_sequence(pieces, 4, &mut assert_report);
}

#[test]
fn truncated_newlines() {
    let escaped = F::NON_ASCII | F::TRUNCATED_NEWLINE;
    for (input, expected) in [
        (&b"%E5%98%8A"[..], escaped),
        (b"%e5%98%8d", escaped),
        (b"/a%E5%98%8D%E5%98%8ASet-Cookie", escaped),
        (b"\xE5%98%8A", escaped),
        (b"\xE5\x98%8D", escaped),
        (b"%E5\x98\x8D", escaped),
        (b"\xE5\x98\x8A\xE5\x98\x8D", F::EMPTY),
        (b"\xE5\x98\x8A%20\xE5\x98\x8D", F::EMPTY),
        (b"%E5%98%89\xE5\x98\x8A", F::NON_ASCII),
        (b"\xE5\x98\x8A%E5%98%8B", F::NON_ASCII),
        (b"%E5%98", F::NON_ASCII | F::INVALID_UTF8),
    ] {
        assert_eq!(with_flags(input), expected, "{}", input.escape_ascii());
    }
}

/// A segment is read once, not once for each escape: `ci/linear` counts the instructions.
#[test]
fn long_names() {
    let spaces = "%20".repeat(100_000);
    let names =
        [("/a{}", true), ("/a{}/", true), ("/a{}b", false), ("/{}", false), ("/nul{}:", true)];
    for (name, expected) in names {
        let flags = inspect(&name.replace("{}", &spaces)).flags();
        assert_eq!(flags.contains(F::WINDOWS_NAME), expected, "{name}");
    }
}
