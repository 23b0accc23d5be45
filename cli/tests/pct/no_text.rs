//! UTF-16, and binary input.

use crate::compressed::gzip;
use crate::support::{Folder, run};

/// Text in UTF-16 with a byte order mark, by `encode_utf16` of the standard library.
fn utf16(text: &str, is_big: bool) -> Vec<u8> {
    let bytes = |unit: u16| if is_big { unit.to_be_bytes() } else { unit.to_le_bytes() };
    std::iter::once(0xFEFF).chain(text.encode_utf16()).flat_map(bytes).collect()
}

#[test]
fn utf16_is_read_as_text() {
    let (text, decoded) = ("é%41\r\n😀%42\n", "éA\r\n😀B\n");
    for is_big in [false, true] {
        run(&["decode"], utf16(text, is_big)).gave(0, decoded);
        run(&["decode"], gzip(utf16(text, is_big))).gave(0, decoded);
        run(&["check"], utf16("a\n%4\n", is_big))
            .gave(1, "(standard input):2:1: malformed triplet `%4`: cut short\n");
        run(&["inspect"], utf16("%2e%2e/\n", is_big)).gave(0, "(standard input):1: dot-segment\n");
        run(&["decode", "--format=csv", "-f", "u"], utf16("u,v\n%41,%42\n", is_big))
            .gave(0, "u,v\nA,%42\n");
        // Many blocks, each of which begins within a unit or a pair.
        let long = "é😀%41\n".repeat(60_000);
        run(&["decode"], utf16(&long, is_big)).gave(0, long.replace("%41", "A"));
        run(&["decode"], utf16("", is_big)).gave(0, "");
        // With --raw or -0 the input is read as bytes: `%` has no two digits.
        let raw = utf16(text, is_big);
        run(&["decode", "--raw"], &raw).passing_on(2, 1).gave(0, &raw);
        run(&["decode", "-0"], &raw).passing_on(2, 2).gave(0, &raw);
    }
    let folder = Folder::new();
    let original = utf16("%41\n", false);
    let file = folder.file("log", &original);
    run(&["decode", "-i", &file], "").failed(&["it is UTF-16, which -i would convert to UTF-8"]);
    assert_eq!(folder.read("log"), original);
}

/// An unpaired surrogate is reported with its position; half a unit is cut-short data.
#[test]
fn ill_formed_utf16() {
    let folder = Folder::new();
    let told = |place: &str| {
        format!(
            "pct: (standard input): it is ill-formed UTF-16: the unpaired surrogate at {place} is read as U+FFFD\n"
        )
    };
    for is_big in [false, true] {
        let pair = &utf16("😀", is_big)[2..];
        let half = |text: &str, half: &[u8], rest: &str| {
            [&utf16(text, is_big), half, &utf16(rest, is_big)[2..]].concat()
        };
        run(&["decode"], half("a", &pair[2..], "")).said(1, "a\u{FFFD}", &told("1:2"));
        run(&["check"], half("a", &pair[..2], "")).said(1, "", &told("1:2"));
        // The first of several unpaired surrogates is reported, across blocks, too.
        let long = "é%41\n".repeat(40_000);
        let input = half(&long, &pair[..2], "%42\n");
        let input = [&input, pair, &pair[2..]].concat();
        let expected = long.replace("%41", "A") + "\u{FFFD}B\n😀\u{FFFD}";
        let ran = run(&["decode"], &input);
        assert!(ran.status == Some(1) && ran.stdout == expected.as_bytes(), "{ran:?}");
        assert_eq!(ran.stderr, told("40001:1"));
        run(&["decode", "-q"], half("", &pair[..2], "\n")).gave(1, "\u{FFFD}\n");
        // A file of unpaired surrogates alone.
        let ran = run(&["check", "-q"], half("", &pair[2..].repeat(500_000), ""));
        assert_eq!(ran.status, Some(1), "{ran:?}");

        let cut = [&utf16("a\n%41", is_big)[..], b"x"].concat();
        let (file, out) = (folder.file("file", &cut), folder.path("out"));
        run(&["check", &file], "").failed(&["the UTF-16 text is cut short"]);
        run(&["decode", "--strict", "--utf8", "strict", "-o", &out, &file], "")
            .failed(&["the UTF-16 text is cut short", "not written"]);
    }
    assert_eq!(folder.names(), ["file"]);
}

/// Binary input passes through as before, but fails.
#[test]
fn binary_input_is_reported() {
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
        (b"PK\x03\x04\x14\0 text".to_vec(), "a zip archive, not text; `unzip -p`"),
        (b"\x1F\x9D\x90abc".to_vec(), "compressed with compress(1), not text; `zcat`"),
        (b"PAR1\x15".to_vec(), "a Parquet file"),
        (b"SQLite format 3\0\x10".to_vec(), "an SQLite database"),
        (b"\x7FELF\x02".to_vec(), "an executable"),
        (b"\xFF\xFE\0\0a\0\0\0".to_vec(), "UTF-32"),
        (tar.clone(), "a tar archive"),
        (gzip(&tar), "a tar archive"),
        (ascii(b"", b"\0"), "it is UTF-16LE without a byte order mark; `iconv -f UTF-16LE"),
        (ascii(b"\0", b""), "it is UTF-16BE without a byte order mark"),
        (b"]\0\0\x80\0\xFF".to_vec(), "compressed with lzma"),
        (b"x\x9C\xCBH\xCD".to_vec(), "compressed with zlib"),
        (b"text\n\x80\0".to_vec(), "it is binary or damaged: a NUL byte is at 2:2; -0 splits"),
        (gzip(b"\0\0\0\0text\n"), "a NUL byte is at 1:1"),
        // The first NUL may come late.
        ([&b"%20 line\n".repeat(60_000)[..], b"ab\0\n\0"].concat(), "is at 60001:3;"),
    ] {
        let file = folder.file("file", &content);
        for verb in ["decode", "check", "inspect"] {
            let ran = run(&[verb, &file, &good], "");
            assert_eq!((ran.status, ran.stderr.lines().count()), (Some(1), 1), "{told}: {ran:?}");
            assert!(ran.stderr.starts_with(&format!("pct: {file}: it is ")), "{ran:?}");
            assert!(ran.stderr.contains(told), "{told}: {ran:?}");
            assert!(verb != "decode" || ran.stdout.ends_with(b"A\n"), "{told}: {ran:?}");
            // --raw says that the input is one value.
            let raw = run(&[verb, "--raw", &file], "");
            assert!(raw.status == Some(0) && raw.stderr.is_empty(), "{told}: {raw:?}");
        }
    }
}

/// `-i` would destroy a binary file.
#[test]
fn binary_files_are_not_replaced() {
    let folder = Folder::new();
    let late = [&b"%41 line\n".repeat(60_000)[..], b"ab\0%41\n"].concat();
    let tar = [&[b'x'; 257][..], b"ustar %41\n"].concat();
    for content in [
        b"PK\x03\x04 %41".to_vec(),
        b"\x7FELF%41\n".to_vec(),
        b"\x89PNG\r\n\x1A\n%41".to_vec(),
        tar.clone(),
        gzip(&tar),
        b"%41\0".to_vec(),
        gzip(&late),
        late,
    ] {
        for jobs in ["1", "4"] {
            let (file, good) = (folder.file("file", &content), folder.file("good", "%41\n"));
            let ran = run(&["decode", "-i", "-q", "-j", jobs, &file, &good], "");
            ran.failed(&[
                "file: it is",
                "; -i replaces text only (-o writes another file); it stays unchanged",
            ]);
            assert!(folder.read("file") == content && folder.read("good") == b"A\n");
            folder.file("good", "%41\n");
            run(&["encode", "-r", "-i.bak", "-j", jobs, &folder.path(".")], "").failed(&["it is"]);
            assert!(folder.read("file") == content && folder.read("good") == b"%2541\n");
            assert_eq!(folder.names(), ["file", "good", "good.bak"]);
            std::fs::remove_file(folder.path("good.bak")).expect("it is there");
        }
        // --raw says that the file is one value.
        run(&["decode", "-i", "--raw", &folder.file("file", &content)], "").gave(0, "");
        assert!(folder.read("file") != content);
    }
}

/// NUL bytes that end records, or are part of a value under `--raw`, are no sign of a binary file.
#[test]
fn nul_bytes_that_are_meant() {
    run(&["decode", "-0"], "%41\0".repeat(100)).gave(0, "A\0".repeat(100));
    run(&["decode", "--raw"], "%41\0").gave(0, "A\0");
    let told = "pct: (standard input): it is binary or damaged: a NUL byte is at 1:2; -0 splits at NUL bytes, and --raw reads it unchanged\n";
    run(&["decode"], "a\0\n\0").said(1, "a\0\n\0", told);
    run(&["decode", "-q"], "a\0\n").gave(1, "a\0\n");
}
