//! The spelling of a value in its format: its record splits into the same fields, whatever the value
//! becomes.

use memchr::memchr;
use percent_simd::{AsciiSet, sets, triplet};

use super::{Holds, Result, Safety, backslash, json_text};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Quoting {
    None,
    /// The user in a log: a name that ends before ` [` or a quote without a backslash.
    SpacedUser,
    /// An unquoted CSV field, which is quoted if necessary.
    CsvPlain,
    /// Within quotes: a quote is doubled.
    CsvQuoted,
    /// Within quotes: `\"`, `\\`, `\xHH`.
    Backslash,
    /// A JSON string, without its quotes.
    Json,
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Spelling {
    quoting: Quoting,
    /// The escapes of these bytes must stay.
    pub(super) keep: AsciiSet,
    /// These bytes become triplets if they appear all the same: anywhere, and at the start.
    pub(super) splits: AsciiSet,
    first: AsciiSet,
    /// The bytes, besides control characters, without which a value needs no second pass.
    suspects: [u8; 4],
    pub(super) is_component: bool,
}

/// The spellings of all kinds of fields in a format.
#[derive(Clone, Copy, Debug)]
pub(super) struct Spellings {
    pub(super) first: Spelling,
    pub(super) plain: Spelling,
    pub(super) quoted: Spelling,
    /// The user's name in a log, with and without a space.
    pub(super) user: Spelling,
    pub(super) spaced_user: Spelling,
    /// The time in a log.
    pub(super) bracketed: Spelling,
    /// URLs in quotes and parts of a request, which contain no spaces; paths.
    word: Spelling,
    path: Spelling,
}

/// The fields that every spelling of a format has.
#[derive(Clone, Copy, Debug)]
pub(super) struct Rules {
    pub(super) safety: Safety,
    pub(super) end: AsciiSet,
}

impl Rules {
    pub(super) fn new(end: u8, safety: Safety) -> Self {
        Self { safety, end: AsciiSet::EMPTY.add(end) }
    }

    /// A spelling in which these bytes cannot appear: within quotes, anywhere, and at the start.
    pub(super) fn build(
        self,
        quoting: Quoting,
        quotes: &[u8],
        splits: AsciiSet,
        first: &[u8],
    ) -> Spelling {
        let (quotes, first) = (AsciiSet::from_bytes(quotes), AsciiSet::from_bytes(first));
        let structural = splits.union(first);
        let keep = match self.safety {
            Safety::Lines => structural.union(quotes).union(sets::CONTROLS),
            Safety::Fields => structural,
        };
        let mut bytes = structural.union(quotes).difference(sets::CONTROLS).iter();
        // NUL, a control character, pads the array.
        let suspects = [(); 4].map(|()| bytes.next().unwrap_or_default());
        debug_assert!(bytes.next().is_none());
        Spelling { quoting, keep, splits, first, suspects, is_component: false }
    }

    /// A value without quotes, which ends at these bytes.
    pub(super) fn plain(self, splits: &[u8], first: &[u8]) -> Spelling {
        let splits = AsciiSet::from_bytes(splits).union(self.end);
        let keep = match self.safety {
            // Some readers honour quotes although the format has none.
            Safety::Lines => AsciiSet::from_bytes(b"\""),
            // A CR before LF would belong to the line end, not to the value.
            Safety::Fields if self.end.contains(b'\n') => AsciiSet::from_bytes(b"\r"),
            Safety::Fields => AsciiSet::EMPTY,
        };
        self.build(Quoting::None, b"", splits, first).keeping(keep)
    }

    /// CSV's values with and without quotes.
    pub(super) fn csv(self, delimiter: u8) -> (Spelling, Spelling) {
        // Quotes may contain line ends. A NUL that ends records cannot be quoted.
        let end = self.end.remove(b'\n');
        // Bytes that only need quotes do not have to stay escaped.
        let build = |quoting, suspects| Spelling { suspects, ..self.build(quoting, b"", end, b"") };
        let quoted = build(Quoting::CsvQuoted, [b'"', 0, 0, 0]);
        (build(Quoting::CsvPlain, [b'"', delimiter, 0, 0]), quoted)
    }
}

impl Spellings {
    /// The spellings of a format, given those of its values with and without quotes, and of the first
    /// one in a record.
    pub(super) fn new(rules: Rules, first: Spelling, plain: Spelling, quoted: Spelling) -> Self {
        let user = rules.plain(b" ", b"\"").keeping(AsciiSet::from_bytes(b"["));
        let in_url =
            |splits| rules.build(Quoting::Backslash, b"\"\\", AsciiSet::from_bytes(splits), b"");
        Self {
            first,
            plain,
            quoted,
            user,
            spaced_user: Spelling {
                keep: user.keep,
                ..rules.build(Quoting::SpacedUser, b"[\"", rules.end, b"")
            },
            bracketed: rules.plain(b"]", b""),
            word: in_url(b" "),
            path: in_url(b" ?"),
        }
    }

    /// The spelling of a value with this role, given the spelling of others at its place.
    pub(super) fn of(&self, spelling: &Spelling, role: Holds) -> Spelling {
        let spelling = match (spelling.quoting, role) {
            (Quoting::Backslash, Holds::Path) => &self.path,
            (Quoting::Backslash, _) => &self.word,
            _ => spelling,
        };
        spelling.keeping(role.separators()).of_role(role)
    }
}

impl Spelling {
    pub(super) fn ending_at(&self, byte: u8) -> Self {
        let end = AsciiSet::EMPTY.add(byte);
        let mut suspects = self.suspects;
        if let Some(free) = suspects.iter_mut().find(|suspect| **suspect == 0) {
            *free = byte;
        }
        Self { keep: self.keep.union(end), splits: self.splits.union(end), suspects, ..*self }
    }

    pub(super) fn keeping(self, keep: AsciiSet) -> Self {
        Self { keep: self.keep.union(keep), ..self }
    }

    pub(super) fn of_role(self, role: Holds) -> Self {
        Self { is_component: role == Holds::Query, ..self }
    }

    pub(super) fn is_text(&self) -> bool {
        self.quoting == Quoting::Json
    }

    pub(super) fn value(&self, spelled: &[u8]) -> Result<Vec<u8>> {
        match self.quoting {
            Quoting::CsvQuoted => Ok(undoubled(spelled)),
            Quoting::Backslash => Ok(backslash::value(spelled)),
            Quoting::Json => json_text::unescape(spelled),
            Quoting::None | Quoting::SpacedUser | Quoting::CsvPlain => Ok(spelled.to_vec()),
        }
    }

    /// True if a value may need another spelling. One pass that compilers vectorise.
    pub(super) fn is_suspect(&self, value: &[u8]) -> bool {
        let [a, b, c, d] = self.suspects;
        let suspect = |any, &byte: &u8| {
            any | (byte < b' ')
                | (byte == 0x7F)
                | (byte == a)
                | (byte == b)
                | (byte == c)
                | (byte == d)
        };
        self.is_text() || value.iter().fold(false, suspect)
    }

    /// True if parts are written one by one: plain text keeps apart from escapes.
    pub(super) fn has_parts(&self, spelled: &[u8]) -> bool {
        self.quoting == Quoting::Backslash && self.is_suspect(spelled)
    }

    #[cold]
    pub(super) fn write(&self, value: &[u8], out: &mut Vec<u8>) {
        let double_quotes = |byte, out: &mut Vec<u8>| {
            out.extend_from_slice(if byte == b'"' { b"\"\"" } else { std::slice::from_ref(&byte) })
        };
        match self.quoting {
            Quoting::CsvPlain => {
                let [quote, delimiter, ..] = self.suspects;
                let quoted = [quote, delimiter, b'\r', b'\n'];
                let needs_quotes = value.iter().any(|byte| quoted.contains(byte));
                out.extend(needs_quotes.then_some(quote));
                self.write_bytes(value, out, double_quotes);
                out.extend(needs_quotes.then_some(quote));
            }
            Quoting::SpacedUser => {
                for (at, &byte) in value.iter().enumerate() {
                    let splits = match byte {
                        b'[' => value[..at].ends_with(b" "),
                        b'"' => !value[..at].ends_with(b"\\"),
                        _ => self.splits.contains(byte),
                    };
                    if splits {
                        out.extend_from_slice(triplet(byte).as_bytes());
                    } else {
                        out.push(byte);
                    }
                }
            }
            Quoting::None => self.write_bytes(value, out, |byte, out| out.push(byte)),
            Quoting::CsvQuoted => self.write_bytes(value, out, double_quotes),
            Quoting::Backslash => backslash::write(value, self.splits, out),
            Quoting::Json => json_text::write(value, char::is_control, out),
        }
    }

    fn write_bytes(&self, value: &[u8], out: &mut Vec<u8>, write: impl Fn(u8, &mut Vec<u8>)) {
        for (at, &byte) in value.iter().enumerate() {
            if self.splits.contains(byte) || at == 0 && self.first.contains(byte) {
                out.extend_from_slice(triplet(byte).as_bytes());
            } else {
                write(byte, out);
            }
        }
    }
}

pub(super) fn undoubled(spelled: &[u8]) -> Vec<u8> {
    let mut value = Vec::with_capacity(spelled.len());
    let mut rest = spelled;
    while let Some(at) = memchr(b'"', rest) {
        value.extend_from_slice(&rest[..=at]);
        // The second quote of a pair.
        rest = rest.get(at + 2..).unwrap_or_default();
    }
    value.extend_from_slice(rest);
    value
}
