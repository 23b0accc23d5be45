//! Encoding to what takes text, without an allocation.

use core::fmt;

use super::Encoder;
use crate::kernel::{self};

impl Encoder {
    /// Writes the encoded input, piece by piece, to anything that takes text; nothing is allocated
    /// here.
    ///
    /// # Errors
    /// Those of `output`.
    ///
    /// ```
    /// # #[cfg(feature = "alloc")] {
    /// # use percent_simd::{Encoder, sets};
    /// let mut output = String::from("/");
    /// Encoder::new(sets::URL_PATH).encode_write("a b", &mut output).unwrap();
    /// assert_eq!(output, "/a%20b");
    /// # }
    /// ```
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
        const CHUNK: usize = 256;
        const FEW: usize = 8;
        let (rules, backend) = (&self.rules, self.backend());
        let mut rest = input;
        if input.len() <= FEW {
            if !rules.has_options()
                && let Some(text) = kernel::unescaped_few(input, &rules.set)
            {
                return output.write_str(text);
            }
        } else {
            let (start, changes) = kernel::split_at_escapable(backend, input, rules);
            if changes.is_empty() {
                return output.write_str(start);
            }
            if input.len() > CHUNK {
                if !start.is_empty() {
                    output.write_str(start)?;
                }
                rest = changes;
            }
        }
        let mut buffer = kernel::Buffer::<{ 3 * CHUNK }>::new();
        let mut write = |chunk| {
            let text = kernel::encode(backend, chunk, &mut buffer.0, rules)
                .expect("the buffer holds three times the chunk");
            output.write_str(text)
        };
        if rest.len() <= CHUNK {
            return write(rest);
        }
        kernel::chunks_to_encode(rest, CHUNK, rules).try_for_each(write)
    }

    /// The encoded input as something to format: no allocation, and nothing is encoded before it is
    /// written.
    ///
    /// ```
    /// # use percent_simd::{Encoder, sets};
    /// let query = Encoder::new(sets::URL_COMPONENT);
    /// assert_eq!(format!("/?q={}", query.display("a&b")), "/?q=a%26b");
    /// ```
    #[must_use]
    #[inline]
    pub fn display<I: AsRef<[u8]> + ?Sized>(self, input: &I) -> EncodeDisplay<'_> {
        EncodeDisplay::new(self, input.as_ref())
    }
}

/// Writes encoded bytes when it is formatted: what [`Encoder::display`] returns.
#[derive(Clone, Copy, Debug)]
pub struct EncodeDisplay<'a> {
    encoder: Encoder,
    input: &'a [u8],
}

impl<'a> EncodeDisplay<'a> {
    pub(crate) const fn new(encoder: Encoder, input: &'a [u8]) -> Self {
        Self { encoder, input }
    }
}

/// The encoded input, as [`Encoder::encode`] gives it.
#[cfg(feature = "alloc")]
impl<'a> From<EncodeDisplay<'a>> for alloc::borrow::Cow<'a, str> {
    fn from(display: EncodeDisplay<'a>) -> Self {
        display.encoder.encode(display.input)
    }
}

impl fmt::Display for EncodeDisplay<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.encoder.encode_slice_write(self.input, f)
    }
}
