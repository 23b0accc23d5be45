//! Headers: over blocks and inputs, after a byte order mark, with missing names.

use crate::compressed::gzip;
use crate::decode::first_difference;
use crate::support::{Folder, run};

#[test]
fn headers_change_over_many_blocks() {
    let folder = Folder::new();
    let (mut input, mut output, mut told) = (String::new(), String::new(), Vec::new());
    // Most bytes of a value are plain.
    let (plain, mut number) = ("x".repeat(100), 0);
    let mut line = |from: &str, to: &str| {
        number += 1;
        input.push_str(from);
        output.push_str(to);
        number
    };
    // About 2 MB, in sections from a few bytes to more than a block. Each has its own order of
    // fields, and one lacks the field.
    for section in 0..40 {
        let fields = ["cs-uri-stem time x", "time cs-uri-stem x", "time x", "time x CS-URI-STEM"]
            [section % 4];
        let header = format!("#Fields: {fields}\n");
        let at = line(&header, &header);
        if fields == "time x" {
            told.push((at, 1, "no field is named `cs-uri-stem`; there are: time x (name one of these, or give its number, from 1)"));
        }
        for record in 0..[3, 1_100, 1, 50][section / 2 % 4] {
            let place = fields.split(' ').position(|name| name.eq_ignore_ascii_case("cs-uri-stem"));
            let columns = fields.split(' ').count();
            let written = |decoded: usize| {
                (0..columns)
                    .map(|at| if at == decoded { "/~me/о" } else { "/%7Eme/%D0%BE" })
                    .map(|path| format!("/{plain}{path}"))
                    .collect::<Vec<_>>()
                    .join(" ")
            };
            line(&format!("{}\n", written(9)), &format!("{}\n", written(place.unwrap_or(9))));
            if record == 2 {
                let malformed = vec!["%zz"; columns].join(" ") + "\n";
                let at = line(&malformed, &malformed);
                told.extend(place.map(|place| {
                    (
                        at,
                        4 * place + 1,
                        "malformed triplet `%z`: two hex digits must follow the `%`",
                    )
                }));
            }
        }
    }
    assert!(input.len() > 6 * 256 * 1024, "several blocks");
    let told = |file: &str| {
        told.iter()
            .map(|(line, column, what)| {
                format!("{file}:{line}:{column}: {what}; passed on unchanged\n")
            })
            .collect::<String>()
    };
    let (plain, gz) = (folder.file("plain", &input), folder.file("gz", gzip(&input)));
    for (file, jobs) in [(&plain, "1"), (&plain, "2"), (&plain, "8"), (&gz, "3")] {
        let args = ["decode", "--strict", "--format", "w3c", "-f", "cs-uri-stem", "-j", jobs, file];
        let ran = run(&args, "");
        assert!(
            ran.stdout == output.as_bytes(),
            "-j {jobs}: {:?}",
            first_difference(input.as_bytes(), &ran.stdout, output.as_bytes(), b'\n')
        );
        assert_eq!((ran.status, ran.stderr), (Some(1), told(file)), "-j {jobs}");
    }
}

/// Two concatenated logs over several blocks: the second begins with a byte order mark.
#[test]
fn a_header_behind_a_byte_order_mark_counts() {
    let text = |first: &str, second: &str| {
        format!(
            "#Fields: a cs-uri-stem b\n{}\u{feff}#Fields: cs-uri-stem a b\n{}",
            first.repeat(3),
            second.repeat(30_000)
        )
    };
    for jobs in ["1", "3"] {
        let ran =
            run(&["decode", "--format", "w3c", "-j", jobs], text("%41 %41 %41\n", "%41 %41 %41\n"));
        assert!(
            ran.status == Some(0) && ran.stdout == text("%41 A %41\n", "A %41 %41\n").as_bytes(),
            "-j {jobs}"
        );
    }
}

#[test]
fn each_input_has_its_header() {
    let folder = Folder::new();
    let (one, two) = (
        folder.file("one", "u,v\n%41,%41\n"),
        folder.file("two", "\u{feff}v,\"u\"\r\n%42,%42\r\n"),
    );
    run(&["decode", "--format=csv", "-f", "u", &one, &two, &one], "")
        .gave(0, "u,v\nA,%41\n\u{feff}v,\"u\"\r\n%42,B\r\nu,v\nA,%41\n");
}

/// Without their header, the following rows would have another meaning.
#[test]
fn a_header_is_never_left_out() {
    let told = |names: &str, outcome: &str| {
        format!(
            "(standard input):1:1: no field is named `zz`; there are: {names} (name one of these, or give its number, from 1); {outcome}\n"
        )
    };
    let w3c = |strict| {
        let args = ["decode", "--format=w3c", "-f", "u", "-f", "zz", strict];
        run(&args, "#Fields: h u\n1 %41\n2 %zz\n3 %42\n")
    };
    let malformed = "(standard input):3:3: malformed triplet `%z`: two hex digits must follow the `%`; dropped\n";
    w3c("--strict=drop").said(
        1,
        "#Fields: h u\n1 A\n3 B\n",
        &(told("h u", "passed on unchanged") + malformed),
    );
    w3c("--strict=fail").said(1, "", &told("h u", "stopped before it"));
}
