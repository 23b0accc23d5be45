//! Inputs that are longer than what is read at a time.

use std::io::{Read, Write};
use std::process::Stdio;
use std::thread::sleep;
use std::time::Duration;

use crate::random::Random;
use crate::reference::{self, Rules, Utf8};
use crate::support::{Folder, pct, run};

/// What `pct` reads at a time. If that changes, these tests look at less, but stay right.
const BLOCK: usize = 256 * 1024;

#[test]
fn whatever_stands_at_the_end_of_a_block() {
    let folder = Folder::new();
    let seam: &[u8] = b"%41%\r\n%C2%85\xC2%85\r\n%zz%4\n1%E6%9D%B1\r\r\n%25%34%31";
    for overlap in 0..=seam.len() {
        let mut input = b"0123456789abcde\n".repeat(BLOCK / 16);
        input.truncate(BLOCK - overlap);
        input.extend_from_slice(seam);
        input.extend_from_slice(b"\nthe next block %7E\n");
        let file = folder.file("input", &input);

        let before = &input[..BLOCK - overlap];
        let lines = reference::decode_records(
            &input[BLOCK - overlap..],
            b'\n',
            &Rules { lines: true, ..Rules::default() },
        );
        run(&["decode", &file], "").passing_on(3, 2).gave(0, [before, &lines.bytes].concat());
        for (raw, utf8) in [
            (&["--raw"][..], Utf8::Bytes),
            (&["--raw", "--utf8", "keep"], Utf8::Keep),
            (&["-0"], Utf8::Bytes),
        ] {
            let decoded =
                reference::decode(&input[BLOCK - overlap..], &Rules { utf8, ..Rules::default() });
            run(&[&["decode", &file], raw].concat(), "")
                .passing_on(3, 1)
                .gave(0, [before, &decoded.bytes].concat());
        }

        let seam = b"%41%25\r\n%C2%85%C2%85\r\n%25zz%254\n1%E6%9D%B1%0D\r\n%25%34%31\nthe%20next%20block%20%7E\n";
        run(&["encode", "--keep-escapes", &file], "").gave(0, [before, seam].concat());
        let before = before.split(|&byte| byte == b'\n').collect::<Vec<_>>().join(&b"%0A"[..]);
        let seam = b"%41%25%0D%0A%C2%85%C2%85%0D%0A%25zz%254%0A1%E6%9D%B1%0D%0D%0A%25%34%31%0Athe%20next%20block%20%7E%0A";
        run(&["encode", "--keep-escapes", "--raw", &file], "")
            .gave(0, [&before[..], seam].concat());

        let (line, column) = ((BLOCK - overlap) / 16 + 1, (BLOCK - overlap) % 16 + 4);
        run(&["check", &file], "").gave(
            1,
            format!(
                "{file}:{line}:{column}: malformed triplet `%`: cut short\n\
                 {file}:{}:1: malformed triplet `%z`: two hex digits must follow the `%`\n\
                 {file}:{}:4: malformed triplet `%4`: cut short\n",
                line + 2,
                line + 2
            ),
        );
    }
}

#[test]
fn lines_of_several_megabytes() {
    let folder = Folder::new();
    let line = [&b"%D0%BE+x%zz/and/so/on".repeat(100_000)[..], b"%C2%85"].concat();
    let input = [&b"short\n"[..], &line, b"\r\n", &line].concat();
    let file = folder.file("input", &input);
    let decoded = ["о+x%zz/and/so/on".repeat(100_000).as_bytes(), b"%C2%85"].concat();
    let expected = [&b"short\n"[..], &decoded, b"\r\n", &decoded].concat();
    run(&["decode", &file], "").passing_on(200_000, 2).gave(0, &expected);
    // The same through a pipe.
    run(&["decode"], &input).passing_on(200_000, 2).gave(0, &expected);
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
    let mut random = Random(5);
    let mut input = Vec::new();
    while input.len() < 5 * BLOCK {
        input.extend_from_slice(
            b"/clean/%7Euser/%D0%BE?x=1\n".repeat(1 + random.below(8000)).as_slice(),
        );
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
fn what_a_pipe_brings_is_passed_on_at_once() {
    let mut child =
        pct(&["decode"]).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("pct starts");
    let mut stdin = child.stdin.take().expect("it is piped");
    let mut stdout = child.stdout.take().expect("it is piped");
    for _ in 0..3 {
        // A line that comes in two parts is written when it is whole, while the input is still
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
