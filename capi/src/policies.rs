//! Converts the values that C stores into the library's policies.

use percent_simd::scheme::Scheme;
use percent_simd::{AsciiSet, Decoder, Encoder, HexDigits, Malformed, Utf8};

use crate::names::SCHEMES;
use crate::result::{Failure, percent_simd_result};
use crate::values::{
    PERCENT_SIMD_DECODE_KEEP_NON_ASCII, PERCENT_SIMD_DECODE_LOWERCASE_DIGITS,
    PERCENT_SIMD_DECODE_PLUS_AS_SPACE, PERCENT_SIMD_DECODE_REJECT_RAW, PERCENT_SIMD_DECODE_STRICT,
    PERCENT_SIMD_DECODE_UPPERCASE_DIGITS, PERCENT_SIMD_DECODE_UTF8_KEEP_ESCAPED,
    PERCENT_SIMD_DECODE_UTF8_LOSSY, PERCENT_SIMD_ENCODE_KEEP_ESCAPES,
    PERCENT_SIMD_ENCODE_KEEP_NON_ASCII, PERCENT_SIMD_ENCODE_LOWERCASE_HEX,
    PERCENT_SIMD_ENCODE_SPACE_AS_PLUS, percent_simd_decoder, percent_simd_encoder,
};

/// Evaluates an expression with the library's policy. The expression is inlined for a ready policy,
/// which is not copied: a copy takes longer than a short input.
macro_rules! with_policy {
    ($of:expr, |$policy:ident| $value:expr) => {
        match $of.ready() {
            Some($policy) => $value,
            None => $of.with_made(|$policy| $value)?,
        }
    };
}
pub(crate) use with_policy;

const ENCODE_OPTIONS: u32 = PERCENT_SIMD_ENCODE_SPACE_AS_PLUS
    | PERCENT_SIMD_ENCODE_LOWERCASE_HEX
    | PERCENT_SIMD_ENCODE_KEEP_ESCAPES
    | PERCENT_SIMD_ENCODE_KEEP_NON_ASCII;
const BYTE_OPTIONS: u32 = PERCENT_SIMD_DECODE_PLUS_AS_SPACE
    | PERCENT_SIMD_DECODE_STRICT
    | PERCENT_SIMD_DECODE_KEEP_NON_ASCII
    | PERCENT_SIMD_DECODE_REJECT_RAW;
/// The options of an encoder or decoder for an unknown scheme.
pub(crate) const NO_OPTIONS: u32 = u32::MAX;

impl percent_simd_encoder {
    /// The library's policy, if the value equals a scheme's.
    #[inline(always)]
    pub(crate) fn ready(&self) -> Option<&'static Encoder> {
        let ready = READY.get((self.hint as usize).wrapping_sub(1))?;
        (ready.rows == self.set.rows && ready.options == self.options).then_some(&ready.encoder)
    }

    /// The result of `run` for a policy that is not ready; an error for an invalid one.
    #[inline(never)]
    pub(crate) fn with_made<T>(&self, run: impl FnOnce(Encoder) -> T) -> Result<T, Failure> {
        if self.options & !ENCODE_OPTIONS != 0 {
            return Err(percent_simd_result::InvalidArgument.into());
        }
        let encoder = Encoder::new(self.set.into());
        Ok(run(if self.options == 0 { encoder } else { self.with_options(encoder) }))
    }

    #[inline(never)]
    fn with_options(&self, encoder: Encoder) -> Encoder {
        encoder
            .space_as_plus(self.options & PERCENT_SIMD_ENCODE_SPACE_AS_PLUS != 0)
            .lowercase_hex(self.options & PERCENT_SIMD_ENCODE_LOWERCASE_HEX != 0)
            .keep_escapes(self.options & PERCENT_SIMD_ENCODE_KEEP_ESCAPES != 0)
            .keep_non_ascii(self.options & PERCENT_SIMD_ENCODE_KEEP_NON_ASCII != 0)
    }
}

/// The encoder of a scheme. Its alignment makes the compiler pass it by reference without a copy.
#[repr(align(64))]
struct Ready {
    rows: [u8; 16],
    options: u32,
    encoder: Encoder,
}

/// The options of a scheme's encoder.
pub(crate) const fn options_of(scheme: Scheme) -> u32 {
    let plus = if scheme.space_is_plus() { PERCENT_SIMD_ENCODE_SPACE_AS_PLUS } else { 0 };
    let escapes = if scheme.keeps_escapes() { PERCENT_SIMD_ENCODE_KEEP_ESCAPES } else { 0 };
    let text = if scheme.keeps_non_ascii() { PERCENT_SIMD_ENCODE_KEEP_NON_ASCII } else { 0 };
    plus | escapes | text
}

/// The encoders of all schemes, by number.
static READY: [Ready; SCHEMES.len()] = {
    const NONE: Ready = Ready { rows: [0; 16], options: 0, encoder: Encoder::new(AsciiSet::EMPTY) };
    let mut all = [NONE; SCHEMES.len()];
    let mut number = 0;
    while number < SCHEMES.len() {
        let scheme = SCHEMES[number].1;
        let (rows, options) = (scheme.set().to_rows(), options_of(scheme));
        all[number] = Ready { rows, options, encoder: scheme.encoder() };
        number += 1;
    }
    all
};

/// A decoder that keeps and rejects nothing; aligned like [`Ready`].
#[repr(align(64))]
struct Simple(Decoder);

/// These decoders, by their options for bytes.
static SIMPLE: [Simple; 1 + BYTE_OPTIONS as usize] = {
    let mut decoders = [const { Simple(Decoder::new()) }; 1 + BYTE_OPTIONS as usize];
    let mut options = 0;
    while options <= BYTE_OPTIONS {
        decoders[options as usize] = Simple(with_options(Decoder::new(), options));
        options += 1;
    }
    decoders
};

const DIGITS: u32 = PERCENT_SIMD_DECODE_LOWERCASE_DIGITS | PERCENT_SIMD_DECODE_UPPERCASE_DIGITS;

const fn with_options(decoder: Decoder, options: u32) -> Decoder {
    let digits = match options & DIGITS {
        PERCENT_SIMD_DECODE_LOWERCASE_DIGITS => HexDigits::Lower,
        PERCENT_SIMD_DECODE_UPPERCASE_DIGITS => HexDigits::Upper,
        _ => HexDigits::Any,
    };
    let malformed =
        if options & PERCENT_SIMD_DECODE_STRICT != 0 { Malformed::Error } else { Malformed::Keep };
    decoder
        .plus_as_space(options & PERCENT_SIMD_DECODE_PLUS_AS_SPACE != 0)
        .malformed(malformed)
        .keep_non_ascii(options & PERCENT_SIMD_DECODE_KEEP_NON_ASCII != 0)
        .reject_raw(options & PERCENT_SIMD_DECODE_REJECT_RAW != 0)
        .hex_digits(digits)
}

impl percent_simd_decoder {
    /// The library's policy for decoding to bytes, if it keeps and rejects nothing.
    #[inline(always)]
    pub(crate) fn ready(&self) -> Option<&'static Decoder> {
        let options = u64::from(self.options) | u64::from(self.reserved) << 32;
        let Simple(decoder) = SIMPLE.get(usize::try_from(options).ok()?)?;
        let is_simple =
            AsciiSet::from(self.keep).is_empty() && AsciiSet::from(self.reject).is_empty();
        is_simple.then_some(decoder)
    }

    /// The result of `run` for a policy to bytes that is not ready; an error for an invalid one.
    #[inline(never)]
    pub(crate) fn with_made<T>(&self, run: impl FnOnce(Decoder) -> T) -> Result<T, Failure> {
        Ok(run(self.made()?))
    }

    /// The library's policy for decoding to text, and whether ill-formed UTF-8 is an error.
    pub(crate) fn text_policy(&self) -> Result<(Decoder, bool), Failure> {
        let utf8 = if self.options & PERCENT_SIMD_DECODE_UTF8_LOSSY != 0 {
            Utf8::Lossy
        } else if self.options & PERCENT_SIMD_DECODE_UTF8_KEEP_ESCAPED != 0 {
            Utf8::KeepEscaped
        } else {
            Utf8::Strict
        };
        Ok((self.made()?.utf8(utf8), utf8 == Utf8::Strict))
    }

    fn made(&self) -> Result<Decoder, Failure> {
        let utf8 = PERCENT_SIMD_DECODE_UTF8_LOSSY | PERCENT_SIMD_DECODE_UTF8_KEEP_ESCAPED;
        if self.options & !(BYTE_OPTIONS | utf8 | DIGITS) != 0
            || self.options & utf8 == utf8
            || self.options & DIGITS == DIGITS
            || self.reserved != 0
        {
            return Err(percent_simd_result::InvalidArgument.into());
        }
        let decoder = Decoder::new().keep(self.keep.into()).reject(self.reject.into());
        Ok(if self.options == 0 { decoder } else { with_options(decoder, self.options) })
    }
}
