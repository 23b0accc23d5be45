//! Escapes that stay, so that a client cannot forge columns, parameters or lines.

use super::{alb, combined, gives};
use crate::support::run;

/// The columns of a line for `awk '{print $7, $9}'`, and its parts between quotes.
fn columns(line: &str) -> (Vec<&str>, Vec<&str>) {
    (line.split_ascii_whitespace().collect(), line.split('"').collect())
}

/// A client's request with forged columns.
const FORGED: &str = "GET /admin%20HTTP/1.1%22%20200%205%20%09-%0B/x%0C?a%20b=%22%20c HTTP/1.1";

#[test]
fn no_client_forges_columns() {
    let line = combined("-", FORGED, "https://example.org/%20%41?%20%41", "%41");
    let (words, quoted) = columns(&line);
    for selected in [&[][..], &["-f", "target"], &["-f", "path", "-f", "query", "-f", "referer"]] {
        let ran = run(&[&["decode", "--format", "combined"], selected].concat(), &line);
        let out = String::from_utf8(ran.stdout).unwrap();
        let (new_words, new_quoted) = columns(&out);
        assert_eq!((ran.status, &*ran.stderr), (Some(0), ""));
        assert_eq!((new_words.len(), new_quoted.len()), (words.len(), quoted.len()), "{out}");
        assert_eq!((new_words[5], &new_words[7..10]), (words[5], &words[7..10]), "{out}");
    }
    let ran = run(
        &["decode", "--format", "common", "--plus"],
        combined("-", "GET /a+b?c+d HTTP/1.1", "-", "-"),
    );
    assert!(
        String::from_utf8_lossy(&ran.stdout).contains("\"GET /a%20b?c%20d HTTP/1.1\""),
        "{ran:?}"
    );
}

#[test]
fn urls_of_every_log_stay_words() {
    let (from, to) =
        ("https://example.org/%20%41%3F%26?%20%41%3F%26", "https://example.org/%20A%3F&?%20A?%26");
    let request = |url| format!("GET {url} HTTP/1.1");
    gives(
        "decode --format combined",
        combined("%41", &request(from), from, "%41"),
        combined("%41", &request(to), to, "%41"),
    );
    gives("decode --format alb", alb(&request(from), "%41", from), alb(&request(to), "%41", to));
    gives(
        "decode --format alb -f redirect-url",
        alb(&request(from), "%41", from),
        alb(&request(from), "%41", to),
    );
    // Raw and escaped spaces stay as they are.
    gives(
        "decode --format combined -f referer",
        combined("-", "-", "/a b%20%41", "-"),
        combined("-", "-", "/a b%20A", "-"),
    );
    // Other fields are text.
    gives(
        "decode --format combined -f user-agent",
        combined("-", "-", from, "%20%3F"),
        combined("-", "-", from, " ?"),
    );
    let fields = |stem: &str, query: &str, referer: &str| {
        format!("#Fields: cs-uri-stem cs-uri-query cs(Referer)\n{stem}\t{query}\t{referer}\n")
    };
    gives(
        "decode --format cloudfront",
        fields("/%3F%23%26%20", "%3F%23%26%20", "/%26%3F?%26%3F"),
        fields("/%3F%23& ", "?%23%26 ", "/&%3F?%26?"),
    );
}

#[test]
fn a_whole_request_warns_of_forged_columns() {
    let line = |request| combined("-", request, "-", "-");
    let (from, to) = (line("GET /a%20b?%26 HTTP/1.1"), line("GET /a b?& HTTP/1.1"));
    for field in ["request", "5", "Request"] {
        let ran = run(&["decode", "--format", "combined", "-f", field], &from);
        assert_eq!((ran.status, &*ran.stdout), (Some(0), to.as_bytes()), "{ran:?}");
        assert!(
            ran.stderr.contains("a client can forge") && ran.stderr.contains("-f target"),
            "{ran:?}"
        );
    }
    // `normalize` writes escapes, so it has no message about them.
    gives("normalize --format combined -f request", line("%7e"), line("~"));
}

#[test]
fn queries_keep_their_parameters_and_paths_their_end() {
    let line = |target: &str| combined("-", &format!("GET {target} HTTP/1.1"), "-", "-");
    let from = line("/%26%3D%2B%3B%3F%23%25/?x=1%26admin%3D1%2b%3B%23%3F%25");
    gives(
        "decode --format combined -f query",
        &from,
        line("/%26%3D%2B%3B%3F%23%25/?x=1%26admin%3D1%2b%3B%23?%"),
    );
    gives(
        "decode --format combined -f path",
        &from,
        line("/&=+;%3F%23%/?x=1%26admin%3D1%2b%3B%23%3F%25"),
    );
    gives(
        "decode --format combined -f target",
        &from,
        line("/&=+;%3F%23%/?x=1%26admin%3D1%2b%3B%23?%"),
    );
    gives("decode --format combined --times 3", line("/%252526%25253F?%252526"), line("/&%3F?%26"));
}

/// Readers of tables (RFC 4180 and others): quotes where they have a meaning.
#[test]
fn quotes_of_tables() {
    gives(
        "decode --format csv -f 1",
        "%2C,%2C\n\"%2c\",x\na%22b,x\n%22,x\n%41,x\n",
        "\",\",%2C\n\",\",x\n\"a\"\"b\",x\n\"\"\"\",x\nA,x\n",
    );
    gives("decode --format tsv -f 1", "%22%41%2C\t%41\n", "%22A,\t%41\n");
    gives("decode --format cloudfront -f 1", "%22%41\t%41\n", "%22A\t%41\n");
    gives("decode --format w3c -f 1", "%22%41 %41\n", "%22A %41\n");
}

/// Line separators and controls of the order of text (UAX #9), like NEL (U+0085).
#[test]
fn lines_stay_lines_and_read_as_they_are_written() {
    for char in [
        '\u{85}', '\u{61C}', '\u{200E}', '\u{200F}', '\u{2028}', '\u{2029}', '\u{202A}',
        '\u{202E}', '\u{2066}', '\u{2069}',
    ] {
        let escaped: String = char.to_string().bytes().map(|byte| format!("%{byte:02X}")).collect();
        let line = format!("/%41{escaped}%42\n");
        let kept = format!("/A{escaped}B\n");
        gives("decode", &line, &kept);
        gives("decode --utf8 strict", &line, &kept);
        gives("decode --times 2", line.replace('%', "%25"), &kept);
        gives("decode --format tsv -f 1", &line, &kept);
        gives("decode --scheme iri", &line, &kept);
        gives(
            "decode --format jsonl -f /0",
            format!("[\"{}\"]\n", line.trim_end()),
            format!("[\"{}\"]\n", kept.trim_end()),
        );
        let utf16 = format!("%41%u{:04x}%42\n", u32::from(char));
        gives("decode --scheme js-escape", &utf16, utf16.replace("%41", "A").replace("%42", "B"));
        for all in ["decode --raw", "decode -0"] {
            gives(all, &line, format!("/A{char}B\n"));
        }
    }
    gives("decode --charset windows-1256", "%FE%41\n", "%E2%80%8FA\n");
    // Their neighbours are decoded.
    gives(
        "decode",
        "%E2%80%A7%E2%80%AF%E2%81%A5%E2%81%AA%E2%80%8D%E2%80%90%D8%9B%C2%A0\n",
        "\u{2027}\u{202F}\u{2065}\u{206A}\u{200D}\u{2010}\u{61B}\u{A0}\n",
    );
}

/// `--raw` and `-0` decode all of a whole record; in fields, all that the format can quote.
#[test]
fn raw_and_nul_decode_all_of_it() {
    gives("decode --raw", "%0A%00%1B%E2%80%A8%20%22\n", "\n\0\x1B\u{2028} \"\n");
    gives("decode --raw --keep /", "%0A%2F\n", "\n%2F\n");
    gives("decode --raw --scheme js-escape", "%u000A%u2028\n", "\n\u{2028}\n");
    gives("decode --raw --scheme nginx", "\\x22\\x0A\\xC2\\x85\n", "\"\n\u{85}\n");
    gives("decode --raw --format csv -f 1", "%0A%22%2C%00,%41\n", "\"\n\"\",\0\",%41\n");
    gives(
        "decode --raw --format jsonl -f u",
        "{\"u\":\"%0A%22%5C%FF\"}\n",
        "{\"u\":\"\\n\\\"\\\\%FF\"}\n",
    );
}
