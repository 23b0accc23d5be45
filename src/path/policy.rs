//! The policy: its options, and the sets and the decoder that they come to.

use super::options::ESCAPED;
use super::{
    Backslash, DotSegments, EmptySegments, EscapedPercent, EscapedSlashes, PathErrorKind, Reserved,
    Semicolon,
};
use crate::backend::Backend;
use crate::decode::{Decoder, Malformed};
use crate::kernel::rules::PathRules;
use crate::sets::{self, AsciiSet};

/// The rules for accepting and resolving the path of a request target. The [module](super) lists
/// the steps; its presets are the place to start.
///
/// The policy is `Copy`, takes at most 128 bytes, and is built in `const`; every method takes it by
/// value. All methods take linear time and never panic; the resolved path is never longer than the
/// path, and its [target](Self::target) at most three times as long. An error changes nothing.
///
/// ```
/// use percent_simd::path::{self, PathPolicy, Semicolon};
///
/// /// For an upstream that drops parameters, from `;` on; and no `|` in any spelling.
/// const POLICY: PathPolicy =
///     path::STRICT.semicolon(Semicolon::Reject).reject(percent_simd::AsciiSet::from_bytes(b"|"));
/// assert_eq!(&*POLICY.resolve("/a/./b%20c").unwrap().path, b"/a/b c");
/// assert_eq!(POLICY.target("/a/./b%20c").unwrap(), "/a/b%20c");
/// assert!(POLICY.check("/admin;x").is_err() && POLICY.check("/a%7Cb").is_err());
/// ```
#[must_use]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(C)] // see `EncodeRules`
pub struct PathPolicy {
    pub(super) derived: Derived,
    pub(super) slashes: SlashRules,
    pub(super) segments: SegmentRules,
    pub(super) bytes: ByteRules,
    pub(super) reserved: Reserved,
    pub(super) backend: Option<Backend>,
}

/// Facts that follow from the options.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(C)]
pub(super) struct Derived {
    /// The refused bytes and triplets, and a raw `\` that may be a slash.
    pub(super) rules: PathRules,
    /// Decodes a path in which nothing is refused.
    pub(super) decoder: Decoder,
    /// `true` if a raw `\` is a slash, or is kept as one.
    pub(super) splits_at_backslash: bool,
    /// `true` if `%2F` or `%5C` may be a slash, or be kept as one.
    pub(super) splits_at_triplets: bool,
}

/// The options for separators.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct SlashRules {
    pub(super) escaped_slash: EscapedSlashes,
    pub(super) escaped_backslash: EscapedSlashes,
    pub(super) backslash: Backslash,
}

/// The options for segments.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct SegmentRules {
    pub(super) dots: DotSegments,
    pub(super) empty: EmptySegments,
    pub(super) semicolon: Semicolon,
    pub(super) refuses_windows_names: bool,
}

/// Which bytes and triplets a segment may hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct ByteRules {
    pub(super) reject: AsciiSet,
    pub(super) escaped_percent: EscapedPercent,
    pub(super) malformed: Malformed,
    pub(super) escaped_controls: bool,
    pub(super) escaped_dots: bool,
    pub(super) raw_non_ascii: bool,
    pub(super) must_be_utf8: bool,
}

const _: () = assert!(size_of::<PathPolicy>() <= 128);

impl PathPolicy {
    /// [`STRICT`](super::STRICT): the default of every option.
    #[inline]
    pub const fn new() -> Self {
        Self {
            derived: Derived {
                rules: PathRules {
                    raw: AsciiSet::EMPTY,
                    values: AsciiSet::EMPTY,
                    non_ascii: false,
                    utf8: true,
                },
                decoder: Decoder::new(),
                splits_at_backslash: false,
                splits_at_triplets: false,
            },
            slashes: SlashRules {
                escaped_slash: EscapedSlashes::Reject,
                escaped_backslash: EscapedSlashes::Reject,
                backslash: Backslash::Reject,
            },
            segments: SegmentRules {
                dots: DotSegments::Resolve,
                empty: EmptySegments::Merge,
                semicolon: Semicolon::Guard,
                refuses_windows_names: false,
            },
            bytes: ByteRules {
                reject: AsciiSet::EMPTY,
                escaped_percent: EscapedPercent::Keep,
                malformed: Malformed::Error,
                escaped_controls: false,
                escaped_dots: true,
                raw_non_ascii: false,
                must_be_utf8: true,
            },
            reserved: Reserved::Keep,
            backend: None,
        }
        .settled()
    }

    /// Derives the rules and the decoder from the options.
    #[inline]
    pub(super) const fn settled(mut self) -> Self {
        self.derived.splits_at_backslash = match self.slashes.backslash {
            Backslash::Slash => true,
            // A target holds it as `%5C`, which is kept.
            Backslash::Keep => matches!(self.slashes.escaped_backslash, EscapedSlashes::Keep),
            Backslash::Reject => false,
        };
        self.derived.splits_at_triplets = !matches!(
            (self.slashes.escaped_slash, self.slashes.escaped_backslash),
            (EscapedSlashes::Reject, EscapedSlashes::Reject)
        );
        let rejected = self.bytes.reject.intersection(self.escaped());
        let mut raw = sets::CONTROLS.union(AsciiSet::from_bytes(b"?#%")).union(rejected);
        let controls =
            if self.bytes.escaped_controls { AsciiSet::from_bytes(b"\0") } else { sets::CONTROLS };
        let mut values = controls.union(self.bytes.reject);
        let (may_refuse, mut index) = (b"/\\%.;", 0);
        while index < may_refuse.len() {
            let byte = may_refuse[index];
            // Accepted, but looked at: these may separate segments, begin, or end one.
            let is_slash = byte == b'\\' && self.derived.splits_at_backslash;
            let begins_parameters =
                byte == b';' && !matches!(self.segments.semicolon, Semicolon::Keep);
            if is_slash || begins_parameters || self.kind_of_raw(byte).is_some() {
                raw = raw.add(byte);
            }
            if begins_parameters || self.kind_of_triplet(byte).is_some() {
                values = values.add(byte);
            }
            index += 1;
        }
        // Raw and escaped bytes of one sequence are rare enough for a closer look.
        let non_ascii = self.bytes.raw_non_ascii && !self.bytes.must_be_utf8;
        self.derived.rules = PathRules { raw, values, non_ascii, utf8: self.bytes.must_be_utf8 };
        self.derived.decoder = self.decoding(Decoder::new().keep(self.kept_triplets()));
        self
    }

    /// Why a raw byte is refused, if it is.
    #[inline]
    pub(super) const fn kind_of_raw(&self, byte: u8) -> Option<PathErrorKind> {
        Some(match byte {
            0x80.. if self.bytes.raw_non_ascii => return None,
            0x80.. => PathErrorKind::NonAscii(byte),
            b'\\' if matches!(self.slashes.backslash, Backslash::Reject) => {
                PathErrorKind::Backslash
            }
            // A target holds it as `%5C`.
            b'\\'
                if matches!(self.slashes.backslash, Backslash::Keep)
                    && matches!(self.slashes.escaped_backslash, EscapedSlashes::Reject) =>
            {
                PathErrorKind::Backslash
            }
            b';' if matches!(self.segments.semicolon, Semicolon::Reject) => {
                PathErrorKind::Semicolon
            }
            b'?' | b'#' => PathErrorKind::Delimiter(byte),
            _ if byte.is_ascii_control() => PathErrorKind::Control(byte),
            // A target can hold only their triplets.
            _ if self.bytes.reject.contains(byte) && self.escaped().contains(byte) => {
                PathErrorKind::Rejected(byte)
            }
            _ => return None,
        })
    }

    /// Why the triplet of a value is refused, if it is.
    #[inline]
    pub(super) const fn kind_of_triplet(&self, value: u8) -> Option<PathErrorKind> {
        Some(match value {
            b'/' if matches!(self.slashes.escaped_slash, EscapedSlashes::Reject) => {
                PathErrorKind::EscapedSlash(value)
            }
            b'\\' if matches!(self.slashes.escaped_backslash, EscapedSlashes::Reject) => {
                PathErrorKind::EscapedSlash(value)
            }
            // One that is kept never becomes a raw `\`.
            b'\\'
                if matches!(self.slashes.backslash, Backslash::Reject)
                    && !matches!(self.slashes.escaped_backslash, EscapedSlashes::Keep) =>
            {
                PathErrorKind::Backslash
            }
            b'%' if matches!(self.bytes.escaped_percent, EscapedPercent::Reject) => {
                PathErrorKind::EscapedPercent
            }
            b'.' if !self.bytes.escaped_dots => PathErrorKind::EscapedDot,
            b';' if matches!(self.segments.semicolon, Semicolon::Reject) => {
                PathErrorKind::Semicolon
            }
            0 => PathErrorKind::Control(0),
            _ if value.is_ascii_control() && !self.bytes.escaped_controls => {
                PathErrorKind::Control(value)
            }
            _ if self.bytes.reject.contains(value) => PathErrorKind::Rejected(value),
            _ => return None,
        })
    }

    /// The bytes < 0x80 that a target does not hold raw.
    #[inline]
    pub(super) const fn escaped(&self) -> AsciiSet {
        if self.escapes_plus() { ESCAPED.add(b'+') } else { ESCAPED }
    }

    /// Returns whether a target holds a raw `+` as `%2B`.
    pub(super) const fn escapes_plus(&self) -> bool {
        matches!(self.reserved, Reserved::EscapePlus)
    }

    /// Returns whether dot segments are resolved once more after a slash is unescaped.
    pub(super) const fn unescapes_last(&self) -> bool {
        matches!(self.slashes.escaped_slash, EscapedSlashes::UnescapeLast)
            || matches!(self.slashes.escaped_backslash, EscapedSlashes::UnescapeLast)
    }

    /// The values whose triplets stay as they are written.
    #[inline]
    const fn kept_triplets(&self) -> AsciiSet {
        let mut keep = AsciiSet::EMPTY;
        if matches!(self.slashes.escaped_slash, EscapedSlashes::Keep) {
            keep = keep.add(b'/');
        }
        if matches!(self.slashes.escaped_backslash, EscapedSlashes::Keep) {
            keep = keep.add(b'\\');
        }
        if matches!(self.bytes.escaped_percent, EscapedPercent::Keep) {
            keep = keep.add(b'%');
        }
        if matches!(self.segments.semicolon, Semicolon::Guard | Semicolon::Drop)
            && !matches!(self.bytes.escaped_percent, EscapedPercent::Decode)
        {
            keep = keep.add(b';');
        }
        keep
    }

    /// Returns whether every malformed triplet is an error by itself.
    pub(super) const fn refuses_malformed(&self) -> bool {
        // A target holds a kept `%` as `%25`.
        matches!(self.bytes.malformed, Malformed::Error)
            || matches!(self.bytes.escaped_percent, EscapedPercent::Reject)
    }

    /// The decoder, on the policy's backend.
    pub(super) const fn decoding(self, decoder: Decoder) -> Decoder {
        Decoder { backend: self.backend, ..decoder }
    }

    #[inline]
    pub(super) fn backend(&self) -> Backend {
        self.backend.unwrap_or_else(Backend::active)
    }
}

impl Default for PathPolicy {
    #[inline]
    fn default() -> Self {
        Self::new()
    }
}
