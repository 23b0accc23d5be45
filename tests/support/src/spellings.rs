//! Spellings of a path such as `/admin`: request targets that at least one server reads as
//! `/admin`.

use std::collections::HashSet;
use std::fmt::Write;

/// The text before the name; most servers, or some, ignore it.
const PREFIXES: [&str; 20] = [
    "",
    "/.",
    "/%2e",
    "/x/..",
    "/x/%2e%2e",
    "/x/.%2E",
    "/x/y/../..",
    "/..",
    "/%2e%2e",
    "/;",
    "/;x",
    "/x/..;",
    "/x/;/..",
    "/%3b",
    "/x%2F..",
    "/x%5c..",
    "/x\\..",
    "/%00/..",
    "/%/..",
    "/x/..%3B",
];

/// The separator before the name.
const SLASHES: [&str; 9] = ["/", "//", "/./", "/%2F", "/\\", "/%5C", "/;/", "/x/../", "/%252F"];

const NAMES: [&str; 9] = [
    "admin",
    "%61dmin",
    "%61%64%6d%69%6E",
    "admi%6E",
    "%2561dmin",
    "%%36%31dmin",
    "admin;x",
    "admin%3Bx",
    "admin%00",
];

/// The names of routes with reserved characters (RFC 3986 2.2).
pub const RESERVED: [(&str, &[&str]); 2] = [
    ("@admin", &["@admin", "%40admin", "@%61dmin", "%40admi%6e", "%2540admin", "@admin%3Bx"]),
    ("a+b", &["a+b", "a%2Bb", "a%2bb", "%61+b", "%61%2b%62", "a%252Bb"]),
];

/// The text after the name.
const SUFFIXES: [&str; 15] = [
    "",
    "/",
    "//",
    "/.",
    "/%2e",
    "/x/..",
    "%2F",
    "%2F..%2fadmin",
    ";",
    "/;x",
    "?",
    "?a=/../b",
    "#",
    "#/../b",
    "/../admin/",
];

/// All spellings of `/admin`, each once, beginning with those of one piece.
pub fn all() -> Vec<String> {
    of(&NAMES)
}

/// All spellings of these names.
pub fn of(names: &[&str]) -> Vec<String> {
    let mut seen = HashSet::new();
    let mut targets = Vec::new();
    for prefix in PREFIXES {
        for slash in SLASHES {
            for name in names {
                for suffix in SUFFIXES {
                    let target = format!("{prefix}{slash}{name}{suffix}");
                    if seen.insert(target.clone()) {
                        targets.push(target);
                    }
                }
            }
        }
    }
    targets
}

/// A server's treatment of the bytes after a `;` in a segment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Parameters {
    Keeps,
    /// Drops the parameters at a raw `;`, before decoding.
    Drops,
    /// Drops the parameters at a `;` in any spelling, after decoding.
    DropsDecoded,
}

/// A server's treatment of a path after the rules.
#[derive(Clone, Copy, Debug)]
pub struct Server {
    pub parameters: Parameters,
    /// Reads `\` as `/`.
    pub splits_at_backslash: bool,
    /// The number of decodings before the search for dot segments.
    pub decodings: usize,
}

impl Server {
    /// Returns whether the server serves `/admin`, or a path below it, for this path.
    pub fn serves_admin(self, path: &str) -> bool {
        self.serves("admin", path)
    }

    /// Returns whether the server serves this folder, or a path below it, for this path. Like many
    /// servers, it decodes, keeps malformed triplets, splits, and resolves. The code is not that of
    /// `percent_simd::path`.
    pub fn serves(self, name: &str, path: &str) -> bool {
        let cut = |segment: &str| match segment.split_once(';') {
            Some((before, _)) if self.parameters != Parameters::Keeps => before.to_owned(),
            _ => segment.to_owned(),
        };
        let whole = path.split('/').map(cut).collect::<Vec<_>>().join("/");
        let mut decoded = (0..self.decodings).fold(whole.into_bytes(), |path, _| decode(&path));
        if self.splits_at_backslash {
            decoded.iter_mut().filter(|byte| **byte == b'\\').for_each(|byte| *byte = b'/');
        }
        // A string ends here in C.
        let end = decoded.iter().position(|&byte| byte == 0).unwrap_or(decoded.len());
        let mut segments: Vec<&[u8]> = Vec::new();
        for segment in decoded[..end].split(|&byte| byte == b'/') {
            let is_cut = |byte: &u8| self.parameters == Parameters::DropsDecoded && *byte == b';';
            match segment.split(is_cut).next().unwrap_or_default() {
                b"" | b"." => {}
                b".." => {
                    segments.pop();
                }
                name => segments.push(name),
            }
        }
        segments.first() == Some(&name.as_bytes())
    }
}

fn decode(mut rest: &[u8]) -> Vec<u8> {
    let mut decoded = Vec::new();
    while let [first, after @ ..] = rest {
        let digits = after.get(..2).and_then(|digits| std::str::from_utf8(digits).ok());
        let value = digits
            .filter(|digits| digits.bytes().all(|digit| digit.is_ascii_hexdigit()))
            .and_then(|digits| u8::from_str_radix(digits, 16).ok());
        match value {
            Some(value) if *first == b'%' => {
                decoded.push(value);
                rest = &after[2..];
            }
            _ => {
                decoded.push(*first);
                rest = after;
            }
        }
    }
    decoded
}

/// The columns of the table.
pub const SERVERS: [Server; 5] = [
    Server { parameters: Parameters::Keeps, splits_at_backslash: false, decodings: 1 },
    Server { parameters: Parameters::Keeps, splits_at_backslash: true, decodings: 1 },
    Server { parameters: Parameters::Drops, splits_at_backslash: true, decodings: 1 },
    Server { parameters: Parameters::DropsDecoded, splits_at_backslash: true, decodings: 1 },
    Server { parameters: Parameters::DropsDecoded, splits_at_backslash: true, decodings: 2 },
];

/// The number of spellings of `/admin` that pass, by server.
#[derive(Default)]
pub struct Passing([usize; SERVERS.len()]);

impl Passing {
    /// Counts a path that the middleware and the rule let through, in its forwarded form.
    pub fn count(&mut self, path: &str) {
        for (count, server) in self.0.iter_mut().zip(SERVERS) {
            *count += usize::from(server.serves_admin(path));
        }
    }
}

/// The table of middlewares, in Markdown.
pub fn table(rows: &[(&str, Passing)]) -> String {
    let mut table = String::from(
        "| middleware | decodes and resolves | … and splits at `\\` | … and drops `;…` | … and `%3B…` | … and decodes twice |\n\
         | --- | ---: | ---: | ---: | ---: | ---: |\n",
    );
    for (name, Passing(counts)) in rows {
        writeln!(table, "| {name} | {} |", counts.map(grouped).join(" | ")).unwrap();
    }
    table
}

/// A number with thousands separators.
pub fn grouped(count: usize) -> String {
    if count < 1000 { count.to_string() } else { format!("{},{:03}", count / 1000, count % 1000) }
}
