use alloc::{borrow::Cow, string::String};

use crate::backend::Backend;
use crate::encode::triplet;
use crate::kernel;
use crate::syntax::find_forbidden;
use crate::uri::blocks::{Rules, SHORT, UNRESERVED};

/// The part of a URI that an input comes from: only a query may hold private-use characters
/// (*iprivate*).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
#[non_exhaustive]
pub enum Part {
    /// Anything but a query: user information, host, path or fragment.
    #[default]
    Other,
    /// A query, or a part of a query.
    Query,
}

/// Step 2 of RFC 3987 3.2: "all percent-encodings […] except those corresponding to `%`, characters
/// in *reserved*, and characters in US-ASCII not allowed in URIs". Of ASCII that leaves
/// *unreserved*.
const STEP_2: Rules = Rules { decode: UNRESERVED, decode_non_ascii: true, uppercase: false };

/// Converts a URI to an IRI (RFC 3987 3.2), for display. It never fails, takes linear time, and
/// borrows if nothing changes.
///
/// Triplets of *unreserved* characters are decoded, and so are triplets of non-ASCII characters, in
/// UTF-8 only. Bytes and characters that an IRI must not hold are escaped again, in upper case:
/// bytes that are not UTF-8, characters that are not *ucschar* (controls U+0080 to U+009F,
/// noncharacters, and private use outside a query) and bidirectional formatting characters (U+200E,
/// U+200F and U+202A to U+202E). Such bytes and characters are escaped even if they were raw, which
/// no URI permits. All other triplets, raw ASCII and every stray `%` stay unchanged.
///
/// The query begins at the first `?` and ends at the first `#`. Like
/// [`uri::Normalizer`](crate::uri::Normalizer), this creates no triplet: `%%34%31` becomes `%%341`.
/// If the input is ASCII that URIs may hold, [`to_uri`](super::to_uri) converts the result to a URI
/// with equivalent [triplets](crate::uri::Normalizer::triplets). (A URN is another one without its
/// triplets, and so is a relative reference like `%61:b`.)
///
/// The result of an ASCII input is never longer than the input; any other result is at most three
/// times as long. Section 6.1 lets an application escape more, such as characters that look like a
/// space or like each other. This function decodes them. The caller handles host names in Punycode.
///
/// ```
/// use percent_simd::iri;
/// assert_eq!(iri::from_uri("http://www.example.org/D%C3%BCrst"), "http://www.example.org/Dürst");
/// assert_eq!(iri::from_uri("http://www.example.org/D%FCrst"), "http://www.example.org/D%FCrst"); // not UTF-8
/// assert_eq!(iri::from_uri("http://xn--99zt52a.example.org/%e2%80%ae"), "http://xn--99zt52a.example.org/%E2%80%AE"); // bidirectional override
/// assert_eq!(iri::from_uri("/a%2fb%25%20?%EE%80%80"), "/a%2fb%25%20?\u{E000}"); // private use, in a query
/// ```
#[must_use]
#[inline]
pub fn from_uri<I: AsRef<[u8]> + ?Sized>(uri: &I) -> Cow<'_, str> {
    let uri = uri.as_ref();
    let position =
        |part: &[u8], byte| kernel::find::find_either(Backend::active(), part, byte, byte);
    if position(uri, b'%') == uri.len() && uri.is_ascii() {
        return Cow::Borrowed(text(uri));
    }
    if let Some(iri) = convert_short(uri) {
        return iri;
    }
    let (before_fragment, fragment) = uri.split_at(position(uri, b'#'));
    let (before_query, query) = before_fragment.split_at(position(before_fragment, b'?'));
    convert(uri, &[(before_query, Part::Other), (query, Part::Query), (fragment, Part::Other)])
}

/// Converts a part of a URI to a part of an IRI: [`from_uri`] for a URI that is already split. `?`
/// and `#` have no meaning here.
///
/// ```
/// use percent_simd::iri::{self, Part};
/// assert_eq!(iri::from_uri_part("ros%C3%A9 %EE%80%80", Part::Other), "rosé %EE%80%80");
/// assert_eq!(iri::from_uri_part("ros%C3%A9 %EE%80%80", Part::Query), "rosé \u{E000}");
/// ```
#[must_use]
#[inline]
pub fn from_uri_part<I: AsRef<[u8]> + ?Sized>(uri: &I, part: Part) -> Cow<'_, str> {
    let uri = uri.as_ref();
    convert(uri, &[(uri, part)])
}

/// Converts a short URI without a stray `%`, if its decoded form is an IRI wherever its query
/// begins.
#[inline]
fn convert_short(uri: &[u8]) -> Option<Cow<'_, str>> {
    let mut buffer = [0; SHORT];
    let output = buffer.get_mut(..uri.len())?;
    let len = STEP_2.decode_to(Backend::active(), uri, output)?;
    let iri = kernel::text::text(Backend::active(), &output[..len])?;
    if find_forbidden(iri, false).is_some() {
        return None;
    }
    Some(if iri.as_bytes() == uri { Cow::Borrowed(text(uri)) } else { Cow::Owned(iri.into()) })
}

/// Converts the parts, which together make up the input.
#[inline]
fn convert<'a>(input: &'a [u8], parts: &[(&'a [u8], Part)]) -> Cow<'a, str> {
    let mut unchanged = 0;
    let mut changed: Option<String> = None;
    for_each_piece(parts, |piece| match &mut changed {
        Some(iri) => iri.push_str(piece),
        // A triplet that is decoded or created differs at its first byte, so a changed output is
        // not a prefix of the input.
        None if input[unchanged..].starts_with(piece.as_bytes()) => unchanged += piece.len(),
        None => {
            let mut len = input.len();
            if len > crate::memory::LONG {
                len = 0;
                for_each_piece(parts, |piece| len += piece.len());
            }
            let mut iri = String::with_capacity(len);
            iri.push_str(text(&input[..unchanged]));
            iri.push_str(piece);
            changed = Some(iri);
        }
    });
    let Some(iri) = changed else { return Cow::Borrowed(text(input)) };
    Cow::Owned(crate::memory::trimmed(iri))
}

/// Converts bytes known to be UTF-8 to text.
#[inline]
fn text(bytes: &[u8]) -> &str {
    kernel::text::text(Backend::active(), bytes).expect("it is made of text")
}

/// Passes the result to `visit`, piece by piece.
fn for_each_piece(parts: &[(&[u8], Part)], mut visit: impl FnMut(&str)) {
    for &(part, kind) in parts.iter().filter(|(part, _)| !part.is_empty()) {
        STEP_2.for_each_text(Backend::active(), part, |mut text, invalid| {
            // Step 4: characters not appropriate in an IRI.
            while let Some((at, character)) = find_forbidden(text, kind == Part::Query) {
                visit(&text[..at]);
                character.encode_utf8(&mut [0; 4]).bytes().for_each(|byte| visit(triplet(byte)));
                text = &text[at + character.len_utf8()..];
            }
            visit(text);
            // Step 3: octets that are not "part of a strictly legal UTF-8 octet sequence".
            invalid.iter().for_each(|&byte| visit(triplet(byte)));
        });
    }
}
