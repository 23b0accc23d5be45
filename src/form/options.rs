//! The options of a parser of forms, and the decoders that they make.

#[cfg(feature = "alloc")]
use alloc::borrow::Cow;

#[cfg(feature = "serde")]
use super::Delimiter;
#[cfg(feature = "alloc")]
use crate::kernel::{form::Part, marks::PLACES};
use crate::{Backend, Decoder, Malformed, Utf8};

/// Options for parsing forms; by default it parses like [`parse`](super::parse()). It is `Copy` and
/// built in `const`.
///
/// ```
/// # #[cfg(feature = "alloc")] {
/// use percent_simd::{DecodeErrorKind, Malformed, Utf8, form::Parser};
///
/// const XFORMS: Parser = Parser::new().semicolons(true);
/// assert!(XFORMS.parse("a=1;b=2&c=3").map(|pair| pair.name_raw()).eq([b"a", b"b", b"c"]));
///
/// let strict = Parser::new().malformed(Malformed::Error).parse("off=50%").next().unwrap();
/// assert_eq!(strict.value_utf8().unwrap_err().kind(), DecodeErrorKind::Truncated);
/// assert_eq!(strict.value(), "50%");
/// let kept = Parser::new().utf8(Utf8::KeepEscaped).parse("q=%E9%C3%A9").next().unwrap();
/// assert_eq!((kept.value(), kept.value_utf8()), ("%E9é".into(), Ok("%E9é".into())));
/// # }
/// ```
#[must_use]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Parser {
    /// It ends a pair, and so does `&`.
    pub(super) separator: u8,
    pub(super) plus_as_space: bool,
    pub(super) malformed: Malformed,
    /// `None`: each method's own default.
    pub(super) utf8: Option<Utf8>,
    pub(super) empty_as_none: bool,
    #[cfg(feature = "serde")]
    pub(super) delimiter: Option<Delimiter>,
    pub(super) backend: Option<Backend>,
}

impl Default for Parser {
    #[inline]
    fn default() -> Self {
        Self::new()
    }
}

impl Parser {
    /// Creates a parser with the rules of WHATWG URL 5.1.
    #[inline]
    pub const fn new() -> Self {
        Self {
            separator: b'&',
            plus_as_space: true,
            malformed: Malformed::Keep,
            utf8: None,
            empty_as_none: false,
            #[cfg(feature = "serde")]
            delimiter: None,
            backend: None,
        }
    }

    /// Sets whether `;` separates pairs in addition to `&` (HTML 4.01 B.2.2, XForms 1.1 11.9). Off
    /// by default: to WHATWG `;` is data, and if a server splits at `;` but the cache in front of
    /// it does not, an attacker can make the two disagree about the same URL.
    pub const fn semicolons(mut self, yes: bool) -> Self {
        self.separator = if yes { b';' } else { b'&' };
        self
    }

    /// Sets whether a raw `+` is SP; on by default. In the header fields of a `mailto:` URL `+` is
    /// a plus: see [`mailto`](super::mailto).
    pub const fn plus_as_space(mut self, yes: bool) -> Self {
        self.plus_as_space = yes;
        self
    }

    /// Sets the handling of a `%` without two hex digits in [`value_utf8`](super::Pair::value_utf8), in
    /// typed reading (`from_bytes`, feature `serde`), and in [`decoder`](super::Pair::decoder). By
    /// default it stays, as in WHATWG. `value` and `value_bytes` always keep it.
    #[inline]
    pub const fn malformed(mut self, malformed: Malformed) -> Self {
        self.malformed = malformed;
        self
    }

    /// Sets the handling of decoded bytes that are not UTF-8: in
    /// [`value_utf8`](super::Pair::value_utf8), which rejects them by default; in typed reading
    /// (`from_bytes`, feature `serde`), which replaces them with U+FFFD by default; and in
    /// [`decoder`](super::Pair::decoder). `value` cannot fail: it follows [`Utf8::KeepEscaped`], and
    /// treats [`Utf8::Strict`] as [`Utf8::Lossy`].
    pub const fn utf8(mut self, utf8: Utf8) -> Self {
        self.utf8 = Some(utf8);
        self
    }

    /// Sets whether every empty value (`page=`, or `page` alone) is `None` where typed reading
    /// (`from_bytes`, feature `serde`) reads an `Option`: browsers send an empty field this way.
    /// Off by default: then an `Option<String>` is `Some("")`, and an `Option` is `None` only if its
    /// content does not read empty text, as a number does not. Neither has an effect on an `Option`
    /// within `#[serde(flatten)]`, because serde does not tell it apart from its content.
    pub const fn empty_as_none(mut self, yes: bool) -> Self {
        self.empty_as_none = yes;
        self
    }

    /// Sets the byte between the elements of a sequence within one value, in typed reading
    /// ([`from_bytes`](Self::from_bytes)): `color=blue,black`. By default nothing does. Only a
    /// field that is a sequence is split, before its elements are decoded; an empty value has no
    /// element.
    ///
    /// ```
    /// use percent_simd::form::{Delimiter, Parser, Serializer};
    ///
    /// let mut query = String::new();
    /// let mut form = Serializer::new(&mut query).delimiter(Delimiter::Comma);
    /// form.append_fields(&[("color", ["blue", "black,white"])]).unwrap();
    /// assert_eq!(query, "color=blue,black%2Cwhite");
    /// let parser = Parser::new().delimiter(Delimiter::Comma);
    /// let [(_, colors)]: [(String, Vec<String>); 1] = parser.from_bytes(&query).unwrap();
    /// assert_eq!(colors, ["blue", "black,white"]);
    /// ```
    #[cfg(feature = "serde")]
    pub const fn delimiter(mut self, delimiter: Delimiter) -> Self {
        self.delimiter = Some(delimiter);
        self
    }

    /// Runs this parser on `backend` instead of [`Backend::active`]. The results are the same on
    /// all.
    #[inline]
    pub const fn on(mut self, backend: Backend) -> Self {
        self.backend = Some(backend);
        self
    }
}

/// The decoders.
impl Parser {
    /// The bytes decoder, with every error turned off.
    #[inline]
    pub(super) const fn lenient(self) -> Decoder {
        Decoder { backend: self.backend, ..Decoder::new().plus_as_space(self.plus_as_space) }
    }

    /// The text decoder, with every error turned off.
    #[cfg(feature = "alloc")]
    pub(super) const fn lenient_text(self) -> Decoder {
        self.lenient().utf8(match self.utf8 {
            Some(Utf8::KeepEscaped) => Utf8::KeepEscaped,
            _ => Utf8::Lossy,
        })
    }

    /// Decodes a part to text. This is not a method of the pair, because each call would copy the
    /// pair.
    #[cfg(feature = "alloc")]
    #[inline]
    pub(super) fn text(self, part: Part<'_>) -> Cow<'_, str> {
        // The usual policy is a constant: building a policy here costs the time of a short value.
        const USUAL: &Decoder = &Decoder::new().plus_as_space(true).utf8(Utf8::Lossy);
        let is_usual = matches!(
            self,
            Self { plus_as_space: true, utf8: None | Some(Utf8::Lossy), backend: None, .. }
        );
        match part.plain() {
            Some(text) => Cow::Borrowed(text),
            // A short part that is not plain is mostly escaped; a long one may be plain.
            None if is_usual && part.bytes().len() < PLACES => {
                USUAL.decode_escaped_utf8::<true>(part.bytes())
            }
            None => self.text_of_other::<true>(part.bytes()),
        }
    }

    /// Decodes long parts, and parts under other options.
    #[cfg(feature = "alloc")]
    #[inline(never)]
    fn text_of_other<const LAZY: bool>(self, input: &[u8]) -> Cow<'_, str> {
        self.lenient_text().decode_slice_utf8(input).expect("the decoder refuses nothing")
    }
}
