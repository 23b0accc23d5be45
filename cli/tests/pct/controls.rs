//! Characters that break a line, drive a terminal or change the order of text: their escapes stay
//! in lines, however their bytes are spelled.

use crate::reference::{self, Rules};
use crate::support::run;

/// Returns whether a line keeps the character's escape: `Bidi_Control` of UAX #9, the separators of
/// lines and paragraphs, and control characters.
fn stays(char: char) -> bool {
    let bidi = ['\u{61C}', '\u{200E}', '\u{200F}'].contains(&char)
        || ('\u{202A}'..='\u{202E}').contains(&char)
        || ('\u{2066}'..='\u{2069}').contains(&char);
    bidi || char.is_control() || ['\u{2028}', '\u{2029}'].contains(&char)
}

fn escaped(char: char) -> String {
    char.to_string().bytes().map(|byte| format!("%{byte:02X}")).collect()
}

#[test]
fn every_character() {
    let (mut lines, mut expected) = (String::new(), String::new());
    for char in '\0'..=char::MAX {
        lines += &format!("{}\n", escaped(char));
        if stays(char) {
            expected += &format!("{}\n", escaped(char));
        } else {
            expected.extend([char, '\n']);
        }
    }
    run(&["decode"], &lines).gave(0, &expected);
    // The character is far into a line. The letters before it begin with the same byte, or share
    // none.
    for char in ['\u{9F}', '\u{61C}', '\u{2029}', '\u{2069}', '\u{2027}', '\u{A0}'] {
        let raw = if stays(char) { escaped(char) } else { char.to_string() };
        for letter in ["x", "\u{622}", "\u{2013}"] {
            let line = |end: &str, len| format!("{letter}{}{end}\n", letter.repeat(len));
            let lines = |end: &str| (0..600).map(|len| line(end, len)).collect::<String>();
            run(&["decode"], lines(&escaped(char))).gave(0, lines(&raw));
        }
    }
}

/// Bytes that are partly escaped, with halves of characters around them.
#[test]
fn raw_and_escaped_bytes() {
    for stays in [
        &b"a%C2%80%c2%9f"[..],
        b"\xC2%80 %C2\x9F",
        b"%D8%9C",
        b"\xD8%9c",
        b"%d8\x9C",
        b"%E2%80%A8",
        b"%e2%80\xA9",
        b"\xE2%80\xAE",
        b"%E2\x81\xA6",
        b"\xE2\x81%a9",
        b"%E2%80%8E",
    ] {
        run(&["decode"], stays).gave(0, stays);
        let between = [b"%E2%80", stays, b"%A8"].concat();
        run(&["decode"], between).gave(0, [b"\xE2\x80", stays, b"\xA8"].concat());
    }
    run(&["decode"], b"%C2%C2%80").gave(0, b"\xC2%C2%80");
    run(&["decode"], b"%%C2%80 %4%C2%80").passing_on(2, 1).gave(0, b"%%C2%80 %4%C2%80");
    for other in [
        &b"\xC2\x80"[..],
        b"%C2%A0",
        b"%C2%7E",
        b"%C3%80",
        b"%C2",
        b"%C2%8",
        b"%C2%",
        b"%C2 %80",
        b"%80%C2",
        b"%D8%9B",
        b"%E2%80%8D",
        b"%E2%80%90",
        b"%E2%80%A7",
        b"%E2%80%AF",
        b"%E2%81%A5",
        b"%E2%81%AA",
        b"%E2%80",
        b"",
    ] {
        let decoded = reference::decode(other, &Rules::default()).bytes;
        assert_eq!(run(&["decode"], other).stdout, decoded, "{}", other.escape_ascii());
    }
}

#[test]
fn bytes_that_nginx_has_written() {
    for (written, lines, raw) in [
        (
            &br"a\xD0\xbe\x22\x5C\x0A\xzz\x4"[..],
            &b"a\xD0\xBE\\x22\\x5C\\x0A\\xzz\\x4"[..],
            &b"a\xD0\xBE\"\\\n\\xzz\\x4"[..],
        ),
        (b"\\\\xD0\\\"\\xD0\\", b"\\\\xD0\\\"\xD0\\", b"\\\\xD0\\\"\xD0\\"),
        (br"\x22\xC2\x85", br"\x22\xC2\x85", b"\"\xC2\x85"),
        (
            b"\\xC2\\x85\\xC3\\xA9\\xE2\x80\\xAE",
            b"\\xC2\\x85\xC3\xA9\\xE2\x80\\xAE",
            b"\xC2\x85\xC3\xA9\xE2\x80\xAE",
        ),
        // A control character stays escaped as a whole; other characters are decoded.
        (br"%C2\x85\xC2\xA9", b"%C2%85\xC2\xA9", b"\xC2\x85\xC2\xA9"),
        (br"\xC3\xA9\xC2%85", b"\xC3\xA9%C2%85", b"\xC3\xA9\xC2\x85"),
        (br"%E2\x80%A8%E2\x80%9C", b"%E2%80%A8\xE2\x80\x9C", b"\xE2\x80\xA8\xE2\x80\x9C"),
        (br"\xE2%80\xAE\xE2\x80\x9C", b"%E2%80%AE\xE2\x80\x9C", b"\xE2\x80\xAE\xE2\x80\x9C"),
        (br"%C3\xA9\xC3%A9", b"\xC3\xA9\xC3\xA9", b"\xC3\xA9\xC3\xA9"),
        (br"plain \x41\", br"plain \x41\", br"plain A\"),
        (br"\n\\xC3", br"\n\\xC3", br"\n\\xC3"),
    ] {
        run(&["decode", "--scheme", "nginx"], written).gave(0, lines);
        run(&["decode", "--scheme", "nginx", "--raw"], written).gave(0, raw);
    }
}

#[test]
fn escapes_of_javascript() {
    let decoded = |input: &str| run(&["decode", "--scheme", "js-escape"], input).stdout;
    for stays in ["%0A", "%u000d", "%7f", "%u009F", "%u2028", "%1b", "%u061C", "%U000A", "%+1"] {
        assert_eq!(decoded(&format!("a{stays}%41")), format!("a{stays}A").as_bytes());
    }
    for (other, char) in [("%20", " "), ("%u0020", " "), ("%A0", "\u{A0}"), ("%u010A", "\u{10A}")] {
        assert_eq!(decoded(other), char.as_bytes(), "{other}");
    }
}

/// A message is one line, whatever bytes a name has.
#[test]
fn names_in_messages() {
    let all = || ('\u{1}'..='\u{FFFF}').filter(|&char| stays(char));
    let name: String = all().filter(|&char| char != '\0').collect();
    let ran = run(&["query", "-k", &format!("évil{name}\\日本\u{200D}")], "q=1\n");
    let shown: String = all()
        .map(|char| match char {
            '\t' | '\n' | '\r' => char.escape_debug().to_string(),
            _ => char.escape_unicode().to_string(),
        })
        .collect();
    assert_eq!(ran.stderr, format!("pct: no record has a parameter `évil{shown}\\日本\u{200D}`\n"));
}
