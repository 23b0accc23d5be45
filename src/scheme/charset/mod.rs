//! Legacy charsets (Shift_JIS, ISO-2022-JP, windows-1252, ...): WHATWG URL 1.3, *percent-encode
//! after encoding*, and forms. Feature `charset`.
//!
//! A [`Charset`] is one of the WHATWG Encoding Standard, by its label.
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
//! The whole text goes through one encoder, which may have a state (ISO-2022-JP), and the bytes
//! that come out are percent-encoded. What the charset lacks becomes `%26%23N%3B`: the HTML
//! character reference `&#N;` of its code point in decimal, escaped. The same text, typed, looks
//! the same. UTF-16 and *replacement* stand for UTF-8 (WHATWG Encoding, *get an output encoding*).
//!
//! The standard has this for two sets only, [`encode_query`]'s and [`encode_form`]'s: paths,
//! fragments and user names are always UTF-8. [`encode`] takes any policy, for what no standard
//! covers: old servers whose paths are in a legacy charset.
//!
//! # Decoding
//! Triplets are decoded into bytes first, and then the bytes by the charset. A byte order mark has
//! no meaning here.
//!
//! **Raw bytes >= 0x80.** The standard warns that anything but UTF-8 *might be insecure* where the
//! input holds bytes that are not ASCII. No encoder that knew the charset left such bytes raw: they
//! may be UTF-8 beside escapes in another charset. And a lead byte of a multi-byte charset consumes
//! the `&`, `%` or quote after it, so that two programs disagree about where a value ends. So look
//! first: where `input.is_ascii()` is false, refuse the input, or decode it as UTF-8.
//!
//! # Forms
//! [`parse_form`], [`form_charset`] and [`serialize_form`]; pair by pair
//! [`Pair::value_in`](crate::form::Pair::value_in) and
//! [`Serializer::append_pair_in`](crate::form::Serializer::append_pair_in).

mod decode;
mod encode;
mod form;
mod label;

pub use decode::{decode, decode_strict};
pub use encode::{encode, encode_append, encode_form, encode_query};
pub use form::{form_charset, parse_form, serialize_form};
pub use label::Charset;
