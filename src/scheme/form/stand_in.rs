//! Until the parser and the serializer of forms are there.
#![allow(missing_docs)]
use crate::{Decoder, Encoder, Utf8, sets};
use alloc::{borrow::Cow, string::String};

#[derive(Clone, Copy)]
pub struct Pair<'a>(&'a [u8], &'a [u8]);
pub struct Parse<'a>(&'a [u8]);

pub fn parse(input: &[u8]) -> Parse<'_> {
    Parse(input)
}

impl<'a> Iterator for Parse<'a> {
    type Item = Pair<'a>;
    fn next(&mut self) -> Option<Pair<'a>> {
        while !self.0.is_empty() {
            let end = self.0.iter().position(|&b| b == b'&').unwrap_or(self.0.len());
            let (part, rest) = self.0.split_at(end);
            self.0 = rest.get(1..).unwrap_or_default();
            if !part.is_empty() {
                let equals = part.iter().position(|&b| b == b'=').unwrap_or(part.len());
                return Some(Pair(&part[..equals], part.get(equals + 1..).unwrap_or_default()));
            }
        }
        None
    }
}

const DECODER: Decoder = Decoder::new().plus_as_space(true).utf8(Utf8::Lossy);
impl<'a> Pair<'a> {
    pub fn name_bytes(self) -> Cow<'a, [u8]> {
        DECODER.decode(self.0).unwrap()
    }
    pub fn value_bytes(self) -> Cow<'a, [u8]> {
        DECODER.decode(self.1).unwrap()
    }
    pub fn name(self) -> Cow<'a, str> {
        DECODER.decode_utf8(self.0).unwrap()
    }
    pub fn value(self) -> Cow<'a, str> {
        DECODER.decode_utf8(self.1).unwrap()
    }
}

pub struct Serializer<'a>(&'a mut String, bool);
impl<'a> Serializer<'a> {
    pub const fn new(target: &'a mut String) -> Self {
        Self(target, true)
    }
    pub(crate) const fn encoder(&self) -> Encoder {
        Encoder::new(sets::FORM).space_as_plus(true)
    }
    pub(crate) fn append_encoded(&mut self, name: impl FnOnce(&mut String), value: impl FnOnce(&mut String)) -> &mut Self {
        if !self.1 {
            self.0.push('&');
        }
        self.1 = false;
        name(self.0);
        self.0.push('=');
        value(self.0);
        self
    }
    pub fn append_pair_bytes(&mut self, name: &[u8], value: &[u8]) -> &mut Self {
        let encoder = self.encoder();
        self.append_encoded(|t| encoder.encode_append(name, t), |t| encoder.encode_append(value, t))
    }
}
