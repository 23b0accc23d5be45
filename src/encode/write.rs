//! Encoding to a writer of text, without an allocation.

use core::fmt;

use super::Encoder;
use super::on_stack::encode_write;
#[cfg(not(feature = "simd"))]
use super::short;
use crate::backend::Backend;
use crate::carry::Carry;
use crate::kernel;
use crate::kernel::rules::EncodeRules;

impl Encoder {
    /// Writes the encoded input, piece by piece, to anything that takes text; nothing is allocated
    /// here.
    ///
    /// # Errors
    /// Those of `output`.
    #[inline]
    pub fn encode_write<I: AsRef<[u8]> + ?Sized>(
        self,
        input: &I,
        output: &mut impl fmt::Write,
    ) -> fmt::Result {
        self.encode_slice_write(input.as_ref(), output)
    }

    /// [`encode_write`](Self::encode_write) by reference: a short call would wait for a copy of it.
    fn encode_slice_write(&self, input: &[u8], output: &mut impl fmt::Write) -> fmt::Result {
        let rules = &self.rules;
        #[cfg(not(feature = "simd"))]
        if input.len() <= short::MOST && !rules.has_options() {
            return short::write(input, output, rules);
        }
        write_more(self.backend, input, output, rules)
    }

    /// Encodes the text of any [`Display`](fmt::Display) value, in the pieces that it writes: no
    /// String is made of it, and nothing is allocated here. The output is the same however the value
    /// cuts its text into pieces. Linear time; at most three times as long as the text.
    ///
    /// # Errors
    /// Those of `output` and of the value.
    ///
    /// ```
    /// # use percent_simd::{Encoder, sets};
    /// # use std::net::Ipv6Addr;
    /// let (value, mut query) = (Encoder::new(sets::URL_COMPONENT), String::from("/?from="));
    /// value.encode_display(&Ipv6Addr::LOCALHOST, &mut query).unwrap();
    /// value.encode_write("/7%", &mut query).unwrap();
    /// assert_eq!(query, "/?from=%3A%3A1%2F7%25");
    /// ```
    pub fn encode_display<T: fmt::Display + ?Sized>(
        self,
        value: &T,
        output: &mut impl fmt::Write,
    ) -> fmt::Result {
        let mut pieces = EncodedPieces { encoder: self, carry: Carry::EMPTY, output };
        fmt::write(&mut pieces, format_args!("{value}"))?;
        self.encode_slice_write(pieces.carry.as_slice(), pieces.output)
    }

    /// The encoded input as something to format: no allocation, and nothing is encoded before it is
    /// written. A width, a precision and a fill have no effect on it: to pad, format the value with its
    /// width first, and encode that text.
    ///
    /// ```
    /// # use percent_simd::{Encoder, sets};
    /// let query = Encoder::new(sets::URL_COMPONENT);
    /// assert_eq!(format!("/?q={}", query.display("a&b")), "/?q=a%26b");
    /// ```
    #[must_use]
    #[inline]
    pub fn display<I: AsRef<[u8]> + ?Sized>(self, input: &I) -> EncodeDisplay<'_> {
        EncodeDisplay { encoder: self, input: input.as_ref() }
    }
}

/// Writes the encoded input. (Without `simd`, a shorter one needs no registers for it.)
#[cfg_attr(not(feature = "simd"), inline(never))]
#[cfg_attr(feature = "simd", inline(always))]
fn write_more(
    backend: Option<Backend>,
    input: &[u8],
    output: &mut impl fmt::Write,
    rules: &EncodeRules,
) -> fmt::Result {
    match kernel::encode::unescaped_few(input, rules) {
        Some(text) => output.write_str(text),
        None => encode_write(backend, input, output, rules),
    }
}

/// A writer that encodes its input, and passes the output on.
struct EncodedPieces<'a, W> {
    encoder: Encoder,
    carry: Carry,
    output: &'a mut W,
}

impl<W: fmt::Write> fmt::Write for EncodedPieces<'_, W> {
    fn write_str(&mut self, piece: &str) -> fmt::Result {
        if !self.encoder.rules.keeps_sequences() {
            return self.encoder.encode_slice_write(piece.as_bytes(), self.output);
        }
        let (waited, now) = self.encoder.certain(&mut self.carry, piece.as_bytes());
        self.encoder.encode_slice_write(waited.as_slice(), self.output)?;
        self.encoder.encode_slice_write(now, self.output)
    }
}

/// Writes encoded bytes when it is formatted; made by [`Encoder::display`]. Two of them are
/// equal if their policies and their inputs are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EncodeDisplay<'a> {
    pub(crate) encoder: Encoder,
    pub(crate) input: &'a [u8],
}

/// The encoded input, as [`Encoder::encode`] gives it.
#[cfg(feature = "alloc")]
impl<'a> From<EncodeDisplay<'a>> for alloc::borrow::Cow<'a, str> {
    #[inline]
    fn from(display: EncodeDisplay<'a>) -> Self {
        display.encoder.encode(display.input)
    }
}

impl fmt::Display for EncodeDisplay<'_> {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.input.is_empty() {
            return Ok(()); // not worth a call
        }
        self.encoder.encode_slice_write(self.input, f)
    }
}
