//! The sources of input and the targets of output, and their failures.

use std::process::Stdio;

use crate::compressed::{gunzip, gzip};
use crate::reference::{self, Rules};
use crate::support::{Folder, pct, run};
use support::Random;

#[test]
fn files_one_after_the_other() {
    let folder = Folder::new();
    let (one, two) = (folder.file("one", "%41"), folder.file("two", "%42\n"));
    run(&["decode", &one, &two, &one], "").gave(0, "A\nB\nA");
    run(&["decode", &two, "-", &one], "%43").gave(0, "B\nC\nA");
    run(&["decode", "-"], "%43").gave(0, "C");
    run(&["encode", &one, &two], "").gave(0, "%2541\n%2542\n");
    // No triplet, line or value continues in the next file.
    let (start, end) = (folder.file("start", "%"), folder.file("end", "41"));
    run(&["decode", &start, &end], "").passing_on(1, 1).gave(0, "%\n41");
    run(&["decode", "--raw", &start, &end], "").passing_on(1, 1).gave(0, "%41");
    run(&["check", "--raw", &end, &start], "")
        .gave(1, format!("{start}:1:1: malformed triplet `%`: cut short\n"));
    run(&["decode", "--strict", &one, &start], "").said(
        1,
        "A\n%",
        &format!("{start}:1:1: malformed triplet `%`: cut short; passed on unchanged\n"),
    );
}

#[test]
fn records_of_different_inputs_stay_apart() {
    let folder = Folder::new();
    let (open, ended, empty) =
        (folder.file("open", "%41\nb"), folder.file("ended", "%43\n"), folder.file("empty", ""));
    let (blank, large) =
        (folder.file("blank", "\n"), folder.file("large", "/a%20b\n".repeat(40_000) + "end"));
    for threads in ["1", "4"] {
        let decode = |files: &[&str]| run(&[&["decode", "-j", threads], files].concat(), "");
        decode(&[&open, &open]).gave(0, "A\nb\nA\nb");
        decode(&[&open, &empty, &ended, &open, &empty]).gave(0, "A\nb\nC\nA\nb");
        decode(&[&open, &blank, &blank]).gave(0, "A\nb\n\n\n");
        decode(&[&empty, &blank, &empty, &open]).gave(0, "\nA\nb");
        assert!(decode(&[&large, &ended]).stdout.ends_with(b"\nend\nC\n"));
        // An unreadable file is left out; a partly readable one is decoded to its end.
        let cut = folder.file("cut", &gzip("%41\nb")[..21]);
        let ran = decode(&[&cut, &folder.path("missing"), &open]);
        assert_eq!((ran.status, ran.stdout.ends_with(b"A\nb\nA\nb")), (Some(2), true), "{ran:?}");
        // Two halves of a control character, in two files.
        let (half, other) = (folder.file("half", "a%C2"), folder.file("other", b"\x85"));
        decode(&[&half, &other]).gave(0, b"a\xC2\n\x85");
        // A dropped record has no terminator.
        let bad = folder.file("bad", "%zz");
        assert_eq!(
            decode(&["--strict=drop", &ended, &bad, &ended, &open, &bad]).stdout,
            b"C\nC\nA\nb"
        );
    }
    run(&["decode", "-0", &open, &ended], "").gave(0, "A\nb\0C\n");
    run(&["decode", "--raw", &open, &open], "").gave(0, "A\nbA\nb");
    run(&["normalize", &open, &ended], "").gave(0, "A\nb\nC\n");
    let (csv, jsonl) =
        (folder.file("csv", "x,y\n%41,\"a\nb\""), folder.file("jsonl", "{\"u\":\"%41\"}"));
    for jobs in ["1", "2"] {
        for raw in [&[][..], &["--raw"]] {
            let args = ["decode", "--format=csv", "-f", "x", "-j", jobs, &csv, &csv];
            run(&[&args[..], raw].concat(), "").gave(0, b"x,y\nA,\"a\nb\"\nx,y\nA,\"a\nb\"");
        }
    }
    run(&["decode", "--format=jsonl", "-f", "u", &jsonl, &jsonl], "")
        .gave(0, "{\"u\":\"A\"}\n{\"u\":\"A\"}");
    // A list has its own lines, and in place each file is an output.
    run(&["check", "-0", &folder.file("one", "%"), &folder.file("two", "a")], "")
        .gave(1, format!("{}:1:1: malformed triplet `%`: cut short\n", folder.path("one")));
    run(&["decode", "-i", &open, &ended], "").gave(0, "");
    assert_eq!((folder.read("open"), folder.read("ended")), (b"A\nb".to_vec(), b"C\n".to_vec()));
    run(&["decode", "-o", &folder.path("out"), &open, &open], "").gave(0, "");
    assert_eq!(folder.read("out"), b"A\nb\nA\nb");
}

#[test]
fn a_missing_file_does_not_stop_the_others() {
    let folder = Folder::new();
    let (missing, good) = (folder.path("missing"), folder.file("good", "%41\n"));
    for verb in ["decode", "encode", "check"] {
        let ran = run(&[verb, &missing, &good], "");
        assert_eq!((ran.status, ran.stderr.lines().count()), (Some(2), 1), "{ran:?}");
        assert!(
            ran.stderr.starts_with(&format!("pct: {missing}: "))
                && ran.stderr.contains("check the name"),
            "{ran:?}"
        );
    }
    assert_eq!(run(&["decode", &missing, &good], "").stdout, b"A\n");
    // A failed input outweighs a malformed one.
    assert_eq!(run(&["decode", &missing, "-"], "%").status, Some(2));
}

#[test]
#[cfg(unix)]
fn a_folder_is_no_file() {
    let folder = Folder::new();
    let good = folder.file("good", "%41\n");
    let path = folder.path(".");
    let ran = run(&["decode", &path, &good], "");
    assert_eq!((ran.status, &*ran.stdout), (Some(2), &b"A\n"[..]), "{ran:?}");
    assert!(
        ran.stderr.starts_with(&format!("pct: {path}: "))
            && ran.stderr.contains("-r reads folders"),
        "{ran:?}"
    );
}

#[test]
#[cfg(target_os = "linux")]
fn a_read_error_is_told() {
    // The first page is not mapped: reading it is an I/O error.
    let ran = run(&["decode", "/proc/self/mem"], "");
    ran.failed(&["pct: /proc/self/mem: "]);
}

#[test]
#[cfg(unix)]
fn a_name_that_is_not_text() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;

    let folder = Folder::new();
    let name = OsStr::from_bytes(b"caf\xE9");
    let path = std::path::Path::new(&folder.path("")).join(name);
    // Some file systems refuse this name.
    if std::fs::write(&path, "%41%").is_ok() {
        let ran = run(&[OsStr::new("check"), path.as_os_str()], "");
        assert_eq!(ran.status, Some(1));
        assert!(String::from_utf8_lossy(&ran.stdout).contains("caf\u{FFFD}:1:4: "), "{ran:?}");
    }
}

#[test]
#[cfg(unix)]
fn a_name_stays_in_its_line_and_drives_no_terminal() {
    let folder = Folder::new();
    let name = "evil\nreal.log:1:1: x\x1B[31m\u{9B}\u{202E}\u{2028}\u{2029}";
    let evil = folder.file(name, "%41\n%00%\n");
    let shown = folder.path("evil\\nreal.log:1:1: x\\u{1b}[31m\\u{9b}\\u{202e}\\u{2028}\\u{2029}");
    let (missing, out) = (format!("{evil}\n"), format!("{evil}\r/out"));
    for (args, line) in [
        (&["check", &evil][..], format!("{shown}:2:4: malformed triplet `%`: cut short\n")),
        (&["inspect", &evil], format!("{shown}:2: nul,control,malformed\n")),
        (
            &["decode", "--strict", &evil],
            format!("{shown}:2:4: malformed triplet `%`: cut short; passed on unchanged\n"),
        ),
        (
            &["decode", "--format=tsv", "-f", "1", "--strict=drop", &evil],
            format!("{shown}:2:4: malformed triplet `%`: cut short; dropped\n"),
        ),
        (&["decode", &missing], format!("pct: {shown}\\n: No such file")),
        (
            &["decode", "-o", &out],
            format!("pct: {shown}\\r/out: cannot create a file in {shown}\\r: No such file"),
        ),
        (
            &["decode", "-o", &evil, &missing],
            format!("pct: {shown}: not written, because the result is incomplete\n"),
        ),
        (
            &["decode", "-ri", &folder.path(""), &missing],
            format!("pct: -i: {shown}\\n: No such file"),
        ),
    ] {
        let ran = run(args, "");
        let all = String::from_utf8_lossy(&ran.stdout) + &*ran.stderr;
        assert!(
            all.contains(&line)
                && !all.contains(['\x1B', '\r', '\u{9B}', '\u{202E}', '\u{2028}', '\u{2029}'])
                && !all.contains("\nreal"),
            "{line}\n{ran:?}"
        );
    }
    let table =
        String::from_utf8(run(&["inspect", "--count", &evil], "").stdout).expect("it is text");
    assert!(
        table.contains(&format!(" {shown}:2 ")) && !table.contains(['\x1B', '\u{9B}', '\u{202E}']),
        "{table}"
    );
    // JSON has its own escapes.
    for options in [&["--json"][..], &["--json", "--count"], &["--json", "--records"]] {
        let json = run(&[&["inspect", &evil][..], options].concat(), "");
        let json = String::from_utf8(json.stdout).expect("it is text");
        let name = r"evil\nreal.log:1:1: x\u001b[31m\u009b\u202e\u2028\u2029";
        assert!(json.contains(&format!("{name}\",\"line\":2,")), "{json}");
    }
}

/// The results of a run whose standard output is closed at once.
#[cfg(unix)]
fn with_closed_pipe(args: &[&str]) -> std::process::Output {
    let mut child =
        pct(args).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("pct starts");
    drop(child.stdout.take());
    child.wait_with_output().expect("pct ends")
}

#[test]
#[cfg(unix)]
fn a_closed_pipe_is_quiet() {
    let folder = Folder::new();
    let file = folder.file("input", "/some/line%20with/%D0%BE/and%zz\n".repeat(20_000));
    for verb in ["decode", "encode", "check"] {
        let output = with_closed_pipe(&[verb, &file]);
        assert_eq!((output.status.code(), &*output.stderr), (Some(0), &b""[..]), "{verb}");
    }
}

#[test]
#[cfg(unix)]
fn a_closed_pipe_hides_no_failed_input() {
    let folder = Folder::new();
    let (missing, file) =
        (folder.path("missing"), folder.file("input", "/some/line%20with/%D0%BE\n".repeat(20_000)));
    for threads in ["1", "4"] {
        let output = with_closed_pipe(&["decode", "-j", threads, &missing, &file]);
        let message = String::from_utf8_lossy(&output.stderr);
        assert_eq!((output.status.code(), message.lines().count()), (Some(2), 1), "{message}");
    }
}

#[test]
#[cfg(target_os = "linux")]
fn no_space_left() {
    let folder = Folder::new();
    let large = folder.file("large", "/some/line%20with/%D0%BE\n".repeat(20_000));
    for args in
        [&["decode", &large][..], &["decode", "-"], &["encode", &large], &["schemes"], &["info"]]
    {
        let full = std::fs::File::options().write(true).open("/dev/full").expect("Linux has it");
        let mut child = pct(args)
            .stdin(Stdio::piped())
            .stdout(full)
            .stderr(Stdio::piped())
            .spawn()
            .expect("pct starts");
        // Not even a newline is lost: the last write counts.
        std::io::Write::write_all(&mut child.stdin.take().expect("it is piped"), b"x").ok();
        let output = child.wait_with_output().expect("pct ends");
        let message = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{args:?}");
        assert!(
            message.starts_with("pct: (standard output): No space left on device"),
            "{message}"
        );
    }
}

#[test]
#[cfg(unix)]
fn standard_error_may_be_closed() {
    let mut child = pct(&["decode", "--strict"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("pct starts");
    drop(child.stderr.take());
    std::io::Write::write_all(&mut child.stdin.take().expect("it is piped"), b"%zz\n%41\n")
        .expect("pct reads");
    let output = child.wait_with_output().expect("pct ends");
    assert_eq!((output.status.code(), &*output.stdout), (Some(1), &b"%zz\nA\n"[..]));
}

/// Control characters, CRLF, ill-formed UTF-8, and an end without a newline.
#[test]
fn any_bytes_come_through_whatever_way_they_take() {
    let folder = Folder::new();
    let mut random = Random::new(41);
    for round in 0..6 {
        let mut input = random.records(2000, b'\n');
        for _ in 0..200 {
            let at = random.below(input.len());
            input[at] = [1, b'\r', 0xFF, 0x80][random.below(4)];
        }
        if round < 2 {
            input.extend_from_slice([&b"%41\r"[..], b"%41\x01"][round]);
        }
        let rules = Rules { lines: true, ..Rules::default() };
        let reference::Records { bytes: expected, passed_on: (triplets, records), .. } =
            reference::decode_records(&input, b'\n', &rules);
        let (plain, gz) = (folder.file("plain", &input), folder.file("gz", gzip(&input)));
        let zst = folder.file("zst", zstd::encode_all(&*input, 0).expect("a Vec takes all"));
        run(&["decode"], &input).passing_on(triplets, records).gave(0, &expected);
        for file in [&plain, &gz, &zst] {
            run(&["decode", file], "").passing_on(triplets, records).gave(0, &expected);
        }
        run(&["decode", "-o", &folder.path("out"), &plain], "")
            .passing_on(triplets, records)
            .gave(0, "");
        run(&["decode", "-i", &plain, &gz], "").passing_on(2 * triplets, 2 * records).gave(0, "");
        assert!(
            [folder.read("out"), folder.read("plain"), gunzip(&folder.read("gz"))]
                .iter()
                .all(|bytes| *bytes == expected)
        );
    }
}

/// A first attempt: the text as an argument.
#[test]
fn a_text_as_an_argument() {
    run(&["decode", "a%20b"], "").gave(0, "a b\n");
    run(&["encode", "x y", "a&b"], "").gave(0, "x%20y\na%26b\n");
    run(&["encode", "привіт"], "").gave(0, "%D0%BF%D1%80%D0%B8%D0%B2%D1%96%D1%82\n");
    run(&["decode", "--raw", "a%0Ab"], "").gave(0, "a\nb");
    run(&["query", "--url", "/a?q=1"], "").gave(0, "{\"q\":\"1\"}\n");
    run(&["check", "100%zz"], "")
        .gave(1, "(argument):1:4: malformed triplet `%z`: two hex digits must follow the `%`\n");
    // An existing file of that name wins. Names and patterns are never text, nor is the argument of
    // -i.
    let folder = Folder::new();
    let file = folder.file("a%20b", "%41\n");
    run(&["decode", &file], "").gave(0, "A\n");
    for missing in [&*folder.path("a%20c"), "acces.log", "*%.log", "my file.log"] {
        run(&["decode", missing], "").failed(&["(os error ", "check the name"]);
    }
    run(&["decode", "-i", "a%20c"], "").failed(&["(os error 2)"]);
}
