//! Encoding to text or bytes: a new result, an appended one, a caller's buffer; and looking only.

#[cfg(feature = "alloc")]
use alloc::{borrow::Cow, string::String, vec::Vec};
#[cfg(feature = "simd")]
use core::mem::MaybeUninit;

use super::Encoder;
#[cfg(feature = "alloc")]
use super::owned;
use crate::error::OutputTooSmall;
use crate::kernel;
#[cfg(feature = "alloc")]
use crate::kernel::memory::CLEARS_BUFFERS;

impl Encoder {
    /// The encoded input; borrowed, without allocation, if nothing changes.
    ///
    /// An owned result has at most an eighth of its length and 64 bytes of capacity to spare. While
    /// it is made, the String grows as that of [`encode_append`](Self::encode_append); more than
    /// 1 MiB of input takes the result's length, and no more.
    #[cfg(feature = "alloc")]
    #[must_use]
    #[inline]
    pub fn encode<I: AsRef<[u8]> + ?Sized>(self, input: &I) -> Cow<'_, str> {
        owned::encode_cow(self.backend(), input.as_ref(), &self.rules)
    }

    /// Appends the encoded input.
    ///
    /// If the spare room of `output` is at least three times the input's length, nothing is
    /// allocated. Otherwise room for at most three times 4 KiB is reserved at a time; for more than
    /// 1 MiB of input, which is measured first, room for the result. (A String that must grow at
    /// least doubles.)
    #[cfg(feature = "alloc")]
    #[inline]
    pub fn encode_append<I: AsRef<[u8]> + ?Sized>(self, input: &I, output: &mut String) {
        let input = input.as_ref();
        if CLEARS_BUFFERS && input.len() <= owned::SHORT && !self.rules.has_options() {
            return owned::encode_append_short(input, output, &self.rules);
        }
        if !input.is_empty() {
            owned::encode_append(self.backend(), input, output, &self.rules);
        }
    }

    /// Appends the encoded input, which is text. The Vec grows as the String of
    /// [`encode_append`](Self::encode_append) does.
    #[cfg(feature = "alloc")]
    #[inline]
    pub fn encode_append_bytes<I: AsRef<[u8]> + ?Sized>(self, input: &I, output: &mut Vec<u8>) {
        let input = input.as_ref();
        if !input.is_empty() {
            owned::encode_append(self.backend(), input, output, &self.rules);
        }
    }

    /// Writes the encoded input to the front of `output` and returns its length. The rest of
    /// `output` is unspecified: it may be written to, too.
    ///
    /// A buffer of [`encoded_len`](Self::encoded_len) bytes suffices. One of three times the
    /// input's length is faster: a shorter one is measured for first.
    ///
    /// # Errors
    /// [`OutputTooSmall`] with the length that suffices. All of `output` is then unspecified.
    ///
    /// ```
    /// # use percent_simd::{Encoder, sets};
    /// let mut buffer = [0; 8];
    /// let encoder = Encoder::new(sets::URL_PATH);
    /// assert_eq!(encoder.encode_into("a b", &mut buffer), Ok(5));
    /// assert_eq!(&buffer[..5], b"a%20b");
    /// assert_eq!(encoder.encode_into("   ", &mut buffer).unwrap_err().needed(), 9);
    /// ```
    #[inline]
    pub fn encode_into<I: AsRef<[u8]> + ?Sized>(
        self,
        input: &I,
        output: &mut [u8],
    ) -> Result<usize, OutputTooSmall> {
        let input = input.as_ref();
        if input.is_empty() {
            return Ok(0);
        }
        kernel::encode::encode_into::<true>(self.backend(), input, output, &self.rules)
    }

    /// Writes the encoded input to the front of memory that need not be initialised, and returns it
    /// (feature `simd`). Output and length are as in [`encode_into`](Self::encode_into).
    ///
    /// # Errors
    /// As [`encode_into`](Self::encode_into).
    ///
    /// ```
    /// use core::mem::MaybeUninit;
    /// use percent_simd::{Encoder, sets};
    ///
    /// let mut room = [MaybeUninit::uninit(); 64];
    /// let encoded = Encoder::new(sets::URL_PATH).encode_into_uninit("a b", &mut room).unwrap();
    /// assert_eq!(encoded, "a%20b");
    /// ```
    #[cfg(feature = "simd")]
    #[inline]
    pub fn encode_into_uninit<'a, I: AsRef<[u8]> + ?Sized>(
        self,
        input: &I,
        output: &'a mut [MaybeUninit<u8>],
    ) -> Result<&'a mut str, OutputTooSmall> {
        kernel::encode::encode_into_uninit(self.backend(), input.as_ref(), output, &self.rules)
    }

    /// The length in bytes of the encoded input; `usize::MAX` if it is greater than that.
    #[must_use]
    #[inline]
    pub fn encoded_len<I: AsRef<[u8]> + ?Sized>(self, input: &I) -> usize {
        kernel::encode::encoded_len::<true>(self.backend(), input.as_ref(), &self.rules)
    }

    /// The index of the first byte that encoding changes, or `None` if it changes nothing.
    #[must_use]
    #[inline(always)]
    pub fn find<I: AsRef<[u8]> + ?Sized>(self, input: &I) -> Option<usize> {
        let input = input.as_ref();
        let found = kernel::encode::find_escapable::<true>(self.backend(), input, &self.rules);
        (found < input.len()).then_some(found)
    }
}
