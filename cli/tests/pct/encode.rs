//! `pct encode`.

use crate::support::{Folder, run};
use support::Random;

#[test]
fn the_default_keeps_unreserved_characters() {
    run(&["encode"], "50% of a/b\n-._~ é\n").gave(0, "50%25%20of%20a%2Fb\n-._~%20%C3%A9\n");
    run(&["encode", "--scheme", "uri-component"], "a+b\n").gave(0, "a%2Bb\n");
}

#[test]
fn line_ends_stay() {
    run(&["encode"], "").gave(0, "");
    run(&["encode"], "a b").gave(0, "a%20b");
    run(&["encode"], "a b\n\n").gave(0, "a%20b\n\n");
    run(&["encode"], "a b\r\n\r\nc\rd\r\r\ne\r").gave(0, "a%20b\r\n\r\nc%0Dd%0D\r\ne\r");
    run(&["encode"], "a\x01b\n").gave(0, "a%01b\n");
    run(&["encode", "--raw"], "a\0b\n").gave(0, "a%00b%0A");
    run(&["encode", "--scheme", "all"], "ab\r\nc").gave(0, "%61%62\r\n%63");
}

#[test]
fn null_and_raw() {
    run(&["encode", "-0"], "a\r\n\0\0b\n").gave(0, "a%0D%0A\0\0b%0A");
    run(&["encode", "--raw"], "a\r\n\0\n").gave(0, "a%0D%0A%00%0A");
    run(&["encode", "--raw", "--scheme", "all"], "\n").gave(0, "%0A");
    run(&["encode", "--raw"], "").gave(0, "");
}

#[test]
fn set() {
    run(&["encode", "--set", r" %\x7f"], b"a b/%\x7F\xFF\t\n").gave(0, "a%20b/%25%7F%FF\t\n");
    run(&["encode", "--set", ""], "a b%é\n").gave(0, "a b%%C3%A9\n");
    run(&["encode", "--set", r"\n\r"], "a\rb\r\n").gave(0, "a%0Db\r\n");
    run(&["encode", "--set", "/", "--scheme", "form"], "").failed(&[
        "--set",
        "--scheme",
        "cannot be used with",
    ]);
    run(&["encode", "--set", "é"], "").failed(&["--set <CHARS>", "is not ASCII"]);
}

#[test]
fn keep() {
    run(&["encode", "--keep", "%"], "a%2fb %41%zz%4\n").gave(0, "a%2fb%20%41%25zz%254\n");
    // Every scheme escapes a stray `%`; `--strict` never refuses one.
    for of in ["--scheme=url-path", "--scheme=uri-component", "--set= "] {
        for strict in ["--strict", "--raw"] {
            let expected = "a%2fb%20%25zz%2550%252";
            run(&["encode", "--keep=%", of, strict], "a%2fb %zz%2550%2").gave(0, expected);
        }
    }
    run(&["encode", "--keep", "%", "--scheme", "all"], "%41A%\r\n").gave(0, "%41%41%25\r\n");
    run(&["encode", "--keep", "/:"], "a/b:c?%2f\n").gave(0, "a/b:c%3F%252f\n");
    run(&["encode", "--keep", "/%", "--set", " %/"], "a/b %2f%\n").gave(0, "a/b%20%2f%25\n");
    for kept in ["+", " "] {
        run(&["encode", "--scheme=form", "--keep", kept], "").failed(&["cannot keep a space or +"]);
    }
    run(&["encode", "--keep", "é"], "").failed(&["--keep <CHARS>", "is not ASCII"]);
}

/// The expected encoding, byte by byte; `%` is in the set.
fn reference(
    input: &[u8],
    escapes: impl Fn(u8) -> bool,
    plus: bool,
    keep_escapes: bool,
) -> Vec<u8> {
    let mut output = Vec::new();
    let mut rest = input;
    while let [byte, others @ ..] = rest {
        match rest {
            [b'%', high, low, others @ ..]
                if keep_escapes && high.is_ascii_hexdigit() && low.is_ascii_hexdigit() =>
            {
                output.extend_from_slice(&[b'%', *high, *low]);
                rest = others;
                continue;
            }
            _ if plus && *byte == b' ' => output.push(b'+'),
            _ if escapes(*byte) || plus && *byte == b'+' => {
                output.extend_from_slice(format!("%{byte:02X}").as_bytes())
            }
            _ => output.push(*byte),
        }
        rest = others;
    }
    output
}

#[test]
fn any_bytes_as_a_plain_encoder_has_them() {
    let folder = Folder::new();
    let mut random = Random::new(3);
    for round in 0..12 {
        let (plus, keep_escapes, end) = (round & 1 != 0, round & 2 != 0, [b'\n', 0][round / 4 % 2]);
        let input = random.records(3000, end);
        let file = folder.file("records", &input);
        let mut args = vec!["encode", &file];
        // WHATWG URL, application/x-www-form-urlencoded; RFC 3986 2.3.
        args.extend(plus.then_some("--scheme=form"));
        let kept = if plus { b"*-._" } else { b"-._~" };
        let unreserved = |byte: u8| byte.is_ascii_alphanumeric() || kept.contains(&byte);
        args.extend(keep_escapes.then_some("--keep=%"));

        let mut expected = Vec::new();
        for record in input.split_inclusive(|&byte| byte == end) {
            let mut value = record.strip_suffix(&[end]).unwrap_or(record);
            if end == b'\n' {
                value = value.strip_suffix(b"\r").unwrap_or(value);
            }
            expected.extend(reference(value, |byte| !unreserved(byte), plus, keep_escapes));
            expected.extend_from_slice(&record[value.len()..]);
        }
        let ran = run(&[&args[..], if end == 0 { &["-0"] } else { &[] }].concat(), "");
        assert!(
            ran.stdout == expected && ran.status == Some(0) && ran.stderr.is_empty(),
            "{args:?}"
        );

        let expected = reference(&input, |byte| !unreserved(byte), plus, keep_escapes);
        let ran = run(&[&args[..], &["--raw"]].concat(), "");
        assert!(
            ran.stdout == expected && ran.status == Some(0) && ran.stderr.is_empty(),
            "--raw {args:?}"
        );

        // Decoding restores the input.
        if !keep_escapes {
            let mut back = vec!["decode", "--raw", "-"];
            back.extend(plus.then_some("--plus"));
            run(&back, expected).gave(0, input);
        }
    }
}

#[test]
fn characters_on_the_command_line() {
    run(&["encode", "--raw", "--set", r"/\0\t\n\r\\\x7f\x2F?"], "/\0\t\n\r\\\x7F?a")
        .gave(0, "%2F%00%09%0A%0D%5C%7F%3Fa");
    for wrong in ["é", r"\x80", r"\xFF", r"\q", r"\", r"\x", r"\x4", r"\x4g", r"\é"] {
        run(&["encode", "--set", wrong], "").failed(&["--set"]);
    }
}
