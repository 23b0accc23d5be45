//! Quotes stay valid, whatever a scheme or a charset decodes.

use super::{combined, gives};

/// A scheme or a charset without a policy keeps the same escapes.
#[test]
fn quotes_stay_valid_in_conversions() {
    let line = |path: &str| combined("-", &format!("GET /{path} HTTP/1.1"), "-", "-");
    gives(
        "decode --format combined --scheme js-escape",
        line("%22%5C%u0022%u005c%u000A%E9"),
        line("%22%5C%u0022%u005c%u000Aé"),
    );
    gives(
        "decode --format combined -f path --scheme js-escape",
        line("%3f%u0020%2C"),
        line("%3f%u0020,"),
    );
    gives(
        "decode --format tsv -f 1 --scheme js-escape --raw",
        "%09%u000A%22%01\tx\n",
        "%09%u000A\"\u{1}\tx\n",
    );
    gives("decode --format tsv -f 1 --scheme iri", "%09%22%41%C3%A9\tx\n", "%09%22Aé\tx\n");
}

#[test]
fn quotes_stay_valid_in_any_charset() {
    let line = |path: &str| combined("-", &format!("GET /{path} HTTP/1.1"), "-", "-");
    gives(
        "decode --format combined --charset windows-1252",
        line(r#"%22%5C%5c\"%E9"#),
        line(r#"%22%5C%5c\"é"#),
    );
    gives(
        "decode --format combined --charset windows-1252 --raw",
        line("%22%5C%0A"),
        line(r#"\"\\\x0A"#),
    );
    gives(
        "decode --format csv -f 1 --charset latin1",
        "\"a%22b%2C\",%22\na%22%2c%E9,%22\n",
        "\"a\"\"b,\",%22\n\"a\"\",é\",%22\n",
    );
    gives(
        "decode --format csv -f 1 --charset latin1 --strict --keep b",
        "a%0A%62%63,\n",
        "a%0A%62c,\n",
    );
    gives(
        "decode --format jsonl -f u --charset latin1",
        "{\"u\":\"%22%5C%0A%E9\"}\n",
        "{\"u\":\"\\\"\\\\%0Aé\"}\n",
    );
    // The second byte of a character may be a backslash or a bracket; in ISO-2022-JP, any ASCII
    // byte.
    gives(
        "decode --format combined --charset shift_jis",
        line("%83%5C%5C%83%22\\x83%5C"),
        line("ソ%5C\u{FFFD}%22ソ"),
    );
    gives(
        "decode --format common -f user --charset big5",
        "h - %A4%5B%5B [t] \"-\" 400 0\n",
        "h - 久%5B [t] \"-\" 400 0\n",
    );
    gives(
        "decode --format tsv -f 1 --charset iso-2022-jp",
        "%22%1B$B%22%22%22%22%1B(B%22%0A\n",
        "%22□□%22%0A\n",
    );
    gives("decode --format tsv -f 1 --charset utf-8", "%C3%22%C3%A9\n", "\u{FFFD}%22é\n");
}
