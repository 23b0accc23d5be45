//! `--scheme nginx`: `\xHH`, as nginx writes a client's raw bytes (ngx_http_log_module,
//! escape=default).

use super::{combined, gives};
use crate::support::run;

#[test]
fn in_lines_and_fields() {
    let both = "--scheme nginx";
    let line =
        |request: &str, agent: &str| combined("-", &format!("GET {request} HTTP/1.1"), "-", agent);
    gives(
        &format!("decode {both} --format combined"),
        line(r"/\xD0\xBE%D0%B1\x22\x5C\x0A?\xE6%9D\xb1%20%26", r"\xD0\xBE%41"),
        line(r"/об\x22\x5C\x0A?東%20%26", r"\xD0\xBE%41"),
    );
    gives(
        "decode --scheme nginx --format combined -f user-agent",
        line("/%41", r"\xD0\xBE%41 \x22"),
        line("/%41", r"оA \x22"),
    );
    gives(&format!("decode {both}"), "\\xD0\\xBE %41\\x22\\x5C\\x0A\n", "о A\\x22\\x5C\\x0A\n");
    gives("decode --scheme nginx", "\\xD0\\xBE%41\r\n", "оA\r\n");
    gives("decode", "\\xD0\\xBE%41\n", "\\xD0\\xBEA\n");
    gives(
        &format!("decode {both} --format tsv -f 2"),
        "\\xC3\\xA9\t\\xC3%A9\\x09\n",
        "\\xC3\\xA9\té\\x09\n",
    );
    gives(
        &format!("decode {both} --format csv -f 1"),
        "\"\\xC3\\xA9\"\"%22\",x\n",
        "\"é\"\"\"\"\",x\n",
    );
    gives("decode --only --scheme nginx --format tsv -f 2", "x\t\\xC3\\xA9%41\n", "éA\n");
    // Controls stay in every spelling, and so does Apache's backslash.
    for kept in [r"\xC2\x85", r"\xE2\x80\xA8", r"\x1B", r"\\xD0", r"\x41", r"\xzz", r"\x"] {
        gives(&format!("decode {both}"), format!("{kept}%41\n"), format!("{kept}A\n"));
    }
    for kept in [r"\xC2\x85", r"\xE2\x80\xA8", r"\x1B", r"\\xD0", r"\x22"] {
        let agent = |end: &str| combined("-", "-", "-", &format!("{kept} é{end}"));
        gives(&format!("decode {both} --format combined -f 9"), agent("%41"), agent("A"));
    }
    let ran = run(&["decode", "--scheme", "nginx"], "%C2\\x85%E2\\x80\\xAE\n");
    assert!(!String::from_utf8_lossy(&ran.stdout).contains(['\u{85}', '\u{202E}']), "{ran:?}");
    run(&["decode", "--scheme", "nginx", "--charset", "big5"], "")
        .failed(&["does not allow this --scheme"]);
    run(&["encode", "--scheme", "nginx"], "").failed(&["invalid value 'nginx'"]);
}

/// A character is decoded or stays as a whole, even beside one that shares some of its bytes.
#[test]
fn whole_characters() {
    // U+0085 and U+2028 have the first bytes of © and of “, and ą and è their last.
    let controls = [
        (r"\xC2\x85", r"\xC2\x85"),
        (r"%C2\x85", "%C2%85"),
        (r"\xC2%85", "%C2%85"),
        (r"%E2\x80%A8", "%E2%80%A8"),
        (r"\xE2\x80\xA8", r"\xE2\x80\xA8"),
    ];
    let others = [
        (r"\xC2\xA9", "©"),
        (r"%C2\xA9", "©"),
        (r"\xC4%85", "ą"),
        (r"%C4%85", "ą"),
        (r"\xE2\x80\x9C", "“"),
        (r"%E2%80\x9C", "“"),
        (r"\xC3\xA8", "è"),
        ("©ą“è%41", "©ą“èA"),
    ];
    let agent = |agent: &str| combined("-", "-", "-", agent);
    let (mut from, mut to) = (Vec::new(), Vec::new());
    for (control, kept) in controls {
        for (escaped, decoded) in others {
            from.extend([format!("{control}{escaped}"), format!("{escaped} {control}%41")]);
            to.extend([format!("{kept}{decoded}"), format!("{decoded} {kept}A")]);
        }
    }
    gives("decode --scheme nginx", from.join("\n"), to.join("\n"));
    let agents = |all: &[String]| all.iter().map(|one| agent(one)).collect::<String>();
    gives("decode --scheme nginx --format combined -f user-agent", agents(&from), agents(&to));
    // Each byte of a character is escaped by the server, by the client, or twice.
    let all = "\u{80}\u{85}\u{9F}\u{61C}\u{2028}\u{202E}é“".chars();
    for (char, stays) in all.map(|char| (char.to_string(), !"é“".contains(char))) {
        let spelled = char.bytes().fold(vec![String::new()], |all, byte| {
            let ways = [format!("\\x{byte:02X}"), format!("%{byte:02x}"), format!("%25{byte:02X}")];
            let longer = |all: &String| ways.clone().map(|way| format!("{all}{way}"));
            all.iter().flat_map(longer).collect()
        });
        for fields in ["", " --format combined -f user-agent"] {
            let command = format!("decode --scheme nginx --times 2{fields}");
            let input = if fields.is_empty() { spelled.join("\n") } else { agents(&spelled) };
            let ran = run(&command.split(' ').collect::<Vec<_>>(), &input);
            let text = str::from_utf8(&ran.stdout).unwrap_or_else(|_| panic!("{ran:?}"));
            assert_eq!(text.lines().count(), spelled.len(), "{ran:?}");
            for (text, escaped) in text.lines().zip(&spelled) {
                // The character is whole: the record has no other byte outside ASCII, and no other
                // escape.
                let is_whole = if stays { text.is_ascii() } else { !text.contains(['%', '\\']) };
                assert!(is_whole && text.contains(&char) != stays, "{escaped}: {text:?}");
            }
        }
    }
    // Escapes of the server keep their spelling, and decoded bytes are not spelled as escapes.
    gives(
        "decode --format combined -f user-agent",
        agent(r"\xC3\xA9 %C3%AA%C3%A9 \xC2\x85%C2%A9"),
        agent(r"\xC3\xA9 êé \xC2\x85©"),
    );
}
