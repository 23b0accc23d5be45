//! The variants of percent-encoding that the standards know: a [`Scheme`] for each, by its name, and what single standards define beyond a set.
//!
//! A scheme is a constant: a set, options, and the decoder that goes with them. None has a loop of its own unless its standard needs one (UTF-16,
//! `%uXXXX`, IRIs, legacy charsets), and then it stands on the same kernels.
//!
//! ```
//! # #[cfg(feature = "alloc")] {
//! use percent_simd::scheme::{self, Scheme};
//!
//! assert_eq!(scheme::OAUTH.encode_str("Ladies + Gentlemen"), "Ladies%20%2B%20Gentlemen");
//! assert_eq!(scheme::FORM.encode_str("Ladies + Gentlemen"), "Ladies+%2B+Gentlemen");
//! assert_eq!(&*scheme::FORM.decode(b"a+b%21").unwrap(), b"a b!");
//! assert_eq!(Scheme::from_name("url-path"), Some(scheme::URL_PATH));
//! # }
//! ```
//!
//! # What is where
//!
//! | module | what it adds to the constants |
//! | --- | --- |
#![cfg_attr(feature = "alloc", doc = "| [`alpn`] | protocol names in their one canonical form |")]
#![cfg_attr(feature = "alloc", doc = "| [`aws`] | UriEncode with and without `/` |")]
#![cfg_attr(feature = "alloc", doc = "| [`cgi`] | the keywords of a query without `=` |")]
#![cfg_attr(feature = "encoding", doc = "| [`charset`] | text and forms in legacy charsets |")]
#![cfg_attr(feature = "alloc", doc = "| [`css`] | an unquoted `url()` |")]
//! | [`form`] | forms: pairs parsed without a copy, and serialized |
#![cfg_attr(feature = "alloc", doc = "| [`php`] | the two types of `http_build_query` |")]
#![cfg_attr(feature = "alloc", doc = "| [`rfc8187`] | extended parameters of header fields |")]
#![cfg_attr(feature = "alloc", doc = "| [`template`] | the pieces of a URI Template's expansion |")]
#![cfg_attr(feature = "alloc", doc = "| [`xpath`] | the three functions of XPath |")]
//!
//! # What not to trust
//!
//! * Old texts give `%29` for a space: it is `%20`, and `+` in forms alone. A `+` in the query of an http URL or in a form's body is probably a space,
//!   anywhere else it is a plus: nothing here guesses, the scheme's name or the policy says which.
//! * `%` is no reserved character, and `-._~` are unreserved, whatever a page of examples says (Twitter's labels them reserved, and takes E6 for the
//!   UTF-8 of `æ`, which is C3 A6).
//! * Decoders differ where input is malformed: Java's `URLDecoder` takes `%+1`, nginx drops a malformed `%`, ClickHouse skips three bytes after one, a
//!   release of `pct-str` takes the overlong `%C0%AF` for `/`. Here a malformed `%` stays, or is an error; overlong forms are never text.
//! * Node 20 has no `^` in its path percent-encode set; the standard has since March 2025.
//!
#![doc = include_str!("matrix.md")]

pub mod alpn;
pub mod aws;
pub mod byte;
pub mod cgi;
#[cfg(feature = "encoding")]
pub mod charset;
pub mod css;
pub mod form;
pub mod iri;
pub mod js;
pub mod oauth;
pub mod php;
pub mod rfc8187;
pub mod template;
pub mod uri;
pub mod url;
pub mod xpath;

#[cfg(feature = "alloc")]
use alloc::borrow::Cow;

#[cfg(feature = "alloc")]
use crate::DecodeError;
use crate::sets::AsciiSet;
use crate::{Decoder, Encoder, Malformed};

pub use alpn::ALPN;
pub use aws::{AWS, AWS_PATH};
pub use byte::ALL;
pub use cgi::CGI;
pub use css::CSS_URL;
pub use form::{FORM, FORM_MAILTO};
pub use iri::{IRI, LEIRI};
pub use js::{JS_COMPONENT, JS_ESCAPE, JS_URI};
pub use oauth::OAUTH;
pub use php::{PHP_RAWURLENCODE, PHP_URLENCODE};
pub use rfc8187::RFC5987;
pub use template::{TEMPLATE, TEMPLATE_LITERAL, TEMPLATE_RESERVED};
pub use uri::{
    URI_1738, URI_2396, URI_2396_EXCLUDED, URI_COMPONENT, URI_FRAGMENT, URI_QUERY, URI_REG_NAME, URI_SEGMENT, URI_SEGMENT_NC, URI_USERINFO,
};
pub use url::{URL_C0, URL_COMPONENT, URL_FRAGMENT, URL_PATH, URL_QUERY, URL_SPECIAL_QUERY, URL_USERINFO};
pub use xpath::{XPATH_ENCODE_FOR_URI, XPATH_ESCAPE_HTML_URI, XPATH_IRI_TO_URI};

/// Every scheme, in the order of the standards: WHATWG URL, RFC 3986 and its predecessors, the others.
pub const SCHEMES: &[Scheme] = &[
    URL_C0,
    URL_FRAGMENT,
    URL_QUERY,
    URL_SPECIAL_QUERY,
    URL_PATH,
    URL_USERINFO,
    URL_COMPONENT,
    FORM,
    FORM_MAILTO,
    URI_COMPONENT,
    URI_SEGMENT,
    URI_SEGMENT_NC,
    URI_QUERY,
    URI_FRAGMENT,
    URI_USERINFO,
    URI_REG_NAME,
    URI_2396,
    URI_1738,
    URI_2396_EXCLUDED,
    CGI,
    OAUTH,
    AWS,
    AWS_PATH,
    JS_URI,
    JS_COMPONENT,
    JS_ESCAPE,
    ALPN,
    TEMPLATE,
    TEMPLATE_RESERVED,
    TEMPLATE_LITERAL,
    IRI,
    LEIRI,
    XPATH_ENCODE_FOR_URI,
    XPATH_IRI_TO_URI,
    XPATH_ESCAPE_HTML_URI,
    PHP_RAWURLENCODE,
    PHP_URLENCODE,
    CSS_URL,
    RFC5987,
    ALL,
];

/// A variant of percent-encoding: its name, its standard, the set that it escapes, and the decoder that goes with it.
///
/// It is `Copy` and `const`. Text is encoded as UTF-8, but for [`JS_ESCAPE`], which works on UTF-16 code units.
///
/// ```
/// # #[cfg(feature = "alloc")] {
/// use percent_simd::scheme;
///
/// for scheme in scheme::SCHEMES {
///     let (text, encoded) = scheme.example();
///     assert_eq!(scheme.encode_str(text), encoded, "{}", scheme.name());
/// }
/// assert_eq!(scheme::URL_PATH.encode(b"/caf\xC3\xA9/\xFF").unwrap(), "/caf%C3%A9/%FF");
/// # }
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Scheme {
    name: &'static str,
    standard: &'static str,
    set: AsciiSet,
    space_as_plus: bool,
    keep_escapes: bool,
    special: Special,
    decoder: Decoder,
    example: (&'static str, &'static str),
}

/// What a scheme has that no set and no policy can say.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Special {
    Nothing,
    /// Decoding is to text: what is not UTF-8 is an error.
    Text,
    /// Decoding takes the canonical form only.
    Alpn,
    /// Decoding is from URI to IRI.
    Iri,
    /// Both ways by UTF-16 code units, with `%uXXXX`.
    JsEscape,
}

impl Scheme {
    const fn new(name: &'static str, set: AsciiSet, standard: &'static str, example: (&'static str, &'static str)) -> Self {
        let special = Special::Nothing;
        Self { name, standard, set, space_as_plus: false, keep_escapes: false, special, decoder: Decoder::new(), example }
    }

    /// SP is `+`, both ways.
    const fn space_as_plus(mut self) -> Self {
        self.space_as_plus = true;
        self.decoder = self.decoder.plus_as_space(true);
        self
    }

    const fn keep_escapes(mut self) -> Self {
        self.keep_escapes = true;
        self
    }

    /// Decoding is strict, is to text, and keeps the escapes of these bytes (JavaScript).
    const fn strict_text(mut self, keep: AsciiSet) -> Self {
        self.decoder = self.decoder.malformed(Malformed::Error).keep(keep);
        self.special(Special::Text)
    }

    const fn special(mut self, special: Special) -> Self {
        self.special = special;
        self
    }

    /// The scheme of that name, in the spelling of [`name`](Self::name).
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        SCHEMES.iter().find(|scheme| scheme.name == name).copied()
    }

    /// The name: lower case, words joined by `-`. It is the constant's name in another spelling.
    #[must_use]
    pub const fn name(self) -> &'static str {
        self.name
    }

    /// The standard and its section, or the term it uses.
    #[must_use]
    pub const fn standard(self) -> &'static str {
        self.standard
    }

    /// The ASCII bytes that are escaped, as the constant of [`sets`](crate::sets) has them; bytes from 80 to FF always are.
    #[must_use]
    pub const fn set(self) -> AsciiSet {
        self.set
    }

    /// Whether SP is written as `+`, and `+` read as SP.
    #[must_use]
    pub const fn space_is_plus(self) -> bool {
        self.space_as_plus
    }

    /// Whether valid triplets in what is encoded stay as they are.
    #[must_use]
    pub const fn keeps_escapes(self) -> bool {
        self.keep_escapes
    }

    /// A text, and what it is encoded to.
    #[must_use]
    pub const fn example(self) -> (&'static str, &'static str) {
        self.example
    }

    /// How bytes are encoded. `None` for [`JS_ESCAPE`] alone: it encodes UTF-16 code units, which is no policy for bytes.
    #[must_use]
    pub const fn encoder(self) -> Option<Encoder> {
        match self.special {
            Special::JsEscape => None,
            _ => Some(Encoder::new(self.set).space_as_plus(self.space_as_plus).keep_escapes(self.keep_escapes)),
        }
    }

    /// How escapes are decoded, if a policy says all of it. `None` where it does not: for [`JS_ESCAPE`] (`%uXXXX`), [`ALPN`] (other spellings than
    /// the canonical one are errors) and [`IRI`] (from URI to IRI); `decode` does what those say.
    ///
    /// Where the standard defines no decoder it is WHATWG URL's *percent-decode*.
    #[must_use]
    pub const fn decoder(self) -> Option<Decoder> {
        match self.special {
            Special::Nothing | Special::Text => Some(self.decoder),
            Special::Alpn | Special::Iri | Special::JsEscape => None,
        }
    }

    /// Whether what is decoded must be text: ill-formed UTF-8 is an error (JavaScript).
    #[must_use]
    pub const fn decodes_to_text(self) -> bool {
        matches!(self.special, Special::Text | Special::JsEscape)
    }
}

#[cfg(feature = "alloc")]
impl Scheme {
    /// The encoded text; borrowed if nothing changes.
    #[must_use]
    pub fn encode_str(self, text: &str) -> Cow<'_, str> {
        match self.encoder() {
            Some(encoder) => encoder.encode(text),
            None => crate::js::escape(text),
        }
    }

    /// The encoded bytes; borrowed if nothing changes.
    ///
    /// # Errors
    /// Only for [`JS_ESCAPE`], which needs text: where the bytes are not UTF-8. Every other scheme encodes any bytes.
    pub fn encode(self, bytes: &[u8]) -> Result<Cow<'_, str>, core::str::Utf8Error> {
        match self.encoder() {
            Some(encoder) => Ok(encoder.encode(bytes)),
            None => core::str::from_utf8(bytes).map(crate::js::escape),
        }
    }

    /// The decoded bytes, which are text where [`decodes_to_text`](Self::decodes_to_text) says so; borrowed if nothing changes.
    ///
    /// # Errors
    /// As the standard says: WHATWG's decoder never fails, JavaScript's and ALPN's do.
    pub fn decode(self, input: &[u8]) -> Result<Cow<'_, [u8]>, DecodeError> {
        match self.special {
            Special::Nothing => self.decoder.decode(input),
            Special::Text => self.decoder.decode_utf8(input).map(into_bytes),
            Special::Alpn => alpn::decode(input),
            Special::Iri => Ok(into_bytes(crate::iri::from_uri(input))),
            Special::JsEscape => {
                // The UTF-8 of the input first: what is raw is no escape.
                let text = core::str::from_utf8(input).map_err(|error| DecodeError::new(error.valid_up_to(), crate::DecodeErrorKind::Utf8))?;
                let unescaped = crate::js::unescape(text);
                unescaped.map(into_bytes).map_err(|error| DecodeError::new(error.position(), crate::DecodeErrorKind::Utf8))
            }
        }
    }
}

/// Text as its bytes.
#[cfg(feature = "alloc")]
fn into_bytes(text: Cow<'_, str>) -> Cow<'_, [u8]> {
    match text {
        Cow::Borrowed(text) => Cow::Borrowed(text.as_bytes()),
        Cow::Owned(text) => Cow::Owned(text.into_bytes()),
    }
}
