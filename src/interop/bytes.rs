//! The crate `bytes`: `Bytes` in and out, and output to any of its buffers.

use alloc::borrow::Cow;
use core::fmt::{self, Write};

use ::bytes::{BufMut, Bytes};

use crate::decode::Decoder;
use crate::encode::Encoder;
use crate::error::{DecodeError, OutputTooSmall};
use crate::kernel;

/// This many bytes are decoded on the stack at a time: a buffer may have no slice of initialised
/// bytes.
const CHUNK: usize = 1024;

impl Decoder {
    /// The decoded bytes as [`Bytes`] (feature `bytes`). If nothing changes, they are the input:
    /// the same memory, without a copy. Otherwise they are the result of [`decode`](Self::decode).
    ///
    /// # Errors
    /// The first [`DecodeError`] under this policy; never with the default one.
    ///
    /// ```
    /// use bytes::Bytes;
    /// use percent_simd::{Decoder, Encoder, sets};
    ///
    /// let clean = Bytes::from_static(b"/index.html");
    /// let start = clean.as_ptr();
    /// assert_eq!(Decoder::new().decode_shared(clean).unwrap().as_ptr(), start);
    /// let decoded = Decoder::new().decode_shared(Bytes::from_static(b"a%20b")).unwrap();
    /// assert_eq!(Encoder::new(sets::URL_PATH).encode_shared(decoded), "a%20b");
    /// ```
    #[inline]
    pub fn decode_shared(self, input: Bytes) -> Result<Bytes, DecodeError> {
        match self.decode(&input)? {
            Cow::Owned(bytes) => Ok(bytes.into()),
            Cow::Borrowed(_) => Ok(input),
        }
    }

    /// Appends the decoded bytes to a buffer that has room for them. After an error nothing was
    /// appended: more than a chunk is checked first.
    pub(crate) fn decode_append_buf(
        self,
        input: &[u8],
        output: &mut impl BufMut,
    ) -> Result<(), DecodeError> {
        if input.len() > CHUNK && self.rules.can_fail() {
            self.check(input)?;
        }
        let mut buffer = [kernel::trust::EMPTY; CHUNK];
        for chunk in kernel::chunks::chunks(input, CHUNK, true, false) {
            output.put_slice(kernel::decode::decode::<false>(
                self.backend(),
                chunk,
                &mut buffer,
                &self.rules,
            )?);
        }
        Ok(())
    }
}

impl Encoder {
    /// The encoded bytes, which are ASCII, as [`Bytes`] (feature `bytes`). If nothing changes, they
    /// are the input, as in [`Decoder::decode_shared`].
    #[must_use]
    #[inline]
    pub fn encode_shared(self, input: Bytes) -> Bytes {
        match self.encode(&input) {
            Cow::Owned(text) => text.into(),
            Cow::Borrowed(_) => input,
        }
    }

    /// Appends the encoded bytes of two parts to a buffer and returns their number. After an error
    /// nothing was appended.
    pub(crate) fn encode_append_buf(
        self,
        parts: [&[u8]; 2],
        output: &mut impl BufMut,
    ) -> Result<usize, OutputTooSmall> {
        let room = output.remaining_mut();
        if room / 3 < parts[0].len().saturating_add(parts[1].len()) {
            let needed = self.encoded_len(parts[0]).saturating_add(self.encoded_len(parts[1]));
            if needed > room {
                return Err(OutputTooSmall::new(needed));
            }
        }
        let mut text = Text { output, written: 0 };
        for part in parts {
            self.encode_write(part, &mut text).expect("there is room");
        }
        Ok(text.written)
    }
}

/// A buffer that text is written to.
struct Text<'a, B> {
    output: &'a mut B,
    written: usize,
}

impl<B: BufMut> Write for Text<'_, B> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.output.put_slice(text.as_bytes());
        self.written += text.len();
        Ok(())
    }
}
