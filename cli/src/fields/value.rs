//! The value of a field, as a format reads and writes it, and its role.

use std::borrow::Cow;
use std::ops::Range;

use memchr::memchr;
use percent_simd::{AsciiSet, Decoder, sets};

use crate::control;

#[derive(Clone, Copy, Debug)]
pub struct Value<'a> {
    /// The index among the selected fields, as [`FieldSet`](super::FieldSet) counts them.
    pub index: usize,
    pub bytes: &'a [u8],
    /// Escapes of these bytes must stay, if the value is rewritten.
    pub keep: AsciiSet,
    /// The result must be UTF-8. Other bytes are written as triplets, in upper case:
    /// [`Utf8::KeepEscaped`](percent_simd::Utf8) keeps the spelling of existing triplets.
    pub is_text: bool,
    /// It is no whole URL: a query, or a piece of a value.
    pub is_component: bool,
    pub(super) start: usize,
    /// The offset of its end in the record; `start` if that is not known.
    pub(super) end: usize,
    /// The value has no escapes of the format, so its offsets map to the record.
    pub(super) is_verbatim: bool,
}

impl<'a> Value<'a> {
    pub(crate) const fn of_record(bytes: &'a [u8]) -> Self {
        let (index, keep, start, end) = (0, AsciiSet::EMPTY, 0, bytes.len());
        let (is_text, is_component, is_verbatim) = (false, false, true);
        Self { index, bytes, keep, is_text, is_component, start, end, is_verbatim }
    }

    /// False for a value in a line inside JSON, whose string is text outside of values.
    pub fn has_place(&self) -> bool {
        self.end > self.start
    }

    /// The value as it is written in the record, with the escapes of the format, as far as that is known.
    pub fn written(&self, record: &'a [u8]) -> &'a [u8] {
        if self.end > self.start { &record[self.start..self.end] } else { self.bytes }
    }

    /// The offset in the record of a byte of the value, as far as that is known.
    pub fn offset(&self, offset: usize) -> usize {
        self.start + if self.is_verbatim { offset } else { 0 }
    }
}

#[derive(Clone, Debug)]
pub(super) struct Spot {
    pub(super) index: usize,
    pub(super) span: Range<usize>,
    pub(super) is_verbatim: bool,
}

/// The part of a value in quotes that is given at a time: the rest keeps the server's spelling.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Scope {
    /// The text between escapes, control characters and spaces of a URL, which stay: for decoding.
    Text,
    /// That, and each of those bytes by itself: for encoding.
    Bytes,
    /// All of it. A changed value is spelled anew.
    Whole,
}

/// The structure that stays the same whatever values become.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Safety {
    /// A record stays one line, with the same fields whether readers honour quotes or not.
    Lines,
    /// Fields: bytes that the format can quote are decoded.
    Fields,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Problem {
    /// The offset in the record, in bytes.
    pub offset: usize,
    pub what: Cow<'static, str>,
    /// The record is a header that the records after it need.
    pub in_header: bool,
    pub is_misfit: bool,
    /// The [index](Value::index) of the field that the record has, but that does not fit.
    pub field: Option<usize>,
}

impl Problem {
    pub fn new(offset: usize, what: impl Into<Cow<'static, str>>) -> Self {
        Self { offset, what: what.into(), in_header: false, is_misfit: false, field: None }
    }

    /// The problem of a part that begins at this offset in the record.
    pub(super) fn after(self, start: usize) -> Self {
        Self { offset: start + self.offset, ..self }
    }

    /// A record that does not fit its format here.
    pub(super) fn misfit(offset: usize, what: impl Into<Cow<'static, str>>) -> Self {
        Self { is_misfit: true, ..Self::new(offset, what) }
    }
}

pub type Result<T = (), E = Problem> = std::result::Result<T, E>;

/// Transforms a value: appends the result to the output, or refuses the whole record.
pub type Each<'a> = &'a mut dyn FnMut(Value<'_>, &mut Vec<u8>) -> Result;

/// A server's own escapes of a client's bytes, beside the quoting of its format.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Escapes {
    None,
    /// CloudFront percent-encodes a client's `%`, too; and in cookies their separators.
    Percent,
    Cookies,
    /// IIS writes a space as `+`.
    Plus,
}

impl Escapes {
    /// The client's bytes, if they are others. The escapes of `keep` stay, and so do those of
    /// control characters and of the separators of the parts of a URL: they are the client's.
    pub(super) fn undone(self, written: &[u8], keep: AsciiSet) -> Option<Vec<u8>> {
        match self {
            Self::Percent | Self::Cookies if memchr(b'%', written).is_some() => {
                let separators = if self == Self::Percent { &b"?#&=+;"[..] } else { b"" };
                let keep = keep.union(AsciiSet::from_bytes(separators)).union(sets::CONTROLS);
                let decoder = Decoder::new().keep(keep);
                let decode = |part: &[u8]| decoder.decode(part).unwrap_or_default().into_owned();
                let (mut once, mut done) = (Vec::new(), 0);
                for control in control::escaped_controls(written) {
                    once.extend(decode(&written[done..control.start]));
                    once.extend_from_slice(&written[control.clone()]);
                    done = control.end;
                }
                once.extend(decode(&written[done..]));
                (once != written).then_some(once)
            }
            Self::Plus if written.contains(&b'+') => {
                let space = |&byte| if byte == b'+' { b' ' } else { byte };
                Some(written.iter().map(space).collect())
            }
            _ => None,
        }
    }
}
