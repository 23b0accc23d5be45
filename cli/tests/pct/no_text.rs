//! UTF-16, and what is no text at all.

use crate::compressed::gzip;
use crate::support::{Folder, run};

/// Text in UTF-16 with a byte order mark, by `encode_utf16` of the standard library.
fn utf16(text: &str, is_big: bool) -> Vec<u8> {
    let bytes = |unit: u16| if is_big { unit.to_be_bytes() } else { unit.to_le_bytes() };
    std::iter::once(0xFEFF).chain(text.encode_utf16()).flat_map(bytes).collect()
}

#[test]
#[cfg(feature = "charset")]
fn utf16_is_read_as_text() {
    let (text, decoded) = ("é%41\r\n😀%42\n", "éA\r\n😀B\n");
    for is_big in [false, true] {
        run(&["decode"], utf16(text, is_big)).gave(0, decoded);
        run(&["decode"], gzip(utf16(text, is_big))).gave(0, decoded);
        run(&["check"], utf16("a\n%4\n", is_big))
            .gave(1, "(standard input):2:1: malformed triplet `%4`: cut short\n");
        run(&["inspect"], utf16("%2e%2e/\n", is_big))
            .gave(0, "(standard input):1: dot-segment,unreserved\n");
        run(&["decode", "--csv", "-f", "u"], utf16("u,v\n%41,%42\n", is_big))
            .gave(0, "u,v\nA,%42\n");
        // Over many blocks, of which each begins in the middle of something.
        let long = "é😀%41\n".repeat(300_000);
        run(&["decode"], utf16(&long, is_big)).gave(0, long.replace("%41", "A"));
        // Half of a pair, and half of a unit.
        run(&["decode"], [utf16("a", is_big), utf16("😀", is_big)[2..4].to_vec()].concat())
            .gave(0, "a\u{FFFD}");
        run(&["decode"], [&utf16("a", is_big)[..], b"x"].concat()).gave(0, "a\u{FFFD}");
        run(&["decode"], utf16("", is_big)).gave(0, "");
        // Where it is one value, or NUL ends records, it is read as it is; no two digits follow `%`.
        let raw = utf16(text, is_big);
        run(&["decode", "--raw"], &raw).gave(1, &raw);
        run(&["decode", "-0"], &raw).gave(1, &raw);
    }
    let folder = Folder::new();
    let original = utf16("%41\n", false);
    let file = folder.file("log", &original);
    run(&["decode", "-i", &file], "").failed(&["it is UTF-16, and -i would make UTF-8 of it"]);
    assert_eq!(folder.read("log"), original);
}

/// What converts it is part of the charsets.
#[test]
#[cfg(not(feature = "charset"))]
fn utf16_is_told() {
    let ran = run(&["decode"], utf16("%41\n", false));
    assert_eq!((ran.status, ran.stdout), (Some(1), utf16("%41\n", false)));
    assert!(ran.stderr.contains("it is UTF-16, and this pct was built without charsets"));
}

/// It passes through as it does otherwise, but is no success.
#[test]
fn what_is_no_text_is_told() {
    let folder = Folder::new();
    let good = folder.file("good", "%41\n");
    let ascii = |before: &[u8], behind: &[u8]| -> Vec<u8> {
        b"GET /index HTTP/1.1\n"
            .iter()
            .flat_map(|byte| [before, &[*byte], behind].concat())
            .collect()
    };
    let mut tar = vec![b'x'; 1024];
    tar[257..262].copy_from_slice(b"ustar");
    for (content, told) in [
        (b"PK\x03\x04\x14\0 text".to_vec(), "a zip archive, and no text; `unzip -p`"),
        (b"\x1F\x9D\x90abc".to_vec(), "compressed with compress(1), and no text; `zcat`"),
        (b"PAR1\x15".to_vec(), "a Parquet file"),
        (b"SQLite format 3\0\x10".to_vec(), "an SQLite database"),
        (b"\x7FELF\x02".to_vec(), "a program"),
        (b"\xFF\xFE\0\0a\0\0\0".to_vec(), "UTF-32"),
        (tar.clone(), "a tar archive"),
        (gzip(&tar), "a tar archive"),
        (ascii(b"", b"\0"), "it is UTF-16LE without a byte order mark; `iconv -f UTF-16LE"),
        (ascii(b"\0", b""), "it is UTF-16BE without a byte order mark"),
        ([&b"text\n"[..], &[0; 32]].concat(), "it is binary, as it has NUL bytes"),
    ] {
        let file = folder.file("file", &content);
        for verb in ["decode", "check", "inspect"] {
            let ran = run(&[verb, &file, &good], "");
            assert_eq!((ran.status, ran.stderr.lines().count()), (Some(1), 1), "{told}: {ran:?}");
            assert!(ran.stderr.starts_with(&format!("pct: {file}: it is ")), "{ran:?}");
            assert!(ran.stderr.contains(told), "{told}: {ran:?}");
            assert!(verb != "decode" || ran.stdout.ends_with(b"A\n"), "{told}: {ran:?}");
            // Whoever says that it is one value, means it.
            let raw = run(&[verb, "--raw", &file], "");
            assert!(raw.status == Some(0) && raw.stderr.is_empty(), "{told}: {raw:?}");
        }
    }
}

/// A log may hold a few of them.
#[test]
fn a_few_nul_bytes_are_text() {
    for text in [&b"a\0b\n"[..], b"\0", b"a\0", b"ab\0\0cd\n", b"\0\0\0\0text\n%41 and more text\n"]
    {
        let ran = run(&["decode"], text);
        assert!(ran.status == Some(0) && ran.stderr.is_empty(), "{ran:?}");
    }
    run(&["decode", "-0"], "%41\0".repeat(100)).gave(0, "A\0".repeat(100));
}
