//! The first unit of an input: a byte, or a triplet.

use crate::error::DecodeErrorKind;
use crate::kernel::rules::{DecodeRules, Digits};
use crate::syntax::{is_triplet, malformed_kind, triplet};

/// The first unit of an input under some rules, and its output.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Unit {
    /// One byte of input makes this byte of output.
    Byte(u8),
    /// A triplet makes this byte of output.
    Value(u8),
    /// A triplet that stays as it is written.
    Kept,
    /// A malformed triplet, or a triplet that decodes into a rejected byte.
    Refused(DecodeErrorKind),
}

impl Unit {
    /// The length in the input.
    pub(crate) const fn len(self) -> usize {
        match self {
            Self::Byte(_) | Self::Refused(_) => 1,
            Self::Value(_) | Self::Kept => 3,
        }
    }
}

/// The first unit of an input that is not empty, and that begins with no raw byte that is refused:
/// kernels are given none (see `accepted` in `find.rs`), so their loops need not ask.
#[inline(always)]
pub(crate) fn unit(input: &[u8], rules: &DecodeRules) -> Unit {
    match input[0] {
        b'%' => triplet_unit(input, rules, rules.is_plain()),
        b'+' if rules.plus_as_space => Unit::Byte(b' '),
        byte => Unit::Byte(byte),
    }
}

/// The first unit of an input that begins with `%`. `plain` is [`DecodeRules::is_plain`].
#[inline(always)]
pub(crate) fn triplet_unit(input: &[u8], rules: &DecodeRules, plain: bool) -> Unit {
    let triplet = triplet(input);
    if plain {
        return triplet.map_or(Unit::Byte(b'%'), Unit::Value);
    }
    match triplet {
        Some(_) if !has_digits(input, rules.digits) => match rules.strict {
            true => Unit::Refused(DecodeErrorKind::BadHex),
            false => Unit::Byte(b'%'),
        },
        Some(value) if rules.reject.contains(value) => {
            Unit::Refused(DecodeErrorKind::Rejected(value))
        }
        Some(value) if rules.keep.contains(value) || (rules.keep_non_ascii && value >= 0x80) => {
            Unit::Kept
        }
        Some(value) => Unit::Value(value),
        None if rules.strict => Unit::Refused(refused_kind(input, rules)),
        None => Unit::Byte(b'%'),
    }
}

/// True if both digits of the triplet at the start count.
#[inline(always)]
fn has_digits(input: &[u8], digits: Digits) -> bool {
    let count = |[high, low]: [u8; 2]| digits.count(high) && digits.count(low);
    digits == Digits::Any || input[1..].first_chunk().is_some_and(|&pair| count(pair))
}

/// [`malformed_kind`] under rules in which not all digits count.
#[cold]
#[inline]
fn refused_kind(input: &[u8], rules: &DecodeRules) -> DecodeErrorKind {
    match malformed_kind(input) {
        DecodeErrorKind::Truncated
            if !input[1..].iter().all(|&digit| rules.digits.count(digit)) =>
        {
            DecodeErrorKind::BadHex
        }
        kind => kind,
    }
}

/// The end of the valid triplet that holds the byte at `index`, if there is one. (Valid triplets
/// never overlap: `%` is not a hex digit.)
#[inline(never)]
pub(crate) fn end_of_triplet_around<const LAZY: bool>(
    input: &[u8],
    index: usize,
    digits: Digits,
) -> Option<usize> {
    (index.saturating_sub(2)..=index)
        .find(|&start| is_triplet(&input[start..]) && has_digits(&input[start..], digits))
        .map(|start| start + 3)
        .filter(|&end| end > index)
}
