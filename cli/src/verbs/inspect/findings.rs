//! Findings in the values of a record, for each round of decoding.

use std::borrow::Cow;

use memchr::memchr_iter;
use memchr::memmem::Finder;
use percent_simd::{Decoder, Flags, Report};
use std::sync::LazyLock;

use super::folded;
use super::marks::Marks;
use super::words::words;
use crate::fields::Value;

/// The findings in the values of a record.
#[derive(Default)]
pub(super) struct Findings<'a> {
    /// Each value with flags, and its decoded forms with flags.
    pub(super) found: Vec<Finding<'a>>,
    /// The flags of all values together.
    pub(super) marks: Marks,
    pub(super) triplets: usize,
    pub(super) malformed: usize,
}

/// The flags of a value, or of a decoded form of it.
pub(super) struct Finding<'a> {
    pub(super) value: Value<'a>,
    /// The value, or what it decodes to.
    pub(super) bytes: Cow<'a, [u8]>,
    pub(super) marks: Marks,
}

impl<'a> Findings<'a> {
    /// The findings in these values, each of which is inspected up to `times` times.
    pub(super) fn of(values: impl Iterator<Item = Value<'a>>, times: u32) -> Self {
        let mut findings = Self::default();
        for value in values {
            findings.add(value, times);
        }
        findings
    }

    fn add(&mut self, value: Value<'a>, times: u32) {
        const DECODER: Decoder = Decoder::new();
        let mut bytes = Cow::Borrowed(value.bytes);
        for round in 1..=times {
            let (report, marks) = inspect(&bytes);
            if round == 1 {
                self.triplets += report.triplets();
                self.malformed += report.malformed_count();
            }
            self.marks = self.marks.with(marks);
            let decoded = if round == times || report.triplets() == 0 {
                None
            } else {
                Some(DECODER.decode(&bytes).unwrap_or_default().into_owned())
            };
            if !marks.is_empty() {
                self.found.push(Finding { value, bytes, marks });
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
    if flags.contains(Flags::NESTED) && folded::has_nested_nul(value) {
        other |= Flags::NUL;
    }
    if (flags | other).intersects(Flags::NUL | Flags::CONFUSABLE) && folded::has_dot_segment(value)
    {
        other |= Flags::DOT_SEGMENT;
    }
    (report, marks.with(Marks::from(other)))
}

/// Whether one of the escapes of a Windows name, other than unreserved characters, may be at the start
/// or the end of a word: a space, `:`, `$`, or a superscript digit.
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
