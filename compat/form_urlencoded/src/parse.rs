//! Parsing.
use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec::Vec;
use percent_simd::{Decoder, form};
use crate::window::{Marks, WINDOW};

/// x
#[inline]
pub fn parse(input: &[u8]) -> Parse<'_> {
    Parse { text: "", marks: Marks::NONE, rest: input }
}

/// x
#[derive(Clone, Copy)]
pub struct Parse<'a> {
    text: &'a str,
    marks: Marks,
    rest: &'a [u8],
}

impl<'a> Iterator for Parse<'a> {
    type Item = (Cow<'a, str>, Cow<'a, str>);

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        if self.text.is_empty() && self.rest.is_empty() {
            return None;
        }
        self.next_pair()
    }
}

impl<'a> Parse<'a> {
    /// x
    pub fn into_owned(self) -> ParseIntoOwned<'a> {
        ParseIntoOwned { inner: self }
    }

    fn next_pair(&mut self) -> Option<(Cow<'a, str>, Cow<'a, str>)> {
        loop {
            if self.text.is_empty() && !self.refill() {
                return self.next_long();
            }
            let text = self.text;
            let marks = self.marks;
            let end = (marks.ampersands.trailing_zeros() as usize).min(text.len());
            let next = (end + 1).min(text.len());
            self.text = &text[next..];
            self.marks.skip(next);
            if end == 0 {
                continue;
            }
            let name_end = (marks.equals.trailing_zeros() as usize).min(end);
            let value_start = (name_end + 1).min(end);
            let name = &text[..name_end];
            let value = &text[value_start..end];
            if marks.escapes.trailing_zeros() as usize >= end {
                return Some((Cow::Borrowed(name), Cow::Borrowed(value)));
            }
            return Some((decode_text(name), decode_text(value)));
        }
    }

    #[inline]
    fn refill(&mut self) -> bool {
        let (window, is_all) = match self.rest.first_chunk::<WINDOW>() {
            Some(window) if self.rest.len() > WINDOW => (&window[..], false),
            _ => (self.rest, true),
        };
        self.marks = Marks::of(window);
        let mut len = if is_all { window.len() } else { WINDOW - self.marks.ampersands.leading_zeros() as usize };
        let text = match core::str::from_utf8(&window[..len]) {
            Ok(text) => text,
            Err(error) => {
                let valid = error.valid_up_to();
                len = WINDOW - (self.marks.ampersands & !(u64::MAX << valid)).leading_zeros() as usize;
                core::str::from_utf8(&window[..len]).unwrap_or_default()
            }
        };
        if len == 0 {
            return false;
        }
        self.text = text;
        self.rest = &self.rest[len..];
        true
    }

    #[cold]
    fn next_long(&mut self) -> Option<(Cow<'a, str>, Cow<'a, str>)> {
        // `refill` has found no & at the start
        let pair = form::parse(self.rest).next()?;
        let len = pair.name_raw().len() + usize::from(pair.has_equals()) + pair.value_raw().len();
        self.rest = self.rest.get(len + 1..).unwrap_or_default();
        Some((decode(pair.name_raw()), decode(pair.value_raw())))
    }
}

const DECODER: Decoder = Decoder::new().plus_as_space(true);

fn decode_text(text: &str) -> Cow<'_, str> {
    if !text.bytes().any(|byte| byte == b'%' || byte == b'+') {
        return Cow::Borrowed(text);
    }
    let mut bytes = Vec::new();
    DECODER.decode_append(text.as_bytes(), &mut bytes).expect("the decoder refuses nothing");
    match String::from_utf8(bytes) {
        Ok(decoded) if decoded == text => Cow::Borrowed(text),
        Ok(decoded) => Cow::Owned(decoded),
        Err(error) => Cow::Owned(String::from_utf8_lossy(error.as_bytes()).into_owned()),
    }
}

fn decode(input: &[u8]) -> Cow<'_, str> {
    match DECODER.decode(input).expect("the decoder refuses nothing") {
        Cow::Borrowed(bytes) => match core::str::from_utf8(bytes) {
            Ok(text) => Cow::Borrowed(text),
            Err(_) => String::from_utf8_lossy(bytes),
        },
        Cow::Owned(bytes) => Cow::Owned(match String::from_utf8(bytes) {
            Ok(text) => text,
            Err(error) => String::from_utf8_lossy(error.as_bytes()).into_owned(),
        }),
    }
}

/// x
pub struct ParseIntoOwned<'a> {
    inner: Parse<'a>,
}

impl Iterator for ParseIntoOwned<'_> {
    type Item = (String, String);

    fn next(&mut self) -> Option<Self::Item> {
        self.inner.next().map(|(name, value)| (name.into_owned(), value.into_owned()))
    }
}
