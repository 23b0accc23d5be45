//! Forms in a legacy charset.

use alloc::{borrow::Cow, string::String};

use encoding_rs::Encoding;

use super::{decode, encode_append};
use crate::form::{self, Pair, Serializer};

/// The decoded pairs of a form in that charset, split as [`form::parse`] does it; malformed sequences become U+FFFD. What is not encoded is borrowed.
///
/// UTF-16 and *replacement* stand for UTF-8, as they do when a form is sent. WHATWG URL 5.1 knows UTF-8 only (its parser for other charsets is gone
/// since nobody needs it on the web), so this is for what old pages send. Which charset that is the form may say itself: [`form_charset`].
///
/// ```
/// use percent_simd::charset::{form_charset, parse_form};
///
/// let body = b"name=%8ER%93c+1&_charset_=Shift_JIS";
/// let charset = form_charset(body).unwrap();
/// assert_eq!(parse_form(body, charset).next().unwrap(), ("name".into(), "山田 1".into()));
/// ```
pub fn parse_form<'a>(input: &'a [u8], encoding: &'static Encoding) -> impl Iterator<Item = (Cow<'a, str>, Cow<'a, str>)> {
    form::parse(input).map(move |pair| (pair.name_in(encoding), pair.value_in(encoding)))
}

/// The charset that a form names itself: that of the first field `_charset_` with a valid label (WHATWG Encoding 4.2, *get an encoding*), which may
/// come last. UTF-16 and *replacement* stand for UTF-8.
///
/// ```
/// use percent_simd::charset::{form_charset, encoding_rs::BIG5};
/// assert_eq!(form_charset(b"a=%A4%A4&_charset_=klingon&_charset_=+BIG5-HKSCS+&_charset_=utf-8"), Some(BIG5));
/// assert_eq!(form_charset(b"a=b"), None);
/// ```
#[must_use]
pub fn form_charset(input: &[u8]) -> Option<&'static Encoding> {
    let label = form::charset_field(input, |label| Encoding::for_label(label).is_some())?;
    Encoding::for_label(&label).map(Encoding::output_encoding)
}

/// The pairs as a form in that charset: WHATWG URL 5.2, *application/x-www-form-urlencoded serializing*. What the charset lacks becomes `%26%23N%3B`.
///
/// A form that is to name its charset needs a pair for that: `("_charset_", encoding.output_encoding().name())`.
///
/// ```
/// use percent_simd::charset::{serialize_form, encoding_rs::SHIFT_JIS};
/// let pairs = [("name", "山田 ☃"), ("_charset_", SHIFT_JIS.name())];
/// assert_eq!(serialize_form(pairs, SHIFT_JIS), "name=%8ER%93c+%26%239731%3B&_charset_=Shift_JIS");
/// ```
#[must_use]
pub fn serialize_form<N: AsRef<str>, V: AsRef<str>>(pairs: impl IntoIterator<Item = (N, V)>, encoding: &'static Encoding) -> String {
    let mut text = String::new();
    let mut serializer = Serializer::new(&mut text);
    for (name, value) in pairs {
        serializer.append_pair_in(name.as_ref(), value.as_ref(), encoding);
    }
    if crate::kernel::out::is_wasteful(text.len(), text.capacity()) {
        text.shrink_to_fit();
    }
    text
}

impl<'a> Pair<'a> {
    /// The name in that charset; malformed sequences become U+FFFD. UTF-16 and *replacement* stand for UTF-8. Feature `encoding`.
    #[must_use]
    pub fn name_in(self, encoding: &'static Encoding) -> Cow<'a, str> {
        self.text_in(self.name_raw(), encoding)
    }

    /// The value in that charset; malformed sequences become U+FFFD. UTF-16 and *replacement* stand for UTF-8. Feature `encoding`.
    ///
    /// ```
    /// use percent_simd::{charset::encoding_rs::WINDOWS_1252, form};
    /// let pair = form::parse(b"drink=caf%E9").next().unwrap();
    /// assert_eq!(pair.value_in(WINDOWS_1252), "café");
    /// ```
    #[must_use]
    pub fn value_in(self, encoding: &'static Encoding) -> Cow<'a, str> {
        self.text_in(self.value_raw(), encoding)
    }

    fn text_in(self, input: &'a [u8], encoding: &'static Encoding) -> Cow<'a, str> {
        decode(input, encoding.output_encoding(), self.decoder()).expect("the decoder refuses nothing")
    }
}

impl Serializer<'_> {
    /// Appends a name and its value in that charset; what it lacks becomes `%26%23N%3B`. UTF-16 and *replacement* stand for UTF-8. Feature `encoding`.
    ///
    /// ```
    /// use percent_simd::{charset::encoding_rs::WINDOWS_1252, form::Serializer};
    /// let mut url = String::from("/?");
    /// Serializer::new(&mut url).append_pair_in("drink", "café", WINDOWS_1252).append_pair("size", "2");
    /// assert_eq!(url, "/?drink=caf%E9&size=2");
    /// ```
    pub fn append_pair_in(&mut self, name: &str, value: &str, encoding: &'static Encoding) -> &mut Self {
        let encoder = self.encoder();
        // The standard runs an encoder of its own over each.
        let write = |text| move |target: &mut String| encode_append(text, encoding, encoder, target);
        self.append_encoded(write(name), write(value))
    }
}
