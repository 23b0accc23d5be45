//! `--stats`.

use crate::compressed::gzip;
use crate::support::{Folder, run};

/// What was counted, without the seconds, which must be a number.
pub(crate) fn counted(stderr: &str) -> String {
    let line = stderr.lines().last().unwrap_or_default();
    let (before, seconds) = line.rsplit_once(",\"seconds\":").unwrap_or_else(|| panic!("{stderr}"));
    let seconds: f64 = seconds
        .strip_suffix('}')
        .and_then(|seconds| seconds.parse().ok())
        .unwrap_or_else(|| panic!("{stderr}"));
    assert!((0.0..600.0).contains(&seconds));
    before.into()
}

#[test]
fn everything_is_counted() {
    let folder = Folder::new();
    let (plain, gz) = (folder.file("plain", "%41\nplain\n%zz\n"), folder.file("gz", gzip("%42")));
    let ran = run(&["decode", "--stats", &plain, &gz, &folder.path("missing")], "");
    assert_eq!(
        (ran.status, &*ran.stdout, ran.stderr.lines().count()),
        (Some(2), &b"A\nplain\n%zz\nB"[..], 2),
        "{ran:?}"
    );
    assert_eq!(
        counted(&ran.stderr),
        "{\"inputs\":3,\"failed\":1,\"records\":4,\"changed\":2,\"malformed\":1,\"bytes_in\":17,\"bytes_out\":13"
    );
    let ran = run(&["decode", "--stats"], "");
    assert_eq!(
        counted(&ran.stderr),
        "{\"inputs\":1,\"failed\":0,\"records\":0,\"changed\":0,\"malformed\":0,\"bytes_in\":0,\"bytes_out\":0"
    );
    let ran = run(&["decode", "--stats", "-0", "--strict=drop"], "%41\0%zz\0%42");
    assert_eq!(
        (ran.status, &*ran.stdout, ran.stderr.lines().count()),
        (Some(1), &b"A\0B"[..], 2),
        "{ran:?}"
    );
    assert_eq!(
        counted(&ran.stderr),
        "{\"inputs\":1,\"failed\":0,\"records\":3,\"changed\":2,\"malformed\":1,\"bytes_in\":11,\"bytes_out\":3"
    );
    // In place: what is written there.
    let ran = run(&["encode", "--stats", "-i", "--set", "p", &plain], "");
    assert_eq!(
        counted(&ran.stderr),
        "{\"inputs\":1,\"failed\":0,\"records\":3,\"changed\":1,\"malformed\":0,\"bytes_in\":14,\"bytes_out\":16"
    );
}

#[test]
fn what_is_refused_has_not_changed() {
    for (strict, records, bytes_out) in
        [("--strict", 3, 8), ("--strict=drop", 3, 4), ("--strict=fail", 2, 2)]
    {
        for fields in [&[][..], &["--format=tsv", "-f", "1"]] {
            let ran = run(&[&["decode", "--stats", strict][..], fields].concat(), "a\n%zz\n%41\n");
            let changed = records - 2;
            let numbers = format!("\"records\":{records},\"changed\":{changed},\"malformed\":1,");
            assert!(
                counted(&ran.stderr).contains(&numbers) && ran.stdout.len() == bytes_out,
                "{strict}: {ran:?}"
            );
        }
    }
}

#[test]
fn a_list_changes_nothing() {
    for verb in ["check", "inspect"] {
        let ran = run(&[verb, "--stats"], "%41\n%zz%00\n/\n");
        let bytes_out = ran.stdout.len();
        assert!(bytes_out > 0);
        let numbers = format!(
            "\"records\":3,\"changed\":0,\"malformed\":1,\"bytes_in\":13,\"bytes_out\":{bytes_out}"
        );
        assert_eq!(counted(&ran.stderr), format!("{{\"inputs\":1,\"failed\":0,{numbers}"));
    }
}

#[test]
fn threads_count_alike() {
    let folder = Folder::new();
    let file = folder.file("large", "/some/line%20with/%D0%BE\n/plain\n%zz\n".repeat(30_000));
    for threads in ["1", "2", "5"] {
        let ran = run(&["decode", "--stats", "-j", threads, &file], "");
        assert_eq!(
            counted(&ran.stderr),
            "{\"inputs\":1,\"failed\":0,\"records\":90000,\"changed\":30000,\"malformed\":30000,\"bytes_in\":1080000,\"bytes_out\":900000"
        );
    }
}
