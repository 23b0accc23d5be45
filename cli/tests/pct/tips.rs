//! The messages for a wrong command line.

use crate::support::{Folder, run};

#[test]
fn an_option_of_other_verbs() {
    run(&["decode", "--records", "x"], "").failed(&[
        "unexpected argument '--records'",
        "tip: '--records' is an option of: inspect\n",
    ]);
    run(&["schemes", "-i"], "").failed(&["'-i' is an option of: decode, encode, normalize\n"]);
    run(&["--prefix", "decode"], "").failed(&[
        "'--prefix' is an option of: decode, encode, normalize, check, inspect, query\n",
    ]);
    // The message names the verbs that have the option, if any do.
    run(&["check", "--json", "x"], "")
        .failed(&["'--json' is an option of: decode, encode, normalize, inspect, query\n"]);
    run(&["encode", "--reject"], "").failed(&["'--reject' is an option of: decode\n"]);
    let ran = run(&["decode", "--bogus", "x"], "");
    assert!(ran.status == Some(2) && !ran.stderr.contains("is an option of"), "{ran:?}");
}

#[test]
fn options_of_other_programs() {
    for (args, tip) in [
        (&["query", "--count", "--top", "10"][..], "'query --count=N'"),
        (&["query", "--count", "--hourly"], "'--by hour'"),
        (&["query", "-k", "q", "--csv"], "'-o FILE.csv'"),
        (&["inspect", "--fail-on", "nul"], "'inspect --only FLAG --fail'"),
        (&["query", "--count", "10", "-"], "no file is named 10; write --count=10"),
        (&["query", "--count", "--by", "day"], "--by needs --format"),
    ] {
        run(args, "").failed(&[tip]);
    }
}

#[test]
fn a_suffix_of_letters() {
    let folder = Folder::new();
    let file = folder.file("file", "%41\n");
    run(&["decode", "-ibak", &file], "").failed(&[
        "unexpected argument '-b'",
        "tip: write a suffix that begins with a letter as '--in-place=bak'\n",
    ]);
    run(&["decode", "--in-place=bak", &file], "").gave(0, "");
    assert_eq!(folder.names(), ["file", "filebak"]);
}

#[test]
fn a_file_without_a_verb() {
    let folder = Folder::new();
    let file = folder.file("access.log", "%41\n");
    run(&[&file], "").failed(&[
        "unrecognized subcommand",
        &format!("put a verb before the files: 'pct decode {file}'\n"),
    ]);
    let ran = run(&[folder.path("missing")], "");
    assert!(ran.status == Some(2) && !ran.stderr.contains("put a verb"), "{ran:?}");
    run(&["decod"], "").failed(&["similar", "'decode'"]);
}

/// After `-i`, only text that cannot be options is a suffix.
#[test]
fn suffixes() {
    for (args, names) in [
        (&["-i.bak"][..], &["file", "file.bak"][..]),
        (&["-ri~"], &["file", "file~"]),
        (&["-i=.old"], &["file", "file.old"]),
        (&["-ir"], &["file"]),
        (&["-qi_1"], &["file", "file_1"]),
        (&["--in-place"], &["file"]),
    ] {
        let folder = Folder::new();
        let file = folder.file("file", "%41\n");
        run(&[&["decode"], args, &[&file]].concat(), "").gave(0, "");
        assert_eq!(
            (folder.names(), folder.read("file")),
            (names.iter().map(|&name| name.into()).collect(), b"A\n".to_vec())
        );
    }
    run(&["decode", "-xi.bak"], "").failed(&["unexpected argument '-x'"]);
    run(&["decode", "--", "-i.bak"], "").failed(&["-i.bak: "]);
}
