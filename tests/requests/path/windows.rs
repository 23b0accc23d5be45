//! Names that Windows reads as others.

use super::check;
use percent_simd::path::{self, DotSegments, EscapedSlashes, PathErrorKind, Semicolon};
use support::answers::path::{Options, PRESETS};

#[test]
fn names_that_windows_reads_as_others_are_refused_in_every_place() {
    for (name, _, preset) in PRESETS {
        let options = Options { windows_names: true, ..preset };
        let policy = options.policy();
        for (path, position) in [
            ("/private./x", 1),
            ("/a/private%20/x", 3),
            ("/private /x", 1),
            ("/a::$DATA", 1),
            ("/c%3A/x", 1),
            ("/con", 1),
            ("/x/%63%6F%6e.txt", 3),
            ("/a~1", 1),
            ("/a%7e1.txt", 1),
            ("/aux.", 1),
            ("/a/nul .x/../b", 3),
        ] {
            check(options, policy, path.as_bytes());
            check(preset, preset.policy(), path.as_bytes());
            // Without the option, every preset accepts these paths, or refuses them for another
            // reason.
            assert!(name != "STRICT" || preset.policy().check(path).is_ok(), "{path}");
            if preset.policy().check(path).is_ok() {
                let error = policy.check(path).expect_err(path);
                assert_eq!(
                    (error.position(), error.kind()),
                    (position, PathErrorKind::WindowsName),
                    "{name}: {path}"
                );
            }
        }
        for path in ["/a.b/c d/console/com/~1/document~1", "/./x/../.y/...z", "/", "/a~1.html"] {
            check(options, policy, path.as_bytes());
            assert_eq!(policy.check(path).is_ok(), preset.policy().check(path).is_ok(), "{path}");
        }
    }
}

#[test]
fn names_that_windows_reads_as_others() {
    let refuses = |name: &str| {
        let path = path::join([name]).unwrap();
        let error = path::STRICT.windows_names(true).check(&path).err();
        error.is_some_and(|error| error.kind() == PathErrorKind::WindowsName)
    };
    for name in [
        "x.", "x ", "...", " ", "a::$DATA", "c:", "a\\b", "con", "NUL", "Aux.txt", "prn .a",
        "com0", "LPT9.log", "COM¹", "lpt³.x", "conin$", "CONOUT$", "a~1", "PROGRA~1", "a~1.txt",
        "ABC~1234", "a~12.b", "a*b", "<", "a\"", "nul.t.gz",
    ] {
        assert!(refuses(name), "{name}");
    }
    for name in [
        "x",
        ".x",
        "x.y",
        "a b",
        "console",
        "co",
        "com",
        "com10",
        "COM⁴",
        "lpt",
        "auxin",
        "con-fig",
        "~1",
        "a~",
        "a~b",
        "a~1b",
        "a~1.html",
        "a~1.b.c",
        "~user",
        "file.con",
        "$DATA",
        "é",
        "a~1 .txt",
        "document~1",
    ] {
        assert!(!refuses(name), "{name}");
    }
}

/// Names that another server may see: cut at a kept slash, or before parameters.
#[test]
fn names_that_another_server_sees() {
    let kind = |options: Options, path: &str| {
        let options = Options { windows_names: true, ..options };
        check(options, options.policy(), path.as_bytes());
        options.policy().check(path).err().map(|error| error.kind())
    };
    let keep = Options { escaped_slashes: EscapedSlashes::Keep, ..PRESETS[0].2 };
    assert_eq!(kind(keep, "/a%2Fcon%2Fb"), Some(PathErrorKind::WindowsName));
    assert_eq!(kind(keep, "/a%2Fcone%2Fb"), None);
    assert_eq!(kind(keep, "/con;x"), Some(PathErrorKind::WindowsName));
    assert_eq!(kind(keep, "/a.%3Bx;y"), Some(PathErrorKind::WindowsName));
    let drop = Options { semicolon: Semicolon::Drop, ..keep };
    assert_eq!(kind(drop, "/con;x/b"), Some(PathErrorKind::WindowsName));
    assert_eq!(kind(drop, "/a;con./b"), None);
    let whole = Options { semicolon: Semicolon::Keep, ..keep };
    assert_eq!(kind(whole, "/con;x"), None);
    // The first of several errors counts.
    assert_eq!(kind(keep, "/con/%00"), Some(PathErrorKind::WindowsName));
    assert_eq!(kind(keep, "/%00/con"), Some(PathErrorKind::Control(0)));
    let error = path::STRICT.windows_names(true).check("/a\u{e9}/con").unwrap_err();
    assert_eq!(error.kind(), PathErrorKind::NonAscii(0xC3));
    let dots = Options { dot_segments: DotSegments::Reject, ..keep };
    assert_eq!(kind(dots, "/a./.."), Some(PathErrorKind::WindowsName));
    assert_eq!(kind(dots, "/a/../a."), Some(PathErrorKind::DotSegment));
}
