//! `--strict`.

use crate::support::{Folder, run};

#[test]
fn keep_drop_and_fail() {
    let input = "a%20b\n%41%zz\n\nc%20d\r\n%4\r\ne";
    let [first, second] = [
        "(standard input):2:4: malformed triplet `%z`: two hex digits must follow the `%`",
        "(standard input):5:1: malformed triplet `%4`: cut short",
    ];
    let both = |outcome: &str| format!("{first}; {outcome}\n{second}; {outcome}\n");
    run(&["decode", "--strict=keep"], input).said(
        1,
        "a b\n%41%zz\n\nc d\r\n%4\r\ne",
        &both("passed on unchanged"),
    );
    run(&["decode", "--strict=drop"], input).said(1, "a b\n\nc d\r\ne", &both("dropped"));
    run(&["decode", "--strict=fail"], input).said(
        1,
        "a b\n",
        &format!("{first}; stopped before it\n"),
    );
    for policy in ["keep", "drop", "fail"] {
        run(&["decode", &format!("--strict={policy}")], "a%20b\n").gave(0, "a b\n");
    }
    run(&["decode", "--strict=skip"], "").failed(&["keep, fail, drop"]);
    run(&["decode", "--strict", "fail"], "")
        .failed(&["no file is named fail", "write --strict=fail"]);
}

#[test]
fn whatever_is_refused() {
    run(&["decode", "--strict=drop", "--reject", "/"], "%2F\n%20\n").said(
        1,
        " \n",
        "(standard input):1:1: rejected triplet `%2F`: it decodes to the byte 0x2F; dropped\n",
    );
    run(&["decode", "--strict=fail", "--utf8", "strict", "-0"], "%C3%A9\0%FF\0x\0").said(
        1,
        "é\0",
        "(standard input):2:1: not UTF-8: ill-formed from `%FF` on; stopped before it\n",
    );
    run(&["decode", "--strict=drop", "--raw"], "%20\n%").said(
        1,
        "",
        "(standard input):2:1: malformed triplet `%`: cut short; dropped\n",
    );
    run(&["decode", "--strict=drop", "--scheme", "js-escape"], "%41\n%uD800\n").said(
        1,
        "A\n",
        "(standard input):2:1: not text: `%uD800` is half of a surrogate pair; dropped\n",
    );
}

#[test]
fn normalize_and_encode() {
    run(&["normalize", "--strict=drop"], "%7e\n%\n%41\n").said(
        1,
        "~\nA\n",
        "(standard input):2:1: malformed triplet `%`: cut short; dropped\n",
    );
    run(&["normalize", "--strict=fail"], "%7e\n%\n%41\n").said(
        1,
        "~\n",
        "(standard input):2:1: malformed triplet `%`: cut short; stopped before it\n",
    );
    // `repair` refuses nothing.
    run(&["normalize", "--strict=fail", "--scheme", "repair"], "%\n").gave(0, "%25\n");
    run(&["encode", "--strict=drop", "--scheme", "js-escape"], b"a b\n\xFF\nc d\n").said(
        1,
        "a%20b\nc%20d\n",
        "(standard input):2:1: not UTF-8: ill-formed from `\\xff` on; dropped\n",
    );
    run(&["encode", "--strict=fail", "--scheme", "js-escape"], b"a b\n\xFF\nc d\n").said(
        1,
        "a%20b\n",
        "(standard input):2:1: not UTF-8: ill-formed from `\\xff` on; stopped before it\n",
    );
    // Any bytes can be encoded.
    run(&["encode", "--strict=fail"], b"50%\n\xFF\n").gave(0, "50%25\n%FF\n");
}

#[test]
fn the_next_input_is_not_read_after_a_failure() {
    let folder = Folder::new();
    let (one, two) = (folder.file("one", "%20\n%\n"), folder.file("two", "%20\n"));
    for jobs in ["1", "2", "4"] {
        run(&["decode", "-j", jobs, "--strict=fail", &one, &two, &folder.path("missing")], "")
            .said(
                1,
                " \n",
                &format!("{one}:2:1: malformed triplet `%`: cut short; stopped before it\n"),
            );
    }
}

/// Exactly these records are written, on any number of threads, wherever a record is refused.
#[test]
fn over_many_blocks() {
    let folder = Folder::new();
    // Several blocks: most bytes of a line are plain.
    let (lines, plain) = (6_000, "x".repeat(320));
    for bad in [
        vec![1],
        vec![lines],
        vec![3_100, 3_101, 4_567],
        vec![20, 800, 1_600, 2_400, 5_999],
        Vec::new(),
    ] {
        let bad_line = |number: usize| format!("bad %zz %41 {number}\n");
        let lines_of = |clean: &dyn Fn(usize) -> String,
                        bad_line: &dyn Fn(usize) -> String,
                        end: usize|
         -> String {
            (1..end)
                .map(|number| if bad.contains(&number) { bad_line(number) } else { clean(number) })
                .collect()
        };
        let input = lines_of(
            &|number| format!("/{plain}/%7Euser/%D0%BE?x={number}%20\n"),
            &bad_line,
            lines + 1,
        );
        let output = |bad_line: &dyn Fn(usize) -> String, end| {
            lines_of(&|number| format!("/{plain}/~user/о?x={number} \n"), bad_line, end)
        };
        let expected = [
            output(&bad_line, lines + 1),
            output(&|_| String::new(), lines + 1),
            output(&|_| unreachable!(), bad.first().copied().unwrap_or(lines + 1)),
        ];
        let file = folder.file("records", input);
        let policies =
            [("keep", "passed on unchanged"), ("drop", "dropped"), ("fail", "stopped before it")];
        for ((policy, outcome), expected) in policies.into_iter().zip(expected) {
            let told = bad.iter().take(if policy == "fail" { 1 } else { bad.len() });
            let told: String =
                told.map(|number| format!("{file}:{number}:5: malformed triplet `%z`: two hex digits must follow the `%`; {outcome}\n")).collect();
            for jobs in ["1", "2", "4"] {
                let strict = format!("--strict={policy}");
                let ran = run(&["decode", "-j", jobs, &strict, &file], "");
                assert!(
                    ran.stdout == expected.as_bytes(),
                    "{policy} -j {jobs} {bad:?}: {} bytes, not {}",
                    ran.stdout.len(),
                    expected.len()
                );
                assert_eq!(
                    (ran.status, &*ran.stderr),
                    (Some(i32::from(!bad.is_empty())), &*told),
                    "{policy} -j {jobs} {bad:?}"
                );
            }
        }
    }
}
