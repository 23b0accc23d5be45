//! `pct` under the names `urlencode` and `urldecode`.

use std::ffi::OsStr;
use std::os::unix::ffi::OsStrExt;

use crate::support::{Folder, Ran, feed, program};

/// Runs a link of this name.
#[track_caller]
fn called<S: AsRef<OsStr>>(name: &str, args: &[S], stdin: &[u8]) -> Ran {
    let folder = Folder::new();
    let link = folder.path(name);
    std::os::unix::fs::symlink(env!("CARGO_BIN_EXE_pct"), &link).expect("links can be made");
    feed(&mut program(&link, args), stdin)
}

/// Letters, digits and these marks stay, a space is `space`, and every other byte is a triplet.
#[track_caller]
fn every_byte(options: &[&str], marks: &[u8], space: &str) {
    let bytes: Vec<u8> = (1..=0xFF).collect();
    let stays = |byte: u8| byte.is_ascii_alphanumeric() || marks.contains(&byte);
    let expected: String = bytes
        .iter()
        .map(|&byte| match byte {
            b' ' => space.into(),
            _ if stays(byte) => char::from(byte).into(),
            _ => format!("%{byte:02X}"),
        })
        .collect();
    let args: Vec<&OsStr> =
        options.iter().map(OsStr::new).chain([OsStr::from_bytes(&bytes)]).collect();
    called("urlencode", &args, b"").gave(0, expected + "\n");
}

/// What GridSite's manual page urlencode(1) promises.
#[test]
fn urlencode_as_documented() {
    called("urlencode", &["http://www.gridpp.ac.uk/"], b"")
        .gave(0, "http%3A%2F%2Fwww.gridpp.ac.uk%2F\n");
    // "characters A-Z a-z 0-9 . _ and - are passed through unmodified, but all other characters are
    // represented as %HH"
    every_byte(&[], b"._-", "%20");
    // "If multiple strings are given, they are concatenated with separating spaces before
    // conversion."
    called("urlencode", &["a b", "", "c"], b"").gave(0, "a%20b%20%20c\n");
    called("urlencode", &[""], b"").gave(0, "\n");
}

/// "A-Z a-z 0-9 . = - _ @ and / are passed through unmodified", and as `GRSThttpUrlMildencode` does
/// it, which the manual page does not say, a space becomes `+`.
#[test]
fn urlencode_mildly() {
    every_byte(&["-m"], b".=-_@/", "+");
    called("urlencode", &["-m", "a/b", "c"], b"").gave(0, "a/b+c\n");
    called("urlencode", &["-m", "a b"], b"").gave(0, "a+b\n");
}

/// "%HH and %hh strings are converted and other characters are passed through unmodified, with the
/// exception that + is converted to space."
#[test]
fn urlencode_decodes() {
    called("urlencode", &["-d", "a%20b+c%2fd%C3%a9", "%41"], b"").gave(0, "a b c/dé A\n");
    called("urlencode", &["-d", "%0A%1B%00%FF%C2%85"], b"").gave(0, b"\n\x1B\0\xFF\xC2\x85\n");
    // "0 is always returned."
    called("urlencode", &["-d", "100% %zz"], b"").gave(0, "100% %zz\n");
}

#[test]
fn only_the_first_word_may_be_an_option() {
    called("urlencode", &["a", "-d"], b"").gave(0, "a%20-d\n");
    called("urlencode", &["-d", "-m"], b"").gave(0, "-m\n");
    called("urlencode", &["-x", "--", "--help"], b"").gave(0, "-x%20--%20--help\n");
    called("urldecode", &["-d", "--help", "--backend"], b"").gave(0, "-d\n--help\n--backend\n");
}

#[test]
fn urldecode_makes_a_line_of_each_string() {
    called("urldecode", &["a%20b+c", "%2F", "", "100%"], b"").gave(0, "a b c\n/\n\n100%\n");
    called("urldecode", &["%0a%1b"], b"").gave(0, "\n\x1B\n");
    called("urldecode.exe", &["%41"], b"").gave(0, "A\n");
}

#[test]
fn standard_input_without_strings() {
    called::<&str>("urldecode", &[], b"a%20b+c\n%41%zz\r\n%0A%1B").gave(0, "a b c\nA%zz\r\n\n\x1B");
    called("urlencode", &["-d"], b"a%20b+c\n").gave(0, "a b c\n");
    called::<&str>("urlencode", &[], "a b/~\né=\r\nc".as_bytes())
        .gave(0, "a%20b%2F%7E\n%C3%A9%3D\r\nc");
    called("urlencode", &["-m"], b"a b/~+\n").gave(0, "a+b/%7E%2B\n");
}

#[test]
fn help() {
    for (name, usage) in [
        ("urlencode", "Usage: urlencode [-m|-d] [STRING...]"),
        ("urldecode", "Usage: urldecode [STRING...]"),
    ] {
        let ran = called(name, &["--help"], b"");
        let text = String::from_utf8(ran.stdout).expect("text");
        assert!(
            ran.status == Some(0) && text.contains(usage) && text.contains("Examples:"),
            "{text}"
        );
    }
}

#[test]
fn another_name_is_pct() {
    called("percent", &["decode"], b"%41\n").gave(0, "A\n");
    called("urlencode2", &["encode"], b" \n").gave(0, "%20\n");
}
