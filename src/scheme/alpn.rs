//! RFC 7639 2.2 (and RFC 7838 3): ALPN protocol names in header fields. Each name has one spelling,
//! so encoded names can be compared.

#[cfg(feature = "alloc")]
use alloc::borrow::Cow;

use crate::error::{DecodeError, DecodeErrorKind};
use crate::{AsciiSet, Decoder, Encoder, HexDigits, Malformed, sets, syntax};

/// Encodes a protocol name as RFC 7639 2.2 requires: a token that keeps *tchar* without `%`
/// ([`sets::ALPN`]). Borrowed if nothing changes. A protocol name is never empty (RFC 7301 3.1).
///
/// ```
/// use percent_simd::scheme::alpn;
/// assert_eq!(alpn::encode("w=x:y#z"), "w%3Dx%3Ay#z");
/// ```
#[cfg(feature = "alloc")]
#[must_use]
#[inline]
pub fn encode<I: AsRef<[u8]> + ?Sized>(name: &I) -> Cow<'_, str> {
    Encoder::new(sets::ALPN).encode(name.as_ref())
}

/// Decodes a token into its protocol name; borrowed if the token holds no triplet.
///
/// # Errors
/// [`Empty`](DecodeErrorKind::Empty) for the empty token: a protocol name has at least one byte
/// (RFC 7301 3.1). Otherwise the first position where the token departs from its name's one
/// spelling: [`Raw`](DecodeErrorKind::Raw) for a byte that must be escaped,
/// [`Rejected`](DecodeErrorKind::Rejected) for the escape of a character that must stay raw,
/// [`LowercaseHex`](DecodeErrorKind::LowercaseHex), or the kind of a malformed triplet. Two valid
/// tokens therefore name the same protocol exactly if they are equal.
///
/// ```
/// use percent_simd::{DecodeErrorKind, scheme::alpn};
/// assert_eq!(&*alpn::decode("w%3Dx%3Ay#z").unwrap(), b"w=x:y#z");
/// assert_eq!(alpn::decode("%68%32").unwrap_err().kind(), DecodeErrorKind::Rejected(b'h'));
/// assert_eq!(alpn::decode("w%3dx").unwrap_err().kind(), DecodeErrorKind::LowercaseHex);
/// ```
#[cfg(feature = "alloc")]
#[inline]
pub fn decode<I: AsRef<[u8]> + ?Sized>(token: &I) -> Result<Cow<'_, [u8]>, DecodeError> {
    let token = token.as_ref();
    check(token)?;
    Decoder::new().decode(token)
}

/// Checks that the token is the one spelling of a protocol name.
///
/// # Errors
/// The errors of `decode`.
#[inline]
pub fn check<I: AsRef<[u8]> + ?Sized>(token: &I) -> Result<(), DecodeError> {
    const ESCAPED: AsciiSet = sets::ALPN;
    const STRICT: Decoder = Decoder::new()
        .malformed(Malformed::Error)
        .hex_digits(HexDigits::Upper)
        .reject(ESCAPED.complement());
    // The decoder checks `%`, the start of a triplet.
    const RAW: Encoder = Encoder::new(ESCAPED.remove(b'%'));

    let token = token.as_ref();
    if token.is_empty() {
        return Err(DecodeError::new(0, DecodeErrorKind::Empty));
    }
    match (STRICT.check(token), RAW.find(token)) {
        (Err(error), raw) if raw.is_none_or(|raw| error.position() < raw) => {
            let kind = match syntax::triplet(&token[error.position()..]) {
                Some(value) if value < 0x80 && !ESCAPED.contains(value) => {
                    DecodeErrorKind::Rejected(value)
                }
                Some(_) => DecodeErrorKind::LowercaseHex,
                None => error.kind(),
            };
            Err(DecodeError::new(error.position(), kind))
        }
        (_, Some(raw)) => Err(DecodeError::new(raw, DecodeErrorKind::Raw(token[raw]))),
        _ => Ok(()),
    }
}
