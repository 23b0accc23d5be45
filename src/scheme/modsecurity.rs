//! ModSecurity's transformations `t:urlDecode` and `t:urlDecodeUni`, which Coraza and the OWASP
//! Core Rule Set use: the form in which a rule sees a value.
//!
//! They never fail: a malformed `%` stays. Neither tells whether the server behind the
//! firewall reads the same value.

use alloc::borrow::Cow;
use alloc::vec::Vec;

use crate::Decoder;

const DECODER: Decoder = Decoder::new().plus_as_space(true);

/// `t:urlDecode`: `+` is SP, triplets are bytes, and a malformed `%` stays. Borrowed if nothing
/// changes.
///
/// ```
/// use percent_simd::scheme::modsecurity;
/// assert_eq!(&*modsecurity::url_decode("%+FF+%41%u0041"), b"% FF A%u0041");
/// ```
#[must_use]
#[inline]
pub fn url_decode<I: AsRef<[u8]> + ?Sized>(input: &I) -> Cow<'_, [u8]> {
    DECODER.decode_lenient(input)
}

/// `t:urlDecodeUni`: [`url_decode`], and `%uHHHH` (or `%UHHHH`) is one byte, as on IIS: the low
/// byte of the code, or for a full-width form, FF01-FF5E, its ASCII character. Borrowed if nothing
/// changes.
///
/// (This is the transformation without `SecUnicodeMapFile`, whose table may map other codes.)
///
/// ```
/// use percent_simd::scheme::modsecurity;
/// assert_eq!(&*modsecurity::url_decode_uni("%uFF1Cscript%uFF1E"), b"<script>");
/// assert_eq!(&*modsecurity::url_decode_uni("%u0141+%uzz%41"), b"A %uzzA");
/// ```
#[must_use]
#[inline]
pub fn url_decode_uni<I: AsRef<[u8]> + ?Sized>(input: &I) -> Cow<'_, [u8]> {
    let input = input.as_ref();
    let (mut output, mut rest) = (Vec::new(), input);
    // A `%` ends a triplet before it that is cut short, so the pieces decode alone.
    let find =
        |rest: &[u8]| rest.windows(WIDE).enumerate().find_map(|(at, all)| Some((at, wide(all)?)));
    while let Some((at, byte)) = find(rest) {
        output.extend_from_slice(&url_decode(&rest[..at]));
        output.push(byte);
        rest = &rest[at + WIDE..];
    }
    if rest.len() == input.len() {
        return url_decode(input);
    }
    output.extend_from_slice(&url_decode(rest));
    Cow::Owned(output)
}

/// The length of `%uHHHH`.
const WIDE: usize = 6;

/// The byte of `%uHHHH`.
#[inline]
fn wide(window: &[u8]) -> Option<u8> {
    let [b'%', b'u' | b'U', digits @ ..] = window else { return None };
    let code = digits
        .iter()
        .try_fold(0, |code: u32, &byte| Some(code << 4 | char::from(byte).to_digit(16)?))?;
    // Full-width forms are 0xFEE0 above their ASCII characters.
    let code = if (0xFF01..=0xFF5E).contains(&code) { code - 0xFEE0 } else { code };
    Some(code as u8)
}
