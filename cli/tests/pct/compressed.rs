//! Compressed input and output: gzip, zstd, xz, bzip2.

use std::io::{Read, Write};

use flate2::read::MultiGzDecoder;
use flate2::write::GzEncoder;

use crate::support::{Folder, run};
use support::Random;

pub(crate) fn gzip(bytes: impl AsRef<[u8]>) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), flate2::Compression::default());
    encoder.write_all(bytes.as_ref()).expect("a Vec takes all");
    encoder.finish().expect("a Vec takes all")
}

pub(crate) fn gunzip(bytes: &[u8]) -> Vec<u8> {
    let mut all = Vec::new();
    MultiGzDecoder::new(bytes).read_to_end(&mut all).expect("it is gzip");
    all
}

fn zstd(bytes: impl AsRef<[u8]>) -> Vec<u8> {
    zstd::encode_all(bytes.as_ref(), 0).expect("a Vec takes all")
}

fn unzstd(bytes: &[u8]) -> Vec<u8> {
    zstd::decode_all(bytes).expect("it is zstd")
}

fn xz(bytes: impl AsRef<[u8]>) -> Vec<u8> {
    let mut all = Vec::new();
    let mut encoder = liblzma::read::XzEncoder::new(bytes.as_ref(), 1);
    encoder.read_to_end(&mut all).expect("a Vec takes all");
    all
}

fn unxz(bytes: &[u8]) -> Vec<u8> {
    let mut all = Vec::new();
    liblzma::read::XzDecoder::new(bytes).read_to_end(&mut all).expect("it is xz");
    all
}

fn bzip2(bytes: impl AsRef<[u8]>) -> Vec<u8> {
    let mut all = Vec::new();
    let mut encoder = bzip2::read::BzEncoder::new(bytes.as_ref(), bzip2::Compression::fast());
    encoder.read_to_end(&mut all).expect("a Vec takes all");
    all
}

fn bunzip2(bytes: &[u8]) -> Vec<u8> {
    let mut all = Vec::new();
    bzip2::read::BzDecoder::new(bytes).read_to_end(&mut all).expect("it is bzip2");
    all
}

/// RFC 8878 3.1.2: a skippable frame with three bytes of user data.
const SKIPPABLE: &[u8] = b"\x5A\x2A\x4D\x18\x03\0\0\0abc";

#[test]
fn compression_is_detected_by_content() {
    let folder = Folder::new();
    let (gz, zst) = (folder.file("log.zst", gzip("%41\n")), folder.file("log", zstd("%42\n")));
    let plain = folder.file("log.gz", "%43\n");
    run(&["decode", &gz, &zst, &plain], "").gave(0, "A\nB\nC\n");
    run(&["decode", "-", &plain], gzip("%44\n")).gave(0, "D\nC\n");
    run(&["decode"], zstd("%45\n")).gave(0, "E\n");
    run(&["check", &gz, &zst], "").gave(0, "");
    run(&["check"], gzip("a\n%zz\n")).gave(
        1,
        "(standard input):2:1: malformed triplet `%z`: two hex digits must follow the `%`\n",
    );
    run(&["decode"], gzip("")).gave(0, "");
    run(&["decode"], zstd("")).gave(0, "");
}

#[test]
fn several_members_and_frames_are_one_input() {
    run(&["decode"], [gzip("%4"), gzip(""), gzip("1\n%4"), gzip("2\n")].concat()).gave(0, "A\nB\n");
    run(&["decode"], [SKIPPABLE, &zstd("%4"), SKIPPABLE, &zstd(""), &zstd("1\n")].concat())
        .gave(0, "A\n");
    // The second member is too short to be recognised by itself.
    let large = b"/some/path%20with/%D0%BE\n".repeat(20_000);
    let decoded = "/some/path with/о\n".repeat(20_000);
    for input in [[gzip(&large), gzip("%41\n")].concat(), [zstd(&large), zstd("%41\n")].concat()] {
        let ran = run(&["decode"], input);
        assert!(ran.status == Some(0) && ran.stdout == [decoded.as_bytes(), b"A\n"].concat());
    }
}

#[test]
fn a_part_of_a_magic_number_is_plain_text() {
    for begin in [
        &b"\x1F"[..],
        b"\x1F\x8B",
        b"\x1F\x8B\x07",
        b"\x28\xB5\x2F",
        b"\x28\xB5\x2F\xFC",
        b"P*M\x19",
        b"P*M",
        b"\x60\x2A\x4D\x18",
        b"(",
    ] {
        run(&["decode"], begin).gave(0, begin);
        run(&["decode"], [begin, b"%41\n"].concat()).gave(0, [begin, b"A\n"].concat());
    }
}

#[test]
fn truncated_data_is_reported_and_read_to_its_end() {
    let folder = Folder::new();
    let plain = Random::new(21).records(300, b'\n');
    let encode = |files: &[String]| {
        let args = ["encode", "--set", "", "--raw", "-v"];
        let files = files.iter().map(String::as_str);
        run(&args.into_iter().chain(files).collect::<Vec<_>>(), "")
    };
    for (name, whole, magic) in [
        ("gzip", gzip(&plain), 3),
        ("zstd", zstd(&plain), 4),
        ("xz", xz(&plain), 6),
        ("bzip2", bzip2(&plain), 10),
    ] {
        let lens: Vec<usize> = (magic..20)
            .chain((20..whole.len()).step_by(97))
            .chain(whole.len() - 9..whole.len())
            .collect();
        let file = |sort: &str, number: usize, content: &[u8]| {
            folder.file(&format!("{name}-{sort}-{number}"), content)
        };
        let cut: Vec<String> = lens.iter().map(|&len| file("cut", len, &whole[..len])).collect();
        let ran = encode(&cut);
        assert_eq!(ran.status, Some(2), "{name}: {ran:?}");
        let told: Vec<usize> = ran
            .stderr
            .lines()
            .zip(&cut)
            .map(|(message, file)| {
                message
                    .strip_prefix(&format!("pct: {file}: the {name} data is cut short; "))
                    .and_then(|rest| rest.strip_suffix(" bytes were decompressed before that"))
                    .and_then(|len| len.parse().ok())
                    .unwrap_or_else(|| panic!("{file}: {message}"))
            })
            .collect();
        assert_eq!((told.len(), ran.stderr.lines().count()), (cut.len(), cut.len()), "{name}");
        let read: Vec<String> =
            told.iter().zip(&lens).map(|(&told, &len)| file("read", len, &plain[..told])).collect();
        assert!(ran.stdout == encode(&read).stdout, "{name}");
        // Everything but the last block is there: gzip decompresses byte by byte.
        let is_whole =
            |(&len, &told): (&usize, &usize)| len < whole.len() - 8 || told == plain.len();
        assert!(name != "gzip" || lens.iter().zip(&told).all(is_whole), "{told:?}");
    }
    // The second member or frame.
    run(&["decode"], [&gzip("%41\n"), &gzip("%42\n")[..5]].concat()).said(
        2,
        "A\n",
        "pct: (standard input): the gzip data is cut short; 4 bytes were decompressed before that\n",
    );
    run(&["decode"], [&zstd("%41\n"), &zstd("%42\n")[..5]].concat()).said(
        2,
        "A\n",
        "pct: (standard input): the zstd data is cut short; 4 bytes were decompressed before that\n",
    );
}

#[test]
fn corrupt_data_is_reported() {
    let folder = Folder::new();
    let plain = Random::new(22).records(300, b'\n');
    // A checksum reveals every change.
    let mut checked = zstd::Encoder::new(Vec::new(), 0).expect("no memory is lacking");
    checked
        .include_checksum(true)
        .and_then(|()| checked.write_all(&plain))
        .expect("a Vec takes all");
    for (name, whole) in [
        ("gzip", gzip(&plain)),
        ("zstd", checked.finish().expect("a Vec takes all")),
        ("xz", xz(&plain)),
        ("bzip2", bzip2(&plain)),
    ] {
        // Only bytes after the header are changed: a change before may not matter.
        let good = folder.file("good", "good%41\n");
        let corrupt: Vec<String> = (20..whole.len())
            .step_by(101)
            .map(|at| {
                let mut corrupt = whole.clone();
                corrupt[at] ^= 0x10;
                folder.file(&format!("{name}-{at}"), corrupt)
            })
            .collect();
        let files = corrupt.iter().flat_map(|file| [file.as_str(), &good]);
        let ran = run(&["decode", "-v"].into_iter().chain(files).collect::<Vec<_>>(), "");
        assert_eq!(ran.status, Some(2), "{name}: {ran:?}");
        let told: Vec<&str> =
            ran.stderr.lines().filter(|line| line.contains(" data is ")).collect();
        assert_eq!(told.len(), corrupt.len(), "{name}: {ran:?}");
        for (told, file) in told.iter().zip(&corrupt) {
            assert!(told.starts_with(&format!("pct: {file}: the {name} data is ")), "{told}");
        }
        let read = ran.stdout.split(|&byte| byte == b'\n').filter(|line| line == b"goodA").count();
        assert_eq!(read, corrupt.len(), "the next input is read");
    }
    // Bytes after the end that are neither a member nor a frame.
    for whole in [gzip("%41\n"), zstd("%41\n"), xz("%41\n"), bzip2("%41\n")] {
        let ran = run(&["decode"], [&whole[..], b"garbage"].concat());
        assert_eq!((ran.status, &*ran.stdout), (Some(2), &b"A\n"[..]), "{ran:?}");
        assert!(ran.stderr.contains("; 4 bytes were decompressed before that\n"), "{ran:?}");
    }
}

#[test]
fn trailing_data_is_reported() {
    let large = vec![0; 1 << 20];
    for (one, two) in [(gzip("%41\n"), gzip("%42\n")), (xz("%41\n"), xz("%42\n"))] {
        for zeros in [&large[..4], &large[..512], &large] {
            run(&["decode"], [&one, zeros].concat()).gave(0, "A\n");
            run(&["decode"], [&one, zeros, &two, zeros].concat()).gave(0, "A\nB\n");
        }
    }
    for (name, whole) in [
        ("gzip", gzip("%41\n")),
        ("xz", xz("%41\n")),
        ("zstd", zstd("%41\n")),
        ("bzip2", bzip2("%41\n")),
    ] {
        for behind in
            [&b"x"[..], b"/some/text that is longer than the header of a member\n", b"\0\0x\n\n"]
        {
            let told = format!(
                "pct: (standard input): the {name} data is whole, but other data follows it; 4 bytes were decompressed before that\n"
            );
            run(&["decode"], [&whole, behind].concat()).said(2, "A\n", &told);
        }
    }
}

#[test]
fn a_window_that_is_too_large_is_reported() {
    // RFC 8878 3.1.1: one raw block of two bytes, and a window of 1 KiB times two to the power of
    // the exponent.
    let frame =
        |exponent: u8| [&b"\x28\xB5\x2F\xFD\0"[..], &[exponent << 3], b"\x11\0\0a\n"].concat();
    run(&["decode"], frame(27 - 10)).gave(0, "a\n");
    run(&["decode"], frame(31 - 10)).failed(&["the zstd data needs a window of more than 128 MiB of memory; `zstd -d --long=31` decompresses it"]);
}

#[test]
fn output_can_be_compressed() {
    let folder = Folder::new();
    let large = Random::new(23).records(10_000, b'\n');
    let expected = run(&["decode"], &large);
    let file = folder.file("large", &large);
    for threads in ["1", "3"] {
        for (name, plain) in [("a.gz", gunzip as fn(&[u8]) -> Vec<u8>), ("a.zst", unzstd)] {
            let ran = run(&["decode", "-o", &folder.path(name), "-j", threads, &file], "");
            assert!(ran.status == expected.status && plain(&folder.read(name)) == expected.stdout);
            run(&["decode", "-o", &folder.path(name)], "").gave(0, "");
            assert_eq!(plain(&folder.read(name)), b"");
        }
    }
}

#[test]
fn xz_and_bzip2_are_read_and_written() {
    let folder = Folder::new();
    let large = Random::new(24).records(10_000, b'\n');
    let expected = run(&["decode"], &large);
    let plain = folder.file("plain", &large);
    type Codec = (fn(&Vec<u8>) -> Vec<u8>, fn(&[u8]) -> Vec<u8>, &'static str);
    let codecs: [Codec; 2] =
        [(|bytes| xz(bytes), unxz, "x.xz"), (|bytes| bzip2(bytes), bunzip2, "x.bz2")];
    for (compress, decompress, name) in codecs {
        let one = compress(&large);
        // The name of the file does not matter; several streams, an empty one, and in place.
        let ran = run(&["decode"], &one);
        assert!(ran == expected, "{name}");
        let ran = run(&["decode"], [&one[..], &compress(&b"%41\n".to_vec())].concat());
        assert!(ran.stdout == [&expected.stdout[..], b"A\n"].concat(), "{name}: {ran:?}");
        run(&["decode"], compress(&Vec::new())).gave(0, "");
        let out = folder.path(name);
        assert_eq!(run(&["decode", "-o", &out, &plain], "").status, expected.status);
        assert!(decompress(&folder.read(name)) == expected.stdout, "{name}");
        let file = folder.file(name, compress(&b"%41\n".to_vec()));
        run(&["decode", "-i", &file], "").gave(0, "");
        assert_eq!(decompress(&folder.read(name)), b"A\n");
    }
}

/// The .xz file format 3.1: a block whose header asks for a window of 4 GiB.
#[test]
fn a_window_of_xz_that_is_too_large_is_reported() {
    let mut whole = xz("%41\n");
    let header = 12..12 + 4 * (usize::from(whole[12]) + 1);
    let at = header.start
        + whole[header.clone()].windows(2).position(|two| two == [0x21, 1]).expect("LZMA2");
    for (exponent, is_read) in [(30, true), (40, false)] {
        whole[at + 2] = exponent;
        let mut crc = flate2::Crc::new();
        crc.update(&whole[header.start..header.end - 4]);
        whole[header.end - 4..header.end].copy_from_slice(&crc.sum().to_le_bytes());
        let ran = run(&["decode"], &whole);
        if is_read {
            ran.gave(0, "A\n");
        } else {
            ran.failed(&["the xz data needs a window of more than 128 MiB of memory; `xz -d` decompresses it"]);
        }
    }
}

#[test]
fn a_bomb_is_an_error() {
    let piece = vec![b'a'; 16 << 20];
    for (name, piece) in [("bzip2", bzip2(&piece)), ("xz", xz(&piece)), ("zstd", zstd(&piece))] {
        let ran = run(&["check"], piece.repeat(17));
        assert_eq!((ran.status, ran.stdout.len()), (Some(2), 0), "{ran:?}");
        let told = format!("the {name} data is a decompression bomb: ");
        assert!(ran.stderr.contains(&told), "{ran:?}");
        // A few pieces stay below the limit.
        run(&["check"], piece.repeat(2)).gave(0, "");
    }
}
