//! `-i`.

use std::fs;
use std::time::{Duration, SystemTime};

use crate::compressed::{gunzip, gzip};
use crate::support::{Folder, no_such_file, run, system_error};

#[test]
fn files_become_what_becomes_of_them() {
    let folder = Folder::new();
    let (one, two) = (folder.file("one", "%41\n"), folder.file("two", "%zz%42"));
    run(&["decode", "-i", &one, &two], "").gave(1, "");
    assert_eq!((folder.read("one"), folder.read("two")), (b"A\n".to_vec(), b"%zzB".to_vec()));
    run(&["encode", "-i", "--scheme", "all", &one], "").gave(0, "");
    assert_eq!(folder.read("one"), b"%41\n");
    run(&["normalize", "--in-place", &two], "").gave(1, "");
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
        for text in ["%41\n", "%42\n"] {
            // The second time there is an old one already.
            folder.file("file", text);
            run(&["decode", option, &file], "").gave(0, "");
            assert_eq!(folder.read(&format!("file{suffix}")), text.as_bytes());
        }
        assert_eq!(folder.read("file"), b"B\n");
    }
    assert_eq!(folder.names(), ["file", "file.bak", "file.old", "file.x", "fileorig", "file~"]);
    // Nothing changes, and nothing is kept.
    let same = folder.file("same", "same\n");
    run(&["decode", "-i.bak", &same], "").gave(0, "");
    assert!(!folder.names().contains(&"same.bak".into()));
    // What is kept is no input of the next run.
    let before = folder.read("file.bak");
    let kept = folder.path("file.bak");
    let told = format!(
        "pct: {kept}: passed over, as its name ends with the suffix of -i; another suffix replaces it\n"
    );
    run(&["decode", "-i.bak", &kept, &kept], "").said(0, "", &told);
    run(&["decode", "-ri.bak", &folder.path(".")], "").gave(0, "");
    assert_eq!((before, folder.read("file.old")), (folder.read("file.bak"), b"B\n".to_vec()));
    // It cannot be kept: then it is not replaced.
    let file = folder.file("other", "%41\n");
    fs::create_dir(folder.path("other.bak")).expect("the target folder can be written");
    let why = system_error(21, 5);
    run(&["decode", "-i.bak", &file], "").failed(&[
        &format!("other: the old one cannot be kept as other.bak: {why}"),
        "it stays as it was",
    ]);
    assert_eq!(folder.read("other"), b"%41\n");
}

#[test]
fn a_file_that_does_not_change_is_not_touched() {
    let folder = Folder::new();
    let date = SystemTime::UNIX_EPOCH + Duration::from_secs(1_000_000_000);
    let modified =
        |path: &str| fs::metadata(path).and_then(|file| file.modified()).expect("it has a date");
    // Longer than a block, with a change at the very end or none.
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
        run(&["decode", "-i", &path], "").gave(i32::from(content.ends_with("%zz")), "");
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
fn what_goes_wrong_leaves_files_as_they_were() {
    let folder = Folder::new();
    let whole = gzip("/some/line%20with/%D0%BE\n".repeat(100_000));
    let cut = folder.file("cut", &whole[..whole.len() / 2]);
    let (refused, after, good) = (
        folder.file("refused", "%41\n%zz\n"),
        folder.file("after", "%41\n"),
        folder.file("good", "%41\n"),
    );
    let missing = folder.path("missing");
    let ran = run(&["decode", "-i.bak", &cut, &missing, &good], "");
    let missing = format!("missing: {}", no_such_file());
    ran.failed(&["cut: the gzip data is cut short", &missing]);
    assert_eq!(
        (folder.read("cut").as_slice(), folder.read("good").as_slice()),
        (&whole[..whole.len() / 2], &b"A\n"[..]),
        "the others are replaced"
    );
    assert_eq!(folder.names(), ["after", "cut", "good", "good.bak", "refused"]);
    for threads in ["1", "4"] {
        let ran = run(&["decode", "-i", "-j", threads, "--on-error", "fail", &refused, &after], "");
        assert_eq!((ran.status, &*ran.stdout), (Some(1), &b""[..]));
        assert!(
            ran.stderr.ends_with(&format!(
                "pct: {refused}: not written, as the result is not complete\n"
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
fn folders_and_what_is_no_file() {
    let folder = Folder::new();
    folder.file("a", "%41\n");
    fs::create_dir(folder.path("b")).expect("the target folder can be written");
    folder.file("b/c", "%42\n");
    let root = folder.path(".");
    run(&["decode", "-i", &root], "").failed(&["-r replaces the files in it"]);
    run(&["decode", "-i"], "").failed(&["name them"]);
    run(&["decode", "-i", "-r", "-"], "").failed(&["standard input"]);
    run(&["decode", "-i", "-o", "x", "a"], "").failed(&["cannot be used with"]);
    run(&["decode", "-i", "--gzip", "a"], "").failed(&["cannot be used with"]);
    run(&["decode", "--in-place=a/b", "a"], "").failed(&["SUFFIX"]);
    run(&["check", "-i", "a"], "").failed(&["-i"]);
    assert_eq!((folder.read("a"), folder.read("b/c")), (b"%41\n".to_vec(), b"%42\n".to_vec()));
    run(&["decode", "-ir", &root], "").gave(0, "");
    assert_eq!((folder.read("a"), folder.read("b/c")), (b"A\n".to_vec(), b"B\n".to_vec()));
}

#[test]
#[cfg(target_os = "linux")]
fn devices_are_not_replaced() {
    run(&["decode", "-i", "/dev/null"], "").failed(&["/dev/null: it is no regular file"]);
}

#[test]
#[cfg(unix)]
fn permissions_and_links_stay() {
    use std::os::unix::fs::{MetadataExt, PermissionsExt, symlink};

    let folder = Folder::new();
    let (file, link) = (folder.file("file", "%41\n"), folder.path("link"));
    symlink("file", &link).expect("there are links");
    // Where that may be, it is not ours.
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
