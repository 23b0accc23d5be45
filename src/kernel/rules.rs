//! The rules by which kernels encode, decode and examine, made from the policies; and their progress.

#[cfg(feature = "path")]
use super::memory::{REGISTER, SHORT_PATH};
#[cfg(feature = "path")]
use super::trust::Slot;
use crate::sets::AsciiSet;

/// The policy of an [`Encoder`](crate::Encoder), made ready for kernels.
///
/// A caller copies a policy to the stack by the widest stores that its size and alignment allow, and
/// a kernel that loads a set across two of them waits until both are in the cache. So the set comes
/// first, here and in the types that hold these rules, and the policies are multiples of eight bytes, aligned
/// to eight: of 22 bytes, the last eight would be stored over the end of the set.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(C)]
pub(crate) struct EncodeRules {
    /// The bytes that become triplets, besides every byte >= 0x80. With `space_as_plus` it holds
    /// `+` and not SP.
    pub(crate) set: AsciiSet,
    pub(crate) space_as_plus: bool,
    pub(crate) lowercase_hex: bool,
    /// Valid triplets stay. Kernels are never asked to: see `parts`.
    pub(crate) keep_escapes: bool,
    /// Well-formed UTF-8 stays raw. Kernels are never asked to: see `parts`.
    pub(crate) keep_non_ascii: bool,
    /// Keeps only the characters among them that an IRI may hold.
    pub(crate) ucschar_only: bool,
}

impl EncodeRules {
    /// Returns whether options besides the set affect the encoding.
    #[inline]
    pub(crate) const fn has_options(&self) -> bool {
        self.space_as_plus || self.keeps_sequences()
    }

    /// True if some bytes stay because of those beside them.
    #[inline]
    pub(crate) const fn keeps_sequences(&self) -> bool {
        self.keep_escapes || self.keep_non_ascii
    }
}

/// The policy of a [`Decoder`](crate::Decoder) as far as bytes go. For the order of the fields see
/// [`EncodeRules`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(C)]
pub(crate) struct DecodeRules {
    pub(crate) keep: AsciiSet,
    pub(crate) reject: AsciiSet,
    pub(crate) keep_non_ascii: bool,
    pub(crate) plus_as_space: bool,
    /// A malformed triplet is an error.
    pub(crate) strict: bool,
    /// `reject` holds for raw bytes, too, by their output: a `+` that becomes SP counts as SP. The bytes of a valid triplet are not raw.
    pub(crate) reject_raw: bool,
    /// The hex digits that count.
    pub(crate) digits: Digits,
    /// The summary of the fields above, in bits: a call looks at one byte, not at both sets.
    pub(super) summary: u8,
}

/// The hex digits that make a triplet, by the case of their letters, for all kernels alike: a letter
/// counts if what [`fold`](Self::fold) leaves of it is one of the six from
/// [`letter_a`](Self::letter_a) on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Digits {
    Any,
    Lower,
    Upper,
}

/// The bit that tells a small letter from a capital one.
pub(super) const CASE: u8 = b'a' ^ b'A';

impl Digits {
    /// The bits of a letter that count: all but its case, or all of them.
    #[inline(always)]
    pub(crate) const fn fold(self) -> u8 {
        if matches!(self, Self::Any) { !CASE } else { !0 }
    }

    /// The first letter that counts, after the fold.
    #[inline(always)]
    pub(crate) const fn letter_a(self) -> u8 {
        if matches!(self, Self::Lower) { b'a' } else { b'A' }
    }

    /// True if this byte, a hex digit of either case, counts.
    #[inline]
    pub(crate) const fn count(self, digit: u8) -> bool {
        digit <= b'9' || digit & self.fold() & CASE == self.letter_a() & CASE
    }
}

/// Bit of a summary: a `%` that begins no triplet is refused.
const STRICT: u8 = 1;
/// Bit of a summary: the treatment of a triplet depends on its value.
const SELECTIVE: u8 = 2;
/// Bit of a summary: some input is an error.
const CAN_FAIL: u8 = 4;
/// Bit of a summary: not all hex digits count.
const ONE_CASE: u8 = 8;

impl DecodeRules {
    /// Every malformed `%` stays, nothing is kept or rejected.
    pub(crate) const PLAIN: Self = Self {
        keep: AsciiSet::EMPTY,
        reject: AsciiSet::EMPTY,
        keep_non_ascii: false,
        plus_as_space: false,
        strict: false,
        reject_raw: false,
        digits: Digits::Any,
        summary: 0,
    };

    /// The rules. `PLAIN` says that they are plain, and makes constants of all but `plus_as_space`.
    #[inline(always)]
    pub(crate) const fn known<const PLAIN: bool>(&self) -> Self {
        let plus_as_space = self.plus_as_space;
        if PLAIN { Self { plus_as_space, ..Self::PLAIN } } else { *self }
    }

    /// The rules, with the summary of a changed field.
    #[inline]
    pub(crate) const fn settled(mut self) -> Self {
        let rejects = !self.reject.is_empty();
        let keeps = self.keep_non_ascii || !self.keep.is_empty();
        self.summary = if self.strict { STRICT } else { 0 }
            | if rejects || keeps { SELECTIVE } else { 0 }
            | if matches!(self.digits, Digits::Any) { 0 } else { ONE_CASE }
            | if self.strict || rejects { CAN_FAIL } else { 0 };
        self
    }

    /// Returns whether some input is an error.
    #[inline]
    pub(crate) const fn can_fail(&self) -> bool {
        self.summary & CAN_FAIL != 0
    }

    /// Returns whether the treatment of a triplet depends on its value.
    #[inline]
    #[allow(dead_code, reason = "for the vector kernels, which not every target has")]
    pub(crate) const fn is_selective(&self) -> bool {
        self.summary & SELECTIVE != 0
    }

    /// Returns whether every valid triplet is decoded and every other `%` stays.
    #[inline]
    pub(crate) const fn is_plain(&self) -> bool {
        self.summary & (STRICT | SELECTIVE | ONE_CASE) == 0
    }

    /// The rules, but refused triplets stay as they are written.
    #[inline]
    pub(crate) const fn infallible(self) -> Self {
        if !self.can_fail() && !self.reject_raw {
            return self;
        }
        let plus_is_refused = self.reject_raw && self.reject.contains(b' ');
        Self {
            keep: self.keep.union(self.reject),
            reject: AsciiSet::EMPTY,
            plus_as_space: self.plus_as_space && !plus_is_refused,
            strict: false,
            reject_raw: false,
            ..self
        }
        .settled()
    }

    /// The raw bytes that are refused, outside valid triplets. Under `strict` a malformed triplet
    /// is not among them: it is refused as such.
    #[inline]
    pub(crate) const fn rejected_raw(&self) -> AsciiSet {
        if !self.reject_raw {
            return AsciiSet::EMPTY;
        }
        match (self.plus_as_space, self.reject.contains(b' ')) {
            (false, _) => self.reject,
            (true, true) => self.reject.add(b'+'),
            (true, false) => self.reject.remove(b'+'),
        }
    }
}

/// The odd bytes and triplets of a path. For the order of the fields see
/// [`EncodeRules`].
///
/// An odd byte or triplet is refused, or (raw bytes and malformed triplets) only to be looked at
/// closely: a kernel stops before it, and the caller knows more.
#[cfg(feature = "path")]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(C)]
pub(crate) struct PathRules {
    /// `%`, and the raw bytes that are odd.
    pub(crate) raw: AsciiSet,
    /// The values whose triplets are odd.
    pub(crate) values: AsciiSet,
    /// Raw bytes >= 0x80 are not odd. Not with `utf8`.
    pub(crate) non_ascii: bool,
    /// Values that are not UTF-8 are odd.
    pub(crate) utf8: bool,
}

#[cfg(feature = "path")]
impl PathRules {
    /// Returns whether the triplet of this value may be a slash or a dot in another spelling.
    pub(crate) const fn is_spelling(value: u8) -> bool {
        matches!(value, b'.' | b'/' | b'\\')
    }
}

/// A short path that is decoded while it is examined, but for the triplets in `keep`.
#[cfg(feature = "path")]
pub(crate) struct Decoding<'a> {
    pub(super) keep: &'a AsciiSet,
    pub(super) slots: [Slot; SHORT_PATH + REGISTER],
    #[cfg_attr(not(feature = "alloc"), allow(dead_code, reason = "there is no memory for it"))]
    pub(super) examined: Examined,
}

/// The findings of `examine`.
#[cfg(feature = "path")]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Examined {
    /// No odd byte or triplet ends before this place, except by its UTF-8: a sequence that ends up
    /// to three bytes before it may be ill-formed, and one that ends at it incomplete. For a
    /// [`Self::DECODED`] path, this is the decoded length.
    pub(crate) read: usize,
    /// [`Self::ESCAPES`] and the constants after it, in bits.
    pub(crate) found: u8,
}

#[cfg(feature = "path")]
impl Examined {
    /// A triplet.
    pub(crate) const ESCAPES: u8 = 1;
    /// A `/` or `.` after a `/`.
    pub(crate) const DOTS: u8 = 2;
    /// Something odd, before which the kernel has stopped: it says nothing about the rest.
    pub(crate) const ODD: u8 = 4;
    /// A slash or dot in another spelling ([`PathRules::is_spelling`]), which is not odd.
    pub(crate) const SPELLED: u8 = 8;
    /// Nothing: the path is decoded.
    #[cfg_attr(not(feature = "alloc"), allow(dead_code, reason = "there is no memory for it"))]
    pub(crate) const DECODED: u8 = 16;

    /// Returns whether `what` was found.
    #[inline]
    pub(crate) const fn has(self, what: u8) -> bool {
        self.found & what != 0
    }
}

/// The progress of a decoding kernel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Progress {
    /// Bytes of input that are done. Less than all of them: the rules refuse something soon after.
    pub(crate) read: usize,
    /// Bytes of output that they make.
    pub(crate) written: usize,
}

impl Progress {
    pub(crate) const NONE: Self = Self { read: 0, written: 0 };

    /// All of an input in which nothing becomes shorter.
    pub(crate) const fn whole(len: usize) -> Self {
        Self { read: len, written: len }
    }

    /// The progress from the start, if `read` and `written` precede it.
    pub(crate) const fn after(self, read: usize, written: usize) -> Self {
        Self { read: read + self.read, written: written + self.written }
    }
}
