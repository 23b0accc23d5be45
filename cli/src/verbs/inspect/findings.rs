//! Findings in the values of a record, for each round of decoding.

use std::borrow::Cow;
use std::sync::LazyLock;

use memchr::memmem::{self, Finder};
use memchr::{memchr, memchr_iter};
use percent_simd::{AsciiSet, Decoder, Encoder, Flags, Report};

use super::marks::Marks;
use crate::fields::Value;

#[derive(Default)]
pub(super) struct Findings<'a> {
    /// Each value with flags, and its decoded forms with flags.
    pub(super) list: Vec<Finding<'a>>,
    /// The flags of all values together.
    pub(super) marks: Marks,
    pub(super) triplets: usize,
    pub(super) malformed: usize,
}

/// The flags of a value, or of a decoded form of it.
pub(super) struct Finding<'a> {
    pub(super) value: Value<'a>,
    pub(super) bytes: Cow<'a, [u8]>,
    pub(super) marks: Marks,
}

impl<'a> Findings<'a> {
    pub(super) fn of(values: impl Iterator<Item = Value<'a>>, times: u32) -> Self {
        let mut findings = Self::default();
        for value in values {
            findings.add(value, times);
        }
        findings
    }

    /// Adds those of other values of the record, but for these marks.
    pub(super) fn and(mut self, others: Self, without: Marks) -> Self {
        self.triplets += others.triplets;
        if !without.has_any(Marks::MALFORMED) {
            self.malformed += others.malformed;
        }
        let others = others.list.into_iter();
        let others = others.map(|one| Finding { marks: one.marks.without(without), ..one });
        self.list.extend(others.filter(|one| !one.marks.is_empty()));
        self.list.sort_by_key(|one| one.value.offset(0));
        self.marks = self.list.iter().fold(self.marks, |all, one| all.with(one.marks));
        self
    }

    fn add(&mut self, value: Value<'a>, times: u32) {
        const DECODER: Decoder = Decoder::new();
        let mut bytes = Cow::Borrowed(value.bytes);
        for round in 1..=times {
            let (report, marks) = inspect(&bytes);
            if round == 1 {
                self.triplets += if value.has_place() { report.triplets() } else { 0 };
                self.malformed += report.malformed_count();
            }
            self.marks = self.marks.with(marks);
            let decoded = if round == times || report.triplets() == 0 {
                None
            } else {
                Some(DECODER.decode(&bytes).unwrap_or_default().into_owned())
            };
            if !marks.is_empty() {
                self.list.push(Finding { value, bytes, marks });
            }
            match decoded {
                Some(decoded) => bytes = Cow::Owned(decoded),
                None => break,
            }
        }
    }
}

/// Inspects a value, and also each of its words: a log line contains several values. So `%2e%2e` is
/// a dot segment in `GET /a/%2e%2e HTTP/1.1` and in `GET /a?file=%2e%2e%2fb HTTP/1.1`.
fn inspect(value: &[u8]) -> (Report, Marks) {
    let report = percent_simd::inspect(value);
    let flags = report.flags();
    let mut marks = Marks::of(report);
    // Only dot segments and Windows names depend on word boundaries. Each dot segment contains an escaped dot, is next to an escaped
    // separator or `;`, or has escapes that only lenient decoders read.
    let hides_dots = Flags::UNRESERVED | Flags::SLASH | Flags::BACKSLASH;
    let decoded_leniently = Flags::NESTED | Flags::OVERLONG | Flags::PERCENT_U;
    let may_hide_dots =
        flags.intersects(hides_dots | decoded_leniently) || has_dot_before_semicolon(value);
    let may_hide_name = flags.contains(Flags::UNRESERVED) || may_hide_name(value);
    if may_hide_dots && !flags.contains(Flags::DOT_SEGMENT)
        || may_hide_name && !flags.contains(Flags::WINDOWS_NAME)
    {
        marks = words(value)
            .map(|word| Marks::of(percent_simd::inspect(word)))
            .fold(marks, Marks::with);
    }
    let mut other = Flags::EMPTY;
    if flags.contains(Flags::NESTED) && has_nested_nul(value) {
        other |= Flags::NUL;
    }
    if (flags | other).intersects(Flags::NUL | Flags::CONFUSABLE) && has_dot_segment(value) {
        other |= Flags::DOT_SEGMENT;
    }
    (report, marks.with(Marks::of_flags(other)))
}

/// True if a word may begin or end with an escape of a Windows name other than an unreserved
/// character: a space, `:`, `$`, or a superscript digit.
fn may_hide_name(value: &[u8]) -> bool {
    memchr_iter(b'%', value).any(|at| match &value[at + 1..] {
        [b'2', b'0', rest @ ..] => rest.first().is_none_or(|next| !next.is_ascii_alphanumeric()),
        [b'2', b'4', ..] | [b'3', b'a' | b'A', ..] => true,
        [b'c' | b'C', b'2', ..] | [b'b' | b'B', b'2' | b'3' | b'9', ..] => true,
        _ => false,
    })
}

/// Returns true if an escaped `;` follows a raw dot.
fn has_dot_before_semicolon(value: &[u8]) -> bool {
    static DOT: LazyLock<Finder<'static>> = LazyLock::new(|| Finder::new(b".%3"));
    DOT.find_iter(value).any(|at| matches!(value.get(at + 3), Some(b'b' | b'B')))
}

/// Returns true if a word of the value becomes a dot segment without containing one literally.
pub(super) fn has_dot_segment(value: &[u8]) -> bool {
    const DECODER: Decoder = Decoder::new();
    value.split(separates).any(|word| {
        // Decode twice, for `%2500`.
        let once = DECODER.decode(word).unwrap_or_default();
        let decoded = DECODER.decode(&once).unwrap_or_default();
        let text = String::from_utf8_lossy(&decoded);
        let cut = text.split('\0').next().unwrap_or_default();
        // A look-alike of `%` begins a triplet once it has become one.
        let fold = |text: &str| {
            let mut buffer = [0; 4];
            let folded: String = text.chars().fold(String::new(), |text, char| {
                text + folded(char).unwrap_or(char.encode_utf8(&mut buffer))
            });
            DECODER.decode_lenient(&folded).into_owned()
        };
        let has_dots_in = |bytes: &[u8]| has_dots(&String::from_utf8_lossy(bytes));
        !has_dots_in(word) && (has_dots_in(&fold(cut)) || has_dots_in(&fold(&text)))
    })
}

/// Returns true if a segment is `.` or `..`, with or without parameters.
fn has_dots(path: &str) -> bool {
    path.split(['/', '\\']).any(|segment| matches!(segment.split(';').next(), Some("." | "..")))
}

/// Maps the characters with the flag `confusable` that stand for dots, separators or `%`, and the
/// fullwidth `;`, to ASCII, and drops NUL.
fn folded(char: char) -> Option<&'static str> {
    Some(match char {
        '\0' => "",
        '\u{701}' | '\u{702}' | '\u{2024}' | '\u{A60E}' | '\u{FE52}' | '\u{FF0E}' | '\u{10A50}' => {
            "."
        }
        '\u{2025}' | '\u{FE30}' => "..",
        '\u{1735}' | '\u{2041}' | '\u{2044}' | '\u{2215}' | '\u{2571}' | '\u{27CB}'
        | '\u{29F8}' | '\u{2F03}' | '\u{31D3}' | '\u{FF0F}' | '\u{1D23A}' => "/",
        '\u{2216}' | '\u{27CD}' | '\u{29F5}' | '\u{29F9}' | '\u{2F02}' | '\u{31D4}'
        | '\u{FE68}' | '\u{FF3C}' | '\u{1D20F}' | '\u{1D23B}' => "\\",
        '\u{FE6A}' | '\u{FF05}' => "%",
        '\u{FF1B}' => ";",
        _ => return None,
    })
}

/// Returns true if decoding the value several times gives a NUL: `%2500`, `%252500`.
pub(super) fn has_nested_nul(value: &[u8]) -> bool {
    memmem::find_iter(value, b"2500").any(|at| {
        let mut before = &value[..at];
        while let Some(shorter) = before.strip_suffix(b"25") {
            before = shorter;
        }
        before.ends_with(b"%")
    })
}

/// Returns true if a byte separates words: spaces, quotes and the separators of queries.
pub(super) fn separates(byte: &u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'"' | b'?' | b'&' | b'=')
}

/// The words that contain a `%`.
pub(crate) fn words(value: &[u8]) -> impl Iterator<Item = &[u8]> {
    let mut rest = value;
    std::iter::from_fn(move || {
        let percent = memchr(b'%', rest)?;
        let start = rest[..percent].iter().rposition(separates).map_or(0, |at| at + 1);
        let end = rest[percent..].iter().position(separates).map_or(rest.len(), |at| percent + at);
        let word = &rest[start..end];
        rest = &rest[end..];
        Some(word)
    })
}

/// The first byte that may have a flag: `%`, a byte >= 0x80, or two dots; for the flag nul alone, `%00`
/// or the end of `%2500`.
pub(super) fn first_suspect(bytes: &[u8], nul_only: bool) -> Option<usize> {
    const PERCENT: Encoder = Encoder::new(AsciiSet::from_bytes(b"%"));
    // After a suspect, the rest of its window is searched again.
    const WINDOW: usize = 16 * 1024;
    (0..bytes.len()).step_by(WINDOW).find_map(|start| {
        let window = &bytes[start..bytes.len().min(start + WINDOW + "2500".len() - 1)];
        let (first, other) = match nul_only {
            true => (memmem::find(window, b"%00"), &b"2500"[..]),
            false => (PERCENT.find(window), &b".."[..]),
        };
        let before = &window[..first.unwrap_or(window.len())];
        memmem::find(before, other).or(first).map(|at| start + at)
    })
}
