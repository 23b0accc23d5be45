//! Inputs to measure on: seeded and laid out at random (a periodic input flatters branches), or
//! real lines.

use std::path::Path;

/// What a call takes.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Takes {
    /// Text to encode.
    Raw,
    /// Text to decode, or a query.
    Encoded,
    /// A URL; none is generated.
    Url,
}

pub(crate) const KINDS: [&str; 4] = ["clean", "query-like", "cyrillic", "random"];
pub(crate) const SIZES: [usize; 10] = [0, 1, 4, 8, 16, 32, 64, 256, 1024, 65536];

/// xorshift64*: the same inputs on every machine.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        (self.0.wrapping_mul(0x2545_F491_4F6C_DD1D) >> 33) as usize % bound
    }

    fn of<T: Copy>(&mut self, choices: &[T]) -> T {
        choices[self.below(choices.len())]
    }

    /// A piece of input, of a few bytes.
    fn piece(&mut self, kind: &str, takes: Takes) -> String {
        const LETTERS: &[u8] =
            b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~";
        let word = |random: &mut Self| {
            (0..2 + random.below(8)).map(|_| char::from(random.of(LETTERS))).collect::<String>()
        };
        let letter = |random: &mut Self| {
            char::from_u32(0x430 + random.below(32) as u32).expect("a letter from а to я")
        };
        let encoded = takes == Takes::Encoded;
        match kind {
            "clean" => word(self) + if encoded { self.of(&["=", "&", "/"]) } else { "" },
            "query-like" if encoded => {
                word(self)
                    + self.of(&["=", "&", "+", "%20", "%20", "%2F", "%C3%A9", "%22", "=", "&"])
            }
            "query-like" => {
                word(self) + self.of(&["=", "&", " ", " ", " ", "/", "é", "\"", ": ", "?"])
            }
            "cyrillic" if self.below(7) == 0 => self
                .of(if encoded { &["%20", "=", "&", "_"] } else { &[" ", "=", ", ", "_"] })
                .to_owned(),
            "cyrillic" if encoded => {
                letter(self).to_string().bytes().map(|byte| format!("%{byte:02X}")).collect()
            }
            "cyrillic" => letter(self).to_string(),
            _ if encoded => {
                char::from(self.of(b"%%%%%%%%0123456789ABCDEFabcdef=&+zG ")).to_string()
            }
            _ => char::from(self.below(128) as u8).to_string(),
        }
    }
}

/// Distinct inputs of that many bytes. No piece is cut: what does not fit is made up by `x`.
pub(crate) fn generated(kind: &str, takes: Takes, size: usize) -> Vec<String> {
    let mut random = Random(0x9E37_79B9_7F4A_7C15 ^ size as u64);
    let count = (1 << 16 >> size.max(128).ilog2()).max(4);
    let item = |_| {
        let mut text = String::with_capacity(size + 16);
        while text.len() < size {
            let before = text.len();
            text += &random.piece(kind, takes);
            if text.len() > size {
                text.truncate(before);
                break;
            }
        }
        text += &"x".repeat(size - text.len());
        text
    };
    (0..count).map(item).collect()
}

/// Real lines: the URLs or paths of a file, or the request targets of an access log.
pub(crate) fn lines(path: &str) -> (String, Vec<String>) {
    let bytes = std::fs::read(path).unwrap_or_else(|error| panic!("{path}: {error}"));
    let text = String::from_utf8_lossy(&bytes);
    let target = |line: &str| {
        let request = line
            .split_once("\"GET ")
            .or_else(|| line.split_once("\"POST "))
            .map_or(line, |(_, request)| request);
        request.split(' ').next().unwrap_or_default().to_owned()
    };
    let name = Path::new(path)
        .file_name()
        .map_or_else(|| path.to_owned(), |name| name.to_string_lossy().into_owned());
    (name, text.lines().map(target).filter(|target| !target.is_empty()).collect())
}

/// Those lines as a call takes them.
pub(crate) fn of_lines(lines: &[String], takes: Takes, is_form: bool) -> Vec<String> {
    match takes {
        Takes::Url => lines
            .iter()
            .map(|line| {
                if line.starts_with('/') {
                    format!("https://example.org{line}")
                } else {
                    line.clone()
                }
            })
            .collect(),
        Takes::Raw => lines
            .iter()
            .map(|line| {
                original_percent_encoding::percent_decode_str(line).decode_utf8_lossy().into_owned()
            })
            .collect(),
        Takes::Encoded if is_form => {
            lines.iter().filter_map(|line| Some(line.split_once('?')?.1.to_owned())).collect()
        }
        Takes::Encoded => lines.to_vec(),
    }
}
