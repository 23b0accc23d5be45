//! Inputs that are longer than a block.

use std::io::{Read, Write};
use std::process::Stdio;
use std::thread::sleep;
use std::time::Duration;

use crate::reference::{self, Rules, Utf8};
use crate::support::{Folder, pct, run};
use support::Random;

/// The block size of `pct`. With another one these tests cover less, but stay valid.
const BLOCK: usize = 256 * 1024;

#[test]
fn whatever_stands_at_the_end_of_a_block() {
    let folder = Folder::new();
    let seam: &[u8] = b"%41%\r\n%C2%85\xC2%85\r\n%zz%4\n1%E6%9D%B1\r\r\n%25%34%31";
    let line = [&[b'x'; 1023][..], b"\n"].concat();
    // A file for each position at which a block can cut the seam.
    let places: Vec<usize> = (0..=seam.len()).map(|overlap| BLOCK - overlap).collect();
    let mut inputs = Vec::new();
    let files: Vec<String> = places
        .iter()
        .map(|&place| {
            let before = line.repeat(BLOCK / line.len())[..place].to_vec();
            let input = [&before[..], seam, b"\nthe next block %7E\n"].concat();
            let file = folder.file(&place.to_string(), &input);
            inputs.push((before, input));
            file
        })
        .collect();
    let run_all = |args: &[&str]| {
        let files: Vec<&str> = files.iter().map(String::as_str).collect();
        run(&[args, &files].concat(), "")
    };
    let count = files.len() as u64;
    let all = |before: &dyn Fn(&[u8]) -> Vec<u8>, seam: &dyn Fn(&[u8]) -> Vec<u8>| -> Vec<u8> {
        let pieces = inputs.iter().map(|(start, all)| [before(start), seam(&all[start.len()..])]);
        pieces.flatten().flatten().collect()
    };
    let same = |bytes: &[u8]| bytes.to_vec();

    let rules = Rules { lines: true, ..Rules::default() };
    let lines = |seam: &[u8]| reference::decode_records(seam, b'\n', &rules).bytes;
    run_all(&["decode"]).passing_on(3 * count, 2 * count).gave(0, all(&same, &lines));
    for (raw, utf8) in [
        (&["decode", "--raw"][..], Utf8::Bytes),
        (&["decode", "--raw", "--utf8", "keep"], Utf8::Keep),
        // Each file is one record.
        (&["decode", "-0"], Utf8::Bytes),
    ] {
        let rules = Rules { utf8, ..Rules::default() };
        let decoded = |seam: &[u8]| reference::decode(seam, &rules).bytes;
        let mut expected = all(&same, &decoded);
        if raw.contains(&"-0") {
            expected = inputs.iter().fold(Vec::new(), |joined, (start, all)| {
                let end: &[u8] = if joined.is_empty() { b"" } else { b"\0" };
                [&joined, end, start, &decoded(&all[start.len()..])].concat()
            });
        }
        run_all(raw).passing_on(3 * count, count).gave(0, expected);
    }

    let encoded = b"%41%25\r\n%C2%85%C2%85\r\n%25zz%254\n1%E6%9D%B1%0D\r\n%25%34%31\nthe%20next%20block%20%7E\n";
    run_all(&["encode", "--keep=%"]).gave(0, all(&same, &|_| encoded.to_vec()));
    let encoded = b"%41%25%0D%0A%C2%85%C2%85%0D%0A%25zz%254%0A1%E6%9D%B1%0D%0D%0A%25%34%31%0Athe%20next%20block%20%7E%0A";
    let ends =
        |bytes: &[u8]| bytes.split(|&byte| byte == b'\n').collect::<Vec<_>>().join(&b"%0A"[..]);
    run_all(&["encode", "--keep=%", "--raw"]).gave(0, all(&ends, &|_| encoded.to_vec()));

    let problems: String = files
        .iter()
        .zip(&places)
        .map(|(file, place)| {
            let (line, column) = (place / line.len() + 1, place % line.len() + 4);
            format!(
                "{file}:{line}:{column}: malformed triplet `%`: cut short\n\
                 {file}:{}:1: malformed triplet `%z`: two hex digits must follow the `%`\n\
                 {file}:{}:4: malformed triplet `%4`: cut short\n",
                line + 2,
                line + 2
            )
        })
        .collect();
    run_all(&["check"]).gave(1, problems);
}

#[test]
fn lines_of_several_megabytes() {
    let folder = Folder::new();
    let plain = "/and/so/on".repeat(10);
    let line = [format!("%D0%BE+x%zz{plain}").repeat(20_000).as_bytes(), b"%C2%85"].concat();
    let input = [&b"short\n"[..], &line, b"\r\n", &line].concat();
    let file = folder.file("input", &input);
    let decoded = [format!("о+x%zz{plain}").repeat(20_000).as_bytes(), b"%C2%85"].concat();
    let expected = [&b"short\n"[..], &decoded, b"\r\n", &decoded].concat();
    run(&["decode", &file], "").passing_on(40_000, 2).gave(0, &expected);
    // The same input through a pipe.
    run(&["decode"], &input).passing_on(40_000, 2).gave(0, &expected);
    let ran = run(&["decode", "--strict", &file], "");
    assert!(ran.stdout == input && ran.status == Some(1));
    let place = "%D0%BE+x".len() + 1;
    assert_eq!(
        ran.stderr.lines().map(|line| line.split(": ").next().unwrap_or("")).collect::<Vec<_>>(),
        [format!("{file}:2:{place}"), format!("{file}:3:{place}")]
    );
}

#[test]
fn a_bad_record_in_every_block() {
    let mut random = Random::new(5);
    let mut input = Vec::new();
    while input.len() < 5 * BLOCK {
        let line = format!("/clean/%7Euser/%D0%BE?{}\n", "x".repeat(200));
        input.extend_from_slice(line.repeat(1 + random.below(900)).as_bytes());
        input.extend_from_slice(b"/bad/%zz/%41\n/c1/%C2%9B/%41\n");
    }
    let rules = Rules { lines: true, strict: true, ..Rules::default() };
    let reference::Records { bytes: expected, refused, .. } =
        reference::decode_records(&input, b'\n', &rules);
    let ran = run(&["decode", "--strict"], &input);
    assert!(ran.stdout == expected && ran.status == Some(1));
    assert_eq!(ran.stderr.lines().count(), refused.len());
    for ((line, column), report) in refused.iter().zip(ran.stderr.lines()) {
        assert!(
            report.starts_with(&format!(
                "(standard input):{line}:{column}: malformed triplet `%z`: "
            )),
            "{report}"
        );
    }
}

#[test]
fn input_of_a_pipe_is_passed_on_at_once() {
    let mut child =
        pct(&["decode"]).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("pct starts");
    let mut stdin = child.stdin.take().expect("it is piped");
    let mut stdout = child.stdout.take().expect("it is piped");
    for _ in 0..3 {
        // A line that comes in two parts is written once it is whole, while the input is still
        // open.
        stdin.write_all(b"a%2").expect("pct reads");
        sleep(Duration::from_millis(20));
        stdin.write_all(b"0b\n").expect("pct reads");
        let mut line = [0; 4];
        stdout.read_exact(&mut line).expect("pct writes");
        assert_eq!(&line, b"a b\n");
    }
    drop(stdin);
    assert_eq!(child.wait().expect("pct ends").code(), Some(0));
}

/// A pipe may cut the input anywhere; the output does not depend on that.
#[test]
fn bytes_that_come_slowly() {
    let input = b"a%20b\r\nlong %4\n%\r\n%%4\r\r\nx%C2%85\xC2\x85\n\xC2%9b%c2%\nend %4";
    for args in [
        &["decode"][..],
        &["decode", "--raw"],
        &["decode", "-0", "--utf8", "lossy"],
        &["encode"],
        &["encode", "--raw", "--scheme", "iri"],
        &["check"],
        &["check", "--raw"],
        &["inspect"],
        &["normalize"],
    ] {
        let expected = run(args, input).stdout;
        for step in 1..5 {
            let mut child = pct(args)
                .stdin(Stdio::piped())
                .stdout(Stdio::piped())
                .stderr(Stdio::null())
                .spawn()
                .expect("pct starts");
            let mut stdin = child.stdin.take().expect("it is piped");
            for piece in input.chunks(step) {
                stdin.write_all(piece).expect("pct reads");
                sleep(Duration::from_micros(500));
            }
            drop(stdin);
            let ran = child.wait_with_output().expect("pct ends");
            assert!(ran.stdout == expected, "{args:?}, {step}: {}", ran.stdout.escape_ascii());
        }
    }
}
