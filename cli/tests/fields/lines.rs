//! Random lines, for the properties that the fuzzers check.

use crate::log;
use percent_simd_cli::fields::Format;

use support::Random;
use support::backends;
use support::bodies::fields as body;

/// Values, and pieces with a meaning in some format.
const PIECES: &[&str] = &[
    "a",
    "b",
    "/x",
    "%41",
    "%2F",
    "%20",
    "%22",
    "%5C",
    "%5c",
    "%09",
    "%2C",
    "%3B",
    ";",
    "%7C",
    "|",
    "%3F",
    "%3f",
    "%23",
    "%5B",
    "%5D",
    "%0A",
    "%00",
    "%7F",
    "%C3%A9",
    "%c3",
    "é",
    "%E9",
    "%",
    "%4",
    "%zz",
    "?",
    "=",
    "&",
    "+",
    "-",
    "#",
    "\\",
    "\\\"",
    "\\\\",
    "\\x22",
    "\\xC3",
    "\\xA9",
    "\\xC2\\x85",
    "\\xC2%85",
    "%C2\\x85",
    "%C2%A9",
    "%E2\\x80%A8",
    "%C4\\x85",
    "\\xE2\u{80}",
    "\\xe2\\x80\\xae",
    "\\n",
    "\\q",
    "\\/",
    "\\u00e9",
    "\\ud83d",
    "\"\"",
    "\"",
    ",",
    " ",
    "\t",
    "[",
    "]",
    "://",
    "\r",
    "\n",
    "\0",
    "%EF%BB%BF",
    "\u{FEFF}",
    ":",
    "{",
    "}",
];

fn value(random: &mut Random, pieces: usize) -> String {
    (0..random.below(pieces)).map(|_| PIECES[random.below(PIECES.len())]).collect()
}

/// A value, mostly without separators of fields.
fn tame(random: &mut Random) -> String {
    let value = value(random, 6);
    if random.below(8) == 0 {
        value
    } else {
        value.replace(['"', ' ', ',', '\t', '\n', '\r', '\0', '[', ']', '\\', '{', '}'], "")
    }
}

fn request(random: &mut Random) -> String {
    let host = ["", "http://example.org:80", "https://example.org", "*"][random.below(4)];
    let query = if random.below(2) == 0 { format!("?{}", tame(random)) } else { String::new() };
    let version = [" HTTP/1.1", " HTTP/2.0", "", " a b", "  HTTP/1.1 ", " HTTP/%41", " %48TTP/1.1"]
        [[0, 0, 0, 1, 1, 2, 3, 4, 5, 6][random.below(10)]];
    let method = ["GET ", "GET  ", "", " ", "%41 "][[0, 0, 0, 0, 1, 2, 3, 4][random.below(8)]];
    let more = if random.below(8) == 0 { format!(" {}", tame(random)) } else { String::new() };
    format!("{method}{host}/{}{query}{more}{version}", tame(random))
}

fn line(format: Format, random: &mut Random) -> String {
    let quoted = |random: &mut Random| format!("\"{}\"", tame(random));
    match format {
        Format::Log(_) if ["combined", "common"].contains(&format.name()) => {
            let user = ["-", "me", "a b", "%41", "a [b"][random.below(5)];
            let start = format!(
                "192.0.2.{} - {user} [12/Nov/2026:06:00:07 +0000] \"{}\" 200 {}",
                random.below(256),
                request(random),
                random.below(99)
            );
            if format == log("combined") {
                format!("{start} {} {}", quoted(random), quoted(random))
            } else {
                start
            }
        }
        Format::Log(_) if format == log("vhost-combined") => {
            let vhost = ["example.org:80", "%41", "[::1]:443"][random.below(3)];
            format!("{vhost} {}", line(log("combined"), random))
        }
        Format::Log(_) => {
            let start = "https 2026-11-12T06:00:07.000000Z app/a/1 192.0.2.7:80 192.0.2.8:80 0.0 0.0 0.0 200 200 0 57";
            let url = quoted(random);
            format!(
                "{start} \"{}\" \"x\" - - arn:%41 \"Root=1\" \"example.org\" \"-\" 0 2026 \"forward\" {url} \"-\"",
                request(random)
            )
        }
        Format::Csv => {
            let field = |random: &mut Random| match random.below(4) {
                0 => format!("\"{}\"", value(random, 5).replace('"', "\"\"")),
                1 => quoted(random),
                _ => tame(random),
            };
            (0..=random.below(5)).map(|_| field(random)).collect::<Vec<_>>().join(",")
        }
        Format::Jsonl => {
            let string = |random: &mut Random| {
                format!(
                    "\"{}\"",
                    value(random, 5).replace(['\n', '\r', '\t', '\0'], "").replace("\"\"", "")
                )
            };
            let values = [
                string(random),
                "[\"%41\",1]".into(),
                "{\"a\":\"%41\"}".into(),
                "1e5".into(),
                string(random),
            ];
            let key = ["a", "b", "1", "c", "\\u0061"][random.below(5)];
            format!(
                "{{\"{key}\": {}, \"x\":{} ,\"a\":{}}}",
                values[random.below(5)],
                values[random.below(5)],
                string(random)
            )
        }
        Format::Logfmt => {
            let key = ["a", "b", "path", "request", ""][random.below(5)];
            let values = [quoted(random), tame(random), value(random, 5)];
            format!("at {key}={} a={}", values[random.below(3)], values[random.below(3)])
        }
        Format::Tsv => (0..=random.below(9)).map(|_| tame(random)).collect::<Vec<_>>().join("\t"),
        // Mostly the number of fields that the directives of `text` name.
        Format::CloudFront | Format::W3c | Format::Zeek => {
            let first = ["2026-11-12", "%41"][random.below(2)];
            let others = [1, 1, 2, 2, 0, 5, 9][random.below(7)];
            let delimiter = if format == Format::W3c { " " } else { "\t" };
            (0..others).fold(first.to_owned(), |line, _| line + delimiter + &tame(random))
        }
    }
}

pub(crate) fn text(format: Format, end: char, random: &mut Random) -> Vec<u8> {
    let mut text = String::from(["", "\u{FEFF}"][random.below(9) / 8]);
    for _ in 0..random.below(7) {
        match (random.below(6), format) {
            (0, Format::W3c | Format::CloudFront) => {
                let names =
                    ["b cs-uri-stem", "cs-uri-stem a  cs-uri-query", "", "A", "cs(Referer) B"];
                text += &format!("#Fields: {}", names[random.below(5)]);
            }
            (1, Format::W3c | Format::CloudFront) => text += "#Version: 1.0 %41",
            (0 | 1, Format::Tsv | Format::Csv) => {
                text += ["a", "x,a", "b\ta", "\"a\",b,a", "\"\"\"\",a", "b,\"a"][random.below(6)]
            }
            (2, _) => text += &value(random, 5),
            _ => text += &line(format, random),
        }
        text += ["", "\r"][random.below(5) / 4];
        text.push(end);
    }
    if random.below(3) == 0 {
        text.pop();
    }
    let mut bytes = text.into_bytes();
    if random.below(4) == 0 && !bytes.is_empty() {
        let at = random.below(bytes.len());
        bytes[at] = b"\"\\,%\xFF[ \n"[random.below(8)];
    }
    bytes
}

#[test]
fn lines_of_every_format_are_as_the_oracle_says() {
    backends(); // prints the backends under test
    let mut random = Random::new(6);
    for _ in 0..4_000 {
        let choice = random.below(256) as u8;
        let end = if choice & 0x40 == 0 { '\n' } else { '\0' };
        let format = body::format(choice);
        let head = [choice, random.below(128) as u8, random.below(256) as u8];
        let mut text = text(format, end, &mut random);
        let usual = body::oracle::delimiter(format);
        let is_usual = |byte: &&mut u8| **byte == usual;
        text.iter_mut().filter(is_usual).for_each(|byte| *byte = body::delimiter(format, head[1]));
        body::fields(&[&head, &*text].concat());
    }
}

#[test]
fn blocks_may_be_cut_anywhere() {
    let texts: [(Format, &[u8]); 5] = [
        (Format::Csv, b"a,b\r\n\"%41\n\"\"\",%42\n\"\",\"x\"\n\"%41,%42\n%41\n"),
        (Format::W3c, b"%41 %42\n#Fields: b a\n%41 %42\n#Fields: x b\n%41 %42\n"),
        (Format::W3c, b"\xEF\xBB\xBF#Fields: b a\n%41 %42\n\xEF\xBB\xBF#Fields: a b\n%41 %42#Fields: x\n%41 %42\n"),
        (Format::Tsv, b"\n\nb\ta\n%41\t%42\n\n%41\n"),
        (Format::CloudFront, b"#Fields: cs-uri-stem x\n%41\t%42\n#Fields: x cs-uri-stem\n%41\t%42"),
    ];
    for (format, text) in texts {
        for step in 0..=text.len() {
            for selectors in 0..8 {
                let at = (0..8).find(|&at| body::format(at) == format).expect("all are there");
                body::fields(&[&[at, selectors, step as u8], text].concat());
            }
        }
    }
}

#[test]
fn the_corpus_of_the_fuzzers() {
    let inputs = support::corpus::kept("fields");
    assert!(inputs.len() >= 9);
    inputs.iter().for_each(|(_, input)| body::fields(input));
}
