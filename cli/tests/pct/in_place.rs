//! `-i`.

use std::fs;
use std::time::{Duration, SystemTime};

use crate::compressed::{gunzip, gzip};
use crate::support::{Folder, no_such_file, run};

#[test]
fn files_are_replaced_by_their_results() {
    let folder = Folder::new();
    let (one, two) = (folder.file("one", "%41\n"), folder.file("two", "%zz%42"));
    run(&["decode", "-i", &one, &two], "").passing_on(1, 1).gave(0, "");
    assert_eq!((folder.read("one"), folder.read("two")), (b"A\n".to_vec(), b"%zzB".to_vec()));
    run(&["encode", "-i", "--scheme", "all", &one], "").gave(0, "");
    assert_eq!(folder.read("one"), b"%41\n");
    run(&["normalize", "--in-place", &two], "").passing_on(1, 1).gave(0, "");
    run(&["decode", "-i", &one, "--charset", "latin1"], "").gave(0, "");
    assert_eq!(folder.read("one"), b"A\n");
    assert_eq!(folder.names(), ["one", "two"], "nothing is left over");
}

#[test]
fn old_files_are_kept_where_a_suffix_says_so() {
    let folder = Folder::new();
    for (option, suffix) in [
        ("-i.bak", ".bak"),
        ("-i~", "~"),
        ("--in-place=.old", ".old"),
        ("--in-place=orig", "orig"),
        ("-i=.x", ".x"),
    ] {
        let file = folder.file("file", "%41\n");
        run(&["decode", option, &file], "").gave(0, "");
        assert_eq!(folder.read("file"), b"A\n");
        // A second run finds the old backup, and does not overwrite it.
        folder.file("file", "%42\n");
        run(&["decode", option, &file], "").failed(&[
            &format!("cannot keep the old file as file{suffix}: it exists; move it away"),
            "it stays unchanged",
        ]);
        assert_eq!(folder.read("file"), b"%42\n");
        assert_eq!(folder.read(&format!("file{suffix}")), b"%41\n");
    }
    assert_eq!(folder.names(), ["file", "file.bak", "file.old", "file.x", "fileorig", "file~"]);
    // Without a change, no backup is made.
    let same = folder.file("same", "same\n");
    run(&["decode", "-i.bak", &same], "").gave(0, "");
    assert!(!folder.names().contains(&"same.bak".into()));
    // A backup is not an input of the next run.
    let before = folder.read("file.bak");
    let kept = folder.path("file.bak");
    let told = format!(
        "pct: {kept}: skipped, because its name ends with the suffix of -i; use another suffix to replace it\n"
    );
    run(&["decode", "-i.bak", &kept, &kept], "").said(0, "", &told);
    fs::remove_file(folder.path("file")).expect("it is there");
    run(&["decode", "-ri.bak", &folder.path(".")], "").gave(0, "");
    assert_eq!((before, folder.read("file.old")), (folder.read("file.bak"), b"A\n".to_vec()));
    // The backup cannot be written, so the file is not replaced.
    let file = folder.file("other", "%41\n");
    fs::create_dir(folder.path("other.bak")).expect("the target folder can be written");
    run(&["decode", "-i.bak", &file], "")
        .failed(&["other: cannot keep the old file as other.bak: it exists", "it stays unchanged"]);
    assert_eq!(folder.read("other"), b"%41\n");
}

/// Text appended during the run is not lost: the file is not replaced.
#[test]
fn a_file_that_somebody_writes_to_stays() {
    use std::io::Write;

    let folder = Folder::new();
    // The file is long enough for the writer, whatever the build's speed.
    let lines = if cfg!(debug_assertions) { 200_000 } else { 1_000_000 };
    let file = folder.file("log", "%41\n".repeat(lines));
    let mut log = fs::File::options().append(true).open(&file).expect("it is there");
    let (end, ended) = std::sync::mpsc::channel::<()>();
    let writer = std::thread::spawn(move || {
        let mut appended = 0;
        while ended.try_recv().is_err() {
            log.write_all(b"%42\n").expect("it can be written");
            appended += 1;
            std::thread::sleep(Duration::from_micros(200));
        }
        appended
    });
    let ran = run(&["decode", "-i.bak", &file], "");
    end.send(()).expect("the writer is there");
    let appended = writer.join().expect("the writer does not panic");
    ran.failed(&["log: it changed while it was read; it stays unchanged"]);
    let expected = ["%41\n".repeat(lines), "%42\n".repeat(appended)].concat();
    assert!(folder.read("log") == expected.as_bytes(), "every line is there");
    assert_eq!(folder.names(), ["log"]);
}

#[test]
fn a_file_that_does_not_change_is_not_touched() {
    let folder = Folder::new();
    let date = SystemTime::UNIX_EPOCH + Duration::from_secs(1_000_000_000);
    let modified =
        |path: &str| fs::metadata(path).and_then(|file| file.modified()).expect("it has a date");
    // Longer than a block, with a change at the very end, or without a change.
    let plain = "/nothing/to/decode\n".repeat(50_000);
    for (content, changes) in [
        (plain.clone(), false),
        (format!("{plain}%41"), true),
        (format!("{plain}%zz"), false),
        (String::new(), false),
    ] {
        let path = folder.file("file", &content);
        fs::File::options()
            .write(true)
            .open(&path)
            .and_then(|file| file.set_modified(date))
            .expect("it can be set");
        let malformed = u64::from(content.ends_with("%zz"));
        run(&["decode", "-i", &path], "").passing_on(malformed, malformed).gave(0, "");
        assert_eq!(modified(&path) != date, changes);
        assert_eq!(folder.read("file").ends_with(b"A"), changes);
    }
    assert_eq!(folder.names(), ["file"]);
}

#[test]
fn compression_stays() {
    let folder = Folder::new();
    let (gz, zst) = (
        folder.file("gz", gzip("%41\n")),
        folder.file("zst", zstd::encode_all(&b"%42\n"[..], 0).expect("a Vec takes all")),
    );
    run(&["decode", "-i", &gz, &zst], "").gave(0, "");
    assert_eq!(gunzip(&folder.read("gz")), b"A\n");
    assert_eq!(zstd::decode_all(&*folder.read("zst")).expect("it is zstd"), b"B\n");
}

#[test]
fn an_error_leaves_files_unchanged() {
    let folder = Folder::new();
    let whole = gzip("/some/line%20with/%D0%BE\n".repeat(20_000));
    let cut = folder.file("cut", &whole[..whole.len() / 2]);
    let (refused, after, good) = (
        folder.file("refused", "%41\n%zz\n"),
        folder.file("after", "%41\n"),
        folder.file("good", "%41\n"),
    );
    run(&["decode", "-i.bak", &cut, &good], "").failed(&["cut: the gzip data is cut short"]);
    assert_eq!(
        (folder.read("cut").as_slice(), folder.read("good").as_slice()),
        (&whole[..whole.len() / 2], &b"A\n"[..]),
        "the others are replaced"
    );
    assert_eq!(folder.names(), ["after", "cut", "good", "good.bak", "refused"]);
    for threads in ["1", "4"] {
        let ran = run(&["decode", "-i", "-j", threads, "--strict=fail", &refused, &after], "");
        assert_eq!((ran.status, &*ran.stdout), (Some(1), &b""[..]));
        assert!(
            ran.stderr.ends_with(&format!(
                "pct: {refused}: not written, because the result is incomplete\n"
            )),
            "{ran:?}"
        );
        assert_eq!(
            (folder.read("refused"), folder.read("after")),
            (b"%41\n%zz\n".to_vec(), b"%41\n".to_vec())
        );
    }
    assert_eq!(folder.names(), ["after", "cut", "good", "good.bak", "refused"]);
}

#[test]
fn a_file_that_is_named_twice_is_changed_once() {
    let folder = Folder::new();
    let file = folder.file("file", "%252541\n".repeat(50_000));
    run(&["decode", "-i", "-r", &file, &folder.path("."), &file], "").gave(0, "");
    assert!(folder.read("file") == b"%2541\n".repeat(50_000));
}

#[test]
fn folders_and_special_files() {
    let folder = Folder::new();
    folder.file("a", "%41\n");
    fs::create_dir(folder.path("b")).expect("the target folder can be written");
    folder.file("b/c", "%42\n");
    let root = folder.path(".");
    run(&["decode", "-i", &root], "").failed(&["add -r to replace the files in it"]);
    run(&["decode", "-i"], "").failed(&["name the files"]);
    run(&["decode", "-i", "-r", "-"], "").failed(&["standard input"]);
    run(&["decode", "-i", "-o", "x", "a"], "").failed(&["cannot be used with"]);
    run(&["decode", "--in-place=a/b", "a"], "").failed(&["SUFFIX"]);
    run(&["check", "-i", "a"], "").failed(&["-i"]);
    assert_eq!((folder.read("a"), folder.read("b/c")), (b"%41\n".to_vec(), b"%42\n".to_vec()));
    run(&["decode", "-ir", &root], "").gave(0, "");
    assert_eq!((folder.read("a"), folder.read("b/c")), (b"A\n".to_vec(), b"B\n".to_vec()));
}

#[test]
#[cfg(target_os = "linux")]
fn devices_are_not_replaced() {
    run(&["decode", "-i", "/dev/null"], "").failed(&["/dev/null: it is not a regular file"]);
}

#[test]
#[cfg(unix)]
fn permissions_and_links_stay() {
    use std::os::unix::fs::{MetadataExt, PermissionsExt, symlink};

    let folder = Folder::new();
    let (file, link) = (folder.file("file", "%41\n"), folder.path("link"));
    symlink("file", &link).expect("there are links");
    // Where the system permits, another user owns the file.
    let owner = std::os::unix::fs::chown(&file, Some(12345), Some(12346)).is_ok();
    fs::set_permissions(&file, fs::Permissions::from_mode(0o640)).expect("it is ours");
    let before = fs::metadata(&file).expect("it is there");
    run(&["decode", "-i.bak", &link], "").gave(0, "");
    let after = fs::metadata(&file).expect("it is there");
    assert_eq!(
        (before.mode(), before.uid(), before.gid()),
        (after.mode(), after.uid(), after.gid())
    );
    assert!(!owner || after.uid() == 12345);
    assert_eq!(
        (fs::read_link(&link).ok(), folder.read("file"), folder.read("file.bak")),
        (Some("file".into()), b"A\n".to_vec(), b"%41\n".to_vec())
    );
    assert_eq!(folder.names(), ["file", "file.bak", "link"]);
}

/// BSD's `sed -i` takes a suffix as the next argument; here the suffix would be a file.
#[test]
fn a_missing_file_means_that_nothing_is_replaced() {
    let folder = Folder::new();
    let (one, two) = (folder.file("one", "%41\n"), folder.file("two", "%42\n"));
    let missing = folder.path("missing");
    for (args, remedy) in [
        (
            ["decode", "-i", ".none", &one, &two],
            "to keep the old files, write -i.none without a space",
        ),
        (["normalize", "-i", &one, &two, &missing], "no file is replaced; check the names"),
        (["decode", "-in", &one, &missing, &two], "no file is replaced; check the names"),
    ] {
        run(&args, "").failed(&[&no_such_file(), remedy]);
    }
    assert_eq!((folder.read("one"), folder.read("two")), (b"%41\n".to_vec(), b"%42\n".to_vec()));
}

/// Only files that are replaced count as passed on.
#[test]
fn only_written_files_are_counted() {
    let folder = Folder::new();
    let files = ["one", "two", "three"].map(|name| folder.file(name, "%41%\n"));
    folder.file("two.bak", "");
    let ran = run(&["decode", "-i.bak", &files[0], &files[1]], "").passing_on(0, 0);
    ran.failed(&["two: cannot keep the old file"]);
    run(&["decode", "-i.bak", &files[2]], "").passing_on(1, 1).gave(0, "");
}

/// A dry run names the files that would change, and changes none.
#[test]
fn a_dry_run() {
    let folder = Folder::new();
    let (one, two) = (folder.file("one", "%41\n"), folder.file("two", "plain\n"));
    let (gz, three) = (folder.file("gz", gzip("%42\n")), folder.file("three", "%43\n"));
    let before = folder.names();
    let changed = format!("{one}\n{gz}\n{three}\n");
    run(&["decode", "-i", "-n", &one, &two, &gz, &three], "").gave(0, &changed);
    run(&["decode", "-ni.bak", "--format=tsv", "-f", "1", &one, &two, &gz, &three], "")
        .gave(0, &changed);
    run(&["decode", "-i", "--dry-run", "-r", "-r", &folder.path("")], "")
        .gave(0, ["gz", "one", "three"].map(|name| format!("{}\n", folder.path(name))).concat());
    let missing = folder.path("missing");
    run(&["decode", "-in", &missing, &one], "").failed(&[&missing, &no_such_file()]);
    assert_eq!((folder.names(), folder.read("one")), (before, b"%41\n".to_vec()));
    run(&["decode", "-n", &one], "").failed(&["--in-place"]);
}
