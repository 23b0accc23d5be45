//! Forms in a legacy charset.

use alloc::{borrow::Cow, string::String};
use core::borrow::Borrow;

use super::{Charset, decode, encode_append};
use crate::form::{self, Serializer};
use crate::memory::trimmed;

/// Parses a form in that charset and decodes its pairs, split as in [`form::parse`]; malformed
/// sequences become U+FFFD. Unencoded names and values are borrowed.
///
/// UTF-16 and *replacement* stand for UTF-8, as in form submission. WHATWG URL 5.1 defines UTF-8
/// only (the web did not need its parser for other charsets), so this function is for forms from
/// old pages. The form may name its charset: see [`form_charset`].
///
/// ```
/// use percent_simd::charset::{form_charset, parse_form};
///
/// let body = "name=%8ER%93c+1&_charset_=klingon&_charset_=+Shift_JIS+&_charset_=utf-8";
/// let charset = form_charset(body).unwrap();
/// assert_eq!(parse_form(body, charset).next().unwrap(), ("name".into(), "山田 1".into()));
/// assert_eq!(form_charset("a=b"), None);
/// ```
pub fn parse_form<I: AsRef<[u8]> + ?Sized>(
    input: &I,
    charset: Charset,
) -> impl Iterator<Item = (Cow<'_, str>, Cow<'_, str>)> {
    let charset = charset.output();
    form::parse(input).map(move |pair| {
        let text = |raw| decode(raw, charset, pair.decoder()).expect("the decoder refuses nothing");
        (text(pair.name_raw()), text(pair.value_raw()))
    })
}

/// The charset that a form declares: the value of the first field `_charset_` with a valid label
/// (WHATWG Encoding 4.2, *get an encoding*). The field may come last. UTF-16 and *replacement*
/// stand for UTF-8. For an example see [`parse_form`].
#[must_use]
pub fn form_charset<I: AsRef<[u8]> + ?Sized>(input: &I) -> Option<Charset> {
    let mut fields = form::parse(input).filter(|pair| pair.name_is("_charset_"));
    fields.find_map(|field| Charset::from_label(&*field.value_bytes())).map(Charset::output)
}

/// Serializes the pairs as a form in that charset: WHATWG URL 5.2,
/// *application/x-www-form-urlencoded serializing*.
///
/// To declare the charset in the form, add the pair `("_charset_", charset.output().name())`.
///
/// ```
/// use percent_simd::charset::{Charset, serialize_form};
///
/// let shift_jis = Charset::from_label("shift_jis").unwrap();
/// let pairs = [("name", "山田 ☃"), ("_charset_", shift_jis.name())];
/// assert_eq!(serialize_form(pairs, shift_jis), "name=%8ER%93c+%26%239731%3B&_charset_=Shift_JIS");
/// ```
#[must_use]
pub fn serialize_form<I, N, V>(pairs: I, charset: Charset) -> String
where
    I: IntoIterator<Item: Borrow<(N, V)>>,
    N: AsRef<str>,
    V: AsRef<str>,
{
    let mut serializer = Serializer::new(String::new());
    let encoder = serializer.encoder;
    // The standard uses a new encoder of the charset for each name and value.
    for pair in pairs {
        let (name, value) = pair.borrow();
        serializer.append_encoded(
            |target| encode_append(name.as_ref(), charset, encoder, target),
            |target| encode_append(value.as_ref(), charset, encoder, target),
        );
    }
    trimmed(serializer.finish())
}
