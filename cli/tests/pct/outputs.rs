//! `-o`.

use std::fs::{self, File};
use std::io::Read;
use std::thread;

use crate::support::{Folder, no_such_file, run, system_error};

#[test]
fn a_file_takes_the_result() {
    let folder = Folder::new();
    let (input, out) = (folder.file("in", "%41\n%zz\n"), folder.path("out"));
    run(&["decode", "-o", &out, &input], "").passing_on(1, 1).gave(0, "");
    assert_eq!(folder.read("out"), b"A\n%zz\n");
    run(&["check", "--output", &out, &input], "").gave(1, "");
    assert!(String::from_utf8_lossy(&folder.read("out")).contains("in:2:1: malformed triplet"));
    run(&["decode", "-o", "-"], "%42").gave(0, "B");
    // The output may be an input.
    run(&["decode", "-o", &input, &input, &input], "").passing_on(2, 2).gave(0, "");
    assert_eq!(folder.read("in"), b"A\n%zz\nA\n%zz\n");
    assert_eq!(folder.names(), ["in", "out"]);
}

#[test]
fn a_result_that_is_not_complete_is_not_written() {
    let folder = Folder::new();
    let (old, new) = (folder.file("old", "old\n"), folder.path("new"));
    let input = folder.file("in", "%41\n%zz\n");
    for out in [&old, &new] {
        let ran = run(&["decode", "-o", out, &input, &folder.path("missing")], "");
        ran.failed(&[
            &format!("missing: {}", no_such_file()),
            &format!("pct: {out}: not written, because the result is incomplete\n"),
        ]);
        let ran = run(&["decode", "-o", out, "--strict=fail", &input], "");
        assert_eq!(ran.status, Some(1));
        assert!(
            ran.stderr
                .ends_with(&format!("pct: {out}: not written, because the result is incomplete\n")),
            "{ran:?}"
        );
        assert_eq!(
            (folder.names(), folder.read("old")),
            (vec!["in".into(), "old".into()], b"old\n".to_vec())
        );
    }
}

#[test]
fn places_that_cannot_be_written() {
    let folder = Folder::new();
    run(&["decode", "-o", &folder.path("no/folder")], "%41")
        .failed(&["no/folder: cannot create a file in", &format!("no: {}\n", system_error(2, 3))]);
    run(&["decode", "-o", &folder.path(".")], "%41").failed(&[&system_error(21, 5)]);
    assert!(folder.names().is_empty());
}

#[test]
#[cfg(unix)]
fn permissions_stay_and_links_stay_links() {
    use std::os::unix::fs::{PermissionsExt, symlink};

    let mode = |path: &str| fs::metadata(path).expect("it is there").permissions().mode() & 0o7777;
    let folder = Folder::new();
    let (out, link, dangling) =
        (folder.file("out", "old"), folder.path("link"), folder.path("dangling"));
    fs::set_permissions(&out, fs::Permissions::from_mode(0o604)).expect("it is ours");
    symlink("out", &link).expect("there are links");
    run(&["decode", "-o", &link], "%41").gave(0, "");
    assert_eq!(
        (folder.read("out"), mode(&out), fs::read_link(&link).ok()),
        (b"A".to_vec(), 0o604, Some("out".into()))
    );
    symlink("made", &dangling).expect("there are links");
    run(&["decode", "-o", &dangling], "%42").gave(0, "");
    assert_eq!(folder.read("made"), b"B");
    assert!(fs::symlink_metadata(&dangling).expect("it is there").is_symlink());
    // A new file has the default permissions.
    run(&["decode", "-o", &folder.path("new")], "%41").gave(0, "");
    File::create(folder.path("any")).expect("the target folder can be written");
    assert_eq!(mode(&folder.path("new")), mode(&folder.path("any")));
}

#[test]
#[cfg(target_os = "linux")]
fn special_files_are_written_directly() {
    let folder = Folder::new();
    run(&["decode", "-o", "/dev/null"], "%41").gave(0, "");
    run(&["decode", "-o", "/dev/full"], "%41\n").failed(&[
        "pct: /dev/full: No space left on device",
        "the output before this is incomplete",
    ]);

    let fifo = folder.fifo("fifo");
    let read = thread::spawn({
        let fifo = fifo.clone();
        move || {
            let mut all = Vec::new();
            File::open(fifo).and_then(|mut fifo| fifo.read_to_end(&mut all)).map(|_| all)
        }
    });
    run(&["decode", "-o", &fifo], "%41\n").gave(0, "");
    assert_eq!(read.join().expect("it does not panic").expect("it can be read"), b"A\n");
    // A reader that leaves is no error, as on standard output.
    let opened = thread::spawn({
        let fifo = fifo.clone();
        move || drop(File::open(fifo))
    });
    run(&["decode", "-o", &fifo], b"%41\n".repeat(50_000)).gave(0, "");
    opened.join().expect("it does not panic");
    assert_eq!(folder.names(), ["fifo"]);
}

#[test]
#[cfg(unix)]
fn an_input_does_not_grow_by_the_output() {
    use std::process::Stdio;

    use crate::support::pct;

    let folder = Folder::new();
    let file = folder.file("log", "%41\n");
    for named in [true, false] {
        let append = File::options().append(true).open(&file).expect("it is there");
        let args: &[&str] = if named { &["decode", &file] } else { &["decode"] };
        let stdin =
            if named { Stdio::null() } else { File::open(&file).expect("it is there").into() };
        let output = pct(args)
            .stdin(stdin)
            .stdout(append)
            .stderr(Stdio::piped())
            .output()
            .expect("pct runs");
        let message = String::from_utf8_lossy(&output.stderr);
        assert!(
            output.status.code() == Some(2) && message.contains("it is also the output"),
            "{message}"
        );
        assert_eq!(folder.read("log"), b"%41\n");
    }
}

/// The file name selects the compression, as in other programs.
#[test]
fn the_name_of_the_output_decides_over_compression() {
    let folder = Folder::new();
    for (name, magic) in [
        ("a.gz", &b"\x1F\x8B\x08"[..]),
        ("a.log.GZ", b"\x1F\x8B\x08"),
        ("a.zst", b"\x28\xB5\x2F\xFD"),
        ("a.xz", b"\xFD7zXZ\0"),
        ("a.bz2", b"BZh"),
        ("gz", b"A\n"),
        ("a.gz.log", b"A\n"),
    ] {
        run(&["decode", "-o", &folder.path(name)], "%41\n").gave(0, "");
        assert!(folder.read(name).starts_with(magic), "{name}");
    }
}
