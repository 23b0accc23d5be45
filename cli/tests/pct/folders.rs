//! `-r`.

use std::fs;

use crate::compressed::gzip;
use crate::support::{Folder, no_such_file, run};

#[test]
#[cfg(unix)] // elsewhere `B` may be `b`
fn files_come_sorted_by_name() {
    let folder = Folder::new();
    for name in ["b/two", "b/a/one", "B", "c.gz", "a", ".hidden"] {
        let path = folder.path(name);
        fs::create_dir_all(std::path::Path::new(&path).parent().expect("it has one"))
            .expect("the target folder can be written");
        let text = format!("{name}%21\n");
        fs::write(path, if name == "c.gz" { gzip(text) } else { text.into() })
            .expect("the target folder can be written");
    }
    let root = folder.path("");
    run(&["decode", "-r", &root], "").gave(0, ".hidden!\nB!\na!\nb/a/one!\nb/two!\nc.gz!\n");
    let (a, b) = (folder.path("a"), folder.path("b"));
    run(&["decode", "-r", &b, "-", &a], "%41\n").gave(0, "b/a/one!\nb/two!\nA\na!\n");
    run(&["decode", "-r", "-"], "%41\n").gave(0, "A\n");
    run(&["decode", "-r"], "%41\n").gave(0, "A\n");
    let ran = run(&["check", "-r", &b, "--scheme", "all"], "");
    assert!(
        String::from_utf8_lossy(&ran.stdout).starts_with(&format!("{b}/a/one:1:1: raw ")),
        "{ran:?}"
    );
}

#[test]
fn an_empty_folder_and_one_that_is_not_there() {
    let folder = Folder::new();
    run(&["decode", "-r", &folder.path("")], "no input").gave(0, "");
    run(&["decode", "-r", &folder.path("missing")], "")
        .failed(&[&format!("missing: {}", no_such_file())]);
}

#[test]
#[cfg(target_os = "linux")]
fn links_and_special_files_are_passed_over() {
    use std::os::unix::fs::symlink;

    let (folder, other) = (Folder::new(), Folder::new());
    folder.file("file", "%41\n");
    let outside = other.file("outside", "%42\n");
    symlink(&outside, folder.path("link")).expect("there are links");
    symlink(other.path(""), folder.path("folder link")).expect("there are links");
    symlink(folder.path(""), folder.path("loop")).expect("there are links");
    // A FIFO without a writer: reading it would wait for ever.
    folder.fifo("fifo");
    run(&["decode", "-r", &folder.path("")], "").gave(0, "A\n");
    // A link given by name is followed.
    run(&["decode", "-r", &folder.path("folder link")], "").gave(0, "B\n");
}

#[test]
fn the_output_is_not_read() {
    let folder = Folder::new();
    folder.file("a", "%41\n");
    folder.file(".pct-left0.tmp", "left behind by a run that was killed\n");
    let all = folder.path("all");
    for _ in 0..2 {
        run(&["decode", "-r", "-o", &all, &folder.path("")], "").gave(0, "");
    }
    assert_eq!(folder.read("all"), b"A\n", "the second run does not read the output of the first");
    // A file given by name is read.
    run(&["decode", "-r", "-o", &all, &folder.path(""), &all], "").gave(0, "");
    assert_eq!(folder.read("all"), b"A\nA\n");
}

#[test]
#[cfg(target_os = "linux")]
fn a_folder_that_may_not_be_read_does_not_stop_the_others() {
    use std::os::unix::fs::PermissionsExt;

    let folder = Folder::new();
    folder.file("z", "%41\n");
    let closed = folder.path("closed");
    fs::create_dir(&closed).expect("the target folder can be written");
    fs::set_permissions(&closed, fs::Permissions::from_mode(0o0)).expect("it is ours");
    if fs::read_dir(&closed).is_ok() {
        println!("skipped: this user may read every folder");
        return;
    }
    let ran = run(&["decode", "-r", &folder.path("")], "");
    assert_eq!((ran.status, &*ran.stdout), (Some(2), &b"A\n"[..]), "{ran:?}");
    assert!(ran.stderr.contains("closed: Permission denied"), "{ran:?}");
}
