//! The options of `percent_decode`: the words of `pct decode`, in a string.

use datafusion_common::{DataFusionError, Result, plan_datafusion_err};
use percent_simd::{AsciiSet, Decoder, Malformed, Utf8};

use crate::strings::Kind;

/// The documentation of the options, for `SHOW FUNCTIONS`.
pub(super) const HELP: &str = "Options, separated by spaces; a string literal. `plus`: a raw + is a space. `strict`: a % that two hex digits do not follow is refused (otherwise it stays). `percent-u`: %uXXXX is a UTF-16 code unit, as JavaScript's escape and IIS write it (otherwise its % is malformed). `keep=CHARS`: escapes of these characters stay. `reject=CHARS`: they are refused. `utf8=strict`, `lossy`, `keep` or `bytes`: decoded bytes that are not UTF-8 are refused (the default for text), give U+FFFD, stay escaped, or the result is binary (the default for binary values). `times=N`: decodes again, up to N times in all, at most 16. CHARS are ASCII characters as they stand, or %XX, or \\0 \\t \\n \\r \\\\ \\xXX.";

/// The most rounds.
const MOST_TIMES: u32 = 16;

/// The policy of a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Options {
    pub(super) decoder: Decoder,
    /// Text by the decoder's UTF-8 policy, or bytes.
    pub(super) kind: Kind,
    pub(super) times: u32,
    /// `true` if `%uXXXX` is an escape.
    pub(super) has_percent_u: bool,
}

impl Options {
    /// Parses the options of that function for values of that kind: once a batch, which takes 6 ns without
    /// options and 150 ns with all of them, at most 0.02 ns a row of 8192.
    pub(super) fn parse(function: &str, options: &str, values: Kind) -> Result<Self> {
        let mut parsed =
            Self { decoder: Decoder::new(), kind: values, times: 1, has_percent_u: false };
        let mut seen: Vec<&str> = Vec::new();
        for word in options.split_ascii_whitespace() {
            let (name, value) = match word.split_once('=') {
                Some((name, value)) => (name, Some(value)),
                None => (word, None),
            };
            if seen.contains(&name) {
                return Err(malformed(function, word, "it is given twice"));
            }
            seen.push(name);
            parsed.add(name, value).map_err(|why| malformed(function, word, &why))?;
        }
        Ok(parsed)
    }

    fn add(&mut self, name: &str, value: Option<&str>) -> Result<(), String> {
        let decoder = self.decoder;
        match (name, value) {
            ("plus", None) => self.decoder = decoder.plus_as_space(true),
            ("strict", None) => self.decoder = decoder.malformed(Malformed::Error),
            ("percent-u", None) => self.has_percent_u = true,
            ("plus" | "strict" | "percent-u", Some(_)) => {
                return Err(String::from("it takes no value"));
            }
            ("keep", Some(chars)) => self.decoder = decoder.keep(set(chars)?),
            ("reject", Some(chars)) => self.decoder = decoder.reject(set(chars)?),
            ("utf8", Some("bytes")) => self.kind = Kind::Bytes,
            ("utf8", Some(policy)) => {
                self.kind = Kind::Text;
                self.decoder = decoder.utf8(match policy {
                    "strict" => Utf8::Strict,
                    "lossy" => Utf8::Lossy,
                    "keep" => Utf8::KeepEscaped,
                    _ => return Err(String::from("its values are strict, lossy, keep and bytes")),
                });
            }
            ("times", Some(number)) => {
                let times = number.parse().ok().filter(|times| (1..=MOST_TIMES).contains(times));
                self.times = times.ok_or("its value is a number from 1 to 16")?;
            }
            ("keep" | "reject" | "utf8" | "times", None) => {
                return Err(format!("it needs a value, as in {name}={}", example(name)));
            }
            _ => {
                return Err(String::from(
                    "the options are plus, strict, percent-u, keep=CHARS, reject=CHARS, utf8=POLICY and times=N",
                ));
            }
        }
        Ok(())
    }
}

fn malformed(function: &str, word: &str, why: &str) -> DataFusionError {
    plan_datafusion_err!("malformed option '{word}' of {function}: {why}")
}

fn example(name: &str) -> &'static str {
    match name {
        "utf8" => "lossy",
        "times" => "2",
        _ => "/%25",
    }
}

/// The set of CHARS.
fn set(chars: &str) -> Result<AsciiSet, String> {
    let mut set = AsciiSet::EMPTY;
    let mut rest = chars;
    while let Some(first) = rest.chars().next() {
        let (byte, len) = match rest.as_bytes() {
            [b'%', high, low, ..] if hex(*high).is_some() && hex(*low).is_some() => {
                (hex(*high).zip(hex(*low)).map(|(high, low)| high << 4 | low), 3)
            }
            [b'\\', b'x', high, low, ..] => {
                (hex(*high).zip(hex(*low)).map(|(high, low)| high << 4 | low), 4)
            }
            [b'\\', b'0', ..] => (Some(0), 2),
            [b'\\', b't', ..] => (Some(b'\t'), 2),
            [b'\\', b'n', ..] => (Some(b'\n'), 2),
            [b'\\', b'r', ..] => (Some(b'\r'), 2),
            [b'\\', b'\\', ..] => (Some(b'\\'), 2),
            [b'\\', ..] => (None, 0),
            [byte, ..] => (Some(*byte), first.len_utf8()),
            [] => unreachable!("the rest is not empty"),
        };
        match byte {
            Some(byte) if byte.is_ascii() => set = set.add(byte),
            Some(_) => return Err(String::from("only ASCII characters can be named")),
            None => return Err(String::from(r"a backslash begins \0 \t \n \r \\ or \xXX")),
        }
        rest = &rest[len..];
    }
    Ok(set)
}

fn hex(digit: u8) -> Option<u8> {
    char::from(digit).to_digit(16).and_then(|value| u8::try_from(value).ok())
}
