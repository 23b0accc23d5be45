//! `--delimiter`, and headers of tables.

use super::gives;
use crate::support::run;

#[test]
fn other_delimiters() {
    gives(
        "decode --format csv --delimiter ; -f 2",
        "%3B,%41;%3B,%41;%41\n\"%3B;\";%3B%22\n",
        "%3B,%41;\";,A\";%41\n\"%3B;\";\";\"\"\"\n",
    );
    gives(
        "decode --format csv --delimiter | -f url",
        "id|url\n1|%7C%2C%41\n2|\"a|%7c\n%41\"\n",
        "id|url\n1|\"|,A\"\n2|\"a||\nA\"\n",
    );
    gives("decode --format csv --delimiter \\t -f 2", "%41\t%09%41%2C\n", "%41\t%09A,\n");
    gives("decode --format tsv --delimiter | -f 2 -f 3", "%41|%7C%09|%41\"\n", "%41|%7C%09|A\"\n");
    gives(
        "decode --format tsv --delimiter \\x1F -f b",
        "a\x1Fb\n%41\x1F%1f%41\n",
        "a\x1Fb\n%41\x1F%1fA\n",
    );
    // The escape of a delimiter stays, so it splits nothing.
    run(&["decode", "--plus", "--format=tsv", "--delimiter", " ", "-f", "2"], "a b+%20%41\n")
        .gave(0, "a b%20%20A\n");
    gives("encode --format csv --delimiter ; -f 2", "a;\"b;c\"\n", "a;\"b%3Bc\"\n");
    // Records of several lines over blocks.
    let (from, to) = ("1;\"%41,;\n\"\n".repeat(40_000), "1;\"A,;\n\"\n".repeat(40_000));
    gives("decode --format csv --delimiter ; -f 2 -j 3", from, to);
    let ran = run(&["decode", "--format=tsv", "--delimiter", "|", "-f", "9"], "a|b\n");
    assert!(
        ran.stderr.contains("tsv separates fields by `|`, and this record has 2 fields"),
        "{ran:?}"
    );
}

/// The quotes of the W3C Extended Log File Format are not part of a value, even if a line has
/// exactly one word for each field.
#[test]
fn quotes_of_w3c() {
    let header = "#Fields: c-ip cs-uri-stem cs(User-Agent)\n";
    let log = format!(
        "{header}192.0.2.7 /a%20 \"x y\"\n\"192.0.2.8\" \"/%41\" \"x\"\n192.0.2.9 /b \"x\n"
    );
    gives(
        "decode --format w3c --only -f c-ip -f cs-uri-stem -f cs(User-Agent)",
        &log,
        "192.0.2.7\t/a \tx y\n192.0.2.8\t/A\tx\n192.0.2.9\t/b\t%22x\n",
    );
}

#[test]
fn headers_stay() {
    gives("decode --format tsv -f 1 -f %42", "%41\t%42\n%41\t%42\n", "%41\t%42\nA\tB\n");
    gives("decode --format csv -f 2", "%41,%41\n", "%41,A\n");
    gives("check --format csv -f %zz", "%zz\n%41\n", "");
}

#[test]
fn wrong_use_of_delimiters() {
    for (args, part) in [
        ("decode --delimiter ;", "needs --format tsv or csv"),
        ("decode --delimiter ; --format combined", "not to combined"),
        ("decode --format csv -f 1 --delimiter ab", "one character"),
        ("decode --format csv -f 1 --delimiter ;;", "one character"),
        ("decode --format csv -f 1 --delimiter ,,", "one character"),
        (r"decode --format tsv -f 1 --delimiter \t\x09", "one character"),
        ("decode --format csv -f 1 --delimiter 4", "must not be a letter"),
        ("decode --format csv -f 1 --delimiter %", "a digit, % "),
        ("decode --format csv -f 1 --delimiter é", "not ASCII"),
    ] {
        run(&args.split(' ').collect::<Vec<_>>(), "").failed(&[part]);
    }
}

/// `--times` in every format, also with records that end with NUL: escapes that stay do so in each
/// round.
#[test]
fn decoded_again_in_every_format() {
    let line = |target: &str| format!("h - - [t] \"GET {target} HTTP/1.1\" 200 5 \"-\" \"-\"");
    let alb = |target: &str| {
        format!("h 2026-11-12T06:00:00Z e c t 0 0 0 200 200 1 1 \"GET {target} HTTP/1.1\" \"a\"")
    };
    let named = |value: &str| format!("#Fields: cs-uri-query x\n{value}");
    for (args, from, to) in [
        ("--format tsv -f 1", "%2541%2509%2522\t%2541".into(), "A%09%22\t%2541".into()),
        ("--format csv -f 1", "%2541%252C%250A,%2541".into(), "\"A,%0A\",%2541".into()),
        (
            "--format jsonl -f /0",
            "[\"%2541%2522%255C\",\"%2541\"]".into(),
            "[\"A\\\"\\\\\",\"%2541\"]".into(),
        ),
        ("--format combined", line("/%2541%253F%2520?%2526%2541"), line("/A%3F%20?%26A")),
        ("--format common -f query", line("/%2541?%2526%2541"), line("/%2541?%26A")),
        ("--format alb", alb("/%2541%2522"), alb("/A%22")),
        ("--format cloudfront", named("%2541%2526%2520\tx"), named("A%26 \tx")),
        ("--format w3c", named("%2541%2526%2520 x"), named("A%26%20 x")),
    ] {
        let (from, to): (String, String) = (from, to);
        gives(&format!("decode --times 2 {args}"), format!("{from}\n"), format!("{to}\n"));
        gives(
            &format!("decode --times 2 --utf8 keep {args}"),
            format!("{from}\n"),
            format!("{to}\n"),
        );
        if !from.starts_with('#') {
            // The reference output, without the escapes that only lines and quotes need.
            let ran = run(
                &[&["decode", "--times", "2", "-0"], &*args.split(' ').collect::<Vec<_>>()]
                    .concat(),
                format!("{from}\0"),
            );
            assert!(
                ran.status == Some(0) && ran.stdout.ends_with(b"\0") && ran.stdout.contains(&b'A'),
                "{args} {ran:?}"
            );
            let out = String::from_utf8_lossy(&ran.stdout);
            assert_eq!(out.matches("%25").count(), to.matches("%25").count(), "{args} {out}");
        }
    }
}

/// The `http.log` of Zeek, from its documentation ("Log Files", "Inspecting TSV Log Files").
#[test]
fn zeek() {
    let header = "#separator \\x09\n#set_separator\t,\n#path\thttp\n#fields\tts\thost\turi\treferrer\n#types\ttime\tstring\tstring\tstring\n";
    let section = |uri: &str, host: &str| {
        let record = format!("1591367999.512593\t{host}\t{uri}\thttp://e.org/%7E\n");
        format!("{header}{}#close\t2026-11-12-06-00-00\n", record.repeat(2_000))
    };
    let log = section("/caf%C3%A9%09%5C?q=a b%26", "%41").repeat(3);
    let decoded = section("/café%09%5C?q=a b%26", "%41").repeat(3).replace("%7E", "~");
    gives("decode --format zeek", &log, &decoded);
    gives("decode --format zeek -j 3", &log, &decoded);
    gives("decode --format zeek --only -f host", &log, "A\n".repeat(6_000));
    gives("query --format zeek -f uri --url -k q", &log, "a b%26\n".repeat(6_000));
    let other = log.replace("\turi\t", "\turl\t");
    let ran = run(&["decode", "--format", "zeek", "-f", "uri"], &other);
    assert!(
        ran.status == Some(1) && ran.stderr.contains(":4:1: no field is named `uri`"),
        "{ran:?}"
    );
    let ran = run(&["decode", "--format", "zeek"], "1.5\t/%41\n");
    assert!(ran.status == Some(1) && ran.stderr.contains("no `#fields` line says"), "{ran:?}");
}
