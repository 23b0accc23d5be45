//! `--only`: fields printed alone.

use super::combined;
use crate::support::{Folder, run};

#[track_caller]
fn only(args: &str, input: impl AsRef<[u8]>, output: impl AsRef<[u8]>) {
    super::gives(&format!("decode --only {args}"), input, output);
}

#[test]
fn in_the_order_given() {
    let log = combined("bob", "GET /a%20b?q=%41+c HTTP/1.1", "https://example.org/%7E", "x%20y");
    only("--format combined -f path -f host", &log, "/a b\t192.0.2.7\n");
    only("--format combined -f host -f path", &log, "192.0.2.7\t/a b\n");
    // Overlapping fields, and one selected twice.
    only(
        "--format combined -f query -f target -f request -f query",
        &log,
        "q=A+c\t/a b?q=A+c\tGET /a b?q=A+c HTTP/1.1\tq=A+c\n",
    );
    only("--format combined", &log, "/a b?q=A+c\thttps://example.org/~\n");
    only("--format tsv -f 3 -f 1", "%41\t%42\t%43\r\n", "C\tA\r\n");
}

#[test]
fn headers_are_rows() {
    let table = "id,url\n1,\"/%41,%42\"\n2,%22\n";
    only("--format csv -f url -f id", table, "url\tid\n/A,B\t1\n%22\t2\n");
    only(
        "--format csv -f url -f id --json",
        table,
        "{\"url\":\"/A,B\",\"id\":\"1\"}\n{\"url\":\"\\\"\",\"id\":\"2\"}\n",
    );
    // Every field of a name counts.
    only("--format tsv -f u", "u\tv\tu\n%41\t%42\t%43\n", "u\tu\nA\tC\n");
    only(
        "--format tsv -f u -f v --json",
        "u\tv\tu\n%41\t%42\t%43\n",
        "{\"u\":[\"A\",\"C\"],\"v\":\"B\"}\n",
    );
    only(
        "--format w3c -f cs-uri-stem",
        "#Fields: date cs-uri-stem\n2026 /%41\n#Fields: cs-uri-stem\n%42\n",
        "/A\nB\n",
    );
}

/// A number has the header's name.
#[test]
fn names_of_numbers() {
    only("--format tsv --json -f 2 -f id", "id\turl\n%31\t%41\n", "{\"url\":\"A\",\"id\":\"1\"}\n");
    // Several fields of one name are a list; a field selected twice is not.
    only(
        "--format csv --json -f 2 -f 1 -f v",
        "u,u,v\n%41,%42,\n",
        "{\"u\":[\"B\",\"A\"],\"v\":\"\"}\n",
    );
    only("--format csv --json -f u -f 1", "u,v\n%41,%42\n", "{\"u\":\"A\"}\n");
    only("--format tsv --json -f 1 -f v", b"\xE9\tv\n%41\t\n", "{\"%E9\":\"A\",\"v\":\"\"}\n");
    only("--format csv --json -f 2", "u,v\n%41,%42\n", "{\"2\":\"v\"}\n{\"2\":\"B\"}\n");
}

/// A header that lacks a name is reported; its other fields are columns.
#[test]
fn a_header_that_lacks_a_name() {
    let of = |args: &str| {
        let args = format!("decode --format w3c --only {args}");
        run(&args.split(' ').collect::<Vec<_>>(), "#Fields: id url\n1 %41\n2 %43\n")
    };
    let told = |what: &str, fate: &str| {
        format!(
            "(standard input):1:1: {what}; there are: id url (name one of these, or give its number, from 1); {fate}\n"
        )
    };
    let kept = "its row has empty cells";
    of("-f url -f 3").said(1, "A\t\nC\t\n", &told("there is no field 3", kept));
    of("-f url -f 3 --json").said(
        1,
        "{\"url\":\"A\",\"3\":null}\n{\"url\":\"C\",\"3\":null}\n",
        &told("there is no field 3", kept),
    );
    of("-f nope -f url -f 4 -f 5").said(
        1,
        "A\t\t\nC\t\t\n",
        &told("no field is named `nope`, and there is no field 4 or 5", kept),
    );
    of("-f url -f 3 --strict=fail").said(1, "", &told("there is no field 3", "stopped before it"));
}

/// The row of names is written once, for any number of inputs and threads; in place, once in each
/// file.
#[test]
fn names_come_once() {
    let folder = Folder::new();
    let table = folder.file("a.tsv", "q\tr\n%41\tx\n");
    let (empty, blank) = (folder.file("empty.tsv", ""), folder.file("blank.tsv", "\n\n"));
    for jobs in ["1", "4"] {
        let args = ["decode", "--format=tsv", "--only", "-f", "q", "-j", jobs];
        let files = [&*empty, &blank, &table, &empty, &table, &table];
        run(&[&args[..], &files].concat(), "").gave(0, "q\nA\nA\nA\n");
    }
}

/// A line of delimiters is a record of empty fields; an empty line is no record.
#[test]
fn lines_of_delimiters_are_records() {
    only("--format tsv -f 1 -f 2", "1\t%41\n\t\n\r\n\n2\t%42\n", "1\tA\n\t\n2\tB\n");
    only(
        "--format tsv -f 1 --json",
        "1\t%41\n\t\t\n\n2\t%42\n",
        "{\"1\":\"1\"}\n{\"1\":\"\"}\n{\"1\":\"2\"}\n",
    );
    only(r"--format csv --delimiter \t -f 2", "1\t%41\n\t\n\n2\t%42\n", "A\n\nB\n");
    run(
        &["decode", "--only", "--format=tsv", "--delimiter", " ", "-f", "2"],
        "1 %41\n \n\n2 %42\n",
    )
    .gave(0, "A\n\nB\n");
    super::gives(
        "query --format tsv -f 1",
        "a=%41\tx\n\t\n\na=%42\n",
        "{\"a\":\"A\"}\n{}\n{\"a\":\"B\"}\n",
    );
    // White space around JSON is allowed; a line of white space holds no value.
    only("--format jsonl -f u", "{\"u\":\"%41\"}\n \t \n", "A\n");
}

#[test]
fn characters_that_would_split_a_row_are_escaped() {
    // Escaped in the input; raw within quotes; an escape of JSON.
    only("--format tsv -f 1", "%09%0A%7F%C2%85\n", "%09%0A%7F%C2%85\n");
    only("--format csv -f 1 -f 2", "\"a\tb\nc\",d\n", "a%09b%0Ac\td\n");
    only("--format jsonl -f u", "{\"u\":\"a\\tb\\u0000\"}\n", "a%09b%00\n");
    // Controls of terminals and of the order of text, raw and as an escape of JSON.
    only("--format jsonl -f a", "{\"a\":\"\\u009b31m\\u2028x\"}\n", "%C2%9B31m%E2%80%A8x\n");
    only(
        "--format tsv -f 2 -f 1",
        "\u{85}a\u{202E}\u{2066}\u{61C}é\t\u{9B}31m\u{2029}\n",
        "%C2%9B31m%E2%80%A9\t%C2%85a%E2%80%AE%E2%81%A6%D8%9Cé\n",
    );
    // Controls beside ill-formed UTF-8.
    only(
        "--format tsv -f 1 --utf8 bytes",
        b"\xE9\xC2\xC2\x85\xE2\x80\n",
        b"\xE9\xC2%C2%85\xE2\x80\n",
    );
    // JSON has escapes, so everything is decoded.
    only(
        "--format tsv -f 1 --json",
        "%09%0A%7F%C2%85\"\\%E2%80%A8%E2%80%AE\n",
        "{\"1\":\"\\t\\n\\u007f\\u0085\\\"\\\\\\u2028\\u202e\"}\n",
    );
    // A double escape decodes to the spelling of an escape that stays, unless `%` stays.
    only("--format tsv -f 1", "%09 %2509\n", "%09 %09\n");
    only("--format tsv -f 1 --keep %", "%09 %2509 %41\n", "%09 %2509 A\n");
    only("--format tsv -f 1 --keep % --json", "%FF %25FF %41\n", "{\"1\":\"%FF %25FF A\"}\n");
    only("--format tsv -f 1 --json", "%E9\\%C3%A9\n", "{\"1\":\"%E9\\\\é\"}\n");
    only("--format tsv -f 1 --json", "\u{202E}%09é\n", "{\"1\":\"\\u202e\\té\"}\n");
}

/// RFC 4180 2.5 to 2.7: a quote at the start of a field opens a quoted field, which may span lines
/// and ends at the next single quote.
#[test]
fn no_cell_is_quoted() {
    only(
        "--format tsv -f 1 -f 2",
        "%22a\tb\nc%22\td\na\"b\t%22%22\n\\\"\t\"x\"\n",
        "%22a\tb\nc\"\td\na\"b\t%22\"\n\\\"\t%22x\"\n",
    );
    // This quote is not at the start, though the byte before it is no text.
    only("--format tsv -f 1 --utf8 bytes", b"\xFF\"\n", b"\xFF\"\n");
    only("--format jsonl -f a", "{\"a\":\"\\\"\\t\"}\n", "%22%09\n");
}

/// Most readers remove a byte order mark at the start, of a row of names, too.
#[test]
fn no_row_begins_with_a_byte_order_mark() {
    only(
        "--format tsv -f 2 -f 1",
        "\u{FEFF}a\t%EF%BB%BFb\nc\t\u{FEFF}\n",
        "%EF%BB%BFb\ta\n%EF%BB%BF\tc\n",
    );
    only("--format tsv -f 1 -f 2", "a\t%EF%BB%BFb\n", "a\t\u{FEFF}b\n");
    only("--format tsv -f 2 --json", "a\t%EF%BB%BF\n", "{\"2\":\"\u{FEFF}\"}\n");
}

/// Only the result is tested here; `ci/linear` counts the instructions.
#[test]
fn many_columns_of_one_name() {
    let row = |cell: &str| vec![cell; 40_000].join("\t") + "\n";
    only("--format tsv -f u", row("u") + &row("%41").repeat(2), row("u") + &row("A").repeat(2));
}

#[test]
fn absent_fields() {
    let log = combined("-", "GET /a HTTP/1.1", "-", "x")
        + "\n"
        + &combined("-", "GET /b? HTTP/1.1", "-", "x");
    only("--format combined -f query -f path", &log, "\t/a\n\t/b\n");
    only(
        "--format combined -f query -f path --json",
        &log,
        "{\"query\":null,\"path\":\"/a\"}\n{\"query\":\"\",\"path\":\"/b\"}\n",
    );
    // JSON's numbers and literals are values; the last of equal keys counts (RFC 8259 4: as in most
    // software).
    only(
        "--format jsonl -f n -f t -f /o/l/1",
        "{\"n\":1.50,\"t\":false,\"o\":{\"l\":[0,\"%41\"]},\"n\":2e3}\n",
        "2e3\tfalse\tA\n",
    );
    // `null` is an empty cell.
    let nulls = "{\"n\":null,\"t\":\"null\"}\n{\"n\":true,\"t\":null}\n";
    only("--format jsonl -f n -f t", nulls, "\tnull\ntrue\t\n");
    only(
        "--format jsonl -f n -f t --json",
        nulls,
        "{\"n\":null,\"t\":\"null\"}\n{\"n\":\"true\",\"t\":null}\n",
    );
    let ran = run(&["decode", "--only", "--format=tsv", "-f", "9"], "a\tb\n");
    assert_eq!((ran.status, &*ran.stdout), (Some(1), &b"\n"[..]), "{ran:?}");
    assert!(ran.stderr.contains("no record has field 9"), "{ran:?}");
}

#[test]
fn malformed_records_are_rows() {
    // A line that does not fit the format, and a raw `"` in the user agent.
    let log = String::from("nothing\n")
        + &combined("-", "GET /%41 HTTP/1.1", "-", "x")
        + &combined("-", "GET /%42 HTTP/1.1", "-", "a\"b");
    let only = |options: &[&str]| {
        let args = ["decode", "--only", "--format", "combined", "-f", "target", "-f", "user-agent"];
        run(&[&args[..], options].concat(), &log)
    };
    let ran = only(&[]);
    assert_eq!((ran.status, &*ran.stdout), (Some(1), &b"\t\n/A\tx\n\t\n"[..]), "{ran:?}");
    assert_eq!(ran.stderr.matches("; its row has empty cells").count(), 1, "{ran:?}");
    assert!(ran.stderr.contains("pct: 1 more like this: does not fit combined"), "{ran:?}");
    let ran = only(&["--json"]);
    let rows = "{\"target\":null,\"user-agent\":null}\n{\"target\":\"/A\",\"user-agent\":\"x\"}\n{\"target\":null,\"user-agent\":null}\n";
    assert_eq!((ran.status, str::from_utf8(&ran.stdout)), (Some(1), Ok(rows)), "{ran:?}");
    let ran = only(&["--strict=drop"]);
    assert_eq!((ran.status, &*ran.stdout), (Some(1), &b"/A\tx\n"[..]), "{ran:?}");
    assert_eq!(ran.stderr.matches("; dropped").count(), 1, "{ran:?}");
    // A refused value.
    let strict = |strict| {
        run(
            &["decode", "--only", "--format=tsv", "-f", "2", "-f", "1", strict],
            "%41\t%zz\n%42\t%43\n",
        )
    };
    let place = "(standard input):1:5: malformed triplet `%z`: two hex digits must follow the `%`";
    // No value of the record is decoded, whichever is refused.
    strict("--strict").said(1, "%zz\t%41\nC\tB\n", &format!("{place}; passed on unchanged\n"));
    strict("--strict=drop").said(1, "C\tB\n", &format!("{place}; dropped\n"));
    strict("--strict=fail").said(1, "", &format!("{place}; stopped before it\n"));
}

#[test]
fn other_verbs_and_other_options() {
    super::gives("encode --only --format tsv -f 2", "a b\tc d\n", "c%20d\n");
    super::gives(
        "normalize --only --format tsv -f 2 --json",
        "%61\t%62%2f\n",
        "{\"2\":\"b%2F\"}\n",
    );
    only("-0 --format tsv -f 2", "%41\t%42%0A\0", "B%0A\0");
    run(&["decode", "--only"], "").failed(&["--only needs --format"]);
    run(&["decode", "--json", "--format=tsv", "-f", "1"], "").failed(&["--only"]);
    let folder = Folder::new();
    let file = folder.file("a.tsv", "%41\t%42\n");
    // With -i the file would lose its other fields.
    for option in ["-i", "-i.bak"] {
        let args = ["decode", option, "--only", "--format=tsv", "-f", "2", &file];
        run(&args, "").failed(&["-i with --only", "write to another file with -o"]);
    }
    assert_eq!(
        (folder.read("a.tsv"), folder.names()),
        (b"%41\t%42\n".to_vec(), vec!["a.tsv".into()])
    );
}

/// The file name selects the form of rows; a row of names comes first, once.
#[test]
fn files_of_rows() {
    let folder = Folder::new();
    let log = combined("-", "GET /a%2Cb?q=%22x%22%0A%FF HTTP/1.1", "-", "-");
    let (one, two) = (folder.file("one", log.repeat(2)), folder.file("two", log));
    let args = ["decode", "--format", "combined", "--only", "-f", "path", "-f", "query"];
    for (name, head, row) in [
        ("a.csv", "path,query\n", "\"/a,b\",\"q=\"\"x\"\"%0A%FF\"\n"),
        ("a.tsv", "path\tquery\n", "/a,b\tq=\"x\"%0A%FF\n"),
        ("a.txt", "", "/a,b\tq=\"x\"%0A%FF\n"),
        ("a.jsonl", "", "{\"path\":\"/a,b\",\"query\":\"q=\\\"x\\\"\\n%FF\"}\n"),
    ] {
        for jobs in ["1", "3"] {
            let out = folder.path(name);
            run(&[&args[..], &["-j", jobs, "-o", &out, &one, &two]].concat(), "").gave(0, "");
            let expected = head.to_owned() + &row.repeat(3);
            assert_eq!(String::from_utf8_lossy(&folder.read(name)), expected, "{name}");
        }
    }
    let gz = folder.path("b.csv.gz");
    run(&[&args[..], &["-o", &gz, &two]].concat(), "").gave(0, "");
    assert!(crate::compressed::gunzip(&folder.read("b.csv.gz")).starts_with(b"path,query\n"));
    // The input's header gives the row of names.
    let table = folder.file("t.csv", "id,\"u,r\"\"l\"\n1,%22%41\n");
    let out = folder.path("c.csv");
    run(&["decode", "--format=csv", "--only", "-f", "u\\,r\"l,id", "-o", &out, &table], "")
        .gave(0, "");
    assert_eq!(folder.read("c.csv"), b"\"u,r\"\"l\",id\n\"\"\"A\",1\n");
    let empty = folder.file("empty", "");
    run(&[&args[..], &["-o", &out, &empty]].concat(), "").gave(0, "");
    assert_eq!(folder.read("c.csv"), b"path,query\n");
}

/// Rows are valid UTF-8, unless bytes are requested.
#[test]
fn rows_are_text() {
    only("--format tsv -f 1", "%FF%C3%A9\n", "%FF\u{E9}\n");
    only("--format tsv -f 1 --utf8 bytes", "%FF%C3%A9\n", b"\xFF\xC3\xA9\n");
    only("--format tsv -f 1 --utf8 lossy", "%FF\n", "\u{FFFD}\n");
}
