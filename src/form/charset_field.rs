//! The field `_charset_`, which declares a form's charset.

use alloc::borrow::Cow;

/// The charset label that a form declares: the first decoded value of a field `_charset_` that is
/// not empty and that `is_valid` accepts. It applies to all names and values, also to those before
/// it, and may come last.
///
/// HTML puts the charset's name into a hidden field of that name (HTML Standard, *constructing the
/// entry list*); WHATWG URL's parser once read it. Invalid labels are skipped. Label matching
/// ignores case and surrounding white space (WHATWG Encoding 4.2): `is_valid` and the caller
/// implement that.
///
/// ```
/// use percent_simd::form;
///
/// let body = b"name=%8E%52%93c&_charset_=&_charset_=klingon&_charset_=Shift_JIS&_charset_=big5";
/// let is_valid = |label: &[u8]| [&b"big5"[..], b"shift_jis"].iter().any(|known| label.trim_ascii().eq_ignore_ascii_case(known));
/// assert_eq!(form::charset_field(body, is_valid).as_deref(), Some(&b"Shift_JIS"[..]));
/// assert_eq!(form::charset_field(b"a=b", is_valid), None);
/// ```
#[must_use]
pub fn charset_field<I: AsRef<[u8]> + ?Sized>(
    input: &I,
    mut is_valid: impl FnMut(&[u8]) -> bool,
) -> Option<Cow<'_, [u8]>> {
    let fields = super::parse(input).filter(|pair| pair.name_is("_charset_"));
    let mut labels = fields.map(|field| field.value_bytes());
    labels.find(|label| !label.is_empty() && is_valid(label))
}
