//! WHATWG URL 5.1, *application/x-www-form-urlencoded parsing*.

use alloc::borrow::{Cow, ToOwned};
use alloc::string::String;
use alloc::vec::Vec;

use percent_simd::{Decoder, form};

use crate::window::{Piece, Window};

const DECODER: Decoder = Decoder::new().plus_as_space(true);

/// x
#[inline]
pub fn parse(input: &[u8]) -> Parse<'_> {
    Parse { window: Window::EMPTY, window_at: usize::MAX, input }
}

/// x
#[derive(Clone, Copy)]
pub struct Parse<'a> {
    window: Window<'a>,
    window_at: usize,
    /// What has not been parsed yet.
    input: &'a [u8],
}

impl<'a> Parse<'a> {
    /// x
    pub fn into_owned(self) -> ParseIntoOwned<'a> {
        ParseIntoOwned { inner: self }
    }
}

impl<'a> Iterator for Parse<'a> {
    type Item = (Cow<'a, str>, Cow<'a, str>);

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        if self.window.len() == 0 && self.input.is_empty() { None } else { self.next_pair() }
    }
}

const SHORT: usize = 64;

const AMPERSAND: u8 = 1;
const EQUALS: u8 = 2;
const ESCAPE: u8 = 4;
const NON_ASCII: u8 = 8;

static CLASSES: [u8; 256] = {
    let mut classes = [0; 256];
    let mut byte = 128;
    while byte < 256 {
        classes[byte] = NON_ASCII;
        byte += 1;
    }
    classes[b'&' as usize] = AMPERSAND;
    classes[b'=' as usize] = EQUALS;
    classes[b'%' as usize] = ESCAPE;
    classes[b'+' as usize] = ESCAPE;
    classes
};

#[inline(always)]
fn run(bytes: &[u8], stop: u8) -> (usize, u8) {
    let mut seen = 0;
    for (index, &byte) in bytes.iter().enumerate() {
        let class = CLASSES[usize::from(byte)];
        if class & stop != 0 {
            return (index, seen);
        }
        seen |= class;
    }
    (bytes.len(), seen)
}

impl<'a> Parse<'a> {
    fn next_pair(&mut self) -> Option<(Cow<'a, str>, Cow<'a, str>)> {
        loop {
            if let Some((name, value)) = self.window.next() {
                if !name.is_escaped && !value.is_escaped {
                    return Some((Cow::Borrowed(name.text), Cow::Borrowed(value.text)));
                }
                let decode = |piece: Piece<'a>| if piece.is_escaped { decode_escaped(piece.text.as_bytes()) } else { Cow::Borrowed(piece.text) };
                return Some((decode(name), decode(value)));
            }
            if let Some(block) = self.input.first_chunk()
                && self.input.len() <= self.window_at
            {
                self.window = Window::new(block);
                if self.window.len() > 0 {
                    self.input = &self.input[self.window.len()..];
                    continue;
                }
                if self.window.is_inside_a_part() {
                    return self.next_long();
                }
                self.window_at = self.input.len() - block.len();
            }
            return self.next_scalar();
        }
    }

    #[inline]
    fn next_scalar(&mut self) -> Option<(Cow<'a, str>, Cow<'a, str>)> {
        while let [b'&', rest @ ..] = self.input {
            self.input = rest;
        }
        let input = self.input;
        let short = &input[..input.len().min(SHORT)];
        let (name_end, in_name) = run(short, AMPERSAND | EQUALS);
        let (name, rest) = short.split_at(name_end);
        let (mut value, mut in_value) = (&[][..], 0);
        let mut end = name_end;
        if let [b'=', rest @ ..] = rest {
            let len;
            (len, in_value) = run(rest, AMPERSAND);
            value = &rest[..len];
            end += 1 + len;
        }
        if end == SHORT && input.len() > SHORT {
            return self.next_long();
        }
        if end == 0 {
            return None;
        }
        self.input = input.get(end + 1..).unwrap_or_default();
        if in_name | in_value == 0 || (in_name | in_value) == EQUALS {
            if let Ok(text) = core::str::from_utf8(&input[..end]) {
                return Some((Cow::Borrowed(&text[..name_end]), Cow::Borrowed(&text[end - value.len()..])));
            }
        }
        Some((decode(name, in_name), decode(value, in_value)))
    }

    #[inline(never)]
    fn next_long(&mut self) -> Option<(Cow<'a, str>, Cow<'a, str>)> {
        let pair = form::parse(self.input).next()?;
        let len = pair.name_raw().len() + usize::from(pair.has_equals()) + pair.value_raw().len();
        self.input = self.input.get(len + 1..).unwrap_or_default();
        Some((decode_long(pair.name_raw()), decode_long(pair.value_raw())))
    }
}

fn decode(input: &[u8], seen: u8) -> Cow<'_, str> {
    if input.is_empty() {
        return Cow::Borrowed("");
    }
    if seen & ESCAPE != 0 {
        return decode_escaped(input);
    }
    String::from_utf8_lossy(input)
}

fn hex(byte: u8) -> Option<u8> {
    (byte as char).to_digit(16).map(|digit| digit as u8)
}

const ON_STACK: usize = 16;

fn decode_escaped(input: &[u8]) -> Cow<'_, str> {
    if input.len() > ON_STACK {
        let mut bytes = Vec::with_capacity(input.len());
        DECODER.decode_append(input, &mut bytes).expect("the decoder refuses nothing");
        if bytes == input {
            return String::from_utf8_lossy(input);
        }
        return Cow::Owned(match String::from_utf8(bytes) {
            Ok(text) => text,
            Err(error) => String::from_utf8_lossy(error.as_bytes()).into_owned(),
        });
    }
    let mut buffer = [0; ON_STACK];
    let mut len = 0;
    let mut rest = input;
    let mut changes = false;
    while let [first, tail @ ..] = rest {
        rest = tail;
        let mut byte = *first;
        if byte == b'+' {
            byte = b' ';
            changes = true;
        } else if byte == b'%'
            && let [high, low, tail @ ..] = tail
            && let (Some(high), Some(low)) = (hex(*high), hex(*low))
        {
            byte = high << 4 | low;
            rest = tail;
            changes = true;
        }
        buffer[len % ON_STACK] = byte;
        len += 1;
    }
    if !changes {
        return String::from_utf8_lossy(input);
    }
    Cow::Owned(String::from_utf8_lossy(&buffer[..len]).into_owned())
}

fn decode_long(input: &[u8]) -> Cow<'_, str> {
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
