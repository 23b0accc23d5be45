//! The formats: their names, and the names of their fields.

use std::sync::LazyLock;

use percent_simd::AsciiSet;

use super::names::{self, Holds, OF_CLIENTS, is_same};
use super::spelling::{Quoting, Rules, Spellings};
use super::template::{self, Field, Kind, Template};
use super::value::{Escapes, Safety};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Format {
    /// Fields separated by tabs, without quoting.
    Tsv,
    /// RFC 4180: quoted fields may contain commas, line ends and doubled quotes.
    Csv,
    /// A JSON text (RFC 8259) in every line.
    Jsonl,
    /// Words `KEY=VALUE` separated by spaces, with values in quotes that have spaces.
    Logfmt,
    /// The standard log of Amazon CloudFront: fields separated by tabs, named in `#Fields:` lines.
    CloudFront,
    /// W3C Extended Log File Format as IIS writes it: spaces between fields, no quotes.
    W3c,
    /// A log of Zeek: fields separated by tabs, named in `#fields` lines.
    Zeek,
    Log(&'static Template),
}

/// The `#Fields:` line of CloudFront.
const CLOUDFRONT: &str = "\
    date time x-edge-location sc-bytes c-ip cs-method cs(Host) cs-uri-stem sc-status cs(Referer) \
    cs(User-Agent) cs-uri-query cs(Cookie) x-edge-result-type x-edge-request-id x-host-header \
    cs-protocol cs-bytes time-taken x-forwarded-for ssl-protocol ssl-cipher \
    x-edge-response-result-type cs-protocol-version fle-status fle-encrypted-fields c-port \
    time-to-first-byte x-edge-detailed-result-type sc-content-type sc-content-len sc-range-start \
    sc-range-end";

impl Format {
    pub fn all() -> impl Iterator<Item = Self> {
        use Format::{CloudFront, Csv, Jsonl, Logfmt, Tsv, W3c, Zeek};
        let tables = [CloudFront, Zeek, W3c, Jsonl, Logfmt, Tsv, Csv];
        template::ALL.iter().copied().map(Self::Log).chain(tables)
    }

    pub const fn name(self) -> &'static str {
        self.facts().0
    }

    pub const fn aliases(self) -> &'static [&'static str] {
        self.facts().1
    }

    pub(super) const fn delimiter(self) -> u8 {
        self.facts().2
    }

    /// The name on the command line and its aliases, and the default delimiter.
    const fn facts(self) -> (&'static str, &'static [&'static str], u8) {
        match self {
            Self::Tsv => ("tsv", &[], b'\t'),
            Self::Csv => ("csv", &[], b','),
            Self::Jsonl => ("jsonl", &["json", "ndjson"], b','),
            Self::Logfmt => ("logfmt", &["heroku"], b' '),
            // Real-time logs have no names: --fields names their columns.
            Self::CloudFront => ("cloudfront", &["cloudfront-realtime"], b'\t'),
            Self::Zeek => ("zeek", &[], b'\t'),
            Self::W3c => ("w3c", &["iis"], b' '),
            Self::Log(template) => (template.name, template.aliases, b' '),
        }
    }

    pub fn from_name(name: &str) -> Option<Self> {
        Self::all_named(name).next()
    }

    /// The formats with this name, which are tried in turn.
    pub fn all_named(name: &str) -> impl Iterator<Item = Self> {
        Self::all().filter(move |format| format.name() == name || format.aliases().contains(&name))
    }

    /// The names of the fields in order; empty if each input names its own.
    pub fn names(self) -> &'static [&'static str] {
        static OF_CLOUDFRONT: LazyLock<Vec<&'static str>> =
            LazyLock::new(|| CLOUDFRONT.split(' ').collect());
        match self {
            Self::CloudFront => &OF_CLOUDFRONT,
            Self::Log(template) => template.names,
            Self::Tsv | Self::Csv | Self::Jsonl | Self::Logfmt | Self::W3c | Self::Zeek => &[],
        }
    }

    /// Returns true if records may have a [`Prefix`](super::Prefix): the formats without a header.
    pub const fn may_have_prefix(self) -> bool {
        self.is_log() || self.has_keys()
    }

    /// The parts of the field that is a request, in order. `target` is `path`, `?` and `query`.
    pub fn parts(self) -> &'static [&'static str] {
        match self {
            Self::Log(template) if template.request.is_some() => {
                &["method", "target", "path", "query", "version"]
            }
            Self::Log(template) if template.index_of("target").is_some() => &["path", "query"],
            _ => &[],
        }
    }

    /// The name of the field or part that a selector means: a number, or a name in any spelling.
    pub fn name_of(self, selector: &str) -> Option<&'static str> {
        let names = self.names();
        let number: Option<usize> = selector.parse().ok();
        number.and_then(|number| names.get(number.checked_sub(1)?)).copied().or_else(|| {
            let is = |name: &&&str| is_same(name.as_bytes(), selector.as_bytes());
            // A name of the format comes before one that formats share, and that before a part.
            let common = match self {
                Self::Log(template) => template.index_of(selector).map(|index| &names[index]),
                _ => None,
            };
            names.iter().find(is).or(common).or_else(|| self.parts().iter().find(is)).copied()
        })
    }

    /// The role of the field or part with this name, if the format says it.
    pub fn holds(self, name: &str) -> Option<Holds> {
        use Holds::{Path, Query, Target, Url};
        if let Self::Log(template) = self
            && let Some(field) = template.field(name)
        {
            return Some(field.holds());
        }
        let known: &[(&str, Holds)] = match self {
            Self::Jsonl | Self::Logfmt => return names::key(name).map(|key| key.holds),
            Self::Log(_) => &[("target", Target), ("query", Query), ("path", Path)],
            Self::Tsv | Self::Csv => &[("target", Target), ("referer", Url), ("redirect_url", Url)],
            Self::Zeek => &[("uri", Target), ("referrer", Url)],
            Self::CloudFront | Self::W3c => &[
                ("cs-uri", Target),
                ("cs-uri-stem", Path),
                ("cs-uri-query", Query),
                ("cs(Referer)", Url),
            ],
        };
        let mut known = known.iter();
        known.find(|(known, _)| is_same(known.as_bytes(), name.as_bytes())).map(|row| row.1)
    }

    /// The default selection: the URL fields. Empty if the format does not define them.
    pub fn defaults(self) -> Vec<String> {
        let names = |names: &str| names.split(' ').map(Into::into).collect();
        match self {
            Self::Tsv | Self::Csv => Vec::new(),
            Self::Jsonl | Self::Logfmt => {
                let all = names::KEYS.iter().map(|key| key.name);
                let is_there = |name: &&str| self == Self::Jsonl || !name.starts_with('/');
                all.filter(is_there).map(Into::into).collect()
            }
            // CloudFront percent-encodes the user agent, too.
            Self::CloudFront => names("cs-uri-stem cs-uri-query cs(Referer) cs(User-Agent)"),
            Self::W3c => names("cs-uri-stem cs-uri-query cs(Referer)"),
            Self::Zeek => names("uri referrer"),
            Self::Log(template) => template.defaults(),
        }
    }

    /// The fields of the client's address or name, as far as the format defines them.
    pub fn clients(self) -> Vec<String> {
        let known = match self {
            Self::Tsv | Self::Csv => "",
            Self::Jsonl | Self::Logfmt => OF_CLIENTS,
            Self::CloudFront | Self::W3c => "c-ip",
            Self::Zeek => "id.orig_h",
            Self::Log(template) => {
                let is_client = |field: &&Field| {
                    matches!(field.kind, Kind::Host | Kind::Address)
                        || ["client:port", "remote_ip", "x_forwarded_for"].contains(&field.name)
                };
                let client = template.fields.iter().find(is_client);
                return client.map(|field| field.name.into()).into_iter().collect();
            }
        };
        known.split_whitespace().map(Into::into).collect()
    }

    /// The role of the field with this name, in the formats with directives.
    pub(super) fn role(self, name: &[u8]) -> Holds {
        let name = str::from_utf8(name).ok().filter(|_| self.has_directives());
        // W3C does not define the form of `cs-uri`.
        let name = name.filter(|name| *name != "cs-uri");
        name.and_then(|name| self.holds(name)).unwrap_or(Holds::Text)
    }

    pub(super) fn escapes(self, name: &[u8]) -> Escapes {
        let (names, escapes) = match self {
            Self::CloudFront if is_same(b"cs(Cookie)", name) => return Escapes::Cookies,
            Self::CloudFront => ("cs-uri-query cs(Referer) cs(User-Agent)", Escapes::Percent),
            Self::W3c => ("cs(User-Agent) cs(Cookie) cs(Referer)", Escapes::Plus),
            _ => return Escapes::None,
        };
        let is_one = names.split(' ').any(|known| is_same(known.as_bytes(), name));
        if is_one { escapes } else { Escapes::None }
    }

    /// The spellings of its values in records that end with `end`.
    pub(super) fn spellings(self, delimiter: u8, end: u8, safety: Safety) -> Spellings {
        let rules = Rules::new(end, safety);
        let within = |quoting, quotes: &[u8], splits| rules.build(quoting, quotes, splits, b"");
        let (plain, quoted) = match self {
            Self::Csv => rules.csv(delimiter),
            Self::Log(_) => {
                let plain = rules.plain(b" ", b"\"");
                // Some readers honour a backslash outside quotes, too.
                let keep = if safety == Safety::Lines { &b"\\"[..] } else { b"" };
                let quoted = within(Quoting::Backslash, b"\"\\", AsciiSet::EMPTY);
                (plain.keeping(AsciiSet::from_bytes(keep)), quoted)
            }
            Self::Logfmt => {
                let quoted = within(Quoting::Backslash, b"\"\\", AsciiSet::EMPTY);
                (rules.plain(b" \t", b"\""), quoted)
            }
            Self::Jsonl => (rules.plain(b",", b""), within(Quoting::Json, b"", AsciiSet::EMPTY)),
            Self::Tsv | Self::CloudFront | Self::W3c | Self::Zeek => {
                // Readers that do not honour the quotes split at the delimiter within.
                let splits = rules.end.add(delimiter);
                // The readers of Zeek undo `\xHH`.
                let keep = if self == Self::Zeek { &b"\\"[..] } else { b"" };
                let plain = rules.plain(&[delimiter], b"").keeping(AsciiSet::from_bytes(keep));
                (plain, within(Quoting::CsvQuoted, b"\"", splits))
            }
        };
        let first = if self.has_directives() { rules.plain(&[delimiter], b"#") } else { plain };
        Spellings::new(rules, first, plain, quoted)
    }

    pub(crate) const fn has_keys(self) -> bool {
        matches!(self, Self::Jsonl | Self::Logfmt)
    }

    pub(super) const fn is_log(self) -> bool {
        matches!(self, Self::Log(_))
    }

    /// Returns true if lines that begin with `#` are directives, not records.
    pub(crate) const fn has_directives(self) -> bool {
        matches!(self, Self::CloudFront | Self::W3c | Self::Zeek)
    }

    /// The beginning of the directive that names the fields.
    pub(super) const fn directive(self) -> &'static str {
        if matches!(self, Self::Zeek) { "#fields" } else { "#Fields:" }
    }

    /// Returns true if the first record names the fields, if fields are selected by name.
    pub(super) const fn has_header_record(self) -> bool {
        matches!(self, Self::Tsv | Self::Csv)
    }
}
