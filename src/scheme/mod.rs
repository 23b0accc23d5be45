//! The variants of percent-encoding that standards define: a named [`Scheme`] for each, and
//! functions for rules that a set cannot express.
//!
//! A scheme is a constant: a set, options, and the policy of the matching decoder. Variants that
//! need a loop of their own are functions of the modules below, and of `form`, `uri`, `iri`, `js`
//! and `charset`.
//!
//! ```
//! use percent_simd::scheme::{self, Scheme};
//!
//! assert_eq!(scheme::OAUTH.encode("Ladies + Gentlemen"), "Ladies%20%2B%20Gentlemen");
//! assert_eq!(format!("?q={}", scheme::FORM.display("1 + 1")), "?q=1+%2B+1");
//! assert_eq!(&*scheme::FORM.decode(b"a+b%21").unwrap(), b"a b!");
//! assert_eq!(Scheme::from_name("url-path"), Some(scheme::URL_PATH));
//! ```
//!
//! # Common mistakes
//!
//! * Old texts give `%29` for a space. It is `%20`, or `+` in forms only. A `+` in a form's body or
//!   in the query of an http URL is probably a space, and anywhere else it is a plus. Nothing here
//!   guesses: the scheme or the policy decides.
//! * Decoders differ on malformed input. Here a malformed `%` stays or is an error, and overlong
//!   forms are never text.
#![cfg_attr(all(feature = "scheme", feature = "alloc"), doc = include_str!("recipes.md"))]
#![doc = include_str!("matrix.md")]

/// Defines a scheme by its name, its set (a constant of `sets`, or a call such as
/// `sets::all_but(b"-._~")`) and perhaps an option, its standard, and an example. Its documentation
/// ends with the example, and with those that follow it.
macro_rules! scheme {
    // This one is defined elsewhere.
    ($constant:ident) => {};
    (
        $(#[$doc:meta])*
        $constant:ident(
            $name:literal, sets::$set:ident $(($members:literal))? $(with $option:ident($($argument:expr)?))?, $standard:literal,
            $text:literal => $encoded:literal
            $(, decode $escaped:literal => $decoded:literal)*
        )
    ) => {
        $(#[$doc])*
        ///
        /// ```
        #[doc = concat!("use percent_simd::scheme::", stringify!($constant), ";")]
        #[doc = concat!("assert_eq!(", stringify!($constant), ".encode(", stringify!($text), "), ", stringify!($encoded), ");")]
        $(#[doc = concat!("assert_eq!(&*", stringify!($constant), ".decode(", stringify!($escaped), ").unwrap(), ", stringify!($decoded), ");")])*
        /// ```
        pub const $constant: Scheme =
            Scheme::new($name, sets::$set$(($members))?, $standard, ($text, $encoded))$(.$option($($argument)?))?;
    };
}

#[cfg(feature = "scheme")]
mod constants;
mod form;
#[cfg(feature = "scheme")]
mod list;

#[cfg(feature = "scheme")]
pub mod alpn;
#[cfg(all(feature = "scheme", feature = "alloc"))]
pub mod aws;
#[cfg(feature = "scheme")]
pub mod cgi;
#[cfg(feature = "scheme")]
pub mod css;
#[cfg(feature = "scheme")]
pub mod data_url;
#[cfg(all(feature = "scheme", feature = "alloc"))]
pub mod hive;
#[cfg(all(feature = "scheme", feature = "form", feature = "alloc"))]
pub mod http_signature;
#[cfg(all(feature = "scheme", feature = "alloc"))]
pub mod modsecurity;
#[cfg(all(feature = "scheme", feature = "form", feature = "alloc"))]
pub mod multipart;
#[cfg(all(feature = "scheme", feature = "alloc"))]
pub mod php;
#[cfg(all(feature = "scheme", feature = "alloc"))]
mod raw_text;
#[cfg(feature = "scheme")]
pub mod rfc8187;
#[cfg(feature = "scheme")]
pub mod sf_display;
#[cfg(all(feature = "scheme", feature = "alloc"))]
pub mod template;
#[cfg(feature = "scheme")]
pub mod urn;

#[cfg(feature = "alloc")]
use alloc::{borrow::Cow, string::String};

#[cfg(feature = "alloc")]
use crate::DecodeError;
use crate::sets::AsciiSet;
use crate::{Decoder, EncodeDisplay, Encoder};
#[cfg(feature = "scheme")]
use crate::{Malformed, Utf8};

#[cfg(feature = "scheme")]
pub use constants::*;
pub use form::{FORM, FORM_MAILTO};
#[cfg(feature = "scheme")]
pub use list::ParseSchemeError;

/// WHATWG URL Standard, section 3.5 *Host parsing*: a domain, percent-decoded once and checked.
#[cfg(feature = "scheme")]
pub mod url {
    pub use crate::host::check_domain;
    #[cfg(feature = "alloc")]
    pub use crate::host::host;
}

/// A variant of percent-encoding: its name, its standard, the set that it escapes, and the
/// matching decoder. It is `Copy`, and its methods that allocate nothing are `const`.
///
/// ```
/// use percent_simd::scheme;
///
/// for scheme in scheme::SCHEMES {
///     let (text, encoded) = scheme.example();
///     assert_eq!(scheme.encode(text), encoded, "{}", scheme.name());
/// }
/// assert_eq!(scheme::URL_PATH.encode(b"/caf\xC3\xA9/\xFF"), "/caf%C3%A9/%FF");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Scheme {
    name: &'static str,
    standard: &'static str,
    set: AsciiSet,
    encoder: Encoder,
    decoder: Decoder,
    decodes_to_text: bool,
    example: (&'static str, &'static str),
}

impl Scheme {
    /// The name: lower case, words joined by `-`. The constant's name is the same in upper
    /// case, joined by `_`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        self.name
    }

    /// The standard and its section, or the term it uses.
    #[must_use]
    pub const fn standard(self) -> &'static str {
        self.standard
    }

    /// The ASCII bytes that are escaped, in most schemes the constant of the same name in
    /// [`sets`](crate::sets). Bytes >= 0x80 are always escaped, unless
    /// [`keeps_non_ascii`](Self::keeps_non_ascii) is true.
    #[inline]
    pub const fn set(self) -> AsciiSet {
        self.set
    }

    /// The encoder of this scheme.
    #[inline]
    pub const fn encoder(self) -> Encoder {
        self.encoder
    }

    /// The decoder of this scheme. If the standard defines no decoder, it is WHATWG URL's
    /// *percent-decode*. If [`decodes_to_text`](Self::decodes_to_text) is true, use its methods
    /// for text.
    #[inline]
    pub const fn decoder(self) -> Decoder {
        self.decoder
    }

    /// True if decoding must give text: ill-formed UTF-8 is an error (JavaScript) or becomes
    /// U+FFFD (Baggage), as the policy of [`decoder`](Self::decoder) says.
    #[must_use]
    pub const fn decodes_to_text(self) -> bool {
        self.decodes_to_text
    }

    /// An example: a text and its encoded form.
    #[must_use]
    pub const fn example(self) -> (&'static str, &'static str) {
        self.example
    }

    #[inline]
    const fn new(
        name: &'static str,
        set: AsciiSet,
        standard: &'static str,
        example: (&'static str, &'static str),
    ) -> Self {
        Self {
            name,
            standard,
            set,
            encoder: Encoder::new(set),
            decoder: Decoder::new(),
            decodes_to_text: false,
            example,
        }
    }

    /// Encodes SP as `+` and decodes `+` as SP.
    #[inline]
    const fn space_as_plus(mut self) -> Self {
        self.encoder = self.encoder.space_as_plus(true);
        self.decoder = self.decoder.plus_as_space(true);
        self
    }

    #[cfg(feature = "scheme")]
    const fn keep_escapes(mut self) -> Self {
        self.encoder = self.encoder.keep_escapes(true);
        self
    }

    /// Leaves characters that are not ASCII raw (Hive).
    #[cfg(feature = "scheme")]
    const fn keep_non_ascii(mut self) -> Self {
        self.encoder = self.encoder.keep_non_ascii(true);
        self
    }

    /// Decodes strictly to text, and keeps the escapes of these bytes (JavaScript).
    #[cfg(feature = "scheme")]
    const fn strict_text(mut self, keep: AsciiSet) -> Self {
        self.decoder = self.decoder.malformed(Malformed::Error).keep(keep);
        self.decodes_to_text = true;
        self
    }

    /// Decodes to text, with U+FFFD for ill-formed UTF-8 (Baggage).
    #[cfg(feature = "scheme")]
    const fn lossy_text(mut self) -> Self {
        self.decoder = self.decoder.utf8(Utf8::Lossy);
        self.decodes_to_text = true;
        self
    }

    /// Returns whether SP is written as `+`, and `+` read as SP.
    #[must_use]
    pub const fn space_is_plus(self) -> bool {
        self.encoder.rules.space_as_plus
    }

    /// Returns whether encoding keeps the valid triplets in the input.
    #[must_use]
    pub const fn keeps_escapes(self) -> bool {
        self.encoder.rules.keep_escapes
    }

    /// Returns whether encoding leaves characters that are not ASCII raw, as
    /// [`Encoder::keep_non_ascii`] does (`hive-partition`).
    #[must_use]
    pub const fn keeps_non_ascii(self) -> bool {
        self.encoder.rules.keep_non_ascii
    }

    /// Formats the encoded input. Nothing is allocated.
    #[must_use]
    #[inline]
    pub fn display<I: AsRef<[u8]> + ?Sized>(self, input: &I) -> EncodeDisplay<'_> {
        self.encoder().display(input.as_ref())
    }
}

/// [`Scheme::encoder`].
impl From<Scheme> for Encoder {
    #[inline]
    fn from(scheme: Scheme) -> Self {
        scheme.encoder()
    }
}

#[cfg(feature = "alloc")]
impl Scheme {
    /// Encodes bytes or text; borrowed if nothing changes.
    #[must_use]
    #[inline]
    pub fn encode<I: AsRef<[u8]> + ?Sized>(self, input: &I) -> Cow<'_, str> {
        self.encoder().encode(input.as_ref())
    }

    /// Appends the encoded bytes or text.
    #[inline]
    pub fn encode_append<I: AsRef<[u8]> + ?Sized>(self, input: &I, output: &mut String) {
        self.encoder().encode_append(input.as_ref(), output);
    }

    /// Decodes to bytes, which are text if [`decodes_to_text`](Self::decodes_to_text) is true;
    /// borrowed if nothing changes.
    ///
    /// # Errors
    /// The errors that the standard defines: WHATWG's decoder never fails, JavaScript's does.
    #[inline]
    pub fn decode<I: AsRef<[u8]> + ?Sized>(self, input: &I) -> Result<Cow<'_, [u8]>, DecodeError> {
        let input = input.as_ref();
        if !self.decodes_to_text {
            return self.decoder.decode(input);
        }
        Ok(match self.decoder.decode_utf8(input)? {
            Cow::Borrowed(text) => Cow::Borrowed(text.as_bytes()),
            Cow::Owned(text) => Cow::Owned(text.into_bytes()),
        })
    }
}
