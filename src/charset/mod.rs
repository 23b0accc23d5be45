//! Legacy charsets (Shift_JIS, ISO-2022-JP, windows-1252, ...): WHATWG URL 1.3, *percent-encode
//! after encoding*, and forms. Feature `charset`.
//!
//! A [`Charset`] is a charset of the WHATWG Encoding Standard, found by its label.
//!
//! ```
//! use percent_simd::Decoder;
//! use percent_simd::charset::{self, Charset};
//!
//! let shift_jis = Charset::from_label("shift_jis").unwrap();
//! assert_eq!(charset::encode_query("q=≡ ‽", shift_jis), "q=%81%DF%20%26%238253%3B");
//! assert_eq!(charset::encode_form("1+1 ≡ 2%20‽", shift_jis), "1%2B1+%81%DF+2%2520%26%238253%3B");
//! assert_eq!(charset::decode("%81%DF", shift_jis, Decoder::new()).unwrap(), "≡");
//! ```
//!
//! # Encoding
//! One encoder, which may be stateful (ISO-2022-JP), encodes the whole text, and its bytes are
//! percent-encoded. A character that the charset lacks becomes `%26%23N%3B`: the escaped HTML
//! character reference `&#N;` with its code point in decimal. Text in which a user typed that
//! reference gives the same result. UTF-16 and *replacement* stand for UTF-8 (WHATWG Encoding, *get
//! an output encoding*).
//!
//! The standard defines this for two sets only, those of [`encode_query`] and [`encode_form`]:
//! paths, fragments and user names are always UTF-8. [`encode`] takes any policy, for old servers
//! whose paths are in a legacy charset, which no standard covers.
//!
//! # Decoding
//! Triplets are decoded into bytes, then the bytes are decoded from the charset. Byte order marks
//! have no meaning here.
//!
//! **Raw bytes >= 0x80.** The standard warns that charsets other than UTF-8 *might be insecure* for
//! input with non-ASCII bytes. An encoder that knows the charset escapes such bytes, so a raw one
//! has another origin: it may be UTF-8 beside escapes in another charset. Also, a lead byte of a
//! multi-byte charset consumes the `&`, `%` or quote after it, so two programs disagree about where
//! a value ends. Check `input.is_ascii()` first: if it is false, reject the input or decode it as
//! UTF-8.
//!
//! # Forms
//! [`parse_form`], [`form_charset`] and [`serialize_form`]; for a single value, [`decode`] by the
//! pair's [`decoder`](crate::form::Pair::decoder).

mod decode;
mod encode;
mod form;
mod label;

pub use decode::{decode, decode_strict};
pub use encode::{encode, encode_append, encode_form, encode_query};
pub use form::{form_charset, parse_form, serialize_form};
pub use label::Charset;
