//! WHATWG URL 5.1, *application/x-www-form-urlencoded parsing*.

use alloc::borrow::Cow;
use alloc::string::String;
use core::str;

use percent_simd::form;

use crate::decode::{decode, decode_escaped};
use crate::window::{self, Window};

/// The pairs of a form or a query (the part after the `?` of a URL), decoded one by one.
///
/// `&` separates the parts, and empty parts are skipped; the first `=` of a part ends its name. `+`
/// is SP, triplets become their bytes, a stray `%` stays, and ill-formed UTF-8 becomes U+FFFD. Any
/// input is valid. Unchanged parts are borrowed.
///
/// ```
/// let mut pairs = form_urlencoded::parse(b"a=1%2B1&&b=%&c+d");
/// assert_eq!(pairs.next(), Some(("a".into(), "1+1".into())));
/// assert_eq!(pairs.next(), Some(("b".into(), "%".into())));
/// assert_eq!(pairs.next(), Some(("c d".into(), "".into())));
/// assert_eq!(pairs.next(), None);
/// ```
#[inline]
pub fn parse(input: &[u8]) -> Parse<'_> {
    // There is no window before the first pair, because callers may read only that one.
    Parse { window: Window::EMPTY, input, no_window_above: input.len().saturating_sub(1) }
}

/// The pairs of a form, returned by [`parse()`]. A copy continues independently from its position.
///
/// ```
/// let mut pairs = form_urlencoded::parse(b"a=1&b=2");
/// let all = pairs;
/// pairs.next();
/// assert_eq!((pairs.count(), all.count()), (1, 2));
/// ```
#[derive(Clone, Copy)]
pub struct Parse<'a> {
    /// Parts to yield before `rest`.
    window: Window<'a>,
    /// The input after the window.
    input: &'a [u8],
    /// Windows are off while more input than this remains, because the last one contained no pairs.
    no_window_above: usize,
}

type Pair<'a> = (Cow<'a, str>, Cow<'a, str>);

impl<'a> Parse<'a> {
    /// Converts the names and values of all pairs into `String`s.
    ///
    /// ```
    /// use std::collections::HashMap;
    ///
    /// let form: HashMap<String, String> = form_urlencoded::parse(b"name=Ada&year=1815").into_owned().collect();
    /// assert_eq!(form["year"], "1815");
    /// ```
    pub fn into_owned(self) -> ParseIntoOwned<'a> {
        ParseIntoOwned { pairs: self }
    }

    fn next_pair(&mut self) -> Option<Pair<'a>> {
        loop {
            if let Some((name, value)) = self.window.next() {
                if !name.is_escaped && !value.is_escaped {
                    return Some((Cow::Borrowed(name.text), Cow::Borrowed(value.text)));
                }
                return Some((name.decode(), value.decode()));
            }
            match self.input.first_chunk() {
                Some(block) if self.input.len() <= self.no_window_above => {
                    self.window = Window::new(block)
                }
                _ => return self.next_by_bytes(),
            }
            if self.window.is_within_a_part() {
                return self.next_by_kernels();
            }
            if self.window.len() == 0 {
                self.no_window_above = self.input.len() - window::LEN;
                return self.next_by_bytes();
            }
            self.input = &self.input[self.window.len()..];
        }
    }

    /// The next pair, found by a test of each byte: the fastest way for short input.
    #[inline]
    fn next_by_bytes(&mut self) -> Option<Pair<'a>> {
        while let [b'&', behind @ ..] = self.input {
            self.input = behind;
        }
        let input = self.input;
        let start = &input[..input.len().min(window::LEN)];
        let (name_end, in_name) = find(start, AMPERSAND | EQUALS);
        let (name, behind) = start.split_at(name_end);
        let (value, in_value) = match behind {
            [b'=', behind @ ..] => {
                let (len, in_value) = find(behind, AMPERSAND);
                (&behind[..len], in_value)
            }
            _ => (&[][..], 0),
        };
        let end = if let [b'=', ..] = behind { name_end + 1 + value.len() } else { name_end };
        if end == start.len() && end < input.len() {
            return self.next_by_kernels();
        }
        if end == 0 {
            return None;
        }
        self.input = input.get(end + 1..).unwrap_or_default();
        if (in_name | in_value) & (ESCAPE | NON_ASCII) == 0 {
            if let Ok(text) = core::str::from_utf8(&input[..end]) {
                return Some((
                    Cow::Borrowed(&text[..name_end]),
                    Cow::Borrowed(&text[end - value.len()..]),
                ));
            }
        }
        let decode = |bytes, seen| {
            if seen & ESCAPE != 0 { decode_escaped(bytes) } else { String::from_utf8_lossy(bytes) }
        };
        Some((decode(name, in_name), decode(value, in_value)))
    }

    /// The next pair of input that is neither empty nor begins with `&`.
    #[inline(never)]
    fn next_by_kernels(&mut self) -> Option<Pair<'a>> {
        let pair = form::parse(self.input).next()?;
        let end = pair.name_raw().len() + usize::from(pair.has_equals()) + pair.value_raw().len();
        self.input = self.input.get(end + 1..).unwrap_or_default();
        Some((decode(pair.name_raw()), decode(pair.value_raw())))
    }
}

impl<'a> Iterator for Parse<'a> {
    type Item = (Cow<'a, str>, Cow<'a, str>);

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        if self.window.len() == 0 && self.input.is_empty() { None } else { self.next_pair() }
    }
}

/// The pairs of a form as `String`s, returned by [`Parse::into_owned`].
///
/// ```
/// let mut pairs = form_urlencoded::parse(b"caf%C3%A9").into_owned();
/// assert_eq!(pairs.next(), Some((String::from("café"), String::new())));
/// ```
pub struct ParseIntoOwned<'a> {
    pairs: Parse<'a>,
}

impl Iterator for ParseIntoOwned<'_> {
    type Item = (String, String);

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        self.pairs.next().map(|(name, value)| (name.into_owned(), value.into_owned()))
    }
}

const AMPERSAND: u8 = 1;
const EQUALS: u8 = 2;
/// `%` and `+`.
const ESCAPE: u8 = 4;
const NON_ASCII: u8 = 8;

/// The class of each byte in a form.
static CLASSES: [u8; 256] = {
    let mut classes = [0; 256];
    classes[b'&' as usize] = AMPERSAND;
    classes[b'=' as usize] = EQUALS;
    classes[b'%' as usize] = ESCAPE;
    classes[b'+' as usize] = ESCAPE;
    let mut byte = 0x80;
    while byte < 256 {
        classes[byte] = NON_ASCII;
        byte += 1;
    }
    classes
};

/// The number of bytes before the first byte of the `wanted` classes, and the union of the classes
/// of these bytes.
#[inline(always)]
fn find(bytes: &[u8], wanted: u8) -> (usize, u8) {
    let mut seen = 0;
    for (index, &byte) in bytes.iter().enumerate() {
        let class = CLASSES[usize::from(byte)];
        if class & wanted != 0 {
            return (index, seen);
        }
        seen |= class;
    }
    (bytes.len(), seen)
}
