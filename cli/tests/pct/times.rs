//! `pct decode --times`.

use crate::decode::first_difference;
use crate::reference::{self, Rules};
use crate::support::{Folder, run};
use support::Random;

/// CloudFront's standard logs write `%2520` for a space of the request's `%20`.
#[test]
fn values_that_were_escaped_twice() {
    run(&["decode", "--times", "2"], "/a%2520b/%25D0%25BE/c%20d/e%2541\n")
        .gave(0, "/a b/о/c d/eA\n");
    run(&["decode"], "/a%2520b/%25D0%25BE\n").gave(0, "/a%20b/%D0%BE\n");
    run(&["decode", "--times", "1"], "/a%2520b\n").gave(0, "/a%20b\n");
    run(&["decode", "--times", "2", "--raw"], "%2520\n%20").gave(0, " \n ");
}

#[test]
fn never_more_often_and_no_longer_than_there_is_something() {
    let thrice = "%25252541\n";
    for (times, expected) in
        [("1", "%252541\n"), ("2", "%2541\n"), ("3", "%41\n"), ("4", "A\n"), ("16", "A\n")]
    {
        run(&["decode", "--times", times], thrice).gave(0, expected);
    }
    run(&["decode", "--times", "16"], "clean\n\n").gave(0, "clean\n\n");
    for wrong in ["0", "17", "-1", "x"] {
        run(&["decode", &format!("--times={wrong}")], "").failed(&["--times", "from 1 to 16"]);
    }
    run(&["decode", "--times", "2", "--scheme", "js-escape"], "")
        .failed(&["does not allow --times"]);
}

#[test]
fn a_plus_that_has_come_out_is_a_plus() {
    run(&["decode", "--times", "2", "--plus"], "a+b%2Bc%252Bd\n").gave(0, "a b+c+d\n");
    run(&["decode", "--times", "3", "--scheme", "form"], "a+b%252Bc%2520d\n").gave(0, "a b+c d\n");
}

#[test]
fn a_line_stays_one_line_in_every_round() {
    for kept in [
        "%250A",
        "%0A",
        "%25250d",
        "%2500",
        "%251b",
        "%25C2%2585",
        "%C2%2585",
        "%25c2%85",
        "%25%30%41",
    ] {
        let ran = run(&["decode", "--times", "9"], format!("a{kept}b\n"));
        assert_eq!(
            (ran.status, ran.stdout.iter().filter(|byte| byte.is_ascii_control()).count()),
            (Some(0), 1),
            "{kept} {ran:?}"
        );
        assert!(!String::from_utf8_lossy(&ran.stdout).contains('\u{85}'), "{kept} {ran:?}");
    }
    run(&["decode", "--times", "2"], "a%250Ab%25C2%2585\r\n").gave(0, "a%0Ab%C2%85\r\n");
    run(&["decode", "--times", "2", "-0"], "a%250Ab\0").gave(0, "a\nb\0");
    run(&["decode", "--times", "2", "--raw"], "a%250Ab").gave(0, "a\nb");
}

#[test]
fn kept_escapes_stay_in_every_round() {
    run(&["decode", "--times", "3", "--keep", "/"], "%2F%252f%25252F%2541\n")
        .gave(0, "%2F%2f%2FA\n");
    // A kept `%25` never becomes `%`.
    run(&["decode", "--times", "3", "--keep", "%"], "%252F%2F\n").gave(0, "%252F/\n");
}

#[test]
fn malformed_triplets_are_those_of_the_first_round() {
    run(&["decode", "--times", "2"], "100%\n").passing_on(1, 1).gave(0, "100%\n");
    run(&["decode", "--times", "2"], "100%25\n%25zz%2541\n").gave(0, "100%\n%zzA\n");
    run(&["decode", "--times", "2", "--strict"], "100%25\n%25zz%2541\n").gave(0, "100%\n%zzA\n");
    run(&["decode", "--times", "2", "--strict"], "%2541\n%zz%2541\n").said(
        1,
        "A\n%zz%2541\n",
        "(standard input):2:1: malformed triplet `%z`: two hex digits must follow the `%`; passed on unchanged\n",
    );
}

#[test]
fn refused_in_a_later_round() {
    run(&["decode", "--times", "2", "--reject", r"\0"], "a%2541\na%2500\nb%00\n").said(
        1,
        "aA\na%2500\nb%00\n",
        "(standard input):2:1: rejected triplet: it decodes to the byte 0x00 in round 2 of decoding; passed on unchanged\n\
         (standard input):3:2: rejected triplet `%00`: it decodes to the byte 0x00; passed on unchanged\n",
    );
    run(&["decode", "--times", "1", "--reject", r"\0"], "a%2500\n").gave(0, "a%00\n");
    run(&["decode", "--times", "3", "--reject", "/", "--strict=drop"], "a%25252F\nb%2520\n").said(
        1,
        "b \n",
        "(standard input):1:1: rejected triplet: it decodes to the byte 0x2F in round 3 of decoding; dropped\n",
    );
    run(&["decode", "--times", "2", "--utf8", "strict"], "%25C3%25A9\n%25FF\n").said(
        1,
        "é\n%25FF\n",
        "(standard input):2:1: not UTF-8 in round 2 of decoding; passed on unchanged\n",
    );
    run(&["decode", "--times", "2", "--utf8", "keep"], "%25C3%25A9%25FF%FE\n").gave(0, "é%FF%FE\n");
    run(&["decode", "--times", "2", "--utf8", "lossy"], "%25C3%25A9%25FF\n").gave(0, "é\u{FFFD}\n");
}

/// The reference decodes each record repeatedly.
#[test]
fn any_bytes_as_the_reference_decodes_them() {
    let folder = Folder::new();
    let mut random = Random::new(7);
    for round in 0..12 {
        let times = 1 + round % 4;
        let rules = Rules {
            plus: round & 1 != 0,
            strict: round & 2 != 0,
            lines: round % 3 < 2,
            reject: if round & 4 != 0 { b"/" } else { b"" },
            ..Rules::default()
        };
        let again = Rules { plus: false, strict: false, again: true, ..rules.clone() };
        let end = if rules.lines { b'\n' } else { 0 };
        // Single and double escapes, side by side.
        let mut input = random.records(1500, end);
        for at in (0..input.len()).rev().filter(|_| random.below(2) == 0).collect::<Vec<_>>() {
            if input[at] == b'%' {
                input.splice(at..=at, *b"%25");
            }
        }
        let (mut expected, mut status, mut passed_on) = (Vec::new(), 0, (0, 0));
        for record in input.split_inclusive(|&byte| byte == end) {
            let mut value = record.strip_suffix(&[end]).unwrap_or(record);
            if rules.lines {
                value = value.strip_suffix(b"\r").unwrap_or(value);
            }
            let mut decoded = reference::decode(value, &rules);
            let before = decoded.passed_on;
            for _ in 1..times {
                if decoded.refused.is_none() {
                    decoded = reference::decode(&decoded.bytes, &again);
                }
            }
            if decoded.refused.is_some() {
                (decoded.bytes, status) = (value.to_vec(), 1);
            } else {
                passed_on = (passed_on.0 + before, passed_on.1 + u64::from(before > 0));
            }
            expected.extend_from_slice(&decoded.bytes);
            expected.extend_from_slice(&record[value.len()..]);
        }
        let file = folder.file("records", &input);
        let times = times.to_string();
        let mut args = vec!["decode", "--times", &times, &file];
        args.extend((!rules.lines).then_some("-0"));
        args.extend(rules.plus.then_some("--plus"));
        args.extend(rules.strict.then_some("--strict"));
        args.extend((!rules.reject.is_empty()).then_some("--reject=/"));
        let ran = run(&args, "").passing_on(passed_on.0, passed_on.1);
        assert!(
            ran.stdout == expected,
            "{args:?}\n{:?}",
            first_difference(&input, &ran.stdout, &expected, end)
        );
        assert_eq!(ran.status, Some(status), "{args:?}");
    }
}
