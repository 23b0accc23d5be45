//! Decoding to bytes: a new result, an appended one, a caller's buffer, in place; and looking only.

#[cfg(feature = "alloc")]
use alloc::{borrow::Cow, vec::Vec};
#[cfg(feature = "simd")]
use core::mem::MaybeUninit;

use super::Decoder;
#[cfg(feature = "alloc")]
use super::owned;
#[cfg(doc)]
use crate::error::OutputTooSmall;
use crate::error::{DecodeError, DecodeIntoError};
use crate::kernel;

impl Decoder {
    /// The decoded bytes; borrowed, without allocation, if nothing changes.
    ///
    /// An owned result has at most an eighth of its length and 64 bytes of capacity to spare. While
    /// it is made, it takes the input's length; for up to 1 KiB of input, which is decoded on the
    /// stack, and for more than 1 MiB, which is measured first, the result's length.
    ///
    /// # Errors
    /// The first [`DecodeError`] under this policy; never with the default one.
    #[cfg(feature = "alloc")]
    #[inline]
    pub fn decode<I: AsRef<[u8]> + ?Sized>(self, input: &I) -> Result<Cow<'_, [u8]>, DecodeError> {
        owned::decode_cow(self.backend(), input.as_ref(), &self.rules)
    }

    /// The decoded bytes under any policy: input that [`decode`](Self::decode) refuses stays as it
    /// is written. Never fails; borrowed, without allocation, if nothing changes. For a policy that
    /// refuses nothing, such as one with [`plus_as_space`](Self::plus_as_space) alone, this is
    /// `decode` without a `Result`. [`display`](Self::display) does the same for text.
    ///
    /// ```
    /// use percent_simd::Decoder;
    /// const QUERY_VALUE: Decoder = Decoder::new().plus_as_space(true);
    /// assert_eq!(&*QUERY_VALUE.decode_lenient("a+b%21%"), b"a b!%");
    /// ```
    #[cfg(feature = "alloc")]
    #[must_use]
    #[inline]
    pub fn decode_lenient<I: AsRef<[u8]> + ?Sized>(self, input: &I) -> Cow<'_, [u8]> {
        self.decode_slice_lenient(input.as_ref())
    }

    /// [`decode_lenient`](Self::decode_lenient) by reference: a short call would wait for a copy of
    /// the policy.
    #[cfg(feature = "alloc")]
    #[inline]
    fn decode_slice_lenient<'a>(&self, input: &'a [u8]) -> Cow<'a, [u8]> {
        let lenient;
        let rules = if self.rules.can_fail() {
            lenient = self.rules.infallible();
            &lenient
        } else {
            &self.rules
        };
        owned::decode_cow(self.backend(), input, rules).expect("these rules refuse nothing")
    }

    /// Compares the decoded bytes with these: true if the policy accepts the input and decodes it to
    /// `expected`. Nothing is allocated; it ends at the first difference.
    ///
    /// ```
    /// use percent_simd::Decoder;
    /// assert!(Decoder::new().decodes_to("caf%C3%A9", "café"));
    /// assert!(!Decoder::new().decodes_to("caf%C3%A9", "cafe"));
    /// ```
    #[must_use]
    pub fn decodes_to<I, E>(self, input: &I, expected: &E) -> bool
    where
        I: AsRef<[u8]> + ?Sized,
        E: AsRef<[u8]> + ?Sized,
    {
        self.slice_decodes_to(input.as_ref(), expected.as_ref())
    }

    #[inline]
    fn slice_decodes_to(self, input: &[u8], mut expected: &[u8]) -> bool {
        const CHUNK: usize = 64;
        if self.find(input).is_none() {
            return input == expected;
        }
        let mut buffer = [0; CHUNK];
        for chunk in kernel::chunks::chunks(input, CHUNK, true, false) {
            let Ok(len) = self.decode_into(chunk, &mut buffer) else { return false };
            let Some(rest) = expected.strip_prefix(&buffer[..len]) else { return false };
            expected = rest;
        }
        expected.is_empty()
    }

    /// Appends the decoded bytes.
    ///
    /// If the spare room of `output` is at least the input's length, one pass decodes, and nothing
    /// is reallocated. Otherwise a policy that can fail decodes up to 1 KiB on the stack first, and
    /// checks more than that first; and room for the input's length and 64 bytes is reserved, or
    /// for more than 1 MiB of input, which is measured first, room for the result. (A Vec that must
    /// grow at least doubles.)
    ///
    /// # Errors
    /// The first [`DecodeError`] under this policy. `output` and its capacity are then as they
    /// were; the content of its spare room is unspecified.
    #[cfg(feature = "alloc")]
    #[inline]
    pub fn decode_append<I: AsRef<[u8]> + ?Sized>(
        self,
        input: &I,
        output: &mut Vec<u8>,
    ) -> Result<(), DecodeError> {
        owned::decode_append(self.backend(), input.as_ref(), output, &self.rules)
    }

    /// Writes the decoded bytes to the front of `output` and returns their number. The rest of
    /// `output` is unspecified: it may be written to, too.
    ///
    /// A buffer of [`decoded_len`](Self::decoded_len) bytes suffices. One at least as long as the
    /// input takes one pass under any policy; a shorter one is measured for first.
    ///
    /// # Errors
    /// The first [`DecodeError`] under this policy; otherwise [`OutputTooSmall`] with the length
    /// that suffices. All of `output` is then unspecified.
    ///
    /// ```
    /// # use percent_simd::{DecodeIntoError, Decoder};
    /// let mut buffer = [0; 2];
    /// assert_eq!(Decoder::new().decode_into("a%20", &mut buffer), Ok(2));
    /// assert_eq!(&buffer, b"a ");
    /// let error = Decoder::new().decode_into("a%20b", &mut buffer);
    /// assert!(matches!(error, Err(DecodeIntoError::OutputTooSmall(e)) if e.needed() == 3));
    /// ```
    #[inline(always)] // the rules of most callers are constants
    pub fn decode_into<I: AsRef<[u8]> + ?Sized>(
        self,
        input: &I,
        output: &mut [u8],
    ) -> Result<usize, DecodeIntoError> {
        kernel::decode::decode_into(self.backend(), input.as_ref(), output, &self.rules)
    }

    /// Decodes within the buffer and returns how many bytes at its front are the result; the rest
    /// of the buffer is unspecified.
    ///
    /// # Errors
    /// The first [`DecodeError`] under this policy. The buffer is then as it was: where something
    /// changes in more than 1 KiB, a policy that can fail checks first, which costs a second pass.
    ///
    /// ```
    /// # use percent_simd::Decoder;
    /// let mut buffer = *b"a%20b";
    /// let len = Decoder::new().decode_in_place(&mut buffer).unwrap();
    /// assert_eq!(&buffer[..len], b"a b");
    /// ```
    #[inline]
    pub fn decode_in_place(self, buffer: &mut [u8]) -> Result<usize, DecodeError> {
        kernel::decode::decode_in_place(self.backend(), buffer, &self.rules)
    }

    /// Decodes within the Vec, which becomes as short as the result; nothing is allocated.
    ///
    /// # Errors
    /// The first [`DecodeError`] under this policy. The Vec is then as it was: see
    /// [`decode_in_place`](Self::decode_in_place).
    ///
    /// ```
    /// # use percent_simd::Decoder;
    /// let mut bytes = Vec::from(*b"a%20b");
    /// Decoder::new().decode_vec(&mut bytes).unwrap();
    /// assert_eq!(bytes, b"a b");
    /// ```
    #[cfg(feature = "alloc")]
    #[inline]
    pub fn decode_vec(self, bytes: &mut Vec<u8>) -> Result<(), DecodeError> {
        let len = self.decode_in_place(bytes)?;
        bytes.truncate(len);
        Ok(())
    }

    /// Writes the decoded bytes to the front of memory that need not be initialised, and returns
    /// them (feature `simd`). Output and length are as in [`decode_into`](Self::decode_into).
    ///
    /// # Errors
    /// As [`decode_into`](Self::decode_into).
    ///
    /// ```
    /// use core::mem::MaybeUninit;
    /// use percent_simd::Decoder;
    ///
    /// let mut room = [MaybeUninit::uninit(); 64];
    /// let decoded = Decoder::new().decode_into_uninit("a%20b", &mut room).unwrap();
    /// assert_eq!(decoded, b"a b");
    /// ```
    #[cfg(feature = "simd")]
    #[inline]
    pub fn decode_into_uninit<'a, I: AsRef<[u8]> + ?Sized>(
        self,
        input: &I,
        output: &'a mut [MaybeUninit<u8>],
    ) -> Result<&'a mut [u8], DecodeIntoError> {
        kernel::decode::decode_into_uninit(self.backend(), input.as_ref(), output, &self.rules)
    }

    /// The number of decoded bytes.
    ///
    /// # Errors
    /// The first [`DecodeError`] under this policy.
    #[inline]
    pub fn decoded_len<I: AsRef<[u8]> + ?Sized>(self, input: &I) -> Result<usize, DecodeError> {
        kernel::decode::decoded_len(self.backend(), input.as_ref(), &self.rules)
    }

    /// Checks that the input decodes to bytes under this policy; nothing is written or allocated.
    ///
    /// # Errors
    /// The first [`DecodeError`] under this policy.
    #[inline]
    pub fn check<I: AsRef<[u8]> + ?Sized>(self, input: &I) -> Result<(), DecodeError> {
        self.decoded_len(input).map(|_| ())
    }

    /// The index of the first byte that decoding changes or refuses, or `None` if the result is the
    /// input.
    ///
    /// ```
    /// use percent_simd::Decoder;
    /// assert_eq!(Decoder::new().find("100% of %61"), Some(8));
    /// ```
    #[must_use]
    #[inline]
    pub fn find<I: AsRef<[u8]> + ?Sized>(self, input: &I) -> Option<usize> {
        let (backend, input) = (self.backend(), input.as_ref());
        if kernel::decode::look::<false>(backend, input, &self.rules) == Some(true) {
            return None;
        }
        kernel::decode::find_escape::<true>(backend, input, &self.rules)
    }
}
